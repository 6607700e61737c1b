"""What is paid, as formulas of the cells of the paytables."""

from fractions import Fraction

from houseway.games.game import in_force
from houseway.report.paper.pay_links import PaidBy, PaytableRow
from houseway.report.paper.sections.paytables import pay_cell, prize_cell
from houseway.report.paper.subject import CENTS, Subject

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


def sums_paid(subject: Subject, wager: str) -> tuple[str, Fraction]:
    """Cents that a list of sums brings where the solver notes how often each is paid: live, and what it comes to."""
    noted, parts, told = subject.solution.notes, [], Fraction(0)
    for each in subject.game.sheet.prizes:
        if each.name == f"{wager}{CENTS}" and in_force(each.when, subject.settings):
            for outcome, cents in each.amounts:
                if (chance := f"{wager}.chance_of_{outcome}") in noted:
                    parts.append(
                        f"[further!{chance}.value]*{prize_cell(PaytableRow(each.name, outcome, Fraction(cents)))}"
                    )
                    told += noted[chance] * cents
    return (f"100*({'+'.join(parts)})" if parts else ""), told
