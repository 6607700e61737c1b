"""Fast Action Hold'em: the Ante against the dealer's hand, the Bonus against its paytable, Envy for others' hands."""

from houseway.engine.why.poker import a_hand, a_made_hand, a_pair, apart, by_paytable, counting, rank_name, verb
from houseway.engine.why.settled import Because, SettledRow, sentence
from houseway.games.fast_action_holdem.play import BONUS, OUTCOMES, TRIPS, odds_won
from houseway.games.words import dollars
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.tape import SAY_HOUSE_WAY, SAY_RANKED

HOUSES = (HOUSE, DEALER)


def why(end: SettledRow) -> Because:
    if end.wager == "envy":
        return Because(f"Envy pays {end.whose} lammer {dollars(end.cents)} for another player's {_title(end)}.")
    value = end.said(SAY_RANKED)
    assert value is not None, "a hand is ranked before it is settled"
    cards = counting(end, value, end.place, (HOUSE, COMMUNITY))
    return Because(_ante(end, value) if end.wager == "ante" else _bonus(end, value), cards)


def _title(end: SettledRow) -> str:
    return end.titles[end.outcome]


def _ante(end: SettledRow, value: int) -> str:
    dealers = end.said(SAY_RANKED, HOUSES)
    assert dealers is not None, "the dealer's hand is ranked first"
    if value == dealers:
        return f"Both have {a_made_hand(value)} and the house wins ties: the Ante loses{_kept(end)}."
    own, other = apart(value, dealers)
    if value > dealers:
        return f"{sentence(end.whose)} {own} {verb(value, 'beat')} the dealer's {other}{_kept(end)}."
    return f"Dealer's {other} {verb(dealers, 'beat')} {end.whose} {own}{_kept(end)}."


def _kept(end: SettledRow) -> str:
    """What the house way left the dealer, after a semicolon."""
    if end.said(SAY_HOUSE_WAY, HOUSES) is None or len(end.dealers) != 2:
        return ""
    high, low = sorted((card >> 2 for card in end.dealers), reverse=True)
    two = f"{rank_name(high)} and {rank_name(low)}"
    return f"; the house way kept {a_pair(high) if high == low else two}"


def _bonus(end: SettledRow, value: int) -> str:
    told = by_paytable(end, value, f"the Bonus needs {a_hand(end.titles[end.least(OUTCOMES[TRIPS:])])}")
    by_odds = odds_won(end.rules, BONUS, end.row[4], end.stake_cents)
    if end.cents < by_odds:
        cap, per = (end.game.options[name].words(end.settings[name]) for name in ("cap_cents", "cap_per"))
        told += f"; the cap of {cap} on {per} leaves {dollars(end.cents)} of {dollars(by_odds)}"
    return f"{told}."
