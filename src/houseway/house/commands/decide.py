"""A command is checked, becomes events on a draft, or is refused. Who may give which is a table of roles.

Each command is a function of the draft, of who gives it and of what they say; the dealer then does what is due.
"""

from collections.abc import Callable, Mapping
from typing import Any

from houseway.games.game import nearest
from houseway.house import events
from houseway.house.commands import decks, doors, players, rulings, supervisors
from houseway.house.commands.said import verify_plain
from houseway.house.dealer import go_on
from houseway.house.draft import HOUSE, PLAYER, SUPERVISOR, Actor, Command, Draft, Forbidden, Stale
from houseway.house.linked.drafts import Look, nobody_looks
from houseway.house.shuffler import Shuffler
from houseway.house.table import Table
from houseway.rules.refused import Refused

Do = Callable[[Draft, Actor, Mapping[str, Any]], None]


def decide(
    table: Table,
    actor: Actor,
    command: Command,
    now: int,
    shuffler: Callable[[Table], Shuffler],
    clock_off_us: int | None = None,
    look: Look = nobody_looks,
) -> Draft:
    """The events a command makes happen, or a refusal; nothing is stored here.

    Where somebody has set the wall clock since the table last heard of it, that comes first: so far it is off now.
    """
    verify_role(actor, command.do)
    verify_plain(command)
    _verify_fresh(table, actor, command)
    _verify_in_the_room(table, command.do)
    draft = Draft.on(table, now, look)
    if clock_off_us is not None and table.config is not None:
        draft.happen(events.CLOCK_SET, off_us=clock_off_us)
    _COMMANDS[command.do](draft, actor, command.what)
    go_on(draft, shuffler(draft.table))
    return draft


def verify_role(actor: Actor, do: str) -> None:
    if do not in MAY:
        raise Refused(f"there is no command '{do}'{nearest(do, MAY)}")
    if actor.role not in MAY[do]:
        article = "an" if actor.role[0] in "aeiou" else "a"
        raise Forbidden(f"{article} {actor.role} may not {do.replace('_', ' ')}: that is for {' or '.join(MAY[do])}")


def _verify_fresh(table: Table, actor: Actor, command: Command) -> None:
    """A command counts only if whoever gave it knew of everything that changed what they may do."""
    if command.seen is None:
        return
    own = table.players[actor.id].seen if actor.id in table.players else 0
    if command.seen < max(table.turned, own):
        raise Stale("the table has moved on since: look again")
    if command.seen > table.version:
        raise Refused(f"version {command.seen} of the table has not happened yet; it is {table.version}")


def _verify_in_the_room(table: Table, do: str) -> None:
    """At a retired table nothing happens, but that a round of it is put right, or that it is opened again."""
    if table.retired and do not in ("open", "correct", *HOUSE_ONLY):
        raise Refused(f"the table was retired: {table.closed}")


_COMMANDS: dict[str, Do] = {
    "sit": players.sit,
    "buy_in": players.buy_in,
    "bet": players.bet,
    "take_back": players.take_bet_back,
    "ready": players.ready,
    "act": players.act,
    "leave": players.leave,
    "configure": supervisors.configure,
    "void": supervisors.void,
    "rule": rulings.rule,
    "correct": rulings.correct,
    "close": supervisors.close,
    "reopen": supervisors.reopen,
    "deck": decks.load,
    "hand_pay": supervisors.hand_pay,
    "add_bot": supervisors.add_bot,
    "remove_bot": supervisors.remove_bot,
    "open": doors.open_table,
    "tick": doors.tick,
    "unstick": doors.unstick,
    "gone": doors.gone,
    "come_back": doors.come_back,
    "see_off": doors.see_off,
    "discard": doors.discard,
    "restart": doors.restart,
    "retire": doors.retire,
}

_PLAYERS, _STAFF, _HOUSE = (PLAYER,), (SUPERVISOR,), (HOUSE,)
HOUSE_ONLY = ("tick", "unstick", "gone", "come_back", "see_off", "discard", "restart")
MAY: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("sit", "buy_in", "bet", "take_back", "ready", "act", "leave"), _PLAYERS),
    **dict.fromkeys(
        ("configure", "void", "rule", "correct", "close", "reopen", "deck", "add_bot", "remove_bot", "retire"), _STAFF
    ),
    "hand_pay": _STAFF,
    "open": (SUPERVISOR, HOUSE),
    **dict.fromkeys(HOUSE_ONLY, _HOUSE),
}
assert MAY.keys() == _COMMANDS.keys()
