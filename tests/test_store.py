"""What is stored is what the solvers find: a sample of it every day, all of it on request.

The day's sample hangs on the date alone. HOUSEWAY_SAMPLE_DAY=2026-11-15 takes that of another day.
"""

import os
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import numpy as np
import pytest
from typer.testing import CliRunner

from houseway.analysis import store
from houseway.analysis.claims import IN_WORDS, fresh_answer, verify
from houseway.analysis.exact.holdem import crew
from houseway.analysis.exact.holdem.crew import Paused
from houseway.analysis.exact.holdem.every_deal import Work, check_block
from houseway.analysis.exact.holdem.holdings import Partings
from houseway.analysis.exact.holdem.spot_counts import CHECK_MODULUS, Counts, check
from houseway.analysis.exact.holdem.stamped import load_counts, save_counts
from houseway.analysis.ship import Wanted, standard
from houseway.analysis.solve import computed, solve
from houseway.cli import app
from houseway.games import all_games, find_game
from houseway.games.fast_action_holdem import solve_counts
from houseway.games.fast_action_holdem.play import OUTCOMES, WIN
from houseway.games.fast_action_holdem.solve_counts import fresh_counts, leaves, stored_counts
from houseway.games.game import Game
from houseway.rules.cards import cards_of, new_decks

DAY = os.environ.get("HOUSEWAY_SAMPLE_DAY") or datetime.now(UTC).date().isoformat()
SAMPLED = 2  # figures of a game a day
HOLDEM = find_game("fast_action_holdem")
COUNTED = [int(decks) for decks in HOLDEM.options["decks"].choices]
FIELDS = ("checks", "made", "boards", "beaten", "planes", "joint_spots", "joint_boards", "joint_beaten")
EIGHTS = cards_of("8s 8s 8s 8s 8s 8s 8s 8s 8s 8s Ad Kd 7h")

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def of_the_day(*words: object) -> Random:
    return Random(f"{DAY} {words}")


def same_as_stored(game: Game, wanted: Wanted) -> None:
    settings, strategy = wanted
    kept = store.stored(game, settings, strategy)
    assert kept is not None
    found = store.written(computed(game, settings, strategy))
    assert found == store.written(kept), f"{game.slug} {strategy} {settings}, sample of {DAY}"


@every_game
def test_some_stored_figures_are_found_again(game: Game) -> None:
    for wanted in of_the_day(game.slug).sample(standard(game), SAMPLED):
        same_as_stored(game, wanted)


@pytest.mark.slow
@every_game
def test_all_stored_figures_are_found_again(game: Game) -> None:
    for wanted in standard(game):
        same_as_stored(game, wanted)


@every_game
def test_some_stored_answers_are_given_again(game: Game) -> None:
    claims = [claim for claim in game.claims.claims if claim.measure in IN_WORDS]
    for claim in of_the_day(game.slug).sample(claims, min(SAMPLED, len(claims))):
        settings = game.settings(claim.options)
        kept = store.stored_answer(game, settings, claim)
        assert kept == fresh_answer(game, settings, claim), f"{claim.id}, sample of {DAY}"


@every_game
def test_verdicts_need_nothing_but_what_ships(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a figure that does not ship")

    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr("houseway.analysis.solve.solver_of", never)
    monkeypatch.setattr("houseway.analysis.claims.fresh_answer", never)
    assert len(verify(game)) == len(game.claims.claims)


# --- the counts of Fast Action Hold'em ---


def work_of(decks: int) -> Work:
    settings = HOLDEM.settings({"decks": decks})
    return Work(HOLDEM.rules(settings), Partings(new_decks(decks)), leaves(), len(OUTCOMES), WIN)


def counts_of(decks: int) -> Counts:
    found = stored_counts(decks)
    assert found is not None
    return found


@pytest.mark.parametrize("decks", COUNTED)
def test_the_parts_of_a_stored_count_add_up_to_it(decks: int) -> None:
    counts = counts_of(decks)
    assert check(counts) == int(counts.checks.sum()) % CHECK_MODULUS
    assert (counts.boards.sum(axis=0) == counts.rest).all(), "some boards of some spot are missing"


def test_some_boards_of_a_stored_count_are_counted_again() -> None:
    """The part of each block of boards in all counts is stored; see `spot_counts.check`."""
    chance = of_the_day("blocks")
    decks = chance.choice(COUNTED)
    work = work_of(decks)
    checks = counts_of(decks).checks
    assert len(work.blocks) == len(checks)
    block = chance.randrange(len(checks))
    assert check_block(work, block) == checks[block], f"block {block} of {decks} decks, sample of {DAY}"


@pytest.mark.slow
@pytest.mark.parametrize("decks", COUNTED)
def test_all_of_a_stored_count_is_counted_again(decks: int) -> None:
    """A quarter of an hour of two cores for one deck, half an hour and more for several."""
    kept, found = counts_of(decks), fresh_counts(HOLDEM, HOLDEM.settings({"decks": decks}), new_decks(decks))
    assert np.array_equal(found.boards, kept.boards)
    assert np.array_equal(found.beaten, kept.beaten)
    planes = [found.planes.tolist().index(plane) for plane in kept.planes.tolist()]
    places = found.places[kept.joint_spots]
    assert np.array_equal(found.joint_boards[planes][:, places], kept.joint_boards)
    assert np.array_equal(found.joint_beaten[planes][:, places], kept.joint_beaten)


def test_counts_are_read_as_they_were_written(tmp_path: Path) -> None:
    counts = fresh_counts(HOLDEM, HOLDEM.settings({"decks": 6}), EIGHTS)
    path = tmp_path / "counts.npz"
    save_counts(path, counts, "made so")
    read = load_counts(path, EIGHTS, "made so")
    assert read is not None
    assert all(np.array_equal(getattr(read, name), getattr(counts, name)) for name in FIELDS)
    assert read.beaten.dtype == counts.beaten.dtype
    assert load_counts(path, EIGHTS, "made otherwise") is None
    path.write_bytes(path.read_bytes() + b" ")
    assert load_counts(path, EIGHTS, "made so") is None, "a file that is not the one that was stamped"


# --- stopped and resumed ---


@pytest.fixture
def toy_counting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Six decks are thirteen cards, counted board by board, and kept in a folder of their own."""
    monkeypatch.setattr(solve_counts, "kept", lambda: tmp_path)
    monkeypatch.setattr("houseway.analysis.exact.holdem.every_deal.BLOCK", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(Game, "deck", lambda *_: EIGHTS)
    monkeypatch.setattr(solve_counts, "store_counts", lambda *_: None)
    return tmp_path


class StopAfter:
    """Ctrl-C, so to speak, after so many blocks of boards; what was told of the progress."""

    def __init__(self, blocks: int) -> None:
        self.blocks, self.told = blocks, list[tuple[int, int]]()

    def __call__(self, done: int, total: int) -> None:
        self.told.append((done, total))
        if len(self.told) > self.blocks:
            raise KeyboardInterrupt


def test_a_count_that_is_stopped_goes_on_where_it_was(toy_counting: Path) -> None:
    settings = HOLDEM.settings({"decks": 6})
    whole = fresh_counts(HOLDEM, settings, EIGHTS)
    total = len(work_boards())
    for stop in (StopAfter(2), StopAfter(3)):
        with pytest.raises(Paused, match=rf"stopped after \d+ of {total} boards; .*goes on from there"):
            solve(HOLDEM, {"decks": 6}, fresh=True, progress=stop)
    last = StopAfter(10**9)
    found = solve_counts.recount(HOLDEM, settings, last)
    assert last.told[0] == (5, total), "two boards of the first attempt and three of the second"
    assert last.told[-1] == (total, total)
    assert all(np.array_equal(getattr(found, name), getattr(whole, name)) for name in FIELDS)
    assert list(toy_counting.iterdir()) == [], "what was begun is cleared away"


def work_boards() -> np.ndarray:
    settings = HOLDEM.settings({"decks": 6})
    work = Work(HOLDEM.rules(settings), Partings(EIGHTS), leaves(), len(OUTCOMES), WIN)
    return np.asarray(work.boards.cards)


@pytest.mark.usefixtures("toy_counting")
def test_edge_says_what_was_done_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = crew.Crew.tell

    def stopped(counting: crew.Crew) -> None:
        tell(counting)
        if counting.done.sum() == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(crew.Crew, "tell", stopped)
    done = CliRunner().invoke(app, ["edge", "fast_action_holdem", "--set", "decks=6", "--fresh"])
    assert done.exit_code == 130
    assert "houseway: stopped after 3 of" in done.stderr
    assert "the same command goes on from there" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("fast_action_holdem --device gpu", "--device gpu is for counting anew: it goes with --fresh"),
        ("fast_action_holdem --fresh --device gpu --cluster local:1", "with neither --sees nor --cluster"),
        ("fast_action_holdem --fresh --device tpu", "there is no device 'tpu' to count on; there is cpu, gpu"),
        ("casino_war --fresh --device gpu", "Casino War is not solved on a GPU: no deals of it are counted there"),
        ("dakota_stud --fresh --device gpu", "Dakota Stud is not solved on a GPU: no deals of it are counted there"),
    ],
)
def test_counting_on_a_gpu_is_refused_where_it_cannot_be(words: str, why: str) -> None:
    assert why in str(CliRunner().invoke(app, ["edge", *words.split()]).exception)


def test_a_count_that_cannot_be_kept_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(blocked))
    done = CliRunner().invoke(app, ["edge", "fast_action_holdem", "--set", "decks=6", "--fresh"])
    assert "name a folder in HOUSEWAY_CACHE" in str(done.exception)
