"""What a ledger keeps and what every store of it can do.

A table's stream is its events, versions 1, 2, 3 and so on; nothing is ever changed, and nothing taken out but the
oldest rows, once an archive holds them. A command's events
form a batch, which is written whole or not at all, on the version its writer saw. When `append` returns, the rows are
on disk; only then may anyone hear of them.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from houseway.house.events import current
from houseway.rules.refused import Refused

FORMAT = 1  # of tables and hashes; a store opens every format up to its own
NAME_MAX = 200  # characters of a table's, a kind's or a command's name
NO_HASH = "0" * 64  # before the first row
APART = ":"  # how names of streams begin that are no table's
STAFF_BOOK = ":staff"  # house/staff_book.py
LINK = ":link:"  # and the name of a link: house/linked/


class LedgerFailed(Exception):
    """Storage did not do what it must. What was answered stands; what was not may or may not be there."""


def unsealed(purpose: str) -> bytes:
    """What stands for a secret where there is no key."""
    return sha256(f"houseway {purpose}".encode()).digest()


def verify_format(name: str, found: str | None) -> None:
    """An old ledger opens; one that a newer houseway wrote does not."""
    if found is None or not (found.isascii() and found.isdecimal()):
        raise Refused(f"{name} is damaged, its format cannot be read: restore it from a copy")
    if int(found) > FORMAT:
        raise Refused(f"{name} is a ledger of format {found}; this houseway knows up to {FORMAT}: install a newer one")


class Head(NamedTuple):
    """Where a stream ends."""

    version: int
    hash: str


EMPTY = Head(0, NO_HASH)
ANYWHERE = -(2**62)  # in place of a version: behind whatever is there


def is_apart(stream: str) -> bool:
    """Whether a stream is no table's: the staff book, a link."""
    return stream.startswith(APART)


def link_stream(link: str) -> str:
    """The stream that the meters of a link are kept in."""
    return f"{LINK}{link}"


def canonical(body: Mapping[str, Any]) -> str:
    """The one way to write a body: what is hashed, stored and shown to auditors."""
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class WrongBatch(ValueError):
    """What must never reach a ledger: a fault of ours, found however Python was started (-O takes assertions out)."""


class OutOfOrder(ValueError):
    """An event that cannot follow what was before it."""


@dataclass(frozen=True)
class Happened:
    """What a command made happen, not yet stored. Cents by account under "postings" move, so they sum to zero."""

    kind: str
    body: Mapping[str, Any]


@dataclass(frozen=True)
class Batch:
    """One command's events for one table: all or nothing. A wrong batch cannot be made, so none reaches a ledger.

    What stands `beside` it goes to other streams in the same write: all of them stand, or none.
    """

    table: str
    expected: int  # the version its writer saw, or ANYWHERE
    at: int  # microseconds since 1970, UTC
    command: str  # the command's id; '' for what nobody commanded, such as a clock that ran out
    events: tuple[Happened, ...]
    beside: tuple["Batch", ...] = ()
    texts: tuple[str, ...] = field(init=False, repr=False, compare=False)  # the bodies as they will be stored

    def __post_init__(self) -> None:
        if not self.table:
            raise WrongBatch("a batch is of a table")
        if not self.events:
            raise WrongBatch("a command that made nothing happen is not stored")
        for name in (self.table, self.command, *(event.kind for event in self.events)):
            if len(name) > NAME_MAX:
                raise WrongBatch(f"{name!r} is too long")
            if "\0" in name:
                raise WrongBatch(f"{name!r} holds a zero")
            name.encode()  # half a surrogate pair cannot be stored
        for event in self.events:
            verify_postings(event)
        if len({each.table for each in self.together}) <= len(self.beside) or any(each.beside for each in self.beside):
            raise WrongBatch("what is written together goes to one stream each")
        texts = tuple(canonical(event.body) for event in self.events)
        "".join(texts).encode()
        object.__setattr__(self, "texts", texts)

    @property
    def together(self) -> tuple["Batch", ...]:
        """All that stands or falls with it, itself last."""
        return (*self.beside, self)


def verify_postings(event: Happened) -> None:
    """Money moves between accounts; none appears and none is lost."""
    postings = event.body.get("postings", {})
    if not all(type(cents) is int for cents in postings.values()):
        raise WrongBatch(f"{event.kind} posts what are not cents")
    if over := sum(postings.values()):
        raise WrongBatch(f"{event.kind} posts {over} cents too many")


@dataclass(frozen=True)
class Stored:
    """A row of the ledger. The text of its body is kept as stored, for that is what the hash covers."""

    table: str
    version: int
    at: int
    kind: str
    text: str
    command: str
    before: str
    hash: str

    @cached_property
    def written(self) -> Any:
        """The body as it was written; a forged one may be anything."""
        return json.loads(self.text)

    @cached_property
    def body(self) -> dict[str, Any]:
        """In the present format, whichever the text is in."""
        found: dict[str, Any] = self.written
        return current(self.kind, found) if isinstance(found, dict) else found  # a forged one may be anything

    @property
    def place(self) -> Head:
        return Head(self.version, self.hash)


@dataclass(frozen=True)
class Conflict:
    """The stream is not where the batch expected it, or holds its command already: read on and decide again."""

    table: str
    version: int  # the stream's now
    repeated: bool  # the command is in the stream
    done: int = field(default=0, compare=False)  # and this is the version after it


Answer = list[Stored] | Conflict  # the rows of what stands beside a batch come before its own
Text = tuple[int, int, str, str]  # version, when, kind, and the body as it is stored


class Ledger(Protocol):
    """One store. Its methods may be called from any thread."""

    @property
    def shared(self) -> bool:
        """Whether several servers may serve it at a time."""

    def recover(self) -> None:
        """After a failure: open it anew, and write to it to see that it can be. Raises LedgerFailed while it cannot."""

    @property
    def address(self) -> str:
        """Where another process may open it; '' if none can."""

    def append(self, batches: Sequence[Batch]) -> list[Answer]:
        """Write the batches in one transaction, synced to disk; each stands or falls alone, in this order."""

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """The rows of a stream behind a version, in order."""

    def skim(self, table: str, after: int, upto: int, kinds: Sequence[str]) -> list[Text]:
        """Rows of some kinds behind a version and up to another, in order: for who reads much and needs little."""

    def tables(self) -> list[str]:
        """The name of every table's stream, sorted; the staff book and the links are apart."""

    def heads(self) -> dict[str, Head]:
        """Where every stream ends, the staff book's and those of links too, all at one moment."""

    def head(self, table: str) -> Head:
        """Where a stream ends; EMPTY when it has not begun."""

    def get(self, shelf: str, key: str) -> str | None:
        """Something kept beside the chain: a staff account, the server's key."""

    def put(self, shelf: str, key: str, value: str) -> None:
        """Keep it, on disk when this returns."""

    def put_all(self, shelf: str, kept: Mapping[str, str]) -> None:
        """Keep several at once."""

    def put_new(self, shelf: str, key: str, value: str) -> bool:
        """Keep it where nothing is kept under this key yet; whether this is what is kept now."""

    def nearest(self, shelf: str, key: str) -> tuple[str, str] | None:
        """The last of a shelf whose key is not behind this one, with its key."""

    def remove(self, shelf: str, key: str) -> None:
        """Keep it no longer."""

    def remove_all(self, keys: Sequence[tuple[str, str]]) -> None:
        """Several of them, each by shelf and key: all at once, or none."""

    def remove_before(self, shelf: str, key: str) -> None:
        """Keep nothing of a shelf whose key is before this one."""

    def begin(self, table: str, head: Head) -> None:
        """Begin a stream of which nothing is here behind a place: what is before it lies in an archive."""

    def take_out(self, table: str, last: int, most: int) -> int:
        """The oldest rows of a stream up to a version, at most so many, in one transaction; how many they were.

        Only for rows that a verified archive holds (house/archive/prune.py). The last row of a stream stays.
        """

    def shelf(self, name: str) -> dict[str, str]:
        """All of a shelf."""

    def secret(self, purpose: str) -> bytes:
        """Bytes that whoever has the ledger alone cannot know; without a seal anybody can."""

    def shelves(self) -> list[str]:
        """Every shelf's name, sorted."""

    def faults(self) -> list[str]:
        """What is wrong with the storage itself, apart from the streams: a sentence each."""

    def turn(self) -> AbstractContextManager[None]:
        """One at a time, of all servers of this ledger: for what must hold over several streams."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call with a table's name, from a thread of the ledger's, after another server process has written to it.

        Listening has begun when this returns. A name may be heard though nothing is new.
        """

    def close(self) -> None:
        """Let go of files and connections; calls that wait are finished first."""


def links_of(ledger: Ledger) -> list[str]:
    """The names of all links, sorted."""
    return sorted(name.removeprefix(LINK) for name in ledger.heads() if name.startswith(LINK))
