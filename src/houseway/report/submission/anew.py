"""What a pack is about: its figures looked up, or computed anew to check one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from houseway.analysis.design import Pay, repriced, solved_anew, with_pays
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.solve import computed, solve, solver_of
from houseway.analysis.store import stored
from houseway.games.game import Game, Settings
from houseway.report.paper.evidence import kept_evidence
from houseway.report.paper.subject import Subject, Tell

ANEW = "The figures were computed anew."
ALL_ANEW = "The figures were computed anew, and the evidence beside them was gathered anew."
COUNTED = (
    "The figures were computed anew from the counts that are stored under their digest; to count again takes long, and "
    "--fresh does it."
)
STORED = "The figures are the stored ones under their digest: to compute them takes minutes, and --fresh does it."


class Anew(NamedTuple):
    subject: Subject
    how: str  # in a sentence, where its figures come from


def submitted(game: Game, settings: Settings, strategy: str, pays: Sequence[Pay], *, full: bool, tell: Tell) -> Subject:
    """For a new pack: figures as they are kept, evidence as it is kept or, where it is asked for in full, gathered."""
    tell("figures")
    return _subject(game, settings, solve(game, settings, strategy), pays, evidence=True, gather=full, tell=tell)


def recomputed(
    game: Game, settings: Settings, strategy: str, pays: Sequence[Pay], *, evidence: bool, fresh: bool, tell: Tell
) -> Anew:
    """To check a pack: figures computed, if that takes no minutes or is asked for; evidence where the pack has it.

    `fresh` uses nothing that is kept, neither figures nor evidence.
    """
    tell("figures")
    solver = solver_of(game)
    kept = stored(game, settings, strategy) if not fresh and solver.takes_minutes(settings) else None
    if kept is not None:
        base, how = kept, STORED
    elif fresh or solver.takes_minutes(settings):
        base, how = solve(game, settings, strategy, fresh=fresh), ALL_ANEW if fresh and evidence else ANEW
    else:
        base, how = computed(game, settings, strategy), COUNTED if solver.recount else ANEW
    return Anew(_subject(game, settings, base, pays, evidence=evidence, gather=True, fresh=fresh, tell=tell), how)


def _subject(
    game: Game,
    settings: Settings,
    base: Solution,
    pays: Sequence[Pay],
    *,
    evidence: bool,
    gather: bool,
    fresh: bool = False,
    tell: Tell,
) -> Subject:
    changed = with_pays(game, settings, pays)
    solution = _in_order(repriced(game, changed, base) or solved_anew(changed, settings, base.strategy), settings)
    found = kept_evidence(changed, solution) if evidence and not fresh else None
    if evidence and gather and found is None:
        from houseway.report.paper.gathering import evidence_of, gathered  # brings the compiler

        found = gathered(changed, solution, tell) if fresh else evidence_of(changed, solution, tell)
    return Subject(changed, settings, solution, found)


def _in_order(solution: Solution, settings: Settings) -> Solution:
    """By name, and options as the game has them: documents hang neither on how a solver works nor on a store."""
    wagers, notes = sorted(solution.wagers.items()), sorted(solution.notes.items())
    return replace(solution, settings=settings, wagers=dict(wagers), notes=dict(notes))
