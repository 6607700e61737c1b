"""The dealer speaks: what is to be said is read on the felt and among the calls, and heard by screen readers."""

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage

DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
SIGHTS = pytest.mark.parametrize("sight", [DESKTOP, PHONE], ids=["desktop", "phone"])
FIVE_SOFT = "Ah Tc 2d 5c 2c 2s 2h 9h"  # three hits make A-2-2-2-2, the fourth a winner of six cards
FOUR_ELEVEN = "2h Tc 3d 5c 3h 3s Th"  # two hits make 11, the third 21 in five
SURE = "A hit is a sure winner: six cards win 1 to 1 at once, and 2 to 1 if they make exactly 21."
SPOKEN = "[aria-live]"
PLAY_WITHOUT_21 = {"departs": "a study", "options": {"five_card_21": False}}


@SIGHTS
def test_procedures_6__a_sure_winner_of_six_cards_is_told(sight: dict[str, int], open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards=FIVE_SOFT) as server:
        ada = Person(open_page(server.origin, **sight), server, "super-fun").sit().bet("blackjack").deal()
        for _ in range(3):
            ada.choose("Hit")
        ada.wait_turn()
        told = ada.page.locator(".remark.call")
        expect(told).to_have_text(SURE)
        expect(told).to_be_in_viewport()
        heard = ada.page.locator(SPOKEN).inner_text()
        assert f"The dealer to you: {SURE}" in heard
        assert heard.index("The dealer to you") < heard.rindex("Your turn")
        expect(ada.page.locator(".calls li").first).to_have_text(f"The dealer to you: {SURE}")
        ada.choose("Hit")
        ada.wait_over()
        expect(told).to_have_count(0)


@SIGHTS
def test_procedures_7__four_cards_with_11_are_advised_to_hit(sight: dict[str, int], open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards=FOUR_ELEVEN) as server:
        ada = Person(open_page(server.origin, **sight), server, "super-fun").sit().bet("blackjack").deal()
        ada.choose("Hit").choose("Hit")
        ada.wait_turn()
        expect(ada.page.locator(".remark.call")).to_contain_text("Hit instead of doubling: a ten-value card makes 21")
        expect(ada.page.locator(".remark.call")).to_contain_text("wins 2 to 1 at once")
        expect(ada.page.locator(SPOKEN)).to_contain_text("The dealer to you: Hit instead of doubling")


def test_procedures_6__where_21_is_not_paid_2_to_1_the_dealer_does_not_say_so(open_page: OpenPage) -> None:
    with serving(alone("super-fun", **PLAY_WITHOUT_21), cards=FIVE_SOFT) as server:
        ada = Person(open_page(server.origin), server, "super-fun").sit().bet("blackjack").deal()
        for _ in range(3):
            ada.choose("Hit")
        ada.wait_turn()
        expect(ada.page.locator(".remark.call")).to_have_text(
            "A hit cannot bust: six cards win 1 to 1 at once, unless they make exactly 21, which plays on."
        )


@SIGHTS
def test_procedures_6__the_cards_of_a_winner_go_to_the_discards(sight: dict[str, int], open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards=FIVE_SOFT) as server:
        ada = Person(open_page(server.origin, **sight), server, "super-fun").sit().bet("blackjack").deal()
        for _ in range(4):
            ada.choose("Hit")
        ada.wait_over()
        assert ada.cards() == []
        assert ada.discards()[0] == "ace of hearts"
        assert len(ada.discards()) == 6
        expect(ada.page.locator(".holder")).to_have_text("6")
        expect(ada.page.locator(".own .hand-text")).to_have_text("18")  # the total is still told
        assert ada.result("blackjack") == "+$5"
        assert "You: the cards go to the discards" in ada.page.locator(SPOKEN).inner_text()


def test_procedures_7__what_is_said_to_another_is_heard_but_not_written_on_ones_felt(open_page: OpenPage) -> None:
    cards = "2h 9h Tc 3d 9d 5c 3h 3s"
    with serving(alone("super-fun"), cards=cards) as server:
        ada, ben = (Person(open_page(server.origin), server, "super-fun").sit(name) for name in ("Ada", "Ben"))
        ada.bet("blackjack").ask_for_cards()
        ben.bet("blackjack").deal()
        ada.choose("Hit").choose("Hit")
        ada.wait_turn()
        ben.catch_up()
        expect(ben.page.locator(".calls")).to_contain_text("The dealer to Ada: Hit instead of doubling")
        expect(ben.page.locator(".remark.call")).to_have_count(0)
        expect(ada.page.locator(".remark.call")).to_have_count(1)


def test_dealing_2__no_more_bets_is_called_before_the_cards(open_page: OpenPage) -> None:
    """With movement it stands on the felt while no card lies there."""
    with serving(alone("triple-shot"), cards="Kd 6d 5h Ts 2c 3c 4c 9d") as server:
        ada = (
            Person(open_page(server.origin, motion=True), server, "triple-shot").sit().bet("war", "blackjack", "poker")
        )
        ada.ask_for_cards()
        ada.page.wait_for_function(
            "() => document.querySelector('.remark.call')?.textContent === 'No more bets'"
            " && !document.querySelector('.own .card')"
        )
        expect(ada.page.locator(SPOKEN)).to_contain_text("No more bets")
        ada.wait_turn()
        expect(ada.page.locator(".remark.call")).to_have_count(0)


@pytest.mark.parametrize("name", ["dakota", "holdem", "super-fun", "triple-shot", "lucky"])
def test_dealing_2__no_more_bets_is_heard_in_every_game(name: str, open_page: OpenPage) -> None:
    bets = {"dakota": ("dollar",), "holdem": ("ante",), "triple-shot": ("war", "blackjack", "poker")}
    with serving(alone(name)) as server:
        ada = Person(open_page(server.origin), server, name).sit().bet(*bets.get(name, ("blackjack",))).deal()
        ada.catch_up()
        expect(ada.page.locator(".calls li").last).to_have_text("No more bets")


def test_single_16__lammers_stay_until_all_is_paid(open_page: OpenPage) -> None:
    """Step by step through the record: with the last pay the lammer still stands, then the dealer picks it up."""
    with serving(alone("holdem"), cards="Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs") as server:
        ada = Person(open_page(server.origin), server, "holdem").sit().bet("ante", "bonus").deal()
        ada.wait_turn()
        expect(ada.page.locator(".spot.lammer.lit")).to_have_count(1)
        ada.press_act("12")
        ada.wait_over()
        expect(ada.page.locator(".spot.lammer.lit")).to_have_count(0)
        expect(ada.page.locator(".calls li").first).to_have_text("The dealer picks up the Envy lammer")
        ada.page.goto("/round/holdem/1")
        steps = ada.page.locator("button.step")
        expect(steps.last).to_have_text("The dealer picks up the Envy lammer")
        steps.nth(-2).click()
        expect(ada.page.locator(".spot.lammer.lit")).to_have_count(1)
        steps.last.click()
        expect(ada.page.locator(".spot.lammer.lit")).to_have_count(0)


def test_procedures_6__the_record_of_a_round_tells_it_all(open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards=FIVE_SOFT) as server:
        ada = Person(open_page(server.origin), server, "super-fun").sit().bet("blackjack").deal()
        for _ in range(4):
            ada.choose("Hit")
        ada.wait_over()
        ada.page.goto("/round/super-fun/1")
        steps = ada.page.locator("button.step")
        expect(steps.first).to_have_text("No more bets")
        steps.filter(has_text="sure winner").click()
        expect(ada.page.locator(".remark.call")).to_have_text(SURE)
        taken = steps.filter(has_text="go to the discards")
        expect(taken).to_have_count(1)
        taken.click()
        expect(ada.page.locator(".holder")).to_have_text("6")
        expect(ada.page.locator(".own .taken .hand-text")).to_have_text("18")
