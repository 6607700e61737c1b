"""The clerk's process: one question after another, as lines of JSON. It ends when its input does, and never writes."""

import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from houseway.web.lab.worker import NICE, Bell


def main() -> None:
    os.nice(NICE)  # whoever deals goes first
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints by mistake does not break the lines

    def say(message: dict[str, Any], more: bytes = b"") -> None:
        out.write(json.dumps(message).encode() + b"\n" + more)
        out.flush()

    bell = Bell(sys.stdin)
    answer = answers_from(bell.next()["ledger"], say)
    while True:
        asked = bell.next()
        answer(asked["kind"], asked["what"])


def answers_from(address: str, say: Callable[..., None]) -> Callable[[str, dict[str, Any]], None]:
    from houseway.house.ledger import open_ledger
    from houseway.rules.refused import Refused
    from houseway.web.desk.questions import Questions
    from houseway.web.refusals import code_of

    questions: Questions | None = None

    def answer(kind: str, what: dict[str, Any]) -> None:
        nonlocal questions
        try:
            if questions is None:
                ledger = KeptByTheServer(open_ledger(address, read_only=True), say)
                questions = Questions(ledger, lambda done, total: say({"told": [done, total]}))
            found = questions.answer(kind, what)
            say({"bytes": len(found)}, found)
        except Refused as refusal:
            say({"refused": [code_of(refusal), str(refusal)]})
        except Exception:
            say({"fault": traceback.format_exc()})

    return answer


class KeptByTheServer:
    """A ledger that is read here; what is to be kept beside it is said, and the server writes it."""

    def __init__(self, ledger: Any, say: Callable[..., None]) -> None:
        self._ledger = ledger
        self._say = say

    def put_all(self, shelf: str, kept: Mapping[str, str]) -> None:
        self._say({"keep": [shelf, dict(kept)]})

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ledger, name)


if __name__ == "__main__":
    main()
