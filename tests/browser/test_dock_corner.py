"""One click too many does no harm: where Deal lay lies the safest act, and for a moment nothing in the dock counts."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.games import all_games
from houseway.kit.conformance import TABLE_KEYS
from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage

HARMLESS = ("stand", "decline", "leave_one", "leave_two", "keep", "let_one_ride", "let_two_ride", "check")
TABLES = {
    "super-fun": ("Tc 6d 6h Ts 2c", ["blackjack"]),
    "lucky": ("8c Td 8h 6s", ["blackjack"]),
    "triple-shot": ("Ac 7h Ad 9s", ["war", "blackjack", "poker"]),
    "dakota": ("6c 6d Ah Kh 2s", ["dollar"]),
    "holdem": ("Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs", ["ante", "bonus"]),
    "three-card-practice": ("Ac Kd 9h 4s 2c 7d", ["ante"]),
    "war-practice": ("Tc Td", ["bet"]),
    "mississippi-practice": ("6c 6d Ah Kh 2s", ["ante"]),
    "let-it-ride-practice": ("6c 6d Ah Kh 2s", ["one"]),
    "ultimate-practice": ("6c 6d Ah Kh 2s 3c 9h Td Qs", ["ante"]),
}
SIZES = [(1280, 800), (1000, 700), (640, 360), (390, 844), (360, 640)]
# Without scrolling: the hand that is asked about, all its ranks and the acts; on a usual phone its bets too.
PHONES = {(390, 844): ".own .hand.active .card, .own .spot", (360, 640): ".own .hand.active .card"}
IN_SIGHT = """(meant) => {
  const dock = document.querySelector('.dock-holder').getBoundingClientRect();
  const boxes = [...document.querySelectorAll(meant)].map((each) => each.getBoundingClientRect());
  const cards = [...document.querySelectorAll('.own .hand.active .card')];
  const left = cards.map((each) => each.getBoundingClientRect().left);
  return boxes.length > 0 && boxes.every(({ top, bottom }) => top >= 0 && bottom <= dock.top)
    && left.slice(1).every((at, i) => at - left[i] >= 16)
    && [...document.querySelectorAll('.acts .act')].every((each) => each.getBoundingClientRect().bottom <= innerHeight);
}"""
HITS = """(box) => {
  const found = new Set();
  for (let x = 0; x <= 8; x += 1) for (let y = 0; y <= 8; y += 1) {
    const at = [box.x + 1 + ((box.width - 2) * x) / 8, box.y + 1 + ((box.height - 2) * y) / 8];
    const act = document.elementFromPoint(...at)?.closest('.act');
    if (act) found.add(act.dataset.act ?? act.querySelector('.act-name').firstChild.data.split(' ')[0].toLowerCase());
  }
  return [...found];
}"""


def under_deal(page: Page, box: Any) -> list[str]:
    found: list[str] = page.evaluate(HITS, box)
    return found


@pytest.mark.parametrize("name", TABLES)
def test_no_act_that_can_hurt_lies_where_deal_lay(name: str, open_page: OpenPage) -> None:
    cards, bets = TABLES[name]
    with serving(alone(name, hands_a_player=1), cards=cards) as server:
        ada = Person(open_page(server.origin), server, name).sit().bet(*bets)
        ada.wait_over()
        places = {}
        for width, height in SIZES:
            ada.page.set_viewport_size({"width": width, "height": height})
            places[width, height] = ada.page.locator(".deal").bounding_box()
        ada.deal()
        ada.wait_turn()
        for (width, height), box in places.items():
            ada.page.set_viewport_size({"width": width, "height": height})
            assert [act for act in under_deal(ada.page, box) if act not in HARMLESS] == [], (width, height)
            if (width, height) in PHONES:
                ada.page.wait_for_function(IN_SIGHT, arg=PHONES[width, height])


def test_an_act_that_puts_up_nothing_and_gives_nothing_up_lies_in_the_corner(open_page: OpenPage) -> None:
    name = "ultimate-practice"
    with serving(alone(name), cards=TABLES[name][0]) as server:
        ada = Person(open_page(server.origin), server, name).sit().bet("ante").deal()
        ada.wait_turn()
        expect(ada.page.locator(".acts .corner")).to_have_attribute("data-act", "check")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_while_cards_fly_a_press_where_deal_lay_can_only_skip(open_page: OpenPage, width: int, height: int) -> None:
    """Buy in and Leave lay there, and opened over the choice that followed."""
    with serving(alone("super-fun"), cards="Tc 9d 6h Ts") as server:
        page = open_page(server.origin, motion=True, width=width, height=height)
        ada = Person(page, server, "super-fun").sit().bet("blackjack")
        ada.wait_over()
        found = page.evaluate(
            """async () => {
              const box = document.querySelector('.deal').getBoundingClientRect();
              document.querySelector('.deal').click();
              while (!document.querySelector('.dock.waiting')) await new Promise(requestAnimationFrame);
              const under = new Set();
              for (let x = 1; x < box.width; x += 4) for (let y = 1; y < box.height; y += 4) {
                const it = document.elementFromPoint(box.x + x, box.y + y)?.closest('.dock button, .dock a');
                if (it) under.add(it.firstChild.data);
              }
              return [...under];
            }"""
        )
        assert set(found) <= {"Skip"}


def test_quick_clicks_deal_and_do_no_more_however_long_they_go_on(open_page: OpenPage) -> None:
    """Whoever hammers does not look: each click too soon puts off when the next one counts."""
    with serving(alone("super-fun"), cards="Tc 9d 6h Ts") as server:
        ada = Person(open_page(server.origin), server, "super-fun").sit().bet("blackjack").deal()
        ada.wait_turn()
        ada.press_act("s")
        ada.wait_over()
        ada.page.evaluate(
            """async () => {
              const turn = () => document.querySelector('.acts [data-act=surrender]');
              document.querySelector('.deal').click();
              while (!turn()) await new Promise(requestAnimationFrame);
              const until = performance.now() + 2 * document.querySelector('house-table').deadTime.ms;
              while (turn() && performance.now() < until) {
                turn().click();
                await new Promise((go) => setTimeout(go, 60));
              }
            }"""
        )
        assert ada.truth.round is not None
        assert not ada.truth.round.choices
        ada.choose("Surrender")  # meant
        ada.wait_over()
        assert ada.result("blackjack") == "-$2.50"


@pytest.mark.parametrize("way", ["click", "key"])
def test_quick_presses_of_deal_play_one_round_where_nothing_is_asked(way: str, open_page: OpenPage) -> None:
    """The round was over before the next click, which found Repeat and deal there: twelve clicks played seven."""
    with serving(alone("baccarat-practice")) as server:
        ada = Person(open_page(server.origin), server, "baccarat-practice").sit().bet("player")
        ada.wait_over()
        ada.page.evaluate(
            """async (way) => {
              const press = () => (way === 'click' ? document.querySelector('.deal')?.click()
                : dispatchEvent(new KeyboardEvent('keydown', { key: 'g' })));
              for (let i = 0; i < 12; i += 1) {
                press();
                await new Promise((go) => setTimeout(go, 80));
              }
            }""",
            way,
        )
        ada.wait_over()
        assert ada.truth.rounds == 1
        ada.deal()  # meant
        assert ada.truth.rounds == 2


def test_two_quick_keys_deal_and_do_no_more(open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards="Tc 9d 2h Ts 8c") as server:
        ada = Person(open_page(server.origin), server, "super-fun").sit().bet("blackjack")
        ada.wait_over()
        ada.page.evaluate(
            """async () => {
              const press = (key) => dispatchEvent(new KeyboardEvent('keydown', { key }));
              press('g');
              await new Promise((seen) => new MutationObserver(() => document.querySelector('.acts') && seen())
                .observe(document.body, { childList: true, subtree: true }));  // at once, however busy the machine is
              press('g');
              press('d');
            }"""
        )
        assert ada.truth.round is not None
        assert not ada.truth.round.choices
        ada.press_act("d")
        assert ada.truth.round.choices


def test_the_rest_of_a_key_pressed_too_soon_is_no_key_of_its_own(open_page: OpenPage) -> None:
    """`a12` splits the Ante: without its first letter it would keep two cards."""
    with serving(alone("holdem"), cards=TABLES["holdem"][0]) as server:
        ada = Person(open_page(server.origin), server, "holdem").sit().bet("ante")
        ada.wait_over()
        ada.page.evaluate(
            """async () => {
              const table = document.querySelector('house-table');
              const press = (key) => dispatchEvent(new KeyboardEvent('keydown', { key }));
              press('g');
              await new Promise((seen) => new MutationObserver(() => document.querySelector('.acts') && seen())
                .observe(document.body, { childList: true, subtree: true }));  // at once, however busy the machine is
              press('a');
              await new Promise((go) => setTimeout(go, table.deadTime.ms - 50));
              press('1');
              await new Promise((go) => setTimeout(go, 100));
              press('2');
            }"""
        )
        expect(ada.page.locator(".acts")).to_be_visible()
        assert ada.truth.round is not None
        assert not ada.truth.round.choices
        ada.press_act("a12")
        assert ada.truth.round.choices


def test_no_key_of_the_bets_is_the_key_of_an_act(open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        keys = page.evaluate("async () => Object.values((await import('/js/dock.js')).KEYS)")
        skip = page.evaluate("async () => (await import('/js/pace.js')).SKIP")
        assert {*keys, skip} == TABLE_KEYS, "the kit judges games from elsewhere by them"
        for game in all_games():
            assert not {letter for act in game.sheet.acts for letter in act.key} & set(keys)
