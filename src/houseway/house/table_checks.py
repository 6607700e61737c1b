"""A table's configuration: what the file leaves out, and whether the whole can be played."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from houseway.analysis.solve import OPTIMAL, solver_of
from houseway.games import find_game, slugs
from houseway.games.betting import Limits, dollars, equal_to, limits_of, required_wagers
from houseway.games.dealt_in import least_to_play_cents
from houseway.games.game import Game, Settings, nearest
from houseway.games.sheet import Wager
from houseway.games.words import said_again
from houseway.house.faults import FoundFault
from houseway.house.linked.law import filled_carried, verify_carried
from houseway.house.shuffler.machines import filled_setup
from houseway.house.shuffler.modes import mode_for
from houseway.rules.refused import Refused

if TYPE_CHECKING:
    from houseway.house.configuration import TableConfig

ROUNDING, SHUFFLER, PROGRESSIVES = "rounding", "shuffler", "progressives"
_BOUNDS = {bound.name for bound in fields(Limits)}


def with_shuffler(written: Mapping[str, Any]) -> dict[str, Any]:
    """A table that is written now has a shuffler; `filled_in` says which. Only old records have none."""
    return {**written, SHUFFLER: {}} if written.get(SHUFFLER) is None else dict(written)


def filled_in(written: Mapping[str, Any]) -> dict[str, Any]:
    """The table with everything that follows from its game; what has the wrong shape is left for the models to say."""
    table = dict(written)
    game = _game(table)
    options, wagers = table.setdefault("options", {}), table.setdefault("wagers", {})
    settings = _settings(game, options if isinstance(options, Mapping) else {})
    offered = [wager for wager in game.sheet.wagers if wager.placed and (table.get("tokes") is True or not wager.toke)]
    if isinstance(options, Mapping):
        table["options"] = settings
    if isinstance(wagers, Mapping):
        _verify_wager_names(game, offered, wagers)
        table["wagers"] = _limits(offered, settings, wagers)
        if isinstance(options, Mapping) and ROUNDING not in options:
            _verify_pays_come_out(game, settings, table["wagers"])
    if isinstance(table.get(SHUFFLER), Mapping):
        table[SHUFFLER] = filled_setup(game, settings, table[SHUFFLER])
    if isinstance(table.get(PROGRESSIVES), list | tuple):
        table[PROGRESSIVES] = filled_carried(game, str(table.get("name", "")), table[PROGRESSIVES])
    table.setdefault("title", game.title)
    table.setdefault("seats", game.seats_max(settings))
    table.setdefault("wagers_a_hand_max", sum(not wager.toke for wager in offered))
    return table


def as_recorded(body: Mapping[str, Any]) -> tuple[Mapping[str, Any], dict[str, Any]]:
    """A recorded table in the options of today, as it went before those that came later; and what the game has no more.

    What has the wrong shape is left for the models to say.
    """
    options = body.get("options") if isinstance(body, Mapping) else None
    if not isinstance(options, Mapping) or body.get("game") not in slugs():
        return body, {}
    game = find_game(body["game"])
    gone = {name: setting for name, setting in options.items() if not _is_there(game, name, setting)}
    known = {name: setting for name, setting in options.items() if name not in gone}
    before = {name: each.formerly for name, each in game.options.items() if each.formerly is not None}
    return {**body, "options": {**before, **known}}, gone


def _is_there(game: Game, name: str, setting: Any) -> bool:
    try:
        game.options[name].read(setting)
    except (KeyError, Refused):
        return False
    return True


def _game(table: Mapping[str, Any]) -> Game:
    try:
        return find_game(str(table["game"]))
    except KeyError:
        raise FoundFault("game", f"is missing: write one of {', '.join(slugs())}") from None
    except Refused as refusal:
        raise FoundFault("game", f"is wrong, {refusal}") from None


def _settings(game: Game, options: Mapping[str, Any]) -> Settings:
    for name in options:
        if name not in game.options:
            raise FoundFault(f"options.{name}", f"is no option of {game.title}{nearest(name, game.options)}")
    try:
        return game.settings(options)
    except Refused as refusal:
        raise FoundFault("options", f"cannot be: {refusal}") from None


def _verify_wager_names(game: Game, offered: list[Wager], wagers: Mapping[str, Any]) -> None:
    names = [wager.name for wager in offered]
    for name in wagers:
        if name in names:
            continue
        if any(wager.name == name and wager.toke for wager in game.sheet.wagers):
            raise FoundFault(
                f"wagers.{name}", "is for the dealers, and tokes are off: write tokes = true, or leave it out"
            )
        raise FoundFault(f"wagers.{name}", f"is no wager that can be bet before a round{nearest(name, names)}")


def _limits(offered: list[Wager], settings: Settings, wagers: Mapping[str, Any]) -> dict[str, Any]:
    """Limits of every wager: those written, then those of the wager it must equal, then those in the game's rules."""
    limits: dict[str, Any] = {}
    for wager in offered:
        own = vars(limits_of(wager))
        written = wagers.get(wager.name, {})
        twin = limits.get(equal_to(wager, settings), own)
        limits[wager.name] = {**(twin if _whole(twin) else own), **written} if isinstance(written, Mapping) else written
    return limits


def _whole(limits: Any) -> bool:
    """Whether limits can be handed on: a wrong one is told once, where it is written."""
    return (
        isinstance(limits, Mapping)
        and set(limits) == _BOUNDS
        and all(isinstance(cents, int) for cents in limits.values())
    )


def _verify_pays_come_out(game: Game, settings: Settings, wagers: Mapping[str, Any]) -> None:
    """A house whose odds do not come out in the coins it pays has to say who gains."""
    pays = game.pays(settings)
    grain = int(settings["grain_cents"])
    for name, limits in wagers.items():
        if not _whole(limits):
            continue
        step = limits["step_cents"]
        for num, den in pays[game.wagers.index(name)].tolist():
            if step * num % (den * grain):
                raise FoundFault(
                    "options.rounding",
                    f"is missing: {name} in steps of {dollars(step)} at {abs(num)} to {den} does not come out in "
                    f"multiples of {dollars(grain)}, so name who gains: house, nearest or player",
                )


def verify_table(table: "TableConfig") -> None:
    """Raise `Wrong` for the first thing that could not be played; what may be offered is in `offer.py`."""
    game, settings, limits = table.the_game, table.settings(), table.limits()
    seats = game.seats_max(settings)
    hands = min(game.sheet.hands_a_player_max, table.seats)
    if table.seats > seats:
        raise FoundFault("seats", f"is {table.seats}: {game.title} has {seats} at most, write {seats} or less")
    if table.hands_a_player > hands:
        raise FoundFault("hands_a_player", f"is {table.hands_a_player}: write {hands} or less")
    for wager in game.sheet.wagers:
        if wager.name in limits:
            _verify_limits(wager, limits, equal_to(wager, settings))
    _verify_money(table, game, limits)
    _verify_dealing(table, game, settings)
    verify_strategy("silent", table.silent, game, settings)
    _verify_bots(table, game, settings)
    verify_carried(table)


def _verify_limits(wager: Wager, limits: Mapping[str, Limits], twin: str) -> None:
    key = f"wagers.{wager.name}"
    limit = limits[wager.name]
    least, most = dollars(limit.least_cents), dollars(limit.most_cents)
    for bound, cents in (("least_cents", limit.least_cents), ("most_cents", limit.most_cents)):
        if cents % limit.step_cents:
            raise FoundFault(
                f"{key}.{bound}", f"is {dollars(cents)}: write a multiple of step_cents, {dollars(limit.step_cents)}"
            )
    if limit.least_cents > limit.most_cents:
        raise FoundFault(f"{key}.least_cents", f"is {least}: write {most} (most_cents) or less")
    if limit.least_cents < wager.least_cents:
        raise FoundFault(
            f"{key}.least_cents", f"is {least}: write {dollars(wager.least_cents)} or more, as in the rules"
        )
    if limit.most_cents > wager.most_cents:
        raise FoundFault(f"{key}.most_cents", f"is {most}: write {dollars(wager.most_cents)} or less (WAC 230-15-140)")
    if twin and limit != limits[twin]:
        raise FoundFault(key, f"must equal {twin} in every bet: give both the same limits, or leave out {wager.name}")


def _verify_money(table: "TableConfig", game: Game, limits: Mapping[str, Limits]) -> None:
    required = required_wagers(game, table.settings())
    if table.wagers_a_hand_max < len(required):
        raise FoundFault(
            "wagers_a_hand_max",
            f"is {table.wagers_a_hand_max}: {game.title} needs {len(required)} ({', '.join(required)}), "
            f"write {len(required)} or more",
        )
    opening = least_to_play_cents(game, table.settings(), limits)
    if table.buy_in_least_cents < opening:
        least = dollars(table.buy_in_least_cents)
        raise FoundFault("buy_in_least_cents", f"is {least}: a round costs {dollars(opening)}, write that or more")
    if table.buy_in_most_cents < table.buy_in_least_cents:
        least, most = dollars(table.buy_in_least_cents), dollars(table.buy_in_most_cents)
        raise FoundFault("buy_in_most_cents", f"is {most}: write {least} (buy_in_least_cents) or more")


def _verify_dealing(table: "TableConfig", game: Game, settings: Settings) -> None:
    try:
        mode_for(game, settings)
    except Refused as refusal:
        raise FoundFault("options", f"cannot be: {refusal}") from None
    try:
        table.shuffler_mode()
    except Refused as refusal:
        raise FoundFault("shuffler.mode", str(refusal)) from None


def _verify_bots(table: "TableConfig", game: Game, settings: Settings) -> None:
    taken: set[int] = set()
    for number, bots in enumerate(table.bots):
        key = f"bots.{number}"
        verify_strategy(f"{key}.strategy", bots.strategy, game, settings)
        for seat in bots.seats:
            if seat > table.seats or seat in taken:
                raise FoundFault(f"{key}.seats", f"names seat {seat}: write seats from 1 to {table.seats}, each once")
            taken.add(seat)
        try:
            table.verify_bets(table.bets_of(bots))
        except Refused as refusal:
            raise FoundFault(f"{key}.bets", f"cannot be made: {refusal}") from None
    if len(taken) == table.seats:
        raise FoundFault("bots", f"take all {table.seats} seats: leave at least one for people")


def verify_strategy(key: str, strategy: str, game: Game, settings: Settings) -> None:
    """One that is written down, or the solver's best where a table need not wait minutes for it."""
    if strategy == OPTIMAL:
        if solver_of(game).takes_minutes(settings):
            raise FoundFault(key, f"is {strategy!r}, which takes minutes to solve here: write {game.strategies[0]!r}")
    elif strategy not in game.strategies:
        known = (*game.strategies, OPTIMAL)
        raise FoundFault(key, f"is '{said_again(strategy)}', no strategy of {game.title}{nearest(strategy, known)}")
