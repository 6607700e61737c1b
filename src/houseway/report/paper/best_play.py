"""How a game is best played under the options and pays in force: a chart, rules in words, or, with neither, hands."""

from dataclasses import dataclass, field
from typing import Any

from houseway.analysis import store
from houseway.analysis.design import WhatIf, is_fixed, strategy_for, touched_wagers
from houseway.analysis.guides import guide_of
from houseway.analysis.solve import advise
from houseway.games import find_game
from houseway.games.charts import Plan
from houseway.report.guide_page import guide_json
from houseway.report.paper.evidence import Evidence, Hand, kept_evidence
from houseway.report.paper.subject import Subject
from houseway.report.strategy import strategy_json


@dataclass(frozen=True)
class BestPlay:
    chart: list[dict[str, Any]] = field(default_factory=list)  # lines as `houseway strategy --json` has them
    guide: dict[str, Any] = field(default_factory=dict)
    hands: list[Hand] = field(default_factory=list)


def kept_play(subject: Subject) -> BestPlay | None:
    """What is kept: for these options, or, where changed pays leave the play as it is, for the maker's pays."""
    found = subject.evidence or _same_play(subject)
    if found is None or not (found.chart or found.guide or found.hands):
        return None
    return BestPlay(found.chart, found.guide, found.hands)


def best_play(subject: Subject) -> BestPlay:
    """What is kept, or worked out now, in seconds."""
    if (kept := kept_play(subject)) is not None:
        return kept
    game, settings, name = subject.game, subject.settings, subject.solution.strategy
    if (guide := guide_of(game, settings, name)) is not None:
        return BestPlay(guide=guide_json(game, name, guide))
    plan = strategy_for(game, name, settings).plan
    if isinstance(plan, Plan):
        return BestPlay(chart=strategy_json(game, plan, settings))
    hands = [
        Hand(hand, [(act, float(value)) for act, value in advise(game, settings, hand)]) for hand in game.sheet.hands
    ]
    return BestPlay(hands=hands)


def _same_play(subject: Subject) -> Evidence | None:
    if not isinstance(subject.game, WhatIf):
        return None
    game, name = find_game(subject.game.slug), subject.solution.strategy
    if not all(is_fixed(game, name, wager) for wager in touched_wagers(game, subject.game, subject.settings)):
        return None
    solution = store.stored(game, subject.settings, name)
    return None if solution is None else kept_evidence(game, solution)
