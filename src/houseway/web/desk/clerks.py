"""Clerks as a desk sees them: another process, or for a ledger that is in our memory only a thread of ours."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from houseway.house.draft import Forbidden
from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused
from houseway.web.desk.questions import Questions
from houseway.web.floor import Busy
from houseway.web.lab.hire import Worker, hire
from houseway.web.refusals import Malformed, Missing, TooFast

REFUSALS: dict[str, type[Refused]] = {
    "missing": Missing, "malformed": Malformed, "forbidden": Forbidden, "busy": Busy, "too_fast": TooFast,
}  # fmt: skip
CLERK = "houseway.web.desk.clerk"


class ClerkGone(Exception):
    """A mistake of ours, or the clerk is no more."""


class Clerk(Protocol):
    told: tuple[int, int] | None  # how far the answer is: done, in all

    async def answer(self, kind: str, what: dict[str, Any]) -> bytes:
        """JSON; raises what is refused, or Gone."""

    async def end(self) -> None: ...


async def clerk_for(ledger: Ledger) -> Clerk:
    if not ledger.address:
        return InThread(ledger)
    worker = await hire(CLERK)
    await worker.ask(json.dumps({"ledger": ledger.address}))
    return Hired(worker, ledger)


class Hired:
    """In a process of its own. It only reads: what it finds worth keeping is written by us, the ledger's one writer."""

    def __init__(self, worker: Worker, ledger: Ledger) -> None:
        self._worker = worker
        self._ledger = ledger
        self.told: tuple[int, int] | None = None

    async def answer(self, kind: str, what: dict[str, Any]) -> bytes:
        self.told = None
        try:
            await self._worker.ask(json.dumps({"kind": kind, "what": what}))
            while True:
                message = await self._worker.next()
                if "keep" in message:
                    shelf, kept = message["keep"]
                    await asyncio.to_thread(self._ledger.put_all, shelf, kept)
                elif "told" in message:
                    done, total = message["told"]
                    self.told = done, total
                elif "bytes" in message:
                    return await self._worker.read(message["bytes"])
                elif "refused" in message:
                    code, reason = message["refused"]
                    raise REFUSALS.get(code, Refused)(reason)
                else:
                    raise ClerkGone(message.get("fault"))
        except (EOFError, OSError, ValueError) as error:
            raise ClerkGone(repr(error)) from error

    async def end(self) -> None:
        await self._worker.end()


class InThread:
    def __init__(self, ledger: Ledger) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="clerk")
        self.told: tuple[int, int] | None = None
        self._questions = Questions(ledger, self._tell)

    def _tell(self, done: int, total: int) -> None:
        self.told = done, total

    async def answer(self, kind: str, what: dict[str, Any]) -> bytes:
        self.told = None
        work = self._thread.submit(self._questions.answer, kind, what)
        try:
            return await asyncio.wrap_future(work)
        except Refused:
            raise
        except Exception as error:
            raise ClerkGone(repr(error)) from error

    async def end(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
