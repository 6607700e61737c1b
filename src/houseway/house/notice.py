"""What everyone at a table should know of the last malfunction, to each in words that say what became of their bets."""

from collections.abc import Mapping
from typing import Any

from houseway.games import find_game
from houseway.games.posted import capital
from houseway.games.words import dollars, listed
from houseway.house.money import chips_of
from houseway.house.table import Table, correction_in_short


def notice_for(table: Table, viewer: str) -> str:
    """A void round, and the newest of what the house said since, as the viewer is concerned: a line each."""
    void = [" ".join(_void(table, table.void, viewer))] if table.void else []
    if table.corrected and table.notice == correction_in_short(table.corrected[-1]):
        newest = " ".join(_correction(table.corrected[-1], viewer))
    elif table.void and table.notice == table.void["reason"]:
        newest = ""
    else:
        newest = as_sentence(table.notice) if void else table.notice
    return "\n".join([*void, newest] if newest else void)


def _void(table: Table, void: Mapping[str, Any], viewer: str) -> list[str]:
    stop = "." if ": " in void["reason"] else ":"  # a ruling has a colon of its own
    return [f"Round {void['round']} is void{stop} {as_sentence(void['reason'])}", *_your_bets(table, void, viewer)]


def _correction(body: Mapping[str, Any], viewer: str) -> list[str]:
    cents = body["postings"].get(chips_of(viewer), 0)
    said = [f"Round {body['round']} was corrected: {as_sentence(body['reason'])}"]
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


def as_sentence(reason: str) -> str:
    return capital(reason) if reason.endswith((".", "!", "?")) else f"{capital(reason)}."
