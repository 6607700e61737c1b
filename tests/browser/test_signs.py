"""Every shipped table's sign as it is printed: one side to read from a seat, one with the full rules, both papers."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from houseway.house.configuration import TableConfig, default_room
from houseway.house.posting import posting_sign
from houseway.report.sign import boxes
from houseway.report.sign_sheet import sign_html
from houseway.report.type_size import PAPERS
from tests.browser.at_table import alone, serving
from tests.browser.conftest import OpenPage, Watch
from tests.browser.test_pages import faults, sideways

ROOM = default_room()
FRONT_LEAST_PT = 10.5  # the smallest type of odds and rules on a front
PX_A_PT = 96 / 72
MEASURE = """() => {
  const type = (name) => parseFloat(getComputedStyle(document.querySelector(name)).fontSize);
  const cut = [...document.querySelectorAll('.sheet, .panes, .pays, .know, .columns, .limits li')]
    .filter((it) => it.scrollHeight > it.clientHeight + 1 || it.scrollWidth > it.clientWidth + 1)
    .map((it) => it.className);
  const sheet = document.querySelector('.rules-of-play').getBoundingClientRect();
  const foot = document.querySelector('.rules-of-play .foot').getBoundingClientRect();
  const over = [...document.querySelectorAll('.columns p, .columns li')].flatMap((it) => [...it.getClientRects()])
    .filter((box) => box.bottom > foot.top + 1 || box.right > sheet.right).length;
  return { cut, over, pays: type('.pays'), know: type('.know'), back: type('.columns') };
}"""


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def look(chromium: Browser, table: TableConfig, paper: str) -> tuple[int, dict[str, Any]]:
    """How many pages a sign prints on, and what is cut off."""
    page = chromium.new_page(viewport={"width": 900, "height": 1200})
    try:
        page.set_content(sign_html(posting_sign(ROOM, table), PAPERS[paper]))
        found: dict[str, Any] = page.evaluate(MEASURE)
        return pages_of(page.pdf(prefer_css_page_size=True, print_background=True)), found
    finally:
        page.close()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ROOM.tables)
def test_a_sign_is_one_sheet_with_nothing_cut_off(name: str, paper: str, chromium: Browser) -> None:
    pages, found = look(chromium, ROOM.table(name), paper)
    assert pages == 2, "the sign, and its back with the full rules"
    assert found["cut"] == []
    assert found["over"] == 0
    assert min(found["pays"], found["know"]) >= FRONT_LEAST_PT * PX_A_PT


OTHERS = {
    "departs in everything": {
        "game": "super_fun_21",
        "options": {
            "double": "two_cards", "surrender": "none", "rescue": False, "six_card_winner": False, "insurance": False,
            "five_card_21": False, "naturals_always_win": False, "diamonds": False, "soft_17": "stand",
        },
    },
    "every bet, several hands": {
        "game": "lucky_lucky", "tokes": True, "hands_a_player": 3, "practice": True,
        "options": {"surrender": "late", "double_after_split": False, "natural": "6 to 5", "decks": 2},
        "bots": [{"strategy": "basic", "seats": [3, 4, 5]}],
    },
    "capped, equal bets": {
        "game": "fast_action_holdem",
        "options": {"paytable": "3", "cap_cents": 2_000_000, "cap_per": "hand", "splits": "as_published"},
    },
}  # fmt: skip


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("keys", OTHERS.values(), ids=OTHERS)
def test_other_tables_fit_too(keys: dict[str, Any], paper: str, chromium: Browser) -> None:
    pages, found = look(chromium, TableConfig.from_body({"name": "t", **keys}), paper)
    assert (pages, found["cut"], found["over"]) == (2, [], 0)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_house_serves_every_sign(width: int, scheme: str, open_page: OpenPage) -> None:
    with serving(alone("holdem"), alone("lucky")) as server:
        page = open_page(server.origin, width=width, color_scheme=scheme, java_script_enabled=False)
        for name in ("holdem", "lucky"):
            page.goto(f"/sign/{name}")
            expect(page.locator("h1").first).to_have_text(ROOM.table(name).the_game.title)
            assert page.locator(".sheet").count() == 2
            assert page.locator(".box tr").count() > 8
            box = page.locator(".sheet").first.bounding_box()
            assert box is not None
            assert box["width"] <= width, "whole on a phone"
        page.get_by_role("link", name="A4").click()
        expect(page).to_have_url(re.compile("paper=a4"))
        page.get_by_role("link", name="To the table").click()
        expect(page).to_have_url(re.compile("/table/lucky"))


def test_axe_finds_no_serious_fault_on_a_sign(open_page: OpenPage) -> None:
    with serving(alone("holdem")) as server:
        page = open_page(server.origin, width=390)
        page.goto("/sign/holdem")
        assert faults(page) == []
        assert sideways(page) == 0


def test_lobby_and_table_lead_to_the_sign(open_page: OpenPage) -> None:
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        page.goto("/")
        page.get_by_role("link", name="Sign: Dakota Stud").click()
        expect(page.locator(".band h1")).to_have_text("Dakota Stud")
        page.get_by_role("link", name="To the table").click()
        page.get_by_role("link", name="Sign", exact=True).click()
        expect(page.locator(".band h1")).to_have_text("Dakota Stud")


def test_a_table_that_departs_says_so_on_its_sign(open_page: OpenPage) -> None:
    with serving(alone("holdem", options={"envy": False}, departs="a study")) as server:
        page = open_page(server.origin)
        page.goto("/sign/holdem")
        told = "Departs from the approved rules: Envy Bonus: not paid (a study)"
        expect(page.locator(".departs")).to_have_text(told)
        assert "No Envy" not in page.locator(".front").inner_text()


def test_there_is_no_sign_of_a_table_that_is_not_there(open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = ("404",)
    with serving(alone("dakota")) as server:
        page = open_page(server.origin)
        answer = page.goto("/sign/nowhere")
        assert answer is not None
        assert answer.status == 404


def test_issue_9_8__the_pays_at_a_table_are_those_on_its_sign(open_page: OpenPage) -> None:
    """No Envy where it is off, and no row that cannot be won."""
    table = alone("lucky", options={"decks": 2, "surrender": "none"}, tokes=False, wagers={})
    with serving(table, alone("holdem", options={"envy": False}, departs="a study")) as server:
        page = open_page(server.origin)
        for config in (table, server.house.pit.tables["holdem"].set_up):
            page.goto(f"/table/{config.name}")
            page.get_by_role("button", name="Pays", exact=True).click()
            inside = page.locator("dialog[open] .inside")
            expect(inside.locator("table").last).to_be_visible()
            names = inside.locator("th").all_inner_texts()
            rows = [name for _, rows in boxes(posting_sign(ROOM, config)) for name, _ in rows]
            assert names[: len(rows)] == rows
            text = inside.inner_text().lower()
            assert not [word for word in ("envy", "surrender", "suited 7-7-7") if word in text]
