"""Hands of three cards: straight flush, three of a kind, straight, flush, pair, high card.

A value is one number, the greater the better: what the cards make, then their ranks, those that count first.
"""

from houseway.rules.cards import ACE, rank, suit
from houseway.rules.poker import FLUSH as POKER_FLUSH
from houseway.rules.poker import HIGH_CARD
from houseway.rules.poker import PAIR as POKER_PAIR
from houseway.rules.poker import STRAIGHT as POKER_STRAIGHT
from houseway.rules.poker import STRAIGHT_FLUSH as POKER_STRAIGHT_FLUSH
from houseway.rules.poker import THREE_OF_A_KIND as POKER_THREE

HIGH, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH = range(6)
MADE_SHIFT = 12


def three_value(a: int, b: int, c: int) -> int:
    """Ace, king, queen is the highest straight and ace, deuce, three the lowest; none runs round the ace."""
    low, high = min(rank(a), rank(b), rank(c)), max(rank(a), rank(b), rank(c))
    middle = rank(a) + rank(b) + rank(c) - low - high
    wheel = high == ACE and middle == 1 and low == 0
    in_a_row = wheel or (high - middle == 1 and middle - low == 1)
    one_suit = suit(a) == suit(b) and suit(b) == suit(c)
    if wheel:
        high, middle, low = 1, 0, ACE  # three, deuce, ace
    if low == high:
        return THREE << MADE_SHIFT | high << 8 | middle << 4 | low
    if in_a_row:
        return (STRAIGHT_FLUSH if one_suit else STRAIGHT) << MADE_SHIFT | high << 8 | middle << 4 | low
    if one_suit:
        return FLUSH << MADE_SHIFT | high << 8 | middle << 4 | low
    if low == middle:
        return PAIR << MADE_SHIFT | low << 8 | middle << 4 | high
    if middle == high:
        return PAIR << MADE_SHIFT | high << 8 | middle << 4 | low
    return high << 8 | middle << 4 | low


def made(value: int) -> int:
    """HIGH to STRAIGHT_FLUSH."""
    return value >> MADE_SHIFT


def highest(value: int) -> int:
    """The rank that counts first."""
    return value >> 8 & 15


def is_mini_royal(value: int) -> bool:
    """Ace, king and queen of one suit."""
    return made(value) == STRAIGHT_FLUSH and highest(value) == ACE


def poker_value(value: int) -> int:
    """The same in the order of five-card poker, as a dealer says it."""
    kind = made(value)
    said = HIGH_CARD
    if kind == PAIR:
        said = POKER_PAIR
    elif kind == FLUSH:
        said = POKER_FLUSH
    elif kind == STRAIGHT:
        said = POKER_STRAIGHT
    elif kind == THREE:
        said = POKER_THREE
    elif kind == STRAIGHT_FLUSH:
        said = POKER_STRAIGHT_FLUSH
    return said << 20 | (value & 0xFFF) << 8
