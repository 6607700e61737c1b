"""Philox4x32-10 against the answers published with it (Salmon and others, "Parallel random numbers: as easy as 1, 2,
3", 2011; file kat_vectors of the Random123 library)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.engine.compiled import compiled
from houseway.rules.chance import BLOCK, MASK, philox
from houseway.rules.shapes import words

KNOWN = {
    "zeros": ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    "ones": ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    "pi": ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
}
word = st.integers(0, MASK)


def hexes(text: str) -> list[int]:
    return [int(each, 16) for each in text.split()]


def block(counter: list[int], key: list[int]) -> list[int]:
    four = words(BLOCK)
    philox(four, *counter, *key)
    return [int(word) for word in four]


@pytest.mark.parametrize("name", KNOWN)
def test_known_answers(name: str) -> None:
    counter, key, answer = map(hexes, KNOWN[name])
    assert block(counter, key) == answer


def test_known_answers_compiled() -> None:
    """Compiled integers wrap at 64 bits; the masks must make up for it."""
    twin = compiled(philox)
    four = words(BLOCK)
    for counter, key, answer in KNOWN.values():
        twin(four, *hexes(counter), *hexes(key))
        assert four.tolist() == hexes(answer)


@given(st.lists(word, min_size=4, max_size=4), st.lists(word, min_size=2, max_size=2))
def test_every_word_is_32_bits(counter: list[int], key: list[int]) -> None:
    assert all(0 <= each <= MASK for each in block(counter, key))


@given(st.lists(word, min_size=6, max_size=6), st.integers(0, 5), st.integers(0, 31))
def test_any_bit_of_counter_or_key_changes_the_block(start: list[int], place: int, bit: int) -> None:
    changed = list(start)
    changed[place] ^= 1 << bit
    assert block(start[:4], start[4:]) != block(changed[:4], changed[4:])


def test_bits_are_balanced() -> None:
    """4,096 blocks have 524,288 bits: 2,048 is more than five standard deviations from half of them."""
    drawn = np.array([block([number, 0, 0, 0], [1, 0]) for number in range(4096)], dtype=np.uint64)
    ones = int(np.bitwise_count(drawn).sum())
    assert abs(ones - drawn.size * 16) < 2048
