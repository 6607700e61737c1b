"""The chance that the books tell, against the exact convolution of the wagers' pays."""

from dataclasses import replace
from math import lcm, sqrt
from statistics import NormalDist
from typing import Any, cast

import numpy as np
import pytest

from houseway.analysis.at_hand import at_hand
from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.games import find_game
from houseway.house.audit.hold import before_policies
from houseway.house.books.alerts import Alert, found_alerts
from houseway.house.books.gathered import Gathering
from houseway.house.books.luck import hold_sentence
from houseway.house.books.rows import ROOM, ROOM_BOTS, BookRow
from houseway.house.books.theory import Expected
from houseway.house.books.win_chance import Chance, WagerBets, chance_of

BET = 500
LONG = 2**18


def solution_of(slug: str, wager: str) -> WagerSolution:
    game = find_game(slug)
    return at_hand(game, before_policies(game, game.settings({})))[wager]


def bets_of(solution: WagerSolution, rounds: int) -> WagerBets:
    bets = WagerBets(solution)
    bets.add(rounds * BET, rounds * BET**2)
    return bets


class ExactWins:
    """Every sum that rounds can come to, with its probability: the table of pays to the power of the rounds."""

    def __init__(self, solution: WagerSolution, rounds: int) -> None:
        self.unit = lcm(*(row.won.denominator for row in solution.rows))
        one = np.zeros(LONG)
        for row in solution.rows:
            one[int(row.won * self.unit) % LONG] += float(row.probability)
        self.p = np.fft.fftshift(np.fft.irfft(np.fft.rfft(one) ** rounds, LONG))
        self.held = -(np.arange(LONG) - LONG // 2) / self.unit
        self.theory = rounds * float(solution.edge.value)
        self.sd = sqrt(rounds * float(solution.variance.value))

    def near(self, z: float) -> tuple[float, float]:
        """A win that comes, as far out or further: how far ahead the house is then, and how often that is."""
        out = (self.held - self.theory) / self.sd
        comes = (self.p > 1e-12) & (out <= z if z < 0 else out >= z)
        at = out[comes].max() if z < 0 else out[comes].min()
        beyond = out <= at + 1e-9 if z < 0 else out >= at - 1e-9
        return float(at * self.sd * BET), float(self.p[beyond].sum())


@pytest.mark.parametrize(
    ("slug", "wager", "rounds"),
    [
        ("fast_action_holdem", "bonus", 300),
        ("dakota_stud", "round", 50),
        ("triple_shot_bonus", "poker", 2000),
        ("lucky_lucky", "lucky_lucky", 50),
        ("super_fun_21", "blackjack", 1000),
    ],
)
def test_a_low_hold_is_told_as_often_as_it_comes(slug: str, wager: str, rounds: int) -> None:
    solution = solution_of(slug, wager)
    wins = ExactWins(solution, rounds)
    for z in (-1.0, -2.0, -3.0, -4.0, -4.75, -6.0):
        ahead, true = wins.near(z)
        told = chance_of([bets_of(solution, rounds)], ahead, 0.0)
        assert not told.at_most
        assert 0.9 * true < told.p < 1.5 * true, f"{z}: told {told.p}, true {true}"


@pytest.mark.parametrize("z", [1.0, 2.0, 3.0])
def test_a_high_hold_is_never_told_as_rarer_than_it_is(z: float) -> None:
    for slug, wager, rounds in (("fast_action_holdem", "ante", 300), ("lucky_lucky", "lucky_break", 2000)):
        solution = solution_of(slug, wager)
        ahead, true = ExactWins(solution, rounds).near(z)
        assert 0.9 * true < chance_of([bets_of(solution, rounds)], ahead, 0.0).p < 1.5 * true


@pytest.mark.parametrize("z", [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0])
def test_of_many_even_bets_it_is_the_normal_curve(z: float) -> None:
    bets = bets_of(solution_of("super_fun_21", "blackjack"), 200_000)
    told = chance_of([bets], z * sqrt(bets.variance), bets.variance)
    assert told.p == pytest.approx(NormalDist().cdf(-abs(z)), rel=0.03)


def test_hands_that_share_cards_are_taken_neither_all_to_come_apart_nor_all_together() -> None:
    """Of six hands a round one great pay is as likely as in six rounds; six at once are not as rare as one by one."""
    solution = solution_of("triple_shot_bonus", "poker")
    bets = bets_of(solution, 300)
    one, six = -470.0 * BET, -6 * 490.0 * BET
    apart, together = ([chance_of([bets], ahead, k * bets.variance).p for ahead in (one, six)] for k in (1, 6))
    assert together[0] >= apart[0] > 0.002
    assert together[1] > 100 * apart[1]


def test_several_wagers_are_one_sum() -> None:
    """A wager bet under two configurations is as if it were under one."""
    solution = solution_of("lucky_lucky", "lucky_lucky")
    whole = chance_of([bets_of(solution, 300)], -40_000, 0.0)
    parts = chance_of([bets_of(solution, 100), bets_of(solution, 200)], -40_000, 0.0)
    assert parts.p == pytest.approx(whole.p, rel=1e-6)


def test_without_a_table_of_pays_a_bound_is_told_as_one() -> None:
    bare = replace(solution_of("lucky_lucky", "lucky_lucky"), rows=())
    bets = bets_of(bare, 300)
    told = chance_of([bets], -3 * sqrt(bets.variance), bets.variance)
    assert told.at_most
    assert told.p == pytest.approx(0.1)
    assert hold_sentence(-3.0, told, 300, "days") == "A hold this low happens by chance in at most 1 of 10 such days."


# --- sentences ---


def row_of(
    wager: str, solution: WagerSolution, rounds: int, ahead: float, *, played: bool, book: str = ROOM
) -> BookRow:
    bets, mean = bets_of(solution, rounds), rounds * BET * float(solution.edge.value)
    held = round(mean + ahead)
    expected = Expected(mean, bets.variance, rounds * BET, held, rounds * BET if played else 0, bets={0: bets})
    return BookRow(
        book,
        "six",
        wager=wager,
        rounds=rounds,
        bets_cents=rounds * BET,
        win_cents=held,
        people={"anna"},
        expected=expected,
    )


def test_one_pay_of_500_to_1_in_300_rounds_is_told_as_one_of_40_not_one_of_a_million() -> None:
    row = row_of("bonus", solution_of("fast_action_holdem", "bonus"), 300, -4.77 * sqrt(300 * 34.74) * BET, played=True)
    assert row.z == pytest.approx(-4.77, abs=0.01)
    often = int(row.meaning("days").split(" 1 of ")[1].split(" ")[0])
    assert 38 <= often <= 90  # with what else was won in those rounds
    assert not alerts_of([row])


@pytest.mark.parametrize(("p", "often"), [(0.7, "most"), (1 / 30, "1 of 30"), (1e-10, "less than 1 of a billion")])
def test_a_chance_is_told_in_words(p: float, often: str) -> None:
    assert hold_sentence(-1.8, Chance(p), 5000, "weeks") == f"A hold this low happens by chance in {often} such weeks."
    assert hold_sentence(2.1, Chance(p), 99, "shifts").endswith("So few rounds say little yet.")
    assert hold_sentence(None, Chance(p), 5000, "weeks") == ""


def test_a_hold_over_theory_says_what_poor_play_would_do_and_of_what_no_choice_moves_it_does_not() -> None:
    blackjack, lucky = solution_of("lucky_lucky", "blackjack"), solution_of("lucky_lucky", "lucky_lucky")
    ahead = 4 * sqrt(500 * 1.347) * BET
    poor = "layers who play worse than best do this too: it takes 20.8 points of their bets, $1.04 a bet"
    row = row_of("blackjack", blackjack, 500, ahead, played=True)
    assert f" such days if all play best. P{poor}." in row.meaning("days")
    (alert,) = alerts_of([row])
    assert f"; p{poor}; if all play best, among 1 look chance brings one as rare" in alert.said
    assert "worse" not in row_of("blackjack", blackjack, 500, -ahead, played=True).meaning("days")
    assert "worse" not in row_of("lucky_lucky", lucky, 500, ahead, played=False).meaning("days")
    assert "worse" not in row_of("blackjack", blackjack, 500, ahead, played=True, book=ROOM_BOTS).meaning("days")


# --- alerts ---


class Looked:
    """What alerts are made of, without a ledger."""

    def __init__(self, rows: list[BookRow], people: dict[str, Expected]) -> None:
        self._rows, self._expected = rows, people
        self.people: dict[str, str] = {}

    def rows(self, by: Any) -> list[BookRow]:
        return self._rows if "wager" in by else []

    def by_player(self) -> dict[str, Expected]:
        return self._expected

    def tables(self) -> list[Any]:
        return []


def alerts_of(rows: list[BookRow], people: dict[str, Expected] | None = None) -> list[Alert]:
    return found_alerts(cast(Gathering, Looked(rows, people or {})), lambda *_: {})


def test_fair_players_of_rare_pays_are_hardly_ever_accused() -> None:
    """Ten players of the Bonus, 300 rounds each, four hundred fair days: a normal curve accused one in four days."""
    solution = solution_of("fast_action_holdem", "bonus")
    won = np.array([float(row.won) for row in solution.rows])
    p = np.array([float(row.probability) for row in solution.rows])
    counts = np.random.default_rng(7).multinomial(300, p / p.sum(), size=4000)
    found: list[Alert] = []
    for day in (-(counts @ won) * BET).reshape(400, 10):
        theory = 300 * BET * float(solution.edge.value)
        rows = [row_of("bonus", solution, 300, held - theory, played=True) for held in day]
        found += alerts_of(rows, {f"p{i}": row.expected for i, row in enumerate(rows)})
    assert len([alert for alert in found if alert.kind == "player"]) <= 2  # a report in a thousand may
    assert len(found) <= 15  # and one look of four hundred at a hold


@pytest.mark.parametrize(("deviations", "side"), [(-9.06, "under"), (7.94, "over")])
def test_an_alert_tells_how_far_a_hold_and_a_player_are_from_theory_to_a_tenth(deviations: float, side: str) -> None:
    solution = solution_of("fast_action_holdem", "bonus")
    spread = sqrt(bets_of(solution, 100_000).variance)
    row = row_of("bonus", solution, 100_000, deviations * spread, played=False)
    assert row.z == pytest.approx(deviations, abs=0.01)
    told = {alert.kind: alert.said for alert in alerts_of([row], {"anna": row.expected})}
    assert f" is {abs(deviations):.1f} standard deviations {side} theory: won " in told.pop("hold")
    if side == "under":
        assert f" for the house, {-deviations:.1f} standard deviations; " in told.pop("player")
    assert not told
