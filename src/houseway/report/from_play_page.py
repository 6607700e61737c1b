"""The page of `houseway edge --from-play`: what the rules of play alone prove, beside what is kept."""

import math
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.analysis.from_play import DIFFERENT, EQUAL, OUTCOMES, Beside, FromPlay
from houseway.games.wager_titles import wager_title
from houseway.games.words import counted
from houseway.report.listing import Listing, figure, name

HEADS = {
    "edge": "house edge", "hit": "hits", "variance": "st. dev.", "action": "in action", OUTCOMES: "ways to end",
}  # fmt: skip
STYLES = {EQUAL: "green", DIFFERENT: "red"}


def from_play_page(found: FromPlay) -> RenderableType:
    game = found.game
    listing = Listing(
        f"{game.title}, {found.strategy} strategy: from play alone",
        [name("wager"), name("figure"), figure("from play"), figure("kept"), name("verdict")],
        keys=2,
    )
    for wager in game.as_on_the_felt(found.proved):
        for each in found.beside(wager):
            cells = (_told(each.figure, each.proved), _told(each.figure, each.kept))
            verdict = Text(each.verdict, STYLES.get(each.verdict, ""))
            listing.add(wager_title(game, wager), HEADS[each.figure], *cells, verdict)
    parts: list[RenderableType] = [listing] if found.proved else []
    return Group(*parts, Text(_in_all(found)), *refused_lines(found))


def _told(of: str, value: Fraction | None) -> str:
    if value is None:
        return ""
    if of == OUTCOMES:
        return str(value)
    if of in ("edge", "hit"):
        return f"{float(value):.6%}"
    return f"{math.sqrt(value):.5f}" if of == "variance" else f"{float(value):.6f}"


def _in_all(found: FromPlay) -> str:
    verdicts = [each.verdict for wager in found.proved for each in found.beside(wager)]
    figures = counted(len(verdicts), "figure")
    if not verdicts:
        return "Nothing is proved from play."
    if DIFFERENT in verdicts:
        return f"{verdicts.count(DIFFERENT)} of {figures} from play are different: play or the mathematics is wrong."
    if EQUAL not in verdicts:
        return f"{figures} from play; nothing is kept to hold them against."
    return f"{figures} from play, each equal to what is kept, to the last digit."


def refused_lines(found: FromPlay) -> list[Text]:
    """Why not the whole round, and why not each other wager."""
    whole = [Text.assemble(("The whole round: ", "bold"), f"{found.why_not_whole}.")] if found.why_not_whole else []
    return whole + [
        Text.assemble((f"{wager_title(found.game, wager)}: ", "bold"), f"not proved apart: {why}.")
        for wager, why in found.refused.items()
    ]


def refused_json(found: FromPlay) -> dict[str, Any]:
    return {"whole": found.why_not_whole or None, "refused": found.refused}


def from_play_json(found: FromPlay) -> dict[str, Any]:
    """Fractions as 'a/b'; the standard deviation as its square."""
    return {
        "game": found.game.slug,
        "options": {**found.settings, "strategy": found.strategy},
        "wagers": {wager: {each.figure: _json(each) for each in found.beside(wager)} for wager in found.proved},
        **refused_json(found),
    }


def _json(each: Beside) -> dict[str, str | None]:
    kept = None if each.kept is None else str(each.kept)
    return {"from_play": str(each.proved), "kept": kept, "verdict": each.verdict or None}
