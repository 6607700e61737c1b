"""A table's stream heard for the books, and held against its double entry as it is heard.

Of a round three kinds of rows count: `dealt` has the bets, `paid` and the end have the results and the postings. What
was put up in play follows from the postings: a player gets back what was put up and what it won. So the results by
wager, the chips that came off the felt, and the house's account are three accounts of the same round, and must agree.

A ledger writes a body in one way only, so parts of it are found by where they stand in its text, and what was read once
is known by its words.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import from_json

from houseway.house import events
from houseway.house.books.calendar import QUARTER, SECOND
from houseway.house.books.cells import PlayerCell, TableCell, add_all
from houseway.house.books.hand_sum import HandReader
from houseway.house.books.quarter import BETWEEN_BETS, BETWEEN_OWNERS, Quarter
from houseway.house.configuration import TableConfig
from houseway.house.cut import Cut, cut_of
from houseway.house.ledger.store import Ledger, Text
from houseway.house.money import BREAKAGE, CAGE, FELT, HOUSE, TOKES, chips_of

HEARD = (
    *events.SETS_UP, events.SAT, events.BOUGHT_IN, events.LEFT, events.DEALT, events.PAID, events.SETTLED,
    events.VOIDED, events.RULED, events.CORRECTED,
)  # fmt: skip
BREAK_US = 300 * SECOND  # rounds further apart than this do not follow each other
FAULTS_MAX = 20  # are told
OWNERS, OWNERS_END, ROUND, WAGERS, DEALT_ENDS = '"owners":["', '"]', ',"round":', ',"wagers":[{', "}]}"
POSTINGS, WON = '"postings":', '"won":'
DEALT, PAID, SETTLED, VOIDED = events.DEALT, events.PAID, events.SETTLED, events.VOIDED


@dataclass(slots=True)
class OnTheFelt:
    """The round that is on."""

    number: int
    at: int
    owners: str  # in the ledger's words
    wagers: str
    posted: dict[str, int] | None = None  # by what was paid in the middle of it
    paid: tuple[str, ...] = ()  # the bodies that say so


@dataclass
class TableTally:
    name: str
    version: int = 0
    configs: list[TableConfig] = field(default_factory=list)  # the first of each game and options
    place: int = -1  # of the configuration in force
    title: str = ""  # what its sign says now
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
    _signs: dict[str, tuple[int, str]] = field(default_factory=dict)  # place and title, by the words of an event
    _readers: dict[int, HandReader] = field(default_factory=dict)
    _quarter: Quarter | None = None  # that is not added up yet

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
        self.place, self.title = self._places[text], config.title

    def hear(self, rows: Iterable[Text]) -> None:
        """Some more of the stream. What it comes to is in the cells when it is added up."""
        for self.version, at, kind, text in rows:
            if kind == DEALT:
                self._deal(at, text)
            elif kind == SETTLED:
                self._end(at, text, void=False)
            elif kind == PAID:
                self._pay(text)
            elif kind == VOIDED:
                self._end(at, text, void=True)
            elif kind in events.SETS_UP:
                self._set_up(kind, text)
            elif kind in HEARD:
                self._hear(at, kind, from_json(text))

    def add_up(self) -> None:
        if self._quarter:
            self._quarter.add_up(self.players)
            self._quarter = None

    def _set_up(self, kind: str, text: str) -> None:
        """Tables are configured again and again in the same few ways."""
        first, last = text.find('"config":'), text.find(',"edition":')
        said = text[first:last] if 0 < first < last else ""
        if said and said in self._signs:
            self.place, self.title = self._signs[said]
            return
        self.configure(TableConfig.recorded(events.current(kind, json.loads(text))["config"]))
        if said:
            self._signs[said] = self.place, self.title

    # --- rounds ---

    def _deal(self, at: int, text: str) -> None:
        """Between owners and round there are postings where somebody bets on a progressive."""
        first = text.find(OWNERS)
        end = text.find(OWNERS_END, first)
        number, last = text.find(ROUND, end), text.find(WAGERS, end)
        if not (0 < first < end < number < last and text.endswith(DEALT_ENDS)):
            raise ValueError("its parts are not where the house writes them")
        owners, wagers = text[first + len(OWNERS) : end], text[last + len(WAGERS) : -len(DEALT_ENDS)]
        if owners.count(BETWEEN_OWNERS) != wagers.count(BETWEEN_BETS):
            raise ValueError("it has not as many bets as places")
        self.on = OnTheFelt(int(text[number + len(ROUND) : last]), at, owners, wagers)
        if self.on.number != self.rounds + 1:
            self._fault(f"round {self.on.number} follows round {self.rounds}")
        self.rounds = self.on.number

    def _posted(self, text: str) -> dict[str, int]:
        """The postings in a body: they stand before its round, or before the reason for a void, and have no braces."""
        first = text.find(POSTINGS)
        if first < 0:
            return {}
        found: dict[str, int] = from_json(text[first + len(POSTINGS) : text.find("}", first) + 1])
        if over := sum(found.values()):
            self._fault(f"its postings are {over} cents from zero")
        return found

    def _pay(self, text: str) -> None:
        on, posted = self._in_play(), self._posted(text)
        if on.posted is None:
            on.posted = posted
        else:
            add_all(on.posted, posted.items())
        on.paid += (text,)

    def _in_play(self) -> OnTheFelt:
        if self.on is None:
            raise ValueError("no round was on")
        return self.on

    def _end(self, at: int, text: str, *, void: bool) -> None:
        on = self._in_play()
        posted = self._posted(text)
        if on.posted:
            add_all(posted, on.posted.items())
        quarter = self._quarter
        if quarter is None or quarter.slot != at // QUARTER or quarter.place != self.place:
            quarter = self._begin_quarter(at)
        back = self._settled_stakes(on, text) if void else posted
        won, put_up = quarter.add_round(on.owners, on.wagers, results_in(text), back, void)
        house = posted.get(HOUSE, 0) + posted.get(BREAKAGE, 0)
        if house != -won:
            self._fault(f"round {on.number}: by its results the house has {-won} cents, by its account {house}")
        if not void and put_up != -posted.get(FELT, 0):
            self._fault(f"round {on.number}: {put_up} cents were put up, {-posted.get(FELT, 0)} came off the felt")
        table = quarter.table
        table.tokes += posted.get(TOKES, 0)
        table.dealing_us += at - (self.ended if on.at - self.ended <= BREAK_US else on.at)
        table.rounds += not void
        table.voids += void
        self.on, self.ended = None, at

    def _begin_quarter(self, at: int) -> Quarter:
        self.add_up()
        reader = self._readers.get(self.place)
        if reader is None:
            reader = self._readers[self.place] = HandReader(self.configs[self.place])
        self._quarter = Quarter(at // QUARTER, self.place, reader, self._table(at))
        return self._quarter

    @staticmethod
    def _settled_stakes(on: OnTheFelt, text: str) -> dict[str, int]:
        """What was settled before a round was void, by account; where all of it is void, nothing was."""
        found: dict[str, int] = {}
        if on.paid and not json.loads(text)["whole"]:
            owners = on.owners.split(BETWEEN_OWNERS)
            for closed in (each for paid in on.paid for each in json.loads(paid)["settled"]):
                account = chips_of(owners[closed["seat"] - 1])
                found[account] = found.get(account, 0) + closed["stake"]
        return found

    def _fault(self, said: str) -> None:
        if len(self.faults) < FAULTS_MAX:
            self.faults.append(f"table {self.name}, event {self.version:,}, {said}")

    # --- everything else ---

    def _table(self, at: int) -> TableCell:
        return self.tables.setdefault((at // QUARTER, self.place), TableCell())

    def _player(self, at: int, player: str) -> PlayerCell:
        key = (at // QUARTER, self.place, player)
        cell = self.players.get(key)
        if cell is None:
            cell = self.players[key] = PlayerCell()
        return cell

    def _hear(self, at: int, kind: str, body: Mapping[str, Any]) -> None:
        posted = body.get("postings", {})
        if over := sum(posted.values()):
            self._fault(f"its postings are {over} cents from zero")
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
            self._correct(at, body, posted)

    def _correct(self, at: int, body: Mapping[str, Any], posted: Mapping[str, int]) -> None:
        table, cell = self._table(at), self._player(at, body["player"])
        table.corrections += 1
        table.tokes += posted.get(TOKES, 0)
        cell.out += posted.get(CAGE, 0)
        add_all(cell.corrected, [(body["wager"], -body["cents"])])
        if posted.get(HOUSE, 0) != -body["cents"]:
            self._fault(f"a correction of {body['cents']} cents moves {posted.get(HOUSE, 0)} of the house's")


def results_in(text: str) -> dict[str, str]:
    """What an end says was won: the words between the braces, by seat."""
    first = text.find(WON)
    if first < 0:
        return {}  # a void round of format 1 had paid nothing
    said = text[first + len(WON) :]
    if said == "{}}":
        return {}
    if not (said.startswith('{"') and said.endswith("}}}")):
        raise ValueError("its results are not as the house writes them")
    return dict([part.split('":{') for part in said[2:-3].split('},"')])
