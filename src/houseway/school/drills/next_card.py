"""The next card: to whom it goes."""

from houseway.engine.scene import Place
from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.tape import CHOOSE, DEAL, FACE_UP, HAND, SEAT, VERB, B
from houseway.school.drills.asking import asked, capital, place_words
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound, seats_playing
from houseway.school.question import EASY, MIDDLING, Choose, Question

KIND = Kind("next_card", "The next card", "To whom the next card of the shoe goes.")

WRONG = 4


def moments(dealt: PracticeRound) -> list[Moment]:
    """Before every card but those that a player has just asked for."""
    rows = dealt.seen
    return [(at,) for at, words in enumerate(rows) if words[VERB] == DEAL and at and rows[at - 1][VERB] != CHOOSE]


def shade(dealt: PracticeRound, moment: Moment) -> tuple[bool, int, bool]:
    _, seat, hand, *_ = dealt.seen[moment[0]]
    return seat == HOUSE, hand, _again(dealt, moment[0])


def _again(dealt: PracticeRound, row: int) -> bool:
    """Whether the card goes where the last one went."""
    return dealt.seen[row - 1][: HAND + 1] == dealt.seen[row][: HAND + 1]


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:
    (row,) = moment
    words = dealt.seen[row]
    right: Place = words[SEAT], words[HAND]
    now = dealt.lying(row)
    known = {*now.hands, (HOUSE, DEALER), *((seat, 0) for seat in seats_playing(dealt.seen[:row]))}
    wrong = lots.shuffled(sorted(known - {right}))[:WRONG]
    places = sorted([right, *wrong], key=lambda place: (place[0] == HOUSE, place))
    form = Choose(tuple((_key(place), place_words(dealt.game, place, now)) for place in places))
    face = "face up" if words[B] == FACE_UP else "face down"
    because = f"{capital(place_words(dealt.game, right, now))} gets the next card, {face}."
    asks = "To whom does the next card go?"
    difficulty = EASY if _again(dealt, row) else MIDDLING
    return asked(dealt, KIND, row, (HOUSE, DEALER), asks, form, _key(right), because, difficulty=difficulty)


def _key(place: Place) -> str:
    seat, hand = place
    return f"{seat}.{hand}"
