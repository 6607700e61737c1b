"""What is printed on a felt, for a table in the terminal: payout columns side by side, lines of rules below."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.games.prints import FeltPrints, Payouts


def prints_page(prints: FeltPrints) -> RenderableType:
    lines = Text(" · ".join(prints.lines), style="yellow")
    if not prints.payouts:
        return lines
    return Group(Columns([_column(payouts) for payouts in prints.payouts], padding=(0, 4)), lines)


def _column(payouts: Payouts) -> Table:
    table = Table(title=payouts.title, title_justify="left", title_style="bold yellow", box=None, show_header=False)
    table.add_column(style="yellow")
    table.add_column(style="yellow", justify="right")
    for row in payouts.rows:
        table.add_row(*row)
    return table
