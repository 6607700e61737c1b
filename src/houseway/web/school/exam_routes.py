"""Exams over HTTP: a supervisor or a teacher sets one, learners with a passphrase sit it, and the result is signed.

No question leaves the house before it is asked, and no mark before the end.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from houseway import __version__
from houseway.house.draft import AUDITOR, PLAYER, SUPERVISOR, TEACHER, Forbidden
from houseway.report.diploma import Diploma
from houseway.rules.refused import Refused
from houseway.school.exam import Attempt, ExamTerms, commitment_to, had_in
from houseway.school.hard_choices import CHOICE
from houseway.school.learnt import Ticket
from houseway.web.api_games import known_game
from houseway.web.api_room import TheHall, Who
from houseway.web.hall import Hall, verify_role_is
from houseway.web.logs import log
from houseway.web.refusals import RESPONSES, Malformed, Missing
from houseway.web.school.exams import Exam, Sat
from houseway.web.school.models import (
    CertificateVerdict,
    ExamAnswer,
    ExamEntry,
    ExamOpened,
    ExamResult,
    ExamSitting,
    KeyAnswer,
    NewAnswer,
    NewExam,
    SatEntry,
)
from houseway.web.school.office import verify_enrolled, verify_pace, verify_title
from houseway.web.school.telling import told_question
from houseway.web.sessions import Session
from houseway.web.whereabouts import place_at

router = APIRouter(prefix="/api/school", tags=["school"], responses=RESPONSES)
SETTERS = (SUPERVISOR, TEACHER)
READERS = (SUPERVISOR, AUDITOR, TEACHER)
ExamId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
Learner = Annotated[str, Query(max_length=64, description="For staff: whose.")]


@router.get("/key", response_model=KeyAnswer)
async def key(hall: TheHall) -> dict[str, str]:
    """The house's public key, which certificates are checked with."""
    return await asyncio.to_thread(hall.school.exams.public)


@router.post("/certificates", response_model=CertificateVerdict)
async def verify(given: ExamResult, hall: TheHall) -> dict[str, Any]:
    """Whether a certificate is this house's, word for word."""
    try:
        says = await asyncio.to_thread(hall.school.exams.verify, Diploma(**given.model_dump()))
    except Refused as refusal:
        return {"genuine": False, "reason": str(refusal), "says": None}
    return {"genuine": True, "reason": "", "says": says}


@router.get("/certificates", response_model=list[SatEntry])
async def sat(hall: TheHall, who: Who) -> list[dict[str, Any]]:
    """The exams that the asker has sat, the newest first, also those that were taken away since."""
    return await asyncio.to_thread(_sat_by, hall, who) if who.role == PLAYER else []


@router.get("/exams", response_model=list[ExamEntry])
async def exams(hall: TheHall) -> list[dict[str, Any]]:
    """Every exam that is set, the newest first; never a question of one."""
    return await asyncio.to_thread(lambda: [_entry(hall, exam) for exam in hall.school.exams.all()])


@router.post("/exams", response_model=ExamEntry)
async def set_exam(given: NewExam, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """Set one. What it asks is fixed from now on, by a secret that it is committed to."""
    verify_role_is(who, *SETTERS)
    verify_pace(hall, who, request)
    title, game = verify_title(given.title), known_game(given.game)
    game.settings(given.options)
    entry = await hall.school.game(place_at(request), given.game, given.options)
    known = [kind["name"] for kind in entry["kinds"]] + ([CHOICE] if entry["chooses"] else [])
    if unknown := set(given.kinds) - set(known):
        raise Malformed(f"{game.title}, as it is set here, has no question '{min(unknown)}'")
    terms = ExamTerms.from_json(given.model_dump() | {"title": title})
    exam = await asyncio.to_thread(hall.school.exams.set, terms, who.name, hall.floor.pit.clock())
    log.info("an exam is set", by=who.id, exam=exam.id)
    return await asyncio.to_thread(_entry, hall, exam)


@router.get("/exams/{id}", response_model=ExamAnswer)
async def look(id: ExamId, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """An exam, and how far the asker is with it; for staff, who sat it."""
    exam = await asyncio.to_thread(hall.school.exams.find_sat, id, who.id if who.role == PLAYER else "")
    told: dict[str, Any] = {**await asyncio.to_thread(_entry, hall, exam), "sitting": None, "results": [], "gone": 0}
    if who.role == PLAYER:
        await _ask_next(hall, who, request, exam)
        return told | {"sitting": await _sitting(hall, who, request, exam)}
    if _may_read(who, exam):
        return told | await asyncio.to_thread(_results, hall, exam)
    return told


@router.delete("/exams/{id}", response_model=ExamOpened)
async def take_away(id: ExamId, hall: TheHall, who: Who) -> dict[str, Any]:
    """Nobody sits it any more, and its secret is told, which every paper's follows from. Certificates stay."""
    verify_role_is(who, *SETTERS)
    exam = await asyncio.to_thread(hall.school.exams.find, id)
    if who.role == TEACHER and exam.by != who.name:
        raise Forbidden("this exam was set by somebody else")
    return {"id": id, "secret": await asyncio.to_thread(hall.school.exams.take_away, exam)}


@router.post("/exams/{id}/sit", response_model=ExamSitting)
async def sit(id: ExamId, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """Begin: the clock runs once the first question is there. Begun before, it goes on where it was."""
    verify_enrolled(who)
    verify_pace(hall, who, request)
    exam = await asyncio.to_thread(hall.school.exams.find, id)
    sats = await asyncio.to_thread(hall.school.exams.sat_by, who.id)
    if exam.id not in sats:
        first = await _draw(hall, who, request, exam, 0, sats)
        await asyncio.to_thread(hall.school.exams.begin, who.id, exam, first, hall.floor.pit.clock())
    await _ask_next(hall, who, request, exam)
    return await _sitting(hall, who, request, exam)


@router.post("/exams/{id}/answer", response_model=ExamSitting)
async def answer(id: ExamId, given: NewAnswer, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """Answer what is asked; whether it was right is told at the end. The next one is asked."""
    verify_enrolled(who)
    verify_pace(hall, who, request)
    exam = await asyncio.to_thread(hall.school.exams.find, id)
    sat = await asyncio.to_thread(hall.school.exams.verify_sat, exam.id, who.id)
    came_at = hall.floor.pit.clock()  # marking takes a moment that is not the learner's
    asked = sat.attempt.verify_open(exam.terms, given.question, came_at)
    marked = await hall.school.mark(place_at(request), asked.ticket, given.answer)

    def note(attempt: Attempt) -> Attempt:
        attempt.verify_open(exam.terms, given.question, came_at)  # or another browser was quicker
        return attempt.answer(given.answer, right=marked["right"]).heard(came_at)

    await asyncio.to_thread(_change, hall, who, exam, note)
    await _ask_next(hall, who, request, exam)
    return await _sitting(hall, who, request, exam)


@router.get("/exams/{id}/certificate", response_model=ExamResult)
async def certificate(
    id: ExamId, hall: TheHall, who: Who, request: Request, learner: Learner = ""
) -> dict[str, Any]:  # fmt: skip
    """What it came to, signed by the house: the sum, every answer, and the errors with what would have been right."""
    whose = learner if who.role in READERS else who.id
    if who.role not in READERS:
        verify_enrolled(who)
    sat = await asyncio.to_thread(hall.school.exams.verify_sat, id, whose)
    if who.role == PLAYER and sat.diploma is not None:
        return sat.diploma.to_json()
    exam = await asyncio.to_thread(hall.school.exams.find_sat, id, whose)
    if who.role != PLAYER and not _may_read(who, exam):
        raise Forbidden("this exam was set by somebody else")
    if sat.diploma is not None:
        return sat.diploma.to_json()
    if not exam.is_over(sat.attempt, hall.floor.pit.clock()):
        raise Refused("this exam is not over: its certificate comes at the end")
    diploma = await _signed(hall, request, exam, whose, sat.attempt)
    await asyncio.to_thread(hall.school.exams.change, whose, exam.id, lambda now: replace(now, diploma=diploma))
    return diploma.to_json()


def _may_read(who: Session, exam: Exam) -> bool:
    """A teacher reads what came of their own exams; supervisors and auditors of all."""
    return who.role in READERS and (who.role != TEACHER or exam.by == who.name)


async def _signed(hall: Hall, request: Request, exam: Exam, learner: str, attempt: Attempt) -> Diploma:
    paper = await asyncio.to_thread(hall.school.exams.paper, exam, learner)
    regular = await asyncio.to_thread(hall.regulars.known, learner)
    says = await hall.school.clerk(
        "school_certificate", place_at(request), about=exam.terms.kinds[0],
        terms=asdict(exam.terms), attempt=attempt.to_json(), paper=paper.hex(),
    )  # fmt: skip
    house = {"house": hall.floor.pit.room.name, "software": f"houseway {__version__}"}
    about = {"exam": exam.id, "set_by": exam.by, "learner": regular.name, "learner_id": learner}
    return await asyncio.to_thread(hall.school.exams.sign, says | house | about)


async def _ask_next(hall: Hall, who: Session, request: Request, exam: Exam) -> None:
    """Draw the next question, where one is due. What is drawn follows from the paper's secret and what was had."""
    sats = await asyncio.to_thread(hall.school.exams.sat_by, who.id)
    if exam.id not in sats or exam.is_over(sats[exam.id].attempt, hall.floor.pit.clock()):
        return
    attempt = sats[exam.id].attempt
    if attempt.open is not None and not await hall.school.can_show(place_at(request), attempt.open.ticket):
        await asyncio.to_thread(_change, hall, who, exam, Attempt.without_open)
        attempt = attempt.without_open()
    if attempt.open is not None:
        return
    number = len(attempt.asked)
    found = await _draw(hall, who, request, exam, number, sats)

    def ask(attempt: Attempt) -> Attempt:
        fresh = attempt.open is None and len(attempt.asked) == number  # or another browser asked it
        return attempt.ask(found) if fresh else attempt

    await asyncio.to_thread(_change, hall, who, exam, ask)


async def _draw(
    hall: Hall, who: Session, request: Request, exam: Exam, number: int, sats: Mapping[str, Sat]
) -> Ticket:  # fmt: skip
    """None that this person had in any exam, nor lately in a drill."""
    paper = await asyncio.to_thread(hall.school.exams.paper, exam, who.id)
    drilled = (await asyncio.to_thread(hall.school.records.of, who)).had
    found = await hall.school.clerk(
        "school_exam_question", place_at(request), about=exam.terms.kind(number), terms=asdict(exam.terms),
        paper=paper.hex(), number=number, had=sorted({*had_in([sat.attempt for sat in sats.values()]), *drilled}),
    )  # fmt: skip
    return Ticket(**found)


def _change(hall: Hall, who: Session, exam: Exam, change: Callable[[Attempt], Attempt]) -> Attempt:
    changed = hall.school.exams.change(who.id, exam.id, lambda sat: replace(sat, attempt=change(sat.attempt)))
    return changed.attempt


async def _sitting(hall: Hall, who: Session, request: Request, exam: Exam) -> dict[str, Any]:
    clock = hall.floor.pit.clock()
    sat = (await asyncio.to_thread(hall.school.exams.sat_by, who.id)).get(exam.id)
    paper = await asyncio.to_thread(hall.school.exams.paper, exam, who.id)
    told: dict[str, Any] = {
        "state": "not_begun", "begun_at": None, "deadline": None, "now": clock, "answered": 0, "question": None,
        "commitment": commitment_to(paper),
    }  # fmt: skip
    if sat is None:
        return told
    attempt = sat.attempt
    if attempt.heard(clock).ahead_us != attempt.ahead_us:  # the clock was set back since
        attempt = await asyncio.to_thread(_change, hall, who, exam, lambda now: now.heard(clock))
    over = exam.is_over(attempt, clock)
    shown = None
    if attempt.open is not None and not over:
        asked = await hall.school.shown(place_at(request), attempt.open.ticket)
        shown = told_question(asked, again=False)
    return told | {
        "state": "over" if over else "on",
        "begun_at": attempt.begun_at,
        "deadline": attempt.deadline(exam.terms),
        "now": attempt.time(clock),
        "answered": attempt.answered,
        "question": shown,
    }


def _entry(hall: Hall, exam: Exam) -> dict[str, Any]:
    return exam.to_json() | {"commitment": hall.school.exams.commitment(exam)}


def _results(hall: Hall, exam: Exam) -> dict[str, Any]:
    """Who sat it, and how many began it of whom nothing is kept any more: somebody may have come again."""
    clock = hall.floor.pit.clock()
    found = [
        {"learner": learner, "name": name, "begun_at": sat.attempt.begun_at, **_marks(exam, sat, clock)}
        for learner, name, sat in hall.school.exams.sittings(exam)
    ]
    gone = max(hall.school.exams.begun(exam) - len(found), 0)
    return {"results": sorted(found, key=lambda each: each["begun_at"]), "gone": gone}


def _sat_by(hall: Hall, who: Session) -> list[dict[str, Any]]:
    clock, found = hall.floor.pit.clock(), []
    for id_, sat in hall.school.exams.sat_by(who.id).items():
        try:
            exam = hall.school.exams.find_sat(id_, who.id)
        except Missing:  # taken away by an earlier version: a certificate is in the file of their own data
            continue
        about = {"id": id_, "title": exam.terms.title, "game": exam.terms.game, "begun_at": sat.attempt.begun_at}
        found.append(about | _marks(exam, sat, clock))
    return sorted(found, key=lambda each: -each["begun_at"])


def _marks(exam: Exam, sat: Sat, clock: int) -> dict[str, Any]:
    """None of them before the end."""
    over, right = exam.is_over(sat.attempt, clock), sat.attempt.right
    return {"right": right if over else None, "passed": exam.terms.passes(right) if over else None}
