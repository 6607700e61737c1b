"""Work that was stopped, kept until it is finished: the units that are done and what they came to, or plain arrays."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.computed_by import FROM_PLAY, FROM_SHOE, NOT_COMPUTING, computed_by
from houseway.analysis.exact.shared.places import kept
from houseway.analysis.exact.shared.sources import sources_digest
from houseway.analysis.universal.asked import Asked
from houseway.analysis.universal.count import Counted
from houseway.games.game import Game


class StoppedHere(KeyboardInterrupt):
    """Ctrl-C, in a sentence: what is done, and whether it is kept."""


def stopped_here(told: object, *, is_kept: bool) -> StoppedHere:
    after = "; the same command goes on from there" if is_kept else ", and could not be kept"
    return StoppedHere(f"stopped: {told}{after}")


def work_key(asked: Asked, work: str, *by: str) -> str:
    """What work hangs on: every source that computes it (those of modules `by` too), the compiler too, settings, pays,
    deck and strategy.
    """
    game = asked.game
    made = hashlib.sha256(repr((game.slug, sorted(asked.settings.items()), asked.deck, asked.sees, work)).encode())
    made.update(asked.rules.pays.tobytes())
    made.update(_sources(game, by).encode())
    return made.hexdigest()[:40]


@cache
def _sources(game: Game, by: tuple[str, ...]) -> str:
    """Of this room's way, which a game with mathematics of its own can be asked by too, and of the game's figures."""
    return sources_digest([FROM_PLAY, FROM_SHOE, game.table.__name__, *by], NOT_COMPUTING) + computed_by(game)


def path_of(digest: str) -> Path:
    return kept() / f"{digest}.units.json"


def keep(digest: str, counted: Counted) -> bool:
    """Whether it could be kept."""
    written = {
        "done": sorted(counted.done),
        "sums": [counted.value, counted.money, counted.most, counted.walked, counted.plays],
        "action": sorted(counted.action.items()),
        "times": sorted([*key, n] for key, n in counted.times.items()),
        "plan": counted.chosen().tolist(),
    }
    path = path_of(digest)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(written))
    except OSError:
        return False
    return True


def taken_up(digest: str) -> Counted:
    """What was done before, or nothing."""
    try:
        found = json.loads(path_of(digest).read_text())
    except (OSError, ValueError):
        return Counted()
    value, money, most, walked, plays = found["sums"]
    return Counted(
        set(found["done"]), value, money, most, Counter(dict(map(tuple, found["action"]))),
        Counter({(a, b, c): n for a, b, c, n in found["times"]}),
        [np.array(found["plan"], dtype=np.int64).reshape(-1, 3)], walked, plays,
    )  # fmt: skip


def forget(digest: str) -> None:
    remove(path_of(digest))


def keep_arrays(digest: str, arrays: Mapping[str, NDArray[Any]]) -> bool:
    """Whether they could be kept; whole or not at all, as another process may write the same."""
    path = arrays_path(digest)
    part = path.with_suffix(".part.npz")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(part, **arrays)  # type: ignore[arg-type]
        part.replace(path)
    except OSError:
        return False
    return True


def arrays_kept(digest: str) -> dict[str, NDArray[Any]]:
    """What was kept, or nothing."""
    try:
        with np.load(arrays_path(digest), allow_pickle=False) as found:
            return dict(found)
    except (OSError, ValueError, BadZipFile):
        return {}


def arrays_path(digest: str) -> Path:
    return kept() / f"{digest}.npz"


def forget_arrays(digest: str) -> None:
    remove(arrays_path(digest))


def remove(path: Path) -> None:
    """Where nothing can be kept there is nothing to remove."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
