"""What a proof will cost, said beforehand; and a refusal, with what else there is, of what is out of reach."""

import os
from dataclasses import dataclass
from math import comb

from houseway.analysis.universal.boards.common_board import HELD, CommonBoard, common_board
from houseway.analysis.universal.count import INTERPRETED_MAX
from houseway.analysis.universal.question import Question
from houseway.rules.refused import Refused

PLAYS_A_SECOND = 6_000_000  # of one core, measured by benchmarks/universal.py
INTERPRETED_A_SECOND = 5_000
BOARD_HANDS_A_SECOND = 2_000_000  # hands on boards, of one core
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
    if not board:
        return walk_cost(asked)
    cards = len(asked.deck)
    hands = comb(cards, board.size) * comb(cards - board.size, HELD) // len(asked.alike.names)
    return Cost(hands, 0, hands / (BOARD_HANDS_A_SECOND * (os.cpu_count() or 1)))


def walk_cost(asked: Question) -> Cost:
    deals = -(-asked.deals // len(asked.alike.names))
    plays = deals * len(asked.ends)
    rate = INTERPRETED_A_SECOND if plays <= INTERPRETED_MAX else PLAYS_A_SECOND * (os.cpu_count() or 1)
    return Cost(deals, plays, plays / rate)


def by_boards(asked: Question) -> CommonBoard | None:
    """The board of a game that would be walked for minutes, where it has one."""
    board = common_board(asked)
    return board if board and walk_cost(asked).seconds > MINUTES_S else None


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
