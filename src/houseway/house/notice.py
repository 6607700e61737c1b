"""What everyone at a table should know of the last malfunction, to each in words that say what became of their bets."""

from collections.abc import Mapping
from typing import Any

from houseway.games import find_game
from houseway.games.game import Game
from houseway.games.posted import capital
from houseway.games.wager_titles import wager_title
from houseway.games.words import dollars, listed
from houseway.house.money import chips_of
from houseway.house.table import Table, correction_in_short

GONE = "a player who has left"


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


def notice_for_staff(table: Table) -> str:
    """The newest of what the house said; of a correction also whose pay it was, and how much."""
    body = table.corrected[-1] if table.corrected else None
    if body is None or table.notice != correction_in_short(body):
        return table.notice
    player = table.players.get(body["player"])
    told = corrected_words(table.set_up.the_game, body, player.name if player else GONE)
    return f"Round {body['round']} was corrected: {told} ({body['reason']})"


def corrected_words(game: Game, body: Mapping[str, Any], name: str) -> str:
    moved = f"{dollars(abs(body['cents']))} {'to' if body['cents'] > 0 else 'from'} {name}"
    return f"{wager_title(game, body['wager'])}, {moved}, seat {body['seat']}"


def void_words(number: int, reason: str, by: str = "") -> str:
    stop = "." if ": " in reason else ":"  # a ruling has a colon of its own
    return f"Round {number} is void{by and f', by {by}'}{stop} {as_sentence(reason)}"


def _void(table: Table, void: Mapping[str, Any], viewer: str) -> list[str]:
    return [void_words(void["round"], void["reason"]), *_your_bets(table, void, viewer)]


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
