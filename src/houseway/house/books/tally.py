"""A table's stream heard for the books, and held against its double entry as it is heard.

Of a round three kinds of rows count: `dealt` has the bets, `paid` and the end have the results and the postings. What
was put up in play follows from the postings: a player gets back what was put up and what it won. So the results by
wager, the chips that came off the felt, and the house's account are three accounts of the same round, and must agree.

A ledger writes a body in one way only, so parts of it are found by where they stand in its text and remembered by it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.house import events
from houseway.house.books.calendar import QUARTER, SECOND
from houseway.house.books.cells import PlayerCell, TableCell, add_all, add_wagers
from houseway.house.books.hand_sum import NOTHING, HandReader, HandSum, is_bot
from houseway.house.configuration import TableConfig
from houseway.house.cut import Cut, cut_of
from houseway.house.ledger.store import Ledger
from houseway.house.money import BREAKAGE, CAGE, FELT, HOUSE, TOKES, chips_of

HEARD = (
    *events.SETS_UP, events.SAT, events.BOUGHT_IN, events.LEFT, events.DEALT, events.PAID, events.SETTLED,
    events.VOIDED, events.RULED, events.CORRECTED,
)  # fmt: skip
BREAK_US = 300 * SECOND  # rounds further apart than this do not follow each other
REMEMBERED_MAX = 100_000  # texts
FAULTS_MAX = 20  # are told
ROUND, WAGERS, OWNERS, POSTINGS, WON = ',"round":', ',"wagers":', '"owners":', '"postings":', '"won":'

said_at = json.JSONDecoder().raw_decode  # a value in a text, and where it ends

Won = tuple[dict[str, dict[str, int]], int]  # by seat and wager, and of all


@dataclass
class OnTheFelt:
    """The round that is on."""

    number: int
    at: int
    owners: list[str]
    wagers: list[dict[str, int]]
    posted: dict[str, int] = field(default_factory=dict)  # by what was paid in the middle of it
    paid: list[str] = field(default_factory=list)  # the bodies that say so


@dataclass
class TableTally:
    name: str
    version: int = 0
    configs: list[TableConfig] = field(default_factory=list)  # the first of each game and options
    place: int = -1  # of the configuration in force
    bots: dict[str, str] = field(default_factory=dict)  # the strategy of each
    names: dict[str, str] = field(default_factory=dict)  # what each player was called last
    players: dict[tuple[int, int, str], PlayerCell] = field(default_factory=dict)  # by quarter, configuration, player
    tables: dict[tuple[int, int], TableCell] = field(default_factory=dict)  # by quarter and configuration
    faults: list[str] = field(default_factory=list)
    on: OnTheFelt | None = None
    ended: int = 0  # when the last round did
    rounds: int = 0  # the number of the last one
    archived: Cut | None = None  # what lies in archives that were not given
    _places: dict[str, int] = field(default_factory=dict)
    _readers: dict[int, HandReader] = field(default_factory=dict)
    _won: dict[str, Won] = field(default_factory=dict)
    _bets: dict[str, list[dict[str, int]]] = field(default_factory=dict)

    @classmethod
    def begun(cls, ledger: Ledger, name: str) -> "TableTally":
        """Where the stream begins: at its first event, or behind what is archived of it."""
        made = cls(name)
        made.archived = cut_of(ledger, name)
        if made.archived:
            table = made.archived.table()
            made.version, made.rounds = made.archived.last, made.archived.rounds
            made.configure(table.set_up)
            made.bots = {player.id: player.bot for player in table.players.values() if player.bot}
            made.names = {player.id: player.name for player in table.players.values()}
        return made

    def configure(self, config: TableConfig) -> None:
        """Those that are alike in what the books hang on, which limits and clocks are not, have one number."""
        text = json.dumps([config.game, config.practice, config.to_body()["options"]], sort_keys=True)
        if text not in self._places:
            self._places[text] = len(self.configs)
            self.configs.append(config)
        self.place = self._places[text]

    def hear(self, version: int, at: int, kind: str, text: str) -> None:
        self.version = version
        if kind == events.DEALT:
            self._deal(at, text)
        elif kind in (events.SETTLED, events.VOIDED):
            self._end(version, at, text, void=kind == events.VOIDED)
        elif kind == events.PAID:
            self._pay(text)
        elif kind in events.SETS_UP:
            self._set_up(kind, text)
        elif kind in HEARD:
            self._hear(version, at, kind, json.loads(text))

    def _set_up(self, kind: str, text: str) -> None:
        """Tables are configured again and again in the same few ways."""
        first, last = text.find('"config":'), text.find(',"edition":')
        said = text[first:last] if 0 < first < last else ""
        if said and said in self._places:
            self.place = self._places[said]
            return
        self.configure(TableConfig.recorded(events.current(kind, json.loads(text))["config"]))
        if said:
            self._places[said] = self.place

    # --- rounds ---

    def _deal(self, at: int, text: str) -> None:
        first, number, last = text.find(OWNERS), text.find(ROUND), text.find(WAGERS)
        if not 0 < first < number < last:
            raise ValueError("its parts are not where the house writes them")
        said = text[last + len(WAGERS) : -1]
        wagers = self._bets.get(said)
        if wagers is None:
            if len(self._bets) > REMEMBERED_MAX:
                self._bets.clear()
            wagers = self._bets[said] = json.loads(said)
        owners, _ = said_at(text, first + len(OWNERS))
        self.on = OnTheFelt(int(text[number + len(ROUND) : last]), at, owners, wagers)
        if self.on.number != self.rounds + 1:
            self._fault(self.version, f"round {self.on.number} follows round {self.rounds}")
        self.rounds = self.on.number

    def _posted(self, text: str) -> dict[str, int]:
        """The postings in a body: they stand before its round, or before the reason for a void."""
        first = text.find(POSTINGS)
        if first < 0:
            return {}
        found: dict[str, int]
        found, _ = said_at(text, first + len(POSTINGS))
        return self._check_zero(found)

    def _check_zero(self, posted: dict[str, int]) -> dict[str, int]:
        if over := sum(posted.values()):
            self._fault(self.version, f"its postings are {over} cents from zero")
        return posted

    def _pay(self, text: str) -> None:
        on = self._in_play()
        on.paid.append(text)
        if posted := self._posted(text):
            add_all(on.posted, posted.items())

    def _in_play(self) -> OnTheFelt:
        if self.on is None:
            raise ValueError("no round was on")
        return self.on

    def _results(self, text: str) -> Won:
        first = text.find(WON)
        if first < 0:
            return {}, 0  # a void round of format 1 had paid nothing
        said = text[first + len(WON) : -1]
        known = self._won.get(said)
        if known is None:
            if len(self._won) > REMEMBERED_MAX:
                self._won.clear()
            found = json.loads(said)
            known = self._won[said] = found, sum(sum(own.values()) for own in found.values())
        return known

    def _end(self, version: int, at: int, text: str, *, void: bool) -> None:
        on = self._in_play()
        posted = self._posted(text)
        if on.posted:
            add_all(posted, on.posted.items())
        won, won_cents = self._results(text)
        reader = self._readers.get(self.place)
        if reader is None:
            reader = self._readers[self.place] = HandReader(self.configs[self.place])
        hands = [
            (owner, reader.hand(placed, won.get(str(seat), NOTHING), void=void))
            for seat, (owner, placed) in enumerate(zip(on.owners, on.wagers, strict=True), 1)
            if owner and (not void or str(seat) in won)
        ]
        table = self._table(at)
        handle = self._add_hands(at, hands, posted, self._settled_stakes(on, text) if void else None)
        self._add_round(at, table, reader, hands)
        house = posted.get(HOUSE, 0) + posted.get(BREAKAGE, 0)
        if house != -won_cents:
            said = f"round {on.number}: by its results the house has {-won_cents} cents, by its account {house}"
            self._fault(version, said)
        if not void and handle != -posted.get(FELT, 0):
            said = f"round {on.number}: {handle} cents were put up, {-posted.get(FELT, 0)} came off the felt"
            self._fault(version, said)
        table.tokes += posted.get(TOKES, 0)
        table.dealing_us += at - (self.ended if on.at - self.ended <= BREAK_US else on.at)
        table.rounds += not void
        table.voids += void
        self.on, self.ended = None, at

    @staticmethod
    def _settled_stakes(on: OnTheFelt, text: str) -> dict[str, int]:
        """What was settled before a round was void, by player; where all of it is void, nothing was."""
        found: dict[str, int] = {}
        if on.paid and not json.loads(text)["whole"]:
            for closed in (each for paid in on.paid for each in json.loads(paid)["settled"]):
                owner = on.owners[closed["seat"] - 1]
                found[owner] = found.get(owner, 0) + closed["stake"]
        return found

    def _add_hands(
        self,
        at: int,
        hands: list[tuple[str, HandSum]],
        posted: Mapping[str, int],
        stakes: Mapping[str, int] | None,
    ) -> int:
        """To the cells of the players; what they put up in all: what came back less what was won, or these stakes."""
        put_up: dict[str, int] = {}
        bets: dict[str, int] = {}
        slot = at // QUARTER
        for owner, hand in hands:
            key = (slot, self.place, owner)
            cell = self.players.get(key)
            if cell is None:
                cell = self.players[key] = PlayerCell()
            cell.hands += 1
            add_wagers(cell.wagers, hand.wagers)
            add_all(cell.products, hand.products)
            put_up[owner] = put_up.get(owner, 0) - hand.chips_back + hand.toke_cents
            bets[owner] = bets.get(owner, 0) + hand.bet_cents
        total = 0
        for owner, less in put_up.items():
            handle = posted.get(chips_of(owner), 0) + less if stakes is None else stakes.get(owner, 0)
            total += handle
            self.players[slot, self.place, owner].raised += handle - bets[owner]
        return total

    def _add_round(self, at: int, table: TableCell, reader: HandReader, hands: list[tuple[str, HandSum]]) -> None:
        """To the cell of the table: what its hands have to do with each other."""
        if len(hands) > 1:
            for bots in (False, True):
                own = [hand for owner, hand in hands if is_bot(owner) is bots]
                if len(own) > 1:
                    add_all(table.across[bots], reader.across(own))
            self._add_own_hands(at // QUARTER, reader, hands)
        first: frozenset[str] = frozenset()
        for _, hand in hands:
            table.envy += hand.envy_cents
            if not hand.ended <= first:
                for ending in hand.endings:
                    if ending[0] not in first:
                        table.endings[ending] = table.endings.get(ending, 0) + 1
                first |= hand.ended
        if capped := reader.capped([hand for _, hand in hands]):
            table.capped += 1
            table.capped_cents += capped

    def _add_own_hands(self, slot: int, reader: HandReader, hands: list[tuple[str, HandSum]]) -> None:
        """Of players who have several."""
        owners = {owner for owner, _ in hands}
        for owner in owners if len(owners) < len(hands) else ():
            own = [hand for each, hand in hands if each == owner]
            if len(own) > 1:
                add_all(self.players[slot, self.place, owner].across, reader.across(own))

    def _fault(self, version: int, said: str) -> None:
        if len(self.faults) < FAULTS_MAX:
            self.faults.append(f"table {self.name}, event {version:,}, {said}")

    # --- everything else ---

    def _table(self, at: int) -> TableCell:
        return self.tables.setdefault((at // QUARTER, self.place), TableCell())

    def _player(self, at: int, player: str) -> PlayerCell:
        return self.players.setdefault((at // QUARTER, self.place, player), PlayerCell())

    def _hear(self, version: int, at: int, kind: str, body: Mapping[str, Any]) -> None:
        posted = self._check_zero(body.get("postings", {}))
        if kind == events.SAT:
            self.names[body["player"]] = body["name"]
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
