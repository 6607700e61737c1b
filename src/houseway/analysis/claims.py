"""What the makers published against what we compute: a verdict on every figure.

A claim is *reproduced* when our value, rounded to the printed digits, is the printed one, or when these digits were cut
off it, which is then said. Where it is not, but becomes
so under the assumption that made the figure (a strategy, a reading, independence of bets), it is *reproduced under the
published assumption*, with ours beside it. Otherwise it *differs*. What is not plain gets a sentence (`why` in
claims.toml) that says what it means; the numbers in it are filled in from our own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import isqrt
from typing import Any

from houseway.analysis.solve import OPTIMAL, PUBLISHED, TakesMinutes, solve, solver_of
from houseway.analysis.store import stored_answer
from houseway.games.game import Game, Settings
from houseway.games.sheet import Claim
from houseway.rules.refused import Refused

REPRODUCED = "reproduced"
UNDER_ASSUMPTION = "reproduced under the published assumption"
DIFFERS = "differs"
OPEN = "open"  # our own figure is not computed yet
CUT = "The printed {printed} is cut off after its last digit; rounded, the same value is {rounded}."
AS_PRINTED = "{as_printed}"  # in a reason: our value of the play that is printed

ROOT_DIGITS = 10**12
PLAIN = ("action", "sd")  # measures that are told in units, not percent

Value = Fraction | str
Reader = Callable[[Game, Claim, Mapping[str, Any], str], Value]


@dataclass(frozen=True)
class ClaimVerdict:
    claim: Claim
    verdict: str
    ours: Value  # under the rules as written and the best play
    assumed: Value | None  # under the published assumption, where the claim names one
    why: str

    @property
    def ours_text(self) -> str:
        return printed_like(self.ours, self.claim)

    @property
    def assumed_text(self) -> str:
        return "" if self.assumed is None else printed_like(self.assumed, self.claim)


def verify(game: Game) -> list[ClaimVerdict]:
    """A verdict on every claim of a game."""
    return [_judge_if_known(game, claim) for claim in game.claims.claims]


def _judge_if_known(game: Game, claim: Claim) -> ClaimVerdict:
    """A figure of ours that would take many minutes leaves the claim open, and says how to get it."""
    try:
        return judge(game, claim)
    except TakesMinutes as refusal:
        return ClaimVerdict(claim, OPEN, "not computed yet", None, str(refusal))


def judge(game: Game, claim: Claim) -> ClaimVerdict:
    ours = value_of(game, claim, claim.options, OPTIMAL)
    assumed: Value | None = None
    if claim.assumed_note:
        note = solve(game, claim.options).notes[claim.assumed_note]
        assumed = 1 - note if claim.measure == "return" else note
    elif claim.assumes:
        wishes = dict(claim.assumes)
        strategy = str(wishes.pop("strategy", OPTIMAL))
        assumed = value_of(game, claim, {**claim.options, **wishes}, strategy)
    if agrees(ours, claim):
        verdict = REPRODUCED
    elif assumed is not None and agrees(assumed, claim):
        verdict = UNDER_ASSUMPTION
    else:
        verdict = DIFFERS
    if verdict != REPRODUCED and not claim.why:
        raise Refused(f"{game.slug}: claim {claim.id} is not simply reproduced and claims.toml does not say why")
    shown = {"ours": printed_like(ours, claim), "assumed": "" if assumed is None else printed_like(assumed, claim)}
    if AS_PRINTED in claim.why:
        shown["as_printed"] = printed_like(value_of(game, claim, claim.options, PUBLISHED), claim)
    words = [claim.why.format(**shown)] if claim.why else []
    agreeing = {REPRODUCED: ours, UNDER_ASSUMPTION: assumed}.get(verdict)
    if agreeing is not None and is_cut(agreeing, claim):
        words.append(CUT.format(printed=claim.printed, rounded=printed_like(agreeing, claim)))
    return ClaimVerdict(claim, verdict, ours, assumed, " ".join(words))


def agrees(value: Value, claim: Claim) -> bool:
    """Whether a value is the printed one, to the printed digits: rounded, or cut off as some tables are."""
    if isinstance(value, str):
        return value == claim.value
    return Decimal(claim.value) in (rounded(value, claim), rounded(value, claim, ROUND_DOWN))


def is_cut(value: Value, claim: Claim) -> bool:
    """Whether a value that is the printed one is so because digits were cut off, not rounded."""
    return not isinstance(value, str) and Decimal(claim.value) != rounded(value, claim)


def rounded(value: Fraction, claim: Claim, rounding: str = ROUND_HALF_UP) -> Decimal:
    """To as many places as the claim's value has."""
    places = Decimal(claim.value).as_tuple().exponent
    assert isinstance(places, int)
    step = Decimal(1).scaleb(places)
    whole = (value / Fraction(step)).limit_denominator(10**30)
    nearest = (Decimal(whole.numerator) / Decimal(whole.denominator)).quantize(Decimal(1), rounding=rounding)
    return nearest * step


def printed_like(value: Value, claim: Claim) -> str:
    """Our value in the digits of the claim, with its unit."""
    if isinstance(value, str):
        return f"${value}" if claim.printed.startswith("$") and value.isdecimal() else value
    if claim.measure in PLAIN and not claim.printed.endswith("%"):
        return f"{rounded(value, claim):.{claim.digits}f}"
    return f"{rounded(value, claim) * 100:.{claim.digits}f}%"


def value_of(game: Game, claim: Claim, options: Mapping[str, Any], strategy: str) -> Value:
    """Our value for what a claim is about."""
    reader = READERS.get(claim.measure)
    if reader is None:
        raise Refused(f"{game.slug}: nothing is known of the measure '{claim.measure}' in claim {claim.id}")
    return reader(game, claim, options, strategy)


def _figure(game: Game, claim: Claim, options: Mapping[str, Any], strategy: str) -> Fraction:
    """The edge, how often a wager hits, how much is in action, or the edge of that."""
    solution = solve(game, options, strategy)
    if claim.note:
        return solution.notes[claim.note]
    value, _, _ = solution.wagers[claim.wager].measure(claim.measure)
    assert value is not None
    return value


def _deviation(game: Game, claim: Claim, options: Mapping[str, Any], strategy: str) -> Fraction:
    """A root, to so many digits that no claim has more."""
    variance = solve(game, options, strategy).wagers[claim.wager].variance.value
    return Fraction(isqrt(variance.numerator * ROOT_DIGITS**2 // variance.denominator), ROOT_DIGITS)


def _return(game: Game, claim: Claim, options: Mapping[str, Any], strategy: str) -> Fraction:
    return 1 - solve(game, options, strategy).wagers[claim.wager].edge.value


def _probability(game: Game, claim: Claim, options: Mapping[str, Any], strategy: str) -> Fraction:
    """Of one outcome, or of a note of the solver."""
    solution = solve(game, options, strategy)
    if claim.note:
        return solution.notes[claim.note]
    rows = solution.wagers[claim.wager].rows
    return sum((row.probability for row in rows if row.outcome == claim.outcome), Fraction(0))


def _contribution(game: Game, claim: Claim, options: Mapping[str, Any], strategy: str) -> Fraction:
    """What an outcome pays back, stake included."""
    rows = solve(game, options, strategy).wagers[claim.wager].rows
    return sum((row.probability * (row.won + 1) for row in rows if row.outcome == claim.outcome), Fraction(0))


def _text(game: Game, claim: Claim, options: Mapping[str, Any], strategy: str) -> str:  # noqa: ARG001 - one shape
    """What is not a number of a solution: the game's own answer to the claim."""
    settings = game.settings(options)
    found = stored_answer(game, settings, claim)
    return fresh_answer(game, settings, claim) if found is None else found


def fresh_answer(game: Game, settings: Settings, claim: Claim) -> str:
    """The game's answer, worked out now."""
    answer = solver_of(game).answer
    if answer is None:
        raise Refused(f"{game.slug}: claim {claim.id} is words, and the game's solver.py declares no answer")
    return answer(game, settings, claim)


READERS: dict[str, Reader] = {
    "edge": _figure,
    "hit": _figure,
    "action": _figure,
    "element_of_risk": _figure,
    "sd": _deviation,
    "return": _return,
    "probability": _probability,
    "win": _probability,
    "tie": _probability,
    "contribution": _contribution,
    "strategy": _text,
    "text": _text,
    "hold": _text,
}
IN_WORDS = tuple(measure for measure, reader in READERS.items() if reader is _text)
