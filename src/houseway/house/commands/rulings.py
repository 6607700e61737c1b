"""What a supervisor rules when something is irregular, and how a settled round is put right."""

from collections.abc import Mapping
from typing import Any

from houseway.games.betting import dollars
from houseway.games.game import nearest
from houseway.house import events
from houseway.house.commands import said
from houseway.house.dealer import take_back, void_round
from houseway.house.draft import Actor, Draft
from houseway.house.irregularities import PLAY_ON, RETURN_BET, SORTS, VOID_WHOLE, ruled_words
from houseway.house.money import CAGE, HOUSE, TOKES, chips_of, moved
from houseway.house.table import PLAYED_MAX, Table
from houseway.rules.refused import Refused

MOST_CENTS = 10**9  # no pay of any table is near it
COUNT_THE_DECK = "the deck is counted: bring a whole one, then reopen the table"


def rule(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """A ruling on the round that is on, or on a bet before it."""
    table = draft.table
    sort, outcome, reason = str(what.get("sort", "")), str(what.get("outcome", "")), said.words(what, "reason")
    if sort not in SORTS:
        raise Refused(f"there is no irregularity '{sort}'{nearest(sort, SORTS)}")
    if outcome not in SORTS[sort].outcomes:
        may = ", ".join(SORTS[sort].outcomes)
        raise Refused(f"a {SORTS[sort].title.lower()} cannot be ruled '{outcome}': choose {may}")
    seat = said.whole(what, "seat", 0)
    if outcome == RETURN_BET:
        _verify_bet_before_the_deal(table, seat)
    elif not table.playing:
        raise Refused("no round is on: there is nothing to rule on; a settled round is put right by a correction")
    draft.happen(
        events.RULED,
        round=table.rounds,
        sort=sort,
        outcome=outcome,
        seat=seat if outcome == RETURN_BET else 0,
        reason=reason,
        by=actor.name,
    )
    if outcome == RETURN_BET:
        take_back(draft, seat)
    elif outcome != PLAY_ON:
        told = f"{ruled_words({'sort': sort, 'outcome': outcome})} ({reason})"
        void_round(draft, told, actor.name, whole=outcome == VOID_WHOLE)
        if SORTS[sort].closes:
            draft.happen(events.CLOSED, reason=COUNT_THE_DECK, by=actor.name)


def _verify_bet_before_the_deal(table: Table, seat: int) -> None:
    if table.playing:
        raise Refused("the round is dealt: the bet plays on, or a misdeal is ruled")
    if seat not in table.bets:
        raise Refused(f"no bet lies at seat {seat}")


def correct(draft: Draft, actor: Actor, what: Mapping[str, Any]) -> None:
    """A wrong pay found later: chips to the player (or back to the house), by an entry that refers to the round."""
    table = draft.table
    number, seat, cents = (said.whole(what, key, 0) for key in ("round", "seat", "cents"))
    player, wager, reason = str(what.get("player", "")), str(what.get("wager", "")), said.words(what, "reason")
    if not 1 <= number <= table.rounds - table.playing:
        raise Refused(f"round {number} is not over here: rounds 1 to {table.rounds - table.playing} are")
    if not table.was_settled(number, seat, player, wager):
        raise Refused(
            f"round {number} settled no '{wager}' of this player at seat {seat}: take them from the round's record "
            f"(the last {PLAYED_MAX:,} rounds can be corrected)"
        )
    if not cents or abs(cents) > MOST_CENTS:
        raise Refused(f"a correction is 1 cent to {dollars(MOST_CENTS)}, to the player or (negative) back to the house")
    if cents < 0 and table.playing:
        raise Refused("a round is on: what was paid too much is taken back when it is over")
    postings = moved(cents, HOUSE, _account(table, player, wager, cents))
    draft.happen(
        events.CORRECTED, postings,
        round=number, seat=seat, player=player, wager=wager, cents=cents, reason=reason, by=actor.name,
    )  # fmt: skip


def _account(table: Table, player: str, wager: str, cents: int) -> str:
    """Whose chips they are. Who has left is paid at the cage; nothing can be taken from somebody who is gone."""
    if table.is_toke(wager):
        if table.accounts[TOKES] + cents < 0:
            raise Refused(f"the dealers have {dollars(table.accounts[TOKES])}: no more can be taken back")
        return TOKES
    if player not in table.players:
        if cents < 0:
            raise Refused("this player has left the table: what was paid too much cannot be taken back here")
        return CAGE
    if table.chips(player) + cents < 0:
        raise Refused(f"they have {dollars(table.chips(player))} at the table: no more can be taken back")
    return chips_of(player)
