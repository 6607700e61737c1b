"""A desk with one clerk and a short queue: a question is answered, or told at once that the desk is busy.

Two people who ask the same wait for one answer. One address has a part of the queue; a question that takes too long is
given up with its clerk, and a clerk whom nobody asks for a while goes home.
"""

import asyncio
import json
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Any

from fastapi import Response

from houseway.house.ledger.store import Ledger
from houseway.house.pit import Broken
from houseway.rules.refused import Refused
from houseway.web.desk.clerks import Clerk, ClerkGone, clerk_for
from houseway.web.floor import Busy
from houseway.web.logs import log
from houseway.web.metrics import Metrics
from houseway.web.refusals import FAULT, TooFast
from houseway.web.tasks import ended

REPEATABLE = ("strategy", "verdicts", "edges", "school_kinds")  # the same until the software changes


@dataclass(frozen=True)
class DeskLimits:
    waiting_max: int  # questions, everyone's
    address_max: int  # of those, from one address
    time_s: float  # for one question
    kept: int = 0  # answers that will be the same when they are asked for again
    idle_s: float = 300.0  # a clerk without a question goes home


@dataclass
class _Question:
    kind: str
    what: dict[str, Any]
    place: str
    answer: "asyncio.Future[bytes]"

    @property
    def key(self) -> str:
        return json.dumps([self.kind, self.what], sort_keys=True)


class Desk:
    def __init__(self, name: str, limits: DeskLimits, ledger: Ledger, metrics: Metrics) -> None:
        self.name = name
        self.limits = limits
        self._ledger = ledger
        self._metrics = metrics
        self._queue: deque[_Question] = deque()
        self._asked: dict[str, _Question] = {}  # waiting, or being answered
        self._known: OrderedDict[str, bytes] = OrderedDict()
        self._clerk: Clerk | None = None
        self._work: asyncio.Task[None] | None = None
        self._home: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        return len(self._asked)

    @property
    def told(self) -> tuple[int, int] | None:
        """How far the answer is that is worked at, where its clerk says so: done, in all."""
        return self._clerk.told if self._clerk else None

    async def answer(self, kind: str, place: str, **what: Any) -> Response:
        """As an HTTP answer."""
        return Response(await self.ask(kind, place, **what), media_type="application/json")

    async def ask(self, kind: str, place: str, **what: Any) -> bytes:
        """The answer as JSON; a refusal, if the clerk refuses it, or if there is no room in the queue."""
        question = _Question(kind, what, place, asyncio.get_running_loop().create_future())
        if (known := self._known.get(question.key)) is not None:
            self._known.move_to_end(question.key)
            return known
        if (same := self._asked.get(question.key)) is not None:
            return await asyncio.shield(same.answer)
        self._verify_room(place)
        question.answer.add_done_callback(_heard)
        self._asked[question.key] = question
        self._queue.append(question)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._answer_all())
        return await asyncio.shield(question.answer)

    def _verify_room(self, place: str) -> None:
        if sum(each.place == place for each in self._asked.values()) >= self.limits.address_max:
            self._metrics.limited(f"{self.name}_desk_an_address")
            raise TooFast("your address has as many questions here as one may: wait for an answer first")
        if len(self._asked) >= self.limits.waiting_max:
            self._metrics.limited(f"{self.name}_desk")
            raise Busy("others are being answered: try again in a while")

    # --- the work ---

    async def _answer_all(self) -> None:
        if self._home is not None:
            self._home.cancel()
        while self._queue:
            question = self._queue.popleft()
            try:
                found = await self._answered(question)
                self._keep(question, found)
                question.answer.set_result(found)
            except Refused as refusal:
                question.answer.set_exception(refusal)
            except BaseException:
                question.answer.set_exception(Busy("the house is closing: come back soon"))
                raise
            finally:
                del self._asked[question.key]
        self._home = asyncio.get_running_loop().call_later(self.limits.idle_s, self._go_home)

    async def _answered(self, question: _Question) -> bytes:
        try:
            if self._clerk is None:
                self._clerk = await clerk_for(self._ledger)
            async with asyncio.timeout(self.limits.time_s):
                return await self._clerk.answer(question.kind, question.what)
        except TimeoutError:
            await self._dismiss()
            self._metrics.limited(f"{self.name}_desk_time_s")
            raise Busy("this took longer than we have for one question: ask again later, or for less") from None
        except ClerkGone as fault:
            await self._dismiss()
            log.error("fault at a desk", desk=self.name, kind=question.kind, trace=str(fault)[-2000:])
            raise Broken(FAULT) from None

    def _keep(self, question: _Question, found: bytes) -> None:
        if self.limits.kept and question.kind in REPEATABLE:
            self._known[question.key] = found
            if len(self._known) > self.limits.kept:
                self._known.popitem(last=False)

    def _go_home(self) -> None:
        if not self._queue and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._dismiss())

    async def _dismiss(self) -> None:
        clerk, self._clerk = self._clerk, None
        if clerk is not None:
            await clerk.end()

    async def close(self) -> None:
        if self._home is not None:
            self._home.cancel()
        await ended(self._work)
        while self._queue:
            question = self._queue.popleft()
            question.answer.set_exception(Busy("the house is closing: come back soon"))
        await self._dismiss()


def _heard(answer: "asyncio.Future[bytes]") -> None:
    """Whoever asked may have gone: then nobody hears it."""
    if not answer.cancelled():
        answer.exception()


class Desks:
    """Seven, so that a long answer at one does not keep people waiting at another."""

    def __init__(self, ledger: Ledger, metrics: Metrics) -> None:
        self.records = Desk("records", DeskLimits(32, 8, 30), ledger, metrics)  # rounds and shuffles
        self.diary = Desk("diary", DeskLimits(24, 6, 60), ledger, metrics)  # what people ask of their own past
        self.study = Desk(
            "study", DeskLimits(12, 4, 180, kept=64), ledger, metrics
        )  # strategies, drills: a first one compiles
        self.staff = Desk("staff", DeskLimits(8, 8, 600), ledger, metrics)  # whole streams
        self.books = Desk("books", DeskLimits(6, 4, 600), ledger, metrics)  # the operator's books
        self.figures = Desk("figures", DeskLimits(4, 4, 600, kept=64), ledger, metrics)  # edges of a change of a table
        self.school = Desk("school", DeskLimits(48, 16, 60, kept=64), ledger, metrics)  # a classroom is one address

    @property
    def all(self) -> tuple[Desk, ...]:
        return self.records, self.diary, self.study, self.staff, self.books, self.figures, self.school

    async def close(self) -> None:
        for desk in self.all:
            await desk.close()
