"""What events about irregularities must say."""

from houseway.house.audit.hearing import Body, Hearing, Wrong, text, whole, with_postings, words
from houseway.house.irregularities import RETURN_BET, SORTS, VOIDS
from houseway.house.money import CAGE, HOUSE, TOKES, chips_of, moved


def ruled(hearing: Hearing, body: Body) -> Body:
    table = hearing.table
    sort, outcome, seat = text(body, "sort"), text(body, "outcome"), whole(body, "seat")
    if sort not in SORTS or outcome not in SORTS[sort].outcomes:
        raise Wrong(f"'{outcome}' is no ruling on '{sort}'")
    if outcome == RETURN_BET:
        hearing.verify_between_rounds()
        if seat not in table.bets:
            raise Wrong(f"no bet lay at seat {seat}")
    else:
        hearing.in_play()
        if seat:
            raise Wrong("it names a seat, though it is about the round")
    hearing.ruled = outcome if outcome in VOIDS else ""
    said = {"round": table.rounds, "sort": sort, "outcome": outcome, "seat": seat}
    return {**said, "reason": words(body, "reason"), "by": words(body, "by")}


def corrected(hearing: Hearing, body: Body) -> Body:
    """Chips to whoever was paid too little, or from whoever was paid too much, in a round that was over."""
    table = hearing.table
    number, seat, cents = (whole(body, key) for key in ("round", "seat", "cents"))
    player, wager = text(body, "player"), text(body, "wager")
    if not 1 <= number <= table.rounds - table.playing:
        raise Wrong(f"round {number} was not over")
    if not table.was_settled(number, seat, player, wager):
        raise Wrong(f"round {number} settled no '{wager}' of '{player}' at seat {seat}")
    if not cents or (cents < 0 and table.playing):
        raise Wrong("it moves nothing, or takes chips back while a round is on")
    account = TOKES if table.is_toke(wager) else chips_of(player) if player in table.players else CAGE
    if account == CAGE and cents < 0:
        raise Wrong(f"'{player}' was not at the table, and had nothing that could be taken back")
    said = {"round": number, "seat": seat, "player": player, "wager": wager, "cents": cents}
    said |= {"reason": words(body, "reason"), "by": words(body, "by")}
    return with_postings(said, moved(cents, HOUSE, account))
