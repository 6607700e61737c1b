"""Hints at practice tables: what each act is worth, told to the player whose turn it is, and to nobody else.

They are worked out in a thread of their own, one at a time, and never hold up play: who waits is told so, and what
comes too late for its choice is told all the same, so that the choice can be judged.
"""

import asyncio
import math
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from houseway.analysis.hints import Advisor, Hint, told_acts
from houseway.analysis.whole import Whole
from houseway.engine.replay import Pending, Replay
from houseway.games.game import Game, Settings
from houseway.house.round import TableRound
from houseway.house.table import Table
from houseway.rules.refused import Refused
from houseway.web.floor import Floor
from houseway.web.logs import log
from houseway.web.outbox import to_text

AT_ONCE_MAX = 40  # choices of one table that are worked out behind play; more are not judged

Choice = tuple[int, int, int]  # round, choices made in it before, acts within the chips


class PracticeHints:
    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hints")
        self._advisors: dict[tuple[Any, ...], Advisor] = {}
        self._begun: dict[tuple[Any, ...], float] = {}
        self._took: dict[str, float] = {}  # by game: seconds from asking for an advisor to having it, the last time
        self._told: dict[str, tuple[Choice, dict[str, Any]]] = {}  # by table: what was said of its last choice
        self._working: Counter[str] = Counter()  # by table: choices that are being worked out
        self._asked: dict[str, tuple[Choice, float]] = {}  # by table: the last of them, and since when it waits

    def shown(self, table: Table) -> None:
        """Say what is known of the choice that waits, or begin to find out; somebody who sits down will want hints."""
        if not table.set_up.practice:
            return
        if any(not player.bot for player in table.players.values()):
            self._advisor(table.game, table.settings)
        choice = _choice(table)
        if choice is None:
            return
        known, message = self._told.get(table.name, (None, {}))
        if known == choice:
            self._tell(table, {**message, "version": table.version})
        elif self._asked.get(table.name, (None, 0.0))[0] == choice:
            self._tell_wait(table)
        elif self._working[table.name] < AT_ONCE_MAX and self._watchers(table):
            self._asked[table.name] = choice, time.monotonic()
            self._working[table.name] += 1
            self._floor.start(self._work_out(table, choice))
            self._tell_wait(table)

    async def _work_out(self, table: Table, choice: Choice) -> None:
        round_ = table.round
        assert round_ is not None
        assert round_.pending is not None
        wait, now, owner, version = round_.pending, round_.now, _owner(round_), table.version
        try:
            loop = asyncio.get_running_loop()
            ranked, whole = await loop.run_in_executor(self._thread, self._rank, round_, now, wait, choice[-1])
        except Refused as refusal:
            log.warning("no hints", table=table.name, reason=str(refusal))
            ranked, whole = [], None
        except Exception:
            log.fault("fault in a hint", table=table.name)
            ranked, whole = [], None
        finally:
            if table.name in self._working:  # not forgotten meanwhile
                self._working[table.name] -= 1
        message = {"type": "hints", "version": version, "seat": wait.seat, "hand": wait.hand}
        message |= {"acts": told_acts(ranked, whole), **({"covers": whole.told()} if whole else {})}
        current = self._floor.pit.tables.get(table.name)
        if current is not None and _choice(current) == choice:
            self._told[table.name] = (choice, message)
            self.shown(current)
            return
        for watcher in self._floor.gallery.of(table.name, owner):
            watcher.outbox.answer(message)  # play has gone on; what was chosen is judged now

    def _rank(self, round_: TableRound, now: Replay, wait: Pending, options: int) -> tuple[list[Hint], Whole | None]:
        advisor = self._advisor(round_.game, round_.settings)
        ranked = advisor.rank(now, wait.seat, wait.hand, options)
        return ranked, advisor.whole(now, wait.seat, wait.hand, ranked)

    def _advisor(self, game: Game, settings: Settings) -> Advisor:
        """Made once, and prepared at once: some take seconds."""
        key = _key(game, settings)
        if key not in self._advisors:
            self._advisors[key] = Advisor(game, settings)
            self._begun[key] = time.monotonic()
            self._thread.submit(self._prepare, key)
        return self._advisors[key]

    def _prepare(self, key: tuple[Any, ...]) -> None:
        self._advisors[key].prepare()
        self._took[key[0]] = time.monotonic() - self._begun[key]

    def _tell(self, table: Table, message: dict[str, Any]) -> None:
        for watcher in self._watchers(table):
            watcher.outbox.add_to_view(to_text(message))

    def _tell_wait(self, table: Table) -> None:
        """Where values do not come at once: how long the player waits, and what it took before, which is no promise."""
        key = _key(table.game, table.settings)
        advisor = self._advisors.get(key)
        if advisor is None or advisor.ready():
            return
        so_far = int(time.monotonic() - self._asked[table.name][1])
        last = math.ceil(self._took.get(key[0], 0))
        self._tell(table, {"type": "working", "version": table.version, "so_far": so_far, "last": last})

    def _watchers(self, table: Table) -> list[Any]:
        assert table.round is not None
        return self._floor.gallery.of(table.name, _owner(table.round))

    def forget(self, name: str) -> None:
        self._told.pop(name, None)
        self._asked.pop(name, None)
        self._working.pop(name, None)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def _key(game: Game, settings: Settings) -> tuple[str, Settings]:
    return game.slug, settings


def _choice(table: Table) -> Choice | None:
    """The choice that waits, however often the table is shown meanwhile."""
    if not table.playing or table.round is None or table.round.pending is None:
        return None
    within = table.round.acts_within(table.chips(_owner(table.round)))
    return table.rounds, len(table.round.choices), sum(1 << act for act in within)


def _owner(round_: TableRound) -> str:
    assert round_.pending is not None
    return round_.owners[round_.pending.seat - 1]
