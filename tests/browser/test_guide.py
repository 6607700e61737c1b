"""The first round of each game is guided: once, by data, beside what it talks about, and it can be skipped."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import faults

TABLES = {
    "super-fun": ("Tc 6d 6h Ts 2c", ["blackjack"]),
    "lucky": ("8c Td 8h 6s", ["blackjack"]),
    "triple-shot": ("Tc 7h 9d 9s", ["war", "blackjack", "poker"]),
    "dakota": ("6c 6d Ah Kh 2s", ["dollar"]),
    "holdem": ("Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs", ["ante"]),
    "three-card-practice": ("Ac Kd 9h 4s 2c 7d", ["ante"]),
    "mississippi-practice": ("6c 6d Ah Kh 2s", ["ante"]),
    "let-it-ride-practice": ("6c 6d Ah Kh 2s", ["one"]),
    "ultimate-practice": ("6c 6d Ah Kh 2s 3c 9h Td Qs", ["ante"]),
}
SPOTS = {"dakota": 4, "let-it-ride-practice": 3, "ultimate-practice": 2}  # that are bet on together
# What lies under the guide and could be pressed, or on a desk read on the felt: nothing may.
COVERS_NOTHING = """() => {
  const read = innerWidth > 960
    ? ', .felt .card, .felt .spot, .felt .hand-text, .felt .result, .felt .why, .felt .remark, aside, .dock' : '';
  const guide = document.querySelector('.guide').getBoundingClientRect();
  const hides = (box) => Math.min(guide.right, box.right) - Math.max(guide.left, box.left) > 1
    && Math.min(guide.bottom, box.bottom) - Math.max(guide.top, box.top) > 1;
  return ![...document.querySelectorAll(`main button, .dock button, .bar a, .bar button${read}`)]
    .some((each) => hides(each.getBoundingClientRect()));
}"""


# What became of each bet hides nothing of what became of another.
RESULTS_APART = """() => {
  const boxes = [...document.querySelectorAll('.own .spot .result')].map((each) => each.getBoundingClientRect());
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return boxes.every((a, i) => boxes.slice(i + 1).every((b) => !meet(a, b)));
}"""


# Whether the ring of a desk, or that of the spot on a phone, is around the spot that can be bet on.
RINGED = """(wager) => {
  const spot = document.querySelector(`.own button.spot[data-wager=${wager}]`);
  const box = spot.getBoundingClientRect(), ring = document.querySelector('.guide-ring')?.getBoundingClientRect();
  return ring ? Math.abs(ring.left + 4 - box.left) < 2 && Math.abs(ring.top + 4 - box.top) < 2
    : document.querySelector('.spot.meant') === spot;
}"""


# Whether a spot lies above the dock, not under it.
CLEAR_OF_DOCK = """(wager) => {
  const box = (at) => document.querySelector(at).getBoundingClientRect();
  return box(`.own button.spot[data-wager=${wager}]`).bottom <= box('.dock-holder').top;
}"""


def numbers_shown(ada: Person) -> None:
    """Every number that a card has had, in `shown`, as they came."""
    ada.page.evaluate(
        """() => {
          window.shown = [];
          const look = () => {
            const number = document.querySelector('.guide-number')?.textContent;
            if (number && window.shown.at(-1) !== Number(number)) window.shown.push(Number(number));
          };
          const everything = { childList: true, subtree: true, characterData: true };
          new MutationObserver(look).observe(document.querySelector('house-table'), everything);
          look();
        }"""
    )


def card(page: Page, step: str) -> Locator:
    found = page.locator(f".guide[data-step={step}]")
    expect(found).to_be_visible()
    return found


def read_on(ada: Person, step: str, label: str = "Next") -> None:
    card(ada.page, step).get_by_role("button", name=label).click()


def play_on(ada: Person) -> None:
    """Until the round is over, with the least that can be put up."""
    while ada.truth.round is not None and ada.truth.round.pending:
        ada.press_act(ada.truth.game.sheet.acts[ada.truth.round.acts_within(0)[-1]].key)
        ada.catch_up()
    ada.wait_over()


def seen_on_every_screen(ada: Person, step: str) -> None:
    """On a desk a card by what it talks about, on a phone a line above the dock, between them one or the other; none
    hides what can be pressed or is to be read: cards, bets, pays, the dealer's calls, the dock."""
    for width, height, look in ((390, 844, ".above"), (1024, 768, ""), (1280, 800, ".card-by")):
        ada.page.set_viewport_size({"width": width, "height": height})
        expect(ada.page.locator(f".guide{look}[data-step={step}]")).to_be_visible()
        ada.page.wait_for_function(COVERS_NOTHING)
        ada.page.wait_for_function(RESULTS_APART)


@pytest.mark.parametrize("table", TABLES)
def test_the_first_round_is_guided_and_no_other(table: str, open_page: OpenPage) -> None:
    """A whole round on two screens, and a reload: some seconds."""
    cards, bets = TABLES[table]
    with serving(alone(table), cards=cards) as server:
        ada = Person(open_page(server.origin, guide=True), server, table).sit()
        page, game = ada.page, ada.truth.game
        numbers_shown(ada)
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            page.wait_for_function(RINGED, arg=bets[0])
        seen_on_every_screen(ada, "bet")
        for name in bets:
            title = next(wager.title for wager in game.sheet.wagers if wager.name == name)
            spots = SPOTS.get(table, 1)
            each = f": $5 on each of {spots} spots." if spots > 1 else "."
            promised = f"${5 * spots}"
            expect(card(page, "bet")).to_contain_text(f"Press {title} on the felt to bet {promised}{each}")
            ada.bet(name)
            if len(bets) == 1:
                expect(page.locator(".dock.betting")).to_contain_text(f"On the felt: {promised}")
        seen_on_every_screen(ada, "deal")
        ada.deal()
        ada.wait_turn()
        for step in ("mine", "house"):
            seen_on_every_screen(ada, step)
            read_on(ada, step)
        seen_on_every_screen(ada, "choice")
        if table == "holdem":
            expect(card(page, "choice")).to_contain_text("Pick 2 of your cards, then choose.")
            ada.pick(1, 2)
            expect(card(page, "choice")).to_contain_text("Now choose.")
        play_on(ada)
        expect(card(page, "result")).to_contain_text("This round: ")
        expect(card(page, "result").get_by_role("status")).not_to_contain_text("This round")  # that is heard already
        seen_on_every_screen(ada, "result")
        assert page.evaluate("window.shown") == [1, 2, 3, 4, 5, 6]
        page.reload()
        ada.wait_over()
        expect(page.locator(".guide")).to_have_count(0)


@pytest.mark.parametrize("table", ["triple-shot", "holdem"])
def test_at_twice_the_size_the_spot_it_speaks_of_is_in_sight(table: str, open_page: OpenPage) -> None:
    with serving(alone(table)) as server:
        sight: dict[str, Any] = {"width": 640, "height": 360, "device_scale_factor": 2}  # 200 % of 1280 x 720
        ada = Person(open_page(server.origin, guide=True, **sight), server, table).sit()
        for name in TABLES[table][1]:
            expect(card(ada.page, "bet")).to_be_in_viewport(ratio=1)
            spot = ada.page.locator(f".own button.spot[data-wager={name}]")
            expect(spot).to_be_in_viewport(ratio=1)
            ada.page.wait_for_function(CLEAR_OF_DOCK, arg=name)
            ada.page.evaluate("scrollTo(0, 0)")
            ada.bet(name)


@pytest.mark.parametrize("table", ["super-fun", "lucky", "triple-shot"])
def test_the_total_it_tells_is_the_one_on_the_felt(table: str, open_page: OpenPage) -> None:
    cards, bets = TABLES[table]
    with serving(alone(table), cards=cards) as server:
        ada = Person(open_page(server.origin, guide=True), server, table).sit().bet(*bets).deal()
        ada.wait_turn()
        total = ada.page.locator(".own .hand.active .hand-text").inner_text()
        expect(card(ada.page, "mine")).to_contain_text(f"You have {total}.")


def test_at_a_second_choice_it_is_placed_anew(open_page: OpenPage) -> None:
    cards, bets = TABLES["dakota"]
    with serving(alone("dakota"), cards=cards) as server:
        ada = Person(open_page(server.origin, guide=True), server, "dakota").sit()
        expect(card(ada.page, "bet")).to_contain_text("($): Always stays in action.")
        ada.bet(*bets).deal()
        for step in ("mine", "house"):
            read_on(ada, step)
        ada.page.reload()
        first = card(ada.page, "choice")
        expect(first.locator(".guide-number")).to_have_text("5")  # it goes on where it was
        ada.page.wait_for_function("() => document.querySelector('.guide').style.left")
        ada.choose_act("leave_one").wait_turn()
        expect(first).to_be_visible()
        ada.page.wait_for_function("() => document.querySelector('.guide').style.left")
        ada.page.wait_for_function(COVERS_NOTHING)


def sat_down(open_page: OpenPage, server: Any, **more: Any) -> Person:
    return Person(open_page(server.origin, guide=True, **more), server, "lucky").sit()


def test_skipped_by_key_it_stays_away_until_it_is_asked_for_again(open_page: OpenPage) -> None:
    with serving(alone("lucky")) as server:
        ada = sat_down(open_page, server)
        card(ada.page, "bet")
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator(".guide")).to_have_count(0)
        ada.page.reload()
        ada.wait_over()
        expect(ada.page.locator(".guide")).to_have_count(0)
        ada.page.get_by_role("button", name="Settings").click()
        ada.page.get_by_role("button", name="Guide me again").click()
        expect(ada.page.locator("dialog")).to_have_count(0)
        card(ada.page, "bet")


@pytest.mark.parametrize("width", [1280, 390])
def test_skipped_by_button_while_choosing(width: int, open_page: OpenPage) -> None:
    with serving(alone("lucky"), cards=TABLES["lucky"][0]) as server:
        ada = sat_down(open_page, server, width=width).bet("blackjack").deal()
        ada.wait_turn()
        expect(card(ada.page, "mine")).to_contain_text("House blackjack with two bonus wagers")
        read_on(ada, "mine", "Skip the guide")
        expect(ada.page.locator(".guide")).to_have_count(0)
        ada.choose("Stand")
        ada.wait_over()
        expect(ada.page.locator(".guide")).to_have_count(0)


def test_escape_closes_a_dialog_and_leaves_the_guide(open_page: OpenPage) -> None:
    with serving(alone("lucky")) as server:
        ada = sat_down(open_page, server)
        ada.page.get_by_role("button", name="Settings").click()
        ada.page.get_by_role("button", name="Guide me again").wait_for()
        ada.page.keyboard.press("Escape")
        expect(ada.page.locator("dialog")).to_have_count(0)
        card(ada.page, "bet")


def test_the_guide_needs_no_reading_and_no_mouse(open_page: OpenPage) -> None:
    """Whoever plays on without a word to it sees the next card; what it says is a polite message."""
    with serving(alone("lucky"), cards=TABLES["lucky"][0]) as server:
        ada = sat_down(open_page, server).bet("blackjack")
        assert card(ada.page, "deal").get_by_role("status").count() == 1
        assert faults(ada.page) == []
        ada.deal()
        card(ada.page, "mine")
        ada.press_act("s")
        ada.wait_over()
        expect(card(ada.page, "result").locator(".guide-number")).to_have_text("4")  # the cards that were shown
        done = card(ada.page, "result").get_by_role("button", name="Done")
        done.focus()
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator(".guide")).to_have_count(0)


def test_a_round_without_a_choice_is_told_to_its_end_too(open_page: OpenPage) -> None:
    """And what the game is about is told at once, on a phone too."""
    with serving(alone("war-practice"), cards="9c Kd") as server:
        ada = Person(open_page(server.origin, guide=True, width=390, height=844), server, "war-practice").sit()
        expect(ada.page.locator(".guide")).to_contain_text("Press Bet on the felt")
        expect(ada.page.locator(".guide")).to_contain_text("One card each, and the higher wins. On a tie give up half")
        expect(ada.page.get_by_text("Community")).to_have_count(0)  # nor is there a place for any card of a war yet
        ada.bet("bet").deal().wait_over()
        expect(ada.page.locator(".guide")).to_contain_text("This round: ")
        ada.bet("bet")
        expect(ada.page.locator(".guide")).to_have_count(0)


def test_the_first_choice_is_guided_where_the_first_round_had_none(open_page: OpenPage) -> None:
    """At Casino War that is most rounds: whoever was asked at last stood there alone."""
    with serving(alone("war-practice"), cards="9c Kd Tc Td 2s 3s 4s 8h 5d 6d 7d 2h") as server:
        ada = Person(open_page(server.origin, guide=True), server, "war-practice").sit().bet("bet").deal()
        ada.wait_over()
        read_on(ada, "result", "Done")
        expect(ada.page.locator(".guide")).to_have_count(0)
        ada.page.reload()
        ada.deal()  # as before
        ada.wait_turn()
        for step in ("mine", "house"):
            read_on(ada, step)
        expect(card(ada.page, "choice")).to_contain_text("Now choose.")
        ada.choose_act("surrender")
        ada.wait_over()
        expect(ada.page.locator(".guide")).to_have_count(0)
        assert ada.truth.rounds == 2
        ada.page.reload()
        ada.wait_over()
        assert ada.page.evaluate("sessionStorage.getItem('houseway-guide-war-practice')") == "null"
