"""What one lane of a GPU does: rounds by number, tallied together with its block.

Plain functions, as all rules are. Some take the place of functions in `rules/shoe.py` and `engine/rounds.py` that a GPU
would do slowly, and come to the same integers: a lane keeps of a shoe the places that were touched, not the cards of
six decks, and of chance the bits that are left. Compiled for the processor they do the same; so they are tested where
there is no GPU.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.engine.rounds import (
    NET_BITS,
    NET_ZERO,
    NO_KEY,
    NOBODY,
    OUTCOME_BITS,
    SLOTS,
    choose,
    count,
    decide,
    play,
    silence,
    tally_round,
)
from houseway.rules import choice
from houseway.rules.chance import MASK, philox
from houseway.rules.choice import Decide
from houseway.rules.felt import Felt, clear, void
from houseway.rules.shapes import Words
from houseway.rules.shoe import (
    BLANK,
    BLOCKS,
    DRY,
    ENDLESS,
    HALF,
    HALF_MASK,
    HALVES,
    KEY_HIGH,
    KEY_LOW,
    KIND,
    NEXT,
    ROUND_HIGH,
    ROUND_LOW,
    SIZE,
    draw,
    is_void,
)
from houseway.rules.tape import note

AT_WORDS = DRY + 1  # the last of them
CARD_BITS = 8
CARD_MASK = (1 << CARD_BITS) - 1
HALF_BITS = 16
NEAR = 512  # a power of two: so many results a block counts in memory of its own
SCATTER = 0x1E3779B97F4A7C15  # odd, its bits well mixed
TRIES = 8  # ... each in one of so many slots; one that finds none free is counted with those of all blocks


class LaneShoe(NamedTuple):
    fresh: NDArray[np.int8]  # the cards as they came from the box
    touched: NDArray[
        np.int32
    ]  # [card dealt] place << CARD_BITS | card: which card was laid where when that one was dealt
    at: Words  # as in any shoe
    block: Words  # the words of chance just made
    bits: Words  # [0] the next four halves of chance, [1] the four after them


class LaneTally(NamedTuple):
    keys: Words  # [slot] of the block
    counts: Words
    action: Words  # [wager] of the lane
    all_keys: Words  # [slot] of all blocks
    all_counts: Words
    full: Words  # [0] 1: there are more different results than slots


def lane(
    rules: Any, shoe: LaneShoe, plan: Any, felt: Felt, tally: LaneTally, own: int, first: int, after: int, step: int
) -> None:
    """Play and tally every `step`-th of the rounds first .. after - 1 of the shoe's seed, beginning with the own-th."""
    for start in range(first, after, step):
        number = start + own
        if number < after:
            play_round(rules, shoe, plan, felt, tally, number)
        together()


def play_round(rules: Any, shoe: LaneShoe, plan: Any, felt: Felt, tally: LaneTally, number: int) -> None:
    open_lane(shoe, number)
    clear(felt)
    play(rules, shoe, NOBODY, plan, felt)  # type: ignore[arg-type]
    if is_void(shoe):  # type: ignore[arg-type]
        void(felt)
    tally_round(tally, felt)  # type: ignore[arg-type]


def together() -> None:
    """Where lanes of a GPU that walk in step wait for each other; long rounds would part them for good."""


# --- the shoe ---


def open_lane(shoe: LaneShoe, number: int) -> None:
    """Takes the place of `open_round`: no card was moved, so none is put back."""
    at = shoe.at
    at[NEXT] = 0
    at[DRY] = 0
    at[ROUND_LOW] = number & MASK
    at[ROUND_HIGH] = (number >> 32) & MASK
    at[BLOCKS] = 0
    lane_block(shoe)


def lane_block(shoe: LaneShoe) -> None:
    """Four more words of this round's chance."""
    at, block, bits = shoe.at, shoe.block, shoe.bits
    philox(
        block,
        int(at[ROUND_LOW]), int(at[ROUND_HIGH]), int(at[BLOCKS]), 0,
        int(at[KEY_LOW]), int(at[KEY_HIGH]),
    )  # fmt: skip
    bits[0] = block[0] | block[1] << 32
    bits[1] = block[2] | block[3] << 32
    at[BLOCKS] += 1
    at[HALF] = 0


def lane_half(shoe: LaneShoe) -> int:
    """Sixteen bits of chance, as `next_half`: the lowest 16 bits, and the others move down."""
    at, bits = shoe.at, shoe.bits
    if at[HALF] == HALVES:
        lane_block(shoe)
    at[HALF] += 1
    half = int(bits[0]) & HALF_MASK
    bits[0] = bits[0] >> HALF_BITS & 0xFFFFFFFFFFFF | bits[1] << 48
    bits[1] = bits[1] >> HALF_BITS
    return half


def lane_below(shoe: LaneShoe, n: int) -> int:
    """A number from 0 to n - 1, as `below`: the same halves are drawn again, by one line of machine code."""
    while True:
        product = lane_half(shoe) * n
        rest = product & HALF_MASK
        if rest >= n or rest >= (HALF_MASK + 1) % n:
            return product >> HALF_BITS


def lane_draw(shoe: LaneShoe) -> int:
    """Takes the place of `draw`: what lies at a place is what was laid there last, or the card fresh from the box."""
    at, touched = shoe.at, shoe.touched
    i = int(at[NEXT])
    at[NEXT] = i + 1
    if at[KIND] == ENDLESS:
        return int(shoe.fresh[lane_below(shoe, int(at[SIZE]))])
    if i >= at[SIZE]:
        at[DRY] = 1
        return BLANK
    j = i + lane_below(shoe, int(at[SIZE]) - i)
    card, own = int(shoe.fresh[j]), int(shoe.fresh[i])
    for k in range(i):
        laid = int(touched[k])
        if laid >> CARD_BITS == j:
            card = laid & CARD_MASK
        if laid >> CARD_BITS == i:
            own = laid & CARD_MASK
    touched[i] = j << CARD_BITS | own
    return card


# --- the tally ---


def lane_count(tally: LaneTally, spot: int, outcome: int, net: int) -> None:
    """Takes the place of `count`: almost always one look at the tally of the block."""
    key = ((spot << OUTCOME_BITS | outcome) << NET_BITS) + net + NET_ZERO
    slot = slot_of(key) & NEAR - 1
    if tally.keys[slot] == key:
        add(tally.counts, slot, 1)
    else:
        count_at_length(tally, key)


def count_at_length(tally: LaneTally, key: int) -> None:
    """A result that has no slot yet, or not the one where it is looked for first."""
    if not add_to(tally.keys, tally.counts, key, 1, NEAR, TRIES):
        count_for_all(tally, key, 1)


def count_for_all(tally: LaneTally, key: int, times: int) -> None:
    if not add_to(tally.all_keys, tally.all_counts, key, times, SLOTS, SLOTS):
        tally.full[0] = 1


def slot_of(key: int) -> int:
    """Where a key is looked for first, in its low bits."""
    return int(key) * SCATTER >> 40


def add_to(keys: Words, counts: Words, key: int, times: int, slots: int, tries: int) -> bool:
    """Add to the count of a key; False where no slot is free for it."""
    slot = slot_of(key)
    for _ in range(tries):
        slot &= slots - 1
        found = int(keys[slot])
        if found == NO_KEY:
            found = claim(keys, slot, key)
        if found == key or found == NO_KEY:
            add(counts, slot, times)
            return True
        slot += 1
    return False


def claim(keys: Words, slot: int, key: int) -> int:
    """Take a free slot; what lay in it until now. A GPU does it in one step, since other lanes want it too."""
    before = int(keys[slot])
    if before == NO_KEY:
        keys[slot] = key
    return before


def add(counts: NDArray[Any], slot: int, times: int) -> None:
    """A GPU does this in one step as well."""
    counts[slot] += times


def seams(game_play: Callable[..., None], follow: Decide) -> dict[Callable[..., Any], Callable[..., Any]]:
    """What takes whose place in a lane that plays a game by a plan."""
    return {
        play: game_play, decide: follow, choice.choose: choose, note: silence, draw: lane_draw, count: lane_count,
    }  # fmt: skip
