"""Pages of the terminal made of figures written here by hand: every sign, unit, rounding and column is held."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction as F  # noqa: N817
from io import StringIO
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from rich.console import Console, RenderableType

from houseway.analysis.effects import EACH_HAND, ROUND, SEAT, Capped, Effects, Envied, Rounded
from houseway.analysis.exact.shared.guide import Grid, Guide, Rule, Section
from houseway.analysis.exact.shared.solution import Figure, Row, Solution, WagerSolution
from houseway.analysis.hints import Hint
from houseway.analysis.simulation import Simulation
from houseway.cli.arguments import read_bets, read_options
from houseway.games import find_game
from houseway.games.approval import outcome_titles
from houseway.games.betting import Limits
from houseway.games.settings import Settings
from houseway.games.sheet import register
from houseway.house.audit.hold import BOTS, PEOPLE, Hold
from houseway.house.audit.steps import ReplayStep
from houseway.house.audit.verify import StreamCheck
from houseway.house.ledger.chain import Tampered
from houseway.house.ledger.store import Head
from houseway.house.lesson import Lesson, Taken
from houseway.house.posting import PostedLimit, PostedOdds, PostedRules, Sign
from houseway.house.shuffler.statistics import ShuffleTest
from houseway.house.sitting import Sitting
from houseway.report.audit_pages import hold_page, recall_page, step_page, verdicts_page, when
from houseway.report.calls import Calls, settled_text
from houseway.report.edge_page import advice_page, edge_json, edge_page
from houseway.report.effects_page import effects_json, effects_page
from houseway.report.game_pages import register_page, simulation_page
from houseway.report.guide_page import guide_csv, guide_json, guide_page
from houseway.report.lesson_page import hints_table, lesson_page, money, taken_text
from houseway.report.listing import Listing, figure, name, prose
from houseway.report.shuffles import findings_page
from houseway.report.sign_sheet import sign_style
from houseway.report.strategy import chart_of, strategy_csv, strategy_json
from houseway.report.type_size import PAPERS, height_of, largest, lines
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from houseway.rules.tape import CHOOSE, SAY, SAY_ADVICE, SAY_CHECKED, SAY_LAMMERS_IN, SAY_VOID
from houseway.terminal.own_table import TerminalTable

HOLDEM, DAKOTA = find_game("fast_action_holdem"), find_game("dakota_stud")
MOMENT = 1_700_000_000_123_456  # microseconds: 14 November 2023, 22:13:20.123 UTC


def shown(page: RenderableType, width: int = 300) -> list[str | list[str]]:
    """The lines of a page that say something; a row of a boxed table as its cells."""
    screen = StringIO()
    Console(file=screen, width=width, color_system=None).print(page)
    told: list[str | list[str]] = []
    for line in screen.getvalue().splitlines():
        if re.search("[│┃]", line):
            told.append([cell.strip() for cell in re.split("[│┃]", line)[1:-1]])
        elif line.strip() and not re.search("[━─]", line):
            told.append(line.rstrip())
    return told


# --- houseway edge, houseway advise ---


def test_the_page_of_an_edge() -> None:
    rows = (Row("royal_flush", F(500), F(1, 2_000_000)), Row("pair", F(2), F(1, 4)), Row("lose", F(-1), F(3, 4)))
    exact = WagerSolution("one", Figure(F(1, 8)), Figure(F(1, 4)), Figure(F(9, 4)), Figure(F(5, 4)), rows)
    sampled = WagerSolution("two", Figure(F(-1, 40), 0.002), Figure(F(1, 3), 0.001), Figure(F(4), 0.04), Figure(F(2)))
    notes = {"one alone": F(1, 16), "envy cents": F(7, 3)}
    page = shown(
        edge_page(
            DAKOTA, Solution("dakota_stud", DAKOTA.settings(), "bold", {"one": exact, "two": sampled}, None, notes)
        )
    )
    assert page == [
        "Dakota Stud, bold strategy: exact figures",
        ["wager", "house edge", "hits", "st. dev.", "in action", "element of risk", "edge as a fraction"],
        ["(1)", "12.500000%", "25.000000%", "1.50000", "1.250000", "10.0000%", "1/8"],
        ["(2)", "-2.500000% ± 0.2000%", "33.333333% ± 0.1000%", "2.00000 ± 0.01000", "2.000000", "-1.2500%", "-1/40"],
        "(1)",
        ["outcome", "wins", "probability", "1 in", "to the mean", "exact probability"],
        ["royal flush", "+500", "5e-05%", "2,000,000.0", "+0.000250", "1/2000000"],
        ["pair", "+2", "25.0000000%", "4.0", "+0.500000", "1/4"],
        ["less than a pair of sixes", "-1", "75.0000000%", "1.3", "-0.750000", "3/4"],
        "Envy cents: 2.333333",
        "One alone: 6.250000%",
        "In commands and JSON (1) is one and (2) is two.",
    ]  # fmt: skip


def test_the_page_of_a_simulation() -> None:
    """What a choice adds stands per unit of the first bet, over all rounds: with it the edges of a round add up."""
    war = find_game("casino_war")
    won, lost, at_war = (war.outcomes.index(name) for name in ("win", "lose", "war_lost"))
    counts = {(0, won, 1000): 2, (0, lost, -1000): 1, (0, at_war, -1000): 1, (1, at_war, -1000): 1}
    counts |= {(3, 1, 1000): 2, (3, 0, -1000): 1, (3, 0, -2000): 1}
    seen = Simulation(war, war.settings(), "basic", 3, [{"bet": 1000}], 4, Counter(counts), Counter({0: 4000, 1: 1000}))
    told = shown(simulation_page(seen, {"war": 0.05}))
    assert told[:6] == [
        "Casino War, basic strategy: 4 rounds, seed 3",
        ["wager", "bet", "house edge", "± s.e.", "st. dev.", "hits", "in action", "element of risk"],
        ["Bet", "$10", "+0.0000%", "50.0000%", "1.0000", "50.0000%", "1.0000", "+0.0000%"],
        ["War", "$10", "+25.0000%", "21.6506%", "0.4330", "0.0000%", "0.2500", "+100.0000%"],
        ["A round", "$10", "+25.0000%", "64.9519%", "1.2990", "50.0000%", "1.2500", "+20.0000%"],
        "War is told per unit of Bet, over all rounds. A round is told per unit of Bet.",
    ]
    assert told[6:10] == [
        "The basic strategy was played; --strategy optimal plays the best that the solver finds.",
        "Against the exact house edges",
        ["wager", "seen", "exact", "apart", "z"],
        ["War", "+25.0000%", "+5.0000%", "+20.0000%", "+0.92"],
    ]
    assert ["not made", "+0", "3", "75.000000%", "1.3", "+0.00000"] in told


def test_a_simulation_says_which_strategy_it_played_and_what_best_play_comes_to() -> None:
    """`edge` and the lab tell best play: whoever holds a simulation against them must know what was played."""
    war = find_game("casino_war")

    def told(strategy: str, played: float, best: float) -> list[str | list[str]]:
        counts = Counter({(0, war.outcomes.index("win"), 1000): 1})
        seen = Simulation(war, war.settings(), strategy, 3, [{"bet": 1000}], 1, counts, Counter({0: 1000}))
        return shown(simulation_page(seen, {"round": played}, {"round": best}))

    dearer = "The timid strategy was played: exactly +5.0000% a round. --strategy optimal plays the best, +3.0000%."
    assert dearer in told("timid", 0.05, 0.03)
    assert "The basic strategy was played: there is none better." in told("basic", 0.03, 0.03)
    assert not any("was played" in str(line) for line in told("optimal", 0.03, 0.03))


def test_the_json_of_an_edge() -> None:
    wager = WagerSolution("one", Figure(F(1, 8)), Figure(F(1, 4), 0.5), Figure(F(9, 4), 0.375), Figure(F(5, 4)))
    notes = {"round.edge": F(1, 2), "alone": F(1, 5)}
    told = edge_json(Solution("dakota_stud", DAKOTA.settings(), "bold", {"one": wager}, None, notes))
    assert told == {
        "game": "dakota_stud",
        "options": {**DAKOTA.settings(), "strategy": "bold"},
        "study": "",
        "figures": {
            "one.edge": {"value": "1/8", "decimal": 0.125, "se": None},
            "one.hit": {"value": "1/4", "decimal": 0.25, "se": 0.5},
            "one.sd": {"value": "sqrt(9/4)", "decimal": 1.5, "se": 0.125},
            "one.element_of_risk": {"value": "1/10", "decimal": 0.1, "se": None},
            "round.edge": {"value": "1/2", "decimal": 0.5, "se": None},
        },
        "notes": {"round.edge": {"value": "1/2", "decimal": 0.5}, "alone": {"value": "1/5", "decimal": 0.2}},
    }


def test_the_page_of_an_advice() -> None:
    ranked = [("leave_one", F(1, 3)), ("no_such_act", F(-1, 2))]
    assert shown(advice_page(DAKOTA, "6c 6d 7c", ranked)) == [
        "Dakota Stud: 6c 6d 7c",
        ["act", "expected value", "costs"],
        [next(act.title for act in DAKOTA.sheet.acts if act.name == "leave_one"), "+0.333333", "0.000000"],
        ["no_such_act", "-0.500000", "0.833333"],
    ]


# --- houseway effects ---

FOUND = Effects(
    "basic",
    [
        Rounded("ante", 500, 100, "house", F(1, 20), F(1, 100)),
        Rounded("ante", 500, 100, "nearest", F(1, 25), F(0)),
        Rounded("ante", 500, 100, "player", F(3, 100), F(-1, 100)),
        *(Rounded("bonus", 1000, 100, policy, F(1, 10), F(0)) for policy in ("house", "nearest", "player")),
    ],
    ["bonus"],
    [Envied(1, F(0)), Envied(3, F(5, 2))],
    [
        Capped(500, 20_000, EACH_HAND, 1, F(3, 50), F(1, 100)),
        Capped(2500, 20_000, SEAT, 1, F(7, 100), F(1, 50), 0.00123456, 40),
        Capped(2500, 20_000, ROUND, 6, F(1, 20), F(0), 0.001, 0),
    ],
)


def test_the_page_of_effects() -> None:
    settings = HOLDEM.settings().but(envy_least_cents=500, cap_cents=0)
    titles = {wager.name: wager.title for wager in HOLDEM.sheet.wagers}
    page = shown(effects_page(HOLDEM, settings, FOUND))
    assert page[0] == f"{HOLDEM.title}, basic strategy: what house options do to the edge"
    assert page[2:] == [
        "Pays rounded to $1, in favour of",
        ["wager", "bet", "odds in full", "the house", "the nearest", "the player"],
        [titles["ante"], "$5", "4.0000%", "5.0000%", "4.0000%", "3.0000%"],
        "Bets of $5, $10 were looked at; those that no policy touches are left out.",
        f"No rounding touches {titles['bonus']} at these sizes.",
        "Envy, exactly: what it adds for each",
        "player",
        ["players", "a round", "of a Bonus of $5"],
        ["1", "$0.0000", "0.0000%"],
        ["3", "$0.0250", "0.5000%"],
        "A fixed sum, whatever the Bonus from $5 on: it weighs less on a larger one.",
        "The Bonus under a cap of $200 (the least that is lawful at the highest",
        "limit)",
        ["bet", "without", "cap on", "edge", "change", "standard error"],
        ["$5", "5.0000%", "each hand", "6.0000%", "+1.0000%", "exact"],
        ["$25", "5.0000%", "each seat", "7.0000%", "+2.0000%", "± 0.1235%"],
        ["$25", "5.0000%", "6 players together", "5.0000%", "+0.0000%", "not reached"],
        "Every player bets the same. What players lose by sharing a cap is simulated.",
    ]


def test_the_json_of_effects() -> None:
    told = effects_json(HOLDEM, Settings({"decks": 1}), FOUND)
    assert set(told) == {"game", "options", "rounding", "unchanged_by_rounding", "envy", "caps"}
    assert (told["game"], told["options"]) == ("fast_action_holdem", {"decks": 1, "strategy": "basic"})
    assert told["rounding"][2] == {
        "wager": "ante", "bet_cents": 500, "grain_cents": 100, "policy": "player",
        "edge": {"value": "3/100", "decimal": 0.03, "se": None},
        "change": {"value": "-1/100", "decimal": -0.01, "se": None},
    }  # fmt: skip
    assert told["unchanged_by_rounding"] == ["bonus"]
    assert told["envy"][1] == {"players": 3, "cents": {"value": "5/2", "decimal": 2.5, "se": None}}
    assert told["caps"][1] == {
        "bet_cents": 2500, "cap_cents": 20_000, "per": SEAT, "players": 1, "seen": 40,
        "edge": {"value": None, "decimal": 0.07, "se": 0.00123456},
        "change": {"value": None, "decimal": 0.02, "se": 0.00123456},
    }  # fmt: skip


# --- houseway strategy, of a game that is played by rules in words ---

GRID = Grid("by rank", ("A", "K"), (("1", "2"), ("4", "3")))
RULES = (Rule("keep a pair", 0.12345), Rule("fold all else", 1.0))
GUIDE = Guide(
    (Section("Before the flop", RULES, 0.98765, 0.001234, (GRID,)), Section("After it", (), 1.0, 0.0)),
    ("hand", "times", "value"),
    lambda: [("A K", 4, 0.1234567), ("7 2", 12, -1.0)],
)


def test_the_page_of_a_strategy_in_words() -> None:
    assert shown(guide_page(DAKOTA, "basic", GUIDE)) == [
        "Dakota Stud, basic strategy",
        "Before the flop",
        "- keep a pair    12.35%",
        "- fold all else",
        "by rank",
        "   A  K",
        "A  1  2",
        "K  4  3",
        "In 98.77% of deals this is the best play, or as good. Against it, it costs 0.1234% of the base bet a round.",
        "After it",
        "- nothing",
        "This is the best play itself: it costs nothing.",
        "`houseway strategy dakota_stud --strategy basic --csv` lists every class of hands",
    ]


def test_the_json_and_the_csv_of_a_strategy_in_words() -> None:
    assert guide_json(DAKOTA, "basic", GUIDE) == {
        "game": "dakota_stud",
        "strategy": "basic",
        "sections": [
            {
                "title": "Before the flop",
                "rules": [{"text": "keep a pair", "share": 0.12345}, {"text": "fold all else", "share": 1.0}],
                "right": 0.98765,
                "cost": 0.001234,
                "grids": [{"title": "by rank", "names": ("A", "K"), "cells": (("1", "2"), ("4", "3"))}],
            },
            {"title": "After it", "rules": [], "right": 1.0, "cost": 0.0, "grids": []},
        ],
        "classes": [
            {"hand": "A K", "times": 4, "value": 0.1234567},
            {"hand": "7 2", "times": 12, "value": -1.0},
        ],
    }
    assert guide_csv(GUIDE) == "hand,times,value\nA K,4,0.123457\n7 2,12,-1.000000\n"


# --- houseway audit ---


def hold(wager: str, who: str, rounds: int, bet: int, held: int, expected: float, variance: float, **more: Any) -> Hold:
    return Hold(
        "felt 1", more.pop("practice", False), "dakota_stud", who, wager, rounds, bet, held, expected, variance, **more
    )


def test_the_page_of_a_hold() -> None:
    rows = [
        hold("one", PEOPLE, 1234, 200_000, -15_000, 10_000.0, 6_250_000.0, departs={"no stud": None}),
        hold("two", BOTS, 10, 80_000, 20_000, 4_000.0, 4_000_000.0),
        hold("toke", PEOPLE, 2, 0, 0, 0.0, 0.0, known=False),
        hold("one", PEOPLE, 5, 10_000, 2_500, 0.0, 0.0, known=False, practice=True),
    ]
    heads = ["who", "wager", "rounds", "bet", "held", "hold", "expected", "z"]
    assert shown(hold_page(rows))[:-5] == [
        "felt 1 (Dakota Stud)",
        heads,
        [PEOPLE, "(1)", "1,234", "$2,000", "-$150", "-7.50%", "5.00%", "-10.00"],
        [PEOPLE, "Toke", "2", "$0", "$0", "", "", ""],
        [BOTS, "(2)", "10", "$800", "$200", "25.00%", "5.00%", "+8.00"],
        ["all", "", "", "$2,800", "$50", "1.79%", "5.00%", ""],
        "no stud",
        "felt 1 (Dakota Stud, practice)",
        heads,
        [PEOPLE, "(1)", "5", "$100", "$25", "25.00%", "", ""],
        ["all", "", "", "$100", "$25", "25.00%", "", ""],
        "In all, practice apart from the room",
        ["where", "who", "tables", "bet", "held", "hold"],
        ["the room", PEOPLE, "1", "$2,000", "-$150", "-7.50%"],
        ["the room", BOTS, "1", "$800", "$200", "25.00%"],
        ["practice", PEOPLE, "1", "$100", "$25", "25.00%"],
    ]
    assert shown(hold_page([])) == ["No round has been settled yet."]


def test_the_page_of_verdicts() -> None:
    good = StreamCheck("felt 1", 20, 3, Head(20, "ab12"), departs=((7, "no stud"),))
    wrong = StreamCheck("felt 2", 9, 1, Head(9, "cd34"), fault=Tampered("felt 2", 5, "this row is missing"))
    assert shown(verdicts_page([good, wrong])) == [
        "good   table felt 1: 20 events and 3 rounds are good",
        "       head 20 ab12",
        "       from event 7 on: no stud",
        "WRONG  table felt 2, event 5: this row is missing",
    ]
    assert shown(verdicts_page([])) == ["The ledger is empty."]


def test_a_moment_is_told_in_utc_to_the_millisecond() -> None:
    assert when(MOMENT) == "2023-11-14 22:13:20.123"
    assert when(None) == ""


RECALL: dict[str, Any] = {
    "title": "Dakota Stud", "game": "dakota_stud", "table": "felt 1",
    "round": 7, "state": "voided", "amiss": "", "reason": "a card fell", "by": "Sam",
    "began_at": MOMENT, "ended_at": MOMENT + 61_000_000, "versions": [30, 42], "software": "0.1.0",
    "shuffle": {
        "revealed": False, "cycle": 9, "deck": "B", "commitment": "c0ffee", "machine": "MD3", "mode": "packets",
        "packets": [5, 2], "dispensed": 45, "dispensed_by": "the dealer", "discarded": None,
    },
    "in_words": [{"title": "Decks", "words": "one"}, {"title": "Grain", "words": "$1"}],
    "paytables": [{"code": "DS-01", "wagers": ["one", "two"]}],
    "departs": "departs in Decks",
    "rulings": [
        {"sort": "late bet", "outcome": "back", "reason": "called", "by": "Sam", "seat": 3,
         "at": MOMENT, "voids": False},
        {"sort": "misdeal", "outcome": "void", "reason": "seen", "by": "Sam", "seat": 0,
         "at": MOMENT, "voids": True},
    ],
    "aftermath": [{"said": "Round 7 is void."}, {"said": "(1) was corrected."}],
    "corrections": [
        {"at": MOMENT, "seat": 3, "player": "p1", "wager": "one", "cents": -550, "reason": "overpaid", "by": "Sam"}
    ],
    "players": [
        {"name": "Ann", "player": "p1", "bot": "", "seats": [1, 3], "cents_before": 50_000, "cents_bought": 0,
         "cents_after": 51_050, "cents_corrected": -550},
        {"name": "Robo", "player": "b1", "bot": "basic", "seats": [2], "cents_before": 100, "cents_bought": 20_000,
         "cents_after": None, "cents_corrected": 0},
    ],
    "seats": [
        {"seat": 3, "name": "Ann", "wagers": {"one": 500, "two": 750}, "won": {"one": -500, "envy": 125},
         "back": {"two": 750, "envy": 100}, "undone": {"three": 500}, "raised": {"two": 250, "three": 500},
         "taken": {"two": 300}},
    ],
    "hands": [{"who": "seat 3", "cards": ["As", "??"]}],
    "choices": [
        {"at": MOMENT, "seat": 3, "hand": 1, "name": "Ann", "title": "Hit", "cards": [], "by": "player"},
        {"at": MOMENT + 1_000, "seat": 1, "hand": 0, "name": "Ann", "title": "Stand", "cards": [-1], "by": "clock"},
    ],
}  # fmt: skip


def test_the_page_of_a_round_that_is_recalled() -> None:
    assert shown(recall_page(RECALL)) == [
        "Dakota Stud (felt 1), round 7: void, by Sam (a card fell), ruled, corrected",
        "2023-11-14 22:13:20.123 to 2023-11-14 22:14:21.123 UTC, events 30 to 42, opened by houseway 0.1.0",
        "Shuffle 9 of deck B, not revealed yet: hidden cards are ??",
        "  commitment c0ffee",
        "  MD3; packets; packets 5 2, 45 remaining cards the dealer",
        "Paytables DS-01 ((1), (2))",
        "In force: Decks: one; Grain: $1",
        "departs in Decks",
        "Ruled 2023-11-14 22:13:20.123: Seat 3. late bet: back (called), by Sam",
        "Ruled 2023-11-14 22:13:20.123: misdeal: void (seen), by Sam",
        "Round 7 is void.",
        "Corrected 2023-11-14 22:13:20.123: seat 3, Ann, (1) -$5.50 (overpaid), by Sam",
        "Chips",
        ["player", "seats", "before", "bought in", "after", "corrected"],
        ["Ann (p1)", "1, 3", "$500", "", "$510.50", "-$5.50"],
        ["Robo (bot, basic)", "2", "$1", "$200", "", ""],
        "Wagers",
        ["seat", "player", "wager", "bet", "won"],
        ["3", "Ann", "(1)", "$5", "-$5, corrected -$5.50: -$10.50"],
        ["3", "Ann", "(2)", "$7.50 + $2.50, $3 taken back", "went back"],
        ["3", "Ann", "(3)", "$5", "undone"],
        ["3", "Ann", "Envy", "no bet", "$1.25, $1 went back"],
        "Cards",
        "  seat 3: As ??",
        "Choices",
        "  2023-11-14 22:13:20.123  seat 3 hand 2, Ann: Hit (the player)",
        "  2023-11-14 22:13:20.124  seat 1, the house for Ann: Stand (the clock ran out)",
    ]


def test_a_round_of_which_less_is_known_is_told_in_fewer_words() -> None:
    shuffle = {**RECALL["shuffle"], "revealed": True, "packets": []}
    bare: dict[str, Any] = {
        "shuffle": shuffle,
        "ended_at": None,
        "state": "on",
        "reason": "",
        "software": "",
        "departs": "",
        "choices": [],
    }
    page = shown(recall_page({**RECALL, **bare, "rulings": [], "corrections": []}))
    assert page[:7] == [
        "Dakota Stud (felt 1), round 7: still on",
        "2023-11-14 22:13:20.123 UTC, events 30 to 42, opened by houseway (not noted)",
        "Shuffle 9 of deck B, revealed",
        "  commitment c0ffee",
        "  MD3; packets",
        "Paytables DS-01 ((1), (2))",
        "In force: Decks: one; Grain: $1",
    ]
    assert page[7] == "Chips"
    assert page[-1] == "  seat 3: As ??"


def test_the_page_of_a_step() -> None:
    step = ReplayStep("Ann hits", ("deal As", "deal 2c"), {"1": {"one": 500, "two": 250}, "3": {"one": 100}}, MOMENT)
    game = find_game("dakota_stud")
    assert shown(step_page(game, step, ["As", "2c"], "2 of 9")) == [
        "2 of 9  Ann hits  2023-11-14 22:13:20.123",
        "  As",
        "  2c",
        "  on the felt: seat 1 (1) $5, (2) $2.50; seat 3 (1) $1",
    ]
    assert shown(step_page(game, ReplayStep("The deal", (), {}), [], "1 of 9")) == [
        "1 of 9  The deal",
        "  on the felt: nothing",
    ]


def test_the_page_of_what_a_shuffler_is_tested_for() -> None:
    findings = [
        ShuffleTest("places", "cards stay", 1234.5, 1230.2, 0.25),
        ShuffleTest("pairs", "cards stick", 9.87654, 0.5, 1e-9),
    ]
    assert shown(findings_page(findings, 6000, 52)) == [
        "6,000 shuffles of 52 cards; alarm under p = 1e-07",
        ["test", "asks whether", "found", "expected", "p", ""],
        ["places", "cards stay", "1,234", "1,230", "0.25", "good"],
        ["pairs", "cards stick", "9.877", "0.5", "1e-09", "ALARM"],
    ]


def test_an_average_amount_is_told_to_the_cent_where_that_says_something() -> None:
    assert [money(cents) for cents in (0.5, -0.5, 0.49, 1234.4)] == ["$0", "$0", "less than a cent", "$12.34"]


# --- a strategy that is a chart; an account of a lesson ---


def test_a_chart_says_the_same_as_json_and_as_csv() -> None:
    game = find_game("lucky_lucky")
    plan = chart_of(game, game.plan("basic", game.settings()))
    rows = strategy_json(game, plan, game.settings())
    assert {tuple(row) for row in rows} == {("situation", "kind", "hand", "cards_from", "cells")}
    ups = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
    assert {tuple(row["cells"]) for row in rows} == {ups}
    written = [",".join(map(str, (*list(row.values())[:4], *row["cells"].values()))) for row in rows]
    assert strategy_csv(game, plan, game.settings()).splitlines() == [
        ",".join(("situation,kind,hand,cards_from", *ups)),
        *written,
    ]
    by_hand = {(row["kind"], row["hand"], row["cards_from"]): row["cells"] for row in rows}
    assert by_hand["hard", "16", 2]["6"] == "S"
    assert by_hand["hard", "16", 2]["T"] == "RH"
    assert by_hand["hard", "11", 2]["6"] == "DH"
    assert by_hand["pair", "A-A", 2]["6"][0] == "P"


def taken(number: int, chosen: str, best: str, worth: tuple[float, float], base: int, **spot: Any) -> Taken:
    acts = find_game("lucky_lucky").acts
    lay: Any = SimpleNamespace(**{"cards": cards_of("Td 6s"), "dealer": [], "community": [], **spot})
    mine, right = (Hint(acts.index(name), name, value) for name, value in zip((chosen, best), worth, strict=True))
    return Taken(number, lay, mine, right, base)


def test_an_account_of_a_lesson_names_the_dearest_mistakes_with_what_they_cost() -> None:
    game = find_game("lucky_lucky")
    titles = {act.name: act.title for act in game.sheet.acts}
    none: Any = None
    right = taken(1, "hit", "hit", (0.5, 0.5), 1000)
    dear = taken(3, "stand", "hit", (-0.5, -0.25), 2000, dealer=cards_of("9c"))
    cheap = taken(2, "hit", "stand", (0.1, 0.11), 500, community=cards_of("2h"))
    assert shown(lesson_page(game, Lesson(none, [right, cheap, dear]))) == [
        "1 of your 3 choices was the best; the others gave up $5.05 on average.",
        "The dearest:",
        "  round 3: 10♦ 6♠ against 9♣",
        f"    {titles['stand']} instead of {titles['hit']}: $5",
        "  round 2: 10♦ 6♠ with 2♥",
        f"    {titles['hit']} instead of {titles['stand']}: $0.05",
    ]
    assert shown(lesson_page(game, Lesson(none, [right, right, dear])))[:2] == [
        "2 of your 3 choices were the best; the other gave up $5 on average.",
        "That was:",
    ]
    assert shown(lesson_page(game, Lesson(none, [right]))) == ["Your one choice was the best. Nothing was given up."]
    assert shown(lesson_page(game, Lesson(none, [dear])))[:2] == [
        "Your one choice gave up $5 on average.", "  round 3: 10♦ 6♠ against 9♣",
    ]  # fmt: skip
    assert shown(lesson_page(game, Lesson(none))) == ["You made no choices."]
    assert taken_text(game, right).plain == "The best choice."
    assert taken_text(game, dear).plain == f"{titles['hit']} was better: this costs $5 on average."


def test_hints_are_told_with_what_each_wins_and_costs_of_the_bet() -> None:
    game = find_game("lucky_lucky")
    hints = [Hint(game.acts.index(name), name, value) for name, value in (("hit", 0.25), ("stand", -0.125))]
    acts = {act.name: act for act in game.sheet.acts}
    assert [str(line).split() for line in shown(hints_table(game, hints, 1000, []))] == [
        [acts["hit"].key, *acts["hit"].title.split(), "+$2.50", "best"],
        [acts["stand"].key, *acts["stand"].title.split(), "-$1.25", "costs", "$3.75"],
    ]


# --- what the dealer says ---


def calls(slug: str, *rows: tuple[int, ...]) -> list[str]:
    """The words after these rows of a tape, for the player of seats 1 and 2."""
    game = find_game(slug)
    told = Calls(game, game.settings(), lambda seat: seat in (1, 2), lambda seat: {1: "", 2: "spot 2"}.get(seat, "Ben"))
    return [line.plain for line in told.after(np.array(rows, dtype=np.int64), 0)]


def test_the_dealer_tells_checks_the_end_of_the_shoe_lammers_and_the_choices_of_others() -> None:
    hit = find_game("lucky_lucky").acts.index("hit")
    assert calls(
        "lucky_lucky",
        (SAY, 0, 0, SAY_CHECKED, 1, 0),
        (SAY, 0, 0, SAY_CHECKED, 0, 0),
        (SAY, 0, 0, SAY_VOID, 0, 0),
        (SAY, 0, 0, SAY_LAMMERS_IN, 1, 0),
        (SAY, 0, 0, SAY_LAMMERS_IN, 2, 0),
        (CHOOSE, 3, 0, hit, 0, 0),
        (CHOOSE, 1, 0, hit, 0, 0),
        (SAY, 2, 1, SAY_ADVICE, hit, 0),
        (SAY, 1, 0, SAY_ADVICE, hit, 0),
        (SAY, 3, 0, SAY_ADVICE, hit, 0),
    ) == [
        "The dealer checks for blackjack: yes.",
        "The dealer checks for blackjack: no.",
        "The shoe ran out: every bet goes back.",
        "The dealer picks up the Envy lammer.",
        "The dealer picks up the Envy lammers.",
        "Ben: Hit",
        "The dealer to you, spot 2, hand 2: I advise: Hit.",
        "The dealer to you: I advise: Hit.",
        "The dealer to Ben: I advise: Hit.",
    ]


def test_how_a_wager_ended_is_told_with_its_sign_and_a_toke_is_the_dealers() -> None:
    game = find_game("lucky_lucky")
    lose, win = game.outcomes.index("lose"), game.outcomes.index("win")
    wager, toke = game.wagers.index("lucky_lucky"), game.wagers.index("lucky_lucky_toke")
    titles = outcome_titles(game, game.settings())

    def told(which: int, outcome: int, cents: int) -> str:
        return settled_text(game, game.settings(), "spot 2 ", which, outcome, cents).plain

    named, tip = (game.sheet.wagers[each].title for each in (wager, toke))
    assert told(wager, lose, -550) == f"spot 2 {named}: {titles['lose']}, -$5.50"
    assert told(wager, win, 1050) == f"spot 2 {named}: {titles['win']}, +$10.50"
    assert told(toke, win, 100) == f"spot 2 {tip}: {titles['win']}, the dealers win $1"
    assert told(toke, lose, -100) == f"spot 2 {tip}: {titles['lose']}, lost"


@pytest.mark.parametrize(
    ("hands", "asked"),
    [(1, ["", "", "", " (hand 2)", " (hand 3)", " (hand 3)"]),
     (2, [" (spot 1)", " (spot 2)", " (spot 2)", " (spot 2, hand 2)", " (spot 2, hand 2)"])],
)  # fmt: skip
def test_a_choice_of_a_second_hand_or_spot_says_which(hands: int, asked: list[str]) -> None:
    """The first round of seed 4 deals pairs, which are split."""
    game = find_game("lucky_lucky")
    sitting, screen = Sitting(game, game.settings(), 1_000_000, hands, seed=4), StringIO()

    def typed(_: str) -> str:
        if sitting.pending is None:
            return ""
        keys = {game.acts[act]: game.sheet.acts[act].key for act in sitting.legal()}
        return keys.get("split") or keys.get("stand") or next(iter(keys.values()))

    TerminalTable(sitting, Console(file=screen, width=200), typed).run(1)
    assert re.findall(r"Your choice(.*):", screen.getvalue()) == asked


def test_every_game_of_the_register_stands_under_its_own_letter() -> None:
    """66 games of the first letter, and the one of the second."""
    letters = [
        line for line in shown(register_page()) if isinstance(line, str) and re.match(r".*, 20\d\d-\d\d-\d\d, ", line)
    ]
    rows = [line for line in shown(register_page()) if isinstance(line, list) and line[0].isdigit()]
    assert len(letters) == 2
    assert [row[0] for row in rows] == [*(str(game.number) for game in register().games)]
    assert len(rows) == 67


# --- what a person types after a command ---


def test_options_and_bets_are_read_from_words() -> None:
    game = find_game("lucky_lucky")
    assert read_options(["decks=6", " soft_17 = hit=it "]) == {"decks": "6", "soft_17": "hit=it"}
    assert read_options(None) == {}
    with pytest.raises(Refused, match="--set decks: write it as name=choice"):
        read_options(["decks"])
    assert read_bets(game, ["blackjack=$12.50", "lucky_lucky=5"]) == {"blackjack": 1250, "lucky_lucky": 500}
    assert read_bets(game, None) == {"blackjack": 1000, "lucky_lucky": 1000, "lucky_break": 1000}
    with pytest.raises(Refused, match="--bet blackjack=ten: write the amount in dollars"):
        read_bets(game, ["blackjack=ten"])


# --- a table by the width there is ---


def test_a_table_loses_its_lines_and_then_its_columns_as_the_page_grows_narrow() -> None:
    """Two columns of 10 and 6 letters: 23 with their lines (3 a column and 1), 18 without (2 between)."""
    listing = Listing("", [name("a name"), figure("figure")])
    listing.add("ten letters"[:10], "12.345")
    assert shown(listing, 23)[1] == ["ten letter", "12.345"]
    assert shown(listing, 22)[1] == "ten letter  12.345"
    assert shown(listing, 18)[1] == "ten letter  12.345"
    assert "ten letter  12.345" not in shown(listing, 17)
    assert shown(listing, 17)[1] == "ten letter"


def test_prose_gives_way_before_a_figure_and_no_further_than_can_be_read() -> None:
    listing = Listing("", [prose("words"), figure("figure")])
    listing.add("eleven words that may break where there is less room than this", "1,234")
    rows = [line for line in shown(listing, 40) if isinstance(line, list)]
    assert [row[1] for row in rows[1:3]] == ["1,234", ""]
    assert " ".join(row[0] for row in rows[1:]) == "eleven words that may break where there is less room than this"
    assert not [line for line in shown(listing, 36) if isinstance(line, list)], "24 letters of prose are the least"


# --- the type of a sign ---

LIMITS = tuple(PostedLimit((f"Wager {n}",), Limits(500, 10_000, 500), "must be bet to play") for n in range(5))
SIGN = Sign(
    "Room", "felt 1", "A Game With a Long Name", ("six decks", "hits soft 17"), "Maker", "#123456", "Play money only.",
    departs="Departs: " + "x" * 150, limits=LIMITS,
    odds=(PostedOdds("Bonus", tuple((f"Hand {n} of some length", n, 1) for n in range(1, 13))),),
    prizes=(), front=tuple("y" * 90 for _ in range(8)), cap="Most is $25,000.", rounding="Pays are rounded.",
    money=("Buy in.", "More."),
    rules=(PostedRules("Dealing", tuple(("z" * 400, ("a step", "another")) for _ in range(6))),),
    interruptions=("If the cards are wrong the round is void.",), house_rules=("w" * 200,) * 6,
    disputes="The supervisor decides.", authority=("the law", "these rules"),
)  # fmt: skip


def sizes(sign: Sign, paper: str) -> list[float]:
    """Of the prices on the left, the rules on the right, and the back."""
    style = sign_style(sign, PAPERS[paper])
    return [float(size) for size in re.findall(r"--(?:pays|know|back): ([\d.]+)pt", style)]


def test_a_sign_has_the_largest_type_that_its_paper_takes() -> None:
    """As it was when the browser tests had measured every shipped sign on its sheet: many limits, few, some."""
    few, some = replace(SIGN, departs="", limits=LIMITS[:2]), replace(SIGN, limits=LIMITS[:3])
    found = [sizes(sign, paper) for paper in PAPERS for sign in (SIGN, few, some)]
    assert found == [
        [15.0, 12.25, 8.75], [15.0, 13.25, 8.75], [15.0, 12.25, 8.75],
        [14.5, 12.75, 9.25], [16.0, 12.75, 9.25], [14.5, 12.75, 9.25],
    ]  # fmt: skip


def test_the_style_of_a_sign_says_paper_colour_and_the_share_of_each_box() -> None:
    style = sign_style(replace(SIGN, odds=(*SIGN.odds, PostedOdds("Ante", (("Win", 1, 1),)))), PAPERS["a4"])
    assert style.startswith(
        "@page { size: 595.28pt 841.89pt; margin: 0; }\n:root { --width: 595.28pt; --height: 841.39pt;"
    )
    assert "--felt: #123456;" in style
    assert style.endswith(".box:nth-child(1) { flex-grow: 12; }\n.box:nth-child(2) { flex-grow: 1; }\n")


def test_lines_are_counted_with_letters_of_57_hundredths() -> None:
    """100 letters at 10 points are 570 points wide: one line of 570, and of less several, each 6 % short."""
    text = "x" * 100
    assert [lines(text, width, 10) for width in (570, 569, 285, 200, 100)] == [1, 2, 3, 4, 7]
    assert lines("", 100, 10) == 1


def test_the_height_of_paragraphs_and_the_largest_type_that_fits() -> None:
    assert height_of(["x" * 100, "y"], 285, 10, 1.5, 0.5) == 3 * 15 + 5 + 15 + 5
    assert largest(8, 20, lambda size: 10 * size, 125) == 12.5
    assert largest(8, 20, lambda size: 10 * size, 124) == 12.25
    assert largest(8, 20, lambda size: 10 * size, 10) == 8
    assert largest(8, 20, lambda size: 10 * size, 1000) == 20
