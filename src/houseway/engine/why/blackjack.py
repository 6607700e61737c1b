"""Blackjack settlements as every variant here has them."""

from collections.abc import Sequence

from houseway.engine.why.settled import Because, SettledRow, sentence
from houseway.rules.blackjack import BEST, is_ace, make_natural, points
from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.tape import SAY_CHECKED, SAY_TOTAL

HOUSES = (HOUSE, DEALER)


def total(cards: Sequence[int]) -> int:
    """The best total of a hand."""
    hard = sum(points(card) for card in cards)
    return hard + 10 if hard + 10 <= BEST and any(is_ace(card) for card in cards) else hard


def against_dealer(end: SettledRow) -> Because:
    """A win, a loss or a push against the dealer's hand, a natural or a bust."""
    whose, own = end.whose, total(end.cards)
    dealers, blackjack = end.said(SAY_TOTAL, HOUSES), bool(end.said(SAY_CHECKED, HOUSES))
    if end.outcome == "natural":
        return Because(f"{sentence(whose)} blackjack pays {end.paid}.", made="blackjack")
    if end.outcome == "bust":
        return Because(f"{sentence(whose)} {own} is a bust: the bet is lost.", made=f"{own}")
    if end.outcome == "push":
        both = "blackjack" if blackjack else str(own)
        return Because(f"Both have {both}: the bet pushes.", made=versus(both, both))
    if blackjack:  # it beats all that did not push
        held = "blackjack" if make_natural(*end.cards[:2]) and len(end.cards) == 2 else str(own)
        return Because(f"Dealer's blackjack beats {whose} {held}.", made=versus(held, "blackjack"))
    assert dealers is not None, "a standing hand is settled by the dealer's total"
    made = versus(own, dealers)
    if dealers > BEST:
        return Because(f"Dealer busts with {dealers}: {whose} {own} wins.", made=made)
    if end.outcome == "win":
        return Because(f"{sentence(whose)} {own} beats the dealer's {dealers}.", made=made)
    return Because(f"Dealer's {dealers} beats {whose} {own}.", made=made)


def insurance(end: SettledRow) -> Because:
    if end.outcome == "win":
        return Because(f"The dealer has blackjack: Insurance pays {end.paid}.")
    return Because("The dealer has no blackjack: Insurance is lost.")


def versus(own: object, dealers: object) -> str:
    return f"{own} v {dealers}"
