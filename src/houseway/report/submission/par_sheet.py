"""The PAR sheet of a game: on a page or two what a lab looks up, wager by wager, with the hold that chance allows."""

import math
import shlex
from fractions import Fraction
from statistics import NormalDist

from houseway import __version__
from houseway.analysis.computed_by import computed_by
from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.analysis.simulation import ROUND
from houseway.analysis.store import digest
from houseway.games.approval import in_words
from houseway.games.edition import edition_of
from houseway.games.words import odds_text
from houseway.report.paper.game_report import facts
from houseway.report.paper.model import Cell, Column, Document, Mark, Number, Row, Section, Table
from houseway.report.paper.sampled import exactly, is_sampled
from houseway.report.paper.sections.measures import (
    TIE_RULE,
    VOLATILITY,
    hit_formula,
    is_staked,
    sd_formula,
    table_name,
    together_of,
)
from houseway.report.paper.sections.wagers import common_cases, outcome_rows
from houseway.report.paper.shown import COUNT_DIGITS_MAX
from houseway.report.paper.subject import Subject

SUBTITLE = "PAR sheet"
SAMPLED = (
    "Rounds of several hands are one row with their mean win, so that all of it is exact; hits, deviation and top win "
    "are of a sample of them, sum by sum in the report."
)
ROUNDS = (10**3, 10**4, 10**5, 10**6, 10**7)
POWERS = "⁰¹²³⁴⁵⁶⁷"
CONFIDENCE = (1 + VOLATILITY) / 2
SKEW_MAX = 0.3  # of a mean: with less of it the normal law is taken to be fair


def par_sheet(subject: Subject, date: str = "") -> Document:
    return Document(
        title=subject.game.title,
        subtitle=SUBTITLE,
        facts=par_facts(subject),
        sections=(_figures(subject), _holds(subject), _outcomes(subject)),
        date=date,
        keywords=(subject.game.slug, "PAR"),
        sheet=True,
    )


def par_facts(subject: Subject) -> tuple[tuple[str, str], ...]:
    decks = str(subject.settings.get("decks", 1))
    known = dict(facts(subject)) | {"Version": f"{edition_of(subject.game)} (rules), {__version__} (houseway)"}
    names = ("Maker", "Version", "Decks", "Seats", "Paytables", "Strategy", "Standing")
    return tuple((name, decks if name == "Decks" else known[name]) for name in names)


# --- a line a wager ---


def _figures(subject: Subject) -> Section:
    columns = (
        Column("wager", "Wager", "name"),
        Column("edge", "House edge"),
        Column("return", "Return"),
        Column("hit", "Hit frequency"),
        Column("one_in", "1 hit in"),
        Column("sd", "Std. deviation"),
        Column("volatility", "Volatility index"),
        Column("action", "In action"),
        Column("risk", "Element of risk"),
        Column("most", "Top win"),
    )
    rows = tuple(_line(subject, wager) for wager in subject.wagers)
    note = (
        "Of the initial wager, in units of it. Edge and return by the strategy above. Volatility index: standard "
        f"deviation times 1.645. {TIE_RULE}"
    )
    return Section("figures", "Figures of every wager", (Table("par", "", columns, rows, note),))


def _line(subject: Subject, wager: WagerSolution) -> Row:
    own = table_name(wager.name)
    is_told = on_the_felt(subject, wager) and not is_sampled(wager)
    sd = wager.measure("sd")
    hit = wager.hit.value
    top = max((row.won for row in wager.rows), default=None)
    cells: tuple[Cell, ...] = (
        subject.title_of(wager.name),
        Number(wager.edge.value, "percent", 6, wager.edge.se, _edge_formula(subject, wager)),
        Number(1 - wager.edge.value, "percent", 6, None, "1-[edge]") if is_staked(wager) else "",
        Number(hit, "percent", 6, wager.hit.se, hit_formula(subject, wager) if is_told else ""),
        Number(1 / hit, "one_in", 1, None, "1/[hit]") if hit else "never",
        Number(sd[1], "plain", 5, sd[2], sd_formula(wager, "[edge]") if is_told else ""),
        Number(volatility(wager), "plain", 4, None, f"NORMSINV({CONFIDENCE})*[sd]"),
        *_of_stake(wager),
        "" if top is None else Number(top, "units", 0, None, f"MAX([{own}!pay:])" if is_told else ""),
    )
    return Row(cells, key=wager.name)


def _edge_formula(subject: Subject, wager: WagerSolution) -> str:
    """By the rows of this sheet; of a round by its wagers."""
    if wager.name == ROUND:
        return "+".join(f"[par!{name}.edge]" for name in together_of(subject))
    mean = sum((row.won * row.probability for row in exactly(wager).rows), Fraction(0))
    follows = on_the_felt(subject, wager) and mean == -wager.edge.value
    return f"-[{table_name(wager.name)}!total.adds]" if follows else ""


def _of_stake(wager: WagerSolution) -> tuple[Cell, Cell]:
    """In action and element of risk; what is paid beside a bet has neither."""
    if not is_staked(wager):
        return "", ""
    risk = wager.measure("element_of_risk")
    return (
        Number(wager.action.value, "plain", 6, wager.action.se),
        Number(risk[0] or risk[1], "percent", 4, None, "[edge]/[action]"),
    )


def volatility(wager: WagerSolution) -> float:
    return NormalDist().inv_cdf(CONFIDENCE) * wager.measure("sd")[1]


def on_the_felt(subject: Subject, wager: WagerSolution) -> bool:
    """A wager of the game, not a sum that its solver makes."""
    return wager.name in subject.game.wagers and bool(wager.rows)


# --- what chance allows ---


def _holds(subject: Subject) -> Section:
    columns = [Column("wager", "Wager", "name")]
    for n in ROUNDS:
        columns += [Column(f"low{n}", f"10{POWERS[len(str(n)) - 1]} from"), Column(f"high{n}", "to")]
    columns.append(Column("fair", "Fair from"))
    rows = tuple(
        Row((subject.title_of(each.name), *_bands(each), _fair(each)), key=each.name) for each in subject.wagers
    )
    note = (
        "Nine holds in ten lie within these bounds: edge less and plus volatility index over the root of the rounds. "
        f"By the normal law, which is fair from the rounds of the last column (skewness of the mean under {SKEW_MAX}); "
        "before, most holds are above the middle and a few far below."
    )
    return Section("holds", "Hold after so many rounds", (Table("holds", "", tuple(columns), rows, note),))


def _bands(wager: WagerSolution) -> list[Number]:
    edge, index = float(wager.edge.value), volatility(wager)
    found = []
    for n in ROUNDS:
        away = f"[par!{wager.name}.volatility]/SQRT({n})"
        found += [
            Number(edge - index / n**0.5, "percent", 2, None, f"[par!{wager.name}.edge]-{away}"),
            Number(edge + index / n**0.5, "percent", 2, None, f"[par!{wager.name}.edge]+{away}"),
        ]
    return found


def _fair(wager: WagerSolution) -> Cell:
    """Rounds after which the mean is near enough to the normal law."""
    skew = skewness(wager)
    return "" if skew is None else Number(max(1, math.ceil((skew / SKEW_MAX) ** 2)), "count")


def skewness(wager: WagerSolution) -> float | None:
    if not wager.rows or not wager.variance.value:
        return None
    mean = sum((row.won * row.probability for row in wager.rows), Fraction(0))
    third = sum(((row.won - mean) ** 3 * row.probability for row in wager.rows), Fraction(0))
    return float(third) / math.sqrt(wager.variance.value**3)


# --- every way that a wager can end ---


def _outcomes(subject: Subject) -> Section:
    """Each table in lowest common terms; what is left of the page has options and digests."""
    felt = [_ends(subject, exactly(wager)) for wager in subject.wagers if on_the_felt(subject, wager)]
    blocks = (*felt, _options(subject), digests(subject))
    return Section("outcomes", "Pays and combinations", blocks, beside=True)


def _ends(subject: Subject, wager: WagerSolution) -> Table:
    columns = (
        Column("outcome", "Outcome", "name"),
        Column("pay", "Wins"),
        Column("ways", "Combinations"),
        Column("probability", "Probability"),
        Column("adds", "Return"),
    )
    rows = outcome_rows(subject, wager, columns, 6, live=False)
    return Table(table_name(wager.name), _titled(subject, wager), columns, rows, _noted(wager))


def _titled(subject: Subject, wager: WagerSolution) -> str:
    """With the code of its paytable, where that says more than its name."""
    title = subject.title_of(wager.name)
    codes = [table.code for table in subject.paytables if wager.name in table.wagers]
    said = ", ".join(code for code in codes if code.lower() != title.lower())
    return f"{title} (paytable {said})" if said else title


def _noted(wager: WagerSolution) -> str:
    said = [SAMPLED] if is_sampled(wager) else []
    if len(str(common_cases(wager))) > COUNT_DIGITS_MAX:
        said.append("Combinations digit by digit: in the report, and as fractions in figures.json.")
    return " ".join(said)


def _options(subject: Subject) -> Table:
    columns = (Column("option", "Option", "name"), Column("setting", "In force", "prose"))
    rows = [
        Row((each.title, Mark(f"{each.words} (for study)", "departs") if each.study else each.words))
        for each in in_words(subject.game, subject.settings)
    ]
    for pay in subject.changed:
        said = f"{subject.outcome(pay.outcome)} pays {odds_text(*pay.odds.as_integer_ratio())} (not the maker's)"
        rows.append(Row((f"Paytable {pay.code}", Mark(said, "departs"))))
    return Table("options", "Options in force", columns, tuple(rows))


def digests(subject: Subject) -> Table:
    game, solution = subject.game, subject.solution
    found = (
        ("Source of the rules", game.sheet.source),
        ("Edition of the rules", edition_of(game)),
        ("Sources of the figures", computed_by(game)),
        ("These figures", digest(game, solution.settings, solution.strategy)),
        ("Made by", f"`{command(subject)}`"),
    )
    columns = (Column("fact", "Of what", "name"), Column("value", "Digest", "prose"))
    return Table("digests", "Digests", columns, tuple(Row(each) for each in found))


def command(subject: Subject) -> str:
    """What makes the pack again."""
    return " ".join([*map(shlex.quote, ["houseway", "submit", *subject.asked()]), "--key", "KEY", "--out", "FILE.zip"])
