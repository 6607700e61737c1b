"""What the stream of a table says. A table's state is nothing but these, applied in order.

Bodies are plain JSON. Whatever moves money has `postings`. What a player must not know yet (the order of the shoe) is
in the stream from the moment it is fixed, and is shown to nobody before its `revealed`.

Streams are kept for ever, so a body never changes its meaning silently. To change one, a key of a table's configuration
(which `opened` and `configured` carry) included: raise FORMAT, say in UPGRADES how a body of the format before becomes
one of the new, and store streams of the new format with `python -m tests.house.streams`. Everything else knows bodies
of the present format only: `Stored.body` has been through `current`.

The options of a game may come and go without that: one that a table of an earlier edition did not have yet is filled in
with its `formerly`, and one that the game has no more is kept on record (`TableConfig.recorded`).

An `archived` carries what a table is (`standing.py`, `audit/fold.py`): whoever gives `Table`, `Player`, the hold or the
machine's log a new part raises FORMAT too, and says what an older cut has in its place.
"""

from collections.abc import Callable
from typing import Any

from houseway.rules.refused import Refused

Body = dict[str, Any]

OPENED = "opened"  # config, software, edition of the game's rules, by and reason if by page: the table begins
CONFIGURED = "configured"  # config, edition, by, reason: between rounds only
STARTED = "started"  # software, edition: from here on other software serves the table, or other rules
SAT = "sat"  # player, name, seats, bot
BOUGHT_IN = "bought_in"  # player, postings
BET = "bet"  # player, seat, wagers (all of that seat's bets; {} takes them back), joins (progressives), postings
READY = "ready"  # player
GONE = "gone"  # player: the connection is lost
CAME_BACK = "came_back"  # player
LEAVING = "leaving"  # player: gets up when the round is over
LEFT = "left"  # player, postings: chips go back to the cage
SHUFFLED = "shuffled"  # cycle, deck, mode, order, key, commitment: order and key are secret until revealed
LOADED = "loaded"  # deck, tray (what lies in the machine now), by, reason: cards were counted, or brought
DEALT = "dealt"  # round, cycle, wagers and owners by seat, edition of the rules, fed (progressives), postings
CHOSE = "chose"  # round, seat, hand, act, by, postings: the chips that the choice put up
PAID = "paid"  # round, settled (wagers the rules close in the middle of a round), postings
JACKPOT = (
    "jackpot"  # round, progressive, link, awards, meters, postings: right before its `settled` (linked/feeding.py)
)
HAND_PAID = "hand_paid"  # player, round, link, cents, by, postings: what was won reached who had won it
SETTLED = "settled"  # round, drawn, tape (digest), won (cents by seat and wager, of the whole round), postings
VOIDED = "voided"  # round, reason, by, won (what was paid, which stands), whole, postings: bets in action go back
RULED = "ruled"  # round, sort, outcome, seat, reason, by: a supervisor on an irregularity
CORRECTED = "corrected"  # round, seat, player, wager, cents, reason, by, postings: a counter-entry to a settled round
REVEALED = "revealed"  # cycle; stored with the order and key that were sealed until then (ledger/sealed.py)
DISCARDED = "discarded"  # cycle, reason: thrown away undealt; its order may be known elsewhere and is never shown
RESTARTED = "restarted"  # round, notice: the server came back in the middle of a round
FAULTED = "faulted"  # reason, deck, tray (the cards that were counted): the shuffler stopped
CLOSED = "closed"  # reason, by
REOPENED = "reopened"  # by
RETIRED = "retired"  # reason, by: nobody sits there, no card is unseen; its stream and rounds stay
OPENED_AGAIN = "opened_again"  # config, edition, by, reason: a retired table is in the room again
ARCHIVED = "archived"  # first, last, head, rounds, cycles, file, digest, state, before, when, by: see cut.py
CLOCK_SET = "clock_set"  # off_us: so far is the wall clock from the house's own time, in which events are written

KINDS = (
    OPENED, CONFIGURED, STARTED, SAT, BOUGHT_IN, BET, READY, GONE, CAME_BACK, LEAVING, LEFT, SHUFFLED, LOADED, DEALT,
    CHOSE, PAID, SETTLED, VOIDED, RULED, CORRECTED, REVEALED, DISCARDED, RESTARTED, FAULTED, CLOSED, REOPENED,
    ARCHIVED,
    CLOCK_SET, RETIRED, OPENED_AGAIN, JACKPOT, HAND_PAID,
)  # fmt: skip

ENDS = (SETTLED, VOIDED)  # of a round
SETS_UP = (OPENED, CONFIGURED, OPENED_AGAIN)  # these carry a configuration, in force from there on

FORMAT = 2  # of the bodies written now. Of format 1 only `opened` says so, of later ones every body does

Upgrade = Callable[[Body], Body]


def _without_edition(body: Body) -> Body:
    """Rounds of format 1 did not say under which rules they were dealt; all their pays are in `settled`."""
    return {**body, "edition": ""}


def _without_pays(body: Body) -> Body:
    """A void round of format 1 had paid nothing."""
    return {**body, "won": {}, "whole": False}


def _filled_in(body: Body) -> Body:
    """Keys that a table's configuration did not have yet, as they went without."""
    from houseway.house.configuration import TableConfig  # which reads the games, and whose shuffler names events

    body = _without_edition(body)
    try:
        return {**body, "config": TableConfig.recorded(body["config"]).to_body()}
    except (ValueError, KeyError, TypeError):  # one that cannot be played any more, or is forged: others say so
        return body


def _with_later_options(body: Body) -> Body:
    """Options that the game did not have yet. Under the rules in force nothing can be missing that was not cut out."""
    from houseway.games import find_game
    from houseway.games.edition import edition_of
    from houseway.house.configuration import TableConfig

    try:
        config, options = body["config"], body["config"]["options"]
        game = find_game(config["game"])
        if game.options.keys() <= options.keys() or body["edition"] == edition_of(game):
            return body
        return {**body, "config": {**config, "options": {**TableConfig.recorded(config).options, **options}}}
    except (ValueError, KeyError, TypeError, AttributeError, Refused):  # as above
        return body


UPGRADES: dict[int, dict[str, Upgrade]] = {
    1: {  # from format 1 to format 2
        OPENED: _filled_in,
        CONFIGURED: _filled_in,
        DEALT: _without_edition,
        VOIDED: _without_pays,
    },
}


def written(kind: str, body: Body) -> Body:
    """A body as it is stored now."""
    return {**body, "format": FORMAT} if FORMAT > 1 or kind == OPENED else body


def format_of(body: Body) -> int:
    """The format that a body says it is in."""
    format_ = body.get("format", 1)
    if type(format_) is not int or format_ < 1:
        raise Refused(f"there is no format {format_!r} of events")
    return format_


def current(kind: str, body: Body) -> Body:
    """A stored body as it would be written now."""
    format_ = format_of(body)
    if format_ > FORMAT:
        raise Refused(f"this was written by a newer houseway (events of format {format_}): install that one")
    for each in range(format_, FORMAT):
        body = UPGRADES[each].get(kind, dict)(body)
    if kind in SETS_UP:
        body = _with_later_options(body)
    return body if format_ == FORMAT else written(kind, body)


SECRETS = {SHUFFLED: ("order", "key")}  # hidden until the cycle is revealed
SEALED = "sealed"  # where a ledger is sealed, in place of both


def without_secrets(kind: str, body: Body) -> Body:
    """An event's body as anyone may read it at any time."""
    return {name: part for name, part in body.items() if name not in (*SECRETS.get(kind, ()), SEALED)}
