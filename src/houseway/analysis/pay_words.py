"""Changed pays as people write them: code/outcome/odds."""

import re
from fractions import Fraction

from houseway.analysis.design import Pay
from houseway.rules.refused import Refused

ODDS = re.compile(r"(-?\d{1,7}(?:\.\d{1,6})?)(?:\s*(?::|/|to)\s*(\d{1,6}))?")


def read_pay(text: str) -> Pay:
    """'TSB-01/royal_flush/800' and 'Blackjack/natural/6 to 5' are pays."""
    code, outcome, odds = _parts(text, 3)
    return Pay(code, outcome, read_odds(odds))


def read_row(text: str) -> tuple[str, str]:
    code, outcome = _parts(text, 2)
    return code, outcome


def _parts(text: str, count: int) -> list[str]:
    found = text.split("/", count - 1)  # odds may be written with a stroke
    if len(found) != count or not all(found):
        shape = "/".join(("code", "outcome", "odds")[:count])
        raise Refused(f"'{text[:60]}' names no pay: write {shape}")
    return found


def read_odds(text: str) -> Fraction:
    """'3:2', '3/2', '3 to 2', '1.5' and '2' are odds."""
    found = ODDS.fullmatch(text.strip())
    if found is None or (found[2] and not int(found[2])):
        raise Refused(f"'{text[:40]}' are no odds: write them as 3:2, 3 to 2, 1.5 or 2")
    return Fraction(found[1]) / int(found[2] or 1)
