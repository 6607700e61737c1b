"""The bench: questions that take longer than a moment, one at a time, in a worker process.

A job lives as long as somebody wants it: whoever watches its stream or asks after it. When nobody does any more it is
stopped. There is a time limit, a limit to the queue, and a limit to what one person has in it; finished jobs are kept
for a while, so the same question is answered once.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from houseway.web.floor import Busy
from houseway.web.lab.ask import Ask
from houseway.web.lab.hire import Worker, hire
from houseway.web.logs import log
from houseway.web.refusals import TooFast
from houseway.web.tasks import ended

WAITING, RUNNING, DONE, REFUSED, STOPPED = "waiting", "running", "done", "refused", "stopped"
FAILED = "failed"  # it took too long, or we made a mistake: asked again at once it would again
LISTEN_S = 0.25
FAULT = "the lab made a mistake; it is on record"


@dataclass(frozen=True)
class BenchLimits:
    time_s: float = 180.0  # of one job
    waiting_max: int = 12  # jobs in the queue, everyone's
    own_max: int = 3  # jobs of one person that are not finished
    address_max: int = 4  # ... and of everyone at an address
    wanted_s: float = 30.0  # how long a job is wanted after somebody asked after it
    left_s: float = 3.0  # ... and after the last stream was closed
    grace_s: float = 1.5  # for a worker to stop by itself
    again_s: float = 60.0  # before a question that was refused is tried again
    kept: int = 128  # finished jobs


@dataclass
class Job:
    ask: Ask
    whose: str
    place: str = ""  # the address it was asked from
    state: str = WAITING
    told: dict[str, Any] = field(default_factory=dict)  # what is going on: what, done, total, exact
    sights: list[dict[str, Any]] = field(default_factory=list)  # of a simulation
    answer: dict[str, Any] | None = None
    reason: str = ""
    watchers: int = 0
    wanted_until: float = 0.0
    ended_at: float = 0.0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_finished(self) -> bool:
        return self.state in (DONE, REFUSED, STOPPED, FAILED)

    def tell(self, what: dict[str, Any]) -> None:
        if (sight := what.pop("sight", None)) is not None:
            self.sights.append(sight)
        self.told |= what
        self.wake()

    def end(self, state: str, reason: str = "", answer: dict[str, Any] | None = None) -> None:
        self.state, self.reason, self.answer, self.ended_at = state, reason, answer, time.monotonic()
        self.wake()

    def wake(self) -> None:
        """Whoever waits for news of the job gets it; the next wait is for later news."""
        self.changed.set()
        self.changed = asyncio.Event()

    def is_wanted(self, now: float) -> bool:
        return self.watchers > 0 or now < self.wanted_until


class LabBench:
    def __init__(self, limits: BenchLimits | None = None) -> None:
        self.limits = limits or BenchLimits()
        self.jobs: OrderedDict[str, Job] = OrderedDict()
        self._queue: list[Job] = []
        self._served = ""  # the address whose question was last taken up
        self._worker: Worker | None = None
        self._runner: asyncio.Task[None] | None = None

    # --- asking ---

    def begin(self, ask: Ask, whose: str, place: str = "") -> Job:
        """The job that answers a question: one that is known, or a new one in the queue."""
        known = self.jobs.get(ask.id)
        if known is not None and not self._is_past(known):
            self.want(known)
            self.jobs.move_to_end(ask.id)
            return known
        self._make_room(whose)
        self._clear_away()
        self._verify_room_at(place)
        self._verify_queue()
        job = Job(ask, whose, place)
        self.want(job)
        self.jobs[ask.id] = job
        self.jobs.move_to_end(ask.id)
        self._queue.append(job)
        self._forget_old()
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())
        return job

    def _is_past(self, job: Job) -> bool:
        """Whether the question is worth another try: nobody waited for it, or it went wrong some time ago."""
        if job.state == STOPPED:
            return True
        return job.state in (REFUSED, FAILED) and time.monotonic() - job.ended_at > self.limits.again_s

    def find(self, job_id: str) -> Job | None:
        return self.jobs.get(job_id)

    def want(self, job: Job) -> None:
        job.wanted_until = max(job.wanted_until, time.monotonic() + self.limits.wanted_s)

    def leave(self, job: Job) -> None:
        """A watcher has gone; if it was the last one the job is soon stopped."""
        job.watchers -= 1
        if job.watchers == 0:
            job.wanted_until = time.monotonic() + self.limits.left_s

    def _make_room(self, whose: str) -> None:
        own = [job for job in self.jobs.values() if job.whose == whose and not job.is_finished]
        for job in own:
            if len(own) >= self.limits.own_max and job.watchers == 0:
                job.wanted_until = 0.0  # a later question of the same person takes its place
                own = [each for each in own if each is not job]
        if len(own) >= self.limits.own_max:
            raise TooFast(f"{len(own)} of your questions are being worked on: wait for one, or stop it")

    def _clear_away(self) -> None:
        """Questions that nobody waits for any more have no place in the queue."""
        now = time.monotonic()
        for job in [job for job in self._queue if not job.is_wanted(now)]:
            self._queue.remove(job)
            job.end(STOPPED, "nobody waited for it")

    def _verify_queue(self) -> None:
        if len(self._queue) >= self.limits.waiting_max:
            raise Busy("the lab has as much to do as it can take: ask again in a minute")

    def _verify_room_at(self, place: str) -> None:
        """One address has a part of the queue, whatever names its people go by."""
        there = [job for job in self.jobs.values() if job.place == place and not job.is_finished]
        if place and len([job for job in there if job.is_wanted(time.monotonic())]) >= self.limits.address_max:
            raise TooFast("your address has as many questions here as one may: wait for one of them")

    def _forget_old(self) -> None:
        finished = [job for job in self.jobs.values() if job.is_finished]
        for job in finished[: max(0, len(finished) - self.limits.kept)]:
            del self.jobs[job.ask.id]

    async def watch(self, job: Job, for_s: float) -> AsyncIterator[Job]:
        """The job whenever there is news of it, until it is finished or the time is over."""
        job.watchers += 1
        until = time.monotonic() + for_s
        try:
            while True:
                news = job.changed
                yield job
                left = until - time.monotonic()
                if job.is_finished or left <= 0:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), left)
        finally:
            self.leave(job)

    # --- working ---

    async def _run(self) -> None:
        """One job after another; those nobody wants any more are passed over."""
        while self._queue:
            job = self._next()
            if not job.is_wanted(time.monotonic()):
                job.end(STOPPED, "nobody waited for it")
                continue
            job.state = RUNNING
            job.wake()
            try:
                await self._work(job)
            except Exception as error:  # a broken pipe, a line that is no JSON: the worker is not to be trusted
                log.fault("the lab's worker failed", kind=job.ask.kind, game=job.ask.game, exc=type(error).__name__)
                await self._dismiss()
                job.end(FAILED, FAULT)

    def _next(self) -> Job:
        """The first in the queue of an address that was not the last to be served; else the first."""
        job = next((job for job in self._queue if job.place != self._served), self._queue[0])
        self._queue.remove(job)
        self._served = job.place
        return job

    async def _work(self, job: Job) -> None:
        worker = await self._hire()
        await worker.ask(job.ask.model_dump_json())
        begun = time.monotonic()
        while not job.is_finished:
            message = await worker.hear(LISTEN_S)
            if message is not None:
                self._take(job, message)
            now = time.monotonic()
            if job.is_finished:
                return
            if now - begun > self.limits.time_s:
                job.end(FAILED, f"this took longer than {self.limits.time_s:.0f} s and was stopped: ask for less")
            elif not job.is_wanted(now):
                job.end(STOPPED, "stopped")
        if not await worker.stops_within(self.limits.grace_s):
            await self._dismiss()

    def _take(self, job: Job, message: dict[str, Any]) -> None:
        if "told" in message:
            job.tell(message["told"])
        elif "answer" in message:
            job.end(DONE, answer=message["answer"])
        elif "refused" in message:
            job.end(REFUSED, message["refused"])
        else:
            log.info("fault in the lab", kind=job.ask.kind, game=job.ask.game, trace=str(message.get("fault"))[-2000:])
            job.end(FAILED, FAULT)

    async def _hire(self) -> Worker:
        if self._worker is None or not self._worker.is_alive:
            self._worker = await hire()
        return self._worker

    async def _dismiss(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.end()

    async def close(self) -> None:
        """Stop what is being done; the worker ends."""
        await ended(self._runner)
        await self._dismiss()
        for job in self.jobs.values():
            if not job.is_finished:
                job.end(STOPPED, "the house is closing")
