"""The pace is the player's: slow to at once, or skipped; sound only if wanted; a big win feels like one."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houseway.games import all_games
from tests.browser.at_table import SETTLED, Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import AT_REST, faults, sideways
from tests.browser.test_why import DESKTOP, PHONE, picture
from tests.house.table_kit import table_of

BETS = ("blackjack",)
CARDS = "Tc 6d 5h Ts 2c"
# Cards on the felt that lie under the banner.
HIDES = """() => {
  const banner = document.querySelector('.big-win').getBoundingClientRect();
  const isHidden = (box) => Math.min(banner.right, box.right) - Math.max(banner.left, box.left) > 1
    && Math.min(banner.bottom, box.bottom) - Math.max(banner.top, box.top) > 1;
  return [...document.querySelectorAll('.felt .card')].filter((card) => isHidden(card.getBoundingClientRect()))
    .map((card) => card.ariaLabel);
}"""
SUITED_SEVENS = "7d 7d 7d 9s Ts 9h"  # the seat's with the dealer's up card: Lucky Lucky pays 200 to 1
FLIGHTS = """() => {
  window.flights = [];
  const animate = SVGElement.prototype.animate;
  SVGElement.prototype.animate = function (frames, timing) {
    window.flights.push(timing.duration);
    return animate.call(this, frames, timing);
  };
}"""
COUNT_SOUNDS = """() => {
  window.opened = 0;
  window.AudioContext = class extends AudioContext { constructor() { super(); window.opened += 1; } };
}"""
MOVING = (
    "document.getAnimations().filter((each) => each.playState === 'running' && each.effect.target.dataset.card).length"
)
HOLD = """() => {  // cards stay on their way until they are told otherwise
  const animate = SVGElement.prototype.animate;
  SVGElement.prototype.animate = function (frames, timing) {
    return animate.call(this, frames, { ...timing, duration: 1e7 });
  };
}"""


def choose(page: Page, **settings: str) -> None:
    page.evaluate("async (chosen) => (await import('/js/settings.js')).adopt(chosen)", settings)


def moving(open_page: OpenPage, server: Any, name: str = "super-fun", **sight: Any) -> Person:
    return Person(open_page(server.origin, motion=True, **sight), server, name).sit()


def test_the_pace_changes_how_long_cards_fly(open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards=CARDS) as server:
        ada = moving(open_page, server)
        ada.page.evaluate(FLIGHTS)
        ada.bet(*BETS)
        longest = {}
        for pace in ("Slow", "Fast", "Normal"):
            ada.page.get_by_role("button", name="Settings").click()
            ada.page.get_by_role("group", name="Pace of the cards").get_by_label(pace).check()
            ada.page.keyboard.press("Escape")
            ada.page.evaluate("window.flights.length = 0")
            ada.press_deal()
            ada.wait_turn()
            (longest[pace],) = set(ada.page.evaluate("window.flights"))
            ada.press_act("s")
            ada.wait_over()
        assert longest["Slow"] > longest["Normal"] > longest["Fast"] > 0
        choose(ada.page, pace="once")
        ada.page.evaluate("window.flights.length = 0")
        ada.press_deal()
        ada.wait_turn()
        assert ada.page.evaluate("window.flights") == []
        assert ada.page.evaluate(MOVING) == 0


@pytest.mark.parametrize("way", ["k", "Escape", "tap", "button"])
def test_a_skip_shows_all_that_is_dealt_and_chooses_nothing(way: str, open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards=CARDS) as server:
        ada = moving(open_page, server)
        ada.page.evaluate(HOLD)
        ada.page.evaluate(
            "document.querySelector('house-table').stage.waitFor = () => 1e7"
        )  # the second row never comes
        ada.bet(*BETS).ask_for_cards()
        ada.wait_dealt(0)
        expect(ada.page.locator("main[aria-busy=true]")).to_be_visible()
        expect(ada.page.get_by_role("button", name="Skip")).to_be_visible()
        if way == "tap":
            ada.page.locator(".motto").click()
        elif way == "button":
            ada.page.get_by_role("button", name="Skip").click()
        else:
            ada.page.keyboard.press(way)
        expect(ada.page.locator("main[aria-busy=false]")).to_be_visible()
        expect(ada.page.locator(".felt .card")).to_have_count(4)
        assert ada.page.evaluate(MOVING) == 0
        expect(ada.page.locator(f"{SETTLED} .acts")).to_be_visible()
        assert ada.truth.round is not None
        assert not ada.truth.round.choices


def test_a_skip_leaves_the_dead_time_of_the_dock(open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards=CARDS) as server:
        ada = moving(open_page, server)
        ada.bet(*BETS).ask_for_cards()
        ada.wait_dealt(0)
        ada.page.evaluate(
            """async () => {
              document.querySelector('house-table').deadTime.ms = 1e7;
              dispatchEvent(new KeyboardEvent('keydown', { key: 'f' }));
              while (!document.querySelector('.acts')) await new Promise(requestAnimationFrame);
              for (const key of 'fhdr') dispatchEvent(new KeyboardEvent('keydown', { key }));
              document.querySelector('.acts button').click();
            }"""
        )
        assert ada.truth.round is not None
        assert not ada.truth.round.choices


def test_the_key_that_skips_is_no_key_of_bets_or_acts(open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        skip = page.evaluate("async () => (await import('/js/pace.js')).SKIP")
        assert skip not in page.evaluate("async () => Object.values((await import('/js/dock.js')).KEYS)")
        assert not any(skip in act.key for game in all_games() for act in game.sheet.acts)


def test_rows_of_bots_wait_for_nobody_where_that_is_wanted(open_page: OpenPage) -> None:
    waits = """() => {
      const { stage } = document.querySelector('house-table');
      return stage.tape.map((row) => [row[1], stage.waitFor(row)]);
    }"""
    with serving(table_of("super-fun", bots=[{"seats": [1, 2]}])) as server:
        ada = moving(open_page, server)
        choose(ada.page, pace="fast")
        ada.bet(*BETS).deal()
        ada.catch_up()
        assert any(wait for seat, wait in ada.page.evaluate(waits) if seat in (1, 2))
        choose(ada.page, bots="once")
        found = ada.page.evaluate(waits)
        assert not any(wait for seat, wait in found if seat in (1, 2))
        assert any(wait for seat, wait in found if seat == 3)


def test_no_sound_is_opened_unless_it_is_wanted(open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards=CARDS) as server:
        page = open_page(server.origin)
        page.add_init_script(f"({COUNT_SOUNDS})()")
        ada = Person(page, server, "super-fun").sit().bet(*BETS).deal()
        ada.press_act("s")
        ada.wait_over()
        assert page.evaluate("window.opened") == 0
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("group", name="Sound").get_by_label("On").check()
        page.keyboard.press("Escape")
        ada.press_deal().press_act("s")
        ada.wait_over()
        assert page.evaluate("window.opened") == 1  # one for all sounds


def big_winner(open_page: OpenPage, server: Any, **sight: Any) -> Person:
    ada = Person(open_page(server.origin, **sight), server, "lucky").sit()
    ada.bet("blackjack", "lucky_lucky").deal()
    while ada.truth.playing:
        ada.press_act("s")
    ada.wait_over()
    return ada


@pytest.mark.parametrize("sight", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("motion", [True, False], ids=["moving", "still"])
def test_a_big_win_feels_like_one(motion: bool, sight: dict[str, int], open_page: OpenPage) -> None:
    with serving(alone("lucky"), cards=SUITED_SEVENS) as server:
        ada = big_winner(open_page, server, motion=motion, **sight)
        banner = ada.page.locator(".big-win")
        expect(banner).to_be_in_viewport(ratio=1)
        net = (ada.page.locator(".own .net").text_content() or "").strip()
        expect(banner.locator(".big-cents")).to_have_text(net)
        expect(ada.page.locator("[role=log] p").last).to_contain_text(f"The round is over: {net}. A big win")
        assert (banner.evaluate("it => getComputedStyle(it).animationName") != "none") == motion
        assert (banner.locator(".coins").count() > 0) == motion
        assert ada.page.evaluate(HIDES) == [], "the cards that won are seen"
        assert sideways(ada.page) == 0
        assert faults(ada.page) == []
        ada.page.evaluate(AT_REST)
        picture(ada.page, f"big-win-{'moving' if motion else 'still'}")
        if motion:
            ada.page.keyboard.press("Escape")
        else:
            banner.get_by_role("button", name="Close").click()
        expect(banner).to_have_count(0)


def test_a_reload_does_not_celebrate_again(open_page: OpenPage) -> None:
    with serving(alone("lucky"), cards=SUITED_SEVENS) as server:
        ada = big_winner(open_page, server)
        expect(ada.page.locator(".big-win")).to_be_visible()
        ada.page.reload()
        ada.wait_over()
        expect(ada.page.locator(".own .net")).to_be_visible()
        assert ada.page.locator(".big-win").count() == 0


def test_a_plain_win_is_no_big_one(open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards="Tc 6d 9h Ts Td") as server:
        ada = Person(open_page(server.origin), server, "super-fun").sit().bet(*BETS).deal()
        ada.press_act("s")
        ada.wait_over()
        expect(ada.page.locator(".own .net")).to_have_text("+$5")
        assert ada.page.locator(".big-win").count() == 0
