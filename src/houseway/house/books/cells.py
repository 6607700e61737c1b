"""What the books count: whole numbers, by quarter of an hour, configuration and player. They add up, whatever is asked.

Nothing in a cell hangs on an edge. How much chance there is in the bets is kept as sums of products of bets, from which
a variance follows for whatever spread and correlation theory says (`theory.py`).
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

AND = "|"  # between the names of a pair; in none of them
ALONE = " alone"  # behind a wager's name: nothing stood beside it before the round

Pair = (
    str  # two wagers, as they are called in a cell, in the order of the alphabet: a text is looked up sooner than two
)
Ending = tuple[str, int, int]  # wager, cents bet, cents won


def plain_name(wager: str) -> str:
    return wager.removesuffix(ALONE)


def pair(one: str, other: str) -> Pair:
    return f"{one}{AND}{other}" if one <= other else f"{other}{AND}{one}"


def both_of(pair_: Pair) -> tuple[str, str]:
    one, _, other = pair_.partition(AND)
    return one, other


class WagerSum(NamedTuple):
    times: int  # it was bet, or paid without a bet
    bet_cents: int  # before the round; what arises in play when it arose
    held_cents: int  # by the house; negative: paid out


class PlayerCell:
    """Of one player: money and bets."""

    __slots__ = ("across", "corrected", "drop", "hands", "out", "products", "raised", "wagers")

    def __init__(self) -> None:
        self.hands = 0  # dealt in rounds that came to their end, or paid in others
        self.drop = 0  # cents bought in
        self.out = 0  # cents taken to the cage
        self.raised = 0  # cents put up in play, less those taken back
        self.wagers: dict[str, list[int]] = {}  # as WagerSum has them
        self.products: dict[Pair, int] = {}  # of the bets of one hand
        self.across: dict[Pair, int] = {}  # of the bets of different hands of the player in one round
        self.corrected: dict[str, int] = {}  # cents to the house by wager, by pays put right later

    def add(self, other: "PlayerCell") -> None:
        self.hands += other.hands
        self.drop += other.drop
        self.out += other.out
        self.raised += other.raised
        add_wagers(self.wagers, other.wagers.items())
        add_all(self.products, other.products.items())
        if other.across:
            add_all(self.across, other.across.items())
        if other.corrected:
            add_all(self.corrected, other.corrected.items())

    def to_json(self) -> list[Any]:
        sums = [self.wagers, self.products, self.across, self.corrected]
        return [self.hands, self.drop, self.out, self.raised, *sums]

    @classmethod
    def of(cls, said: list[Any]) -> "PlayerCell":
        made = cls()
        made.hands, made.drop, made.out, made.raised, *sums = said
        made.wagers, made.products, made.across, made.corrected = sums
        return made


class TableCell:
    """Of the table: rounds, and what belongs to no single player."""

    COUNTS = ("rounds", "voids", "rulings", "corrections", "dealing_us", "tokes", "envy", "capped", "capped_cents")
    __slots__ = (*COUNTS, "across", "endings")

    def __init__(self) -> None:
        self.rounds = 0  # that came to their end
        self.voids = 0
        self.rulings = 0
        self.corrections = 0
        self.dealing_us = 0  # while one round followed the other
        self.tokes = 0  # cents
        self.envy = 0  # cents paid
        self.capped = 0  # rounds whose capped pays came to the cap
        self.capped_cents = 0  # that those paid
        self.across: dict[bool, dict[Pair, int]] = {False: {}, True: {}}  # different hands; of people, of bots
        self.endings: dict[Ending, int] = {}  # of the first hand of each round that had the wager

    def add(self, other: "TableCell") -> None:
        for name in self.COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for bots, across in other.across.items():
            add_all(self.across[bots], across.items())
        add_all(self.endings, other.endings.items())

    def to_json(self) -> list[Any]:
        endings = [[*ending, count] for ending, count in self.endings.items()]
        return [[getattr(self, name) for name in self.COUNTS], self.across[False], self.across[True], endings]

    @classmethod
    def of(cls, said: list[Any]) -> "TableCell":
        made = cls()
        counts, made.across[False], made.across[True], endings = said
        for name, count in zip(cls.COUNTS, counts, strict=True):
            setattr(made, name, count)
        made.endings = {(wager, bet, won): count for wager, bet, won, count in endings}
        return made


def add_all(to: dict[Any, int], items: Iterable[tuple[Any, int]]) -> None:
    for key, count in items:
        to[key] = to.get(key, 0) + count


def add_wagers(to: dict[str, list[int]], items: Iterable[tuple[str, Iterable[int]]]) -> None:
    for name, counts in items:
        known = to.get(name)
        if known is None:
            to[name] = list(counts)
        else:
            times, bet, held = counts
            known[0] += times
            known[1] += bet
            known[2] += held


def products_of(bets: Mapping[str, int]) -> dict[Pair, int]:
    """Of every two wagers of a hand, and of each with itself."""
    names = sorted(name for name, cents in bets.items() if cents)
    return {pair(one, other): bets[one] * bets[other] for at, one in enumerate(names) for other in names[at:]}


def across_of(hands: Iterable[Mapping[str, int]]) -> dict[Pair, int]:
    """Of every wager of a hand with every wager of another one; a wager with itself counts both ways round."""
    sums: dict[str, int] = {}
    within: dict[Pair, int] = {}
    for bets in hands:
        add_all(sums, bets.items())
        add_all(within, products_of(bets).items())
    found = {both: product - within.get(both, 0) for both, product in products_of(sums).items()}
    return {both: product for both, product in found.items() if product}
