"""A whole ledger verified: first that every row is as it was written, then that every event could have happened."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from houseway.games import slugs
from houseway.games.words import counted, listed
from houseway.house import events
from houseway.house.audit.fold import Fold
from houseway.house.audit.hearing import Folded, Hearing
from houseway.house.audit.its_shuffle import ItsShuffle
from houseway.house.audit.judge import UNREADABLE, Judge, in_rounds
from houseway.house.audit.link_check import FedLinks, fed_by_tables, is_link, meters_in_words, verify_link_stream
from houseway.house.audit.marks import Pins, rounds_shelf, verify_mark
from houseway.house.audit.stream import TakenOut, no_such_table, rows_of
from houseway.house.audit.sums import begun, title_of
from houseway.house.configuration import TableConfig
from houseway.house.cut import Cut, Piece, cut_of
from houseway.house.ledger.chain import Noted, Tampered, verify_stream
from houseway.house.ledger.store import (
    EMPTY,
    LINK,
    STAFF_BOOK,
    Head,
    Ledger,
    OutOfOrder,
    Stored,
    is_apart,
    link_stream,
    links_of,
)
from houseway.house.money import is_purse
from houseway.house.own_tables import is_practice, owner_of
from houseway.house.staff_book import is_begun, verify_book
from houseway.house.table import Table
from houseway.rules.refused import Refused

STORAGE = "the ledger itself"
STANDS = "stored results kept, chain and money verified"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")  # of a game
Progress = Callable[[int, int], None]  # events done, events in all


@dataclass(frozen=True)
class StreamCheck:
    """What became of a table's stream, or of the staff book. The head is worth noting elsewhere: ledger/chain.py."""

    table: str
    events: int
    rounds: int
    head: Head
    fault: Tampered | None = None
    other_rules: tuple[str, ...] = ()  # the edition of each round that was dealt under rules that are not kept
    departs: tuple[tuple[int, str], ...] = ()  # configurations that depart from the approved rules, by their event
    sealed: int = 0  # rounds of cards that are not shown, and whose key was not there
    practice: bool = False  # as its last event leaves it
    archived: tuple[Piece, ...] = ()  # what is in archives that were not given
    retired: bool = False
    game: str = ""  # the last that was played there
    absent: str = ""  # a game that is not here: its rounds were not dealt again
    meters: tuple[str, ...] = ()  # of a link: what each was counted to, in words

    @property
    def sentence(self) -> str:
        if self.fault is None:
            events_, rounds = self.events - self._events_archived, self.rounds - self._rounds_archived
            if self.table == STAFF_BOOK or is_link(self.table):
                good = f"{self._named}: {counted(events_, 'entry is', 'entries are')} good"
                return "; ".join([good, *self.meters])
            good = f"{self._named}: {counted(events_, 'event')} and {counted(rounds, 'round')} are good"
            sealed = f"{self.sealed:,} of them lie in cards that are sealed until they are shown: {STANDS}"
            if self.absent:
                return "; ".join([self._not_replayed, *self._archived])
            notes = [self._other_rules] * bool(self.other_rules) + [sealed] * bool(self.sealed)
            return "; ".join([good, *notes, *self._archived])
        if self.table == STORAGE:
            return f"{STORAGE}: {self.fault.reason}"
        row = "entry" if is_apart(self.table) else "event"
        return f"{self._named}, {row} {self.fault.version}: {self.fault.reason}"

    @property
    def _named(self) -> str:
        if self.table == STAFF_BOOK:
            return f"the staff book ({STAFF_BOOK})"
        if is_link(self.table):
            return f"link {self.table.removeprefix(LINK)}"
        said = [f"practice of {title_of(self.game)}"] if owner_of(self.table) and self.game else []
        said += ["retired"] if self.retired else []
        return f"table {self.table}" + (f" ({', '.join(said)})" if said else "")

    @property
    def _not_replayed(self) -> str:
        rounds = self.rounds - self._rounds_archived
        return (
            f"{self._named}: its game '{self.absent}' is not here, so {counted(rounds, 'round')} could not be dealt "
            f"again (name its folder with --game or HOUSEWAY_GAMES); chain and money are good"
        )

    @property
    def _events_archived(self) -> int:
        return self.archived[-1].last if self.archived else 0

    @property
    def _rounds_archived(self) -> int:
        return self.archived[-1].rounds[1] if self.archived else 0

    @property
    def _archived(self) -> list[str]:
        """What was not looked at, because it is elsewhere."""
        if not self.archived:
            return []
        files = ", ".join(piece.file for piece in self.archived)
        return [
            f"rounds 1 to {self._rounds_archived:,} (events 1 to {self._events_archived:,}) are in the archive, "
            f"head {self.archived[-1].head}: give {files} with --archive to verify them too"
        ]

    @property
    def _other_rules(self) -> str:
        count = len(self.other_rules)
        editions = ", ".join(sorted(set(self.other_rules)))
        return (
            f"{count:,} of them {'was' if count == 1 else 'were'} dealt under other rules (edition {editions}): "
            f"{STANDS}"
        )

    def to_json(self) -> dict[str, Any]:
        fault = self.fault and {"version": self.fault.version, "reason": self.fault.reason}
        return {
            "table": self.table,
            "good": self.fault is None and not self.absent,
            "game": self.game,
            "absent": self.absent,
            "practice": self.practice,
            "retired": self.retired,
            "events": self.events,
            "rounds": self.rounds,
            "other_rules": len(self.other_rules),
            "sealed": self.sealed,
            "head": {"version": self.head.version, "hash": self.head.hash},
            "fault": fault,
            "archived": [piece.to_json() for piece in self.archived],
            "departs": [{"version": version, "said": said} for version, said in self.departs],
        }


def verify_ledger(
    ledger: Ledger,
    tables: Sequence[str] = (),
    noted: Mapping[str, Noted] | None = None,
    progress: Progress | None = None,
) -> list[StreamCheck]:
    """A verdict for each table, each link and the staff book (by default all). What was noted and is gone is missed.

    What tables say of their links is read before these.
    """
    noted = noted or {}
    there = [*ledger.tables(), *map(link_stream, links_of(ledger))] + ([STAFF_BOOK] if is_begun(ledger) else [])
    for name in tables:
        if name not in there and name not in noted:
            raise no_such_table(name, there)
    chosen = tables or sorted({*there, *noted}, key=lambda name: (name == STAFF_BOOK, is_link(name), name))
    verdicts = [] if tables else [_of_storage(reason) for reason in ledger.faults()]
    total = sum(ledger.head(name).version for name in chosen)
    fed = fed_by_tables(ledger) if any(map(is_link, chosen)) else {}
    for name in chosen:
        before = sum(verdict.events for verdict in verdicts)
        told = progress and partial(_tell, progress, before, total)
        verify_one = (
            _verify_book if name == STAFF_BOOK else partial(_verify_link, fed) if is_link(name) else verify_table
        )
        verdicts.append(verify_one(ledger, name, noted.get(name), told))
    return verdicts


def summary(verdicts: Sequence[StreamCheck]) -> str:
    """All verdicts in a sentence: how many streams of each sort, or how many are wrong."""
    streams = [verdict for verdict in verdicts if verdict.table != STORAGE]
    wrong = sum(verdict.fault is not None for verdict in verdicts)
    if wrong:
        are = "is not as it was" if wrong == 1 else "are not as they were"
        return f"{wrong:,} of {counted(len(verdicts), 'stream')} {are} written"
    if absent := [verdict for verdict in streams if verdict.absent]:
        games = listed([f"'{name}'" for name in dict.fromkeys(verdict.absent for verdict in absent)])
        rest = len(streams) - len(absent)
        others = "" if not rest else "; the other is good" if rest == 1 else f"; the other {rest:,} are good"
        return (
            f"Nothing is wrong, but {len(absent):,} of {counted(len(streams), 'stream')} could not be dealt again: "
            f"{games} {'is' if len({verdict.absent for verdict in absent}) == 1 else 'are'} not here{others}"
        )
    return f"{'The stream is' if len(streams) == 1 else f'All {len(streams):,} streams are'} good: {_sorts(streams)}"


def _sorts(streams: Sequence[StreamCheck]) -> str:
    """'7 of the room (1 of them retired), 2 for practice, and the staff book with 4 entries'."""
    book = [f"the staff book with {counted(each.events, 'entry', 'entries')}" for each in streams if _is_book(each)]
    links = [each for each in streams if is_link(each.table)]
    book = [f"{counted(len(links), 'link')}" for _ in links[:1]] + book
    tables = [each for each in streams if not is_apart(each.table)]
    if not tables:
        return listed(book)
    practice, retired = sum(each.practice for each in tables), sum(each.retired for each in tables)
    of_room = f"{len(tables) - practice:,} of the room" + (f" ({retired:,} of them retired)" if retired else "")
    return ", ".join([of_room, f"{practice:,} for practice", *(f"and {each}" for each in book)])


def _is_book(verdict: StreamCheck) -> bool:
    return verdict.table == STAFF_BOOK


def _of_storage(reason: str) -> StreamCheck:
    """No table's own: the file that all of them lie in."""
    return StreamCheck(STORAGE, 0, 0, EMPTY, Tampered(STORAGE, 0, reason))


def _tell(progress: Progress, before: int, total: int, done: int) -> None:
    progress(before + done, max(total, before + done))


def _verify_book(ledger: Ledger, name: str, noted: Noted | None, told: Callable[[int], None] | None) -> StreamCheck:
    try:
        head = verify_book(ledger, noted or {})
    except Tampered as fault:
        return StreamCheck(name, 0, 0, ledger.head(name), fault)
    if told:
        told(head.version)
    return StreamCheck(name, head.version, 0, head)


def _verify_link(
    fed: FedLinks, ledger: Ledger, name: str, noted: Noted | None, told: Callable[[int], None] | None
) -> StreamCheck:
    link = name.removeprefix(LINK)
    try:
        head, found = verify_link_stream(ledger, link, fed, noted)
    except Tampered as fault:
        return StreamCheck(name, 0, 0, ledger.head(name), fault)
    if told:
        told(head.version)
    return StreamCheck(name, head.version, 0, head, meters=tuple(meters_in_words(found)))


def verify_table(
    ledger: Ledger, name: str, noted: Noted | None = None, told: Callable[[int], None] | None = None, only: int = 0
) -> StreamCheck:
    """One stream, up to where it ended when the verifying began. If rows are archived meanwhile it is begun again.

    Every round is dealt again, or those that `only` this one hangs on.
    """
    while True:
        first = _first(ledger, name)
        try:
            verdict = _verified(ledger, name, noted or {}, told, ItsShuffle(only) if only else None)
        except TakenOut:
            continue
        if verdict.fault is None or _first(ledger, name) == first:
            return verdict


def _first(ledger: Ledger, name: str) -> int:
    rows = ledger.read(name, 0, 1)
    return rows[0].version if rows else 0


def _verified(
    ledger: Ledger, name: str, noted: Noted, told: Callable[[int], None] | None, only: ItsShuffle | None
) -> StreamCheck:
    points: set[int] = set()  # where the stream is cut
    games: set[str] = set()

    def hear(row: Stored) -> None:
        if row.kind == events.ARCHIVED:
            points.add(_last_archived(row))
        if row.kind in events.SETS_UP:
            games.update(_game_in(row))
        if only:
            only.hear(row)

    try:
        cut = _cut(ledger, name)
        if cut:
            games.update(_game_behind(cut))
            _verify_noted(cut, noted, _first(ledger, name))
        head = verify_stream(ledger, name, noted, cut.head if cut else EMPTY, hear)
        if games - set(slugs()):
            return _chain_and_money(ledger, name, head, cut, games - set(slugs()))
        judge = _judge(name, cut)
    except Tampered as fault:
        return StreamCheck(name, 0, 0, ledger.head(name), fault, practice=is_practice(name, None))
    archived = cut.pieces if cut else ()
    pins, marks = Pins(**cut.pins) if cut else Pins(), ledger.shelf(rounds_shelf(name))
    folder = _Folder(Fold.begun(cut) if cut else Fold(name), points, judge.hearing)
    departs: list[tuple[int, str]] = []
    try:
        for piece in in_rounds(_up_to(ledger, name, judge.table.version, head.version)):
            if piece[0].kind == events.DEALT:
                verify_mark(marks, piece[0], judge.table, pins)
            if only is None or only.has(piece[0].version):
                judge.hear(piece)
            else:
                judge.take(piece)
            for row in piece:
                pins.hear(row)
                departs += _departs(row)
                if only is None:
                    folder.hear(row)
            if told:
                told(judge.table.version)
        if only is None or only.has(judge.table.version):
            judge.end()
    except Tampered as fault:
        events_, rounds, practice = judge.table.version, judge.table.rounds, is_practice(name, judge.table.config)
        return StreamCheck(
            name, events_, rounds, head, fault, (), tuple(departs),
            practice=practice, archived=archived, retired=judge.table.retired, game=_game_of(judge.table),
        )  # fmt: skip
    others = tuple(judge.hearing.other_rules.values())
    sealed, practice = len(judge.hearing.sealed), is_practice(name, judge.table.config)
    return StreamCheck(
        name, head.version, judge.table.rounds, head, None, others, tuple(departs), sealed, practice, archived,
        judge.table.retired, _game_of(judge.table),
    )  # fmt: skip


def _game_of(table: Table) -> str:
    return table.config.game if table.config else ""


def _game_in(row: Stored) -> set[str]:
    """The game that a configuration names; a forged body may be anything, of which the judge says more."""
    try:
        found = row.written["config"]["game"]
    except UNREADABLE:
        return set()
    return {found} if isinstance(found, str) and NAME.fullmatch(found) else set()


def _game_behind(cut: Cut) -> set[str]:
    try:
        found = cut.state["table"]["config"]["game"]
    except (*UNREADABLE, Refused):
        return set()
    return {found} if isinstance(found, str) and NAME.fullmatch(found) else set()


def _chain_and_money(ledger: Ledger, name: str, head: Head, cut: Cut | None, absent: set[str]) -> StreamCheck:
    """A stream whose game is not here. Its rows are as they were written; that their money adds up is left to see."""
    found = begun(ledger, name)
    for row in _up_to(ledger, name, found.version, head.version):
        found.hear(row)
        if sum(found.accounts.values()):
            raise Tampered(name, row.version, f"the accounts are {sum(found.accounts.values())} cents from zero")
        for account, cents in found.accounts.items():
            if cents < 0 and is_purse(account):
                raise Tampered(name, row.version, f"account {account} falls to {cents} cents")
    return StreamCheck(
        name, head.version, found.rounds, head, practice=found.practice, archived=cut.pieces if cut else (),
        retired=found.retired, game=found.game, absent=min(absent),
    )  # fmt: skip


def _judge(name: str, cut: Cut | None) -> Judge:
    try:
        return Judge.behind(cut) if cut else Judge.of(name)
    except (*UNREADABLE, Refused) as error:
        version = cut.row.version if cut else 1
        raise Tampered(name, version, f"what it says of the archived rows cannot be read ({error!r})") from error


def _cut(ledger: Ledger, name: str) -> Cut | None:
    try:
        cut = cut_of(ledger, name)
        if cut and not (cut.pieces and cut.last < cut.row.version):
            raise OutOfOrder("rows before their own archiving are missing")
        return cut
    except Refused as refusal:
        raise Tampered(name, 1, str(refusal)) from None
    except UNREADABLE as error:
        raise Tampered(name, 1, f"the event that says what is archived cannot be read ({error!r})") from error


def _verify_noted(cut: Cut, noted: Noted, first: int) -> None:
    """Heads that were noted in the archived part: the cut names its archives' own, of others only the files tell."""
    heads = {piece.last: piece.head for piece in cut.pieces}
    for version, hash_ in noted.items():
        if version >= first and version != cut.last:
            continue
        if version not in heads:
            held = next(piece for piece in cut.pieces if version <= piece.last)
            raise Tampered(cut.name, version, f"the row that was noted is in {held.file}: give it with --archive")
        if heads[version] != hash_:
            raise Tampered(cut.name, version, "the archive does not end with the row whose hash was noted")


def _last_archived(row: Stored) -> int:
    try:
        return int(row.body["last"])
    except (*UNREADABLE, Refused):
        return 0  # the judge says what is wrong with it


class _Folder:
    """Folds the rows beside the judge as far as there is a cut to hold against them."""

    def __init__(self, fold: Fold, points: set[int], hearing: Hearing) -> None:
        self._fold = fold
        self._points = {point for point in points if point > fold.table.version}
        self._folds = hearing.folds = hearing.folds or {}

    def hear(self, row: Stored) -> None:
        if not self._points:
            return
        self._fold.hear(row)
        if row.version in self._points:
            self._points.remove(row.version)
            if self._fold.is_cut_here:
                self._folds[row.version] = Folded(row.hash, self._fold.state())


def _departs(row: Stored) -> list[tuple[int, str]]:
    """A configuration may be as it was written and still not be what was approved: the auditor is told of it."""
    if row.kind not in events.SETS_UP:
        return []
    said = TableConfig.recorded(row.body["config"]).departing
    return [(row.version, said)] if said else []


def _up_to(ledger: Ledger, name: str, after: int, last: int) -> Iterator[Stored]:
    return takewhile(lambda row: row.version <= last, rows_of(ledger, name, after))


def read_noted(path: Path) -> dict[str, dict[int, str]]:
    """Heads noted earlier, by table: the JSON of an earlier verdict, kept where the ledger's keeper cannot write."""
    try:
        verdicts = json.loads(path.read_text(encoding="utf-8"))
        heads = {each["table"]: each["head"] for each in verdicts if each["good"] or each.get("absent")}
        return {str(table): {int(head["version"]): str(head["hash"])} for table, head in heads.items()}
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise Refused(f"{path} holds no heads: write it with `houseway audit verify --json`") from None
