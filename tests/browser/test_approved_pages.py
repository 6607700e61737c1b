"""Whole pages of the browser over streams that never change, kept as somebody approved them (tests/approved): every
word, label, link and state, and every number in a drawing. Where a line is laid out is not held: fonts decide it."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, Route

from tests.approved import KEPT, WRITES, as_kept, hold
from tests.approved.conftest import HOUR_US, MOMENT, TABLES, store_all
from tests.browser.conftest import PATIENCE_MS, OpenPage
from tests.web.conftest import PASSWORD
from tests.web.running import Server, running, small_room

READ = """() => {
  const said = ["href", "aria-label", "aria-pressed", "aria-current", "aria-expanded", "aria-sort", "disabled",
    "hidden", "value", "min", "max", "step", "checked", "selected", "title", "datetime", "type", "role", "colspan"];
  const drawn = ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height", "d", "points", "viewBox"];
  const lines = [];
  const read = (it, depth) => {
    if (it.nodeType === Node.TEXT_NODE) {
      if (it.data.trim()) lines.push(" ".repeat(depth) + it.data.trim().replace(/\\s+/g, " "));
    } else if (it.nodeType === Node.ELEMENT_NODE && !["SCRIPT", "STYLE"].includes(it.tagName)) {
      const names = it.closest("svg") ? [...said, ...drawn] : said;
      const told = names.filter((name) => it.hasAttribute(name)).map((name) => ` ${name}=${it.getAttribute(name)}`);
      const kind = (it.getAttribute("class") ?? "").split(/\\s+/).filter(Boolean).map((name) => `.${name}`).join("");
      lines.push(" ".repeat(depth) + it.tagName.toLowerCase() + kind + told.join(""));
      for (const child of (it.shadowRoot ?? it).childNodes) read(child, depth + 1);
    }
  };
  read(document.querySelector("main") ?? document.body, 0);
  return lines.join("\\n") + "\\n";
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = tmp_path_factory.mktemp("pages") / "house.sqlite"
    store_all(path)
    room = small_room(*(name for name in TABLES if name in small_room().tables))
    with running(room, str(path), clock=lambda: MOMENT + HOUR_US) as house:
        house.hall.staff.add("Ada", "auditor", PASSWORD)
        yield house


@pytest.fixture
def page(server: Server, open_page: OpenPage) -> Page:
    auditor = server.client().log_in("Ada", PASSWORD)
    opened = open_page(server.origin, timezone_id="UTC", locale="en-GB")
    for name, value in auditor.http.cookies.items():
        opened.context.add_cookies([{"name": name, "value": value or "", "url": server.origin}])
    opened.clock.set_fixed_time(MOMENT // 1000)
    opened.route("**/api/house/books?*", _on_the_day)
    return opened


def _on_the_day(route: Route) -> None:
    """The clerk who keeps the books is a process with the machine's own clock: what it calls today is ours here."""
    answer = route.fetch()
    told = answer.json()
    if told["books"]:
        told["books"]["today"] = f"{datetime.fromtimestamp(MOMENT / 1e6, UTC):%Y-%m-%d}"
    route.fulfill(response=answer, json=told)


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("felt", "/table/dakota"),
        ("round", "/round/super-fun/1"),
        ("rules", "/rules/triple_shot_bonus"),
        ("house", "/house"),
        ("audit", "/audit"),
        ("books", "/house/books?since=2023-11-14&until=2023-11-14"),
        ("lab", "/lab/dakota_stud"),
        ("you", "/you"),
        ("lobby", "/"),
    ],
)
def test_a_page_says_what_was_approved(name: str, address: str, page: Page) -> None:
    page.goto(address)
    kept = KEPT / f"page.{name}.txt"
    if WRITES:
        page.wait_for_timeout(10_000)  # a person looks whether all is there
        hold(kept.name, page.evaluate(READ))
    wanted = kept.read_text(encoding="utf-8")
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while as_kept(told := page.evaluate(READ)) != wanted and time.monotonic() < deadline:
        page.wait_for_timeout(100)
    hold(kept.name, told)
