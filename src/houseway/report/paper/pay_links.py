"""Which row of a paytable pays each ending of a wager, and how many times: what a changed pay moves.

No name tells it. Each pay is changed by one unit, and the game is asked what every outcome wins then.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from houseway.analysis.design import Pay, prices_of, with_pays
from houseway.analysis.exact.shared.solution import Row, WagerSolution
from houseway.analysis.simulation import ROUND
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
    units: Fraction
    times: Fraction
    multiplier: PaytableRow | None = None
    beside: Fraction = Fraction(0)

    @property
    def wins(self) -> Fraction:
        return self.units * self.times * self.pay.pay


Links = list[PaidBy | None]


def links(subject: Subject, wager: WagerSolution) -> Links:
    """Of each row; None where no single pay says what it wins: bets taken back, several hands."""
    of_unit = _of_unit(subject, wager)
    found = [_of_row(row, of_unit.get(row.outcome)) for row in wager.rows]
    if wager.name == ROUND:
        return _where_bets_agree(subject, wager, found)
    return found if sums_hands(wager) else _with_pushes(wager, found, of_unit)


def hand_links(subject: Subject, wager: WagerSolution) -> Links:
    """Of each hand of a wager on several."""
    of_unit = _of_unit(subject, wager)
    found: Links = []
    for hand in wager.hands:
        link = of_unit.get(hand.outcome)
        found.append(replace(link, units=Fraction(hand.units)) if link and link.wins == hand.pays else None)
    return found


def moves(subject: Subject, wager: WagerSolution) -> list[tuple[PaytableRow, Fraction]] | None:
    """By how much the edge falls with a unit more on each pay that wins; None where that is not known."""
    if not wager.hands and (not wager.rows or sums_hands(wager)):
        return None
    falls = every_fall(subject, wager)
    pays = _pay_rows(subject.game, subject.settings, _paid_as(wager))
    return [(row, falls[row]) for row in pays if row in falls and row.pay > 0]


def sums_hands(wager: WagerSolution) -> bool:
    return any(row.outcome == SEVERAL_HANDS for row in wager.rows)


def every_fall(subject: Subject, wager: WagerSolution) -> dict[PaytableRow, Fraction]:
    """By how much the edge falls with a unit more on each row, a push or a loss too; by hands where they are known."""
    if wager.hands:
        return _summed(hand_links(subject, wager), [each.often for each in wager.hands])
    return _summed(links(subject, wager), [each.probability for each in wager.rows])


def _summed(found: Links, often: Iterable[Fraction]) -> dict[PaytableRow, Fraction]:
    falls: dict[PaytableRow, Fraction] = {}
    for link, likely in zip(found, often, strict=True):
        if link is not None:
            falls[link.pay] = falls.get(link.pay, Fraction(0)) + link.units * link.times * likely
    return falls


def _where_bets_agree(subject: Subject, wager: WagerSolution, found: Links) -> Links:
    """Rows of a round whose pays move it as much as they move its bets: others are sums of several pays."""
    bets = [every_fall(subject, subject.figures[name]) for name in subject.chosen_for]
    own = _summed(found, [row.probability for row in wager.rows])
    right = {
        pay for pay, fall in own.items() if fall == sum((each.get(pay, Fraction(0)) for each in bets), Fraction(0))
    }
    return [link if link and link.pay in right else None for link in found]


def _paid_as(wager: WagerSolution) -> str:
    return wager.name.removesuffix(ALONE)


def _of_unit(subject: Subject, wager: WagerSolution) -> dict[str, PaidBy]:
    """What pays one unit, by outcome; of a round only what pays all its bets alike."""
    if wager.name == ROUND:
        bets = [_links_of_unit(subject.game, subject.settings, name) for name in subject.chosen_for]
        first = bets[0] if bets else {}
        return {name: link for name, link in first.items() if all(each.get(name) == link for each in bets)}
    name = _paid_as(wager)
    return _links_of_unit(subject.game, subject.settings, name) if name in subject.game.wagers else {}


def _of_row(row: Row, link: PaidBy | None) -> PaidBy | None:
    """So many units as it wins; what wins nothing does not tell how many."""
    units = row.won / link.wins if link and link.wins else Fraction(0)
    return replace(link, units=units) if link and units >= 1 and units.denominator == 1 else None


def _with_pushes(wager: WagerSolution, found: Links, of_unit: Mapping[str, PaidBy]) -> Links:
    """What a pay of nought lies on: as many units as every other row has, or what is in action beside those."""
    pairs = list(zip(wager.rows, found, strict=True))
    pushes = [i for i, (row, link) in enumerate(pairs) if link is None and not row.won and row.outcome in of_unit]
    known = [(_units(row, link), row.probability) for i, (row, link) in enumerate(pairs) if i not in pushes]
    sizes = {units for units, _ in known if units}
    staked = sum((units * likely for units, likely in known), Fraction(0))
    rest, often = wager.action.value - staked, sum((wager.rows[i].probability for i in pushes), Fraction(0))
    if not pushes or rest <= 0 or (len(pushes) > 1 and sizes != {rest / often}):
        return found
    return [
        replace(of_unit[row.outcome], units=rest / often) if i in pushes else link
        for i, (row, link) in enumerate(pairs)
    ]


def _units(row: Row, link: PaidBy | None) -> Fraction:
    """Staked on a row: what it is paid on, or what it lost; nothing where nothing was won or lost."""
    return link.units if link else max(-row.won, Fraction(0))


def _link(game: Game, price: Fraction, moved: tuple[tuple[PaytableRow, Fraction], ...]) -> PaidBy | None:
    pays = [(row, by) for row, by in moved if not _is_multiplier(game, row)]
    multipliers = [(row, by) for row, by in moved if _is_multiplier(game, row)]
    if len(pays) != 1 or len(multipliers) > 1 or pays[0][0].pay * pays[0][1] != price:
        return None
    row, times = pays[0]
    one = Fraction(1)
    if not multipliers:
        return PaidBy(row, one, times)
    multiplier, by = multipliers[0]
    return PaidBy(row, one, times, multiplier, times - multiplier.pay) if by == row.pay else None


def _is_multiplier(game: Game, row: PaytableRow) -> bool:
    return any(prizes.name == row.code for prizes in game.sheet.prizes)


@cache
def _links_of_unit(game: Game, settings: Settings, wager: str) -> dict[str, PaidBy]:
    """By outcome, where one pay (and at most one multiplier) says what a unit wins."""
    before = _prices(game, settings, wager)
    found: dict[str, list[tuple[PaytableRow, Fraction]]] = {outcome: [] for outcome in before}
    for row in (*_pay_rows(game, settings, wager), *_multipliers(game, settings)):
        step = -1 if row.pay >= 1 else 1  # no pay may go beyond its bounds
        own = tuple(getattr(game, "changed", ()))
        changed = with_pays(find_game(game.slug), settings, [*own, Pay(row.code, row.outcome, row.pay + step)])
        for outcome, price in _prices(changed, settings, wager).items():
            if price != before[outcome]:
                found[outcome].append((row, (price - before[outcome]) / step))
    linked = {outcome: _link(game, before[outcome], tuple(rows)) for outcome, rows in found.items()}
    return {outcome: link for outcome, link in linked.items() if link is not None}


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
