"""What an operator should look at: a hold, a hand or a player further out than chance goes.

Whoever looks often enough finds something rare. So each alert says how often chance alone brings one as rare among as
many looks (their number times the chance of one: no more than that, however they hang together), and a hand or a player
is told only where that is under one of a thousand.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.analysis.exact.shared.solution import Row
from houseway.games.wager_titles import wager_title
from houseway.games.words import counted, dollars, listed
from houseway.house.audit.hold import Theory
from houseway.house.books.cells import Ending, add_all
from houseway.house.books.gathered import Gathering
from houseway.house.books.luck import ALERT_Z, at_least, one_in
from houseway.house.books.rows import ROOM, ROOM_BOTS, TABLE, WAGER, BookRow
from houseway.house.books.tally import TableTally
from houseway.house.books.theory import cards_alone
from houseway.house.configuration import TableConfig

RARE = 0.001  # among all looks together
UNLIKELY = 0.0025  # a hold that chance brings more often is none to look at, however many deviations away
ROUNDED_CENTS = 100  # a pay is at most so far from its odds

HOLD, HAND, PLAYER = "hold", "hand", "player"


@dataclass(frozen=True)
class Alert:
    kind: str
    said: str  # a sentence
    chance: float  # of one as rare among all looks, at most
    looks: int
    z: float | None = None
    table: str = ""
    wager: str = ""
    outcome: str = ""
    player: str = ""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class HandLook(NamedTuple):
    """How often hands came that only the cards have a say in."""

    table: str
    wager: str
    table_title: str
    wager_title: str
    outcomes: str
    came: int  # so often
    tries: int  # rounds
    p: float  # their exact probability


def found_alerts(gathering: Gathering, theory: Theory) -> list[Alert]:
    """Holds first, then hands, then players; the rarest of each before the others."""
    return [*_holds(gathering), *_hands(gathering, theory), *_players(gathering)]


def _often(chance: float, looks: int) -> str:
    least = min(chance * looks, 1.0)
    if least >= 0.5:
        return f"among {counted(looks, 'look')} chance brings one as rare more often than not"
    return f"among {counted(looks, 'look')} chance brings one as rare in less than 1 of {one_in(least):,} such reports"


# --- holds ---


def _holds(gathering: Gathering) -> list[Alert]:
    rows = [row for by in ((TABLE,), (TABLE, WAGER)) for row in gathering.rows(by) if row.book in (ROOM, ROOM_BOTS)]
    seen = [row for row in rows if row.z is not None]
    far = [row for row in seen if abs(row.z or 0) > ALERT_Z and row.expected.chance.p < UNLIKELY]
    found = [_hold(row, len(seen)) for row in far]
    return sorted(found, key=lambda each: each.chance)


def _hold(row: BookRow, looks: int) -> Alert:
    assert row.z is not None
    chance = row.expected.chance.p
    *wager, table = row.named((WAGER, TABLE) if row.wager else (TABLE,))
    what = f"the hold of {wager[0]} at table {table}" if wager else f"the hold of table {table}"
    what += " (bots)" if row.book == ROOM_BOTS else ""
    side = "under" if row.z < 0 else "over"
    often = f"{row.poor_play}; if all play best, {_often(chance, looks)}" if row.poor_play else _often(chance, looks)
    said = (
        f"{what} is {abs(row.z):.1f} standard deviations {side} theory: "
        f"won {dollars(row.dealt_cents)}, theory {dollars(row.theoretical_cents or 0)}; {often}"
    )
    return Alert(HOLD, said, min(chance * looks, 1.0), looks, row.z, row.table, row.wager)


# --- hands ---


def _hands(gathering: Gathering, theory: Theory) -> list[Alert]:
    """Endings that came up more often than the cards can have brought them."""
    looks = hand_looks(gathering, theory)
    found = []
    for look in looks:
        chance = at_least(look.came, look.tries, look.p)
        if chance * len(looks) < RARE:
            said = (
                f"{look.outcomes} on {look.wager_title} at table {look.table_title} came {counted(look.came, 'time')} "
                f"in {look.tries:,} rounds where {_few(look.tries * look.p)} were to be expected; "
                f"{_often(chance, len(looks))}"
            )
            found.append(
                Alert(HAND, said, chance * len(looks), len(looks), None, look.table, look.wager, look.outcomes)
            )
    return sorted(found, key=lambda each: each.chance)


def hand_looks(gathering: Gathering, theory: Theory) -> list[HandLook]:
    return [look for each in _endings(gathering) for look in _looks(*each, gathering.titles[each[0].name], theory)]


def _few(count: float) -> str:
    return f"{count:,.1f}" if count >= 1 else f"{count:.2g}"


def _endings(gathering: Gathering) -> Iterator[tuple[TableTally, TableConfig, dict[Ending, int]]]:
    sums: dict[tuple[str, int], dict[Ending, int]] = {}
    tallies = {}
    for tally, _, place, cell in gathering.tables():
        tallies[tally.name] = tally
        add_all(sums.setdefault((tally.name, place), {}), cell.endings.items())
    for (name, place), endings in sums.items():
        yield tallies[name], tallies[name].configs[place], endings


def _looks(
    tally: TableTally, config: TableConfig, endings: dict[Ending, int], table_title: str, theory: Theory
) -> Iterator[HandLook]:
    titles = {each.name: each.title for each in config.the_game.sheet.outcomes}
    for wager in dict.fromkeys(name for name, _, _ in endings):
        rows = cards_alone(config, wager, theory)
        ways: dict[Fraction, list[Row]] = {}
        for row in rows:
            ways.setdefault(row.won, []).append(row)
        counts: dict[Fraction, int] = {}
        own = {(bet, won): count for (name, bet, won), count in endings.items() if name == wager}
        for (bet, won), count in own.items():
            near = [way for way in ways if abs(way * bet - won) < ROUNDED_CENTS]
            if len(near) == 1:
                counts[near[0]] = counts.get(near[0], 0) + count
        for way, of in ways.items():
            if way > 0:
                named = listed([titles.get(row.outcome, row.outcome) for row in of][:3])
                p = float(sum((row.probability for row in of), Fraction(0)))
                signs = table_title, wager_title(config.the_game, wager)
                yield HandLook(tally.name, wager, *signs, named, counts.get(way, 0), sum(own.values()), p)


# --- players ---


def _players(gathering: Gathering) -> list[Alert]:
    people = {player: each for player, each in gathering.by_player().items() if each.z is not None}
    found = []
    for player, each in people.items():
        assert each.z is not None
        chance = each.chance.p if each.z < -ALERT_Z else 1.0
        if chance * len(people) < RARE:
            name = gathering.people.get(player, player)
            said = (
                f"player {name} is ahead by {dollars(-each.held_cents)} where theory has "
                f"{dollars(round(each.cents))} for the house, {-each.z:.1f} standard deviations; "
                f"{_often(chance, len(people))}"
            )
            found.append(Alert(PLAYER, said, chance * len(people), len(people), each.z, player=player))
    return sorted(found, key=lambda each: each.chance)
