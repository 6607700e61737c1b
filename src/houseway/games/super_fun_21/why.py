"""Super Fun 21: blackjack whose naturals and long hands win at once."""

from houseway.engine.why.blackjack import against_dealer, insurance, total
from houseway.engine.why.settled import Because, SettledRow, sentence


def why(end: SettledRow) -> Because:
    if end.wager == "insurance":
        return insurance(end)
    hand, own = sentence(end.whose), total(end.cards)
    at_once = {
        "diamond_natural": f"{hand} blackjack in diamonds pays {end.paid}.",
        "six_cards": f"{hand} {own} in {len(end.cards)} cards wins at once: it pays {end.paid}.",
        "five_card_21": f"{hand} 21 in {len(end.cards)} cards wins at once: it pays {end.paid}.",
        "surrender": f"{hand} {own} was surrendered: half the bet is lost.",
        "rescue": f"{hand} doubled {own} was surrendered: one of its two bets is lost.",
    }
    return Because(at_once[end.outcome]) if end.outcome in at_once else against_dealer(end)
