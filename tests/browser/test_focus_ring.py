"""Who plays by keyboard sees where they are: the ring, measured on the pixels of the screen, on every felt."""

import math

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.pixels import contrast, decode
from tests.browser.test_games import BETS, BUSY
from tests.browser.test_house_view import house_of, house_view

LEAST = 3.0  # to 1: WCAG 1.4.11, 2.4.13
THICK = 2  # pixels around the whole control: WCAG 2.4.13
AROUND = 12  # pixels of the picture around the control
BOX = """(it) => {
  it.scrollIntoView({ block: 'center', inline: 'nearest' });
  const { x, y, width, height } = it.getBoundingClientRect();
  return { x, y, width, height, round: getComputedStyle(it).borderRadius === '50%' };
}"""

ELSEWHERE = """(it) => {  // nowhere is no place: the dock would take the focus
  const doors = [...(it.closest('dialog') ?? document).querySelectorAll('button:enabled, input, a[href]')];
  doors.findLast((each) => each !== it && each.checkVisibility()).focus({ preventScroll: true });
}"""


def ring_of(page: Page, control: Locator) -> float:
    """How thick a ring of enough contrast the control gets with the focus, in pixels around it."""
    control.evaluate(ELSEWHERE)
    box = control.evaluate(BOX)
    clip = {
        "x": max(box["x"] - AROUND, 0),
        "y": max(box["y"] - AROUND, 0),
        "width": box["width"] + 2 * AROUND,
        "height": box["height"] + 2 * AROUND,
    }
    before = decode(page.screenshot(clip=clip, animations="disabled"))  # type: ignore[arg-type]
    control.evaluate("it => it.focus({ preventScroll: true })")
    assert control.evaluate("it => it.matches(':focus-visible')")
    after = decode(page.screenshot(clip=clip, animations="disabled"))  # type: ignore[arg-type]
    seen = int((contrast(before, after) >= LEAST).sum())
    sides = box["width"] + box["height"]
    share: float = seen / (math.pi * sides / 2 if box["round"] else 2 * sides)
    return share


def faint(page: Page, selector: str) -> list[str]:
    """One of each kind of control whose ring cannot be seen well enough."""
    page.mouse.move(0, 0)
    page.keyboard.press("Tab")  # from now on the keyboard is used
    kinds: dict[str, Locator] = {}
    for control in page.locator(selector).all():
        if control.is_visible() and control.is_enabled():
            kinds.setdefault(control.get_attribute("class") or control.evaluate("it => it.tagName"), control)
    assert kinds
    rings = {kind: ring_of(page, control) for kind, control in kinds.items()}
    return [f"{kind}: {ring:.1f} pixels" for kind, ring in rings.items() if ring < THICK]


def faint_by_day_or_night(page: Page, selector: str) -> list[str]:
    """The same page in light and in dark, in which only colours differ."""
    by_day = faint(page, selector)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    by_night = faint(page, selector)
    page.emulate_media(color_scheme="light")
    return by_day + by_night


@pytest.mark.parametrize("name", BETS)
def test_the_ring_is_seen_on_every_felt(name: str, open_page: OpenPage) -> None:
    several = {"hands_a_player": 2} if name == "lucky" else {}  # then a free seat is a button too
    with serving(alone(name, **several), cards=BUSY[name]) as server:
        ada = Person(open_page(server.origin, color_scheme="light"), server, name).sit().bet(BETS[name][0])
        assert faint_by_day_or_night(ada.page, ".felt button") == []
        if name != "holdem":
            return
        ada.deal().pick(1)
        assert faint_by_day_or_night(ada.page, ".felt button") == []


def test_the_ring_is_seen_beside_the_felt(open_page: OpenPage) -> None:
    with serving(alone("super-fun-practice"), cards=BUSY["super-fun"]) as server:
        ada = Person(open_page(server.origin, color_scheme="light"), server, "super-fun-practice").sit()
        page = ada.bet("blackjack").page
        around = ".bar :is(a, button), .dock button, .side-panel :is(a, button, [tabindex])"
        assert faint_by_day_or_night(page, around) == []
        ada.deal()
        ada.wait_turn()
        assert faint_by_day_or_night(page, around) == []
        held = page.locator(".dock-holder")  # it only holds the focus for a control that is gone
        held.focus()
        assert held.evaluate("it => getComputedStyle(it).outlineStyle") == "none"
        page.get_by_role("button", name="Settings").click()
        assert faint_by_day_or_night(page, "dialog :is(button, input, [tabindex])") == []


def test_the_ring_is_seen_in_the_lobby_and_on_the_page_of_a_round(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards=BUSY["dakota"]) as server:
        ada = Person(open_page(server.origin, color_scheme="light"), server, "dakota").sit().bet("dollar").deal()
        ada.press_act("l").press_act("l")
        ada.wait_over()
        ada.page.goto("/round/dakota/1")
        expect(ada.page.locator(".dock.stepping")).to_be_visible()
        assert faint_by_day_or_night(ada.page, ":is(.bar, .dock-holder, .side-panel) :is(a, button, [tabindex])") == []
        ada.page.goto("/")
        expect(ada.page.locator(".game").first).to_be_visible()
        assert faint_by_day_or_night(ada.page, "a, button, input") == []


def test_the_ring_is_seen_on_the_pages_of_the_staff(open_page: OpenPage) -> None:
    with house_of(alone("dakota")) as server:
        page = house_view(open_page(server.origin, color_scheme="light"), who="Ada")
        around = ".bar :is(a, button), main :is(a, button, summary, input, select, [tabindex='0'])"
        assert faint_by_day_or_night(page, around) == []
        page.goto("/audit?view=verify")
        expect(page.get_by_role("button", name="Verify every table")).to_be_enabled()
        assert faint_by_day_or_night(page, around) == []
