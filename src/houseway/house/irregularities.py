"""Irregularities at a table, and what a supervisor may rule: each ruling is an event with its sort and its reason.

A wager that the rules have settled stands, unless the fault reaches back to the cards it was settled on: then the whole
round is void and what it paid is taken back and given back. A round that is over is never changed: a wrong pay is put
right by a counter-entry that refers to it (`commands/rulings.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PLAY_ON, VOID, VOID_WHOLE, RETURN_BET = "play_on", "void", "void_whole", "return_bet"
VOIDS = (VOID, VOID_WHOLE)

OUTCOMES = {
    PLAY_ON: "the round goes on",
    VOID: "bets still in action go back; what was settled stands",
    VOID_WHOLE: "the whole round is void, with what was settled in it",
    RETURN_BET: "the bet goes back before the deal",
}


@dataclass(frozen=True)
class Sort:
    title: str
    about: str
    outcomes: tuple[str, ...]  # that a supervisor may choose from, the usual one first
    closes: bool = False  # the deck must be counted before anything is dealt from it again


SORTS = {
    "misdeal": Sort("Misdeal", "cards dealt to the wrong place, or in the wrong order", (VOID, VOID_WHOLE, PLAY_ON)),
    "exposed_card": Sort("Exposed card", "a card was seen before its time", (PLAY_ON, VOID)),
    "card_missing": Sort("Card missing", "the deck lacks a card: no hand was fair", (VOID_WHOLE,), closes=True),
    "card_too_many": Sort("Card too many", "the deck has a card too many", (VOID_WHOLE,), closes=True),
    "late_bet": Sort("Late bet", "a bet was made or changed after bets were closed", (RETURN_BET, PLAY_ON)),
}


def ruled_words(body: Mapping[str, Any]) -> str:
    """What was ruled, in the words that were chosen from."""
    return f"{SORTS[body['sort']].title}: {OUTCOMES[body['outcome']]}"


def round_concerned(body: Mapping[str, Any]) -> int:
    """The round that an event is about, 0 for none. A bet that goes back before the deal is of the round that follows,
    though its ruling names the one before."""
    number = body.get("round", 0)
    if not isinstance(number, int):
        return 0
    return number + 1 if body.get("outcome") == RETURN_BET else number
