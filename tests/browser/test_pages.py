"""Every page: readable, small, whole on a phone, and true to the rules it retells."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from houseway.analysis.hints import Advisor
from houseway.report.felt_lines import total_text
from houseway.rules.poker import describe
from houseway.rules.poker_tables import build_ranks
from tests.browser.at_table import SETTLED, Person, alone, serving
from tests.browser.axe import OF_COLOURS, violations
from tests.browser.conftest import OpenPage
from tests.browser.test_games import BETS, BUSY
from tests.house.table_kit import table_of

FIRST_VIEW_BYTES_MAX = 300_000
SERIOUS = ("serious", "critical")
OVERLAPS = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect();
  const spots = [...document.querySelectorAll('.own .spot')].map((it) => {
    const { left, right, top, bottom, height } = it.getBoundingClientRect();
    return { name: it.dataset.wager, left, right, bottom, height, x: (left + right) / 2, y: (top + bottom) / 2 };
  });
  const wrong = spots.filter((it) => it.left < felt.left || it.right > felt.right || it.bottom > felt.bottom)
    .map((it) => [it.name, 'felt']);
  spots.forEach((a, i) => spots.slice(i + 1).forEach((b) => {
    if (Math.hypot(a.x - b.x, a.y - b.y) < (a.height + b.height) / 2 - 1) wrong.push([a.name, b.name]);
  }));
  return wrong;
}"""
NOTE_CARDS = """() => {
  window.seen = [];
  const note = (it) => {
    const cards = it.matches?.('[data-card]') ? [it] : it.querySelectorAll?.('[data-card]') ?? [];
    cards.forEach((card) => window.seen.push(card.ariaLabel));
  };
  new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach(note)))
    .observe(document.querySelector('house-table'), { childList: true, subtree: true });
}"""


AT_REST = """() => Promise.race([
  Promise.allSettled(document.getAnimations().map((each) => each.finished)),
  new Promise((go) => setTimeout(go, 1500)),  // some never end
]).then(() => null)"""


def faults(page: Page, *rules: str) -> list[str]:
    """What axe-core finds that keeps somebody from using the page, when all that moves on it has come to rest."""
    page.evaluate(AT_REST)
    return [
        f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}"
        for each in violations(page, *rules)
        if each["impact"] in SERIOUS
    ]


def faults_by_day_and_night(page: Page) -> list[str]:
    """The same page in light and in dark, in which only colours differ."""
    by_day = faults(page)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    by_night = faults(page, *OF_COLOURS)
    page.emulate_media(color_scheme="light")
    return by_day + by_night


def test_axe_finds_no_serious_fault_by_day_or_night(open_page: OpenPage) -> None:
    with serving(alone("holdem", practice=True), cards="Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs") as server:
        page = open_page(server.origin, color_scheme="light")
        page.goto("/")
        said = page.locator(".game", has_text="For practice only: no table of the room deals it.")
        expect(said.get_by_role("heading")).to_have_text("Fast Action Hold'em")
        assert faults_by_day_and_night(page) == []
        ada = Person(page, server, "holdem").sit().bet("ante", "bonus")
        assert faults_by_day_and_night(page) == []
        assert violations(page, "region") == [], "the dock lies in a part of the page that has a name"
        ada.deal().pick(1, 2)
        assert faults_by_day_and_night(page) == []
        ada.choose_act("split_both_12_34")
        ada.wait_over()
        assert faults_by_day_and_night(page) == []
        for title in ("Rules", "Pays", "Settings"):
            page.get_by_role("button", name=title, exact=True).click()
            expect(page.locator("dialog[open] .inside > :not(p), dialog[open] .lead").first).to_be_visible()
            assert faults_by_day_and_night(page) == [], title
            page.keyboard.press("Escape")
        page.goto("/round/holdem/1")
        expect(page.locator(".dock.stepping")).to_be_visible()
        assert faults_by_day_and_night(page) == []


@pytest.mark.parametrize("name", BETS)
def test_axe_finds_no_serious_fault_on_any_felt(name: str, open_page: OpenPage) -> None:
    with serving(table_of(name, practice=True), cards=BUSY[name]) as server:
        ada = Person(open_page(server.origin), server, name).sit().bet(*BETS[name])
        assert faults(ada.page) == []
        ada.deal()
        ada.catch_up()
        assert faults(ada.page) == []
        while ada.truth.playing:
            ada.wait_turn()
            offered = ada.truth.round.acts_within(10**9)  # type: ignore[union-attr]
            ada.press_act(ada.truth.game.sheet.acts[offered[-1]].key)
        ada.wait_over()
        assert faults(ada.page) == []


def answers_to(page: Page) -> list[Response]:
    """All that come from now on."""
    found: list[Response] = []
    page.on("response", lambda answer: found.append(answer))
    return found


def test_first_view_is_small(open_page: OpenPage) -> None:
    with serving(*(table_of(name) for name in ("dakota", "holdem", "super-fun", "triple-shot", "lucky"))) as server:
        for address, ready in (("/", ".game"), ("/table/holdem", ".dock.guest")):
            page = open_page(server.origin)
            answers = answers_to(page)
            page.goto(address)
            expect(page.locator(ready).first).to_be_visible()
            sizes = {answer.url: len(answer.body()) for answer in answers}
            assert sum(sizes.values()) < FIRST_VIEW_BYTES_MAX, sizes


PHONE, DESKTOP, WALL = (360, 740), (1280, 800), (1920, 1080)


def resize(page: Page, width: int, height: int) -> None:
    """Another window, in which everything has found its place."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("width => innerWidth === width", arg=width)
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


@pytest.mark.parametrize("name", ["dakota", "holdem", "super-fun", "triple-shot", "lucky"])
def test_nothing_is_cut_off(name: str, open_page: OpenPage) -> None:
    with serving(table_of(name), cards=BUSY[name]) as server:
        page = open_page(server.origin)

        def in_every_window(found: Callable[[], object]) -> list[object]:
            seen = []
            for window in (DESKTOP, PHONE):
                resize(page, *window)
                seen.append(found())
            return seen

        page.goto("/")
        expect(page.locator(".game").first).to_be_visible()
        assert in_every_window(lambda: sideways(page)) == [0, 0]
        ada = Person(page, server, name).sit()
        required = [wager.name for wager in ada.truth.game.sheet.wagers if wager.placed and not wager.equals]
        ada.bet(*required)
        assert in_every_window(lambda: (sideways(page), overlaps(page))) == [(0, []), (0, [])]
        ada.deal()
        ada.catch_up()
        assert in_every_window(lambda: (sideways(page), overlaps(page))) == [(0, []), (0, [])]


def sideways(page: Page) -> int:
    """Pixels by which the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def overlaps(page: Page) -> list[list[str]]:
    """Spots that lie on each other, or outside the felt."""
    found: list[list[str]] = page.evaluate(OVERLAPS)
    return found


def test_phone_plays_a_round_with_taps(open_page: OpenPage) -> None:
    with serving(alone("holdem"), cards="Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs") as server:
        page = open_page(server.origin, width=390, height=844, has_touch=True, is_mobile=True)
        ada = Person(page, server, "holdem").sit()
        ada.spot("ante").tap()
        page.locator(f"{SETTLED} .deal").tap()
        ada.wait_dealt(0).wait_turn()
        page.locator(".pick").nth(0).tap()
        page.locator(".pick").nth(1).tap()
        ada.choose("Keep these two")
        ada.wait_over()
        assert ada.result("ante") == "+$5"


def test_hands_are_named_as_the_rules_name_them(open_page: OpenPage) -> None:
    """The page tells poker values and blackjack totals itself: the same words as everywhere else."""
    rng = random.Random(8)
    ranks = build_ranks()
    values = sorted({int(value) for value in (*ranks.plain, *ranks.suited) if value > 0})
    some = rng.sample(values, 400)
    hands = [[rng.randrange(52) for _ in range(rng.randint(1, 6))] for _ in range(200)]
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        told = page.evaluate("async (v) => { const w = await import('/js/words.js'); return v.map(w.pokerHand) }", some)
        assert told == [describe(value) for value in some]
        totals = page.evaluate(
            "async (h) => { const w = await import('/js/words.js'); return h.map((c) => w.blackjackTotal(c)) }", hands
        )
        for hand, found in zip(hands, totals, strict=True):
            assert total_text(hand) == ("soft " if found["soft"] else "") + str(found["total"])


def test_cards_are_dealt_in_the_order_of_the_tape(open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards="Tc 6d 5h Ts 2c") as server:
        ada = Person(open_page(server.origin, motion=True), server, "super-fun").sit().bet("blackjack")
        ada.page.evaluate(NOTE_CARDS)
        ada.deal()
        ada.wait_turn()
        seen = list(dict.fromkeys(ada.page.evaluate("window.seen")))
        assert seen == ["ten of clubs", "six of diamonds", "five of hearts", "a face-down card"]
        assert "five of hearts" in ada.page.locator("[aria-live=polite]").inner_text()  # spoken as it is dealt


def test_a_round_is_recalled_step_by_step_and_its_shuffle_checked(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards="6c 6d Ah Kh 2s") as server:
        ada = Person(open_page(server.origin), server, "dakota").sit().bet("dollar").deal()
        ada.press_act("l").press_act("t")
        ada.wait_over()
        page = ada.page
        page.get_by_role("link", name="Rounds").click()
        expect(page.locator(".check")).to_contain_text("the order is the one promised before the bets")
        assert page.locator(".card").count() == 5
        page.get_by_role("button", name="Start").click()
        expect(page.locator(".card")).to_have_count(0)
        for _ in range(4):  # "no more bets", and three cards
            page.keyboard.press("ArrowRight")
        expect(page.locator(".card")).to_have_count(5)  # with the two that lie face down when the choice waits
        page.get_by_role("button", name="End").click()
        told = page.locator(".choices-made").inner_text()
        assert told == "Ada: Leave (1) in\nAda: Take (2) back, forfeit (3)", (
            "her own choices, with nobody named behind them"
        )
        assert page.url.endswith("/round/dakota/1")
        with page.expect_download() as file:
            page.get_by_role("link", name="Download PDF").click()
        assert file.value.suggested_filename == "houseway-round-dakota-1.pdf"


def test_a_shuffle_that_was_not_promised_is_noticed(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards="6c 6d Ah Kh 2s") as server:
        ada = Person(open_page(server.origin), server, "dakota").sit().bet("dollar").deal()
        ada.press_act("l").press_act("t")
        ada.wait_over()

        def exchange(route: Any) -> None:
            body = route.fetch().json()
            body["shuffle"]["order"] = body["shuffle"]["order"][2:] + body["shuffle"]["order"][:2]
            route.fulfill(json=body)

        ada.page.route("**/rounds/1", exchange)
        ada.page.goto("/round/dakota/1")
        expect(ada.page.locator(".check.wrong")).to_contain_text("NOT the one that was promised")


LOOKS = "all => all.map(getComputedStyle).map((look) => [look.backgroundColor, look.boxShadow])"


def test_practice_tells_what_each_choice_is_worth_and_what_it_cost(open_page: OpenPage) -> None:
    with serving(alone("dakota-practice"), cards="6c 6d Ah Kh 2s") as server:
        ada = Person(open_page(server.origin), server, "dakota-practice").sit().bet("dollar").deal()
        ada.wait_turn()
        expect(ada.page.locator(".act .worth")).to_have_count(2)
        expect(ada.page.locator(".act.best")).to_have_attribute("data-act", "leave_one")
        best = Advisor(ada.truth.game, ada.truth.settings).rank(ada.truth.round.now, 1, 0, 0b11)[0]  # type: ignore[union-attr]
        worth = ada.page.locator(".act.best .worth")
        expect(worth).to_contain_text(re.compile(rf"{re.escape(f'{best.value:+.3f}')} \(\+\$"))
        ada.page.locator(".act:not(.best)").hover()
        looks = ada.page.locator(".act.best, .act:hover").evaluate_all(LOOKS)
        assert len({ground for ground, _ in looks}) == len({frame for _, frame in looks}) == 2  # the best stands out
        ada.press_act("t")
        told = ada.page.locator(".practice .told")
        expect(told).to_contain_text("costs")
        expect(told).to_contain_text("Best was: Leave (1) in.")
        ada.press_act("l")
        ada.wait_over()
        expect(ada.page.locator(".mistakes a")).to_have_attribute("href", "/round/dakota-practice/1#choice-1")
        ada.page.reload()
        expect(ada.page.locator(".mistakes summary")).to_have_text("Mistakes (1)")


def test_hints_can_wait_until_after_the_choice(open_page: OpenPage) -> None:
    with serving(alone("dakota-practice"), cards="6c 6d Ah Kh 2s") as server:
        ada = Person(open_page(server.origin), server, "dakota-practice").sit()
        ada.page.get_by_role("button", name="Settings").click()
        ada.page.get_by_label("After the choice").check()
        ada.page.keyboard.press("Escape")
        ada.bet("dollar").deal()
        ada.press_act("l")
        expect(ada.page.locator(".practice .told")).to_contain_text("was the best choice")
        assert ada.page.locator(".act .worth").count() == 0


def test_settings_change_colours_and_deck_and_are_kept(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards="6c 6d Ah Kh 2s") as server:
        page = open_page(server.origin)
        page.goto("/table/dakota")
        expect(page.locator(".dock.guest")).to_be_visible()
        club = "getComputedStyle(document.querySelector('#card-0')).fill"
        green = page.evaluate(club)
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Two colours").check()
        page.get_by_label("Dark", exact=True).check()
        assert page.evaluate(club) != green
        page.reload()
        expect(page.locator(".dock.guest")).to_be_visible()
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"


def test_a_recalled_round_is_whole_on_a_phone(open_page: OpenPage) -> None:
    with serving(alone("holdem"), cards="Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs") as server:
        ada = (
            Person(open_page(server.origin, width=360, height=740), server, "holdem").sit().bet("ante", "bonus").deal()
        )
        ada.press_act("s12")
        ada.wait_over()
        ada.page.goto("/round/holdem/1")
        said = ada.page.locator(".stepping .said")
        expect(said).to_contain_text("Envy lammer")  # the last thing that happens
        assert sideways(ada.page) == 0
        box = said.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 360
        assert box["width"] > 200, "a line of text, not a column of words"
