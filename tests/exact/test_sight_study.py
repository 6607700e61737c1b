"""Studies of who sees more at a game of boards: all deals up to the names of suits, or deals by chance."""

from fractions import Fraction
from itertools import combinations

import pytest

from houseway.analysis.universal.boards.common_board import common_board
from houseway.analysis.universal.boards.sights import Sights
from houseway.analysis.universal.proof import ROUND, prove
from houseway.analysis.universal.question import question
from houseway.analysis.universal.seats import face_up as seats
from houseway.analysis.universal.seats.gained import FaceUp
from houseway.analysis.universal.seats.on_boards import BoardSight, SightStudy, StoppedSeeing, every_sight
from houseway.games import find_game
from houseway.rules.cards import cards_of

HOLDEM = find_game("ultimate_texas_holdem")
SIX_NAMES = cards_of("7c 7d 7h Tc Td Th Kc Kd Kh")
TEN = cards_of("7c 7d 7h Tc Td Th Kc Kd Kh Ah")


def study(deck: list[int], deals: int = 60, exact_s: float = 1800) -> SightStudy:
    asked = question(HOLDEM, HOLDEM.settings(), deck)
    board = common_board(asked)
    assert board is not None
    return SightStudy(asked, board, deals, 5, exact_s=exact_s)


def test_a_card_of_the_dealer_seen_adds_over_all_deals_what_two_walks_differ_by() -> None:
    (found,) = study(SIX_NAMES).found([BoardSight(hidden=1)])
    seen, unseen = (prove(HOLDEM, HOLDEM.settings(), deck=SIX_NAMES, sees=sees) for sees in ("dealer:1", ""))
    assert found.gain == unseen.wagers()[ROUND].edge.value - seen.wagers()[ROUND].edge.value > 0
    assert (found.is_exact, found.se, found.deals, found.seats, found.cards) == (True, 0.0, 36 * 7, 0, 1)
    assert 0 < sum(found.changed.values()) < 1


def test_cards_of_another_seat_seen_add_the_mean_of_decks_without_them() -> None:
    """Whoever knows which card is gone plays a deck without it; who does not see plays the whole deck."""
    one = study(TEN)
    (found,) = one.found([BoardSight(seats=1, held=1)])
    blind = prove(HOLDEM, HOLDEM.settings(), deck=TEN).wagers()[ROUND].edge.value
    edges = []
    for gone in TEN:
        fewer = [card for card in TEN if card != gone]
        edges.append(prove(HOLDEM, HOLDEM.settings(), deck=fewer).wagers()[ROUND].edge.value)
    assert found.gain == blind - sum(edges, Fraction(0)) / len(edges) > 0


def test_deals_by_chance_come_to_the_same_within_their_error_and_again_for_a_seed() -> None:
    (exact,) = study(SIX_NAMES).found([BoardSight(hidden=1)])
    by_chance = study(SIX_NAMES, exact_s=-1).found([BoardSight(hidden=1)])
    (tried,) = by_chance
    assert (tried.is_exact, tried.deals) == (False, 60)
    assert 0 < abs(float(tried.gain - exact.gain)) < 4 * tried.se
    assert study(SIX_NAMES, exact_s=-1).found([BoardSight(hidden=1)]) == by_chance


@pytest.mark.parametrize("sight", [BoardSight(hidden=1), BoardSight(seats=1, held=2)])
def test_deals_that_differ_in_the_names_of_suits_are_one_and_stand_for_all(sight: BoardSight) -> None:
    one = study(TEN)
    images = one.asked.alike.names
    found = every_sight(one.asked.deck, sight, images)
    every = len(list(combinations(TEN, 2))) * len(list(combinations(TEN[2:], sight.cards)))
    assert found.total() == every
    assert len(images) > 1
    assert every / len(images) <= len(found) < every


def test_a_study_that_is_stopped_says_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Sights.values

    def stopped(self: Sights, deals: list[object], done: object) -> None:
        whole(self, deals[:20], done)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(Sights, "values", stopped)
    with pytest.raises(StoppedSeeing, match=r"^stopped: 20 of \d+ deals are done; the last 20 say .* ± .*not kept"):
        study(SIX_NAMES, exact_s=-1).found([BoardSight(hidden=1)])
    with pytest.raises(StoppedSeeing, match=r"^stopped: 20 of \d+ deals are done; they are not kept"):
        study(SIX_NAMES).found([BoardSight(hidden=1)])


def test_progress_is_told_up_to_all_deals() -> None:
    told: list[tuple[int, int]] = []
    one = study(SIX_NAMES, exact_s=-1)
    one.progress = lambda done, many: told.append((done, many))
    one.found([BoardSight(hidden=1)])
    assert told[-1][0] == told[-1][1] > 0


def test_one_card_of_the_dealer_is_exact_and_both_are_by_chance_on_a_whole_deck() -> None:
    said = [seats.cost_of_dealer_up(HOLDEM, HOLDEM.settings(), sees) for sees in ("dealer:1", "dealer:2")]
    assert said[0].startswith("5,083 deals of the dealer's cards, each with ")
    assert said[1].startswith("2,000 deals of the dealer's cards, each with ")
    assert seats.cost_of_dealer_up(HOLDEM, HOLDEM.settings(), "community:1") == ""
    poker = find_game("three_card_poker")
    assert seats.cost_of_dealer_up(poker, poker.settings(), "dealer:1") == ""


def test_a_game_of_boards_is_studied_by_its_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[BoardSight]] = []

    def found(self: SightStudy, sights: list[BoardSight]) -> list[FaceUp]:  # noqa: ARG001
        asked.append(sights)
        return []

    monkeypatch.setattr(SightStudy, "found", found)
    seats.face_up(HOLDEM, HOLDEM.settings(), 3)
    seats.dealer_up(HOLDEM, HOLDEM.settings(), "dealer:1")
    assert asked == [[BoardSight(seats=n, held=2 * n) for n in (1, 2, 3)], [BoardSight(hidden=1)]]
