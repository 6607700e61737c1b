"""The page of `houseway progressive`: what a bet on a progressive is worth, and its meters."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.games.approval import outcome_titles
from houseway.games.words import counted, dollars, listed
from houseway.progressives.course import Course
from houseway.progressives.jackpot import Tier, percent
from houseway.progressives.meter_figures import MeterFigures, ProgressiveFigures
from houseway.progressives.proposal import Proposal
from houseway.progressives.worth import ProgressiveBet, long_run_return
from houseway.report.listing import Listing, figure, name

ASSUMED = (
    "Chances are those of the play that is named: a meter so high that another choice pays better is not followed. "
    "Players who hit one tier in one round divide it or take turns; here each is taken to hit alone."
)

WHOEVER = "A bet gives back as much whoever else has it."


def money(cents: Fraction | int) -> str:
    """To the cent, as an amount of money is read."""
    return dollars(round(cents))


def share(value: Fraction | Decimal | float) -> str:
    return f"{float(value):.4%}"


def one_in(chance: Fraction) -> str:
    return f"1 in {float(1 / chance):,.1f}" if chance else "never"


def progressive_page(found: ProgressiveFigures) -> RenderableType:
    progressive, bet = found.progressive, found.bet
    price = f"a bet of {dollars(bet.price_cents)}" if bet.price_cents else f"a part of {progressive.of_wager}"
    parts: list[RenderableType] = [
        Text(f"{found.game.title}: {progressive.title}, {price}, {found.strategy} strategy", "bold"),
        Text(progressive.about),
    ]
    if progressive.study:
        parts.append(Text(f"A study: {progressive.study}.", "yellow"))
    parts += [Text(), _returns(found), _tiers(found), _meters(found)]
    parts += [Text(line) for line in (*wait_words(found), *reserve_words(found))]
    parts += [_players(found) if found.hangs_on_players else Text(WHOEVER), Text(ASSUMED, "dim")]
    return Group(*parts)


def _returns(found: ProgressiveFigures) -> Listing:
    listing = Listing("What a bet gives back", [name(), figure("return"), figure("house edge")])
    at = listed([f"{dollars(found.shown[m.name])} on {m.title}" for m in found.progressive.meters])
    listing.add(f"with {at}", share(found.return_now), share(1 - found.return_now))
    listing.add("in the long run", share(found.return_long), share(1 - found.return_long))
    listing.add("standard deviation now", f"{found.sd_now:.3f} bets", "")
    return listing


def tier_title(found: ProgressiveFigures, tier: Tier) -> str:
    """The outcomes that hit it, as the game says them."""
    words = outcome_titles(found.game, found.settings)
    return listed([words.get(outcome, outcome) for outcome in tier.outcomes], "or")


def tier_pays(found: ProgressiveFigures, tier: Tier) -> str:
    if not tier.meter:
        return dollars(tier.fixed_cents)
    of = f" of {found.progressive.meter(tier.meter).title}" if len(found.progressive.meters) > 1 else ""
    return f"{percent(tier.share)}{of}"


def _tiers(found: ProgressiveFigures) -> RenderableType:
    if not found.tiers:
        return Text("No outcome of the game wins of it: its meters must hit by an amount.")
    heads = ("pays", "chance", "pays now", "of the return", "others share", "Envy")
    listing = Listing("Tiers", [name("outcome"), *(figure(head) for head in heads)])
    for each in found.tiers:
        tier = each.tier
        others = (percent(tier.shared) if tier.shared else "", dollars(tier.envy_cents) if tier.envy_cents else "")
        pays = (tier_pays(found, tier), one_in(each.chance), money(each.cents), share(each.of_return))
        listing.add(tier_title(found, tier), *pays, *others)
    return listing


def _meters(found: ProgressiveFigures) -> Listing:
    heads = ("shows", "seed", "rate", "reserve", "limit", "$10,000 more", "break-even", "average jackpot")
    listing = Listing("Meters", [name("meter"), *(figure(head) for head in heads)])
    for each in found.meters:
        meter = each.meter
        more = share(each.per_10_000) if each.per_10_000 is not None else ""
        even = money(each.break_even_cents) if each.break_even_cents is not None else ""
        limit = dollars(meter.most_cents) if meter.most_cents else ""
        rates = (percent(meter.rate), percent(meter.reserve_rate))
        shown = (dollars(each.shown_cents), dollars(meter.seed_cents))
        listing.add(meter.title, *shown, *rates, limit, more, even, money(each.average_cents))
    return listing


def wait_words(found: ProgressiveFigures) -> list[str]:
    """How long it takes, and what chasing it comes to."""
    lines: list[str] = []
    for each in found.meters:
        if each.held_back:
            lines.append(f"{each.meter.title}: the cap keeps money from players for ever: raise it.")
        if each.wait:
            shares = ", ".join(f"{float(part):.0%} by bet {bets:,}" for part, bets in each.wait.by_share)
            mean = f"{float(each.wait.mean):,.0f}"
            lines.append(f"{each.meter.title} is won whole once in {mean} bets on average: {shares}.")
        if each.out_of_reach:
            lines.append(f"{each.meter.title} never breaks even: its cap lies below.")
        lines += _chase(each)
    return lines


def _chase(each: MeterFigures) -> list[str]:
    found = each.chase
    if found is None:
        return []
    result = "gains" if found.gain_cents >= 0 else "loses"
    words = (
        f"Whoever makes every bet from {dollars(each.shown_cents)} until {each.meter.title} is won {result} "
        f"{money(abs(found.gain_cents))} on average in {float(found.bets):,.0f} bets"
    )
    if found.fair_from_cents is None:
        return [f"{words}; under its cap that is nowhere a gain."]
    words += f"; from {money(found.fair_from_cents)} on that is a gain"
    grows = f", and it comes so far untouched {share(found.grows_there)} of the time" if found.grows_there else ""
    return [f"{words}{grows}."]


def reserve_words(found: ProgressiveFigures) -> list[str]:
    return [
        f"The reserve of {each.meter.title} after {counted(each.reserve.bets, 'bet')}: "
        f"{money(each.reserve.mean_cents)} on average, standard deviation {dollars(round(each.reserve.sd_cents))}, "
        f"short in {share(each.reserve.falls_short)} of cases; {share(each.reserve.covering_rate)} of a bet "
        "covers its seeds."
        for each in found.meters
        if each.reserve
    ]


def _players(found: ProgressiveFigures) -> Listing:
    listing = Listing("Return by players with the bet", [figure("players"), figure("now"), figure("long run")])
    for each in found.by_players:
        listing.add(str(each.players), share(each.return_now), share(each.return_long))
    return listing


# --- simulated, and designed ---


def course_page(bet: ProgressiveBet, course: Course) -> RenderableType:
    """What was simulated, beside what was to be expected."""
    listing = Listing(
        f"{counted(course.bets, 'bet')} of seed {course.seed}", [name(), figure("came"), figure("expected")]
    )
    for tier, hits, chance in zip(bet.progressive.tiers, course.hits, bet.chances, strict=True):
        listing.add(tier.name.replace("_", " "), f"{hits:,}", f"{float(chance * course.bets):,.1f}")
    given = Fraction(course.won_cents, course.bets * bet.bet_cents)
    listing.add("return", share(given), share(long_run_return(bet)))
    lines: list[RenderableType] = [listing]
    for meter in bet.progressive.meters:
        reading = course.readings[meter.name]
        lines.append(
            Text(
                f"{meter.title} shows {dollars(reading.shown_cents)}, paid {dollars(reading.won_cents)} in "
                f"{counted(reading.wins, 'award')}, reserve {dollars(reading.reserve_cents)}, "
                f"overflow {dollars(reading.overflow_cents)}."
            )
        )
    return Group(*lines)


def proposal_page(proposal: Proposal) -> RenderableType:
    return Text(
        f"Returns {share(proposal.return_long)} in the long run and varies by {proposal.sd_average:.3f} bets at its "
        f"average jackpot of {money(proposal.average_cents)}. As a page of the game's folder:\n"
    )


# --- JSON ---


def exact(value: Fraction | None) -> dict[str, Any] | None:
    return None if value is None else {"value": str(value), "decimal": float(value)}


def progressive_json(found: ProgressiveFigures) -> dict[str, Any]:
    return {
        "game": found.game.slug,
        "options": {**found.settings, "strategy": found.strategy},
        "progressive": found.progressive.model_dump(mode="json"),
        "players": found.bet.players,
        "bet_cents": found.bet.bet_cents,
        "shown_cents": dict(found.shown),
        "return": exact(found.return_now),
        "long_run_return": exact(found.return_long),
        "sd": found.sd_now,
        "tiers": [
            {
                "tier": each.tier.name,
                "chance": exact(each.chance),
                "cents": exact(each.cents),
                "return": exact(each.of_return),
            }
            for each in found.tiers
        ],
        "meters": [_meter_json(each) for each in found.meters],
        "by_players": [
            {"players": each.players, "return": exact(each.return_now), "long_run_return": exact(each.return_long)}
            for each in found.by_players
        ],
    }


def _meter_json(each: MeterFigures) -> dict[str, Any]:
    words: dict[str, Any] = {
        "meter": each.meter.name,
        "shown_cents": each.shown_cents,
        "per_10_000": exact(each.per_10_000),
        "break_even_cents": exact(each.break_even_cents),
        "average_cents": exact(each.average_cents),
        "held_back": each.held_back,
    }
    if each.wait:
        waits = [{"share": float(part), "bets": bets} for part, bets in each.wait.by_share]
        words["wait"] = {"chance": exact(each.wait.chance), "mean_bets": exact(each.wait.mean), "over_by": waits}
    if each.reserve:
        words["reserve"] = {
            "bets": each.reserve.bets,
            "mean_cents": exact(each.reserve.mean_cents),
            "sd_cents": each.reserve.sd_cents,
            "falls_short": float(each.reserve.falls_short),
            "covering_rate": exact(each.reserve.covering_rate),
        }
    if each.chase:
        words["chase"] = {
            "fair_from_cents": exact(each.chase.fair_from_cents),
            "gain_cents": exact(each.chase.gain_cents),
            "bets": exact(each.chase.bets),
            "grows_there": None if each.chase.grows_there is None else float(each.chase.grows_there),
        }
    return words


def course_json(course: Course, tiers: Sequence[Tier]) -> dict[str, Any]:
    return {
        "bets": course.bets,
        "seed": course.seed,
        "hits": {tier.name: hits for tier, hits in zip(tiers, course.hits, strict=True)},
        "won_cents": course.won_cents,
        "fixed_cents": course.fixed_cents,
        "meters": {
            meter: {
                "shown_cents": reading.shown_cents,
                "carried": str(reading.carried),
                "overflow_cents": reading.overflow_cents,
                "reserve_cents": reading.reserve_cents,
                "bets_cents": reading.bets_cents,
                "wins": reading.wins,
                "won_cents": reading.won_cents,
                "whole_wins": len(course.jackpots[meter]),
            }
            for meter, reading in course.readings.items()
        },
    }


def proposal_json(proposal: Proposal) -> dict[str, Any]:
    return {
        "progressive": proposal.bet.progressive.model_dump(mode="json"),
        "long_run_return": exact(proposal.return_long),
        "sd": proposal.sd_average,
        "average_cents": exact(proposal.average_cents),
    }
