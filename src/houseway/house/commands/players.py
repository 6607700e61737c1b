"""What players may do: sit, buy in, bet, take back, be ready, act, leave."""

from collections.abc import Mapping
from typing import Any

from houseway.games.betting import dollars
from houseway.house import events
from houseway.house.chosen_by import BY_PLAYER
from houseway.house.commands import said
from houseway.house.dealer import choose, house_step, see_off, take_back
from houseway.house.draft import Actor, Draft, Stale
from houseway.house.money import CAGE, FELT, chips_of, moved
from houseway.house.names import verify_name, verify_not_taken
from houseway.house.table import Player, Table
from houseway.rules.refused import Refused

CHIPS_MAX = 10  # buy-ins: who has more of the largest ones may bet some first


def sit(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """Take a seat, or one more where the rules let a player have several hands."""
    table, config = draft.table, draft.table.set_up
    verify_open(table)
    name = verify_name(actor.name)
    verify_not_taken(name, (each.name for each in table.players.values() if each.id != actor.id))
    player = table.players.get(actor.id)
    seats = player.seats if player else ()
    if player and player.leaving:
        raise Refused("you are leaving: sit down again when the round is over")
    if len(seats) >= config.hands_a_player:
        raise Refused(f"a player may have {config.hands_a_player} at this table, and you have {len(seats)}")
    seat = free_seat(table, what, last=False)
    draft.happen(events.SAT, player=actor.id, name=name, seats=[*seats, seat], bot="")
    if "cents" in what:
        buy_in(draft, actor, what)


def free_seat(table: Table, what: Mapping[str, Any], *, last: bool) -> int:
    """The seat that is asked for, or the first or last that is free."""
    free = [seat for seat in range(1, table.set_up.seats + 1) if table.player_at(seat) is None]
    if not free:
        raise Refused("every seat is taken: watch, or try another table")
    seat = said.whole(what, "seat", free[-1 if last else 0])
    if seat not in free:
        raise Refused(f"seat {seat} is not free; free seats: {', '.join(map(str, free))}")
    return seat


def buy_in(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """Play money from the cage."""
    config = draft.table.set_up
    verify_open(draft.table)
    player = seated(draft.table, actor)
    cents = said.whole(what, "cents", 0)
    if not config.buy_in_least_cents <= cents <= config.buy_in_most_cents:
        least, most = dollars(config.buy_in_least_cents), dollars(config.buy_in_most_cents)
        raise Refused(f"a buy-in here is {least} to {most}, not {dollars(cents)}")
    if draft.table.chips(player.id) + cents > CHIPS_MAX * config.buy_in_most_cents:
        raise Refused("you have chips enough: bet some first")
    draft.happen(events.BOUGHT_IN, moved(cents, CAGE, chips_of(player.id)), player=player.id, cents=cents)


def bet(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """All bets of one seat; what lay there before comes back first."""
    table, config = draft.table, draft.table.set_up
    verify_open(table)
    player = seated(table, actor)
    seat = _own_seat(player, what)
    _verify_betting(table)
    _verify_set_up(table, what)
    bets = said.wagers(what)
    config.verify_bets(bets)
    if not bets:
        raise Refused("there is nothing to bet: name a wager, or take the bet back")
    joins = said.names(what, "joins")
    beside = config.verify_joins(bets, joins)
    take_back(draft, seat)
    cents = sum(bets.values()) + beside
    more = {"joins": joins} if joins else {}
    draft.happen(
        events.BET, moved(cents, chips_of(player.id), FELT), player=player.id, seat=seat, wagers=bets, **more
    )  # fmt: skip


def take_bet_back(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    player = seated(draft.table, actor)
    seat = _own_seat(player, what)
    _verify_betting(draft.table)
    if seat not in draft.table.bets:
        raise Refused(f"there is no bet at seat {seat}")
    take_back(draft, seat)


def ready(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """Deal as far as I am concerned; without a bet it means: this one without me."""
    verify_open(draft.table)
    player = seated(draft.table, actor)
    _verify_betting(draft.table)
    _verify_set_up(draft.table, what)
    draft.happen(events.READY, player=player.id)


def act(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    table = draft.table
    player = seated(table, actor)
    round_ = table.round
    if not table.playing or round_ is None or round_.pending is None:
        raise Refused("no round is on: bet first")
    if not round_.of_these_rules:
        return  # the dealer voids it
    wait = round_.pending
    if round_.owners[wait.seat - 1] != player.id:
        raise Refused(f"it is seat {wait.seat}'s turn, not yours")
    for place, waiting in (("seat", wait.seat), ("hand", wait.hand)):
        if said.whole(what, place, waiting) != waiting:
            raise Refused(f"it is {place} {waiting}'s turn, not {what[place]}'s")
    name = str(what.get("act", ""))
    acts = round_.acts_within(table.chips(player.id))
    offered = [table.game.acts[each] for each in acts]
    if name not in offered:
        raise Refused(f"you cannot {name or 'do nothing'} now: choose {', '.join(offered)}")
    house_step(draft, lambda: choose(draft, table.game.acts.index(name), BY_PLAYER))


def leave(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    player = seated(draft.table, actor)
    if player.leaving:
        raise Refused("you are leaving already, as soon as the round is over")
    get_up(draft, player)


def get_up(draft: Draft, player: Player) -> None:
    """At once between rounds; in a round the hand is played out first, as a silent player's is."""
    table = draft.table
    if table.playing and table.round and player.id in table.round.owners:
        draft.happen(events.LEAVING, player=player.id)
    else:
        see_off(draft, player)


def verify_open(table: Table) -> None:
    if table.closed:
        raise Refused(f"the table is closed: {table.closed}")


def seated(table: Table, actor: Actor) -> Player:
    player = table.players.get(actor.id)
    if player is None:
        raise Refused("you are not seated: sit down first")
    return player


def _verify_betting(table: Table) -> None:
    if table.playing:
        raise Refused("a round is on: bets are made before it")


def _verify_set_up(table: Table, what: Mapping[str, Any]) -> None:
    """Whoever says which set-up they bet under bets under no other: limits, pays and rules are those they saw."""
    if what.get("set_up", table.set_up.mark) != table.set_up.mark:
        raise Stale("the table was changed since: look at its limits and pays again")


def _own_seat(player: Player, what: Mapping[str, Any]) -> int:
    seat = said.whole(what, "seat", player.seats[0])
    if seat not in player.seats:
        raise Refused(f"seat {seat} is not yours; yours: {', '.join(map(str, player.seats))}")
    return seat
