"""The shoe: where every card comes from, and the only chance in a game.

One `draw` serves four kinds of shoe. An arranged shoe deals the order it was given (a live table, a replay, a walk). A
lazy one shuffles only the cards it deals, with numbers counted by the round (simulation). An endless one deals every
card from full decks (the limit of many decks).
"""

from collections.abc import Sequence
from typing import NamedTuple

from houseway.rules.cards import DECK
from houseway.rules.chance import BLOCK, MASK, philox
from houseway.rules.shapes import Words, words

ARRANGED, LAZY, ENDLESS = range(3)
SHOE_MAX = 8 * DECK

# The words of `Shoe.at`.
NEXT, SIZE, KIND, KEY_LOW, KEY_HIGH, ROUND_LOW, ROUND_HIGH, BLOCKS, HALF, DRY = range(10)
_AT_WORDS = 10

HALVES = 2 * BLOCK
HALF_MASK = 0xFFFF
AHEAD = 64
BLANK = 8 * 4  # a ten: with it every hand that draws soon ends


class Shoe(NamedTuple):
    cards: Words  # in dealing order; what lies before at[NEXT] is dealt
    fresh: Words  # the same cards as they came from the box
    swaps: Words  # swaps[i]: the place the lazy shoe exchanged with place i
    at: Words
    block: Words  # the words of chance in hand
    ahead: Words  # [round % AHEAD, word] the first words of rounds to come, made together because that is faster


def arranged_shoe(order: Sequence[int]) -> Shoe:
    """A shoe that deals exactly this order."""
    return _new_shoe(order, ARRANGED)


def lazy_shoe(fresh: Sequence[int], *, endless: bool = False) -> Shoe:
    """A shoe that shuffles as it deals; `open_round` gives it its chance."""
    return _new_shoe(fresh, ENDLESS if endless else LAZY)


def _new_shoe(cards: Sequence[int], kind: int) -> Shoe:
    """All shoes are of one size, so that compiled rules fit each."""
    assert len(cards) <= SHOE_MAX, f"{len(cards)} cards do not fit in a shoe of {SHOE_MAX}"
    shoe = Shoe(words(SHOE_MAX), words(SHOE_MAX), words(SHOE_MAX), words(_AT_WORDS), words(BLOCK), words(AHEAD, BLOCK))
    shoe.cards[: len(cards)] = cards
    shoe.fresh[: len(cards)] = cards
    shoe.at[SIZE] = len(cards)
    shoe.at[KIND] = kind
    return shoe


def open_round(shoe: Shoe, seed: int, number: int) -> None:
    """Begin round `number` of a seed with every card back in the shoe."""
    at = shoe.at
    if at[KIND] == LAZY:
        for i in range(min(at[NEXT], at[SIZE])):
            j = shoe.swaps[i]
            shoe.cards[i] = shoe.fresh[i]
            shoe.cards[j] = shoe.fresh[j]
    at[NEXT] = 0
    at[DRY] = 0
    at[KEY_LOW] = seed & MASK
    at[KEY_HIGH] = (seed >> 32) & MASK
    at[ROUND_LOW] = number & MASK
    at[ROUND_HIGH] = (number >> 32) & MASK
    at[BLOCKS] = 0
    at[HALF] = HALVES


def look_ahead(shoe: Shoe, seed: int, number: int) -> None:
    """Make the first words of round `number` and of the rounds after it, up to the next multiple of AHEAD."""
    for i in range(number & (AHEAD - 1), AHEAD):
        counter = (number & -AHEAD) + i
        philox(shoe.ahead[i], counter & MASK, (counter >> 32) & MASK, 0, 0, seed & MASK, (seed >> 32) & MASK)


def open_next_round(shoe: Shoe, seed: int, number: int) -> None:
    """`open_round` with words that were made ahead."""
    open_round(shoe, seed, number)
    for k in range(BLOCK):
        shoe.block[k] = shoe.ahead[number & (AHEAD - 1), k]
    shoe.at[BLOCKS] = 1
    shoe.at[HALF] = 0


def draw_block(shoe: Shoe) -> None:
    """Four more words of this round's chance, cut into eight halves: no shoe holds more than 65,536 cards."""
    at = shoe.at
    philox(
        shoe.block,
        int(at[ROUND_LOW]), int(at[ROUND_HIGH]), int(at[BLOCKS]), 0,
        int(at[KEY_LOW]), int(at[KEY_HIGH]),
    )  # fmt: skip
    at[BLOCKS] += 1
    at[HALF] = 0


def next_half(shoe: Shoe) -> int:
    """The next 16 bits of this round's chance."""
    if shoe.at[HALF] == HALVES:
        draw_block(shoe)
    k = int(shoe.at[HALF])
    shoe.at[HALF] = k + 1
    return int(shoe.block[k >> 1]) >> ((k & 1) << 4) & HALF_MASK


def below(shoe: Shoe, n: int) -> int:
    """A number from 0 to n - 1, each equally likely: halves that would favour some are drawn again (Lemire's way)."""
    product = next_half(shoe) * n
    if product & HALF_MASK < n:
        unfair = (HALF_MASK + 1) % n
        while product & HALF_MASK < unfair:
            product = next_half(shoe) * n
    return product >> 16


def draw(shoe: Shoe) -> int:
    """The next card. A shoe that has run out marks itself dry and deals blanks: the round is void (`is_void`)."""
    at = shoe.at
    i = int(at[NEXT])
    at[NEXT] = i + 1
    if at[KIND] == ENDLESS:
        return int(shoe.fresh[below(shoe, int(at[SIZE]))])
    if i >= at[SIZE]:
        at[DRY] = 1
        return BLANK
    if at[KIND] == ARRANGED:
        return int(shoe.cards[i])
    j = i + below(shoe, int(at[SIZE]) - i)
    card = int(shoe.cards[j])
    shoe.cards[j] = shoe.cards[i]
    shoe.cards[i] = card
    shoe.swaps[i] = j
    return card


def is_void(shoe: Shoe) -> bool:
    """Whether a card was wanted that was not there. The house returns every bet of such a round."""
    return bool(shoe.at[DRY])


def seeded_order(fresh: Sequence[int], seed: int, number: int, *, endless: bool = False) -> list[int]:
    """The order in which round `number` of a seed deals: any simulated round can be played again by hand."""
    shoe = lazy_shoe(fresh, endless=endless)
    open_round(shoe, seed, number)
    return [draw(shoe) for _ in range(SHOE_MAX if endless else len(fresh))]
