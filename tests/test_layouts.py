"""The felt of every game is drawn from its data: the data must say enough, and nothing that is not so."""

from math import hypot
from typing import Any

import pytest

from houseway.games import all_games
from houseway.games.game import Game
from houseway.games.prints import felt_prints
from houseway.games.sheet import FeltLayout, FeltSpot

WIDTH, DEPTH = 100, 64
REACH = {"circle": (10.5, 10.5), "small": (8.5, 8.5), "lammer": (6.5, 6.5), "box": (17, 5.5)}  # half of each, as drawn

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def layout_of(game: Game) -> FeltLayout:
    assert game.sheet.layout is not None
    return game.sheet.layout


@each_game
def test_every_wager_has_one_spot(game: Game) -> None:
    spots = layout_of(game).spots
    assert {spot.wager for spot in spots if spot.hand == 0} == set(game.wagers)
    assert all(spot.hand < game.table.HANDS_MAX for spot in spots)
    assert len({(spot.wager, spot.hand) for spot in spots}) == len(spots)


@each_game
def test_no_two_bets_of_a_player_are_called_the_same_on_the_felt(game: Game) -> None:
    tokes = {wager.name for wager in game.sheet.wagers if wager.toke}  # beside the bet that each goes with
    labels = [spot.label for spot in layout_of(game).spots if spot.wager not in tokes]
    assert len(set(labels)) == len(labels)


@each_game
def test_spots_lie_apart_and_on_the_felt(game: Game) -> None:
    spots = layout_of(game).spots
    for i, spot in enumerate(spots):
        wide, deep = REACH[spot.shape]
        assert wide - 4 <= spot.at[0] <= WIDTH - wide + 4
        assert deep - 4 <= spot.at[1] <= DEPTH - deep + 4
        for other in spots[i + 1 :]:
            assert not touch(spot, other), f"{spot.label} and {other.label}"


def touch(one: FeltSpot, other: FeltSpot) -> bool:
    (a, b), (c, d) = REACH[one.shape], REACH[other.shape]
    x, y = abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1])
    if "box" in (one.shape, other.shape):
        return x < a + c and y < b + d
    return hypot(x, y) < a + c


@each_game
def test_what_is_printed_holds_under_every_setting(game: Game) -> None:
    """A line depends on options of the game only, and each of its settings exists."""
    lines: list[Any] = [*layout_of(game).prints, *layout_of(game).house_ways]
    for printed in lines:
        for name, asked in printed.when.items():
            option = game.options[name]
            for setting in asked if isinstance(asked, tuple) else (asked,):
                assert option.read(setting) == setting
    both = felt_prints(game, game.settings()).lines
    assert not {"Dealer hits soft 17", "Dealer stands on all 17s"} <= set(both)
    assert set(layout_of(game).payouts) <= set(game.wagers)
    assert set(layout_of(game).prizes) <= {prizes.name for prizes in game.sheet.prizes}


@each_game
def test_totals_unit_and_house_way_name_what_there_is(game: Game) -> None:
    layout = layout_of(game)
    assert layout.totals in ("", *game.wagers)
    assert bool(layout.totals) == ("hit" in game.acts)
    assert layout.unit in ("", *game.wagers)
    paragraphs = {paragraph.id for paragraph in game.paragraphs.paragraphs}
    for way in layout.house_ways:
        assert f"{way.lines}1" in paragraphs
        assert f"{way.lines}13" in paragraphs


@each_game
def test_acts_with_picks_are_reached_by_way_and_cards(game: Game) -> None:
    """Choosing in two steps leads to every act, and to one only."""
    picking = [act for act in game.sheet.acts if act.picks]
    assert all(act.way for act in picking)
    assert len({(act.way, act.picks) for act in picking}) == len(picking)
    for act in picking:
        first = act.key[-2:]
        assert tuple(map(int, first)) == act.picks
    assert len({len(act.picks) for act in picking}) <= 1
