"""The staff dialog: a supervisor makes and ends accounts, an auditor reads who did."""

from playwright.sync_api import Page, expect

from tests.browser.at_table import alone
from tests.browser.conftest import OpenPage, Watch
from tests.browser.test_house_view import PASSWORD, REFUSED, confirm, house_of, house_view
from tests.browser.test_pages import faults, sideways

NEW = "another long password"


def test_an_account_is_made_and_removed_by_page(open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = (REFUSED,)
    with house_of(alone("dakota")) as server:
        page = house_view(open_page(server.origin))
        page.get_by_role("button", name="Staff").click()
        page.get_by_role("button", name="New account").click()
        form = page.locator("dialog[open]").last
        form.get_by_label("Password, 10").fill("short")
        form.get_by_role("button", name="Make the account").click()
        expect(form.get_by_label("Name")).to_have_accessible_description("Give the account a name.")
        expect(form.get_by_label("Name")).to_be_focused()
        expect(form.get_by_label("Password, 10")).to_have_accessible_description("At least 10 letters: these are 5.")
        assert faults(page) == []
        form.get_by_label("Name").fill("Ines")
        form.get_by_label("Role").select_option("supervisor")
        form.get_by_label("Password, 10").fill(NEW)
        form.get_by_label("Your own password").fill("not the password")
        form.get_by_role("button", name="Make the account").click()
        expect(form.locator(".problem")).to_have_text("Your own password is wrong: nothing was changed.")
        form.get_by_label("Your own password").fill(PASSWORD)
        assert faults(page) == []
        form.get_by_role("button", name="Make the account").click()
        dialog = page.locator("dialog[open]")
        expect(dialog.get_by_role("row", name="Ines")).to_contain_text("supervisor")
        expect(dialog.locator(".log li").first).to_contain_text("Ines: account made (supervisor) by Sam")
        assert server.hall.staff.role_of("Ines", NEW) == "supervisor"
        assert faults(page) == []
        ines = house_view_as(open_page(server.origin), "Ines", NEW)
        dialog.get_by_role("button", name="Remove Ines").click()
        form = page.locator("dialog[open]").last
        form.get_by_label("Your own password").fill(PASSWORD)
        form.get_by_role("button", name="Remove Ines").click()
        expect(page.locator("dialog[open]").get_by_role("row", name="Ines")).to_have_count(0)
        expect(ines.locator(".log-in")).to_be_visible()
        assert page.get_by_role("button", name="Remove Sam").count() == 0


def house_view_as(page: Page, name: str, password: str) -> Page:
    page.goto("/house")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".detail")).to_be_visible()
    return page


def test_ones_own_password_is_changed_without_being_logged_out(open_page: OpenPage) -> None:
    with house_of(alone("dakota")) as server:
        page = house_view(open_page(server.origin))
        page.get_by_role("button", name="Staff").click()
        page.get_by_role("button", name="Change Sam").click()
        form = page.locator("dialog[open]").last
        form.get_by_label("New password").fill(NEW)
        form.get_by_label("Your own password").fill(PASSWORD)
        form.get_by_role("button", name="Change the account").click()
        expect(page.locator("dialog[open] .log li").first).to_contain_text(
            "Sam: account changed (password, supervisor) by Sam"
        )
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Close the table").click()
        confirm(page, "Close the table", "still here")
        expect(page.locator(".detail .said")).to_have_text("Closed: Still here.")


def test_an_auditor_sees_accounts_and_their_changes_on_a_phone_and_changes_none(open_page: OpenPage) -> None:
    with house_of(alone("dakota")) as server:
        page = house_view(open_page(server.origin, width=390, height=780, has_touch=True, is_mobile=True), who="Ada")
        page.get_by_role("button", name="Staff").tap()
        dialog = page.locator("dialog[open]")
        expect(dialog.get_by_role("row", name="Sam")).to_contain_text("supervisor")
        expect(dialog.locator(".log li").first).to_contain_text("Ada: account made (auditor) by the command line")
        assert dialog.get_by_role("button").all_text_contents() == ["Close"]
        assert sideways(page) == 0
        assert faults(page) == []
