"""The section on progressives of a game's report."""

from dataclasses import replace

import pytest

from houseway.games import find_game
from houseway.progressives.jackpot import progressives_of
from houseway.progressives.meter_figures import figures_of
from houseway.report.paper.model import Number, Words
from houseway.report.paper.sections.meters import progressives
from tests.report.papers import document, subject


def test_a_game_without_a_progressive_has_no_section() -> None:
    assert progressives(subject("dakota_stud")) is None


@pytest.mark.parametrize("slug", ["fast_action_holdem", "let_it_ride", "mississippi_stud"])
def test_a_report_has_the_figures_of_every_progressive(slug: str) -> None:
    game = find_game(slug)
    tables = {table.name: table for table in document(slug).tables()}
    for progressive in progressives_of(game):
        found = figures_of(game, game.settings(), progressive)
        tiers = tables[f"tiers_{progressive.name}"]
        assert [row.cells[4] for row in tiers.rows] == [Number(each.chance, "percent", 6) for each in found.tiers]
        meter = tables[f"meters_{progressive.name}"].rows[0].cells
        assert meter[6] == Number(found.meters[0].break_even_cents or 0, "dollars")
        if found.hangs_on_players:
            players = tables[f"players_{progressive.name}"].rows
            assert [row.cells[2] for row in players] == [
                Number(each.return_long, "percent", 4) for each in found.by_players
            ]


def test_chances_that_are_not_known_are_said_so() -> None:
    whole = subject("fast_action_holdem")
    bare = {**whole.solution.wagers, "bonus": replace(whole.solution.wagers["bonus"], rows=())}
    section = progressives(replace(whole, solution=replace(whole.solution, wagers=bare)))
    assert section is not None
    words = [block.text for block in section.sections[0].blocks if isinstance(block, Words)]
    assert any("has no table of outcomes for bonus" in each for each in words)
