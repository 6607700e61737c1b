"""Figures that are known at once: those stored, and those that a change of options cannot move or only pays otherwise.

A wager says on which options its ending hangs (`hangs_on` in rules.toml). Between two sets of options that agree in
those it ends alike, so its figures carry over; where only its pays differ, its outcomes are weighed anew. What is left
hangs on a play that may change, and has to be solved.
"""

from collections.abc import Container, Iterable, Sequence

from houseway.analysis import store
from houseway.analysis.design import is_fixed, prices_of, repriced_wager
from houseway.analysis.exact.shared.solution import Solution, WagerSolution
from houseway.analysis.solve import OPTIMAL, has_solver
from houseway.games.game import Game, Settings, in_force
from houseway.games.sheet import Wager
from houseway.games.words import listed


def at_hand(
    game: Game, settings: Settings, strategy: str = OPTIMAL, beside: Sequence[Settings] = ()
) -> dict[str, WagerSolution]:
    """Figures by wager without solving; those `beside`, if they are stored, are asked before what ships."""
    whole = store.stored(game, settings, strategy)
    if whole is not None:
        return dict(whole.wagers)
    if strategy != OPTIMAL:
        return {}  # what a wager hangs on is said of best play
    found: dict[str, WagerSolution] = {}
    there = [(other, game.wagers) for other in beside] + store.shipped_settings(game, strategy)
    for other, names in there:
        if not any(name not in found and _may_carry(game, name, settings, other) for name in names):
            continue  # what reading it would cost is spared
        base = store.stored(game, other, strategy)
        if base is None:
            continue
        for name in base.wagers:
            if name not in found and (wager := carried(game, base, settings, name)) is not None:
                found[name] = wager
    return {name: found[name] for name in game.as_on_the_felt(found)}


def carried(game: Game, base: Solution, settings: Settings, name: str) -> WagerSolution | None:
    """A wager's figures under other options than they were solved for; None where they may be others."""
    if not _may_carry(game, name, settings, base.settings):
        return None
    sheet = {wager.name: wager for wager in game.sheet.wagers}
    if name in sheet and not in_force(sheet[name].offered_when, settings):
        return None
    before, after = game.rules(base.settings), game.rules(settings)
    parts = [name] if name in sheet else list(game.wagers)
    touched = [part for part in parts if prices_of(game, before, part) != prices_of(game, after, part)]
    if not touched:
        return base.wagers[name]
    if touched != [name] or not is_fixed(game, base.strategy, name):
        return None
    return repriced_wager(game, game, base.settings, base.wagers[name], settings)


def offered(game: Game, settings: Settings) -> list[Wager]:
    """Wagers that there are under these options."""
    return [wager for wager in game.sheet.wagers if in_force(wager.offered_when, settings)]


def not_at_hand(game: Game, settings: Settings, known: Container[str], *now: Settings) -> dict[str, str]:
    """Figures that there would be, and why each has to be solved first: which change since `now` it hangs on."""
    every = dict.fromkeys(name for _, names in store.shipped_settings(game, OPTIMAL) for name in names)
    there = {wager.name for wager in offered(game, settings)}
    sums = {name for name in every if name not in game.wagers}
    missing = [name for name in every or game.wagers if name in there | sums and name not in known]
    return {name: _why(game, name, settings, now) for name in game.as_on_the_felt(missing)}


def _why(game: Game, name: str, settings: Settings, now: Iterable[Settings]) -> str:
    if not has_solver(game):
        return "the game has no exact solver"
    hanging = hanging_on(game, name, settings, *now)
    moved = [
        option.title
        for option in game.options.values()
        if option.name in hanging and any(settings[option.name] != each[option.name] for each in now)
    ]
    if not moved:
        return "the options of this table have not been solved yet"
    return f"it hangs on {listed(moved)}, so it has to be solved anew"


def hanging_on(game: Game, name: str, *options: Settings) -> set[str]:
    """The options that can move a figure, under any of these sets of options."""
    every = set(game.options)
    own = [wager for wager in game.sheet.wagers if name == wager.name]
    own = own or [wager for wager in game.sheet.wagers if name.startswith(f"{wager.name}_")]
    hanging: set[str] = set()
    for wager in own or game.sheet.wagers:  # a sum hangs on whatever one of its wagers does
        hanging |= every if wager.hangs_on is None or _on_all(wager, options) else set(wager.hangs_on)
    return hanging


def _on_all(wager: Wager, options: Iterable[Settings]) -> bool:
    return bool(wager.hangs_on_all_when) and any(in_force(wager.hangs_on_all_when, each) for each in options)


def _may_carry(game: Game, name: str, settings: Settings, other: Settings) -> bool:
    """Whether a figure ends alike under both; one of an older sheet, with other options, does not count."""
    if set(other) != set(settings):
        return False
    moved = {option for option in settings if settings[option] != other[option]}
    return not moved & hanging_on(game, name, settings, other)
