"""Strategies that are written down, on boards: counted as every deal is dealt; what boards take for alike is proved."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from houseway.analysis.simulate import simulate
from houseway.analysis.solve import computed
from houseway.analysis.universal import solving
from houseway.analysis.universal.boards import every_board
from houseway.analysis.universal.boards.by_plan import plan_alike
from houseway.analysis.universal.boards.by_plan.plan_alike import felt_at, verify_alike
from houseway.analysis.universal.boards.by_plan.plan_formula import TheFelt, formula_of
from houseway.analysis.universal.boards.by_plan.planned_boards import PlannedBoards
from houseway.analysis.universal.boards.by_plan.terms import Term
from houseway.analysis.universal.boards.common_board import CommonBoard, common_board
from houseway.analysis.universal.boards.every_board import StoppedOnBoards
from houseway.analysis.universal.proof import Proof, prove
from houseway.analysis.universal.question import Question, question
from houseway.games import find_game
from houseway.games.contract import Strategy
from houseway.games.game import place_wagers
from houseway.games.ultimate_texas_holdem.play import (
    CHECK,
    RAISE_FOUR,
    RAISE_ONE,
    RAISE_TWO,
    TO_FOLD,
)
from houseway.rules import poker
from houseway.rules.cards import SPADES, cards_of, rank, suit
from houseway.rules.choice import bit
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE, Felt, clear
from houseway.rules.poker import PAIR, category, ranks, seven
from houseway.rules.refused import Refused
from houseway.rules.shoe import arranged_shoe

HOLDEM = find_game("ultimate_texas_holdem")
SIX_NAMES = cards_of("7c 7d 7h Tc Td Th Kc Kd Kh")
TWO_NAMES = cards_of("9h Tc Td Jc Jd Qc Qd Kc Kd")


class Nothing(NamedTuple):
    ranks: poker.Ranks


def asked_of(deck: list[int] | None = None) -> tuple[Question, CommonBoard]:
    asked = question(HOLDEM, HOLDEM.settings(), deck)
    board = common_board(asked)
    assert board is not None
    return asked, board


def planned(follow: Callable[..., int]) -> Strategy:
    return Strategy("tried", Nothing(ranks()), follow)


def dealt_out(asked: Question, strategy: Strategy) -> Counter[tuple[int, int, int]]:
    """Every deal of a deck, played out: how often each wager came to each outcome and so many cents."""
    found: Counter[tuple[int, int, int]] = Counter()
    felt = HOLDEM.felt(1)
    for own in combinations(asked.deck, 2):
        left = [card for card in asked.deck if card not in own]
        for hidden in combinations(left, 2):
            for flop in combinations([card for card in left if card not in hidden], 3):
                rest = [card for card in left if card not in hidden and card not in flop]
                for later in combinations(rest, 2):
                    clear(felt)
                    place_wagers(HOLDEM, felt, [asked.bets])
                    deal = [*own, *hidden, *flop, *later]
                    HOLDEM.play(asked.rules, arranged_shoe(deal), strategy.follow, strategy.plan, felt)
                    for wager in range(len(HOLDEM.wagers)):
                        found[wager, int(felt.outcome[1, wager]) + 1, int(felt.net[1, wager])] += 1
    return found


def basic(asked: Question) -> Strategy:
    return HOLDEM.written("basic", asked.settings)


def raises_by_outs(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:
    """Another way to write a plan: sums, early answers, loops that are left."""
    own, board = felt.cards[seat, hand], felt.cards[HOUSE, COMMUNITY]
    if options & bit(RAISE_FOUR):
        if rank(own[0]) + rank(own[1]) >= 18:
            return RAISE_FOUR
        return CHECK
    if options & bit(RAISE_TWO):
        for i in range(2):
            for k in range(3):
                if rank(own[i]) == rank(board[k]):
                    return RAISE_TWO
        return CHECK
    best = seven(plan.ranks, own[0], own[1], board[0], board[1], board[2], board[3], board[4])
    in_hand = 0
    for i in range(5):
        if rank(board[i]) not in (rank(own[0]), rank(own[1])):
            continue
        in_hand += 1
    return RAISE_ONE if category(best) >= PAIR and in_hand > 0 else TO_FOLD


@pytest.mark.parametrize("name", ["basic", "another"])
def test_a_toy_deck_is_counted_as_every_deal_is_played(name: str) -> None:
    asked, board = asked_of(SIX_NAMES)
    strategy = basic(asked) if name == "basic" else planned(raises_by_outs)
    counted = PlannedBoards(asked, board, strategy).counted
    every = dealt_out(asked, strategy)
    whole = sum(n for (wager, _, _), n in every.items() if wager == 0)
    ours = {key: n for key, n in counted.times.items() if key[0] < len(HOLDEM.wagers)}
    assert ours == {key: n * asked.deals // whole for key, n in every.items()}
    assert asked.deals == whole
    assert counted.most == counted.money


@pytest.mark.slow
@pytest.mark.parametrize("name", HOLDEM.strategies)
def test_a_toy_deck_is_counted_as_walked_under_every_order_and_name(name: str) -> None:
    asked, board = asked_of(SIX_NAMES)
    strategy = HOLDEM.written(name, asked.settings)
    ours = Proof(asked, PlannedBoards(asked, board, strategy).counted, name)
    walked = prove(HOLDEM, HOLDEM.settings(), strategy, deck=SIX_NAMES)
    for each, wager in walked.wagers().items():
        found = ours.wagers()[each]
        assert sorted(map(repr, found.rows)) == sorted(map(repr, wager.rows))
        assert (found.edge, found.hit, found.variance, found.action) == (
            wager.edge, wager.hit, wager.variance, wager.action
        )  # fmt: skip
    assert ours.notes() == walked.notes()


# --- what a plan does, as a formula ---


OF_A_CARD: dict[str, Callable[[int], int]] = {"card": int, "rank": rank, "suit": suit}
OF_SEVERAL: dict[str, Callable[[list[int]], int]] = {
    "eq": lambda values: len(set(values)) == 1, "and": all, "or": any, "max": max, "min": min
}  # fmt: skip
OF_ONE: dict[str, Callable[[int], int]] = {"positive": lambda n: n > 0, "not": lambda n: not n, "if": int}


def worth(term: Term, card: Callable[[tuple[int, int, int]], int], plan: Any) -> int:
    """A formula for cards that lie somewhere."""

    def of(each: Term) -> int:
        return worth(each, card, plan)

    if isinstance(term, int):
        return term
    kind, *rest = term
    if kind in ("a card", "a suit"):
        return int(rest[0])
    if kind in OF_A_CARD:
        return OF_A_CARD[kind](card(rest[0]))
    if kind == "sum":
        return int(rest[0] + sum(times * of(each) for each, times in rest[1]))
    if kind == "look":
        return int(getattr(plan, rest[0].removeprefix("plan."))[tuple(map(of, rest[1]))])
    if kind == "hand":
        return int(getattr(poker, rest[0])(plan.ranks, *map(of, rest[2])))
    if kind == "RShift":
        return of(rest[0]) >> of(rest[1])
    if kind == "either":
        return of(rest[1]) if of(rest[0]) else of(rest[2])
    return OF_SEVERAL[kind](list(map(of, rest[0]))) if kind in OF_SEVERAL else OF_ONE[kind](of(rest[0]))


@pytest.mark.parametrize("name", ["basic", "another"])
def test_a_formula_says_what_the_plan_does_on_any_cards(name: str) -> None:
    asked, _ = asked_of()
    strategy = basic(asked) if name == "basic" else planned(raises_by_outs)
    luck = random.Random(4)
    acts = set()
    for made, hands in (((), 300), ((CHECK,), 300), ((CHECK, CHECK), 60)):
        felt, hand = felt_at(asked, made)
        options = asked.shape.nodes[made].options
        seen = frozenset(asked.shape.places[draw] for draw in asked.shape.seen[len(made)])
        formula = formula_of(strategy.follow, strategy.plan, TheFelt(felt, seen), 1, hand, options)
        for _ in range(hands):
            for place, card in zip(sorted(seen), luck.sample(asked.deck, len(seen)), strict=True):
                felt.cards[place] = card
            act = strategy.follow(strategy.plan, felt, 1, hand, options)
            assert worth(formula, lambda place: int(felt.cards[place]), strategy.plan) == act  # noqa: B023
            acts.add(act)
    assert acts == {RAISE_FOUR, CHECK, RAISE_TWO, RAISE_ONE, TO_FOLD}


def in_order_dealt(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options & bit(RAISE_FOUR):
        return RAISE_FOUR if rank(felt.cards[seat, hand, 0]) > rank(felt.cards[seat, hand, 1]) else CHECK
    return raises_by_outs(plan, felt, seat, hand, options)


def with_a_spade(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:
    own = felt.cards[seat, hand]
    if options & bit(RAISE_FOUR):
        return RAISE_FOUR if suit(own[0]) == SPADES or suit(own[1]) == SPADES else CHECK
    return raises_by_outs(plan, felt, seat, hand, options)


def by_the_first_of_the_flop(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:
    board = felt.cards[HOUSE, COMMUNITY]
    if options & bit(RAISE_TWO):
        return RAISE_TWO if rank(board[0]) == max(rank(board[0]), rank(board[1]), rank(board[2])) else CHECK
    return raises_by_outs(plan, felt, seat, hand, options)


def by_what_came_last(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options & bit(RAISE_ONE):
        last = rank(felt.cards[HOUSE, COMMUNITY, 4])
        return RAISE_ONE if last in (rank(felt.cards[seat, hand, 0]), rank(felt.cards[seat, hand, 1])) else TO_FOLD
    return raises_by_outs(plan, felt, seat, hand, options)


def with_one_card_of_the_deck(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options & bit(RAISE_FOUR):
        return RAISE_FOUR if 51 in (felt.cards[seat, hand, 0], felt.cards[seat, hand, 1]) else CHECK
    return raises_by_outs(plan, felt, seat, hand, options)


def with_the_dealers_card(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options & bit(RAISE_ONE):
        return RAISE_ONE if rank(felt.cards[HOUSE, DEALER, 0]) < 5 else TO_FOLD
    return raises_by_outs(plan, felt, seat, hand, options)


def before_it_is_turned(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options & bit(RAISE_TWO):
        return RAISE_TWO if rank(felt.cards[HOUSE, COMMUNITY, 3]) > 5 else CHECK
    return raises_by_outs(plan, felt, seat, hand, options)


def off_the_tape(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options & bit(RAISE_FOUR):
        return RAISE_FOUR if felt.tape[3, 3] > 20 else CHECK
    return raises_by_outs(plan, felt, seat, hand, options)


def that_keeps_a_count(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:
    felt.cards[seat, hand, 0] += 1
    return raises_by_outs(plan, felt, seat, hand, options)


def by_the_card_itself(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options & bit(RAISE_FOUR):
        return RAISE_FOUR if felt.cards[seat, hand, 0] + felt.cards[seat, hand, 1] > 60 else CHECK
    return raises_by_outs(plan, felt, seat, hand, options)


def whatever_is_offered(plan: Nothing, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    return CHECK


@pytest.mark.parametrize(
    ("follow", "why"),
    [
        (in_order_dealt, "not shown to do the same in whatever order one's own cards lie"),
        (by_the_first_of_the_flop, "in whatever order the cards of the board that are turned lie"),
        (by_what_came_last, "in whatever order the cards of the board that are turned lie"),
        (with_a_spade, "not shown to do the same whatever suits are called"),
        (with_one_card_of_the_deck, "not shown to do the same whatever suits are called"),
        (with_the_dealers_card, r"looks at a card that is not seen: felt.cards\[HOUSE, DEALER, 0\] \(line \d+ of "),
        (before_it_is_turned, r"looks at a card that is not seen: felt.cards\[HOUSE, COMMUNITY, 3\]"),
        (off_the_tape, "looks at the felt's 'tape'"),
        (by_the_card_itself, "uses a card itself"),
        (that_keeps_a_count, r"has a line that cannot be followed \(AugAssign\)"),
    ],
)
def test_breach__a_plan_that_boards_would_take_for_alike_what_it_does_not_is_refused(
    follow: Callable[..., int], why: str
) -> None:
    asked, board = asked_of()
    with pytest.raises(Refused, match=f"'tried' of Ultimate Texas Hold'em cannot be counted on boards .*{why}") as no:
        verify_alike(asked, board, planned(follow))
    assert "`houseway simulate ultimate_texas_holdem --set strategy=tried` samples it, with its error" in str(no.value)


def test_a_plan_that_cares_for_no_order_is_asked_once() -> None:
    asked, board = asked_of()
    for strategy in (basic(asked), planned(raises_by_outs)):
        verify_alike(asked, board, strategy)


def test_an_act_that_is_not_offered_is_refused() -> None:
    asked, board = asked_of(SIX_NAMES)
    with pytest.raises(Refused, match="'tried' takes an act that is not offered"):
        PlannedBoards(asked, board, planned(whatever_is_offered)).counted  # noqa: B018


@pytest.mark.parametrize("blocks", [3, 20])
def test_ctrl_c_keeps_the_boards_that_are_done_and_the_same_strategy_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blocks: int
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(every_board, "BLOCK", 4)
    asked, board = asked_of(TWO_NAMES)
    strategy = planned(raises_by_outs)
    whole = PlannedBoards(asked, board, strategy)
    wanted = whole.counted
    before: list[int] = []
    PlannedBoards(asked, board, strategy, lambda done, _: before.append(done))._played  # noqa: B018
    told: list[int] = []

    def stop(done: int, _: int) -> None:
        told.append(done)
        if len(told) == len(before) + blocks:
            raise KeyboardInterrupt

    with pytest.raises(StoppedOnBoards) as stopped:
        PlannedBoards(asked, board, strategy, stop).counted  # noqa: B018
    assert stopped.value.is_kept
    left: list[int] = []
    resumed = PlannedBoards(asked, board, strategy, lambda done, _: left.append(done))
    assert resumed.counted == wanted
    assert (resumed.last_acts == whole.last_acts).all()
    boards = len(whole.steps.boards.cards)
    assert len(left) + blocks <= len(before) + 2 * -(-boards // 4) + 2, "what was done is not done again"
    other = Strategy("other", strategy.plan, strategy.follow)
    assert PlannedBoards(asked, board, other).done == {}, "another strategy begins from nothing"


def test_what_is_kept_of_a_strategy_goes_when_it_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(solving, "by_boards", common_board)
    monkeypatch.setattr(plan_alike, "verify_alike", lambda *_: None)
    asked, board = asked_of(SIX_NAMES)
    every = PlannedBoards(asked, board, basic(asked))
    wanted = Proof(asked, every.counted, "basic").wagers()
    every._stopped()
    assert len(list(tmp_path.rglob("*.npz"))) == 1
    solution = solving.solve(HOLDEM, HOLDEM.settings(), "basic", deck=SIX_NAMES)
    assert solution.wagers == wanted
    assert list(tmp_path.rglob("*.npz")) == []


@pytest.mark.slow
def test_a_written_strategy_on_the_full_deck_is_what_ten_million_rounds_say() -> None:
    for name in HOLDEM.strategies:
        edge = {each: wager.edge.value for each, wager in computed(HOLDEM, HOLDEM.settings(), name).wagers.items()}
        seen = simulate(HOLDEM, 10_000_000, seed=5, strategy=name, wagers=[{"ante": 600, "blind": 600}])
        for figure in seen.figures():
            if figure.name in edge:
                assert abs(figure.edge - float(edge[figure.name])) < 4 * figure.standard_error
