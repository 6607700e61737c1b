"""A line that is dead is never taken for a quiet table: it is noticed, said, and what happens meanwhile is said too."""

import re
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage, Watch
from tests.browser.test_pages import faults
from tests.house.table_kit import room_with
from tests.web.running import FREE, running

CARDS = "6c 6d Ah Kh 2s"
HURRY = """(ms) => {
  const { line } = document.querySelector('house-table');
  Object.assign(line, { beatMs: ms, patienceMs: ms });
  if (line.state === 'open') line.lives();
}"""
HEARD = """() => {
  const { line } = document.querySelector('house-table');
  const { lives } = line;
  return new Promise((done) => {
    let heard = 0;
    line.lives = () => {
      heard += 1;
      if (heard > 3) done(line.state);
      lives.call(line);
    };
    line.addEventListener('state', ({ detail }) => done(detail.state));
    line.beatMs = 50;
    line.lives();
  });
}"""


# Where the felt and what lies on it are.
LIES = """() => [...document.querySelectorAll('.felt, .felt .card, .felt .spot, .felt .plate')].map((each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
})"""
# The words of the banner when the line was lost so many milliseconds ago.
SAID_AFTER = """async (ms) => {
  const table = document.querySelector('house-table');
  table.line.since = Date.now() - ms;
  table.draw();
  for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
  return table.querySelector('.banner.cut-off').textContent;
}"""


class Cable:
    """What lies between a page and the house: it can be cut without either of them being told."""

    def __init__(self, page: Page) -> None:
        self.cut = False
        page.route_web_socket(re.compile("/socket$"), self._lay)

    def _lay(self, line: WebSocketRoute) -> None:
        house = line.connect_to_server()
        line.on_message(lambda message: None if self.cut else house.send(message))
        house.on_message(lambda message: None if self.cut else line.send(message))


@pytest.fixture
def ada(open_page: OpenPage, watch: Watch) -> Iterator[Person]:
    watch.tolerated = ("WebSocket", "ERR_INTERNET_DISCONNECTED")
    with serving(alone("dakota", keep_seat_s=77, decision_clock_s=50, betting_clock_s=40), cards=CARDS) as server:
        yield Person(open_page(server.origin), server, "dakota")


def test_a_silent_line_is_noticed_and_what_is_chosen_meanwhile_is_kept_and_said_to_be(ada: Person) -> None:
    cable = Cable(ada.page)
    ada.sit().bet("dollar").deal()
    ada.wait_turn()
    before = ada.page.evaluate(LIES)
    ada.page.evaluate(HURRY, 300)
    cable.cut = True
    banner, dot = ada.page.locator(".banner.cut-off"), ada.page.locator(".bar .line")
    expect(banner).to_contain_text("Your bets of $20 stand; if you do not choose in")
    expect(banner).to_contain_text("the house plays your hand by its basic strategy and puts up no more chips")
    expect(banner).to_contain_text(re.compile(r"Your seat is kept for 7\d s more"))
    expect(dot).to_have_attribute("aria-label", "Line: offline")
    assert "open" not in (dot.get_attribute("class") or "")
    assert ada.page.evaluate(LIES) == before, "nothing on the felt is moved by it"
    assert " for 0 s" not in ada.page.evaluate(SAID_AFTER, 0)
    assert re.search(r"Trying again, for [789] s so far\.", ada.page.evaluate(SAID_AFTER, 7500))
    kept = ada.page.locator(".dock .kept")
    expect(kept).to_have_text("Offline: what you choose now is kept, and played when the line is back.")
    ada.press("l")
    expect(kept).to_contain_text("Kept: Leave (1) in. It is played when the line is back; if your time runs out first,")
    expect(kept).to_contain_text("the house plays your hand by its basic strategy and puts up no more chips.")
    assert faults(ada.page) == []
    ada.page.evaluate(HURRY, 5000)
    cable.cut = False
    expect(banner).to_have_count(0)
    expect(dot).to_have_attribute("aria-label", "Line: connected")
    expect(ada.page.locator(".acts [data-act=leave_two]")).to_be_visible()
    expect(kept).to_have_count(0)
    assert ada.truth.round is not None
    assert len(ada.truth.round.choices) == 1


def test_an_act_that_was_kept_too_long_is_said_to_be_late(ada: Person) -> None:
    cable = Cable(ada.page)
    ada.sit().bet("dollar").deal()
    ada.wait_turn()
    ada.page.evaluate(HURRY, 300)
    cable.cut = True
    expect(ada.page.locator(".banner.cut-off")).to_be_visible()
    ada.page.evaluate("document.querySelector('house-table').line.commandMs = 600")
    ada.press("l")
    ada.page.wait_for_timeout(1200)  # longer than a command has that nobody answers
    expect(ada.page.locator(".dock .kept")).to_contain_text("Kept: Leave (1) in.")
    ada.page.evaluate("document.querySelector('house-table').line.commandMs = 10000")
    beside = Person(ada.page.context.new_page(), ada.server, "dakota")  # the hand is played on elsewhere
    beside.page.goto("/table/dakota")
    beside.choose("Take (1) back")
    ada.page.evaluate(HURRY, 5000)
    cable.cut = False
    expect(ada.page.locator(".toasts")).to_contain_text("Leave (1) in came too late: the house had played on")
    expect(ada.page.locator(".acts [data-act=leave_two]")).to_be_enabled()
    assert ada.truth.round is not None
    assert len(ada.truth.round.choices) == 1


def test_a_quiet_table_is_not_taken_for_a_dead_line(ada: Person) -> None:
    ada.sit()
    assert ada.page.evaluate(HEARD) == "open"


def test_going_offline_is_said_at_once_with_what_happens_to_the_bet(ada: Person) -> None:
    ada.sit().bet("dollar")
    expect(ada.page.locator(".said")).to_have_text("On the felt: $20, $5 on each of 4 spots")
    ada.page.wait_for_function("() => document.querySelector('house-table').view.betting_until")
    ada.page.context.set_offline(True)
    banner = ada.page.locator(".banner.cut-off")
    expect(banner).to_contain_text(re.compile(r"Your bet of \$20 stands and is dealt in [34]\d s at the latest"))
    expect(ada.page.locator(".said")).to_contain_text("Offline: chips and Deal reach the house only if the line is")
    ada.page.context.set_offline(False)
    expect(banner).to_have_count(0)
    assert ada.truth.bets


def test_a_command_that_is_not_answered_in_time_is_said_to_be_so_and_not_said_again(ada: Person) -> None:
    cable = Cable(ada.page)
    ada.sit().bet("dollar").deal()
    ada.wait_turn()
    cable.cut = True
    ada.page.evaluate("document.querySelector('house-table').line.commandMs = 200")
    ada.page.locator(".acts button").first.click()
    expect(ada.page.locator(".toast")).to_contain_text("The house did not answer in time")
    expect(ada.page.locator(".acts button").first).to_be_enabled()
    ada.page.evaluate(HURRY, 300)
    expect(ada.page.locator(".banner.cut-off")).to_be_visible()
    ada.page.evaluate(HURRY, 5000)
    cable.cut = False
    expect(ada.page.locator(".banner.cut-off")).to_have_count(0)
    assert ada.truth.round is not None
    assert not ada.truth.round.choices


def test_a_command_that_the_house_is_at_work_on_is_waited_for_and_says_why(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when what bots play is worked out first: longer than a command waits for an answer."""
    ready = threading.Event()
    monkeypatch.setattr("houseway.web.floor.prepare_plans", lambda _: ready.wait(60))
    monkeypatch.setattr("houseway.web.socket.SILENT_S", 0.2)
    ada.sit().bet("dollar")
    ada.server.hall.floor._prepared.clear()
    try:
        ada.page.evaluate("document.querySelector('house-table').line.commandMs = 2000")
        ada.ask_for_cards()
        expect(ada.page.locator(".toast")).to_contain_text("The table is being made ready")
        ada.page.wait_for_timeout(2500)  # longer than a command that nobody speaks of has
        expect(ada.page.locator(".toasts")).not_to_contain_text("did not answer in time")
    finally:
        ready.set()
    ada.wait_turn()


def test_a_page_that_the_house_turns_away_says_why_and_asks_again_later(open_page: OpenPage) -> None:
    limits = replace(FREE, sockets_a_session=1)
    with running(room_with(alone("dakota")), limits=limits) as server:
        first = open_page(server.origin)
        Person(first, server, "dakota").sit()
        second = first.context.new_page()
        second.goto("/table/dakota")
        expect(second.locator(".banner")).to_contain_text(
            "The house says: there are too many connections: close one. Trying again"
        )
        first.close()
        expect(second.locator(".dock.betting")).to_be_visible()
        expect(second.locator(".banner.cut-off")).to_have_count(0)
