"""Solve a game from its play: all figures of the best play or of a strategy, at once or from where it was left."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.universal import unfinished
from houseway.analysis.universal.cost import cost_of, verify_reach
from houseway.analysis.universal.count import Progress, Stopped, count
from houseway.analysis.universal.planned import planned
from houseway.analysis.universal.proof import Proof
from houseway.analysis.universal.question import Question, question
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused

OPTIMAL, PUBLISHED = "optimal", "published"


class StoppedHere(KeyboardInterrupt):
    """Ctrl-C, with what is done kept."""


def cost(game: Game, settings: Settings) -> str:
    """What solving will take, in words."""
    return str(cost_of(question(game, settings)))


def solve_seeing(game: Game, settings: Settings, sees: str, progress: Progress | None = None) -> Solution:
    """The best play of a player who sees more than the rules show."""
    asked = question(game, settings, sees=sees)
    verify_reach(asked)
    proof = Proof(asked, count(asked, None, progress), OPTIMAL)
    return Solution(game.slug, settings, f"{OPTIMAL}, seeing {sees}", proof.wagers(), None, proof.notes())


def solve(
    game: Game,
    settings: Settings,
    strategy: str = OPTIMAL,
    progress: Progress | None = None,
    deck: Sequence[int] | None = None,
) -> Solution:
    """Best play or a written strategy. Ctrl-C keeps what is done, and the same question goes on from there."""
    if strategy == PUBLISHED:
        raise Refused(f"{game.title} has no published strategy that a solver could find")
    asked = question(game, settings, deck)
    verify_reach(asked)
    chosen = None if strategy == OPTIMAL else game.written(strategy, settings)
    key = _key(asked, strategy)
    try:
        counted = count(asked, chosen, progress, before=unfinished.taken_up(key))
    except Stopped as stopped:
        done = unfinished.keep(key, stopped.counted)
        after = "; the same command goes on from there" if done else ", and could not be kept"
        raise StoppedHere(f"stopped: {stopped}{after}") from None
    unfinished.forget(key)
    proof = Proof(asked, counted, strategy)
    plan = chosen.plan if chosen else planned(asked, counted) if asked.planned() else None
    return Solution(game.slug, settings, strategy, proof.wagers(), plan, proof.notes())


def _key(asked: Question, strategy: str) -> str:
    """What unfinished work hangs on: every source of this room and of the game, settings, deck and strategy."""
    game = asked.game
    made = hashlib.sha256(repr((game.slug, sorted(asked.settings.items()), asked.deck, strategy)).encode())
    made.update(asked.rules.pays.tobytes())
    rooms = (Path(__file__).parent, Path(__file__).parents[2] / "rules", game.folder)
    for path in sorted(path for room in rooms for path in room.glob("*.py")):
        made.update(path.name.encode() + path.read_bytes())
    return made.hexdigest()[:40]
