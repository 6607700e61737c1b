"""The best play of a game of boards in words: rules that mean what they say, and cost what a walk says they cost."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from houseway.analysis.universal import count as counting
from houseway.analysis.universal.boards.board_plan import board_plan, follow_board
from houseway.analysis.universal.boards.card_sets import pair_place
from houseway.analysis.universal.boards.common_board import common_board
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.boards.kept_boards import BestOnBoards
from houseway.analysis.universal.count import count
from houseway.analysis.universal.proof import Proof
from houseway.analysis.universal.question import question
from houseway.analysis.universal.worded.board_told import BEATEN, BEFORE, DIGITS, FULL, number_told, tell_cards
from houseway.analysis.universal.worded.board_words import board_words, digits_of, told_as
from houseway.analysis.universal.worded.in_words import guide_to
from houseway.analysis.universal.worded.on_boards import BoardGuide, BoardTold
from houseway.games import find_game
from houseway.games.contract import Strategy
from houseway.rules.cards import cards_of
from houseway.rules.poker import ranks, seven, six
from houseway.rules.shapes import words

HOLDEM = find_game("ultimate_texas_holdem")
TEN = cards_of("2c 2d 9c 9d Tc Td Jc Qd Kc Ac")  # clubs and diamonds that are not the same
TWO_NAMES = cards_of("9h Tc Td Jc Jd Qc Qd Kc Kd")


def every_board(deck: list[int]) -> EveryBoard:
    asked = question(HOLDEM, HOLDEM.settings(), deck)
    board = common_board(asked)
    assert board is not None
    return EveryBoard(asked, board)


def beaten_by(own: tuple[int, int], board: list[int], deck: list[int]) -> int:
    """Cards with which the lowest hidden hand is still better."""
    tables = ranks()
    held = seven(tables, *own, *board)
    live = [card for card in deck if card not in board]
    return sum(
        min(seven(tables, card, other, *board) for other in live if other != card) > held
        for card in live
        if card not in own
    )


def last_acts_by(every: EveryBoard, told: BoardTold, deck: list[int]) -> np.ndarray:
    """What the rules say on every full board, in the bits of a plan."""
    tree = every.steps.tree
    node = int(tree.chooses[0])
    offered = tree.acts_offered[node, : tree.offered[node]].tolist()
    said = dict(zip(told.numbers.tolist(), told.acts.tolist(), strict=True))
    found = every.last_acts.copy()
    for number, board in enumerate(every.steps.boards.cards.tolist()):
        left = [card for card in deck if card not in board]
        for one, other in combinations(left, 2):
            digits = words(DIGITS)
            tell_cards(one, other, board, len(board), digits)
            digits[BEATEN] = beaten_by((one, other), board, deck)
            at = int(every.steps.hands.number[pair_place(one, other)]) * every.steps.bits
            act = said.get(number_told(digits, FULL))
            if act is not None:  # the rules lead here
                row = found[number, tree.choice[node]]
                row[at >> 3] = row[at >> 3] & (255 - (1 << (at & 7))) | offered.index(act) << (at & 7)
    return found


@pytest.mark.parametrize(
    ("deck", "within"),
    [(TWO_NAMES, Fraction(1, 2)), (TEN, Fraction(1, 2)), (TEN, Fraction(0))],
    ids=["two names", "no names", "no names, many rules"],
)
def test_what_rules_cost_is_the_difference_of_the_edges(
    deck: list[int], within: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second way: the rules as a plan, followed through every deal of a walk."""
    monkeypatch.setattr(counting, "INTERPRETED_MAX", 0)  # one walk for all three, compiled
    every = every_board(deck)
    asked = every.asked
    guide = BoardGuide(every, within)
    told = guide.told()
    last = told[-1]
    assert isinstance(last, BoardTold)
    plan = board_plan(every, BestOnBoards(guide.acts, last_acts_by(every, last, deck), every.counted))
    ruled = count(asked, Strategy("words", plan, follow_board))
    edge = Proof(asked, ruled, "").wagers()["round"].edge.value
    best = Proof(asked, every.counted, "").wagers()["round"].edge.value
    assert sum(each.cost for each in told) == edge - best
    if within:
        assert edge > best


def test_classes_have_all_deals_and_a_line_each() -> None:
    every = every_board(TWO_NAMES)
    told = BoardGuide(every, Fraction(0)).told()
    assert int(told[0].classes.deals.sum()) == every.asked.deals
    guide = guide_to(HOLDEM, told, every.asked.unit_cents)
    rows = guide.classes()
    assert len(rows) == sum(len(each.classes.deals) for each in told)
    assert {len(row) for row in rows} == {len(guide.columns)}
    assert [section.title for section in guide.sections] == [
        "First choice, with two cards", "Second choice, with three cards of the board",
        "Third choice, with the whole board",
    ]  # fmt: skip
    for section in guide.sections:
        assert sum(rule.share for rule in section.rules) == pytest.approx(1)


def digits(own: str, board: str, beaten: int = 0) -> list[int]:
    one, other = cards_of(own)
    found = words(DIGITS)
    tell_cards(one, other, cards_of(board), len(cards_of(board)), found)
    found[BEATEN] = beaten
    return [int(digit) for digit in found]


TOLD = {
    ("Kh 2d", "9c 6s 3h"): "king high; no pair on the board",
    ("9h 2d", "9c 6s 3h"): "a card paired with the board, nines; no pair on the board",
    ("9h 5d", "9c 6s 3h"): "a card paired with the board, nines; other card five; no pair on the board",
    ("2h 5d", "2c 6s 6h"): "a card paired with the board, deuces; other card five; a pair on the board",
    ("2h 2d", "9c 6s 6h"): "two deuces in the hand; a pair on the board",
    ("2h 2d", "9c 2s 6h"): "two pair or better; no pair on the board",
    ("9h 6d", "9c 6s 3h"): "two pair or better; other card six; no pair on the board",
    ("Jh 6h", "9h 2h 3c"): "jack high; other card six; four of a suit with a jack; no pair on the board",
    ("Jd 6h", "9h 2h 3h"): "jack high; other card six; four of a suit with a six; no pair on the board",
    ("Jd Th", "9h 8c 2h"): "jack high; other card ten; four of a straight, two ranks to fill it; no pair on the board",
    ("Jd Th", "9h 7c 2h"): "jack high; other card ten; four of a straight, one rank to fill it; no pair on the board",
    ("Ad 3h", "4h 5c Kh"): "ace high; other card three; four of a straight, one rank to fill it; no pair on the board",
    ("Jd Th", "9h 8c 7h"): "a straight or a flush; other card ten; no pair on the board",
    ("Ad 3h", "4h 5c 2h"): "a straight or a flush; other card three; no pair on the board",
}


@pytest.mark.parametrize(("own", "board"), TOLD)
def test_what_is_told_of_cards_with_a_board(own: str, board: str) -> None:
    number = number_told(digits(own, board), BEFORE)
    assert told_as(digits_of(np.array([number]), BEFORE)) == [TOLD[own, board]]


def test_a_card_that_beats_a_hand_alone_is_one_that_beats_it_with_the_board() -> None:
    """In a whole deck those are outs, as players count them: but for boards so low that any other card helps too."""
    same = 0
    luck, tables = random.Random(8), ranks()
    for _ in range(200):
        one, other, *board = luck.sample(range(52), 7)
        held = seven(tables, one, other, *board)
        left = [card for card in range(52) if card not in (one, other, *board)]
        outs = sum(six(tables, card, *board) > held for card in left)
        beaten = beaten_by((one, other), board, list(range(52)))
        assert beaten >= outs
        same += beaten == outs
    assert same >= 190


def ranks_of(cards: list[int]) -> list[int]:
    return [card >> 2 for card in cards]


def suits_of(cards: list[int]) -> list[int]:
    return [card & 3 for card in cards]


Cards = tuple[list[int], list[int], list[int], list[int]]  # ranks and suits of one's own, and of the board


def paired(cards: Cards) -> bool:
    own, _, board, _ = cards
    return own[0] == own[1] or bool(set(own) & set(board))


def four_of_a_suit(cards: Cards, least: int) -> bool:
    own, of_own, _, of_board = cards
    every = of_own + of_board
    is_drawn = any(every.count(suit) == 4 and rank >= least for rank, suit in zip(own, of_own, strict=True))
    return is_drawn and not is_made(cards)


def has_run(held: set[int]) -> bool:
    low = {-1 if rank == 12 else rank for rank in held}
    return any(set(range(first, first + 5)) <= (held | low) for first in range(-1, 9))


def is_made(cards: Cards) -> bool:
    own, of_own, board, of_board = cards
    return has_run({*own, *board}) or any((of_own + of_board).count(suit) == 5 for suit in range(4))


MEANT: dict[str, Callable[[Cards], bool]] = {
    "a pair of your own or better": lambda cards: paired(cards) or is_made(cards),
    "two deuces in your hand": lambda cards: cards[0] == [0, 0] and 0 not in cards[2],
    "a card paired with the board, tens or higher": lambda cards: (
        cards[0][0] != cards[0][1]
        and sum(cards[2].count(rank) for rank in cards[0]) == 1
        and any(rank >= 8 and rank in cards[2] for rank in cards[0])
        and not is_made(cards)
    ),
    "a straight or a flush of your own": is_made,
    "four cards of one suit, your own a ten or higher": lambda cards: four_of_a_suit(cards, 8),
    "four cards of one suit, with one of your own": lambda cards: four_of_a_suit(cards, 0),
    "four cards of a straight that two ranks would fill": lambda cards: (
        sum(
            has_run({*cards[0], *cards[2], rank}) and not has_run({*cards[2], rank})
            for rank in set(range(13)) - {*cards[0], *cards[2]}
        )
        == 2
        and not is_made(cards)
    ),
    "no pair of your own but a jack or higher": lambda cards: (
        not paired(cards) and not is_made(cards) and max(cards[0]) >= 9
    ),
    "no pair of your own but both cards tens or higher": lambda cards: (
        not paired(cards) and not is_made(cards) and min(cards[0]) >= 8
    ),
}


def test_words_mean_what_they_say() -> None:
    luck = random.Random(4)
    dealt = [luck.sample(range(52), 5) for _ in range(6000)]
    dealt += [[*luck.sample(range(suit, 52, 4), 4), 4 * luck.randrange(13) + (suit + 1) % 4] for suit in range(4)]
    dealt += [[4 * (low + i) + luck.randrange(4) for i in range(5)] for low in range(9)]
    found = words(len(dealt), DIGITS)
    for i, (one, other, *board) in enumerate(dealt):
        tell_cards(one, other, board, 3, found[i])
    marks = {word.text: word.marks for word in board_words(found, is_full=False)}
    for text, means in MEANT.items():
        said = [
            means((ranks_of(hand[:2]), suits_of(hand[:2]), ranks_of(hand[2:]), suits_of(hand[2:]))) for hand in dealt
        ]
        assert marks[text].tolist() == said, text
