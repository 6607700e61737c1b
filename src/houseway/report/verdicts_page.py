"""The page of `houseway verify`: published figures, ours, and what follows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.analysis.claims import DIFFERS, OPEN, REPRODUCED, UNDER_ASSUMPTION, ClaimVerdict
from houseway.games import find_game
from houseway.games.game import Game
from houseway.games.sheet import Claim
from houseway.games.wager_titles import wager_title
from houseway.games.words import counted
from houseway.report.listing import Listing, name, prose

STYLES = {REPRODUCED: "green", UNDER_ASSUMPTION: "yellow", DIFFERS: "red", OPEN: "blue"}

MEASURES = {
    "text": "in words", "contribution": "part of the edge", "hit": "hits", "element_of_risk": "of all money bet",
    "action": "in action", "sd": "standard deviation",
}  # fmt: skip


def verdict_word(verdict: str, count: int) -> str:
    """1 differs, 3 differ."""
    return "differ" if verdict == DIFFERS and count != 1 else verdict


def verdicts_json(verdicts: Mapping[str, Sequence[ClaimVerdict]]) -> list[dict[str, Any]]:
    return [
        {
            "game": slug,
            "claim": each.claim.id,
            "about": each.claim.about,
            "cites": each.claim.cites,
            "published": each.claim.printed,
            "ours": each.ours_text,
            "ours_exact": str(each.ours),
            "under_assumption": each.assumed_text,
            "verdict": each.verdict,
            "why": each.why,
        }
        for slug, found in verdicts.items()
        for each in found
    ]


def _claimed(game: Game, claim: Claim) -> str:
    """'Lucky Lucky, edge', 'Poker, probability of a flush'."""
    words = {outcome.name: outcome.title for outcome in game.sheet.outcomes}
    outcome = f": {words.get(claim.outcome, claim.outcome)}" if claim.outcome else ""
    return f"{wager_title(game, claim.wager)}, {MEASURES.get(claim.measure, claim.measure)}{outcome}"


def verdicts_page(verdicts: Mapping[str, Sequence[ClaimVerdict]]) -> RenderableType:
    parts: list[RenderableType] = []
    for slug, found in verdicts.items():
        game = find_game(slug)
        if not found:
            parts.append(Text(f"{game.title}: its source publishes no figure.\n"))
            continue
        told = (name(head) for head in ("published", "ours", "assumed", "verdict"))
        heads = [name("figure"), name("claim"), prose("where"), *told]
        listing = Listing(f"{game.title}: {counted(len(found), 'published figure')}", heads, keys=2)
        order = game.as_on_the_felt(dict.fromkeys(each.claim.wager for each in found))
        in_order = sorted(found, key=lambda each: order.index(each.claim.wager))
        for each in in_order:
            named = _claimed(game, each.claim), Text(each.claim.id, "dim")
            row = (*named, each.claim.cites, each.claim.printed, each.ours_text, each.assumed_text)
            listing.add(*row, Text(each.verdict, style=STYLES[each.verdict]))
        parts.append(listing)
        parts += [Text.assemble((f"{each.claim.id}: ", "bold"), each.why) for each in in_order if each.why]
        parts.append(Text())
    counts = Counter(each.verdict for found in verdicts.values() for each in found)
    said = (f"{counts[each]} {verdict_word(each, counts[each])}" for each in STYLES if counts[each])
    parts.append(Text(", ".join(said)))
    return Group(*parts)
