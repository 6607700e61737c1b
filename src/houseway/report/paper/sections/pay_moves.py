"""How the edge moves with a pay: what a designer asks first."""

from fractions import Fraction

from houseway.analysis.design import is_fixed
from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.games.words import listed
from houseway.report.paper.model import Axis, Block, Chart, Column, Line, Number, Row, Rule, Section, Table, Words
from houseway.report.paper.pay_links import PaytableRow, hand_links, links, moves
from houseway.report.paper.sections.measures import hands_name, table_name
from houseway.report.paper.sections.paid import times_formula
from houseway.report.paper.sections.paytables import pay_cell
from houseway.report.paper.subject import Subject

POINTS = 32
FINE = 4  # smaller pays need tenths on their axis
ROWS_MIN = 3  # fewer pays leave nothing to design

Move = tuple[PaytableRow, Fraction]


def pay_design(subject: Subject) -> Section | None:
    """For each wager with a paytable of its own: what one more unit on each row costs the house."""
    parts: list[Block] = []
    unknown: list[str] = []
    for wager in subject.wagers:
        if wager.name not in subject.game.wagers:
            continue
        found = moves(subject, wager)
        if found is None:
            unknown.append(subject.title_of(wager.name))
        elif len(found) >= ROWS_MIN:
            parts += [_table(subject, wager, found), _chart(subject, wager, *found[0])]
    if not parts and not unknown:
        return None
    words = [Words("Edge and pay move together in a straight line where the play stays the same.")]
    if unknown:
        words.append(
            Words(
                f"{listed(unknown)} {'is' if len(unknown) == 1 else 'are'} left out: rounds of several hands sum their "
                "pays. A report with `--pay` solves it at another pay."
            )
        )
    return Section("design", "The edge and its pays", (*words, *parts))


def _table(subject: Subject, wager: WagerSolution, found: list[Move]) -> Table:
    columns = (Column("outcome", "Outcome", "name"), Column("pay", "Pays"), Column("one", "One unit more moves it"))
    live = fall_formulas(subject, wager)
    rows = tuple(
        Row(
            (
                subject.outcome(row.outcome),
                Number(row.pay, "units", 0, formula=pay_cell(row)),
                Number(-fall, "percent", 4, formula=live.get(row, "")),
            ),
            key=row.outcome,
        )
        for row, fall in found
    )
    fixed = is_fixed(subject.game, subject.solution.strategy, wager.name)
    note = "The play does not look at these pays." if fixed else "With the play as it is; best play may change."
    title = f"What a pay does to the edge of {subject.title_of(wager.name)}"
    return Table(f"moves_{wager.name}", title, columns, rows, note)


def fall_formulas(subject: Subject, wager: WagerSolution) -> dict[PaytableRow, str]:
    """How often a row is paid, on so many units: what one more unit on it takes from the edge."""
    if wager.hands:
        cells = [f"[{hands_name(wager.name)}!hand{i}.often]" for i in range(len(wager.hands))]
        found = hand_links(subject, wager)
    else:
        cells = [f"[{table_name(wager.name)}!row{i}.probability]" for i in range(len(wager.rows))]
        found = links(subject, wager)
    parts: dict[PaytableRow, list[str]] = {}
    for cell, link in zip(cells, found, strict=True):
        if link is not None:
            times = times_formula(link)
            parts.setdefault(link.pay, []).append(f"{times}*{cell}" if times else cell)
    return {row: f"-({'+'.join(each)})" for row, each in parts.items()}


def _chart(subject: Subject, wager: WagerSolution, top: PaytableRow, fall: Fraction) -> Chart:
    edge = wager.edge.value
    pays_to = [2 * top.pay * i / POINTS for i in range(POINTS + 1)]
    line = tuple((float(pay), float(edge - (pay - top.pay) * fall)) for pay in pays_to)
    outcome = subject.outcome(top.outcome).lower()
    return Chart(
        f"pay_{wager.name}",
        f"Edge of {subject.title_of(wager.name)} against the pay of {outcome}",
        "A straight line: each unit more on the row moves the edge by what the table says.",
        Axis(f"{outcome} pays, to one", "plain", 0 if top.pay > FINE else 1),
        Axis("house edge", "percent", 2),
        lines=(Line("house edge", line),),
        rules=(Rule(f"pays {float(top.pay):,g}", x=float(top.pay)),),
    )
