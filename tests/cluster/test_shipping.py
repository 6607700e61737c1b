"""`make figures CLUSTER=...`: each figure is a unit, and all of them are those of one machine, in its order."""

import pickle
from dataclasses import replace

import pytest

from houseway.analysis import ship, store
from houseway.cluster.shipping import FiguresErrand, main, solve_one
from houseway.games import find_game

WAR = find_game("casino_war")


def test_figures_come_back_in_any_order_and_are_told_in_that_of_one_machine() -> None:
    wanted = ship.within_minutes(WAR)
    told: list[str] = []
    errand = FiguresErrand(WAR, wanted, told.append)
    assert not errand.done
    taken = []
    while (unit := errand.take(3)) is not None:
        taken.append(unit)
    assert errand.left == 0
    errand.give_back(taken[1])
    assert (errand.left, errand.take(3)) == (1, taken[1])
    for unit in reversed(taken):
        solve, slug, wishes, strategy = errand.call(unit)
        stored = store.stored(WAR, WAR.settings(wishes), strategy)
        assert solve is solve_one
        assert slug == WAR.slug
        assert stored is not None, "it ships"
        errand.take_in(unit, stored)
    assert [(found.settings, found.strategy) for found in errand.solutions()] == wanted
    assert told[-1].startswith("casino_war optimal: ")
    assert told[-1].endswith(f"{len(wanted)} of {len(wanted)}")


def test_a_worker_solves_what_one_machine_ships_and_sends_it_without_its_plan() -> None:
    found = pickle.loads(pickle.dumps(solve_one("casino_war", {}, "timid")))
    assert found.plan is None
    assert found == replace(found, plan=None) == store.stored(WAR, WAR.settings(), "timid")


def test_an_address_that_is_none_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["shipping", "nowhere"])
    with pytest.raises(SystemExit, match="houseway: "):
        main()
