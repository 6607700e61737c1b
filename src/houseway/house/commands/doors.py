"""What the house itself does: it opens tables, looks at the clock, sees who comes and goes, and starts again.

A supervisor opens tables too, by page, and retires them. Both are on record.
"""

from collections.abc import Mapping
from typing import Any

from houseway import __version__
from houseway.games.edition import edition_of
from houseway.house import events
from houseway.house.commands import said
from houseway.house.commands.players import get_up
from houseway.house.commands.supervisors import seat_bots
from houseway.house.configuration import TableConfig
from houseway.house.dealer import return_bets, void_round
from houseway.house.dealer import see_off as see_player_off
from houseway.house.draft import SUPERVISOR, Actor, Draft
from houseway.rules.refused import Refused


def open_table(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """The house opens a table once: where another of its servers was faster, it is open. A supervisor says why."""
    if actor.role == SUPERVISOR:
        _open_by_page(draft, actor, what)
    elif draft.table.config is None:
        config = TableConfig.from_body(what["config"])
        edition = edition_of(config.the_game)
        draft.happen(events.OPENED, config=config.to_body(), software=str(what.get("software", "")), edition=edition)
        seat_bots(draft)


def _open_by_page(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """A new table, or one that was retired, set up as it is said now."""
    table = draft.table
    if table.config is not None and not table.retired:
        raise Refused(f"there is a table '{table.name}' already: change it, or choose another name")
    config, reason = said.config(what), said.words(what, "reason")
    if config.name != table.name:
        raise Refused(f"this is table {table.name}; the configuration is for {config.name}")
    record: dict[str, Any] = {
        "config": config.to_body(),
        "edition": edition_of(config.the_game),
        "by": actor.name,
        "reason": reason,
    }
    if table.retired:
        draft.happen(events.OPENED_AGAIN, **record)
    else:
        draft.happen(events.OPENED, **record, software=__version__)
    seat_bots(draft)


def retire(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """Bets go back, everybody's chips go to the cage, the cards are shown; the stream stays."""
    table, reason = draft.table, said.words(what, "reason")
    if table.playing:
        raise Refused("a round is on: retire the table when it is over, or void the round first")
    for player in list(table.players.values()):
        see_player_off(draft, player)
    if table.shuffle is not None:
        draft.happen(events.REVEALED, cycle=table.shuffle.cycle)
    draft.happen(events.RETIRED, reason=reason, by=actor.name)


def tick(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """Time has passed; the dealer sees what is due."""


def unstick(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """The watchdog found that the table cannot move though something is due: the round is void, or the table closes."""
    reason = str(what["reason"])
    if draft.table.playing:
        void_round(draft, reason, actor.name)
    elif not draft.table.closed:
        return_bets(draft)
        draft.happen(events.FAULTED, reason=reason)


def gone(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    """The connection is lost; the seat is kept for a while."""
    player = draft.table.players.get(str(what["player"]))
    if player and not player.gone_at:
        draft.happen(events.GONE, player=player.id)


def come_back(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    player = draft.table.players.get(str(what["player"]))
    if player and player.gone_at:
        draft.happen(events.CAME_BACK, player=player.id)


def see_off(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    """Somebody who sits there and does nothing gives up the seat, as if they had left."""
    player = draft.table.players.get(str(what["player"]))
    if player and not player.leaving and not draft.table.has_due(player.id):
        get_up(draft, player)


def discard(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """The ledger was restored or is a copy: what it has not dealt yet may have been shown. No such card is dealt."""
    table, reason = draft.table, str(what["reason"])
    if table.shuffle is None:
        return
    if table.playing:
        void_round(draft, reason, actor.name)
    return_bets(draft)
    draft.happen(events.DISCARDED, cycle=table.shuffle.cycle, reason=reason)


def restart(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    """The server is back. A round that was on goes on, with fresh clocks, or is void, as the house has it."""
    table = draft.table
    if not table.playing:
        return
    if table.set_up.on_restart == "void":
        void_round(draft, "the server stopped in the middle of the round: every bet went back", actor.name)
    else:
        notice = "the server was restarted; the round goes on where it was"
        draft.happen(events.RESTARTED, round=table.rounds, notice=notice)
