"""Every kind of decision, with cards that are known: what is clicked or typed, and what the felt then shows."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage

ACES_AND_SEVENS = "Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs"  # community, the seat, and a dealer who keeps the threes

SitAt = Callable[..., Person]


@pytest.fixture
def sit_at(open_page: OpenPage) -> Iterator[SitAt]:
    """Somebody alone at a table whose every shuffle begins with these cards."""
    with ExitStack() as open_houses:

        def sit(table: str, cards: str, **changes: Any) -> Person:
            server = open_houses.enter_context(serving(alone(table, **changes), cards=cards))
            return Person(open_page(server.origin), server, table).sit()

        yield sit


def test_holdem_splits_both_whichever_half_is_picked(sit_at: SitAt) -> None:
    ada = sit_at("holdem", ACES_AND_SEVENS).bet("ante", "bonus").deal()
    ada.pick(3, 4).choose("Split both")
    ada.wait_over()
    assert [ada.result("ante"), ada.result("ante", split=True)] == ["+$5", "+$5"]
    assert [ada.result("bonus"), ada.result("bonus", split=True)] == ["+$5", "-$5"]
    assert ada.page.locator(".own .hand").count() == 2
    assert "three aces" in ada.page.locator(".own").inner_text()
    assert "House way, line 3: a pair of twos to sevens" in ada.page.locator(".printed").inner_text()


def test_holdem_splits_the_bonus_alone_by_its_key(sit_at: SitAt) -> None:
    ada = sit_at("holdem", ACES_AND_SEVENS).bet("ante", "bonus").deal()
    ada.press_act("b34")
    ada.wait_over()
    assert [ada.result("ante"), ada.result("bonus"), ada.result("bonus", split=True)] == ["+$5", "-$5", "+$5"]
    expect(ada.spot("ante", split=True).locator(".result")).to_have_count(0)


def test_holdem_splits_the_ante_without_a_bonus(sit_at: SitAt) -> None:
    ada = sit_at("holdem", ACES_AND_SEVENS).bet("ante").deal()
    ada.wait_turn()
    assert ada.page.locator(".acts").inner_text().count("Split") == 1
    ada.pick(2, 4).choose("Split the Ante")
    ada.wait_over()
    assert [ada.result("ante"), ada.result("ante", split=True)] == ["+$5", "+$5"]


def test_holdem_keeps_two_and_changes_the_pick(sit_at: SitAt) -> None:
    ada = sit_at("holdem", ACES_AND_SEVENS).bet("ante", "bonus").deal()
    ada.pick(1, 3, 3, 2)
    expect(ada.page.locator(".pick[aria-pressed=true]")).to_have_count(2)
    assert ada.page.locator(".spot.lammer.lit").count() == 1  # a Bonus of $5 plays for Envy
    ada.choose("Keep these two")
    ada.wait_over()
    assert ada.cards() == ["ace of diamonds", "ace of spades"]
    assert ada.page.locator(".spot.lammer.lit").count() == 0  # and is over


def test_dakota_takes_back_and_forfeits(sit_at: SitAt) -> None:
    ada = sit_at("dakota", "2c 7d 9h Kh 3s").bet("three").deal()  # a chip on any of the four is a chip on each
    ada.choose("Take (1) back")
    assert ada.result("one") == "back"
    ada.press_act("t")
    ada.wait_over()
    assert [ada.result(wager) for wager in ("dollar", "one", "two", "three")] == ["-$5", "back", "back", "-$5"]
    assert "forfeited with (2)" in (ada.spot("three").get_attribute("title") or "")


def test_super_fun_rescues_a_double(sit_at: SitAt) -> None:
    ada = sit_at("super-fun", "Tc 6d 5h Ts 2c").bet("blackjack").deal()
    ada.choose("Double down")
    assert "17" in ada.page.locator(".own .hand-text").inner_text()
    ada.choose("Surrender")
    ada.wait_over()
    assert ada.result("blackjack") == "-$5"  # one of the two bets
    assert "double rescued" in ada.page.locator(".dock .said").inner_text()


def test_super_fun_surrenders_half(sit_at: SitAt) -> None:
    ada = sit_at("super-fun", "Tc 9d 6h Ts").bet("blackjack").deal()
    ada.press_act("r")
    ada.wait_over()
    assert ada.result("blackjack") == "-$2.50"


@pytest.mark.parametrize(("table", "wagers"), [
    ("super-fun", ["blackjack"]), ("lucky", ["blackjack"]), ("triple-shot", ["war", "blackjack", "poker"]),
])  # fmt: skip
def test_insurance_pays_two_to_one(table: str, wagers: list[str], sit_at: SitAt) -> None:
    ada = sit_at(table, "Tc Ah 9d Ks").bet(*wagers).deal()
    ada.choose("Insurance")
    ada.wait_over()
    assert ada.result("insurance") == "+$5 2 to 1"
    assert ada.result("blackjack") == "-$5"


def test_insurance_can_be_declined_by_key(sit_at: SitAt) -> None:
    ada = sit_at("lucky", "Tc Ah 9d Ks").bet("blackjack").deal()
    ada.press_act("n")
    ada.wait_over()
    expect(ada.spot("insurance").locator(".result")).to_have_count(0)


def test_hat_trick_is_paid_for_three_that_are_not_lost(sit_at: SitAt) -> None:
    ada = sit_at("triple-shot", "Kd 6d Kc Ts 9d 2c 3c 4h 8s")
    ada.bet("war", "blackjack", "poker", "hat_trick").deal()
    ada.choose("Stand")
    ada.wait_over()
    assert ada.result("hat_trick") == "+$30 6 to 1"
    assert "pair of kings" in ada.page.locator(".own .hand-text").inner_text()


def test_triple_shot_splits_aces_into_two_hands(sit_at: SitAt) -> None:
    ada = sit_at("triple-shot", "Ad 6d Ac Ts 9d 5c Th").bet("war", "blackjack", "poker").deal()
    ada.choose("Split the aces")
    ada.wait_over()
    assert ada.page.locator(".own .hand").count() == 2
    assert ada.page.locator(".own .loose .result").inner_text().startswith("+$5")  # the second hand has no spot


def test_lucky_lucky_pays_the_player_and_the_dealers(sit_at: SitAt) -> None:
    ada = sit_at("lucky", "6h 7h 8h Ts").bet("blackjack", "lucky_lucky", "lucky_lucky_toke").deal()
    ada.wait_turn()
    assert ada.result("lucky_lucky") == "+$500 100 to 1"
    assert ada.result("lucky_lucky_toke") == "dealers  +$500 100 to 1"
    ada.choose("Surrender")
    ada.wait_over()
    assert ada.chips() == ada.true_chips()
    assert "suited 6-7-8 pays 100 to 1: $500" in ada.page.locator(".dock .said").inner_text()


def test_lucky_hands_are_split_and_played_one_by_one(sit_at: SitAt) -> None:
    ada = sit_at("lucky", "8c 6d 8d Ts 3c 2h Tc 9c 5s").bet("blackjack").deal()
    ada.choose("Split")
    ada.wait_turn()
    expect(ada.page.locator(".own .hand")).to_have_count(2)
    expect(ada.page.locator(".own .hand.active")).to_have_count(1)
    ada.choose("Stand")
    ada.wait_turn()
    assert "hand 2" in ada.page.locator(".turn-note").inner_text()
    ada.choose("Stand")
    ada.wait_over()
    assert ada.chips() == ada.true_chips()


def test_a_player_may_hold_several_seats(sit_at: SitAt) -> None:
    ada = sit_at("lucky", "Tc Td 6c 9c 9d Ts")
    ada.page.get_by_role("button", name="Seat 2").click()
    expect(ada.page.locator(".own")).to_have_count(2)
    ada.bet("blackjack", seat=1).bet("blackjack", "lucky_break", seat=2).deal()
    ada.choose("Stand")
    ada.choose("Stand")
    ada.wait_over()
    assert ada.truth.round is not None
    assert ada.truth.round.wagers[:2] == ({"blackjack": 500}, {"blackjack": 500, "lucky_break": 500})
    assert ada.chips() == ada.true_chips()
