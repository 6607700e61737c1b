"""How far chance explains a difference, in a number and in a sentence."""

import math

from houseway.house.books.win_chance import Chance

FEW_ROUNDS = 100  # with fewer, little is known whatever came
ALERT_Z = 3.0
BILLION = 10**9


def one_in(p: float) -> int:
    """'1 of 30': to two digits, as nobody counts weeks more closely."""
    if p <= 1 / BILLION:
        return BILLION
    often = 1 / p
    step: int = 10 ** max(math.floor(math.log10(often)) - 1, 0)
    return round(often / step) * step


def hold_sentence(z: float | None, chance: Chance, rounds: int, such: str, poor_play: str = "") -> str:
    """What a z-score means; `such` is what it is of: 'weeks'; `poor_play` is what else makes a hold high."""
    if z is None:
        return ""
    side = "low" if z < 0 else "high"
    told = f"A hold this {side} happens by chance in {_often(chance)} such {such}."
    if poor_play and z > 0:
        told = f"{told[:-1]} if all play best. {poor_play[0].upper()}{poor_play[1:]}."
    if rounds < FEW_ROUNDS:
        told += " So few rounds say little yet."
    return told


def _often(chance: Chance) -> str:
    if chance.p >= 0.5:
        return "most"
    if chance.p < 1 / BILLION:
        return "less than 1 of a billion"
    return f"{'at most ' if chance.at_most else ''}1 of {one_in(chance.p):,}"


def at_least(count: int, tries: int, p: float) -> float:
    """The chance of so many or more in so many tries (binomial), summed from the term at `count` on."""
    if count <= 0:
        return 1.0
    if count > tries or p <= 0:
        return 0.0
    if p >= 1:
        return 1.0
    if count <= tries * p:  # the larger part: the other side is summed
        return 1.0 - _up_to(count - 1, tries, p)
    log_term = _log_term(count, tries, p)
    total, term, k = 0.0, 1.0, count
    while term > total * 1e-17 and k <= tries:
        total += term
        term *= (tries - k) / (k + 1) * p / (1 - p)
        k += 1
    return min(math.exp(log_term) * total, 1.0)


def _up_to(count: int, tries: int, p: float) -> float:
    total, term, k = 0.0, 1.0, count
    while k >= 0 and term > total * 1e-17:
        total += term
        term *= k / (tries - k + 1) * (1 - p) / p
        k -= 1
    return min(math.exp(_log_term(count, tries, p)) * total, 1.0)


def _log_term(k: int, tries: int, p: float) -> float:
    ways = math.lgamma(tries + 1) - math.lgamma(k + 1) - math.lgamma(tries - k + 1)
    return ways + k * math.log(p) + (tries - k) * math.log1p(-p)
