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
HEARD = (*events.SETS_UP, *ENDS, events.DEALT, events.CORRECTED, events.JACKPOT)  # also where no chips of a person move


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
    bet_cents: int  # all chips that were put up, also by choices
    net_cents: int
    void: bool
    corrected_cents: int  # of the net: put right later
    fed_cents: int = 0  # of the bet: on progressives
    jackpot_cents: int = 0  # won of progressives, also what waits to be paid by hand


class Past:
    """Of one person at one table: eight bytes a figure, for a table has many rounds."""

    def __init__(self, chips: int = 0) -> None:
        self.chips = chips
        self.in_action = 0  # of the chips of this round, so many are not settled
        self.moves: list[Move] = []
        self.numbers, self.ats, self.bets, self.configs, self.versions = (array("Q") for _ in range(5))
        self.nets, self.voids = array("q"), array("b")
        self.corrected: Counter[int] = Counter()  # cents by place; few rounds are
        self.fed: Counter[int] = Counter()  # the same, of bets on progressives
        self.jackpots: Counter[int] = Counter()  # and of what they paid

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
    _dealt: dict[str, int] = field(default_factory=dict)  # cents put up in the round that is on, by person
    _dealt_at: int = 0  # the version
    _fed: Counter[str] = field(default_factory=Counter)  # of it, on progressives
    _jackpots: Counter[str] = field(default_factory=Counter)  # what they paid in the round that is on
    _beside: dict[str, int] = field(default_factory=dict)  # what a bet on each progressive costs

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
        elif row.kind == events.JACKPOT:
            for award in body["awards"]:
                self._jackpots[award["player"]] += award["cents"]
        for account, cents in body.get("postings", {}).items():
            if account.startswith(PLAYER) and not account.startswith(BOT):
                self._post(row, account.removeprefix(PLAYER), cents)
        if row.kind in ENDS:
            self._end(row)
        elif row.kind == events.CORRECTED:
            self._correct(row, body)
        elif row.kind == events.HAND_PAID:
            self._add(self._past(body["player"]), body["round"], body["cents"])

    def _configure(self, config: Mapping[str, Any]) -> None:
        practice = bool(owner_of(self.name)) or config["practice"]
        self.configs.append((config["title"], config["game"], practice))
        self._beside = {each["name"]: each["terms"]["bet_cents"] for each in config.get("progressives", ())}

    @property
    def _practice(self) -> bool:
        return self.configs[-1][2]

    def _past(self, player: str) -> Past:
        return self.people.setdefault(player, Past())

    def _post(self, row: Stored, player: str, cents: int) -> None:
        past = self._past(player)
        past.chips += cents
        if row.kind in (events.BOUGHT_IN, events.LEFT):
            past.moves.append(Move(row.at, -cents, self._practice))
        elif row.kind not in (events.CORRECTED, events.HAND_PAID):
            past.in_action -= cents
            if cents < 0 and player in self._dealt and row.version > self._dealt_at:
                self._dealt[player] -= cents  # put up by a choice

    def _deal(self, row: Stored, body: Mapping[str, Any]) -> None:
        self._dealt, self._dealt_at = {}, row.version
        self._fed, self._jackpots = Counter(), Counter()
        for owner, wagers in zip(body["owners"], body["wagers"], strict=True):
            if owner and not owner.startswith("bot-"):
                self._dealt[owner] = self._dealt.get(owner, 0) + sum(wagers.values())
        for name, seats in body.get("fed", {}).items():
            for seat in seats:
                if (owner := body["owners"][int(seat) - 1]) in self._dealt:
                    self._dealt[owner] += self._beside.get(name, 0)
                    self._fed[owner] += self._beside.get(name, 0)

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
            for kept, found in ((past.fed, self._fed), (past.jackpots, self._jackpots)):
                if cents := found[player]:
                    kept[len(past.numbers) - 1] = cents
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
        if (place := self._add(past, body["round"], cents)) is not None:
            past.corrected[place] += cents

    def _add(self, past: Past, number: int, cents: int) -> int | None:
        """More came of a round; where it stands, if it is not archived."""
        place = bisect_left(past.numbers, number)
        if place == len(past.numbers) or past.numbers[place] != number:
            return None
        past.nets[place] += cents
        return place

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
            bool(past.voids[place]), past.corrected[place], past.fed[place], past.jackpots[place],
        )  # fmt: skip

    def details(self, ledger: Ledger, player: str, number: int) -> dict[str, Any]:
        """The bets of a person's round and what became of them, by seat, as the stream says them.

        With what was bet on progressives, and what they paid, where there was any.
        """
        past = self.people[player]
        place = bisect_right(past.numbers, number) - 1
        rows = rows_of(ledger, self.name, past.versions[place] - 1, 20)
        dealt = next(rows).body
        hits: list[Mapping[str, Any]] = []
        for row in rows:
            if row.kind == events.JACKPOT:
                hits += [{**each, "progressive": row.body["progressive"]} for each in row.body["awards"]]
            if row.kind in ENDS:
                ended = row.body
                break
        return {
            str(seat): {"wagers": wagers, "won": ended["won"].get(str(seat), {}), **_progressives(dealt, hits, seat)}
            for seat, (owner, wagers) in enumerate(zip(dealt["owners"], dealt["wagers"], strict=True), 1)
            if owner == player
        }


def _progressives(dealt: Mapping[str, Any], hits: list[Mapping[str, Any]], seat: int) -> dict[str, Any]:
    fed = {name: seats[str(seat)] for name, seats in dealt.get("fed", {}).items() if str(seat) in seats}
    shown = ("progressive", "cents", "why", "tier", "by_hand")
    own = [{key: each[key] for key in shown} for each in hits if each["seat"] == seat]
    return ({"fed": fed} if fed else {}) | ({"jackpots": own} if own else {})
