"""Lucky Lucky Blackjack: house blackjack, three cards for Lucky Lucky, the dealer's bust for Lucky Break."""

from houseway.engine.why.blackjack import HOUSES, against_dealer, insurance, total
from houseway.engine.why.poker import rank_name
from houseway.engine.why.settled import Because, SettledRow, sentence
from houseway.games.lucky_lucky.play import (
    PLAYER_TOTAL_MAX,
    THIRD_CARD_COMMUNITY,
    card_for_all,
    lucky_break_pay,
    lucky_break_total,
    suited_cards,
)
from houseway.games.words import listed, odds_text
from houseway.rules.blackjack import BEST
from houseway.rules.tape import SAY_CHECKED, SAY_TOTAL

TOTALS = ("total_19", "total_20", "total_21")


def why(end: SettledRow) -> Because:
    if end.wager == "insurance":
        return insurance(end)
    if end.wager.startswith("lucky_lucky"):
        return _three_cards(end)
    if end.wager.startswith("lucky_break"):
        return Because(_dealers_bust(end))
    if end.outcome == "surrender":
        return Because(f"{sentence(end.whose)} {total(end.cards)} was surrendered: half the bet is lost.")
    return against_dealer(end)


def _three_cards(end: SettledRow) -> Because:
    third = card_for_all(end.rules, end.felt())
    whose = "community" if end.rules.third_card == THIRD_CARD_COMMUNITY else "dealer's"
    own = [rank_name(card >> 2) for card in end.cards]
    three = f"{sentence(end.whose)} {listed(own)} with the {whose} {rank_name(third >> 2)} make"
    if end.outcome != "lose":
        return Because(f"{three} {_article(end.titles[end.outcome])}: {end.title} pays {end.paid}.")
    pays = end.rules.pays[end.row[3]]
    takes = [name.removeprefix("total_") for name in TOTALS if pays[end.game.outcomes.index(name)][0] >= 0]
    return Because(f"{three} {total([*end.cards, third])}: {end.title} loses, it needs {listed(takes, 'or')}.")


def _article(title: str) -> str:
    return f"a {title}" if title.startswith(("total", "suited")) else title


def _dealers_bust(end: SettledRow) -> str:
    """Lucky Break, by what decided it."""
    if end.said(SAY_CHECKED, HOUSES):
        return f"The dealer has blackjack: {end.title} is lost."
    dealers = end.said(SAY_TOTAL, HOUSES)
    if dealers is None:
        return f"{end.title} is lost with the surrender."
    if dealers <= BEST:
        return f"The dealer's {dealers} is no bust: {end.title} loses."
    felt = end.felt()
    if end.outcome == "lose":
        own = lucky_break_total(end.rules, felt, end.seat)
        return f"The dealer busts with {dealers}, but {end.whose} {own} is over {PLAYER_TOTAL_MAX}: {end.title} loses."
    _, num, den = lucky_break_pay(end.rules, end.row[3], dealers, suited_cards(felt))
    return f"The dealer busts, {end.titles[end.outcome]}: {end.title} pays {odds_text(int(num), int(den))}."
