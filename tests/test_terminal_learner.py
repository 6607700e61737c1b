"""Dealing in the terminal: a few words are enough, a wrong deed is explained, and Ctrl-C ends it in a sentence."""

import io
from collections.abc import Callable, Iterator

import pytest
from rich.console import Console

from houseway.games import all_games, find_game
from houseway.games.game import Game
from houseway.school.dealing.by_learner import DealingState, DealtByLearner
from houseway.school.dealing.dealing_lesson import DealingLesson
from houseway.school.dealing.dealt_table import DealtTable
from houseway.terminal.learners_table import LearnersTable, fits

STUD = find_game("dakota_stud")


def page(dealing: DealtByLearner, *lines: str, ask: Callable[[str], str] | None = None, seconds: float = 0) -> str:
    """What a learner who has opened the table and types these lines sees at 80 columns; a line that lacks is the end
    of what is typed."""
    opens = [f"count {dealing.due(dealing.begun()).amount / 100:.2f}", "spread", "turn", "open"]
    left = iter([*opens, *lines])

    def next_line(_: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    times: Iterator[float] = iter((0.0, seconds))
    console = Console(file=io.StringIO(), width=80, color_system=None)
    LearnersTable(dealing, console, ask or next_line, lambda: next(times)).run()
    assert isinstance(console.file, io.StringIO)
    return " ".join(console.file.getvalue().split())


class Reader:
    """Types what is due, word for word, and the number where several deeds are called so in part."""

    def __init__(self, dealing: DealtByLearner) -> None:
        self.dealing = dealing
        self.table: LearnersTable | None = None

    def run(self) -> str:
        console = Console(file=io.StringIO(), width=80, color_system=None)
        self.table = LearnersTable(self.dealing, console, self.answer)
        self.table.run()
        assert isinstance(console.file, io.StringIO)
        return " ".join(console.file.getvalue().split())

    def answer(self, prompt: str) -> str:
        assert self.table is not None
        state = self.table.state
        due, round_ = self.dealing.due(state), self.dealing.round(state)
        each = next(each for each in self.dealing.offered(state) if each.allows(due))
        called = round_.deed_words(each.deed, state.step)
        if prompt.startswith("How much"):
            return f"{due.amount / 100:.2f}"
        if prompt.startswith("Which"):
            others = [
                other
                for other in self.dealing.offered(state)
                if fits(called.replace(":", "").lower().split(), round_.deed_words(other.deed, state.step))
            ]
            return str(others.index(each) + 1)
        return called.replace(":", "")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_who_types_what_is_due_deals_a_round_without_an_error(game: Game) -> None:
    assert Reader(DealingLesson(game, game.settings(), 2, 2)).run().endswith("1 round dealt, 0 errors.")


def test_a_table_is_dealt_by_typing_and_says_how_fast() -> None:
    said = Reader(DealtTable(STUD, STUD.settings(), 2, 2, 3)).run()
    assert "3 rounds dealt, 0 errors, " in said
    assert said.endswith(" rounds an hour.")


def test_a_lesson_says_what_is_due_with_its_paragraph() -> None:
    said = page(DealingLesson(STUD, STUD.settings(), 1, 2), "no")
    assert "Call: No more bets. Training Manual, Dealing Procedures 1: Each player puts up four bets" in said
    assert "Deal 3 cards face down to seat 1. Training Manual, Dealing Procedures 2: From the left" in said
    assert said.endswith("0 rounds dealt, 0 errors.")


def test_a_wrong_deed_is_explained_and_counted() -> None:
    said = page(DealingLesson(STUD, STUD.settings(), 1, 2), "no", "deal 3 seat 2")
    assert "Not now: Deal 3 cards face down to seat 2. What is due: Deal 3 cards face down to seat 1." in said
    assert said.endswith("0 rounds dealt, 1 error.")


def test_words_that_fit_several_deeds_are_asked_about() -> None:
    said = page(DealingLesson(STUD, STUD.settings(), 1, 2), "no", "deal 1", "9", "2")
    assert "1 Deal 2 cards face down to seat 1 2 Deal 3 cards face down to seat 1" in said
    assert "Type a number from 1 to 2, or q to leave" in said
    assert "Deal 3 cards face down to seat 2. Training" in said


def test_what_can_be_done_is_listed_and_nonsense_is_said_to_be() -> None:
    said = page(DealingLesson(STUD, STUD.settings(), 1, 2), "", "juggle")
    assert "Ask seat 1, and 1 more such" in said
    assert "Nothing that can be done is called so." in said


def test_an_amount_can_be_typed_at_once_or_when_asked_for() -> None:
    lesson = DealingLesson(STUD, STUD.settings(), 5, 3)
    state = DealingState()
    while lesson.due(state).kind != "pay":
        state = lesson.next_step(state, lesson.due(state)).state
    due = lesson.due(state)
    lines = iter(["much", "0.01"])
    table = LearnersTable(lesson, Console(file=io.StringIO()), lambda _: next(lines))
    [each] = [each for each in lesson.offered(state) if each.allows(due)]
    assert table._with_amount(each, 0) == due.of(1)
    assert table._with_amount(each, 4550) == due.of(4550)


def test_leaving_and_the_pace() -> None:
    table = DealtTable(STUD, STUD.settings(), 1, 1)
    assert page(table, "q", seconds=60).endswith("0 rounds dealt, 0 errors.")

    def stop(_: str) -> str:
        raise KeyboardInterrupt

    assert page(table, ask=stop).endswith("0 rounds dealt, 0 errors.")


@pytest.mark.parametrize(
    ("words", "called", "does"),
    [
        ("take 1", "Take (1) of seat 2: $10", True),
        ("take (1) 2", "Take (1) of seat 2: $10", True),
        ("take (2)", "Take (1) of seat 2: $10", False),
        ("ask 1", "Ask seat 12", False),
        ("pay bon 2", "Pay seat 2 on Bonus", True),
        ("", "Pay seat 2 on Bonus", False),
    ],
)
def test_words_typed_begin_words_of_the_deed(words: str, called: str, does: bool) -> None:
    assert fits(words.split(), called) == does


def test_an_amount_is_typed_as_it_is_told() -> None:
    """A rack is counted in thousands."""
    lesson = DealingLesson(STUD, STUD.settings(), 1)
    due = lesson.due(lesson.begun()).amount
    assert due >= 100_000
    for typed in (f"count {due / 100:,.0f}", f"count ${due // 100}"):
        left = iter([typed])
        console = Console(file=io.StringIO(), width=200, color_system=None)
        table = LearnersTable(lesson, console, lambda _, left=left: next(left))  # type: ignore[misc]
        with pytest.raises(StopIteration):
            table.run()
        assert (table.state.step, table.state.errors) == (1, 0)
