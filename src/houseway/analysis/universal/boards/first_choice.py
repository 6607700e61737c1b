"""What the acts of a first choice are worth: kept, because counting them is counting every board."""

import json
from collections.abc import Mapping
from fractions import Fraction

from houseway.analysis.exact.shared.places import kept
from houseway.analysis.universal.boards.board_steps import VALUE
from houseway.analysis.universal.boards.card_sets import pair_place
from houseway.analysis.universal.boards.common_board import CommonBoard
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.unfinished import work_key
from houseway.rules.choice import acts_in

Worths = Mapping[int, list[int]]  # [act][pair] cents over all deals beside those two cards and the first of the board


def first_worths(asked: Question, board: CommonBoard, cards: Mapping[int, int]) -> list[tuple[int, Fraction]]:
    """Acts with what the wagers that choices look at win on average, in units of one bet, the best first."""
    every = EveryBoard(asked, board)
    worths = _kept(asked) or keep_first(every)
    one, other = sorted(cards[draw] for draw in board.own)
    deals = every.steps.deals(0) * asked.unit_cents
    found = [(act, Fraction(won[pair_place(one, other)], deals)) for act, won in worths.items()]
    return sorted(found, key=lambda each: -each[1])


def keep_first(every: EveryBoard) -> Worths:
    """Counted, and kept for the next time where that can be."""
    every.choices.acts  # noqa: B018 - decides every later choice, whose worth comes to the first
    worth, tree = every.choices.worth(0, 0)[:, VALUE], every.steps.tree
    found = {act: worth[tree.slot[tree.child[0, act]]].tolist() for act in acts_in(int(tree.offers[0]))}
    path = kept() / f"{_key(every.asked)}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found))
    except OSError:
        pass
    return found


def _kept(asked: Question) -> Worths | None:
    try:
        return {int(act): won for act, won in json.loads((kept() / f"{_key(asked)}.json").read_text()).items()}
    except (OSError, ValueError):
        return None


def _key(asked: Question) -> str:
    return work_key(asked, "first choice")
