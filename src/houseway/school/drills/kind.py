"""What a kind of question is, and what a module of this folder offers for its kind."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound
from houseway.school.question import Question

Moment: TypeAlias = tuple[int, ...]  # the row before which a question is asked, then whatever its module needs


@dataclass(frozen=True)
class Kind:
    """A kind of question, as learners choose among them."""

    name: str
    title: str
    about: str  # one sentence


class Asks(Protocol):
    """A module that asks one kind of question."""

    @property
    def KIND(self) -> Kind: ...  # noqa: N802 - a constant of a module

    def moments(self, dealt: PracticeRound, /) -> Sequence[Moment]:
        """Where in a round it can be asked; none where it does not come up."""

    def shade(self, dealt: PracticeRound, moment: Moment, /) -> Hashable:
        """What sort of case it is: those that seldom come up are asked as often as those that always do."""

    def question(self, dealt: PracticeRound, moment: Moment, lots: Lots, /) -> Question:
        """The question of one of these moments. What is right comes from the tape; lots make the wrong answers."""
