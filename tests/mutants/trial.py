"""Runs tests in the copy, each time in a new process that has everything but our own code loaded."""

import importlib
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.mutants.working_copy import environment

LOADED = (
    "pytest", "numpy", "numba", "hypothesis", "pydantic", "rich.console", "typer.testing", "httpx", "fastapi",
    "uvicorn", "websockets", "apsw", "cryptography", "playwright.sync_api", "gymnasium", "pettingzoo",
)  # fmt: skip
FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", re.MULTILINE)
LIMIT_S, BROWSER_LIMIT_S = 120, 400
CROWD_MAX = 3.0
MEMORY_BYTES = 6 << 30  # a fault may ask for all there is; a browser names more than it takes
PASSED, FOUND_NO_TEST = 0, 5


def load() -> None:
    for name in LOADED:
        importlib.import_module(name)


def run(place: Path, tests: Sequence[str]) -> tuple[str, str]:
    """'killed', 'survived' or 'out of time'; and the test that failed first."""
    limit_s = (BROWSER_LIMIT_S if any("tests/browser/" in test for test in tests) else LIMIT_S) * crowd()
    log = place.parent / f"{place.name}.log"
    child = os.fork()
    if child == 0:
        _run_here(place, tests, log)
    ended = _wait(child, limit_s)
    if ended is None:
        return "out of time", ""
    if ended in (PASSED, FOUND_NO_TEST):
        return "survived", ""
    failed = FAILED.search(log.read_text(errors="replace"))
    return "killed", failed[1] if failed else "the tests could not be loaded"


def crowd() -> float:
    """How much longer a test takes on a machine that others use too."""
    return min(max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)), CROWD_MAX)


def _run_here(place: Path, tests: Sequence[str], log: Path) -> None:
    """In the child: never returns."""
    os.setsid()
    if not any("tests/browser/" in test for test in tests):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    os.chdir(place)
    sys.path[:0] = [str(place / "src"), str(place)]
    for name in [name for name in sys.modules if name.partition(".")[0] in ("houseway", "tests")]:
        del sys.modules[name]
    os.environ |= environment(place, "trial")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    with log.open("w") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        import pytest

        code = 3
        try:
            code = int(pytest.main(["-x", "-rfE", "--tb=short", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))
        finally:
            sys.stdout.flush()
            os._exit(code)


def _wait(child: int, limit_s: float) -> int | None:
    """Its exit code; None if it had to be ended, with everything it started."""
    until = time.monotonic() + limit_s
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            _end_group(child)
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.1)
    _end_group(child)
    os.waitpid(child, 0)
    return None


def _end_group(child: int) -> None:
    with suppress(ProcessLookupError):  # it started nothing that is left
        os.killpg(child, signal.SIGKILL)
