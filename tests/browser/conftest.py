"""The system's chromium, watched: no request leaves the machine, nothing is blocked, no error in the console."""

import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from houseway.games import SLUGS

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-default-apps", "--disable-sync", "--no-first-run",
    # What would leave the machine is an error in the console.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)  # fmt: skip
PATIENCE_MS = 60_000  # six workers share two cores, and a first hint compiles its mathematics
NOBODY_THERE = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")  # the second one in the moment of closing

# What a browser remembers of somebody who has played the first round of every game.
NO_GUIDE = f"""if (location.protocol === 'http:' && !localStorage.getItem('houseway-guided'))
  localStorage.setItem('houseway-guided', '{json.dumps(SLUGS)}')"""

OpenPage = Callable[..., Page]
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("no chromium on this machine: install it to run the browser tests")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


class Watch:
    """What went wrong on the pages of a test."""

    def __init__(self) -> None:
        self.origins: set[str] = set()
        self.tolerated: tuple[str, ...] = ()  # errors that a test brings about itself
        self.faults: list[str] = []

    def add(self, page: Page) -> None:
        page.on("console", lambda message: self._fault(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self._fault(str(error)))
        page.add_init_script(
            "addEventListener('securitypolicyviolation', (e) => console.error(`blocked: ${e.violatedDirective}`))"
        )

    def _fault(self, text: str) -> None:
        if any(known in text for known in self.tolerated):
            return
        if not (any(known in text for known in NOBODY_THERE) and self._is_closed()):
            self.faults.append(text)

    def _is_closed(self) -> bool:
        """A test closes its house before its pages, which then look for it. While it is open they must find it."""
        return not any(is_listening(urlsplit(origin).port or 80) for origin in self.origins)


def is_listening(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def watch() -> Iterator[Watch]:
    made = Watch()
    yield made
    assert made.faults == []


@pytest.fixture
def open_page(chromium: Browser, watch: Watch) -> Iterator[OpenPage]:
    """Pages of people who share nothing; by default without movement, so that tests need not wait for it, and of people
    who need no guide any more (test_guide.py asks for one)."""
    contexts: list[BrowserContext] = []

    def open_(
        origin: str, *, motion: bool = False, guide: bool = False, width: int = 1280, height: int = 800, **more: Any
    ) -> Page:
        watch.origins.add(origin)
        context = chromium.new_context(
            base_url=origin,
            viewport={"width": width, "height": height},
            reduced_motion="no-preference" if motion else "reduce",
            **more,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        if not guide:
            context.add_init_script(NO_GUIDE)
        page = context.new_page()
        watch.add(page)
        return page

    yield open_
    for context in contexts:
        context.close()
