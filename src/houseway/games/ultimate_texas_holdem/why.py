"""Ultimate Texas Hold'em: a hand against the dealer's, the Blind and Trips by their paytables."""

from houseway.engine.why.poker import a_made_hand, apart, by_paytable, counting, hand_name, verb
from houseway.engine.why.settled import Because, SettledRow, sentence
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.tape import SAY_RANKED

HOUSES = (HOUSE, DEALER)


def why(end: SettledRow) -> Because:
    if end.outcome == "fold":
        return Because(f"{sentence(end.whose)} hand was folded: {end.title} loses.")
    own = end.said(SAY_RANKED)
    assert own is not None, "a hand is ranked before it is settled"
    cards = counting(end, own, end.place, (HOUSE, COMMUNITY))
    if end.wager == "trips":
        return Because(f"{by_paytable(end, own, 'Trips needs three of a kind', 'Trips')}.", cards)
    return Because(_against_the_dealer(end, own), cards)


def _against_the_dealer(end: SettledRow, own: int) -> str:
    dealers = end.said(SAY_RANKED, HOUSES)
    assert dealers is not None, "the dealer's hand is ranked before a bet is settled"
    if end.outcome == "no_pair":
        return f"Dealer's {hand_name(dealers)} is no pair: the Ante pushes."
    if end.outcome == "tie":
        return f"Both have {a_made_hand(own)}: {end.title} pushes."
    mine, others = apart(own, dealers)
    if end.outcome == "lose":
        return f"Dealer's {others} {verb(dealers, 'beat')} {end.whose} {mine}."
    if end.wager == "blind":
        return _blind(end, own)
    return f"{sentence(end.whose)} {mine} {verb(own, 'beat')} the dealer's {others}."


def _blind(end: SettledRow, own: int) -> str:
    """Of a hand that is higher than the dealer's, which the bets beside it tell."""
    with_this = f"with {end.whose} {hand_name(own)}"
    if end.odds[0] > 0:
        return f"The Blind pays {end.paid} {with_this}."
    straight_pays, _ = end.rules.pays[end.row[3], end.game.outcomes.index("straight")].tolist()
    return f"The Blind pushes {with_this}: it needs a {'straight' if straight_pays > 0 else 'flush'} or better."
