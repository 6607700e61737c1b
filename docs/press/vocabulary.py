"""What `play` may use, from the functions themselves: each call with its words."""

import inspect
from collections.abc import Callable
from typing import Any

from docs.press.fields import meanings
from docs.press.markdown import page, plain, table
from houseway.rules import cards, choice, felt, poker

HEAD = """
# What play may use

The words a game is written with: import each by its name, `from houseway.rules.felt import deal, settle`. Seats are 1
up to `seats_of(felt)`, from the dealer's left; seat `HOUSE` has two hands of its own, `DEALER` and `COMMUNITY`. A hand
is 0 unless the game splits. A wager, an act and an outcome are their places in `WAGERS`, `ACTS` and `OUTCOMES`. All
money is whole cents. `rules` is the game's own `Rules`: who settles has `pays`, `rounding` and `grain_cents` in it.
[The chapter on a game of your own](../tutorials/own-game.md) uses most of them.
"""
FACES = """
## Faces

`from houseway.rules.tape import FACE_DOWN, FACE_UP, FACE_OWN`: a card is dealt so that nobody sees it, that all see it,
or that the player of the seat sees it.
"""
FELT = """
## The felt

Rules read these arrays and change them by the calls above only. `felt.wagers[seat, ANTE] > 0` says that a seat has bet,
`felt.stakes[seat, 0, RAISE] > 0` that it has raised, `felt.cards[HOUSE, DEALER, 0]` is the dealer's first card.
"""
SECTIONS: dict[str, tuple[Callable[..., Any], ...]] = {
    "Bets": (
        felt.seats_of, felt.stake_wager, felt.no_more_bets, felt.stake, felt.settle, felt.pay, felt.take_back,
        felt.give_back,
    ),
    "Cards": (felt.deal, felt.deal_up, felt.turn, felt.turn_all, felt.discard, felt.discard_all, felt.move, felt.say),
    "Choices": (choice.ask, choice.bit),
    "What a card is": (cards.rank, cards.suit),
    "Poker": (poker.five, poker.six, poker.seven, poker.category),
}  # fmt: skip
WITHOUT_WORDS = {
    felt.deal_up: "The same with FACE_UP.",
    felt.turn_all: "Show all cards of a hand to all.",
    choice.bit: "An act among those that are offered: `bit(TO_RAISE) | bit(TO_FOLD)`.",
    poker.five: "The value of five cards; `ranks: Ranks` in the game's `Rules` is filled with the tables.",
    poker.category: "What a value is: `PAIR`, `TWO_PAIR`, `STRAIGHT` ... Of two values the higher one wins.",
    cards.rank: "0 is a deuce, 12 an ace; `ACE`, `KING`, `QUEEN`, `JACK`, `TEN` and more are names of them.",
    cards.suit: "`CLUBS`, `DIAMONDS`, `HEARTS`, `SPADES`: 0 to 3.",
}


def vocabulary_page() -> str:
    parts = [HEAD]
    for title, calls in SECTIONS.items():
        module = calls[0].__module__
        parts += [f"## {title}", f"From `{module}`.", table(("call", "does"), [_row(call) for call in calls])]
    parts += [FACES, FELT, table(("array", "has"), _arrays())]
    return page(*parts)


def _row(call: Callable[..., Any]) -> tuple[str, str]:
    taken = ", ".join(inspect.signature(call).parameters)
    return f"`{call.__name__}({taken})`", WITHOUT_WORDS.get(call) or plain(inspect.cleandoc(call.__doc__ or ""))


def _arrays() -> list[tuple[str, str]]:
    return [
        (f"`felt.{name}`", plain(told)) for name, told in meanings(felt.Felt).items() if not name.startswith("tape")
    ]
