"""What a proof will cost, said beforehand; and a refusal, with what else there is, of what is out of reach."""

import os
from dataclasses import dataclass
from math import comb

from houseway.analysis.universal.alike import first_of
from houseway.analysis.universal.boards.common_board import CommonBoard, common_board
from houseway.analysis.universal.boards.every_board import LOOPS
from houseway.analysis.universal.boards.every_lot import lots_of
from houseway.analysis.universal.count import INTERPRETED_MAX
from houseway.analysis.universal.leaf_formula import poker_values
from houseway.analysis.universal.question import Question
from houseway.rules.refused import Refused

PLAYS_A_SECOND = 6_000_000  # of one core, measured by benchmarks/universal.py
INTERPRETED_A_SECOND = 5_000
# Of one core, a hand on a board: to lay it, by its number of cards; a poker value; and to hold it against all others.
LAID_S, POKER_VALUE_S, WEIGHED_S = {2: 2e-8, 3: 2.5e-8, 4: 5e-8}, 1.5e-9, 3e-7
MINUTES_S = 90  # work that is begun only when it is asked for
REACH_S = 4 * 3600


@dataclass(frozen=True)
class Cost:
    deals: int  # that differ, at least
    plays: int
    seconds: float

    def __str__(self) -> str:
        return f"{many_of(self.deals)} deals, about {in_time(self.seconds)} here"


def cost_of(asked: Question) -> Cost:
    """Of the walk, or of the count of boards where that is the way."""
    board = by_boards(asked)
    return boards_cost(asked, board) if board else walk_cost(asked)


def boards_cost(asked: Question, board: CommonBoard) -> Cost:
    """Of all hands on all boards, which every lot lays again."""
    cards, lots = len(asked.deck), lots_of(asked, board)
    hands = comb(cards, board.size) * comb(cards - board.size, board.held) // len(asked.alike.names)
    values = poker_values(first_of(asked.rules, board.call), board.call)
    laid = hands * LOOPS * lots * (LAID_S[board.held] + values * POKER_VALUE_S)
    return Cost(hands, 0, (hands * WEIGHED_S + laid) / (os.cpu_count() or 1))


def walk_cost(asked: Question) -> Cost:
    deals = -(-asked.deals // len(asked.alike.names))
    plays = deals * len(asked.ends)
    rate = INTERPRETED_A_SECOND if plays <= INTERPRETED_MAX else PLAYS_A_SECOND * (os.cpu_count() or 1)
    return Cost(deals, plays, plays / rate)


def by_boards(asked: Question) -> CommonBoard | None:
    """The board of a game that would be walked for minutes, where it has one."""
    board = common_board(asked)
    return board if board and walk_cost(asked).seconds > MINUTES_S else None


def is_in_lots(asked: Question) -> bool:
    """Whether boards are counted in lots, so that the best play is not kept."""
    board = by_boards(asked)
    return board is not None and lots_of(asked, board) > 1


def verify_boards_reach(asked: Question, board: CommonBoard) -> None:
    """Refuse boards that would take hours."""
    cost = boards_cost(asked, board)
    if cost.seconds > REACH_S:
        raise Refused(f"{asked.game.title} is out of reach on boards, with {cost}: {asked.to_try}")


def verify_reach(asked: Question) -> None:
    """Refuse a walk that would take hours."""
    cost = walk_cost(asked)
    if cost.seconds > REACH_S:
        why = f" ({asked.alike.why_not})" if asked.alike.why_not else ""
        raise Refused(f"{asked.game.title} is out of reach of the proof from play, with {cost}{why}: {asked.to_try}")


def many_of(number: int) -> str:
    for size, name in ((10**15, "10^15"), (10**12, "trillion"), (10**9, "billion"), (10**6, "million")):
        if number >= size:
            return f"{number / size:,.{0 if number >= 10 * size else 1}f} {name}"
    return f"{number:,}"


def in_time(seconds: float) -> str:
    for size, name in ((365 * 86400, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {name}"
    return f"{max(seconds, 1):.0f} s"
