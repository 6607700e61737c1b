"""Boards counted lot by lot of one's own hands, where all of them at once would take more room than there is.

Values and their plays are made once; every lot then lays all boards again. A lot that is finished is kept until all
are.
"""

from collections.abc import Callable, Sequence
from math import comb

from houseway.analysis.universal import unfinished
from houseway.analysis.universal.boards.block_threads import threads
from houseway.analysis.universal.boards.board_steps import Steps, rows_of
from houseway.analysis.universal.boards.common_board import CommonBoard
from houseway.analysis.universal.boards.every_board import EveryBoard, ValuesAndPlays
from houseway.analysis.universal.boards.kept_boards import forget_parts
from houseway.analysis.universal.boards.own_hands import Lot
from houseway.analysis.universal.count import Counted
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.unfinished import work_key

ROOM = 600_000_000  # bytes of sums and acts

NewBoards = Callable[[Lot, ValuesAndPlays | None], EveryBoard]  # a lot, and what is the same for all


def lots_of(asked: Question, board: CommonBoard) -> int:
    """In how many lots one's own hands are counted."""
    steps, nodes = Steps(asked, board), asked.shape.nodes
    sizes, needed = [*steps.sizes, board.size], 0
    for step, size in enumerate(sizes):
        choices = sum(1 for acts, node in nodes.items() if node.options and steps.step(len(acts)) == step)
        known = sum(
            rows_of(node.options)
            for acts, node in nodes.items()
            if acts and steps.step(len(acts) - 1) == step < len(steps.sizes)
        )
        bits = steps.bits if step == len(steps.sizes) else 8
        cells = known * 64 * max(threads(), 2)
        needed += sets_that_differ(asked.deck, steps.images.tolist(), size) * (cells + choices * bits)
    return -(-needed * comb(len(asked.deck), board.held) // (8 * ROOM))


def sets_that_differ(deck: Sequence[int], images: Sequence[Sequence[int]], size: int) -> int:
    """Sets of so many cards in more than the names of the suits: sets that each name leaves as they are, on average."""
    left_alone = 0
    for image in images:
        found, seen = [1] + [0] * size, set[int]()
        for card in deck:
            cycle = 0
            while card not in seen:
                seen.add(card)
                card, cycle = image[card], cycle + 1
            for many in range(size, cycle - 1, -1) if cycle else ():
                found[many] += found[many - cycle]
        left_alone += found[size]
    return left_alone // len(images)


def counted_by_lots(
    asked: Question, board: CommonBoard, new: NewBoards, then: Callable[[EveryBoard], object] | None = None
) -> Counted:
    """Every result of all lots; with each, when its best acts are known, something else is done."""
    many, found, keys = lots_of(asked, board), Counted(), list[str]()
    made: ValuesAndPlays | None = None
    for number in range(many):
        boards = new(Lot(number, many), made)
        keys.append(work_key(asked, f"{boards.work} is counted"))
        counted = unfinished.taken_up(keys[-1])
        if not counted.times:
            counted, made = boards.counted, boards.values_and_plays()
            if then:
                then(boards)
            unfinished.keep(keys[-1], counted)
            forget_parts(asked, boards.work)
        found.add(counted)
    for key in keys:
        unfinished.forget(key)
    return found
