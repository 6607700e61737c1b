"""What the dealer has to do by now: nothing of it may be left undone when a command is over, nor done before."""

from houseway.house.audit.hearing import Hearing, Wrong
from houseway.house.dealer import SECOND
from houseway.house.table import Player, Table


def verify_nothing_due(hearing: Hearing) -> None:
    """Raise with what should have happened next, at the time of the last event."""
    table, at = hearing.table, hearing.table.at
    if table.config is None:
        return
    if table.playing:
        if not hearing.under_other_rules:
            _verify_waiting(hearing, at)
        return
    for player in table.players.values():
        if must_leave(table, player, at):
            raise Wrong(f"{player.name} had to leave the table here")
    if table.closed:
        return
    if table.wrong_deck():
        raise Wrong(f"the machine had to stop here: the cards of deck {table.wrong_deck()} were not whole")
    if table.shuffle is None or is_spent(table):
        raise Wrong("the cards had to be shuffled here")
    if is_deal_due(table, at):
        raise Wrong("a round had to be dealt here")


def _verify_waiting(hearing: Hearing, at: int) -> None:
    """A round that is on waits for a person with time left."""
    table = hearing.table
    hearing.verify_paid()
    assert table.round is not None
    wait = hearing.in_play().moments[hearing.chosen].pending
    if wait is None:
        raise Wrong(f"round {table.rounds} was over and had to be paid here, or be void")
    player = table.players[table.round.owners[wait.seat - 1]]
    if player.bot or player.leaving or has_run_out(table, at):
        raise Wrong(f"seat {wait.seat}'s hand had to be played here")


def has_run_out(table: Table, at: int) -> bool:
    """The decision clock."""
    return at - table.asked_at >= table.set_up.decision_clock_s * SECOND


def must_leave(table: Table, player: Player, at: int) -> bool:
    config = table.set_up
    forgotten = bool(player.gone_at) and at - player.gone_at >= config.keep_seat_s * SECOND
    due = player.leaving or forgotten or player.sat_out >= config.away_rounds_max
    return due and not table.has_due(player.id)


def is_spent(table: Table) -> bool:
    """Whether no round may begin with the cards that are left."""
    config, shuffle = table.set_up, table.shuffle
    assert shuffle is not None
    if not shuffle.order:
        return False  # sealed: nobody can say
    behind = config.shuffler_mode().cut(len(shuffle.order), config.seats)
    return bool(shuffle.drawn) and len(shuffle.order) - shuffle.drawn <= behind


def is_deal_due(table: Table, at: int) -> bool:
    """Some person has bet, and all who are there (somebody is) are ready, or the betting clock has run out."""
    people = [player for player in table.players.values() if not player.bot]
    if not any(seat in table.bets for player in people for seat in player.seats):
        return False
    clock = table.set_up.betting_clock_s * SECOND
    ran_out = bool(table.betting_since) and at - table.betting_since >= clock
    there = [player for player in people if not player.gone_at]
    return ran_out or (bool(there) and all(player.id in table.ready for player in there))
