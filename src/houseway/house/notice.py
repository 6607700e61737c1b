"""What everyone at a table should know of the last malfunction, to each in words that say what became of their bets."""

from collections.abc import Mapping
from typing import Any

from houseway.games import find_game
from houseway.games.posted import capital
from houseway.games.words import dollars, listed
from houseway.house.money import chips_of
from houseway.house.table import Table

CORRECTIONS_TOLD = 3  # the last ones


def notice_for(table: Table, viewer: str) -> str:
    """A void and corrections, as the viewer is concerned, and what else the house said since; '' is nothing."""
    said = _void(table, table.void, viewer) if table.void else []
    for body in table.corrected[-CORRECTIONS_TOLD:]:
        said += _correction(body, viewer)
    if not said:
        return table.notice
    raw = [f"Round {body['round']} was corrected ({body['reason']})" for body in table.corrected]
    if table.notice not in (*raw, table.void and table.void["reason"]):
        said.append(_sentence(table.notice))
    return " ".join(said)


def _void(table: Table, void: Mapping[str, Any], viewer: str) -> list[str]:
    return [f"Round {void['round']} is void: {_sentence(void['reason'])}", *_your_bets(table, void, viewer)]


def _correction(body: Mapping[str, Any], viewer: str) -> list[str]:
    cents = body["postings"].get(chips_of(viewer), 0)
    said = [f"Round {body['round']} was corrected: {_sentence(body['reason'])}"]
    said += [f"{dollars(cents)} goes to you."] if cents > 0 else []
    said += [f"{dollars(-cents)} of yours goes back to the house."] if cents < 0 else []
    return said


def _your_bets(table: Table, void: Mapping[str, Any], viewer: str) -> list[str]:
    """What came back is what the event posted; what was paid before stands."""
    cents = void.get("postings", {}).get(chips_of(viewer), 0)
    game, seats = table.played[void["round"]]
    settled = {wager for owner, wagers in seats.values() if owner == viewer for wager in wagers}
    titles = [wager.title for wager in find_game(game).sheet.wagers if wager.name in settled]
    said = [f"Your {dollars(cents)} is back"] if cents > 0 else []
    said += [f"{dollars(-cents)} of what you won went back to the house"] if cents < 0 else []
    said += [f"{listed(titles)} {'were' if len(titles) > 1 else 'was'} settled before"] if titles else []
    return [f"{'; '.join(said)}."] if said else []


def _sentence(reason: str) -> str:
    return capital(reason) if reason.endswith((".", "!", "?")) else f"{capital(reason)}."
