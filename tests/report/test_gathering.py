"""What is gathered for a report, of simulations and solutions written by hand: what is asked for, and each figure."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction as F  # noqa: N817
from typing import Any

import pytest

from houseway.analysis.exact.shared.solution import Figure, Row, Solution, WagerSolution
from houseway.analysis.simulation import Simulation
from houseway.engine.rounds import TABLE
from houseway.games import find_game
from houseway.report.paper import evidence, gathering
from houseway.report.paper.evidence import as_json, keep_evidence, kept_evidence
from houseway.report.paper.gathering import evidence_of, gathered, table_round
from houseway.rules.refused import Refused
from tests.approved import hold_answer

WAR = find_game("casino_war")
WIN, LOSE = (WAR.outcomes.index(name) for name in ("win", "lose"))
ROUND_SPOT = len(WAR.wagers)


def solution(edge: F = F(1, 50)) -> Solution:
    rows = (Row("win", F(1), F(12, 25)), Row("lose", F(-1), F(1, 2)), Row("tied", F(0), F(1, 50)))
    bet = WagerSolution("bet", Figure(edge), Figure(F(12, 25)), Figure(F(1)), Figure(F(1)), rows)
    round_ = replace(bet, name="round", rows=())
    return Solution("casino_war", WAR.settings(), "optimal", {"bet": bet, "round": round_}, None, {})


def seen(wagers: Any, rounds: int, seed: int, part: int) -> Simulation:
    """A half wins, and the table has three tens of dollars or loses two."""
    half = rounds * part // 4
    counts = {(0, WIN, 1000): half, (0, LOSE, -1000): rounds - half}
    counts |= {(ROUND_SPOT, 1, 1000): half, (ROUND_SPOT, 0, -1000): rounds - half}
    counts |= {(ROUND_SPOT + TABLE, 1, 3000): half, (ROUND_SPOT + TABLE, 0, -2000): rounds - half}
    action = Counter({0: rounds * 1000})
    return Simulation(WAR, WAR.settings(), "optimal", seed, wagers, rounds, Counter(counts), action)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was asked of what takes long; none of it is done."""
    given: list[Any] = []

    def watched_plan(game: Any, settings: Any, strategy: Any, wagers: Any, rounds: int, seed: int) -> Iterator[Any]:
        given.append((game.slug, dict(settings), type(strategy).__name__, len(wagers), wagers[0], rounds, seed))
        for part in (1, 2, 3, 2):
            yield seen(wagers, rounds, seed, part)

    def solved_anew(game: Any, settings: Any, name: str) -> Solution:
        given.append((game.slug, dict(settings), name))
        if name == "timid":
            raise Refused("it cannot be solved")
        return solution(F(3, 100))

    def effects_of(*_: Any) -> Any:
        raise Refused("there are none")

    monkeypatch.setattr(gathering, "watched_plan", watched_plan)
    monkeypatch.setattr(gathering, "solved_anew", solved_anew)
    monkeypatch.setattr(gathering, "effects_of", effects_of)
    return given


def test_all_that_is_gathered_of_a_game(asked: list[Any]) -> None:
    told: list[str] = []
    found = gathered(WAR, solution(), told.append, 4_000)
    hold_answer("gathered.json", {"told": told, "asked": asked, "evidence": as_json(found)})


def test_what_the_table_wins_is_read_where_it_is_counted() -> None:
    """At a table of one that is the seat's own round; what people win the house loses."""
    one, three = (table_round(seen([{"bet": 1000}] * n, 8, 1, 1), n) for n in (1, 3))
    assert dict(zip(one.cents, one.likely, strict=True)) == {-1000: 0.25, 1000: 0.75}
    assert dict(zip(three.cents, three.likely, strict=True)) == {-3000: 0.25, 2000: 0.75}
    assert (one.known, one.rounds) == ("simulated", 8)


def test_what_was_gathered_once_is_kept(
    asked: list[Any], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(evidence, "kept", lambda: tmp_path / "kept")
    monkeypatch.setattr(gathering, "gathered", lambda game, of, tell: gathered(game, of, tell, 4_000))
    assert kept_evidence(WAR, solution()) is None
    found = evidence_of(WAR, solution())
    many = len(asked)
    assert many > 4
    assert kept_evidence(WAR, solution()) == evidence_of(WAR, solution()) == found
    assert len(asked) == many, "nothing was worked out again"
    assert kept_evidence(WAR, solution(F(1, 49))) is None, "other figures are another evidence"
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(evidence, "kept", lambda: tmp_path / "file")
    keep_evidence(WAR, solution(), found)  # which is no reason to fail
