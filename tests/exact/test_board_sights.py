"""Who sees more at a game of boards wins, deal by deal, what a walk of every deal says."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from houseway.analysis.universal.boards import sights as room
from houseway.analysis.universal.boards.common_board import common_board
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.boards.sights import SeenDeal, Sights, SightValue
from houseway.analysis.universal.proof import ROUND, prove
from houseway.analysis.universal.question import question
from houseway.analysis.universal.seats.face_up import _worths, without
from houseway.games import find_game
from houseway.rules.cards import cards_of

HOLDEM = find_game("ultimate_texas_holdem")
TWO_NAMES = cards_of("9h Tc Td Jc Jd Qc Qd Kc Kd")
SIX_NAMES = cards_of("7c 7d 7h Tc Td Th Kc Kd Kh")
# With nine cards nothing is hidden from who sees seven; with ten, what is seen changes choices on the full board too.
TEN_RANKS = sorted(cards_of("2c 3d 5h 7s 9c Jd Kh As 4d 8h"))
TEN = cards_of("7c 7d 7h Tc Td Th Kc Kd Kh Ah")


def valued(deck: Sequence[int], deals: Sequence[SeenDeal]) -> list[SightValue]:
    asked = question(HOLDEM, HOLDEM.settings(), deck)
    board = common_board(asked)
    assert board is not None
    every = EveryBoard(asked, board)
    found: dict[int, SightValue] = {}

    def done(first: int, values: list[SightValue]) -> None:
        found.update(enumerate(values, first))

    Sights(every, every.best).values(deals, done)
    return [found[i] for i in range(len(deals))]


def every_deal(deck: Sequence[int], shown: int) -> list[SeenDeal]:
    return [
        SeenDeal(own, hidden)
        for own in combinations(deck, 2)
        for hidden in combinations([card for card in deck if card not in own], shown)
    ]


@pytest.mark.parametrize("shown", [1, 2])
@pytest.mark.parametrize("deck", [TWO_NAMES, SIX_NAMES], ids=["two names", "six names"])
def test_seeing_cards_of_the_dealer_is_worth_what_the_walk_says(deck: list[int], shown: int) -> None:
    found = valued(deck, every_deal(deck, shown))
    walked = prove(HOLDEM, HOLDEM.settings(), deck=deck, sees=f"dealer:{shown}").wagers()[ROUND]
    assert sum((max(each.worths.values()) for each in found), Fraction(0)) / len(found) == -walked.edge.value


@pytest.mark.parametrize("deck", [TWO_NAMES, SIX_NAMES, TEN_RANKS], ids=["two names", "six names", "ten ranks"])
def test_one_who_plays_as_if_unseen_wins_over_all_deals_what_nobody_seeing_does(deck: list[int]) -> None:
    found = valued(deck, every_deal(deck, 1))
    walked = prove(HOLDEM, HOLDEM.settings(), deck=deck).wagers()[ROUND]
    assert sum((each.planned for each in found), Fraction(0)) / len(found) == -walked.edge.value
    assert min(each.gain for each in found) >= 0 < max(each.gain for each in found)


def test_with_a_card_of_another_seat_gone_every_act_is_worth_what_the_walk_says() -> None:
    """On ten cards nine are left to come; the cards of others are taken out of the deck, and all else is dealt."""
    asked = question(HOLDEM, HOLDEM.settings(), TEN)
    deals = [SeenDeal((TEN[i], TEN[k]), (), (gone,)) for i, k, gone in ((0, 3, TEN[9]), (6, 9, TEN[1]), (7, 8, TEN[6]))]
    for deal, found in zip(deals, valued(TEN, deals), strict=True):
        assert found.worths == _worths(without(asked, deal.others), deal.own)


def test_batches_do_not_change_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = every_deal(SIX_NAMES, 1)[::40]
    whole = valued(SIX_NAMES, deals)
    monkeypatch.setattr(room, "CELLS_BYTES", 1)  # a batch a deal
    assert valued(SIX_NAMES, deals) == whole
