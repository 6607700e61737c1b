"""The school's office: what the routes share of one house's school, and who may come in."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from fastapi import Request

from houseway.house.draft import PLAYER, Forbidden
from houseway.rules.refused import Refused
from houseway.school.hard_choices import is_choice
from houseway.school.learnt import Ticket
from houseway.web.desk import Desk, Desks
from houseway.web.refusals import TooFast
from houseway.web.regulars import DEALT, Regulars
from houseway.web.school.classes import ClassBook
from houseway.web.school.exams import Exams
from houseway.web.school.personal_rows import PersonalRows
from houseway.web.school.records import Records
from houseway.web.school.school_desk import CHANGED
from houseway.web.sessions import Session
from houseway.web.whereabouts import place_at

if TYPE_CHECKING:
    from houseway.web.hall import Hall


class School:
    """What of it reads or writes the ledger is called in a thread; what makes or marks a question is a clerk's."""

    def __init__(self, regulars: Regulars, desks: Desks) -> None:
        self.regulars = regulars
        self.records = Records(regulars)
        self.dealings = PersonalRows(regulars, DEALT)
        self.exams = Exams(regulars.ledger, regulars)
        self.classes = ClassBook(regulars.ledger, regulars)
        self._desks = desks

    def held(self, who: Session) -> dict[str, Any]:
        """All that the school keeps of a person, for their own file. What is asked now stays sealed."""
        dealt = json.loads(self.dealings.read(who) or "{}").values()
        return {
            **self.records.of(who).shown(),
            "dealt": [{name: each[name] for name in ("sort", "game", "options", "state")} for each in dealt],
            "exams": {exam: sat.shown() for exam, sat in self.exams.sat_by(who.id).items()},
            "classes": self.classes.enrolled(who.id),
        }

    def _desk(self, kind: str) -> Desk:
        """A player's choice needs an advisor, whom the clerk of the study has at hand."""
        return self._desks.study if is_choice(kind) else self._desks.school

    async def game(self, place: str, slug: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """A game with its kinds; the same until the software changes."""
        return _read(await self._desks.school.ask("school_kinds", place, game=slug, options=dict(options or {})))

    async def question(self, place: str, kind: str, **asked: Any) -> dict[str, Any]:
        return _read(await self._desk(kind).ask("school_question", place, kind_=kind, **asked))

    async def shown(self, place: str, ticket: Ticket) -> dict[str, Any]:
        return _read(await self._desk(ticket.kind).ask("school_shown", place, ticket=asdict(ticket)))

    async def can_show(self, place: str, ticket: Ticket) -> bool:
        """Whether this version of the school draws the same question by a ticket."""
        try:
            await self.shown(place, ticket)
        except Refused as refusal:
            if str(refusal) != CHANGED:
                raise
            return False
        return True

    async def mark(self, place: str, ticket: Ticket, answer: Any) -> dict[str, Any]:
        return _read(await self._desk(ticket.kind).ask("school_mark", place, ticket=asdict(ticket), answer=answer))

    async def clerk(self, kind: str, place: str, about: str = "", **what: Any) -> dict[str, Any]:
        """Anything else of `school_desk`; `about` is a kind of question that it draws."""
        return _read(await self._desk(about).ask(kind, place, **what))


def verify_learner(who: Session) -> None:
    if who.role != PLAYER:
        raise Forbidden("learners are players: give a name first (POST /api/session)")


def verify_enrolled(who: Session) -> None:
    """ClassBook and exams are of people who come back."""
    verify_learner(who)
    if not who.is_kept:
        raise Forbidden("this is kept under your name: choose a passphrase first (POST /api/you/keep)")


def verify_title(written: str) -> str:
    """As it is kept, of a class or an exam: one line that can be read, for it is printed on certificates."""
    title = " ".join(unicodedata.normalize("NFC", written).split())
    if not title or not title.isprintable():
        raise Refused("a title is one line of letters that can be read")
    return title


def verify_pace(hall: "Hall", who: Session, request: Request) -> None:
    if not hall.rates.take_both("drills_a_minute", who.id, place_at(request)):
        raise TooFast("that is too fast: wait a second")


def verify_deeds_pace(hall: "Hall", who: Session, request: Request) -> None:
    """Deeds come faster than questions; each is written down, like whatever else is kept of a person."""
    if not hall.rates.take_both("notes_a_minute", who.id, place_at(request)):
        raise TooFast("that is too fast: wait a moment")


def _read(answer: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer)
    return found
