"""The lab on a GPU: offered where there may be one, the same counts, and a sentence where none answers."""

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis import convergence
from houseway.analysis.convergence import marks
from houseway.analysis.simulation import standard_wagers
from houseway.engine.counting_table import CountingTable
from houseway.engine.device import opening
from houseway.engine.device.opening import may_have_gpu
from houseway.games import find_game
from houseway.rules.refused import Refused
from houseway.web.lab.answers import simulate
from houseway.web.lab.ask import Ask

DAKOTA = find_game("dakota_stud")
ROUNDS = 30_000


def asked(**more: Any) -> Ask:
    asks: dict[str, Any] = {"kind": "simulate", "game": "dakota_stud", "settings": DAKOTA.settings()}
    return Ask(**asks, strategy="basic", rounds=ROUNDS, bets=standard_wagers(DAKOTA), **more)


def test_a_gpu_plays_what_a_processor_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def gpu() -> Any:
        opened.append("gpu")
        return SimpleNamespace(CudaTable=CountingTable)

    monkeypatch.setattr(convergence, "open_gpu", gpu)
    monkeypatch.setattr(opening, "open_gpu", gpu)
    told: list[Any] = []
    found = simulate(asked(device="gpu"), told.append)
    assert set(opened) == {"gpu"}
    asked_of_gpu = len(opened)
    assert found == simulate(asked(), told.append)
    assert len(opened) == asked_of_gpu


def test_without_a_gpu_the_job_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "find_spec", lambda _: None)
    with pytest.raises(Refused, match=r"a GPU needs the library numba-cuda: install 'houseway\[gpu\]'"):
        simulate(asked(device="gpu"), lambda _: None)


def test_a_gpu_is_looked_at_less_often() -> None:
    """By the logarithm of the rounds all the way; a processor takes a second for two million."""
    often, seldom = marks(1_000_000_000), marks(1_000_000_000, 1 << 31)
    assert often[-1] == seldom[-1] == 1_000_000_000
    assert max(after - before for before, after in pairwise(often)) == 1 << 21
    assert len(seldom) == 6 * 16 + 1


@pytest.mark.parametrize(
    ("library", "node", "offered"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_a_gpu_is_offered_where_there_may_be_one(
    library: bool, node: bool, offered: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "nvidiactl").touch()
    monkeypatch.setattr(opening, "find_spec", lambda _: object() if library else None)
    monkeypatch.setattr(opening, "NODES", (str(tmp_path / ("nvidiactl" if node else "none")),))
    monkeypatch.setattr("os.name", "posix")
    opening._is_there.cache_clear()
    try:
        assert may_have_gpu() == offered
    finally:
        opening._is_there.cache_clear()
