"""Cells gathered into rows: by table, game, wager, shift, day, week and month, each book for itself."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from houseway.analysis.solve import OPTIMAL
from houseway.games.wager_titles import wager_title
from houseway.house.audit.hold import Theory
from houseway.house.audit.sums import title_of
from houseway.house.books.calendar import Calendar, When
from houseway.house.books.cells import Pair, PlayerCell, TableCell, WagerSum, add_all, add_wagers, both_of, plain_name
from houseway.house.books.hand_sum import is_bot
from houseway.house.books.rows import (
    BOOKS,
    GAME,
    PRACTICE,
    PRACTICE_BOTS,
    ROOM,
    ROOM_BOTS,
    TABLE,
    WAGER,
    BookRow,
)
from houseway.house.books.tally import TableTally
from houseway.house.books.theory import Expected, Figured
from houseway.house.own_tables import is_practice

Key = tuple[str, ...]
Under = tuple[str, int, str]  # table, configuration, strategy


@dataclass
class BetSum:
    """Bets under one configuration and one strategy."""

    wagers: dict[str, list[int]] = field(default_factory=dict)
    products: dict[Pair, int] = field(default_factory=dict)
    across: dict[Pair, int] = field(default_factory=dict)
    corrected: dict[str, int] = field(default_factory=dict)  # cents by wager

    def of_wager(self, name: str) -> "BetSum":
        def own(sums: Mapping[Pair, int]) -> dict[Pair, int]:
            return {both: sum_ for both, sum_ in sums.items() if {plain_name(each) for each in both_of(both)} == {name}}

        wagers = {each: sums for each, sums in self.wagers.items() if plain_name(each) == name}
        return BetSum(wagers, own(self.products), own(self.across), {name: self.corrected.get(name, 0)})


@dataclass
class Group:
    """Players who played by one strategy under one configuration."""

    cell: PlayerCell = field(default_factory=PlayerCell)
    cells: list[tuple[str, PlayerCell]] = field(default_factory=list)  # that it is of, by player
    people: set[str] = field(default_factory=set)  # who had a hand

    def add(self, player: str, cell: PlayerCell) -> None:
        self.cell.add(cell)
        self.cells.append((player, cell))
        if cell.hands:
            self.people.add(player)

    @cached_property
    def bettors(self) -> dict[str, set[str]]:
        """By wager."""
        found: dict[str, set[str]] = {}
        for player, cell in self.cells:
            for wager in cell.wagers:
                found.setdefault(wager, set()).add(player)
        return found

    def add_to(self, row: BookRow) -> None:
        row.hands += self.cell.hands
        row.drop_cents += self.cell.drop
        row.out_cents += self.cell.out
        row.raised_cents += self.cell.raised
        row.people |= self.people
        for _, bet, held in self.cell.wagers.values():
            row.bets_cents += bet
            row.win_cents += held
        _correct(row, self.cell.corrected)


class Gathering:
    """Rows of some tallies in some quarters of an hour."""

    def __init__(self, tallies: Sequence[TableTally], calendar: Calendar, slots: range, theory: Theory) -> None:
        self._tallies = tallies
        self._by_name = {tally.name: tally for tally in tallies}
        self._calendar = calendar
        self._slots = slots
        self._theory = theory
        self._figured: dict[Under, Figured] = {}
        self.titles = table_titles(tallies)
        self.people = player_names(tallies)

    def rows(self, by: Sequence[str]) -> list[BookRow]:
        """The room before its bots, then practice; within a book in the order of what it is by."""
        rows: dict[Key, BookRow] = {}
        bets: dict[tuple[Key, Under], BetSum] = {}
        bettors: dict[Key, set[str]] = {}  # by row and wager
        key_of = self._keys([name for name in by if name != WAGER])
        for (under, when, bot), group in self._groups.items():
            tally, place = self._by_name[under[0]], under[1]
            key = key_of(tally, when, place, bot)
            row = rows.get(key)
            if row is None:
                row = rows[key] = self._begun(key, by)
            group.add_to(row)
            sums = bets.setdefault((key, under), BetSum())
            add_wagers(sums.wagers, group.cell.wagers.items())
            add_all(sums.products, group.cell.products.items())
            add_all(sums.corrected, group.cell.corrected.items())
            for wager, people in group.bettors.items() if WAGER in by else ():
                bettors.setdefault((*key, plain_name(wager)), set()).update(people)
        for tally, when, place, table in self.tables():
            self._add_table(rows, bets, key_of, by, tally, when, place, table)
        if WAGER in by:
            return self._by_wager(rows, bets, bettors)
        for (key, under), sums in bets.items():
            rows[key].expected.add(self.figured(under).expected(sums.wagers, sums.products, sums.across))
        return _sorted(rows.values(), by)

    def by_player(self) -> dict[str, Expected]:
        """What each person's bets at the tables of the room should have brought, and did."""
        bets: dict[tuple[str, Under], BetSum] = {}
        for (under, _, bot), group in self._groups.items():
            if bot or is_practice(under[0], self._by_name[under[0]].configs[under[1]]):
                continue
            for player, cell in group.cells:
                key = (player, under)
                sums = bets.get(key)
                if sums is None:
                    sums = bets[key] = BetSum()
                add_wagers(sums.wagers, cell.wagers.items())
                add_all(sums.products, cell.products.items())
                if cell.across:
                    add_all(sums.across, cell.across.items())
        found: dict[str, Expected] = {}
        for (player, under), sums in bets.items():
            figured = self.figured(under).expected(sums.wagers, sums.products, sums.across)
            found.setdefault(player, Expected()).add(figured)
        return found

    def figured(self, under: Under) -> Figured:
        if under not in self._figured:
            name, place, strategy = under
            self._figured[under] = Figured(self._by_name[name].configs[place], self._theory, strategy)
        return self._figured[under]

    # --- cells of the period ---

    def players(self) -> Iterator[tuple[TableTally, int, int, str, PlayerCell]]:
        for tally in self._tallies:
            for (slot, place, player), cell in tally.players.items():
                if slot in self._slots:
                    yield tally, slot, place, player, cell

    def tables(self) -> Iterator[tuple[TableTally, When, int, TableCell]]:
        """In the order in which they came."""
        for (name, when, place), cell in self._tables.items():
            yield self._by_name[name], when, place, cell

    @cached_property
    def _groups(self) -> dict[tuple[Under, When, bool], "Group"]:
        """People of one day and shift as one: cells are many, and rows are made of them more than once."""
        found: dict[tuple[Under, When, bool], Group] = {}
        for tally, slot, place, player, cell in self.players():
            under = (tally.name, place, tally.bots.get(player, OPTIMAL))
            key = (under, self._calendar.when(slot), is_bot(player))
            group = found.get(key)
            if group is None:
                group = found[key] = Group()
            group.add(player, cell)
        return found

    @cached_property
    def _tables(self) -> dict[tuple[str, When, int], TableCell]:
        found: dict[tuple[str, When, int], TableCell] = {}
        for tally in self._tallies:
            for (slot, place), cell in tally.tables.items():
                if slot in self._slots:
                    key = (tally.name, self._calendar.when(slot), place)
                    found.setdefault(key, TableCell()).add(cell)
        return found

    # --- rows ---

    def _keys(self, by: Sequence[str]) -> Callable[[TableTally, When, int, bool], Key]:
        known: dict[tuple[str, When, int, bool], Key] = {}

        def key_of(tally: TableTally, when: When, place: int, bot: bool) -> Key:
            asked = (tally.name, when, place, bot)
            found = known.get(asked)
            if found is None:
                config = tally.configs[place]
                practice = is_practice(tally.name, config)
                books = (PRACTICE, PRACTICE_BOTS) if practice else (ROOM, ROOM_BOTS)
                said = {TABLE: tally.name, GAME: config.game, **when._asdict()}
                found = known[asked] = (books[bot], *(said[name] for name in by))
            return found

        return key_of

    def _begun(self, key: Key, by: Iterable[str]) -> BookRow:
        book, *said = key
        row = BookRow(book)
        for name, value in zip([name for name in by if name != WAGER], said, strict=True):
            setattr(row, name, value)
        row.titles = {TABLE: self.titles.get(row.table, row.table), GAME: title_of(row.game)}
        return row

    def _add_table(
        self,
        rows: dict[Key, BookRow],
        bets: dict[tuple[Key, Under], BetSum],
        key_of: Callable[[TableTally, When, int, bool], Key],
        by: Sequence[str],
        tally: TableTally,
        when: When,
        place: int,
        cell: TableCell,
    ) -> None:
        key = key_of(tally, when, place, False)
        row = rows.get(key)
        if row is None:
            row = rows[key] = self._begun(key, by)
        row.rounds += cell.rounds
        row.voids += cell.voids
        row.rulings += cell.rulings
        row.corrections += cell.corrections
        row.dealing_us += cell.dealing_us
        row.tokes_cents += cell.tokes
        row.envy_cents += cell.envy
        row.capped += cell.capped
        row.capped_cents += cell.capped_cents
        for bots, across in cell.across.items():
            if across:
                strategy = next(iter(tally.bots.values()), OPTIMAL) if bots else OPTIMAL
                of = (key_of(tally, when, place, bots), (tally.name, place, strategy))
                add_all(bets.setdefault(of, BetSum()).across, across.items())

    def _by_wager(
        self, rows: Mapping[Key, BookRow], bets: Mapping[tuple[Key, Under], BetSum], bettors: Mapping[Key, set[str]]
    ) -> list[BookRow]:
        found: dict[Key, BookRow] = {}
        for (key, under), sums in bets.items():
            game = self._by_name[under[0]].configs[under[1]].the_game
            for name in game.as_on_the_felt(dict.fromkeys([*map(plain_name, sums.wagers), *sums.corrected])):
                parent = rows[key]
                row = found.get((*key, name))
                if row is None:
                    said = (parent.table, parent.game, name, parent.shift, parent.day, parent.week, parent.month)
                    row = found[(*key, name)] = BookRow(parent.book, *said, people=bettors.get((*key, name), set()))
                    row.titles = {**parent.titles, WAGER: wager_title(game, name)}
                own = sums.of_wager(name)
                for counts in own.wagers.values():
                    sum_ = WagerSum(*counts)
                    row.rounds += sum_.times
                    row.bets_cents += sum_.bet_cents
                    row.win_cents += sum_.held_cents
                _correct(row, own.corrected)
                row.expected.add(self.figured(under).of_wager(name, own, sums))
        return _sorted(found.values(), (TABLE, GAME, "shift", "day", "week", "month"))


def _correct(row: BookRow, corrected: Mapping[str, int]) -> None:
    """Money that moved, but none that the cards brought."""
    cents = sum(corrected.values())
    row.win_cents += cents
    row.corrected_cents += cents


def table_titles(tallies: Iterable[TableTally]) -> dict[str, str]:
    """What its sign says now; where two say the same, with the name in addresses."""
    return _told_apart({tally.name: tally.title for tally in tallies if tally.configs})


def player_names(tallies: Iterable[TableTally]) -> dict[str, str]:
    """What each was called last; where two were called the same, with their numbers in the ledger."""
    return _told_apart({player: name for tally in tallies for player, name in tally.names.items()})


def _told_apart(called: Mapping[str, str]) -> dict[str, str]:
    often = Counter(called.values())
    return {name: title if often[title] == 1 else f"{title} ({name})" for name, title in called.items()}


def _sorted(rows: Iterable[BookRow], by: Sequence[str]) -> list[BookRow]:
    """By what they are of; wagers stay in the order of the felt where they were met first."""
    order = [name for name in by if name != WAGER]
    return sorted(rows, key=lambda row: (BOOKS.index(row.book), *(getattr(row, name) for name in order)))
