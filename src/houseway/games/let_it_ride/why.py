"""Let It Ride: five cards against the paytable, and one's own three."""

from houseway.engine.why.poker import by_paytable, counting
from houseway.engine.why.settled import Because, SettledRow
from houseway.rules.felt import COMMUNITY, HOUSE
from houseway.rules.tape import SAY_RANKED
from houseway.rules.three_cards import poker_value, three_value


def why(end: SettledRow) -> Because:
    if end.wager == "three_card_bonus":
        own = poker_value(three_value(*end.cards))
        cards = tuple((end.place, at) for at in range(len(end.cards)))
        told = by_paytable(end, own, "the 3 Card Bonus needs a pair", "the 3 Card Bonus")
        return Because(f"{told}.", cards)
    value = end.said(SAY_RANKED)
    assert value is not None, "a hand is ranked before it is settled"
    cards = counting(end, value, end.place, (HOUSE, COMMUNITY))
    return Because(f"{by_paytable(end, value, 'it needs a pair of tens')}.", cards)
