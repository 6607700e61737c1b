"""Each act says on its button what it does, and what leaves the stack when it is chosen."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from houseway.games.betting import dollars
from houseway.house.money import chips_of
from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage

ACES_AND_SEVENS = "Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs"
EIGHTS = "8c Ah 8d 9s 3c 3d Tc Td Th 5h 5s"  # against an ace with no blackjack under it: insured, split or doubled
# A table, its cards and bets, and the acts of each round; for cards that are picked, how.
JOURNEYS: dict[str, tuple[str, list[str], list[Sequence[str]]]] = {
    "dakota": ("2c 7d 9h Kh 3s", ["dollar"], [("take_back_one", "take_back_two"), ("leave_one", "leave_two")]),
    "super-fun": (EIGHTS, ["blackjack"], [("insure", "split"), ("decline", "double", "surrender")]),
    "lucky": (EIGHTS, ["blackjack"], [("insure", "split", "double")]),  # a shoe: its next round has other cards
    "triple-shot": (EIGHTS, ["war", "blackjack", "poker"], [("insure", "double"), ("decline", "stand")]),
    "holdem": (ACES_AND_SEVENS, ["ante", "bonus"], [("Split both",), ("Split the Ante",), ("Split the Bonus",)]),
}  # fmt: skip

LINES = """() => [...document.querySelectorAll('.acts .act')].map((act) => ({
  name: act.querySelector('.act-name').firstChild.data,
  does: [...act.querySelector('.does').childNodes].map((part) => part.textContent).join(' '),
  seen: act.querySelector('.does').clientHeight > 0 && act.querySelector('.does').scrollWidth <= act.clientWidth,
  title: act.title,
}))"""


def told(page: Page) -> dict[str, str]:
    """What each button says its act does; none says it in a tooltip or out of sight."""
    found = page.evaluate(LINES)
    assert all(each["seen"] and not each["title"] for each in found)
    return {each["name"]: each["does"] for each in found}


def expected(ada: Person) -> dict[str, str]:
    """The same from the rules and the house."""
    round_, game = ada.truth.round, ada.truth.game
    assert round_ is not None
    lines = {}
    for number in round_.acts_within(ada.true_chips()):
        act, cents = game.sheet.acts[number], round_.chips_for(number)
        lines[act.way or act.title] = f"{dollars(cents)} more {act.about}" if cents else act.about
    return lines


def choose(ada: Person, act: str) -> str:
    """An act or a way; its name."""
    if " " not in act:
        ada.choose_act(act)
        return ada.truth.game.sheet.acts[ada.truth.game.acts.index(act)].title
    ada.pick(1, 2).choose(act)
    return act


def left_the_stack(ada: Person) -> int:
    """With the latest choice, by the house's books."""
    (person,) = [player for player in ada.truth.players.values() if not player.bot]
    assert ada.truth.round is not None
    return max(0, -ada.truth.round.latest.put_up.get(chips_of(person.id), 0))


@pytest.mark.parametrize("table", JOURNEYS)
def test_every_act_tells_what_it_does_and_what_leaves_the_stack(table: str, open_page: OpenPage) -> None:
    """Several rounds, because no round has every act: so a few seconds."""
    cards, bets, rounds = JOURNEYS[table]
    with serving(alone(table), cards=cards) as server:
        ada = Person(open_page(server.origin, width=390, height=844), server, table).sit()
        for acts in rounds:
            ada.bet(*bets).deal()
            for act in acts:
                ada.wait_turn()
                lines = told(ada.page)
                assert lines == expected(ada)
                name = choose(ada, act)
                cents = left_the_stack(ada)
                assert lines[name].startswith(f"{dollars(cents)} more ") == (cents > 0)
            while ada.truth.round is not None and ada.truth.round.pending:
                ada.wait_turn()
                assert told(ada.page) == expected(ada)
                ada.press_act(ada.truth.game.sheet.acts[ada.truth.round.acts_within(0)[-1]].key)
            ada.wait_over()
            assert ada.chips() == ada.true_chips()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (360, 640)])
def test_the_lines_leave_the_cards_in_sight(width: int, height: int, open_page: OpenPage) -> None:
    with serving(alone("super-fun"), cards="8c 6d 8d 9s") as server:
        ada = Person(open_page(server.origin, width=width, height=height), server, "super-fun").sit()
        ada.bet("blackjack")
        ada.page.evaluate("scrollTo(0, document.body.scrollHeight)")  # as after a bet on a low spot
        ada.deal()
        ada.wait_turn()
        assert len(told(ada.page)) == 5
        dock = ada.page.locator(".dock-holder").bounding_box()
        assert dock is not None
        cards = ada.page.locator(".own .cards").bounding_box()
        assert cards is not None
        assert cards["y"] >= 0
        assert cards["y"] + cards["height"] <= dock["y"]
        house = ada.page.locator(".house").bounding_box()
        assert house is not None
        assert house["y"] >= 0 or height < 700, "where there is room the dealer's card is in sight too"
        assert dock["x"] + dock["width"] <= width
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_way_says_what_it_does_before_cards_are_picked_and_a_reader_hears_it(open_page: OpenPage) -> None:
    with serving(alone("holdem"), cards=ACES_AND_SEVENS) as server:
        ada = Person(open_page(server.origin), server, "holdem").sit().bet("ante", "bonus").deal()
        ada.wait_turn()
        assert told(ada.page) == expected(ada)
        both = ada.page.locator(".acts").get_by_role("button", name="Split both", exact=True, disabled=True)
        described = both.evaluate("it => document.getElementById(it.getAttribute('aria-describedby')).textContent")
        assert described == "$10 moreA second Ante and a second Bonus play the other two."
