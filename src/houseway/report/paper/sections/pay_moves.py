"""How the edge moves with a pay: what a designer asks first."""

from fractions import Fraction

from houseway.analysis.design import is_fixed
from houseway.report.paper.model import Axis, Block, Chart, Column, Line, Number, Row, Rule, Section, Table, Words
from houseway.report.paper.sections.wagers import fits_rows
from houseway.report.paper.subject import Subject

POINTS = 32
FINE = 4  # smaller pays need tenths on their axis
ROWS_MIN = 3  # paytables of fewer rows leave nothing to design


def pay_design(subject: Subject) -> Section | None:
    """For each wager with a paytable of its own: what one more unit on each row costs the house."""
    parts: list[Block] = []
    for wager in subject.wagers:
        tables = [each for each in subject.paytables if wager.name in each.wagers and len(each.pays) >= ROWS_MIN]
        if not tables or not fits_rows(wager):
            continue
        pays = {outcome: Fraction(num, den) for outcome, num, den in tables[-1].pays}
        rows = [row for row in wager.rows if pays.get(row.outcome) == row.won and row.won > 0]
        if len(rows) < ROWS_MIN:
            continue
        title = subject.title_of(wager.name)
        columns = (Column("outcome", "Outcome", "name"), Column("pay", "Pays"), Column("one", "One unit more moves it"))
        moves = tuple(
            Row((subject.outcome(row.outcome), Number(row.won, "units", 0), Number(-row.probability, "percent", 4)))
            for row in rows
        )
        fixed = is_fixed(subject.game, subject.solution.strategy, wager.name)
        note = "The play does not look at these pays." if fixed else "With the play as it is; best play may change."
        parts.append(Table(f"moves_{wager.name}", f"What a pay does to the edge of {title}", columns, moves, note))
        top = rows[0]
        edge = wager.edge.value
        pays_to = [2 * top.won * i / POINTS for i in range(POINTS + 1)]
        line = tuple((float(pay), float(edge - (pay - top.won) * top.probability)) for pay in pays_to)
        parts.append(
            Chart(
                f"pay_{wager.name}",
                f"Edge of {title} against the pay of {subject.outcome(top.outcome).lower()}",
                "A straight line: each unit more on the row takes its probability from the edge.",
                Axis(f"{subject.outcome(top.outcome).lower()} pays, to one", "plain", 0 if top.won > FINE else 1),
                Axis("house edge", "percent", 2),
                lines=(Line("house edge", line),),
                rules=(Rule(f"pays {float(top.won):g}", x=float(top.won)),),
            )
        )
    if not parts:
        return None
    words = Words("Edge and pay move together in a straight line where the play stays the same.")
    return Section("design", "The edge and its pays", (words, *parts))
