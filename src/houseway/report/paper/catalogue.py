"""Every game on a few pages: what the whole catalogue leaves the house."""

from collections import Counter
from collections.abc import Sequence

from houseway import __version__
from houseway.games.words import listed
from houseway.report.paper.game_report import verdicts_of
from houseway.report.paper.model import Block, Column, Document, Number, Row, Section, Table, Words
from houseway.report.paper.sections.colophon import MAKE_AGAIN, dated
from houseway.report.paper.subject import Subject
from houseway.report.verdicts_page import verdict_word

SUBTITLE = "What every game leaves the house"


def catalogue(subjects: Sequence[Subject], date: str = "") -> Document:
    columns = (
        Column("game", "Game", "name"),
        Column("wager", "Wager", "name"),
        Column("edge", "House edge"),
        Column("hit", "Hits"),
        Column("sd", "Standard deviation"),
    )
    rows = tuple(
        Row(
            (
                of.game.title if i == 0 else "",
                of.title_of(wager.name),
                Number(wager.edge.value, "percent", 6, wager.edge.se),
                Number(wager.hit.value, "percent", 6, wager.hit.se),
                Number(wager.measure("sd")[1], "plain", 5, wager.measure("sd")[2]),
            ),
            key=f"{of.game.slug}.{wager.name}",
        )
        for of in subjects
        for i, wager in enumerate(of.wagers)
    )
    published = tuple(
        Row((of.game.title, Number(len(verdicts_of(of.game.slug)), "count"), _verdicts(of.game.slug)))
        for of in subjects
    )
    heads = (Column("game", "Game", "name"), Column("count", "Published figures"), Column("said", "Verdicts", "prose"))
    blocks: tuple[Block, ...] = (
        Words("The standard options of each game, best play. Each game has a report of its own beside this one."),
        Table("catalogue", "Figures of every wager", columns, rows),
        Table("verdicts", "What the makers published", heads, published),
        Words(f"{MAKE_AGAIN} `{' '.join(['houseway report --all --format pdf --out FOLDER', *dated(date)])}`"),
    )
    return Document(
        title="Catalogue of games",
        subtitle=SUBTITLE,
        facts=(("Games", listed([of.game.title for of in subjects])), ("houseway", __version__)),
        sections=(Section("catalogue", "The games", blocks),),
        date=date,
        keywords=tuple(of.game.slug for of in subjects),
        sheet=True,
    )


def _verdicts(slug: str) -> str:
    counts = Counter(each.verdict for each in verdicts_of(slug))
    return ", ".join(f"{n} {verdict_word(verdict, n)}" for verdict, n in counts.items()) or "none published"
