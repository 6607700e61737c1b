"""Split hands: what happens to the bets of a seat that plays more than one hand."""

from collections.abc import Hashable
from dataclasses import replace

from houseway.rules.tape import MOVE, SEAT, VERB
from houseway.school.drills import stays_up, who_wins
from houseway.school.drills.kind import Asks, Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound
from houseway.school.question import HARD, Question

KIND = Kind("split_hands", "Split hands", "What happens to the bets of a seat that has split.")


def moments(dealt: PracticeRound) -> list[Moment]:
    """Those of either kind in which a seat is asked about that has parted its cards by then."""
    parted = {words[SEAT]: row for row, words in reversed(list(enumerate(dealt.seen))) if words[VERB] == MOVE}
    if not parted:
        return []
    ends = [(end.row,) for end in dealt.settlements if parted.get(end.seat, end.row) < end.row]
    others = stays_up.moments(dealt) if stays_up.varies(dealt.game, dealt.settings) else []
    beside = [moment for moment in others if parted.get(moment[1], moment[0]) < moment[0]]
    return [*(moment for moment in who_wins.moments(dealt) if moment in ends), *beside]


def shade(dealt: PracticeRound, moment: Moment) -> Hashable:
    return len(moment), _asks(moment).shade(dealt, moment)


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:
    return replace(_asks(moment).question(dealt, moment, lots), kind=KIND.name, difficulty=HARD)


def _asks(moment: Moment) -> Asks:
    return who_wins if len(moment) == 1 else stays_up
