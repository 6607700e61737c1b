"""A table that departs from the approved rules, as browsers show it: lobby, felt, house view, record, lab."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, Watch
from tests.browser.test_house_view import PASSWORD, REFUSED, house_of, house_view, log_in, play
from tests.browser.test_pages import faults, sideways
from tests.house.table_kit import table_of
from tests.web.running import Server

WHY = "a study of high pairs"
SAID = f"Departs from the approved rules: Lowest pair that wins: a pair of aces ({WHY})"


@pytest.fixture
def server() -> Iterator[Server]:
    aces = table_of("dakota", options={"lowest_pair": 12}, departs=WHY)
    practice = table_of("dakota-practice", options={"lowest_pair": 11}, departs="kings are kings")
    with house_of(aces, practice, table_of("super-fun")) as made:
        yield made


def test_letter__the_lobby_says_that_a_table_departs(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.origin)
    page.goto("/")
    rows = page.locator(".departs")
    expect(rows).to_have_text([
        "Practice: Departs from the approved rules: Lowest pair that wins: a pair of kings (kings are kings)", SAID,
    ])  # fmt: skip
    assert faults(page) == []
    page.set_viewport_size({"width": 390, "height": 800})
    assert not sideways(page)


@pytest.mark.parametrize("width", [1280, 390])
def test_letter__the_felt_says_that_its_table_departs(server: Server, open_page: OpenPage, width: int) -> None:
    page = open_page(server.origin, width=width)
    page.goto("/table/dakota")
    expect(page.locator(".departs")).to_have_text(SAID)
    expect(page.locator(".departs")).to_be_in_viewport()
    assert faults(page) == []
    assert not sideways(page)
    felt = page.locator(".felt").bounding_box()
    page.goto("/table/super-fun")
    expect(page.locator(".felt .motto")).to_be_visible()
    expect(page.locator(".departs")).to_have_count(0)
    assert width < 1000 or felt == page.locator(".felt").bounding_box()  # a felt that fills its window loses no room


def test_letter__the_felt_hears_of_a_change_at_once(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.origin)
    page.goto("/table/dakota")
    expect(page.locator(".departs")).to_have_text(SAID)
    staff = server.client().log_in("Sam", PASSWORD)
    answer = staff.command("dakota", "configure", config=table_of("dakota").to_body(), reason="back to the rules")
    assert answer.status_code == 200
    expect(page.locator(".departs")).to_have_count(0)
    expect(page.locator(".motto")).to_have_text("A pair of sixes or better wins")


def test_dakota_stud_6a__the_felt_tells_the_pair_that_wins(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.origin)
    page.goto("/table/dakota")
    expect(page.locator(".motto")).to_have_text("A pair of aces or better wins")
    page.get_by_role("button", name="Pays").click()
    expect(page.locator("dialog")).to_contain_text("A pair of aces or better")
    expect(page.locator("dialog")).not_to_contain_text("sixes")


def test_letter__the_house_view_says_it_and_a_supervisor_must(
    server: Server, open_page: OpenPage, watch: Watch
) -> None:
    page = house_view(open_page(server.origin), "dakota")
    expect(page.locator(".detail .departs")).to_have_text(SAID)
    expect(page.locator(".list .tag", has_text="departs")).to_have_count(2)
    expect(page.locator(".detail .pairs", has_text="Lowest pair that wins")).to_contain_text("a pair of aces for study")
    page.goto("/house?table=super-fun")
    page.get_by_role("button", name="Limits and options").click()
    page.locator("select[name='options.surrender']").select_option(label="for study: none")
    expect(page.locator(".changes")).to_contain_text("Surrender: half the bet, at any time under 21 → for study: none")
    page.locator("[name=reason]").fill("no more surrender")
    watch.tolerated = (REFUSED,)
    page.get_by_role("button", name="Change the table").click()
    expect(page.locator("dialog")).to_contain_text("Why it departs from the approved rules is missing: the table")
    page.locator("[name=departs]").fill("surrender is studied")
    page.get_by_role("button", name="Change the table").click()
    expect(page.locator(".detail .departs")).to_have_text(
        "Departs from the approved rules: Surrender: none (surrender is studied)"
    )
    assert server.house.pit.tables["super-fun"].set_up.departs == "surrender is studied"


def test_letter__the_record_of_a_round_says_under_what_rules_it_was_dealt(server: Server, open_page: OpenPage) -> None:
    play(server, "dakota", 1)
    page = open_page(server.origin)
    page.goto("/round/dakota/1")
    expect(page.locator(".departs")).to_have_text(SAID)
    page.goto("/audit?table=dakota&view=rounds")
    log_in(page, "Ada")
    expect(page.locator(".record .departs")).to_have_text(SAID)
    expect(page.locator(".record")).to_contain_text("a pair of aces for study")
    page.goto("/audit?table=dakota&view=verify")
    page.get_by_role("button", name="Verify dakota only").click()
    expect(page.locator(".verdicts .departs")).to_have_text(f"From event 1 on: {SAID}")
    assert faults(page) == []
    page.goto("/audit?table=dakota&view=hold")
    expect(page.locator(".departs")).to_have_text(SAID)


def test_letter__the_lab_marks_what_is_for_study(server: Server, open_page: OpenPage) -> None:
    page = open_page(server.origin)
    page.goto("/lab/dakota_stud/figures")
    assert faults(page) == []
    choice = page.get_by_label("Lowest pair that wins")
    expect(choice.locator("option:checked")).to_have_text("A pair of sixes")
    expect(page.locator(".departs")).to_have_count(0)
    expect(page.get_by_text("† is for study: the approved rules do not have it.")).to_be_visible()
    choice.select_option(label="† A pair of sevens")
    expect(page.locator(".heading .departs")).to_have_text(
        "† For study: departs from the approved rules in Lowest pair that wins: a pair of sevens "
        "(the rules have sixes or better win)"
    )
