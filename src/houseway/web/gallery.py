"""The gallery: everyone who watches a table through a socket, and what each of them is shown."""

import json
from collections import defaultdict
from collections.abc import Callable, Collection

from houseway.house.draft import Actor
from houseway.house.linked.displayed import link_view, progressives_view
from houseway.house.pit import Pit
from houseway.house.table import Table
from houseway.house.table_view import View, table_view
from houseway.web.logs import log
from houseway.web.outbox import Outbox, to_text

POLICY, GONE = 1008, 4404  # close codes: not so; the table is there no more
COME_BACK = (1012, "you are kept from now on")  # a page opens its line again, with the new cookie
ENDED = "your session was ended, here or in another browser"
FORGOTTEN = (POLICY, "you were forgotten, here or in another browser")


class Watcher:
    """One socket at one table."""

    def __init__(self, actor: Actor, endings: Collection[str]) -> None:
        self.actor = actor
        self.endings = endings  # of its session
        self.outbox = Outbox()
        self.dismissed: tuple[int, str] | None = None  # with which code and reason the house ends it


class Gallery:
    def __init__(self, pit: Pit) -> None:
        self._pit = pit
        self._watchers: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._shown: dict[str, int] = {}  # version that everyone watching has
        self._ticked: dict[str, tuple[int, str]] = {}  # by link, the last version that was told, and in which words
        self.when_shown: list[Callable[[Table], None]] = []  # told when somebody has been shown a table
        self.when_forgotten: list[Callable[[str], None]] = []

    @property
    def sockets(self) -> int:
        return sum(map(len, self._watchers.values()))

    def add(self, name: str, watcher: Watcher) -> None:
        self._watchers[name].add(watcher)

    def remove(self, name: str, watcher: Watcher) -> None:
        self._watchers[name].discard(watcher)

    def forget(self, name: str) -> bool:
        """Whether nobody watches the table; then nothing of it is kept."""
        if self._watchers[name]:
            return False
        del self._watchers[name]
        self._shown.pop(name, None)
        for forgotten in self.when_forgotten:
            forgotten(name)
        return True

    def of(self, name: str, player: str) -> list[Watcher]:
        """A player's sockets at a table."""
        return [watcher for watcher in self._watchers[name] if watcher.actor.id == player]

    def view(self, name: str, viewer: str = "") -> View:
        return self._view(name, viewer, self._meters_at(name))

    def _view(self, name: str, viewer: str, meters: list[View]) -> View:
        table = self._pit.table(name)
        view = table_view(table, viewer_of(table, viewer), self._pit.broken.get(name, ""))
        return {**view, "progressives": meters} if meters else view

    def _meters_at(self, name: str) -> list[View]:
        """The same for everyone at a table."""
        return progressives_view(self._pit.table(name), self._pit.links.look)

    def show(self, name: str, watcher: Watcher) -> None:
        """Send one watcher the table as it is."""
        watcher.outbox.show(self._message(self.view(name, watcher.actor.id)))
        self._tell_shown(name)

    def show_all(self, name: str) -> None:
        """Send everyone the table; a view is made and written once for all who may see the same.

        What is stored is done: a view that cannot be made must not undo it.
        """
        table = self._pit.table(name)
        self._shown[name] = table.version
        texts: dict[str, str] = {}
        try:
            meters = self._meters_at(name) if self._watchers[name] else []
            for watcher in self._watchers[name]:
                viewer = viewer_of(table, watcher.actor.id)
                if viewer not in texts:
                    texts[viewer] = self._message(self._view(name, viewer, meters))
                watcher.outbox.show(texts[viewer])
            self._tell_shown(name)
        except Exception:
            log.fault("fault in a view", table=name)

    def tick(self, name: str, link: str) -> None:
        """Tell everyone at a table what the meters of its link show; nothing else of the table has changed."""
        if self._watchers[name]:
            shown = self._meters_text(link)
            for watcher in self._watchers[name]:
                watcher.outbox.tick(link, shown)

    def _meters_text(self, link: str) -> str:
        """Written once for all tables of a link that show the same."""
        now = self._pit.links.look(link)
        kept = self._ticked.get(link)
        if kept is None or kept[0] != now.version:
            kept = self._ticked[link] = (now.version, to_text({"type": "meters", **link_view(now)}))
        return kept[1]

    def has_seen(self, name: str) -> bool:
        """Whether everyone watching has the table as it is now."""
        return self._shown.get(name) == self._pit.table(name).version

    def dismiss(self, name: str, reason: str) -> None:
        """Everyone at a table is shown out; a page does not come back by itself."""
        for watcher in self._watchers[name]:
            watcher.dismissed = (GONE, reason)
            watcher.outbox.close()

    def turn_out(self, ending: str, how: tuple[int, str] = (POLICY, ENDED)) -> None:
        """Sessions were ended: their sockets are closed."""
        for watchers in self._watchers.values():
            for watcher in watchers:
                if ending in watcher.endings:
                    watcher.dismissed = how
                    watcher.outbox.close()

    def close(self) -> int:
        """Tell everyone that the house is closing; how many there were."""
        told = [watcher for watchers in self._watchers.values() for watcher in watchers]
        for watcher in told:
            watcher.outbox.answer({"type": "closing", "reason": "the house is closing; your seat is kept a while"})
            watcher.outbox.close()
        return len(told)

    def _message(self, view: View) -> str:
        return f'{{"type":"view","now":{self._pit.clock()},"view":{json.dumps(view, separators=(",", ":"))}}}'

    def _tell_shown(self, name: str) -> None:
        for shown in self.when_shown:
            shown(self._pit.table(name))


def viewer_of(table: Table, player: str) -> str:
    """Whose eyes a player has at a table: their own if they play there, else anybody's."""
    plays = player in table.players or (table.round is not None and player in table.round.owners)
    return player if plays else ""
