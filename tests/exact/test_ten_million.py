"""Solve against ten million seeded rounds: the mean of every wager of every game, and how often each row came up."""

import pytest

from houseway.analysis.checks import all_scores, score
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.follow_ons import per_first_bet
from houseway.analysis.simulate import simulate
from houseway.analysis.simulation import ROUND
from houseway.analysis.solve import computed, solver_of
from houseway.analysis.solver import FILE
from houseway.games import find_game
from tests.exact.triangle import UNIT, simulated

ROUNDS = 10_000_000
FAR = 4  # standard deviations

TABLES = [
    ("dakota_stud", "optimal", {}),
    ("dakota_stud", "published", {}),
    ("super_fun_21", "optimal", {}),
    ("super_fun_21", "optimal", {"decks": 2}),
    ("triple_shot_bonus", "optimal", {}),
    ("triple_shot_bonus", "published", {"soft_17": "stand", "paytable": "TSB-02"}),
    ("lucky_lucky", "optimal", {"decks": 1}),
    ("lucky_lucky", "optimal", {}),
    ("lucky_lucky", "optimal", {"decks": "infinite", "base": "4", "suited": "multiple", "paytable": "2"}),
    ("fast_action_holdem", "optimal", {}),
    ("fast_action_holdem", "optimal", {"decks": 6}),
    ("fast_action_holdem", "optimal", {"decks": 7, "paytable": "2"}),
    ("fast_action_holdem", "optimal", {"decks": 8, "paytable": "3", "splits": "as_published"}),
    ("three_card_poker", "optimal", {}),
    ("casino_war", "optimal", {}),
    ("casino_war", "timid", {"decks": 1, "bonus": True}),
    ("mississippi_stud", "optimal", {}),
    ("let_it_ride", "optimal", {}),
    ("ez_baccarat", "optimal", {}),
    ("ultimate_texas_holdem", "optimal", {}),
    ("ez_baccarat", "basic", {"decks": 6, "tie_pays": "9"}),
]
tables = pytest.mark.parametrize(("slug", "strategy", "options"), TABLES, ids=str)


@pytest.mark.slow
@tables
def test_every_wager_and_every_row_comes_up_as_often_as_solved(
    slug: str, strategy: str, options: dict[str, str]
) -> None:
    game = find_game(slug)
    settings = game.settings(options)
    solution = computed(game, settings, strategy)
    placed = [wager.name for wager in game.sheet.wagers if wager.placed and not wager.name.endswith("toke")]
    follow = solver_of(game).followed_otherwise.get(strategy)  # best play that was found from play alone
    result = simulated(game, settings, solution.plan, placed, ROUNDS, seed=2026, decide=follow)
    has_own = (game.folder / f"{FILE}.py").exists()  # else its round has no bets aside, and raises are told per Ante
    told_otherwise = [] if has_own else [*per_first_bet(game), ROUND]
    scores = all_scores(result, {name: each for name, each in solution.wagers.items() if name not in told_otherwise})
    assert {name for name in placed if name in scores} == set(placed)
    assert max(map(abs, scores.values())) < FAR, {name: score for name, score in scores.items() if abs(score) > 3}


def test_a_rare_row_is_judged_by_the_poisson_distribution() -> None:
    assert score(0, 0.001, ROUNDS) == 0
    assert abs(score(1, 0.3, ROUNDS)) < 1
    assert score(9, 0.3, ROUNDS) > FAR
    assert score(0, 12.0, ROUNDS) < -FAR
    assert score(180, 150.0, ROUNDS) == pytest.approx(2.4, abs=0.2)
    assert score(5_000_000, 5_000_000.0, ROUNDS) == 0


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["lucky_lucky", "triple_shot_bonus", "super_fun_21"])
def test_insurance_wins_as_often_as_solved(slug: str) -> None:
    game = find_game(slug)
    settings = game.settings()
    solution = computed(game, settings, "basic")
    plan = game.plan("basic", settings)._replace(insure=1)
    beside = ["war", "poker"] if slug == "triple_shot_bonus" else []
    result = simulated(game, settings, plan, ["blackjack", *beside], ROUNDS, seed=2026)
    seen = next(found for found in result.figures() if found.name == "insurance")
    wins = sum(times for _, cents, times in seen.outcomes if cents > 0)
    assert abs(score(wins, float(solution.wagers["insurance"].hit.value) * seen.seen, seen.seen)) < FAR


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 8])
def test_envy_is_worth_as_much_as_solved(decks: int) -> None:
    game = find_game("fast_action_holdem")
    settings = game.settings({"decks": decks})
    solution: Solution = computed(game, settings, "basic")
    bets = [{"ante": UNIT, "bonus": UNIT}] * 2
    result = simulate(game, ROUNDS, 2026, settings=settings, strategy="basic", wagers=bets)
    seen = next(found for found in result.figures() if found.name == "envy")
    paid = sum(cents * times for _, cents, times in seen.outcomes)
    squares = sum(cents * cents * times for _, cents, times in seen.outcomes)
    seats = 2 * ROUNDS
    expected = float(solution.notes["envy.cents_for_each_other_player"]) * seats
    assert abs(paid - expected) < FAR * (2 * squares) ** 0.5  # both seats may be paid for one board
