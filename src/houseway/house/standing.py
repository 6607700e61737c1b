"""A table as it stands between rounds, as plain JSON, and back. The cards that lie in the shuffler are not in it.

For whoever has to know a table without reading its stream from the first event: marks of old rounds, and the cut that
says what the archived part of a stream came to.
"""

import json
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any

from houseway.house.configuration import TableConfig
from houseway.house.ledger.store import OutOfOrder, canonical
from houseway.house.table import Player, Settled, Table

Plain = dict[str, Any]

# Said by whoever needs them, or nobody's between rounds.
LEFT_OUT = (
    "name",
    "config",
    "shuffle",
    "round",
    "playing",
    "answered",
    "played",
    "void",
    "corrected",
    "fed",
    "jackpots",
)
ONLY_IF_SO = ("retired", "joins", "dues")  # older cuts do not know of them


def plain(table: Table) -> Plain:
    """What a table has between rounds, but what is large and what is left out."""
    if table.playing:
        raise OutOfOrder(f"{table.name}: round {table.rounds} is not over")
    said = {each.name: getattr(table, each.name) for each in fields(Table) if each.name not in LEFT_OUT}
    said = {key: value for key, value in said.items() if value or key not in ONLY_IF_SO}
    said["accounts"] = {account: cents for account, cents in table.accounts.items() if cents}
    said["players"] = [asdict(player) for player in table.players.values()]
    said["ready"] = sorted(table.ready)
    return said


def from_plain(name: str, said: Mapping[str, Any]) -> Table:
    return Table(name, **{key: _READ.get(key, _as_it_is)(value) for key, value in said.items()})


_READ: dict[str, Callable[[Any], Any]] = {
    "accounts": Counter,
    "put_up": Counter,
    "moved": Counter,
    "players": lambda all_: {each["id"]: Player(**{**each, "seats": tuple(each["seats"])}) for each in all_},
    "bets": lambda bets: {int(seat): wagers for seat, wagers in bets.items()},
    "joins": lambda joins: {int(seat): tuple(names) for seat, names in joins.items()},
    "dues": tuple,
    "ready": frozenset,
    "discarded": tuple,
    "trays": lambda trays: {deck: tuple(cards) for deck, cards in trays.items()},
}


def _as_it_is(value: Any) -> Any:
    return value


def whole(table: Table) -> Plain:
    """With its configuration and the rounds that can still be corrected; no shoe is open."""
    if table.shuffle is not None:
        raise OutOfOrder(f"{table.name}: shuffle {table.shuffle.cycle} is not over")
    said = plain(table) | {"config": table.set_up.to_body(), "played": _played(table)}
    read: Plain = json.loads(canonical(said))
    return read


def from_whole(name: str, said: Mapping[str, Any]) -> Table:
    parts = dict(said)
    config, played = parts.pop("config"), parts.pop("played")
    table = from_plain(name, parts)
    table.config = TableConfig.recorded(config)
    sorts = [(game, {int(seat): (who, tuple(wagers)) for seat, (who, wagers) in by.items()}) for game, by in played[1]]
    table.played = OrderedDict((played[0] + place, sorts[sort]) for place, sort in enumerate(played[2]))
    return table


def _played(table: Table) -> list[Any]:
    """The first round, what rounds settled (the same people bet the same wagers again and again), and which did."""
    sorts: list[Settled] = []
    places: dict[str, int] = {}
    each = []
    for settled in table.played.values():
        text = canonical({"": settled})
        if text not in places:
            places[text] = len(sorts)
            sorts.append(settled)
        each.append(places[text])
    return [next(iter(table.played), 0), sorts, each]
