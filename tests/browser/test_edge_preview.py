"""Before a change is saved the page says what it does to edge and hold; what does not ship is worked out when asked."""

from collections import Counter

import pytest
from playwright.sync_api import expect

from houseway.analysis.solve import solve
from houseway.games import find_game
from houseway.games.game import Settings
from houseway.house import events
from houseway.house.audit.hold import before_policies
from tests.browser.at_table import alone
from tests.browser.conftest import OpenPage
from tests.browser.test_house_view import WORKED_OUT_MS, house_of, house_view, play
from tests.browser.test_pages import faults
from tests.web.running import Server

LUCKY = find_game("lucky_lucky")


def bet_at(server: Server, table: str) -> Counter[str]:
    """What lay on the felt when rounds were dealt, from the events themselves."""
    bets: Counter[str] = Counter()
    for row in server.house.ledger.read(table):
        for seat in row.body["wagers"] if row.kind == events.DEALT else ():
            bets.update(seat)
    return bets


def hold(bets: Counter[str], settings: Settings) -> str:
    """The edges are fractions of the solver's; the page has them as the API tells them."""
    edges = {name: wager.edge.value for name, wager in solve(LUCKY, before_policies(LUCKY, settings)).wagers.items()}
    share = sum(bets[name] * edges[name] for name in bets) / sum(bets.values())
    return f"{float(share) * 100:.2f} %".replace("-", "\N{MINUS SIGN}")


def test_the_hold_of_a_change_is_that_of_the_bets_in_the_ledger(open_page: OpenPage) -> None:
    with house_of(alone("lucky")) as server:
        play(server, "lucky", 3)
        bets = bet_at(server, "lucky")
        assert len(bets) > 1
        settings = server.house.pit.tables["lucky"].settings
        page = house_view(open_page(server.origin))
        page.get_by_role("button", name="Limits and options").click()
        dialog = page.locator("dialog[open]")
        dialog.locator("[name='options.paytable']").select_option("3")
        dialog.locator("[name='options.surrender']").select_option("none")
        expect(dialog.locator(".edges")).to_contain_text("12.57 %")
        now, then = hold(bets, settings), hold(bets, settings.but(paytable="3", surrender="none"))
        assert now != then
        said = f"Hold on the ${sum(bets.values()) // 100:,} that people bet here: {now} \N{RIGHTWARDS ARROW} {then}"
        expect(dialog.locator(".edges")).to_contain_text(said)


def test_work_it_out_brings_the_figures_though_they_take_longer_than_an_answer(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.web.api_staff.short_figures", lambda *_: {})
    monkeypatch.setattr("houseway.web.api_staff.ANSWER_WITHIN_S", 0.0)
    with house_of(alone("dakota")) as server:
        page = house_view(open_page(server.origin))
        page.get_by_role("button", name="Limits and options").click()
        dialog = page.locator("dialog[open]")
        dialog.get_by_label("Smallest amount paid").fill("0.25")
        button = dialog.get_by_role("button", name="Work it out")
        expect(button).to_be_visible()
        assert faults(page) == []
        button.click()
        expect(dialog.locator(".edges")).to_contain_text("this may take minutes")
        expect(dialog.get_by_role("row", name="A round")).to_contain_text("1.64 %", timeout=WORKED_OUT_MS)
        expect(dialog.locator(".edges")).not_to_contain_text("have not been solved")
