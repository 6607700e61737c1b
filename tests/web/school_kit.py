"""Learners in tests: who answers rightly, because a test may look into the house, and who answers wrongly."""

import asyncio
from typing import Any

from houseway.games import find_game
from houseway.school.dealing.deed import DealerDeed
from houseway.school.dealing.wording import Wording
from houseway.school.drills import ask
from houseway.school.exam import Attempt
from houseway.school.learnt import Ticket
from houseway.school.practice_round import lying
from houseway.school.question import Cents, Choose, Question
from houseway.web.sessions import Session
from tests.web.running import Client, Server

GAME = "casino_war"  # the quickest to sample


def drawn(ticket: Ticket) -> Question:
    game = find_game(ticket.game)
    return ask(game, game.settings(ticket.options), ticket.kind, ticket.seed)


def right(question: Question) -> Any:
    return list(question.right) if isinstance(question.right, tuple) else question.right


def wrong(question: Question) -> Any:
    if isinstance(question.form, Cents):
        return int(str(question.right)) + 1
    assert isinstance(question.form, Choose)
    return next(key for key, _ in question.form.options if key != question.right)


def due_key(now: dict[str, Any]) -> str:
    """The deed of a lesson that is due, found by its words."""
    game = find_game(now["game"])
    wording, table = Wording(game, game.settings(now["options"])), lying(tuple(map(tuple, now["tape"])))
    deeds = [DealerDeed.from_key(each["key"]).of(cents) for each in now["offered"] for cents in each["amounts"]]
    deeds += [DealerDeed.from_key(each["key"]) for each in now["offered"]]
    (due,) = {deed.key for deed in deeds if f"{wording.deed(deed, table)}." == now["due"]["words"]}
    return due


def session_of(server: Server, client: Client) -> Session:
    return asyncio.run_coroutine_threadsafe(server.hall.sessions.of(_token(client)), server._loop).result(20)


def waits(server: Server, client: Client, id_: str) -> Question:
    """The question that a learner is asked, with its answer."""
    return drawn(server.hall.school.records.of(session_of(server, client)).asked(id_).ticket)


def _token(client: Client) -> str:
    return next(iter(client.http.cookies.values()))


def asked(client: Client, **what: Any) -> dict[str, Any]:
    answer = client.http.post(f"/api/school/{GAME}/question", json=what)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def answered(client: Client, question: str, answer: Any) -> dict[str, Any]:
    told = client.http.post("/api/school/answer", json={"question": question, "answer": answer})
    assert told.status_code == 200, told.text
    marked: dict[str, Any] = told.json()
    return marked


def attempt_of(server: Server, client: Client, exam: str) -> Attempt:
    return server.hall.school.exams.sat_by(client.id)[exam].attempt
