"""The widest that can lie on a felt lies within the screen: most hands, most cards, longest words, greatest sums.

No cards are dealt for it: the page is told of a round that chance would hardly ever bring."""

import json
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from houseway.house.configuration import TableConfig
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.poker import describe
from houseway.rules.poker_tables import CATEGORY_SHIFT, FULL_HOUSE
from houseway.rules.tape import DEAL, SAY, SAY_RANKED, SETTLE, STAKE
from tests.browser.at_table import Person, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_games import BETS, BUSY
from tests.house.table_kit import table_of

WIDTHS = (320, 360, 390, 768, 1280)
HANDS = {"super-fun": 4, "lucky": 4, "holdem": 2}  # most that a seat plays; others play one
CARDS = {"super-fun": 7, "lucky": 9, "triple-shot": 9, "holdem": 2}  # most that may well come; others deal three
QUEENS_OVER_SEVENS = FULL_HOUSE << CATEGORY_SHIFT | 0xAAA55  # no hand has a longer name
NAME = "Wilhelmina Wolkowiczowna"
BEYOND = """() => [...document.querySelectorAll('main *, .dock-holder *')].filter((it) => {
  if (it.parentElement.closest('svg') || !it.checkVisibility()) return false;
  if (it.closest('.side')?.scrollWidth > it.closest('.side')?.clientWidth) return false;  // a strip of seats scrolls
  const { left, right, width } = it.getBoundingClientRect();
  return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
}).map((it) => `${it.getAttribute('class')} to ${it.getBoundingClientRect().right}: ${it.textContent.slice(0, 40)}`)"""
TELL = """({ rows, why }) => {
  const table = document.querySelector('house-table');
  const view = { ...table.view, version: table.view.version + 1000, phase: 'betting', pending: null, tape: rows, why };
  view.you = { ...view.you, cents: 123456789 };
  table.hearView({ view, now: Date.now() * 1000 });
}"""


def widest(table: TableConfig, seats: list[int]) -> dict[str, Any]:
    """The tape of such a round, and what its bets were decided on."""
    game = table.the_game
    pays = game.pays(table.settings())
    hands = list(product(seats, range(HANDS.get(table.name, 1))))
    layout = game.sheet.layout
    shared = layout.community if layout else 0
    rows = [[DEAL, HOUSE, DEALER, 40, 1, 0]] * (layout.dealer if layout and shared else 9)
    rows += [[DEAL, HOUSE, COMMUNITY, 40, 1, 0]] * shared
    for seat, hand in hands:
        rows += [[DEAL, seat, hand, 40, 1, 0]] * CARDS.get(table.name, 3)
    if not (layout and layout.totals):
        rows += [[SAY, seat, hand, SAY_RANKED, QUEENS_OVER_SEVENS, 0] for seat, hand in [(HOUSE, DEALER), *hands]]
    bets = [
        (seat, hand, number, table.wagers[name].most_cents if name in table.wagers else 100_000)
        for (seat, hand), (number, name) in product(hands, enumerate(game.wagers))
    ]
    rows += [[STAKE, *bet, 0] for bet in bets]
    why = []
    for seat, hand, wager, cents in bets:
        odds = [int(num) / int(den) for num, den in pays[wager]]
        told = {"seat": seat, "hand": hand, "wager": wager, "text": "Your hand wins.", "cards": []}
        why.append({**told, "row": len(rows), "made": describe(QUEENS_OVER_SEVENS)})
        rows.append([SETTLE, seat, hand, wager, odds.index(max(odds)), int(cents * max(odds))])
    return {"rows": rows, "why": why}


def beyond(page: Page) -> dict[int, list[str]]:
    """What lies beyond the sides of screens of each width."""
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        page.wait_for_function("width => innerWidth === width", arg=width)
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        found[width] = page.evaluate(BEYOND)
    return {width: wrong for width, wrong in found.items() if wrong}


@pytest.mark.parametrize("name", BETS)
def test_the_widest_round_lies_within_every_screen(name: str, open_page: OpenPage) -> None:
    table = table_of(name)
    with serving(table, cards=BUSY[name]) as server:
        page = open_page(server.origin, width=360, height=740)
        ada = Person(page, server, name).sit(NAME).bet(*BETS[name])
        ada.deal()
        while ada.truth.playing:
            ada.wait_turn()
            offered = ada.truth.round.acts_within(10**9)  # type: ignore[union-attr]
            ada.press_act(ada.truth.game.sheet.acts[offered[-1]].key)
        ada.wait_over()
        seats = [seat for seat, owner in enumerate(ada.truth.round.owners, 1) if owner]  # type: ignore[union-attr]
        told = widest(table, seats)
        page.evaluate(TELL, told)
        expect(page.locator(".own .hand")).to_have_count(HANDS.get(name, 1))
        assert beyond(page) == {}

        def tell(route: Route) -> None:
            body = {**route.fetch().json(), "tape": told["rows"], "why": told["why"]}
            route.fulfill(body=json.dumps(body), content_type="application/json")

        page.route(f"**/api/tables/{name}/rounds/1", tell)
        page.goto(f"/round/{name}/1")
        expect(page.locator(".dock.stepping")).to_be_visible()
        assert beyond(page) == {}
