"""Three Card Poker: a hand against the dealer's, and side bets by their paytables."""

from houseway.engine.why.poker import a_made_hand, apart, by_paytable, counting, hand_name, verb
from houseway.engine.why.settled import Because, SettledRow, sentence
from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.poker import six
from houseway.rules.tape import SAY_RANKED
from houseway.rules.three_cards import poker_value, three_value

HOUSES = (HOUSE, DEALER)


def why(end: SettledRow) -> Because:
    if end.outcome == "fold":
        return Because(f"{sentence(end.whose)} hand was folded: {end.title} loses.")
    if end.wager == "six_card_bonus":
        value = six(end.rules.ranks, *end.cards, *end.dealers)
        needs = "with the dealer's cards the 6 Card Bonus needs three of a kind"
        told = by_paytable(end, value, needs, "the 6 Card Bonus")
        return Because(f"{told}.", counting(end, value, end.place, HOUSES))
    own = poker_value(three_value(*end.cards))
    cards = tuple((end.place, at) for at in range(len(end.cards)))
    if end.wager in ("ante", "play"):
        dealers = tuple((HOUSES, at) for at in range(len(end.dealers)))
        return Because(_against_the_dealer(end, own), cards + dealers)
    return Because(f"{by_paytable(end, own, 'Pair Plus needs a pair', end.title)}.", cards)


def _against_the_dealer(end: SettledRow, own: int) -> str:
    dealers = end.said(SAY_RANKED, HOUSES)
    assert dealers is not None, "the dealer's hand is ranked before a bet is settled"
    if end.outcome == "no_queen":
        ends = "pushes" if end.odds[0] == 0 else f"pays {end.paid}"
        return f"Dealer's {hand_name(dealers)} does not play: {end.title} {ends}."
    if end.outcome == "tie":
        return f"Both have {a_made_hand(own)}: {end.title} pushes."
    mine, others = apart(own, dealers)
    if end.outcome == "win":
        return f"{sentence(end.whose)} {mine} {verb(own, 'beat')} the dealer's {others}."
    return f"Dealer's {others} {verb(dealers, 'beat')} {end.whose} {mine}."
