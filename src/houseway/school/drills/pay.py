"""Pay the wager: odds times the bet in cents, with rounding, caps and fixed sums as the house has them."""

from fractions import Fraction

from houseway.games.words import dollars, odds_text
from houseway.rules.odds import winnings
from houseway.rules.tape import SAY_CAP
from houseway.school.drills.asking import asked, bet_words, capital, outcome_words, pay_cites, why_settled
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound, SettledBet
from houseway.school.question import EASY, HARD, MIDDLING, Cents, Question

KIND = Kind("pay", "Pay the wager", "How much a bet is paid, or how much of it is taken, to the cent.")

RED_CENTS = 500


def moments(dealt: PracticeRound) -> list[Moment]:
    """Bets that win, and those of which only a part is taken."""
    return [(end.row,) for end in dealt.settlements if end.cents > 0 or -end.stake_cents < end.cents < 0]


def shade(dealt: PracticeRound, moment: Moment) -> tuple[int, int]:
    end = dealt.settled_at(moment[0])
    return end.wager, end.outcome


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:  # noqa: ARG001 - no answer is made up
    end = dealt.settled_at(moment[0])
    told = f"{capital(bet_words(dealt, end))}: {outcome_words(dealt, end)}."
    asks = f"{told} How much do you pay, beside the bet itself?"
    if end.cents < 0:
        asks = f"{told} How much do you take?"
    elif not end.stake_cents:
        asks = f"{told} How much do you pay?"
    because = f"{why_settled(dealt, end)} {arithmetic(dealt, end)}".strip()
    place = (end.seat, end.hand)
    cites = pay_cites(dealt, end)
    return asked(dealt, KIND, end.row, place, asks, Cents(), abs(end.cents), because, cites, _difficulty(dealt, end))


def arithmetic(dealt: PracticeRound, end: SettledBet) -> str:
    """How the amount comes about, where the odds in force on the bet say so."""
    (num, den), exact = _odds(dealt, end)
    settings, paid = dealt.settings, dollars(abs(end.cents))
    if not end.stake_cents or num * end.cents <= 0:  # a row of its own that the table lacks is paid as another one
        return f"That is {paid}."
    rounding = dealt.game.options["rounding"]
    rounded = winnings(end.stake_cents, num, den, rounding.code(settings["rounding"]), _grain(dealt))
    stake = dollars(end.stake_cents)
    told = f"{odds_text(num, den)} on {stake}" if num > 0 else f"{Fraction(-num, den)} of {stake}"
    if rounded != end.cents:
        cap = any(word == SAY_CAP for _, _, word in dealt.lying(end.row).said)
        return f"{told} would be {dollars(abs(rounded))}; {'under the cap' if cap else 'by the rules'} it is {paid}."
    if exact == rounded:
        return f"{told} is {paid}."
    words = rounding.words(settings["rounding"])
    return f"{told} is {_parts(exact)}; rounded {words}, in steps of {dollars(_grain(dealt))}, {paid}."


def _odds(dealt: PracticeRound, end: SettledBet) -> tuple[tuple[int, int], Fraction]:
    num, den = map(int, dealt.pays[end.wager, end.outcome])
    return (num, den), Fraction(end.stake_cents * num, den)


def _grain(dealt: PracticeRound) -> int:
    return int(dealt.settings["grain_cents"])


def _parts(cents: Fraction) -> str:
    """An amount that may have parts of a cent."""
    if cents.denominator == 1:
        return dollars(int(abs(cents)))
    return f"${float(abs(cents)) / 100:.4f}".rstrip("0")


def _difficulty(dealt: PracticeRound, end: SettledBet) -> int:
    (_, den), exact = _odds(dealt, end)
    if end.stake_cents and (exact != end.cents or (den > 1 and end.stake_cents % RED_CENTS)):
        return HARD
    return EASY if end.stake_cents % RED_CENTS == 0 else MIDDLING
