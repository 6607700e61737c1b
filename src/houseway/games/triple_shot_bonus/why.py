"""Triple Shot Bonus: three games on the same cards, each with what it was decided on kept beside its bet."""

from houseway.engine.why.blackjack import against_dealer, insurance, total, versus
from houseway.engine.why.poker import a_pair, a_rank, by_paytable, counting, hand_name, rank_name
from houseway.engine.why.settled import Because, SettledRow, hands_of, sentence
from houseway.games.triple_shot_bonus.play import LOWEST_PAIR
from houseway.rules.blackjack import UP_CARD
from houseway.rules.cards import RANKS
from houseway.rules.tape import SAY_RANKED

THREE = ("war", "blackjack", "poker")


def why(end: SettledRow) -> Because:
    if end.wager == "war":
        return _war(end)
    if end.wager == "poker":
        return _poker(end)
    if end.wager == "hat_trick":
        return _hat_trick(end)
    if end.wager == "insurance":
        return insurance(end)
    if end.outcome == "six_cards":
        own = total(end.cards)
        return Because(f"{sentence(end.whose)} six cards without a bust win: {own} pays {end.paid}.", made=f"{own}")
    return against_dealer(end)


def _war(end: SettledRow) -> Because:
    own, dealers = end.cards[0] >> 2, end.dealers[UP_CARD] >> 2
    made = versus(*(RANKS[rank].replace("T", "10") for rank in (own, dealers)))
    if end.outcome == "tie":
        return Because(f"Both have {a_rank(own)}: a tie costs half the War bet.", made=made)
    if end.outcome == "win":
        return Because(f"{sentence(end.whose)} {rank_name(own)} beats the dealer's {rank_name(dealers)}.", made=made)
    return Because(f"Dealer's {rank_name(dealers)} beats {end.whose} {rank_name(own)}.", made=made)


def _poker(end: SettledRow) -> Because:
    value = end.said(SAY_RANKED)
    assert value is not None, "a hand is ranked before it is settled"
    cards = counting(end, value, *(place for place, _ in hands_of(end)))
    told = by_paytable(end, value, f"Poker needs {a_pair(LOWEST_PAIR)}")
    return Because(f"{told}.", cards, hand_name(value))


def _hat_trick(end: SettledRow) -> Because:
    if end.outcome == "win":
        return Because(f"Not one of the three was lost: the Hat Trick pays {end.paid}.")
    seat = [wager for at, _, wager, *_ in end.seen.settled if at == end.seat]
    last = next(wager for wager in reversed(seat) if end.game.wagers[wager] in THREE)
    return Because(f"The Hat Trick is lost with {end.game.sheet.wagers[last].title}.")
