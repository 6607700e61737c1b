"""Spot the error: a round with one planted fault, or none. The learner stops the game and names it."""

from functools import lru_cache
from itertools import islice

import numpy as np

from houseway.engine.view import NOBODY, view
from houseway.games.game import Game, Settings
from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.poker import describe
from houseway.rules.tape import SAY, SAY_RANKED, SAY_TOTAL, SEAT, VERB
from houseway.school.dealing.any_order import first_departure
from houseway.school.dealing.duty import read_duties
from houseway.school.drills.asking import capital, changed_options, cites_at, duty_round
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import PLANTED, Lots
from houseway.school.planted.call_faults import CALL_FAULTS
from houseway.school.planted.card_faults import CARD_FAULTS
from houseway.school.planted.fault import Plantable, Planted
from houseway.school.planted.pay_faults import PAY_FAULTS
from houseway.school.planted.stake_faults import STAKE_FAULTS
from houseway.school.practice_round import PracticeRound, practice_rounds
from houseway.school.question import CLEAN, HARD, PointOut, Question, Rows, rows_of

KIND = Kind("spot_error", "Spot the error", "Stop the game where something goes wrong and name it, or let it pass.")

FAULTS: tuple[Plantable, ...] = (*PAY_FAULTS, *STAKE_FAULTS, *CARD_FAULTS, *CALL_FAULTS)
SAMPLE, SAMPLE_SEED = 80, 0
NONE = -1  # instead of the number of a fault
CLEAN_SHADES = 3  # a round without a fault comes as often as three faults
GOES_ON = 12  # rows at the most after a fault
ASKS = "Is this round dealt by the rules? Stop it at the first thing that is wrong, or let it pass."


def moments(dealt: PracticeRound) -> list[Moment]:
    """The number of a fault and its place; the round as it was dealt."""
    usual = faults_of(dealt.game, dealt.settings)
    faulty = [
        (number, *where) for number, fault in enumerate(FAULTS) if fault in usual for where in fault.places(dealt)
    ]
    return [*faulty, *((NONE, shade) for shade in range(CLEAN_SHADES))]


@lru_cache(256)
def faults_of(game: Game, settings: Settings) -> tuple[Plantable, ...]:
    """Those that can happen in a sample of a game's rounds: no others are asked about."""
    rounds = list(islice(practice_rounds(game, settings, SAMPLE_SEED), SAMPLE))
    return tuple(fault for fault in FAULTS if any(fault.places(dealt) for dealt in rounds))


def shade(dealt: PracticeRound, moment: Moment) -> tuple[int, ...]:  # noqa: ARG001 - the moment says it
    return moment if moment[0] == NONE else moment[:1]


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:
    lots = Lots(dealt.seed, dealt.number, PLANTED)
    number, *where = moment
    if number == NONE:
        return _clean(dealt, dealt.tape[: _as_far_as_a_faulty_one(dealt, lots)])
    fault = FAULTS[number]
    planted = fault.plant(dealt, tuple(where), lots)
    departs = first_departure(dealt.game, planted.rows[: planted.told_by], dealt.tape)
    assert departs == planted.row, "a fault that is none, or lies elsewhere"
    return _faulty(dealt, fault, planted, _shown(planted, lots))


def _as_far_as_a_faulty_one(dealt: PracticeRound, lots: Lots) -> int:
    """Rows of a clean round: where it stops must not tell that it is clean. One of its faults is drawn, and the round
    stops where the faulty one would, or where the same was last done near there (a card that the house draws)."""
    places = {fault: found for fault in faults_of(dealt.game, dealt.settings) if (found := fault.places(dealt))}
    if not places:
        return len(dealt.tape)
    fault = lots.pick(list(places))
    faulty = _shown(fault.plant(dealt, lots.pick(places[fault]), lots), lots)
    alike = [at for at, row in enumerate(dealt.tape) if _sort(row) == _sort(faulty[-1])]
    return 1 + min(alike, key=lambda at: abs(at + 1 - len(faulty)), default=min(len(faulty), len(dealt.tape)) - 1)


def _sort(row: tuple[int, ...]) -> tuple[int, bool]:
    return row[VERB], row[SEAT] == HOUSE


def _shown(planted: Planted, lots: Lots) -> Rows:
    """The faulty tape, with some of what follows the fault."""
    most = max(planted.told_by, min(planted.sound_to, planted.row + GOES_ON))
    return planted.rows[: planted.told_by + lots.below(most - planted.told_by + 1)]


def _clean(dealt: PracticeRound, rows: Rows) -> Question:
    return _asked(dealt, rows, CLEAN, "All of it is by the rules.", ())


def _faulty(dealt: PracticeRound, fault: Plantable, planted: Planted, rows: Rows) -> Question:
    due = planted.row if planted.left_out is None else planted.left_out
    because = f"{capital(fault.words)}. By the rules: {_due(dealt, due)}."
    return _asked(dealt, rows, (planted.row, fault.name), because, cites_at(dealt, due))


def _asked(
    dealt: PracticeRound, rows: Rows, right: str | tuple[int, str], because: str, cites: tuple[str, ...]
) -> Question:
    """As hard with a fault as without one: nothing but the round tells which it is."""
    game, settings = dealt.game, dealt.settings
    players = [HOUSE, *range(1, len(dealt.deal.wagers) + 1)]
    seen = rows_of(view(np.array(rows, dtype=np.int64), players, NOBODY).tolist())
    begins = tuple(duty.first for duty in read_duties(game, seen))
    form = PointOut(begins, len(seen), tuple((fault.name, fault.words) for fault in faults_of(game, settings)))
    changed = dict(changed_options(game, settings))
    return Question(
        KIND.name, game.slug, changed, seen, HOUSE, DEALER, ASKS, form, form.read(right), because, cites, HARD
    )


def _due(dealt: PracticeRound, row: int) -> str:
    """What the rules have the dealer do in a row."""
    goes = duty_round(dealt)
    step = next((at for at, duty in enumerate(goes.duties) if duty.first <= row < duty.end), None)
    if step is None:
        return "a player acts"
    words = goes.words(step)
    return f"{words[0].lower()}{words[1:]}{_called(dealt.tape[row])}"


def _called(row: tuple[int, ...]) -> str:
    """What a hand comes to, where the row reads it aloud."""
    verb, _, _, word, value, _ = row
    if verb != SAY or word not in (SAY_RANKED, SAY_TOTAL):
        return ""
    return f": {describe(value) if word == SAY_RANKED else value}"
