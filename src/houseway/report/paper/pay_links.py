"""Which row of a paytable pays each ending of a wager, and how many times: what a changed pay moves.

No name tells it. Each pay is changed by one unit, and the game is asked what every outcome wins then.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from houseway.analysis.design import Pay, prices_of, with_pays
from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.games import find_game
from houseway.games.game import Game, Settings, in_force
from houseway.games.wager_titles import ALONE
from houseway.report.paper.evidence import SEVERAL_HANDS
from houseway.report.paper.subject import Subject

Prices = dict[str, Fraction]


@dataclass(frozen=True)
class PaytableRow:
    """A row of a paytable, or an amount in a list of multipliers."""

    code: str
    outcome: str
    pay: Fraction


@dataclass(frozen=True)
class PaidBy:
    """An ending wins `units` times `times` the pay; where a multiplier is in it, `times` is that and `beside`."""

    pay: PaytableRow
    units: int
    times: Fraction
    multiplier: PaytableRow | None = None
    beside: Fraction = Fraction(0)


def links(subject: Subject, wager: WagerSolution) -> list[PaidBy | None]:
    """Of each ending; None where no single pay says what it wins: pushes, bets taken back, several hands."""
    name = wager.name.removesuffix(ALONE)
    if name not in subject.game.wagers:
        return [None] * len(wager.rows)
    return [_link(subject, name, row.outcome, row.won) for row in wager.rows]


def moves(subject: Subject, wager: WagerSolution) -> list[tuple[PaytableRow, Fraction]] | None:
    """By how much the edge falls with a unit more on each pay that wins; None where that is not known."""
    if any(row.outcome == SEVERAL_HANDS for row in wager.rows):
        return _settled_moves(subject, wager.name)
    falls: dict[PaytableRow, Fraction] = {}
    for row, link in zip(wager.rows, links(subject, wager), strict=True):
        if link is not None and link.pay.pay > 0:
            falls[link.pay] = falls.get(link.pay, Fraction(0)) + link.units * link.times * row.probability
    return [(row, falls[row]) for row in _pay_rows(subject.game, subject.settings, wager.name) if row in falls]


def _settled_moves(subject: Subject, wager: str) -> list[tuple[PaytableRow, Fraction]] | None:
    """Of a wager on several hands: each hand is paid by itself, and how often at which odds is evidence."""
    settled = subject.evidence.settled.get(wager) if subject.evidence else None
    pays = [each for each in _pay_rows(subject.game, subject.settings, wager) if each.pay > 0]
    if settled is None or len({each.pay for each in pays}) < len(pays):
        return None
    often = {Fraction(odds): Fraction(units) for odds, units in settled}
    return [(each, often[each.pay]) for each in pays if each.pay in often]


def _link(subject: Subject, wager: str, outcome: str, won: Fraction) -> PaidBy | None:
    price, moved = _moved(subject.game, subject.settings, wager).get(outcome, (Fraction(0), ()))
    units = won / price if price else Fraction(0)
    if units.denominator != 1 or units < 1:
        return None
    pays = [(row, by) for row, by in moved if not _is_multiplier(subject.game, row)]
    multipliers = [(row, by) for row, by in moved if _is_multiplier(subject.game, row)]
    if len(pays) != 1 or len(multipliers) > 1 or pays[0][0].pay * pays[0][1] != price:
        return None
    row, times = pays[0]
    if not multipliers:
        return PaidBy(row, int(units), times)
    multiplier, by = multipliers[0]
    return PaidBy(row, int(units), times, multiplier, times - multiplier.pay) if by == row.pay else None


def _is_multiplier(game: Game, row: PaytableRow) -> bool:
    return any(prizes.name == row.code for prizes in game.sheet.prizes)


@cache
def _moved(
    game: Game, settings: Settings, wager: str
) -> dict[str, tuple[Fraction, tuple[tuple[PaytableRow, Fraction], ...]]]:
    """By outcome: what a unit wins, and by how much a unit more on a pay moves that."""
    before = _prices(game, settings, wager)
    found: dict[str, list[tuple[PaytableRow, Fraction]]] = {outcome: [] for outcome in before}
    for row in (*_pay_rows(game, settings, wager), *_multipliers(game, settings)):
        step = -1 if row.pay >= 1 else 1  # no pay may go beyond its bounds
        own = tuple(getattr(game, "changed", ()))
        changed = with_pays(find_game(game.slug), settings, [*own, Pay(row.code, row.outcome, row.pay + step)])
        for outcome, price in _prices(changed, settings, wager).items():
            if price != before[outcome]:
                found[outcome].append((row, (price - before[outcome]) / step))
    return {outcome: (before[outcome], tuple(rows)) for outcome, rows in found.items()}


def _prices(game: Game, settings: Settings, wager: str) -> Prices:
    return prices_of(game, game.rules(settings), wager)


def _pay_rows(game: Game, settings: Settings, wager: str) -> Iterator[PaytableRow]:
    for table in game.sheet.paytables:
        if wager in table.wagers and in_force(table.when, settings):
            for outcome, num, den in table.pays:
                yield PaytableRow(table.code, outcome, Fraction(num, den))


def _multipliers(game: Game, settings: Settings) -> Iterator[PaytableRow]:
    for prizes in game.sheet.prizes:
        if in_force(prizes.when, settings):
            for outcome, amount in prizes.amounts:
                yield PaytableRow(prizes.name, outcome, Fraction(amount))
