"""Read the hand: what the best cards make, as the dealer calls it."""

from itertools import combinations

from houseway.engine.scene import Place, Scene
from houseway.rules.cards import UNSEEN, cards_text
from houseway.rules.felt import COMMUNITY, HOUSE
from houseway.rules.poker import (
    FLUSH,
    FOUR_OF_A_KIND,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    THREE_OF_A_KIND,
    category,
    describe,
    five,
    ranks,
)
from houseway.rules.tape import SAY, SAY_RANKED, SEAT, VERB, A, B
from houseway.school.drills.asking import asked, house_title, place_words
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound
from houseway.school.question import EASY, HARD, MIDDLING, Choose, Question

KIND = Kind("read_hand", "Read the hand", "What the best five cards make, as you call it.")

WRONG = 3  # answers beside the right one
NAMED_BY_ONE_RANK = (HIGH_CARD, PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FOUR_OF_A_KIND)
VALUE_MASK = (1 << 20) - 1  # the ranks of a value, without what they make
FIVE = 5


def moments(dealt: PracticeRound) -> list[Moment]:
    return [(row,) for row, words in enumerate(dealt.seen) if words[VERB] == SAY and words[A] == SAY_RANKED]


def shade(dealt: PracticeRound, moment: Moment) -> int:
    return category(dealt.seen[moment[0]][B])


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:
    (row,) = moment
    _, seat, hand, _, value, _ = dealt.seen[row]
    now = dealt.lying(row)
    cards = counting_cards(now, (seat, hand))
    right = describe(value)
    options = lots.shuffled([right, *wrong_calls(dealt, value, cards, lots)])
    counted = best_five(cards, value)
    because = f"{cards_text(counted or cards)}: {right}."
    difficulty = EASY if len(cards) <= FIVE else MIDDLING if len(cards) == FIVE + 1 else HARD
    asks = f"Read the hand of {_whose(dealt, (seat, hand), now)}: what do you call?"
    form = Choose(tuple((_key(text), text) for text in options))
    return asked(dealt, KIND, row, (seat, hand), asks, form, _key(right), because, difficulty=difficulty)


def counting_cards(now: Scene, place: Place) -> list[int]:
    """The cards that a hand may be made of: its own, and those of the community."""
    seat, hand = place
    own = now.hands.get(place, [])
    beside = [cards for (at, other), cards in sorted(now.hands.items()) if at == seat != HOUSE and other != hand]
    board = now.hands.get((HOUSE, COMMUNITY), [])
    cards = [*own, *board] if board else [*own, *(card for other in beside for card in other)]
    return [card for card in cards if card != UNSEEN]


def best_five(cards: list[int], value: int) -> tuple[int, ...]:
    """Five of these cards that have the value, where five count."""
    return next((found for found in combinations(cards, FIVE) if five(ranks(), *found) == value), ())


def wrong_calls(dealt: PracticeRound, value: int, cards: list[int], lots: Lots) -> list[str]:
    """What a hasty eye reads: five other cards of the same, another seat's hand, or another name for the same ranks.

    Each has another name than the right one, so that it is another value: it is wrong by the rules.
    """
    misread = {describe(five(ranks(), *other)) for other in combinations(cards, FIVE)}
    misread |= {describe(row[B]) for row in dealt.seen if row[VERB] == SAY and row[A] == SAY_RANKED}
    renamed = {describe(kind << 20 | value & VALUE_MASK) for kind in NAMED_BY_ONE_RANK}
    near = lots.shuffled(sorted(misread - {describe(value)}))
    far = lots.shuffled(sorted(renamed - misread - {describe(value)}))
    return [*near, *far][:WRONG]


def _whose(dealt: PracticeRound, place: Place, now: Scene) -> str:
    """A seat whose hands are read as one (they make one hand together) is named without its number of a hand."""
    seat, _ = place
    if seat == HOUSE:
        return house_title(dealt.game, place[1])
    read = [row for row in dealt.seen if row[VERB] == SAY and row[A] == SAY_RANKED and row[SEAT] == seat]
    return place_words(dealt.game, place, now) if len(read) > 1 else f"seat {seat}"


def _key(text: str) -> str:
    return text.replace(",", "").replace(" ", "_").replace("-", "_")
