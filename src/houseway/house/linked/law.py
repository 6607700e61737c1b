"""Which progressives a table may carry, and which tables may feed one link: one sentence where they may not."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from houseway.games.game import Game
from houseway.games.words import dollars
from houseway.house.faults import FoundFault, fault_in
from houseway.progressives.jackpot import (
    AT_A_TABLE_MAX,
    FILE,
    adjusted,
    find_progressive,
    verify_against,
    verify_in_force,
)
from houseway.progressives.links import Linked, verify_link
from houseway.rules.refused import Refused

if TYPE_CHECKING:
    from houseway.house.configuration import Carried, TableConfig

KEY = "progressives"
# Terms that have these are whole: recorded, and true whatever a game's file says by now.
WHOLE = {"name", "title", "wager", "meters"}


def filled_carried(game: Game, table: str, written: Iterable[Any]) -> list[Any]:
    """With the link where none is named, and every term of the progressive."""
    return [_filled(game, table, i, each) if isinstance(each, Mapping) else each for i, each in enumerate(written)]


def _filled(game: Game, table: str, place: int, written: Mapping[str, Any]) -> dict[str, Any]:
    name, terms = str(written.get("name", "")), written.get("terms", {})
    filled = {**written, "link": written.get("link") or f"{table}-{name}".replace("_", "-")[:32]}
    if isinstance(terms, Mapping) and not terms.keys() >= WHOLE:
        try:
            filled["terms"] = adjusted(find_progressive(game, name), terms).model_dump(mode="json")
        except Refused as refusal:
            if isinstance(refusal.__cause__, ValidationError):
                raise fault_in(f"{KEY}.{place}.terms", refusal.__cause__) from None
            raise FoundFault(f"{KEY}.{place}", f"cannot be: {refusal}") from None
    return filled


def verify_carried(table: "TableConfig") -> None:
    """Raise `Wrong` for the first thing that makes a progressive impossible at this table."""
    carried = table.progressives
    if len(carried) > AT_A_TABLE_MAX:
        raise FoundFault(KEY, f"are {len(carried)}: a table carries at most {AT_A_TABLE_MAX}")
    for what in ("name", "link"):
        if len({getattr(each, what) for each in carried}) < len(carried):
            raise FoundFault(KEY, f"have one {what} twice: give each its own")
    if carried and table.practice:
        raise FoundFault(KEY, "are for tables of the room: where people practise nothing feeds a meter")
    for i, each in enumerate(carried):
        _verify_one(table, f"{KEY}.{i}", each)


def _verify_one(table: "TableConfig", key: str, carried: "Carried") -> None:
    try:
        progressive = carried.progressive
        verify_against(table.the_game, progressive)
        verify_in_force(table.the_game, progressive, table.settings())
    except Refused as refusal:
        said = str(refusal).removeprefix(f"{table.game}/{FILE}: ")  # the house's file has it, not the game's
        raise FoundFault(key, f"cannot be: {said}") from None
    if carried.name != progressive.name:
        raise FoundFault(f"{key}.terms", f"are of '{progressive.name}', not of '{carried.name}'")
    for wager in filter(None, (progressive.wager, progressive.of_wager)):
        if wager not in table.wagers:
            raise FoundFault(key, f"needs the wager '{wager}', which the table does not offer")


def verify_fair_triggers(table: "TableConfig") -> None:
    """Every bet moves a meter that must hit by whole cents, so that of each cent bet as much of it can be reached.

    Where a bet moved it by part of a cent, only some bets would show a new cent and could reach the trigger: whoever
    counts could make those and no others.
    """
    for i, carried in enumerate(table.progressives):
        progressive = carried.progressive
        step = progressive.bet_cents or table.wagers[progressive.of_wager].step_cents
        for meter in progressive.meters:
            moves = meter.rate * step
            if meter.must_hit_by_cents and moves.denominator > 1:
                raise FoundFault(
                    f"{KEY}.{i}",
                    f"cannot be: {dollars(step)} move the meter '{meter.name}' by {moves} of a cent, and every bet "
                    "must move a meter that must hit by whole cents: give it another rate",
                )


def linked(table: "TableConfig", carried: "Carried") -> Linked:
    """A table as its link knows it: by its rules, without rounding and caps, which change no probability."""
    from houseway.house.audit.hold import before_policies  # which reads tables, which read configurations

    return Linked(table.the_game, before_policies(table.the_game, table.settings()), carried.progressive)


def verify_links(tables: Iterable["TableConfig"]) -> None:
    """Tables that name one link may feed the same meters (WAC 230-15-685)."""
    links: dict[str, list[tuple[str, Linked]]] = {}
    for table in tables:
        for carried in table.progressives:
            links.setdefault(carried.link, []).append((f"tables.{table.name}.{KEY}", linked(table, carried)))
    for name, found in links.items():
        for key, other in found[1:]:
            try:
                verify_link([found[0][1], other])
            except Refused as refusal:
                raise FoundFault(key, f"cannot feed the link '{name}': {refusal}") from None
