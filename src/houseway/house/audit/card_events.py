"""What events about cards must say: shuffles, rounds, choices, pays. Everything is dealt again and compared."""

from houseway.house import events
from houseway.house.audit.dealt_again import Dealt, dealt_once
from houseway.house.audit.duties import has_run_out, is_deal_due, is_spent
from houseway.house.audit.hearing import Body, Hearing, Wrong, digits, text, whole, with_postings, words
from houseway.house.audit.progressive_events import jackpot_due, verify_hits_paid
from houseway.house.chosen_by import BY_ABSENCE, BY_BOT, BY_CLOCK, BY_PLAYER
from houseway.house.irregularities import VOID_WHOLE
from houseway.house.linked.feeding import fed_by_bets, taken_in
from houseway.house.money import added
from houseway.house.shuffler import Fault, commitment_of, verify_commitment, verify_count
from houseway.house.table import Player


def shuffled(hearing: Hearing, body: Body) -> Body:
    table, config = hearing.table, hearing.table.set_up
    hearing.verify_open()
    hearing.verify_between_rounds()
    if table.shuffle is not None:
        raise Wrong(f"shuffle {table.shuffle.cycle} was never revealed")
    cycle = table.cycles + 1
    if table.wrong_deck():
        raise Wrong(f"the cards of deck {table.wrong_deck()} were not whole, and no others were brought")
    if events.SEALED in body:
        sealed = {name: text(body, name) for name in (events.SEALED, "commitment")}
        return {**_facts(hearing, cycle), **sealed}
    order, key = digits(body, "order"), digits(body, "key")
    try:
        verify_count(order, config.the_game.deck(config.settings()))
    except Fault as fault:
        raise Wrong(f"the deck is not whole, {fault}") from None
    verify_commitment(table.name, cycle, order, key, text(body, "commitment"))
    return {
        **_facts(hearing, cycle),
        "order": order.hex(),
        "key": key.hex(),
        "commitment": commitment_of(table.name, cycle, order, key),
    }


def _facts(hearing: Hearing, cycle: int) -> Body:
    config = hearing.table.set_up
    deck = {"deck": config.deck_of(cycle)} if config.shuffler else {}
    return {**deck, "cycle": cycle, "mode": config.shuffler_mode().name}


def revealed(hearing: Hearing, body: Body) -> Body:  # noqa: ARG001
    hearing.verify_between_rounds()
    shuffle = hearing.table.shuffle
    if shuffle is None:
        raise Wrong("no shuffle was left to reveal")
    return {"cycle": shuffle.cycle}


def discarded(hearing: Hearing, body: Body) -> Body:
    """A shoe that may be known elsewhere; whoever bet on it has the bets back."""
    hearing.verify_empty()
    shuffle = hearing.table.shuffle
    if shuffle is None:
        raise Wrong("no shuffle was left to throw away")
    return {"cycle": shuffle.cycle, "reason": words(body, "reason")}


def dealt(hearing: Hearing, body: Body) -> Body:  # noqa: ARG001
    table = hearing.table
    hearing.verify_open()
    hearing.verify_between_rounds()
    if table.shuffle is None or is_spent(table):
        raise Wrong("no shuffled cards were there to deal from")
    if not is_deal_due(table, hearing.at):
        raise Wrong("the round was dealt before everyone was ready and before the betting clock had run out")
    idle = [player.name for player in table.players.values() if player.bot and not _has_bet(hearing, player)]
    if idle:
        raise Wrong(f"bot {idle[0]} had not bet")
    first = table.next_round(table.edition)
    hearing.deal(dealt_once(first, hearing.acts) if first.order else Dealt(first, ()))
    put_up, fed = hearing.in_deal().moments[0].moved.put_up, fed_by_bets(table)
    if not fed:
        return with_postings(first.beginning(), put_up)
    return with_postings({**first.beginning(), "fed": fed}, added(put_up, taken_in(table, fed)))


def _has_bet(hearing: Hearing, player: Player) -> bool:
    return all(seat in hearing.table.bets for seat in player.seats)


def chose(hearing: Hearing, body: Body) -> Body:
    table, cards = hearing.table, hearing.in_play()
    number = hearing.chosen
    hearing.verify_paid()
    assert table.round is not None
    wait = cards.moments[number].pending
    if wait is None:
        raise Wrong(f"round {table.rounds} was over: nobody had a choice")
    act = whole(body, "act")
    if number + 1 >= len(cards.moments):
        raise Wrong(cards.refusal or f"seat {wait.seat} could not do that")
    by = text(body, "by")
    _verify_chooser(hearing, table.players[table.round.owners[wait.seat - 1]], by)
    if by in (BY_CLOCK, BY_ABSENCE) and cards.chips_for(number):
        raise Wrong(f"a silent hand put up {cards.chips_for(number)} cents more")
    said = {"round": table.rounds, "seat": wait.seat, "hand": wait.hand, "act": act, "by": by}
    return with_postings(said, cards.moments[number + 1].moved.put_up)


def _verify_chooser(hearing: Hearing, player: Player, by: str) -> None:
    if by not in (BY_BOT, BY_PLAYER, BY_CLOCK, BY_ABSENCE):
        raise Wrong(f"nobody is called '{by}' who could choose")
    if bool(player.bot) != (by == BY_BOT):
        raise Wrong(f"the hand is {'a bot' if player.bot else 'a person'}'s, but '{by}' chose")
    if by == BY_ABSENCE and not player.leaving:
        raise Wrong(f"{player.name} was not leaving")
    if by == BY_CLOCK and not has_run_out(hearing.table, hearing.at):
        raise Wrong("the decision clock had not run out")


def paid(hearing: Hearing, body: Body) -> Body:  # noqa: ARG001
    cards = hearing.in_play()
    if hearing.is_paid or not cards.is_paid_in_play(hearing.chosen):
        raise Wrong("nothing was to be paid here")
    hearing.paid += (hearing.chosen,)
    moved = cards.moments[hearing.chosen].moved
    said = {"round": hearing.table.rounds, "settled": [each.to_json() for each in moved.settled]}
    return with_postings(said, moved.paid)


def settled(hearing: Hearing, body: Body) -> Body:  # noqa: ARG001
    cards = _at_end(hearing)
    verify_hits_paid(hearing)
    return with_postings(dict(cards.last.result()), cards.pays_at_end)


def _at_end(hearing: Hearing) -> Dealt:
    """The round, played to its end."""
    table, cards = hearing.table, hearing.in_play()
    hearing.verify_paid()
    assert table.round is not None
    wait = cards.moments[hearing.chosen].pending
    if wait is not None:
        raise Wrong(f"round {table.rounds} still waited for seat {wait.seat}")
    if cards.last.choices != table.round.choices:
        raise Wrong(f"round {table.rounds} was settled after other choices than were made")
    if cards.last.ran_dry:
        raise Wrong(f"the cards did not last for round {table.rounds}: it had to be void")
    return cards


def jackpot(hearing: Hearing, body: Body) -> Body:
    """Which tiers were hit follows from the cards, and what they are paid from what the meters showed: see links."""
    _at_end(hearing)
    return jackpot_due(hearing, body)


def voided(hearing: Hearing, body: Body) -> Body:
    """Bets still in action go back: put up, and not settled, by the events before, which were all held to the cards."""
    table = hearing.table
    hearing.in_play()
    hearing.verify_paid()
    whole_, hearing.ruled = hearing.ruled == VOID_WHOLE, ""
    said = {"round": table.rounds, "reason": words(body, "reason"), "by": words(body, "by")}
    said |= {"won": {} if whole_ else table.won, "whole": whole_}
    return with_postings(said, table.returns(whole=whole_))


def restarted(hearing: Hearing, body: Body) -> Body:
    hearing.in_play()
    return {"round": hearing.table.rounds, "notice": words(body, "notice")}
