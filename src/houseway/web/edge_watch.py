"""Whether a player is ahead at a table, for staff: worked out by a process of its own, so that no table waits for it.

What is not yet known is said to be so, and is begun. Answers are kept for as long as the house is open; the process
ends when nothing is left to do.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from houseway.analysis.mix_store import digest, from_json
from houseway.house.commands import said
from houseway.house.configuration import TableConfig
from houseway.house.draft import Command
from houseway.house.player_ahead import in_short, offer_of, sentence
from houseway.rules.refused import Refused
from houseway.web.lab.hire import LAST_WORDS, Worker, hire
from houseway.web.logs import log
from houseway.web.refusals import Unread
from houseway.web.tasks import ended

KNOWN, WORKING, UNKNOWN = "known", "working", "unknown"
WARNED = "warned"  # the sentence on who is ahead that a supervisor has read
NOT_YET = "whether a player is ahead is not yet known"
LISTEN_S = 1.0
SOON_S, LOOK_S = 5.0, 0.1  # so long a change waits for the answer, and so often it looks
TIME_S = 600.0  # for one table
WAITING_MAX = 64  # tables that are looked into, one after another
AGAIN_S = 60.0  # before a table that could not be looked into is tried again


class Ahead:
    def __init__(self, hire: Callable[[], Awaitable[Worker]] = hire) -> None:
        self._hire = hire
        self._answers: dict[str, dict[str, Any]] = {}
        self._failed: dict[str, tuple[float, str]] = {}
        self._waiting: dict[str, TableConfig] = {}
        self._runner: asyncio.Task[None] | None = None

    async def of(self, table: TableConfig) -> dict[str, Any]:
        """What is known of a table; what is not is begun."""
        key = await asyncio.to_thread(lambda: digest(offer_of(table)))
        if key in self._answers:
            return _told(table, self._answers[key])
        since, reason = self._failed.get(key, (0.0, ""))
        if reason and time.monotonic() - since < AGAIN_S:
            return {"state": UNKNOWN, "is_ahead": False, "text": reason, "mixes": None}
        if key not in self._waiting and len(self._waiting) < WAITING_MAX:
            self._waiting[key] = table
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())
        return {
            "state": WORKING,
            "is_ahead": False,
            "text": NOT_YET,
            "mixes": None,
        }

    async def noted(self, command: Command, now: TableConfig | None = None) -> Command:
        """A supervisor's table, with what they were warned of on record; without a warning, refused.

        Nobody outruns the warning: it is waited for a little, and while it is not known who is ahead, that is what they
        are warned of. They say what they have read: another answer that came meanwhile is not taken for read. A change
        of the table as it is `now` that leaves all as it was for whoever bets needs no answer.
        """
        table, reason = said.config(command.what), said.words(command.what, "reason")
        read = command.what.get(WARNED)
        told = await self._soon(table, 0 if read else SOON_S, now)
        if told is None or (told["state"] == KNOWN and not told["is_ahead"]):
            return command
        if read != told["text"]:
            raise Unread(f"{told['text']}. Whoever sets up the table all the same says that they have read this")
        warning = in_short(table, from_json(told["mixes"])) if told["is_ahead"] else told["text"]
        note = f" (warned: {warning})"
        if len(reason) + len(note) > said.WORDS_MAX:
            raise Refused(
                f"give a reason in {said.WORDS_MAX - len(note)} letters: the warning goes on record beside it"
            )
        return replace(command, what={**command.what, "reason": reason + note})

    async def _soon(self, table: TableConfig, within_s: float, now: TableConfig | None) -> dict[str, Any] | None:
        """What is known within that time; None where nothing is, and it is for whoever bets the same table as `now`."""
        told = await self.of(table)
        if told["state"] != KNOWN and now and await asyncio.to_thread(lambda: offer_of(now) == offer_of(table)):
            return None
        until = time.monotonic() + within_s
        while told["state"] == WORKING and time.monotonic() < until:
            await asyncio.sleep(LOOK_S)
            told = await self.of(table)
        return told

    async def _run(self) -> None:
        worker: Worker | None = None
        try:
            while self._waiting:
                key, table = next(iter(self._waiting.items()))
                try:
                    worker = worker if worker and worker.is_alive else await self._hire()
                    self._answers[key] = await asyncio.wait_for(_answer(worker, table), TIME_S)
                except Refused as refusal:
                    self._failed[key] = (time.monotonic(), str(refusal))
                except Exception as error:
                    log.fault("a worst mix was not found", table=table.name, exc=type(error).__name__)
                    self._failed[key] = (time.monotonic(), "whether a player is ahead could not be worked out")
                    if worker is not None:
                        await worker.end()
                del self._waiting[key]
        finally:
            if worker is not None:
                await worker.end()

    async def close(self) -> None:
        await ended(self._runner)


async def _answer(worker: Worker, table: TableConfig) -> dict[str, Any]:
    await worker.ask(json.dumps({"kind": "worst_mix", "game": table.game, "settings": {}, "table": table.to_body()}))
    while True:
        message = await worker.hear(LISTEN_S) or {}
        if "answer" in message:
            found: dict[str, Any] = message["answer"]
            return found
        if "refused" in message:
            raise Refused(message["refused"])
        if any(word in message for word in LAST_WORDS):
            raise RuntimeError(str(message)[-2000:])


def _told(table: TableConfig, answer: dict[str, Any]) -> dict[str, Any]:
    worst = from_json(answer)
    return {"state": KNOWN, "is_ahead": worst.is_ahead, "text": sentence(table, worst), "mixes": answer}
