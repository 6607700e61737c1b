"""For all tests: none waits without end; what this machine could not test is said at the end, one line a reason."""

import asyncio
import gc
import os
import signal
import tempfile
from collections.abc import Iterator

import pytest

from houseway.games.outside import FOLDERS
from tests.memory import keep_what_is_taken
from tests.one_parser import let_one_thread_in
from tests.order import in_turns

keep_what_is_taken()
let_one_thread_in()
gc.disable()  # until all tests are read: nothing of that is let go
os.environ["HOUSEWAY_KEY"] = "5e" * 32  # so that no test makes a key in somebody's own folder
_state = tempfile.TemporaryDirectory(prefix="houseway-state-")
os.environ["XDG_STATE_HOME"] = _state.name  # nor a mark
os.environ["XDG_CONFIG_HOME"] = f"{_state.name}/settings"  # nor finds one that is there
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it, and its children do


@pytest.fixture(autouse=True)
def outside_the_browsers_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """A browser that was opened for an earlier test of this process rests within a running loop. Tests that do not use
    it have loops of their own."""
    if "chromium" in request.fixturenames:
        yield
        return
    resting = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(resting)


@pytest.fixture(autouse=True)
def games_of_no_other_test() -> Iterator[None]:
    """`--game` names a folder for its process and those it starts: here that is the whole suite."""
    named = os.environ.get(FOLDERS)
    yield
    os.environ.pop(FOLDERS, None)
    if named is not None:
        os.environ[FOLDERS] = named


SLOW_S = 3 * 60 * 60  # the longest that a slow test may take; all others have the `timeout` of pyproject.toml


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW_S))
    if workers := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 0)):
        items[:] = in_turns(items, workers)


NEW_THINGS = 100_000  # between two looks for what can be let go; Python's 700 are for processes that must stay small


def pytest_collection_finish() -> None:
    """Tests and what they import stay to the end: half a million things that need not be looked through again."""
    gc.freeze()
    gc.set_threshold(NEW_THINGS, 50, 100)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for reason in sorted({report.longrepr[2] for report in terminalreporter.stats.get("skipped", [])}):
        terminalreporter.write_line(reason, yellow=True)
