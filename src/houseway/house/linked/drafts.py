"""What a command would do to links, tried on copies of them: stored with the table's events, or not at all."""

import secrets
from dataclasses import dataclass, field
from typing import Any, Protocol

from houseway.house.ledger.store import ANYWHERE, Batch, Happened
from houseway.house.linked.link import FIRST, FORMAT, NEXT, REVEALED, SET, UNKNOWN, Link
from houseway.house.linked.trigger import NONCE_BYTES, set_trigger
from houseway.rules.refused import Refused


class Look(Protocol):
    def __call__(self, name: str, table: str = "", round_: int = 0) -> Link:
        """A link by its name as it is known here; at least with what this round of a table told it."""


def nobody_looks(name: str, table: str = "", round_: int = 0) -> Link:  # noqa: ARG001
    raise Refused(f"link {name} cannot be reached from here")


@dataclass
class LinkDraft:
    link: Link  # a copy; the entries have been applied to it
    base: int
    seen_at: int  # of its last entry then
    held: bool = False  # it counts only if nobody has written to the link since
    happened: list[Happened] = field(default_factory=list)

    @classmethod
    def on(cls, link: Link) -> "LinkDraft":
        return cls(link.copy(), link.version, link.at)

    def copy(self) -> "LinkDraft":
        return LinkDraft(self.link.copy(), self.base, self.seen_at, self.held, list(self.happened))

    def happen(self, kind: str, now: int, **body: Any) -> None:
        body["format"] = FORMAT
        self.happened.append(Happened(kind, body))
        self.link.apply(kind, body, now)

    def set_triggers(self, now: int, why: str = "") -> None:
        """A trigger for every meter that must hit and has none that is known; with a reason, for all of them anew."""
        for meter in self.link.must_hit:
            known = self.link.triggers.get(meter.name)
            if meter.name in self.link.reached or (known and known.cents and not why):
                continue
            self.held = True
            last = self.link.last_number(meter.name)
            if known and known.cents:
                self.show_trigger(meter.name, now)
            nonce, shows = secrets.token_bytes(NONCE_BYTES), self.link.to_begin(meter).shown_cents
            made = set_trigger(self.link.name, meter, last + 1, shows, self.link.secret, nonce)
            reason = UNKNOWN if known and not known.cents else why or (NEXT if last else FIRST)
            said = {"number": made.number, "shows": shows, "nonce": nonce.hex(), "commitment": made.commitment}
            self.happen(SET, now, meter=meter.name, **said, why=reason)

    def show_trigger(self, meter: str, now: int) -> None:
        """What it was, with the key that drew it."""
        found = self.link.triggers[meter]
        self.happen(
            REVEALED, now, meter=meter, number=found.number, trigger_cents=found.cents, key=found.key.hex()
        )  # fmt: skip

    def batch(self, now: int, command: str) -> Batch:
        """No entry is earlier than the last that was seen here: the clock of another server may be ahead."""
        expected = self.base if self.held else ANYWHERE
        return Batch(self.link.stream, expected, max(now, self.seen_at), command, tuple(self.happened))
