"""At 200 % of a laptop's window, and 320 pixels wide, nothing is lost or overlaps, and every act can be reached."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_felts import CLASHES
from tests.browser.test_games import BETS, BUSY
from tests.browser.test_house_view import house_of, house_view
from tests.browser.test_pages import overlaps, sideways
from tests.house.table_kit import table_of

TWICE: dict[str, Any] = {"width": 640, "height": 360, "device_scale_factor": 2}  # of 1280 x 720
NARROWEST: dict[str, Any] = {"width": 320, "height": 640}
SIGHTS = pytest.mark.parametrize("sight", [TWICE, NARROWEST], ids=["200%", "320px"])
COVERED = """() => {
  const doors = [...document.querySelectorAll('a[href], button, input, summary')]
    .filter((it) => !it.disabled && it.checkVisibility() && !it.closest('.for-readers'));
  const wrong = doors.filter((it) => {
    it.focus();
    const { left, right, top, bottom } = it.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[x, y], [left + 3, y], [right - 3, y], [x, top + 3], [x, bottom - 3]];
    return !points.every((at) => it.contains(document.elementFromPoint(...at)));
  });
  document.activeElement.blur();
  return wrong.map((it) => it.ariaLabel || it.textContent.trim() || it.className);
}"""
CUT = """() => [...document.querySelectorAll('body *')].filter((it) => {
  const { overflowX, textOverflow } = getComputedStyle(it);
  const scrolls = overflowX !== 'visible' || textOverflow === 'ellipsis';
  const wide = it.clientWidth > 1 && it.scrollWidth > it.clientWidth + 1 && !it.closest('.wide');
  return scrolls && wide && it.checkVisibility();
}).map((it) => `${it.tagName}.${it.className}: ${it.scrollWidth} in ${it.clientWidth}`)"""


def faults_of_size(page: Page) -> dict[str, object]:
    """What a small window does to a page; empty where all is well."""
    found = {"sideways": sideways(page), "cut": page.evaluate(CUT), "covered": page.evaluate(COVERED)}
    return {name: wrong for name, wrong in found.items() if wrong}


@SIGHTS
@pytest.mark.parametrize("name", BETS)
def test_a_table_is_whole(name: str, sight: dict[str, Any], open_page: OpenPage) -> None:
    with serving(table_of(name), cards=BUSY[name]) as server:
        ada = Person(open_page(server.origin, **sight), server, name).sit().bet(*BETS[name])
        page = ada.page
        expect(page.locator(".betting .clock")).to_be_visible()  # begins when the house has the bets
        ada.catch_up()  # a chip on its way lies over what it passes
        page.wait_for_function("() => document.getAnimations().every((each) => each.playState !== 'running')")
        assert (faults_of_size(page), overlaps(page), page.evaluate(CLASHES)) == ({}, [], [])
        ada.deal()
        while ada.truth.playing:
            ada.wait_turn()
            assert faults_of_size(page) == {}
            for act in page.locator(".acts button").all():
                expect(act).to_be_in_viewport(ratio=1)
            offered = ada.truth.round.acts_within(10**9)  # type: ignore[union-attr]
            ada.press_act(ada.truth.game.sheet.acts[offered[-1]].key)
        ada.wait_over()
        assert faults_of_size(page) == {}


@SIGHTS
def test_lobby_settings_and_the_page_of_a_round_are_whole(sight: dict[str, Any], open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards=BUSY["dakota"]) as server:
        ada = Person(open_page(server.origin, **sight), server, "dakota").sit().bet("dollar").deal()
        ada.press_act("l").press_act("l")
        ada.wait_over()
        ada.page.get_by_role("button", name="Settings").click()
        expect(ada.page.locator("dialog fieldset").first).to_be_visible()
        assert sideways(ada.page) == 0
        assert ada.page.evaluate(CUT) == []
        ada.page.keyboard.press("Escape")
        for address, ready in (("/round/dakota/1#choice-1", ".dock.stepping"), ("/", ".game")):
            ada.page.goto(address)
            expect(ada.page.locator(ready).first).to_be_visible()
            assert faults_of_size(ada.page) == {}, address


@SIGHTS
def test_the_pages_of_the_staff_are_whole(sight: dict[str, Any], open_page: OpenPage) -> None:
    with house_of(alone("dakota")) as server:
        page = house_view(open_page(server.origin, **sight), who="Ada")
        assert faults_of_size(page) == {}
        for view, ready in (("events", ".events tbody tr"), ("verify", ".tools-row")):
            page.goto(f"/audit?view={view}")
            expect(page.locator(ready).first).to_be_visible()
            assert faults_of_size(page) == {}, view


def test_on_a_phone_another_choice_lies_in_the_dock(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards=BUSY["dakota"]) as server:
        ada = Person(open_page(server.origin, width=390, height=844), server, "dakota").sit().bet("dollar").deal()
        ada.press_act("l").press_act("l")
        ada.wait_over()
        ada.page.goto("/round/dakota/1#choice-1")
        again = ada.page.get_by_role("button", name="Try again from here")
        expect(again).to_be_in_viewport(ratio=1)
        assert again.evaluate("it => Boolean(it.closest('.dock'))")
        again.click()
        expect(ada.page.locator(".trial-note")).to_contain_text("no chips move")
