"""Does a table's stream mean anything? Every event is held against what the house would have written there.

The chain of hashes says that rows are as they were written; this says that what was written could have happened. Most
of a body follows from what went before (cards from the shoe and the choices, pays from the cards, postings from both)
and is computed again; what people chose is only checked to have been allowed.

A forger who may write to the database, and who rewrites everything that follows, can therefore only tell another story
that is true in itself: a player's other name, a buy-in more, a legal choice instead of another with all that follows
from it, a table that stopped earlier. Against that stand heads noted elsewhere and the commitments players were shown.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from houseway.house import events
from houseway.house.audit import (
    archive_events,
    card_events,
    deck_events,
    door_events,
    people_events,
    progressive_events,
    ruling_events,
)
from houseway.house.audit.duties import is_spent, verify_nothing_due
from houseway.house.audit.hearing import Body, Folded, Hearing, Wrong
from houseway.house.cut import Cut
from houseway.house.ledger.chain import Tampered
from houseway.house.ledger.store import Stored, canonical
from houseway.house.money import FELT, is_purse
from houseway.house.table import Table
from houseway.rules.refused import Refused

# A forged body can hold anything where a number or a list should be.
UNREADABLE = (
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    IndexError,
    AssertionError,
    ArithmeticError,
    RuntimeError,
)

# What only a command does, and one command only once; all else is the dealer's, or goes with it.
COMMANDED = frozenset({
    events.CONFIGURED, events.READY, events.GONE, events.CAME_BACK, events.LEAVING, events.CLOSED, events.REOPENED,
    events.RESTARTED, events.LOADED, events.RULED, events.CORRECTED, events.DISCARDED, events.ARCHIVED, events.RETIRED,
    events.OPENED_AGAIN, events.HAND_PAID,
})  # fmt: skip


# What may still befall a table that was retired.
AFTER_RETIRING = frozenset({
    events.OPENED_AGAIN, events.CORRECTED, events.ARCHIVED, events.STARTED, events.CLOCK_SET,
})  # fmt: skip

# What happens in a round follows from its cards; of one that cannot be dealt again, what is recorded stands.
OF_A_ROUND = frozenset({events.DEALT, events.CHOSE, events.PAID, events.JACKPOT, events.SETTLED, events.VOIDED})


@dataclass
class Judge:
    """Hears one table from its first event, or from a cut."""

    hearing: Hearing
    command: str = ""  # the one whose events are being heard
    commands: set[str] = field(default_factory=set)
    did: str = ""  # what that command was, if it was one of COMMANDED
    early: int = 0  # version of a `revealed` that only a new configuration, new cards or the table's end explain
    format: int = 1  # of the last event
    before: str = ""  # the command of the last event

    @classmethod
    def of(cls, name: str) -> "Judge":
        return cls(Hearing(Table(name)))

    @classmethod
    def behind(cls, cut: Cut) -> "Judge":
        """Of a stream whose older rows are archived, taking the cut's word for what they came to."""
        folds = {cut.last: Folded(cut.head.hash, cut.state)}
        hearing = Hearing(cut.table(), begun=cut.last, folds=folds, pieces=None)
        said = cut.state
        command = said["command"]
        known = {each for each, _ in said["answered"]} | {command} - {""}
        judge = cls(hearing, command, known, format=said["format"], before=command)
        with _naming(cut.name, lambda: cut.row.version):
            judge._verify_money()
        return judge

    @property
    def table(self) -> Table:
        return self.hearing.table

    def hear(self, rows: Sequence[Stored]) -> None:
        """Events in order, a whole round at once (see `in_rounds`). Raises `Tampered` for the first wrong one."""
        self.hearing.acts = _acts(rows)
        at = rows[0]
        with _naming(self.table.name, lambda: at.version):
            for at in rows:
                self._verify_command(at)
                self._verify_event(at)

    def take(self, rows: Sequence[Stored]) -> None:
        """Events at their word, where others are to be heard: nothing is dealt again, only their money must add up."""
        at = rows[0]
        with _naming(self.table.name, lambda: at.version):
            for at in rows:
                if at.command != self.command:
                    self.command, self.did = at.command, ""
                self.did = at.kind if at.kind in COMMANDED else self.did
                self.format, self.before = events.format_of(at.written), at.command
                if at.command:
                    self.commands.add(at.command)
                self.table.apply(at.kind, at.body, at.at)
            self._verify_money()

    def end(self) -> None:
        """The stream stops here: nothing was left undone."""
        with _naming(self.table.name, lambda: self.table.version + 1):
            self._verify_command_over()

    def _verify_command(self, row: Stored) -> None:
        """A command's events stand together, at one time, and it is carried out once."""
        table = self.table
        if row.version != table.version + 1:
            raise Wrong(f"this event is missing; the next one is {row.version}")
        if row.at < table.at:
            raise Wrong("it is earlier than the event before it")
        if row.command == self.command and self.command:
            if row.at != table.at:
                raise Wrong("it belongs to the command of the event before it, but has another time")
            closes = self.did == events.RULED and row.kind == events.CLOSED  # a deck that is not whole
            if self.did and row.kind in COMMANDED and not closes:
                raise Wrong(f"its command was '{self.did}' already")
            return
        if row.command in self.commands:
            raise Wrong("its command was carried out before")
        self._verify_command_over()
        self.command, self.did = row.command, ""
        if row.command:
            self.commands.add(row.command)

    def _verify_command_over(self) -> None:
        if self.early:
            raise Tampered(self.table.name, self.early, "the cards were revealed before they were used up")
        if self.hearing.ruled:
            raise Wrong("the round was ruled void, and had to be")
        if self.table.version:
            verify_nothing_due(self.hearing)

    def _verify_event(self, row: Stored) -> None:
        if row.kind not in RULES:
            raise Wrong(f"there is no event '{row.kind}'; a newer houseway may know it")
        if (row.kind == events.OPENED) != (self.table.version == 0):
            raise Wrong("a table's stream begins with its opening")
        if self.table.retired and row.kind not in AFTER_RETIRING:
            raise Wrong("the table was retired")
        body = row.body
        if not isinstance(body, dict):
            raise Wrong("it says nothing")
        self._verify_format(row)
        self.hearing.at = row.at
        try:
            due = events.written(row.kind, dict(RULES[row.kind](self.hearing, body)))
            if row.text != canonical(due):
                _verify_body(row, body, due)
        except (Wrong, Refused, *UNREADABLE):
            if row.kind not in OF_A_ROUND or not self.hearing.under_other_rules:
                raise
            _verify_recorded(body, self.table.rounds + (row.kind == events.DEALT))
        self._verify_reveal(row)
        self.did = row.kind if row.kind in COMMANDED else self.did
        self.table.apply(row.kind, body, row.at)
        self._verify_money()

    def _verify_format(self, row: Stored) -> None:
        """A house that has learnt a new format does not go back to an old one, where less would be said."""
        written = row.written
        if row.kind == events.OPENED and "format" not in written:
            raise Wrong("it does not say its format")
        format_ = events.format_of(written)
        if format_ < self.format:
            raise Wrong(f"it is in format {format_} of events, though the event before it is in {self.format}")
        if format_ > self.format and row.command == self.before and self.before:
            raise Wrong(f"it is in format {format_} of events, though its command began in {self.format}")
        self.format, self.before = format_, row.command

    def _verify_reveal(self, row: Stored) -> None:
        """Cards are shown when they are used up, the table is set up anew or retired, or others are brought."""
        if self.early and row.kind not in (events.CONFIGURED, events.LOADED, events.RETIRED):
            raise Tampered(self.table.name, self.early, "the cards were revealed before they were used up")
        shuffle = self.table.shuffle
        early = row.kind == events.REVEALED and shuffle and shuffle.order and not is_spent(self.table)
        self.early = row.version if early else 0

    def _verify_money(self) -> None:
        accounts = self.table.accounts
        if sum(accounts.values()):
            raise Wrong(f"the accounts are {sum(accounts.values())} cents from zero")
        for name, cents in accounts.items():
            if cents < 0 and is_purse(name):
                raise Wrong(f"account {name} falls to {cents} cents")
        lying = sum(map(self.table.on_felt, self.table.bets))
        if not self.table.playing and accounts[FELT] != lying:
            raise Wrong(f"{accounts[FELT]} cents are on the felt, but the bets are {lying}")


@contextmanager
def _naming(table: str, version: Callable[[], int]) -> Iterator[None]:
    """Whatever is found wrong becomes a sentence about one event."""
    try:
        yield
    except (Wrong, Refused) as wrong:
        raise Tampered(table, version(), str(wrong)) from None
    except UNREADABLE as error:
        raise Tampered(table, version(), f"it cannot be read as an event ({error!r})") from error


def in_rounds(rows: Iterable[Stored]) -> Iterator[list[Stored]]:
    """The stream in pieces: a round from its deal to its end, any other event alone."""
    piece: list[Stored] = []
    for row in rows:
        piece.append(row)
        dealt = piece[0].kind == events.DEALT
        if not dealt or row.kind in (events.SETTLED, events.VOIDED):
            yield piece
            piece = []
    if piece:
        yield piece


def _acts(rows: Sequence[Stored]) -> list[int]:
    """The choices of a round, as far as they can be read."""
    acts: list[int] = []
    for row in rows:
        if row.kind == events.CHOSE:
            try:
                act = row.body["act"]
            except (*UNREADABLE, Refused):
                break
            if type(act) is not int:
                break
            acts.append(act)
    return acts


def _verify_body(row: Stored, body: Body, due: Body) -> None:
    """Raise with the first part of a body that is not what it must be; old formats may be spelled otherwise."""
    for key in sorted({*body, *due}) if canonical(body) != canonical(due) else ():
        if key not in due:
            raise Wrong(f"it says {key}, which is not known here")
        said, must = body.get(key), due[key]
        if key not in body or canonical({key: said}) != canonical({key: must}):
            raise Wrong(f"its {key} must be {_short(must)}, not {_short(said)}")
    if row.text != canonical(row.written):
        raise Wrong("it is not written as the house writes")


def _verify_recorded(body: Body, round_: int) -> None:
    """All that can be said of a round under rules that are not kept: it is its round, and its money adds up."""
    if body["round"] != round_:
        raise Wrong(f"it is about round {body['round']}, not {round_}")
    if sum(body.get("postings", {}).values()):
        raise Wrong("its postings do not add up to nothing")


def _short(part: Any) -> str:
    text = canonical({"": part})[4:-1]
    return text if len(text) <= 200 else text[:200] + "..."


Rule = Callable[[Hearing, Body], Body]

RULES: dict[str, Rule] = {
    events.OPENED: door_events.opened,
    events.CONFIGURED: door_events.configured,
    events.STARTED: door_events.started,
    events.SAT: people_events.sat,
    events.BOUGHT_IN: people_events.bought_in,
    events.BET: people_events.bet,
    events.READY: people_events.ready,
    events.GONE: people_events.gone,
    events.CAME_BACK: people_events.came_back,
    events.LEAVING: people_events.leaving,
    events.LEFT: people_events.left,
    events.SHUFFLED: card_events.shuffled,
    events.LOADED: deck_events.loaded,
    events.DEALT: card_events.dealt,
    events.CHOSE: card_events.chose,
    events.PAID: card_events.paid,
    events.JACKPOT: card_events.jackpot,
    events.HAND_PAID: progressive_events.hand_paid,
    events.SETTLED: card_events.settled,
    events.VOIDED: card_events.voided,
    events.RULED: ruling_events.ruled,
    events.CORRECTED: ruling_events.corrected,
    events.REVEALED: card_events.revealed,
    events.DISCARDED: card_events.discarded,
    events.RESTARTED: card_events.restarted,
    events.FAULTED: deck_events.faulted,
    events.CLOSED: door_events.closed,
    events.REOPENED: door_events.reopened,
    events.RETIRED: door_events.retired,
    events.OPENED_AGAIN: door_events.opened_again,
    events.ARCHIVED: archive_events.archived,
    events.CLOCK_SET: door_events.clock_set,
}
assert RULES.keys() == set(events.KINDS)
