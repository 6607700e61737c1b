"""What the tables kept against what they should keep: actual hold, the exact edge, and how far chance explains it.

A wager's expected hold is its exact edge times the chips bet on it before the round, and its variance that of the exact
solution. People are held against best play, which few of them manage: their hold tends to be higher. Bots are held
against the strategy they play. A bet that a choice adds is expected by the first bet, in whose units it is solved, over
all rounds; its hold is of the chips on it, and so is the hold expected of it. Pays are taken before rounding and caps;
seats of one round share cards, which the z-score leaves out, as it leaves out that edges of a wager can depend on the
size of another. Corrections are no chance: they are told apart, and hold and z are of the rounds as they were dealt.
"""

import csv
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from io import StringIO
from typing import Any

from houseway.analysis.at_hand import at_hand
from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.analysis.follow_ons import follow_ons, leading
from houseway.analysis.solve import OPTIMAL, solve
from houseway.analysis.solver import Progress
from houseway.games.game import Game, Settings
from houseway.house import events
from houseway.house.audit.memory import SETTLED, VOIDED, Memory, Remembered, dealt_again
from houseway.house.audit.stream import chosen_tables, rows_of
from houseway.house.configuration import TableConfig
from houseway.house.ledger.store import Ledger, canonical
from houseway.house.own_tables import is_practice
from houseway.rules.refused import Refused

PEOPLE, BOTS = "people", "bots"
HOLD_COLUMNS = (
    "table", "practice", "game", "who", "wager", "rounds", "bet_cents", "held_cents", "corrected_cents", "hold",
    "expected_cents", "expected_hold", "z", "departs",
)  # fmt: skip
HOUSE_POLICIES = ("cap_cents", "cap_per", "rounding", "grain_cents")


@dataclass
class Hold:
    """One wager at one table, for people or for bots; rounds for practice are counted apart."""

    table: str
    practice: bool
    game: str
    who: str
    wager: str
    rounds: int = 0  # times it was bet, or paid without a bet
    bet_cents: int = 0  # before the round; what arises in play (insurance) when it arose
    held_cents: int = 0  # by the house, as the rounds were dealt; negative: paid out
    expected_cents: float = 0.0
    variance: float = 0.0
    known: bool = True  # whether theory covers all of it
    departs: dict[str, None] = field(default_factory=dict)  # in what its rules departed from the approved ones
    alone_cents: int = 0  # of those bet, with nothing beside them
    corrected_cents: int = 0  # what pays put right later moved to the house; negative: paid out
    led_by: str = ""  # the first bet, of one that a choice adds: what is expected is of that, over all rounds
    share_cents: float = 0.0  # of such a bet what the very chips on it should bring

    @property
    def hold(self) -> float | None:
        return self.held_cents / self.bet_cents if self.bet_cents else None

    @property
    def expected_hold(self) -> float | None:
        """Of the chips that were bet on it."""
        should = self.share_cents if self.led_by else self.expected_cents
        return should / self.bet_cents if self.bet_cents and self.known else None

    @property
    def z(self) -> float | None:
        """Standard deviations between the hold and what was expected."""
        if not self.known or not self.variance:
            return None
        return (self.held_cents - self.expected_cents) / math.sqrt(self.variance)

    def add(
        self, counted: "WagerCount", theory: WagerSolution | None, *, alone: bool, first: "WagerCount | None" = None
    ) -> None:
        """`first` is the first bet of the same rounds and others, where theory is told in its units."""
        self.rounds += counted.rounds
        self.bet_cents += counted.bet_cents
        self.alone_cents += counted.bet_cents if alone else 0
        self.held_cents += counted.held_cents
        if theory is None:
            self.known = False
        else:
            of = first or counted
            self.share_cents += counted.bet_cents * float(theory.edge.value / theory.action.value) if first else 0
            self.expected_cents += of.bet_cents * float(theory.edge.value)
            self.variance += of.squares * float(theory.variance.value)

    def to_json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "practice": self.practice,
            "game": self.game,
            "who": self.who,
            "wager": self.wager,
            "rounds": self.rounds,
            "bet_cents": self.bet_cents,
            "alone_cents": self.alone_cents,
            "held_cents": self.held_cents,
            "corrected_cents": self.corrected_cents,
            "hold": self.hold,
            "expected_cents": round(self.expected_cents) if self.known else None,
            "expected_hold": self.expected_hold,
            "led_by": self.led_by,
            "z": self.z,
            "departs": list(self.departs),
        }


@dataclass
class WagerCount:
    """A wager under one configuration and one strategy: sums of whole numbers, whatever theory says of them."""

    rounds: int = 0
    bet_cents: int = 0
    squares: int = 0  # of the cents bet
    held_cents: int = 0

    def add(self, bet_cents: int, won_cents: int) -> None:
        self.rounds += 1
        self.bet_cents += bet_cents
        self.squares += bet_cents**2
        self.held_cents -= won_cents

    def join(self, other: "WagerCount") -> None:
        self.rounds += other.rounds
        self.bet_cents += other.bet_cents
        self.squares += other.squares
        self.held_cents += other.held_cents


Figures = Mapping[str, WagerSolution]
Theory = Callable[[Game, Settings, str], Figures]  # of a game under settings, for a strategy; {} is not known


def from_store(game: Game, settings: Settings, strategy: str) -> Figures:
    """What is known at once: a server does not stop to solve."""
    return at_hand(game, settings, strategy)


def solved(game: Game, settings: Settings, strategy: str, progress: Progress | None = None) -> Figures:
    """From the store, or solved now unless that takes many minutes."""
    try:
        return solve(game, settings, strategy, progress=progress).wagers
    except Refused:
        return {}


def holds(ledger: Ledger, tables: Sequence[str] = (), theory: Theory = from_store) -> list[Hold]:
    """Every wager that was bet, by table, people before bots. Of a void round counts what was paid in it."""
    theory = cached_theory(theory)
    return [row for name in chosen_tables(ledger, tables) for row in holds_of_table(ledger, name, theory)]


def holds_of_table(ledger: Ledger, name: str, theory: Theory) -> list[Hold]:
    count = HoldCount(name, theory)
    memory = Memory.begun(ledger, name, kept=1)
    if memory.cut:
        count.go_on_from(memory.cut.state["hold"])
    for row in rows_of(ledger, name, memory.table.version):
        memory.hear(row)
        if row.kind in (events.SETTLED, events.VOIDED):
            count.add(memory.rounds[-1])
        elif row.kind == events.CORRECTED:
            count.correct(memory.table.set_up, row.body)
    return count.rows()


@dataclass
class Total:
    """What the house has of many tables: of the room, or of practice, which is no business of the room's."""

    practice: bool
    who: str
    tables: int
    bet_cents: int
    held_cents: int
    corrected_cents: int

    @property
    def hold(self) -> float | None:
        return self.held_cents / self.bet_cents if self.bet_cents else None


def totals(rows: Iterable[Hold]) -> list[Total]:
    """The room before practice, people before bots."""
    groups: dict[tuple[bool, bool, str], list[Hold]] = {}
    for row in rows:
        groups.setdefault((row.practice, row.who != PEOPLE, row.who), []).append(row)
    return [
        Total(
            practice,
            who,
            len({row.table for row in found}),
            sum(row.bet_cents for row in found),
            sum(row.held_cents for row in found),
            sum(row.corrected_cents for row in found),
        )
        for (practice, _, who), found in sorted(groups.items())
    ]


def hold_csv(rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as `to_json` has them, with practice in a column of its own."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(HOLD_COLUMNS)
    for row in rows:
        told = {**row, "practice": "yes" if row["practice"] else "no", "departs": " ".join(row["departs"])}
        lines.writerow([told[name] for name in HOLD_COLUMNS])
    return text.getvalue()


def before_policies(game: Game, settings: Settings) -> Settings:
    """A table's settings without caps and rounding, which no exact figure knows."""
    return game.settings({name: to for name, to in settings.items() if name not in HOUSE_POLICIES})


def cached_theory(theory: Theory) -> Theory:
    """Ask once for each game, settings before the house's policies, and strategy."""
    known: dict[tuple[Any, ...], Figures] = {}

    def ask(game: Game, settings: Settings, strategy: str) -> Figures:
        plain = before_policies(game, settings)
        key = (game.slug, strategy, *plain.items())
        if key not in known:
            known[key] = theory(game, plain, strategy)
        return known[key]

    return ask


class HoldCount:
    """Holds of one table, counted round by round as they are settled."""

    def __init__(self, name: str, theory: Theory) -> None:
        self.name = name
        self.theory = theory
        self._configs: dict[str, TableConfig] = {}  # by their text, in order
        self._last: tuple[TableConfig | None, int] = (None, 0)  # asked for last, and its place
        self._counted: dict[tuple[int, str, str, bool], WagerCount] = {}  # by configuration, bot, wager, whether alone
        self._corrected: dict[tuple[int, str, str], int] = {}  # cents by configuration, who and wager

    def add(self, kept: Remembered) -> None:
        assert kept.state in (SETTLED, VOIDED)
        won, place = kept.rows[-1].body["won"], self._place(kept.config)
        for seat, (owner, wagers) in enumerate(zip(kept.round.owners, kept.round.wagers, strict=True), 1):
            results = won.get(str(seat), {})
            if not owner or (kept.state == VOIDED and not results):
                continue
            placed = {name: cents for name, cents in wagers.items() if kept.state == SETTLED or name in results}
            arisen = _arisen(kept, seat, results.keys() - placed.keys()) if results.keys() - placed.keys() else {}
            for wager, cents in {**placed, **arisen}.items():
                key = (place, kept.players[owner].bot, wager, is_alone(wager, placed))
                self._counted.setdefault(key, WagerCount()).add(cents, results.get(wager, 0))

    def _place(self, config: TableConfig) -> int:
        if self._last[0] is not config:
            self._configs.setdefault(text := canonical(config.to_body()), config)
            self._last = (config, list(self._configs).index(text))
        return self._last[1]

    def correct(self, config: TableConfig, body: Mapping[str, Any]) -> None:
        """A pay that was put right later."""
        key = (self._place(config), BOTS if body["player"].startswith("bot-") else PEOPLE, body["wager"])
        self._corrected[key] = self._corrected.get(key, 0) + body["cents"]

    def rows(self) -> list[Hold]:
        found: dict[tuple[bool, str, str, str], Hold] = {}

        def row(config: TableConfig, who: str, wager: str) -> Hold:
            practice = is_practice(self.name, config)
            key = (practice, config.game, who, wager)
            return found.setdefault(key, Hold(self.name, practice, config.game, who, wager))

        configs = list(self._configs.values())
        for (place, bot, wager, alone), counted in self._counted.items():
            config = configs[place]
            theory = self.theory(config.the_game, config.settings(), bot or OPTIMAL)
            to = row(config, BOTS if bot else PEOPLE, wager)
            first = None
            if wager in follow_ons(config.the_game, theory):
                to.led_by = leading(config.the_game)
                first = self._first_bets(place, bot, to.led_by)
            to.add(counted, theory_of(theory, wager, alone=alone), alone=alone, first=first)
            to.departs |= dict.fromkeys(filter(None, [config.departing]))
        for (place, who, wager), cents in self._corrected.items():
            row(configs[place], who, wager).corrected_cents -= cents
        return sorted(found.values(), key=lambda row: (row.practice, row.game, row.who != PEOPLE))

    def _first_bets(self, place: int, bot: str, wager: str) -> WagerCount:
        """All that was bet on a wager under a configuration, with others beside it or without."""
        found = WagerCount()
        for alone in (False, True):
            found.join(self._counted.get((place, bot, wager, alone), WagerCount()))
        return found

    def to_json(self) -> dict[str, Any]:
        """What was counted so far, for whoever goes on from here."""
        return {
            "configs": [config.to_body() for config in self._configs.values()],
            "counted": [[*key, *astuple(counted)] for key, counted in self._counted.items()],
            "corrected": [[*key, cents] for key, cents in self._corrected.items()],
        }

    def go_on_from(self, said: Mapping[str, Any]) -> None:
        configs = map(TableConfig.recorded, said["configs"])
        self._configs = {canonical(config.to_body()): config for config in configs}
        self._counted = {tuple(each[:4]): WagerCount(*each[4:]) for each in said["counted"]}
        self._corrected = {tuple(each[:3]): each[3] for each in said["corrected"]}


def _arisen(kept: Remembered, seat: int, wagers: Iterable[str]) -> dict[str, int]:
    """Chips that went on wagers in the course of the round: only its cards tell, and they may be sealed for ever."""
    if not kept.round.order:
        return dict.fromkeys(wagers, 0)
    try:
        action = dealt_again(kept).action()
    except Refused:  # of rules that are not kept, and by which the rules in force cannot deal
        return dict.fromkeys(wagers, 0)
    return {wager: action[seat, kept.round.game.wagers.index(wager)] for wager in wagers}


def is_alone(wager: str, bets: Mapping[str, int]) -> bool:
    """Whether nothing stood beside it before the round."""
    return not any(bets[other] for other in bets if other != wager)


def theory_of(theory: Mapping[str, WagerSolution], wager: str, *, alone: bool) -> WagerSolution | None:
    """The solution that fits the bet: of the wager alone where nothing stood beside it; a toke's is its wager's."""
    name = wager.removesuffix("_toke")
    return theory.get(f"{name}_alone" if alone and f"{name}_alone" in theory else name)
