"""The cards of other seats seen: against rounds that are dealt with those seats, and against itself by chance."""

from dataclasses import replace
from fractions import Fraction
from io import StringIO
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from houseway.analysis.seats_seen import SeatsSeen, seats_in
from houseway.analysis.universal.cost import PLAYS_A_SECOND
from houseway.analysis.universal.question import question
from houseway.analysis.universal.recalled import say_nothing
from houseway.analysis.universal.seats import deals_done, walked_in
from houseway.analysis.universal.seats import face_up as room
from houseway.analysis.universal.seats.any_game import seeing_seats
from houseway.analysis.universal.seats.beside import cards_beside
from houseway.analysis.universal.seats.face_up import cost_of_sight, face_up
from houseway.analysis.universal.unfinished import StoppedHere
from houseway.games import find_game
from houseway.games.game import Game, place_wagers
from houseway.games.outside import game_in
from houseway.kit.new_game import new_game
from houseway.report.seats_page import seats_json, seats_page, seats_words
from houseway.rules.cards import cards_of
from houseway.rules.choice import acts_in
from houseway.rules.felt import Felt
from houseway.rules.refused import Refused
from houseway.rules.shoe import arranged_shoe

DECK = cards_of("2c 3d 5h 8s Tc Qd Kh")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game that `houseway new` writes: a card each, and the higher wins."""
    folder = tmp_path_factory.mktemp("games") / "begun_beside_others"
    new_game(folder)
    return game_in(folder)


def best_of_all_rounds(game: Game, seats: int, seen: int) -> Fraction:
    """What seat 1 wins that sees the first so many other seats: every order of the cards, dealt to all seats."""
    asked = question(game, game.settings(), DECK)
    by_sight: dict[tuple[int, ...], dict[int, int]] = {}
    orders = list(permutations(DECK, seats + 2))
    for order in orders:
        for act in acts_in(asked.shape.nodes[()].options):

            def decide(plan: Any, felt: Felt, seat: int, hand: int, options: int, act: int = act) -> int:  # noqa: ARG001
                return act if seat == 1 else acts_in(options)[0]

            felt = game.felt(seats + 1)
            place_wagers(game, felt, [asked.bets] * (seats + 1))
            game.play(asked.rules, arranged_shoe(list(order)), decide, None, felt)
            won = by_sight.setdefault((*sorted(order[1 : seen + 1]), order[0]), {})
            won[act] = won.get(act, 0) + int(felt.net[1].sum())
    return Fraction(sum(max(won.values()) for won in by_sight.values()), len(orders) * asked.unit_cents)


def test_what_seeing_adds_is_what_rounds_with_those_seats_say(begun: Game) -> None:
    one, two = face_up(begun, begun.settings(), 2, deck=DECK)
    assert (one.is_exact, one.cards, one.deals) == (True, 1, 42)
    blind = best_of_all_rounds(begun, 1, 0)
    assert one.gain == best_of_all_rounds(begun, 1, 1) - blind
    assert two.gain == best_of_all_rounds(begun, 2, 2) - blind
    assert two.gain >= one.gain > 0
    assert sum(one.changed.values()) > 0


def test_deals_by_chance_come_to_the_same_within_their_error(begun: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    (exact,) = face_up(begun, begun.settings(), 1, deck=DECK)
    monkeypatch.setattr(room, "EXACT_S", -1)
    (tried,) = face_up(begun, begun.settings(), 1, deck=DECK, deals=100)
    assert not tried.is_exact
    assert 0 < abs(float(tried.gain - exact.gain)) < 4 * tried.se
    assert face_up(begun, begun.settings(), 1, deck=DECK, deals=100) == [tried]


def test_a_study_of_seats_that_is_stopped_is_kept_and_taken_up(
    begun: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(deals_done, "kept", lambda: tmp_path)
    whole = face_up(begun, begun.settings(), 2, deck=DECK)
    gained, asked = room._gained, list[int]()

    def counting(*given: Any) -> Any:
        asked.append(1)
        return gained(*given)

    def stop(done: int, total: int) -> None:
        assert total == 42 + 105
        if done == 50:
            raise KeyboardInterrupt

    says = r"^stopped: 50 of 147 deals are done; seeing one other seat adds \d+\.\d{4}%; the same command goes on"
    with pytest.raises(StoppedHere, match=says):
        face_up(begun, begun.settings(), 2, stop, deck=DECK)
    monkeypatch.setattr(room, "_gained", counting)
    assert face_up(begun, begun.settings(), 2, deck=DECK) == whole
    assert len(asked) == 147 - 50


def test_other_seats_hold_three_cards_each_in_three_card_poker() -> None:
    game = find_game("three_card_poker")
    asked = question(game, game.settings())
    assert [cards_beside(asked, seats) for seats in (1, 3)] == [3, 9]
    with pytest.raises(Refused, match="has 1 to"):
        cards_beside(asked, 40)


def test_who_touches_anothers_bets_is_not_only_seen(tmp_path: Path) -> None:
    folder = tmp_path / "envious"
    new_game(folder)
    text = (folder / "play.py").read_text()
    read = "outcome_of(rules, felt.cards[seat, 0, 0], felt.cards[HOUSE, DEALER, 0])"
    assert read in text
    (folder / "play.py").write_text(
        text.replace(read, read.replace("felt.cards[seat, 0, 0]", "felt.cards[seats, 0, 0]"))
    )
    game = game_in(folder)
    with pytest.raises(Refused, match="with other seats at the table 'ante' ends otherwise"):
        face_up(game, game.settings(), 1, deck=DECK)


@pytest.mark.parametrize(("text", "seats"), [("seats:3", 3), ("dealer:1", 0), ("seats:none", -1), ("seats:0", -1)])
def test_seats_are_read_off_what_is_seen(text: str, seats: int) -> None:
    assert seats_in(text) == seats


@pytest.mark.parametrize("seats", [0, -1])
def test_a_number_of_seats_that_cannot_be_is_refused(begun: Game, seats: int) -> None:
    with pytest.raises(Refused, match="write seats:1"):
        seeing_seats(begun, begun.settings(), seats)


def test_what_seeing_seats_costs_is_said_beforehand() -> None:
    poker = find_game("three_card_poker")
    said = str(cost_of_sight(poker, poker.settings(), 2))
    assert said.startswith("4,000 deals of others' cards, each with ")
    assert said.endswith(" s here")
    holdem = find_game("ultimate_texas_holdem")
    said = str(cost_of_sight(holdem, holdem.settings(), 3))
    assert said.startswith("6,000 deals of others' cards, each with ")
    assert said.endswith(" minutes here")


@pytest.mark.parametrize(
    ("game", "seats", "processor"),  # measured, docs/universal.md
    [("three_card_poker", 3, 11.7), ("let_it_ride", 2, 8.4), ("mississippi_stud", 1, 22.6)],
)
def test_what_seeing_seats_takes_is_said_about_right(
    game: str, seats: int, processor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    found = find_game(game)
    assert processor / 2 < cost_of_sight(found, found.settings(), seats).seconds < processor * 2


def test_deals_that_are_not_recalled_are_played_in_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    found, holdem = find_game("mississippi_stud"), find_game("ultimate_texas_holdem")
    asked = question(found, found.settings())
    assert not walked_in.is_recalled(question(holdem, holdem.settings()))
    recalled = walked_in.dealt_in(asked, 10**6)
    monkeypatch.setattr(walked_in, "sayer_of", lambda asked: say_nothing)  # noqa: ARG005
    assert walked_in.dealt_in(asked, 10**6) == 10**6 * 40 / PLAYS_A_SECOND > 50 * recalled


def test_what_would_take_days_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "by_boards", lambda asked: None)  # noqa: ARG005 - as a game that is none of boards
    holdem = find_game("ultimate_texas_holdem")
    with pytest.raises(
        Refused, match=r"out of reach, .* (days|years) here: ask for fewer seats, .*simulate.*--cluster"
    ):
        face_up(holdem, holdem.settings(), 1)


def test_an_operator_reads_what_dealing_face_up_does() -> None:
    game = find_game("three_card_poker")
    found = [
        SeatsSeen(
            1, 3, Fraction(1, 32), Fraction(gain, 320), 0.0001, False, 2000, 2026, {("play", "fold"): Fraction(1, 100)}
        )
        for gain in (1, 11)
    ]
    kept, lost = (seats_words(game, [each]) for each in found)
    assert kept[1:] == [
        "Who sees the cards of one other seat gains 0.3125%: the house keeps 2.8125%, 90% of what it has without.",
        "Fold instead of Play: 1.00% of deals.",
        "From 2,000 deals by chance (seed 2026), each with its exact values; ± is one standard error.",
    ]
    assert lost[1] == "Who sees the cards of one other seat is ahead of the house: do not deal this game face up."
    behind = seats_words(game, [replace(found[0], base=Fraction(-1, 32))])
    assert behind[1] == (
        "The house has nothing at Three Card Poker as it is: -3.1250%. Who sees the cards of one other seat gains "
        "0.3125% more."
    )
    nothing = replace(found[0], gain=Fraction(0), is_exact=True, changed={})
    assert seats_words(game, [nothing]) == [
        "Nothing is gained by seeing the cards of one other seat at Three Card Poker: no decision changes."
    ]
    screen = StringIO()
    Console(file=screen, width=80).print(seats_page(game, found))
    assert "2.8125% ± 0.0100%" in screen.getvalue()
    assert "-0.3125%" in screen.getvalue()
    told = seats_json(game, found)["seats"]
    assert [(each["edge"], each["exact_gain"]) for each in told] == [(0.028125, None), (-0.003125, None)]
    assert told[0]["changed"] == [{"before": "play", "after": "fold", "share": 0.01}]
