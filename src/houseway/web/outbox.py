"""What waits to be sent to one socket. Of views and of a link's meters only the newest matter; whoever reads too slowly
is dropped."""

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from typing import Any

ANSWERS_MAX = 64  # answers that may wait; a reader who lets more pile up has stopped reading


class Outbox:
    """Answers in order, then the newest view, then hints for it, then meters. Putting never waits; taking does."""

    def __init__(self) -> None:
        self._answers: deque[str] = deque()
        self._view = ""
        self._after_view = ""
        self._meters: dict[str, str] = {}  # by link
        self._something = asyncio.Event()
        self.stuck = False  # more answers wait than a reader could have missed
        self._closed = False

    def answer(self, message: Mapping[str, Any]) -> None:
        if len(self._answers) >= ANSWERS_MAX:
            self.stuck = True
            self.close()
            return
        self._answers.append(to_text(message))
        self._something.set()

    def show(self, view: str) -> None:
        """The newest view takes the place of one not yet sent and of what was said about it; it has the meters."""
        self._view, self._after_view = view, ""
        self._meters.clear()
        self._something.set()

    def add_to_view(self, text: str) -> None:
        self._after_view = text
        self._something.set()

    def tick(self, link: str, meters: str) -> None:
        """What the meters of a link show, between two views."""
        self._meters[link] = meters
        self._something.set()

    def close(self) -> None:
        self._closed = True
        self._something.set()

    async def take(self) -> str | None:
        """The next text to send; None when there will be no more."""
        while not (self._answers or self._view or self._after_view or self._meters):
            if self._closed:
                return None
            self._something.clear()
            await self._something.wait()
        if self.stuck:
            return None
        if self._answers:
            return self._answers.popleft()
        if self._view:
            text, self._view = self._view, ""
        elif self._after_view:
            text, self._after_view = self._after_view, ""
        else:
            text = self._meters.pop(next(iter(self._meters)))
        return text


def to_text(message: Mapping[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"))
