"""What a whole round comes to at a choice: the bets that hang on it, and every other bet of the seat.

A hint values the bets that hang on a choice. The rest of the round is what is settled already, and what the other open
bets win on average, given what the seat's player sees, after each act and the best play from there on. Which bets hang
on its choices and what the others are worth a game says itself: the part `whole` of its solver, in `solve_whole.py`. A
game without one has no value of a whole round.

Bets for the dealers (tokes) are a gift and never counted. Pays are taken before rounding, as in every hint.
"""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from houseway.analysis.whole.seen import Bet, BetsTogether, Rest, SeenRound

__all__ = ["Bet", "BetsTogether", "Rest", "SeenRound", "Whole", "whole_of"]


@dataclass(frozen=True)
class OpenBet:
    wager: str
    hand: int
    cents: int  # 0: a prize that needs no bet of its own


@dataclass(frozen=True)
class Whole:
    """What a choice's values are of, and what the round then comes to."""

    wagers: tuple[str, ...]  # that the values of the hint are of
    settled_cents: int
    cents: dict[int, float]  # by act: what the whole round wins on average
    rest: tuple[OpenBet, ...]  # that do not hang on the choice and are counted in the round
    left_out: tuple[OpenBet, ...]  # of which nothing is known
    exact: bool

    def told(self) -> dict[str, Any]:
        """For a page or a program; what the round comes to is told with each act."""
        told = asdict(self)
        del told["cents"]
        return told


def whole_of(
    rest: Rest, seen: SeenRound, values: Iterable[tuple[int, float]], unit_cents: int, arising: Collection[str] = ()
) -> Whole:
    """By the values of a hint, act by act, in units of so many cents; wagers may be `arising` in play, as a raise."""
    hang = rest.hang(seen)
    parts = {act: rest.parts(seen, act) for act, _ in values}
    known = dict.fromkeys(bet for each in parts.values() for part in each for bet in part.bets)
    lies = {**seen.open, **{bet: 0 for bet in known if bet not in seen.open}}  # a prize needs no bet of its own
    within = [bet for bet in lies if bet.hand == seen.asked and bet.wager in hang and bet not in known]
    others = [bet for bet in lies if bet not in within]
    named = {bet.wager for bet in within}
    return Whole(
        wagers=tuple(name for name in hang if name in named or name in arising) or hang[:1],
        settled_cents=seen.settled_cents,
        cents={
            act: value * unit_cents + seen.settled_cents + sum(part.cents for part in parts[act])
            for act, value in values
        },
        rest=tuple(OpenBet(*bet, lies[bet]) for bet in others if bet in known),
        left_out=tuple(OpenBet(*bet, lies[bet]) for bet in others if bet not in known),
        exact=all(part.exact for each in parts.values() for part in each),
    )
