"""What the tables kept against what they should keep: actual hold, the exact edge, and how far chance explains it.

A wager's expected hold is its exact edge times the chips bet on it before the round, and its variance that of the exact
solution. People are held against best play, which few of them manage: their hold tends to be higher. Bots are held
against the strategy they play. Pays are taken before rounding and caps; seats of one round share cards, which the
z-score leaves out, as it leaves out that edges of a wager can depend on the size of another.
"""

import csv
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from houseway.analysis.exact.solution import WagerSolution
from houseway.analysis.solve import OPTIMAL, Progress, solve
from houseway.analysis.store import stored
from houseway.games.game import Game, Settings
from houseway.house import events
from houseway.house.alone import is_practice
from houseway.house.audit.memory import SETTLED, VOIDED, Memory, Remembered, dealt_again
from houseway.house.audit.stream import chosen_tables, rows_of
from houseway.house.configuration import TableConfig
from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused

PEOPLE, BOTS = "people", "bots"
HOLD_COLUMNS = (
    "table", "practice", "game", "who", "wager", "rounds", "bet_cents", "held_cents", "hold", "expected_cents",
    "expected_hold", "z", "departs",
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
    held_cents: int = 0  # by the house; negative: paid out
    expected_cents: float = 0.0
    variance: float = 0.0
    known: bool = True  # whether theory covers all of it
    departs: dict[str, None] = field(default_factory=dict)  # in what its rules departed from the approved ones

    @property
    def hold(self) -> float | None:
        return self.held_cents / self.bet_cents if self.bet_cents else None

    @property
    def expected_hold(self) -> float | None:
        return self.expected_cents / self.bet_cents if self.bet_cents and self.known else None

    @property
    def z(self) -> float | None:
        """Standard deviations between the hold and what was expected."""
        if not self.known or not self.variance:
            return None
        return (self.held_cents - self.expected_cents) / math.sqrt(self.variance)

    def add(self, bet_cents: int, won_cents: int, theory: WagerSolution | None) -> None:
        self.rounds += 1
        self.bet_cents += bet_cents
        self.held_cents -= won_cents
        if theory is None:
            self.known = False
        else:
            self.expected_cents += bet_cents * float(theory.edge.value)
            self.variance += bet_cents**2 * float(theory.variance.value)

    def to_json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "practice": self.practice,
            "game": self.game,
            "who": self.who,
            "wager": self.wager,
            "rounds": self.rounds,
            "bet_cents": self.bet_cents,
            "held_cents": self.held_cents,
            "hold": self.hold,
            "expected_cents": round(self.expected_cents) if self.known else None,
            "expected_hold": self.expected_hold,
            "z": self.z,
            "departs": list(self.departs),
        }


Figures = Mapping[str, WagerSolution]
Theory = Callable[[Game, Settings, str], Figures]  # of a game under settings, for a strategy; {} is not known


def from_store(game: Game, settings: Settings, strategy: str) -> Figures:
    """What is known at once: a server does not stop to solve."""
    found = stored(game, settings, strategy)
    return found.wagers if found else {}


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
    memory = Memory(name, kept=1)
    for row in rows_of(ledger, name):
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
        self.found: dict[tuple[bool, str, str, str], Hold] = {}
        self._said: tuple[TableConfig | None, str] = (None, "")

    def add(self, kept: Remembered) -> None:
        assert kept.state in (SETTLED, VOIDED)
        won, said = kept.rows[-1].body["won"], self._departing(kept.config)
        for seat, (owner, wagers) in enumerate(zip(kept.round.owners, kept.round.wagers, strict=True), 1):
            results = won.get(str(seat), {})
            if not owner or (kept.state == VOIDED and not results):
                continue
            bets = {name: cents for name, cents in wagers.items() if kept.state == SETTLED or name in results}
            if results.keys() - bets.keys():
                bets |= _arisen(kept, seat, results.keys() - bets.keys())
            player = kept.players[owner]
            theory = self.theory(kept.round.game, kept.config.settings(), player.bot or OPTIMAL)
            for wager in {**bets, **results}:
                row = self._row(kept.config, BOTS if player.bot else PEOPLE, wager)
                row.add(bets[wager], results.get(wager, 0), theory_of(theory, wager, bets))
                row.departs |= dict.fromkeys(filter(None, [said]))

    def _departing(self, config: TableConfig) -> str:
        """Asked once a configuration."""
        if self._said[0] is not config:
            self._said = (config, config.departing)
        return self._said[1]

    def correct(self, config: TableConfig, body: Mapping[str, Any]) -> None:
        """A pay that was put right later."""
        who = BOTS if body["player"].startswith("bot-") else PEOPLE
        self._row(config, who, body["wager"]).held_cents -= body["cents"]

    def _row(self, config: TableConfig, who: str, wager: str) -> Hold:
        practice = is_practice(self.name, config)
        key = (practice, config.game, who, wager)
        return self.found.setdefault(key, Hold(self.name, practice, config.game, who, wager))

    def rows(self) -> list[Hold]:
        return sorted(self.found.values(), key=lambda row: (row.practice, row.game, row.who != PEOPLE))


def _arisen(kept: Remembered, seat: int, wagers: Iterable[str]) -> dict[str, int]:
    """Chips that went on wagers in the course of the round: only its cards tell."""
    action = dealt_again(kept).action()
    return {wager: action[seat, kept.round.game.wagers.index(wager)] for wager in wagers}


def theory_of(theory: Mapping[str, WagerSolution], wager: str, bets: Mapping[str, int]) -> WagerSolution | None:
    """The solution that fits the bet: of the wager alone where nothing stood beside it; a toke's is its wager's."""
    name = wager.removesuffix("_toke")
    alone = [other for other in bets if other != wager and bets[other]] == []
    return theory.get(f"{name}_alone" if alone and f"{name}_alone" in theory else name)
