"""Which tables may feed the same meters (WAC 230-15-685): one game, or games of which the winning hands are as likely.

The law asks for the same winning hand and the same probability of winning the jackpot prize. Both are held for every
tier that takes of a meter, and probabilities are compared as Fractions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.solve import OPTIMAL
from houseway.games.game import Game, Settings
from houseway.games.words import dollars
from houseway.progressives.chances import chances_of
from houseway.progressives.jackpot import Progressive
from houseway.rules.refused import Refused


@dataclass(frozen=True)
class Linked:
    """One kind of table on a link."""

    game: Game
    settings: Settings
    progressive: Progressive
    strategy: str = OPTIMAL


def verify_link(tables: Sequence[Linked]) -> None:
    """Raises with the reason why two of these tables cannot feed the same meters."""
    first = tables[0]
    for other in (table for i, table in enumerate(tables) if table not in tables[:i] and i):
        _verify_same_money(first, other)
        _verify_same_tiers(first, other)
        _verify_same_chances(first, other)


def _verify_same_money(first: Linked, other: Linked) -> None:
    mine, theirs = first.progressive, other.progressive
    if (mine.bet_cents, bool(mine.of_wager)) != (theirs.bet_cents, bool(theirs.of_wager)):
        raise Refused(f"{_both(first, other)} cannot share a link: their bets are {_bet(mine)} and {_bet(theirs)}")
    if mine.meters != theirs.meters:
        name = next((m.name for m, t in zip(mine.meters, theirs.meters, strict=False) if m != t), "of one of them")
        raise Refused(f"{_both(first, other)} cannot share a link: the meter '{name}' is not the same in both")


def _verify_same_tiers(first: Linked, other: Linked) -> None:
    mine, theirs = _off_meters(first.progressive), _off_meters(other.progressive)
    if mine != theirs or first.progressive.together != other.progressive.together:
        raise Refused(f"{_both(first, other)} cannot share a link: what wins of its meters is not the same in both")


def _verify_same_chances(first: Linked, other: Linked) -> None:
    if (first.game, first.settings, first.strategy) == (other.game, other.settings, other.strategy):
        return
    mine, theirs = _chances_off_meters(first), _chances_off_meters(other)
    for name, chance in mine.items():
        if theirs[name] != chance:
            raise Refused(
                f"{_both(first, other)} cannot share a link: the probability of {name} is {_one_in(chance)} in one and "
                f"{_one_in(theirs[name])} in the other (WAC 230-15-685)"
            )


def _off_meters(progressive: Progressive) -> list[object]:
    return [tier for tier in progressive.tiers if tier.meter]


def _chances_off_meters(table: Linked) -> dict[str, Fraction]:
    chances = chances_of(table.game, table.settings, table.progressive, table.strategy)
    return {tier.name: p for tier, p in zip(table.progressive.tiers, chances, strict=True) if tier.meter}


def _both(first: Linked, other: Linked) -> str:
    one, two = first.game.title, other.game.title
    return f"{one} and {two}" if one != two else f"two kinds of {one}"


def _bet(progressive: Progressive) -> str:
    return f"a share of {progressive.of_wager}" if progressive.of_wager else dollars(progressive.bet_cents)


def _one_in(chance: Fraction) -> str:
    return f"1 in {float(1 / chance):,.1f}" if chance else "nought"
