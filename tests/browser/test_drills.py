"""Hard choices are drilled by keyboard: each is judged, and the score is kept."""

import pytest
from playwright.sync_api import Page, Route, expect

from houseway.games import find_game
from tests.browser.at_table import alone, serving, tab_to
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import faults, sideways
from tests.kit import ASKING

ROUNDS = 3
FIRST_MS = 200_000  # a machine that never played the game compiles its rules first


@pytest.mark.parametrize("slug", ["lucky_lucky", "fast_action_holdem"])
def test_three_hard_choices_by_keyboard(slug: str, open_page: OpenPage) -> None:
    keys = {act.name: act.key for act in find_game(slug).sheet.acts}
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        spots: list[dict[str, object]] = []
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/drill?" in request.url else None)
        page.on("response", lambda answer: spots.append(answer.json()) if "/drill?" in answer.url else None)
        page.goto(f"/drill/{slug}")
        given_up, right = 0.0, 0
        for number in range(1, ROUNDS + 1):
            expect(page.locator(".acts button").first).to_be_visible(timeout=FIRST_MS)
            assert "Your choice" in page.locator("[aria-live=polite]").inner_text()
            spot = spots[-1]
            values = spot["values"]
            assert isinstance(values, list)
            chosen = values[number % 2]  # the best one every second time
            for key in keys[chosen["act"]]:
                page.keyboard.press(key)
            cost = values[0]["value"] - chosen["value"]
            given_up, right = given_up + cost * 10, right + (number % 2 == 0)
            verify_judged(page, cost)
            assert score(page) == [str(number), str(right), f"${given_up:.2f}"]
            if number < ROUNDS:
                shown = page.locator("main").get_attribute("data-drill")
                page.keyboard.press("g")
                expect(page.locator(f"main:not([data-drill='{shown}'])")).to_be_visible()
        ids = [str(spot["id"]) for spot in spots]
        assert len(set(ids)) == ROUNDS
        assert asked[-1].endswith(f"not={'%2C'.join(ids[:-1])}"), "no choice comes twice"
        page.reload()
        expect(page.locator(".acts button").first).to_be_visible()
        assert score(page)[0] == str(ROUNDS)


def verify_judged(page: Page, cost: float) -> None:
    told = page.locator(".verdict .told")
    expect(told).to_contain_text(f"costs {cost:.3f} bets" if cost else "is the best choice")
    assert told.evaluate("it => getComputedStyle(it).color") == hue(page, "--bad" if cost else "--good")
    expect(page.locator(".worths .chosen")).to_have_count(1)
    assert page.locator(".worths tr").first.get_attribute("class") in ("best", "best chosen")


def hue(page: Page, name: str) -> str:
    """A colour of the theme, as a browser says it."""
    drawn = """(name) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }"""
    return str(page.evaluate(drawn, name))


def score(page: Page) -> list[str]:
    return page.locator(".score dd").all_text_contents()


def test_the_lobby_leads_to_the_drills_without_a_mouse(open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        expect(page.locator(".game").first).to_be_visible()
        tab_to(page, "[href='/drill/dakota_stud']")
        page.keyboard.press("Enter")
        expect(page.locator(".acts button").first).to_be_visible(timeout=FIRST_MS)


@pytest.mark.parametrize("slug", ASKING)
def test_every_game_is_drilled_and_axe_finds_no_serious_fault(slug: str, open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin, width=390, height=844)
        page.goto(f"/drill/{slug}")
        expect(page.locator(".acts button").first).to_be_visible(timeout=FIRST_MS)
        assert faults(page) == []
        assert sideways(page) == 0
        for pick in page.locator(".pick").all()[:2]:
            pick.click()
        page.locator(".acts button:not([disabled])").first.click()
        expect(page.locator(".verdict")).to_be_visible()
        assert faults(page) == []
        assert sideways(page) == 0


def test_a_practice_table_leads_to_drills_under_its_own_options_and_back(open_page: OpenPage) -> None:
    with serving(alone("triple-shot-practice")) as server:
        page = open_page(server.origin)
        held: list[Route] = []
        page.route("**/drill?*", lambda route: held.append(route))
        page.goto("/table/triple-shot-practice")
        page.get_by_role("link", name="Drill hard choices").click()
        ways = page.get_by_role("navigation", name="About this drill")
        expect(page.get_by_text("Looking for a hard choice")).to_be_visible()  # some seconds on a slow machine
        expect(ways.get_by_role("link", name="Lobby")).to_have_attribute("href", "/")
        expect(page.get_by_role("heading", name="Drill: Triple Shot Bonus")).to_be_visible()
        assert faults(page) == []
        while not held:
            page.wait_for_timeout(20)
        held[0].continue_()
        expect(page.locator(".acts button").first).to_be_visible(timeout=FIRST_MS)
        assert "set=hat_trick%3D6+to+1" in held[0].request.url
        expect(ways.get_by_role("link", name="To the table")).to_have_attribute("href", "/table/triple-shot-practice")
