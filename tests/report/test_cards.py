"""Cards and drawings to print, read back: what a card says is what the plan does; nothing is cut, nothing too small."""

import io
import re
from dataclasses import replace
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pypdf import PdfReader
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import SLUGS, find_game
from houseway.games.charts import AFTER_DOUBLE, AFTER_SPLIT, COLUMNS, NONE, WHOLE, Plan, card_points
from houseway.report.hand_lengths import choice_cards_max
from houseway.report.paper.cards import layout, paytable_cards, strategy_card
from houseway.report.paper.felt_sheet import DEEP_MM, WIDE_MM, felt_data
from houseway.report.paper.paytable_card import paytable_data
from houseway.report.paper.wallet_chart import WalletChart, wallet_charts
from houseway.report.strategy import LETTERS, SITUATIONS, reached_hands, strategy_json
from houseway.rules.blackjack import DOUBLE, HIT, STAND
from houseway.rules.compositions import compositions
from houseway.rules.refused import Refused
from tests.report.papers import subject

POINTS_A_MM = 72 / 25.4
LEAST_PT = 5.5
BY_CHART = ("triple_shot_bonus", "super_fun_21", "lucky_lucky")


def words(found: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(found)).pages).split())


def sizes_mm(found: bytes) -> set[tuple[int, int]]:
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(found)).pages]
    return {(round(float(box.width) / POINTS_A_MM), round(float(box.height) / POINTS_A_MM)) for box in boxes}


# --- strategy cards ---


@pytest.mark.parametrize("slug", BY_CHART)
def test_the_card_says_of_every_hand_that_comes_up_what_the_plan_does(slug: str) -> None:
    game = find_game(slug)
    plan: Plan = any_plan(game.plan(game.strategies[0], game.settings()))
    settings = game.settings()
    charts = wallet_charts(strategy_json(game, plan, settings))
    reached = reached_hands(plan, choice_cards_max(game, settings))
    looked = 0
    for situation in (WHOLE, AFTER_SPLIT, AFTER_DOUBLE):
        for number in range(1, len(reached[situation])):
            for up in COLUMNS:
                said = plan.acts[situation, number, card_points(up)]
                if reached[situation, number, card_points(up)] and said[0] != NONE:
                    acts = [act for act in said if act != NONE]
                    letters = "".join(LETTERS[game.acts[act]] for act in acts[:2])
                    told = looked_up(charts, situation, number, COLUMNS.index(up))
                    assert told.endswith("*") or told == letters, (situation, compositions().held[number], up)
                    looked += 1
    assert looked > 2000
    assert {chart.situation for chart in charts} >= {WHOLE, AFTER_SPLIT}


@pytest.mark.parametrize(
    ("slug", "chosen", "most"),
    [
        ("triple_shot_bonus", {}, 5),
        ("super_fun_21", {}, 5),
        ("super_fun_21", {"six_card_winner": False}, 21),
        ("lucky_lucky", {}, 21),
    ],
)
def test_no_hand_is_told_that_its_last_card_has_ended(slug: str, chosen: dict[str, Any], most: int) -> None:
    game = find_game(slug)
    settings = game.settings(chosen)
    assert choice_cards_max(game, settings) == most
    kept = None if chosen else subject(slug).evidence
    charts = [strategy_json(game, any_plan(game.plan(name, settings)), settings) for name in game.strategies]
    for chart in (*charts, kept.chart if kept else []):
        rows = [row for row in chart if row["situation"] != SITUATIONS[AFTER_DOUBLE]]
        assert max((row["cards_from"] for row in rows), default=2) <= most, [row["hand"] for row in rows]


def test_hands_that_nowhere_differ_share_a_row() -> None:
    def line(hand: str, **cells: str) -> dict[str, Any]:
        told = {**dict.fromkeys(COLUMNS, ""), **{name[1:]: cell for name, cell in cells.items()}}
        return {"situation": SITUATIONS[WHOLE], "kind": "hard", "hand": hand, "cards_from": 2, "cells": told}

    [chart] = wallet_charts([line("15", _2="S", _3="H"), line("16", _3="H", _4="D"), line("17", _4="S")])
    assert [(row.hands_said, row.cells[:3]) for row in chart.rows] == [
        ("15-16", ("S", "H", "D")),
        ("17", ("", "", "S")),
    ]


def any_plan(plan: Plan) -> Plan:
    """Acts drawn at random by situation, total, number of cards and up-card; pairs are split as they were."""
    book, acts = compositions(), plan.acts.copy()
    draw = np.random.default_rng(7)
    drawn = draw.choice([HIT, STAND, DOUBLE], size=(3, 22, 2, 22, acts.shape[2]), p=[0.6, 0.3, 0.1])
    for number in range(1, len(book.cards)):
        pair = book.cards[number] == 2 and book.held[number].max() == 2
        if not pair:
            acts[:, number] = NONE
            acts[:, number, :, 0] = drawn[:, book.total[number], int(book.soft[number]), book.cards[number]]
    acts[AFTER_DOUBLE, :, :, 0] = STAND
    return plan._replace(acts=acts)


def looked_up(charts: list[WalletChart], situation: int, number: int, place: int) -> str:
    """What a reader finds: after a split first what is told of it, then what is told of whole hands."""
    book = compositions()
    cards = int(book.cards[number])
    kind, hand = "soft" if book.soft[number] else "hard", str(book.total[number])
    if cards == 2 and book.held[number].max() == 2:
        point = int(book.held[number].argmax())
        kind, hand = "pair", "-".join(2 * [{1: "A", 10: "T"}.get(point, str(point))])
    for wanted in {AFTER_SPLIT: (AFTER_SPLIT, WHOLE)}.get(situation, (situation,)):
        found = {
            row.cells[place]
            for chart in charts
            if (chart.situation, chart.kind) == (wanted, kind)
            for row in chart.rows
            if hand in row.hands and row.first <= cards <= row.last and row.cells[place]
        }
        if found:
            assert len(found) == 1, (wanted, kind, hand, cards)
            return found.pop()
    return "S" if situation == AFTER_DOUBLE else ""


@pytest.mark.parametrize("slug", SLUGS)
def test_a_strategy_card_fits_a_wallet_and_can_be_read(slug: str) -> None:
    found = strategy_card(subject(slug), "pdf")
    assert sizes_mm(found) == {(86, 54)}
    text = words(found)
    assert all(f"{title} {float(wager.edge.value):.2%}" in text for title, wager in titled(slug)), text
    small: list[Any] = []

    def look(text: str, _: Any, matrix: Any, font: Any, size: float) -> None:
        if text.strip() and size * hypot(matrix[0], matrix[1]) < LEAST_PT - 0.01 and font:
            small.append((text, size))

    for page in PdfReader(io.BytesIO(found)).pages:
        page.extract_text(visitor_text=look)
    assert not small
    evidence = subject(slug).evidence
    assert evidence is not None
    for section in evidence.guide.get("sections", ()):
        assert all(rule["text"] in text for rule in section["rules"])
        assert all(cell in text for grid in section["grids"] for row in grid["cells"] for cell in row)
    for chart in wallet_charts(evidence.chart):
        for row in chart.rows:
            line = " ".join(filter(None, (row.hands_said, row.cards_said, *row.cells))).replace("-", "–")  # noqa: RUF001
            assert line.replace(" ", "") in text.replace(" ", ""), line


def titled(slug: str) -> list[tuple[str, Any]]:
    """What a player bets on."""
    return [(subject(slug).title_of(name), wager) for name, wager in subject(slug).solution.wagers.items()]


def test_a_card_follows_options_and_pays_and_says_so() -> None:
    text = words(strategy_card(subject("dakota_stud", (("lowest_pair", 6),)), "pdf"))
    assert "Lowest pair that wins: a pair of eights" in text
    odd = subject("triple_shot_bonus", (), ("TSB-01/royal_flush/800",))
    usual = words(strategy_card(subject("triple_shot_bonus"), "pdf"))
    assert "TSB-01, royal flush: 800 to 1" in words(strategy_card(odd, "pdf"))
    assert "standard options" in usual
    assert "Royal flush 800 to 1" in words(paytable_cards(odd, "pdf"))
    assert "Royal flush 800 to 1" in words(layout(odd, "pdf"))


# --- paytable cards and layouts ---


@pytest.mark.parametrize("slug", SLUGS)
def test_paytable_cards_have_every_pay_of_the_sign(slug: str) -> None:
    found = paytable_cards(subject(slug), "pdf")
    assert sizes_mm(found) == {(105, 148)}
    text = words(found)
    told = [row for card in paytable_data(subject(slug))["cards"] for row in card["rows"]]
    assert all(f"{what} {pays}" in text for what, pays in told)
    for table in subject(slug).paytables:
        best = max(table.pays, key=lambda row: row[1] / row[2])
        if best[1] > 0 and not any(each.toke and each.name in table.wagers for each in subject(slug).game.sheet.wagers):
            assert f"{best[1]:,} to {best[2]}" in text, table.code


@pytest.mark.parametrize("slug", SLUGS)
def test_a_layout_is_to_scale_with_all_spots_on_the_felt_and_apart(slug: str) -> None:
    data = felt_data(subject(slug), 5)
    seats = data["seats"]
    assert len(seats) == subject(slug).game.seats_max(subject(slug).settings)
    assert seats[0]["x"] > seats[-1]["x"], "seat 1 is at the dealer's left, the right of who looks at the dealer"
    for one, other in combinations([(seat["number"], spot) for seat in seats for spot in seat["spots"]], 2):
        if one[0] != other[0]:
            apart = hypot(one[1]["x"] - other[1]["x"], one[1]["y"] - other[1]["y"])
            assert apart > (one[1]["tall"] + other[1]["tall"]) / 2
    for seat in seats:
        far = [hypot(spot["x"] - WIDE_MM / 2, spot["y"]) for spot in seat["spots"]]
        drawn = subject(slug).game.sheet.layout
        assert drawn is not None
        depth = {spot.label: spot.at[1] for spot in drawn.spots}
        ordered = sorted(zip((depth[spot["label"]] for spot in seat["spots"]), far, strict=True))
        assert ordered[0][0] == ordered[-1][0] or ordered[0][1] < ordered[-1][1], "turned to the dealer"
        for spot in seat["spots"]:
            across = (spot["x"] - WIDE_MM / 2) / (WIDE_MM / 2 - spot["tall"] / 2)
            down = (spot["y"] - 130) / (DEEP_MM - 130 - spot["tall"] / 2)
            assert spot["y"] < 130 or hypot(across, down) < 1, spot
    found = layout(subject(slug), "pdf")
    assert sizes_mm(found) == {(420, 297)}
    text = words(found)
    assert all(" ".join(spot[0].split()) in text and spot[3] in text for spot in data["spots"])
    assert "1 : 5, lengths in mm" in text


def test_a_layout_has_the_spots_that_are_offered_and_any_scale() -> None:
    of = subject("super_fun_21")
    without = felt_data(replace(of, settings=of.settings.but(insurance=False)), 5)
    assert {spot["label"] for spot in without["seats"][0]["spots"]} == {"Blackjack"}
    assert sizes_mm(layout(subject("dakota_stud"), "pdf", 1)) == {(2100, 1485)}


def test_pictures_have_their_size_and_the_bytes_stay() -> None:
    of = subject("dakota_stud")
    for make in (strategy_card, paytable_cards, layout):
        svg = make(of, "svg")
        assert svg == make(of, "svg")
        assert make(of, "pdf") == make(of, "pdf")
        assert not re.search(rb"<text|href=\"http|<script", svg), "letters are drawn, and nothing is loaded"
    drawn = re.search(rb'width="([\d.]+)pt" height="([\d.]+)pt"', layout(of, "svg"))
    assert drawn is not None
    assert [round(float(each) / POINTS_A_MM) for each in drawn.groups()] == [420, 297]
    png = strategy_card(of, "png")
    assert png.startswith(b"\x89PNG")
    assert png == strategy_card(of, "png")


def test_the_command_writes_cards_also_of_a_game_from_outside_and_refuses_in_a_sentence(tmp_path: Path) -> None:
    run = CliRunner()
    path = tmp_path / "card.svg"
    told = run.invoke(app, ["card", "dakota_stud", "strategy", "--out", str(path)])
    assert told.exit_code == 0, told.output
    assert path.read_bytes() == strategy_card(subject("dakota_stud"), "svg")
    for asked, sentence in (
        (["dakota_stud", "menu"], "a card is strategy, paytable, layout, not 'menu'"),
        (["dakota_stud", "layout", "--format", "gif"], "a card is written as pdf, svg, png, not as 'gif'"),
        (["dakota_stud", "layout", "--scale", "3"], "not 1 to 3"),
        (["dakota_stud", "layout", "--out", str(tmp_path / "no" / "x.pdf")], "cannot be written"),
        (["dakota_stud", "paytable", "--pay", "DS-01/royal"], "names no pay"),
    ):
        refused = run.invoke(app, ["card", *asked])
        assert isinstance(refused.exception, Refused), asked
        assert sentence in str(refused.exception)
