"""What a choice cost: told by the cards it was about, where it can be seen, and also when its values come late."""

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from houseway.analysis.hints import Advisor
from houseway.web.practice_hints import PracticeHints
from tests.browser.at_table import SETTLED, Person, alone, serving
from tests.browser.conftest import OpenPage
from tests.browser.test_pages import faults, sideways
from tests.web.running import Server

PREPARED_MS = 120_000  # hints are prepared first, perhaps on a busy machine and with rules to compile

WAITS = re.compile(  # no time is promised
    r"Working out what each choice is worth: (\d+ s so far; )?often some seconds, on a busy machine a minute or more\."
)
HOLDEM = "Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs"
LATE = [
    ("holdem-practice", HOLDEM, ["ante", "bonus"]),
    ("super-fun-practice", "8c Ah 8d 9s 3c 3d", ["blackjack"]),
    ("triple-shot-practice", "Tc Ah 9d 9s", ["war", "blackjack", "poker"]),
]
PHONES = [(390, 844), (360, 640)]
IS_SEEN = """(it) => {
  const box = it.getBoundingClientRect();
  const middle = [box.left + box.width / 2, box.top + box.height / 2];
  const corners = [[box.left + 2, box.top + 2], [box.right - 2, box.bottom - 2], middle];
  return corners.every(([x, y]) => {
    const top = document.elementFromPoint(x, y);
    return top && (it.contains(top) || top.contains(it));
  });
}"""


# Where the buttons lie, before and after hints with every bet of the game in their words.
HINTED = """async () => {
  const table = document.querySelector('house-table');
  const drawn = async () => {
    table.draw();
    for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
    return [...table.querySelectorAll('.acts button')].map((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return [left, top, width, height].map(Math.round);
    });
  };
  const { version, pending: { seat, hand, acts } } = table.view;
  const before = await drawn();
  const bets = table.game.wagers.map(({ name }) => name);
  const rest = bets.map((wager) => ({ wager, hand: 1, cents: 12500 }));
  table.practice.hear({
    version, seat, hand, acts: acts.map((act, i) => ({ act, value: -1.234 * i, whole_cents: -12345 * i })),
    covers: { exact: false, wagers: bets, rest, settled_cents: -12500, left_out: [] },
  });
  const after = await drawn();
  return table.querySelector('.covers') ? [before, after] : null;
}"""


def is_seen(thing: Locator) -> bool:
    """Without scrolling, and under nothing."""
    return bool(thing.evaluate(IS_SEEN))


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(alone("holdem-practice"), cards=HOLDEM) as made:
        yield made


def err(page: Page, server: Server) -> Person:
    """The worst two cards are kept."""
    ada = Person(page, server, "holdem-practice").sit().bet("ante", "bonus").deal()
    ada.wait_turn()
    expect(page.locator(".best-of")).to_be_visible(timeout=PREPARED_MS)
    assert is_seen(page.locator(".pick").last)
    ada.press_act("13")
    ada.wait_over()
    return ada


def best_whole(person: Person) -> str:
    """What the round comes to with the act of the highest value, worked out anew from what lies on the table."""
    now = person.truth.round.now  # type: ignore[union-attr]
    wait = now.pending
    assert wait is not None
    who = Advisor(person.truth.game, person.truth.settings)
    hints = who.rank(now, wait.seat, wait.hand, wait.options)
    whole = who.whole(now, wait.seat, wait.hand, hints)
    assert whole is not None
    return f"${whole.cents[hints[0].act] / 100:.2f}"


def test_a_verdict_names_and_shows_the_cards(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.origin)
    ada = Person(page, server, "holdem-practice").sit().bet("ante", "bonus").deal()
    ada.wait_turn()
    best = "Best: Split Ante and Bonus: A♦A♠ and 7♥7♦"
    expect(page.locator(".best-of")).to_contain_text(best, timeout=PREPARED_MS)
    expect(page.locator(".covers")).to_contain_text("of the bets that hang on this choice: Ante and Bonus.")
    expect(page.locator(".turn-note .whole")).to_have_text(f"Whole round +{best_whole(ada)} with the best choice")
    ada.press_act("13")
    ada.wait_over()
    told = page.locator(".practice .told")
    expect(told).to_contain_text("Keep A♦7♥ costs")
    expect(told).to_contain_text("Best was: Split Ante and Bonus: A♦A♠ and 7♥7♦")
    assert told.locator(".face").first.get_attribute("aria-label") == "ace of diamonds"
    assert "+" not in told.inner_text()
    expect(page.locator(".calls")).to_contain_text("You: Keep A♦ 7♥")
    assert faults(page) == []
    page.locator(".mistakes summary").click()
    page.locator(".mistakes a").click()
    expect(page.locator("house-round main")).to_be_visible()
    assert page.url.endswith("/round/holdem-practice/1#choice-1")
    expect(page.locator(".own .card:not(.discarded *)")).to_have_count(4)  # at the decision, not at the end
    expect(page.locator(".analysis .told.wrong")).to_contain_text("Keep A♦7♥ costs")  # with every value
    expect(page.locator(".own .net")).to_have_count(0)
    expect(page.locator(".choices-made")).to_have_text("Ada: Keep A♦ 7♥")


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_verdict_and_net_are_seen_on_a_phone(server: Server, width: int, height: int, open_page: OpenPage) -> None:
    page = open_page(server.origin, width=width, height=height, has_touch=True, is_mobile=True)
    err(page, server)
    assert is_seen(page.locator(".told.wrong"))
    assert is_seen(page.locator(".dock .net-said"))
    assert is_seen(page.locator(".own .net"))
    assert [is_seen(each) for each in page.locator(".own .result").all()] == [True] * 2
    assert sideways(page) == 0
    assert faults(page) == []


@pytest.fixture
def held_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Values that take as long as a test wants."""
    go = threading.Event()
    prepare = Advisor.prepare

    def waits(self: Advisor, progress: Any = None) -> None:
        go.wait(60)
        prepare(self, progress)

    monkeypatch.setattr(Advisor, "prepare", waits)
    yield go
    go.set()


@pytest.mark.parametrize(("table", "cards", "bets"), LATE)
def test_no_button_moves_when_hints_come(
    table: str, cards: str, bets: list[str], monkeypatch: pytest.MonkeyPatch, open_page: OpenPage
) -> None:
    monkeypatch.setattr(PracticeHints, "shown", lambda *_: None)  # they come when the test wants
    with serving(alone(table), cards=cards) as server:
        page = open_page(server.origin)
        Person(page, server, table).sit().bet(*bets).deal().wait_turn()
        for width, height in ((1280, 800), PHONES[0]):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("document.querySelector('house-table').practice.hints = null")
            before, after = page.evaluate(HINTED)
            assert before == after
            assert before


def test_choices_made_before_their_values_came_are_judged_later(held_up: threading.Event, open_page: OpenPage) -> None:
    with serving(alone("dakota-practice"), cards="2c 7d 9h Kh 3s") as server:
        page = open_page(server.origin)
        ada = Person(page, server, "dakota-practice").sit()
        for _ in range(2):
            ada.bet("dollar").deal()
            ada.wait_turn()
            expect(page.locator(".practice .working")).to_contain_text(WAITS)
            ada.press_act("l").press_act("l")
            ada.wait_over()
        expect(page.locator(".score")).to_have_count(0)
        held_up.set()
        expect(page.locator(".score dd").first).to_have_text("4")
        page.locator(".mistakes summary").click()
        expect(page.locator(".mistakes a").first).to_have_text("Round 2")
        expect(page.locator(".mistakes a").last).to_have_text("Round 1")
        expect(page.locator(f"{SETTLED} .dock.betting")).to_be_visible()


def test_the_whole_round_is_told_with_the_bets_that_the_values_leave_out(open_page: OpenPage) -> None:
    with serving(alone("lucky-practice"), cards="Tc 6d 9h Ts") as server:
        page = open_page(server.origin)
        Person(page, server, "lucky-practice").sit().bet("blackjack", "lucky_break").deal().wait_turn()
        expect(page.locator(".covers")).to_contain_text("hang on this choice: Blackjack.", timeout=PREPARED_MS)
        expect(page.locator(".covers")).to_contain_text("The whole round has also Lucky Break ($5).")
        expect(page.locator(".turn-note .whole")).to_contain_text("Whole round +$")


# A table whose hints are those of a choice long made, as they are after a slow answer.
STALE = """async () => {
  const table = document.querySelector('house-table');
  const { version, pending: { seat, hand } } = table.view;
  const hints = { version: version - 100, seat, hand, acts: [] };
  Object.assign(table.practice, { hear: () => {}, waits: null, told: null, hints });
  table.draw();
  for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
  return table.querySelector('.practice').innerText;
}"""


def test_hints_of_an_earlier_choice_are_not_taken_for_this_one(server: Server, open_page: OpenPage) -> None:
    """The panel said that each choice shows its worth while the buttons showed none."""
    page = open_page(server.origin)
    Person(page, server, "holdem-practice").sit().bet("ante").deal().wait_turn()
    assert "Working out what each choice is worth" in page.evaluate(STALE)
