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
