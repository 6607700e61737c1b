"""Results of the public API made of figures written here by hand: every key, sign and unit; defaults and bounds."""

import inspect
from fractions import Fraction as F  # noqa: N817
from typing import Any

import pytest

from houseway import Refused, Round, report_on, simulate, solve, verdicts
from houseway.analysis.exact.shared.solution import Figure, Row, Solution, WagerSolution
from houseway.api import figures
from houseway.api.played import Settled, Turn
from houseway.games import find_game

DAKOTA = find_game("dakota_stud")
BETS = {"dollar": 500, "one": 500, "two": 500, "three": 500}
ROWS = (Row("pair", F(2), F(1, 4)), Row("lose", F(-1), F(3, 4)))
SOLVED = {
    "two": WagerSolution("two", Figure(F(1, 8)), Figure(F(1, 4)), Figure(F(9, 4)), Figure(F(5, 4)), ROWS),
    "one": WagerSolution("one", Figure(F(-1, 40), 0.5), Figure(F(1, 3), 0.25), Figure(F(4), 0.125), Figure(F(2))),
}


@pytest.fixture
def exact(monkeypatch: pytest.MonkeyPatch) -> figures.Exact:
    def solved(*_: Any, **__: Any) -> Solution:
        return Solution("dakota_stud", DAKOTA.settings(), "bold", SOLVED, None, {"alone": F(1, 16)})

    monkeypatch.setattr(figures, "solved", solved)
    return solve("dakota_stud")


def test_exact_figures_as_rows_and_by_name(exact: figures.Exact) -> None:
    assert exact.rows() == [
        {"wager": "one", "edge": -0.025, "hit": 1 / 3, "standard_deviation": 2.0, "action": 2.0,
         "element_of_risk": -0.0125},
        {"wager": "two", "edge": 0.125, "hit": 0.25, "standard_deviation": 1.5, "action": 1.25,
         "element_of_risk": 0.1},
    ]  # fmt: skip
    assert (list(exact), len(exact), exact["one"].sampled) == (
        ["one", "two"], 2, {"edge": 0.5, "hit": 0.25, "variance": 0.125},
    )  # fmt: skip
    assert exact["two"].element_of_risk == F(1, 10)
    assert exact["two"].outcomes == (
        figures.ExactOutcome("pair", F(2), F(1, 4)), figures.ExactOutcome("lose", F(-1), F(3, 4)),
    )  # fmt: skip


def test_everything_that_is_exact_as_data(exact: figures.Exact) -> None:
    assert exact.to_dict() == {
        "game": "dakota_stud",
        "options": dict(DAKOTA.settings()),
        "strategy": "bold",
        "wagers": {
            "one": {"edge": "-1/40", "hit": "1/3", "variance": "4", "action": "2", "outcomes": [],
                    "sampled": {"edge": 0.5, "hit": 0.25, "variance": 0.125}},
            "two": {"edge": "1/8", "hit": "1/4", "variance": "9/4", "action": "5/4", "sampled": {},
                    "outcomes": [{"outcome": "pair", "won": "2", "probability": "1/4"},
                                 {"outcome": "lose", "won": "-1", "probability": "3/4"}]},
        },
        "notes": {"alone": "1/16"},
    }  # fmt: skip


def test_a_simulation_as_rows_and_data() -> None:
    found = simulate("dakota_stud", 50, seed=3)
    assert (found.rounds, found.seed, found.interrupted, len(found)) == (50, 3, False, len(list(found)))
    for row in found.rows():
        each = found[str(row["wager"])]
        assert row == {
            "wager": each.name, "edge": each.edge, "standard_error": each.standard_error, "hit": each.hit,
            "standard_deviation": each.standard_deviation, "action": each.action, "seen": each.seen,
        }  # fmt: skip
    assert simulate("dakota_stud", 5).seed == 1
    told = found.to_dict()
    assert (told["game"], told["rounds"], told["seed"]) == ("dakota_stud", 50, 3)
    doubled = simulate("dakota_stud", 50, seed=3, bets=dict.fromkeys(BETS, 1000))
    assert doubled["round"].wager_cents == 2 * simulate("dakota_stud", 50, seed=3, bets=[BETS])["round"].wager_cents
    with pytest.raises(Refused, match="there are no figures of 'ante'"):
        _ = found["ante"]


@pytest.mark.parametrize(
    ("asked", "defaults"),
    [
        (Round.deal, {"bets": None, "options": None, "cards": "", "seed": None, "number": 0}),
        (simulate, {"seed": 1, "options": None, "strategy": "basic", "bets": None, "threads": None, "progress": None}),
        (solve, {"options": None, "strategy": "optimal", "fresh": False, "progress": None}),
        (report_on, {"form": "pdf", "options": None, "pays": (), "strategy": "optimal", "paper": "a4", "date": "",
                     "full": False}),
        (verdicts, {}),
        (Round.net_cents, {"seat": None, "wager": ""}),
        (Round.play_on, {"strategy": "basic", "seats": ()}),
    ],
)  # fmt: skip
def test_what_is_not_said_is_this(asked: Any, defaults: dict[str, object]) -> None:
    said = inspect.signature(asked).parameters.values()
    assert {each.name: each.default for each in said if each.default is not each.empty} == defaults


def test_seeds_go_from_nought_to_the_last_of_64_bits() -> None:
    last = 2**64 - 1
    assert [Round.deal("dakota_stud", BETS, seed=seed).seed for seed in (0, last)] == [0, last]
    with pytest.raises(Refused, match=f"seed {last + 1} is out of range: choose one from 0 to {last}"):
        Round.deal("dakota_stud", BETS, seed=last + 1)
    assert Round.deal("dakota_stud", BETS).seed != Round.deal("dakota_stud", BETS).seed
    one, other = (Round.deal("dakota_stud", BETS, seed=5, number=number).cards for number in (0, 1))
    assert one != other


def test_one_seat_to_the_most_that_a_table_has() -> None:
    most = DAKOTA.seats_max(DAKOTA.settings())
    assert len(Round.deal("dakota_stud", [BETS] * most, seed=1).bets) == most
    for seats in ([], [BETS] * (most + 1)):
        with pytest.raises(Refused, match=f"has {most} seats: {len(seats)} cannot be dealt"):
            Round.deal("dakota_stud", seats, seed=1)
    assert Round.deal("dakota_stud", seed=1).bets == (dict.fromkeys(BETS, 1000),)


def test_a_round_of_two_in_its_parts() -> None:
    """Seat 1 has three aces and takes (1) back; all else follows a strategy. Two kings come."""
    begun = Round.deal("dakota_stud", [BETS, BETS], cards="As Ac Ad 2s 7c 9d Kh Kd")
    assert begun.turn == Turn(1, 0, ("leave_one", "take_back_one"))
    assert begun.play_on("basic", [2]) == begun, "it is not seat 2's turn"
    done = begun.act("take_back_one").play_on()
    assert done.turn is None
    won = [each for each in done.settled if each.seat == 1]
    assert won[0] == Settled(1, 0, "dollar", "full_house", 4500)
    assert done.net_cents(1) == sum(each.cents for each in won)
    assert done.net_cents(2, "dollar") == sum(
        each.cents for each in done.settled if (each.seat, each.wager) == (2, "dollar")
    )
    assert done.seen_by(2).community == ("Kh", "Kd")
    with pytest.raises(Refused, match="the round is over: there is nothing to choose"):
        done.chosen_by("basic")
    with pytest.raises(Refused, match="there is no seat 3 in this round: it has 2"):
        done.seen_by(3)
    assert done.net_cents(wager="three") == done.net_cents(1, "three") + done.net_cents(2, "three")
