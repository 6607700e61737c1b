"""The rules of play retold, and every option in force."""

from houseway.games.approval import departures, in_words, worded
from houseway.games.primer import primer_of
from houseway.games.words import dollars
from houseway.report.paper.model import Block, Column, Items, Mark, Row, Section, Table, Words
from houseway.report.paper.subject import Subject

APPROVED, STUDY = "approved", "for study"


def rules(subject: Subject) -> Section:
    game, settings = subject.game, subject.settings
    cited = {paragraph.id: paragraph.cites for paragraph in game.paragraphs.paragraphs}
    steps = tuple(
        ("; ".join(dict.fromkeys(cited[each] for each in step.by)), worded(game, settings, step.text))
        for step in primer_of(game).steps
    )
    blocks: list[Block] = [
        Words("In our words, each with the place in the source that it retells."),
        _wagers(subject),
    ]
    parts = [Section("round", "How a round goes", (Items(steps),))] if steps else []
    for heading, paragraphs in game.paragraphs.sections():
        items = Items(tuple((each.cites, each.text) for each in paragraphs))
        parts.append(Section(f"rules_{len(parts)}", heading, (items,)))
    return Section("rules", "Rules of play", tuple(blocks), tuple(parts))


def _wagers(subject: Subject) -> Table:
    columns = (
        Column("wager", "Wager", "name"),
        Column("kind", "Kind", "name"),
        Column("limits", "Limits", "name"),
        Column("about", "About", "prose"),
        Column("cites", "Where", "prose"),
    )
    rows = []
    for wager in subject.game.sheet.wagers:
        kind = "required" if wager.required else "for the dealers" if wager.toke else "optional"
        limits = f"{dollars(wager.least_cents)} to {dollars(wager.most_cents)}" if wager.placed else ""
        about = worded(subject.game, subject.settings, wager.about)
        rows.append(Row((wager.title, kind if wager.placed else "in play", limits, about, wager.cites)))
    return Table("wagers", "The wagers", columns, tuple(rows), "A house may set other limits within the law.")


def options(subject: Subject) -> Section:
    columns = (
        Column("option", "Option", "name"),
        Column("setting", "In force", "prose"),
        Column("standing", "Standing", "name"),
        Column("by", "By what it stands", "prose"),
    )
    usual = subject.game.settings()
    rows = []
    for each in in_words(subject.game, subject.settings):
        standing = Mark(STUDY, "departs") if each.study else Mark(APPROVED, "agrees")
        changed = "" if subject.settings[each.name] == usual[each.name] else " (not the standard)"
        rows.append(Row((each.title, f"{each.words}{changed}", standing, each.study or each.cites), key=each.name))
    found = departures(subject.game, subject.settings)
    blocks: list[Block] = [
        Words("Every option and its setting, by the source where it is approved; what departs from that is marked."),
        Table("options", "Options in force", columns, tuple(rows)),
    ]
    if found:
        blocks += [Words("Departures from the approved rules:", "departs"), Items(tuple(("", str(e)) for e in found))]
    return Section("options", "Options in force", tuple(blocks))
