"""A question of the school, as data: what lies on the felt, what is asked, how it is answered, and what is right.

Whoever shows one (page, terminal) draws its tape and its form; whoever marks it asks `marked`. The right answer and
the reason leave this value only when they are asked for (`to_json(with_answer=True)`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeAlias

from houseway.engine.scene import Scene
from houseway.games.options import Setting
from houseway.games.words import dollars, listed, said_again
from houseway.rules.cards import cards_text
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words

Rows: TypeAlias = tuple[tuple[int, ...], ...]  # of a tape
Answer: TypeAlias = str | int | tuple[int, ...] | tuple[int, str]  # by the form: key, cents, places, row and fault

CLEAN = "clean"  # the answer to a round without a fault
CENTS_MAX = 10**12
EASY, MIDDLING, HARD = 1, 2, 3


@dataclass(frozen=True)
class Choose:
    """One of several, answered by its key."""

    options: tuple[tuple[str, str], ...]  # key and words

    def read(self, answer: object) -> str:
        """The key that was answered; anything else is refused in a sentence."""
        keys = [key for key, _ in self.options]
        if not isinstance(answer, str) or answer not in keys:
            raise Refused(f"'{said_again(answer)}' is not among the answers: choose {listed(keys, 'or')}")
        return answer

    def to_json(self) -> dict[str, Any]:
        return {"is": "choose", "options": [{"key": key, "words": words} for key, words in self.options]}

    def in_words(self, answer: object, tape: Rows) -> str:  # noqa: ARG002 - its words say it all
        return dict(self.options)[self.read(answer)]


@dataclass(frozen=True)
class Pick:
    """So many cards of a hand, answered by their places in it, the first being 0."""

    seat: int
    hand: int
    count: int
    held: int  # cards that lie in the hand

    def read(self, answer: object) -> tuple[int, ...]:
        if not isinstance(answer, (list, tuple)) or not all(type(place) is int for place in answer):
            raise Refused(f"'{said_again(answer)}' is not a list of places: pick {self.count} cards of the hand")
        places = tuple(sorted(answer))
        if len(places) != self.count or len(set(places)) != self.count:
            raise Refused(f"pick {self.count} different cards of the hand, not {len(set(places))}")
        if places and not (places[0] >= 0 and places[-1] < self.held):
            raise Refused(f"there is no such card: the hand has {self.held}, the first at place 0")
        return places

    def to_json(self) -> dict[str, Any]:
        return {"is": "pick", "seat": self.seat, "hand": self.hand, "count": self.count, "held": self.held}

    def in_words(self, answer: object, tape: Rows) -> str:
        now = Scene()
        for row in tape:
            now.hear(row)
        return cards_text(now.hands[self.seat, self.hand][place] for place in self.read(answer))


@dataclass(frozen=True)
class Cents:
    """An amount in whole cents, cut in chips."""

    def read(self, answer: object) -> int:
        if type(answer) is not int or not 0 <= answer <= CENTS_MAX:
            raise Refused(f"'{said_again(answer)}' is not an amount: answer in whole cents, from 0")
        return answer

    def to_json(self) -> dict[str, Any]:
        return {"is": "cents"}

    def in_words(self, answer: object, tape: Rows) -> str:  # noqa: ARG002 - an amount is one anywhere
        return dollars(self.read(answer))


@dataclass(frozen=True)
class PointOut:
    """Stop the game at a row and name the fault: [row, key]. Or let it pass: "clean".

    What a dealer does in one go is several rows; whoever points at any of them points at the first.
    """

    rows: tuple[int, ...]  # where something that the dealer does begins
    until: int  # rows of the tape
    faults: tuple[tuple[str, str], ...]  # key and words

    def read(self, answer: object) -> str | tuple[int, str]:
        if answer == CLEAN:
            return CLEAN
        if not isinstance(answer, (list, tuple)) or len(answer) != 2:
            raise Refused(f"'{said_again(answer)}' is no answer: give a row and the name of its fault, or '{CLEAN}'")
        row, key = answer
        if type(row) is not int or not self.rows or not self.rows[0] <= row < self.until:
            raise Refused(f"the game cannot be stopped at '{said_again(row)}': the dealer does nothing there")
        if key not in [fault for fault, _ in self.faults]:
            names = listed([fault for fault, _ in self.faults], "or")
            raise Refused(f"'{said_again(key)}' is not the name of a fault: there is {names}")
        return max(first for first in self.rows if first <= row), str(key)

    def to_json(self) -> dict[str, Any]:
        faults = [{"key": key, "words": words} for key, words in self.faults]
        return {"is": "point", "rows": list(self.rows), "until": self.until, "faults": faults}

    def in_words(self, answer: object, tape: Rows) -> str:  # noqa: ARG002 - a step is told by its number
        """Steps are counted as whoever answers sees them, from 1."""
        pointed = self.read(answer)
        if isinstance(pointed, str):
            return "the round is clean"
        row, fault = pointed
        return f"{dict(self.faults)[fault]}, at step {self.rows.index(row) + 1}"


Form: TypeAlias = Choose | Pick | Cents | PointOut


@dataclass(frozen=True)
class Question:
    """One thing that a dealer must know at a moment of a round, and the only right answer to it."""

    kind: str
    game: str
    options: Mapping[str, Setting]  # those that differ from the game's defaults
    tape: Rows  # as far as the round has come, and as the dealer sees it
    seat: int
    hand: int  # what it is about; 0, 0: the dealer's own hand
    asks: str
    form: Form
    right: Answer
    because: str
    cites: tuple[str, ...] = ()  # paragraphs
    difficulty: int = MIDDLING

    def __post_init__(self) -> None:
        assert self.form.read(self.right) == self.right, "a question whose own answer is malformed"
        assert EASY <= self.difficulty <= HARD

    @property
    def id(self) -> str:
        """The same for the same question, whatever seed it came from."""
        asked = (self.kind, self.game, sorted(self.options.items()), self.tape, self.seat, self.hand, self.asks)
        return sha256(repr((asked, self.form)).encode()).hexdigest()[:16]

    def marked(self, answer: object) -> bool:
        """Whether an answer is right; one that is no answer at all is refused."""
        return self.form.read(answer) == self.right

    def in_words(self, answer: object) -> str:
        """An answer, right or wrong, as it is read."""
        return self.form.in_words(answer, self.tape)

    def to_json(self, *, with_answer: bool = False) -> dict[str, Any]:
        """For a page; without the answer nothing in it tells what is right."""
        told: dict[str, Any] = {
            "id": self.id,
            "kind": self.kind,
            "game": self.game,
            "options": dict(self.options),
            "tape": [list(row) for row in self.tape],
            "seat": self.seat,
            "hand": self.hand,
            "asks": self.asks,
            "form": self.form.to_json(),
            "difficulty": self.difficulty,
        }
        if with_answer:
            right = list(self.right) if isinstance(self.right, tuple) else self.right
            told |= {"right": right, "because": self.because, "cites": list(self.cites)}
        return told


def rows_of(tape: Words | Sequence[Sequence[int]]) -> Rows:
    """A tape as plain integers, which compare and travel."""
    return tuple(tuple(int(word) for word in row) for row in tape)
