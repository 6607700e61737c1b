"""Who gets Envy: the seats with a lammer that are paid for another player's hand."""

from collections.abc import Iterable

from houseway.games.words import listed
from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.tape import SAY, SAY_LAMMER, SAY_LAMMERS_IN, SEAT, SETTLE, VERB, A
from houseway.school.drills.asking import asked, cites_at
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound, seats_playing
from houseway.school.question import HARD, MIDDLING, Choose, Question

KIND = Kind("envy", "Who gets Envy", "Which seats are paid for the good fortune of others.")

WRONG = 3
NOBODY = "nobody"
NONE_ONE_IN = 64  # most rounds pay none: of those only so many are asked about


def moments(dealt: PracticeRound) -> list[Moment]:
    """Before the first such pay, or where there is none before the lammers are picked up; and the wager."""
    felt = dealt.game.sheet.layout
    wagers = [dealt.game.wagers.index(spot.wager) for spot in (felt.spots if felt else ()) if spot.shape == "lammer"]
    if not _holding(dealt):  # such a spot may be that of a bet for the dealers
        return []
    found: list[Moment] = []
    for wager in wagers:
        paid = [row for row, words in enumerate(dealt.seen) if words[VERB] == SETTLE and words[A] == wager]
        picked_up = [row for row, words in enumerate(dealt.seen) if words[VERB] == SAY and words[A] == SAY_LAMMERS_IN]
        seldom = dealt.number % NONE_ONE_IN == NONE_ONE_IN - 1
        found += [(row, wager) for row in (paid or (picked_up if seldom else []))[:1]]
    return found


def shade(dealt: PracticeRound, moment: Moment) -> int:
    """How many are paid."""
    return len(_paid(dealt, moment[1]))


def _paid(dealt: PracticeRound, wager: int) -> set[int]:
    return {words[SEAT] for words in dealt.seen if words[VERB] == SETTLE and words[A] == wager}


def _holding(dealt: PracticeRound) -> set[int]:
    return {words[SEAT] for words in dealt.seen if words[VERB] == SAY and words[A] == SAY_LAMMER}


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:
    row, wager = moment
    title = dealt.game.sheet.wagers[wager].title
    paid, holding = _paid(dealt, wager), _holding(dealt)
    others = _other_seats(paid, holding, seats_playing(dealt.seen))
    wrong = lots.shuffled(sorted(others, key=sorted))[:WRONG]
    form = Choose(tuple((_key(seats), _words(seats)) for seats in lots.shuffled([frozenset(paid), *wrong])))
    because = f"{title} goes to {_words(paid)}; lammers stand by {_words(holding)}."
    cites = cites_at(dealt, row) or (dealt.game.sheet.wagers[wager].cites,)
    difficulty = HARD if paid else MIDDLING
    asks = f"All other bets are settled. Who is paid {title}?"
    return asked(dealt, KIND, row, (HOUSE, DEALER), asks, form, _key(paid), because, cites, difficulty)


def _other_seats(paid: set[int], holding: set[int], playing: list[int]) -> set[frozenset[int]]:
    """All that hold a lammer, all that play, nobody, one alone, one more or one less than are paid."""
    found = {frozenset(holding), frozenset(playing), frozenset[int]()}
    found |= {frozenset({seat}) for seat in playing} | {frozenset(paid ^ {seat}) for seat in playing}
    return found - {frozenset(paid)}


def _key(seats: Iterable[int]) -> str:
    return "+".join(map(str, sorted(seats))) or NOBODY


def _words(seats: Iterable[int]) -> str:
    numbers = [str(seat) for seat in sorted(seats)]
    return f"seat{'s' if len(numbers) > 1 else ''} {listed(numbers)}" if numbers else NOBODY
