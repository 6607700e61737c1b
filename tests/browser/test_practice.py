"""Practise in one click: a table of one's own, with company and hints."""

from playwright.sync_api import expect

from houseway.games import SLUGS
from tests.browser.at_table import Person, serving
from tests.browser.conftest import OpenPage
from tests.house.table_kit import table_of


def test_one_click_gives_a_table_of_ones_own(open_page: OpenPage) -> None:
    with serving(table_of("dakota"), table_of("dakota-practice")) as server:
        page = open_page(server.origin)
        page.goto("/")
        page.get_by_role("button", name="Practise in private: Dakota Stud").click()
        expect(page.locator(".dock.betting")).to_be_visible()
        name = page.url.rpartition("/")[2]
        ada = Person(page, server, name).bet("dollar").deal()
        expect(page.locator(".act .worth").first).to_be_visible()
        assert page.locator(".other .tag", has_text="bot").count() == 3
        while ada.truth.playing:
            ada.press_act("l")
        ada.wait_over()
        expect(page.locator(".practice .told")).to_be_visible()

        other = open_page(server.origin)
        other.goto("/")
        expect(other.locator(".game")).to_have_count(len(SLUGS))
        assert name not in other.content()
        assert not server.hall.floor.pit.tables["dakota-practice"].rounds

        page.goto("/")
        page.get_by_role("button", name="Practise in private: Dakota Stud").click()
        expect(page.locator(".dock.betting")).to_be_visible()
        assert page.url.endswith(name), "the same table again"
        assert [player.name for player in ada.truth.players.values() if not player.bot] == [ada_name(ada)]


def ada_name(person: Person) -> str:
    return (person.page.locator(".own .name").text_content() or "").partition(",")[0]
