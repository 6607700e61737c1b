"""The rules at a table are those for players. One click away is the whole source retold, in sections of their own."""

import pytest
from playwright.sync_api import expect

from houseway.games.primer import primer_of
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
        expect(inside.get_by_role("heading", name="How a round goes")).to_be_visible()
        game = table_of(name).the_game
        shown = inside.locator(".round-steps > li")
        expect(shown).to_have_count(len(primer_of(game).steps))
        assert faults(page) == []
        inside.get_by_role("button", name="Paragraph by paragraph").click()
        expect(shown).to_have_count(0)
        sections = game.paragraphs.sections()
        assert inside.locator("h3").all_inner_texts() == [heading for heading, _ in sections]
        for place, (_, paragraphs) in enumerate(sections):
            told = inside.locator("dl").nth(place)
            assert told.locator("dt").all_inner_texts() == [each.cites for each in paragraphs]
            assert told.locator("dd").all_inner_texts() == [each.text for each in paragraphs]
        assert faults(page) == []
