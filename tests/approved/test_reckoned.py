"""What each game's own mathematics comes to, part by part, under options that are not as usual: reckoned afresh.

The figures that ship are held elsewhere, and most tests read those. Here every part that a game's `solver.py` declares
is asked anew: figures, what settles, hints at the choices of many rounds with what the whole round then wins, and the
rules in words. One number or word that comes out otherwise shows.
"""

import random
from collections.abc import Iterator
from dataclasses import asdict
from fractions import Fraction
from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from houseway.analysis.exact.shared.guide import Section
from houseway.analysis.exact.shared.mixes import Part
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.hints import Advisor
from houseway.analysis.solve import OPTIMAL, solver_of
from houseway.analysis.solver import EffectParts
from houseway.engine.replay import Deal, Replay, replay
from houseway.games import find_game
from houseway.games.betting import limits_of
from houseway.games.game import Game, Settings
from houseway.kit.wildness import WildTable, random_bets
from houseway.rules.choice import acts_in
from tests.approved import hold
from tests.approved.test_many_rounds import cards_of

UNUSUAL: dict[str, list[dict[str, Any]]] = {
    "dakota_stud": [{"lowest_pair": 6, "rounding": "player"}],
    "fast_action_holdem": [{"splits": "as_published"}],
    "lucky_lucky": [{"decks": 1, "hands_max": 1, "double": "9_to_11"}],
    "super_fun_21": [{"hands_max": 1, "soft_17": "stand", "rescue": False}],
    "triple_shot_bonus": [{}],
}
CHOICES = 20  # at which hints are asked for


@pytest.mark.parametrize("slug", UNUSUAL)
def test_every_part_of_a_games_mathematics_comes_out_as_approved(slug: str) -> None:
    game = find_game(slug)
    told = [line for wishes in UNUSUAL[slug] for line in reckoned(game, game.settings(wishes))]
    hold(f"{slug}.reckoned.txt", "\n".join(told))


def reckoned(game: Game, settings: Settings) -> Iterator[str]:
    solver = solver_of(game)
    strategy = game.strategies[0]
    yield from solution_told(solver.solve(game, settings, strategy, None))
    if solver.effects:
        yield from effects_told(solver.effects, game, settings, strategy)
    standard = [dict(each) for each in solver.standard(game)]
    yield f"standard {len(standard)} sets of options, {digest(standard)}"
    if solver.guide:
        for name in (strategy, OPTIMAL):
            guide = solver.guide(game, settings, name)
            yield from (section_told(section) for section in guide.sections)
            yield f"classes {digest(guide.classes())}"
    if solver.threes:
        yield f"threes {solver.threes.wager} {digest(solver.threes.worth(game, settings).tolist())}"
    if solver.mixes:
        limits = {wager.name: limits_of(wager) for wager in game.sheet.wagers if wager.placed}
        for part in solver.mixes(game, settings, limits):
            yield from part_told(part)
    yield from hints_told(game, settings)


def effects_told(effects: EffectParts, game: Game, settings: Settings, strategy: str) -> Iterator[str]:
    for wager, settled in effects.settlements(game, settings, strategy).items():
        yield f"{wager} settles {len(settled)} ways, {digest(settled)}"
    if effects.envy_cents:
        yield f"envy {number(effects.envy_cents(game, settings, strategy))}"
    if effects.caps:
        for name in (strategy, OPTIMAL):
            edge = effects.caps.bonus_edge(game, settings, name, 2_500, 100_000)
            plan = effects.caps.plan_without_cap(game, settings.but(cap_cents=100_000), name)
            yield f"{name} with a cap {number(edge)}, plan {digest([table.tolist() for table in plan])}"


def section_told(section: Section) -> str:
    """Its rules, and how much of them is right; the grids beside it as a digest."""
    rules = "; ".join(f"{rule.text} ({rule.share:.9g})" for rule in section.rules)
    grids = digest(list(section.grids))
    return f"{section.title}: {rules}; right {section.right:.9g}, cost {section.cost:.9g}, grids {grids}"


def part_told(part: Part) -> Iterator[str]:
    """What wagers that hang together are worth: without a bet, each alone, all alike and each another."""
    yield f"part {part.wagers} periods {dict(part.periods)} thresholds {dict(part.thresholds)}"
    alone = [{wager: 1_500} for wager in part.wagers]
    for bets in (
        {},
        *alone,
        dict.fromkeys(part.wagers, 700),
        dict(zip(part.wagers, range(500, 9_000, 500), strict=False)),
    ):
        try:
            worth = part.exact(bets)
            yield f"  {bets} {number(worth.cents)} at most {number(worth.at_most)}, quickly {part.most(bets):.9g}"
        except (KeyError, ZeroDivisionError):  # bets that nobody may make
            yield f"  {bets} cannot be asked"


def solution_told(found: Solution) -> Iterator[str]:
    for name, wager in found.wagers.items():
        figures = {each: getattr(wager, each) for each in ("edge", "hit", "variance", "action")}
        yield f"{name} " + " ".join(f"{each} {number(figure.value)}" for each, figure in figures.items())
        yield f"  {len(wager.rows)} rows {digest([asdict(row) for row in wager.rows])}"
    yield from (f"note {name} {number(value)}" for name, value in found.notes.items())


def number(value: Fraction) -> str:
    return f"{float(value):.9g}"


def digest(found: Any) -> str:
    return sha256(repr(rounded(found)).encode()).hexdigest()[:12]


def rounded(part: Any) -> Any:
    """Plain data, floats to nine figures: another machine may differ in the last."""
    match part:
        case float() | np.floating():
            return f"{float(part):.9g}"
        case Fraction():
            return str(part)
        case dict():
            return {key: rounded(each) for key, each in part.items()}
        case list() | tuple():
            return [rounded(each) for each in part]
    return part


def hints_told(game: Game, settings: Settings) -> Iterator[str]:
    """At the choices of rounds in which everything legal is done, each act with its worth and that of the whole."""
    advisor, rng = Advisor(game, settings), random.Random(f"{game.slug} hints")
    asked = 0
    while asked < CHOICES:
        bets = random_bets(game, settings, rng)
        if not bets:
            continue
        deal = Deal(game, settings, cards_of(WildTable(game, settings, [bets]), rng), [bets])
        choices: list[int] = []
        now = replay(deal)
        while now.pending is not None:
            yield hint_told(advisor, now)
            asked += 1
            choices.append(rng.choice(acts_in(now.pending.options)))
            now = replay(deal, choices)


def hint_told(advisor: Advisor, now: Replay) -> str:
    assert now.pending is not None
    asked = now.pending
    hints = advisor.rank(now, asked.seat, asked.hand, asked.options)
    whole = advisor.whole(now, asked.seat, asked.hand, hints)
    return ", ".join(
        f"{hint.name} {hint.value:.9g}" + (f" {whole.cents[hint.act]:.9g}" if whole else "") for hint in hints
    )
