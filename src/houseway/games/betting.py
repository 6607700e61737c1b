"""Which bets a seat may make before a round: the game's own rules first, then the limits of the table."""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.games.game import Game, Settings, Wagers, in_force, nearest
from houseway.games.sheet import Wager
from houseway.games.words import dollars as dollars
from houseway.rules.refused import Refused


@dataclass(frozen=True)
class Limits:
    """What a table allows on one wager, in cents."""

    least_cents: int
    most_cents: int
    step_cents: int


def limits_of(wager: Wager) -> Limits:
    """The limits in the game's rules.toml; a house sets its own within them."""
    return Limits(wager.least_cents, wager.most_cents, wager.step_cents)


def verify_wagers(game: Game, settings: Settings, bets: Wagers, limits: Mapping[str, Limits] | None = None) -> None:
    """Raise with the reason if a seat may not make these bets. No bets at all is sitting out, which anyone may."""
    known = {wager.name: wager for wager in game.sheet.wagers if wager.placed}
    for name, cents in bets.items():
        if name not in known:
            raise Refused(f"{game.title} has no bet '{name}'{nearest(name, known)}")
        if cents:
            _verify_amount(known[name], cents, (limits or {}).get(name) or limits_of(known[name]))
    if any(bets.values()):
        for wager in known.values():
            _verify_beside(known, wager, settings, bets)


def can_wager(game: Game, settings: Settings, bets: Wagers, limits: Mapping[str, Limits] | None = None) -> bool:
    try:
        verify_wagers(game, settings, bets, limits)
    except Refused:
        return False
    return True


def equal_to(wager: Wager, settings: Settings) -> str:
    """The wager this one must equal under these settings; none is ''."""
    return wager.equals if in_force(wager.equals_when, settings) else ""


def is_required(wager: Wager, settings: Settings) -> bool:
    """Whether nobody plays without this wager under these settings."""
    return wager.required or (bool(wager.required_when) and in_force(wager.required_when, settings))


def required_wagers(game: Game, settings: Settings) -> list[str]:
    return [wager.name for wager in game.sheet.wagers if is_required(wager, settings)]


def _verify_amount(wager: Wager, cents: int, limits: Limits) -> None:
    if cents < limits.least_cents:
        raise Refused(f"{wager.title}: {dollars(cents)} is under the table's minimum of {dollars(limits.least_cents)}")
    if cents > limits.most_cents:
        raise Refused(f"{wager.title}: {dollars(cents)} is over the table's maximum of {dollars(limits.most_cents)}")
    if cents % limits.step_cents:
        raise Refused(f"{wager.title}: {dollars(cents)} is not a multiple of {dollars(limits.step_cents)}")


def _verify_beside(known: Mapping[str, Wager], wager: Wager, settings: Settings, bets: Wagers) -> None:
    cents = bets.get(wager.name, 0)
    if is_required(wager, settings) and not cents:
        raise Refused(f"{wager.title} must be bet to play")
    twin = equal_to(wager, settings)
    if twin and cents and cents != bets.get(twin, 0):
        raise Refused(
            f"{wager.title} must equal {known[twin].title}: {dollars(cents)} is not {dollars(bets.get(twin, 0))}"
        )
