"""What a round won of its progressives: to whom, for what, and whether it was paid in chips or waits for a hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.games.approval import outcome_titles
from houseway.games.words import dollars, listed
from houseway.house import events
from houseway.house.audit.memory import Remembered
from houseway.house.configuration import Carried
from houseway.progressives.jackpot import Progressive


@dataclass(frozen=True)
class Awarded:
    """One award."""

    version: int
    seat: int
    player: str
    name: str
    progressive: str
    why: str
    cents: int
    by_hand: bool


def awarded(kept: Remembered) -> list[Awarded]:
    """All of a round, in the order of pay."""
    return [each for row in kept.rows if row.kind == events.JACKPOT for each in _awards(kept, row.version, row.body)]


def _awards(kept: Remembered, version: int, body: Mapping[str, Any]) -> Iterator[Awarded]:
    progressive = carried_at(kept, body["progressive"]).progressive
    for each in body["awards"]:
        name, why = kept.players[each["player"]].name, why_won(kept, progressive, each)
        yield Awarded(
            version, each["seat"], each["player"], name, progressive.title, why, each["cents"], each["by_hand"]
        )


def why_won(kept: Remembered, progressive: Progressive, award: Mapping[str, Any]) -> str:
    """'Royal flush', 'Envy: another seat's royal flush' ..."""
    if award["why"] == "must_hit":
        return f"the {progressive.meter(award['meter']).title} came to its trigger with this bet"
    tier = next(each for each in progressive.tiers if each.name == award["tier"])
    titles = outcome_titles(kept.round.game, kept.round.settings)
    hand = " or ".join(titles[each].lower() for each in tier.outcomes)
    return hand if award["why"] == "tier" else f"{award['why']}: another seat's {hand}"


def fed_words(kept: Remembered, joins: list[str]) -> str:
    """What a seat bets on progressives with its other bets; '' for nothing, or where a wager feeds them by itself."""
    there = [carried_at(kept, name).progressive for name in joins]
    bets = [f"{each.title} {dollars(each.bet_cents)}" for each in there if each.bet_cents]
    return listed(bets) if bets else ""


def award_words(each: Awarded) -> str:
    how = "to be paid by hand" if each.by_hand else "in chips"
    return f"seat {each.seat}, {each.name}: {dollars(each.cents)} of {each.progressive} ({each.why}), {how}"


def carried_at(kept: Remembered, name: str) -> Carried:
    return next(each for each in kept.config.progressives if each.name == name)
