"""A bar for long work: done, rate and time left."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed / 1e6:.2f} M rounds/s" if speed else "compiling")


class RoundsDone(Protocol):
    def __call__(self, done: int, of: int | None = None) -> None: ...


@contextmanager
def rounds_bar(total: int) -> Iterator[RoundsDone]:
    """Yields the function to tell the rounds done, and of how many where that changes.

    On the error stream, so that results can be piped; a screen only.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.completed:,.0f} of {task.total:,.0f}"), BarColumn(), _Rate(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, of=None: bar.update(task, completed=done, total=of)


@contextmanager
def work_bar() -> Iterator[Callable[[int, int], None]]:
    """Yields the function to tell (done, total) of long work whose size is known only once it runs."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.percentage:3.0f}%"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
