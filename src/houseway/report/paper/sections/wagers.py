"""Every wager: how it can end, what each ending adds, and the figures that follow."""

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.analysis.simulation import ROUND
from houseway.games.approval import worded
from houseway.report.paper.model import Axis, Bar, Block, Cell, Chart, Column, Number, Row, Section, Table, Words
from houseway.report.paper.pay_links import hand_links, links
from houseway.report.paper.sampled import exactly
from houseway.report.paper.sections.measures import (
    MEANINGS,
    hands_name,
    measures_table,
    table_name,
    together_of,
)
from houseway.report.paper.sections.paid import paid_formula, sums_paid
from houseway.report.paper.shown import COUNT_DIGITS_MAX
from houseway.report.paper.subject import Subject

BARS_MAX = 14


def wagers(subject: Subject) -> Section:
    words = (
        "For each wager every way it can end. Combinations are in lowest common terms: each is how many of the equally "
        "likely cases, given below the table, end so. What is won is in units of the initial wager, and what it adds "
        "to the mean is probability times win; minus their sum is the house edge."
    )
    parts = [*(_wager(subject, wager) for wager in subject.wagers), *_further(subject), *_exactly(subject)]
    return Section("wagers", "The wagers", (Words(words), Words(MEANINGS)), tuple(parts))


def _further(subject: Subject) -> list[Section]:
    """What the solver notes beside its wagers."""
    notes = subject.solution.notes
    if not notes:
        return []
    columns = (Column("about", "Figure", "name"), Column("value", "Value"), Column("name", "Name", "name"))
    rows = tuple(
        Row(
            (
                name.replace(".", ": ").replace("_", " ").capitalize(),
                Number(value, "plain", 6, formula=_noted(subject, name, value))
                if "cents" in name or "in_action" in name
                else Number(value, "percent", 6),
                f"`{name}`",
            ),
            key=name,
        )
        for name, value in notes.items()
    )
    return [Section("further", "Further figures", (Table("further", "Further figures of the solver", columns, rows),))]


def _noted(subject: Subject, name: str, value: Fraction) -> str:
    """Of sums for other players' hands: each as often as it comes."""
    live, told = sums_paid(subject, name.partition(".")[0])
    return live if told == value else ""


def _exactly(subject: Subject) -> list[Section]:
    """Counts that are too long for a table of outcomes, digit by digit."""
    tables: list[Block] = []
    for wager in subject.wagers:
        cases = common_cases(wager)
        if wager.rows and len(str(cases)) > COUNT_DIGITS_MAX:
            columns = (Column("outcome", "Outcome", "name"), Column("won", "Wins"), Column("ways", "Of them", "prose"))
            named = 1 if _has_one_name(wager) else 0
            rows = tuple(
                Row(
                    (
                        subject.outcome(row.outcome),
                        Number(row.won, "units", 0),
                        in_threes(int(row.probability * cases)),
                    )[named:]
                )
                for row in exactly(wager).rows
            )
            title = f"{subject.title_of(wager.name)}: combinations, exactly"
            tables.append(Table(f"ways_{wager.name}", title, columns[named:], rows, f"Of {in_threes(cases)} cases."))
    return [Section("exactly", "Long counts", tuple(tables))] if tables else []


SAMPLED = (
    "Rounds with split hands are sampled in the table of outcomes (how often they come together is exact), so the "
    "figures with a standard error follow from it within that error; the edge is exact, and follows from the table of "
    "hands."
)
SUMS_STAY = (
    "In the workbook a changed pay moves the edge, by the table of hands; rows of several hands sum their pays and "
    "stay, so that hits and deviation follow as far as rounds of one hand do."
)
ROUND_STAYS = (
    "In the workbook a changed pay moves the edge of a round by its wagers; rows that sum several pays stay, so that "
    "hits and deviation follow as far as its other rows do."
)
HELD = "How often is exact, with the strategy held: best play may change with the pays, which `--pay` solves."


def in_threes(number: int) -> str:
    """Digits in groups, between which a line may break."""
    return f"{number:,}".replace(",", " ")


def _wager(subject: Subject, wager: WagerSolution) -> Section:
    """How it ends, hand by hand where it has several, and its figures."""
    about = next((each.about for each in subject.game.sheet.wagers if each.name == wager.name), "")
    blocks: list[Block] = [Words(worded(subject.game, subject.settings, about))] if about else []
    if wager.rows:
        blocks.append(outcome_table(subject, wager))
    if wager.hands:
        blocks.append(hands_table(subject, wager))
    blocks.append(measures_table(subject, wager))
    if wager.rows and wager.variance.se is not None:
        blocks.append(Words(SAMPLED, "note"))
    if len({row.outcome for row in wager.rows}) > 2:
        blocks.append(_contributions(subject, wager))
    return Section(f"of_{wager.name}", subject.title_of(wager.name), tuple(blocks))


# --- the table of outcomes ---


def outcome_table(subject: Subject, wager: WagerSolution) -> Table:
    columns: tuple[Column, ...] = (
        Column("outcome", "Outcome", "name"),
        Column("ways", "Combinations"),
        Column("probability", "Probability"),
        Column("one_in", "1 in"),
        Column("pay", "Wins"),
        Column("adds", "Adds to the mean"),
    )
    if _has_one_name(wager):
        columns = columns[1:]
    rows = outcome_rows(subject, wager, columns, 7)
    return Table(
        table_name(wager.name), f"How {subject.title_of(wager.name)} ends", columns, rows, _said(subject, wager)
    )


def outcome_rows(
    subject: Subject, wager: WagerSolution, columns: Sequence[Column], digits: int, *, live: bool = True
) -> tuple[Row, ...]:
    """A row an outcome and one for all together, with what these columns are of; `live` pays follow the paytable's."""
    cases = common_cases(wager)
    paid = [paid_formula(link) for link in links(subject, wager)] if live else [""] * len(wager.rows)
    rows = []
    for i, row in enumerate(wager.rows):
        known: dict[str, Cell] = {
            "outcome": subject.outcome(row.outcome),
            "ways": _ways(row.probability * cases),
            "probability": Number(row.probability, "percent", digits),
            "one_in": Number(1 / row.probability, "one_in", formula="1/[probability]"),
            "pay": Number(row.won, "units", 0, formula=paid[i]),
            "adds": Number(row.won * row.probability, "units", 6, formula="[probability]*[pay]"),
        }
        rows.append(Row(tuple(known[column.key] for column in columns), key=f"row{i}"))
    mean = sum((row.won * row.probability for row in wager.rows), Fraction(0))
    together: dict[str, Cell] = {
        "outcome": "Together",
        "ways": Number(cases, "count"),
        "probability": Number(Fraction(1), "percent", digits, formula="SUM([probability:])"),
        "adds": Number(mean, "units", 6, formula="SUM([adds:])"),
    }
    return (*rows, Row(tuple(together.get(column.key, "") for column in columns), key="total", total=True))


def common_cases(wager: WagerSolution) -> int:
    """The least number of equally likely cases of which every outcome is a whole number; what is sampled is one."""
    return math.lcm(*(row.probability.denominator for row in exactly(wager).rows))


def _ways(ways: Fraction) -> Cell:
    return Number(ways, "count") if ways.denominator == 1 else "sampled"


def _said(subject: Subject, wager: WagerSolution) -> str:
    """Below its table: of how many cases, and what of it follows a pay that is changed in the sheet."""
    cases = common_cases(wager)
    long = len(str(cases)) > COUNT_DIGITS_MAX
    words = (
        f"Equally likely cases: a number of {len(str(cases))} digits; the counts stand in full under Long counts."
        if long
        else f"Equally likely cases: {cases:,}."
    )
    if wager.name == ROUND and together_of(subject):
        return f"{words} {ROUND_STAYS}"
    if wager.hands:
        return f"{words} {SUMS_STAY}"
    return words


def hands_table(subject: Subject, wager: WagerSolution) -> Table:
    """Each hand by itself: the edge follows from it, whatever hands are paid together."""
    columns = (
        Column("outcome", "Outcome", "name"),
        Column("units", "Units on it"),
        Column("often", "Hands a round"),
        Column("pay", "A unit wins"),
        Column("adds", "Adds to the mean"),
    )
    rows = tuple(
        Row(
            (
                subject.outcome(hand.outcome),
                Number(hand.units, "count"),
                Number(hand.often, "plain", 8),
                Number(hand.pays, "units", 0, formula=paid_formula(link and replace(link, units=Fraction(1)))),
                Number(hand.adds, "units", 6, formula="[units]*[often]*[pay]"),
            ),
            key=f"hand{i}",
        )
        for i, (hand, link) in enumerate(zip(wager.hands, hand_links(subject, wager), strict=True))
    )
    many = sum((hand.often for hand in wager.hands), Fraction(0))
    mean = sum((hand.adds for hand in wager.hands), Fraction(0))
    total: tuple[Cell, ...] = (
        "Together",
        "",
        Number(many, "plain", 8, formula="SUM([often:])"),
        "",
        Number(mean, "units", 6, formula="SUM([adds:])"),
    )
    title = f"{subject.title_of(wager.name)}, hand by hand"
    return Table(hands_name(wager.name), title, columns, (*rows, Row(total, key="total", total=True)), HELD)


def _has_one_name(wager: WagerSolution) -> bool:
    """A round that ends in no other word than 'round': what it wins says it all."""
    return len({row.outcome for row in wager.rows}) == 1


# --- what each ending adds ---


def _contributions(subject: Subject, wager: WagerSolution) -> Chart:
    sums: dict[str, Fraction] = {}
    for row in wager.rows:
        sums[row.outcome] = sums.get(row.outcome, Fraction(0)) + row.won * row.probability
    ordered = sorted(sums.items(), key=lambda item: -item[1])
    if len(ordered) > BARS_MAX:
        kept = sorted(ordered, key=lambda item: -abs(item[1]))[: BARS_MAX - 1]
        rest = sum((value for name, value in ordered if (name, value) not in kept), Fraction(0))
        ordered = [*sorted(kept, key=lambda item: -item[1]), ("", rest)]
    title = subject.title_of(wager.name)
    return Chart(
        f"adds_{wager.name}",
        f"What each ending of {title} adds to the player's mean",
        "Dark bars are won by the player, pale ones by the house; their sum is minus the house edge.",
        Axis("Outcome"),
        Axis("units a bet", "units", 4),
        bars=tuple(Bar(float(value), subject.outcome(name) if name else "all others") for name, value in ordered),
    )
