"""A table that is open for many rounds does not grow: neither the document nor what its scripts hold."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession

from tests.browser.at_table import Person, serving
from tests.browser.conftest import OpenPage
from tests.house.table_kit import table_of

SETTLED_AT = 20  # rounds: everything that is kept of the last rounds is there by then
PLAY = """async (until) => {
  const table = document.querySelector('house-table');
  table.deadTime.ms = 0;
  const soon = () => new Promise((go) => setTimeout(go, 4));
  const press = (key) => dispatchEvent(new KeyboardEvent('keydown', { key }));
  while (table.view.round < until || !table.betting) {
    if (!table.settled) { /* a press too soon puts off the next: whoever hammers plays no round */ }
    else if (table.isAsked && !table.choosing) press(table.acts().at(-1).key);
    else if (table.betting && table.view.round < until) {
      const button = document.querySelector('.deal');
      if (button && !button.disabled) button.click();
    }
    await soon();
  }
}"""


def measures(line: CDPSession) -> dict[str, float]:
    line.send("HeapProfiler.collectGarbage")
    found: dict[str, Any] = line.send("Performance.getMetrics")
    return {each["name"]: each["value"] for each in found["metrics"]}


def play_and_compare(open_page: OpenPage, rounds: int) -> float:
    """Bytes that the heap grew by; the document must not have grown."""
    config = table_of("dakota-practice", buy_in_most_cents=100_000_000)
    with serving(config) as server:
        page = open_page(server.origin)
        page.set_default_timeout(600_000)
        ada = Person(page, server, config.name)
        page.goto(f"/table/{config.name}")
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("button", name="Sit down").click()
        page.wait_for_selector(".dock.betting")
        page.evaluate(
            "cents => document.querySelector('house-table').line.say('buy_in', { cents })", config.buy_in_most_cents
        )
        ada.bet("dollar")
        line = page.context.new_cdp_session(page)
        line.send("Performance.enable")
        page.evaluate(PLAY, SETTLED_AT)
        before = measures(line)
        page.evaluate(PLAY, rounds)
        after = measures(line)
        assert ada.truth.rounds == rounds
        # The list of mistakes fills up to its thirty lines; one thing left behind a round would be more than that.
        assert after["JSEventListeners"] <= before["JSEventListeners"] + 40
        assert after["Nodes"] <= before["Nodes"] + 20 * 40
        return after["JSHeapUsedSize"] - before["JSHeapUsedSize"]


def test_a_hundred_rounds_leave_nothing_behind(open_page: OpenPage) -> None:
    play_and_compare(open_page, 100)  # the heap's own ups and downs hide so few rounds


@pytest.mark.slow
def test_a_thousand_rounds_leave_nothing_behind(open_page: OpenPage) -> None:
    assert play_and_compare(open_page, 1_000) < 2_000 * 1_000  # the tape of a round alone takes more than two kB
