"""What the rows of a stream come to: the table, its totals, its machine's log. A cut says it, an auditor folds again.

Everything in it follows from what anybody may read: of cards that were never shown nothing is used, though a key may be
at hand. Nothing in it is worded by this software, so that a later one folds the same rows to the same.
"""

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from houseway.house import events, standing
from houseway.house.audit.hold import HoldCount, from_store
from houseway.house.audit.marks import Pins
from houseway.house.audit.memory import Memory, Remembered
from houseway.house.configuration import TableConfig
from houseway.house.cut import Cut
from houseway.house.ledger.store import Stored, canonical
from houseway.house.shuffler.log import Logbook
from houseway.house.table import ANSWERED_MAX, Table

REPEATED_US = 600_000_000  # a command that is older is not sent again
State = dict[str, Any]


class Fold:
    def __init__(self, name: str) -> None:
        self._memory = Memory(name, kept=1)
        self._hold = HoldCount(name, from_store)
        self._log = Logbook()
        self._recent: OrderedDict[str, tuple[int, int]] = OrderedDict()  # by command, the version after it and when
        self._shoe: list[Remembered] = []  # rounds of the shuffle that is not over
        self._order = ""  # of that shuffle, where its event says it
        self._command, self._format = "", 1  # of the last row

    @classmethod
    def begun(cls, cut: Cut) -> "Fold":
        return cls.of(cut.name, cut.state)

    @classmethod
    def of(cls, name: str, state: Mapping[str, Any]) -> "Fold":
        fold = cls(name)
        fold._memory.table = standing.from_whole(name, state["table"])
        fold._memory.pins = Pins(**state["pins"])
        fold._hold.go_on_from(state["hold"])
        fold._log.go_on_from(state["log"])
        fold._recent.update((command, (version, fold.table.at)) for command, version in state["answered"])
        fold._command, fold._format = state["command"], state["format"]
        return fold

    @property
    def table(self) -> Table:
        return self._memory.table

    @property
    def is_cut_here(self) -> bool:
        """Whether the stream may be cut behind the last row: between rounds, with no card that is still to be shown."""
        return self.table.config is not None and not self.table.playing and self.table.shuffle is None

    def hear(self, row: Stored) -> None:
        self._memory.hear(row)
        self._log.hear(row.kind, row.body, row.at)
        self._command = row.command
        self._format = events.format_of(json.loads(row.text))
        if row.command:
            self._recent[row.command] = (row.version, row.at)
            self._recent.move_to_end(row.command)
            if len(self._recent) > ANSWERED_MAX:
                self._recent.popitem(last=False)
        if row.kind == events.SHUFFLED:
            self._order = json.loads(row.text).get("order", "")
        elif row.kind in (events.SETTLED, events.VOIDED):
            self._shoe.append(self._memory.rounds[-1])
        elif row.kind in (events.REVEALED, events.DISCARDED):
            self._count_shoe(bytes.fromhex(self._order or json.loads(row.text).get("order", "")))
        elif row.kind == events.CORRECTED:
            self._hold.correct(self.table.set_up, row.body)

    def _count_shoe(self, order: bytes) -> None:
        """Its rounds, dealt from the order that the stream says, and none where that was never shown."""
        for each in self._shoe:
            left = tuple(order[each.shuffle.drawn :])
            self._hold.add(replace(each, round=replace(each.round, order=left)))
        self._shoe = []

    def state(self) -> State:
        """As a cut says it."""
        assert self.is_cut_here
        since = self.table.at - REPEATED_US
        said = {
            "table": standing.whole(self.table),
            "answered": [[command, version] for command, (version, at) in self._recent.items() if at >= since],
            "pins": {**asdict(self._memory.pins), "shuffled": 0},
            "command": self._command,
            "format": self._format,
            "hold": self._hold.to_json(),
            "log": self._log.to_json(),
        }
        read: State = json.loads(canonical(said))
        return read


def is_same(said: State, folded: State) -> bool:
    """Whether what a cut says is what its rows come to.

    Configurations are compared as they are read today, with options that came later. Left out is what other software
    may say otherwise of the same rows: the notice at the table, which is only words, and how much was bet on wagers
    that arise in play, which only dealing again tells (what they won is in the events); and how many rounds were void,
    which a machine's log has said only lately.
    """
    return canonical(_as_read(said)) == canonical(_as_read(folded))


def _as_read(state: State) -> State:
    table, hold, log = state["table"], state["hold"], state["log"]
    changes = [
        [kind, {**body, "config": _config(body["config"])} if "config" in body else body, at]
        for kind, body, at in log["changes"]
    ]
    return {
        **state,
        "table": {**table, "notice": "", "config": _config(table["config"])},
        "hold": {
            **hold,
            "configs": [_config(each) for each in hold["configs"]],
            "counted": [_without_arisen(hold["configs"], each) for each in hold["counted"]],
        },
        "log": {**log, "voids": 0, "changes": changes, "config": _config(log["config"])},
    }


def _without_arisen(configs: list[Any], counted: list[Any]) -> list[Any]:
    place, bot, wager, alone, rounds, *bet, held = counted
    sheet = TableConfig.recorded(configs[place]).the_game.sheet
    placed = any(each.name == wager and each.placed for each in sheet.wagers)
    return [place, bot, wager, alone, rounds, bet if placed else [], held]


def _config(body: Any) -> dict[str, Any]:
    return TableConfig.recorded(body).to_body()
