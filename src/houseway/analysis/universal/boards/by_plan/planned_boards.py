"""Every board as a strategy plays it that is written down: the plan is asked, and then every result is counted."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal import watch
from houseway.analysis.universal.boards.board_steps import NODES_MAX
from houseway.analysis.universal.boards.by_plan import asked_boards
from houseway.analysis.universal.boards.by_plan.asked_boards import PlanBench
from houseway.analysis.universal.boards.by_plan.plan_alike import felt_at, verify_alike
from houseway.analysis.universal.boards.common_board import CommonBoard
from houseway.analysis.universal.boards.every_board import EveryBoard, ValuesAndPlays
from houseway.analysis.universal.boards.own_hands import ALL_HANDS, Lot
from houseway.analysis.universal.count import Counted, Progress
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.shape import SEAT_1
from houseway.engine.compiled import compiled
from houseway.engine.swapped import Swap, swapped
from houseway.games.contract import Strategy
from houseway.rules.cards import DECK
from houseway.rules.refused import Refused
from houseway.rules.shapes import words
from houseway.rules.tape import COLUMNS


class PlannedBoards(EveryBoard):
    """The count of a game's boards for whoever follows a plan."""

    def __init__(
        self,
        asked: Question,
        board: CommonBoard,
        strategy: Strategy,
        progress: Progress | None = None,
        *,
        lot: Lot = ALL_HANDS,
        made: ValuesAndPlays | None = None,
    ) -> None:
        if made is None:
            verify_alike(asked, board, strategy)
        self.strategy = strategy
        super().__init__(asked, board, progress, work=strategy.name, lot=lot, made=made)

    def kernel(self, loop: Callable[..., Any]) -> Callable[..., Any]:
        follow = self.strategy.follow
        if loop not in (asked_boards.ask_before, asked_boards.ask_on_boards):
            return super().kernel(loop)
        swap: Swap = {watch.decide: follow}
        if not self.is_long:
            return swapped(loop, swap)
        return compiled(loop, swap, keep=f"{loop.__name__}-{follow.__module__}-{follow.__name__}")

    def new_plan_bench(self) -> PlanBench:
        asked, board = self.asked, self.board
        turned = [draw for packet in asked.alike.packets if set(packet) <= board.shared for draw in packet]
        places = np.array(asked.shape.places, dtype=np.int64)
        felts = {asked.numbers[acts]: felt_at(asked, acts) for acts, node in asked.shape.nodes.items() if node.options}
        felt, _ = felts[0]
        at = words(3)
        at[asked_boards.SEAT], at[asked_boards.NODE] = SEAT_1, 0
        bench = PlanBench(
            self.new_bench(), felt._replace(tape=words(0, COLUMNS)), self.strategy.plan, at, words(NODES_MAX),
            words(NODES_MAX, *felt.stakes.shape), words(NODES_MAX, *felt.action.shape),
            words(NODES_MAX, *felt.held.shape),
            places[list(board.own)], places[turned], words(DECK), words(NODES_MAX),
        )  # fmt: skip
        for node, (lies, hand) in felts.items():
            bench.hands[node] = hand
            bench.stakes[node], bench.action[node], bench.held[node] = lies.stakes, lies.action, lies.held
        return bench

    @cached_property
    def acts(self) -> NDArray[np.int8]:
        """What the plan does before the full board."""
        steps, made = self.steps, np.zeros(self.steps.acts, dtype=np.int8)
        loop, deck = self.kernel(asked_boards.ask_before), np.array(self.asked.deck)
        room, tree = self.of(self.new_plan_bench()), self.of(steps.tree)
        hands = steps.hands.cards
        for step, sets in enumerate(steps.sets):
            begin = int(steps.tree.acts[step])
            many = len(sets.cards) * int(steps.tree.choices[step]) * len(hands)
            if not loop(room, tree, deck, hands, step, sets.cards, made[begin : begin + many]):
                raise self._illegal()
        return made

    @cached_property
    def counted(self) -> Counted:
        """Every result under the plan."""
        faults = self._over_boards(asked_boards.ask_on_boards, self._ground(self.acts), 1, self.new_plan_bench)
        if faults[0]:
            raise self._illegal()
        found = self._results(self.acts)
        found.most = found.money
        return found

    def _illegal(self) -> Refused:
        return Refused(f"{self.asked.game.title}: the strategy '{self.strategy.name}' takes an act that is not offered")
