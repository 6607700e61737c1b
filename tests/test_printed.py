"""Numbers as people read them: every column of a page against figures worked out anew from the other columns, from the
published facts, or by hand. A wrong sign, unit or column is a fault although every figure behind it is right."""

import json
import math
import re
from functools import cache
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import find_game
from houseway.games.wager_titles import wager_title

Table = list[dict[str, str]]
GAMES = ("dakota_stud", "fast_action_holdem", "lucky_lucky", "super_fun_21", "triple_shot_bonus")


@cache
def printed(*words: str) -> dict[str, Table]:
    """The tables of a page by their titles; each row by its column heads."""
    done = CliRunner().invoke(app, list(words), env={"COLUMNS": "400", "TERM": "dumb"})
    assert done.exit_code == 0, done.output
    tables: dict[str, Table] = {}
    heads: list[str] = []
    before = ""
    for line in done.output.splitlines():
        cells = [cell.strip() for cell in re.split("[│┃]", line)[1:-1]]
        if line.startswith("┃"):
            heads, title = cells, before.strip()
            tables[title] = []
        elif cells:
            tables[title].append(dict(zip(heads, cells, strict=True)))
        elif not line.startswith(("┏", "┡", "└", "├")):
            before = line
    return tables


def as_json(*words: str) -> Any:
    done = CliRunner().invoke(app, [*words, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def number(cell: str) -> float:
    """A figure without its error, its unit or the commas in it: 12.5 % is 0.125."""
    text = cell.split(" ± ")[0].replace(",", "").lstrip("$")
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


def error(cell: str) -> float:
    return number(cell.split(" ± ")[1]) if " ± " in cell else 0.0


# --- edge ---


@pytest.mark.parametrize("slug", GAMES)
def test_an_edge_is_what_the_printed_outcomes_lose_and_a_hit_what_of_them_wins(slug: str) -> None:
    tables = printed("edge", slug)
    figures = next(table for title, table in tables.items() if title.endswith("exact figures"))
    looked = 0
    for row in figures:
        outcomes = tables.get(row["wager"], [])
        if not outcomes:
            continue
        looked += 1
        chances = [(number(each["wins"]), number(each["probability"])) for each in outcomes]
        mean = sum(won * chance for won, chance in chances)
        deviation = math.sqrt(sum(won * won * chance for won, chance in chances) - mean * mean)
        wide = len(chances) * 1e-6 + 12 * error(row["hits"])  # outcomes are sampled where hits are
        assert sum(chance for _, chance in chances) == pytest.approx(1, abs=1e-6)
        assert number(row["house edge"]) == pytest.approx(-mean, abs=wide), row
        if row["wager"] != "A round":  # a round hits when one of its bets does, whatever the others lose
            hits = sum(chance for won, chance in chances if won > 0)
            assert number(row["hits"]) == pytest.approx(hits, abs=wide), row
        assert number(row["st. dev."]) == pytest.approx(deviation, abs=2e-3), row
        assert number(row["element of risk"]) == pytest.approx(
            number(row["house edge"]) / number(row["in action"]), abs=2e-6, rel=1e-5
        )
        for each in outcomes:
            chance, won = number(each["probability"]), number(each["wins"])
            assert number(each["1 in"]) == pytest.approx(1 / chance, abs=0.051, rel=1e-3), each
            assert number(each["to the mean"]) == pytest.approx(won * chance, abs=1e-6), each
            if each["exact probability"]:
                over, _, under = each["exact probability"].partition("/")
                assert int(over) / int(under or 1) == pytest.approx(chance, rel=1e-3), each
    assert looked


def test_the_signs_of_edges_that_everyone_can_work_out() -> None:
    """War loses to a tie (1 in 17 and half back), insurance pays 2 to 1 on 16 of 51 cards; at 9 to 1 the Hat Trick
    gives the player a quarter."""
    (figures,) = (table for title, table in printed("edge", "triple_shot_bonus").items() if title.endswith("figures"))
    by_wager = {row["wager"]: row for row in figures}
    assert by_wager["War"]["edge as a fraction"] == "1/34"
    assert by_wager["Insurance"]["edge as a fraction"] == "1/17"
    assert number(by_wager["Insurance"]["house edge"]) == pytest.approx(1 / 17, abs=1e-8)
    assert number(by_wager["Insurance"]["hits"]) == pytest.approx(16 / 51, abs=1e-8)
    assert by_wager["Hat Trick"]["house edge"] == "-25.146233%"


@pytest.mark.parametrize("slug", GAMES)
def test_edges_as_json_are_the_printed_ones(slug: str) -> None:
    told = as_json("edge", slug)
    wagers = {figure.partition(".")[0] for figure in told["figures"]}
    names = {wager_title(find_game(slug), name): name for name in wagers}
    assert set(told) == {"game", "options", "study", "figures", "notes"}
    columns = {"edge": "house edge", "hit": "hits", "sd": "st. dev.", "element_of_risk": "element of risk"}
    figures = next(table for title, table in printed("edge", slug).items() if title.endswith("exact figures"))
    for row in figures:
        for measure, column in columns.items():
            figure = told["figures"][f"{names[row['wager']]}.{measure}"]
            assert set(figure) == {"value", "decimal", "se"}
            assert number(row[column]) == pytest.approx(figure["decimal"], abs=1e-5), (row, measure)


# --- simulate ---


@pytest.mark.parametrize("slug", ["dakota_stud", "triple_shot_bonus"])
def test_a_simulated_edge_is_what_the_counted_outcomes_lose(slug: str) -> None:
    tables = printed("simulate", slug, "--rounds", "20000", "--seed", "5")
    told = as_json("simulate", slug, "--rounds", "20000", "--seed", "5")
    figures = tables[next(title for title in tables if title.endswith("20,000 rounds, seed 5"))]
    names = {wager_title(find_game(slug), name): name for name in told["figures"]}
    for row in figures:
        figure = told["figures"][names[row["wager"]]]
        assert number(row["house edge"]) == pytest.approx(figure["edge"], abs=1e-6), row
        outcomes = tables.get(row["wager"], [])
        counts = [(number(each["won"]), number(each["count"])) for each in outcomes]
        seen = sum(count for _, count in counts)
        if not seen:
            continue
        mean = sum(won * count for won, count in counts) / seen
        square = sum(won * won * count for won, count in counts) / seen
        deviation = math.sqrt((square - mean * mean) * seen / (seen - 1))
        assert number(row["house edge"]) == pytest.approx(-mean, abs=1e-6), row
        assert number(row["st. dev."]) == pytest.approx(deviation, abs=1e-4), row
        assert number(row["± s.e."]) == pytest.approx(deviation / math.sqrt(seen), abs=1e-6), row
        assert number(row["hits"]) == pytest.approx(sum(n for won, n in counts if won > 0) / seen, abs=1e-6), row
        for each in outcomes:
            assert number(each["probability"]) == pytest.approx(number(each["count"]) / seen, abs=1e-8), each
            assert number(each["1 in"]) == pytest.approx(seen / number(each["count"]), abs=0.051), each
            assert number(each["to the mean"]) == pytest.approx(
                number(each["won"]) * number(each["count"]) / seen, abs=1e-5
            )


# --- advise, effects, verify ---


def test_advice_ranks_by_value_and_a_choice_costs_what_it_is_worth_less() -> None:
    """A pair of aces is split, whatever the dealer has; to stand on 12 against a 10 is the worst of all."""
    (rows,) = printed("advise", "lucky_lucky", "A-A v 6").values()
    values = [number(row["expected value"]) for row in rows]
    assert rows[0]["act"].startswith("Split")
    assert values == sorted(values, reverse=True)
    assert values[0] > 0
    for row, value in zip(rows, values, strict=True):
        assert number(row["costs"]) == pytest.approx(values[0] - value, abs=2e-6)
    (bad,) = printed("advise", "lucky_lucky", "T-6 v T").values()
    assert number(bad[0]["expected value"]) < 0


def test_rounding_for_the_house_costs_the_player_and_the_other_way_round() -> None:
    tables = printed("effects", "fast_action_holdem", "--players", "3", "--rounds", "1000")
    rounded = next(table for title, table in tables.items() if title.startswith("Pays rounded to $1,"))
    assert rounded
    for row in rounded:
        full = number(row["odds in full"])
        assert number(row["the house"]) >= full >= number(row["the player"]), row
        assert number(row["the house"]) > number(row["the player"]), row


def test_envy_grows_by_the_same_for_each_other_player_and_a_cap_costs_the_difference() -> None:
    tables = printed("effects", "fast_action_holdem", "--players", "3", "--rounds", "1000")
    envy = next(table for table in tables.values() if "a round" in table[0])
    each_other = number(envy[1]["a round"])
    assert each_other > 0
    for players, row in enumerate(envy, start=1):
        assert row["players"] == str(players)
        assert number(row["a round"]) == pytest.approx((players - 1) * each_other, abs=3e-4)
        assert number(row["of a Bonus of $5"]) == pytest.approx(number(row["a round"]) / 5, abs=2e-5)
    caps = next(table for table in tables.values() if "cap on" in table[0])
    for row in caps:
        change = number(row["change"])
        assert change >= 0, "a cap never pays more"
        assert number(row["edge"]) == pytest.approx(number(row["without"]) + change, abs=2e-6), row


@pytest.mark.parametrize("slug", ["dakota_stud", "triple_shot_bonus"])
def test_a_verdict_says_the_same_on_the_page_and_as_json_and_follows_from_the_figures(slug: str) -> None:
    told = as_json("verify", slug)
    keys = {"game", "claim", "about", "cites", "published", "ours", "ours_exact", "under_assumption", "verdict", "why"}
    (rows,) = printed("verify", slug).values()
    assert len(rows) == len(told) > 0
    by_claim = {each["claim"]: each for each in told}  # the page goes by the layout
    for row in rows:
        each = by_claim.pop(row["claim"])
        assert set(each) == keys
        shown = (row["claim"], row["where"], row["published"], row["ours"], row["assumed"], row["verdict"])
        assert shown == (
            each["claim"], each["cites"], each["published"], each["ours"], each["under_assumption"], each["verdict"],
        )  # fmt: skip
        if all(re.fullmatch(r"-?[\d.]+%", each[key]) for key in ("published", "ours")):
            agrees = number(each["published"]) == pytest.approx(number(each["ours"]), abs=1.1e-6)
            assert agrees == (each["verdict"] == "reproduced"), each
