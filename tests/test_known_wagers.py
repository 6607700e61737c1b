"""`simulate --exact`: the exact mean of wagers in place of what they came to, and how sharp a round is then."""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev

import pytest

from houseway.analysis.as_paid import exact_at_hand
from houseway.analysis.known_wagers import take_exactly
from houseway.analysis.simulate import asked_for, played_on
from houseway.analysis.simulation import ROUND, Simulation, WagerFigures, as_json, standard_wagers
from houseway.analysis.universal.apart.one_wager import mean_cents_apart, prove_apart
from houseway.analysis.until import exact_deviations, play_until
from houseway.cluster.assignment import Unit, assignment_of, play_unit
from houseway.engine.counting_table import count_rounds, seams, tally_beside
from houseway.engine.dealt_ahead import ahead_shoe
from houseway.engine.rest_tally import REST, rest_tally, tally_rest
from houseway.engine.rounds import NO_KEY, read_key
from houseway.engine.swapped import swapped
from houseway.games import find_game
from houseway.games.game import place_wagers
from houseway.rules.refused import Refused

THREE, LUCKY = find_game("three_card_poker"), find_game("lucky_lucky")
ASIDE = ("pair_plus", "six_card_bonus")
SEEDS, ROUNDS = 40, 20_000


def simulated(seed: int, names: Sequence[str] = ASIDE, rounds: int = ROUNDS, threads: int = 1) -> Simulation:
    result = asked_for(THREE, rounds, seed)
    take_exactly(result, names)
    return played_on(result, rounds, threads=threads, batch=3_000)


def round_of(result: Simulation) -> WagerFigures:
    return next(found for found in result.figures() if found.name == ROUND)


def test_a_round_is_what_the_rest_came_to_and_the_exact_means() -> None:
    """By hand: 10 rounds of an Ante of $10, whose rest lost $10 in six and won $20 in four; aside $-0.75 is known."""
    of_round, pair_plus = len(THREE.wagers), THREE.wagers.index("pair_plus")
    result = Simulation(THREE, THREE.settings(), "basic", 1, [standard_wagers(THREE)], rounds=10)
    result.counts.update({(REST, 0, -1000): 6, (REST, 0, 2000): 4, (of_round, 0, -2000): 9, (of_round, 1, 32_000): 1})
    result.counts.update({(pair_plus, 0, -1000): 9, (pair_plus, 1, 30_000): 1})
    seen = round_of(result)
    assert seen.mean == pytest.approx(1.4)
    result.known = {"pair_plus": -75.0}
    known = round_of(result)
    assert known.mean == pytest.approx((-600 + 800 - 75) / 1000)
    assert known.standard_error == pytest.approx(sqrt((0.6 * 1 + 0.4 * 4 - 0.2**2) / 10))
    assert (known.standard_deviation, known.hit, known.outcomes) == (seen.standard_deviation, seen.hit, seen.outcomes)
    assert as_json(result)["exact_cents"] == {"pair_plus": -75.0}


def test_the_rest_is_counted_beside_what_is_counted_always() -> None:
    """Interpreted: every count is there as ever, and the rest has the round's net without the wagers left out."""
    settings, bets = LUCKY.settings(), standard_wagers(LUCKY)
    felt = LUCKY.felt(1, taped=False)
    place_wagers(LUCKY, felt, [bets])
    plan, rules = LUCKY.plan("basic", settings), LUCKY.rules(settings)
    left_out = [LUCKY.wagers.index("lucky_lucky"), LUCKY.wagers.index("lucky_break")]
    tallies = [rest_tally(len(LUCKY.wagers), left_out) for _ in range(2)]
    counted: tuple[Callable[..., None], ...] = (tally_beside, tally_rest)
    for tally, beside in zip(tallies, counted, strict=True):
        swap = seams(LUCKY.play, LUCKY.follow)
        swap[tally_beside] = beside
        swapped(count_rounds, swap)(rules, ahead_shoe(LUCKY.deck(settings)), plan, felt, tally, 0, 150)
    plain, more = (
        {
            read_key(int(key)): int(n)
            for key, n in zip(tally.keys, tally.counts, strict=True)
            if key != NO_KEY
        }
        for tally in tallies
    )  # fmt: skip
    rest = {key: more.pop(key) for key in list(more) if key[0] == REST}
    assert more == plain
    assert sum(rest.values()) == 150
    won = {spot: sum(cents * n for (at, _, cents), n in plain.items() if at == spot) for spot in range(7)}
    assert sum(cents * n for (_, _, cents), n in rest.items()) == won[6] - sum(won[spot] for spot in left_out)
    assert any(won[spot] for spot in left_out)


def test_repeated_seeds_spread_as_the_error_told_about_the_exact_edge() -> None:
    """Forty seeds: unbiased, the spread is what each tells of itself, and a tenth of the rounds is enough."""
    settings = THREE.settings()
    exact = exact_at_hand(THREE, settings, "basic", standard_wagers(THREE))[ROUND]
    runs = [round_of(simulated(seed)) for seed in range(SEEDS)]
    told = fmean(run.standard_error for run in runs)
    edges = [run.edge for run in runs]
    assert abs(fmean(edges) - exact) < 3 * told / sqrt(SEEDS)
    assert stdev(edges) == pytest.approx(told, rel=0.35)  # three standard errors of a spread seen forty times
    spared = fmean((run.standard_deviation / run.standard_error) ** 2 / run.seen for run in runs)
    assert spared > 10


def test_the_counts_of_a_seed_stay_and_are_the_same_on_threads_and_workers() -> None:
    one, two = simulated(5), simulated(5, threads=2)
    plain = played_on(asked_for(THREE, ROUNDS, 5), ROUNDS, threads=1)
    assert one.counts == two.counts
    assert {key: n for key, n in one.counts.items() if key[0] != REST} == plain.counts
    unit = play_unit(assignment_of(one), Unit(0, ROUNDS))
    assert {read_key(key): n for key, n in zip(unit.keys, unit.counts, strict=True)} == one.counts


def test_until_waits_for_no_wager_that_is_known() -> None:
    result = asked_for(THREE, 1, 5)
    assert set(exact_deviations(result)) == {"ante", *ASIDE}
    take_exactly(result, ASIDE)
    assert set(exact_deviations(result)) == {"ante"}
    play_until(result, 0.003, lambda rounds: void(played_on(result, rounds, threads=1)), lambda _: None)
    assert round_of(result).standard_error <= 0.003
    assert result.rounds < 500_000, "of six-card hands alone it would be three million"


def void(_: Simulation) -> None:
    """What a simulation that is played on answers is not asked."""


def test_what_is_not_stored_follows_from_the_rules_of_play() -> None:
    """Whatever is played, and of the bets as this table pays them."""
    settings = LUCKY.settings({"decks": 2, "paytable": "2"})
    result = asked_for(LUCKY, 1, 1, settings=dict(settings), strategy="mimic", wagers=[
        {"blackjack": 1000, "lucky_lucky": 500}])  # fmt: skip
    take_exactly(result, ["lucky_lucky"])
    assert result.known == {
        "lucky_lucky": pytest.approx(-500 * float(prove_apart(LUCKY, settings, "lucky_lucky").edge.value))
    }
    dollars = LUCKY.settings({"grain_cents": 100, "rounding": "player"})
    bets = {"blackjack": 150, "lucky_lucky": 150}
    assert mean_cents_apart(LUCKY, dollars, "lucky_lucky", bets) > mean_cents_apart(
        LUCKY, LUCKY.settings(), "lucky_lucky", bets
    )


@pytest.mark.parametrize(
    ("names", "seats", "why"),
    [
        (["ante"], 2, "is for one seat"),
        (["pair_pluss"], 1, "nobody bets on that; did you mean pair_plus"),
        (["play"], 1, "nobody bets on that"),
        (["ante", *ASIDE], 1, "nothing to simulate: houseway edge"),
    ],
)
def test_what_cannot_be_taken_exactly_is_refused(names: list[str], seats: int, why: str) -> None:
    result = asked_for(THREE, 1, 1, wagers=[standard_wagers(THREE)] * seats)
    with pytest.raises(Refused, match=why):
        take_exactly(result, names)
    assert not result.known


def test_a_wager_that_choices_bear_on_is_refused_where_its_strategy_is_not_stored() -> None:
    result = asked_for(LUCKY, 1, 1, settings={"decks": 2}, strategy="mimic")
    with pytest.raises(Refused, match="blackjack is not proved apart from the choices"):
        take_exactly(result, ["blackjack"])


def test_a_gpu_counts_no_rest() -> None:
    result = asked_for(THREE, 1, 1)
    take_exactly(result, ASIDE)
    with pytest.raises(Refused, match="--exact is counted on cores alone"):
        played_on(result, 10, device="gpu")
