"""A plan as a table: sorts of choices by what is offered and in action, and in each the act for what is seen."""

from typing import Any, Protocol

from houseway.rules.felt import Felt
from houseway.rules.shapes import Words


class Sorts(Protocol):
    @property
    def options(self) -> Words: ...  # [sort of choice]

    @property
    def action(self) -> Words: ...  # [sort, wager] cents in action, of a bet of the unit; -1: not looked at

    @property
    def base(self) -> Words: ...  # [0] the wager whose size is the unit, [1] cents of the unit


class Table(Sorts, Protocol):
    @property
    def begins(self) -> Words: ...  # [sort] its first key, and where the next sort's begin

    @property
    def keys(self) -> Words: ...  # in rising order within a sort

    @property
    def acts(self) -> Any: ...


def sort_of(plan: Sorts, felt: Felt, seat: int, options: int) -> int:
    """By what is offered and what is in action for each unit of the base bet; by the offer alone where none fits."""
    found = -1
    bet = felt.wagers[seat, plan.base[0]]
    for sort in range(plan.options.shape[0]):
        if plan.options[sort] == options:
            fits = True
            for wager in range(plan.action.shape[1]):
                if plan.action[sort, wager] >= 0:
                    fits = fits and felt.action[seat, wager] * plan.base[1] == plan.action[sort, wager] * bet
            if fits:
                return sort
            if found < 0:
                found = sort
    assert found >= 0, "an offer that the plan does not know"
    return found


def act_for(plan: Table, sort: int, key: int) -> int:
    low, high = plan.begins[sort], plan.begins[sort + 1]
    while low < high:
        middle = (low + high) // 2
        if plan.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    assert plan.keys[low] == key, "cards that the plan does not know"
    return int(plan.acts[low])
