"""What may befall cards on their way into the machine: one sticks, one is there twice. For rehearsals and tests only.

Nothing slips at a live table unless the house is told to rehearse (`houseway serve --faults 50`).
"""

import secrets
from collections.abc import Callable, Sequence

from houseway.house.shuffler.orders import Chance

Slip = Callable[[Sequence[int]], Sequence[int]]


def no_slip(tray: Sequence[int]) -> Sequence[int]:
    """The cards as they were put in."""
    return tray


def slips(one_in: int, chance: Chance = secrets.randbelow) -> Slip:
    """One tray in so many lacks a card or has one too many."""
    assert one_in >= 1

    def slip(tray: Sequence[int]) -> Sequence[int]:
        if chance(one_in) or not tray:
            return tray
        place = chance(len(tray))
        kept = (*tray[:place], *tray[place + 1 :])
        return kept if chance(2) else (*tray, tray[place])

    return slip
