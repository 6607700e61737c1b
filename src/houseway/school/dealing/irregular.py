"""What goes wrong at a table that is dealt by a learner, and the ruling that is right, as the house rules it.

Where and when is drawn by lot from the round itself: only what could happen there does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from houseway.games.game import Game, Settings, in_force
from houseway.games.sheet import Wager
from houseway.games.words import dollars
from houseway.rules.felt import HOUSE
from houseway.rules.tape import SEAT, STAKE, VERB
from houseway.school.dealing import deed as d
from houseway.school.dealing.deed import DealerDeed
from houseway.school.dealing.duty_round import DutyRound
from houseway.school.dealing.manual import manual_of
from houseway.school.dealing.ruling_words import MAKE_GOOD, PLAY_ON, RETURN_BET, STANDS, VOID
from houseway.school.lots import IRREGULAR, Lots

ONE_IN = 3  # rounds in which something goes wrong
CHIP_CENTS = 500  # what is pushed out late, or slides off a stack


@dataclass(frozen=True)
class Incident:
    """Something irregular before a duty of a round."""

    sort: str
    step: int  # of the duty that it comes before
    words: str
    right: str  # the ruling
    because: str

    @property
    def deed(self) -> DealerDeed:
        return DealerDeed(d.RULE, wager=self.right)

    @property
    def ends_round(self) -> bool:
        return self.right == VOID


def cited_for(game: Game, sort: str) -> tuple[str, ...]:
    """What the rules of play say of an irregularity; most say nothing, and the house's rule holds."""
    return tuple(name for line in manual_of(game).irregular if line.sort == sort for name in line.by)


@lru_cache(64)
def incident_of(round_: DutyRound, seed: int, number: int) -> Incident | None:
    """What goes wrong in a round of a seed, if anything does."""
    lots = Lots(seed, number, IRREGULAR)
    if not lots.one_in(ONE_IN):
        return None
    for happen in lots.shuffled(SORTS_DRAWN):
        if found := happen(round_, lots):
            return found
    return None


def _late_bet(round_: DutyRound, lots: Lots) -> Incident | None:
    """After the call and before the first card, by somebody who plays."""
    called = _steps(round_, "no_more_bets")
    if not called:
        return None
    seat = lots.pick(sorted({row[SEAT] for row in round_.tape if row[VERB] == STAKE}))
    wager = lots.pick(_bets_offered(round_.game, round_.settings))
    cents = max(wager.least_cents, CHIP_CENTS)
    words = f"Bets are closed, and seat {seat} puts {dollars(cents)} more on {wager.title}."
    because = "Once bets are closed none is added or raised: a late one goes back before the deal."
    return Incident("late_bet", called[0] + 1, words, RETURN_BET, because)


def _exposed_card(round_: DutyRound, lots: Lots) -> Incident | None:
    steps = _steps(round_, d.DEAL_DOWN)
    if not steps:
        return None
    step = lots.pick(steps)
    deed = round_.duties[step].deed
    words = f"As you deal it, a card of {round_.wording.who(deed.seat, deed.hand)} flips over: everybody has seen it."
    because = "A card that was seen stays where it was dealt, and the round goes on; the floor is told."
    return Incident("exposed_card", step + 1, words, PLAY_ON, because)


def _misdeal(round_: DutyRound, lots: Lots) -> Incident | None:
    """A card goes astray in the deal; nobody can tell any more whose card was whose."""
    steps = [step for step in _steps(round_, *d.DEALS) if round_.duties[step].deed.seat != HOUSE]
    if not steps:
        return None
    step = lots.pick(steps)
    seat = round_.duties[step].deed.seat
    words = f"Two cards stuck together: seat {seat} has one too many, and the order of the deal is lost."
    because = "Cards in the wrong place are a misdeal: bets still in action go back, what was settled stands."
    return Incident("misdeal", step + 1, words, VOID, because)


def _disputed_pay(round_: DutyRound, lots: Lots) -> Incident | None:
    """A player counts the chips. What lies there is right, or a chip short: the dealer must know which."""
    steps = [step for step in _steps(round_, d.PAY) if round_.duties[step].deed.amount > CHIP_CENTS]
    if not steps:
        return None
    step = lots.pick(steps)
    deed = round_.duties[step].deed
    short = lots.one_in(2)
    lies = deed.amount - CHIP_CENTS if short else deed.amount
    title = round_.game.sheet.wagers[round_.game.wagers.index(deed.wager)].title
    words = f"Seat {deed.seat} counts {dollars(lies)} paid on {title}, and says that it is too little."
    reason = round_.because(step)
    end = "what is missing is paid" if short else "the pay stands"
    because = f"{reason} {dollars(deed.amount)} is due: {end}.".strip()
    return Incident("disputed_pay", step + 1, words, MAKE_GOOD if short else STANDS, because)


def _steps(round_: DutyRound, *kinds: str) -> list[int]:
    return [step for step, duty in enumerate(round_.duties) if duty.deed.kind in kinds]


def _bets_offered(game: Game, settings: Settings) -> list[Wager]:
    return [each for each in game.sheet.wagers if each.placed and in_force(each.offered_when, settings)]


SORTS_DRAWN: tuple[Callable[[DutyRound, Lots], Incident | None], ...] = (
    _late_bet, _exposed_card, _misdeal, _disputed_pay,
)  # fmt: skip
