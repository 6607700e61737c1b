"""What supervisors may do: configure, void, close and reopen a table, seat and remove bots. All of it is on record."""

from collections.abc import Mapping
from typing import Any

from houseway.games.edition import edition_of
from houseway.games.words import dollars
from houseway.house import events
from houseway.house.commands import said
from houseway.house.commands.players import free_seat, get_up, verify_open
from houseway.house.configuration import TableConfig
from houseway.house.dealer import return_bets, see_off, void_round
from houseway.house.draft import Actor, Draft
from houseway.house.faults import FoundFault
from houseway.house.money import chips_of, due_of, moved
from houseway.house.table import Table
from houseway.house.table_checks import verify_strategy
from houseway.rules.refused import Refused


def configure(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """A new configuration: never in a round, with every bet off the felt and the old cards shown."""
    table = draft.table
    if table.playing:
        raise Refused("a round is on: nothing is changed before it is over")
    config, reason = said.config(what), said.words(what, "reason")
    if config.name != table.name:
        raise Refused(f"this is table {table.name}; the configuration is for {config.name}")
    return_bets(draft)
    _let_bots_go(draft, config)
    _verify_places(table, config)
    _verify_dues(table, config)
    if table.shuffle is not None:
        draft.happen(events.REVEALED, cycle=table.shuffle.cycle)
    draft.happen(
        events.CONFIGURED, config=config.to_body(), edition=edition_of(config.the_game), by=actor.name, reason=reason
    )
    seat_bots(draft)


def _verify_places(table: Table, config: TableConfig) -> None:
    """Nobody who sits there is put out of a seat."""
    taken = max((seat for player in table.players.values() for seat in player.seats), default=0)
    if taken > config.seats or (config.game != table.set_up.game and table.players):
        raise Refused("players are seated where the new configuration has no place for them: let them leave first")
    most = max((len(player.seats) for player in table.players.values()), default=0)
    if most > config.hands_a_player:
        raise Refused(f"somebody has {most} seats: let them leave before a player may have {config.hands_a_player}")


def _verify_dues(table: Table, config: TableConfig) -> None:
    """Who waits to be paid by hand is seen where their link is."""
    kept = {carried.link for carried in config.progressives}
    for due in table.dues:
        if due["link"] not in kept:
            held = f"the seat of {table.players[due['player']].name} is held"
            raise Refused(f"{held}: {dollars(due['cents'])} of the link '{due['link']}' is paid by hand first")


def _let_bots_go(draft: Draft, config: TableConfig) -> None:
    """Bots of the old configuration that the new one does not have; those that staff seated stay at the same game."""
    table = draft.table
    had, wanted = _bots(table.set_up), _bots(config)
    for player in list(table.players.values()):
        (seat, *_) = player.seats
        stays = player.bot == wanted[seat] if seat in wanted else seat not in had
        if player.bot and not (stays and config.game == table.set_up.game):
            see_off(draft, player)


def seat_bots(draft: Draft) -> None:
    """The bots of the configuration, where they do not sit yet."""
    for seat, strategy in _bots(draft.table.set_up).items():
        player = draft.table.player_at(seat)
        if player is None:
            _seat_bot(draft, seat, strategy)
        elif not player.bot:
            raise Refused(f"{player.name} has seat {seat}, which the new configuration gives to a bot")


def _bots(config: TableConfig) -> dict[int, str]:
    return {seat: bots.strategy for bots in config.bots for seat in bots.seats}


def _seat_bot(draft: Draft, seat: int, strategy: str) -> None:
    """Marked as one."""
    draft.happen(events.SAT, player=f"bot-{seat}", name=f"Bot {seat}", seats=[seat], bot=strategy)


def add_bot(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    table = draft.table
    strategy = str(what.get("strategy") or table.set_up.silent)
    try:
        verify_strategy("strategy", strategy, table.game, table.settings)
    except FoundFault as wrong:
        raise Refused(f"{wrong.key} {wrong.sentence}") from None
    _seat_bot(draft, free_seat(table, what, last=True), strategy)


def remove_bot(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    player = draft.table.player_at(said.whole(what, "seat", 0))
    if player is None or not player.bot:
        raise Refused("no bot sits there")
    if player.leaving:
        raise Refused("the bot leaves already, as soon as the round is over")
    get_up(draft, player)


def void(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """A malfunction: every bet still in action goes back."""
    reason = said.words(what, "reason")
    if not draft.table.playing:
        raise Refused("no round is on: there is nothing to void")
    void_round(draft, reason, actor.name)


def close(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    if draft.table.playing:
        raise Refused("a round is on: close the table when it is over, or void the round first")
    verify_open(draft.table)
    return_bets(draft)
    draft.happen(events.CLOSED, reason=said.words(what, "reason"), by=actor.name)


def reopen(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    if not draft.table.closed:
        raise Refused("the table is open")
    draft.happen(events.REOPENED, by=actor.name)


def hand_pay(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """What somebody has won of a progressive above the table's limit is counted out to them by a supervisor.

    One who says how much they counted pays that or nothing: two supervisors do not pay the next award by mistake.
    """
    table = draft.table
    seat = said.whole(what, "seat", 0)
    player = table.player_at(seat)
    due = next((each for each in table.dues if player and each["player"] == player.id), None)
    if due is None:
        waits = sorted(seat for each in table.dues for seat in table.players[each["player"]].seats)
        where = f"seat {waits[0]} waits" if waits else "nobody waits for one"
        raise Refused(f"nothing is to be paid by hand at seat {seat}: {where}")
    if "cents" in what and said.whole(what, "cents", 0) != due["cents"]:
        raise Refused(f"{dollars(due['cents'])} waits to be paid at seat {seat}, not {dollars(what['cents'])}")
    postings = moved(due["cents"], due_of(due["player"]), chips_of(due["player"]))
    draft.happen(events.HAND_PAID, postings, **due, by=actor.name)
