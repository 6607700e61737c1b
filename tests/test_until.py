"""`simulate --until`: the standard error asked for, after the same rounds wherever they are played."""

import pytest

from houseway.analysis.simulate import asked_for, played_on
from houseway.analysis.simulation import ROUND, Simulation, standard_wagers
from houseway.analysis.until import FIRST_LOOK, exact_deviations, play_until, read_error, rounds_for
from houseway.games import find_game
from houseway.rules.refused import Refused

DAKOTA, BLACKJACK = find_game("dakota_stud"), find_game("lucky_lucky")


def until(error: float, threads: int, result: Simulation) -> list[str]:
    told: list[str] = []
    play_until(result, error, lambda rounds: _played(result, rounds, threads), told.append)
    return told


def _played(result: Simulation, rounds: int, threads: int) -> None:
    played_on(result, rounds, threads=threads, batch=10_000)


def errors(result: Simulation) -> dict[str, float]:
    return {found.name: found.standard_error for found in result.figures()}


def test_one_bet_is_played_as_often_as_its_exact_deviation_says() -> None:
    result = asked_for(BLACKJACK, 1, 5, wagers=[{"blackjack": 1000}])
    deviation = exact_deviations(result)["blackjack"]
    told = until(0.002, 2, result)
    rounds = f"{rounds_for(deviation, 0.002):,} rounds"
    assert told[0] == f"{rounds} by the exact deviation of the wager blackjack, {deviation:.4f}"
    assert rounds_for(deviation, 0.002) <= result.rounds < 1.02 * rounds_for(deviation, 0.002)
    assert errors(result)["blackjack"] <= 0.002


def test_a_seed_ends_after_the_same_rounds_on_any_number_of_threads() -> None:
    one, two = (asked_for(DAKOTA, 1, 5) for _ in range(2))
    until(0.01, 1, one)
    until(0.01, 2, two)
    assert one.rounds == two.rounds > FIRST_LOOK
    assert one.counts == two.counts
    assert max(errors(one).values()) <= 0.01


def test_the_round_has_an_exact_deviation_where_it_is_of_these_bets() -> None:
    assert ROUND in exact_deviations(asked_for(DAKOTA, 1, 5))
    holdem = find_game("fast_action_holdem")
    assert ROUND in exact_deviations(asked_for(holdem, 1, 5))
    for bets in ({"ante": 1000}, {"ante": 2000, "bonus": 1000}):
        assert ROUND not in exact_deviations(asked_for(holdem, 1, 5, wagers=[bets]))
    assert ROUND not in exact_deviations(asked_for(find_game("three_card_poker"), 1, 5))  # there it has no bets aside
    assert not exact_deviations(asked_for(DAKOTA, 1, 5, wagers=[standard_wagers(DAKOTA)] * 2))  # seats share cards


def test_seats_that_share_cards_go_by_what_was_seen() -> None:
    result = asked_for(DAKOTA, 1, 5, wagers=[standard_wagers(DAKOTA)] * 2)
    told = until(0.01, 2, result)
    assert all("came to" in line for line in told)
    assert max(errors(result).values()) <= 0.01


@pytest.mark.parametrize(("text", "error"), [("0.01%", 0.0001), ("0.5 %", 0.005), ("0.001", 0.001)])
def test_an_error_is_read_as_people_write_it(text: str, error: float) -> None:
    assert read_error(text) == pytest.approx(error)


@pytest.mark.parametrize("text", ["", "0", "-1%", "100%", "soon", "nan"])
def test_an_error_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"write a standard error as in 0\.01%"):
        read_error(text)


def test_more_rounds_than_anybody_plays_are_refused_at_once() -> None:
    with pytest.raises(Refused, match="more than anybody plays"):
        until(1e-9, 1, asked_for(DAKOTA, 1, 5))
