"""How long the walks of a study of sight take, as measured: deals of which leaf rules say the same are played once."""

import os
from math import comb

from houseway.analysis.universal.cost import PLAYS_A_SECOND, walk_cost
from houseway.analysis.universal.count import INTERPRETED_MAX
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.recalled import say_nothing, sayer_of

RECALLED_A_SECOND = 14_000_000  # deals of one core, however many acts each has
# Where threads wait for each other: for a unit of a walk, for a choice that is written down and held against the play
# of who sees nothing more, and for the same at each choice of a deal that is walked alone.
UNIT_S, ROW_S, CHOICE_S = 7e-5, 1e-6, 7e-4
HAND = 5
BEGUN_S = 1  # until code is loaded and the play without that sight is known


def walked_in(asked: Question) -> float:
    """Seconds here, of a whole walk."""
    cost = walk_cost(asked)
    if cost.plays <= INTERPRETED_MAX:
        return cost.seconds
    return dealt_in(asked, cost.deals) + units(asked) * UNIT_S


def dealt_in(asked: Question, deals: int) -> float:
    """Seconds here, of so many deals."""
    played = PLAYS_A_SECOND / len(asked.ends)
    return deals / ((max(played, RECALLED_A_SECOND) if is_recalled(asked) else played) * (os.cpu_count() or 1))


def is_recalled(asked: Question) -> bool:
    """Whether most deals are: of more than five cards a leaf rule says too much, where no other makes it less."""
    few = all(each.made_by or len(each.read.places) <= HAND for each in asked.reads.said)
    return few and sayer_of(asked) is not say_nothing


def units(asked: Question) -> int:
    """First packets."""
    return -(-comb(len(asked.deck), len(asked.alike.packets[0])) // len(asked.alike.names))
