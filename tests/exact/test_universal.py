"""Proof from `play` alone: equal to the hand-made mathematics, to a walk of every deal, and to itself unmerged."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.solve import solve
from houseway.analysis.universal import recalled
from houseway.analysis.universal.count import kernel
from houseway.analysis.universal.proof import Proof, prove
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.reads import POKER, reads_of
from houseway.games import find_game
from houseway.games.dakota_stud.solve import solve as by_hand
from houseway.games.game import Game
from houseway.games.outside import game_in
from houseway.games.sheet import Toy
from houseway.kit.new_game import new_game
from houseway.rules.cards import cards_of
from houseway.rules.poker import ranks
from houseway.rules.poker_tables import SUIT_BITS, SUIT_SHIFT
from houseway.rules.refused import Refused
from tests.exact.every_deal import best_mean

DAKOTA = find_game("dakota_stud")
EIGHT = cards_of("5c 6c 7c 8c 6d 9d Td 6h")
MEASURES = ("edge", "hit", "variance", "action")

# Two cards of one's own, one of the dealer's and one that is burnt: enough for every kind of breach.
DEALS = "            deal(felt, shoe, seat, 0, FACE_OWN)\n"
DEALERS = "    deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)\n"
BURNT = "    deal(felt, shoe, HOUSE, COMMUNITY, FACE_DOWN)\n"
READ = "outcome_of(rules, felt.cards[seat, 0, 0], felt.cards[HOUSE, DEALER, 0])"
HIGHER = "return WIN if mine > theirs else LOSE"
SEVEN = cards_of("2c 7d 7h 9h Jc Ks")
SUITS = cards_of("7c 7d 7h 9c 9d 9h")  # the same deck by six names of its suits


@pytest.fixture
def changed(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[..., Game]:
    """The game that `houseway new` writes, with two cards each and with lines changed."""

    def make(*changes: tuple[str, str], name: str = "") -> Game:
        folder = tmp_path / (name or re.sub("[^a-z]+", "_", request.node.name.lower())[-40:].strip("_"))
        new_game(folder)
        text = (folder / "play.py").read_text()
        first = (
            (DEALS, DEALS * 2), (DEALERS, DEALERS + BURNT), ("CARDS_MAX = 1", "CARDS_MAX = 2"),
            ("import DEALER, HOUSE,", "import COMMUNITY, DEALER, HOUSE, say,"),
            ("import rank\n", "import rank, suit\n"),
            ("import FACE_DOWN, FACE_OWN", "import FACE_DOWN, FACE_OWN, SAY_TOTAL"),
            (READ, "outcome_of(rules, felt.cards[seat, 0, 0], felt.cards[seat, 0, 1], felt.cards[HOUSE, DEALER, 0])"),
            ("def outcome_of(rules: Rules, own: int, dealers: int)",
             "def outcome_of(rules: Rules, own: int, other: int, dealers: int)"),
            ("height(rules, own), height(rules, dealers)",
             "max(height(rules, own), height(rules, other)), height(rules, dealers)"),
        )  # fmt: skip
        for old, new in (*first, *changes):
            assert old in text, old
            text = text.replace(old, new)
        (folder / "play.py").write_text(text)
        return game_in(folder)

    return make


def is_right(proof: Proof[Question]) -> None:
    """The best play wins what it wins over every order of the deck."""
    asked = proof.asked
    mean = best_mean(asked.game, asked.settings, asked.deck, len(asked.shape.places), asked.bets)
    assert -proof.wagers()["round"].edge.value == mean / asked.unit_cents


@pytest.mark.parametrize("toy", DAKOTA.sheet.toys[:2], ids=lambda toy: toy.name)
def test_a_toy_deck_is_solved_as_by_hand(toy: Toy) -> None:
    deck = cards_of(toy.cards)
    ours, theirs = prove(DAKOTA, DAKOTA.settings(), deck=deck).wagers(), by_hand(DAKOTA, DAKOTA.settings(), deck=deck)
    for name, wager in theirs.wagers.items():
        for measure in MEASURES:
            assert getattr(ours[name], measure) == getattr(wager, measure), (name, measure)
        if name != "round":
            assert ours[name].rows == wager.rows


@pytest.mark.parametrize(
    ("name", "many"),
    [("CLASSES_MAX", recalled.CLASSES_MAX), ("CLASSES_MAX", 2), ("HELD_MAX", 12), ("HELD_MAX", 24)],
    ids=["room", "no room for classes", "forgotten often", "forgotten"],
)
def test_deals_of_which_leaf_rules_say_the_same_are_played_once(
    name: str, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And come to the same as when every deal is played, also where there is no room for all of them."""
    settings = DAKOTA.settings()
    monkeypatch.setattr(recalled, name, many)
    kernel.cache_clear()  # it has a copy of the number
    fewer = prove(DAKOTA, settings, deck=EIGHT).counted
    kernel.cache_clear()
    monkeypatch.setattr(recalled, "sayer_of", lambda _: recalled.say_nothing)
    every = prove(DAKOTA, settings, deck=EIGHT).counted
    assert (fewer.times, fewer.money, fewer.walked) == (every.times, every.money, every.walked)
    assert fewer.chosen().tolist() == every.chosen().tolist()
    assert fewer.plays < every.plays == 4 * every.walked


@pytest.mark.parametrize(("answered", "is_open"), [(0, False), (recalled.HELD_MAX, True)], ids=["in vain", "worth it"])
def test_a_full_table_begins_anew_where_it_was_worth_it(answered: int, *, is_open: bool) -> None:
    """What it held is gone, so that there is always a free place; a table that answers nothing is asked no more."""
    table = recalled.new_recalled(question(DAKOTA, DAKOTA.settings()))
    table.of[:] = 1
    table.at[recalled.HELD], table.at[recalled.ANSWERED] = recalled.HELD_MAX, answered
    recalled.forget_or_stop(table)
    assert (table.at[recalled.OPEN] == recalled.LEARNING) == is_open
    assert bool(table.of.any()) == (not is_open)
    assert (table.at[recalled.HELD] == 0) == is_open


def test_a_round_hears_of_a_leaf_rule_only_what_another_rule_makes_of_it() -> None:
    """What is given a name may be used twice, and is heard whole."""
    heard = reads_of(find_game("three_card_poker").play).said
    assert [(each.read.leaf.__name__, each.made_by and each.made_by.__name__) for each in heard] == [
        ("three_value", None),
        ("three_value", None),
        ("six", "six_card_outcome"),
    ]
    assert [each.made_by for each in reads_of(DAKOTA.play).said] == [None]


def test_breach__what_is_made_of_a_value_and_the_value_itself_are_both_heard(changed: Callable[..., Game]) -> None:
    """A pay by the parity of the winning rank, and by the rank beside it: neither hides the other."""
    odd = "    return WIN if mine > theirs else LOSE"
    game = changed(
        (odd, odd + "\n\n\ndef odd(value: int) -> int:\n    return value % 2"),
        ("outcome_of(rules, felt.cards[seat, 0, 0], felt.cards[seat, 0, 1], felt.cards[HOUSE, DEALER, 0])",
         "min(1, odd(rank(felt.cards[HOUSE, DEALER, 0])) + is_high(rank(felt.cards[HOUSE, DEALER, 0]), 5))"),
        ("def odd(", "def is_high(value: int, least: int) -> int:\n    return 1 if value > least else 0\n\n\ndef odd("),
    )  # fmt: skip
    heard = reads_of(game.play).said
    assert [each.made_by and each.made_by.__name__ for each in heard] == ["odd", None]
    is_right(prove(game, game.settings(), deck=SEVEN))


def test_a_strategy_that_is_written_down_is_evaluated_as_by_hand() -> None:
    settings = DAKOTA.settings()
    ours = prove(DAKOTA, settings, DAKOTA.written("basic", settings), deck=EIGHT).wagers()
    for name, wager in by_hand(DAKOTA, settings, "basic", deck=EIGHT).wagers.items():
        assert [getattr(ours[name], measure) for measure in MEASURES] == [
            getattr(wager, measure) for measure in MEASURES
        ]


def test_the_full_deck_of_dakota_stud_comes_out_as_stored_in_every_measure() -> None:
    """The third way: 51,979,200 deals in 2,554,656 that differ."""
    proof = prove(DAKOTA, DAKOTA.settings())
    assert proof.asked.deals == 51_979_200
    assert proof.counted.walked == 2_554_656
    ours = proof.wagers()
    assert str(ours["round"].edge.value) == "2733/166600"
    for name, wager in solve(DAKOTA).wagers.items():
        assert [getattr(ours[name], measure) for measure in MEASURES] == [
            getattr(wager, measure) for measure in MEASURES
        ]
        if name != "round":
            assert ours[name].rows == wager.rows


def test_merged_and_unmerged_are_the_same_and_both_are_right(changed: Callable[..., Game]) -> None:
    game = changed()
    merged, plain = (prove(game, game.settings(), deck=SEVEN, merged=merged) for merged in (True, False))
    assert merged.asked.alike.packets == ((0, 1), (2,))
    assert merged.asked.alike.beside == (3,)
    assert merged.counted.walked < plain.counted.walked
    assert merged.wagers() == plain.wagers()
    is_right(merged)


@pytest.mark.parametrize("value", POKER, ids=lambda value: value.__name__)
def test_a_poker_value_is_a_sum_of_keys_so_its_cards_are_alike(value: Callable[..., int]) -> None:
    """Every card is read as `keys[card]` and in no other way, in a sum or in the tuple that `_flush` adds up."""
    tree: Any = ast.parse(textwrap.dedent(inspect.getsource(value)))
    cards = [arg.arg for arg in tree.body[0].args.args[1:]]
    keys = [each for each in ast.walk(tree) if isinstance(each, ast.Subscript) and ast.unparse(each.value) == "keys"]
    read = [ast.unparse(each.slice) for each in keys]
    names = [each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and each.id in cards]
    assert sorted(read) == sorted(names)
    sums = [each for each in ast.walk(tree) if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "total"]
    assert ast.unparse(sums[0].value) == " + ".join(["_THREES", *(f"keys[{card}]" for card in cards)])
    passed = [ast.unparse(each) for each in ast.walk(tree) if isinstance(each, ast.Tuple)]
    assert passed in ([], ["(" + ", ".join(f"keys[{card}]" for card in cards) + ")"])


def test_a_key_is_the_mark_of_its_rank_and_a_one_for_its_suit() -> None:
    """So other names of the suits move whole counters, which begin alike and are folded into one."""
    keys = ranks().keys.tolist()
    for card in range(52):
        assert keys[card] == keys[card & ~3] % (1 << SUIT_SHIFT) + (1 << SUIT_SHIFT + SUIT_BITS * (card & 3))


def test_breach__a_pay_that_depends_on_the_order_of_the_deal_makes_no_set(changed: Callable[..., Game]) -> None:
    game = changed((HIGHER, "return WIN if mine > theirs and rank(own) > rank(other) else LOSE"))
    proof = prove(game, game.settings(), deck=SEVEN)
    assert proof.asked.alike.packets == ((0,), (1,), (2,))
    is_right(proof)


def test_breach__one_hand_in_all_that_pays_by_its_order_is_found(changed: Callable[..., Game]) -> None:
    """No sample would find it: of 132,600 hands in order, one pays otherwise than with its own cards exchanged."""
    game = changed((HIGHER, "return WIN if mine > theirs or (own == 0 and other == 1 and dealers == 51) else LOSE"))
    proof = prove(game, game.settings(), deck=SUITS)
    assert proof.asked.alike.packets == ((0,), (1,), (2,))
    assert len(proof.asked.alike.names) == 1


def test_breach__a_second_leaf_rule_that_reads_one_card_of_two_makes_no_set(changed: Callable[..., Game]) -> None:
    alone = (
        "def lone(rules: Rules, own: int, dealers: int) -> int:\n"
        "    return WIN if height(rules, own) > height(rules, dealers) else LOSE\n\n\ndef height("
    )
    for place in (0, 1):
        paid = f"lone(rules, felt.cards[seat, 0, {place}], felt.cards[HOUSE, DEALER, 0])"
        game = changed(
            ("settle(felt, rules, seat, 0, RAISE, outcome)", f"settle(felt, rules, seat, 0, RAISE, {paid})"),
            ("def height(", alone),
            name=f"lone_{'ab'[place]}",
        )
        proof = prove(game, game.settings(), deck=SEVEN)
        assert proof.asked.alike.packets == ((0,), (1,), (2,))
        is_right(proof)


def test_breach__a_pay_that_depends_on_one_suit_leaves_the_suits_their_names(changed: Callable[..., Game]) -> None:
    plain = changed(name="of_any_suit")
    assert len(prove(plain, plain.settings(), deck=SUITS).asked.alike.names) == 6
    game = changed((HIGHER, "return WIN if mine > theirs or suit(dealers) == 2 else LOSE"))
    proof = prove(game, game.settings(), deck=SUITS)
    assert len(proof.asked.alike.names) == 1
    assert "suits matter to outcome_of (line " in proof.asked.alike.why_not
    is_right(proof)


def test_breach__a_pay_that_depends_on_a_card_nobody_sees_counts_that_card(changed: Callable[..., Game]) -> None:
    game = changed(
        ("felt.cards[HOUSE, DEALER, 0])", "felt.cards[HOUSE, COMMUNITY, 0])"),
    )
    proof = prove(game, game.settings(), deck=SEVEN)
    assert proof.asked.alike.beside == (2,)
    assert 3 in {draw for packet in proof.asked.alike.packets for draw in packet}
    is_right(proof)


@pytest.mark.parametrize(
    "line",
    [
        "if felt.cards[seat, 0, 0] == 51 and outcome == LOSE:\n                outcome = TIE",
        "own = felt.cards[seat, 0]\n            if own[1] > 40:\n                outcome = TIE",
    ],
)
def test_breach__a_card_that_is_read_beside_the_leaf_rules_is_named_with_its_line(
    changed: Callable[..., Game], line: str
) -> None:
    settle = "            settle(felt, rules, seat, 0, ANTE, outcome)\n"
    game = changed((settle, f"            {line}\n{settle}"))
    proof = prove(game, game.settings(), deck=SEVEN)
    assert "(line " in proof.asked.alike.why_not
    assert proof.asked.alike.packets == ((0,), (1,), (2,), (3,))
    is_right(proof)


@pytest.mark.parametrize(("line", "said"), [("felt.tape[0, 0] == 1", "the felt"), ("shoe.cards[3] > 40", "the shoe")])
def test_breach__what_the_walk_has_others_for_is_refused(changed: Callable[..., Game], line: str, said: str) -> None:
    """The walk writes no tape, and its shoe holds one card for many."""
    settle = "            settle(felt, rules, seat, 0, ANTE, outcome)\n"
    game = changed((settle, f"            if {line}:\n                outcome = TIE\n{settle}"))
    with pytest.raises(Refused, match=f"looks into {said}.*line "):
        prove(game, game.settings(), deck=SEVEN)


def test_breach__an_offer_that_hangs_on_a_hidden_card_is_refused(changed: Callable[..., Game]) -> None:
    game = changed(
        ("ask(decide, plan, felt, seat, 0, CHOICE)", "ask(decide, plan, felt, seat, 0, acts_for(felt))"),
        (
            "def height(",
            "def acts_for(felt: Felt) -> int:\n"
            "    return CHOICE if felt.cards[HOUSE, DEALER, 0] != 36 else 1 << TO_FOLD\n\n\ndef height(",
        ),
    )
    with pytest.raises(Refused, match="goes another way when other cards come"):  # found by the walk: Jc is 36,
        prove(game, game.settings(), deck=SEVEN)  # and no order that the shape is learned on deals it to the dealer


def test_breach__a_word_that_tells_a_hidden_card_before_a_choice_is_refused(changed: Callable[..., Game]) -> None:
    choice = "            if ask(decide"
    tell = "            say(felt, HOUSE, DEALER, SAY_TOTAL, max(rank(felt.cards[HOUSE, DEALER, 0]) == 9, 0))\n"
    game = changed((choice, tell + choice))
    with pytest.raises(Refused, match="goes another way when other cards come"):
        prove(game, game.settings(), deck=SEVEN)


def test_who_sees_the_dealers_card_wins_more(changed: Callable[..., Game]) -> None:
    game = changed()
    seen, hidden = (prove(game, game.settings(), deck=SEVEN, sees=sees) for sees in ("dealer:1", ""))
    assert seen.wagers()["round"].edge.value < hidden.wagers()["round"].edge.value


@pytest.mark.parametrize(
    ("slug", "reason"),
    [
        ("fast_action_holdem", "moves or discards cards|fixed sums"),
        ("super_fun_21", "other places|discards"),
        ("lucky_lucky", "several decks|other places"),
    ],
)
def test_what_the_proof_is_not_for_is_refused_in_one_sentence(slug: str, reason: str) -> None:
    game = find_game(slug)
    with pytest.raises(Refused, match=reason):
        prove(game, game.settings())
