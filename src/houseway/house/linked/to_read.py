"""A link to be read from its beginning, by whoever may not have the house's key: triggers that were shown are known."""

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from houseway.house.ledger.chain import Tampered
from houseway.house.ledger.store import Ledger, OutOfOrder, link_stream
from houseway.house.linked.link import REVEALED, Link
from houseway.house.linked.trigger import PURPOSE

T = TypeVar("T")


def link_to_read(ledger: Ledger, name: str) -> Link:
    """Nothing is read of it yet but which triggers were shown."""
    return Link(name, secret=ledger.secret(PURPOSE), told=triggers_shown(ledger, link_stream(name)))


def read_to_its_end(ledger: Ledger, name: str, read: Callable[[Link], T]) -> T:
    """What a reader makes of a link: begun again where a trigger was shown meanwhile that it could not have known."""
    while True:
        link = link_to_read(ledger, name)
        try:
            return read(link)
        except (OutOfOrder, Tampered):
            if triggers_shown(ledger, link.stream) == link.told:
                raise


def triggers_shown(ledger: Ledger, stream: str) -> dict[tuple[str, int], int]:
    """The triggers of a link that were revealed, by meter and number."""
    rows = ledger.skim(stream, 0, ledger.head(stream).version, (REVEALED,))
    return told_in(json.loads(text) for *_, text in rows)


def told_in(revealed: Iterable[dict[str, Any]]) -> dict[tuple[str, int], int]:
    """The triggers that these entries show."""
    return {(body["meter"], body["number"]): body["trigger_cents"] for body in revealed}
