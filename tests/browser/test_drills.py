"""Hard choices are drilled in the school: by keyboard, from the lobby and from a table, under its own options."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.at_table import alone, serving, tab_to
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import faults, sideways
from tests.kit import ASKING

ROUNDS = 3
FIRST_MS = 200_000  # a machine that never played the game compiles its rules first


def test_three_hard_choices_by_keyboard_and_the_old_address_leads_to_them(open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/drill/lucky_lucky")
        ids = set()
        for number in range(1, ROUNDS + 1):
            expect(page.locator(".dock.asking .answer").first).to_be_visible(timeout=FIRST_MS)
            ids.add(page.locator("main").get_attribute("data-question"))
            page.keyboard.press("1")
            expect(page.locator(".dock .next")).to_be_focused()
            expect(page.locator(".worths tr").first).to_be_visible()
            assert page.locator(".score dd").first.inner_text() == str(number)
            page.keyboard.press("g")
        assert page.url.endswith("/school/lucky_lucky/drill?side=player")
        assert len(ids) == ROUNDS
        told = page.evaluate("fetch('/api/school').then((answer) => answer.json())")
        asked = [kind["asked"] for game in told["games"] for kind in game["kinds"]]
        assert sum(asked) == ROUNDS, "the scheduler knows them"


def test_the_lobby_leads_to_the_drills_without_a_mouse(open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        expect(page.locator(".game").first).to_be_visible()
        tab_to(page, "[href='/school/dakota_stud/drill?side=player']")
        page.keyboard.press("Enter")
        expect(page.locator(".dock.asking .answer").first).to_be_visible(timeout=FIRST_MS)


@pytest.mark.parametrize("slug", ASKING)
def test_every_game_is_drilled_and_axe_finds_no_serious_fault(slug: str, open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin, width=390, height=844)
        page.goto(f"/school/{slug}/drill?side=player")
        expect(page.locator(".dock.asking .answer").first).to_be_visible(timeout=FIRST_MS)
        assert faults(page) == []
        assert sideways(page) == 0
        page.locator(".dock.asking .answer").first.click()
        expect(page.locator(".dock .next")).to_be_visible()
        assert faults(page) == []
        assert sideways(page) == 0


def test_a_practice_table_leads_to_drills_under_its_own_options_and_back(open_page: OpenPage) -> None:
    with serving(alone("triple-shot-practice")) as server:
        page = open_page(server.origin)
        held: list[Route] = []
        page.route("**/triple_shot_bonus/question", lambda route: held.append(route))
        page.goto("/table/triple-shot-practice")
        page.get_by_role("link", name="Drill hard choices").click()
        ways = page.get_by_role("navigation", name="The school")
        expect(page.get_by_text("Looking for a question")).to_be_visible()  # some seconds on a slow machine
        expect(ways.get_by_role("link", name="This game")).to_have_attribute("href", "/school/triple_shot_bonus")
        assert faults(page) == []
        while not held:
            page.wait_for_timeout(20)
        held[0].continue_()
        expect(page.locator(".dock.asking .answer").first).to_be_visible(timeout=FIRST_MS)
        sent = held[0].request.post_data_json
        assert sent is not None
        assert sent["options"]["hat_trick"] == "6 to 1"
        expect(ways.get_by_role("link", name="To the table")).to_have_attribute("href", "/table/triple-shot-practice")
