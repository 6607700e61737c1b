"""What people and the house may do at a table. A command is checked, becomes events on a draft, or is refused.

Each command is a function of the draft, of who gives it and of what they say; the dealer then does what is due.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from houseway.games.betting import dollars
from houseway.games.game import nearest
from houseway.house import events
from houseway.house.configuration import TableConfig
from houseway.house.dealer import BY_PLAYER, choose, go_on, return_bets, see_off, take_back
from houseway.house.draft import AUDITOR, GUEST, HOUSE, PLAYER, SUPERVISOR, Actor, Command, Draft, Forbidden, Stale
from houseway.house.faults import sentences
from houseway.house.money import CAGE, FELT, chips_of, moved
from houseway.house.shuffler import Shuffler
from houseway.house.table import Player, Table
from houseway.rules.refused import Refused

Do = Callable[[Draft, Actor, Mapping[str, Any]], None]

NAME_MAX = 24
ROLES = (GUEST, PLAYER, SUPERVISOR, AUDITOR, HOUSE)


def decide(table: Table, actor: Actor, command: Command, now: int, shuffler: Callable[[Table], Shuffler]) -> Draft:
    """The events a command makes happen, or a refusal; nothing is stored here."""
    verify_role(actor, command.do)
    _verify_fresh(table, actor, command)
    draft = Draft.on(table, now)
    _COMMANDS[command.do](draft, actor, command.what)
    if draft.table.config is not None:
        go_on(draft, shuffler(draft.table))
    return draft


def verify_role(actor: Actor, do: str) -> None:
    if do not in MAY:
        raise Refused(f"there is no command '{do}'{nearest(do, MAY)}")
    if actor.role not in MAY[do]:
        raise Forbidden(f"a {actor.role} may not {do.replace('_', ' ')}: that is for {' or '.join(MAY[do])}")


def _verify_fresh(table: Table, actor: Actor, command: Command) -> None:
    """A command counts only if whoever gave it knew of everything that changed what they may do."""
    if command.seen is None:
        return
    own = table.players[actor.id].seen if actor.id in table.players else 0
    if command.seen < max(table.turned, own):
        raise Stale("the table has moved on since: look again")
    if command.seen > table.version:
        raise Refused(f"version {command.seen} of the table has not happened yet; it is {table.version}")


# --- players ---


def _sit(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """Take a seat, or one more where the rules let a player have several hands."""
    table, config = draft.table, draft.table.set_up
    _verify_open(table)
    name = actor.name.strip()
    if not 1 <= len(name) <= NAME_MAX:
        raise Refused(f"a name has 1 to {NAME_MAX} letters")
    free = [seat for seat in range(1, config.seats + 1) if table.player_at(seat) is None]
    seat = _whole(what, "seat", free[0] if free else 0)
    if not free:
        raise Refused("every seat is taken: watch, or try another table")
    if seat not in free:
        raise Refused(f"seat {seat} is not free; free seats: {', '.join(map(str, free))}")
    seats = table.players[actor.id].seats if actor.id in table.players else ()
    if len(seats) >= config.hands_a_player:
        raise Refused(f"a player may have {config.hands_a_player} at this table, and you have {len(seats)}")
    draft.happen(events.SAT, player=actor.id, name=name, seats=[*seats, seat], bot="")
    if "cents" in what:
        _buy_in(draft, actor, what)


def _buy_in(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """Play money from the cage."""
    config = draft.table.set_up
    player = _seated(draft.table, actor)
    cents = _whole(what, "cents", 0)
    if not config.buy_in_least_cents <= cents <= config.buy_in_most_cents:
        least, most = dollars(config.buy_in_least_cents), dollars(config.buy_in_most_cents)
        raise Refused(f"a buy-in here is {least} to {most}, not {dollars(cents)}")
    if draft.table.chips(player.id) + cents > 10 * config.buy_in_most_cents:
        raise Refused("you have chips enough: bet some first")
    draft.happen(events.BOUGHT_IN, moved(cents, CAGE, chips_of(player.id)), player=player.id, cents=cents)


def _bet(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """All bets of one seat; what lay there before comes back first."""
    table, config = draft.table, draft.table.set_up
    _verify_open(table)
    player = _seated(table, actor)
    seat = _own_seat(player, what)
    _verify_betting(table)
    bets = _wagers(what)
    config.verify_bets(bets)
    if not bets:
        raise Refused("there is nothing to bet: name a wager, or take the bet back")
    take_back(draft, seat)
    cents = sum(bets.values())
    draft.happen(
        events.BET, moved(cents, chips_of(player.id), FELT), player=player.id, seat=seat, wagers=bets
    )  # fmt: skip


def _take_back(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    player = _seated(draft.table, actor)
    seat = _own_seat(player, what)
    _verify_betting(draft.table)
    if seat not in draft.table.bets:
        raise Refused(f"there is no bet at seat {seat}")
    take_back(draft, seat)


def _ready(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    """Deal as far as I am concerned; without a bet it means: this one without me."""
    _verify_open(draft.table)
    player = _seated(draft.table, actor)
    _verify_betting(draft.table)
    draft.happen(events.READY, player=player.id)


def _act(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    table = draft.table
    player = _seated(table, actor)
    round_ = table.round
    if not table.playing or round_ is None or round_.pending is None:
        raise Refused("no round is on: bet first")
    wait = round_.pending
    if round_.owners[wait.seat - 1] != player.id:
        raise Refused(f"it is seat {wait.seat}'s turn, not yours")
    for place, waiting in (("seat", wait.seat), ("hand", wait.hand)):
        if _whole(what, place, waiting) != waiting:
            raise Refused(f"it is {place} {waiting}'s turn, not {what[place]}'s")
    name = str(what.get("act", ""))
    acts = round_.acts_within(table.chips(player.id))
    offered = [table.game.acts[act] for act in acts]
    if name not in offered:
        raise Refused(f"you cannot {name or 'do nothing'} now: choose {', '.join(offered)}")
    choose(draft, table.game.acts.index(name), BY_PLAYER)


def _leave(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    """Get up: at once between rounds; in a round the hand is played out first, as a silent player's is."""
    player = _seated(draft.table, actor)
    if _in_round(draft.table, player):
        if player.leaving:
            raise Refused("you are leaving already, as soon as the round is over")
        draft.happen(events.LEAVING, player=player.id)
    else:
        see_off(draft, player)


# --- staff ---


def _configure(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """A new configuration: never in a round, and with every bet off the felt."""
    table = draft.table
    if table.playing:
        raise Refused("a round is on: nothing is changed before it is over")
    config = _config(what)
    if config.name != table.name:
        raise Refused(f"this is table {table.name}; the configuration is for {config.name}")
    taken = max((seat for player in table.players.values() for seat in player.seats), default=0)
    if taken > config.seats or (config.game != table.set_up.game and table.players):
        raise Refused("players are seated where the new configuration has no place for them: let them leave first")
    return_bets(draft)
    if table.shuffle is not None:
        draft.happen(events.REVEALED, cycle=table.shuffle.cycle)
    draft.happen(events.CONFIGURED, config=config.to_body(), by=actor.name, reason=_words(what, "reason"))


def _void(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """A malfunction: every bet of the round goes back."""
    table = draft.table
    if not table.playing or table.round is None:
        raise Refused("no round is on: there is nothing to void")
    reason = _words(what, "reason")
    draft.happen(events.VOIDED, table.round.returns(), round=table.round.number, reason=reason, by=actor.name)


def _close(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    if draft.table.playing:
        raise Refused("a round is on: close the table when it is over, or void the round first")
    _verify_open(draft.table)
    return_bets(draft)
    draft.happen(events.CLOSED, reason=_words(what, "reason"), by=actor.name)


def _reopen(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    if not draft.table.closed:
        raise Refused("the table is open")
    draft.happen(events.REOPENED, by=actor.name)


def _add_bot(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    """Seat a bot, marked as one."""
    table = draft.table
    strategy = str(what.get("strategy") or table.set_up.silent)
    if strategy not in table.game.strategies and strategy != "optimal":
        raise Refused(f"{table.game.title} has no strategy '{strategy}'{nearest(strategy, table.game.strategies)}")
    free = [seat for seat in range(1, table.set_up.seats + 1) if table.player_at(seat) is None]
    if not free:
        raise Refused("every seat is taken")
    seat = _whole(what, "seat", free[-1])
    if seat not in free:
        raise Refused(f"seat {seat} is not free; free seats: {', '.join(map(str, free))}")
    draft.happen(events.SAT, player=f"bot-{seat}", name=f"Bot {seat}", seats=[seat], bot=strategy)


def _remove_bot(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    player = draft.table.player_at(_whole(what, "seat", 0))
    if player is None or not player.bot:
        raise Refused("no bot sits there")
    _leave(draft, Actor(player.id, player.name, actor.role), what)


# --- the house itself ---


def _open(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    if draft.table.config is not None:
        raise Refused(f"table {draft.table.name} is open already")
    config = TableConfig.from_body(what["config"])
    draft.happen(events.OPENED, format=events.FORMAT, config=config.to_body(), software=str(what.get("software", "")))
    for bots in config.bots:
        for seat in bots.seats:
            _add_bot(draft, actor, {"strategy": bots.strategy, "seat": seat})


def _tick(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """Time has passed; the dealer sees what is due."""


def _gone(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    player = draft.table.players.get(str(what["player"]))
    if player and not player.gone_at:
        draft.happen(events.GONE, player=player.id)


def _come_back(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    player = draft.table.players.get(str(what["player"]))
    if player and player.gone_at:
        draft.happen(events.CAME_BACK, player=player.id)


def _restart(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:  # noqa: ARG001
    """The server is back. A round that was on goes on, with fresh clocks, or is void, as the house has it."""
    table = draft.table
    if not table.playing or table.round is None:
        return
    if table.set_up.on_restart == "void":
        reason = "the server stopped in the middle of the round: every bet went back"
        draft.happen(events.VOIDED, table.round.returns(), round=table.round.number, reason=reason, by=actor.name)
    else:
        notice = "the server was restarted; the round goes on where it was"
        draft.happen(events.RESTARTED, round=table.round.number, notice=notice)


# --- what is checked more than once ---


def _verify_open(table: Table) -> None:
    if table.closed:
        raise Refused(f"the table is closed: {table.closed}")


def _verify_betting(table: Table) -> None:
    if table.playing:
        raise Refused("a round is on: bets are made before it")


def _seated(table: Table, actor: Actor) -> Player:
    player = table.players.get(actor.id)
    if player is None:
        raise Refused("you are not seated: sit down first")
    return player


def _own_seat(player: Player, what: Mapping[str, Any]) -> int:
    seat = _whole(what, "seat", player.seats[0])
    if seat not in player.seats:
        raise Refused(f"seat {seat} is not yours; yours: {', '.join(map(str, player.seats))}")
    return seat


def _in_round(table: Table, player: Player) -> bool:
    return bool(table.playing and table.round and player.id in table.round.owners)


def _whole(what: Mapping[str, Any], name: str, default: int) -> int:
    value = what.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused(f"{name} must be a whole number, not {value!r}")
    return value


def _config(what: Mapping[str, Any]) -> TableConfig:
    try:
        return TableConfig.from_body(what.get("config", {}))
    except ValidationError as error:
        raise Refused(sentences("config", error)[0]) from None


def _words(what: Mapping[str, Any], name: str) -> str:
    value = what.get(name, "")
    if not isinstance(value, str) or not 1 <= len(value.strip()) <= 500:
        raise Refused(f"give a {name} in 1 to 500 letters: it goes on record")
    return value.strip()


def _wagers(what: Mapping[str, Any]) -> dict[str, int]:
    wagers = what.get("wagers", {})
    if not isinstance(wagers, dict):
        raise Refused("wagers must be cents by name of the wager")
    return {str(name): cents for name in wagers if (cents := _whole(wagers, name, 0))}


_COMMANDS: dict[str, Do] = {
    "sit": _sit,
    "buy_in": _buy_in,
    "bet": _bet,
    "take_back": _take_back,
    "ready": _ready,
    "act": _act,
    "leave": _leave,
    "configure": _configure,
    "void": _void,
    "close": _close,
    "reopen": _reopen,
    "add_bot": _add_bot,
    "remove_bot": _remove_bot,
    "open": _open,
    "tick": _tick,
    "gone": _gone,
    "come_back": _come_back,
    "restart": _restart,
}

_PLAYERS, _STAFF, _HOUSE = (PLAYER,), (SUPERVISOR,), (HOUSE,)
MAY: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("sit", "buy_in", "bet", "take_back", "ready", "act", "leave"), _PLAYERS),
    **dict.fromkeys(("configure", "void", "close", "reopen", "add_bot", "remove_bot"), _STAFF),
    **dict.fromkeys(("open", "tick", "gone", "come_back", "restart"), _HOUSE),
}
assert MAY.keys() == _COMMANDS.keys()
