"""Hints at practice tables: what each act is worth, told to the player whose turn it is, and to nobody else.

They are worked out in a thread of their own, one at a time, and never hold up play: a hint that comes too late for its
choice is not sent.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from houseway.analysis.hints import Advisor, Hint
from houseway.engine.replay import Pending, Replay
from houseway.games.game import Game, Settings
from houseway.house.round import Round
from houseway.house.table import Table
from houseway.rules.refused import Refused
from houseway.web.floor import Floor
from houseway.web.logs import log
from houseway.web.outbox import to_text


class Hints:
    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hints")
        self._advisors: dict[tuple[Any, ...], Advisor] = {}
        self._told: dict[str, tuple[int, str]] = {}  # by table: the version, and what was said at it
        self._working: set[str] = set()

    def shown(self, table: Table) -> None:
        """Say what is known of the choice that waits, or begin to find out; somebody who sits down will want hints."""
        if not table.set_up.practice:
            return
        if any(not player.bot for player in table.players.values()):
            self._advisor(table.game, table.settings)
        if not table.playing or table.round is None or table.round.pending is None:
            return
        version, text = self._told.get(table.name, (0, ""))
        if version == table.version:
            self._tell(table, text)
        elif table.name not in self._working and self._floor.gallery.of(table.name, _owner(table.round)):
            self._working.add(table.name)
            self._floor.start(self._work_out(table))

    async def _work_out(self, table: Table) -> None:
        round_ = table.round
        assert round_ is not None
        assert round_.pending is not None
        wait, now = round_.pending, round_.now
        options = sum(1 << act for act in round_.acts_within(table.chips(_owner(round_))))
        try:
            loop = asyncio.get_running_loop()
            ranked = await loop.run_in_executor(self._thread, self._rank, round_, now, wait, options)
        except Refused as refusal:
            log.warning("no hints", table=table.name, reason=str(refusal))
            ranked = []
        except Exception:
            log.fault("fault in a hint", table=table.name)
            ranked = []
        finally:
            self._working.discard(table.name)
        acts = [{"act": hint.name, "value": hint.value} for hint in ranked]
        message = {"type": "hints", "version": table.version, "seat": wait.seat, "hand": wait.hand, "acts": acts}
        self._told[table.name] = (table.version, to_text(message))
        self.shown(self._floor.pit.table(table.name))

    def _rank(self, round_: Round, now: Replay, wait: Pending, options: int) -> list[Hint]:
        return self._advisor(round_.game, round_.settings).rank(now, wait.seat, wait.hand, options)

    def _advisor(self, game: Game, settings: Settings) -> Advisor:
        """Made once, and prepared at once: some take seconds."""
        key = (game.slug, *sorted(settings.items()))
        if key not in self._advisors:
            self._advisors[key] = Advisor(game, settings)
            self._thread.submit(self._advisors[key].prepare)
        return self._advisors[key]

    def _tell(self, table: Table, text: str) -> None:
        assert table.round is not None
        for watcher in self._floor.gallery.of(table.name, _owner(table.round)):
            watcher.outbox.add_to_view(text)

    def forget(self, name: str) -> None:
        self._told.pop(name, None)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def _owner(round_: Round) -> str:
    assert round_.pending is not None
    return round_.owners[round_.pending.seat - 1]
