"""A supervisor opens a table by page and retires one: the lobby, those who sit there and the record follow."""

from playwright.sync_api import expect

from tests.browser.at_table import Person, alone
from tests.browser.conftest import OpenPage, Watch
from tests.browser.test_house_view import REFUSED, confirm, house_of, house_view, last_body, panel
from tests.browser.test_pages import faults, sideways


def test_a_table_is_opened_by_page_and_is_in_the_lobby(open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = (REFUSED,)
    with house_of(alone("dakota")) as server:
        page = house_view(open_page(server.origin))
        server.house.pit.room = server.house.pit.room.model_copy(update={"tables_max": 1})
        page.get_by_role("button", name="Open a table").click()
        dialog = page.locator("dialog[open]")
        expect(dialog).to_contain_text("The room is full: it may have 1 table and has it")
        expect(dialog.get_by_label("Game")).to_have_count(0)
        page.keyboard.press("Escape")
        server.house.pit.room = server.house.pit.room.model_copy(update={"tables_max": 2})
        page.get_by_role("button", name="Open a table").click()
        expect(dialog).to_contain_text("The room may have 2 tables and has 1.")
        dialog.get_by_label("Game").select_option("dakota_stud")
        dialog.get_by_role("button", name="Go on").click()
        expect(dialog.get_by_label("Name in addresses")).to_have_value("dakota-stud")
        expect(dialog.get_by_label("Title on the sign")).to_have_value("Dakota Stud 2")  # there is one already
        dialog.get_by_label("Name in addresses").fill("dakota")
        dialog.get_by_label("Title on the sign").fill("Dakota in the corner")
        dialog.get_by_label("Seats").fill("3")
        expect(dialog.locator(".edges")).to_contain_text("1.64 %")
        dialog.locator("[name='options.lowest_pair']").scroll_into_view_if_needed()
        expect(dialog.locator(".edges table")).to_be_in_viewport(ratio=1)  # beside the choice that moves it
        assert faults(page) == []
        confirm(page, "Open the table", "a busy evening")
        expect(dialog.locator(".problem")).to_contain_text("There is a table 'dakota' already")
        dialog.get_by_label("Name in addresses").fill("corner")
        expect(dialog.locator(".problem")).to_have_text("")
        confirm(page, "Open the table")
        expect(page.locator(".detail h2")).to_have_text("Dakota in the corner")
        opened = last_body(server, "corner", "opened")
        assert (opened["by"], opened["reason"], opened["config"]["seats"]) == ("Sam", "a busy evening", 3)
        expect(panel(page, "Log").locator("li").first).to_contain_text("Opened by Sam: a busy evening")
        lobby = open_page(server.origin)
        lobby.goto("/")
        expect(lobby.get_by_role("button", name="Sit down: Dakota in the corner")).to_be_visible()


def test_a_retired_table_leaves_the_lobby_and_can_be_opened_again(open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = (REFUSED,)
    with house_of(alone("dakota"), alone("lucky")) as server:
        player = Person(open_page(server.origin), server, "dakota").sit().page
        page = house_view(open_page(server.origin), "dakota")
        page.get_by_role("button", name="Retire the table").click()
        confirm(page, "Retire the table", "the felt is worn out")
        expect(page.locator(".detail .said")).to_have_text("Retired: The felt is worn out.")
        expect(page.get_by_role("region", name="Retired").get_by_role("row")).to_have_count(2)
        expect(panel(page, "Log").locator("li").first).to_contain_text("Retired by Sam: the felt is worn out")
        expect(player.get_by_text("this table was retired").first).to_be_visible()
        dock = player.locator(".dock.shut")
        expect(dock).to_contain_text("The table was retired: The felt is worn out. You left with $")
        expect(dock.get_by_role("link")).to_have_text(["To the lobby"])
        assert faults(page) == []
        lobby = open_page(server.origin)
        lobby.goto("/")
        expect(lobby.get_by_text("Lucky Lucky").first).to_be_visible()
        assert lobby.locator("a[href='/table/dakota']").count() == 0
        page.get_by_role("button", name="Open it again").click()
        confirm(page, "Open the table", "a new felt")
        expect(panel(page, "Log").locator("li").first).to_contain_text("Opened again by Sam: a new felt")
        expect(page.get_by_role("button", name="Retire the table")).to_be_visible()
        assert not server.house.pit.tables["dakota"].retired


def test_the_form_of_a_new_table_fits_a_phone_and_its_shuffler_follows_the_options(open_page: OpenPage) -> None:
    with house_of(alone("dakota")) as server:
        page = house_view(open_page(server.origin, width=360, height=740, has_touch=True, is_mobile=True))
        assert sideways(page) == 0
        page.get_by_role("button", name="Open a table").tap()
        page.locator("dialog[open]").get_by_label("Game").select_option("fast_action_holdem")
        page.locator("dialog[open]").get_by_role("button", name="Go on").tap()
        expect(page.locator("dialog[open]").get_by_label("Name in addresses")).to_be_visible()
        inside = page.locator("dialog[open] .inside")
        assert inside.evaluate("it => it.scrollWidth - it.clientWidth") == 0
        page.locator("[name='options.decks']").select_option("6")
        expect(page.locator("dialog[open] .moved")).to_contain_text("Moved to paytable 1")
        confirm(page, "Open the table", "six decks")  # no i-Deal deals those, and nobody said that one should
        expect(page.locator(".detail h2")).to_have_text("Fast Action Hold'em")
        assert last_body(server, "fast-action-holdem", "opened")["config"]["shuffler"]["mode"] == "single_cards"
