"""Tallies kept between reports, so that the next one reads only what is new.

A file a table, outside of the ledger: nothing is lost with it. It is used only where the ledger still has the very row
that it ends with, and where it is as it was written: it begins with a mark that is made with a secret of the ledger's.
Only its owner may read it.
"""

import hmac
import os
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pydantic_core import from_json, to_json

from houseway import __version__
from houseway.house.books.cells import PlayerCell, TableCell
from houseway.house.books.tally import OnTheFelt, TableTally
from houseway.house.configuration import TableConfig
from houseway.house.cut import Cut
from houseway.house.ledger.rights import PRIVATE
from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused

FORMAT = 6  # raised with every change of what a tally counts
UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, Refused)
MANY = 20_000  # rows: to read fewer again costs less than to keep them


class KeptTallies:
    def __init__(self, folder: Path, many: int = MANY) -> None:
        self._folder = folder
        self.many = many

    def find(self, ledger: Ledger, name: str) -> TableTally | None:
        """What was kept of a table, if its stream still leads through it."""
        try:
            mark, _, told = self._path(ledger, name).read_bytes().partition(b"\n")
            if not hmac.compare_digest(mark, _mark(ledger, name, told)):
                return None
            said = from_json(told)
            if said["made"] != [FORMAT, __version__] or _hash(ledger, name, said["version"]) != said["hash"]:
                return None
            return _tally(ledger, name, said)
        except UNREADABLE:
            return None

    def keep(self, ledger: Ledger, tally: TableTally) -> None:
        """A folder that cannot be written costs time only."""
        if not ledger.address or tally.faults:
            return
        said = {"made": [FORMAT, __version__], "hash": _hash(ledger, tally.name, tally.version), **_said(tally)}
        told = to_json(said)
        path = self._path(ledger, tally.name)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, _mark(ledger, tally.name, told) + b"\n" + told, PRIVATE)
        except OSError:
            return

    def _path(self, ledger: Ledger, name: str) -> Path:
        mark = sha256(ledger.address.encode()).hexdigest()[:16]
        return self._folder / f"{mark}-{quote(name, safe='')}.json"


def write_whole(path: Path, told: bytes, mode: int = 0o666) -> None:
    """A file that is there only when it is whole: under another name first, synced, and then named."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with os.fdopen(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, mode), "wb") as file:
            file.write(told)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _mark(ledger: Ledger, name: str, told: bytes) -> bytes:
    """Where the house has a key, nobody without it can make one; where it has none, it tells of damage only."""
    return hmac.new(ledger.secret(f"books of {name}"), told, sha256).hexdigest().encode()


def _hash(ledger: Ledger, name: str, version: int) -> str:
    rows = ledger.read(name, version - 1, 1)
    return rows[0].hash if rows and rows[0].version == version else ""


def _said(tally: TableTally) -> dict[str, Any]:
    return {
        "version": tally.version,
        "configs": [config.to_body() for config in tally.configs],
        "place": tally.place,
        "title": tally.title,
        "bots": tally.bots,
        "names": tally.names,
        "rounds": tally.rounds,
        "ended": tally.ended,
        "on": asdict(tally.on) if tally.on else None,
        "archived": tally.archived.row.version if tally.archived else 0,
        "players": [[*key, *cell.to_json()] for key, cell in tally.players.items()],
        "tables": [[*key, *cell.to_json()] for key, cell in tally.tables.items()],
    }


def _tally(ledger: Ledger, name: str, said: Mapping[str, Any]) -> TableTally:
    made = TableTally(name)
    for body in said["configs"]:
        made.configure(TableConfig.recorded(body))
    if len(made.configs) != len(said["configs"]):
        raise ValueError("configurations that were different are the same now")
    made.version, made.place, made.bots, made.names = said["version"], said["place"], said["bots"], said["names"]
    made.title, made.rounds, made.ended = said["title"], said["rounds"], said["ended"]
    made.on = OnTheFelt(**said["on"] | {"paid": tuple(said["on"]["paid"])}) if said["on"] else None
    if said["archived"]:
        (row,) = ledger.read(name, said["archived"] - 1, 1)
        made.archived = Cut(row)
    made.players = {(slot, place, player): PlayerCell.of(cell) for slot, place, player, *cell in said["players"]}
    made.tables = {(slot, place): TableCell.of(cell) for slot, place, *cell in said["tables"]}
    return made
