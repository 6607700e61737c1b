"""The rounds of a person at every table, found by name."""

import json
from collections.abc import Iterator

from houseway.house import events
from houseway.house.audit.chronicle import Chronicle, Played
from houseway.house.cut import cut_of
from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused

ALL = 10**15  # rows: more than a stream has
ID_LEAST = 6  # letters of an id that are enough


def persons_called(ledger: Ledger, named: str) -> dict[str, str]:
    """Ids of those who sat down under a name, or whose id begins so, with what they were called last. No bots."""
    sat = dict(_sat(ledger))
    wanted = {player for player, name in _sat(ledger) if name.casefold() == named.casefold()}
    if len(named) >= ID_LEAST:
        wanted |= {player for player in sat if player.startswith(named)}
    if not wanted:
        raise Refused(f"nobody called '{named}' sat down at a table of this ledger")
    return {player: sat[player] for player in sat if player in wanted}


def rounds_of(ledger: Ledger, player: str, since: int, until: int) -> list[Played]:
    """Those that ended in a time, the newest first."""
    found: list[Played] = []
    for table in ledger.tables():
        chronicle = Chronicle.begun(ledger, table)
        chronicle.catch_up(ledger, ALL)
        found += [each for each in chronicle.played(player, until + 1) if each.at >= since]
    return sorted(found, key=lambda each: each.at, reverse=True)


def _sat(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Who sat down, in the order of each stream; before what is archived, who sat there then."""
    for table in ledger.tables():
        cut = cut_of(ledger, table)
        for player in cut.table().players.values() if cut else ():
            if not player.bot:
                yield player.id, player.name
        for _, _, _, text in ledger.skim(table, cut.last if cut else 0, ledger.head(table).version, (events.SAT,)):
            body = json.loads(text)
            if not body["bot"]:
                yield body["player"], body["name"]
