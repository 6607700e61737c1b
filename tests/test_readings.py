"""Readings of the rules: each is a named option with its reason, and docs/readings.md says what each choice does."""

from pathlib import Path

import pytest

from houseway.games import all_games
from houseway.games.game import Game
from houseway.report.readings import readings_page

PAGE = Path(__file__).parents[1] / "docs" / "readings.md"
every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
NAMED = {
    "fast_action_holdem": {"splits", "cap_per", "equal_bets"},
    "lucky_lucky": {"suited", "multiplier", "third_card", "lucky_break_split", "lucky_break_surrender"},
    "super_fun_21": {"doubled_natural", "soft_21"},
}


def test_the_page_is_what_the_games_and_the_solvers_say_now() -> None:
    """`python -m houseway.report.readings > docs/readings.md` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == readings_page()


@every_game
def test_every_reading_has_a_reason_a_figure_and_its_place_on_the_page(game: Game) -> None:
    page = PAGE.read_text(encoding="utf-8")
    readings = [option for option in game.sheet.options if option.reading]
    assert {option.name for option in readings} >= NAMED.get(game.slug, set())
    for option in readings:
        assert len(option.reading) > 100, option.name
        assert option.shows, option.name
        assert f"(`{option.name}`)" in page
        for choice in option.choices:
            assert f"| `{choice}` | {option.words(choice)} |" in page


@every_game
def test_what_a_reading_shows_can_be_dealt(game: Game) -> None:
    """Every figure stands beside settings that go together, of a wager or a figure that the game has."""
    for option in game.sheet.options:
        for shown in option.shows:
            for choice in option.choices:
                game.settings({**shown.beside, option.name: choice})
