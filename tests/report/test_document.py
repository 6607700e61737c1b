"""A report says what `houseway edge` says, in every format that is text; whatever is asked of it stands in it."""

import gc
import json
import os
import re
import shlex
import socket
import subprocess
import sys
import warnings
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.analysis import store
from houseway.analysis.design import Pay
from houseway.analysis.ship import standard
from houseway.analysis.simulation import ROUND
from houseway.cli import app
from houseway.games import SLUGS, all_games
from houseway.games.game import Game
from houseway.report.edge_page import edge_json
from houseway.report.paper import evidence, press
from houseway.report.paper.compare import comparison
from houseway.report.paper.game_report import game_report
from houseway.report.paper.model import Number, Table, Words
from houseway.report.paper.press import FORMATS, printed
from houseway.report.paper.sections.colophon import colophon
from houseway.report.paper.sections.strategy import in_words
from houseway.report.paper.shown import shown
from houseway.report.paper.subject import subject_of
from houseway.rules.refused import Refused
from tests.own_warnings import own_warnings
from tests.report.given import dead_cells
from tests.report.papers import IN_ACTION, decimal_of, document, figures_shown, measures_of, subject

COLUMNS = {"edge": "edge", "hit": "hit", "sd": "sd", "element_of_risk": "risk", IN_ACTION: "action"}
SECTIONS = (
    "summary", "options", "paytables", "wagers", "strategy", "effects", "operator", "method", "published", "rules",
    "colophon",
)  # fmt: skip


@pytest.mark.parametrize("slug", SLUGS)
def test_json_has_every_figure_exactly(slug: str) -> None:
    found = json.loads(printed(document(slug), "json"))
    tables = {block["table"]: block for block in _blocks(found["sections"]) if "table" in block}
    expected = edge_json(subject(slug).solution)["figures"]
    for name, wager in subject(slug).figures.items():
        cells = next(row["cells"] for row in tables["figures"]["rows"] if row["key"] == name)
        assert cells["edge"]["value"] == expected[f"{name}.edge"]["value"]
        for measure in measures_of(subject(slug), name):
            assert cells[COLUMNS[measure]]["decimal"] == decimal_of(subject(slug), name, measure), (name, measure)
        if wager.rows:
            rows = [row["cells"] for row in tables[f"wager_{name}"]["rows"] if not row["total"]]
            assert [Fraction(row["probability"]["value"]) for row in rows] == [row.probability for row in wager.rows]


@pytest.mark.parametrize("form", ["md", "html"])
@pytest.mark.parametrize("slug", SLUGS)
def test_text_has_every_figure_beside_its_wager(slug: str, form: str) -> None:
    lines = _lines(printed(document(slug), form).decode(), form)
    told = figures_shown(subject(slug))
    for wager in subject(slug).wagers:
        wanted = [told[f"{wager.name}.{measure}"] for measure in measures_of(subject(slug), wager.name)]
        title = subject(slug).title_of(wager.name)
        assert any(title in line and all(each in line for each in wanted) for line in lines), (wager.name, wanted)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_section_that_was_asked_for_is_there_with_its_evidence(slug: str) -> None:
    assert subject(slug).evidence is not None, f"python -m houseway.report.paper.gathering {slug}"
    assert {section.name for section in document(slug).sections} >= set(SECTIONS)
    names = {table.name for table in document(slug).tables()}
    assert names >= {"figures", "options", "expected", "scores", "walks", "seats", "quantiles", "exposure", "sources"}
    charts = {chart.name for chart in document(slug).charts()}
    assert charts >= {"convergence", "hold", "night"}
    assert any(name.startswith("adds_") for name in charts)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_shipped_option_set_makes_a_report(game: Game) -> None:
    """Those that the claims and the readings need, in the formats that are quick to write."""
    with own_warnings() as warned:
        for settings, strategy in standard(game):
            made = game_report(subject_of(game, dict(settings), strategy=strategy))
            assert not list(dead_cells(made)), (settings, strategy)
            assert len(printed(made, "json")) > 20_000
            assert len(printed(made, "html")) > 20_000
    assert not warned


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_shipped_option_set_makes_a_report_in_every_format(game: Game) -> None:
    with own_warnings() as warned:
        for settings, strategy in standard(game):
            made = game_report(subject_of(game, dict(settings), strategy=strategy))
            for form in FORMATS:
                assert len(printed(made, form)) > 10_000, (settings, form)
            assert len(printed(made, "pdf", "us-letter")) > 10_000
    assert not warned


def test_a_warning_is_heard_and_one_of_what_an_earlier_test_left_is_not() -> None:
    left: dict[str, Any] = {"socket": socket.socket()}
    left["itself"] = left  # so that it goes when garbage is collected, in whatever test that is
    del left
    with own_warnings() as warned:
        gc.collect()
        warnings.warn("a report of its own", stacklevel=1)
    assert warned == ["UserWarning: a report of its own"]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_evidence_agrees_with_the_solution(slug: str) -> None:
    evidence = subject(slug).evidence
    assert evidence is not None
    assert {each.wager for each in evidence.scores} >= set(subject(slug).bet_on)
    assert max(abs(each.z) for each in evidence.scores) < 4
    assert max(abs(each.z_rows) for each in evidence.scores) < 4.5
    assert all(each.mass == "1" for each in evidence.walks)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.25, "25.0000%"),
        (2e-6, "0.0002%"),
        (2.1963979e-7, "0.00002196%"),
        (-3e-9, "-0.0000003%"),
        (9.99999e-8, "0.00001%"),
        (0.0, "0.0000%"),
    ],
)
def test_a_chance_is_written_without_an_exponent_and_a_rare_one_keeps_four_digits(chance: float, words: str) -> None:
    assert shown(Number(chance, "percent", 4)) == words


@pytest.mark.parametrize("slug", SLUGS)
def test_what_every_way_to_play_costs_that_is_written_down_is_told(slug: str) -> None:
    of = subject(slug)
    assert of.evidence is not None
    costly = {each.strategy for each in of.evidence.mistakes}
    for name in set(of.game.strategies) - costly:
        same = store.stored(of.game, of.settings, name)
        assert same is not None, f"what {name} costs stands nowhere"
        for wager, best in of.solution.wagers.items():
            assert same.wagers[wager].edge.value == best.edge.value, (name, wager)
    for each in of.evidence.mistakes:
        if each.se is not None:
            assert 0 < each.se < 0.002, "far less than mistakes cost"
            assert f"{each.edge:.4%} ± {each.se:.4%}" in printed(document(slug), "md").decode()
            least = float(of.solution.wagers[each.wager].edge.value)
            assert each.wager != ROUND or each.edge + 3 * each.se > least, "nobody beats the best play"


def test_a_departure_and_a_changed_pay_are_marked() -> None:
    odd = document("triple_shot_bonus", (), ("TSB-01/royal_flush/800",))
    text = printed(odd, "md").decode()
    assert "this departs from the approved rules in TSB-01, royal flush: 800 to 1" in text
    assert "'TSB-01/royal_flush/800'" in text or "TSB-01/royal_flush/800" in text.split("## Sources")[1]
    changed = subject("triple_shot_bonus", (), ("TSB-01/royal_flush/800",)).solution.wagers["poker"]
    usual = subject("triple_shot_bonus").solution.wagers["poker"]
    royal = next(row for row in usual.rows if row.outcome == "royal_flush")
    assert changed.edge.value == usual.edge.value - 300 * royal.probability


def test_expected_win_is_of_the_bets_that_are_made() -> None:
    """An Ante alone is played otherwise than one beside a Bonus; what arises in play is in a round's figures."""
    rows = next(table for table in document("fast_action_holdem").tables() if table.name == "expected").rows
    figures = subject("fast_action_holdem").solution.wagers
    won = {row.cells[0]: row.cells[2].value / 5 for row in rows if row.cells[0] and isinstance(row.cells[2], Number)}
    assert won == {"required": figures["ante_alone"].edge.value, "every spot": figures["round"].edge.value}
    assert figures["round"].edge.value == figures["ante"].edge.value + figures["bonus"].edge.value
    assert subject("dakota_stud").together(subject("dakota_stud").bet_on) == ["round"]
    assert subject("lucky_lucky").together(["blackjack", "lucky_lucky"]) == ["blackjack", "lucky_lucky"]


def test_a_changed_prize_is_told_as_a_sum_and_the_play_that_it_leaves_is_shown() -> None:
    odd = document("fast_action_holdem", (), ("envy_cents/royal_flush/50000",))
    text = printed(odd, "md").decode()
    assert "envy_cents, royal flush: $500" in text
    assert "play the two cards with the lowest number in the grid" in text
    assert "How it plays is not kept" not in text


def test_without_kept_evidence_it_says_how_to_get_it() -> None:
    text = printed(document("dakota_stud", (("lowest_pair", 6),)), "md").decode()
    assert "houseway report dakota_stud --set lowest_pair=6 --format pdf --out FILE --full" in text
    assert "departs from the approved rules" in text
    assert "How it plays is not kept for these options" in text
    assert "the table says how many standard errors" not in text, "of a simulation that is not there"


def test_a_chart_is_told_in_words() -> None:
    ups = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
    stand = {up: "S" if up in "23456" else "H" for up in ups}
    lines = [
        {"kind": "hard", "hand": hand, "cards_from": 2, "situation": "whole hands", "cells": stand}
        for hand in ("13", "14", "15")
    ]
    lines.append({"kind": "soft", "hand": "18", "cards_from": 3, "cells": {**dict.fromkeys(ups, "Ds"), "A": "H*"}})
    assert (
        in_words(lines)
        == [
            "Hard 13 to 15: hit against 7 to A, else stand.",
            "Soft 18 of 3 cards or more: mostly hit against A, else double (or stand).",
        ]
        or in_words(lines)[0] == "Hard 13 to 15: stand against 2 to 6, else hit."
    )


@pytest.mark.parametrize("slug", ["triple_shot_bonus", "super_fun_21", "lucky_lucky"])
def test_every_act_of_a_chart_stands_under_its_up_card(slug: str) -> None:
    evidence = subject(slug).evidence
    assert evidence is not None
    chart = next(table for table in document(slug).tables() if table.name == "chart_0")
    lines = [line for line in evidence.chart if line["situation"] == "whole hands"]
    for line, row in zip(lines, chart.rows, strict=True):
        under = {column.head: shown(cell) for column, cell in zip(chart.columns, row.cells, strict=True)}
        assert {up: under[up] for up in line["cells"]} == line["cells"], row.cells[0]


@pytest.mark.parametrize("slug", SLUGS)
def test_formulas_name_cells_that_are_there(slug: str) -> None:
    tables = {table.name: table for table in document(slug).tables()}
    assert len(tables) == len(list(document(slug).tables())), "two tables of one name"
    found = 0
    for table in tables.values():
        for row in table.rows:
            for cell in row.cells:
                if isinstance(cell, Number):
                    for name in re.findall(r"\[([^\]]+)\]", cell.formula):
                        where, _, place = name.rpartition("!")
                        of = tables[where] if where else table
                        key, _, column = place.rpartition(".")
                        assert column.rstrip(":") in {each.key for each in of.columns}, name
                        assert not key or key in {each.key for each in of.rows}, name
                        found += 1
    assert found > 100


def test_html_needs_nothing_from_elsewhere() -> None:
    text = printed(document("triple_shot_bonus"), "html").decode()
    assert not re.search(r"<script|<link|src=|@import|url\(", text)
    assert set(re.findall(r"https?://[^\s\"'<>]+", text)) <= {"http://www.w3.org/2000/svg"}


def test_bytes_are_the_same_from_another_process_folder_and_time_zone(tmp_path: Path) -> None:
    one = "app(['report', 'dakota_stud', '--out', f'r.{form}'], standalone_mode=False)"
    script = f"from houseway.cli import app\nfor form in {FORMATS}: {one}"
    elsewhere = {**os.environ, "TZ": "Asia/Kolkata", "PYTHONHASHSEED": "7", "LC_ALL": "C"}
    command = [sys.executable, "-c", script]
    subprocess.run(command, cwd=tmp_path, check=True, env=elsewhere, capture_output=True)
    for form in FORMATS:
        assert (tmp_path / f"r.{form}").read_bytes() == printed(document("dakota_stud"), form), form


def test_the_command_prints_or_writes_and_refuses_in_a_sentence(tmp_path: Path) -> None:
    run = CliRunner()
    on_screen = run.invoke(app, ["report", "dakota_stud"])
    assert on_screen.output.startswith("# Dakota Stud\n")
    path = tmp_path / "dakota.html"
    assert run.invoke(app, ["report", "dakota_stud", "--out", str(path)]).exit_code == 0
    assert path.read_text().startswith("<!doctype html>")
    for words, sentence in (
        (["dakota_stud", "--format", "docx"], "a report is written as pdf, html, xlsx, md, json, not as 'docx'"),
        (["dakota_stud", "--format", "pdf"], "does not go to the screen"),
        (["dakota_stud", "--pay", "DS-01/royal"], "names no pay"),
        (["dakota_stud", "--date", "yesterday"], "write it as"),
        (["dakota_stud", "--paper", "a5"], "paper is a4 or letter"),
    ):
        refused = run.invoke(app, ["report", *words])
        assert isinstance(refused.exception, Refused), words
        assert sentence in str(refused.exception)


def test_two_settings_stand_side_by_side() -> None:
    a, b = subject("triple_shot_bonus"), subject("triple_shot_bonus", (("soft_17", "stand"), ("paytable", "TSB-02")))
    tables = {table.name: table for table in comparison(a, b).tables()}
    assert [row.cells[0] for row in tables["differ"].rows] == ["Poker paytable", "Dealer with a soft 17"]
    for row in tables["compared"].rows:
        edges = [of.solution.wagers[row.key].edge.value for of in (a, b)]
        assert [cell.value for cell in row.cells[1:4] if isinstance(cell, Number)] == [*edges, edges[1] - edges[0]]
    assert [row.cells[1:] for row in tables["pays_differ"].rows] == [
        ("royal flush", "500 to 1", "200 to 1"),
        ("straight flush", "50 to 1", "60 to 1"),
    ]
    for form in FORMATS:
        assert printed(comparison(a, b), form)
    with pytest.raises(Refused, match="both sides are the same"):
        comparison(a, a)


@pytest.mark.parametrize(
    "words",
    [
        ["triple_shot_bonus", "--set", "soft_17=stand", "--pay", "TSB-01/royal_flush/800", "--date", "2026-11-16"],
        ["triple_shot_bonus", "--pay", "TSB-01/flush/4", "--compare", "soft_17=stand", "--compare", "hat_trick=6 to 1",
         "--compare-pay", "TSB-01/royal_flush/800", "--date", "2026-11-16"],
    ],
)  # fmt: skip
def test_a_report_names_the_command_that_makes_the_same_bytes(words: list[str], tmp_path: Path) -> None:
    run = CliRunner()
    first, again = tmp_path / "first.json", tmp_path / "again.json"
    assert run.invoke(app, ["report", *words, "--out", str(first)]).exit_code == 0
    blocks = _blocks(json.loads(first.read_text())["sections"])
    command = next(found[1] for block in blocks if (found := re.fullmatch("`houseway (.*)`", block.get("words", ""))))
    asked = command.replace("--format pdf --out FILE", f"--format json --out {again}")
    assert run.invoke(app, shlex.split(asked)).exit_code == 0
    assert again.read_bytes() == first.read_bytes()


def test_what_was_worked_out_for_a_report_is_asked_for_in_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    of = subject("dakota_stud")
    assert "--full" not in str(colophon(of).blocks)
    monkeypatch.setattr(evidence, "_shipped", lambda _: {})
    assert "`houseway report dakota_stud --full --format pdf --out FILE`" in str(colophon(of).blocks)


def test_a_side_that_departs_from_the_approved_rules_says_so_of_options_and_pays_alike() -> None:
    studied = subject("triple_shot_bonus", (), ("TSB-01/royal_flush/800",))
    (said,) = [each for each in comparison(subject("triple_shot_bonus"), studied).sections[0].blocks
               if isinstance(each, Words)]  # fmt: skip
    assert said.text == "B: For study: this departs from the approved rules in TSB-01, royal flush: 800 to 1."


def test_pays_of_hands_that_are_split_or_doubled_are_followed_too() -> None:
    design = next(each for each in document("super_fun_21").sections if each.name == "design")
    table = next(block for block in design.blocks if getattr(block, "name", "") == "moves_blackjack")
    assert isinstance(table, Table)
    assert [row.key for row in table.rows] == ["five_card_21", "six_cards", "natural", "win", "diamond_natural"]
    assert not any("left out" in getattr(block, "text", "") for block in design.blocks)


@pytest.mark.parametrize("slug", ["super_fun_21", "lucky_lucky"])
def test_what_is_sampled_has_no_count_and_all_counts_together_are_the_cases(slug: str) -> None:
    tables = {table.name: table for table in document(slug).tables()}
    blackjack = subject(slug).figures["blackjack"]
    ways = [row.cells[1] for row in tables["wager_blackjack"].rows]
    assert [cell == "sampled" for cell in ways[:-1]] == [row.outcome == "several_hands" for row in blackjack.rows]
    assert "sampled" in ways
    counts = [int(str(row.cells[2]).replace(" ", "")) for row in tables["ways_blackjack"].rows]
    told = [int(cell.value) for cell in ways if isinstance(cell, Number)]
    assert sum(counts) == told[-1]
    assert {*told[:-1]} < {*counts}


def test_all_games_go_into_a_folder_with_a_catalogue(tmp_path: Path) -> None:
    run = CliRunner()
    assert run.invoke(app, ["report", "--all", "--format", "json", "--out", str(tmp_path / "all")]).exit_code == 0
    assert {path.name for path in (tmp_path / "all").iterdir()} == {f"{slug}.json" for slug in (*SLUGS, "catalogue")}
    found = json.loads((tmp_path / "all" / "catalogue.json").read_text())
    rows = next(block["rows"] for block in _blocks(found["sections"]) if block.get("table") == "catalogue")
    edges = {row["key"]: row["cells"]["edge"]["value"] for row in rows}
    assert "`houseway report --all --format pdf --out FOLDER`" in (tmp_path / "all" / "catalogue.json").read_text()
    for slug in SLUGS:
        for name, wager in subject(slug).solution.wagers.items():
            assert edges[f"{slug}.{name}"] == str(wager.edge.value)
    for words, sentence in (
        (["--all"], "name a folder with --out"),
        (["--all", "dakota_stud", "--out", "x"], "leave out dakota_stud"),
        ([], "name a game, or --all"),
        (["dakota_stud", "--compare", "paytable=DS-01"], "both sides are the same"),
        (["dakota_stud", "--compare", "DS-02"], "--compare DS-02: write it as name=choice"),
    ):
        refused = run.invoke(app, ["report", *words])
        assert sentence in str(refused.exception), words


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(press.NEEDS, "pdf", "no-such-package")
    with pytest.raises(Refused, match=r"a report as pdf needs no-such-package: pip install 'houseway\[report\]'"):
        printed(document("dakota_stud"), "pdf")


def _blocks(sections: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [block for section in sections for block in (*section["blocks"], *_blocks(section["sections"]))]


def _lines(text: str, form: str) -> list[str]:
    """Rows of tables, whatever the format."""
    return text.splitlines() if form == "md" else _Rows.of(text)


class _Rows(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[str] = []

    @classmethod
    def of(cls, text: str) -> list[str]:
        reader = cls()
        reader.feed(text)
        return reader.rows

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag == "tr":
            self.rows.append("")

    def handle_data(self, data: str) -> None:
        if self.rows:
            self.rows[-1] += f" {data}"


def test_the_largest_pays_are_told_where_the_solver_counts_no_rows() -> None:
    """A changed Bonus is priced anew without rows: its royal flush pays 800 to 1 all the same."""
    game = next(each for each in all_games() if each.slug == "fast_action_holdem")
    asked = subject_of(game, pays=[Pay("4", "royal_flush", Fraction(800))])
    told = next(table for table in game_report(asked).tables() if table.name == "exposure")
    bonus = next(row.cells for row in told.rows if row.cells[0] == "Bonus")
    assert [cell.value for cell in bonus[1:] if isinstance(cell, Number)] == [40_000, 800, 32_000_000]
    assert {row for _, row, _ in dead_cells(game_report(asked))} == {"hit", "sd"}, "sampled; edges follow their hands"


def test_a_bet_that_is_not_offered_has_no_paytable() -> None:
    told = subject("lucky_lucky")
    without = replace(told, settings=told.game.settings({"insurance": False}))
    codes = [[table.code for table in each.paytables] for each in (told, without)]
    assert "insurance" in codes[0]
    assert codes[1] == [code for code in codes[0] if code != "insurance"]
