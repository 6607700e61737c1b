"""How a number is shown, the same in every format."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10

from houseway.games.words import dollars
from houseway.report.paper.model import Cell, Form, Mark

RARE, RARE_DIGITS = 1e-6, 4  # a smaller chance keeps four digits, however many places that takes
PIPS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
COUNT_DIGITS_MAX = 15  # longer counts are told by their size; the exact ones stand in the appendix


def shown(cell: Cell) -> str:
    """A cell as text."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Mark):
        return cell.text
    text = figure(cell.value, cell.form, cell.digits)
    return text if cell.se is None else f"{text} ± {figure(cell.se, cell.form, cell.digits)}"


def faces(cards: Sequence[str]) -> str:
    """Cards as words: A♥ 10♠; one that is face down stays ??."""
    return " ".join(card[:-1].replace("T", "10") + PIPS[card[-1]] if card[-1] in PIPS else card for card in cards)


def figure(value: Fraction | int | float, form: Form, digits: int) -> str:
    if form == "percent":
        return _percent(float(value), digits)
    if form == "count":
        return _count(value)
    if form == "dollars":
        return dollars(round(value))
    if form == "units":
        return f"{float(value):+.{digits}f}" if digits else _whole(value)
    if form == "one_in":
        return f"{float(value):,.1f}"
    return f"{float(value):,.{digits}f}"


def _whole(value: Fraction | int | float) -> str:
    """With its sign, and a fraction only where there is one."""
    return f"{int(value):+,}" if value == int(value) else f"{float(value):+g}"


def _percent(value: float, digits: int) -> str:
    """What is rare keeps its digits."""
    if 0 < abs(value) < RARE:
        places = RARE_DIGITS - 1 - floor(log10(abs(100 * value)))
        return f"{100 * value:.{places}f}".rstrip("0") + "%"
    return f"{value:.{digits}%}"


def _count(value: Fraction | int | float) -> str:
    whole = int(value)
    if len(str(abs(whole))) <= COUNT_DIGITS_MAX:
        return f"{whole:,}"
    size = len(str(abs(whole))) - 1
    return f"{whole / 10**size:.4f}e{size}"
