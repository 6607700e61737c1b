"""Fast Action Hold'em, exactly: walk = solve on toy decks, solve against simulation, and the published edges."""

from fractions import Fraction

import pytest

from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.fast_action_holdem.solve import advise, solve
from houseway.rules.cards import cards_of
from tests.exact.triangle import UNIT, same_as_walk, simulated, z_scores

GAME = find_game("fast_action_holdem")
MANY_EIGHTS = "8s 8s 8s 8s 8s 8s 8s 8s 8s 8s Ad Kd 7h"
PRINTED = {"4": Fraction(688, 10_000), "5": Fraction(1147, 10_000), "6": Fraction(1128, 10_000)}


@pytest.mark.parametrize("strategy", ["optimal", "basic"])
def test_walk_and_solver_agree_as_fractions_on_a_deck_with_repeated_cards(strategy: str) -> None:
    settings = GAME.settings({"decks": 6})
    deck = cards_of(MANY_EIGHTS)
    solved = solve(GAME, settings, strategy, deck=deck, bets={"ante": UNIT, "bonus": UNIT})
    walked = walk(GAME, settings, deck, [{"ante": UNIT, "bonus": UNIT}], solved.plan)
    assert walked.mass == 1
    same_as_walk(walked, {name: solved.wagers[name] for name in ("ante", "bonus")})
    assert solved.wagers["round"].edge.value == -(walked.mean["ante"] + walked.mean["bonus"]) / UNIT


@pytest.mark.parametrize("toy", GAME.sheet.toys, ids=lambda toy: toy.name)
def test_toys_walk_as_they_are_solved(toy) -> None:  # type: ignore[no-untyped-def]
    if toy.seats > 1:
        return  # seats do not change a player's Ante and Bonus
    settings = GAME.settings(toy.options)
    deck = cards_of(toy.cards)
    solved = solve(GAME, settings, "optimal", deck=deck, bets={"ante": UNIT, "bonus": UNIT})
    walked = walk(GAME, settings, deck, [{"ante": UNIT, "bonus": UNIT}], solved.plan)
    same_as_walk(walked, {name: solved.wagers[name] for name in ("ante", "bonus")})


@pytest.mark.parametrize(
    "wishes",
    [
        {"splits": "together"},
        {"splits": "together", "paytable": "3", "equal_bets": "both"},
        {"cap_cents": 20 * UNIT, "cap_per": "hand"},
        {"cap_cents": 20 * UNIT, "cap_per": "each_hand"},
    ],
    ids=str,
)
def test_readings_walk_as_they_are_solved(wishes: dict[str, str | int]) -> None:
    settings = GAME.settings({"decks": 6, "paytable": "2", **wishes})
    deck = cards_of(MANY_EIGHTS)
    solved = solve(GAME, settings, "optimal", deck=deck, bets={"ante": UNIT, "bonus": UNIT})
    walked = walk(GAME, settings, deck, [{"ante": UNIT, "bonus": UNIT}], solved.plan)
    same_as_walk(walked, {name: solved.wagers[name] for name in ("ante", "bonus")})


def test_a_cap_on_each_hand_takes_no_more_than_one_on_the_seat() -> None:
    """And on this deck, where both hands of a split make much, less."""
    edges = {}
    for per in ("hand", "each_hand"):
        settings = GAME.settings({"decks": 6, "paytable": "2", "cap_cents": 20 * UNIT, "cap_per": per})
        solved = solve(GAME, settings, "basic", deck=cards_of(MANY_EIGHTS), bets={"ante": UNIT, "bonus": UNIT})
        edges[per] = solved.wagers["bonus"].edge.value
    assert edges["each_hand"] < edges["hand"]


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_equal_splits_cost_the_player_what_the_freer_ones_gain(decks: int) -> None:
    """Paytable 3: fewer choices can only help the house; the Ante alone is the same under every reading of splits."""
    every = ("none", "together", "as_published", "as_written")
    solved = [solve(GAME, GAME.settings({"decks": decks, "paytable": "3", "splits": each})) for each in every]
    edges = [each.wagers["round"].edge.value for each in solved]
    assert edges == sorted(edges, reverse=True)
    assert len(set(edges)) == 4
    assert len({each.wagers["ante_alone"].edge.value for each in solved[1:]}) == 1


@pytest.mark.parametrize(
    "wishes", [{"splits": "together", "paytable": "3"}, {"cap_cents": 9000, "cap_per": "each_hand"}]
)
def test_readings_are_simulated_as_they_are_solved(wishes: dict[str, str | int]) -> None:
    settings = GAME.settings({"decks": 6, "paytable": "2", **wishes})
    solved = solve(GAME, settings, "basic")
    result = simulated(GAME, settings, solved.plan, ["ante", "bonus"], 300_000, seed=8)
    scores = z_scores(result, {name: solved.wagers[name] for name in ("ante", "bonus", "round")})
    assert max(abs(score) for score in scores.values()) < 4, scores


@pytest.mark.parametrize("paytable", PRINTED)
def test_the_published_edges_come_out_with_the_published_splits(paytable: str) -> None:
    edges = {}
    for splits in ("none", "as_published", "as_written"):
        solved = solve(GAME, GAME.settings({"paytable": paytable, "splits": splits}))
        edges[splits] = solved.wagers["round"].edge.value
    assert abs(edges["as_published"] - PRINTED[paytable]) <= Fraction(1, 20_000)
    assert edges["none"] > edges["as_published"] > edges["as_written"], "more choices can only help the player"


def test_the_best_play_earns_what_it_is_said_to() -> None:
    settings = GAME.settings()
    solved = solve(GAME, settings)
    result = simulated(GAME, settings, solved.plan, ["ante", "bonus"], 1_000_000, seed=5)
    scores = z_scores(result, {name: solved.wagers[name] for name in ("ante", "bonus", "round")})
    assert len(scores) > 10
    assert max(abs(score) for score in scores.values()) < 4, scores


def test_advice_ranks_every_legal_act() -> None:
    ranked = advise(GAME, GAME.settings(), "Ah Ad 7c 2s")
    assert ranked[0][0] == "keep_12"
    assert len(ranked) == 21
    assert [value for _, value in ranked] == sorted((value for _, value in ranked), reverse=True)
