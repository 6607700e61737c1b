"""A table's stream heard for the books, and held against its double entry as it is heard.

Of a round three kinds of rows count: `dealt` has the bets, `paid` and the end have the results and the postings. What
was put up in play follows from the postings: a player gets back what was put up and what it won. So the results by
wager, the chips that came off the felt, and the house's account are three accounts of the same round, and must agree.

Rounds repeat themselves, and a ledger writes a body in one way only: what a text comes to is remembered by the text.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.house import events
from houseway.house.books.calendar import QUARTER, SECOND
from houseway.house.books.cells import PlayerCell, TableCell, add_all, add_wagers
from houseway.house.books.round_sum import RoundReader, RoundSum
from houseway.house.configuration import TableConfig
from houseway.house.cut import Cut, cut_of
from houseway.house.ledger.store import Ledger
from houseway.house.money import BREAKAGE, CAGE, FELT, HOUSE, TOKES, chips_of

HEARD = (
    *events.SETS_UP, events.SAT, events.BOUGHT_IN, events.LEFT, events.DEALT, events.PAID, events.SETTLED,
    events.VOIDED, events.RULED, events.CORRECTED,
)  # fmt: skip
BREAK_US = 300 * SECOND  # rounds further apart than this do not follow each other
REMEMBERED_MAX = 200_000  # texts
FAULTS_MAX = 20  # are told
PLAYER = chips_of("")

Text = tuple[int, int, str, str]  # version, when, kind, body as it is stored


@dataclass
class OnTheFelt:
    """The round that is on."""

    number: int
    at: int
    key: tuple[str, str]
    owners: list[str]
    wagers: list[dict[str, int]]
    posted: dict[str, int] = field(default_factory=dict)  # by what was paid in the middle of it
    stakes: dict[str, int] = field(default_factory=dict)  # settled in the middle of it, by player


@dataclass
class TableTally:
    name: str
    version: int = 0
    configs: list[TableConfig] = field(default_factory=list)
    place: int = -1  # of the configuration in force
    bots: dict[str, str] = field(default_factory=dict)  # the strategy of each
    players: dict[tuple[int, int, str], PlayerCell] = field(default_factory=dict)  # by quarter, configuration, player
    tables: dict[tuple[int, int], TableCell] = field(default_factory=dict)  # by quarter and configuration
    faults: list[str] = field(default_factory=list)
    on: OnTheFelt | None = None
    ended: int = 0  # when the last round did
    archived: Cut | None = None  # what lies in archives that were not given
    _readers: dict[int, RoundReader] = field(default_factory=dict)
    _rounds: dict[Any, RoundSum] = field(default_factory=dict)
    _postings: dict[str, dict[str, int]] = field(default_factory=dict)
    _bets: dict[tuple[str, str], tuple[list[str], list[dict[str, int]]]] = field(default_factory=dict)

    @classmethod
    def begun(cls, ledger: Ledger, name: str) -> "TableTally":
        """Where the stream begins: at its first event, or behind what is archived of it."""
        made = cls(name)
        made.archived = cut_of(ledger, name)
        if made.archived:
            table = made.archived.table()
            made.version = made.archived.last
            made.configure(table.set_up)
            made.bots = {player.id: player.bot for player in table.players.values() if player.bot}
        return made

    def configure(self, config: TableConfig) -> None:
        """One that was in force before comes back under its old number."""
        body = config.to_body()
        known = [place for place, each in enumerate(self.configs) if each.to_body() == body]
        if not known:
            self.configs.append(config)
        self.place = known[0] if known else len(self.configs) - 1

    def hear_all(self, rows: Iterable[Text]) -> None:
        for version, at, kind, text in rows:
            self.hear(version, at, kind, text)

    def hear(self, version: int, at: int, kind: str, text: str) -> None:
        self.version = version
        if kind == events.DEALT:
            self._deal(at, text)
        elif kind in (events.SETTLED, events.VOIDED):
            self._end(version, at, kind, text)
        elif kind == events.PAID:
            self._pay(text)
        elif kind in HEARD:
            self._hear(version, at, kind, events.current(kind, json.loads(text)))

    # --- rounds ---

    def _deal(self, at: int, text: str) -> None:
        first, number, last = text.find('"owners":'), text.find(',"round":'), text.find(',"wagers":')
        key = (text[first:number], text[last:])
        known = self._bets.get(key)
        if known is None or not 0 < first < number < last:
            body = json.loads(text)
            known = self._bets[key] = (body["owners"], body["wagers"])
        self.on = OnTheFelt(int(text[number + 9 : last]), at, key, *known)

    def _posted(self, text: str) -> dict[str, int]:
        """The postings in a body: they stand before its round."""
        first, last = text.find('"postings":'), text.find(',"round":')
        if not 0 < first < last:
            found: dict[str, int] = json.loads(text).get("postings", {})
            return self._check_zero(found)
        key = text[first + 11 : last]
        known = self._postings.get(key)
        if known is None:
            self._forget()
            known = self._postings[key] = self._check_zero(json.loads(text)["postings"])
        return known

    def _check_zero(self, posted: dict[str, int]) -> dict[str, int]:
        if over := sum(posted.values()):
            self._fault(self.version, f"its postings are {over} cents from zero")
        return posted

    def _pay(self, text: str) -> None:
        assert self.on is not None
        add_all(self.on.posted, self._posted(text).items())
        for closed in json.loads(text)["settled"]:
            owner = self.on.owners[closed["seat"] - 1]
            self.on.stakes[owner] = self.on.stakes.get(owner, 0) + closed["stake"]

    def _end(self, version: int, at: int, kind: str, text: str) -> None:
        on = self.on
        assert on is not None
        void = kind == events.VOIDED
        posted = self._posted(text)
        if on.posted:
            posted = dict(posted)
            add_all(posted, on.posted.items())
        sum_ = self._summed(on, text, void)
        table = self._table(at)
        self._add(sum_, table, at // QUARTER)
        handles = self._handles(sum_, posted, on, void, json.loads(text)["whole"] if void and on.stakes else False)
        for each in sum_.players:
            raised = handles.get(each.player, 0) - each.bet_cents
            if raised:
                self._player(at, each.player).raised += raised
        self._check(version, on, sum_, posted, None if void else sum(handles.values()))
        table.tokes += posted.get(TOKES, 0)
        table.dealing_us += at - (self.ended if on.at - self.ended <= BREAK_US else on.at)
        table.rounds += not void
        table.voids += void
        self.on, self.ended = None, at

    def _summed(self, on: OnTheFelt, text: str, void: bool) -> RoundSum:
        won = text.find('"won":')
        key = (self.place, on.key, void, text[won:])
        known = self._rounds.get(key)
        if known is None or won < 0:
            self._forget()
            reader = self._readers.get(self.place)
            if reader is None:
                reader = self._readers[self.place] = RoundReader(self.configs[self.place])
            said = json.loads(text).get("won", {})  # a void round of format 1 had paid nothing
            known = self._rounds[key] = reader.read(on.owners, on.wagers, said, void=void)
        return known

    def _forget(self) -> None:
        for known in (self._rounds, self._postings, self._bets):
            if len(known) > REMEMBERED_MAX:
                known.clear()

    def _add(self, sum_: RoundSum, table: TableCell, slot: int) -> None:
        for each in sum_.players:
            key = (slot, self.place, each.player)
            cell = self.players.get(key)
            if cell is None:
                cell = self.players[key] = PlayerCell()
            cell.hands += each.hands
            add_wagers(cell.wagers, each.wagers)
            add_all(cell.products, each.products)
            if each.across:
                add_all(cell.across, each.across)
        for bots, across in sum_.across:
            add_all(table.across[bots], across)
        for ending in sum_.endings:
            table.endings[ending] = table.endings.get(ending, 0) + 1
        table.envy += sum_.envy_cents
        if sum_.capped_cents:
            table.capped += 1
            table.capped_cents += sum_.capped_cents

    @staticmethod
    def _handles(sum_: RoundSum, posted: Mapping[str, int], on: OnTheFelt, void: bool, whole: bool) -> dict[str, int]:
        """What each player put up in all: of a round that ended, what came back less what was won."""
        if void:
            return {} if whole else on.stakes
        back = {name.removeprefix(PLAYER): cents for name, cents in posted.items() if name.startswith(PLAYER)}
        return {each.player: back.get(each.player, 0) - each.chips_back + each.toke_cents for each in sum_.players}

    def _check(
        self, version: int, on: OnTheFelt, sum_: RoundSum, posted: Mapping[str, int], handle: int | None
    ) -> None:
        house = posted.get(HOUSE, 0) + posted.get(BREAKAGE, 0)
        if house != -sum_.won_cents:
            self._fault(
                version,
                f"round {on.number}: by its results the house has {-sum_.won_cents} cents, by its account {house}",
            )
        if handle is not None and handle != -posted.get(FELT, 0):
            self._fault(
                version,
                f"round {on.number}: {handle} cents were put up, {-posted.get(FELT, 0)} came off the felt",
            )

    def _fault(self, version: int, said: str) -> None:
        if len(self.faults) < FAULTS_MAX:
            self.faults.append(f"table {self.name}, event {version:,}, {said}")

    # --- everything else ---

    def _table(self, at: int) -> TableCell:
        return self.tables.setdefault((at // QUARTER, self.place), TableCell())

    def _player(self, at: int, player: str) -> PlayerCell:
        return self.players.setdefault((at // QUARTER, self.place, player), PlayerCell())

    def _hear(self, version: int, at: int, kind: str, body: Mapping[str, Any]) -> None:
        posted = body.get("postings", {})
        self._check_zero(posted)
        if kind in events.SETS_UP:
            self.configure(TableConfig.recorded(body["config"]))
        elif kind == events.SAT:
            if body["bot"]:
                self.bots[body["player"]] = body["bot"]
        elif kind == events.BOUGHT_IN:
            self._player(at, body["player"]).drop -= posted.get(CAGE, 0)
        elif kind == events.LEFT:
            self._player(at, body["player"]).out += posted.get(CAGE, 0)
        elif kind == events.RULED:
            self._table(at).rulings += 1
        elif kind == events.CORRECTED:
            self._correct(version, at, body, posted)

    def _correct(self, version: int, at: int, body: Mapping[str, Any], posted: Mapping[str, int]) -> None:
        table, cell = self._table(at), self._player(at, body["player"])
        table.corrections += 1
        table.tokes += posted.get(TOKES, 0)
        cell.out += posted.get(CAGE, 0)
        add_wagers(cell.wagers, [(body["wager"], (0, 0, -body["cents"]))])
        if posted.get(HOUSE, 0) != -body["cents"]:
            self._fault(version, f"a correction of {body['cents']} cents moves {posted.get(HOUSE, 0)} of the house's")
