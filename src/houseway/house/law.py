"""Washington's rules about limits and caps, as `house` files are held to them (chapter 230-15 WAC, RCW 9.46)."""

from collections.abc import Mapping

from houseway.games.betting import Limits, dollars
from houseway.games.caps import CAP_ODDS, cap_cents, least_cap_cents, stakes_under, top_odds
from houseway.games.game import Game, Settings, in_force
from houseway.games.sheet import Cap
from houseway.rules.refused import Refused

TABLES_MAX = 15  # RCW 9.46.0282
SINGLE_WAGER_MAX_CENTS = 40_000  # WAC 230-15-140

AUTHORITY = (  # WAC 230-15-065: who is right when rules disagree, the highest first
    "Title 230 WAC",
    "the rules of the game's maker",
    "the rules of this house",
    "Hoyle",
)


def verify_cap(game: Game, settings: Settings, limits: Mapping[str, Limits]) -> None:
    """WAC 230-15-490 (3): one kind of prize, with top odds of 50 to 1 or more, and then not too low."""
    for cap in game.sheet.caps:
        if cap_cents(cap, settings):
            _verify_one_kind(game, cap, settings)
            _verify_odds(game, cap, settings, limits)
            _verify_amount(game, cap, settings, limits)


def _verify_one_kind(game: Game, cap: Cap, settings: Settings) -> None:
    """(3)(a): odds of different kinds are not capped together."""
    kinds = {
        paytable.code
        for paytable in game.sheet.paytables
        if in_force(paytable.when, settings) and set(cap.covers) & set(paytable.wagers)
    }
    if len(kinds) > 1:
        raise Refused(f"covers different kinds of odds ({', '.join(sorted(kinds))}): write 0 (WAC 230-15-490)")


def _verify_odds(game: Game, cap: Cap, settings: Settings, limits: Mapping[str, Limits]) -> None:
    """(3)(c): no cap on odds that end below 50 to 1."""
    for wager in cap.covers:
        if wager in limits and top_odds(game, settings, wager) < CAP_ODDS:
            raise Refused(
                f"is {dollars(cap_cents(cap, settings))}: {wager} does not pay {CAP_ODDS} to 1, so write 0 for no cap "
                "(WAC 230-15-490)"
            )


def _verify_amount(game: Game, cap: Cap, settings: Settings, limits: Mapping[str, Limits]) -> None:
    """(3)(b): the maximum wager times the top odds, up to 50."""
    amount, least = cap_cents(cap, settings), least_cap_cents(game, cap, settings, limits)
    if not least:
        raise Refused(f"is {dollars(amount)}: none of {', '.join(cap.covers)} is offered here, so write 0 for no cap")
    if amount < least:
        both = " with the second stake of a split" if stakes_under(cap, settings) > 1 else ""
        raise Refused(
            f"is {dollars(amount)}: write {dollars(least)} or more, {CAP_ODDS} times the highest "
            f"{' and '.join(cap.covers)}{both}, or 0 for no cap (WAC 230-15-490)"
        )
