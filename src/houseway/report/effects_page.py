"""The page of `houseway effects`: what house options do to the edge."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.analysis.effects import EACH_HAND, ROUND, SEAT, Capped, Effects, Envied, Rounded
from houseway.games.betting import dollars
from houseway.games.game import Game, Settings
from houseway.report.listing import Listing, figure, name
from houseway.rules.odds import ROUNDING

ASSUMED = (
    "Strategies and `houseway edge` assume odds paid to the cent, no cap and no Envy; the play stays the same here."
)


def effects_page(game: Game, settings: Settings, found: Effects) -> RenderableType:
    parts: list[RenderableType] = [
        Text(f"{game.title}, {found.strategy} strategy: what house options do to the edge", "bold"),
        Text(ASSUMED, "dim"),
        Text(),
        *_rounding(game, found),
    ]
    if found.envy:
        parts += [Text(), *_envy(settings, found.envy)]
    if found.caps:
        parts += [Text(), *_caps(settings, found.caps)]
    return Group(*parts)


# --- Rounding ---


def _rounding(game: Game, found: Effects) -> list[RenderableType]:
    titles = {wager.name: wager.title for wager in game.sheet.wagers}
    parts: list[RenderableType] = []
    for grain in dict.fromkeys(each.grain_cents for each in found.rounding):
        figures = (figure(head) for head in ("bet", "odds in full", "the house", "the nearest", "the player"))
        listing = Listing(f"Pays rounded to {dollars(grain)}, in favour of", [name("wager"), *figures], keys=2)
        for wager, bet, policies in by_bet(found.rounding, grain):
            at_odds = policies[0].edge - policies[0].change
            changed = [_changed(each.edge, each.change) for each in policies]
            listing.add(titles[wager], dollars(bet), percent(at_odds), *changed)
        parts.append(listing or Text(f"Pays rounded to {dollars(grain)}: nothing changes."))
    sizes = ", ".join(dollars(bet) for bet in dict.fromkeys(each.bet_cents for each in found.rounding))
    if sizes:
        parts.append(Text(f"Bets of {sizes} were looked at; those that no policy touches are left out.", "dim"))
    if found.unchanged:
        wagers = ", ".join(titles[wager] for wager in found.unchanged)
        parts.append(Text(f"No rounding touches {wagers} at these sizes.", "dim"))
    return parts


def by_bet(rounding: Sequence[Rounded], grain: int) -> list[tuple[str, int, list[Rounded]]]:
    """A wager of one size under all policies, where one of them changes something."""
    rows: dict[tuple[str, int], list[Rounded]] = {}
    for each in rounding:
        if each.grain_cents == grain:
            rows.setdefault((each.wager, each.bet_cents), []).append(each)
    assert all([each.policy for each in row] == list(ROUNDING) for row in rows.values())
    return [(wager, bet, row) for (wager, bet), row in rows.items() if any(each.change for each in row)]


# --- Envy ---


def _envy(settings: Settings, envy: Sequence[Envied]) -> list[RenderableType]:
    least = int(settings["envy_least_cents"])
    heads = [figure("players"), figure("a round"), figure(f"of a Bonus of {dollars(least)}")]
    listing = Listing("Envy, exactly: what it adds for each player", heads)
    for each in envy:
        listing.add(str(each.players), f"${float(each.cents) / 100:.4f}", percent(each.cents / least))
    note = f"A fixed sum, whatever the Bonus from {dollars(least)} on: it weighs less on a larger one."
    return [listing, Text(note, "dim")]


# --- Caps ---


def _caps(settings: Settings, caps: Sequence[Capped]) -> list[RenderableType]:
    cap = caps[0].cap_cents
    whose = "the cap in force" if settings["cap_cents"] else "the least that is lawful at the highest limit"
    heads = [figure("bet"), figure("without"), name("cap on")]
    figures = (figure(head) for head in ("edge", "change", "standard error"))
    listing = Listing(f"The Bonus under a cap of {dollars(cap)} ({whose})", [*heads, *figures])
    for each in caps:
        shared = {EACH_HAND: "each hand", SEAT: "each seat", ROUND: f"{each.players} players together"}[each.per]
        error = "exact" if each.se is None else f"± {each.se:.4%}" if each.seen else "not reached"
        free = percent(each.edge - each.change)
        listing.add(dollars(each.bet_cents), free, shared, percent(each.edge), f"{float(each.change):+.4%}", error)
    return [listing, Text("Every player bets the same. What players lose by sharing a cap is simulated.", "dim")]


def percent(value: Fraction) -> str:
    return f"{float(value):.4%}"


def _changed(edge: Fraction, change: Fraction) -> Text:
    return Text(percent(edge), "red" if change > 0 else "green" if change < 0 else "dim")


# --- JSON ---


def effects_json(game: Game, settings: Settings, found: Effects) -> dict[str, Any]:
    return {
        "game": game.slug,
        "options": {**settings, "strategy": found.strategy},
        "rounding": [
            {
                "wager": each.wager, "bet_cents": each.bet_cents, "grain_cents": each.grain_cents,
                "policy": each.policy, "edge": _figure(each.edge), "change": _figure(each.change),
            }
            for each in found.rounding
        ],
        "unchanged_by_rounding": found.unchanged,
        "envy": [{"players": each.players, "cents": _figure(each.cents)} for each in found.envy],
        "caps": [
            {
                "bet_cents": each.bet_cents, "cap_cents": each.cap_cents, "per": each.per, "players": each.players,
                "edge": _figure(each.edge, each.se), "change": _figure(each.change, each.se), "seen": each.seen,
            }
            for each in found.caps
        ],
    }  # fmt: skip


def _figure(value: Fraction, se: float | None = None) -> dict[str, Any]:
    """A sampled figure has no exact value."""
    return {"value": str(value) if se is None else None, "decimal": float(value), "se": se}
