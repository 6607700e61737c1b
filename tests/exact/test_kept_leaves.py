"""A walk of several decks that is stopped: what is done is kept, and the same question goes on to the same figures."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from houseway.analysis.universal import unfinished
from houseway.analysis.universal.kinds import whole_shoe
from houseway.analysis.universal.kinds.forks import EVERY_ACT, GOING_ON, KNOWN_BEST, OPEN, share_done
from houseway.analysis.universal.kinds.kept_leaves import leaves_kept
from houseway.analysis.universal.kinds.shoe_question import shoe_question
from houseway.analysis.universal.kinds.whole_shoe import ShoeProof, ShoeWalk, prove_by_kinds
from houseway.analysis.universal.unfinished import StoppedHere
from houseway.games import find_game
from houseway.games.game import Game
from houseway.rules.cards import cards_of
from tests.typed import typed

WAR, BACCARAT, TRIPLE = (find_game(slug) for slug in ("casino_war", "ez_baccarat", "triple_shot_bonus"))
TOY = cards_of("5h 5h 5h 6s 6s 9d 9d 8c 8c Tc Tc Tc")
LEAVES = 2_366  # of Casino War, with every act


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Walks that are short enough for tests are kept as long ones are."""
    monkeypatch.setattr(unfinished, "kept", lambda: tmp_path / "kept")
    monkeypatch.setattr(whole_shoe, "KEPT_FROM_S", 0)
    monkeypatch.setattr(whole_shoe, "INTERPRETED_MAX", 0)
    return tmp_path / "kept"


def stops_after(portions: int) -> Callable[[int, int], None]:
    """Progress that presses Ctrl-C."""
    told: list[int] = []

    def tell(done: int, total: int) -> None:
        assert not told or told[-1] <= done <= total, "progress went back"
        told.append(done)
        if len(told) == portions:
            raise KeyboardInterrupt

    return tell


def proved(
    game: Game, strategy: str, progress: Callable[[int, int], None] | None = None, deck: list[int] | None = None
) -> ShoeProof:
    settings = game.settings()
    chosen = game.written(strategy, settings) if strategy else None
    return prove_by_kinds(game, settings, chosen, progress, deck=deck)


@pytest.mark.parametrize(
    ("game", "strategy", "deck", "portion"),
    [
        (WAR, "", None, 700),
        (TRIPLE, "", TOY, 200_000),  # choices one after another
        (WAR, "basic", None, 900),
        (BACCARAT, "", None, 150_000),  # nobody chooses
    ],
    ids=["best", "choices", "strategy", "no choice"],
)
def test_a_walk_goes_on_from_where_it_was_stopped(
    game: Game, strategy: str, deck: list[int] | None, portion: int, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    """After every portion: in both walks, and where one is done and the other not begun."""
    whole = proved(game, strategy, deck=deck)
    assert list(folder.glob("*")) == []
    monkeypatch.setattr(whole_shoe, "PORTION", portion)
    said: list[float] = []
    for _ in range(-(-whole.counted.walked // portion)):
        with pytest.raises(StoppedHere) as stopped:
            proved(game, strategy, stops_after(1), deck)
        said.append(float(str(stopped.value).split("about ")[1].split("%")[0]))
        assert str(stopped.value).endswith("% of all leaves are done; the same command goes on from there")
        assert len(list(folder.iterdir())) == 1
    assert said[0] > 0
    assert said == sorted(said)
    again = proved(game, strategy, deck=deck)
    assert again.counted == whole.counted, "nothing is counted twice, and nothing is left out"
    assert again.wagers() == whole.wagers()
    assert again.stands == whole.stands
    assert list(folder.iterdir()) == [], "what is finished is forgotten"


def test_a_walk_that_cannot_be_kept_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_shoe, "PORTION", 300)
    folder.write_text("a file lies where the folder should be")
    with pytest.raises(StoppedHere, match=r"^stopped: about \d+\.\d\d% of all leaves are done, and could not be kept$"):
        proved(WAR, "", stops_after(2))


def test_what_is_kept_is_of_one_question(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(whole_shoe, "PORTION", 300)
    keys = set()
    for options in ({}, {"bonus": True}, {"decks": 4}):
        with pytest.raises(StoppedHere):
            prove_by_kinds(WAR, WAR.settings(options), None, stops_after(2))
        keys |= {path.name for path in folder.iterdir()}
    assert len(keys) == 3
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes()[:-99])  # cut short: it is walked anew
    assert proved(WAR, "").counted.walked == proved(WAR, "").counted.walked


def test_a_walk_that_is_stopped_in_the_middle_of_python_counts_no_leaf_twice() -> None:
    """How a portion ended is in the walk itself: it does not matter where the signal comes."""
    walk = ShoeWalk(shoe_question(WAR, WAR.settings()), None, work="best")
    loop = walk.loop

    def stopped_behind(*given: object) -> int:
        loop(*given)
        raise KeyboardInterrupt

    walk.loop = stopped_behind
    with pytest.raises(StoppedHere, match=r"about 50\.00% of all leaves"):
        walk.run(EVERY_ACT)
    kept = leaves_kept(walk.key)
    assert kept is not None
    again = ShoeWalk(shoe_question(WAR, WAR.settings()), None, work="best")
    assert again.run(EVERY_ACT) == 0
    assert again.cells["said"][1] == walk.cells["said"][1]


def test_how_much_is_done_is_told_by_every_fork() -> None:
    walk = ShoeWalk(shoe_question(WAR, WAR.settings()), None, is_long=False)
    walk.portion = 1
    told = []
    walk.progress = lambda done, total: told.append(done / total)
    walk.run(EVERY_ACT)
    assert len(told) == LEAVES
    assert told == sorted(told)
    assert told[-1] == 0.5
    assert max(after - before for before, after in pairwise(told)) < 0.01
    forks = walk._parts[0]
    assert (int(forks.way[OPEN]), share_done(forks)) == (0, 0.0)
    assert (GOING_ON, KNOWN_BEST) == (0, 1)


def test_a_short_walk_is_simply_left(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(whole_shoe, "KEPT_FROM_S", 5)
    with pytest.raises(KeyboardInterrupt) as stopped:
        proved(WAR, "", stops_after(1))
    assert (str(stopped.value), folder.exists()) == ("", False)


def test_the_command_ends_with_the_sentence_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_shoe, "PORTION", 300)
    walk_on = ShoeWalk._tell

    def stop(self: ShoeWalk, mode: int) -> None:
        walk_on(self, mode)
        raise KeyboardInterrupt

    with monkeypatch.context() as within:
        within.setattr(ShoeWalk, "_tell", stop)
        done = typed("edge", WAR.slug, "--fresh")
    assert done.returncode == 130
    assert done.stderr.endswith("% of all leaves are done; the same command goes on from there\n")
    again = typed("edge", WAR.slug, "--fresh", "--json")
    assert again.returncode == 0, again.stderr
    assert "142853/4965115" in again.stdout
