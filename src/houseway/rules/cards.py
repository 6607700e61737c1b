"""Cards are small integers: rank above suit, so that order of integers is order of ranks.

A card is `rank * 4 + suit`, 0 to 51. The same integer may stand in a shoe as often as it has decks.
"""

import re
from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
DEUCE, FIVE, SIX, SEVEN, EIGHT, TEN, JACK, QUEEN, KING, ACE = 0, 3, 4, 5, 6, 8, 9, 10, 11, 12
DECK = 52
UNSEEN = -1  # stands for a card that a viewer may not see

_CARD = re.compile(f"[{RANKS}][{SUITS}]")


def rank(card: int) -> int:
    return card >> 2


def suit(card: int) -> int:
    return card & 3


def card_text(card: int) -> str:
    return "??" if card == UNSEEN else RANKS[card >> 2] + SUITS[card & 3]


def card_of(text: str) -> int:
    """The card a person wrote: 'Ah', 'td', '10s' or '??'."""
    word = text.strip().replace("10", "T")
    if word == "??":
        return UNSEEN
    word = word[:1].upper() + word[1:].lower()
    if not _CARD.fullmatch(word):
        raise ValueError(f"'{text}' is not a card: write a rank of {RANKS} and a suit of {SUITS}, as in 'Ah' or 'Tc'")
    return RANKS.index(word[0]) * 4 + SUITS.index(word[1])


def cards_of(text: str) -> list[int]:
    """Cards written one after another, with or without blanks: 'Ah Kd' or 'AhKd'."""
    words = text.replace("10", "T").replace(",", " ").split()
    pieces = [word[i : i + 2] for word in words for i in range(0, len(word), 2)]
    return [card_of(piece) for piece in pieces]


def cards_text(cards: Iterable[int]) -> str:
    return " ".join(card_text(int(card)) for card in cards)


def new_decks(decks: int) -> list[int]:
    """The cards of so many new decks, deck after deck."""
    return list(range(DECK)) * decks
