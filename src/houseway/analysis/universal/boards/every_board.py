"""Every board of a deck, on threads: values, plays of values, best acts from the last choice back, every result.

For all hands of one's own, or for a lot of them (`every_lot`).
"""

from collections.abc import Callable
from functools import cache, cached_property, partial
from math import comb
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal import unit, watch
from houseway.analysis.universal.boards import board_values, one_board, value_plays
from houseway.analysis.universal.boards.block_threads import BlockThreads
from houseway.analysis.universal.boards.board_choices import Choices
from houseway.analysis.universal.boards.board_steps import MONEY, MORE, SENT, ActTree, Steps
from houseway.analysis.universal.boards.board_values import VALUES_MAX, Values, in_order, new_hands, new_values
from houseway.analysis.universal.boards.card_sets import WAYS
from houseway.analysis.universal.boards.common_board import CommonBoard, saying_what_is_dealt, value_rule
from houseway.analysis.universal.boards.kept_boards import (
    BEST_PLAY,
    BestOnBoards,
    PartDone,
    keep_parts,
    parts_kept,
)
from houseway.analysis.universal.boards.one_board import BoardBench, Ground, new_board_bench
from houseway.analysis.universal.boards.own_hands import ALL_HANDS, Lot
from houseway.analysis.universal.boards.value_plays import (
    Result,
    Stretches,
    money_at,
    new_stretches,
    one_list,
    results_of,
    won_by,
)
from houseway.analysis.universal.count import SAID, Counted, Progress
from houseway.analysis.universal.node_cells import Cells, new_cells
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.recalled import CLASSES_MAX, Recalled, new_recalled
from houseway.analysis.universal.watch import NoPlan, lowest_act, scripted, watched
from houseway.engine.compiled import compiled
from houseway.engine.packed import opened, packed
from houseway.engine.swapped import Swap, swapped
from houseway.rules import choice, tape
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import arranged_shoe

INTERPRETED_MAX = 500  # boards that are counted before a compiler has begun
BLOCK = 256  # boards that a thread takes at a time
ROWS = 16  # values that it takes
PARTS = 4  # of about the same length

LOOPS = 2  # of them are over boards

T = TypeVar("T", bound=tuple[Any, ...])

ValuesAndPlays = tuple[tuple[Words, Values], tuple[list[tuple[Result, ...]], Stretches]]


class StoppedOnBoards(Exception):
    """Ctrl-C: this much is done."""

    def __init__(self, is_kept: bool, done: int, many: int) -> None:
        super().__init__(f"{done:,} of {many:,} boards are done")
        self.is_kept = is_kept


@cache
def _kernel(
    loop: Callable[..., Any], board: CommonBoard, play: Callable[..., Any], is_long: bool
) -> Callable[..., Any]:
    """A loop over boards with the game's leaf rule in it; compiled where it is long."""
    swap: Swap = {board_values.value_with: value_rule(board.call, board.own_at)}
    if not is_long:
        return swapped(loop, swap)
    return compiled(loop, swap, keep=f"{loop.__name__}-{play.__module__}-{board.call.leaf.__name__}")


@cache
def _value_kernel(board: CommonBoard, play: Callable[..., Any], is_long: bool) -> Callable[..., int]:
    swap: Swap = {
        unit.play: play, choice.choose: scripted, tape.note: watched, watch.decide: lowest_act,
        board.call.leaf: saying_what_is_dealt(board.call, board.says),
    }  # fmt: skip
    if not is_long:
        return swapped(value_plays.play_values, swap)
    return compiled(value_plays.play_values, swap, keep=f"values-{play.__module__}-{board.call.leaf.__name__}")


class EveryBoard:
    """The count of a game's boards, part by part as it is asked for."""

    def __init__(
        self,
        asked: Question,
        board: CommonBoard,
        progress: Progress | None = None,
        *,
        work: str = BEST_PLAY,
        lot: Lot = ALL_HANDS,
        made: ValuesAndPlays | None = None,  # by another lot
    ) -> None:
        self.work = f"{work}{lot}"
        self.asked, self.board, self.progress = asked, board, progress
        self.steps = Steps(asked, board, lot)
        self.is_long = comb(len(asked.deck), board.size) > INTERPRETED_MAX
        self.of: Any = packed if self.is_long else _as_it_is
        self.rules = self.of(asked.rules)
        self.plays = 0
        self.parts = LOOPS * lot.number  # that are done, of all
        self.done, self.noted = parts_kept(asked, self.work)
        if made:
            self._valued, self._played = made
            self.parts += PARTS - LOOPS

    def kernel(self, loop: Callable[..., Any]) -> Callable[..., Any]:
        return _kernel(loop, self.board, self.asked.game.play, self.is_long)

    # --- values ---

    @cached_property
    def _valued(self) -> tuple[Words, Values]:
        """Every value that the leaf rule says of a hand and a board, rising; and a table of them."""
        loop = self.kernel(board_values.list_values)
        deck, cards, of_board = np.array(self.asked.deck), self.steps.boards.cards, (self.board.size, self.board.held)

        def work(space: tuple[Any, Any], first: int, last: int) -> None:
            if not loop(self.rules, deck, cards[first:last], *of_board, *space):
                raise self._refused(f"its hands have more than {VALUES_MAX} values")

        def new_space() -> tuple[Any, Any]:
            return self.of(new_hands(self.steps.hands_beside, self.board.held)), self.of(new_values())

        crew = BlockThreads(new_space, work, self._tell).work_off(len(cards), BLOCK)
        return in_order([self._opened(values, Values) for (_, values), _ in crew.spaces])

    @cached_property
    def _played(self) -> tuple[list[tuple[Result, ...]], Stretches]:
        """Classes of results, and which of them every two values come to."""
        asked, told = self.asked, self._valued[0]
        loop = _value_kernel(self.board, asked.game.play, self.is_long)
        layout = asked.layout(planned=False)
        layout.net_max[0] = (1 << 62) // (self.deals_of_a_hand * len(asked.alike.names))

        def new_space() -> tuple[Any, ...]:
            return tuple(
                self.of(each)
                for each in (
                    arranged_shoe(asked.deck), asked.script(NoPlan()), asked.felt(), layout,
                    new_cells(len(asked.game.wagers)), new_recalled(asked), new_stretches(),
                )
            )  # fmt: skip

        def work(space: tuple[Any, ...], first: int, last: int) -> None:
            fault = loop(self.rules, *space, told, *self.board.dealt, first, last)
            if fault:
                raise self._refused(SAID.get(fault, "its hands end in more different ways than there is room for"))

        crew = BlockThreads(new_space, work, self._tell).work_off(len(told), ROWS)
        found = []
        for (*_, of_cells, of_recalled, of_stretches), taken in crew.spaces:
            cells, recalled = self._opened(of_cells, Cells), self._opened(of_recalled, Recalled)
            self.plays += int(cells.said[2])
            found.append((results_of(cells, recalled, len(asked.ends)), self._opened(of_stretches, Stretches), taken))
        return one_list(found)

    # --- boards ---

    @property
    def deals_of_a_hand(self) -> int:
        """Sums over more than them are made of whole numbers without end."""
        return self.asked.deals // comb(len(self.asked.deck), self.board.held)

    def new_bench(self) -> BoardBench:
        return new_board_bench(self.steps.hands_beside, self.board.held, int(self.steps.tree.counts[SENT]))

    def _ground(self, acts: NDArray[np.int8]) -> Ground:
        steps = self.steps
        return Ground(
            np.array(self.asked.deck), steps.hands.cards, steps.hands.number, steps.hands.images, WAYS, steps.numbers,
            steps.ways, won_by(self._played[0]), acts,
        )  # fmt: skip

    def _over_boards(
        self,
        loop: Callable[..., Any],
        ground: Ground,
        cells: int,
        new_bench: Callable[[], Any] | None = None,
    ) -> Words:
        """A loop over all boards; the sums that threads made of it, each in cells of its own. Ctrl-C keeps them."""
        part = self.done.setdefault(loop.__name__, PartDone(words(cells)))
        crew = self._crew(loop, ground, cells, new_bench or self.new_bench)
        try:
            crew.work_off(len(self.steps.boards.cards), BLOCK, part.done)
        except KeyboardInterrupt:
            add_done(part, crew)
            raise self._stopped() from None
        add_done(part, crew)
        return part.sums

    def told_on_boards(
        self, loop: Callable[..., Any], acts: NDArray[np.int8], cells: int, new_bench: Callable[[], Any]
    ) -> Words:
        """The sums of a loop over all boards for whoever acts so before the full board."""
        crew = self._crew(loop, self._ground(acts), cells, new_bench)
        crew.work_off(len(self.steps.boards.cards), BLOCK)
        return sum((sums for (_, sums), _ in crew.spaces), words(cells))

    def _crew(
        self, loop: Callable[..., Any], ground: Ground, cells: int, new_bench: Callable[[], Any]
    ) -> BlockThreads[tuple[Any, Words]]:
        kernel = self.kernel(loop)
        tree, values, stretches = (self.of(each) for each in (self._tree, self._valued[1], self._played[1]))
        boards = self.steps.boards

        def work(space: tuple[Any, Words], first: int, last: int) -> None:
            bench, sums = space
            given = (each[first:last] for each in (boards.cards, boards.weights, self.last_acts))
            kernel(self.rules, tree, bench, values, stretches, ground, *given, sums)

        return BlockThreads(lambda: (self.of(new_bench()), words(cells)), work, self._tell)

    def values_and_plays(self) -> ValuesAndPlays:
        """Made before threads ask for them, and the same for every lot."""
        self._tree, self.steps.boards  # noqa: B018
        return self._valued, self._played

    def sight_kernel(
        self, loop: Callable[..., Any], new_bench: Callable[[], Any], last_acts: NDArray[np.uint8]
    ) -> Callable[..., Any]:
        """A loop over all boards for some deals of what players see, beside one who acts so on them."""
        kernel = self.kernel(loop)
        given = (self.of(each) for each in (self._tree, new_bench(), self._valued[1], self._played[1]))
        ground = self._ground(np.zeros(0, dtype=np.int8))
        return partial(kernel, self.rules, *given, ground, self.steps.boards.cards, last_acts)

    def _stopped(self) -> "StoppedOnBoards":
        """What was counted so far, kept where that can be."""
        boards, lot = len(self.steps.boards.cards), self.steps.lot
        done = sum(min(first + BLOCK, boards) - first for part in self.done.values() for first in part.done)
        done += LOOPS * boards * lot.number
        is_kept = keep_parts(self.asked, self.work, self.done, self.last_acts)
        return StoppedOnBoards(is_kept, done, LOOPS * boards * lot.many)

    @cached_property
    def _tree(self) -> ActTree:
        """The tree of acts with what is in action at its ends, which must be the same whatever comes."""
        tree = self.steps.tree
        for acts, money in zip(self.asked.ends, money_at(self._played[0]), strict=True):
            if len(money) > 1:
                raise self._refused("what is in action after some acts depends on the cards")
            tree.money[self.asked.numbers[acts]] = money.pop()
        return tree

    @cached_property
    def choices(self) -> Choices:
        """What every act before the full board comes to."""
        none = np.zeros(0, dtype=np.int8)
        cells = self._over_boards(one_board.weigh_boards, self._ground(none), self.steps.cells)
        return Choices(self.steps, cells.copy())  # they go on in theirs, and what is kept stays as it was counted

    @cached_property
    def last_acts(self) -> NDArray[np.uint8]:
        """[board, choice, byte] the best acts on full boards, which `choices` notes."""
        return np.zeros(self.steps.last_acts, dtype=np.uint8) if self.noted is None else self.noted

    @property
    def best(self) -> BestOnBoards:
        return BestOnBoards(self.choices.acts, self.last_acts, self.counted)

    @cached_property
    def counted(self) -> Counted:
        """Every result under the best acts."""
        whole = self.choices.whole
        found = self._results(self.choices.acts)
        found.most = whole[MONEY] + whole[MORE]
        assert [found.value, found.money] == whole[:MORE], "results are not what the choices came to"
        return found

    def _results(self, acts: NDArray[np.int8]) -> Counted:
        """Every result for whoever acts so before the full board, and on it as is noted."""
        results = self._played[0]
        sums = self._over_boards(one_board.count_results, self._ground(acts), len(self.asked.ends) * CLASSES_MAX)
        found = Counted(plays=self.plays)
        for end, row in enumerate(sums.reshape(-1, CLASSES_MAX)[:, : len(results)].tolist()):
            for number, deals in enumerate(row):
                if deals:
                    add_result(found, results[number][end], deals)
        found.walked = len(self.steps.boards.cards)
        rounds = sum(n for (wager, _, _), n in found.times.items() if wager == len(self.asked.game.wagers))
        deals = self.deals_of_a_hand * len(self.steps.hands.cards)
        assert rounds == deals, "the weights of the boards do not add up to all deals"
        return found

    def _tell(self, done: int, many: int) -> None:
        if self.progress:
            self.progress(self.parts * many + done, (PARTS + LOOPS * (self.steps.lot.many - 1)) * many)
        if done == many:
            self.parts += 1

    def _opened(self, record: Any, kind: type[T]) -> T:
        return opened(record, kind) if self.is_long else record

    def _refused(self, why: str) -> Refused:
        return Refused(f"{self.asked.game.title}: {why}")


def add_done(part: PartDone, crew: BlockThreads[tuple[Any, Words]]) -> None:
    """What threads came to goes to what was done before."""
    for (_, sums), blocks in crew.spaces:
        if part.done:
            part.sums += sums
        else:
            part.sums = sums  # a room of its own would be as large
        part.done |= {first for first, _ in blocks}


def add_result(found: Counted, result: Result, deals: int) -> None:
    """So many deals with this result of every wager and of the round."""
    *wagers, (hit, won, money) = result
    for wager, (outcome, net, action) in enumerate(wagers):
        found.action[wager] += deals * action
        found.times[wager, outcome, net] += deals
    found.times[len(wagers), hit, won] += deals
    found.value += deals * won
    found.money += deals * money


def _as_it_is(value: Any) -> Any:
    return value
