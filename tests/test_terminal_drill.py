"""Drills in the terminal: asked, marked and explained at 80 columns, and summed up however one leaves."""

import io
import re
from collections.abc import Callable
from itertools import islice

import pytest
from rich.console import Console

from houseway.games import all_games, find_game
from houseway.games.game import Game
from houseway.report.school_page import LETTERS, question_lines, right_words
from houseway.rules.refused import Refused
from houseway.school.drills.every_kind import ASK, questions
from houseway.school.question import Cents, Choose, Form, Pick, PointOut, Question
from houseway.terminal.drill_sheet import DrillSheet, read_typed
from tests.typed import typed

WAR, HOLDEM = find_game("casino_war"), find_game("fast_action_holdem")
every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def as_typed(question: Question) -> str:
    """The right answer as a person types it."""
    form, right = question.form, question.right
    if isinstance(form, Choose):
        return LETTERS[[key for key, _ in form.options].index(str(right))]
    if isinstance(form, Cents):
        return f"${int(str(right)) / 100:.2f}"
    if isinstance(form, Pick):
        assert isinstance(right, tuple)
        return " ".join(str(int(place) + 1) for place in right)
    if isinstance(right, tuple):
        row, name = right
        return f"{row} {LETTERS[[key for key, _ in form.faults].index(str(name))]}"
    return str(right)


def sheet(game: Game, answer: Callable[[str], str], kind: str = "", count: int | None = 3) -> tuple[DrillSheet, str]:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    drill = DrillSheet(game, game.settings(), 4, console, kind, count, answer)
    drill.run()
    assert isinstance(console.file, io.StringIO)
    return drill, console.file.getvalue()


@every_game
def test_whoever_types_what_is_right_has_all_right(game: Game) -> None:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    waiting: list[Question] = []

    class Known(DrillSheet):
        def _drill(self, kind, question) -> None:  # type: ignore[no-untyped-def]
            waiting.append(question)
            super()._drill(kind, question)

    Known(game, game.settings(), 9, console, questions=8, ask=lambda _: as_typed(waiting[-1])).run()
    assert isinstance(console.file, io.StringIO)
    page = console.file.getvalue()
    assert "8 of 8 questions right." in page
    assert max(map(len, page.splitlines())) <= 80
    assert len({question.id for question in waiting}) == 8


@every_game
def test_every_kind_is_shown_at_80_columns_with_its_answers(game: Game) -> None:
    settings = game.settings()
    console = Console(file=io.StringIO(), width=80, color_system=None)
    for asks in ASK:
        if any(asks.moments(dealt) for dealt in _rounds(game)):
            for question in islice(questions(asks, game, settings, 2), 2):
                for line in question_lines(game, settings, question):
                    console.print(line)
                assert right_words(question)
    assert isinstance(console.file, io.StringIO)
    page = console.file.getvalue()
    assert max(map(len, page.splitlines())) <= 80
    assert "UNSEEN" not in page
    assert "-1" not in re.sub(r"-\$1", "", page)


def _rounds(game: Game) -> list:  # type: ignore[type-arg]
    from houseway.school.practice_round import practice_rounds

    return list(islice(practice_rounds(game, game.settings(), 2), 5))


def test_a_wrong_answer_is_told_what_is_right_why_and_by_which_paragraph() -> None:
    drill, page = sheet(HOLDEM, lambda _: "1 2", "house_way", 4)
    assert [title for title, _ in drill.marks] == ["Set the house way"] * 4
    wrong = sum(not mark for _, mark in drill.marks)
    assert wrong
    assert page.count("No: ") == wrong
    assert re.search(r"Line \d+ of the house way keeps", page)
    assert "Single-deck, Dealing Procedures 9" in page
    assert f"{4 - wrong} of 4 questions right." in page


@pytest.mark.parametrize("leaving", [KeyboardInterrupt, EOFError, "q", "quit"])
def test_whoever_leaves_gets_the_sum_of_what_was_answered(leaving: object) -> None:
    answers = iter(["a", leaving])

    def answer(_: str) -> str:
        now = next(answers)
        if isinstance(now, type) and issubclass(now, BaseException):
            raise now
        return str(now)

    drill, page = sheet(WAR, answer, "next_card", None)
    assert len(drill.marks) == 1
    assert re.search(r"[01] of 1 question right\.\n  The next card +[01] of 1\n$", page)


def test_whoever_leaves_at_once_is_told_that_nothing_was_answered() -> None:
    _, page = sheet(WAR, lambda _: "q")
    assert page.endswith("No question was answered.\n")


def test_what_is_no_answer_is_asked_again_with_how_to_answer() -> None:
    answers = iter(["", "zz", "9", "a,b", "12", "a"])
    drill, page = sheet(WAR, lambda _: next(answers), "next_card", 1)
    assert page.count("is no answer here: type a letter.") == 5
    assert len(drill.marks) == 1


CHOOSE = Choose((("paid", "it is paid"), ("taken", "it is taken")))
POINT = PointOut((3, 14), 20, (("wrong_pay", "wrong"), ("left_up", "left")))


@pytest.mark.parametrize(
    ("form", "word", "meant"),
    [
        (CHOOSE, "b", "taken"), (CHOOSE, "taken", "taken"), (CHOOSE, "c", None), (CHOOSE, "ab", None),
        (Pick(0, 0, 2, 4), "3 1", [2, 0]), (Pick(0, 0, 2, 4), "1,4", [0, 3]), (Pick(0, 0, 2, 4), "1 x", [0, None]),
        (Cents(), "12.5", 1250), (Cents(), "$1,234.05", 123405), (Cents(), "7", 700), (Cents(), "0.07", 7),
        (Cents(), "1.234", None), (Cents(), "-5", None), (Cents(), ".5", None), (Cents(), "nan", None),
        (POINT, "clean", "clean"), (POINT, "14 b", [14, "left_up"]), (POINT, "14 left_up", [14, "left_up"]),
        (POINT, "x b", [None, "left_up"]), (POINT, "14", [14, None]),
    ],
)  # fmt: skip
def test_typed_words_mean_an_answer(form: Form, word: str, meant: object) -> None:
    assert read_typed(form, word) == meant


def test_the_command_asks_marks_and_sums_up() -> None:
    done = typed("school", "casino_war", "--seed", "5", "--questions", "2", "--kind", "who_wins", answers="a\nb\n",
                 columns=80)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Casino War: Win, lose or push" in done.stdout
    assert re.search(r"[012] of 2 questions right\.", done.stdout)
    again = typed("school", "casino_war", "--seed", "5", "--questions", "2", "--kind", "who_wins", answers="a\nb\n",
                  columns=80)  # fmt: skip
    assert again.stdout == done.stdout


def test_the_school_has_three_parts_and_says_so() -> None:
    assert "drill, lesson and table, not 'exam'" in typed("school", "casino_war", "exam").stderr
    lesson = typed("school", "casino_war", "lesson", "--seed", "1", answers="q\n", columns=80)
    assert "0 rounds dealt, 0 errors." in lesson.stdout
    table = typed("school", "casino_war", "table", "--seed", "1", answers="q\n", columns=80)
    assert "0 rounds dealt, 0 errors" in table.stdout


def test_a_kind_that_there_is_not_is_refused() -> None:
    done = typed("school", "casino_war", "--kind", "house_way")
    assert done.returncode == 2
    assert "Casino War has no question 'house_way': there is next_card" in " ".join(done.stderr.split())
    with pytest.raises(Refused):
        DrillSheet(WAR, WAR.settings(), 1, Console(file=io.StringIO()), "house_way")
