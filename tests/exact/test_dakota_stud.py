"""Dakota Stud solved: against the walk, against simulation, against what is published."""

from fractions import Fraction

import pytest

from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.dakota_stud.solve import OPTIMAL, PUBLISHED, ROUND, advise, solve
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from tests.exact.triangle import UNIT, same_as_walk, simulated, z_scores

GAME = find_game("dakota_stud")
SETTINGS = GAME.settings()
TOYS = {toy.name: toy.cards for toy in GAME.sheet.toys}
DECKS = [TOYS["seven"], TOYS["sevens-and-nines"], "Ac Kc Qc Jc Tc 2d 2h", "5c 5d 5h 6c 6d 7s"]


def bets(cents: int = UNIT) -> dict[str, int]:
    return dict.fromkeys(GAME.wagers, cents)


@pytest.mark.parametrize("strategy", [OPTIMAL, PUBLISHED])
@pytest.mark.parametrize("cards", DECKS)
def test_solver_and_walk_agree_to_the_fraction(cards: str, strategy: str) -> None:
    deck = cards_of(cards)
    solution = solve(GAME, SETTINGS, strategy, deck=deck)
    walked = walk(GAME, SETTINGS, deck, [bets()], solution.plan)
    same_as_walk(walked, solution.wagers)
    assert -sum(walked.mean.values()) / UNIT == solution.wagers[ROUND].edge.value


@pytest.mark.slow
def test_seats_beside_change_nothing() -> None:
    deck = cards_of(TOYS["two-seats"])
    solution = solve(GAME, SETTINGS, deck=deck)
    walked = walk(GAME, SETTINGS, deck, [bets(), bets()], solution.plan)
    same_as_walk(walked, solution.wagers)
    assert -sum(walked.mean.values()) / UNIT == 2 * solution.wagers[ROUND].edge.value


@pytest.mark.parametrize("cards", DECKS)
def test_no_plan_of_the_walk_is_better_than_the_optimal_one(cards: str) -> None:
    deck = cards_of(cards)
    best = solve(GAME, SETTINGS, deck=deck)
    for strategy in (PUBLISHED, *GAME.strategies):
        other = solve(GAME, SETTINGS, strategy, deck=deck)
        cost = other.notes["first.cost"] + other.notes["second.cost"]
        assert cost >= 0
        assert other.wagers[ROUND].edge.value - best.wagers[ROUND].edge.value == cost


@pytest.mark.parametrize("strategy", [OPTIMAL, PUBLISHED])
def test_solver_and_simulation_agree(strategy: str) -> None:
    solution = solve(GAME, SETTINGS, strategy)
    result = simulated(GAME, SETTINGS, solution.plan, list(GAME.wagers), 1_000_000, seed=31)
    scores = z_scores(result, solution.wagers)
    assert len(scores) > 40
    assert max(map(abs, scores.values())) < 4, scores


def test_published_figures_come_out_under_the_published_strategy() -> None:
    published = solve(GAME, SETTINGS, PUBLISHED)
    best = solve(GAME, SETTINGS)
    for claim in GAME.claims.claims:
        value, _, _ = published.wagers[claim.wager].measure(claim.measure)
        assert value is not None
        assert f"{100 * float(value):.{claim.digits}f}%" == claim.printed
    assert published.wagers[ROUND].edge.value == Fraction(91233, 2165800)
    assert best.wagers[ROUND].edge.value == Fraction(2733, 166600)  # 1.64 %, not the published 4.2
    assert best.notes["second.cost_of_the_published_rule"] == Fraction(91233, 2165800) - Fraction(2733, 166600)
    assert best.notes["first.cost"] == best.notes["second.cost"] == 0


def test_a_rule_that_is_switched_moves_play_and_solution_together() -> None:
    deck = cards_of(DECKS[0])
    for lowest in (0, 7, 12):
        settings = GAME.settings({"lowest_pair": lowest})
        solution = solve(GAME, settings, deck=deck)
        same_as_walk(walk(GAME, settings, deck, [bets()], solution.plan), solution.wagers)


def test_advice_is_what_the_plan_does() -> None:
    assert advise(GAME, SETTINGS, "Ah Kd 7c") == [("take_back_one", Fraction(0)), ("leave_one", Fraction(-89, 392))]
    assert advise(GAME, SETTINGS, "6h 6d 2c")[0][0] == "leave_one"
    assert advise(GAME, SETTINGS, "Ah Kd 7c 2s") == [("take_back_two", Fraction(-1)), ("leave_two", Fraction(-5, 4))]
    tie = advise(GAME, SETTINGS, "Ah Kd 7c 8s")
    assert tie == [("take_back_two", Fraction(-1)), ("leave_two", Fraction(-1))], "of two equal acts the safe one"


@pytest.mark.parametrize("text", ["Ah Kd", "Ah Ah Kd", "Ah Kd 7c 2s 3s", "Ah Kx 7c", "Ah Kd ??", ""])
def test_bad_hands_are_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(Refused, match=r"cards|card"):
        advise(GAME, SETTINGS, text)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    solve(GAME, SETTINGS, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
