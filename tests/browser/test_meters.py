"""A progressive on the felt: its meter, the bet on it, and a hit that everyone on the link is told."""

from playwright.sync_api import expect

from houseway.house.configuration import TableConfig
from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import faults, sideways

ROYAL_ON_BOARD = "As Ks Qs Js Ts 2h 3d 4c 5d 6h 7c 8d 9h"


def on_link(name: str) -> TableConfig:
    carried = {"name": "royal", "link": "corner", "hand_pay_cents": 1_000_000}
    return TableConfig.from_body({**alone("holdem").to_body(), "name": name, "progressives": [carried]})


def test_a_meter_ticks_with_a_bet_and_its_hit_is_told_at_every_table_of_the_link(open_page: OpenPage) -> None:
    with serving(on_link("one"), on_link("two"), cards=ROYAL_ON_BOARD) as server:
        guest = open_page(server.origin)
        guest.goto("/table/two")
        ada = Person(open_page(server.origin), server, "one").sit()
        expect(ada.page.locator(".meter")).to_have_text("$2,500")
        join = ada.page.locator("button.join")
        join.click()
        expect(join).to_have_text("In for $1")
        assert faults(ada.page) == []
        ada.bet("ante", "bonus").deal()
        expect(guest.locator(".meter")).to_have_text("$2,500.35")
        ada.press_act("12").wait_over()
        expect(guest.locator(".toast")).to_contain_text("Royal Progressive hit! royal flush at one, $2,500.35")
        expect(guest.locator(".meter")).to_have_text("$2,500")
        for page in (ada.page, guest):
            assert faults(page) == []
        ada.page.goto("/you")
        expect(ada.page.locator(".own-rounds tbody tr")).to_contain_text("progressive $1jackpot +$2,500.35")
        guest.goto("/sign/two")
        shown = guest.locator(".tools strong")
        expect(shown).to_have_text("$2,500")
        ada.page.goto("/table/one")
        ada.page.locator("button.join").click()
        ada.bet("ante", "bonus").deal()
        expect(shown).to_have_text("$2,500.35")
        assert faults(guest) == []
        guest.goto("/meters")
        expect(guest.locator(".hits li")).to_have_text("royal flush at one, $2,500.35")
        assert faults(guest) == []
        guest.goto("/")
        expect(guest.get_by_role("link", name="Royal Progressive")).to_have_count(2)
        guest.set_viewport_size({"width": 390, "height": 844})
        assert sideways(guest) == 0
