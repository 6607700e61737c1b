"""Which functions a test calls, also in the processes that it starts. A plugin of pytest: `-p tests.mutants.traced`.

Only calls are traced, not lines: that costs a test little. Of the browser's scripts chromium itself counts the calls. A
test that fails is left out: in a tree with a fault its failing would say nothing.
"""

import atexit
import json
import os
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from urllib.parse import urlsplit

import pytest

SOURCES = f"{os.sep}src{os.sep}houseway{os.sep}"
TO = "HOUSEWAY_TRACED"  # the folder that the processes of a test write to

_called: dict[int, CodeType] = {}


def _call(frame: FrameType, event: str, argument: object) -> None:  # noqa: ARG001  (what Python hands to a tracer)
    if _called is not None:  # at the very end of a process it is gone
        _called.setdefault(id(frame.f_code), frame.f_code)


def begin() -> None:
    threading.settrace(_call)
    sys.settrace(_call)


def functions_called() -> list[str]:
    """`path::name` of each function of ours that was called since the last time this was asked."""
    codes = [code for code in list(_called.values()) if SOURCES in code.co_filename]
    _called.clear()
    return sorted({f"src/houseway/{code.co_filename.rpartition(SOURCES)[2]}::{code.co_qualname}" for code in codes})


def follow_a_child() -> None:
    """In a process that a test started: trace it, and leave what was called for the test."""
    begin()
    path = Path(os.environ[TO], f"{uuid.uuid4().hex}.child")
    atexit.register(lambda: path.write_text(json.dumps(functions_called())))


class Traced:
    """Collects what each test called; written when the session ends."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tests: dict[str, dict[str, Any]] = {}
        self.scripts: set[str] = set()
        self.known: set[str] = set()  # functions of scripts, called or not

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        _called.clear()
        self.scripts.clear()
        begin()  # a test may have put another tracer there
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        kept = self.tests.setdefault(report.nodeid, {"passed": False, "seconds": 0.0, "calls": []})
        kept["seconds"] = round(kept["seconds"] + report.duration, 3)
        if report.when == "call":
            kept["passed"] = report.passed
        elif report.failed:
            kept["passed"] = False
        if report.when == "teardown":
            children = list(self.folder.glob("*.child"))
            calls = {call for path in children for call in json.loads(path.read_text() or "[]")}
            for path in children:
                path.unlink()
            kept["calls"] = sorted(calls | self.scripts | set(functions_called()))

    def pytest_sessionfinish(self) -> None:
        passed = {test: kept for test, kept in self.tests.items() if kept["passed"]}
        names = sorted(self.known | {call for kept in passed.values() for call in kept["calls"]})
        place = {name: at for at, name in enumerate(names)}
        tests = {test: [kept["seconds"], [place[call] for call in kept["calls"]]] for test, kept in passed.items()}
        written = json.dumps({"functions": names, "tests": tests})
        (self.folder / "traced.json").write_text(written)


def _count_script_calls(traced: Traced) -> None:
    """Chromium counts the calls of every function of a page; they are read before the page is closed."""
    from playwright.sync_api import BrowserContext, CDPSession, Page

    sessions: dict[Page, CDPSession] = {}
    new_page, close_page, close = BrowserContext.new_page, Page.close, BrowserContext.close

    def counting(context: BrowserContext) -> Page:
        page = new_page(context)
        sessions[page] = session = context.new_cdp_session(page)
        session.send("Profiler.enable")
        session.send("Debugger.enable")  # or the scripts of an earlier address are forgotten
        session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
        return page

    def read(page: Page) -> None:
        session = sessions.pop(page, None)
        if session is None:
            return
        for script in session.send("Profiler.takePreciseCoverage")["result"]:
            name = urlsplit(script["url"]).path.lstrip("/")
            for function in script["functions"]:
                spot = function["ranges"][0]
                if name.endswith(".js"):
                    where = f"{spot['startOffset']}-{spot['endOffset']}"
                    called = f"src/houseway/web/static/{name}::{where}"
                    traced.known.add(called)
                    traced.scripts |= {called} if spot["count"] else set()

    def reading(page: Page, **options: Any) -> None:
        read(page)
        close_page(page, **options)

    def closing(context: BrowserContext, **options: Any) -> None:
        for page in context.pages:
            read(page)
        close(context, **options)

    for kind, name, made in (
        (BrowserContext, "new_page", counting),
        (BrowserContext, "close", closing),
        (Page, "close", reading),
    ):
        setattr(kind, name, made)


def pytest_configure(config: pytest.Config) -> None:
    traced = Traced(Path(os.environ[TO]))
    config.pluginmanager.register(traced)
    _count_script_calls(traced)
