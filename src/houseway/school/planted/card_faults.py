"""Cards that go to the wrong hand, lie with the wrong face, or should not have been drawn."""

from itertools import pairwise

from houseway.rules.felt import HOUSE
from houseway.rules.tape import DEAL, FACE_UP, HAND, SEAT, TURN, VERB, A, B
from houseway.school.drills import dealer_draw
from houseway.school.lots import Lots
from houseway.school.planted.fault import Plantable, Planted, Where, put
from houseway.school.practice_round import PracticeRound
from houseway.school.question import Rows


def neighbours(dealt: PracticeRound) -> list[Where]:
    """Cards that go to different hands one right after the other."""
    rows = dealt.tape
    pairs = pairwise(range(len(rows)))
    return [
        (one,)
        for one, next_ in pairs
        if rows[one][VERB] == rows[next_][VERB] == DEAL and rows[one][: HAND + 1] != rows[next_][: HAND + 1]
    ]


def swap(dealt: PracticeRound, where: Where, lots: Lots) -> Planted:  # noqa: ARG001 - nothing is drawn
    """Each gets the other's card: the shoe deals on in its order, to the hands in the wrong one."""
    (row,) = where
    one, next_ = dealt.tape[row], dealt.tape[row + 1]
    wrong = (_redealt(one, next_), _redealt(next_, one))
    rows = (*dealt.tape[:row], *wrong, *dealt.tape[row + 2 :])
    end = row + 2
    while end < len(rows) and rows[end][VERB] == DEAL:
        end += 1
    return Planted(rows, row, row + 1, end)


def _redealt(row: tuple[int, ...], to: tuple[int, ...]) -> tuple[int, ...]:
    """The card of a row, dealt as another was."""
    return (*to[:A], row[A], *to[B:])


def hidden(dealt: PracticeRound) -> list[Where]:
    return [(at,) for at, row in enumerate(dealt.tape) if row[VERB] == DEAL and row[B] != FACE_UP]


def expose(dealt: PracticeRound, where: Where, lots: Lots) -> Planted:  # noqa: ARG001 - nothing is drawn
    """A card that lies face down by the rules is shown to all."""
    (row,) = where
    words = dealt.tape[row]
    rows = put(dealt, row, (*words[:B], FACE_UP, *words[B + 1 :]))
    return Planted(rows, row, row + 1, _turned(rows, row, words))


def _turned(rows: Rows, begin: int, words: tuple[int, ...]) -> int:
    """Where a card of the same hand is turned, or the end."""
    hand = (TURN, *words[SEAT : HAND + 1])
    return next((at for at in range(begin, len(rows)) if rows[at][: HAND + 1] == hand), len(rows))


def stands(dealt: PracticeRound) -> list[Where]:
    """Where a hand of the house draws no more, nobody else does, and the shoe has another card."""
    ends = [(row, hand) for row, hand, draws in dealer_draw.moments(dealt) if not draws]
    drawn = sum(row[VERB] == DEAL for row in dealt.tape)
    return [
        (row, hand)
        for row, hand in ends
        if row < len(dealt.tape) and dealt.tape[row][VERB] != DEAL and drawn < len(dealt.deal.order)
    ]


def draw_on(dealt: PracticeRound, where: Where, lots: Lots) -> Planted:  # noqa: ARG001 - nothing is drawn
    row, hand = where
    dealt_by_then = sum(words[VERB] == DEAL for words in dealt.tape[:row])
    extra = (DEAL, HOUSE, hand, int(dealt.deal.order[dealt_by_then]), FACE_UP, 0)
    return Planted((*dealt.tape[:row], extra), row, row + 1, row + 1)


CARD_FAULTS = (
    Plantable("wrong_hand", "a card goes to the wrong hand", neighbours, swap),
    Plantable("exposed", "a card is dealt face up that lies face down", hidden, expose),
    Plantable("drawn_on", "the house draws where it must stand", stands, draw_on),
)
