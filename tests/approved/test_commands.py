"""What commands print, in words and as JSON, where it comes from shipped figures or from rounds of a seed."""

import io
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from rich.console import Console
from typer.main import get_command

from houseway.analysis.seats_seen import SeatsSeen
from houseway.analysis.universal.seats.gained import DecisionSeen
from houseway.cli.entrance import app
from houseway.games import find_game
from houseway.report.seats_page import seats_json, seats_page
from tests.approved import KEPT, WRITES, hold, hold_answer
from tests.approved.test_pages import page

PLAIN = (bool, int, float, str, list, tuple)
SAID = ("opts", "metavar", "required", "multiple", "is_flag", "default", "min", "max", "hidden", "show_default", "help")
ROWS = 3  # of a long list in an answer
SPEED = re.compile(r"[\d.]+ (?:k|M)? ?rounds a second|[\d.]+ s(?:econds)?\b")

PROGRESSIVES = {
    "meter": "let_it_ride --meter $263,205.26",
    "players": "fast_action_holdem --players 3",
    "simulated": "fast_action_holdem --bets 2000 --seed 4",
    "design": "let_it_ride --target 85% --sd 200",
    "shared": "mississippi_stud --meter 40000 --bets 5000",
}


def shortened(part: Any) -> Any:
    """Lists with their first rows and their length."""
    match part:
        case dict():
            return {key: shortened(each) for key, each in part.items()}
        case list() if len(part) > ROWS:
            return [*map(shortened, part[:ROWS]), f"{len(part)} in all"]
        case list():
            return [shortened(each) for each in part]
    return part


def both(name: str, *words: str) -> None:
    """A command's page and its answer to a program."""
    hold(f"{name}.txt", SPEED.sub("(speed)", page(*words)))
    hold_answer(f"{name}.json", shortened(json.loads(page(*words, "--json"))))


@pytest.mark.parametrize("name", PROGRESSIVES)
def test_progressives(name: str) -> None:
    both(f"progressive.{name}", "progressive", *PROGRESSIVES[name].split())


def test_effects_of_seats_sizes_and_players() -> None:
    both("effects.dakota_stud", "effects", "dakota_stud")


def test_a_simulation_of_a_seed() -> None:
    both("simulate.dakota_stud", "simulate", "dakota_stud", "--rounds", "20000", "--seed", "3", "--seats", "2")


def test_figures_verdicts_and_advice_for_programs() -> None:
    for slug in ("dakota_stud", "casino_war"):
        answers = [json.loads(page(name, slug, "--json")) for name in ("edge", "verify")]
        hold_answer(f"{slug}.figures.json", shortened(answers))
    hold_answer("advice.json", json.loads(page("advise", "dakota_stud", "6c 6d 7c", "--json")))


def test_strategies_in_words() -> None:
    said = page("strategy", "dakota_stud") + page("strategy", "casino_war")
    hold("strategies.txt", re.sub("about .*? here", "(time)", said))  # it is of the machine


def test_a_drill_and_a_lesson_typed_at_a_terminal() -> None:
    drill = page("school", "dakota_stud", "--seed", "4", "--questions", "6", typed="a\nb\n$10\n1 a\nclean\n1 2\n" * 9)
    lesson = page("school", "dakota_stud", "lesson", "--seed", "4", typed="1\n2\n\n" * 4 + "q\n")
    hold("school.txt", drill + lesson)


def test_tables_that_are_open_for_practice() -> None:
    hold("lobby.txt", page("lobby"))


def test_what_the_cards_of_other_seats_are_worth() -> None:
    game = find_game("dakota_stud")
    changed = {("leave_one", "take_back_one"): Fraction(1, 300), ("take_back_one", "leave_one"): Fraction(1, 80)}
    base = Fraction(2733, 166600)
    exact = [SeatsSeen(1, 3, base, Fraction(1, 900), 0.0, True, 5000, 0, changed)]
    by_chance = [*exact, SeatsSeen(6, 18, base, Fraction(1, 50), 0.00123, False, 20_000, 7, {})]
    later = {("leave_two", "take_back_two"): Fraction(1, 900)}
    decisions = DecisionSeen(None, Fraction(1, 50), changed), DecisionSeen(None, Fraction(1, 300), later, 1)
    cards = [SeatsSeen(0, 3, base, Fraction(7, 300), 0.0, True, 5000, 0, changed, decisions, 2)]
    for name, found in (("exact", exact), ("by_chance", by_chance), ("cards", cards)):
        printed = io.StringIO()
        Console(file=printed, width=120, color_system=None).print(seats_page(game, found))
        hold(f"seats.{name}.txt", printed.getvalue())
        hold_answer(f"seats.{name}.json", seats_json(game, found))


def parameters(group: Any, words: str = "houseway") -> Iterator[str]:
    """Every argument and option of every command: how it is written, its kind, bounds, default and words."""
    for name, each in sorted(group.commands.items()):
        yield f"{words} {name}: {each.help or ''}".replace("\n", " ")
        for part in each.params:
            told = {key: getattr(part, key, None) for key in SAID}
            yield f"{words} {name} { ({key: value for key, value in told.items() if isinstance(value, PLAIN)}) }"
        if hasattr(each, "commands"):
            yield from parameters(each, f"{words} {name}")


def test_a_file_to_write_is_named_alike_by_every_command() -> None:
    wrote = [
        line for line in parameters(get_command(app)) if "'-o'" in line or "'--out'" in line or "'--output'" in line
    ]
    assert len(wrote) > 7
    assert [line for line in wrote if "'opts': ['-o', '--out', '--output']" not in line] == []


def test_arguments_and_options_of_every_command() -> None:
    """What is new may join them."""
    lines = [line.rstrip() for line in parameters(get_command(app))]
    if WRITES:
        hold("commands.txt", "\n".join(lines))
    assert [line for line in (KEPT / "commands.txt").read_text("utf-8").splitlines() if line not in set(lines)] == []
