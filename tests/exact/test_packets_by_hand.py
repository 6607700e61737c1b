"""Draws that nobody sees are filled with cards that are left, each once, to the last of the deck."""

from types import SimpleNamespace
from typing import Any

from houseway.analysis.universal.packets import BESIDE, PACKETS, fill_hidden


def test_what_is_not_seen_takes_the_cards_that_are_left_in_their_order() -> None:
    counts = {PACKETS: 3, BESIDE: 2}
    layout: Any = SimpleNamespace(
        counts=counts,
        sizes=[1, 2, 1],
        draws={(1, 0): 5, (1, 1): 3, (2, 0): 4},
        beside=[7, 6],
        deck=[40, 10, 30, 20, 0, 50, 60, 5],
    )
    state: Any = SimpleNamespace(used={40: 1, 10: 0, 30: 0, 20: 1, 0: 0, 50: 0, 60: 1, 5: 0})
    shoe: Any = SimpleNamespace(cards=[-1] * 8)
    fill_hidden(layout, state, shoe, 1)
    assert shoe.cards == [-1, -1, -1, 30, 0, 10, 5, 50]
