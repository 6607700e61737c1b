"""What the tests of a shuffler found, for people."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from houseway.house.shuffler.statistics import ALARM, Finding


def findings_page(findings: list[Finding], shuffles: int, cards: int) -> RenderableType:
    table = Table(
        title=f"{shuffles:,} shuffles of {cards} cards; alarm under p = {ALARM:g}",
        title_justify="left",
    )
    for head in ("test", "asks whether"):
        table.add_column(head)
    for head in ("found", "expected", "p", ""):
        table.add_column(head, justify="right")
    for finding in findings:
        verdict = Text("good", style="green") if finding.good else Text("ALARM", style="bold red")
        table.add_row(
            finding.test,
            finding.about,
            f"{finding.found:,.4g}" if finding.found < 100 else f"{finding.found:,.0f}",
            f"{finding.expected:,.4g}" if finding.expected < 100 else f"{finding.expected:,.0f}",
            f"{finding.p:.3g}",
            verdict,
        )
    return table
