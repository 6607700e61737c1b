"""Odds are pairs of integers, money is integer cents, and rounding is a named policy of the house.

`rounding` says who gains when odds do not come out in whole steps of `grain_cents`: a $5 bet at 3 to 2 with a grain of
a dollar pays $7 rounded for the house and $8 rounded for the player.
"""

from typing import Protocol

from houseway.rules.shapes import Words

ROUNDING = ("house", "nearest", "player")
ROUNDING_HOUSE, ROUNDING_NEAREST, ROUNDING_PLAYER = range(3)


class Pays(Protocol):
    """What every game's rules say about pay: the paytables in force and how odd amounts are rounded."""

    @property
    def pays(self) -> Words: ...  # [wager, outcome, 0]: num, [..., 1]: den; lost is -1 to 1, a push 0 to 1

    @property
    def rounding(self) -> int: ...

    @property
    def grain_cents(self) -> int: ...


def winnings(stake_cents: int, num: int, den: int, rounding: int, grain_cents: int) -> int:
    """What a stake wins at num to den: negative for a loss, never more than the stake lost."""
    exact = stake_cents * num
    step = den * grain_cents
    if step == 1:
        return exact
    if num == -den:  # simply lost
        return -stake_cents
    if rounding == ROUNDING_PLAYER:
        won = -(-exact // step) * grain_cents
    elif rounding == ROUNDING_NEAREST:
        won = (2 * exact + step) // (2 * step) * grain_cents
    else:
        won = exact // step * grain_cents
    return max(won, -stake_cents)
