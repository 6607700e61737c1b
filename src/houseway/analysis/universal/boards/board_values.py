"""What a leaf rule says of every hand on a board, as a number: values by their order, the lowest 0."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards.card_sets import hand_place
from houseway.rules.cards import DECK
from houseway.rules.shapes import Words, words

VALUES_MAX = 1 << 13
PLACES = 1 << 15  # of the table of values; a power of two
MIXED = 0x9E3779B1
MIX_BITS = 31


class Values(NamedTuple):
    """A table of values: each lies at the first free place from its own on."""

    told: Words  # [place]
    number: NDArray[np.int32]  # [place] the value's number, and 1; 0: free
    many: Words  # [0] how many there are


class BoardHands(NamedTuple):
    """Hands of so many cards that a board leaves, each once."""

    live: Words  # [i] cards that are left
    used: Words  # [card] 1: not in the deck, or on the board
    at: Words  # [k] which of those that are left a hand holds
    cards: Words  # [i, k] of the i-th hand, rising
    place: NDArray[np.int32]  # [i] among all sets of so many cards
    number: NDArray[np.int32]  # [i] among one's own hands that are counted; -1: not one of them
    value: NDArray[np.int32]  # [i] the number of its value
    many: Words  # [0] how many there are


def new_values() -> Values:
    return Values(words(PLACES), np.zeros(PLACES, dtype=np.int32), words(1))


def new_hands(hands: int, held: int) -> BoardHands:
    """Room for so many hands of so many cards."""

    def small() -> NDArray[np.int32]:
        return np.zeros(hands, dtype=np.int32)

    return BoardHands(
        words(DECK), words(DECK), words(held + 1), words(hands, held), small(), small(), small(), words(1)
    )


def in_order(tables: list[Values]) -> tuple[Words, Values]:
    """All values that any of these tables holds, rising, and a table that numbers them so."""
    told = np.unique(np.concatenate([table.told[table.number > 0] for table in tables]))
    made = new_values()
    for value in told.tolist():
        number_of(made, value)
    return told, made


def value_with(rules: Any, held: Any, board: Any) -> int:
    """Stands for the leaf rule; `compiled` swaps it."""
    raise NotImplementedError


def list_values(rules: Any, deck: Any, boards: Any, size: int, held: int, hands: BoardHands, values: Values) -> bool:
    """Every value of every hand on these boards, into the table; whether there was room."""
    for i in range(len(boards)):
        lay_board(rules, deck, boards[i], size, held, hands, values)
        if values.many[0] >= VALUES_MAX:
            return False
    return True


def lay_board(rules: Any, deck: Any, board: Any, size: int, held: int, hands: BoardHands, values: Values) -> None:
    """The hands that a board leaves by rising place, and their values."""
    for card in range(DECK):
        hands.used[card] = 0
    for i in range(size):
        hands.used[board[i]] = 1
    live = 0
    for i in range(len(deck)):
        if not hands.used[deck[i]]:
            hands.live[live] = deck[i]
            live += 1
    for k in range(held):
        hands.at[k] = k
    hands.at[held] = live
    n = 0
    while True:
        cards = hands.cards[n]
        for k in range(held):
            cards[k] = hands.live[hands.at[k]]
        hands.place[n] = hand_place(cards, held)
        hands.value[n] = number_of(values, value_with(rules, cards, board))
        n += 1
        k = 0
        while k < held and hands.at[k] + 1 == hands.at[k + 1]:
            hands.at[k] = k
            k += 1
        if k == held:
            break
        hands.at[k] += 1
    hands.many[0] = n


def number_of(values: Values, value: int) -> int:
    """A value's number; one that is new gets the next."""
    mixed = (value & ((1 << MIX_BITS) - 1)) * MIXED & ((1 << MIX_BITS) - 1)
    place = mixed >> 16
    while values.number[place]:
        if values.told[place] == value:
            return int(values.number[place]) - 1
        place = (place + 1) & (PLACES - 1)
    number = int(values.many[0])
    if number < VALUES_MAX:
        values.told[place] = value
        values.number[place] = number + 1
        values.many[0] = number + 1
    return number
