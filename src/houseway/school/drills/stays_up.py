"""Stays up: what becomes of a seat's other bet when one of them is settled."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from houseway.engine.scene import Scene
from houseway.games.game import Game, Settings
from houseway.games.words import dollars
from houseway.rules.tape import DEAL, OFFER, SEAT, SETTLE, VERB, A
from houseway.school.drills.asking import asked, capital, place_words
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound, practice_rounds
from houseway.school.question import MIDDLING, Choose, Question

KIND = Kind("stays_up", "Settled or still up", "Whether a bet is settled with another one, or stays up.")

NOW, STAYS = "now", "stays"
FORM = Choose(((NOW, "it is settled as well, before you go on"), (STAYS, "it stays up")))
SAMPLE, SAMPLE_SEED = 40, 0
GOES_ON = (DEAL, OFFER)  # the round goes on: whatever is up then stays up


def moments(dealt: PracticeRound) -> list[Moment]:
    """Row, seat, hand and wager of each bet that lies there when others of the seat are settled, and 1 where it goes.

    One that goes is asked about just before it does, one that stays when all that go are gone.
    """
    return [moment for first, end in _goes(dealt) for moment in _beside(dealt, first, end)]


@lru_cache(256)
def varies(game: Game, settings: Settings) -> bool:
    """Whether some bets go and others stay, so that there is something to ask."""
    rounds = islice(practice_rounds(game, settings, SAMPLE_SEED), SAMPLE)
    return len({moment[4] for dealt in rounds for moment in moments(dealt)}) > 1


def _goes(dealt: PracticeRound) -> Iterator[tuple[int, int]]:
    """From the first settlement of a seat up to where the dealer goes on to another seat, or to another card."""
    at = 0
    while at < len(dealt.tape):
        if dealt.tape[at][VERB] != SETTLE:
            at += 1
            continue
        end, seat = at, dealt.tape[at][SEAT]
        while end < len(dealt.tape) and dealt.tape[end][SEAT] == seat and dealt.tape[end][VERB] not in GOES_ON:
            end += 1
        yield at, end
        at = end


def _beside(dealt: PracticeRound, first: int, end: int) -> Iterator[Moment]:
    settled = {words[1:4]: at for at, words in enumerate(dealt.tape) if first <= at < end and words[VERB] == SETTLE}
    seat, last = dealt.tape[first][SEAT], max(settled.values())
    for place in _up(dealt.lying(first), seat):
        if place not in settled:
            yield (last + 1, *place, 0)
        elif settled[place] > first:
            yield (settled[place], *place, 1)


def _up(now: Scene, seat: int) -> list[tuple[int, int, int]]:
    return sorted(bet for bet in now.stakes if bet[0] == seat)


def shade(dealt: PracticeRound, moment: Moment) -> tuple[int, int, int]:  # noqa: ARG001 - the moment says it
    _, _, hand, wager, goes = moment
    return hand, wager, goes


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:  # noqa: ARG001 - there are two answers
    row, seat, hand, wager, goes = moment
    now, wagers = dealt.lying(row), dealt.game.sheet.wagers
    before = max(at for at in range(row) if dealt.tape[at][VERB] == SETTLE)
    done, title, cents = wagers[dealt.tape[before][A]].title, wagers[wager].title, now.stakes[seat, hand, wager]
    whose = place_words(dealt.game, (seat, hand), now)
    asks = f"You have just settled {done}. What becomes of {title} of {whose}, {dollars(cents)}?"
    right = NOW if goes else STAYS
    because = f"{capital(title)}: {dict(FORM.options)[right]}."
    return asked(dealt, KIND, row, (seat, hand), asks, FORM, right, because, (wagers[wager].cites,), MIDDLING)
