"""Call the total of a hand of the house."""

from houseway.rules.cards import cards_text
from houseway.rules.tape import SAY, SAY_TOTAL, VERB, A, B
from houseway.school.drills.asking import asked, capital, house_title
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound
from houseway.school.question import EASY, MIDDLING, Choose, Question

KIND = Kind("total", "Call the total", "What the cards of the house come to.")

OFF_BY = (-1, 1, -2, 2, -3, 3, -10, 10)  # miscounted, or an ace or a ten taken for another number
WRONG = 3
EASY_CARDS = 2


def moments(dealt: PracticeRound) -> list[Moment]:
    return [(row,) for row, words in enumerate(dealt.seen) if words[VERB] == SAY and words[A] == SAY_TOTAL]


def shade(dealt: PracticeRound, moment: Moment) -> int:
    return dealt.seen[moment[0]][B]


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:
    (row,) = moment
    _, seat, hand, _, total, _ = dealt.seen[row]
    cards = dealt.lying(row).hands[seat, hand]
    form = Choose(tuple((str(each), str(each)) for each in sorted([total, *_miscounts(total, lots)])))
    whose = house_title(dealt.game, hand)
    asks = f"Call the total of {whose}."
    because = f"{capital(whose)} has {cards_text(cards)}: {total}."
    difficulty = EASY if len(cards) == EASY_CARDS else MIDDLING
    return asked(dealt, KIND, row, (seat, hand), asks, form, str(total), because, difficulty=difficulty)


def _miscounts(total: int, lots: Lots) -> list[int]:
    """As many of them below the total as the lot says: the right one stands at any place among them."""
    counts = lots.shuffled(total + off for off in OFF_BY if total + off >= 0)
    below, above = [each for each in counts if each < total], [each for each in counts if each > total]
    lower = min(lots.below(WRONG + 1), len(below))
    return [*below[:lower], *above[: WRONG - lower]]
