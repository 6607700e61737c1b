"""Where this comes from: sources, versions, and the command that makes it again."""

import platform
from importlib.metadata import version

from houseway import __version__
from houseway.analysis.computed_by import computed_by
from houseway.analysis.store import digest
from houseway.games.edition import edition_of
from houseway.report.paper.evidence import evidence_key, is_shipped
from houseway.report.paper.model import Column, Row, Section, Table, Words
from houseway.report.paper.subject import Subject

MAKE_AGAIN = (
    "Make it again with the command below, in the `--format` and on the `--paper` of this copy: the same version gives "
    "the same bytes, in any folder, on any day."
)


def colophon(subject: Subject, date: str = "") -> Section:
    worked_out = subject.evidence is not None and not is_shipped(subject.game, subject.solution)
    more = [*(["--full"] if worked_out else []), *dated(date)]
    blocks = (
        sources(subject),
        Words(f"{MAKE_AGAIN} `houseway edge --fresh` computes the figures from nothing."),
        Words(f"`{subject.command(more=more)}`"),
    )
    return Section("colophon", "Sources and how to make this again", blocks)


def dated(date: str) -> list[str]:
    """A date in the words of a command."""
    return ["--date", date] if date else []


def sources(subject: Subject) -> Table:
    game, solution = subject.game, subject.solution
    facts = (
        ("Source of the rules", game.sheet.source),
        ("houseway", __version__),
        ("Python, numpy", f"{platform.python_version()}, {version('numpy')}"),
        ("Edition of the rules", edition_of(game)),
        ("Digest of the sources", computed_by(game)),
        ("Digest of these figures", digest(game, solution.settings, solution.strategy)),
        ("Digest of this evidence", evidence_key(game, solution) if subject.evidence else "none is kept"),
    )
    columns = (Column("fact", "Fact", "name"), Column("value", "Value", "prose"))
    return Table("sources", "Sources and versions", columns, tuple(Row(fact) for fact in facts))
