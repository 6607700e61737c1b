"""Words for what lies in sight at a choice of a round that asks for one after another.

No word knows a game. What a card counts is what the game's own rules of one card say of it, by their names; a total as
in blackjack is known where `play` asks for one. Cards are kinds here, so ranks are told where kinds begin and end.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from houseway.analysis.universal.kinds.shoe_question import ShoeQuestion
from houseway.analysis.universal.reads import reads_of
from houseway.analysis.universal.worded.hand_words import (
    MANY,
    NUMBERS,
    ONE,
    Marks,
    Word,
    calls,
    height_text,
    of_hand,
    parting,
    simplest_first,
)
from houseway.analysis.universal.worded.in_sight import InSight
from houseway.analysis.universal.worded.rule_list import told_apart
from houseway.rules.blackjack import BEST, is_ace, points, total_of
from houseway.rules.cards import ACE, DECK, rank, suit
from houseway.rules.shapes import Words

CELLS_MAX = 1 << 24  # of words by classes: where there would be more, fewer words are put together
COUNTED_MAX = 3  # cards of a rank or higher


class OneCardRule(NamedTuple):
    """What a rule of the game says of one card."""

    name: str
    said: dict[int, int]
    is_flag: bool


@dataclass(frozen=True)
class CardsTold:
    """What can be told of single cards of a game."""

    steps: tuple[tuple[int, int], ...]  # ranks from and to, so that no kind is cut in two
    rules: tuple[OneCardRule, ...]
    has_total: bool  # as in blackjack
    has_ranks: bool  # every kind is of one rank
    has_suits: bool  # and every card a kind of its own

    @property
    def begins(self) -> tuple[int, ...]:
        """Ranks of which one can say: or higher."""
        return tuple(low for low, _ in self.steps[1:])


def cards_told(asked: ShoeQuestion) -> CardsTold:
    ranks: dict[int, list[int]] = {}
    for card in asked.deck:
        ranks.setdefault(asked.faces.kind[card], []).append(rank(card))
    ends = [(min(each), max(each)) for each in ranks.values()]
    lows = sorted(each for each in {low for low, _ in ends} if not any(low < each <= high for low, high in ends))
    steps = [
        (low, max(high for _, high in ends if high < end)) for low, end in zip(lows, [*lows[1:], DECK], strict=True)
    ]
    has_total = calls(asked.game.play, total_of)
    rules: dict[str, OneCardRule] = {}
    for call in reads_of(asked.game.play, anywhere=True).calls:
        is_told = call.leaf in (rank, suit) or (has_total and call.leaf.__module__ == total_of.__module__)
        if len(call.places) == 1 and not is_told:
            given = [_field(asked.rules, call.first)] if call.first else []
            said = {card: call.leaf(*given, card) for card in set(asked.deck)}
            name = call.leaf.__name__.replace("_", " ")
            is_flag = all(isinstance(each, bool) for each in said.values())
            rules[name] = OneCardRule(name, {card: int(each) for card, each in said.items()}, is_flag)
    has_ranks = all(low == high for low, high in ends)
    return CardsTold(tuple(steps), tuple(rules.values()), has_total, has_ranks, asked.faces.kinds == DECK)


def _field(rules: Any, name: str) -> Any:
    for each in name.split(".")[1:]:
        rules = getattr(rules, each)
    return rules


def told_words(sights: Sequence[InSight], cards: CardsTold, titles: Sequence[str]) -> tuple[Words, list[Word]]:
    """[choice] its class, of those that words tell apart, and every word with the classes that it means."""
    hands = [sight.hand for sight in sights]
    own = _plain(chain(_totals(hands, cards), _sums(hands, cards, "with", "in all")))
    held = _plain(chain(_ranks(hands, cards), _flags(hands, cards), _pairs(hands, cards)))
    against = _plain(_against([sight.dealer for sight in sights], cards))
    beside = _plain(chain(_sizes(hands), _last(hands, cards), _before(sights, titles), _announced(sights)))
    of_size = _plain(_of_one_size(hands, cards))
    number, marks = told_apart([*own, *held, *against, *beside, *of_size], len(sights))
    classes = iter(marks)
    own, held, against, beside, of_size = (
        [Word(word.text, next(classes), word.size) for word in words] for words in (own, held, against, beside, of_size)
    )
    flags = [word for word in held if "a card that" in word.text]
    together = chain(
        chain(own, held, against, beside, of_size), _both(own, against), _both(held, against), _both(own, held),
        _both(own, beside), _both(against, beside), _both(held, beside),
        chain.from_iterable(_both(own, [word]) for word in _both(flags, against)),
    )  # fmt: skip
    room = CELLS_MAX // max(marks.shape[1], 1)
    return number, parting(together, room)


def _plain(said: Iterable[Word]) -> list[Word]:
    """The simplest word for each meaning."""
    return parting(simplest_first(said), CELLS_MAX)


def _both(some: Sequence[Word], others: Iterable[Word]) -> Iterator[Word]:
    for other in others:
        for word in some:
            yield Word(f"{word.text}, {other.text}", word.marks & other.marks, word.size + other.size)


def _numbers(values: Words, text: Callable[[str], str], where: Marks | None = None) -> Iterator[Word]:
    """So much or more, so much or less, and just so much; only of those choices that have the number."""
    has = np.ones(len(values), dtype=bool) if where is None else where
    for each in np.unique(values[has]).tolist():
        yield Word(text(f"{each} or more"), has & (values >= each), 1)
        yield Word(text(f"{each} or less"), has & (values <= each), 1)
        yield Word(text(f"just {each}"), has & (values == each), 1)


def _totals(hands: Sequence[tuple[int, ...]], cards: CardsTold) -> Iterator[Word]:
    """As blackjack counts."""
    if not cards.has_total:
        return
    hard = np.array([sum(points(card) for card in hand) for hand in hands], dtype=np.int64)
    soft = np.array([any(is_ace(card) for card in hand) for hand in hands], dtype=bool) & (hard + 10 <= BEST)
    total = hard + 10 * soft
    yield from _numbers(total, lambda said: f"with a total of {said}")
    yield from _numbers(total, lambda said: f"with a soft total of {said}", soft)
    yield from _numbers(total, lambda said: f"with a hard total of {said}", ~soft)
    yield Word("with a soft total", soft, 1)
    yield Word("with a hard total", ~soft, 1)


def _sums(hands: Sequence[tuple[int, ...]], cards: CardsTold, how: str, together: str) -> Iterator[Word]:
    """By the rules of the game of what a card counts."""
    for name, said, is_flag in cards.rules:
        if not is_flag:
            values = np.array([sum(said[card] for card in hand) for hand in hands], dtype=np.int64)
            yield from _numbers(values, lambda many, name=name: f"{how} {name} of {many} {together}")  # type: ignore[misc]


def _flags(hands: Sequence[tuple[int, ...]], cards: CardsTold) -> Iterator[Word]:
    """By the rules of the game that say yes or no of a card."""
    for name, said, is_flag in cards.rules:
        if is_flag:
            marks = np.array([any(said[card] for card in hand) for hand in hands], dtype=bool)
            yield Word(f"with a card that {name}", marks, 1)
            yield Word(f"without a card that {name}", ~marks, 1)


def _ranks(hands: Sequence[tuple[int, ...]], cards: CardsTold) -> Iterator[Word]:
    """So many cards of a rank or higher, or fewer."""
    most = max(map(len, hands), default=0)
    for count in range(1, min(most, COUNTED_MAX) + 1):
        for each in cards.begins:
            marks = np.array([sum(rank(card) >= each for card in hand) >= count for hand in hands], dtype=bool)
            few = f"no {ONE[each]}" if count == 1 else f"fewer than {NUMBERS[count]} {MANY[each]}"
            yield Word(f"with {height_text(count, each, 0)}", marks, 1)
            yield Word(f"with {few}{_or_higher(each)}", ~marks, 1)


def _pairs(hands: Sequence[tuple[int, ...]], cards: CardsTold) -> Iterator[Word]:
    if not cards.has_ranks:
        return
    pairs = np.array([_pair(hand) for hand in hands], dtype=np.int64)
    yield Word("with a pair", pairs >= 0, 1)
    yield Word("without a pair", pairs < 0, 1)
    for each in cards.begins:
        yield Word(f"with a pair of {MANY[each]}{_or_higher(each)}", pairs >= each, 1)


def _pair(hand: tuple[int, ...]) -> int:
    """The highest rank that is there twice; -1: none."""
    ranks = [rank(card) for card in hand]
    return max((each for each in ranks if ranks.count(each) > 1), default=-1)


def _of_one_size(hands: Sequence[tuple[int, ...]], cards: CardsTold) -> Iterator[Word]:
    """Straights, gaps, suits and what else can be said of hands of equally many cards."""
    sizes = set(map(len, hands))
    if len(sizes) == 1 and sizes != {0} and cards.has_ranks:
        for word in of_hand(np.sort(np.array(hands, dtype=np.int64), axis=1), has_suits=cards.has_suits):
            yield Word(f"with {word.text}", word.marks, word.size)


def _against(hands: Sequence[tuple[int, ...]], cards: CardsTold) -> Iterator[Word]:
    """What is seen of the dealer: one card by its rank, all of them by what they count."""
    if max(map(len, hands), default=0) > 1:
        yield from _sums(hands, cards, "against", "in all")
    first = np.array([rank(hand[0]) if hand else -1 for hand in hands], dtype=np.int64)
    for low, (least, _) in enumerate(cards.steps):
        for high, (_, most) in enumerate(cards.steps[low:], low):
            yield Word(f"against {_from_to(low, high, cards)}", (first >= least) & (first <= most), 1)


def _last(hands: Sequence[tuple[int, ...]], cards: CardsTold) -> Iterator[Word]:
    """The card that came last, where hands grow."""
    if len(set(map(len, hands))) < 2:
        return
    last = np.array([rank(hand[-1]) if hand else -1 for hand in hands], dtype=np.int64)
    for step, each in enumerate(cards.begins):
        yield Word(f"with {_one(each)}{_or_higher(each)} as the last card", last >= each, 1)
        yield Word(f"with {_from_to(0, step, cards)} as the last card", last < each, 1)


def _sizes(hands: Sequence[tuple[int, ...]]) -> Iterator[Word]:
    sizes = np.array([len(hand) for hand in hands], dtype=np.int64)
    for many in np.unique(sizes).tolist():
        name = f"{NUMBERS[many] if many < len(NUMBERS) else many} card{'' if many == 1 else 's'}"
        yield Word(f"with {name} or more", sizes >= many, 1)
        yield Word(f"with {name}", sizes == many, 1)
        yield Word(f"with {name} or fewer", sizes <= many, 1)


def _before(sights: Sequence[InSight], titles: Sequence[str]) -> Iterator[Word]:
    """Acts that were taken in this round, and which of one's hands it is."""
    for act, title in enumerate(titles):
        times = np.array([sight.acts.count(act) for sight in sights], dtype=np.int64)
        yield Word(f"before any {title.lower()}", times == 0, 1)
        for many in range(1, int(times.max(initial=0)) + 1):
            again = "" if many == 1 else f" {NUMBERS[many] if many < len(NUMBERS) else many} times"
            yield Word(f"after {title.lower()}{again}", times >= many, 1)
    number = np.array([sight.number + 1 for sight in sights], dtype=np.int64)
    yield from _numbers(number, lambda said: f"on hand {said}")


def _announced(sights: Sequence[InSight]) -> Iterator[Word]:
    """What was said at the table."""
    for name in dict.fromkeys(name for sight in sights for name in sight.said):
        has = np.array([name in sight.said for sight in sights], dtype=bool)
        values = np.array([sight.said.get(name, 0) for sight in sights], dtype=np.int64)
        yield Word(f"once {name} is told", has, 1)
        yield from _numbers(values, lambda said, name=name: f"told {name} of {said}", has)  # type: ignore[misc]


def _one(each: int) -> str:
    return f"{'an' if ONE[each][0] in 'ae' else 'a'} {ONE[each]}"


def _or_higher(each: int) -> str:
    return "" if each == ACE else " or higher"


def _from_to(low: int, high: int, cards: CardsTold) -> str:
    """From one step of ranks to another."""
    (least, _), (_, most) = cards.steps[low], cards.steps[high]
    if low == high:
        return _one(least)
    if high == len(cards.steps) - 1:
        return f"{_one(least)}{_or_higher(least)}"
    return f"{_one(most)} or lower" if low == 0 else f"{_one(least)} to {_one(most)}"
