"""EZ Baccarat: two hands for all seats, and bets on what becomes of them."""

from houseway.engine.why.blackjack import versus
from houseway.engine.why.settled import Because, SettledRow
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.tape import SAY_TOTAL

PLAYERS, BANKERS = (HOUSE, COMMUNITY), (HOUSE, DEALER)


def why(end: SettledRow) -> Because:
    players, bankers = end.said(SAY_TOTAL, PLAYERS), end.said(SAY_TOTAL, BANKERS)
    assert players is not None, "both hands are called before a bet is settled"
    assert bankers is not None, "both hands are called before a bet is settled"
    return Because(f"{_hands(players, bankers)}: {_so(end)}.", made=versus(players, bankers))


def _hands(players: int, bankers: int) -> str:
    """What both hands came to."""
    if players == bankers:
        return f"Player and Banker both have {players}"
    if players > bankers:
        return f"Player's {players} is more than Banker's {bankers}"
    return f"Banker's {bankers} is more than Player's {players}"


def _so(end: SettledRow) -> str:
    """What that does to the bet."""
    num, _ = end.odds
    if num == 0:
        return f"{_case(end)}{end.title} pushes"
    if num > 0:
        return f"{_case(end)}{end.title} pays {end.paid}"
    if end.wager == "dragon_7":
        return f"{end.title} loses, it needs a higher three-card seven of the Banker's"
    if end.wager == "panda_8":
        return f"{end.title} loses, it needs a higher three-card eight of the Player's"
    if end.wager.endswith("_bonus"):
        return f"{end.title} loses, it needs a natural or a lead of four points"
    return f"{end.title} loses"


def _case(end: SettledRow) -> str:
    """The hand that a pay hangs on, where the points alone do not tell it."""
    if end.outcome in ("dragon", "panda"):
        return "with three cards, "
    if end.outcome == "natural":
        return "a natural, "
    if end.outcome == "natural_tie":
        return "both naturals, "
    return f"{end.titles[end.outcome]}, " if end.outcome.startswith("by_") else ""
