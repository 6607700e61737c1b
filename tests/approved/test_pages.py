"""Pages of the terminal and documents about games, from the figures that ship: nothing is solved for them."""

import json

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import SLUGS
from houseway.house.configuration import default_room
from tests.approved import hold, hold_answer

DAY = "2026-11-16"


def page(*words: str) -> str:
    done = CliRunner().invoke(app, list(words), env={"COLUMNS": "120", "TERM": "dumb"})
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_said_of_a_game(slug: str) -> None:
    hold(f"{slug}.rules.txt", page("rules", slug))
    hold(f"{slug}.edge.txt", page("edge", slug) + page("verify", slug))
    hold(f"{slug}.report.md", page("report", slug, "--format", "md", "--date", DAY))


def test_a_report_for_a_browser() -> None:
    hold("dakota_stud.report.html", page("report", "dakota_stud", "--format", "html", "--date", DAY))


def test_a_report_of_changed_pays_and_options() -> None:
    words = ["report", "lucky_lucky", "--set", "decks=2", "--pay", "Lucky Lucky 1/suited_sevens/100"]
    hold("changed.report.md", page(*words, "--format", "md", "--date", DAY))


def test_a_report_as_data_has_these_parts() -> None:
    told = json.loads(page("report", "dakota_stud", "--format", "json", "--date", DAY))
    for section in told["sections"]:
        for block in section["blocks"]:
            for part in block.values():
                if isinstance(part, list):
                    part[2:] = []  # all rows are in the report for people
    hold_answer("dakota_stud.report.json", told)


def test_the_games_and_the_register() -> None:
    hold("games.txt", page("games") + page("games", "--all"))


def test_signs_of_the_default_room() -> None:
    names = list(default_room().tables)
    hold("signs.txt", "".join(page("house", "sign", name) for name in names))
    hold("sign.html", page("house", "sign", names[0], "--format", "html"))


def test_choices_ranked_and_rules_in_words() -> None:
    hold("advice.txt", page("advise", "dakota_stud", "6c 6d 7c") + page("advise", "super_fun_21", "T-6 v T"))
