"""Who may read a ledger's file: its owner, and nobody else. It holds cards that are not dealt yet."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

PRIVATE = 0o600
OTHERS = stat.S_IRWXG | stat.S_IRWXO
BESIDE = ("", "-wal", "-shm", "-served")  # the file, SQLite's two, and the lock of whoever serves it

Say = Callable[[str], None]


def unsaid(sentence: str) -> None:
    """Where nobody reads along."""


def make_private(path: str) -> None:
    """An empty file that nobody else can open, before anything is in it. SQLite gives its own two the same rights."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
    except OSError:
        return  # it is there, or cannot be: whoever opens it says so


def keep_private(path: str, say: Say) -> None:
    """Take from others what an earlier houseway, a copy or somebody's hand gave them, and say it in one line."""
    if os.name != "posix":
        return
    loose = [each for end in BESIDE if (each := Path(path + end)).is_file() and each.stat().st_mode & OTHERS]
    if not loose:
        return
    try:
        for each in loose:
            each.chmod(PRIVATE)
    except OSError as error:
        say(f"others can read {loose[0]}, and that cannot be changed ({error.strerror}): its owner should chmod 600 it")
    else:
        say(f"others could read {loose[0]}: it is its owner's alone now")
