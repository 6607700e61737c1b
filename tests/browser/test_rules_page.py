"""The rules for players: steps with their paragraphs one click away, cards for every pay, and the ways there."""

import re

import pytest
from playwright.sync_api import expect

from houseway.games import SLUGS, find_game
from houseway.games.primer import primer_of
from houseway.games.prints import printed_prizes
from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import faults


@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_are_shown_with_felt_and_cards_and_axe_finds_no_serious_fault(slug: str, open_page: OpenPage) -> None:
    game = find_game(slug)
    primer = primer_of(game)
    scheme = "dark" if SLUGS.index(slug) % 2 else "light"
    with serving(alone("dakota")) as server:
        page = open_page(server.origin, color_scheme=scheme)
        page.goto(f"/rules/{slug}")
        expect(page.locator(".example")).to_have_count(len(primer.examples))
        expect(page.get_by_role("img", name=f"The felt of {game.title}")).to_be_visible()
        expect(page.locator(".round-steps > li")).to_have_count(len(primer.steps))
        expect(page.get_by_role("heading", name="What you may do")).to_have_count(1 if game.sheet.acts else 0)
        assert page.locator(".example svg.card").count() > 2 * len(primer.examples)
        page.locator(".round-steps summary").first.click()
        cited = next(each for each in game.paragraphs.paragraphs if each.id == primer.steps[0].by[0])
        expect(page.locator(".round-steps dd").first).to_have_text(cited.text)
        expect(page.locator(".round-steps dd").first).to_be_visible()
        assert faults(page) == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_table_lobby_and_lab_lead_to_the_rules(open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        page.get_by_role("link", name="Rules with pictures: Dakota Stud").click()
        expect(page.get_by_role("heading", name="How a round goes")).to_be_visible()
        page.get_by_role("link", name="Lab").click()
        page.get_by_role("link", name="The rules with pictures").click()
        expect(page.get_by_role("heading", name="How a round goes")).to_be_visible()
        Person(page, server, "dakota").sit()
        page.get_by_role("button", name="Rules").click()
        expect(page.locator("dialog").get_by_role("heading", name="How a round goes")).to_be_visible()
        link = page.get_by_role("link", name="On a page of its own")
        expect(link).to_have_attribute("href", re.compile(r"^/rules/dakota_stud"))


def test_a_game_that_is_not_there_is_said_to_be_none(open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        answer = page.request.get("/rules/whist")
        assert answer.status == 404
        assert "No game is called whist" in answer.text()


def test_a_table_leads_to_rules_by_its_own_options(open_page: OpenPage) -> None:
    config = alone("triple-shot")
    pays = config.options["hat_trick"]
    assert pays != find_game("triple_shot_bonus").settings()["hat_trick"]
    with serving(config) as server:
        page = open_page(server.origin)
        Person(page, server, "triple-shot").sit()
        page.get_by_role("button", name="Rules").click()
        expect(page.get_by_role("region", name="Hat Trick")).to_contain_text(str(pays))
        page.goto(page.get_by_role("link", name="On a page of its own").get_attribute("href") or "")
        expect(page.get_by_role("region", name="Hat Trick")).to_contain_text(str(pays))
        expect(page.get_by_text("By the options of the table that you came from.")).to_be_visible()


def test_prizes_beside_the_odds_are_listed(open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        for slug in ("fast_action_holdem", "lucky_lucky"):
            game = find_game(slug)
            page.goto(f"/rules/{slug}")
            for column in printed_prizes(game, game.settings()):
                for what, much in column.rows:
                    row = page.get_by_role("region", name=column.title).locator(".pay-row", has_text=what).first
                    expect(row).to_contain_text(much)
