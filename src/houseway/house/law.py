"""Washington's rules about limits and caps, as `house` files are held to them (chapter 230-15 WAC, RCW 9.46)."""

from collections.abc import Mapping
from fractions import Fraction

from houseway.games.betting import Limits, dollars
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused

TABLES_MAX = 15  # RCW 9.46.0282
SINGLE_WAGER_MAX_CENTS = 40_000  # WAC 230-15-140
CAP_ODDS = 50  # WAC 230-15-490

AUTHORITY = (  # WAC 230-15-065: who is right when rules disagree, the highest first
    "Title 230 WAC",
    "the rules of the game's maker",
    "the rules of this house",
    "Hoyle",
)


def top_odds(game: Game, settings: Settings, wager: str) -> Fraction:
    """The highest odds at which a wager is paid; fixed sums are no odds."""
    rows = game.pays(settings)[game.wagers.index(wager)]
    return max(Fraction(int(num), int(den)) for num, den in rows)


def least_cap_cents(game: Game, settings: Settings, limits: Mapping[str, Limits]) -> int:
    """The lowest cap the house may post: the maximum wager times the smaller of its top odds and 50. 0: none at all."""
    return max(
        (limit.most_cents * CAP_ODDS for name, limit in limits.items() if top_odds(game, settings, name) >= CAP_ODDS),
        default=0,
    )


def verify_cap(game: Game, settings: Settings, limits: Mapping[str, Limits]) -> None:
    """WAC 230-15-490: a cap only where the top odds are 50 to 1 or more, and then not too low."""
    cap = int(settings.get("cap_cents", 0))
    if not cap:
        return
    least = least_cap_cents(game, settings, limits)
    if not least:
        raise Refused(f"is {cap}: no wager here pays {CAP_ODDS} to 1, so write 0 for no cap (WAC 230-15-490)")
    if cap < least:
        raise Refused(
            f"is {cap} ({dollars(cap)}): write {least} or more, {CAP_ODDS} times the highest wager that pays "
            f"{CAP_ODDS} to 1 or better, or 0 for no cap (WAC 230-15-490)"
        )
