"""A game in which nobody has a choice and any bet opens a round: guided, dealt and told in the browser."""

from playwright.sync_api import expect

from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage, Watch
from tests.browser.test_pages import faults, sideways

DRAGON = "2h Qc 3d 2s Td 5c"


def test_any_bet_opens_a_round_and_both_hands_have_names_and_totals(open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = ("status of 4",)  # what the page of drills says no to
    with serving(alone("baccarat-practice"), cards=DRAGON) as server:
        ada = Person(open_page(server.origin, guide=True), server, "baccarat-practice").sit()
        expect(ada.page.locator(".guide")).to_contain_text("Press Player on the felt")
        ada.bet("dragon_7", "banker", "banker_bonus")
        expect(ada.page.locator(".guide")).to_contain_text("Press Deal for the cards")
        ada.deal().wait_over()
        expect(ada.page.locator('.house-hand[aria-label^="Banker"]')).to_contain_text("7")
        expect(ada.page.locator('.house-hand[aria-label^="Player"]')).to_contain_text("5")
        expect(ada.page.locator(".why")).to_contain_text("Dragon 7 pays 40 to 1")
        expect(ada.page.locator(".guide")).to_contain_text("Why stands in the middle of the felt")  # nobody has cards
        expect(ada.page.locator(".practice")).to_contain_text("Nobody has a choice in this game")
        expect(ada.page.get_by_role("link", name="Drill hard choices")).to_have_count(0)
        assert faults(ada.page) == []
        ada.page.set_viewport_size({"width": 390, "height": 844})
        assert sideways(ada.page) == 0
        ada.page.goto("/")
        practise = ada.page.get_by_role("button", name="Practise in private: EZ Baccarat")
        expect(practise).to_have_text("Practise in private")
        bets = ("Player", "Banker", "Tie", "Dragon 7", "Panda 8", "Player Dragon Bonus", "Banker Dragon Bonus")
        figures = ada.page.locator(".game", has_text="No commission").locator(".figures")
        expect(figures.locator("dt")).to_have_text(bets)  # no edge of one bet stands for all
        expect(figures.locator("dd").nth(2)).to_contain_text("14.36 %")
        ada.page.goto("/drill/ez_baccarat")
        expect(ada.page.get_by_text("There is nothing to ask a player")).to_be_visible(timeout=60_000)
