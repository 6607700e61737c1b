"""House options and the edge: rounding, Envy and caps; exact for one seat, simulated where seats share."""

import json
from fractions import Fraction
from functools import cache
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from houseway.analysis.effects import Effects, cap_effects, effects_of, envy_effects, lawful_cap, rounded_mean
from houseway.analysis.exact.shared.settlements import Settlement, mean_of
from houseway.analysis.shared_cap import extra_by_sharing
from houseway.analysis.ship import is_on_boards
from houseway.analysis.simulate import simulate
from houseway.analysis.solve import OPTIMAL, solve
from houseway.analysis.solver import Caps
from houseway.cli import app
from houseway.engine.walk import walk
from houseway.games import SLUGS, find_game
from houseway.games.fast_action_holdem.solve_effects import bonus_edge, envy_cents, plan_without_cap
from houseway.games.game import Game
from houseway.report.effects_page import effects_json, effects_page
from houseway.rules.cards import cards_of
from houseway.rules.odds import ROUNDING
from houseway.rules.refused import Refused

HOLDEM = find_game("fast_action_holdem")

# Small decks on which every deal can be walked, with options and bets that come out odd.
TOYS: list[tuple[str, str, dict[str, Any], dict[str, int]]] = [
    ("dakota_stud", "Ac Ad Kc 7d 7h 6c 2s", {}, dict.fromkeys(("dollar", "one", "two", "three"), 350)),
    ("fast_action_holdem", "8s 8s 8s 8s 8s 8s 8s 8s 8s 8s Ad Kd 7h", {"decks": 6}, {"ante": 350, "bonus": 350}),
    (
        "lucky_lucky", "3h 8c 8c 8c 9c Td Td Td Td Td Td Ah", {"hands_max": 3, "surrender": "late"},
        dict.fromkeys(("blackjack", "lucky_lucky"), 750),
    ),
    ("super_fun_21", "Ad Ad Ad Td Td Td Td Td Td Td Td Td Td Td 7c 9c", {"hands_max": 2}, {"blackjack": 750}),
    (
        "triple_shot_bonus", "8h 9c 9c Ts Ts Kd Kd Ac", {},
        dict.fromkeys(("war", "blackjack", "poker", "hat_trick"), 350),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "cards", "wishes", "bets"), TOYS, ids=[toy[0] for toy in TOYS])
def test_rounded_pays_are_what_a_walk_over_every_deal_finds(
    slug: str, cards: str, wishes: dict[str, Any], bets: dict[str, int]
) -> None:
    """Under every policy, with a grain of a dollar, as Fractions."""
    game, deck = find_game(slug), cards_of(cards)
    settings = game.settings(wishes)
    plan = game.plan("basic", settings)
    settled = import_module(f"houseway.games.{slug}.solver").SOLVER.effects.settlements(game, settings, "basic", deck)
    seen = set()
    for policy in ROUNDING:
        walked = walk(game, settings.but(rounding=policy, grain_cents=100), deck, [bets], plan)
        for wager, bet in bets.items():
            assert rounded_mean(settled[wager], bet, policy, 100) == walked.mean[wager] / bet, (wager, policy)
            seen.add((wager, walked.mean[wager]))
    assert len(seen) > len(bets), "some policy pays differently"


def test_a_bet_that_comes_out_even_is_not_touched() -> None:
    settlements = [Settlement(1, Fraction(3, 2), Fraction(1, 10)), Settlement(2, Fraction(-1), Fraction(9, 10))]
    for policy in ROUNDING:
        assert rounded_mean(settlements, 1000, policy, 100) == mean_of(settlements)


def test_three_to_two_on_five_dollars_paid_in_dollars() -> None:
    """$7.50 becomes $7 for the house and $8 for the player: a tenth of the bet, as often as it comes up."""
    settlements = [Settlement(1, Fraction(3, 2), Fraction(1, 20)), Settlement(1, Fraction(-1), Fraction(19, 20))]
    changes = [rounded_mean(settlements, 500, policy, 100) - mean_of(settlements) for policy in ROUNDING]
    assert changes == [Fraction(-1, 200), Fraction(1, 200), Fraction(1, 200)]


@cache
def found_for(slug: str) -> Effects:
    game = find_game(slug)
    return effects_of(game, game.settings(), told_of(game), 3, [500, 1250], rounds=2000)


def told_of(game: Game) -> str:
    """A written strategy; of a game whose boards are counted only the best play is known exactly."""
    return OPTIMAL if is_on_boards(game) else "basic"


@pytest.mark.parametrize("slug", SLUGS)
def test_odds_paid_in_full_give_the_edge_of_the_solver(slug: str) -> None:
    edges = {each.wager: each.edge - each.change for each in found_for(slug).rounding}
    solved = solve(find_game(slug), {}, told_of(find_game(slug))).wagers
    assert edges
    for wager, edge in edges.items():
        assert edge == solved[wager].edge.value, wager


def test_a_simulation_with_rounding_loses_what_the_effect_says() -> None:
    game = find_game("triple_shot_bonus")
    settings = game.settings({"grain_cents": 100})
    found = effects_of(game, settings, "basic", bets=[350])
    bets = dict.fromkeys(("war", "blackjack", "poker", "hat_trick"), 350)
    result = simulate(game, 200_000, 3, settings=settings, wagers=[bets], threads=1)
    exact = {each.wager: each.edge for each in found.rounding if each.policy == "house"}
    for figures in result.figures():
        if figures.name in exact:
            assert abs(figures.edge - float(exact[figures.name])) < 4 * figures.standard_error, figures.name
    assert len(exact) == 4


# --- Envy ---


def test_envy_is_the_same_for_every_other_player_at_the_table() -> None:
    found = envy_effects(envy_cents, HOLDEM, HOLDEM.settings(), "basic", 5)
    each = envy_cents(HOLDEM, HOLDEM.settings(), "basic")
    assert each > 0
    assert [(envied.players, envied.cents) for envied in found] == [(n + 1, n * each) for n in range(5)]


def test_a_simulation_of_three_players_pays_the_envy_that_is_promised() -> None:
    result = simulate(HOLDEM, 150_000, 4, wagers=[{"ante": 500, "bonus": 500}] * 3, threads=1)
    envy = HOLDEM.wagers.index("envy")
    sums = {power: sum(cents**power * n for (w, _, cents), n in result.counts.items() if w == envy) for power in (1, 2)}
    promised = 2 * float(envy_cents(HOLDEM, HOLDEM.settings(), "basic")) * 3 * result.rounds
    assert abs(sums[1] - promised) < 4 * 3 * sums[2] ** 0.5, "three seats may be paid for one hand at a time"
    assert sums[1] > 0


# --- Caps ---


def test_a_cap_on_one_seat_is_what_a_walk_over_every_deal_finds() -> None:
    deck = cards_of("8s 8s 8s 8s 8s 8s 8s 8s 8s 8s Ad Kd 7h")
    wishes: dict[str, Any] = {"decks": 6, "cap_cents": 20_000, "cap_per": "hand"}
    settings = HOLDEM.settings(wishes)
    plan = plan_without_cap(HOLDEM, settings, "basic", deck)
    walked = walk(HOLDEM, settings, deck, [{"ante": 1000, "bonus": 1000}], plan)
    capped = bonus_edge(HOLDEM, settings, "basic", 1000, 20_000, deck)
    assert capped == -walked.mean["bonus"] / 1000
    assert capped > bonus_edge(HOLDEM, settings, "basic", 1000, 0, deck)


@pytest.mark.parametrize("per", ["hand", "each_hand"])
def test_a_low_cap_for_each_seat_or_hand_agrees_with_simulation(per: str) -> None:
    settings = HOLDEM.settings({"cap_cents": 4000, "cap_per": per})
    result = simulate(HOLDEM, 150_000, 5, settings=settings, wagers=[{"ante": 1000, "bonus": 1000}], threads=1)
    bonus = next(figures for figures in result.figures() if figures.name == "bonus")
    exact = bonus_edge(HOLDEM, settings, "basic", 1000, 4000)
    assert abs(bonus.edge - float(exact)) < 4 * bonus.standard_error
    free = bonus_edge(HOLDEM, settings, "basic", 1000, 0)
    assert float(exact - free) > 10 * bonus.standard_error, "a cap this low is felt"


def test_a_shared_cap_agrees_with_a_simulation_of_the_whole_table() -> None:
    settings = HOLDEM.settings({"cap_cents": 5000, "cap_per": "round"})
    shared = cap_effects(Caps(bonus_edge, plan_without_cap), HOLDEM, settings, "basic", 3, [1000], 100_000)[2]
    result = simulate(HOLDEM, 200_000, 7, settings=settings, wagers=[{"ante": 1000, "bonus": 1000}] * 3, threads=1)
    bonus = next(figures for figures in result.figures() if figures.name == "bonus")
    assert shared.players == 3
    assert shared.se is not None
    assert shared.se < bonus.standard_error, "of half as many rounds: listening to the cap is sharper"
    assert abs(bonus.edge - float(shared.edge)) < 4 * (bonus.standard_error**2 + shared.se**2) ** 0.5


def test_one_player_shares_a_cap_with_nobody() -> None:
    settings = HOLDEM.settings({"cap_cents": 5000})
    plan = plan_without_cap(HOLDEM, settings, "basic")
    extra = extra_by_sharing(HOLDEM, settings, plan, 1000, 1, 20_000)
    assert extra.seen > 50
    assert (extra.cents, extra.se) == (0, 0)


def test_the_least_lawful_cap_is_fifty_times_the_highest_bonus_and_split_bonus() -> None:
    """WAC 230-15-490; the top odds, 500 to 1, are more than 50 to 1."""
    assert lawful_cap(HOLDEM, HOLDEM.settings()) == 2 * 50 * 40_000
    assert lawful_cap(HOLDEM, HOLDEM.settings({"cap_per": "each_hand"})) == 50 * 40_000


# --- The command ---


@pytest.mark.parametrize("slug", SLUGS)
def test_pages_fit_in_eighty_columns(slug: str) -> None:
    game, screen = find_game(slug), StringIO()
    Console(file=screen, width=80).print(effects_page(game, game.settings(), found_for(slug)))
    assert max(map(len, screen.getvalue().splitlines())) <= 80
    assert "Pays rounded to $1" in screen.getvalue()
    assert ("Envy" in screen.getvalue().replace("no Envy", "")) == (slug == "fast_action_holdem")


def test_json_says_what_is_exact_and_what_is_sampled() -> None:
    told = effects_json(HOLDEM, HOLDEM.settings(), found_for("fast_action_holdem"))
    assert json.loads(json.dumps(told)) == told
    assert all(row["edge"]["se"] is None and row["edge"]["value"] for row in told["rounding"])
    each_hand, alone, shared = told["caps"][:3]
    assert [each["per"] for each in told["caps"][:3]] == ["each_hand", "hand", "round"]
    assert (each_hand["players"], each_hand["edge"]["se"]) == (1, None)
    assert (alone["players"], alone["edge"]["se"]) == (1, None)
    assert shared["players"] == 3
    assert shared["edge"]["value"] is None
    assert isinstance(shared["edge"]["se"], float)


def test_the_command_prints_a_page() -> None:
    page = CliRunner().invoke(app, ["effects", "super_fun_21", "--strategy", "basic", "--bet", "5"])
    assert page.exit_code == 0
    assert "Pays rounded to $1, in favour of" in page.output


def test_more_players_than_seats_are_refused() -> None:
    game = find_game("super_fun_21")
    with pytest.raises(Refused, match="has 1 to 5 players, not 6"):
        effects_of(game, game.settings(), players=6)
