"""The worker process as the server sees it: questions go in and messages come out, as lines of JSON."""

import asyncio
import json
import sys
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

LINE_BYTES_MAX = 64 << 20
LAB = "houseway.web.lab.worker"
LAST_WORDS = ("answer", "refused", "stopped", "fault")


@dataclass
class Worker:
    running: asyncio.subprocess.Process

    @property
    def is_alive(self) -> bool:
        return self.running.returncode is None

    async def ask(self, line: str) -> None:
        assert self.running.stdin is not None
        self.running.stdin.write(line.encode() + b"\n")
        await self.running.stdin.drain()

    async def hear(self, within_s: float) -> dict[str, Any] | None:
        """The next message, or None if there is none within that time."""
        assert self.running.stdout is not None
        try:
            line = await asyncio.wait_for(self.running.stdout.readline(), within_s)
        except TimeoutError:
            return None
        if not line:
            raise EOFError("the worker ended")
        message: dict[str, Any] = json.loads(line)
        return message

    async def next(self) -> dict[str, Any]:
        """The next message, however long it takes."""
        assert self.running.stdout is not None
        line = await self.running.stdout.readline()
        if not line:
            raise EOFError("the worker ended")
        message: dict[str, Any] = json.loads(line)
        return message

    async def read(self, size: int) -> bytes:
        """What a message announced, as it is."""
        assert self.running.stdout is not None
        return await self.running.stdout.readexactly(size)

    async def stops_within(self, seconds: float) -> bool:
        """Ask it to stop; whether it did, and is ready for another question."""
        await self.ask(json.dumps("stop"))
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0:
            message = await self.hear(left)
            if message is not None and any(word in message for word in LAST_WORDS):
                return True
        return False

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self.running.kill()
        await self.running.wait()


async def hire(module: str = LAB) -> Worker:
    """A new worker. It is in a session of its own: Ctrl-C is for the server, which then lets it go."""
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LINE_BYTES_MAX,
        start_new_session=True,
    )
    return Worker(running)
