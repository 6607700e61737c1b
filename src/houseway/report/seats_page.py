"""The page of `houseway edge --sees seats:N`, and of `dealer:N` on boards: what that is worth, and what it means."""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.analysis.seats_seen import SeatsSeen
from houseway.games.game import Game
from houseway.report.listing import Listing, figure, name


def seats_page(game: Game, found: Sequence[SeatsSeen]) -> RenderableType:
    heads = ("cards seen", "house edge", "gained by seeing", "played otherwise")
    whose, head = (
        ("cards of the dealer", "who") if _is_dealers(found[0]) else ("the cards of other seats", "other seats")
    )
    listing = Listing(f"{game.title}, {whose} seen", [name(head), *(figure(head) for head in heads)])
    listing.add("none", "", f"{float(found[0].base):.4%}", "", "")
    for each in found:
        edge, gain = (f"{value:.4%}{_error(each)}" for value in (float(each.edge), float(each.gain)))
        listing.add(
            "dealer" if _is_dealers(each) else str(each.seats),
            str(each.cards),
            edge,
            gain,
            f"{float(each.otherwise):.2%}",
        )
    return Group(listing, *(Text(line) for line in seats_words(game, found)))


def _error(each: SeatsSeen) -> str:
    return "" if each.is_exact else f" ± {each.se:.4%}"


def _is_dealers(each: SeatsSeen) -> bool:
    return each.seats == 0


def _seen(each: SeatsSeen) -> str:
    if _is_dealers(each):
        return "one card of the dealer" if each.cards == 1 else f"{each.cards} cards of the dealer"
    return "the cards of one other seat" if each.seats == 1 else f"the cards of {each.seats} other seats"


def seats_words(game: Game, found: Sequence[SeatsSeen]) -> list[str]:
    """For whoever would deal the game face up."""
    last = found[-1]
    titles = {act.name: act.title for act in game.sheet.acts}
    seen = _seen(last)
    lines = [
        f"Edges are of the base bet a round, for best play with what is seen, against {game.title} as it is dealt."
    ]
    if last.edge > 0:
        lines.append(
            f"Who sees {seen} gains {float(last.gain):.4%}: the house keeps {float(last.edge):.4%}, "
            f"{float(last.edge / last.base):.0%} of what it has without."
        )
    else:
        warning = "never let a card of the dealer be seen" if _is_dealers(last) else "do not deal this game face up"
        lines.append(f"Who sees {seen} is ahead of the house: {warning}.")
    for (before, after), share in last.changed.items():
        lines.append(f"{titles[after]} instead of {titles[before]}: {float(share):.2%} of deals.")
    if not last.is_exact:
        lines.append(
            f"From {last.deals:,} deals by chance (seed {last.seed}), each with its exact values; "
            "± is one standard error."
        )
    return lines


def seats_json(game: Game, found: Sequence[SeatsSeen]) -> dict[str, Any]:
    return {
        "game": game.slug,
        "edge": float(found[0].base),
        "seats": [
            {
                "seats": each.seats,
                "cards": each.cards,
                "edge": float(each.edge),
                "gain": float(each.gain),
                "exact_gain": str(each.gain) if each.is_exact else None,
                "se": each.se,
                "deals": each.deals,
                "changed": [
                    {"before": before, "after": after, "share": float(share)}
                    for (before, after), share in each.changed.items()
                ],
            }
            for each in found
        ],
        "words": seats_words(game, found),
    }
