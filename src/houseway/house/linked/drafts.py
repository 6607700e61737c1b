"""What a command would do to links, tried on copies of them: stored with the table's events, or not at all."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from houseway.house.ledger.store import ANYWHERE, Batch, Happened
from houseway.house.linked.link import FORMAT, Link
from houseway.rules.refused import Refused

Look = Callable[[str], Link]  # a link by its name, as it is known here


def nobody_looks(name: str) -> Link:
    raise Refused(f"link {name} cannot be reached from here")


@dataclass
class LinkDraft:
    link: Link  # a copy; the entries have been applied to it
    base: int
    held: bool = False  # it counts only if nobody has written to the link since
    happened: list[Happened] = field(default_factory=list)

    @classmethod
    def on(cls, link: Link) -> "LinkDraft":
        return cls(link.copy(), link.version)

    def copy(self) -> "LinkDraft":
        return LinkDraft(self.link.copy(), self.base, self.held, list(self.happened))

    def happen(self, kind: str, now: int, **body: Any) -> None:
        body["format"] = FORMAT
        self.happened.append(Happened(kind, body))
        self.link.apply(kind, body, now)

    def batch(self, now: int, command: str) -> Batch:
        expected = self.base if self.held else ANYWHERE
        return Batch(self.link.stream, expected, now, command, tuple(self.happened))
