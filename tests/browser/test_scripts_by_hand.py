"""What the scripts make of figures written here by hand: money, percents, odds, tables. No house is needed for it: one
empty page has the modules from their folder."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

import houseway
from tests.browser.at_table import MINUS
from tests.browser.conftest import OpenPage

STATIC = Path(houseway.__file__).parent / "web" / "static"
ORIGIN = "http://house.localhost"  # a safe place for a browser, as the house is: keys and promises can be checked
KINDS = {".js": "text/javascript", ".html": "text/html"}

CALLED = """async ([module, calls]) => {
  const found = await import(module);
  return calls.map(([name, ...words]) => found[name](...words));
}"""
READING = """
  const text = (it) => (it?.tag ? it.children.map(text).join("") : String(it));
  const all = (it, tag) => (Array.isArray(it) ? it.flatMap((each) => all(each, tag))
    : !it?.tag ? [] : [...(it.tag === tag ? [it] : []), ...all(it.children, tag)]);
  const rows = (it) => all(it, "tr").map((row) => row.children.map(text));
"""


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    def answer(route: Route) -> None:
        path = STATIC / route.request.url.removeprefix(f"{ORIGIN}/")
        if path.is_file():
            route.fulfill(body=path.read_text(encoding="utf-8"), content_type=KINDS[path.suffix])
        else:
            route.fulfill(
                body="<!DOCTYPE html><title>empty</title><link rel=icon href=data:,>", content_type=KINDS[".html"]
            )

    opened = open_page(ORIGIN)
    opened.route("**/*", answer)
    opened.goto("/")
    return opened


def hold(page: Page, module: str, told: dict[tuple[Any, ...], Any]) -> None:
    """Each call of a module's function gives what is written beside it."""
    found = page.evaluate(CALLED, [module, [list(call) for call in told]])
    assert dict(zip(told, found, strict=True)) == told


def test_amounts_and_numbers_are_told_with_sign_unit_and_decimals(page: Page) -> None:
    hold(page, "/js/money.js", {
        ("dollars", 0): "$0", ("dollars", 5): "$0.05", ("dollars", -1250): f"{MINUS}$12.50",
        ("dollars", 123_456_700): "$1,234,567", ("dollars", 199): "$1.99", ("dollars", -100): f"{MINUS}$1",
        ("signed", 700): "+$7", ("signed", 0): "$0", ("signed", -705): f"{MINUS}$7.05",
        ("stack", 63_150): [50, 100, 500, 2500, 10000, 50000], ("stack", 49): [],
        ("stack", 1250): [50, 100, 100, 500, 500], ("stack", 400_000, 3): [50000] * 3,
        ("purseText", 5050): "In your purse: $50.50.",
    })  # fmt: skip
    rows = [[100, 500, 2500], [50, 100], [100, 700]]
    assert page.evaluate("async (r) => r.map((await import('/js/money.js')).usualChip)", rows) == [500, 50, 700]
    wagers = [{"step_cents": 100, "most_cents": 10_000}, {"step_cents": 500, "most_cents": 2_500}]
    free = [{"step_cents": 50, "most_cents": 60_000}, {"step_cents": 1, "most_cents": 1, "equals": "ante"}]
    both = page.evaluate("async (w) => w.map((await import('/js/money.js')).rack)", [wagers, free])
    assert both == [[100, 500, 2500, 10_000], [50, 100, 500, 2500, 10_000]]
    hold(page, "/lab/words.js", {
        ("percent", 0.0123456): "1.2346%", ("percent", -0.5, 1): f"{MINUS}50.0%", ("percent", None): "",
        ("points", 0.01): "+1.0000 pts", ("points", -0.0012, 2): f"{MINUS}0.12 pts", ("points", 0, 1): "0.0 pts",
        ("plain", -1.23456): f"{MINUS}1.2346", ("plus", 2, 1): "+2.0", ("plus", 0, 1): "0.0",
        ("plus", -2, 1): f"{MINUS}2.0", ("count", 1234567.6): "1,234,568", ("count", -1000): f"{MINUS}1,000",
        ("short", 9999): "9,999", ("short", 10_000): "10k", ("short", 999_999): "1,000k", ("short", 1_000_000): "1M",
        ("short", -2_345_678): f"{MINUS}2.346M", ("short", 12.3456): "12.35",
        ("dollars", 1250): "$12.50", ("dollars", 1200): "$12", ("dollars", -1299, 0): f"{MINUS}$13",
        ("dollars", 1200, 2): "$12.00", ("shortDollars", -5_000_000): f"{MINUS}$50k", ("shortDollars", 0): "$0",
        ("oneIn", 0): "never", ("oneIn", 0.3): "3.33", ("oneIn", 1 / 99.994): "99.99", ("oneIn", 0.003): "333.3",
        ("oneIn", 0.00003): "33,333", ("oneIn", 0.01): "100", ("oneIn", 0.0001): "10,000",
        ("odds", "-1"): "lost", ("odds", "0"): "push", ("odds", "3/2"): "3 : 2", ("odds", "-1/2"): f"{MINUS}1 : 2",
        ("odds", "7"): "7 : 1", ("typed", "3/2"): "3:2", ("typed", "7"): "7", ("human", "lucky_break"): "Lucky break",
        ("chance", 0): "0%", ("chance", 0.00001): "1.0e-3%", ("chance", 0.0001): "0.010%", ("chance", 0.005): "0.500%",
        ("chance", 0.01): "1.00%", ("chance", 0.25): "25.00%",
    })  # fmt: skip
    hold(page, "/books/period.js", {("spansOf", "2024-03-01"): [
        ["Today", "2024-03-01", "2024-03-01"], ["Yesterday", "2024-02-29", "2024-02-29"],
        ["This week", "2024-02-26", "2024-03-03"], ["Last week", "2024-02-19", "2024-02-25"],
        ["This month", "2024-03-01", "2024-03-31"], ["Last month", "2024-02-01", "2024-02-29"],
    ]})  # fmt: skip
    hold(page, "/house/words.js", {
        ("settingText", "cap_cents", 0): "none", ("settingText", "grain_cents", 0): "$0",
        ("settingText", "step_cents", 550): "$5.50", ("settingText", "practice", True): "on",
        ("settingText", "practice", False): "off", ("settingText", "keep_seat_s", 90): "90 s",
        ("settingText", "on_restart", "go_on"): "goes on", ("settingText", "silent", "house_way"): "house way",
        ("labelOf", "buy_in_least_cents"): "Buy-in, at least", ("labelOf", "some_new_key_cents"): "Some new key",
        ("labelOf", "idle_s"): "Idle",
    })  # fmt: skip
    told = page.evaluate(
        CALLED, ["/house/words.js", [["oddsText", each] for each in ([3, 2], [0, 1], [-1, 1], [-1, 2])]]
    )
    assert told == ["3 to 2", "push", "loses", "loses 1/2"]


def test_hold_against_theory_has_its_columns_in_order_and_its_signs(page: Page) -> None:
    hold(page, "/house/hold.js", {
        ("zText", 0): "+0.0", ("zText", -2.25): f"{MINUS}2.3", ("zText", 1.04): "+1.0", ("zTone", None): "",
        ("zTone", 1.99): "", ("zTone", -2): "warn", ("zTone", 2.99): "warn", ("zTone", -3): "alarm",
    })  # fmt: skip
    row = {"who": "people", "wager": "one", "rounds": 1234, "bet_cents": 200_000, "held_cents": -15_000, "hold": -0.075,
           "corrected_cents": 0, "expected_hold": 0.05, "z": -2.5, "departs": ["no stud"]}  # fmt: skip
    bots = {**row, "who": "bots", "held_cents": 500, "hold": 0.0025, "expected_hold": None, "z": None, "departs": []}
    later = {**row, "wager": "two", "z": 0.4, "departs": ["no stud"]}
    found = page.evaluate(f"""async (given) => {{
      const {{ holdTable, worst }} = await import("/house/hold.js");
      {READING}
      const game = {{ wagers: [{{ name: "one", title: "One" }}, {{ name: "two", title: "Two" }}] }};
      const told = holdTable(given, game);
      return {{
        rows: rows(told), worst: worst(given), none: worst([{{ z: null }}]), departs: all(told, "p").map(text)[0],
        dots: all(told, "circle").map((it) => it.props.cx), empty: text(holdTable([], game)),
        corrected: rows(holdTable([{{ ...given[2], corrected_cents: -5e4 }}, given[1]], game)).map((it) => it.slice(6)),
        known: [
          rows(holdTable([given[1], given[2], {{ ...given[2], who: "bots", expected_hold: 0.1 }}], game)).at(-1),
          `One row is its own sum: ${{rows(holdTable([given[2]], game)).length}}`,
        ],
        led: text(all(holdTable([given[1], {{ ...given[2], led_by: "two" }}], game), "p").at(-1)),
        before: rows(holdTable([{{ ...given[2], game: "red_dog", wager: "call" }}, given[1]], game)).map((it) => it[0]),
      }};
    }}""", [bots, later, row])  # fmt: skip
    assert found["rows"] == [
        ["Wager", "Bets", "Bet", "Held", "Hold", "Theory", "z"],
        ["One", "1,234", "$2,000", f"{MINUS}$150", f"{MINUS}7.50 %", "5.00 %", f"{MINUS}2.5"],
        ["Two", "1,234", "$2,000", f"{MINUS}$150", f"{MINUS}7.50 %", "5.00 %", "+0.4"],
        ["Onebots", "1,234", "$2,000", "+$5", "0.25 %", "not solved", ""],
        ["All together", "", "$6,000", f"{MINUS}$295", f"{MINUS}4.92 %", "not solved", ""],
    ]
    assert found["known"] == [
        ["All together", "", "$6,000", f"{MINUS}$450", f"{MINUS}7.50 %", "6.67 %", ""],
        "One row is its own sum: 2",
    ]
    assert (found["worst"], found["none"], found["departs"]) == (-2.5, None, "no stud")
    assert found["dots"] == ["21.3", "54.6"], "46 to either side of 50 are four standard deviations"
    assert found["empty"] == "No round was settled yet."
    assert "One: theory is what best play's chips there bring; z counts from every Two" in found["led"]
    assert found["before"] == ["Wager", "Two", "CallRed dog", "All together"], "the table dealt another game before"
    corrected = [[f"{MINUS}2.5", f"{MINUS}$500"], ["+0.4", ""], ["", f"{MINUS}$500"]]
    assert found["corrected"] == [["z", "Corrected"], *corrected]


def test_ones_own_chips_results_and_score(page: Page) -> None:
    summary = {
        "purse_cents": 12_345, "bought_cents": 50_000, "taken_cents": 700,
        "stacks": 2, "stack_cents": 100_000, "rounds": 7,
        "on_tables": [{"table": "felt", "title": "Felt", "practice": True, "cents": 555}],
        "by_game": [{"of": "lucky", "practice": False, "rounds": 1234, "bet_cents": 9_900, "net_cents": -150},
                    {"of": "other", "practice": True, "rounds": 1, "bet_cents": 100, "net_cents": 150}],
        "by_day": [{"of": "2026-11-16", "practice": False, "rounds": 3, "bet_cents": 300, "net_cents": 0},
                   {"of": "2026-11-16", "practice": True, "rounds": 2, "bet_cents": 200, "net_cents": 0}],
    }  # fmt: skip
    score = {
        "lucky": {"choices": 8, "mistakes": 3, "lost_cents": 250, "drills": 3, "drills_right": 2},
        "other": {},
        "gone": {},
    }
    days = {"2026-11-16": {"choices": 4, "mistakes": 1, "lost_cents": 60}}
    mistakes = [{"at": 1_700_000_000_000_000, "table": "a b", "game": "lucky", "round": 1234, "choice": 2,
                 "said": "Stand instead of Hit", "lost_cents": 60}]  # fmt: skip
    rounds = [{"at": 1_700_000_000_123_456, "table": "a b", "title": "Felt", "practice": False, "round": 1234,
               "void": True, "corrected_cents": 105, "bet_cents": 500, "net_cents": -505}]  # fmt: skip
    found = page.evaluate(f"""async ([summary, score, days, mistakes, rounds]) => {{
      const [purse, history, scores] = await Promise.all(
        ["/you/purse.js", "/you/history.js", "/you/score.js"].map((each) => import(each)));
      {READING}
      const titles = new Map([["lucky", "Lucky Lucky"], ["other", "Other"]]);
      const you = {{ summary, titles, rounds, learnt: {{ score, days, mistakes }}, who: {{}}, canOpen: () => false }};
      const own = purse.pursePanel(you);
      const old = history.historyPanel(you);
      return {{
        figures: all(own, "dd").map(text), heads: all(own, "dt").map(text), said: all(own, "p").map(text),
        tables: all(own, "li").map(text), results: rows(purse.resultsPanel(you)),
        tones: all(purse.resultsPanel(you), "td").map((it) => it.props.class ?? "").filter(Boolean),
        rounds: rows(old).map((row) => row.slice(-3)), link: all(old, "a")[0].props.href,
        wrong: all(scores.mistakesPanel(you), "li").map(text),
        choice: all(scores.mistakesPanel(you), "a")[0].props.href,
        at: all(old, "time")[0].props.datetime, more: all(old, "button").length, score: rows(scores.scorePanel(you)),
      }};
    }}""", [summary, score, days, mistakes, rounds])  # fmt: skip
    assert dict(zip(found["heads"], found["figures"], strict=True)) == {
        "In your purse": "$123.45", "Bought in": "$500", "Taken away": "$7",
    }  # fmt: skip
    assert found["said"][0].startswith("You have had 2 stacks of $1,000.")
    assert found["tables"] == ["Felt, practice$5.55"]
    assert found["results"] == [
        ["Game", "Rounds", "Bet", "Result"],
        ["Lucky Lucky", "1,234", "$99", f"{MINUS}$1.50"],
        ["Otherpractice", "1", "$1", "+$1.50"],
        ["Day (UTC)", "Rounds", "Bet", "Result", "Best choices", "Given away"],
        ["16 Nov 2026", "3", "$3", "$0", "", ""],
        ["16 Nov 2026practice", "2", "$2", "$0", "3 of 4 (75 %)", "$0.60"],
    ]
    assert found["tones"] == ["bad", "good"]
    assert found["rounds"] == [
        ["Round", "Bet", "Result"],
        ["Felt, round 1,234mistakevoidcorrected +$1.05", "$5", f"{MINUS}$5.05"],
    ]
    assert (found["link"], found["at"], found["more"]) == ("/round/a%20b/1234", "2023-11-14T22:13:20.123Z", 1)
    assert found["wrong"] == [f"Lucky Lucky, round 1,234 (14 Nov 2023): Stand instead of Hit, {MINUS}$0.60"]
    assert found["choice"] == "/round/a%20b/1234#choice-2"
    assert found["score"] == [
        ["Game", "Choices with hints", "Drills"],
        ["Lucky Lucky", "5 of 8 (63 %) best; $2.50 given away", "2 of 3 (67 %) right"],
        ["Other", "none", "none"],
    ]


def figure(decimal: float, se: float | None = None, value: str = "1/8") -> dict[str, Any]:
    return {"decimal": decimal, "se": se, "value": value}


def end(title: str, won: str, won_decimal: float, decimal: float, probability: str) -> dict[str, Any]:
    return {"outcome": title.lower(), "title": title, "won": won, "won_decimal": won_decimal, "decimal": decimal,
            "probability": probability}  # fmt: skip


def test_what_was_given_away_is_the_same_sum_at_the_table_in_the_record_and_on_ones_own_page(page: Page) -> None:
    """Whole cents for each choice: sums of fractions came out a cent apart. More mistakes than are listed count too."""
    made = 250
    told = page.evaluate("""async (made) => {
      const [{ Practice }, { countChoice, learnt }, { costOf }] =
        await Promise.all(["practice", "tally", "cost"].map((name) => import(`/js/${name}.js`)));
      const practice = new Practice("t");
      practice.judged = (told) => countChoice("felt", told, { table: "t", said: () => "Hit instead of Stand" });
      for (let round = 1; round <= made; round += 1) {
        const choice = { seat: 1, hand: 0, since: round, until: round + 1, round, number: 1, act: "hit", unit: 500 };
        const acts = [{ act: "hit", value: 0.1 }, { act: "stand", value: 0.1029 }];
        practice.hear({ seat: 1, hand: 0, version: round, acts });
        practice.chose(choice);
      }
      const { choices, mistakes, lost_cents: lost } = learnt().score.felt;
      const { choices: here, missed, lost: lostHere } = practice.score;
      const [cost, none] = [costOf(0.1029, 0.1, 500), costOf(0.1004, 0.1, 500)];
      return [[choices, mistakes, lost], [here, missed, lostHere], cost.cents, none.wrong];
    }""", made)  # fmt: skip
    assert told == [[made, made, made], [made, made, made], 1, False]


def test_the_labs_figures_outcomes_and_risk(page: Page) -> None:
    wager = {
        "name": "one", "title": "One",
        "figures": {"edge": figure(0.0123456), "hit": figure(0.25, 0.001), "sd": figure(1.5), "action": figure(1.25),
                    "element_of_risk": figure(-0.02)},
        "rows": [
            end("Flush", "5", 5, 0.00002, "1/50000"), end("Half", "-1/2", -0.5, 0.5, "1/2"),
            end("Push", "0", 0, 0.25, "1/4"),
        ],
    }  # fmt: skip
    risk = {
        "rounds": 3000, "bankroll_cents": 50_000,
        "round": {"stake_cents": 4000, "known": "exact", "results": 12},
        "session": {"mean_cents": -1234.6, "sd_cents": 98_765.4, "ahead": 0.41, "even": 0.02, "sessions": 0,
                    "quantiles": [[0.05, -90_000], [0.25, -30_000], [0.5, -2_000], [0.75, 25_000], [0.95, 80_000]],
                    "bins": [[-200, -100, 0.5], [-100, 100, 0.3], [100, 200, 0.2]]},
        "ruin": {"at": 0.0825, "se": None,
                 "by_bankroll": [[10_000, 0.5], [60_000, 0.1], [90_000, 0.01], [99_000, 0.0001]],
                 "by_round": [[1000, 0.001], [3000, 0.0825]]},
    }  # fmt: skip
    found = page.evaluate(f"""async ([wager, risk]) => {{
      const [figures, risks] = await Promise.all(["/lab/figures.js", "/lab/risk.js"].map((each) => import(each)));
      {READING}
      const desk = (answer) => ({{ want: () => ({{ answer }}), stop() {{}} }});
      const state = {{ game: "dakota_stud", set: [], pay: [], bet: ["one=500"] }};
      const notes = {{ "one.alone_only": {{ decimal: -0.5 }} }};
      const view = {{ state, game: {{ wagers: [] }}, go() {{}}, sheet: {{}}, shown: {{}} }};
      const seen = figures.figuresPanel({{ ...view, desk: desk({{ wagers: [wager], notes }}) }});
      const chart = all(seen, "lab-chart")[0].props[".spec"];
      const told = risks.riskPanel({{ ...view, desk: desk(risk) }});
      const tiles = all(told, "div").filter((it) => it.props.class === "tile");
      const charts = all(told, "lab-chart").map((it) => it.props[".spec"]);
      return {{
        rows: rows(seen), tones: all(seen, "tr").map((it) => it.props.class ?? ""), bars: chart.bars,
        chart: chart.table.rows, notes: all(seen, "dl").map(text), tiles: tiles.map((it) => it.children.map(text)),
        bins: charts[0].bars.map((bar) => bar.slice(3)), points: charts[1].series[0].points,
        marks: charts.map((each) => each.marks?.map(({{ x, label }}) => [x, label])),
        tables: charts.map((each) => each.table.rows.at(-1)), how: all(told, "p").map(text)[0],
      }};
    }}""", [wager, risk])  # fmt: skip
    assert found["rows"] == [
        ["Wager", "House edge", "Hits", "St. dev.", "Avg. stake", "Element of risk", "Edge, exactly"],
        ["One", "1.2346%", "25.000% ± 0.100%", "1.5000", "1.2500", f"{MINUS}2.0000%", "1/8"],
        ["Outcome", "Wins", "Probability", "1 in", "To the mean", "Exactly"],
        ["Flush", "+5", "0.0020000%", "50,000", "+0.000100", "1/50000"],
        ["Half", f"{MINUS}0.50", "50.0000%", "2", f"{MINUS}0.250000", "1/2"],
        ["Push", "0", "25.0000%", "4", "0.000000", "1/4"],
    ]
    assert found["tones"][-3:] == ["wins", "loses", ""]
    assert found["bars"][0] == [0, 1, pytest.approx(0.0001), "good", "Flush (5 : 1): 1 in 50,000, adds +0.00010"]
    assert found["bars"][2] == [2, 3, -0.25, "bad", f"Half ({MINUS}1 : 2): 1 in 2, adds {MINUS}0.25000"]
    assert found["chart"][0] == ["Flush", "0.00200%", "+0.000100"]
    assert found["notes"] == [f"one: alone only{MINUS}0.500000"]
    assert found["tiles"] == [
        ["On average", f"{MINUS}$12.35", "st. dev. $988"],
        ["Ahead at the end", "41.00%", "even 2.00%"],
        ["Half of all sessions", f"{MINUS}$300 to $250"],
        ["Nine in ten", f"{MINUS}$900 to $800"],
        ["Chance of ruin", "8.25%", "from $500"],
        ["For one in a hundred", "$900", "bankroll to bring"],
        ["For one in ten", "$600", "bankroll to bring"],
        ["Bets of a round", "$40"],
    ]
    assert found["bins"] == [
        ["bad", f"{MINUS}$2 to {MINUS}$1: 50.00%"], ["plain", f"{MINUS}$1 to $1: 30.00%"], ["good", "$1 to $2: 20.00%"],
    ]  # fmt: skip
    assert found["marks"] == [[[-2000, f"median {MINUS}$20"]], [[50_000, "yours: 8.25%"]], None]
    assert [point[0] for point in found["points"]] == [10_000, 60_000, 90_000, 99_000]
    assert found["tables"] == [["$1", "$2", "20.00%"], ["$990", "0.010%"], ["3,000", "8.25%"]]
    assert found["how"].startswith(
        "One round is known exactly, from its table of outcomes (12 different results). 3,000 rounds"
    )


ANTE = {"name": "ante", "title": "Ante", "required": True, "least_cents": 500, "most_cents": 2000, "step_cents": 500}
BLIND = {**ANTE, "name": "blind", "title": "Blind", "equals": "ante"}
BONUS = {
    **ANTE,
    "name": "bonus",
    "title": "Bonus",
    "required": False,
    "least_cents": 100,
    "most_cents": 400,
    "step_cents": 100,
}
EVEN = {**ANTE, "name": "even", "title": "Even", "required": False, "equals": "ante"}


def test_bets_that_must_be_equal_follow_and_limits_are_told(page: Page) -> None:
    found = page.evaluate("""async (wagers) => {
      const { Bets, alike, sumOf } = await import("/js/bets.js");
      const bets = new Bets(wagers);
      const told = [];
      const say = (it) => told.push(structuredClone(it));
      say(bets.match(1, wagers[3])); say(bets.add(1, "bonus", 50)); say(bets.fault(1));
      say(bets.wouldBet(1, "blind", 500));
      say(bets.add(1, "blind", 500)); say(bets.of(1)); say(bets.fault(1));
      say(bets.add(1, "even", 9)); say(bets.total());
      bets.undo(); say(bets.total()); bets.undo(); bets.undo(); say(bets.of(1));
      say(bets.add(1, "ante", 2000)); say(bets.add(1, "ante", 1)); say(bets.total());
      bets.remove(1, "ante", 1500); say(bets.of(1)); bets.remove(1, "blind", 9000); say(bets.of(1));
      bets.add(1, "ante", 750); say(bets.fault(1)); bets.add(1, "ante", 250);
      bets.add(1, "bonus", 300); bets.add(1, "bonus", 100); say(bets.add(1, "bonus", 100));
      bets.remember(); say(bets.total()); bets.repeat([1, 2]); say([bets.of(1), bets.of(2)]);
      bets.double([1]); say(bets.of(1)); bets.clear([1]); say(bets.total()); say(sumOf(bets.repeated([1, 2])));
      say([alike({ a: 1 }, { a: 1, b: 0 }), alike({ a: 1 }, { a: 2 }), alike({}, { b: 3 })]);
      return told;
    }""", [ANTE, BLIND, BONUS, EVEN])  # fmt: skip
    pair = {"ante": 500, "blind": 500}
    whole = {"ante": 1000, "blind": 1000, "bonus": 400}
    assert found == [
        "Even equals Ante: bet that first", "", "Ante must be bet to play", 1000,
        "", {**pair, "bonus": 50}, "Bonus: $1 or more", "", 1550,
        1050, {},
        "", "Each of the 2 spots takes $20 at most here", 4000,
        pair, {},
        "Ante: multiples of $5",
        "Bonus takes $4 at most here", 0, [whole, whole],
        {"ante": 2000, "blind": 2000, "bonus": 400}, 2400, 4800,
        [True, False, False],
    ]  # fmt: skip


def test_the_hold_of_a_change_takes_the_edge_of_a_bet_alone_for_what_had_nothing_beside_it(page: Page) -> None:
    rows = [
        {"who": "people", "wager": "ante", "bet_cents": 40_000, "alone_cents": 30_000},
        {"who": "people", "wager": "ante_toke", "bet_cents": 10_000, "alone_cents": 0},
        {"who": "people", "wager": "other", "bet_cents": 5_000, "alone_cents": 5_000},
        {"who": "bots", "wager": "ante", "bet_cents": 70_000, "alone_cents": 0},
    ]
    edges = [{"wager": "ante", "now": 0.06, "then": 0.04, "now_alone": 0.02, "then_alone": 0.02}]
    found = page.evaluate("""async ([rows, edges]) => {
      const { EdgePreview } = await import("/house/edges.js");
      const told = (given) => new EdgePreview(given).holdText({ wagers: edges, first: "ante" }).children.join("");
      return [told(rows), told([{ ...rows[0], bet_cents: 30_000 }])];
    }""", [rows, edges])  # fmt: skip
    assert found == [
        "Hold on $500 of the $550 that people bet here (of the rest an edge is not known): 3.60 % → 2.80 %",
        "Hold on the $300 that people bet here: 2.00 % → 2.00 %",
    ]


def test_a_part_of_a_round_that_nobody_bets_alone_is_no_alarm_and_the_first_bet_has_the_edge_of_the_round(
    page: Page,
) -> None:
    """Mississippi Stud: 5th Street has an edge of -43 % per Ante, and the house is ahead by 4.9 %."""
    part = {"why": "", "in_round": True, "added": True}
    wagers = [
        {"wager": "ante", "title": "Ante", "now": 0.5, "then": 0.4, **part, "added": False},
        {"wager": "fifth", "title": "5th Street", "now": -0.43, "then": -0.44, **part},
        {"wager": "round", "title": "A round", "now": 0.05, "then": 0.04, "now_alone": 0.05, "then_alone": 0.04,
         **part, "in_round": False, "added": False},
    ]  # fmt: skip
    rows = [
        {"who": "people", "wager": "ante", "bet_cents": 10_000, "alone_cents": 10_000, "led_by": ""},
        {"who": "people", "wager": "fifth", "bet_cents": 20_000, "alone_cents": 0, "led_by": "ante"},
    ]
    found = page.evaluate(f"""async ([wagers, held]) => {{
      const {{ EdgePreview }} = await import("/house/edges.js");
      {READING}
      const told = (changed) => {{
        const preview = new EdgePreview(held);
        preview.told = {{ known: true, working: false, units: "A round is told per unit of Ante.", first: "ante",
          wagers: wagers.map((each) => (each.wager === "round" ? {{ ...each, ...changed }} : each)) }};
        return text(preview.fields((said) => said));
      }};
      return [told({{}}), told({{ then: -0.01 }})];
    }}""", [wagers, rows])  # fmt: skip
    fair, ahead = found
    assert "Hold on the $100 that people bet here: 5.00 % → 4.00 %" in fair
    assert "A round is told per unit of Ante. Of these bets nobody makes one without the others" in fair
    assert "An edge below zero is the player's." not in fair
    assert "An edge below zero is the player's." in ahead


def test_a_correction_that_looks_like_a_slip_must_be_meant(page: Page) -> None:
    """Far beyond the bet, or by which more is lost than was bet; what was raised in play is bet too."""
    bets = [
        {"name": "Moe", "stake": 1000, "won": -1000},
        {"name": "Moe", "stake": 1000, "won": 500},
        {"name": "Moe", "stake": 3000, "won": 0},
    ]
    cases = [(0, -5000), (0, 1000), (0, 20_000), (1, -1500), (1, -1600), (2, 9000), (2, -3000)]
    found = page.evaluate(f"""async ([bets, cases]) => {{
      const {{ whatItMeans }} = await import("/house/corrections.js");
      {READING}
      return cases.map(([at, cents]) => all(whatItMeans({{ bet: bets[at], cents }}), "label").map(text).join());
    }}""", [bets, cases])  # fmt: skip
    assert found == [
        "Moe then loses $60 on a bet of $10: this is meant.", "",
        "More than 10 times what was bet or paid: $200 is meant.", "",
        "Moe then loses $11 on a bet of $10: this is meant.", "", "",
    ]  # fmt: skip


def game_with_conflicts() -> dict[str, Any]:
    def option(name: str, title: str, choices: list[Any], **more: Any) -> dict[str, Any]:
        return {"name": name, "title": title, "choices": choices, "default": choices[0], "default_when": [],
                "settings": [], "others": None, **more}  # fmt: skip

    return {
        "title": "Felt",
        "wagers": [{"name": "one", "title": "(1)"}],
        "outcomes": [{"name": "total_20", "title": "a total of 20"}],
        "options": [
            option("decks", "Decks", [1, 6]),
            option("paytable", "Bonus", ["4", "5", "1", "2"],
                   default_when=[{"when": {"decks": [6]}, "default": "2"}]),
            option("equal", "Equal bets", ["no", "both"]),
        ],
        "conflicts": [
            {"when": {"equal": "both", "paytable": ["4", "5", "1"]}, "because": "only 2 asks for it"},
            {"when": {"decks": 1, "paytable": ["1", "2"]}, "because": "they are for six"},
            {"when": {"decks": [6], "paytable": ["4", "5"]}, "because": "they are for one"},
        ],
    }  # fmt: skip


def test_settings_follow_the_options_that_lead_them_and_none_that_cannot_be_is_offered(page: Page) -> None:
    found = page.evaluate("""async (game) => {
      const { against, departures, moves, together } = await import("/js/together.js");
      const { moveText } = await import("/js/in_words.js");
      const beside = (before, after) => moves(game, before, together(game, after));
      const offered = (chosen, name) => game.options.find((each) => each.name === name).choices
        .filter((each) => !against(game, chosen, name, each));
      return {
        one: offered({ decks: 1, paytable: "4", equal: "no" }, "paytable"),
        six: offered({ decks: "6" }, "paytable"), free: offered({}, "paytable"),
        why: against(game, { decks: 6 }, "paytable", "5"),
        leads: offered({ decks: 1, paytable: "5", equal: "no" }, "decks"), equal: offered({}, "equal"),
        moved: together(game, { decks: 6, paytable: "5", equal: "no" }),
        chain: together(game, { decks: 1, paytable: "2", equal: "both" }),
        kept: together(game, { decks: "6", paytable: "1" }), none: together(game, {}),
        alone: together(game, { decks: 6 }),
        plain: together({ ...game, conflicts: undefined }, { decks: 6, paytable: "5" }),
        went: beside({ decks: 6, paytable: "4", equal: "no" }, { decks: 6 }),
        stayed: beside({ decks: "1" }, { decks: 1 }),
        told: moveText(game.options[1], { to: "2", because: "they are for one" }),
        plainly: moveText(game.options[1], { to: "2", because: "" }),
        changed: [{}, { decks: "6" }, { decks: "1" }, { paytable: "5" }].map((each) => departures(game, each)),
      };
    }""", game_with_conflicts())  # fmt: skip
    assert found == {
        "one": ["4", "5"], "six": ["1", "2"], "free": ["4", "5"], "why": "they are for one", "leads": [1, 6],
        "equal": ["no"], "moved": {"decks": 6, "paytable": "2", "equal": "no"},
        "chain": {"decks": 1, "paytable": "4", "equal": "no"}, "kept": {"decks": "6", "paytable": "1"}, "none": {},
        "alone": {"decks": 6}, "plain": {"decks": 6, "paytable": "5"},
        "went": [{"name": "paytable", "from": "4", "to": "2", "because": "they are for one"}], "stayed": [],
        "told": "Moved to 2: they are for one.", "plainly": "Moved to 2.",
        "changed": [[], ["decks", "paytable"], [], ["paytable"]],
    }  # fmt: skip


def test_a_refusal_stands_in_the_words_of_the_form_and_nothing_impossible_can_be_read_and_signed(page: Page) -> None:
    found = page.evaluate("""async (game) => {
      const { ConfigForm } = await import("/house/configure.js");
      const { AheadPreview } = await import("/house/ahead.js");
      const properties = { title: {}, options: {}, wagers: {}, shuffler: {}, buy_in_least_cents: {} };
      const shuffler_choices = { words: { shoe: "from a shoe", sets_of_four: "sets of four" } };
      const form = new ConfigForm({ config: { options: {} }, shuffler_choices }, game, { properties }, []);
      const warns = (told) => Boolean(Object.assign(new AheadPreview(), { told, hurries: true }).warns);
      return {
        words: [
          "config: options cannot be: decks=1 and paytable=1 do not go together: they are for six",
          "config: name is 'Lunch Table': write small letters",
          "config: wagers.one.least_cents is $7: write a multiple of step_cents, $5",
          "config: wagers.one must equal it", "config: options.paytable is 9", "config: the shoe is empty",
          "config: shuffler.alternating is true: only with a machine: write false",
          "config: shuffler.model is 'ACE': write 'hand', or add approval = '...' with the approval of the state",
          "config: shuffler.mode is 'sets_of_four', but it is dealt as shoe: write that, or leave it out",
          "config: buy_in_least_cents is $1", "a round is on", "title is long",
        ].map((each) => form.inWords(each)),
        warns: [{ refused: "no" }, null, { state: "known" }, { state: "working" }, { state: "unknown" },
          { state: "known", is_ahead: true }].map(warns),
      };
    }""", game_with_conflicts())  # fmt: skip
    assert found["words"] == [
        "Decks (1) and Bonus (1) do not go together: they are for six",
        "Name in addresses and in the ledger is 'Lunch Table': write small letters",
        "(1), least is $7: write a multiple of step, $5",
        "(1) must equal it", "Bonus is 9", "the shoe is empty",
        "only with a machine: take the tick away",
        "Shuffler: model is 'ACE': write 'hand', or fill in the approval of the state",
        "Shuffler: mode is “sets of four”, but it is dealt as “from a shoe”: choose “as the game is dealt”",
        "Buy-in, at least is $1", "a round is on", "Title on the sign is long",
    ]  # fmt: skip
    assert found["warns"] == [False, False, False, True, True, True]


def test_what_an_address_asks_for_in_vain_is_refused_in_the_words_of_the_form(page: Page) -> None:
    game = game_with_conflicts()
    game["options"][2]["settings"] = [{"setting": "no", "words": "the Bonus alone"}]
    game["options"].append({"name": "cap_cents", "title": "Cap", "choices": [], "default": 0, "default_when": [],
                            "settings": [], "others": {"words": "{dollars}"}, "least": 0, "most": 5000})  # fmt: skip
    told = {
        "decks=1 and paytable=1 do not go together: they are for six":
            "Decks (1) and Bonus (1) do not go together: they are for six",
        "equal=Both ways is not possible: choose no, both":
            "Equal bets cannot be 'Both ways'. There is: the Bonus alone; both",
        "cap_cents=-1 is not possible: choose a whole number from 0 to 5000":
            f"Cap cannot be {MINUS}$0.01. There is: $0 to $50",
        "Felt has no option 'deck'; did you mean decks?": "Felt has no option 'deck'; did you mean Decks?",
        "Felt has no option 'x'; there is decks, cap_cents": "Felt has no option 'x'; there is Decks, Cap",
        "paytable 'LL 1' has no row 'total_2'; did you mean total_20?":
            "paytable 'LL 1' has no row 'total_2'; did you mean a total of 20?",
        "set=decks: write it as name=choice": "set=decks: write it as name=choice",
        "the house cannot be reached": "the house cannot be reached",
        "query.rounds: Input should be less than or equal to 100000": "Rounds: write 100,000 or less",
        "query.bankroll: Input should be greater than or equal to 1": "Bankroll: write $0.01 or more",
        "query.seed: Input should be a valid integer, unable to parse string as an integer":
            "Seed: write a whole number",
    }  # fmt: skip
    found = page.evaluate("""async ([game, all]) => {
      const { inLabWords } = await import("/lab/refused.js");
      return all.map((each) => inLabWords(game, each));
    }""", [game, list(told)])  # fmt: skip
    assert found == list(told.values())


def test_what_is_chosen_offline_is_not_said_to_be_kept_once_the_time_is_over(page: Page) -> None:
    told = page.evaluate("""async () => {
      const { actKept } = await import("/js/lost.js");
      return [["Hit", false], ["", false], ["Hit", true], ["", true]]
        .map(([named, late]) => actKept(named, { silent: "basic" }, late));
    }""")
    plays = "the house plays your hand by its basic strategy and puts up no more chips."
    assert told == [
        f"Kept: Hit. It is played when the line is back; if your time runs out first, {plays}",
        "Offline: what you choose now is kept, and played when the line is back.",
        *[f"Your time is over: {plays}"] * 2,
    ]


def test_a_message_that_is_said_again_stands_there_once(page: Page) -> None:
    assert page.evaluate("""async () => {
      const { toast } = await import("/js/toast.js");
      ["war must be bet", "the table is full", "war must be bet"].forEach((text) => toast(text));
      return [...document.querySelectorAll(".toasts p")].map((each) => each.textContent);
    }""") == ["The table is full", "War must be bet"]


def test_the_words_of_the_house_become_a_sentence(page: Page) -> None:
    hold(page, "/js/sentence.js", {
        ("sentence", "the felt is torn"): "The felt is torn.", ("sentence", "Is it?"): "Is it?", ("sentence", ""): "",
        ("sentence", "i-Deal, version 3"): "i-Deal, version 3.", ("sentence", "7h is missing."): "7h is missing.",
        ("sentence", "éclair"): "Éclair.",
    })  # fmt: skip


def test_the_record_says_which_cards_of_a_hand_an_act_names(page: Page) -> None:
    hold(page, "/js/words.js", {
        ("actInPlaces", "Keep 3+4"): "Keep cards 3 and 4", ("actInPlaces", "Hit"): "Hit",
    })  # fmt: skip
    marks = page.evaluate(f"""async () => {{
      const {{ progress }} = await import("/js/review_page.js");
      {READING}
      const round = {{ choices: [{{ name: "Ada", title: "Keep 3+4" }}, {{ name: "Ben", title: "Keep 1+2" }}] }};
      const news = ["", "Ada: Keep K♠ Q♠", ""];
      return all(progress({{ round, news, review: {{ rows: [1, 2], worths: new Map() }}, at: 0, end: 3 }}), "button")
        .map((it) => [it.props["aria-label"], it.props.title]);
    }}""")
    assert marks == [
        ["Choice 1, Ada: Keep K♠ Q♠", "Ada: Keep K♠ Q♠"],
        ["Choice 2, Ben: Keep 1+2", "Ben: Keep 1+2"],
    ]


def test_the_record_of_a_round_says_which_acts_its_player_did_not_choose(page: Page) -> None:
    assert page.evaluate("""async () => {
      const [{ CHOOSE, DEAL }] = await Promise.all([import("/js/tape.js"), import("/js/round.js")]);
      const { tell } = customElements.get("house-round").prototype;
      const chose = (act) => [CHOOSE, 1, 0, act, 0, 0];
      const tape = [chose(0), [DEAL, 1, 0, 51, 0, 0], chose(1), chose(0), chose(1)];
      const choices = ["player", "clock", "absence", "bot"].map((by) => ({ by }));
      const round = { tape, played: 5, choices, options: {}, why: [], rulings: [], aftermath: [] };
      return tell.call({ game: { acts: [{ title: "Hit" }, { title: "Stand" }], totals: [] }, round, who: () => "Ada" });
    }""") == [
        "Ada: Hit", "Ada: ace of spades",
        "The house for Ada: Stand (the clock ran out)", "The house for Ada: Hit (the player had left)",
        "Ada: Stand (bot)",
    ]  # fmt: skip


def test_the_dealer_calls_what_the_house_did_for_a_silent_player_as_the_houses_act(page: Page) -> None:
    assert page.evaluate("""async () => {
      const [{ CHOOSE }, { Calling }] = await Promise.all([import("/js/tape.js"), import("/js/calling.js")]);
      const tape = [0, 1, 0, 1].map((act, seat) => [CHOOSE, seat + 1, seat % 2, act, 0, 0]);
      const game = { acts: [{ title: "Hit" }, { title: "Stand" }], totals: -1 };
      const view = { why: [], chosen_by: ["player", "clock", "absence", "bot"] };
      const names = ["", "You", "You, hand 2", "Ben", "Bot 4"];
      const who = (seat) => names[seat];
      const called = new Calling({ view, game, options: {}, stage: { tape }, isOwn: () => true, who });
      called.caller.hear(called.inContext(1, 4), called.told());
      called.caller.hear(called.inContext(0, 1), called.told());
      return [called.caller.lines.map(({ text }) => text), called.caller.spoken[0].text];
    }""") == [
        ["The house for you, hand 2: Stand (the clock ran out)", "The house for Ben: Hit (the player had left)",
         "Bot 4: Stand", "You: Hit"],
        "The house for you, hand 2: Stand (the clock ran out).",
    ]  # fmt: skip


TOLD_EVENTS = """async () => {
  const { tell } = await import("/audit/event_words.js");
  const say = { name: (id) => ({ p1: "Pat", p2: "Pip" })[id], wager: () => "Blackjack", place: () => 0, act: () => "" };
  return [
    ["corrected", { round: 3, seat: 1, player: "p1", wager: "blackjack", cents: 1500, reason: "paid wrongly" }],
    ["ruled", { round: 0, seat: 2, sort: "late_bet", outcome: "return_bet", reason: "too late" }, "", "Late bet: …"],
    ["ruled", { round: 4, seat: 0, sort: "misdeal", outcome: "void_whole", reason: "two cards" }, "", "Misdeal: …"],
    ["bet", { player: "p1", seat: 1, wagers: {}, postings: { felt: -500, "player:p1": 500 } }],
    ["bet", { player: "p1", seat: 1, wagers: {}, postings: { felt: -500, "player:p1": 500 } }, "ruled by Sam"],
    ["sat", { player: "p1", name: "Pat", seats: [1, 2], bot: "" }],
    ["sat", { player: "bot-3", name: "Bot 3", seats: [3], bot: "basic" }, "seated by Sam"],
    ["left", { player: "p1", cents: 30000 }],
    ["left", { player: "p1", cents: 30000 }, "the table is retired by Sam"],
    ["leaving", { player: "p1" }],
    ["leaving", { player: "p1" }, "removed by Sam"],
    ["paid", { round: 9, settled: [[2, 500, -500], [1, 0, 700]].map(([seat, stake, won]) => ({ seat, stake, won })) }],
    ["settled", { round: 9, won: { 2: { a: -500 } } }],
    ["voided", { round: 9, reason: "a card fell", postings: { felt: -900, "player:p1": 1000, "player:p2": -100 } }],
  ].map(([kind, body, cause, ruled]) =>
    tell({ kind, body: { ...body, by: "sue" }, round: body.round, cause: cause ?? "", ruled, owners: ["", "p1"] },
      say));
}"""
RECALLED = """async () => {
  const { Events } = await import("/audit/events.js");
  const events = new Events({ table: { rounds: 8 }, addressOf: (_, { round }) => round, link: (to) => to });
  return [8, 9, 0].map((round) => events.recall({ kind: "ruled", round }) || null);
}"""
CORRECTED = """async () => {
  const [tape, { spotView }, { explain }] =
    await Promise.all(["tape", "spots", "words"].map((name) => import(`/js/${name}.js`)));
  __READING__
  const wager = { name: "bet", title: "Bet", about: "" };
  const game = { wagers: [wager], outcomes: [{ name: "won", title: "twenty" }], paytables: [], wager: () => wager };
  const spot = { wager: "bet", number: 0, hand: 0, shape: "circle", label: "", at: [0, 0] };
  const settle = (cents) => [tape.SETTLE, 1, 0, 0, 0, cents];
  const told = [[tape.STAKE, 1, 0, 0, 1000, 0], settle(1000), settle(100000), settle(-99000), settle(-3000)];
  return [2, 3, 4, 5].map((end) => {
    const scene = tape.sceneOf(told.slice(0, end), -1, 2);
    const look = { game, scene, options: {}, seat: 1, inRound: true, bets: {}, offered: new Set() };
    const felt = all(spotView(spot, look), "span").find((each) => each.props.class.includes("result"));
    return [text(felt), felt.props.class, ...explain(game, {}, scene, 1)];
  });
}""".replace("__READING__", READING)


def test_the_record_of_a_round_tells_thrown_away_cards_all_that_was_bet_and_what_it_came_to(page: Page) -> None:
    told = page.evaluate(f"""async () => {{
      const {{ promise }} = await import("/js/round_page.js");
      const {{ orderOf, betOf, resultOf }} = await import("/audit/recall.js");
      const [wagers, raised, taken] = [{{ a: 500, b: 500 }}, {{ a: 500, c: 250 }}, {{ b: 500 }}];
      const [won, back, undone] = [{{ a: -1000 }}, {{}}, {{}}];
      {READING}
      const at = Date.parse("2026-11-16T14:03:22") * 1000;
      const discarded = {{ at, reason: "the ledger was moved" }};
      return [{{ revealed: false, discarded }}, {{ revealed: false, discarded: null }}]
        .flatMap((shuffle) => [text(promise({{ round: {{ shuffle }} }})), orderOf(shuffle)])
        .concat(["a", "b", "c", "d"].map((wager) => betOf(wager, {{ wagers, raised, taken }})))
        .concat([1500, 1000, 0].map((corrected) => resultOf("a", {{ won, back, undone, corrected }})));
    }}""")
    assert told == [
        "These cards were thrown away on 16 Nov 2026, 14:03:22: the ledger was moved. Their order is never shown.",
        "thrown away 16 Nov 2026, 14:03:22: the ledger was moved. It is never shown",
        "These cards are still in use. When they are used up, the order can be checked.",
        "still dealt from",
        "$5 + $5", "$5, $5 taken back", "$2.50", "no bet",
        f"{MINUS}$10, corrected +$15: +$5", f"{MINUS}$10, corrected +$10: $0", f"{MINUS}$10",
    ]  # fmt: skip


def test_rulings_and_corrections_are_told_to_an_auditor(page: Page) -> None:
    assert page.evaluate(TOLD_EVENTS) == [
        "round 3, seat 1 Pat: Blackjack +$15 by sue: paid wrongly",
        "seat 2, by sue: Late bet: … (too late)",
        "round 4, by sue: Misdeal: … (two cards)",
        "Pat, seat 1: takes the bet back",
        "seat 1: the bet of $5 goes back to Pat: ruled by Sam",
        "Pat takes seat 1, 2",
        "Bot 3 takes seat 3, a bot that plays basic: seated by Sam",
        "Pat leaves with $300",
        "Pat is paid $300: the table is retired by Sam",
        "Pat leaves after the round",
        "Pat leaves after the round: removed by Sam",
        f"round 9, before its end: seat 2 Pat: Blackjack of $5 {MINUS}$5; seat 1: Blackjack +$7",
        f"round 9: seat 2 Pat: Blackjack {MINUS}$5",
        "round 9 by sue: a card fell; $10 goes back to Pat; $1 of what Pip won goes back to the house",
    ]
    assert page.evaluate(RECALLED) == [8, None, None], "a bet was late for a round that is not dealt yet"
    lasts = """async () => {
      const { micros } = await import("/audit/events.js");
      return ["2026-11-16", "2026-11-16T16:29", "2026-11-16T16:29:30", "2026-11-16T16:29:30.250", "2026-11-16T16:29Z"]
        .map((it) => micros(it, true) + 1 - micros(it));
    }"""
    assert page.evaluate(lasts) == [86_400_000_000, 60_000_000, 1_000_000, 1000, 60_000_000], "a bound is in whole"
    told = """async () => {
      const { withRulings } = await import("/js/ruling.js");
      const ruled = { seat: 0, sort: "Exposed card", outcome: "the round goes on", reason: "seen", by: "Sam" };
      const late = { ...ruled, seat: 2, row: 0 };
      const rulings = [late, { ...ruled, row: 2 }, { ...ruled, row: 4 }, { ...ruled, row: 3, voids: true }];
      return withRulings(["", "", "Anna: Hit", "Anna: 21"], rulings);
    }"""
    said = "Exposed card: the round goes on (seen), ruled by Sam"
    assert page.evaluate(told) == [f"Seat 2. {said}", said, "Anna: Hit", f"Anna: 21. {said}"]


def test_a_correction_stands_beside_what_was_paid_and_has_no_odds(page: Page) -> None:
    """ "+$1,010 101 to 1" and "+$20 2 to 1" stood on the felt of a bet that was paid 1 to 1."""
    assert page.evaluate(CORRECTED) == [
        ["+$10", "result won", "Bet: twenty pays 1 to 1: $10"],
        ["+$10, corrected +$1,000", "result won", "Bet: twenty pays 1 to 1: $10, corrected +$1,000"],
        ["+$10, corrected +$10", "result won", "Bet: twenty pays 1 to 1: $10, corrected +$10"],
        [f"+$10, corrected {MINUS}$20", "result lost", f"Bet: twenty pays 1 to 1: $10, corrected {MINUS}$20"],
    ]


FELT = """async ({ caughtUp, after }) => {
  const { Jackpots } = await import("/js/jackpots.js");
  const award = { seat: 1, why: "tier", meter: "m", tier: "royal_flush" };
  const hit = (table, round, cents) => ({ table, round, at: round, awards: [{ ...award, cents }] });
  const royal = { name: "royal", title: "Royal", link: "corner", due: [] };
  const seen = (cents, hits) => ({ round: 7, progressives: [{ ...royal, meters: [{ cents }], hits }] });
  const old = hit("two", 3, 10);
  const table = { name: "one", view: seen(900, [old]), stage: { caughtUp: true }, seatsInRound: () => [1], draw() {} };
  const jackpots = new Jackpots(table);
  jackpots.follow();
  const before = table.view;
  table.stage.caughtUp = caughtUp;
  const hits = { own: [hit("one", 7, 900), old], other: [hit("two", 9, 500), hit("two", 8, 400), old] }[after];
  if (after === "own") {
    table.view = seen(100, hits);
    jackpots.follow(before);
  } else jackpots.hear({ link: "corner", meters: [{ cents: 100 }], hits });
  const toasts = () => document.querySelectorAll(".toast").length;
  const now = () => [jackpots.shown[0].meters[0].cents, jackpots.held(), jackpots.feast?.text ?? null, toasts()];
  const first = now();
  table.stage.caughtUp = true;
  jackpots.follow();
  return [first, now()];
}"""


def test_a_hit_of_the_round_that_is_still_being_dealt_waits_for_its_cards(page: Page) -> None:
    """Meter, chips and celebration would tell what the cards are before they lie there."""
    found = page.evaluate(FELT, {"caughtUp": False, "after": "own"})
    assert found == [[900, 900, None, 0], [100, 0, "royal flush at one, $9", 1]]


def test_hits_at_other_tables_of_the_link_are_told_at_once_every_one_of_them(page: Page) -> None:
    found = page.evaluate(FELT, {"caughtUp": False, "after": "other"})
    assert found == [[100, 0, "royal flush at two, $5", 2]] * 2
