"""What the school keeps of a person: what they learnt, what they are asked now, and their challenges."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from houseway.house.draft import PLAYER
from houseway.rules.refused import Refused
from houseway.school.learnt import Learnt, Ticket
from houseway.web.regulars import LEARNT, Regular, Regulars
from houseway.web.school.personal_rows import PersonalRows
from houseway.web.sessions import Session

WAITING_MAX = 20  # questions that one person is asked at a time; the oldest go
HAD_MAX = 400  # ids that do not come again
CHALLENGES_MAX = 60  # days
TABLES_MAX = 100  # that were dealt to their end
NOT_ASKED = "this question is not asked any more: ask for another"


@dataclass(frozen=True)
class AskedNow:
    """A question that is asked; its answer is with the house."""

    ticket: Ticket
    day: str = ""  # of the challenge it belongs to
    number: int = 0  # in that, from 0

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        return cls(Ticket(**told["ticket"]), told["day"], told.get("number", 0))


@dataclass
class Pupil:
    learnt: Learnt = field(default_factory=Learnt)
    waiting: dict[str, AskedNow] = field(default_factory=dict)
    had: list[str] = field(default_factory=list)
    challenges: dict[str, list[bool]] = field(default_factory=dict)
    tables: list[dict[str, Any]] = field(default_factory=list)  # what those that were dealt came to, the oldest first

    def ask(self, waiting: AskedNow) -> None:
        id_ = waiting.ticket.id
        self.waiting.pop(id_, None)
        self.waiting = dict(list({**self.waiting, id_: waiting}.items())[-WAITING_MAX:])
        self.had = [*(each for each in self.had if each != id_), id_][-HAD_MAX:]

    def asked(self, question: str) -> AskedNow:
        if question not in self.waiting:
            raise Refused(NOT_ASKED)
        return self.waiting[question]

    def note_challenge(self, asked: AskedNow, right: bool) -> None:
        """Each question of a day counts once, whichever browser was shown it again meanwhile. The day that was answered
        last stays, however old it is, or nobody would come to its end."""
        answered = self.challenges.get(asked.day, [])
        if asked.number != len(answered):
            return
        others = {day: marks for day, marks in self.challenges.items() if day != asked.day}
        self.challenges = dict(list({**others, asked.day: [*answered, right]}.items())[-CHALLENGES_MAX:])

    def note_table(self, result: dict[str, Any]) -> None:
        self.tables = [*self.tables, result][-TABLES_MAX:]

    def to_json(self) -> dict[str, Any]:
        return {
            "learnt": self.learnt.to_json(),
            "waiting": [asdict(each) for each in self.waiting.values()],
            "had": self.had,
            "challenges": self.challenges,
            "tables": self.tables,
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        waiting = [AskedNow.from_json(each) for each in told["waiting"]]
        return cls(
            Learnt.from_json(told["learnt"]),
            {each.ticket.id: each for each in waiting},
            list(told["had"]),
            {day: list(right) for day, right in told["challenges"].items()},
            list(told.get("tables", ())),
        )

    def shown(self) -> dict[str, Any]:
        """For the person's own file: what is asked now stays sealed."""
        return {"learnt": self.learnt.to_json(), "challenges": self.challenges, "tables": self.tables}


class Records:
    """Reads and writes the ledger: call it in a thread."""

    def __init__(self, regulars: Regulars) -> None:
        self._rows = PersonalRows(regulars, LEARNT)

    def of(self, who: Session) -> Pupil:
        """A picture of now; changes to it are not kept."""
        return _pupil(self._rows.read(who))

    def kept(self, id_: str) -> Pupil:
        """Of somebody with a passphrase, by their id."""
        return _pupil(self._rows.kept(id_))

    @contextmanager
    def changing(self, who: Session) -> Iterator[Pupil]:
        """One at a time; kept when it ends without a refusal."""
        with self._rows.turn:
            pupil = _pupil(self._rows.read(who))
            yield pupil
            self._rows.write(who, json.dumps(pupil.to_json()))

    def take_along(self, visitor: Session, home: Regular) -> None:
        """Somebody who came back by their passphrase has learnt something before, on the same visit."""
        if visitor.is_kept or not (text := self._rows.read(visitor)):
            return
        with self.changing(Session(home.id, home.name, PLAYER, mark=home.mark)) as pupil:
            before = _pupil(text)
            pupil.learnt = pupil.learnt.merged(before.learnt)
            pupil.tables = sorted([*pupil.tables, *before.tables], key=lambda each: each["at"])[-TABLES_MAX:]
        self._rows.forget(visitor)


def _pupil(text: str) -> Pupil:
    return Pupil.from_json(json.loads(text)) if text else Pupil()
