"""What is printed on a felt, for a table in the terminal: payout columns side by side, lines of rules below."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from houseway.games.prints import FeltPrints, Payouts
from houseway.report.listing import Listing, figure, name


def prints_page(prints: FeltPrints) -> RenderableType:
    lines = Text(" · ".join(prints.lines), style="yellow")
    if not prints.payouts:
        return lines
    return Group(Columns([_column(payouts) for payouts in prints.payouts], padding=(0, 4)), lines)


def _column(payouts: Payouts) -> Listing:
    heads = [name(style="yellow"), figure(style="yellow")]
    listing = Listing(payouts.title, heads, light=True, title_style="bold yellow")
    for row in payouts.rows:
        listing.add(*row)
    return listing
