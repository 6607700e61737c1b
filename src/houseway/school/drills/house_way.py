"""Set the house way: which of the dealer's cards stay."""

from collections import Counter
from itertools import combinations

from houseway.games.spoken import house_way_text
from houseway.games.words import counted
from houseway.rules.cards import UNSEEN, cards_text
from houseway.rules.tape import DISCARD, HAND, SAY, SAY_HOUSE_WAY, SEAT, VERB, A, B
from houseway.school.drills.asking import asked, place_words
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound
from houseway.school.question import EASY, HARD, MIDDLING, Pick, Question

KIND = Kind("house_way", "Set the house way", "Which of the dealer's cards stay.")

EASY_LINES, MIDDLING_LINES = 3, 8  # how far down the house way one has to go


def moments(dealt: PracticeRound) -> list[Moment]:
    """Where the dealer's cards are set, and no other choice of places keeps the very same cards."""
    called = [row for row, words in enumerate(dealt.seen) if words[VERB] == SAY and words[A] == SAY_HOUSE_WAY]
    return [(row,) for row in called if _is_the_only(*kept_places(dealt, row))]


def kept_places(dealt: PracticeRound, row: int) -> tuple[tuple[int, ...], list[int]]:
    """The places whose cards stay after a house way was called, and the hand as it lay before."""
    _, seat, hand, *_ = dealt.seen[row]
    cards = dealt.lying(row).hands[seat, hand]
    places = list(range(len(cards)))
    for words in dealt.seen[row + 1 :]:
        if (words[VERB], words[SEAT], words[HAND]) != (DISCARD, seat, hand):
            break
        places.pop(words[A])
    return tuple(places), cards


def _is_the_only(kept: tuple[int, ...], cards: list[int]) -> bool:
    """Several decks deal the same card twice: whichever of the two is kept would be right."""
    wanted = Counter(cards[place] for place in kept)
    same = [
        places for places in combinations(range(len(cards)), len(kept)) if Counter(cards[p] for p in places) == wanted
    ]
    return UNSEEN not in cards and len(same) == 1


def shade(dealt: PracticeRound, moment: Moment) -> int:
    """The line of the house way."""
    return dealt.seen[moment[0]][B]


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:  # noqa: ARG001 - no answer is made up
    (row,) = moment
    _, seat, hand, _, line, _ = dealt.seen[row]
    kept, cards = kept_places(dealt, row)
    game, settings = dealt.game, dealt.settings
    words = house_way_text(game, settings, line)
    because = f"Line {line} of the house way keeps {cards_text(cards[place] for place in kept)}"
    whose = place_words(game, (seat, hand), dealt.lying(row))
    asks = f"Set the house way: which {counted(len(kept), 'card')} of {whose} stay?"
    form = Pick(seat, hand, len(kept), len(cards))
    difficulty = EASY if line <= EASY_LINES else MIDDLING if line <= MIDDLING_LINES else HARD
    because += f": {words[0].lower()}{words[1:]}." if words else "."
    return asked(dealt, KIND, row, (seat, hand), asks, form, kept, because, difficulty=difficulty)
