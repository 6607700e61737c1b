"""Pages of the terminal and documents about games, from the figures that ship: nothing is solved for them."""

import json
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import SLUGS
from houseway.house.configuration import default_room
from houseway.report.paper.felt_sheet import felt_data
from houseway.report.paper.paytable_card import paytable_data
from houseway.report.paper.press import printed
from houseway.report.submission.par_sheet import par_sheet
from tests.approved import hold, hold_answer
from tests.report.papers import document, subject

DAY = "2026-11-16"


def page(*words: str, typed: str = "") -> str:
    done = CliRunner().invoke(app, list(words), input=typed, env={"COLUMNS": "120", "TERM": "dumb"})
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


def test_two_settings_side_by_side() -> None:
    others = ["--compare", "soft_17=stand", "--compare", "paytable=TSB-02"]
    hold("compared.report.md", page("report", "triple_shot_bonus", *others, "--format", "md", "--date", DAY))


def test_a_report_as_a_workbook() -> None:
    """Every cell with its number or formula, how it is shown, and how wide and high it is."""
    book = openpyxl.load_workbook(BytesIO(printed(document("dakota_stud"), "xlsx", "a4")))
    lines: list[str] = []
    for sheet in book:
        wide = {letter: round(each.width, 2) for letter, each in sorted(sheet.column_dimensions.items())}
        high = {row: each.height for row, each in sorted(sheet.row_dimensions.items()) if each.height}
        lines += [f"# {sheet.title}: {sheet.dimensions}, wide {wide}, high {high}, frozen {sheet.freeze_panes}"]
        for row in sheet.iter_rows(max_row=60):
            told = (f"{each.coordinate}={each.value!r} {each.number_format}" for each in row if each.value is not None)
            lines += [" | ".join(told)]
    hold("dakota_stud.report.xlsx.txt", "\n".join(lines))


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
    asked = (
        ("dakota_stud", "6c 6d 7c"), ("super_fun_21", "T-6 v T"), ("lucky_lucky", "8-8 v T"),
        ("fast_action_holdem", "Ah Kh Qs Js"), ("casino_war", "8c 8d"), ("ultimate_texas_holdem", "Kh 5d"),
    )  # fmt: skip
    hold("advice.txt", "".join(page("advise", *each) for each in asked))


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_drawn_of_a_game_on_paper(slug: str) -> None:
    """The numbers that are set: places of spots and seats, payouts, small print; and the par sheet of a submission."""
    of = subject(slug)
    hold_answer(f"{slug}.paper.json", {"felt": felt_data(of, 5), "paytables": paytable_data(of)})
    hold(f"{slug}.par_sheet.md", printed(par_sheet(of), "md", "a4").decode())


@pytest.mark.parametrize(
    ("slug", "typed"),
    [
        ("dakota_stud", "10\nl\nl\n\nt\nt\nq\n"),
        ("super_fun_21", "10\nh\ns\n\ns\nh\ns\nq\n"),
        ("triple_shot_bonus", "10\n10\n10\n10\nh\ns\ns\nq\n"),
        ("fast_action_holdem", "10\n5\n\n1\n1\nq\n"),
    ],
)
def test_rounds_typed_at_a_terminal(slug: str, typed: str) -> None:
    hold(f"{slug}.play.txt", page("play", slug, "--seed", "5", "--rounds", "2", "--bots", "1", typed=typed))


def test_signs_of_a_room_in_a_folder(tmp_path: Path) -> None:
    said = page("house", "sign", "--all", "-o", str(tmp_path))
    hold("triple-shot.sign.html", (tmp_path / "triple-shot.html").read_text(encoding="utf-8"))
    hold("room.txt", said.replace(str(tmp_path), "") + page("house", "check", "--quick"))
    assert page("house", "sign", "dakota", "-o", str(tmp_path / "sign.txt")) == f"{tmp_path / 'sign.txt'}\n"
