"""A game's blackjack as tables: what every hand may do and how it ends, asked of the game's own leaf rules.

Hands are numbered as in rules/compositions.py. There are few enough to ask the rules about each of them once; compiled
code then only looks up. Nothing here knows a rule: `Leaves` are the game's functions with its Rules bound in.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.shared.pays import pay_of
from houseway.rules.blackjack import BEST, SPLIT, STAND, make_natural, points
from houseway.rules.cards import ACE
from houseway.rules.choice import bit
from houseway.rules.compositions import EMPTY, POINTS, Tree, compositions
from houseway.rules.felt import OUTCOMES_MAX
from houseway.rules.odds import Pays
from houseway.rules.shapes import Words, words

HANDS = 3083
PLAYS_ON = -1
LOWEST, TOTALS = 17, 6  # a dealer ends with 17 to 21, or busts: places 0 to 5
BUST_PLACE = 5
HANDS_MAX = 4  # of one seat after splits
WHOLE = 0  # stands where a pair's points would: the hand is not from a split


@dataclass(frozen=True)
class Leaves:
    """The rules of one game, for one seat. Outcomes are the game's numbers for them."""

    rules: Pays
    wager: int
    soft_17: int
    turn_acts: Callable[[int, int, bool, bool, int, bool], int]  # cards, total, soft, pair, hands, from ace -> options
    ended_at_once: Callable[[int, int], int]  # cards, total of a hand that was hit -> outcome or PLAYS_ON
    doubled_acts: Callable[[int], int]  # total of a doubled hand -> options
    outcome_against: Callable[[int, int], int]  # own total, dealer's total -> outcome
    natural_acts: int  # options of a natural
    natural_outcome: Callable[[int, int], int]  # its two cards
    against_blackjack: Callable[[int, int], int]  # first two cards, against a dealer's blackjack
    surrendered: int
    rescued: int
    doubled_natural_beaten: int | None = None  # outcome of both bets of a natural that was doubled before the check


class Book(NamedTuple):
    """What compiled code wants to know of hands by number."""

    tree: Tree  # [hand, points] the hand with that card more
    held: NDArray[np.int8]  # [hand, points]
    total: NDArray[np.int8]  # [hand]
    cards: NDArray[np.int8]  # [hand]


@cache
def new_book() -> Book:
    book = compositions()
    return Book(book.tree, book.held, book.total, book.cards)


class Turns(NamedTuple):
    """The same as tables, for compiled code."""

    counts: Words  # [points] cards of the shoe
    size: int
    step: int  # 1: a card that is dealt is gone; 0: the shoe is endless
    hole: Words  # [up] points of the hole card that makes a dealer's blackjack; 0: none does
    options: Words  # [points of the pair it was split from or WHOLE, hand]
    limit: Words  # [pair] hands up to which it may be split
    natural: int  # number of the hand
    natural_pay: NDArray[np.float64]  # [0] what a natural wins on average
    ended: Words  # [hand] outcome of a hand that was just hit, or PLAYS_ON
    doubled_options: Words  # [hand]
    against: Words  # [own total, dealer's place] outcome
    bust: int
    surrendered: int
    rescued: int
    pays: NDArray[np.float64]  # [outcome] in units of the stake; only to choose by


def turns_of(leaves: Leaves, deck: Sequence[int], *, endless: bool) -> Turns:
    book = compositions()
    assert len(book.tree) == HANDS
    counts = words(POINTS)
    for card in deck:
        counts[points(card)] += 1
    options, limit = options_of(leaves)
    against = words(BEST + 1, TOTALS)
    for own in range(BEST + 1):
        for place in range(TOTALS):
            against[own, place] = leaves.outcome_against(own, LOWEST + place)
    ended = np.array([_ended(leaves, int(n), int(t)) for n, t in zip(book.cards, book.total, strict=True)])
    pays = np.zeros(OUTCOMES_MAX + 1)
    outcomes = leaves.rules.pays.shape[1]
    pays[:outcomes] = [float(pay_of(leaves.rules, leaves.wager, outcome)) for outcome in range(outcomes)]
    return Turns(
        counts=counts,
        size=len(deck),
        step=0 if endless else 1,
        hole=blackjack_holes(),
        options=options,
        limit=limit,
        natural=natural_hand(),
        natural_pay=np.array([float(mean_pay(leaves, naturals(leaves, deck)))]),
        ended=ended.astype(np.int64),
        doubled_options=np.array([leaves.doubled_acts(int(t)) for t in book.total], dtype=np.int64),
        against=against,
        bust=leaves.ended_at_once(3, BEST + 1),
        surrendered=leaves.surrendered,
        rescued=leaves.rescued,
        pays=pays,
    )


def _ended(leaves: Leaves, cards: int, total: int) -> int:
    return leaves.ended_at_once(cards, total) if cards > 2 else PLAYS_ON


def options_of(leaves: Leaves) -> tuple[Words, Words]:
    """What each hand may do, whole and after a split, and how many hands a pair may become."""
    book = compositions()
    options = words(POINTS, HANDS)
    limit = words(POINTS)
    asked = cache(leaves.turn_acts)
    pairs = {pair: pair_hand(pair) for pair in range(1, POINTS)}
    shapes = list(zip(map(int, book.cards), map(int, book.total), map(bool, book.soft), strict=True))
    for number, (cards, total, soft) in enumerate(shapes):
        if cards >= 2:
            paired = number in pairs.values()
            options[WHOLE, number] = asked(cards, total, soft, paired, 1, False)
            for pair in range(1, POINTS):
                if book.held[number, pair]:
                    options[pair, number] = asked(cards, total, soft, number == pairs[pair], 2, pair == 1)
    for pair, number in pairs.items():
        cards, total, soft = shapes[number]
        options[WHOLE, number] = asked(cards, total, soft, True, 1, pair == 1)
        hands = 1
        while asked(cards, total, soft, True, hands, pair == 1) & bit(SPLIT):
            hands += 1
        limit[pair] = hands
        assert hands <= HANDS_MAX
    options[WHOLE, natural_hand()] = leaves.natural_acts
    options[:, :][options == 0] = bit(STAND)
    return options, limit


@cache
def pair_hand(pair: int) -> int:
    book = compositions()
    return int(book.tree[book.tree[EMPTY, pair], pair])


@cache
def natural_hand() -> int:
    """The number of the two-card hand that is a natural."""
    book = compositions()
    found = [
        int(book.tree[book.tree[EMPTY, a], b])
        for a in range(1, POINTS)
        for b in range(a, POINTS)
        if make_natural(card_of_points(a), card_of_points(b))
    ]
    assert len(found) == 1, "one kind of natural"
    return found[0]


@cache
def blackjack_holes() -> Words:
    holes = words(POINTS)
    for up in range(1, POINTS):
        for hole in range(1, POINTS):
            if make_natural(card_of_points(up), card_of_points(hole)):
                holes[up] = hole
    return holes


def card_of_points(kind: int) -> int:
    """A card that counts so many points."""
    return 4 * (ACE if kind == 1 else kind - 2)


def naturals(leaves: Leaves, deck: Sequence[int]) -> dict[int, Fraction]:
    """How often a natural has each outcome, by the suits of its two cards.

    Which of the aces and which of the tens lie in a hand does not depend on what else is on the table, so that every
    pair of an ace and a ten of the shoe is equally likely.
    """
    return _share(deck, leaves.natural_outcome)


def naturals_against_blackjack(leaves: Leaves, deck: Sequence[int]) -> dict[int, Fraction]:
    return _share(deck, leaves.against_blackjack)


def _share(deck: Sequence[int], judge: Callable[[int, int], int]) -> dict[int, Fraction]:
    cards = Counter(deck)
    ways: Counter[int] = Counter()
    for a, copies in cards.items():
        for b, others in cards.items():
            if a < b and make_natural(a, b):
                ways[judge(a, b)] += copies * others
    total = sum(ways.values())
    return {outcome: Fraction(count, total) for outcome, count in ways.items()}


def mean_pay(leaves: Leaves, shares: dict[int, Fraction]) -> Fraction:
    return sum((pay_of(leaves.rules, leaves.wager, outcome) * p for outcome, p in shares.items()), Fraction(0))


def hand_of(kinds: Sequence[int]) -> int:
    """The number of a hand by the points of its cards; BUSTED if there is none."""
    tree: Any = compositions().tree
    number = EMPTY
    for kind in kinds:
        number = int(tree[number, kind])
        if number < 0:
            break
    return number
