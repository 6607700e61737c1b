"""What the tests of a shuffler found, and what its log says, for people."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from houseway.games.words import counted
from houseway.house.shuffler.log import MachineLog
from houseway.house.shuffler.statistics import ALARM, ShuffleTest
from houseway.report.audit_pages import when
from houseway.report.listing import Listing, figure, name, prose


def findings_page(findings: list[ShuffleTest], shuffles: int, cards: int) -> RenderableType:
    figures = (figure(head) for head in ("found", "expected", "p", ""))
    title = f"{shuffles:,} shuffles of {cards} cards; alarm under p = {ALARM:g}"
    listing = Listing(title, [name("test"), prose("asks whether"), *figures])
    for finding in findings:
        verdict = Text("good", style="green") if finding.good else Text("ALARM", style="bold red")
        listing.add(
            finding.test,
            finding.about,
            f"{finding.found:,.4g}" if finding.found < 100 else f"{finding.found:,.0f}",
            f"{finding.expected:,.4g}" if finding.expected < 100 else f"{finding.expected:,.0f}",
            f"{finding.p:.3g}",
            verdict,
        )
    return listing


def log_page(table: str, log: MachineLog) -> RenderableType:
    """The log of a table's machine: model, counts, what changed when, faults."""
    by_deck = ", ".join(f"deck {deck}: {times:,}" for deck, times in (log.decks or {}).items())
    lines = [
        f"{log.machine}; {log.mode}",
        f"{counted(log.cycles, 'shuffle')}{f' ({by_deck})' if by_deck else ''}, "
        f"{counted(log.rounds, 'round')} delivered, {counted(log.packets, 'packet')}, {counted(log.cards, 'card')}, "
        f"{counted(log.dispensed, 'remaining card')} dispensed",
        *(
            [f"{counted(log.voids, 'void round')}, whose cards left the machine too: not in these counts"]
            if log.voids
            else []
        ),
        *(f"{when(change.at)}  {change.words} ({change.by}: {change.reason})" for change in log.changes),
    ]
    faults = [Text(f"FAULT {fault}", style="bold red") for fault in log.faults]
    none = [Text("no fault since the table was opened", style="green")]
    told = Group(*(Text(line) for line in lines), *(faults or none))
    return Group(Text(f"Table {table}", style="bold"), Padding(told, (0, 0, 0, 2)))
