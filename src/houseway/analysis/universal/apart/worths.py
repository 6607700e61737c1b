"""What an expression of the rules may be worth when no card is known.

A number that hangs on no card is that number. Everything else is one of the things below; all are compared by value.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Worth = Any  # a number, None, a function, a tuple of worths, or one of the classes below


@dataclass(frozen=True)
class Unknown:
    """Anything at all."""


UNKNOWN = Unknown()


@dataclass(frozen=True)
class DealtCard:
    """A card by who it was dealt to and how many that one had been dealt before: settled before its face is known."""

    seat: int
    hand: int  # of the house; a player's cards count together, since they may move between hands
    number: int


@dataclass(frozen=True)
class LeafWord:
    """What a leaf rule says of cards, of what others say, and of numbers."""

    rule: Callable[..., Any]
    given: tuple[Worth, ...]

    def cards(self) -> Iterator[DealtCard]:
        for each in self.given:
            if isinstance(each, DealtCard):
                yield each
            elif isinstance(each, LeafWord):
                yield from each.cards()


@dataclass(frozen=True)
class TablePart:
    """The felt, the shoe, the rules, or a part of them by name and place: `felt.cards[1, 0]`."""

    of: str
    at: tuple[Worth, ...] = ()


FELT, SHOE, RULES, CHOOSER = TablePart("felt"), TablePart("shoe"), TablePart("rules"), TablePart("chooser")


def is_number(worth: Worth) -> bool:
    return worth is None or isinstance(worth, int)


def is_place(worth: Worth) -> bool:
    """A number that can say where: from nought up, since below it an array is read from its other end."""
    return isinstance(worth, int) and not isinstance(worth, bool) and worth >= 0


def is_single(worth: Worth) -> bool:
    """One number, known or not: nothing through which a felt could be reached."""
    return worth is UNKNOWN or is_number(worth) or isinstance(worth, DealtCard | LeafWord)


def is_known(worth: Worth) -> bool:
    """Whether it hangs on no card and no choice."""
    return is_number(worth) or (isinstance(worth, tuple) and all(map(is_known, worth)))
