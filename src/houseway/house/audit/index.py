"""Where to find what in a table's stream: the versions of each kind of event, of each person, of each round.

Eight bytes an event and person, so that an auditor's question is answered without reading the stream again.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence

from houseway.house import events
from houseway.house.irregularities import round_concerned
from houseway.house.ledger.store import Stored
from houseway.house.table import Table

_ENDS = (events.SETTLED, events.VOIDED)
_OF_THE_ROUND = (events.CHOSE, events.PAID, *_ENDS)
_PLAYER = "player:"


def _versions() -> "array[int]":
    return array("Q")


class Index:
    """Of all events, or of those behind a version and a round that are archived."""

    def __init__(self, version: int = 0, rounds: int = 0) -> None:
        self.head = version
        self._version, self._rounds = version, rounds
        self.kinds: defaultdict[str, array[int]] = defaultdict(_versions)
        self.people: defaultdict[str, array[int]] = defaultdict(_versions)
        self._ends = _versions()  # the last version of each round
        self._elsewhere: set[int] = set()  # versions that name another round than the one they stand in
        self._named: defaultdict[int, array[int]] = defaultdict(_versions)  # those, by the round that they name

    def hear(self, row: Stored, table: Table) -> None:
        """One more event, and the table after it."""
        self.head = row.version
        self.kinds[row.kind].append(row.version)
        for player in _people_in(row, table):
            self.people[player].append(row.version)
        named = round_concerned(row.body)
        if named and named != self._rounds + len(self._ends) + 1:
            self._elsewhere.add(row.version)
            self._named[named].append(row.version)
        if row.kind in _ENDS:
            self._ends.append(row.version)
        elif row.kind == events.REVEALED and self._ends and self._ends[-1] == row.version - 1:
            self._ends[-1] = row.version  # the cards are shown as the round ends

    @property
    def first(self) -> int:
        """The first version that is here."""
        return self._version + 1

    def find(
        self, *, kind: str = "", player: str = "", round_: int = 0, before: int, limit: int, least: int = 0
    ) -> list[int]:
        """Versions from `least` on and below `before` of what fits all that is asked, the newest first.

        A round has all that happened since the one before: bets, who came and went, the shuffle; and whatever names it
        later, as a correction does, which is not of the round it stands in.
        """
        first, last = max(self.first, least), min(self.head, before - 1)
        asked: list[Sequence[int]] = [self._of_round(round_)] if round_ else []
        asked += [self.kinds.get(kind, ())] if kind else []
        asked += [self.people.get(player, ())] if player else []
        rarest, *others = sorted(asked, key=len) or [range(self._version + 1, self.head + 1)]
        found: list[int] = []
        for place in range(bisect_right(rarest, last) - 1, -1, -1):
            version = rarest[place]
            if version < first or len(found) == limit:
                break
            if all(_has(other, version) for other in others):
                found.append(version)
        return found

    def is_void(self, number: int) -> bool | None:
        """Whether a round that is here ended so; None: it is on."""
        place = number - self._rounds
        if place > len(self._ends):
            return None
        ended = self._ends[place - 1]  # or the reveal behind it
        return any(_has(self.kinds.get(events.VOIDED, ()), version) for version in (ended, ended - 1))

    def _of_round(self, round_: int) -> Sequence[int]:
        place = round_ - self._rounds  # among those that are here
        if not 1 <= place <= len(self._ends) + 1:
            return ()
        first = self._ends[place - 2] + 1 if place > 1 else self.first
        last = self._ends[place - 1] if place <= len(self._ends) else self.head
        stand = [version for version in range(first, last + 1) if version not in self._elsewhere]
        return [*stand, *self._named.get(round_, ())]  # what names a round comes after it


def _has(versions: Sequence[int], version: int) -> bool:
    place = bisect_left(versions, version)
    return place < len(versions) and versions[place] == version


def _people_in(row: Stored, table: Table) -> set[str]:
    """Whom an event is about: by name, by chips, or because the round is theirs."""
    people = {account.removeprefix(_PLAYER) for account in row.body.get("postings", {}) if account.startswith(_PLAYER)}
    if "player" in row.body:
        people.add(row.body["player"])
    people.update(owner for owner in row.body.get("owners", ()) if owner)
    if row.kind in _OF_THE_ROUND and table.round is not None:
        owners = table.round.owners
        people.update([owners[row.body["seat"] - 1]] if row.kind == events.CHOSE else filter(None, owners))
    return people
