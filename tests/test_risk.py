"""Sessions and ruin, against counting by hand and against sessions that are simply played."""

import math
from fractions import Fraction

import numpy as np
import pytest

from houseway.analysis import risk
from houseway.analysis.risk import (
    EXACT,
    SIMULATED,
    RoundResult,
    round_from_simulation,
    round_from_solution,
    ruin,
    session,
)
from houseway.analysis.simulate import simulate
from houseway.analysis.solve import computed
from houseway.games import find_game
from houseway.rules.refused import Refused

COIN = RoundResult((100, -100), (0.5, 0.5), EXACT)
SKEWED = RoundResult((-1000, 0, 1500, 50_000), (0.55, 0.1, 0.345, 0.005), EXACT)


@pytest.fixture(scope="module")
def dakota() -> RoundResult:
    game = find_game("dakota_stud")
    solution = computed(game, game.settings({}), "optimal")
    found = round_from_solution(game, solution, dict.fromkeys(game.wagers, 500))
    assert found is not None
    return found


def test_a_session_of_one_round_is_the_round() -> None:
    found = session(SKEWED, 1)
    for cents, likely in zip(SKEWED.cents, SKEWED.likely, strict=True):
        assert found.chance(cents, cents) == pytest.approx(likely, abs=1e-12)


def test_coins_add_up_to_the_binomial() -> None:
    found = session(COIN, 40)
    for heads in range(41):
        cents = 100 * (2 * heads - 40)
        assert found.chance(cents, cents) == pytest.approx(math.comb(40, heads) / 2**40, abs=1e-12)


@pytest.mark.parametrize("rounds", [1, 7, 300, 5000])
def test_mean_and_spread_grow_as_they_must(dakota: RoundResult, rounds: int) -> None:
    found = session(dakota, rounds)
    mean = float(found.cents @ found.likely)
    sd = math.sqrt(float((found.cents - mean) ** 2 @ found.likely))
    assert found.sessions is None
    assert mean == pytest.approx(rounds * dakota.mean, rel=1e-6)
    assert sd == pytest.approx(math.sqrt(rounds) * dakota.sd, rel=1e-6)


def played(of: RoundResult, rounds: int, sessions: int, seed: int) -> np.ndarray:
    """Sessions played round by round: the balance after each."""
    chance = np.random.default_rng(seed)
    likely = np.array(of.likely) / sum(of.likely)
    return np.cumsum(chance.choice(np.array(of.cents), (rounds, sessions), p=likely), axis=0)


def close(seen: float, exact: float, sessions: int) -> bool:
    return abs(seen - exact) < 4 * math.sqrt(max(exact * (1 - exact), 1e-4) / sessions)


@pytest.mark.parametrize("rounds", [10, 200])
def test_a_session_is_distributed_like_sessions_that_are_played(dakota: RoundResult, rounds: int) -> None:
    found = session(dakota, rounds)
    ends = played(dakota, rounds, 20_000, seed=1)[-1]
    for share in (0.05, 0.25, 0.5, 0.9):
        limit = found.quantile(share)
        assert close(float((ends <= limit).mean()), found.chance(-(10**12), limit), 20_000)
    assert close(float((ends > 0).mean()), found.chance(1, 10**12), 20_000)


def test_ruin_of_a_coin_is_the_gamblers() -> None:
    """Counted path by path: from three units, at one a round, within n rounds."""
    found = ruin(COIN, 100, 300, 60)
    ways = {3: Fraction(1)}
    lost = Fraction(0)
    for played_rounds in range(1, 61):
        after: dict[int, Fraction] = {}
        for units, likely in ways.items():
            for step in (-1, 1):
                after[units + step] = after.get(units + step, Fraction(0)) + likely / 2
        lost += after.pop(0, Fraction(0))
        ways = after
        if played_rounds in found.rounds:
            seen = found.by_round[found.rounds.index(played_rounds)]
            assert seen == pytest.approx(float(lost), abs=1e-9)
    assert found.at == pytest.approx(float(lost), abs=1e-9)


@pytest.mark.parametrize(("bankroll", "rounds"), [(10_000, 100), (40_000, 400)])
def test_ruin_is_as_often_as_in_sessions_that_are_played(dakota: RoundResult, bankroll: int, rounds: int) -> None:
    stake = 2000
    found = ruin(dakota, stake, bankroll, rounds)
    balances = bankroll + played(dakota, rounds, 10_000, seed=2)
    assert found.se is None
    assert close(float((balances < stake).any(axis=0).mean()), found.at, 10_000)


def test_the_curve_by_bankroll_falls_and_meets_the_chance_asked_for(dakota: RoundResult) -> None:
    found = ruin(dakota, 2000, 30_000, 200)
    assert all(a >= b - 1e-12 for a, b in zip(found.by_bankroll, found.by_bankroll[1:], strict=False))
    assert all(a <= b + 1e-12 for a, b in zip(found.by_round, found.by_round[1:], strict=False))
    below = max(i for i, cents in enumerate(found.bankrolls_cents) if cents <= 30_000)
    assert found.by_bankroll[below + 1] <= found.at <= found.by_bankroll[below]


def test_too_fine_a_lattice_is_drawn_at_random_with_its_error(
    dakota: RoundResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = ruin(dakota, 2000, 20_000, 100)
    spread = session(dakota, 100)
    monkeypatch.setattr(risk, "LATTICE_MAX", 16)
    drawn = ruin(dakota, 2000, 20_000, 100)
    assert drawn.se is not None
    assert abs(drawn.at - exact.at) < 4 * drawn.se
    again = session(dakota, 100)
    assert again.sessions == risk.SESSIONS
    limit = spread.quantile(0.25)
    assert close(again.chance(-(10**12), limit), spread.chance(-(10**12), limit), risk.SESSIONS)


def test_a_round_from_a_table_of_outcomes_is_the_round_that_is_simulated(dakota: RoundResult) -> None:
    game = find_game("dakota_stud")
    result = simulate(game, 200_000, 4, strategy="optimal", wagers=[dict.fromkeys(game.wagers, 500)])
    counted = round_from_simulation(result)
    assert counted.known == SIMULATED
    assert counted.rounds == 200_000
    exact = dict(zip(dakota.cents, dakota.likely, strict=True))
    assert set(counted.cents) <= set(exact)
    for cents, likely in zip(counted.cents, counted.likely, strict=True):
        assert close(likely, exact[cents], 200_000), cents


def test_where_the_house_would_round_the_table_of_outcomes_is_not_taken() -> None:
    game = find_game("super_fun_21")
    solution = computed(game, game.settings({"hands_max": 1}), "basic")
    assert round_from_solution(game, solution, {"blackjack": 1000}) is not None
    assert round_from_solution(game, solution, {"blackjack": 1001}) is None, "half of it is no whole cent"
    assert round_from_solution(game, solution, {"blackjack": 1000}, grain_cents=1000) is None


def test_several_bets_without_a_table_of_the_round_are_not_guessed() -> None:
    game = find_game("lucky_lucky")
    solution = computed(game, game.settings({"decks": 1, "hands_max": 1}), "basic")
    assert round_from_solution(game, solution, {"blackjack": 1000, "lucky_lucky": 1000}) is None


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(Refused, match="bring more"):
        ruin(COIN, 100, 99, 10)
    with pytest.raises(Refused, match="from 1 to 100,000"):
        session(COIN, 0)
