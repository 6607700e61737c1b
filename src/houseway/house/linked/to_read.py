"""A link to be read from its beginning, by whoever may not have the house's key: triggers that were shown are known."""

import json
from collections.abc import Iterable
from typing import Any

from houseway.house.ledger.store import Ledger, link_stream
from houseway.house.linked.link import REVEALED, Link
from houseway.house.linked.trigger import PURPOSE


def link_to_read(ledger: Ledger, name: str) -> Link:
    """Nothing is read of it yet but which triggers were shown."""
    return Link(name, secret=ledger.secret(PURPOSE), told=triggers_shown(ledger, link_stream(name)))


def triggers_shown(ledger: Ledger, stream: str) -> dict[tuple[str, int], int]:
    """The triggers of a link that were revealed, by meter and number."""
    rows = ledger.skim(stream, 0, ledger.head(stream).version, (REVEALED,))
    return told_in(json.loads(text) for *_, text in rows)


def told_in(revealed: Iterable[dict[str, Any]]) -> dict[tuple[str, int], int]:
    """The triggers that these entries show."""
    return {(body["meter"], body["number"]): body["trigger_cents"] for body in revealed}
