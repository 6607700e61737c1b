"""Ctrl-C in a count, whichever command began it: one sentence, what is done is kept, and the same command goes on."""

from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.universal import seeing, stops
from houseway.analysis.universal.boards import first_choice
from houseway.analysis.universal.boards.every_board import EveryBoard, StoppedOnBoards
from houseway.analysis.universal.count import Progress, count
from houseway.analysis.universal.proof import prove
from houseway.analysis.universal.question import Question, question
from houseway.games import find_game
from houseway.rules.cards import cards_of
from tests.typed import typed

DAKOTA = find_game("dakota_stud")
TOY = cards_of("5c 6c 7c 8c 6d 9d Td")
SEES = "community:1"
HOLDEM = "ultimate_texas_holdem"


@pytest.fixture(autouse=True)
def _kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Units done before each count, of a toy deck: one who sees no more, and one who does. The first is stopped after
    three of them."""
    done_before: list[int] = []

    def stopped(asked: Question, _: None, __: Progress | None, *, before: Any) -> Any:
        done_before.append(len(before.done))

        def stop(done: int, total: int) -> None:  # noqa: ARG001
            if done == 3 and len(done_before) == 1:
                raise KeyboardInterrupt

        return count(asked, None, stop, before=before, threads=1)

    monkeypatch.setattr(seeing, "question", lambda game, settings, sees="": question(game, settings, TOY, sees))
    monkeypatch.setattr(stops, "count", stopped)
    return done_before


def test_who_sees_more_is_stopped_in_a_walk_and_goes_on(counted: list[int]) -> None:
    words = "edge", DAKOTA.slug, "--sees", SEES, "--json"
    done = typed(*words)
    assert done.returncode == 130
    assert "here\nhouseway: stopped: 3 of " in done.stderr
    assert done.stderr.endswith(" units are done; the same command goes on from there\n")
    again = typed(*words)
    assert again.returncode == 0, again.stderr
    edge = prove(DAKOTA, DAKOTA.settings(), deck=TOY, sees=SEES).wagers()["round"].edge.value
    assert str(edge) in again.stdout
    typed(*words)
    assert counted == [0, 3, 0, 0, 0], "what is finished is forgotten"


def test_who_cannot_keep_a_walk_is_told_so(counted: list[int], tmp_path: Path) -> None:
    (tmp_path / "houseway").write_text("a file lies where the folder should be")
    done = typed("edge", DAKOTA.slug, "--sees", SEES)
    assert (done.returncode, counted) == (130, [0])
    assert done.stderr.endswith(" units are done, and could not be kept\n")


@pytest.mark.parametrize(
    "words",
    [
        ("edge", HOLDEM, "--fresh"),
        ("edge", HOLDEM, "--sees", "community:1"),
        ("edge", HOLDEM, "--sees", "seats:1"),
        ("strategy", HOLDEM),
        ("strategy", HOLDEM, "--from-play"),
        ("advise", HOLDEM, "Kd 4c"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("is_kept", [True, False], ids=["kept", "not kept"])
def test_every_command_that_counts_boards_is_stopped_with_a_sentence(
    words: tuple[str, ...], is_kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_: EveryBoard) -> None:
        raise StoppedOnBoards(is_kept, 12, 345)

    monkeypatch.setattr(EveryBoard, "choices", property(stopped))
    monkeypatch.setattr(first_choice, "shipped_first", lambda *_: None)
    done = typed(*words)
    after = "; the same command goes on from there" if is_kept else ", and could not be kept"
    assert done.returncode == 130
    assert done.stderr.endswith(f"houseway: stopped: 12 of 345 boards are done{after}\n")


def test_a_command_that_is_stopped_before_anything_is_done_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_: EveryBoard) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(EveryBoard, "choices", property(stopped))
    done = typed("strategy", HOLDEM)
    assert done.returncode == 130
    assert done.stderr.endswith(" here\nhouseway: stopped before there was anything to report\n")
