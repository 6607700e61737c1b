"""Kinds of cards: cards that no rule tells apart are counted, not named.

Cards reach a bet through leaf rules alone (`reads`), so two cards are of one kind where every leaf rule says the same
of both, in every place and beside all other cards. That is tried on all hands of the leaf rule. A card that lies face
down where no leaf rule looks needs no face at all: it may as well be the last of the shoe. What is not proved is not
used.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from houseway.analysis.universal.reads import Place, Read, follow_reads, reads_of
from houseway.games.contract import Strategy
from houseway.rules.cards import DECK
from houseway.rules.shapes import Words, words

HAND_MAX = 3  # cards of a leaf rule whose hands are all tried: 140,608


@dataclass(frozen=True)
class Faces:
    """What was proved, and why not more."""

    kind: tuple[int, ...]  # [card]
    read: frozenset[Place] | None  # places that a leaf rule looks at; None: any
    why_not: str  # '' where nothing stood in the way

    @property
    def kinds(self) -> int:
        return max(self.kind) + 1


EACH_ITS_OWN = tuple(range(DECK))


def faces_of(rules: Any, play: Callable[..., Any], strategy: Strategy | None = None) -> Faces:
    """The kinds of a game's cards under its rules in force, and for a player who follows a strategy."""
    calls = [(rules, reads_of(play, anywhere=True))]
    if strategy is not None:
        calls.append((strategy.plan, follow_reads(strategy.follow)))
    apart = words(DECK)
    for given, reads in calls:
        if reads.otherwise:
            return Faces(EACH_ITS_OWN, None, reads.otherwise)
        for call in reads.calls:
            found = _told_apart(given, call)
            if found is None:
                why = f"{call.leaf.__name__} takes more cards than can be tried ({call.line})"
                return Faces(EACH_ITS_OWN, None, why)
            apart = _numbered(np.stack([apart, found], axis=1))
    where = reads_of(play)  # fails where cards move, or a place is not written as a number
    read = None if where.otherwise else frozenset(place for call in where.calls for place in call.places)
    return Faces(tuple(apart.tolist()), read, where.otherwise)


def _told_apart(rules: Any, call: Read) -> Words | None:
    """[card] a number; cards with the same one are the same to this leaf rule, in each of its places."""
    size = len(call.places)
    if size > HAND_MAX:
        return None
    first = rules
    for name in call.first.split(".")[1:]:
        first = getattr(first, name)
    given = (first,) if call.first else ()
    said: dict[Any, int] = {}
    values = [said.setdefault(call.leaf(*given, *hand), len(said)) for hand in product(range(DECK), repeat=size)]
    table = np.array(values, dtype=np.int64).reshape((DECK,) * size)
    places = [np.moveaxis(table, place, 0).reshape(DECK, -1) for place in range(size)]
    return _numbered(np.concatenate(places, axis=1))


def _numbered(rows: Words) -> Words:
    """[row] the same number for the same row, in the order in which rows come up."""
    seen: dict[bytes, int] = {}
    return np.array([seen.setdefault(row.tobytes(), len(seen)) for row in rows], dtype=np.int64)


def first_of_each(faces: Faces, deck: Sequence[int]) -> tuple[Words, Words]:
    """[kind] the card that stands for it, and how many of it are in the deck."""
    stands, counts = words(DECK), words(DECK)
    for card in sorted(deck, reverse=True):
        stands[faces.kind[card]] = card
        counts[faces.kind[card]] += 1
    return stands, counts
