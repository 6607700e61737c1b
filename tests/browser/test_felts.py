"""What layouts print lies on the felt of the browser: all of it, on a phone and a desktop, and clear of the spots."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.house.configuration import TableConfig
from houseway.house.posting import prints_on
from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_games import BETS
from tests.browser.test_house_view import PASSWORD, house_of
from tests.browser.test_pages import DESKTOP, PHONE, WALL, faults, resize, sideways
from tests.house.table_kit import table_of

CLASHES = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const boxes = (name) => [...document.querySelectorAll(name)].map((it) => [it.className, it.getBoundingClientRect()]);
  const wrong = [];
  for (const [print, a] of boxes('.felt-print')) {
    const out = a.left < felt.left || a.right > felt.right || a.bottom > felt.bottom || a.top < felt.top;
    if (out) wrong.push([print, 'felt']);
    for (const [other, b] of boxes('.own .spot, .own .plate, .other, .house-hand, .motto')) {
      const apart = a.left > b.right - 1 || b.left > a.right - 1 || a.top > b.bottom - 1 || b.top > a.bottom - 1;
      if (!apart) wrong.push([print, other]);
    }
  }
  return wrong;
}"""


def printed(page: Page) -> tuple[list[str], list[tuple[str, str]]]:
    """Lines, and rows of payout columns, as they are seen."""
    felt = page.locator(".felt-prints")
    rows = felt.locator("tr").all()
    return felt.locator("li").all_inner_texts(), [
        (row.locator("th").inner_text(), row.locator("td").inner_text()) for row in rows
    ]


def told(table: TableConfig) -> tuple[list[str], list[tuple[str, str]]]:
    found = prints_on(table)
    return list(found.lines), [row for column in found.payouts for row in column.rows]


@pytest.mark.parametrize("name", BETS)
def test_issue_9_10__felts_carry_what_the_layouts_print(name: str, open_page: OpenPage) -> None:
    table = table_of(name)
    with serving(table) as server:
        page = open_page(server.origin)
        Person(page, server, name).sit().bet(*BETS[name])
        for window in (DESKTOP, PHONE, WALL):
            resize(page, *window)
            assert printed(page) == told(table)
            expect(page.locator(".motto")).to_have_text(prints_on(table).motto)
            assert page.evaluate(CLASHES) == []
            assert sideways(page) == 0


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_felts_of_several_hands_are_whole(seats: int, width: int, height: int, open_page: OpenPage) -> None:
    table = alone("lucky")
    with serving(table) as server:
        page = open_page(server.origin, width=width, height=height)
        ada = Person(page, server, "lucky").sit()
        for seat in range(2, seats + 1):
            sit = "import('/js/chair.js').then((it) => it.sitDown(document.querySelector('house-table'), '', seat))"
            ada.page.evaluate(f"seat => {sit}", seat)
            expect(page.locator(f'.own[data-seat="{seat}"]')).to_be_visible()
        assert printed(page) == told(table)
        assert page.evaluate(CLASHES) == []


def test_a_watcher_reads_the_felt_too(open_page: OpenPage) -> None:
    table = alone("dakota")
    with serving(table) as server:
        page = open_page(server.origin)
        page.goto("/table/dakota")
        expect(page.locator(".dock.guest")).to_be_visible()
        assert printed(page) == told(table)
        assert page.evaluate(CLASHES) == []
        assert faults(page) == []


CHANGED: dict[str, dict[str, Any]] = {
    "triple-shot": {"options": {"paytable": "TSB-01", "hat_trick": "9 to 1", "soft_17": "stand"}},
    "holdem": {"options": {"envy": False, "paytable": "5"}, "departs": "a study"},
    "dakota": {"options": {"lowest_pair": 9}, "departs": "a study"},
}


@pytest.mark.parametrize("name", CHANGED)
def test_felts_follow_the_options_in_force(name: str, open_page: OpenPage) -> None:
    table = alone(name, **CHANGED[name])
    with serving(table) as server:
        page = open_page(server.origin)
        page.goto(f"/table/{name}")
        expect(page.locator(".dock.guest")).to_be_visible()
        assert printed(page) == told(table)
        assert printed(page) != told(alone(name))


def test_a_felt_is_printed_anew_when_a_supervisor_changes_the_options(open_page: OpenPage) -> None:
    with house_of(alone("dakota")) as server:
        page = open_page(server.origin)
        Person(page, server, "dakota").sit()
        expect(page.locator(".motto")).to_have_text("A pair of sixes or better wins")
        changed = alone("dakota", options={"lowest_pair": 9}, departs="a study")
        sam = server.client().log_in("Sam", PASSWORD)
        answer = sam.command("dakota", "configure", config=changed.to_body(), reason="a study")
        assert answer.status_code == 200, answer.text
        expect(page.locator(".motto")).to_have_text("A pair of jacks or better wins")
        assert printed(page) == told(changed)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_lucky_lucky_opening__a_community_card_is_named_and_lies_on_the_felt(
    width: int, height: int, open_page: OpenPage
) -> None:
    options = {**table_of("lucky").options, "third_card": "community"}
    cards = "7h  7d 7c 9s Ts"  # the community's, the seat's with the dealer's
    with serving(alone("lucky", options=options), cards=cards) as server:
        ada = Person(open_page(server.origin, width=width, height=height), server, "lucky").sit()
        third = "a community card, dealt face up at the start"
        told = f"Lucky Lucky · Your first two cards with {third}: 6-7-8, 7-7-7 or a total of 19, 20 or 21."
        expect(ada.spot("lucky_lucky")).to_have_attribute("title", told)
        ada.bet("blackjack", "lucky_lucky").deal()
        expect(ada.page.locator('.house-hand[aria-label="Community"]')).to_have_text("Community")
        assert ada.page.evaluate(CLASHES) == []
        ada.page.get_by_role("button", name="Rules", exact=True).click()
        expect(ada.page.locator("dialog .lead")).to_contain_text(f"your first two cards with {third}")
        ada.page.keyboard.press("Escape")
        ada.page.goto("/lab/lucky_lucky/figures?set=third_card%3Dcommunity")
        expect(ada.page.locator(".heading")).to_contain_text(f"your first two cards with {third}")


WHERE = """() => [...document.querySelectorAll('.house-hand .laid')].map((it) => {
  const { x, y } = it.getBoundingClientRect();
  return [x, y];
})"""
NAMED = """() => {
  const heads = [...document.querySelectorAll('.house-hand h2')]
    .filter((head) => getComputedStyle(head).visibility !== 'hidden').map((head) => {
      const range = document.createRange();
      range.selectNodeContents(head);
      return range.getBoundingClientRect();
    });
  const [dealers, community] = heads;
  const apart = !community || dealers.right <= community.left;
  return apart && heads.every(({ left, right }) => left >= 0 && right <= innerWidth);
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (1280, 800), (1920, 1080)])
def test_a_long_name_of_the_dealers_hand_moves_no_card(width: int, height: int, open_page: OpenPage) -> None:
    """The community cards fell below the dealer's two as soon as these had a name, and the bets out of the window."""
    cards = "2c 7d 8c 8d Qh Qd Qc 8s 4h"  # the dealer makes a full house
    with serving(alone("ultimate-practice"), cards=cards) as server:
        page = open_page(server.origin, width=width, height=height)
        ada = Person(page, server, "ultimate-practice").sit().bet("ante").deal()
        ada.wait_turn()
        places = [x for x, _ in page.evaluate(WHERE)]
        for _ in range(2):
            ada.choose_act("check")
        ada.choose_act("raise_one")
        ada.wait_over()
        expect(page.locator(".house-hand .hand-text")).to_contain_text("full house")
        found = page.evaluate(WHERE)
        assert [x for x, _ in found] == pytest.approx(places, abs=1)
        assert len({round(y) for _, y in found}) == 1, "beside each other"
        assert page.evaluate(NAMED)
        assert sideways(page) == 0
