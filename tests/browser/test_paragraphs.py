"""The rules dialog shows the whole source retold: rules of play, and what is not play in sections of its own."""

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import serving
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import faults
from tests.house.table_kit import table_of


@pytest.mark.parametrize("name", ["dakota", "holdem", "super-fun", "triple-shot", "lucky"])
def test_paragraphs_that_are_not_play_are_shown_too(name: str, open_page: OpenPage) -> None:
    with serving(table_of(name)) as server:
        page = open_page(server.origin)
        page.goto(f"/table/{name}")
        page.get_by_role("button", name="Rules", exact=True).click()
        inside = page.locator("dialog[open] .inside")
        expect(inside.locator("dl").first).to_be_visible()
        game = table_of(name).the_game
        sections = game.paragraphs.sections()
        assert inside.locator("h3").all_inner_texts() == [heading for heading, _ in sections]
        for place, (_, paragraphs) in enumerate(sections):
            told = inside.locator("dl").nth(place)
            assert told.locator("dt").all_inner_texts() == [each.cites for each in paragraphs]
            assert told.locator("dd").all_inner_texts() == [each.text for each in paragraphs]
        assert faults(page) == []
