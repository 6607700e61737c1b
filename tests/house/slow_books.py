"""Run by a test: books whose tables take minutes to read, each reader with a file of its process's number."""

import os
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from houseway.house.books import reading


def read_for_minutes(folder: str, _: object, names: list[str]) -> None:
    (Path(folder) / f"{names[0]}.{os.getpid()}").touch()
    time.sleep(300)


def stop_late(*_: object) -> None:
    """Readers hear of it first."""
    time.sleep(1)
    raise KeyboardInterrupt


if __name__ == "__main__":
    from tests.house.slow_books import read_for_minutes as slowly  # by a name that its processes find

    signal.signal(signal.SIGINT, stop_late)
    setattr(reading, "_keep", slowly)  # noqa: B010 - it takes no tallies
    ledger = SimpleNamespace(address=sys.argv[1])
    with reading.kept_apart(cast(Any, ledger), cast(Any, None), [[name] for name in sys.argv[2:]]):
        time.sleep(300)
