"""The editions that ship, and rounds dealt by them."""

import atexit
import json
import subprocess
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any
from zipfile import BadZipFile, ZipFile

import numpy as np

from houseway.engine.replay import Deal, Pending, Told
from houseway.rules.refused import Refused
from houseway.rules.tape import COLUMNS

UNNAMED = ""  # of rounds that were dealt before rounds named their edition: the first that is kept
FOLDER = Path(__file__).parent / "kept"
MANIFEST = "editions.json"  # in each zip: the edition of each game by slug
RUNNER = Path(__file__).parent / "old_rules.py"


def is_kept(slug: str, edition: str) -> bool:
    """Whether a round of this edition can be dealt again."""
    return _zip_of(slug, edition) is not None


def dealt_under(edition: str, deal: Deal, choices: Sequence[int]) -> Told:
    """A round as the edition that dealt it would tell it again."""
    path = _zip_of(deal.game.slug, edition)
    if path is None:
        raise Refused(f"the rules of edition '{edition}' are not kept here")
    return _process(path).deal(deal, choices)


@cache
def _zip_of(slug: str, edition: str) -> Path | None:
    kept = sorted((path for path in FOLDER.glob("*.zip") if path.stem.isdigit()), key=lambda path: int(path.stem))
    if edition == UNNAMED:
        return kept[0] if kept else None
    for path in kept:
        with _opened(path) as packed:
            if json.loads(packed.read(MANIFEST)).get(slug) == edition:
                return path
    return None


@contextmanager
def _opened(path: Path) -> Iterator[ZipFile]:
    """What is kept, as it was packed: each file in it has a sum."""
    try:
        with ZipFile(path) as packed:
            yield packed
    except (BadZipFile, zlib.error, EOFError, KeyError, ValueError) as error:
        raise Refused(f"the old rules in {path.name} are damaged ({error}): install houseway again") from None


@cache
def _process(path: Path) -> "OldRules":
    return OldRules(path)


class OldRules:
    """A process that deals by an old edition, started when it is first needed."""

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        self._folder = TemporaryDirectory(prefix="houseway-edition-")
        with _opened(path) as packed:
            packed.extractall(self._folder.name)
        self._process = self._started()
        atexit.register(self.stop)

    def _started(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-I", str(RUNNER), self._folder.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def deal(self, deal: Deal, choices: Sequence[int]) -> Told:
        asked = {
            "game": deal.game.slug,
            "settings": dict(deal.settings),
            "order": list(deal.order),
            "wagers": [dict(bets) for bets in deal.wagers],
            "players": list(deal.players) if deal.players is not None else None,
            "choices": list(choices),
        }
        answer = self._ask(asked)
        if "refused" in answer:
            raise Refused(answer["refused"])
        tape = np.array(answer["tape"], dtype=np.int64).reshape(-1, COLUMNS)
        pending = Pending(*answer["pending"]) if answer["pending"] else None
        return Told(tape, pending, answer["drawn"])

    def _ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            if self._process.poll() is not None:  # somebody ended it
                self._process = self._started()
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            try:
                self._process.stdin.write(json.dumps(asked) + "\n")
                self._process.stdin.flush()
                line = self._process.stdout.readline()
            except BrokenPipeError:
                line = ""
        if not line:
            raise Refused("the process that deals old rounds has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()
