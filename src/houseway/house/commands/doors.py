"""What the house itself does: it opens tables, looks at the clock, sees who comes and goes, and starts again."""

from collections.abc import Mapping
from typing import Any

from houseway.games.edition import edition_of
from houseway.house import events
from houseway.house.commands.players import get_up
from houseway.house.commands.staff import seat_bots
from houseway.house.configuration import TableConfig
from houseway.house.dealer import return_bets, void_round
from houseway.house.draft import Actor, Draft


def open_table(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    """Once: where another server of the house was faster, the table is open."""
    if draft.table.config is not None:
        return
    config = TableConfig.from_body(what["config"])
    edition = edition_of(config.the_game)
    draft.happen(events.OPENED, config=config.to_body(), software=str(what.get("software", "")), edition=edition)
    seat_bots(draft)


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
    if player and not player.leaving:
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
