"""What a stream came to by its own words: game, rounds, money. Nothing is dealt again, so no game need be here."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.games import find_game, slugs
from houseway.house import events
from houseway.house.audit.stream import rows_of
from houseway.house.cut import cut_of
from houseway.house.ledger.store import Ledger, Stored
from houseway.house.money import FELT, HOUSE
from houseway.house.own_tables import is_practice


@dataclass
class StreamSum:
    table: str
    version: int = 0
    title: str = ""
    game: str = ""
    practice: bool = False
    retired: bool = False
    rounds: int = 0
    accounts: Counter[str] = field(default_factory=Counter)

    def hear(self, row: Stored) -> None:
        said = row.written if isinstance(row.written, dict) else {}
        self.version = row.version
        if row.kind in events.SETS_UP:
            self.set_up(said.get("config", {}))
        if row.kind == events.DEALT:
            self.rounds = said.get("round", self.rounds)
        if row.kind in (events.RETIRED, events.OPENED_AGAIN):
            self.retired = row.kind == events.RETIRED
        self.accounts.update(said.get("postings", {}))

    def set_up(self, config: Mapping[str, Any]) -> None:
        self.game, self.title = str(config.get("game", "")), str(config.get("title", ""))
        self.practice = is_practice(self.table, None) or config.get("practice") is True

    def to_json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "title": self.title,
            "game": self.game,
            "game_title": title_of(self.game),
            "practice": self.practice,
            "retired": self.retired,
            "rounds": self.rounds,
            "felt_cents": self.accounts[FELT],
            "won_cents": self.accounts[HOUSE],
        }


class Sums:
    """Of streams, read on where they have grown."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._known: dict[str, StreamSum] = {}

    def of(self, table: str) -> StreamSum:
        known = self._known.get(table)
        if known is None:
            known = self._known[table] = begun(self._ledger, table)
        if known.version != self._ledger.head(table).version:
            for row in rows_of(self._ledger, table, known.version):
                known.hear(row)
        return known


def begun(ledger: Ledger, table: str) -> StreamSum:
    """Before the first row that is here: nothing, or what the archived ones came to."""
    made, cut = StreamSum(table), cut_of(ledger, table)
    if cut is not None:
        stood = cut.state["table"]
        made.version, made.rounds, made.retired = cut.last, cut.rounds, bool(stood.get("retired"))
        made.set_up(stood["config"])
        made.accounts.update(stood["accounts"])
    return made


def title_of(game: str) -> str:
    """A game's name for people; one that is not here goes by what it was called in the ledger."""
    return find_game(game).title if game in slugs() else game
