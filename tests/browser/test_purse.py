"""Chips of one's own: the last bet is remembered, a buy-in is offered when it is needed, and leaving sums up."""

import re

import pytest
from playwright.sync_api import expect

from tests.attacks.test_seats_and_tables import grown_old, later
from tests.browser.at_table import MINUS, SETTLED, Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import faults, sideways
from tests.house.table_kit import table_of, the_room
from tests.web.running import Server

LOSES = "2c 7d 9h Kh 3s"  # at Dakota Stud


def play(ada: Person) -> None:
    ada.deal()
    while ada.truth.playing:
        ada.press_act("l")
    ada.wait_over()


def test_the_last_bet_outlives_a_reload(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards=LOSES) as server:
        ada = Person(open_page(server.origin), server, "dakota").sit().bet("dollar", "dollar")
        play(ada)
        ada.page.reload()
        expect(ada.page.locator(".deal")).to_contain_text("Repeat and deal")
        ada.wait_over()
        play(ada)
        assert ada.truth.round is not None
        assert ada.truth.round.wagers[0]["dollar"] == 1_000
        assert ada.truth.rounds == 2


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_without_chips_for_the_least_bet_a_buy_in_is_offered(width: int, height: int, open_page: OpenPage) -> None:
    table = alone("dakota", buy_in_least_cents=2_000, buy_in_most_cents=2_000)
    with serving(table, cards=LOSES) as server:
        ada = Person(open_page(server.origin, width=width, height=height), server, "dakota").sit().bet("dollar")
        page = ada.page
        play(ada)
        assert ada.true_chips() == 0
        expect(page.locator(".said")).to_contain_text("The least bet is $20; you have $0.")
        expect(page.locator(".said .net-said")).to_have_text(f"{MINUS}$20")
        expect(page.locator(".deal")).to_be_disabled()
        for tool in ("Repeat", "Double"):
            expect(page.get_by_role("button", name=tool, exact=True)).to_be_disabled()
        expect(page.get_by_title("The least bet is $20; you have $0.")).to_have_count(2)
        assert sideways(page) == 0
        assert faults(page) == []
        page.get_by_role("button", name="Buy in $20").click()
        expect(page.locator(".offer")).to_have_count(0)
        assert ada.true_chips() == 2_000
        goes = page.locator(".goes")
        expect(goes).to_have_text("$5 on each of 4 spots: $20")  # before a chip is down
        page.get_by_role("radio", name="$25 chip").click()
        expect(goes).to_have_text("$25 on each of 4 spots: $100; you have $20")
        page.get_by_role("radio", name="$5 chip").click()
        ada.bet("dollar")
        expect(page.locator(".said")).to_have_text("On the felt: $20, $5 on each of 4 spots")  # and after it
        expect(goes).to_have_text("$5 on each of 4 spots: $20; you have $0")
        ada.bet("dollar")  # $40 of $20
        expect(page.locator(".said")).to_have_text("That bet is $40; you have $20. $20 stays on the felt.")
        expect(page.locator(".deal")).to_be_enabled()  # one chip too many takes nothing from the bet that lies there
        assert ada.page.locator(".own .amount").first.inner_text() == "$5"
        page.get_by_role("button", name="Buy in $20").click()
        expect(page.locator(".offer")).to_have_count(0)
        ada.bet("dollar")
        play(ada)
        assert ada.true_chips() == 0


def test_practice_begins_with_chips_for_twenty_hands_of_the_chip_that_lies_ready(open_page: OpenPage) -> None:
    names = [name for name, table in the_room().tables.items() if table.practice]
    with serving(*(table_of(name) for name in names)) as server:
        page = open_page(server.origin)
        for name in names:
            ada = Person(page, server, name)
            page.goto(f"/table/{name}")
            page.get_by_label("Your name").fill("Ada")
            page.get_by_role("button", name="Sit down").click()
            chip = page.locator(".chip-choice[aria-checked=true]").get_attribute("aria-label") or ""
            bet = int(chip.removeprefix("$").removesuffix(" chip")) * 100
            own = [wager for wager in ada.truth.game.sheet.wagers if wager.placed and not wager.toke]
            (player,) = [each for each in ada.truth.players.values() if not each.bot]
            assert ada.truth.chips(player.id) >= 20 * bet * len(own), name


def look_later(server: Server) -> None:
    """Nobody has done anything for as long as a seat is kept, and the house looks."""
    grown_old(server, server.hall.limits.idle_seat_s + 1)
    later(server, server.hall.idle.look)


def test_leaving_between_rounds_sums_up(open_page: OpenPage) -> None:
    table = alone("dakota", buy_in_least_cents=2_000, buy_in_most_cents=10_000)
    with serving(table, cards=LOSES) as server:
        ada = Person(open_page(server.origin), server, "dakota").sit().bet("dollar")
        play(ada)
        ada.page.reload()
        ada.wait_over()
        ada.page.get_by_role("button", name="Leave").click()
        expect(ada.page.locator(".farewell")).to_have_text(
            "You left with $80: 1 round, $100 bought in, $20 lost."
        )  # fmt: skip
        expect(ada.page.locator(".dock").get_by_role("link", name="To the lobby")).to_have_attribute("href", "/")

        # Whoever takes the seat sees nothing of what it brought her, nor does she see hers as theirs.
        ben = Person(open_page(server.origin), server, "dakota").sit("Ben")
        expect(ben.page.locator(".said")).to_have_text("Choose a chip, then the spots to bet on")
        expect(ben.page.locator(".net-said, .felt .net, .own .result")).to_have_count(0)
        ada.catch_up()
        expect(ada.page.locator(".other", has_text="Ben").locator(".card, .result")).to_have_count(0)
        ben.page.get_by_role("button", name="Leave").click()
        expect(ben.page.locator(".farewell")).to_have_text(
            "You left with $100: 0 rounds, $100 bought in, nothing won or lost."
        )  # fmt: skip
        ada.catch_up()
        ada.page.get_by_role("button", name="Sit down").click()
        expect(ada.page.locator(f"{SETTLED} .dock.betting")).to_be_visible()
        expect(ada.page.locator(".farewell")).to_have_count(0)
        look_later(server)
        staying = ada.page.locator(".staying")
        told = re.compile(r"You have done nothing for a while. Your seat is given up in \d+ s.Stay")
        expect(staying).to_have_text(told)
        assert faults(ada.page) == []
        staying.get_by_role("button", name="Stay").click()
        expect(staying).to_have_count(0)
        look_later(server)
        expect(staying).to_be_visible()
        look_later(server)
        expect(staying).to_have_count(0)
        expect(ada.page.locator(".farewell")).to_contain_text("The house put you off because you did nothing for")
        expect(ada.page.locator(".farewell")).to_contain_text(
            "your chips are in the cage. You had $100: 0 rounds, $100 bought in, nothing won or lost."
        )


def test_leaving_with_a_bet_or_a_hand_asks_first(open_page: OpenPage) -> None:
    table = alone("lucky", hands_a_player=1)
    cards = "Tc 9c 6d 9h 8h Ts Td"  # Ada has 19, Ben 17, and the dealer breaks
    with serving(table, cards=cards) as server:
        ada = Person(open_page(server.origin), server, "lucky").sit("Ada").bet("blackjack")
        page = ada.page
        page.wait_for_function(
            "() => document.querySelector('house-table').view.seats.some(({ bets }) => bets?.blackjack)"
        )
        had = ada.chips() + 500
        page.get_by_role("button", name="Leave").click()
        expect(page.locator("dialog .happens")).to_have_text("Your bet of $5 comes back to you.")
        assert faults(page) == []
        page.get_by_role("button", name="Stay").click()
        assert ada.truth.players
        ben = Person(open_page(server.origin), server, "lucky").sit("Ben").bet("blackjack")
        ada.bet("lucky_lucky_toke").ask_for_cards()
        ben.deal()
        ada.choose("Stand")
        page.get_by_role("button", name="Leave").click()
        expect(page.locator("dialog")).to_contain_text("The house plays your hand out by its basic strategy")
        expect(page.locator("dialog")).to_contain_text("So far: 0 rounds")
        page.locator("dialog").get_by_role("button", name="Leave").click()
        expect(page.get_by_role("button", name="Leaving")).to_be_disabled()
        ben.choose("Stand")
        expect(page.get_by_text("You are watching.")).to_be_visible()
        assert [player.name for player in ada.truth.players.values()] == ["Ben"]
        expect(page.locator(".farewell")).to_have_text(
            f"You left with ${had // 100}: 1 round, ${had // 100} bought in, nothing won or lost, "
            "$5 bet for the dealers."
        )  # $5 won, and $5 for the dealers
