"""Where things lie as one looks at the dealer, whose left is on one's right: seats, community cards, discards."""

from collections.abc import Callable
from math import atan2, pi
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import PATIENCE_MS, OpenPage
from tests.house.table_kit import table_of

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
FACE_DOWN = "a face-down card"
KINGS = "Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs"  # community, the seat, and a dealer who keeps the threes
MIDDLES = """all => all.map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [Number(one.dataset.seat ?? one.textContent.match(/\\d+/)), left + width / 2, top + height / 2];
})"""

Sight = dict[str, int]


def middles(page: Page, selector: str) -> list[tuple[int, float, float]]:
    """Seat, x and y of what is found, in the order of the document."""
    found: list[tuple[int, float, float]] = page.locator(selector).evaluate_all(MIDDLES)
    return found


def verify_clockwise(page: Page, seats: int) -> None:
    """Round the middle of the felt seats follow each other from the dealer's left, which is at the right."""
    box = page.locator(".felt").bounding_box()
    assert box is not None
    x0, y0 = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    lying = middles(page, ".felt [data-seat]")
    assert [seat for seat, _, _ in lying] == list(range(1, seats + 1))  # a reader's order, and that of Tab
    angles = [atan2(x - x0, y0 - y) % (2 * pi) for _, x, y in lying]
    assert angles == sorted(angles)


def seated(server: Any, open_page: OpenPage, names: str) -> list[Person]:
    return [Person(open_page(server.origin), server, "holdem").sit(name) for name in names.split()]


def test_dealing_5__seats_run_from_the_dealers_left_for_every_viewer(open_page: OpenPage) -> None:
    """The first, one in the middle and the last of five look at a table of seven; so does somebody who watches."""
    with serving(alone("holdem")) as server:
        people = seated(server, open_page, "Ada Ben Cleo Dora Emil")
        guest = Person(open_page(server.origin), server, "holdem")
        guest.page.goto("/table/holdem")
        for person in (people[0], people[2], people[4], guest):
            person.catch_up()
            expect(person.page.locator(".felt")).to_contain_text("Emil")
            verify_clockwise(person.page, 7)
        first, third = people[0].page, people[2].page
        assert first.locator(".side.right > *").count() == 0  # nobody sits at the right of the first seat
        assert [seat for seat, _, _ in middles(third, ".side.right > *")] == [1, 2]
        assert [seat for seat, _, _ in middles(third, ".side.left > *")] == [4, 5, 6, 7]


def test_dealing_5__on_a_phone_the_seats_are_one_strip_from_the_right(open_page: OpenPage) -> None:
    with serving(alone("holdem")) as server:
        *_, ben, cleo = seated(server, open_page, "Ada Ben Cleo")
        for person, own in ((ben, 2), (cleo, 3)):
            person.page.set_viewport_size(PHONE)
            strip = ".side.right > :not(.free)"
            expect(person.page.locator(f"{strip}.own-place")).to_have_text(f"Seat {own}You")
            assert (
                person.page.get_by_role("group", name="The seats").evaluate("it => it.tabIndex") == 0
            )  # it may scroll
            lying = middles(person.page, strip)
            assert [seat for seat, _, _ in lying] == [1, 2, 3]
            assert [x for _, x, _ in lying] == sorted((x for _, x, _ in lying), reverse=True)


def test_ll_6__two_seats_of_ones_own_lie_from_the_right_and_between_them_another(open_page: OpenPage) -> None:
    with serving(alone("lucky", hands_a_player=3)) as server:
        ada = Person(open_page(server.origin), server, "lucky").sit("Ada")
        Person(open_page(server.origin), server, "lucky").sit("Ben")
        ada.page.get_by_role("button", name="Seat 3").click()
        expect(ada.page.locator(".own")).to_have_count(2)
        lying = middles(ada.page, ".own-seats > [data-seat]")
        assert [seat for seat, _, _ in lying] == [1, 2, 3]
        assert [x for _, x, _ in lying] == sorted((x for _, x, _ in lying), reverse=True)
        ada.bet("blackjack", seat=1)
        ada.bet("blackjack", seat=3)
        assert ada.page.locator(".own-seats .other").inner_text().startswith("2")


@pytest.mark.parametrize("sight", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_dealing_4__the_community_card_on_the_dealers_left_is_turned_first(sight: Sight, open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards="6c 6d Ah Kh 2s") as server:
        ada = Person(open_page(server.origin, **sight), server, "dakota").sit().bet("dollar").deal()
        ada.choose("Leave (1) in")
        ada.wait_turn()
        shared = "[aria-label=Community]"
        assert ada.cards(shared) == ["king of hearts", FACE_DOWN]  # a reader hears the one that was turned
        (_, turned, _), (_, hidden, _) = middles(ada.page, f"{shared} .card")
        assert turned > hidden


def test_single_9__four_cards_are_seen_before_two_are_discarded(open_page: OpenPage) -> None:
    """With movement: the dealer waits a moment over four open cards. The discards then stay in sight."""
    with serving(alone("holdem"), cards=KINGS) as server:
        ada = Person(open_page(server.origin, motion=True), server, "holdem").sit().bet("ante").deal()
        ada.press_act("12")
        dealers = "[aria-label=Dealer]"
        ada.page.wait_for_function(
            "(dealers) => document.querySelector('.remark')?.textContent.startsWith('House way, line 3')"
            " && document.querySelectorAll(`${dealers} .card:not(.discarded *)`).length === 4",
            arg=dealers,
        )
        four = ["three of clubs", "three of diamonds", "jack of hearts", "queen of spades"]
        assert ada.cards(dealers) == four
        ada.wait_over()
        verify_discards(ada, dealers, four)


def verify_discards(ada: Person, dealers: str, four: list[str]) -> None:
    assert ada.cards(dealers) == four[:2]
    assert ada.discards(dealers) == four[2:]
    assert ada.discards() == ["seven of hearts", "seven of diamonds"]
    dimmed: Callable[[str], float] = lambda where: float(  # noqa: E731
        ada.page.locator(f"{where} .discarded").evaluate("it => getComputedStyle(it).opacity")
    )
    assert dimmed(dealers) == dimmed(".own") < 0.7
    told = ada.page.locator(".calls").inner_text()
    kept = "keeps three of clubs, three of diamonds by line 3 of the house way: a pair of twos to sevens"
    assert f"The dealer shows {', '.join(four)}; {kept}" in told


def test_single_9__without_movement_the_discards_are_in_sight_as_well(open_page: OpenPage) -> None:
    with serving(alone("holdem"), cards=KINGS) as server:
        ada = Person(open_page(server.origin, **PHONE), server, "holdem").sit().bet("ante").deal()
        ada.press_act("12")
        ada.wait_over()
        four = ["three of clubs", "three of diamonds", "jack of hearts", "queen of spades"]
        verify_discards(ada, "[aria-label=Dealer]", four)
        heard = ada.page.locator("[aria-live]").inner_text()
        assert "The dealer shows three of clubs, three of diamonds" in heard


COVERED = """() => [...document.querySelectorAll('.other')].flatMap((seat) => {
  const boxes = (name) => [...seat.querySelectorAll(name)].map((it) => it.getBoundingClientRect());
  return boxes('.card').flatMap((a) => boxes('footer > *').filter((b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
}).length"""


def test_six_cards_of_another_seat_do_not_lie_on_its_chips(open_page: OpenPage) -> None:
    cards = "Kd 9c 4h 6d Kc 8s Td Ts 9d 2c 3c 4c 8h"
    with serving(table_of("triple-shot-practice"), cards=cards) as server:
        ada = Person(open_page(server.origin), server, "triple-shot-practice").sit()
        ada.bet("war", "blackjack", "poker").deal()
        ada.wait_turn()
        ada.page.locator("[data-act=stand]").click()
        expect(ada.page.locator(".dock.betting")).to_be_visible(timeout=PATIENCE_MS)
        expect(ada.page.locator('.other[data-seat="7"] .card')).to_have_count(6)
        assert ada.page.evaluate(COVERED) == 0
