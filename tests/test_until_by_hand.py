"""How long a simulation goes on, by figures and standard errors made up here."""

from fractions import Fraction
from math import ceil
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis import store, until
from houseway.analysis.simulation import ROUND

# edges by wager, and variances: the round is that of the two bets
EDGES = {"main": (Fraction(1, 50), 4), "side": (Fraction(1, 10), 25), ROUND: (Fraction(6, 50), 36)}
ALONE = {**EDGES, "main_alone": (Fraction(1, 40), 9)}


def solved(figures: dict[str, tuple[Fraction, int]]) -> Any:
    wagers = {
        name: SimpleNamespace(edge=SimpleNamespace(value=edge), variance=SimpleNamespace(value=variance))
        for name, (edge, variance) in figures.items()
    }
    return SimpleNamespace(wagers=wagers)


def simulation(*wagers: dict[str, int], known: tuple[str, ...] = (), errors: dict[str, float] | None = None) -> Any:
    game = SimpleNamespace(wagers=("main", "side", "later"))
    figures = [SimpleNamespace(name=name, standard_error=each) for name, each in (errors or {}).items()]
    return SimpleNamespace(
        game=game, settings="settings", strategy="basic", wagers=list(wagers), known=dict.fromkeys(known, 1.0),
        rounds=1000, figures=lambda: figures, interrupted=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("figures", "result", "deviations"),
    [
        (None, simulation({"main": 5}), {}),
        (EDGES, simulation({"main": 5}), {"main": 2}),  # the round is of two bets
        (ALONE, simulation({"main": 5}), {"main": 3}),  # bet by itself it is another wager
        (ALONE, simulation({"main": 5, "side": 0}), {"main": 3}),
        (ALONE, simulation({"main": 5, "side": 5}), {"main": 2, "side": 5, ROUND: 6}),
        (ALONE, simulation({"main": 5, "side": 10}), {"main": 2, "side": 5}),  # not of bets of these sizes
        (EDGES, simulation({"main": 5, "later": 5}), {"main": 2}),
        (EDGES, simulation({"main": 5, "side": 5, "later": 5}), {"main": 2, "side": 5}),
        (EDGES, simulation({"main": 5, "side": 5}, known=("main",)), {"side": 5}),
        (EDGES, simulation({"main": 5, "side": 5}, {"main": 5, "side": 5}), {}),  # they share cards
        ({**EDGES, ROUND: (Fraction(7, 50), 36)}, simulation({"main": 5, "side": 5}), {"main": 2, "side": 5}),
    ],
)
def test_exact_deviations_are_those_of_bets_whose_figures_are_stored(
    figures: Any, result: Any, deviations: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def stored(*given: Any) -> Any:
        asked.append(given)
        return figures and solved(figures)

    monkeypatch.setattr(store, "stored", stored)
    assert until.exact_deviations(result) == deviations
    assert asked in ([], [(result.game, "settings", "basic")])


def test_rounds_are_as_many_as_the_widest_error_of_what_is_judged_needs() -> None:
    errors = {"main": 0.02, "side": 0.05, "later": 0.9, ROUND: 0.03}
    both = {"main": 5, "side": 5}
    assert until.rounds_seen_to_need(simulation(both, errors=errors), 0.01) == 25_000
    assert until.rounds_seen_to_need(simulation(both, known=("side",), errors=errors), 0.01) == 9_000
    assert until.rounds_seen_to_need(simulation({"main": 5}, errors={**errors, ROUND: 0.01}), 0.01) == 4_000
    assert until.rounds_seen_to_need(simulation(both, errors={**errors, "side": 0.0501}), 0.01) == 25_101


LOOK = until.FIRST_LOOK


@pytest.mark.parametrize(
    ("exact", "bets", "needs", "played", "told"),
    [
        ({}, ("main", "side"), [LOOK], [LOOK], []),
        ({}, ("main", "side"), [LOOK + 1, LOOK + 2], [LOOK, ceil(1.01 * (LOOK + 1))], [LOOK + 1]),
        ({}, ("main", "side"), [100 * LOOK, 1], [LOOK, 16 * LOOK], [100 * LOOK]),  # no more than sixteen times as many
        ({"main": 800.0}, ("main",), [1], [640_000], []),  # one bet: at once as many as it takes
        ({"main": 800.0}, ("main", "side"), [1, 1], [LOOK, 646_400], [640_000]),  # several: a look first
        ({"main": 700.0, ROUND: 800.0}, ("main", "side"), [1], [640_000], []),
        ({"main": 80.0}, ("main",), [1], [LOOK], []),  # the first look is the least
    ],
)
def test_it_is_played_on_by_steps_until_nothing_more_is_needed(
    exact: dict[str, float], bets: tuple[str, ...], needs: list[int], played: list[int], told: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    result = simulation(dict.fromkeys(bets, 5))
    left = iter(needs)
    monkeypatch.setattr(until, "exact_deviations", lambda _: exact)
    monkeypatch.setattr(until, "rounds_seen_to_need", lambda *_: next(left))
    rounds: list[int] = []
    said: list[str] = []

    def play_on(count: int) -> None:
        rounds.append(count)
        result.rounds = count

    until.play_until(result, 1.0, play_on, said.append)
    assert rounds == played
    first = []
    if exact:
        widest = max(exact, key=lambda name: exact[name])
        first = [
            f"{round(exact[widest] ** 2):,} rounds by the exact deviation of the wager {widest}, {exact[widest]:.4f}"
        ]
    assert said == [*first, *(f"{n:,} rounds by what {at:,} came to" for n, at in zip(told, played, strict=False))]


def test_a_simulation_that_was_stopped_is_not_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    result = simulation({"main": 5})
    result.interrupted = True
    monkeypatch.setattr(until, "exact_deviations", lambda _: {})
    until.play_until(result, 1.0, lambda _: pytest.fail("it was stopped"), lambda _: None)
