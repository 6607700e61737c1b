"""What may be offered: a table that can be played is held to its game's approval and to the law before it is opened.

House files are held to it, tables that a server opens and what a supervisor changes. Configurations on record are not:
a ledger opens for ever, whatever the rules of offering become.
"""

from typing import TYPE_CHECKING

from houseway.games.approval import departures
from houseway.house.faults import LINE_MAX, NOT_A_LINE, TOO_LONG, FoundFault
from houseway.house.law import verify_cap
from houseway.house.linked.law import verify_fair_triggers
from houseway.house.shuffler.machines import verify_machine
from houseway.rules.refused import Refused

if TYPE_CHECKING:
    from houseway.house.configuration import TableConfig


def verify_offer(table: "TableConfig") -> None:
    """Raise `Wrong` for the first thing that may not be offered, though it could be played."""
    _verify_lines(table)
    _verify_lawful(table)
    _verify_approved(table)
    _verify_shuffler(table)
    verify_fair_triggers(table)


def _verify_lines(table: "TableConfig") -> None:
    """What is posted and logged of a table is one line each; how long those of a shuffler are, its model says."""
    if len(table.title) > LINE_MAX:
        raise FoundFault("title", TOO_LONG.format(length=len(table.title), max_length=LINE_MAX))
    lines = {"title": table.title}
    if table.shuffler is not None:
        lines |= {f"shuffler.{key}": getattr(table.shuffler, key) for key in ("model", "version", "approval")}
    for key, line in lines.items():
        if not line.isprintable():
            raise FoundFault(key, NOT_A_LINE)


def _verify_lawful(table: "TableConfig") -> None:
    try:
        verify_cap(table.the_game, table.settings(), table.limits())
    except Refused as refusal:
        raise FoundFault("options.cap_cents", str(refusal)) from None


def _verify_approved(table: "TableConfig") -> None:
    """The letters: games are played under the rules handed in, and modifications may affect the approval."""
    found = departures(table.the_game, table.settings())
    if found and not table.departs:
        raise FoundFault(
            "departs",
            f"is missing: the table departs from the approved rules in {'; '.join(map(str, found))}; "
            "write the reason, which everyone is told, or keep to the rules",
        )
    if table.departs and not found:
        raise FoundFault(
            "departs", "is written, but the table departs from the approved rules in nothing: leave it out"
        )


def _verify_shuffler(table: "TableConfig") -> None:
    """The sources name models and least versions; any other machine must be approved by the state."""
    if table.shuffler is not None:
        try:
            verify_machine(table.the_game, table.settings(), table.shuffler)
        except FoundFault as wrong:
            raise FoundFault(f"shuffler.{wrong.key}", wrong.sentence) from None
