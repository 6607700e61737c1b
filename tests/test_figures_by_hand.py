"""Figures of simulations, solutions and sessions from tables made by hand, small enough to be worked out on paper."""

from collections import Counter
from fractions import Fraction as F  # noqa: N817
from itertools import pairwise

import pytest

from houseway.analysis.claims import agrees, is_cut, printed_like
from houseway.analysis.convergence import exact_edges, marks
from houseway.analysis.exact.shared.solution import Figure, Row, WagerSolution, from_rows
from houseway.analysis.risk import EXACT, RoundResult, ruin, session
from houseway.analysis.simulation import Simulation, as_json, standard_wagers
from houseway.engine.rounds import TABLE
from houseway.games import find_game
from houseway.games.sheet import Claim

DAKOTA, LUCKY = find_game("dakota_stud"), find_game("lucky_lucky")
ONE, LAST = DAKOTA.wagers.index("one"), len(DAKOTA.wagers)
LOSE, PAIR = DAKOTA.outcomes.index("lose"), DAKOTA.outcomes.index("sixes_or_better")


def simulated(counts: dict[tuple[int, int, int], int], bets: int = 1) -> Simulation:
    wagers = [{"dollar": 1000, "one": 500}] * bets
    made = Simulation(DAKOTA, DAKOTA.settings(), "bold", 7, wagers, 10, Counter(counts))
    made.action = Counter({ONE: 15_000, 0: 25_000})
    return made


def test_what_was_seen_of_a_wager() -> None:
    """One wins $15 and four lose $5, of $5: the mean is -$1, the mean square 65, the variance 64 dollars squared."""
    (one, whole) = simulated(
        {(ONE, PAIR, 1500): 1, (ONE, LOSE, -500): 4, (LAST, 1, -2000): 3, (LAST, 0, 1000): 1}
    ).figures()
    assert (one.name, one.wager_cents, one.seen) == ("one", 500, 5)
    assert (one.mean, one.edge) == (-0.2, 0.2)
    assert one.standard_deviation == pytest.approx(8 / 5)
    assert one.standard_error == pytest.approx(8 / 5 / 5**0.5)
    assert (one.hit, one.action) == (0.2, 15_000 / 5 / 500)
    assert one.outcomes == (("sixes_or_better", 1500, 1), ("lose", -500, 4))
    assert (whole.name, whole.wager_cents, whole.seen) == ("round", 1000, 4)
    assert whole.edge == pytest.approx(5000 / 4 / 1000)
    assert (whole.hit, whole.action) == (3 / 4, 40_000 / 4 / 1000), "a round hits when one of its bets does"
    assert whole.outcomes == (("no wager won", 1000, 1), ("some wager won", -2000, 3))


def test_with_several_seats_the_error_is_that_of_the_tables_totals() -> None:
    """Two seats, two rounds: totals of 2,000 and 0, their mean 1,000 and their spread 1,000 squared."""
    counts = {(ONE, PAIR, 1000): 2, (ONE, LOSE, 0): 2, (TABLE + ONE, 0, 2000): 1, (TABLE + ONE, 0, 0): 1}
    (one,) = simulated(counts, bets=2).figures()
    assert one.standard_error == pytest.approx((1000**2 * 2) ** 0.5 / 4 / 500)


def test_the_json_of_a_simulation_has_these_keys_and_no_others() -> None:
    told = as_json(simulated({(ONE, PAIR, 1500): 1, (ONE, LOSE, -500): 3}))
    wager = told["figures"].pop("one")
    assert told == {
        "game": "dakota_stud", "options": DAKOTA.settings(), "strategy": "bold", "seed": 7, "rounds": 10,
        "interrupted": False, "wagers": [{"dollar": 1000, "one": 500}], "figures": {},
    }  # fmt: skip
    assert wager == {
        "wager_cents": 500, "seen": 4, "edge": 0.0, "hit": 0.25, "action": 7.5,
        "standard_deviation": pytest.approx(3**0.5), "standard_error": pytest.approx(3**0.5 / 2),
        "outcomes": [
            {"outcome": "sixes_or_better", "cents": 1500, "count": 1}, {"outcome": "lose", "cents": -500, "count": 3},
        ],
    }  # fmt: skip


def test_the_usual_bets_are_ten_dollars_on_every_spot_but_those_for_the_dealers() -> None:
    assert standard_wagers(LUCKY) == {"blackjack": 1000, "lucky_lucky": 1000, "lucky_break": 1000}
    assert set(standard_wagers(DAKOTA, 25).values()) == {25}


def test_a_simulation_is_looked_at_sixteen_times_a_decade_and_at_the_end() -> None:
    assert marks(999) == [999]
    assert marks(1400)[:3] == [1000, 1155, 1334]
    assert marks(1400)[-1] == 1400
    found = marks(10_000_000)
    assert found[16] == 10_000
    assert found[-1] == 10_000_000
    assert max(b - a for a, b in pairwise(found)) <= 1 << 21


def wager(edge: F) -> WagerSolution:
    return WagerSolution("x", Figure(edge), Figure(F(0)), Figure(F(1)), Figure(F(1)))


def test_the_edge_of_a_round_is_that_of_its_bets_per_unit_of_the_first() -> None:
    known = {"dollar": wager(F(1, 10)), "one": wager(F(1, 5)), "dollar_alone": wager(F(1, 2))}
    assert exact_edges(DAKOTA, known, {"dollar": 1000, "one": 500}) == {
        "dollar": 0.1, "one": 0.2, "round": pytest.approx((100 + 100) / 1000),
    }  # fmt: skip
    assert exact_edges(DAKOTA, known, {"dollar": 1000, "one": 0}) == {"dollar": 0.5, "one": 0.2, "round": 0.5}
    assert exact_edges(DAKOTA, known, {"two": 500}) == {"dollar": 0.1, "one": 0.2}, "of a bet that is not solved"
    assert exact_edges(DAKOTA, known, {"one": 500})["round"] == pytest.approx(0.2)


def test_the_figures_of_a_wager_from_its_outcomes() -> None:
    """Wins 3 of an eighth, pushes an eighth (in two parts), else loses: mean -3/8, mean square 15/8."""
    rows = [
        Row("lose", F(-1), F(3, 4)),
        Row("push", F(0), F(1, 16)),
        Row("win", F(3), F(1, 8)),
        Row("push", F(0), F(1, 16)),
    ]
    found = from_rows("x", rows, F(5, 4))
    assert found.edge == Figure(F(3, 8))
    assert found.hit == Figure(F(1, 8))
    assert found.variance == Figure(F(15, 8) - F(9, 64))
    assert found.rows == (Row("win", F(3), F(1, 8)), Row("push", F(0), F(1, 8)), Row("lose", F(-1), F(3, 4)))
    assert found.measure("element_of_risk")[:2] == (F(3, 10), 0.3)
    assert found.measure("edge") == (F(3, 8), 0.375, None)
    sampled = WagerSolution("y", Figure(F(1, 4), 0.02), Figure(F(0)), Figure(F(9), 0.3), Figure(F(2)))
    assert sampled.measure("sd")[:2] == (None, 3.0)
    assert sampled.measure("sd")[2] == pytest.approx(0.05)
    assert sampled.measure("element_of_risk") == (F(1, 8), 0.125, 0.02)


CLAIM = Claim(
    id="c", wager="one", measure="edge", printed="2.35%", value="0.0235", digits=2, cites="page 1", about="the edge"
)


@pytest.mark.parametrize(
    ("value", "good", "cut", "told"),
    [
        (F(2345, 100_000), True, False, "2.35%"),
        (F(23499, 1_000_000), True, False, "2.35%"),
        (F(2355, 100_000), True, True, "2.36%"),
        (F(2344, 100_000), False, True, "2.34%"),
        (F(-235, 10_000), False, True, "-2.35%"),
    ],
)
def test_a_value_is_the_printed_one_when_its_digits_are_rounded_or_cut_off_to_it(
    value: F, good: bool, cut: bool, told: str
) -> None:
    assert agrees(value, CLAIM) is good
    assert is_cut(value, CLAIM) is cut
    assert printed_like(value, CLAIM) == told


def test_a_session_of_two_unequal_rounds() -> None:
    """A bet of $1 that wins $2 one time in four: 9/16 lose both, 6/16 are $1 ahead, 1/16 $4."""
    of = RoundResult((200, -100), (0.25, 0.75), EXACT)
    assert (of.mean, of.step) == (-25, 100)
    assert of.sd == pytest.approx((0.25 * 225**2 + 0.75 * 75**2) ** 0.5)
    found = session(of, 2)
    assert [found.chance(cents, cents) for cents in (-200, 100, 400)] == pytest.approx([9 / 16, 6 / 16, 1 / 16])
    assert found.chance(-200, 100) == pytest.approx(15 / 16)


def test_ruin_of_a_bankroll_of_two_bets_within_two_rounds() -> None:
    """$2 and bets of $1 at one to three: ruin is losing both; from $1 it is losing the first."""
    found = ruin(RoundResult((200, -100), (0.25, 0.75), EXACT), 100, 200, 2)
    assert found.at == pytest.approx(9 / 16)
    assert found.rounds == [1, 2]
    assert found.by_round == pytest.approx([0, 9 / 16])
    assert dict(zip(found.bankrolls_cents, found.by_bankroll, strict=True))[100] == pytest.approx(3 / 4)
    assert found.se is None
