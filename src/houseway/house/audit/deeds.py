"""Who did what when, around one round: its events and those since the round before, a sentence each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.games.act_names import act_named
from houseway.games.words import dollars, listed
from houseway.house import events
from houseway.house.audit.aftermath import signed
from houseway.house.audit.awarded import award_words, awarded, fed_words
from houseway.house.audit.causes import Cause, cause_of
from houseway.house.audit.memory import Remembered
from houseway.house.audit.recall import Recall
from houseway.house.audit.stream import since_the_last_round
from houseway.house.chosen_by import BY_PLAYER, CHOSEN_BY, HOUSE_MADE
from houseway.house.irregularities import ruled_words
from houseway.house.ledger.store import Ledger, Stored
from houseway.house.money import chips_of
from houseway.rules.cards import UNSEEN, cards_text

AROUND = {  # what befell the table
    events.CLOSED: "closes the table", events.REOPENED: "reopens the table", events.CONFIGURED: "changes the table",
    events.FAULTED: "stops the shuffler", events.LOADED: "loads cards", events.DISCARDED: "throws the shuffle away",
}  # fmt: skip


@dataclass(frozen=True)
class Deed:
    """Who did what when: an event in a sentence."""

    version: int
    at: int  # microseconds since 1970
    who: str
    what: str


def since_the_round_before(ledger: Ledger, kept: Remembered) -> Iterator[Stored]:
    """The round's rows, and before them bets, doors and shuffle since the last round ended."""
    name, dealt, last = kept.rows[0].table, kept.rows[0].version, kept.rows[-1].version
    first = since_the_last_round(ledger, name, dealt - 1)  # behind this one the story begins
    yield from ledger.read(name, first, last - first)


def deeds_of(ledger: Ledger, kept: Remembered, rows: list[Stored], recall: Recall) -> Iterator[Deed]:
    names = {player.id: player.name for player in kept.players.values()}
    names |= {row.body["player"]: row.body["name"] for row in rows if row.kind == events.SAT}
    held = {choice["version"]: choice["cards"] for choice in recall["choices"]}
    for row in rows:
        cause = cause_of(ledger, row)
        cards = held.get(row.version, ())
        if told := _caused(cause, row, names) if cause else _told(row, kept, names, cards):
            who, what = told
            yield Deed(row.version, row.at, who, what + _on(cards))
    for each in recall["corrections"]:
        wager, cents = wager_title(kept, each["wager"]), signed(each["cents"])
        what = f"corrects seat {each['seat']}, {wager}, by {cents}: {each['reason']}"
        yield Deed(0, each["at"], f"{each['by']} (supervisor)", what)


def _on(cards: Sequence[int]) -> str:
    """The hand that a choice was made on, where its reader may know it."""
    return f", on {cards_text(cards)}" if cards and UNSEEN not in cards else ""


def _caused(cause: Cause, row: Stored, names: Mapping[str, str]) -> tuple[str, str]:
    """A bot that sits down, a bet that goes back, a player who leaves: by an act that is not the player's."""
    said = row.body
    who, name = f"{cause.by} (supervisor)" if cause.by else "The house", names.get(said["player"], said["player"])
    if row.kind == events.SAT:
        return who, f"seats {name}, a bot that plays {said['bot']}, at seat {said['seats'][-1]}"
    if row.kind == events.BET:
        cents = said["postings"][chips_of(said["player"])]
        return who, f"seat {said['seat']}: the bet of {dollars(cents)} goes back to {name}: {cause.why}"
    if row.kind == events.LEFT:
        return who, f"{name} is paid {dollars(said['cents'])}: {cause.why}"
    return who, f"{name} will leave after the round: {cause.why}"


def _told(row: Stored, kept: Remembered, names: Mapping[str, str], cards: Sequence[int]) -> tuple[str, str] | None:
    """Who, and what they did; what has no say in a round is left out."""
    said = row.body
    player = names.get(said.get("player", ""), said.get("player", ""))
    by = said.get("by", "")
    simple = {
        events.READY: "is ready", events.GONE: "loses the connection", events.CAME_BACK: "is back",
        events.LEAVING: "will leave after the round",
    }  # fmt: skip
    if row.kind in simple:
        return player, simple[row.kind]
    if row.kind == events.SAT:
        return (
            player,
            f"takes {'seats' if len(said['seats']) > 1 else 'seat'} {listed([str(each) for each in said['seats']])}",
        )
    if row.kind in (events.BOUGHT_IN, events.LEFT):
        return player, f"{'buys in for' if row.kind == events.BOUGHT_IN else 'leaves with'} {dollars(said['cents'])}"
    if row.kind == events.BET:
        laid = kept.round.game.as_on_the_felt(said["wagers"])
        bets = ", ".join(f"{wager_title(kept, wager)} {dollars(said['wagers'][wager])}" for wager in laid)
        fed = fed_words(kept, said.get("joins", []))
        bets += f"; on {fed}" if bets and fed else ""
        return player, f"seat {said['seat']}: bets {bets}" if bets else f"seat {said['seat']}: takes the bets back"
    if row.kind == events.SHUFFLED:
        return "The shuffler", f"shuffle {said['cycle']}, promised by {said['commitment']}"
    if row.kind == events.DEALT:
        return "The dealer", f"deals round {said['round']} from shuffle {said['cycle']}"
    if row.kind == events.CHOSE:
        act, seat = act_named(kept.round.game.sheet.acts[said["act"]], cards), said["seat"]
        hand = f", hand {said['hand'] + 1}" if said["hand"] else ""
        owner = kept.players[kept.round.owners[seat - 1]].name
        who, whose = ("The house", f", for {owner}") if by in HOUSE_MADE else (owner, "")
        return who, f"seat {seat}{hand}{whose}: {act}" + ("" if by == BY_PLAYER else f" ({CHOSEN_BY[by]})")
    if row.kind == events.PAID:
        closed = "; ".join(_closed(kept, each) for each in said["settled"])
        return "The dealer", f"settles before the end of the round: {closed}"
    if row.kind == events.JACKPOT:
        won = "; ".join(award_words(each) for each in awarded(kept) if each.version == row.version)
        return "The house", f"pays what the round has won of a progressive: {won}"
    if row.kind == events.SETTLED:
        return "The dealer", "settles the round"
    if row.kind == events.RULED:
        seat = f"seat {said['seat']}: " if said.get("seat") else ""
        return (
            f"{by} (supervisor)",
            f"rules: {seat}{ruled_words(said)} ({said['reason']})",
        )
    if row.kind == events.VOIDED:
        return by or "The house", f"voids the round: {said['reason']}{_returned(kept, said)}"
    if row.kind == events.RESTARTED:
        return "The house", said["notice"]
    if row.kind in AROUND:
        return by or "The house", AROUND[row.kind] + (f": {said['reason']}" if said.get("reason") else "")
    return None


def _closed(kept: Remembered, said: Mapping[str, Any]) -> str:
    name = kept.players[kept.round.owners[said["seat"] - 1]].name
    return f"seat {said['seat']}, {name}: {wager_title(kept, said['wager'])} {signed(said['won'])}"


def _returned(kept: Remembered, said: Mapping[str, Any]) -> str:
    """What a void gave back to whom, and took of what was won."""
    moved = [(player.name, said.get("postings", {}).get(chips_of(player.id), 0)) for player in kept.players.values()]
    return "".join(
        f"; {dollars(cents)} goes back to {name}" if cents > 0 else f"; {dollars(-cents)} of what {name} won goes back"
        for name, cents in moved
        if cents
    )


def wager_title(kept: Remembered, wager: str) -> str:
    titles = {each.name: each.title for each in kept.round.game.sheet.wagers}
    return titles.get(wager, wager)
