"""Who sees more at a game of boards wins, deal by deal, what a walk of every deal says."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from houseway.analysis.universal.advice import dealt_out, worths
from houseway.analysis.universal.boards import sights as room
from houseway.analysis.universal.boards.board_plan import BoardPlan, board_plan, follow_board
from houseway.analysis.universal.boards.common_board import common_board
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.boards.sights import SeenDeal, Sights, SightValue
from houseway.analysis.universal.packets import Layout
from houseway.analysis.universal.proof import ROUND, prove
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.seats.face_up import without
from houseway.analysis.universal.shape import Acts
from houseway.games import find_game
from houseway.games.game import place_wagers
from houseway.games.ultimate_texas_holdem.play import CHECK
from houseway.rules.cards import cards_of
from houseway.rules.choice import bit
from houseway.rules.felt import Felt, clear
from houseway.rules.shoe import arranged_shoe

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
        drawn = dict(zip(sorted(asked.shape.seen[0]), deal.own, strict=True))
        assert found.worths == dict(worths(without(asked, deal.others), (), drawn))


def test_batches_do_not_change_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = every_deal(SIX_NAMES, 1)[::40]
    whole = valued(SIX_NAMES, deals)
    monkeypatch.setattr(room, "CELLS_BYTES", 1)  # a batch a deal
    assert valued(SIX_NAMES, deals) == whole


# --- decision by decision ---


def ends_of(asked: Question, deal: Sequence[int]) -> dict[Acts, int]:
    """Cents won by the wagers that choices look at, by the acts of a round."""
    felt, found = HOLDEM.felt(1), {}
    for acts in asked.ends:
        made = iter(acts)
        clear(felt)
        place_wagers(HOLDEM, felt, [asked.bets])
        HOLDEM.play(asked.rules, arranged_shoe(deal), lambda *_: next(made), None, felt)  # noqa: B023
        found[acts] = sum(int(felt.net[1, w]) for w, aside in enumerate(asked.aside) if not aside)
    return found


def blind_acts(asked: Question, plan: BoardPlan, deal: Sequence[int]) -> list[int]:
    """What one who does not see does at each choice, if it checks before it."""
    made: list[int] = []

    def decide(_: Any, felt: Felt, seat: int, hand: int, options: int) -> int:
        made.append(follow_board(plan, felt, seat, hand, options))
        return CHECK if options & bit(CHECK) else made[-1]

    felt = HOLDEM.felt(1)
    place_wagers(HOLDEM, felt, [asked.bets])
    HOLDEM.play(asked.rules, arranged_shoe(deal), decide, None, felt)
    return made


Dealt = tuple[list[int], dict[Acts, int], list[int]]  # a deal, what ends of it win, what is done blind


def one_value(dealt: list[Dealt], acts: Acts, first: int, moved: Counter[tuple[int, int, int]]) -> int:
    """What is won over deals with the same cards seen, by one who sees from the first such choice on."""
    if acts in dealt[0][1]:
        return sum(ends[acts] for _, ends, _ in dealt)
    turned = slice(4, (4, 7, 9)[len(acts)])  # after two cards of one's own and two hidden ones
    known: dict[tuple[int, ...], list[Dealt]] = {}
    for each in dealt:
        known.setdefault(tuple(sorted(each[0][turned])), []).append(each)
    found = 0
    for alike in known.values():
        offered = sorted({end[len(acts)] for end in alike[0][1] if end[: len(acts)] == acts})
        blind = alike[0][2][len(acts)]
        worth = {act: one_value(alike, (*acts, act), first, Counter()) for act in offered}
        best = max(offered, key=lambda act: (worth[act], act == blind))
        if len(acts) == first and worth[best] > worth[blind]:
            moved[len(acts), blind, best] += len(alike)
        if len(acts) < first:
            one_value(alike, (*acts, blind), first, moved)
        found += worth[best if len(acts) >= first else blind]
    return found


def test_seeing_is_told_decision_by_decision_as_every_deal_says() -> None:
    """Some hands with a card of the dealer: every deal, every way to act, put together by what is seen."""
    asked = question(HOLDEM, HOLDEM.settings(), TEN_RANKS)
    board = common_board(asked)
    assert board is not None
    every = EveryBoard(asked, board)
    best = every.best
    plan = board_plan(every, best)
    deals = every_deal(TEN_RANKS, 1)
    found: dict[int, SightValue] = {}
    Sights(every, best).values(deals, lambda first, values: found.update(enumerate(values, first)))
    moved = [next(i for i, value in sorted(found.items()) if value.choices[step].changed) for step in range(3)]
    for number in {0, *moved}:
        deal = deals[number]
        dealt = []
        left = [card for card in TEN_RANKS if card not in (*deal.own, *deal.hidden)]
        for other in left:
            for flop in combinations([card for card in left if card != other], 3):
                later = [card for card in left if card != other and card not in flop]
                for turned in combinations(later, 2):
                    cards = [*deal.own, *deal.hidden, other, *flop, *turned]
                    dealt.append((cards, ends_of(asked, cards), blind_acts(asked, plan, cards)))
        unit, value = len(dealt) * asked.unit_cents, found[number]
        won, changed = [], [Counter[tuple[int, int, int]]() for _ in range(4)]
        for first in range(4):
            won.append(one_value(dealt, (), first, changed[first]))
        assert [each.worth for each in value.choices] == [
            Fraction(won[step] - won[step + 1], unit) for step in range(3)
        ]
        assert Fraction(won[3], unit) == value.planned
        for step, each in enumerate(value.choices):
            told = {(before, after): Fraction(n, len(dealt)) for (_, before, after), n in changed[step].items()}
            assert each.changed == told


@pytest.mark.slow
def test_on_the_full_deck_first_acts_are_worth_what_a_walk_of_every_deal_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """839,028,960 deals of king and four with a seven of the dealer's, each dealt: no boards, no names of suits."""
    wider = question(HOLDEM, HOLDEM.settings(), sees="dealer:1")
    own, shown = sorted(cards_of("Kd 4c")), cards_of("7h")
    whole = Question.layout

    def with_room(self: Question, *, planned: bool) -> Layout:
        """Sums are over the deals of these cards alone."""
        made = whole(self, planned=planned)
        made.net_max[0] = (1 << 62) // 10**9
        return made

    monkeypatch.setattr(Question, "layout", with_room)
    cells, deals = dealt_out(wider, (), dict(zip(sorted(wider.shape.seen[0]), [*own, *shown], strict=True)))
    monkeypatch.setattr(Question, "layout", whole)
    (found,) = valued(question(HOLDEM, HOLDEM.settings()).deck, [SeenDeal((own[0], own[1]), (shown[0],))])
    assert deals == 839_028_960
    assert found.worths == {
        act: Fraction(int(cells.value[wider.numbers[(act,)]]), deals * wider.unit_cents) for act in found.worths
    }
