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
  const soon = () => new Promise((go) => setTimeout(go, 4));
  const press = (key) => dispatchEvent(new KeyboardEvent('keydown', { key }));
  while (table.view.round < until || !table.betting) {
    if (table.isAsked && !table.choosing) press(table.acts().at(-1).key);
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


def play_and_compare(open_page: OpenPage, rounds: int, heap_growth_max: int) -> None:
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
        assert after["Nodes"] <= before["Nodes"] * 1.25  # the list of mistakes fills up to its thirty
        assert after["JSEventListeners"] <= before["JSEventListeners"] * 1.1
        assert after["JSHeapUsedSize"] - before["JSHeapUsedSize"] < heap_growth_max, (before, after)


def test_a_hundred_rounds_leave_nothing_behind(open_page: OpenPage) -> None:
    play_and_compare(open_page, 100, 300_000)


@pytest.mark.slow
def test_a_thousand_rounds_leave_nothing_behind(open_page: OpenPage) -> None:
    play_and_compare(open_page, 1_000, 700_000)
