"""How odd a number is: two-sided p-values of the normal and the chi-square distribution."""

import math

_TINY = 1e-300
_CLOSE = 1e-15
_STEPS_MAX = 100_000


def normal_p(z: float) -> float:
    """The chance of a number at least so far from the mean, in standard deviations."""
    return math.erfc(abs(z) / math.sqrt(2))


def chi_square_p(found: float, freedom: int) -> float:
    """The chance of a sum of squares at least so far out on either side: too even is as odd as too uneven."""
    below, above = gamma_shares(freedom / 2, found / 2)
    return min(1.0, 2 * min(below, above))


def gamma_shares(a: float, x: float) -> tuple[float, float]:
    """The regularised incomplete gamma functions P(a, x) and Q(a, x); the smaller is exact to its last digits.

    The series for P converges where x < a + 1, the continued fraction for Q (by Lentz's method) where it does not.
    """
    assert a > 0
    assert x >= 0
    if x == 0:
        return 0.0, 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        below = front * _series(a, x)
        return below, 1 - below
    above = front * _fraction(a, x)
    return 1 - above, above


def _series(a: float, x: float) -> float:
    """1/a + x/(a(a+1)) + x**2/(a(a+1)(a+2)) + ..."""
    term = total = 1 / a
    for n in range(1, _STEPS_MAX):
        term *= x / (a + n)
        total += term
        if term < total * _CLOSE:
            return total
    raise AssertionError("the series did not converge")


def _fraction(a: float, x: float) -> float:
    """1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ...)))"""
    b = x + 1 - a
    c = 1 / _TINY
    d = 1 / b
    total = d
    for n in range(1, _STEPS_MAX):
        an = n * (a - n)
        b += 2
        d = 1 / _not_zero(an * d + b)
        c = _not_zero(b + an / c)
        total *= c * d
        if abs(c * d - 1) < _CLOSE:
            return total
    raise AssertionError("the fraction did not converge")


def _not_zero(number: float) -> float:
    return number if abs(number) > _TINY else _TINY
