"""War, Poker and the Hat Trick of Triple Shot Bonus solved: against the walk, simulation and what is published."""

from fractions import Fraction
from functools import cache

import pytest

from houseway.analysis.exact.solution import Solution
from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.charts import read_chart
from houseway.games.triple_shot_bonus.solve import solve
from houseway.rules.cards import cards_of
from tests.exact.triangle import UNIT, same_as_walk, simulated, z_scores

GAME = find_game("triple_shot_bonus")
TOYS = {toy.name: toy for toy in GAME.sheet.toys}
SOLVED = ("war", "poker", "hat_trick")
BETS = ("war", "blackjack", "poker", "hat_trick")
HITTER = read_chart({"rows": [["hard", "4-18", " ".join("HHHHHHHHHH")], ["soft", "12-21", " ".join("HHHHHHHHHH")]]})
DECKS = [
    (TOYS["aces-and-tens"].cards, {}),
    (TOYS["small-cards"].cards, TOYS["small-cards"].options),
    (TOYS["high-cards"].cards, {"hat_trick": "6 to 1"}),
    ("Ac Ac Ac 6c 9d 9d 9d 9d 9d 9d 9d 9d 9d", {"soft_17": "stand"}),
    ("6h 7h 8h 9h Th Th Th Th Th Th", {"paytable": "TSB-02"}),
]


def bets() -> dict[str, int]:
    return dict.fromkeys(BETS, UNIT)


@cache
def solved(strategy: str, soft_17: str) -> Solution:
    return solve(GAME, GAME.settings({"soft_17": soft_17}), strategy)


@pytest.mark.parametrize(("cards", "options"), DECKS)
@pytest.mark.parametrize("strategy", ["basic", "hitter"])
def test_solver_and_walk_agree_to_the_fraction(cards: str, options: dict[str, str], strategy: str) -> None:
    settings = GAME.settings({**options, "insurance": False})
    deck = cards_of(cards)
    plan = HITTER if strategy == "hitter" else GAME.plan(strategy, settings)
    solution = solve(GAME, settings, strategy, deck=deck, plan=plan)
    walked = walk(GAME, settings, deck, [bets()], plan)
    same_as_walk(walked, {name: solution.wagers[name] for name in SOLVED})


def test_seats_beside_change_nothing() -> None:
    toy = TOYS["two-seats"]
    settings = GAME.settings(toy.options)
    deck = cards_of(toy.cards)
    plan = GAME.plan("basic", settings)
    solution = solve(GAME, settings, "basic", deck=deck)
    walked = walk(GAME, settings, deck, [bets(), bets()], plan)
    same_as_walk(walked, {name: solution.wagers[name] for name in SOLVED})


@pytest.mark.parametrize("paytable", ["TSB-01", "TSB-02"])
def test_war_and_poker_come_out_as_published(paytable: str) -> None:
    solution = solve(GAME, GAME.settings({"paytable": paytable}), "basic")
    poker = {row.outcome: row for row in solution.wagers["poker"].rows}
    assert solution.wagers["war"].edge.value == Fraction(1, 34)
    code = paytable.lower().replace("-", "_")
    seen = 0
    for claim in GAME.claims.claims:
        if claim.id.startswith(f"poker.{code}."):
            outcome = claim.id.split(".")[2]
            if claim.measure == "probability" and outcome in poker:
                value = poker[outcome].probability
            elif claim.measure == "contribution":
                value = poker[outcome].probability * (poker[outcome].won + 1)
            elif claim.measure == "return":
                value = 1 - solution.wagers["poker"].edge.value
            elif claim.measure == "edge":
                value = solution.wagers["poker"].edge.value
            else:
                value = solution.wagers["poker"].hit.value
            assert f"{100 * float(value):.{claim.digits}f}%" == claim.printed, claim.id
            seen += 1
    assert seen == 22
    assert sum(row.probability for row in poker.values()) == 1
    assert poker["royal_flush"].probability == Fraction(188, 20_358_520)


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
@pytest.mark.parametrize("strategy", ["basic", "published"])
def test_solver_and_simulation_agree(strategy: str, soft_17: str) -> None:
    solution = solved(strategy, soft_17)
    result = simulated(GAME, solution.settings, solution.plan, list(BETS), 1_000_000, seed=77)
    scores = z_scores(result, {name: solution.wagers[name] for name in SOLVED})
    assert len(scores) > 15
    assert max(map(abs, scores.values())) < 4, scores


def test_the_hat_trick_is_won_far_more_often_than_the_published_product() -> None:
    notes = solved("basic", "hit").notes
    hit = solved("basic", "hit").wagers["hat_trick"].hit.value
    assert f"{100 * float(hit):.4f}" == "12.5183"
    assert f"{100 * float(notes['hat_trick.hit_if_independent']):.3f}" == "9.454"
    assert notes["hat_trick.edge at 9 to 1"] == 1 - 10 * hit < 0  # the player is ahead by a quarter of the bet
    assert notes["hat_trick.edge at 6 to 1"] == 1 - 7 * hit > Fraction(12, 100)


def test_a_rule_that_is_switched_moves_play_and_solution_together() -> None:
    settings = GAME.settings({"insurance": False})
    deck = cards_of(TOYS["aces-and-tens"].cards)
    for soft_17 in ("hit", "stand"):
        settings["soft_17"] = soft_17
        plan = GAME.plan("mimic", settings)
        solution = solve(GAME, settings, "mimic", deck=deck)
        same_as_walk(walk(GAME, settings, deck, [bets()], plan), {name: solution.wagers[name] for name in SOLVED})
