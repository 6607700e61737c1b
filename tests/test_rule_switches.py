"""No rule and no pay stands in a solver: switched in rules.toml, it changes play, simulation and solution together."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from houseway.analysis.simulation import standard_wagers
from houseway.engine.replay import Deal, replay
from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.game import Game
from houseway.games.sheet import GAMES, RuleSheet
from houseway.rules.cards import cards_of
from tests.exact.triangle import UNIT, simulated

ROUNDS = 200_000

Edit = Callable[[dict[str, Any]], None]


def default(option: str, setting: Any) -> Edit:
    """The house chooses otherwise unless told."""

    def edit(sheet: dict[str, Any]) -> None:
        found = next(each for each in sheet["options"] if each["name"] == option)
        assert found["default"] != setting
        found["default"] = setting

    return edit


def pays(code: str, outcome: str, num: int, den: int) -> Edit:
    """One row of one paytable."""

    def edit(sheet: dict[str, Any]) -> None:
        table = next(each for each in sheet["paytables"] if each["code"] == code)
        row = next(each for each in table["pays"] if each[0] == outcome)
        assert row[1:] != [num, den]
        row[1:] = [num, den]

    return edit


def switched(slug: str, edit: Edit) -> Game:
    """The game with another rules.toml; everything else of it is as it was."""
    sheet = tomllib.loads((GAMES / slug / "rules.toml").read_text(encoding="utf-8"))
    edit(sheet)
    game = replace(find_game(slug))
    game.__dict__["sheet"] = RuleSheet.model_validate(sheet)
    return game


@dataclass(frozen=True)
class Switch:
    slug: str
    name: str
    edit: Edit
    wager: str  # whose edge changes
    toy: str  # a deck on which every deal is walked
    wishes: dict[str, Any]  # other options, for toy and whole deck

    def __str__(self) -> str:
        return f"{self.slug}: {self.name}"


SPLIT_EIGHTS = "3h 8c 8c 8c 9c Td Td Td Td Td Td"
SOFT_SEVENTEENS = "Ac Ac 6d 6d 6d Ts Ts Ts Ts Ts Ts"
STIFF = "6d 6d 6d 6d Td Td Td Td Td Td 9c"
LONG = "2c 2c 2c 3h 3h 5s 5s Td Td Td Td"
KINGS = "Kc Kd Kh 5s 5s 5s 5s 5s 5s 5s 5s 5s 5s"
EIGHTS = "8s 8s 8s 8s 8s 8s 8s 8s 8s 8s Ad Kd 7h"
SIX_DECKS = {"decks": 6, "paytable": "3"}
LOW_CAP = {"decks": 6, "paytable": "2", "cap_cents": 40_000}
ONE_HAND = {"hands_max": 1}
NO_SPLITS = {"splits": "none"}  # which of them are counted in full depends on the paytables that are known
SWITCHES = [
    Switch("dakota_stud", "pairs of eights win", default("lowest_pair", 6), "two", "7c 7d 7h 9c 9d 2h 2s 3s", {}),
    Switch("dakota_stud", "trips 5 to 1", pays("DS-01", "three_of_a_kind", 5, 1), "one", "7c 7d 7h 9c 9d 2h 2s 3s", {}),
    Switch("fast_action_holdem", "no splits", default("splits", "none"), "bonus", KINGS, {}),
    Switch("fast_action_holdem", "quads 50 to 1", pays("4", "four_of_a_kind", 50, 1), "bonus", KINGS, NO_SPLITS),
    Switch("fast_action_holdem", "both bets split together", default("splits", "together"), "ante", KINGS, SIX_DECKS),
    Switch("fast_action_holdem", "cap on each hand", default("cap_per", "each_hand"), "bonus", EIGHTS, LOW_CAP),
    Switch("lucky_lucky", "stands on soft 17", default("soft_17", "stand"), "blackjack", SOFT_SEVENTEENS, ONE_HAND),
    Switch(
        "lucky_lucky", "no double after a split", default("double_after_split", False), "blackjack", SPLIT_EIGHTS,
        {"hands_max": 2},
    ),
    Switch(
        "lucky_lucky", "a surrender loses Lucky Break", default("lucky_break_surrender", "lost"), "lucky_break", STIFF,
        {**ONE_HAND, "surrender": "late"},
    ),
    Switch("lucky_lucky", "two decks", default("decks", 2), "lucky_lucky", SOFT_SEVENTEENS, ONE_HAND),
    Switch("lucky_lucky", "naturals 6 to 5", pays("3 to 2", "natural", 6, 5), "blackjack", SOFT_SEVENTEENS, ONE_HAND),
    Switch("super_fun_21", "no surrender", default("surrender", "none"), "blackjack", STIFF, ONE_HAND),
    Switch(
        "super_fun_21", "five cards 3 to 1", pays("SF21", "five_card_21", 3, 1), "blackjack", LONG,
        ONE_HAND,
    ),
    Switch("triple_shot_bonus", "stands on soft 17", default("soft_17", "stand"), "blackjack", SOFT_SEVENTEENS, {}),
    Switch("triple_shot_bonus", "ties lose at War", pays("War", "tie", -1, 1), "war", SOFT_SEVENTEENS, {}),
]  # fmt: skip


@cache
def solved_before(slug: str, wishes: tuple[tuple[str, Any], ...]) -> Any:
    """The whole deck without any switch."""
    game = find_game(slug)
    return solved(game, game.settings(dict(wishes)))


def solved(game: Game, settings: Any, deck: list[int] | None = None) -> Any:
    return import_module(f"houseway.games.{game.slug}.solve").solve(game, settings, deck=deck)


def walked_edge(game: Game, settings: Any, deck: list[int], plan: Any, wager: str) -> Fraction:
    return -walk(game, settings, deck, [standard_wagers(game, UNIT)], plan).mean[wager] / UNIT


@pytest.mark.parametrize("switch", SWITCHES, ids=str)
def test_a_switch_changes_walk_and_solver_alike_on_a_toy_deck(switch: Switch) -> None:
    """As Fractions, before and after; "two decks" cannot be seen on a deck that is given."""
    deck = cards_of(switch.toy)
    edges = []
    for game in (find_game(switch.slug), switched(switch.slug, switch.edit)):
        settings = game.settings(switch.wishes)
        solution = solved(game, settings, deck)
        edge = walked_edge(game, settings, deck, solution.plan, switch.wager)
        assert solution.wagers[switch.wager].edge.value == edge
        edges.append(edge)
    assert (edges[0] != edges[1]) == (switch.name != "two decks")


@pytest.mark.parametrize("switch", SWITCHES, ids=str)
def test_a_switch_changes_simulation_and_solver_alike(switch: Switch) -> None:
    """The whole deck: solved and simulated with the switch, they agree; solved without, it is another figure."""
    game = switched(switch.slug, switch.edit)
    settings = game.settings(switch.wishes)
    solution = solved(game, settings)
    before = solved_before(switch.slug, tuple(switch.wishes.items()))
    assert before.wagers[switch.wager].edge != solution.wagers[switch.wager].edge
    result = simulated(game, settings, solution.plan, list(standard_wagers(game)), ROUNDS, seed=12)
    seen = next(figures for figures in result.figures() if figures.name == switch.wager)
    edge = float(solution.wagers[switch.wager].edge.value)
    assert abs(seen.edge - edge) < 4 * seen.standard_error


def test_a_pay_that_is_switched_is_paid_at_the_table() -> None:
    """3 to 2 and 6 to 5 on the same natural."""
    cards = cards_of("Ac 6d Td 9c")
    nets = []
    for game in (find_game("lucky_lucky"), switched("lucky_lucky", pays("3 to 2", "natural", 6, 5))):
        round_ = replay(Deal(game, game.settings(), cards, [{"blackjack": 1000}]))
        nets.append(int(round_.felt.net[1].sum()))
    assert nets == [1500, 1200]
