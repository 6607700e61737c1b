"""A sitting with hints in the terminal: options by worth before a choice, its cost after it, an account at the end."""

import random
import re
from io import StringIO

import pytest
from rich.console import Console

from houseway.analysis.hints import Advisor
from houseway.games import find_game
from houseway.house.lesson import Lesson
from houseway.house.sitting import Sitting
from houseway.report.act_lines import whole_text
from houseway.report.lesson_page import money
from houseway.terminal.own_table import TerminalTable
from tests.kit import ASKING, rounds_of


def lesson_at(slug: str, rounds: int, seed: int, wild: bool) -> tuple[Lesson, str]:
    """A sitting of somebody who takes the first hint, or types any key that is offered; and the screen."""
    game = find_game(slug)
    sitting = Sitting(game, game.settings(), 1_000_000, seed=seed)
    lesson = Lesson(Advisor(game, game.settings()))
    screen, rng = StringIO(), random.Random(seed)

    def typed(prompt: str) -> str:
        screen.write(f"{prompt}\n")  # a key is typed with Enter
        if sitting.pending is None:
            return ""
        hints = lesson.hints(sitting)
        act = rng.choice(hints).act if wild else hints[0].act
        return game.sheet.acts[act].key

    TerminalTable(sitting, Console(file=screen, width=80), typed, lesson).run(rounds)
    return lesson, screen.getvalue()


@pytest.mark.parametrize("slug", ASKING)
def test_whoever_takes_the_first_hint_gives_nothing_up(slug: str) -> None:
    lesson, screen = lesson_at(slug, rounds_of(slug, 8), seed=3, wild=False)
    assert lesson.taken
    assert lesson.given_up_cents == 0
    assert "Nothing was given up." in screen
    assert screen.count("The best choice.") == len(lesson.taken)
    assert len(re.findall(r"Whole round with the best choice: (about )?[+-]\$", screen)) == len(lesson.taken)


@pytest.mark.parametrize("slug", ASKING)
def test_mistakes_are_added_up_and_the_dearest_told(slug: str) -> None:
    lesson, screen = lesson_at(slug, rounds_of(slug, 12), seed=3, wild=True)
    mistakes = lesson.mistakes()
    assert 5 < len(mistakes) <= len(lesson.taken)
    assert lesson.given_up_cents == pytest.approx(sum(each.cost_cents for each in lesson.taken))
    assert [each.cost_cents for each in mistakes] == sorted((each.cost_cents for each in mistakes), reverse=True)
    assert f"the others gave up {money(lesson.given_up_cents)} on average" in screen
    ending = screen[screen.index("The dearest:") :]
    assert ending.count("instead of") == 5
    assert ending.splitlines()[2].endswith(money(mistakes[0].cost_cents))


@pytest.mark.parametrize("slug", ASKING)
def test_hints_fit_in_eighty_columns(slug: str) -> None:
    _, screen = lesson_at(slug, rounds_of(slug, 6), seed=5, wild=True)
    lines = [line for line in screen.splitlines() if re.search(r"costs |best$|instead of|was better", line.rstrip())]
    assert len(lines) > 10
    assert max(len(line.rstrip()) for line in lines) <= 80
    assert "…" not in screen


def test_costs_are_in_the_money_that_was_bet() -> None:
    """Stand instead of double on soft 17 against a three: 0.169 of a bet of $10."""
    game = find_game("lucky_lucky")
    settings = game.settings({"decks": 1})
    sitting = Sitting(game, settings, 100_000, seed=4)
    lesson = Lesson(Advisor(game, settings))
    sitting.open_round([{"blackjack": 5000}])
    hints = lesson.hints(sitting)
    assert [hint.name for hint in hints] == ["double", "hit", "stand"]
    taken = lesson.choose(sitting, hints[2].act)
    assert taken.cost == pytest.approx(hints[0].value - hints[2].value)
    assert taken.cost_cents == pytest.approx(5000 * taken.cost)
    assert taken.round == 1


def test_a_bet_of_which_nothing_is_known_is_named() -> None:
    """A game may say what hangs on a choice and not know what another bet is worth."""
    covers = {
        "wagers": ["blackjack"],
        "rest": [{"wager": "blackjack", "hand": 1, "cents": 500}],
        "left_out": [{"wager": "lucky_break", "hand": 0, "cents": 500}],
        "settled_cents": -1000,
        "exact": False,
    }
    assert whole_text(find_game("lucky_lucky"), covers, 123.4).plain.split("\n") == [
        "  Values are of Blackjack.",
        "Whole round with the best choice: about +$1.23, with Blackjack of hand 2 ($5) and -$10.00 settled so far."
        " Not counted: Lucky Break ($5).",
    ]
