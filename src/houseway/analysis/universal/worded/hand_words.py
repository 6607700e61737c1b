"""Words for cards: what a player can say of a hand at a glance, each with the hands that it means.

No word knows a game. A hand is all cards that count for its player so far, one's own and those of the community.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.worded.stands import HandClasses
from houseway.rules.cards import ACE, RANKS
from houseway.rules.poker import HIGH_CARD, category, five
from houseway.rules.poker import ranks as poker_ranks
from houseway.rules.shapes import Words
from houseway.rules.three_cards import MADE_SHIFT, three_value

Marks = NDArray[np.bool_]

ONE = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
MANY = tuple(name + ("es" if name == "six" else "s") for name in ONE)
ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
STRAIGHT = 5  # ranks
ORDERS_MAX = 64  # of a hand by its ranks: so many are tried as the least that is good enough


class Word(NamedTuple):
    text: str
    marks: Marks  # [class] what it means
    size: int  # how much there is to keep in mind


def words_for(classes: HandClasses, play: Callable[..., Any], *, has_suits: bool = True) -> list[Word]:
    """Every word that parts the classes, the simpler of two that mean the same.

    `play` is asked for one thing: whether hands of three cards, or of five, are ranked in it.
    """
    hand = classes.hand
    if not hand.shape[1]:
        return []
    said = of_hand(hand, has_suits=has_suits, orders=_orders(classes, play))
    return parting(simplest_first(said))


def simplest_first(said: Iterable[Word]) -> list[Word]:
    return sorted(said, key=lambda word: (word.size, len(word.text)))


def parting(said: Iterable[Word], room: int | None = None) -> list[Word]:
    """Words that part the classes, the first of those that mean the same, as far as there is room for them."""
    found: dict[bytes, Word] = {}
    for word in said:
        if len(found) == room:
            break
        if word.marks.any() and not word.marks.all():
            found.setdefault(word.marks.tobytes(), word)
    return list(found.values())


def of_hand(hand: Words, *, has_suits: bool, orders: Iterable[Word] = ()) -> list[Word]:
    """Every word for hands of so many cards [hand, card], in rising order."""
    high = list(_heights(hand))
    draws = list(_draws(hand, has_suits=has_suits))
    said = [*_pairs(hand), *high, *_low(hand), *draws, *orders, *_points(hand), *_gaps(hand)]
    said += [
        Word(f"{draw.text}, with {height.text}", draw.marks & height.marks, 2) for draw in draws for height in high
    ]
    two = list(_two_heights(hand))
    said += two
    if hand.shape[1] == 2:
        said += [Word(f"{draw.text}, with {each.text}", draw.marks & each.marks, 3) for draw in draws for each in two]
    return said


def _pairs(hand: Words) -> Iterator[Word]:
    many = hand.shape[1]
    if many < 2:
        return
    counts = rank_counts(hand)
    pairs = (counts >= 2).sum(axis=1)
    most = counts.max(axis=1)
    better = (pairs >= 2) | (most >= 3)
    highest = np.where(counts >= 2, np.arange(13), -1).max(axis=1)
    or_better = " or better" if many > 2 else ""
    yield Word(f"any pair{or_better}", pairs > 0, 1)
    if many == 2:
        yield Word("a pair of deuces", highest == 0, 1)
    for rank in range(1, 13):
        higher = " or better" if many > 2 else " or higher" if rank < ACE else ""
        yield Word(f"a pair of {MANY[rank]}{higher}", (highest >= rank) | better, 1)
    if many > 3:
        yield Word("two pair or better", better, 1)
    if many > 2:
        yield Word("three of a kind or better", most >= 3, 1)


def rank_counts(hand: Words) -> Words:
    """[class, rank]"""
    return np.asarray(((hand >> 2)[:, :, None] == np.arange(13)).sum(axis=1))


def _heights(hand: Words) -> Iterator[Word]:
    """So many cards of a rank or higher."""
    many = hand.shape[1]
    ranks = hand >> 2
    for count in range(1, many + 1):
        for rank in range(1, 13):
            yield Word(height_text(count, rank, many), (ranks >= rank).sum(axis=1) >= count, 1)


def height_text(count: int, rank: int, many: int) -> str:
    or_higher = "" if rank == ACE else " or higher"
    if count == 1:
        return f"{'an' if ONE[rank][0] in 'ae' else 'a'} {ONE[rank]}{or_higher}"
    every = "both cards" if many == count == 2 else f"all {NUMBERS[count]} cards" if count == many else NUMBERS[count]
    return f"{every} {MANY[rank]}{or_higher}"


def _low(hand: Words) -> Iterator[Word]:
    """Fewer cards than so many of a rank or higher."""
    many = hand.shape[1]
    ranks = hand >> 2
    for count in range(1, many + 1):
        for rank in range(1, 13):
            or_higher = "" if rank == ACE else " or higher"
            few = f"no {ONE[rank]}" if count == 1 else f"fewer than {NUMBERS[count]} {MANY[rank]}"
            yield Word(f"{few}{or_higher}", (ranks >= rank).sum(axis=1) < count, 1)


def _two_heights(hand: Words) -> Iterator[Word]:
    """So many cards of a rank or higher, and some of them of another."""
    many = hand.shape[1]
    ranks = hand >> 2
    for low, high in combinations(range(1, 13), 2):
        for few, more in combinations(range(1, many + 1), 2):
            marks = ((ranks >= low).sum(axis=1) >= more) & ((ranks >= high).sum(axis=1) >= few)
            one = f"{NUMBERS[few]} of them {'an' if high == ACE else 'a'} {ONE[high]}"
            yield Word(f"{height_text(more, low, many)}, {one}{'' if high == ACE else ' or higher'}", marks, 2)


def _points(hand: Words) -> Iterator[Word]:
    """Two for a card of a high rank, one for one of a middle rank."""
    many = hand.shape[1]
    ranks = hand >> 2
    for low, high in combinations(range(1, 13), 2):
        points = (ranks >= low).sum(axis=1) + (ranks >= high).sum(axis=1)
        counted = f"counting two for {MANY[high]}{'' if high == ACE else ' or higher'}, one for {_from_to(low, high)}"
        for least in range(2, 2 * many):
            yield Word(f"{least} points or more, {counted}", points >= least, 2)


def _from_to(low: int, high: int) -> str:
    return MANY[low] if high == low + 1 else f"{MANY[low]} to {MANY[high - 1]}"


def _draws(hand: Words, *, has_suits: bool) -> Iterator[Word]:
    """Cards of one suit, of a straight, or of both."""
    many = hand.shape[1]
    if many < 2:
        return
    straights = list(_straights(hand)) if many <= STRAIGHT else []
    yield from straights
    if not has_suits:
        return
    of_suit = ((hand & 3)[:, :, None] == np.arange(4)).sum(axis=1).max(axis=1)
    for count in range(max(2, many - 1), many + 1):
        if count > 2 or many == 2:
            yield Word(f"{NUMBERS[count]} cards of one suit", of_suit >= count, 1)
    suited = of_suit == many
    for word in straights:
        yield Word(f"{word.text}, of one suit", word.marks & suited, 2)


def _straights(hand: Words) -> Iterator[Word]:
    """All cards within five ranks, by the ranks missing between them; an ace is high or low."""
    many = hand.shape[1]
    counts = rank_counts(hand)
    differ = counts.max(axis=1) == 1
    span = np.minimum(_span(hand >> 2), _span(np.sort(np.where(hand >> 2 == ACE, -1, hand >> 2), axis=1)))
    cards = NUMBERS[many] + " cards"
    for gaps in range(STRAIGHT - many + 1):
        text = f"{cards} in a row"
        if gaps:
            text = f"{cards} of a straight, with {NUMBERS[gaps]} gap{'s' if gaps > 1 else ''} at most"
        yield Word(text, differ & (span <= many + gaps), 1)
    if many > 1:
        ways = _ways(hand)
        if many < STRAIGHT:
            text = f"{cards} in a row, open at both ends"
            yield Word(text, differ & (span == many) & (ways == STRAIGHT - many + 1), 1)
    if many > 3:
        yield Word(f"{NUMBERS[many - 1]} cards of a straight", _within(counts) >= many - 1, 1)


def _span(ranks: Words) -> Words:
    return np.asarray(ranks[:, -1] - ranks[:, 0] + 1)


def _windows(counts: Words) -> Words:
    """[class, straight] ranks held of each straight, the lowest from the ace up."""
    held = (counts > 0).astype(np.int64)
    round_the_ace = np.concatenate([held[:, ACE:], held], axis=1)
    return np.stack([round_the_ace[:, low : low + STRAIGHT].sum(axis=1) for low in range(10)], axis=1)


def _within(counts: Words) -> Words:
    return np.asarray(_windows(counts).max(axis=1))


def _ways(hand: Words) -> Words:
    """Straights that all cards belong to."""
    return np.asarray((_windows(rank_counts(hand)) == hand.shape[1]).sum(axis=1))


def _gaps(hand: Words) -> Iterator[Word]:
    """Two cards, by the ranks between them."""
    if hand.shape[1] != 2:
        return
    between = (hand[:, 1] >> 2) - (hand[:, 0] >> 2) - 1
    for least in range(1, 12):
        yield Word(f"{NUMBERS[least] if least < 9 else least} ranks or more between", between >= least, 1)


def _orders(classes: HandClasses, play: Callable[..., Any]) -> Iterator[Word]:
    """A hand or better, as the game ranks so many cards, or by pairs and high cards; pairs are words of their own."""
    hand = classes.hand
    if not 2 <= hand.shape[1] <= STRAIGHT:
        return
    value, is_made = _value(hand, play)
    best = classes.worth.argmax(axis=1)
    order = np.argsort(value, kind="stable")
    changes = np.flatnonzero(best[order][1:] != best[order][:-1]) + 1
    least = np.unique(value[order][changes])
    least = least[np.linspace(0, len(least) - 1, min(ORDERS_MAX, len(least))).astype(np.int64)] if len(least) else least
    for each in least.tolist():
        at = int(np.flatnonzero(value == each)[0])
        if not is_made[at]:
            text = "-".join(RANKS[card >> 2] for card in hand[at].tolist()[::-1])
            yield Word(f"{text} or better", value >= each, 1 if hand.shape[1] < 4 else 2)


def _value(hand: Words, play: Callable[..., Any]) -> tuple[Words, Marks]:
    """How hands rank, and which are more than high cards."""
    many = hand.shape[1]
    if many == 3 and calls(play, three_value):
        value = np.array([three_value(*cards) for cards in hand.tolist()], dtype=np.int64)
        return value, value >> MADE_SHIFT > 0
    if many == STRAIGHT and calls(play, five):
        tables = poker_ranks()
        value = np.array([five(tables, *cards) for cards in hand.tolist()], dtype=np.int64)
        return value, np.array([category(each) > HIGH_CARD for each in value.tolist()])
    ranks = hand >> 2
    counts = np.take_along_axis(rank_counts(hand), ranks, axis=1)
    order = np.sort(counts * 16 + ranks, axis=1)[:, ::-1]  # those that are paired first
    value = (order * 128 ** np.arange(many)[::-1]).sum(axis=1)
    return value, counts.max(axis=1) > 1


def calls(function: Callable[..., Any], rule: Callable[..., Any]) -> bool:
    """Whether a function calls a rule, itself or by others."""
    seen: set[Callable[..., Any]] = set()
    waiting: list[Any] = [function]
    while waiting:
        each = waiting.pop()
        if isinstance(each, FunctionType) and each not in seen:
            seen.add(each)
            waiting += [each.__globals__.get(name) for name in each.__code__.co_names]
    return rule in seen
