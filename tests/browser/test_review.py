"""A round looked at again: its choices on the bar, what each was worth, and another one tried in private."""

import re

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.at_table import Person, alone, serving
from tests.browser.conftest import OpenPage, Watch
from tests.browser.test_pages import faults
from tests.browser.test_why import DESKTOP, PHONE, picture

FOUR = ("dollar", "one", "two", "three")
SIXES = "6c 6d Ah Kh 2s"  # a winner from the deal: taking a bet back is a mistake
FIRST_VIEW_BYTES_MAX = 300_000


def mistaken(page: Page, server: object, table: str = "dakota") -> Person:
    ada = Person(page, server, table).sit()  # type: ignore[arg-type]
    ada.bet(FOUR[0]).deal().choose("Take (1) back").choose("Leave (2) and (3) in").wait_over()
    return ada


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sight", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_mistake_stands_on_the_bar_with_its_cost(sight: dict[str, int], scheme: str, open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards=SIXES) as server:
        page = mistaken(open_page(server.origin, color_scheme=scheme, **sight), server).page
        page.goto("/round/dakota/1")
        marks = page.locator(".progress .mark")
        expect(marks).to_have_count(2)
        expect(marks.and_(page.locator(".wrong"))).to_have_count(0)  # nobody has asked yet
        page.get_by_role("button", name="What was each choice worth?").click()
        expect(marks.and_(page.locator(".wrong"))).to_have_count(1)
        expect(marks.first).to_have_attribute("aria-label", "Choice 1, Ada: Take (1) back, costs $7.06")
        marks.first.click()
        expect(page).to_have_url(f"{server.origin}/round/dakota/1#choice-1")
        expect(page.locator(".analysis .told.wrong")).to_contain_text("Best was: Leave (1) in.")
        expect(page.locator(".house .card")).to_have_count(2)
        assert page.locator(".house .card[aria-label='a face-down card']").count() == 2  # as it was then
        expect(page.locator(".worths tr")).to_have_count(2)
        expect(page.locator(".analysis .whole")).to_contain_text("Whole round +$")
        expect(page.locator(".analysis")).to_contain_text("hang on this choice: (1). The whole round has also ($) ($")
        assert faults(page) == []
        picture(page, f"review-{scheme}")
        page.keyboard.press("n")
        expect(page).to_have_url(f"{server.origin}/round/dakota/1")


def test_the_address_opens_a_choice_with_its_values(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards=SIXES) as server:
        page = mistaken(open_page(server.origin), server).page
        page.goto("/round/dakota/1#choice-2")
        expect(page.locator(".analysis .told.right")).to_have_text("Leave (2) and (3) in was the best choice.")
        expect(page.locator(".progress .here")).to_have_attribute("aria-current", "step")


def test_stepping_stops_at_every_choice_and_goes_back_to_it(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards=SIXES) as server:
        page = mistaken(open_page(server.origin), server).page
        page.goto("/round/dakota/1#choice-1")
        first = f"{server.origin}/round/dakota/1#choice-1"
        again = page.get_by_role("button", name="Try again from here")
        told = page.locator(".calls li.now")
        expect(again).to_be_visible()
        expect(told).to_have_count(1)  # the list shows where we are, also while a choice waits
        page.keyboard.press("n")
        expect(told).to_contain_text("Take (1) back")
        page.keyboard.press("b")
        expect(page).to_have_url(first)
        expect(again).to_be_visible()
        page.keyboard.press("b")
        expect(again).to_have_count(0)
        page.keyboard.press("n")
        expect(page).to_have_url(first)


def test_another_choice_is_tried_on_the_same_cards_and_no_chip_moves(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards=SIXES) as server:
        ada = mistaken(open_page(server.origin), server)
        ada.page.goto("/round/dakota/1#choice-1")
        values = ada.page.locator(".analysis .worths")
        expect(values).to_be_visible()
        ada.page.get_by_role("button", name="Try again from here").click()
        before, chips = server.house.ledger.head("dakota"), ada.true_chips()
        expect(ada.page.locator(".trial-note")).to_contain_text("no chips move")
        assert ada.cards(".own") == ["six of clubs", "six of diamonds", "ace of hearts"]
        assert ada.cards(".house") == ["a face-down card"] * 2
        ada.page.locator(".acts button[data-act=leave_one]").click()
        expect(ada.page.locator(".acts button[data-act=leave_two]")).to_be_visible()
        expect(values).to_have_count(0)  # they are of a hand that has gone on
        expect(ada.page.locator(".analysis")).to_contain_text("Your what-if has gone on")
        judged = ada.page.locator(".trial-verdicts li")
        expect(judged).to_have_text(["Leave (1) in was the best choice."])
        ada.page.keyboard.press("l")
        expect(ada.page.locator(".dock .said")).to_contain_text("This way: +$20; as it was played: +$15.")
        expect(ada.page.locator(".why li")).to_have_text("Your pair of sixes pays 1 to 1.")
        expect(judged).to_have_text(
            ["Leave (1) in was the best choice.", "Leave (2) and (3) in was the best choice."]
        )  # fmt: skip
        ada.page.get_by_role("button", name="Once more").click()
        for act in ("take_back_one", "take_back_two"):
            ada.page.locator(f".acts button[data-act={act}]").click()
        expect(judged).to_have_count(2)
        expect(judged.last).to_contain_text(
            re.compile(r"^Take \(2\) back, forfeit \(3\) costs \$\d+\.\d\d\. Best was: L")
        )
        assert faults(ada.page) == []
        picture(ada.page, "review-trial")
        ada.page.get_by_role("button", name="Back to the round").click()
        expect(ada.page.locator(".dock.stepping")).to_be_visible()
        expect(values).to_be_visible()
        assert (server.house.ledger.head("dakota"), ada.true_chips()) == (before, chips)


def test_a_busy_house_says_so_and_can_be_asked_again(open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = ("503",)
    with serving(alone("dakota"), cards=SIXES) as server:
        page = mistaken(open_page(server.origin), server).page
        page.goto("/round/dakota/1")
        busy = {"code": "busy", "reason": "others are being answered: try again in a while"}
        page.route("**/worths", lambda route: route.fulfill(status=503, json=busy))
        page.get_by_role("button", name="What was each choice worth?").click()
        expect(page.locator(".analysis [role=status]")).to_have_text("Others are being answered: try again in a while.")
        page.unroute("**/worths")
        page.get_by_role("button", name="Ask again").click()
        expect(page.locator(".progress .mark.wrong")).to_have_count(1)


def test_the_page_of_a_round_is_small(open_page: OpenPage) -> None:
    with serving(alone("dakota"), cards=SIXES) as server:
        page = mistaken(open_page(server.origin), server).page
        answers: list[Response] = []
        page.on("response", lambda answer: answers.append(answer))
        page.goto("/round/dakota/1")
        expect(page.locator(".dock.stepping")).to_be_visible()
        assert 0 < sum(len(answer.body()) for answer in answers if answer.ok) < FIRST_VIEW_BYTES_MAX
