"""A supervisor's meters: what waits is paid by hand, a meter is lowered for a reason, the mathematics stands beside."""

from playwright.sync_api import expect

from houseway.house import events
from houseway.house.audit.verify import verify_ledger
from tests.browser.conftest import OpenPage
from tests.browser.test_house_view import do, house_of, house_view, last_body, panel
from tests.browser.test_pages import faults_by_day_and_night, sideways
from tests.house.table_kit import ANNA, BEN
from tests.house.test_links import BOARD, LOW, bet, play_out, with_royal


def test_a_supervisor_pays_by_hand_and_lowers_a_meter(open_page: OpenPage) -> None:
    with house_of(with_royal(), cards=f"{BOARD} {LOW}") as server:
        pit = server.house.pit
        for person in (ANNA, BEN):
            do(server, "holdem", person, "sit", cents=500_000)
        bet(pit, "holdem", ANNA, BEN)
        play_out(pit, "holdem", ANNA, BEN)
        page = house_view(open_page(server.origin), "holdem")
        shown = panel(page, "Progressives")
        expect(shown).to_contain_text("link corner, fed by 1 table")
        expect(shown.locator("tbody td").first).to_have_text("$2,500")
        expect(shown).to_contain_text("A bet gives back")
        expect(page.locator(".tile", has_text="To pay by hand")).to_contain_text("$2,500.70 at holdem")
        assert faults_by_day_and_night(page) == []

        page.get_by_role("button", name="Pay Anna by hand").click()
        dialog = page.locator("dialog[open]")
        expect(dialog).to_contain_text("Count out $1,250.35 to Anna at seat 1")
        dialog.get_by_role("button", name="$1,250.35 is paid").click()
        expect(page.locator(".dues li")).to_have_count(1)
        assert last_body(server, "holdem", events.HAND_PAID)["by"] == "Sam"

        page.get_by_role("button", name="Lower Jackpot").click()
        dialog.get_by_label("Because").select_option("seed_recovery")
        dialog.get_by_label("By how much").fill("12.5")
        dialog.get_by_role("button", name="Lower the meter").click()
        expect(dialog).to_contain_text("Say what happened")
        dialog.get_by_label("What happened").fill("the first seed")
        dialog.get_by_role("button", name="Lower the meter").click()
        expect(shown.locator("tbody td").first).to_have_text("$2,487.50")
        lowered = server.house.ledger.read(":link:corner")[-1].written
        assert (lowered["reason"], lowered["why"], lowered["by"]) == ("seed_recovery", "the first seed", "Sam")
        assert [verdict.sentence for verdict in verify_ledger(server.house.ledger) if verdict.fault] == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert sideways(page) == 0
        watcher = house_view(open_page(server.origin), "holdem", who="Ada")
        expect(watcher.locator(".dues li")).to_have_count(1)
        assert watcher.get_by_role("button", name="Lower").count() == 0
