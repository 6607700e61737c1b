"""The report of one game: its sections, in the order that a reader needs them."""

from functools import cache

from houseway.analysis.claims import ClaimVerdict, verify
from houseway.games import find_game
from houseway.games.approval import departures
from houseway.games.words import counted
from houseway.report.paper.model import Document
from houseway.report.paper.sections.colophon import colophon
from houseway.report.paper.sections.house_options import effects
from houseway.report.paper.sections.meters import progressives
from houseway.report.paper.sections.method import method
from houseway.report.paper.sections.operator import operator
from houseway.report.paper.sections.pay_moves import pay_design
from houseway.report.paper.sections.paytables import paytables
from houseway.report.paper.sections.published import published
from houseway.report.paper.sections.rules import options, rules
from houseway.report.paper.sections.strategy import strategy
from houseway.report.paper.sections.summary import summary
from houseway.report.paper.sections.wagers import wagers
from houseway.report.paper.subject import Subject

SUBTITLE = "Mathematical analysis"


def game_report(subject: Subject, date: str = "") -> Document:
    verdicts = verdicts_of(subject.game.slug)
    design, meters = pay_design(subject), progressives(subject)
    return Document(
        title=subject.game.title,
        subtitle=SUBTITLE,
        facts=facts(subject),
        sections=(
            summary(subject, verdicts),
            options(subject),
            paytables(subject),
            wagers(subject),
            *([design] if design else []),
            strategy(subject),
            effects(subject),
            *([meters] if meters else []),
            operator(subject),
            method(subject),
            published(subject, verdicts),
            rules(subject),
            colophon(subject, date),
        ),
        date=date,
        keywords=(subject.game.slug, subject.solution.strategy),
    )


@cache
def verdicts_of(slug: str) -> tuple[ClaimVerdict, ...]:
    """On the maker's figures, which no option of a report changes."""
    return tuple(verify(find_game(slug)))


def facts(subject: Subject) -> tuple[tuple[str, str], ...]:
    """What it is a report of, on its first page."""
    game = subject.game
    found = len(departures(game, subject.settings)) + len(subject.changed)
    return (
        ("Game", game.title),
        ("Maker", game.sheet.maker),
        ("Seats", f"1 to {game.seats_max(subject.settings)}"),
        ("Paytables", ", ".join(table.code for table in subject.paytables)),
        ("Strategy", subject.solution.strategy),
        ("Standing", f"for study: {counted(found, 'departure')} from the approved rules" if found else "as approved"),
    )
