"""The lab's worker: another process that answers one question after another, so that the tables never wait for it.

Lines of JSON come in (a question, or a wish to stop) and go out (what is going on, then the answer). It ends when its
input does, so it never outlives the server.
"""

import json
import os
import sys
import threading
import traceback
from typing import Any, TextIO

NICE = 10


class Unwanted(Exception):
    """Nobody wants the answer any more."""


class Bell:
    """Questions and wishes to stop, read by a thread of its own."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self._asked: list[Any] = []
        self._news = threading.Condition()
        self.stop = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._source:
            read = json.loads(line)
            if read == "stop":
                self.stop.set()
                continue
            with self._news:
                self._asked.append(read)
                self._news.notify()
        os._exit(0)  # the server is gone

    def next(self) -> Any:
        with self._news:
            self._news.wait_for(lambda: self._asked)
            self.stop.clear()
            return self._asked.pop(0)


def main() -> None:
    os.nice(NICE)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints by mistake does not break the lines

    def say(message: dict[str, Any]) -> None:
        out.write(json.dumps(message) + "\n")
        out.flush()

    bell = Bell(sys.stdin)
    while True:
        answer_one(bell, say)


def answer_one(bell: Bell, say: Any) -> None:
    """Answer the next question, or say why not."""
    from houseway.rules.refused import Refused
    from houseway.web.lab.answers import ANSWERS
    from houseway.web.lab.ask import Ask

    ask = Ask.model_validate(bell.next())

    def tell(what: dict[str, Any]) -> None:
        if bell.stop.is_set():
            raise Unwanted
        say({"told": what})

    try:
        say({"answer": ANSWERS[ask.kind](ask, tell)})
    except Refused as refusal:
        say({"refused": str(refusal)})
    except Unwanted:
        say({"stopped": True})
    except Exception:
        say({"fault": traceback.format_exc()})


if __name__ == "__main__":
    main()
