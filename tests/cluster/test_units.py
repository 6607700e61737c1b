"""Units without a cluster: what is taken, lost, kept on disk and asked for, and the words for what cannot be."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from houseway.analysis.simulate import asked_for, played_on, simulate
from houseway.analysis.simulation import Simulation, as_json
from houseway.analysis.until import PlayOn
from houseway.cli.entrance import app
from houseway.cluster import door, library, pile, simulating, token
from houseway.cluster.assignment import Assignment, Unit, assignment_of, play_unit
from houseway.cluster.badge import Badge, badge_for, difference
from houseway.cluster.kept_units import journal
from houseway.cluster.pile import Pile, gaps
from houseway.games import find_game
from houseway.games.fast_action_holdem.solve_units import BLOCKS_MAX, BoardUnits, count_blocks
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused

GAME = find_game("dakota_stud")
UNITS = (Unit(0, 1000), Unit(1000, 7), Unit(1007, 993))


@pytest.fixture(scope="module")
def assignment() -> Assignment:
    return assignment_of(asked())


def asked() -> Simulation:
    return asked_for(GAME, 2000, 7)


def test_units_in_any_order_add_up_to_the_counts_of_one_core(assignment: Assignment) -> None:
    result = asked()
    with journal(None, result, assignment, badge_for(GAME.slug), resume=False) as kept:
        for unit in reversed(UNITS):
            kept.add(unit, play_unit(assignment, unit))
    whole = simulate(GAME, 2000, 7, threads=1)
    assert (result.rounds, result.counts, result.action) == (whole.rounds, whole.counts, whole.action)


EIGHTS = tuple(cards_of("8s 8s 8s 8s 8s 8s 8s 8s 8s 8s Ad Kd 7h"))


def boards(tmp_path: Path) -> BoardUnits:
    return BoardUnits(6, EIGHTS, tmp_path / "begun", lambda *_: None)


def test_blocks_of_boards_are_taken_several_at_once_and_one_by_one_towards_the_end(tmp_path: Path) -> None:
    units = boards(tmp_path)
    blocks = units.left
    units._waiting = list(range(100))
    sizes = []
    while (unit := units.take(3)) is not None:
        sizes.append(len(unit))
    assert blocks > 3
    assert sizes[0] == BLOCKS_MAX == 8
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-6:] == [1] * 6
    assert sum(sizes) == 100
    units.give_back((7, 8))
    units.give_back((1,))
    assert [units.take(1000) for _ in range(4)] == [(1,), (7,), (8,), None]


def test_blocks_that_a_worker_adds_up_come_to_what_they_come_to_one_by_one(tmp_path: Path) -> None:
    """Also lost, given back, and taken by others in other company."""
    together, alone = boards(tmp_path), boards(tmp_path)
    several, *rest = [tuple(range(2)), *((block,) for block in range(2, together.left))]
    lost = together.take(1)
    assert lost is not None
    together.give_back(lost)
    for unit in (several, *rest):
        together.take_in(unit, count_blocks(6, EIGHTS, unit))
    for block in reversed(range(alone.left)):
        alone.take_in((block,), count_blocks(6, EIGHTS, (block,)))
    assert together.counted.all()
    assert alone.counted.all()
    assert np.array_equal(together.work.checks, alone.work.checks)
    for one, other in zip(together.work.totals, alone.work.totals, strict=True):
        assert np.array_equal(one, other)
    assert together.work.totals.dealt.any()
    assert len(set(together.work.checks.tolist())) > 1


def written(path: Path, assignment: Assignment) -> Simulation:
    result = asked()
    with journal(path, result, assignment, badge_for(GAME.slug), resume=False) as kept:
        for unit in UNITS:
            kept.add(unit, play_unit(assignment, unit))
    return result


def resumed(path: Path, assignment: Assignment, badge: Badge) -> tuple[Simulation, list[Unit]]:
    result = asked()
    with journal(path, result, assignment, badge, resume=True) as kept:
        return result, list(kept.units)


@pytest.mark.parametrize("harm", ["cut", "changed", "empty"])
def test_a_line_that_is_not_whole_is_played_again(assignment: Assignment, tmp_path: Path, harm: str) -> None:
    path = tmp_path / "units"
    written(path, assignment)
    lines = path.read_text().splitlines(keepends=True)
    lines[3] = {"cut": lines[3][:-1], "changed": lines[3].replace("1007, 993", "1007, 994"), "empty": "\n"}[harm]
    path.write_text("".join(lines))
    result, units = resumed(path, assignment, badge_for(GAME.slug))
    assert units == list(UNITS[:2])
    assert result.rounds == 1007
    with journal(path, asked(), assignment, badge_for(GAME.slug), resume=True) as kept:
        kept.add(UNITS[2], play_unit(assignment, UNITS[2]))
    assert resumed(path, assignment, badge_for(GAME.slug))[1] == list(UNITS)


def test_a_journal_of_something_else_is_refused(assignment: Assignment, tmp_path: Path) -> None:
    path, own = tmp_path / "units", badge_for(GAME.slug)
    with pytest.raises(Refused, match="there is no journal"):
        resumed(path, assignment, own)
    written(path, assignment)
    with pytest.raises(Refused, match="already: --resume goes on with it"):
        written(path, assignment)
    with pytest.raises(Refused, match="of another simulation: other seed"):
        resumed(path, assignment_of(asked_for(GAME, 2000, 8)), own)
    with pytest.raises(Refused, match="written by another houseway"):
        resumed(path, assignment, replace(own, sources="others"))
    with journal(path, asked(), assignment, own, resume=True), pytest.raises(Refused, match="another run writes"):
        resumed(path, assignment, own)
    path.write_text(json.dumps({"format": "something else"}) + "\n")
    with pytest.raises(Refused, match="is no journal of units"):
        resumed(path, assignment, own)


def test_gaps_are_what_no_unit_covers() -> None:
    assert gaps(10, []) == [Unit(0, 10)]
    assert gaps(10, [Unit(6, 2), Unit(0, 3)]) == [Unit(3, 3), Unit(8, 2)]
    assert gaps(10, [Unit(0, 10)]) == []
    assert gaps(10, [Unit(4, 20)]) == [Unit(0, 4)]


def test_a_pile_hands_every_round_out_once_and_lost_ones_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pile, "SMALLEST", 10)
    rounds = Pile(100_000, [Unit(500, 77)])
    lost, taken = None, []
    while (unit := rounds.take(3)) is not None:
        if lost is None:
            lost = unit
            rounds.give_back(unit)
            continue
        taken.append(unit)
    assert gaps(100_000, [*taken, Unit(500, 77)]) == []
    assert sum(unit.rounds for unit in taken) == 100_000 - 77
    assert taken[-1].rounds <= 10 < taken[0].rounds  # small ones last


def test_units_grow_until_they_take_seconds() -> None:
    rounds = Pile(10**12, [])
    first = rounds.take(1)
    assert first is not None
    rounds.learn(first, pile.UNIT_S / 100)
    longer = rounds.take(1)
    assert longer is not None
    assert longer.rounds == 2 * first.rounds
    rounds.learn(longer, pile.UNIT_S * 4)
    shorter = rounds.take(1)
    assert shorter is not None
    assert shorter.rounds == longer.rounds // 4


def test_a_crowd_gets_longer_units_so_that_one_scheduler_keeps_up() -> None:
    few, many = Pile(10**12, []).take(pile.CROWD), Pile(10**12, []).take(8 * pile.CROWD)
    assert few is not None
    assert many is not None
    assert many.rounds == 8 * few.rounds


def test_the_last_units_are_short_but_not_so_short_that_handing_them_out_is_what_takes_time() -> None:
    rounds = Pile(1 << 24, [])
    for _ in range(4):
        rounds.learn(Unit(0, 1 << 24), pile.UNIT_S)
    taken = []
    while (unit := rounds.take(16)) is not None:
        taken.append(unit.rounds)
    least = (1 << 24) // pile.LAST
    assert least > pile.SMALLEST
    assert set(taken) == {least}


def test_badges_tell_what_differs() -> None:
    ours = Badge("1", "a", "")
    assert difference(ours, ours) == ""
    assert difference(replace(ours, version="2"), ours) == "it has houseway 2, and this is 1"
    assert "other sources" in difference(replace(ours, sources="b"), ours)
    assert "folder of the game" in difference(replace(ours, game="c"), ours)


def test_a_token_is_made_once_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "own" / "token"
    made = token.made(path)
    assert len(made) == token.BYTES
    assert path.stat().st_mode & 0o77 == 0
    assert token.made(path) == token.found(path) == made
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert token.found(None) is None
    monkeypatch.setenv(token.VARIABLE, made.hex())
    assert token.found(None) == made
    path.write_text("short")
    with pytest.raises(Refused, match="is no token"):
        token.found(path)


@pytest.mark.parametrize("missing", library.NEEDED)
def test_without_the_library_one_sentence_says_so(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "find_spec", lambda name: None if name == missing else object())
    with pytest.raises(Refused, match=rf"^a cluster needs the library {missing}: install 'houseway\[cluster\]'$"):
        library.load.__wrapped__()


@pytest.mark.parametrize("where", ["", "local", "local:0", "local:x", "http://here:1", "here", "here:0", "here:99999"])
def test_what_is_no_cluster_is_refused(where: str) -> None:
    with pytest.raises(Refused, match="is no cluster: write local:4"):
        door.read_address(where)


def test_an_address_is_tls_unless_it_says_otherwise() -> None:
    assert door.read_address("mill:8786") == "tls://mill:8786"
    assert door.read_address("tcp://10.0.0.7:1") == "tcp://10.0.0.7:1"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--cluster", "local:2", "--device", "gpu"], "leave --device and --threads out"),
        (["--cluster", "local:2", "--threads", "2"], "leave --device and --threads out"),
        (["--journal", "units"], "--journal and --resume are for --cluster"),
        (["--cluster", "local:2", "--resume"], "name its file with --journal"),
        (["--rounds", "5", "--until", "1%"], "--rounds and --until do not go together"),
    ],
)
def test_words_that_do_not_go_together_are_refused(words: list[str], said: str) -> None:
    done = CliRunner().invoke(app, ["simulate", "dakota_stud", *words])
    assert isinstance(done.exception, Refused)
    assert said in str(done.exception)


def test_ctrl_c_says_what_was_done_and_how_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def stopped(_where: str, _token: None, result: Simulation, *_: object, **__: object) -> Iterator[PlayOn]:
        def play_on(_rounds: int) -> None:
            played_on(result, 1000)
            result.interrupted = True

        yield play_on

    monkeypatch.setattr(simulating, "on_cluster", stopped)
    words = ["simulate", "dakota_stud", "--rounds", "5000", "--cluster", "local:4", "--journal", "units"]
    done = CliRunner().invoke(app, words)
    assert "Stopped after 1,000 of 5,000 rounds; this is what was done." in done.stderr
    assert "It is kept in units: the same command with --resume goes on." in done.stderr


def test_the_command_with_one_worker_of_this_machine_prints_what_one_core_does() -> None:
    pytest.importorskip("distributed", reason="without the extra [cluster] nothing is played on a cluster")
    words = ["simulate", "dakota_stud", "--rounds", "2000", "--seed", "7", "--cluster", "local:1", "--json"]
    done = subprocess.run([sys.executable, "-m", "houseway", *words], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == as_json(simulate(GAME, 2000, 7, threads=1))
    assert not done.stderr
