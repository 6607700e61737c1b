"""Two option sets or paytables of a game, side by side."""

from math import hypot

from houseway.analysis.simulation import ROUND
from houseway.games.approval import in_words
from houseway.games.words import odds_text
from houseway.report.paper.compared_ends import Pair, ends, formulas, pairs
from houseway.report.paper.game_report import facts
from houseway.report.paper.model import Block, Column, Document, Number, Row, Section, Table, Words
from houseway.report.paper.sections.colophon import MAKE_AGAIN, dated, sources
from houseway.report.paper.sections.measures import together_of
from houseway.report.paper.sections.summary import study
from houseway.report.paper.subject import Subject
from houseway.rules.refused import Refused

SUBTITLE = "Two settings compared"
FIRST, SECOND = "A", "B"


def comparison(a: Subject, b: Subject, date: str = "") -> Document:
    if (a.settings, a.changed, a.solution.strategy) == (b.settings, b.changed, b.solution.strategy):
        raise Refused("both sides are the same: name an option or a pay for the second")
    return Document(
        title=a.game.title,
        subtitle=SUBTITLE,
        facts=tuple(
            (f"{name}, {side}", value)
            for (name, of_a), (_, of_b) in zip(facts(a), facts(b), strict=True)
            for side, value in ((FIRST, of_a), (SECOND, of_b))
            if name in ("Paytables", "Strategy", "Standing")
        ),
        sections=(_compared(a, b), _paytables(a, b), ends(a, b), _sources(a, b, date)),
        date=date,
        keywords=(a.game.slug,),
        brief=True,
    )


def _compared(a: Subject, b: Subject) -> Section:
    blocks: list[Block] = [
        Words(f"{side}: {words}", "departs") for side, of in ((FIRST, a), (SECOND, b)) if (words := study(of))
    ]
    columns = (
        Column("wager", "Wager", "name"),
        Column("a", "Edge, A"),
        Column("b", "Edge, B"),
        Column("change", "B less A"),
        Column("hit_a", "Hits, A"),
        Column("hit_b", "Hits, B"),
        Column("sd_a", "St. dev., A"),
        Column("sd_b", "St. dev., B"),
    )
    rows = tuple(_figures(a, b, pair) for pair in pairs(a, b))
    blocks += [_options(a, b), Table("compared", "Figures side by side", columns, rows)]
    if alone := {*a.figures} ^ {*b.figures}:
        titles = ", ".join(sorted(a.title_of(name) for name in alone))
        blocks.append(Words(f"Known of one side alone: {titles}."))
    return Section("compared", "Side by side", tuple(blocks))


def _error(*errors: float | None) -> float | None:
    """Of a difference; None where both are exact."""
    known = [each for each in errors if each is not None]
    return hypot(*known) if known else None


def _figures(a: Subject, b: Subject, pair: Pair) -> Row:
    x, y = pair
    edge_a, hit_a, sd_a = _live(a, b, pair, "a")
    edge_b, hit_b, sd_b = _live(a, b, pair, "b")
    return Row(
        (
            a.title_of(x.name),
            Number(x.edge.value, "percent", 4, x.edge.se, edge_a),
            Number(y.edge.value, "percent", 4, y.edge.se, edge_b),
            Number(y.edge.value - x.edge.value, "percent", 4, _error(x.edge.se, y.edge.se), "[b]-[a]"),
            Number(x.hit.value, "percent", 4, x.hit.se, hit_a),
            Number(y.hit.value, "percent", 4, y.hit.se, hit_b),
            Number(x.measure("sd")[1], "plain", 4, x.measure("sd")[2], sd_a),
            Number(y.measure("sd")[1], "plain", 4, y.measure("sd")[2], sd_b),
        ),
        key=x.name,
    )


def _live(a: Subject, b: Subject, pair: Pair, side: str) -> tuple[str, str, str]:
    """Of edge, hits and deviation; the edge of a round follows those of its wagers."""
    edge, hit, sd = formulas(pair, side)
    together = together_of(a if side == "a" else b)
    if pair[0].name == ROUND and together and {*together} <= {x.name for x, _ in pairs(a, b)}:
        edge = "+".join(f"[compared!{name}.{side}]" for name in together)
    return edge, hit, sd


def _options(a: Subject, b: Subject) -> Table:
    columns = (Column("option", "Option", "name"), Column("a", FIRST, "prose"), Column("b", SECOND, "prose"))
    pairs = zip(in_words(a.game, a.settings), in_words(b.game, b.settings), strict=True)
    rows = [Row((x.title, x.words, y.words)) for x, y in pairs if x.words != y.words]
    if a.solution.strategy != b.solution.strategy:
        rows.append(Row(("Strategy", a.solution.strategy, b.solution.strategy)))
    return Table("differ", "Options that differ", columns, tuple(rows) or (Row(("none", "", "")),))


def _paytables(a: Subject, b: Subject) -> Section:
    """Rows of which either side pays otherwise."""
    columns = (
        Column("wager", "Wager", "name"),
        Column("outcome", "Outcome", "name"),
        Column("a", "Pays, A"),
        Column("b", "Pays, B"),
    )
    of_a, of_b = _pays(a), _pays(b)
    rows = tuple(
        Row(
            (
                a.title_of(wager),
                a.outcome(outcome),
                _odds(of_a.get((wager, outcome))),
                _odds(of_b.get((wager, outcome))),
            )
        )
        for wager, outcome in dict.fromkeys((*of_a, *of_b))
        if of_a.get((wager, outcome)) != of_b.get((wager, outcome))
    )
    blocks: tuple[Block, ...] = (Words("Every wager pays the same on both sides."),)
    if rows:
        blocks = (Table("pays_differ", "Pays that differ", columns, rows),)
    return Section("paytables", "Paytables", blocks)


def _pays(of: Subject) -> dict[tuple[str, str], tuple[int, int]]:
    return {
        (wager, outcome): (num, den)
        for table in of.paytables
        for wager in table.wagers
        for outcome, num, den in table.pays
    }


def _odds(pay: tuple[int, int] | None) -> str:
    return "loses" if pay is None else odds_text(*pay)


def _sources(a: Subject, b: Subject, date: str) -> Section:
    parts = tuple(Section(f"sources_{side}", side, _side(of, side)) for side, of in ((FIRST, a), (SECOND, b)))
    blocks = (Words(MAKE_AGAIN), Words(f"`{a.command(more=[*_beside(a, b), *dated(date)])}`"))
    return Section("colophon", "Sources of both sides", blocks, parts)


def _side(of: Subject, side: str) -> tuple[Block, ...]:
    told = sources(of)
    table = Table(f"{told.name}_{side.lower()}", told.title, told.columns, told.rows)
    return table, Words(f"The whole report of this side: `{of.command()}`.")


def _beside(a: Subject, b: Subject) -> list[str]:
    """The second side in the words of a command."""
    settings = [f"{option}={value}" for option, value in b.settings.items() if value != a.settings[option]]
    pays = [f"{pay.code}/{pay.outcome}/{pay.odds}" for pay in b.changed if pay not in a.changed]
    return [
        *(word for setting in settings for word in ("--compare", setting)),
        *(word for pay in pays for word in ("--compare-pay", pay)),
    ]
