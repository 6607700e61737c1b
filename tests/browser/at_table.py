"""A person at a table in a browser: what they see, click and press."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

from houseway.house.configuration import TableConfig
from houseway.house.table import Table
from tests.house.table_kit import arranged, room_with, table_of
from tests.web.running import Server, running

MINUS = "\N{MINUS SIGN}"
ASK_AGAIN_MS = 40
SETTLED = ".dock-holder[data-settled=true]"  # what lies in the dock has lain there long enough to be pressed


@contextmanager
def serving(*tables: TableConfig, cards: str = "", database: str = "memory:", mixes: bool = False) -> Iterator[Server]:
    """A house with these tables; with `cards` every shuffle of the (only) table begins with them."""
    chance: dict[str, Any] = {"chance": arranged(tables[0], cards)} if cards else {}
    with running(room_with(*tables), database, mixes=mixes, **chance) as server:
        yield server


def alone(name: str, **changes: Any) -> TableConfig:
    """A table of the room that ships, with nobody else at it."""
    return table_of(name, **{"bots": (), **changes})


class Person:
    def __init__(self, page: Page, server: Server, table: str) -> None:
        self.page = page
        self.server = server
        self.table = table

    # --- what they do ---

    def sit(self, name: str = "Ada") -> "Person":
        self.page.goto(f"/table/{self.table}")
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.page.locator(".dock.betting")).to_be_visible()
        return self

    def bet(self, *wagers: str, seat: int | None = None) -> "Person":
        """A chip on each."""
        for wager in wagers:
            self.spot(wager, seat).click()
        return self

    def deal(self) -> "Person":
        round_ = self.truth.rounds
        self.ask_for_cards()
        return self.wait_dealt(round_)

    def ask_for_cards(self) -> None:
        """Deal, as far as they are concerned."""
        self.page.locator(f"{SETTLED} .deal").click()

    def press_deal(self) -> "Person":
        round_ = self.truth.rounds
        self.wait_over()
        return self.press("g").wait_dealt(round_)

    def wait_dealt(self, after: int) -> "Person":
        """Until the round after this one is on, here and in the house."""
        self._wait_until("round => Number(document.querySelector('main')?.dataset.round) > round", after)
        return self

    def choose(self, title: str) -> "Person":
        self.wait_turn()
        return self._chosen(lambda: self.page.locator(".acts").get_by_role("button", name=title, exact=True).click())

    def choose_act(self, name: str) -> "Person":
        """By the act's name in the rules, whatever else the button says."""
        self.wait_turn()
        return self._chosen(lambda: self.page.locator(f".acts button[data-act={name}]").click())

    def press_act(self, keys: str) -> "Person":
        self.wait_turn()
        return self._chosen(lambda: self.press(keys))

    def _chosen(self, act: Callable[[], object]) -> "Person":
        """Carry out an act and wait until the house has heard it."""
        before = self.truth.version
        act()
        self._wait_until("version => Number(document.querySelector('main')?.dataset.version) > version", before)
        return self

    def pick(self, *places: int) -> "Person":
        self.wait_turn()
        for place in places:
            self.page.locator(".pick").nth(place - 1).click()
        return self

    def press(self, keys: str) -> "Person":
        for key in keys:
            self.page.keyboard.press(key)
        return self

    # --- what they see ---

    def spot(self, wager: str, seat: int | None = None, *, split: bool = False) -> Locator:
        own = f".own[data-seat='{seat}']" if seat else ".own"
        spots = self.page.locator(f"{own} .spot[data-wager={wager}]")
        return spots.first if split or spots.count() == 1 else spots.last

    def catch_up(self) -> None:
        """Until the page shows the table as it is, and every card has been dealt."""
        self._wait_until(
            "version => { const main = document.querySelector('main');"
            " return Number(main?.dataset.version) >= version && main.ariaBusy === 'false' }",
            self.truth.version,
        )

    def _wait_until(self, condition: str, than: int) -> None:
        """Asked now and then: to ask at every frame, as is usual, has the page draw sixty a second while it waits."""
        self.page.wait_for_function(condition, arg=than, polling=ASK_AGAIN_MS)

    def wait_turn(self) -> None:
        self.catch_up()
        expect(self.page.locator(f"{SETTLED} .acts button").first).to_be_visible()

    def wait_over(self) -> None:
        self.catch_up()
        expect(self.page.locator(f"{SETTLED} .dock.betting")).to_be_visible()

    def result(self, wager: str, *, split: bool = False) -> str:
        """What became of a bet: "-$5", "+$30 6 to 1", "push", "back"."""
        result = self.spot(wager, split=split).locator(".result")
        parts = result.evaluate("it => [...it.childNodes].map((part) => part.textContent)")
        return " ".join(part for part in parts if part).replace(MINUS, "-")

    def cards(self, owner: str = ".own") -> list[str]:
        return self._named(f"{owner} .card:not(.discarded *)")

    def discards(self, owner: str = ".own") -> list[str]:
        """What lies dimmed: it plays no more."""
        return self._named(f"{owner} .discarded .card")

    def _named(self, selector: str) -> list[str]:
        found = self.page.locator(selector).evaluate_all("all => all.map(one => one.ariaLabel)")
        return [str(each) for each in found]

    def chips(self) -> int:
        """The balance on the page, in cents."""
        text = self.page.locator(".balance strong").text_content() or ""
        return round(float(re.sub(r"[$,]", "", text)) * 100)

    # --- what is true ---

    @property
    def truth(self) -> Table:
        return self.server.hall.floor.pit.tables[self.table]

    def true_chips(self) -> int:
        (person,) = [player for player in self.truth.players.values() if not player.bot]
        return self.truth.chips(person.id)


def tab_to(page: Page, selector: str, most: int = 120) -> None:
    """Press Tab until what is meant has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached with Tab")
