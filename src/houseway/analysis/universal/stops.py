"""Ctrl-C in a count, whoever asked for it: a sentence about what is done goes to the command, which ends with it."""

from collections.abc import Iterator
from contextlib import contextmanager

from houseway.analysis.universal import unfinished
from houseway.analysis.universal.boards.every_board import StoppedOnBoards
from houseway.analysis.universal.count import Counted, Progress, Stopped, count
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.unfinished import stopped_here, work_key
from houseway.games.contract import Strategy


@contextmanager
def told_when_stopped() -> Iterator[None]:
    """Around all that counts boards."""
    try:
        yield
    except StoppedOnBoards as stopped:
        raise stopped_here(stopped, is_kept=stopped.is_kept) from None


def walked_on(
    asked: Question, progress: Progress | None, strategy: str = "optimal", chosen: Strategy | None = None
) -> Counted:
    """The best play, or a strategy that is chosen, from where it was left."""
    key = work_key(asked, strategy)
    try:
        counted = count(asked, chosen, progress, before=unfinished.taken_up(key))
    except Stopped as stopped:
        raise stopped_here(stopped, is_kept=unfinished.keep(key, stopped.counted)) from None
    unfinished.forget(key)
    return counted
