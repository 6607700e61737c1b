"""What the dealer does without being told: shuffles, deals when the bets are made, hears bots and clocks, pays.

Called after every command; goes on until the table waits for a person.
"""

import logging
from collections.abc import Callable, Sequence
from functools import cache
from threading import Lock
from typing import Any

from houseway import __version__
from houseway.analysis.solve import strategy_of
from houseway.games import find_game
from houseway.games.contract import Strategy
from houseway.games.edition import edition_of
from houseway.games.game import Settings
from houseway.house import events
from houseway.house.chosen_by import BY_ABSENCE, BY_BOT, BY_CLOCK
from houseway.house.configuration import Bots
from houseway.house.draft import Draft
from houseway.house.ledger.store import LedgerFailed
from houseway.house.linked import feeding
from houseway.house.money import CAGE, FELT, added, chips_of, moved
from houseway.house.shuffler import Fault, Shuffler
from houseway.house.table import Player, Shuffle, Table
from houseway.rules.refused import Refused

log = logging.getLogger(__name__)

SECOND = 1_000_000
REASON_MAX = 300  # letters
CANNOT_GO_ON = "the house could not go on"
CHANGED_RULES = "the house's rules were changed in the middle of the round: every bet still in action went back"
THE_DEALER = "the dealer"
LOST_KEY = "the key to the sealed cards was lost: every bet still in action went back"


def go_on(draft: Draft, shuffler: Shuffler) -> None:
    """Everything that is due now."""
    while house_step(draft, lambda: _next_step(draft, shuffler)):
        pass


def house_step(draft: Draft, step: Callable[[], object]) -> bool:
    """Something that the house itself does, and nobody else can mend; whether there may be more to do.

    Where it fails, the table must not be stuck: a round that cannot go on is void, a table that cannot begin one is
    closed. The reason is on record either way.
    """
    before = draft.mark()
    try:
        return bool(step())
    except LedgerFailed:  # a link could not be read: nothing is decided, and nobody's round is void for it
        raise
    except Exception as error:
        log.exception("table %s: the house could not go on", draft.table.name)
        draft.back_to(before)
        reason = f"{CANNOT_GO_ON}: {error if isinstance(error, Refused) else repr(error)}"[:REASON_MAX]
        if draft.table.playing:
            void_round(draft, reason, THE_DEALER)
            return True
        if draft.table.closed:
            raise
        return_bets(draft)
        draft.happen(events.FAULTED, reason=reason)
        return False


def _next_step(draft: Draft, shuffler: Shuffler) -> bool:
    """Do one thing that is due; whether there was one."""
    table = draft.table
    if table.playing:
        return _choose_or_settle(draft)
    if table.edition != edition_of(table.game):
        draft.happen(events.STARTED, software=__version__, edition=edition_of(table.game))
        return True
    if _see_off(draft):
        return True
    if table.closed:
        return False
    if table.shuffle is not None and _spent(table.shuffle, shuffler, table.set_up.seats):
        draft.happen(events.REVEALED, cycle=table.shuffle.cycle)
        return True
    wrong = table.wrong_deck()
    if wrong:
        return _stop(draft, shuffler, wrong, table.tray(wrong))
    if table.shuffle is None:
        return _shuffle(draft, shuffler)
    return _deal_if_due(draft)


def _spent(shuffle: Shuffle, shuffler: Shuffler, seats: int) -> bool:
    """Whether no round may begin with what is left behind the cut card. Cards whose key is lost are thrown away."""
    behind = shuffler.mode.cut(len(shuffle.order), seats)
    return not shuffle.order or (bool(shuffle.drawn) and len(shuffle.left) <= behind)


def _shuffle(draft: Draft, shuffler: Shuffler) -> bool:
    """Commit to a new order before anyone bets."""
    table, config = draft.table, draft.table.set_up
    cycle = table.cycles + 1
    deck = config.deck_of(cycle)
    tray = shuffler.fed(table.tray(deck))
    try:
        made = shuffler.shuffle(table.name, cycle, tray)
    except Fault:
        return _stop(draft, shuffler, deck, tray)
    named: dict[str, Any] = {"deck": deck} if config.shuffler else {}
    draft.happen(
        events.SHUFFLED,
        **named,
        cycle=made.cycle,
        mode=shuffler.mode.name,
        order=bytes(made.order).hex(),
        key=made.key.hex(),
        commitment=made.commitment,
    )
    return True


def _stop(draft: Draft, shuffler: Shuffler, deck: str, tray: Sequence[int]) -> bool:
    """A wrong count closes the table: every bet goes back, and the cards are named."""
    return_bets(draft)
    try:
        shuffler.count(tray)
    except Fault as fault:
        draft.happen(events.FAULTED, reason=stopped(fault), deck=deck, tray=bytes(sorted(tray)).hex())
        return False
    raise AssertionError("a whole deck stops no machine")


def stopped(fault: Fault) -> str:
    """Why the table is closed, in words that name the cards."""
    return f"the shuffler stopped: {fault}"


def return_bets(draft: Draft) -> None:
    for seat in sorted(draft.table.bets):
        take_back(draft, seat)


def take_back(draft: Draft, seat: int) -> None:
    player = draft.table.player_at(seat)
    cents = draft.table.on_felt(seat)
    if player and cents:
        draft.happen(
            events.BET, moved(cents, FELT, chips_of(player.id)), player=player.id, seat=seat, wagers={}
        )  # fmt: skip


def see_off(draft: Draft, player: Player) -> None:
    """Bets come back, chips go to the cage, the seats are free."""
    if draft.table.has_due(player.id):
        raise Refused(f"the seat of {player.name} is held: what was won there is paid by a supervisor first")
    for seat in player.seats:
        take_back(draft, seat)
    chips = draft.table.chips(player.id)
    draft.happen(events.LEFT, moved(chips, chips_of(player.id), CAGE), player=player.id, cents=chips)


def _see_off(draft: Draft) -> bool:
    """Somebody who wanted to leave, or whose seat was kept long enough: cut off, or sitting out round after round."""
    config = draft.table.set_up
    for player in draft.table.players.values():
        forgotten = player.gone_at and draft.now - player.gone_at >= config.keep_seat_s * SECOND
        due = player.leaving or forgotten or player.sat_out >= config.away_rounds_max
        if due and not draft.table.has_due(player.id):
            see_off(draft, player)
            return True
    return False


# --- dealing ---


def _deal_if_due(draft: Draft) -> bool:
    table = draft.table
    people = [player for player in table.players.values() if not player.bot]
    if not any(seat in table.bets for player in people for seat in player.seats):
        return False
    clock_ran_out = table.betting_since and draft.now - table.betting_since >= table.set_up.betting_clock_s * SECOND
    there = [player for player in people if not player.gone_at]  # while nobody is, the clock alone may deal
    if not clock_ran_out and not (there and all(player.id in table.ready for player in there)):
        return False
    for player in table.players.values():
        if player.bot:
            _bet_for_bot(draft, player)
    deal_round(draft)
    return True


def _bet_for_bot(draft: Draft, player: Player) -> None:
    """A bot bets as the house has it, and buys in when it runs low."""
    bets = bot_bets(draft.table, player)
    cents = sum(bets.values())
    while draft.table.chips(player.id) < bot_low_cents(draft.table, player):
        more = draft.table.set_up.buy_in_most_cents
        draft.happen(events.BOUGHT_IN, moved(more, CAGE, chips_of(player.id)), player=player.id, cents=more)
    for seat in player.seats:
        draft.happen(
            events.BET, moved(cents, chips_of(player.id), FELT), player=player.id, seat=seat, wagers=bets
        )  # fmt: skip


def bot_bets(table: Table, player: Player) -> dict[str, int]:
    """The bets in the configuration; a bot that staff seated bets as the configured ones do by default."""
    config = table.set_up
    own = next((bots for bots in config.bots if player.seats[0] in bots.seats), Bots(seats=player.seats))
    return dict(config.bets_of(own))


def bot_low_cents(table: Table, player: Player) -> int:
    """A bot with less buys in: enough for all that a round can ask of it."""
    return 4 * sum(bot_bets(table, player).values()) * len(player.seats)


def deal_round(draft: Draft) -> None:
    opened, fed = draft.table.next_round(edition_of(draft.table.game)), feeding.fed_by_bets(draft.table)
    postings = added(opened.latest.put_up, feeding.taken_in(draft.table, fed)) if fed else opened.latest.put_up
    draft.happen(events.DEALT, postings, **opened.beginning(), **({"fed": fed} if fed else {}))
    feeding.feed(draft)
    draft.table.round = opened  # with what was replayed of it
    _pay(draft)


def _pay(draft: Draft) -> None:
    """What the rules settle in the middle of a round is paid or taken at once, before anybody chooses."""
    round_ = draft.table.round
    assert round_ is not None
    if round_.latest.settled and not round_.is_over:
        settled = [each.to_json() for each in round_.latest.settled]
        draft.happen(events.PAID, round_.latest.paid, round=round_.number, settled=settled)


def void_round(draft: Draft, reason: str, by: str, *, whole: bool = False) -> None:
    """Every chip still in action goes back; what the rules had settled and paid stands, unless the whole round is void.

    What was put up is in the table's events: no card is dealt for it, whatever is wrong.
    """
    table = draft.table
    stands, fed = {} if whole else table.won, table.fed
    draft.happen(
        events.VOIDED, table.returns(whole=whole),
        round=table.rounds, reason=reason, by=by, won=stands, whole=whole,
    )  # fmt: skip
    feeding.give_back(draft, fed)


# --- choices nobody has to be asked for ---


def _choose_or_settle(draft: Draft) -> bool:
    round_ = draft.table.round
    assert round_ is not None
    if not round_.of_these_rules:
        void_round(draft, CHANGED_RULES, THE_DEALER)
        return True
    if not round_.order:
        void_round(draft, LOST_KEY, THE_DEALER)
        return True
    wait = round_.pending
    if wait is None and round_.ran_dry:
        void_round(draft, "the cards ran out: every bet still in action went back", THE_DEALER)
        return True
    if wait is None:
        feeding.pay_hits(draft)
        draft.happen(events.SETTLED, round_.latest.paid, **round_.result())
        return True
    player = draft.table.players[round_.owners[wait.seat - 1]]
    clock = draft.table.set_up.decision_clock_s * SECOND
    if player.bot:
        choose(draft, _planned(draft.table, player.bot, round_.acts_within(draft.table.chips(player.id))), BY_BOT)
    elif player.leaving:
        choose(draft, silent_act(draft.table), BY_ABSENCE)
    elif draft.now - draft.table.asked_at >= clock:
        choose(draft, silent_act(draft.table), BY_CLOCK)
    else:
        return False
    return True


def choose(draft: Draft, act: int, by: str) -> None:
    """The waiting seat's choice, with the chips it puts up, and what the rules settle before the next one."""
    before = draft.table.round
    assert before is not None
    assert before.pending is not None
    wait = before.pending
    after = before.after(act, by)
    draft.happen(
        events.CHOSE, after.latest.put_up,
        round=before.number, seat=wait.seat, hand=wait.hand, act=act, by=by,
    )  # fmt: skip
    draft.table.round = after  # with what was replayed of it
    _pay(draft)


def silent_act(table: Table) -> int:
    """What a silent player's hand does: the house's choice of strategy, among acts that put up no more chips."""
    round_ = table.round
    assert round_ is not None
    free = round_.acts_within(0)
    assert free, "every choice has an act that costs nothing more"
    return _planned(table, table.set_up.silent, free)


def _planned(table: Table, strategy: str, acts: Sequence[int]) -> int:
    """What a strategy does among these acts. One that has no second thought (it would split) asks the next."""
    round_, game = table.round, table.game
    assert round_ is not None
    assert round_.pending is not None
    wait = round_.pending
    options = sum(1 << act for act in acts)
    for each in (strategy, *game.strategies):
        followed = _strategy(game.slug, each, table.settings)
        act = followed.act(round_.now.felt, wait.seat, wait.hand, options)
        if act in acts:
            return act
    return acts[0]


@cache
def _strategy(slug: str, name: str, settings: Settings) -> Strategy:
    return strategy_of(find_game(slug), name, settings)


_working_out: dict[tuple[Any, ...], Lock] = {}


def prepare_plans(table: Table) -> None:
    """Work out what bots and silent hands will follow, before anyone waits for it; it may take seconds."""
    for strategy in {table.set_up.silent, *(player.bot for player in table.players.values() if player.bot)}:
        wanted = (table.game.slug, strategy, table.settings)
        with _working_out.setdefault(wanted, Lock()):  # tables that open together do the same work once
            _strategy(*wanted)
