"""A supervisor changes a table while people sit at it: they see the new felt, pays and limits before they bet."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import MINUS, Person
from tests.browser.conftest import OpenPage
from tests.browser.test_house_view import PASSWORD, house_of
from tests.browser.test_pages import faults
from tests.house.table_kit import table_of
from tests.web.running import Server

BACK = "Your bet of $5 came back to you: it is among your chips"
PAYS = "Lucky Lucky: total of 19, 2 to 1 → 1 to 1"


@pytest.fixture
def server() -> Iterator[Server]:
    with house_of(table_of("lucky", bots=())) as made:
        yield made


def change(server: Server, **changes: Any) -> None:
    staff = server.client().log_in("Sam", PASSWORD)
    body = {**server.house.pit.tables["lucky"].set_up.to_body(), **changes}
    answer = staff.command("lucky", "configure", config=body, reason="a test")
    assert answer.status_code == 200, answer.text


def dearer(server: Server) -> None:
    """Another paytable, and $10 to play."""
    config = server.house.pit.tables["lucky"].set_up
    wagers = config.to_body()["wagers"]
    wagers["blackjack"]["least_cents"] = 1_000
    change(server, options={**config.options, "paytable": "3"}, wagers=wagers)


def test_what_was_changed_is_seen_before_the_next_bet(server: Server, open_page: OpenPage) -> None:
    ada = Person(open_page(server.origin), server, "lucky").sit().bet("blackjack")
    page = ada.page
    page.get_by_role("button", name="Pays").click()
    expect(page.locator("dialog")).to_be_visible()
    felt = page.locator(".felt-prints").inner_text()
    expect(page.locator("main")).to_have_attribute("data-version", str(ada.truth.version))
    dearer(server)
    news = page.get_by_role("alert")
    expect(news).to_contain_text("The table was changed")
    expect(news.locator("li")).to_have_text([PAYS, "Blackjack: $5 to $400 → $10 to $400", BACK])
    expect(page.locator("dialog")).to_have_count(0)
    assert page.locator(".felt-prints").inner_text() != felt
    expect(page.locator(".dock.betting")).to_have_count(0)
    ada.press("d")
    expect(page.locator(".own button.spot")).to_have_count(0)
    assert not ada.truth.bets
    assert faults(page) == []

    page.reload()
    expect(news.locator("li").last).to_have_text(BACK)
    other = page.context.new_page()  # the window was closed, and the seat is still theirs
    other.goto(page.url)
    expect(other.get_by_role("alert").locator("li")).to_have_text([PAYS, "Blackjack: $5 to $400 → $10 to $400", BACK])
    other.close()
    page.evaluate("() => { document.querySelector('house-table').line.here = () => { window.here = true } }")
    page.get_by_role("button", name="I have seen it").click()
    assert page.evaluate("window.here")  # the house hears that somebody is here
    ada.bet("blackjack")
    expect(page.locator(".said")).to_have_text("Blackjack: $10 or more")
    ada.bet("blackjack").deal()
    assert ada.truth.round is not None
    assert ada.truth.round.wagers[0] == {"blackjack": 1_000}
    page.reload()
    ada.catch_up()
    expect(news).to_have_count(0)


def test_a_bet_under_the_old_set_up_is_stale(server: Server, open_page: OpenPage) -> None:
    ada = Person(open_page(server.origin), server, "lucky").sit()
    old = ada.truth.set_up.mark
    dearer(server)
    told = ada.page.evaluate(
        "async (mark) => { const { line } = document.querySelector('house-table');"
        " const wagers = { blackjack: 500 };"
        " return line.say('bet', { seat: 1, wagers, set_up: mark }).catch((refusal) => refusal.code) }",
        old,
    )
    assert told == "stale"
    assert not ada.truth.bets


def test_who_only_watches_and_who_sees_no_difference_is_not_held_up(server: Server, open_page: OpenPage) -> None:
    ada = Person(open_page(server.origin), server, "lucky").sit()
    page = open_page(server.origin)
    page.goto("/table/lucky")
    dearer(server)
    expect(ada.page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".felt-prints")).to_contain_text(ada.page.locator(".felt-prints tbody").first.inner_text()[:10])
    expect(page.get_by_role("alert")).to_have_count(0)
    ada.page.get_by_role("button", name="I have seen it").click()
    change(server, away_rounds_max=5)
    ada.catch_up()
    expect(ada.page.locator(".dock.betting")).to_be_visible()
    expect(ada.page.get_by_role("alert")).to_have_count(0)
    ada.bet("blackjack", "blackjack").deal()


def test_a_round_on_the_felt_is_told_by_the_rules_it_was_dealt_under(open_page: OpenPage) -> None:
    with house_of(table_of("lucky", bots=()), cards="Tc 6d Th Ts") as server:
        ada = Person(open_page(server.origin), server, "lucky").sit().bet("blackjack").deal()
        ada.choose_act("stand")
        ada.wait_over()
        before = dict(ada.truth.settings)
        dearer(server)
        expect(ada.page.get_by_role("alert")).to_be_visible()
        assert ada.page.evaluate("document.querySelector('house-table').options") == before
        ada.page.get_by_role("button", name="I have seen it").click()
        outdated = "Your last bet of $5 is not within the limits now. Blackjack: $10 or more"
        expect(ada.page.locator(".said [role=status]")).to_have_text(outdated)
        expect(ada.page.get_by_role("button", name="Repeat", exact=True)).to_be_disabled()
        expect(ada.page.locator(".deal")).to_be_disabled()
        expect(ada.page.locator(".deal")).not_to_contain_text("Repeat")
        ada.press("eg").bet("blackjack", "blackjack").deal()
        assert ada.truth.round is not None
        assert ada.truth.round.wagers[0] == {"blackjack": 1_000}, "the keys put nothing on the felt"


def test_a_void_round_is_told_with_what_came_back_until_the_next_bet(open_page: OpenPage) -> None:
    void = "Round 1 is void: A card fell on the floor. Your $5 is back; Lucky Lucky was settled before."
    with house_of(table_of("lucky", bots=()), cards="Tc 6d Th Ts") as server:
        ada = Person(open_page(server.origin), server, "lucky").sit().bet("blackjack", "lucky_lucky").deal()
        ada.wait_turn()
        staff = server.client().log_in("Sam", PASSWORD)
        assert staff.command("lucky", "void", reason="a card fell on the floor").status_code == 200
        ada.wait_over()
        page = ada.page
        expect(page.locator(".said")).to_have_text(void)
        expect(page.get_by_role("log")).to_contain_text(void)
        expect(page.locator(".calls li").first).to_have_text(void)
        expect(page.locator(".toast")).to_have_count(0)
        page.reload()
        expect(page.locator(".said")).to_have_text(void)
        ada.bet("blackjack")
        expect(page.locator(".said")).to_have_text("On the felt: $5")
        _see_a_correction(ada)


def _see_a_correction(ada: Person) -> None:
    """The next round is corrected: that is told, and the net on the felt and in the dock is the new one."""
    page = ada.page
    ada.deal().choose_act("stand").wait_over()
    net = ada.true_chips() - 29_500
    staff = ada.server.client().log_in("Sam", PASSWORD)
    what: dict[str, Any] = {
        "round": 2,
        "seat": 1,
        "player": next(iter(ada.truth.players)),
        "wager": "blackjack",
    }
    for cents in (100, 300):
        assert (
            staff.command("lucky", "correct", reason="the dealer paid wrongly", **what, cents=cents).status_code == 200
        )
    told = "Round 2 was corrected: The dealer paid wrongly. $3 goes to you."
    expect(page.locator(".said .says")).to_have_text(told)
    expect(page.locator(".calls li").first).to_have_text(told)
    expect(page.locator(".calls li").nth(1)).to_have_text(told.replace("$3", "$1"))  # a call each
    said = f"{'+' if net + 400 > 0 else MINUS}${abs(net + 400) // 100}"
    expect(page.locator(".own .plate .net")).to_have_text(said)
    expect(page.locator(".net-said")).to_have_text(said)
