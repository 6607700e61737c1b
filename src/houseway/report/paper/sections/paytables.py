"""The paytables in force, and fixed sums: the pays that everything else follows from."""

import re
from fractions import Fraction

from houseway.games.game import in_force
from houseway.games.sheet import Paytable
from houseway.games.words import odds_text
from houseway.report.paper.model import Block, Column, Mark, Number, Row, Section, Table, Words
from houseway.report.paper.pay_links import PaytableRow
from houseway.report.paper.subject import CENTS, Subject, said


def paytable_name(code: str) -> str:
    return "pays_" + re.sub(r"\W+", "_", code).lower()


def pay_cell(row: PaytableRow) -> str:
    """Where a formula finds what a row pays."""
    return f"[{paytable_name(row.code)}!{row.outcome}.pay]"


def prize_cell(row: PaytableRow) -> str:
    return f"[prizes!{row.code}.{row.outcome}.amount]"


def paytables(subject: Subject) -> Section:
    blocks: list[Block] = [paytable(subject, each) for each in subject.paytables]
    prizes = [each for each in subject.game.sheet.prizes if in_force(each.when, subject.settings)]
    if prizes:
        columns = (
            Column("list", "List", "name"),
            Column("outcome", "For", "name"),
            Column("amount", "Amount"),
            Column("cites", "Where", "prose"),
        )
        rows = tuple(
            Row(
                (said(each.name.removesuffix(CENTS)), subject.outcome(outcome), _amount(each.name, amount), each.cites),
                key=f"{each.name}.{outcome}",
            )
            for each in prizes
            for outcome, amount in each.amounts
        )
        blocks.append(Table("prizes", "Fixed sums and multipliers", columns, rows))
    if subject.changed:
        blocks.insert(0, Words(f"Not the maker's: {'; '.join(subject.changes_said())}.", "departs"))
    return Section("paytables", "Paytables", tuple(blocks))


def _amount(name: str, amount: int) -> Number:
    return Number(amount, "dollars" if name.endswith(CENTS) else "count")


def paytable(subject: Subject, table: Paytable) -> Table:
    changed = {(pay.code, pay.outcome) for pay in subject.changed}
    columns = (Column("outcome", "Outcome", "name"), Column("odds", "Pays"), Column("pay", "For one unit"))
    rows = tuple(
        Row(
            (
                subject.outcome(outcome),
                Mark(odds_text(num, den), "departs") if (table.code, outcome) in changed else odds_text(num, den),
                Number(Fraction(num, den), "units", 0),
            ),
            key=outcome,
        )
        for outcome, num, den in table.pays
    )
    titles = ", ".join(subject.title_of(wager) for wager in table.wagers)
    return Table(paytable_name(table.code), f"{titles}: paytable {table.code}", columns, rows, table.cites)
