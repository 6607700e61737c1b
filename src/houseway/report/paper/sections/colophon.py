"""Where this comes from: sources, versions, and the command that makes it again."""

import platform
from importlib.metadata import version

from houseway import __version__
from houseway.analysis.computed_by import computed_by
from houseway.analysis.store import digest
from houseway.games.edition import edition_of
from houseway.report.paper.evidence import evidence_key
from houseway.report.paper.model import Column, Row, Section, Table, Words
from houseway.report.paper.subject import Subject


def colophon(subject: Subject) -> Section:
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
    words = (
        "Make it again with the command below: the same version gives the same bytes, in any folder, on any day. "
        "`houseway edge --fresh` computes the figures from nothing."
    )
    blocks = (
        Table("sources", "Sources and versions", columns, tuple(Row(fact) for fact in facts)),
        Words(words),
        Words(f"`{subject.command()}`"),
    )
    return Section("colophon", "Sources and how to make this again", blocks)
