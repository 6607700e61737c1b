"""Dealer draws: whether a hand of the house takes another card or stands."""

from houseway.rules.cards import ACE, UNSEEN, cards_text, rank
from houseway.rules.felt import HOUSE
from houseway.rules.tape import DEAL, HAND, SAY, SAY_TOTAL, SEAT, TURN, VERB, A
from houseway.school.drills.asking import asked, capital, house_title
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound
from houseway.school.question import EASY, HARD, MIDDLING, Choose, Question, Rows

KIND = Kind("dealer_draw", "Draw or stand", "Whether a hand of the house takes another card.")

DRAWS, STANDS = "draws", "stands"
FORM = Choose(((DRAWS, "takes a card"), (STANDS, "stands")))
FIRST_CARDS = 2


def moments(dealt: PracticeRound) -> list[Moment]:
    """Before each card that a hand with a total draws, and where it draws no more.

    Hands of the house are played in the order in which their totals are called: one that stands does so once all
    before it have drawn.
    """
    called = [words[HAND] for words in dealt.seen if is_total(words)]
    found: list[Moment] = []
    for at, hand in enumerate(called):
        begins = _first_cards_lie(dealt.seen, called)
        draws = [row for row, words in enumerate(dealt.seen) if row >= begins and _deals_to(words, hand)]
        before = [_last_change(dealt.seen, other) + 1 for other in called[: at + 1]]
        found += [(row, hand, 1) for row in draws]
        found.append((max(begins, *before), hand, 0))
    return found


def is_total(words: tuple[int, ...]) -> bool:
    return (words[VERB], words[SEAT], words[A]) == (SAY, HOUSE, SAY_TOTAL)


def _deals_to(words: tuple[int, ...], hand: int) -> bool:
    return (words[VERB], words[SEAT], words[HAND]) == (DEAL, HOUSE, hand)


def _last_change(rows: Rows, hand: int) -> int:
    """The last row that dealt or turned a card of a hand of the house."""
    own = [at for at, words in enumerate(rows) if words[VERB] in (DEAL, TURN) and words[SEAT : HAND + 1] == (0, hand)]
    return own[-1]


def _first_cards_lie(rows: Rows, hands: list[int]) -> int:
    """The first row before which each of these hands of the house shows two cards."""
    shown = dict.fromkeys(hands, 0)
    for at, words in enumerate(rows):
        if min(shown.values()) >= FIRST_CARDS:
            return at
        if words[SEAT] == HOUSE and words[HAND] in shown:
            shown[words[HAND]] += words[VERB] == TURN or (words[VERB] == DEAL and words[A] != UNSEEN)
    return len(rows)


def shade(dealt: PracticeRound, moment: Moment) -> tuple[int, int, bool]:
    row, hand, draws = moment
    return hand, draws, _has_ace(dealt.lying(row).hands[HOUSE, hand])


def _has_ace(cards: list[int]) -> bool:
    return any(rank(card) == ACE for card in cards)


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:  # noqa: ARG001 - there are two answers
    row, hand, draws = moment
    cards = dealt.lying(row).hands[HOUSE, hand]
    whose = house_title(dealt.game, hand)
    right = DRAWS if draws else STANDS
    because = f"{capital(whose)} has {cards_text(cards)} and {dict(FORM.options)[right]}."
    difficulty = HARD if _has_ace(cards) else EASY if len(cards) == FIRST_CARDS else MIDDLING
    asks = f"Does {whose} take another card, or stand?"
    return asked(dealt, KIND, row, (HOUSE, hand), asks, FORM, right, because, difficulty=difficulty)
