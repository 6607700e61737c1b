"""What seeing more is worth, which decisions change, and what it means: the page of `houseway edge --sees`."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.analysis.seats_seen import SeatsSeen
from houseway.games.game import Game
from houseway.games.words import listed
from houseway.report.listing import Listing, figure, name
from houseway.school.dealing.wording import ORDINALS

if TYPE_CHECKING:
    from houseway.analysis.universal.seats.gained import DecisionSeen


def seats_page(game: Game, found: Sequence[SeatsSeen]) -> RenderableType:
    heads = ("cards seen", "house edge", "gained by seeing", "played otherwise")
    whose, head = (_whose(found[0]), "who") if _is_no_seat(found[0]) else ("the cards of other seats", "other seats")
    listing = Listing(f"{game.title}, {whose} seen", [name(head), *(figure(head) for head in heads)])
    listing.add("none", "", f"{float(found[0].base):.4%}", "", "")
    for each in found:
        edge, gain = (f"{value:.4%}{_error(each)}" for value in (float(each.edge), float(each.gain)))
        listing.add(
            listed([word for word, _, _ in _hands(each)]) if _is_no_seat(each) else str(each.seats),
            str(each.cards),
            edge,
            gain,
            f"{float(each.otherwise):.2%}" if _tells_decisions(each) else "",
        )
    return Group(listing, *(Text(line) for line in seats_words(game, found)))


def _error(each: SeatsSeen) -> str:
    return "" if each.is_exact else f" ± {each.se:.4%}"


def _is_no_seat(each: SeatsSeen) -> bool:
    return each.seats == 0


def _hands(each: SeatsSeen) -> list[tuple[str, str, str]]:
    """Whose cards are seen: in a word, by their number, and what an operator must not let happen."""
    dealers, shared = each.cards - each.community, each.community
    found = []
    if dealers:
        cards = "one card" if dealers == 1 else f"{dealers} cards"
        found.append(("dealer", f"{cards} of the dealer", "a card of the dealer be seen"))
    if shared:
        cards = "one community card before it is" if shared == 1 else f"{shared} community cards before they are"
        found.append(("community", f"{cards} turned", "a community card be seen before it is turned"))
    return found


def _whose(each: SeatsSeen) -> str:
    names = {"dealer": "cards of the dealer", "community": "community cards"}
    return listed([names[word] for word, _, _ in _hands(each)])


def _tells_decisions(each: SeatsSeen) -> bool:
    return bool(each.decisions or each.changed or not each.gain)


def _seen(each: SeatsSeen) -> str:
    if _is_no_seat(each):
        return listed([cards for _, cards, _ in _hands(each)])
    return "the cards of one other seat" if each.seats == 1 else f"the cards of {each.seats} other seats"


def seats_words(game: Game, found: Sequence[SeatsSeen]) -> list[str]:
    """For whoever would deal the game face up, or lets a card be seen."""
    last = found[-1]
    titles = {act.name: act.title for act in game.sheet.acts}
    seen = _seen(last)
    if last.why_nothing:
        return [f"Nothing is gained by seeing {seen} at {game.title}: {last.why_nothing}."]
    if not last.gain and last.is_exact:
        return [f"Nothing is gained by seeing {seen} at {game.title}: no decision changes."]
    lines = [
        f"Edges are of the base bet a round, for best play with what is seen, against {game.title} as it is dealt."
    ]
    if last.base <= 0:
        lines.append(
            f"The house has nothing at {game.title} as it is: {float(last.base):.4%}. Who sees {seen} gains "
            f"{float(last.gain):.4%} more."
        )
    elif last.edge > 0:
        lines.append(
            f"Who sees {seen} gains {float(last.gain):.4%}: the house keeps {float(last.edge):.4%}, "
            f"{float(last.edge / last.base):.0%} of what it has without."
        )
    else:
        cards = listed([never for _, _, never in _hands(last)], "or") if _is_no_seat(last) else ""
        warning = f"never let {cards}" if cards else "do not deal this game face up"
        lines.append(f"Who sees {seen} is ahead of the house: {warning}.")
    lines += _changed_words(titles, last)
    if not last.is_exact:
        lines.append(
            f"From {last.deals:,} deals by chance (seed {last.seed}), each with its exact values; "
            "± is one standard error."
        )
    return lines


def _changed_words(titles: Mapping[str, str], seen: SeatsSeen) -> list[str]:
    if not _tells_decisions(seen):
        return ["Which decisions change is not told here: there are too many to write down."]
    if len(seen.decisions) > 1:
        return decision_words(titles, seen.decisions)
    return _changes(titles, seen.changed, "deals") or ["No decision changes."]


def decision_words(titles: Mapping[str, str], decisions: "Sequence[DecisionSeen]") -> list[str]:
    """What seeing changes at each decision, where most of it is made, and what is counted."""
    lines = []
    for each in decisions:
        if not each.changed:
            lines.append(f"{_where(each)}: nothing is played otherwise.")
            continue
        share, worth = f"{float(each.otherwise):.2%}", f"{float(each.worth):.4%}"
        lines.append(f"{_where(each)}: played otherwise in {share} of rounds, which is worth {worth}.")
        lines += _changes(titles, each.changed, "rounds")
    most, last = max(decisions, key=lambda each: each.worth), decisions[-1]
    lines.append(f"Most of it is gained {_inside(most)}. Seen only {_inside(last)}, it gains {float(last.worth):.4%}.")
    lines.append(
        "A decision is counted where who sees nothing more comes to it. Its worth is that of seeing there, and not "
        "only from the next one on; together they are all that is gained."
    )
    return lines


def _where(decision: "DecisionSeen") -> str:
    if decision.turned is None:
        return f"At the {ORDINALS[decision.choice]} choice"
    if not decision.turned:
        return "Before a card of the board is turned"
    cards = "one card" if decision.turned == 1 else f"{decision.turned} cards"
    return f"With {cards} of the board turned"


def _inside(decision: "DecisionSeen") -> str:
    where = _where(decision)
    return where[0].lower() + where[1:]


def _changes(titles: Mapping[str, str], changed: Mapping[tuple[str, str], Fraction], of: str) -> list[str]:
    return [
        f"{titles[after]} instead of {titles[before]}: {float(share):.2%} of {of}."
        for (before, after), share in changed.items()
    ]


def _changed_json(changed: Mapping[tuple[str, str], Fraction]) -> list[dict[str, Any]]:
    return [{"before": before, "after": after, "share": float(share)} for (before, after), share in changed.items()]


def seats_json(game: Game, found: Sequence[SeatsSeen]) -> dict[str, Any]:
    return {
        "game": game.slug,
        "edge": float(found[0].base),
        "seats": [
            {
                "seats": each.seats,
                "cards": each.cards,
                "community": each.community,
                "edge": float(each.edge),
                "gain": float(each.gain),
                "exact_gain": str(each.gain) if each.is_exact else None,
                "se": each.se,
                "deals": each.deals,
                "changed": _changed_json(each.changed),
                "decisions": [
                    {
                        "choice": number,
                        "turned": decision.turned,
                        "worth": float(decision.worth),
                        "exact_worth": str(decision.worth) if each.is_exact else None,
                        "changed": _changed_json(decision.changed),
                    }
                    for number, decision in enumerate(each.decisions, 1)
                ],
            }
            for each in found
        ],
        "words": seats_words(game, found),
    }
