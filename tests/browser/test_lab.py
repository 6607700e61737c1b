"""The lab in a browser: its figures are those of `houseway edge`, and they move with the paytable as one types."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from pypdf import PdfReader
from typer.testing import CliRunner

from houseway.analysis.design import Pay, pays_in_force, solved_anew, with_pays
from houseway.cli import app
from houseway.games import SLUGS, find_game
from houseway.games.lucky_lucky.solve import lucky_lucky
from tests.browser.at_table import MINUS
from tests.browser.axe import violations
from tests.browser.conftest import OpenPage, Watch
from tests.web.running import Server, running, small_room

PATIENCE_MS = 90_000
TABS = ("figures", "paytable", "compare", "strategy", "simulate", "risk", "progressive", "verdicts")


@pytest.fixture(scope="module")
def house() -> Iterator[Server]:
    with running(small_room("dakota")) as made:
        yield made


def edges(slug: str, *options: str) -> dict[str, str]:
    """What `houseway edge --json` prints."""
    printed = CliRunner().invoke(app, ["edge", slug, *options, "--json"])
    assert printed.exit_code == 0
    figures: dict[str, Any] = json.loads(printed.stdout)["figures"]
    return {name.removesuffix(".edge"): each["value"] for name, each in figures.items() if name.endswith(".edge")}


def edge_of(page: Page, wager: str) -> Any:
    return page.locator(f"tr[data-wager='{wager}'] .edge")


def percent(exact: str) -> str:
    return f"{float(Fraction(exact)) * 100:.4f}%".replace("-", MINUS)


def settled(page: Page) -> None:
    expect(page.locator(".working")).to_have_count(0, timeout=PATIENCE_MS)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_labs_edge_is_that_of_the_command(slug: str, house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin)
    page.goto(f"/lab/{slug}/figures")
    settled(page)
    shown = {row.get_attribute("data-wager"): row for row in page.locator("tr[data-wager]").all()}
    exact = edges(slug)
    assert {name: row.locator(".edge").get_attribute("data-edge") for name, row in shown.items()} == {
        name: exact[str(name)] for name in shown
    }
    for name, row in shown.items():
        assert row.locator(".edge").inner_text() == percent(exact[str(name)])


def test_the_edge_moves_with_the_paytable_as_one_types(house: Server, open_page: OpenPage, watch: Watch) -> None:
    watch.tolerated = ("status of 4",)
    game = find_game("lucky_lucky")
    settings = game.settings({})
    page = open_page(house.origin)
    page.goto("/lab/lucky_lucky/paytable")
    settled(page)
    before = edges("lucky_lucky")["lucky_lucky"]
    expect(edge_of(page, "lucky_lucky")).to_have_attribute("data-edge", before)
    field = page.locator("input[name='pay-Lucky Lucky 1-total_20']")
    field.fill("many")
    expect(page.locator(".readout .refused")).to_contain_text("'many' are no odds")
    expect(field).to_be_focused()  # what is wrong can be mended where it was typed
    field.fill("")
    field.press_sequentially("5:2")
    changed = with_pays(game, settings, [Pay("Lucky Lucky 1", "total_20", Fraction(5, 2))])
    exact = str(lucky_lucky(changed, changed.rules(settings), tuple(game.deck(settings)), False).edge.value)
    expect(edge_of(page, "lucky_lucky")).to_have_attribute("data-edge", exact, timeout=PATIENCE_MS)
    expect(field).to_have_value("5:2")
    assert "pay=Lucky+Lucky+1%2Ftotal_20%2F5%3A2" in page.url
    page.reload()  # the address is a permalink
    expect(edge_of(page, "lucky_lucky")).to_have_attribute("data-edge", exact, timeout=PATIENCE_MS)
    page.get_by_role("button", name="Back to the maker's pays").click()
    expect(edge_of(page, "lucky_lucky")).to_have_attribute("data-edge", before, timeout=PATIENCE_MS)


def test_every_view_says_what_its_figures_are_of(house: Server, open_page: OpenPage) -> None:
    """Pays that are not the maker's are named on every view; so is what the table pays otherwise, where it matters."""
    page = open_page(house.origin)
    for tab in set(TABS) - {"paytable", "verdicts"}:
        page.goto(f"/lab/dakota_stud/{tab}?pay=DS-01/flush/60&set=grain_cents=100")
        named = page.locator(".heading .note-line")
        expect(named).to_contain_text("A pay is not the maker's. ($), (1), (2), (3): flush 60 : 1 (maker: 5 : 1).")
        if tab in ("figures", "compare"):
            remark = page.locator(".panel .note-line", has_text="odds paid to the cent")
            expect(remark).to_contain_text("A table that pays in steps of $1 has other edges")
    page.goto("/lab/dakota_stud/simulate?set=grain_cents=100")
    expect(page.locator(".panel .how")).to_contain_text("pays in steps of $1: exact edges are of these bets, paid so.")
    expect(page.locator(".heading .note-line")).to_have_count(0)
    page.goto("/lab/casino_war/strategy")
    expect(page.locator(".panel .how")).to_contain_text("This is the best play itself: it costs nothing.")
    expect(page.locator(".refused")).to_have_count(0)
    page.goto("/lab/casino_war/simulate?rounds=100000&run=1&bet=bet=500&bet=tie=100")
    expect(page.locator(".panel")).to_contain_text("it is told per unit of Bet.")
    page.goto("/lab/three_card_poker/figures")
    beside = page.locator("[data-wager='ante_bonus']")
    expect(beside).to_contain_text(f"{MINUS}5.2851%")
    expect(beside.get_by_text("no stake")).to_have_count(2)
    page.goto("/lab/fast_action_holdem/figures")
    expect(page.locator(".panel .how")).to_contain_text("Envy is no part of these figures: it adds $0.0531 a round")
    expect(page.locator(".panel .note-line")).to_have_count(0)


def test_where_the_play_follows_the_pays_the_game_is_solved_anew(house: Server, open_page: OpenPage) -> None:
    game = find_game("dakota_stud")
    settings = game.settings({})
    page = open_page(house.origin)
    page.goto("/lab/dakota_stud/paytable")
    settled(page)
    page.locator("input[name='pay-DS-01-flush']").fill("6")
    changed = with_pays(game, settings, [Pay("DS-01", "flush", Fraction(6))])
    exact = str(solved_anew(changed, settings, "optimal").wagers["round"].edge.value)
    expect(edge_of(page, "round")).to_have_attribute("data-edge", exact, timeout=PATIENCE_MS)
    expect(page.get_by_text("solved anew")).to_be_visible()
    page.locator("input[name='edge']").fill("0%")
    page.locator("input[name='edge']").press("Tab")
    expect(page.locator(".meets tbody tr")).to_have_count(2, timeout=PATIENCE_MS)
    page.locator(".meets button").last.click()
    expect(page.locator("input[name='pay-DS-01-flush']")).to_have_value("8")


def test_a_simulation_converges_and_can_be_stopped(house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin)
    page.goto("/lab/dakota_stud/simulate?strategy=basic&rounds=50000000")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("lab-chart .line")).to_have_count(1, timeout=PATIENCE_MS)
    page.get_by_role("button", name="Stop").first.click()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()
    page.locator("lab-chart svg").focus()
    page.keyboard.press("End")
    expect(page.locator("lab-chart .reading")).to_contain_text("rounds: edge")


def test_options_change_the_figures_and_a_refusal_is_a_sentence(
    house: Server, open_page: OpenPage, watch: Watch
) -> None:
    watch.tolerated = ("status of 4",)
    page = open_page(house.origin)
    page.goto("/lab/fast_action_holdem/verdicts?set=decks=one")
    expect(page.locator("#panel .refused")).to_contain_text("Decks cannot be 'one'.")
    page.get_by_role("button", name="Back to the standard options").first.click()
    page.locator("select[name='set-decks']").select_option("6")
    expect(page.locator(".field .moved")).to_contain_text("Moved to paytable 1: paytables 4, 5 and 6 are for one deck")
    expect(page.locator(".badge")).to_have_text("2 changed")
    page.goto("/lab/dakota_stud/figures")
    settled(page)
    page.locator("select[name='set-lowest_pair']").select_option("9")
    expect(page.locator(".badge")).to_have_text("1 changed")
    exact = edges("dakota_stud", "--set", "lowest_pair=9")["round"]
    expect(edge_of(page, "round")).to_have_attribute("data-edge", exact, timeout=PATIENCE_MS)
    smallest = page.get_by_label("Smallest amount paid")
    expect(smallest).to_have_value("0.01")
    smallest.fill("0.5")
    smallest.press("Tab")
    expect(page).to_have_url(re.compile("set=grain_cents%3D50"))
    expect(smallest).to_have_value("0.50")
    page.get_by_role("link", name="Strategy").click()
    page.get_by_label("Hand").fill("nonsense")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".look-up .refused")).to_contain_text("'no' is not a card", timeout=PATIENCE_MS)


def test_two_sets_of_options_and_pays_stand_side_by_side(house: Server, open_page: OpenPage) -> None:
    """What is kept as B stays while A is changed; the address holds both, and the words are a card room's."""
    page = open_page(house.origin)
    page.goto("/lab/dakota_stud/compare")
    settled(page)
    expect(page.locator(".how")).to_contain_text("A and B are the same")
    page.locator("select[name='set-lowest_pair']").select_option("9")
    ours, theirs = edges("dakota_stud", "--set", "lowest_pair=9")["round"], edges("dakota_stud")["round"]
    row = page.locator("tr[data-wager='round']")
    expect(row.locator(".edge.a")).to_have_text(percent(ours), timeout=PATIENCE_MS)
    expect(row.locator(".edge.b")).to_have_text(percent(theirs))
    difference = float(Fraction(theirs) - Fraction(ours)) * 100
    expect(row).to_contain_text(f"{difference:+.4f} pts".replace("-", MINUS))
    differs = page.locator(".differ tbody tr")
    expect(differs).to_have_count(1)
    expect(differs).to_contain_text("A pair of jacks")
    expect(differs).to_contain_text("A pair of sixes")
    page.get_by_role("button", name="Swap A and B").click()
    expect(row.locator(".edge.a")).to_have_text(percent(theirs), timeout=PATIENCE_MS)
    page.reload()
    expect(row.locator(".edge.b")).to_have_text(percent(ours), timeout=PATIENCE_MS)


def test_two_paytables_differ_in_the_pays_that_differ(house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin)
    page.goto("/lab/lucky_lucky/compare?set=paytable=2")
    settled(page)
    game = find_game("lucky_lucky")
    now, standard = (pays_in_force(game, game.settings({"paytable": code})) for code in ("2", "1"))
    before = {outcome: pay for (_, outcome), pay in standard.items()}
    changed = [outcome for (code, outcome), pay in now.items() if code.startswith("Lucky L") and before[outcome] != pay]
    assert changed
    expect(page.locator(".differ tbody tr", has_text="Lucky Lucky:")).to_have_count(len(changed), timeout=PATIENCE_MS)
    edge = page.locator("tr[data-wager='lucky_lucky']")
    expect(edge.locator(".edge.a")).to_have_text(percent(edges("lucky_lucky", "--set", "paytable=2")["lucky_lucky"]))
    expect(edge.locator(".edge.b")).to_have_text(percent(edges("lucky_lucky")["lucky_lucky"]))


def test_the_start_page_has_the_games_of_the_lobby_and_wagers_by_title(house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin)
    page.goto("/lab")
    games = page.locator(".choices li")
    expect(games.locator("strong")).to_have_text([find_game(slug).title for slug in SLUGS])
    expect(games.filter(has_text="Lucky Lucky").locator(".edges")).to_have_text(
        re.compile(r"^House edge: Blackjack [\d.]+%\s+Lucky Lucky [\d.]+%\s+Lucky Break [\d.]+%$")
    )
    expect(games.filter(has_text="Dakota").locator(".edges")).to_have_text(
        re.compile(r"^House edge: A round, per \(\$\) [\d.]+%$")
    )
    expect(games.filter(has_text="Casino War").locator(".edges")).to_have_text(
        re.compile(r"^House edge: A round, per Bet 2.88%\s+Tie 18.65%$")
    )
    page.goto("/lab/lucky_lucky/figures?set=decks=6&set=paytable=2")
    settled(page)
    with page.expect_download() as file:
        page.get_by_role("link", name="JSON").click()
    assert file.value.suggested_filename == "lucky_lucky-figures-optimal-paytable-2.json"


@pytest.mark.parametrize("slug", SLUGS)
def test_wagers_stand_in_the_order_of_the_layout(slug: str, house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin)
    page.goto(f"/lab/{slug}/figures")
    settled(page)
    shown = [row.get_attribute("data-wager") for row in page.locator("tr[data-wager]").all()]
    game = find_game(slug)
    assert [name for name in shown if name in game.wagers] == [name for name in game.wagers if name in shown]
    assert "round" not in shown[:-1]


def test_a_chart_names_its_line_its_band_and_its_mark(house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin)
    page.goto("/lab/dakota_stud/simulate?strategy=basic&rounds=100000&run=1")
    expect(page.locator("lab-chart .line")).to_have_count(1, timeout=PATIENCE_MS)
    legend = page.locator("lab-chart .legend .key")
    expect(legend).to_have_text(["edge seen", "95% of runs: ± 1.96 standard errors", "exact edge"])


def test_a_strategy_on_paper_has_its_colours_and_says_its_options(house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin)
    page.goto("/lab/super_fun_21/strategy?strategy=basic")
    expect(page.locator(".grid .cell").first).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".on-paper")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator(".on-paper")).to_contain_text("Strategy: basic")
    game = find_game("super_fun_21")
    for option in game.sheet.options:
        expect(page.locator(".on-paper")).to_contain_text(option.title)
    expect(page.locator("aside")).to_be_hidden()
    assert page.locator(".grid .cell").first.evaluate("cell => getComputedStyle(cell).printColorAdjust") == "exact"
    assert len(PdfReader(BytesIO(page.pdf(format="Letter"))).pages) < 3  # no chart leaves a page half empty


def test_a_progressive_is_told_at_its_meter_and_designed(house: Server, open_page: OpenPage) -> None:
    """Published: fair at $263,205, where every $10,000 add 2.924 cents."""
    page = open_page(house.origin, width=390, height=844)
    page.goto("/lab/let_it_ride/progressive?meter=jackpot=26320526")
    tiles = page.locator(".panel .tile dd:first-of-type")
    expect(tiles.first).to_have_text("100.0000%", timeout=PATIENCE_MS)
    expect(page.locator(".panel")).to_contain_text("$263,205.26")
    expect(page.locator(".panel")).to_contain_text("2.9242%")
    page.locator("input[name='target']").fill("85%")
    page.locator("input[name='sd']").fill("200")
    page.locator("input[name='sd']").press("Tab")
    expect(page.locator("pre")).to_contain_text('share = "10 %"', timeout=PATIENCE_MS)
    page.locator("select[name='progressive']").select_option("royal_link")
    expect(page.locator(".panel")).to_contain_text("By players with the bet", timeout=PATIENCE_MS)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.goto("/lab/casino_war/progressive")
    expect(page.locator(".panel")).to_contain_text("Casino War carries no progressive")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("tab", TABS)
def test_every_view_is_accessible_and_fits_a_phone(tab: str, scheme: str, house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin, width=390 if scheme == "dark" else 1280, height=844, color_scheme=scheme)
    page.goto(f"/lab/dakota_stud/{tab}?strategy=basic&hand=Ah+Kd+7c&run=1&rounds=20000&edge=2%25")
    expect(page.locator("main h1")).to_be_visible()
    settled(page)
    faults = violations(page)
    assert [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in faults] == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_report_of_what_is_looked_at_is_downloaded(house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin)
    page.goto("/lab/dakota_stud/figures?set=lowest_pair%3D9")
    page.get_by_label("Report").select_option("json")
    with page.expect_download(timeout=PATIENCE_MS) as waited:
        page.get_by_role("button", name="Download").click()
    assert waited.value.suggested_filename == "dakota_stud-report-optimal-lowest_pair-9.json"
    found = json.loads(waited.value.path().read_text())
    assert found["facts"]["Standing"] == "for study: 1 departure from the approved rules"
    expect(page.get_by_role("button", name="Download")).to_be_enabled()
    page.get_by_label("Report").select_option("Strategy card")
    with page.expect_download(timeout=PATIENCE_MS) as waited:
        page.get_by_role("button", name="Download").click()
    assert waited.value.suggested_filename == "dakota_stud-strategy-card-optimal-lowest_pair-9.pdf"


def test_it_is_used_without_a_mouse(house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin)
    page.goto("/lab")
    page.get_by_role("link", name="Dakota Stud").first.focus()
    page.keyboard.press("Enter")
    expect(edge_of(page, "round")).to_have_attribute("data-edge", edges("dakota_stud")["round"], timeout=PATIENCE_MS)
    page.get_by_role("link", name="Risk").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Chance of ruin", exact=True).first).to_be_visible(timeout=PATIENCE_MS)
    page.go_back()
    expect(page.locator(".panel.figures")).to_be_visible()


def playing_on(page: Page, *devices: str) -> None:
    """As if the house had these."""

    def told(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "devices": list(devices)})

    page.route(re.compile(r"/paytables"), told)


def test_rounds_are_played_on_a_gpu_where_the_house_has_one(house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin)
    playing_on(page, "cpu", "gpu")
    page.goto("/lab/dakota_stud/simulate")
    rounds = page.locator("select[name=rounds]")
    device = page.locator("select[name=device]")
    device.select_option("gpu")
    expect(rounds.locator("option")).to_have_count(8)
    rounds.select_option("50000000000")
    with page.expect_request(lambda request: "device=gpu" in request.url) as asked:
        page.get_by_role("button", name="Run").click()
    assert "rounds=50000000000" in asked.value.url
    expect(page.locator("main")).to_contain_text(re.compile("GPU needs|No GPU answers here|library numba-cuda"))
    device.select_option("cpu")
    expect(rounds).to_have_value("50000000")


def test_an_address_that_asks_for_a_gpu_begins_nothing_on_a_processor(
    house: Server, open_page: OpenPage, watch: Watch
) -> None:
    watch.tolerated = ("status of 409",)  # this house has no GPU, and says so at once if it was asked before
    page = open_page(house.origin)
    playing_on(page, "cpu", "gpu")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/dakota_stud/simulate?" in request.url else None)
    with page.expect_request(lambda request: "device=gpu" in request.url and "/api/" in request.url):
        page.goto("/lab/dakota_stud/simulate?device=gpu&run=1&rounds=50000000000")
    assert [url for url in asked if "/api/" in url and "device=gpu" not in url] == []


def test_where_there_is_no_gpu_none_is_offered(house: Server, open_page: OpenPage) -> None:
    page = open_page(house.origin)
    playing_on(page, "cpu")
    page.goto("/lab/dakota_stud/simulate?device=gpu")
    expect(page.locator("fieldset.bets")).to_be_visible()
    expect(page.locator("select[name=rounds] option")).to_have_count(5)
    assert page.locator("select[name=device]").count() == 0
