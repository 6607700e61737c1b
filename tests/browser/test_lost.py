"""What is not there has a page of its own: in the site's look, with the right status, and a way on."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import alone, serving
from tests.browser.conftest import OpenPage, Watch
from tests.browser.test_house_view import play
from tests.browser.test_pages import faults, sideways

LOST = {
    "/nowhere": ("There is no such page", "There is nothing at /nowhere.", "To the lobby"),
    "/lab/poker": ("There is no such page", "There is nothing at /lab/poker.", "To the lobby"),
    "/table/nowhere": ("There is no such table", "No table is called nowhere.", "To the lobby"),
    "/sign/nowhere": ("There is no such page", "There is no table 'nowhere'.", "To the lobby"),
    "/round/nowhere/1": ("There is no such table", "No table is called nowhere.", "To the lobby"),
    "/round/super-fun/1": ("No round yet", "No round was dealt at table super-fun yet.", "To the table"),
    "/round/super-fun": ("No round yet", "No round was dealt at table super-fun yet.", "To the table"),
    "/round/dakota/3": ("There is no such round", "There is no round 3 at table dakota: 1 round was dealt", "Round 1"),
    "/round/dakota/0": ("There is no such round", "There is no round 0 at table dakota: 1 round was dealt", "Round 1"),
    "/round/dakota/last": ("There is no such round", "There is no round last at table dakota", "Round 1"),
    "/drill/poker": ("There is no such game", "No game is called poker.", "To the lobby"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_not_there_is_said_on_a_page_with_a_way_on(scheme: str, open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = ("status of 404",)
    with serving(alone("dakota"), alone("super-fun")) as server:
        play(server, "dakota", 1)
        width, height = (390, 844) if scheme == "dark" else (1280, 800)
        page = open_page(server.origin, width=width, height=height, color_scheme=scheme)
        for address, (title, said, door) in LOST.items():
            answer = page.goto(address)
            assert answer is not None
            assert answer.status == 404, address
            expect(page.get_by_role("heading", level=1)).to_have_text(title)
            expect(page.get_by_role("main")).to_contain_text(said)
            expect(page.get_by_role("link", name=door).last).to_be_visible()
            assert sideways(page) <= 0, address
        assert faults(page) == []


def test_the_way_on_leads_somewhere(open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = ("status of 404",)
    with serving(alone("dakota")) as server:
        play(server, "dakota", 2)
        page = open_page(server.origin)
        page.goto("/round/dakota/77")
        page.get_by_role("link", name="Round 2, the last").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("round 2")
        page.goto("/round/dakota")
        assert page.url.endswith("/round/dakota/2")
        expect(page.get_by_role("heading", level=1)).to_contain_text("round 2")
        page.goto("/table/nowhere")
        page.get_by_role("link", name="To the lobby").click()
        expect(page.get_by_role("button", name="Practise in private: Dakota Stud")).to_be_visible()


def test_the_look_that_was_chosen_is_kept(open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = ("status of 404",)
    with serving(alone("dakota")) as server:
        page = open_page(server.origin, color_scheme="light")
        page.goto("/")
        page.evaluate("localStorage.setItem('houseway-settings', JSON.stringify({ theme: 'dark' }))")
        page.goto("/nowhere")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_programs_are_told_in_json_and_names_are_text_only() -> None:
    with serving(alone("dakota")) as server:
        http = server.client().http
        for address in ("/api/nowhere", "/nowhere"):
            answer = http.get(address)
            assert (answer.status_code, answer.json()["code"]) == (404, "missing")
        page = http.get("/table/%3Cimg%20src=x%3E", headers={"accept": "text/html"})
        assert page.status_code == 404
        assert "<img" not in page.text
        assert "&lt;img" in page.text


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_lobby_explains_its_figures_once_and_practise_is_above_the_fold(
    width: int, height: int, open_page: OpenPage
) -> None:
    with serving(alone("holdem"), alone("dakota"), alone("super-fun")) as server:
        page = open_page(server.origin, width=width, height=height)
        page.goto("/")
        first = page.get_by_role("button", name="Practise in private").first
        expect(first).to_be_visible()
        box = first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
        expect(page.get_by_text("how far one round usually strays", exact=False)).to_have_count(1)
        assert page.get_by_text("standard options").count() == 0
        hat_trick = page.locator(".figures div", has=page.get_by_text("Hat Trick", exact=True)).locator("dd")
        expect(hat_trick).to_have_text(re.compile("^\N{MINUS SIGN}" r"\d+\.\d\d % edge, the player is ahead, ±"))
        assert faults(page) == []


def test_figures_of_a_tables_own_have_a_line_each(open_page: OpenPage) -> None:
    """Beside the doors they were broken into columns of two words."""
    with serving(alone("holdem-six")) as server:
        page = open_page(server.origin)
        page.goto("/")
        facts = page.locator(".tables .facts")
        expect(facts.last).to_contain_text("here: ")
        lines = facts.evaluate_all("all => all.map((it) => it.getBoundingClientRect().height)")
        assert len(lines) == 3
        assert max(lines) == min(lines)
