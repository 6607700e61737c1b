"""What is paid, as formulas of the cells of the paytables."""

from fractions import Fraction

from houseway.report.paper.pay_links import PaidBy
from houseway.report.paper.sections.paytables import pay_cell, prize_cell

EXACT_MAX = 1_000_000  # larger parts of a fraction are written as a decimal


def paid_formula(link: PaidBy | None) -> str:
    """The cell of the paytable, so many times; '' where no cell says it."""
    return _product(times_formula(link), pay_cell(link.pay)) if link else ""


def times_formula(link: PaidBy) -> str:
    """By how much a unit more on the pay moves it; '' is once."""
    if link.multiplier is None:
        return in_formula(link.units * link.times)
    return _product(in_formula(link.units), f"({prize_cell(link.multiplier)}+{in_formula(link.beside) or 1})")


def in_formula(number: Fraction) -> str:
    """'' is one."""
    if number == 1:
        return ""
    return str(number) if max(abs(number.numerator), number.denominator) <= EXACT_MAX else repr(float(number))


def _product(*parts: str) -> str:
    return "*".join(part for part in parts if part)
