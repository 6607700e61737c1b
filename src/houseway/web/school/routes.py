"""The school for whoever learns: what is due, a question, its answer, progress, and the challenge of the day.

A question's answer stays in the house until it was answered: what a page gets is picked field by field.
"""

import asyncio
import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from houseway.games import all_games, slugs
from houseway.house.draft import PLAYER
from houseway.rules.refused import Refused
from houseway.school.exam import SEED_BITS
from houseway.school.hard_choices import CHOICE, is_choice
from houseway.school.learnt import Learnt, Ticket, Topic
from houseway.web.api_games import Slug, known_game
from houseway.web.api_room import TheHall, Who
from houseway.web.hall import Hall
from houseway.web.refusals import RESPONSES, Malformed, Missing, TooFast
from houseway.web.school.begun import begun_by
from houseway.web.school.models import (
    ChallengeAnswer,
    Marked,
    NewAnswer,
    NewQuestion,
    ProgressAnswer,
    QuestionAnswer,
    SchoolAnswer,
    SchoolGame,
)
from houseway.web.school.office import verify_learner, verify_pace
from houseway.web.school.records import AskedNow, Pupil
from houseway.web.school.telling import (
    PLAYER_SIDE,
    day_of,
    number_of,
    told_game,
    told_met,
    told_progress,
    told_question,
    topics_of,
)
from houseway.web.sessions import Session
from houseway.web.whereabouts import place_at

router = APIRouter(prefix="/api/school", tags=["school"], responses=RESPONSES)
CHALLENGE_QUESTIONS = 5
AVOID_MAX = 100  # ids that a clerk is told
Day = Annotated[str, Path(pattern=r"^\d{4}-\d\d-\d\d$")]


@router.get("", response_model=SchoolAnswer)
async def school(hall: TheHall, who: Who) -> dict[str, Any]:
    """Every game, and how far the asker is with each kind of question that they met."""
    pupil, now = await _pupil(hall, who), hall.floor.pit.clock()
    return {
        "kept": who.is_kept,
        "due": len({card.topic for card in pupil.learnt.due(now)}),
        "today": day_of(now),
        "games": [told_met(slug, pupil.learnt, now) for slug in slugs()],
        "begun": await asyncio.to_thread(begun_by, hall, who),
    }


@router.get("/games/{game}", response_model=SchoolGame)
async def game(game: Slug, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """All kinds of questions of a game, and how far the asker is with each."""
    known_game(game)
    entry, pupil = await hall.school.game(place_at(request), game), await _pupil(hall, who)
    return told_game(entry, pupil.learnt, hall.floor.pit.clock())


@router.post("/{game}/question", response_model=QuestionAnswer)
async def question(game: Slug, given: NewQuestion, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """One to answer: of a kind, or whatever is due; or one that was missed, again."""
    verify_learner(who)
    verify_pace(hall, who, request)
    known_game(game).settings(given.options)
    pupil = await _pupil(hall, who)
    if given.mine:
        return await _again(hall, who, request, game, given.kind, pupil.learnt)
    topic, difficulty = await _wanted(hall, request, game, given, pupil.learnt)
    asked = await hall.school.question(
        place_at(request), topic.kind, game=game, options=given.options, seed=secrets.randbits(SEED_BITS),
        difficulty=given.difficulty or difficulty, avoid=pupil.had[-AVOID_MAX:],
    )  # fmt: skip
    return await _ask(hall, who, asked, AskedNow(ticket_of(asked)))


@router.post("/answer", response_model=Marked)
async def answer(given: NewAnswer, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """Whether it is right, and why; the kind comes back when the scheduler says. A question is answered once."""
    verify_learner(who)
    verify_pace(hall, who, request)
    asked = (await _pupil(hall, who)).asked(given.question)
    marked = await hall.school.mark(place_at(request), asked.ticket, given.answer)

    def note() -> dict[str, Any]:
        with hall.school.records.changing(who) as pupil:
            pupil.asked(given.question)  # or another browser was quicker
            del pupil.waiting[given.question]
            told = {"right": marked["right"], "lost_cents": marked["lost_cents"]}
            memory = pupil.learnt.note(asked.ticket, at=hall.floor.pit.clock(), **told)
            if asked.day:
                pupil.note_challenge(asked, marked["right"])
        return {"due_at": memory.due_at, "interval_days": memory.interval_days}

    return {"question": given.question, **marked, **await asyncio.to_thread(note)}


@router.get("/progress", response_model=ProgressAnswer)
async def progress(hall: TheHall, who: Who) -> dict[str, Any]:
    """What the asker has learnt, by kind and by week, and what to learn next."""
    verify_learner(who)
    pupil = await _pupil(hall, who)
    days = await asyncio.to_thread(hall.regulars.days, who.id)
    tables = pupil.tables[::-1]
    return {"kept": who.is_kept, "tables": tables, **told_progress(pupil.learnt, hall.floor.pit.clock(), days)}


@router.get("/challenge/{day}", response_model=ChallengeAnswer)
async def challenge(day: Day, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """Five questions of a day, the same for everybody, each answered once; the next is asked."""
    verify_learner(who)
    verify_pace(hall, who, request)
    _verify_day(day, hall.floor.pit.clock())
    pupil = await _pupil(hall, who)
    chosen = [game.slug for game in all_games() if game.acts]
    game = await hall.school.game(place_at(request), chosen[number_of(day) % len(chosen)])
    answered = pupil.challenges.get(day, [])
    asked = None
    if len(answered) < CHALLENGE_QUESTIONS:
        found = await _of_challenge(hall, request, game, day, len(answered))
        asked = await _ask(hall, who, found, AskedNow(ticket_of(found), day, len(answered)))
    told = {"day": day, "game": game["slug"], "title": game["title"], "number": CHALLENGE_QUESTIONS}
    return {**told, "answered": answered, "question": asked}


async def _of_challenge(hall: Hall, request: Request, game: Mapping[str, Any], day: str, number: int) -> dict[str, Any]:
    """A hard choice; of a game whose hints are not at hand a dealer's question."""
    drawn = sha256(f"houseway challenge {day} {number}".encode()).digest()
    asked = {"game": game["slug"], "options": {}, "seed": int.from_bytes(drawn[:8]) >> (64 - SEED_BITS)}
    place, kinds = place_at(request), game["kinds"]
    try:
        return await hall.school.question(place, CHOICE, **asked)
    except (TooFast, Missing):
        raise
    except Refused as refusal:
        if type(refusal) is not Refused or not kinds:
            raise
        return await hall.school.question(place, kinds[number % len(kinds)]["name"], **asked)


def _verify_day(day: str, now: int) -> None:
    try:
        number_of(day)
    except ValueError:
        raise Malformed(f"there is no day {day}") from None
    if day > day_of(now):
        raise Missing(f"the challenge of {day} is not there yet")


async def _again(
    hall: Hall, who: Session, request: Request, game: str, kind: str, learnt: Learnt
) -> dict[str, Any]:  # fmt: skip
    """The one that was missed longest ago; those that this version cannot ask any more are forgotten."""
    for ticket in [each for each in learnt.missed.values() if each.game == game and kind in ("", each.kind)]:
        try:
            shown = await hall.school.shown(place_at(request), ticket)
        except Refused as refusal:
            if type(refusal) is not Refused:  # too fast, busy
                raise
            await asyncio.to_thread(_forget_missed, hall, who, ticket)
            continue
        return await _ask(hall, who, shown, AskedNow(ticket))
    raise Refused("nothing waits here that you missed: take a new question")


def _forget_missed(hall: Hall, who: Session, ticket: Ticket) -> None:
    with hall.school.records.changing(who) as pupil:
        pupil.learnt.missed.pop(ticket.id, None)


async def _wanted(
    hall: Hall, request: Request, game: str, given: NewQuestion, learnt: Learnt
) -> tuple[Topic, int]:  # fmt: skip
    """What to ask; of a player's kinds those that were met come back, else any hard choice."""
    now = hall.floor.pit.clock()
    if given.kind:
        topic = Topic(game, given.kind)
        due = learnt.due(now, [topic])
        return topic, due[0].difficulty if due else 0
    entry = await hall.school.game(place_at(request), game)
    side = given.side == PLAYER_SIDE
    topics = [topic for topic in topics_of(entry, learnt) if is_choice(topic.kind) == side]
    if not topics:
        raise Refused(f"there is nothing to ask a {given.side} in {entry['title']}")
    if side and not learnt.due(now, topics):
        return Topic(game, CHOICE), 0
    return learnt.next_of(topics, now)


async def _ask(hall: Hall, who: Session, shown: Mapping[str, Any], asked: AskedNow) -> dict[str, Any]:
    """Note that it waits for its answer, and tell what may be told."""

    def note() -> bool:
        with hall.school.records.changing(who) as pupil:
            pupil.ask(asked)
            return asked.ticket.id in pupil.learnt.missed

    return told_question(shown, again=await asyncio.to_thread(note))


def ticket_of(asked: Mapping[str, Any]) -> Ticket:
    return Ticket(asked["id"], asked["game"], asked["kind"], asked["difficulty"], asked["seed"], dict(asked["options"]))


async def _pupil(hall: Hall, who: Session) -> Pupil:
    return await asyncio.to_thread(hall.school.records.of, who) if who.role == PLAYER else Pupil()
