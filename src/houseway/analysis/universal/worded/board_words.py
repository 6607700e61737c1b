"""Words for two cards with a board: what is made with a card of one's own, draws, high cards, and what beats it."""

from collections.abc import Iterator, Sequence

import numpy as np

from houseway.analysis.universal.worded.board_told import (
    BEATEN,
    BOARD_PAIRS,
    BOARD_RUN,
    BOARD_SUIT,
    DIGITS,
    FIVE,
    FULL,
    MADE,
    MORE,
    NOTHING,
    ONE_PAIRED,
    OTHER,
    POCKET_PAIR,
    RANK,
    RUN,
    SUITED,
)
from houseway.analysis.universal.worded.hand_words import MANY, NUMBERS, ONE, Word, parting, simplest_first
from houseway.rules.cards import ACE
from houseway.rules.shapes import Words

HIGH_FROM = 6  # an eight: lower cards are not told from each other


def digits_of(numbers: Words, sizes: Sequence[int]) -> Words:
    """[class, digit]"""
    found = np.zeros((len(numbers), DIGITS), dtype=np.int64)
    for digit in reversed(range(DIGITS)):
        found[:, digit] = numbers % sizes[digit]
        numbers = numbers // sizes[digit]
    return found


def board_words(digits: Words, *, is_full: bool) -> list[Word]:
    """Every word that parts the classes, the simpler of two that mean the same."""
    made = list(_made(digits))
    high = list(_high(digits))
    if is_full:
        beaten, board = list(_beaten(digits)), list(_board(digits))
        said = [*made, *high, *beaten, *board, *_both(beaten, [*made, *high, *board]), *_both(made, board)]
    else:
        draws = list(_draws(digits))
        said = [*made, *high, *draws, *_both(draws, [*high, *_two_overlap(digits)]), *_both(made, list(_board(digits)))]
    return parting(simplest_first(said))


def _both(ones: Sequence[Word], others: Sequence[Word]) -> Iterator[Word]:
    for one in ones:
        for other in others:
            yield Word(f"{one.text}, and {other.text}", one.marks & other.marks, one.size + other.size)


def _made(digits: Words) -> Iterator[Word]:
    """With a card of one's own."""
    made, rank = digits[:, MADE], digits[:, RANK]
    better = made >= MORE
    yield Word("a straight or a flush of your own", made == FIVE, 1)
    yield Word("two pair of your own or better", better, 1)
    yield Word("a pair of your own or better", made >= ONE_PAIRED, 1)
    for low in range(1, ACE + 1):
        paired = (made >= ONE_PAIRED) & (rank >= low)
        yield Word(f"a pair of your own, {MANY[low]}{_higher(low)}, or better", paired | better, 1)
        with_board = (made == ONE_PAIRED) & (rank >= low)
        yield Word(f"a card paired with the board, {MANY[low]}{_higher(low)}", with_board, 1)
        held = (made == POCKET_PAIR) & (rank >= low)
        yield Word(f"two {MANY[low]} in your hand{_higher(low)}", held, 1)
        lower = (made == POCKET_PAIR) & (rank < low)
        yield Word(f"two {MANY[low - 1]} in your hand{' or lower' if low > 1 else ''}", lower, 1)


def _higher(rank: int) -> str:
    return "" if rank == ACE else " or higher"


def _a(rank: int) -> str:
    return f"{'an' if ONE[rank][0] in 'ae' else 'a'} {ONE[rank]}"


def _high(digits: Words) -> Iterator[Word]:
    """Cards that make no pair."""
    nothing = digits[:, MADE] == NOTHING
    for rank in range(HIGH_FROM, ACE + 1):
        yield Word(f"no pair of your own but {_a(rank)}{_higher(rank)}", nothing & (digits[:, RANK] >= rank), 1)
        both = nothing & (digits[:, OTHER] >= rank)
        yield Word(f"no pair of your own but both cards {MANY[rank]}{_higher(rank)}", both, 1)


def _draws(digits: Words) -> Iterator[Word]:
    for rank in range(HIGH_FROM - 1, ACE + 1):
        text = f"four cards of one suit, your own {_a(rank)}{_higher(rank)}"
        yield Word(text, digits[:, SUITED] > rank, 1)
    yield Word("four cards of one suit, with one of your own", digits[:, SUITED] > 0, 1)
    yield Word("four cards of a straight, with one of your own", digits[:, RUN] > 0, 1)
    yield Word("four cards of a straight that two ranks would fill", digits[:, RUN] > 1, 1)


def _two_overlap(digits: Words) -> Iterator[Word]:
    """What may come to a draw beside high cards."""
    yield Word("a card paired with the board", digits[:, MADE] == ONE_PAIRED, 1)
    yield Word("four of a straight", digits[:, RUN] > 0, 1)
    yield Word("a pair on the board", digits[:, BOARD_PAIRS] > 0, 1)
    yield Word("no pair on the board", digits[:, BOARD_PAIRS] == 0, 1)


def _board(digits: Words) -> Iterator[Word]:
    yield Word("no pair on the board", digits[:, BOARD_PAIRS] == 0, 1)
    yield Word("a pair on the board", digits[:, BOARD_PAIRS] == 1, 1)
    yield Word("two pair or more on the board", digits[:, BOARD_PAIRS] > 1, 1)
    for least, many in ((1, 3), (2, 4)):
        yield Word(f"{NUMBERS[many]} of one suit on the board", digits[:, BOARD_SUIT] >= least, 1)
        yield Word(f"no {NUMBERS[many]} of one suit on the board", digits[:, BOARD_SUIT] < least, 1)
        yield Word(f"{NUMBERS[many]} of a straight on the board", digits[:, BOARD_RUN] >= least, 1)
        yield Word(f"no {NUMBERS[many]} of a straight on the board", digits[:, BOARD_RUN] < least, 1)


def _beaten(digits: Words) -> Iterator[Word]:
    for most in range(FULL[BEATEN] - 1):
        few = "no unseen card" if not most else f"at most {most} unseen card{'' if most == 1 else 's'}"
        yield Word(f"{few} that would beat you alone", digits[:, BEATEN] <= most, 1)


def told_as(digits: Words) -> list[str]:
    """Every class in words, for the table of classes."""
    return [_told_as(*row) for row in digits.tolist()]


def _told_as(
    made: int, rank: int, other: int, suited: int, run: int, pairs: int, suit: int, board_run: int, beaten: int
) -> str:
    first = (
        f"{ONE[rank]} high", f"a card paired with the board, {MANY[rank]}", f"two {MANY[rank]} in the hand",
        "two pair or better", "a straight or a flush",
    )[made]  # fmt: skip
    parts = [first]
    if other:
        parts.append(f"other card {ONE[other]}")
    if suited:
        parts.append(f"four of a suit with {_a(suited - 1)}")
    if run:
        parts.append(f"four of a straight, {NUMBERS[run]} rank{'s' if run > 1 else ''} to fill it")
    parts.append(("no pair on the board", "a pair on the board", "two pair or more on the board")[pairs])
    if suit:
        parts.append(f"{NUMBERS[suit + 2]} of one suit on the board")
    if board_run:
        parts.append(f"{NUMBERS[board_run + 2]} of a straight on the board")
    if beaten:
        parts.append(f"{beaten} cards beat it alone")
    return "; ".join(parts)
