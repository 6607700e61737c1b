"""How wagers end on both sides of a comparison, and the figures that follow from it in a workbook."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.report.paper.model import Block, Cell, Column, Number, Row, Section, Table, Words
from houseway.report.paper.pay_links import sums_hands
from houseway.report.paper.subject import Subject

Pair = tuple[WagerSolution, WagerSolution]
End = tuple[str, Fraction, Fraction]  # outcome, what is won, how often
NOUGHT = Fraction(0)
MEANS = "Where an outcome wins now more, now less, its win is the mean."
HANDS = "Hand by hand, since a round may have several."


def pairs(a: Subject, b: Subject) -> Iterator[Pair]:
    return ((each, b.figures[each.name]) for each in a.wagers if each.name in b.figures)


def ends(a: Subject, b: Subject) -> Section:
    tables = [_ends(a, pair) for pair in pairs(a, b) if differs(pair)]
    blocks: tuple[Block, ...] = tuple(tables) or (Words("Every wager ends alike on both sides."),)
    return Section("wagers", "How wagers end", blocks)


def differs(pair: Pair) -> bool:
    """Whether its endings stand side by side; a round that ends in no other word than 'round' says nothing there."""
    x, y = pair
    named = all(len({row.outcome for row in each.rows}) > 1 for each in pair)
    return named and (x.rows, x.hands) != (y.rows, y.hands)


def formulas(pair: Pair, side: str) -> tuple[str, str, str]:
    """Of edge, hits and deviation of a side, '' where they do not follow from the endings."""
    if not differs(pair):
        return "", "", ""
    wager, table = pair[side == "b"], f"ends_{pair[0].name}"
    sums = _sums(_told(pair)[side == "b"])
    likely, won = f"[{table}!{side}:]", f"[{table}!wins_{side}:]"
    mean = sum((adds for _, adds in sums.values()), NOUGHT)
    hit = sum((often for often, adds in sums.values() if adds > 0), NOUGHT)
    square = sum((adds**2 / often for often, adds in sums.values()), NOUGHT)
    return (
        f"-[{table}!total.adds_{side}]" if -mean == wager.edge.value else "",
        f'SUMIF({won},">0",{likely})' if hit == wager.hit.value else "",
        f"SQRT(SUMPRODUCT({likely},{won},{won})-[{side}]^2)" if square - mean**2 == wager.variance.value else "",
    )


def _told(pair: Pair) -> tuple[list[End], list[End]]:
    x, y = pair
    by_hands = _by_hands(pair)
    return _endings(x, by_hands=by_hands), _endings(y, by_hands=by_hands)


def _by_hands(pair: Pair) -> bool:
    """Where it is known of both sides: its sum is exact, also where rounds of several hands are sampled."""
    return any(each.hands for each in pair) and all(each.hands or not sums_hands(each) for each in pair)


def _endings(wager: WagerSolution, *, by_hands: bool) -> list[End]:
    if by_hands and wager.hands:
        return [(each.outcome, each.units * each.pays, each.often) for each in wager.hands]
    return [(row.outcome, row.won, row.probability) for row in wager.rows]


def _sums(told: Sequence[End]) -> dict[str, tuple[Fraction, Fraction]]:
    """By outcome: how often, and what it adds."""
    found: dict[str, tuple[Fraction, Fraction]] = {}
    for outcome, won, often in told:
        before = found.get(outcome, (NOUGHT, NOUGHT))
        found[outcome] = before[0] + often, before[1] + won * often
    return found


def _ends(of: Subject, pair: Pair) -> Table:
    by_hands = _by_hands(pair)
    often = "Hands a round" if by_hands else "Probability"
    columns = (
        Column("outcome", "Outcome", "name"),
        Column("a", f"{often}, A"),
        Column("b", f"{often}, B"),
        Column("change", "B less A"),
        Column("wins_a", "Wins, A"),
        Column("wins_b", "Wins, B"),
        Column("adds_a", "Adds, A"),
        Column("adds_b", "Adds, B"),
        Column("adds", "B less A"),
    )
    of_a, of_b = (_sums(each) for each in _told(pair))
    rows = [
        _row(of.outcome(name), of_a.get(name, (NOUGHT, NOUGHT)), of_b.get(name, (NOUGHT, NOUGHT)), by_hands=by_hands)
        for name in dict.fromkeys((*of_a, *of_b))
    ]
    notes = ([HANDS] if by_hands else []) + ([MEANS] if any(map(_vary, _told(pair))) else [])
    total = _together(of_a, of_b, by_hands=by_hands)
    return Table(
        f"ends_{pair[0].name}", f"How {of.title_of(pair[0].name)} ends", columns, (*rows, total), " ".join(notes)
    )


def _vary(told: Sequence[End]) -> bool:
    return len({outcome for outcome, _, _ in told}) < len({(outcome, won) for outcome, won, _ in told})


def _row(title: str, a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction], *, by_hands: bool) -> Row:
    return Row(
        (
            title,
            _often(a[0], by_hands=by_hands),
            _often(b[0], by_hands=by_hands),
            _often(b[0] - a[0], "[b]-[a]", by_hands=by_hands),
            _wins(*a),
            _wins(*b),
            Number(a[1], "units", 6, None, "[a]*[wins_a]"),
            Number(b[1], "units", 6, None, "[b]*[wins_b]"),
            Number(b[1] - a[1], "units", 6, None, "[adds_b]-[adds_a]"),
        )
    )


def _together(
    of_a: dict[str, tuple[Fraction, Fraction]], of_b: dict[str, tuple[Fraction, Fraction]], *, by_hands: bool
) -> Row:
    (many_a, mean_a), (many_b, mean_b) = (
        (sum((often for often, _ in each.values()), NOUGHT), sum((adds for _, adds in each.values()), NOUGHT))
        for each in (of_a, of_b)
    )
    cells: tuple[Cell, ...] = (
        "Together",
        _often(many_a, "SUM([a:])", by_hands=by_hands),
        _often(many_b, "SUM([b:])", by_hands=by_hands),
        _often(many_b - many_a, "[b]-[a]", by_hands=by_hands),
        "",
        "",
        Number(mean_a, "units", 6, None, "SUM([adds_a:])"),
        Number(mean_b, "units", 6, None, "SUM([adds_b:])"),
        Number(mean_b - mean_a, "units", 6, None, "[adds_b]-[adds_a]"),
    )
    return Row(cells, key="total", total=True)


def _often(value: Fraction, formula: str = "", *, by_hands: bool) -> Number:
    return Number(value, "plain", 8, None, formula) if by_hands else Number(value, "percent", 6, None, formula)


def _wins(often: Fraction, adds: Fraction) -> Cell:
    """Nothing on a side that does not end so."""
    return Number(adds / often, "units", 0) if often else ""
