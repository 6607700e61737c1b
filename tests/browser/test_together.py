"""Several people at a table, and lines that break: what each sees, and that everything goes on where it was."""

from pathlib import Path

from playwright.sync_api import expect

from houseway.web.open_house import open_house
from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage, Watch
from tests.house.table_kit import room_with
from tests.web.running import Server

ROYAL_FOR_ADA = "Th Jh Qh 2c 3d  Ah Kh 4s 5s  9c 9d 8s 7s  2d 2s 6c 6d"
FACE_DOWN = "a face-down card"


def test_two_play_one_table_and_see_their_own_cards(open_page: OpenPage) -> None:
    with serving(alone("holdem"), cards=ROYAL_FOR_ADA) as server:
        ada = Person(open_page(server.origin), server, "holdem").sit("Ada")
        ben = Person(open_page(server.origin), server, "holdem").sit("Ben")
        ada.bet("ante")
        ada.ask_for_cards()
        expect(ada.page.locator(".said")).to_have_text("Waiting for the other players")
        ben.bet("ante", "bonus").deal()
        ada.wait_turn()
        ben.catch_up()
        assert ada.cards() == ["ace of hearts", "king of hearts", "four of spades", "five of spades"]
        assert ben.cards() == ["nine of clubs", "nine of diamonds", "eight of spades", "seven of spades"]
        assert set(ben.cards(".other")) == set(ada.cards(".other")) == {FACE_DOWN}
        assert "Ada is choosing" in ben.page.locator(".dock").inner_text()
        ada.press_act("12")
        ben.press_act("12")
        ada.wait_over()
        ben.wait_over()
        assert "royal flush" in ben.page.locator(".other", has_text="Ada").inner_text()
        assert ben.result("envy") == "+$250"  # for Ada's hand; she bet no Bonus and has no lammer herself
        expect(ada.spot("envy").locator(".result")).to_have_count(0)


def test_a_spectator_sees_the_game_but_no_hidden_card(open_page: OpenPage) -> None:
    with serving(alone("holdem"), cards=ROYAL_FOR_ADA) as server:
        ada = Person(open_page(server.origin), server, "holdem").sit("Ada").bet("ante").deal()
        ada.wait_turn()
        page = open_page(server.origin)
        page.goto("/table/holdem")
        guest = Person(page, server, "holdem")
        guest.catch_up()
        assert set(guest.cards(".felt")) == {FACE_DOWN}
        expect(page.get_by_text("You are watching.")).to_be_visible()
        ada.press_act("12")
        ada.wait_over()
        guest.catch_up()
        assert "ace of hearts" in guest.cards(".other")
        page.get_by_label("Your name").fill("Ben")
        page.get_by_role("button", name="Sit down").click()
        expect(page.locator(".own .name")).to_contain_text("Ben")
        expect(page.locator(".own .net")).to_have_count(0)  # the round on the felt was not his
        assert guest.cards(".own") == []


def test_reload_in_the_middle_of_a_round(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards="6c 6d Ah Kh 2s") as server:
        ada = Person(open_page(server.origin), server, "dakota").sit().bet("dollar").deal()
        ada.choose("Leave (1) in")
        ada.wait_turn()
        before = ada.cards(".felt")
        ada.page.reload()
        ada.wait_turn()
        assert ada.cards(".felt") == before
        ada.press_act("l")
        ada.wait_over()
        assert ada.result("three") == "+$5"


def test_server_restarted_in_the_middle_of_a_round(open_page: OpenPage, watch: Watch, tmp_path: Path) -> None:
    watch.tolerated = ("WebSocket connection",)
    config, database = alone("dakota"), f"sqlite:///{tmp_path / 'house.db'}"
    house = open_house(database, room_with(config))
    server = Server(house)
    port = int(server.address.rpartition(":")[2])
    ada = Person(open_page(server.origin), server, "dakota").sit().bet("dollar").deal()
    ada.wait_turn()
    cards = ada.cards()
    server.stop()
    house.close()
    expect(ada.page.get_by_role("alert")).to_contain_text("The connection is lost")

    house = open_house(database, room_with(config))
    ada.server = Server(house, port=port)
    try:
        expect(ada.page.get_by_role("alert")).to_have_count(0, timeout=20_000)
        ada.wait_turn()
        assert ada.cards() == cards
        ada.press_act("l").press_act("l")
        ada.wait_over()
        assert ada.chips() == ada.true_chips()
    finally:
        ada.server.stop()
        house.close()


def test_leave_and_come_back(open_page: OpenPage) -> None:
    with serving(alone("super-fun")) as server:
        ada = Person(open_page(server.origin), server, "super-fun").sit()
        ada.page.get_by_role("button", name="Leave").click()
        expect(ada.page.get_by_text("You are watching.")).to_be_visible()
        assert not ada.truth.players
        ada.page.get_by_role("button", name="Sit down").click()
        expect(ada.page.locator(".dock.betting")).to_be_visible()
        assert [player.name for player in ada.truth.players.values()] == ["Ada"]

        # Under another name, which is obeyed: typed in the dock, with a seat chosen on the felt.
        (first,) = ada.truth.players
        ada.page.get_by_role("button", name="Leave").click()
        ada.page.get_by_label("Your name").fill("Anna")
        ada.page.locator(".felt .sit").nth(1).click()
        expect(ada.page.locator(".own .name")).to_contain_text("Anna")
        assert [(player.id, player.name) for player in ada.truth.players.values()] == [(first, "Anna")]


def test_bets_are_placed_taken_back_repeated_and_doubled(open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards="Tc 6d 9h Ts") as server:
        ada = Person(open_page(server.origin), server, "super-fun").sit()
        ada.press("3").bet("blackjack")  # the third chip: $25
        expect(ada.spot("blackjack")).to_contain_text("$25")
        ada.press("u").press("2").bet("blackjack", "blackjack")
        ada.spot("blackjack").click(button="right")
        ada.deal().press_act("s")
        ada.wait_over()
        assert ada.truth.round is not None
        assert ada.truth.round.wagers[0] == {"blackjack": 500}
        assert ada.cards(), "the last round stays until the next bet"
        ada.press("e").press("x")
        expect(ada.page.locator(".own .card")).to_have_count(0)
        ada.deal().press_act("s")
        ada.wait_over()
        assert ada.truth.round.wagers[0] == {"blackjack": 1000}
        ada.press_deal().press_act("s")  # nothing on the felt: the last bet again
        assert ada.truth.rounds == 3


def test_a_refusal_is_told_and_nothing_changes(open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        ada = Person(open_page(server.origin), server, "dakota").sit()
        ada.page.evaluate(
            "() => { const table = document.querySelector('house-table');"
            " table.attempt(() => table.line.say('act', { act: 'fold' })) }"
        )
        expect(ada.page.locator(".toast")).to_have_text("No round is on: bet first")
        ada.press("4")
        ada.bet("dollar", "dollar")  # $100 is the most
        expect(ada.page.locator(".toast").last).to_contain_text("$100 at most")
