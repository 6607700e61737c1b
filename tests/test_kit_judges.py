"""Every sentence of the kit's checks, provoked: a sound round is changed in one place, and the check that must notice
says so. A check that lost its teeth would pass all sound games."""

from collections.abc import Callable, Iterator
from dataclasses import replace as with_
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from houseway.engine.playthrough import show
from houseway.engine.replay import Deal, Pending, Replay, replay
from houseway.engine.view import view
from houseway.games import find_game
from houseway.games.game import Game
from houseway.kit import conformance, secrecy, twins
from houseway.kit.broken import Nonconforming, in_words, told
from houseway.kit.wildness import same_felt, wild_rounds
from houseway.rules.refused import Refused
from houseway.rules.tape import (
    BACK,
    CHOOSE,
    DEAL,
    DISCARD,
    FACE_DOWN,
    HAND,
    OFFER,
    SAY,
    SAY_CHECKED,
    SAY_NO_MORE_BETS,
    SEAT,
    SETTLE,
    STAKE,
    VERB,
    A,
    B,
    C,
)

Row = list[int]
Change = Callable[[list[Row]], None]
Round = tuple[Deal, Replay, list[int]]
DAKOTA, FUN = find_game("dakota_stud"), find_game("super_fun_21")


@cache
def sound(game: Game, *verbs: int) -> Round:
    """A round with choices in which each of these verbs comes."""
    return next(
        found
        for found in wild_rounds(game, 200, seed=1)
        if found[2] and {*verbs} <= {row[VERB] for row in found[1].tape.tolist()}
    )


def changed(round_: Round, change: Change) -> Round:
    deal, whole, choices = round_
    rows = whole.tape.tolist()
    change(rows)
    return deal, with_(whole, tape=np.array(rows, dtype=whole.tape.dtype)), choices


def at(rows: list[Row], verb: int, which: int = 0) -> int:
    return [i for i, row in enumerate(rows) if row[VERB] == verb][which]


def to(verb: int, column: int, value: Callable[[int], int]) -> Change:
    """The first row of the verb with another number in it."""

    def change(rows: list[Row]) -> None:
        row = rows[at(rows, verb)]
        row[column] = value(row[column])

    return change


def gone(verb: int) -> Change:
    return lambda rows: rows.__delitem__(at(rows, verb))


def swapped(one: int, other: int) -> Change:
    def change(rows: list[Row]) -> None:
        i, j = at(rows, one), at(rows, other)
        rows[i], rows[j] = rows[j], rows[i]

    return change


def first_cards_change_places(rows: list[Row]) -> None:
    i, j = at(rows, DEAL), at(rows, DEAL, 1)
    rows[i][A], rows[j][A] = rows[j][A], rows[i][A]


def a_card_comes_twice(rows: list[Row]) -> None:
    rows[at(rows, DEAL, 1)][A] = rows[at(rows, DEAL)][A]


def bets_are_called_off_twice(rows: list[Row]) -> None:
    call = next(row for row in rows if row[VERB] == SAY and row[A] == SAY_NO_MORE_BETS)
    rows.insert(rows.index(call), [*call])


def a_card_before_the_call(rows: list[Row]) -> None:
    rows.insert(0, rows.pop(at(rows, DEAL)))


def a_stake_after_the_call(rows: list[Row]) -> None:
    rows.insert(at(rows, OFFER), [*rows[at(rows, STAKE)]])


def a_card_for_a_hand_that_is_over(rows: list[Row]) -> None:
    last = rows[at(rows, DISCARD, -1)]
    rows.append([DEAL, last[SEAT], last[HAND], 0, 1, 0])


TAPES: list[tuple[Callable[[Game], None], Game, tuple[int, ...], Change, str]] = [
    (conformance.money_is_conserved, DAKOTA, (), to(STAKE, B, lambda _: 0), "stakes 0 cents on"),
    (conformance.money_is_conserved, DAKOTA, (BACK,), to(BACK, B, lambda cents: cents + 100), "goes back with other"),
    (conformance.money_is_conserved, FUN, (), to(SETTLE, C, lambda _: -(10**6)), "loses more than its stake"),
    (conformance.money_is_conserved, DAKOTA, (BACK,), gone(BACK), "are left on the felt at the end of a round"),
    (conformance.money_is_conserved, FUN, (), to(SETTLE, C, lambda cents: cents + 1), "tape and felt differ in what"),
    (conformance.cards_come_from_the_shoe, DAKOTA, (), a_card_comes_twice, "more often than the decks hold it"),
    (conformance.cards_come_from_the_shoe, DAKOTA, (), first_cards_change_places, "are not the next of the shoe"),
    (conformance.no_more_bets_is_called_once, FUN, (), bets_are_called_off_twice, "is called 2 times in a round"),
    (conformance.no_more_bets_is_called_once, FUN, (), a_card_before_the_call, "a card is dealt before no_more_bets"),
    (conformance.no_more_bets_is_called_once, FUN, (), gone(STAKE), "were staked before no_more_bets"),
    (conformance.no_more_bets_is_called_once, FUN, (), a_stake_after_the_call, "that nobody has chosen to put up"),
    (conformance.offers_and_choices_pair_up, FUN, (), swapped(OFFER, CHOOSE), "not followed by its choice"),
    (conformance.offers_and_choices_pair_up, FUN, (), to(CHOOSE, SEAT, lambda seat: seat + 1), "another chooses"),
    (conformance.offers_and_choices_pair_up, FUN, (), to(CHOOSE, HAND, lambda hand: hand + 1), "another chooses"),
    (conformance.offers_and_choices_pair_up, FUN, (), to(OFFER, A, lambda _: 0), "chosen that was not offered"),
    (conformance.discarded_hands_are_over, FUN, (DISCARD,), a_card_for_a_hand_that_is_over, "goes on after it was"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("check", "game", "verbs", "change", "sentence"), TAPES, ids=[f"{i} {each[-1]}" for i, each in enumerate(TAPES)]
)
def test_a_round_with_one_wrong_row_is_noticed(
    check: Callable[[Game], None],
    game: Game,
    verbs: tuple[int, ...],
    change: Change,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dealt = [sound(game, *verbs)]

    def rounds(*_: Any, **__: Any) -> Iterator[Round]:
        yield from dealt

    monkeypatch.setattr(conformance, "wild_rounds", rounds)
    check(game)
    dealt[:] = [changed(dealt[0], change)]
    with pytest.raises(Nonconforming, match=sentence.replace("(", r"\(")):
        check(game)


def one_round(monkeypatch: pytest.MonkeyPatch, module: Any, game: Game) -> Round:
    found = sound(game)
    monkeypatch.setattr(module, "wild_rounds", lambda *_, **__: iter([found]))
    return found


def test_acts_that_are_offered_together_have_keys_of_their_own_and_none_of_the_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one_round(monkeypatch, conformance, DAKOTA)

    def keyed(*keys: str) -> Any:
        return SimpleNamespace(sheet=SimpleNamespace(acts=[SimpleNamespace(key=key) for key in keys]))

    conformance.keys_offered_together_differ(keyed("a", "b", "a", "b"))
    with pytest.raises(Nonconforming, match="two acts with the key 'a' are offered together"):
        conformance.keys_offered_together_differ(keyed("a", "a", "b", "d"))
    with pytest.raises(Nonconforming, match="'q', which leaves the table"):
        conformance.keys_offered_together_differ(keyed("a", "q", "b", "d"))
    with pytest.raises(Nonconforming, match="'c', a key of the table itself"):
        conformance.keys_offered_together_differ(keyed("a", "c", "b", "d"))


def test_a_round_that_takes_any_act_or_asks_for_none_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    one_round(monkeypatch, conformance, DAKOTA)
    conformance.offers_are_kept(DAKOTA)

    def lenient(deal: Deal, choices: list[int]) -> Replay:
        try:
            return replay(deal, choices)
        except Refused:
            return replay(deal, [])

    monkeypatch.setattr(conformance, "replay", lenient)
    with pytest.raises(Nonconforming, match="an act that was not offered is accepted"):
        conformance.offers_are_kept(DAKOTA)
    asked = replay(sound(DAKOTA)[0], [])
    monkeypatch.setattr(conformance, "replay", lambda *_: with_(asked, pending=Pending(1, 0, 0)))
    with pytest.raises(Nonconforming, match="has nothing to choose from"):
        conformance.offers_are_kept(DAKOTA)


def test_a_round_that_differs_when_it_is_dealt_again_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    deal, whole, choices = one_round(monkeypatch, conformance, DAKOTA)
    conformance.a_round_replays(DAKOTA)
    monkeypatch.setattr(conformance, "replay", lambda *_: with_(whole, tape=whole.tape[::-1]))
    with pytest.raises(Nonconforming, match="the same cards and choices give another round"):
        conformance.a_round_replays(DAKOTA)
    monkeypatch.setattr(conformance, "replay", lambda *_: whole)
    with pytest.raises(Nonconforming, match="asks for other choices when it is dealt again"):
        conformance.a_round_replays(DAKOTA)
    begun = replay(deal, choices[:1])
    monkeypatch.setattr(conformance, "replay", lambda *_: begun)
    with pytest.raises(Nonconforming, match="asks for other choices when it is dealt again"):
        conformance.a_round_replays(DAKOTA)


def test_a_tape_whose_text_is_another_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    _, whole, _ = one_round(monkeypatch, conformance, DAKOTA)
    conformance.the_tape_reads_back(DAKOTA)
    monkeypatch.setattr(conformance, "parse", lambda *_: whole.tape[:-1])
    with pytest.raises(Nonconforming, match="cannot be read back from its text"):
        conformance.the_tape_reads_back(DAKOTA)
    monkeypatch.setattr(conformance, "parse", lambda *_: whole.tape)
    texts = iter(["one", "another"])
    monkeypatch.setattr(conformance, "show", lambda *_: next(texts))
    with pytest.raises(Nonconforming, match="is another when it is read back"):
        conformance.the_tape_reads_back(DAKOTA)


@pytest.mark.parametrize(
    ("part", "sentence"),
    [("cards", "that are not on the tape"), ("stakes", "that are not on the tape"), ("net", "another result than")],
)
def test_a_felt_that_says_more_than_its_tape_is_noticed(
    part: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal, _, _ = one_round(monkeypatch, conformance, DAKOTA)
    conformance.the_scene_is_the_felt(DAKOTA)
    seat = next(i for i, bets in enumerate(deal.wagers, 1) if bets)

    def more(*given: Any) -> Replay:
        now = replay(*given)
        felt = now.felt._replace(**{part: getattr(now.felt, part).copy()})
        place = getattr(felt, part)[seat]
        place[(0,) * place.ndim] += 1
        return with_(now, felt=felt)

    monkeypatch.setattr(conformance, "replay", more)
    with pytest.raises(Nonconforming, match=sentence):
        conformance.the_scene_is_the_felt(DAKOTA)


def test_a_layout_has_one_spot_for_each_wager_and_no_other() -> None:
    def laid(*spots: tuple[str, int], payouts: tuple[str, ...] = ()) -> Any:
        placed = [SimpleNamespace(wager=wager, hand=hand) for wager, hand in spots]
        layout = SimpleNamespace(spots=placed, payouts=payouts)
        return SimpleNamespace(wagers=("ante", "raise"), sheet=SimpleNamespace(layout=layout))

    both = (("ante", 0), ("raise", 0))
    conformance.the_felt_has_every_wager(laid(*both, ("ante", 1), payouts=("raise",)))
    for wrong, sentence in (
        (laid(both[0]), "0 spots for 'raise'"),
        (laid(*both, both[1]), "2 spots for 'raise'"),
        (laid(*both, ("pot", 0)), "speaks of a wager 'pot'"),
        (laid(*both, payouts=("pot",)), "speaks of a wager 'pot'"),
    ):
        with pytest.raises(Nonconforming, match=sentence):
            conformance.the_felt_has_every_wager(wrong)


# --- what a player may know ---


@pytest.mark.parametrize(
    ("column", "sentence"),
    [(A, "hidden, or hides one"), (B, "changes more than the card"), (SEAT, "changes more than the card")],
)
def test_a_view_that_shows_or_changes_too_much_is_noticed(
    column: int, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, whole, _ = one_round(monkeypatch, secrecy, DAKOTA)
    secrecy.a_view_hides_what_is_not_shown(DAKOTA)
    hidden = next(i for i, row in enumerate(whole.tape.tolist()) if row[VERB] == DEAL and row[B] == FACE_DOWN)

    def telling(*given: Any) -> Any:
        found = real(*given).copy()
        found[hidden, column] = 9
        return found

    real = view
    monkeypatch.setattr(secrecy, "view", telling)
    with pytest.raises(Nonconforming, match=sentence):
        secrecy.a_view_hides_what_is_not_shown(DAKOTA)
    hidden, column = len(whole.tape) - 1, A
    with pytest.raises(Nonconforming, match="changes what is said to all"):
        secrecy.a_view_hides_what_is_not_shown(DAKOTA)


def test_the_dealers_check_is_found_and_where_there_is_none_nothing_is_known() -> None:
    rows = [[DEAL, 0, 0, 5, 1, 0], [SAY, 0, 0, SAY_NO_MORE_BETS, 1, 0], [SAY, 0, 0, SAY_CHECKED, 1, 0]]
    assert secrecy.checked_at(np.array(rows)) == (2, 1)
    assert secrecy.checked_at(np.array(rows[:2])) == (2, -1)


def test_a_player_has_seen_what_lay_up_the_own_cards_and_what_was_turned() -> None:
    down, up, own, turn, move, discard = 0, 1, 2, 2, 5, 6
    tape = np.array([
        [DEAL, 1, 0, 10, own, 0], [DEAL, 2, 0, 11, own, 0], [DEAL, 0, 0, 12, down, 0], [DEAL, 0, 1, 13, up, 0],
        [DEAL, 0, 0, 14, down, 0], [turn, 0, 0, 1, 14, 0], [move, 2, 0, 0, 1, 0], [turn, 2, 1, 0, 11, 0],
        [discard, 0, 0, 0, 0, 0], [DEAL, 0, 0, 15, down, 0], [turn, 0, 0, 1, 15, 0],
    ])  # fmt: skip
    assert secrecy.seen_places(tape[:5], [0, 1, 2], 1) == [True, False, False, True, False]
    assert secrecy.seen_places(tape[:5], [0, 1, 2], 2) == [False, True, False, True, False]
    assert secrecy.seen_places(tape[:5], [0, 1, 1], 1) == [True, True, False, True, False], "both are one player's"
    assert secrecy.seen_places(tape, [0, 1, 2], 1) == [True, True, False, True, True, True]


# --- the same game, however it is run ---


@pytest.mark.parametrize("part", ["tape", "net", "outcome", "action", "stakes", "tape_at"])
def test_felts_that_differ_in_one_place_are_not_the_same(part: str) -> None:
    felt = sound(FUN)[1].felt
    other = felt._replace(**{part: getattr(felt, part).copy()})
    assert same_felt(felt, other)
    place = getattr(other, part)
    place[(0,) * place.ndim] += 1
    assert not same_felt(felt, other)


def test_a_toy_that_adds_up_to_something_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Nonconforming, match=r"there is no \[\[toys\]\] in rules.toml"):
        twins.toys_are_walked(SimpleNamespace(sheet=SimpleNamespace(toys=[])))  # type: ignore[arg-type]
    name = next(toy.name for toy in DAKOTA.sheet.toys if len(toy.cards.split()) <= twins.ALL_ORDERS)
    monkeypatch.setattr(twins, "walk", lambda *_: SimpleNamespace(mass=2, mean={}))
    with pytest.raises(Nonconforming, match="add up to 2"):
        twins.toy_is_walked(DAKOTA, name)
    monkeypatch.setattr(twins, "walk", lambda *_: SimpleNamespace(mass=1, mean={}))
    monkeypatch.setattr(twins, "mean_of_all_orders", lambda *_: {"dollar": 1})
    with pytest.raises(Nonconforming, match="has another mean in all orders"):
        twins.toy_is_walked(DAKOTA, name)


# --- what is said ---


def test_the_end_of_a_tape_is_its_last_six_lines() -> None:
    _, whole, _ = sound(DAKOTA)
    lines = show(DAKOTA, whole.tape).splitlines()
    assert len(lines) > 6
    assert told(DAKOTA, whole.tape) == "; ".join(lines[-6:])
    assert told(DAKOTA, whole.tape, 2) == "; ".join(lines[-2:])


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Nonconforming("it is not so"), "it is not so"),
        (Refused("no such option"), "no such option"),
        (IndexError("9"), "there are more cards or hands than there is room for, by CARDS_MAX and HANDS_MAX"),
        (ValueError("first\nsecond"), "ValueError: first"),
        (ValueError(), "ValueError"),
        (ValueError("x" * 300), "ValueError: " + "x" * 188),
    ],
)
def test_an_error_of_a_games_code_is_one_line(error: Exception, words: str) -> None:
    assert in_words(DAKOTA, error) == words
