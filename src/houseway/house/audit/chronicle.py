"""What each person did at a table: chips bought and taken away, and every round they bet in, with what it came to.

It is folded from the postings alone, so it agrees with the accounts of the table to the cent, and needs no card. Rows
that move none of a person's chips are not even parsed.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from houseway.house import events
from houseway.house.audit.stream import rows_of
from houseway.house.cut import cut_of
from houseway.house.ledger.store import Ledger, Stored
from houseway.house.money import CAGE, chips_of
from houseway.house.own_tables import owner_of

PLAYER, BOT = chips_of(""), chips_of("bot-")
MARK = f'"{PLAYER}'  # in the text of a row that moves a person's chips
ENDS = (events.SETTLED, events.VOIDED)
HEARD = (*events.SETS_UP, *ENDS, events.DEALT, events.CORRECTED)  # also where no chips of a person move


class Move(NamedTuple):
    """Chips from the cage to a table (negative), or back."""

    at: int
    cents: int
    practice: bool


class Played(NamedTuple):
    """A round, as far as it is one person's."""

    table: str
    title: str
    game: str
    practice: bool
    round: int
    at: int
    bet_cents: int
    net_cents: int
    void: bool
    corrected_cents: int  # of the net: put right later


class Past:
    """Of one person at one table: eight bytes a figure, for a table has many rounds."""

    def __init__(self, chips: int = 0) -> None:
        self.chips = chips
        self.in_action = 0  # of the chips of this round, so many are not settled
        self.moves: list[Move] = []
        self.numbers, self.ats, self.bets, self.configs, self.versions = (array("Q") for _ in range(5))
        self.nets, self.voids = array("q"), array("b")
        self.corrected: Counter[int] = Counter()  # cents by place; few rounds are

    @property
    def cents(self) -> int:
        """On the table: chips, and bets that are not settled."""
        return self.chips + self.in_action


NOTHING = Past()


@dataclass
class Chronicle:
    """Of one table, as its stream is heard."""

    name: str
    version: int = 0
    archived: bool = False  # it begins behind rounds that lie in an archive
    people: dict[str, Past] = field(default_factory=dict)
    configs: list[tuple[str, str, bool]] = field(default_factory=list)  # title, game, practice
    _dealt: dict[str, int] = field(default_factory=dict)  # cents bet in the round that is on, by person
    _dealt_at: int = 0  # the version

    @classmethod
    def begun(cls, ledger: Ledger, name: str) -> "Chronicle":
        made = cls(name)
        if cut := cut_of(ledger, name):
            table = cut.table()
            made.version, made.archived = cut.last, True
            made._configure(table.set_up.to_body())
            for player in table.players.values():
                if not player.bot and (chips := table.chips(player.id)):
                    made.people[player.id] = Past(chips)
                    made.people[player.id].moves.append(Move(cut.row.at, -chips, made._practice))
        return made

    def catch_up(self, ledger: Ledger, most: int) -> int:
        """Hear what is new, at most so many rows; how many they were."""
        heard = 0
        for row in rows_of(ledger, self.name, self.version):
            self.hear(row)
            heard += 1
            if heard == most:
                break
        return heard

    def hear(self, row: Stored) -> None:
        self.version = row.version
        if row.kind in HEARD or MARK in row.text:
            self._hear(row, row.body)

    def _hear(self, row: Stored, body: Mapping[str, Any]) -> None:
        if row.kind in events.SETS_UP:
            self._configure(body["config"])
        if row.kind == events.DEALT:
            self._deal(row, body)
        for account, cents in body.get("postings", {}).items():
            if account.startswith(PLAYER) and not account.startswith(BOT):
                self._post(row, self._past(account.removeprefix(PLAYER)), cents)
        if row.kind in ENDS:
            self._end(row)
        elif row.kind == events.CORRECTED:
            self._correct(row, body)

    def _configure(self, config: Mapping[str, Any]) -> None:
        practice = bool(owner_of(self.name)) or config["practice"]
        self.configs.append((config["title"], config["game"], practice))

    @property
    def _practice(self) -> bool:
        return self.configs[-1][2]

    def _past(self, player: str) -> Past:
        return self.people.setdefault(player, Past())

    def _post(self, row: Stored, past: Past, cents: int) -> None:
        past.chips += cents
        if row.kind in (events.BOUGHT_IN, events.LEFT):
            past.moves.append(Move(row.at, -cents, self._practice))
        elif row.kind != events.CORRECTED:
            past.in_action -= cents

    def _deal(self, row: Stored, body: Mapping[str, Any]) -> None:
        self._dealt, self._dealt_at = {}, row.version
        for owner, wagers in zip(body["owners"], body["wagers"], strict=True):
            if owner and not owner.startswith("bot-"):
                self._dealt[owner] = self._dealt.get(owner, 0) + sum(wagers.values())

    def _end(self, row: Stored) -> None:
        for player, bet in self._dealt.items():
            past = self._past(player)
            past.numbers.append(row.body["round"])
            past.ats.append(row.at)
            past.bets.append(bet)
            past.nets.append(-past.in_action)  # what came back is more or less than what was put up
            past.configs.append(len(self.configs) - 1)
            past.voids.append(row.kind == events.VOIDED)
            past.versions.append(self._dealt_at)
            past.in_action = 0
        self._dealt = {}

    def _correct(self, row: Stored, body: Mapping[str, Any]) -> None:
        """A pay put right later belongs to its round. Whoever had left is paid at the cage."""
        player, cents = body["player"], body["cents"]
        past = self._past(player)
        if CAGE in body["postings"]:
            past.moves.append(Move(row.at, cents, self._practice))
        elif chips_of(player) not in body["postings"]:
            return  # the dealers'
        place = bisect_left(past.numbers, body["round"])
        if place < len(past.numbers) and past.numbers[place] == body["round"]:
            past.nets[place] += cents
            past.corrected[place] += cents

    # --- what is asked ---

    def played(self, player: str, before: int) -> Iterator[Played]:
        """A person's rounds that ended before a moment, the newest first."""
        past = self.people.get(player, NOTHING)
        for place in range(bisect_left(past.ats, before) - 1, -1, -1):
            yield self._played(past, place)

    def _played(self, past: Past, place: int) -> Played:
        title, game, practice = self.configs[past.configs[place]]
        return Played(
            self.name, title, game, practice, past.numbers[place], past.ats[place], past.bets[place], past.nets[place],
            bool(past.voids[place]), past.corrected[place],
        )  # fmt: skip

    def details(self, ledger: Ledger, player: str, number: int) -> dict[str, Any]:
        """The bets of a person's round and what became of them, by seat, as the stream says them."""
        past = self.people[player]
        place = bisect_right(past.numbers, number) - 1
        rows = rows_of(ledger, self.name, past.versions[place] - 1, 20)
        dealt = next(rows).body
        ended = next(row.body for row in rows if row.kind in ENDS)
        return {
            str(seat): {"wagers": wagers, "won": ended["won"].get(str(seat), {})}
            for seat, (owner, wagers) in enumerate(zip(dealt["owners"], dealt["wagers"], strict=True), 1)
            if owner == player
        }
