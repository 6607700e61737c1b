"""How long one has: seconds as text, with movement and without, and said aloud when there is little time left."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import faults

LEFT = "() => Number(getComputedStyle(document.querySelector('.ring .run')).strokeDashoffset.replace('px', ''))"


@pytest.mark.parametrize("motion", [True, False])
def test_a_fresh_clock_has_its_seconds_and_its_ring(motion: bool, open_page: OpenPage) -> None:
    with serving(alone("dakota", decision_clock_s=90), cards="6c 6d Ah Kh 2s") as server:
        ada = Person(open_page(server.origin, motion=motion), server, "dakota").sit().bet("dollar").deal()
        ada.wait_turn()
        clock = ada.page.get_by_role("timer")
        expect(clock).to_have_text(re.compile("^(90|8[0-9])$"))
        expect(clock).to_have_attribute("aria-label", re.compile("8[0-9] seconds left"))
        assert ada.page.evaluate(LEFT) < 30, "not run out"
        first = clock.inner_text()
        expect(clock).not_to_have_text(first)  # it counts
        assert faults(ada.page) == []


def test_a_reader_hears_of_ten_and_of_five_seconds(open_page: OpenPage) -> None:
    with serving(alone("dakota", decision_clock_s=12), cards="6c 6d Ah Kh 2s") as server:
        page = open_page(server.origin)
        ada = Person(page, server, "dakota").sit().bet("dollar").deal()
        ada.wait_turn()
        told = page.evaluate(
            """async () => {
              const { TimeCaller } = await import('/js/ring.js');
              const caller = new TimeCaller();
              const until = (seconds) => (Date.now() + seconds * 1000) * 1000;
              const clock = until(60);
              const told = [];
              for (let left = 60; left >= 0; left -= 1) {
                caller.hear(clock, (60 - left) * 1000 + 1);
                if (caller.spoken !== told.at(-1)) told.push(caller.spoken);
              }
              caller.hear(0, 0);
              return [...told, caller.spoken];
            }"""
        )
        assert told == ["", "10 seconds left", "5 seconds left", ""]
        expect(page.locator(".for-readers[role=status]")).to_have_text(re.compile("^(10|9|8) seconds left$"))
        assert ada.truth.playing


def test_the_time_to_bet_is_counted_too(open_page: OpenPage) -> None:
    with serving(alone("dakota", betting_clock_s=60)) as server:
        ada = Person(open_page(server.origin, width=390, height=844), server, "dakota").sit().bet("dollar")
        expect(ada.page.get_by_role("timer")).to_have_text(re.compile("^(60|5[0-9])$"))
        assert faults(ada.page) == []
