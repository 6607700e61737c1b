"""Every wager: how it can end, what each ending adds, and the figures that follow."""

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist

from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.analysis.simulation import ROUND
from houseway.games.approval import worded
from houseway.report.paper.evidence import SEVERAL_HANDS
from houseway.report.paper.model import Axis, Bar, Block, Cell, Chart, Column, Number, Row, Section, Table, Words
from houseway.report.paper.pay_links import PaidBy, links, moves
from houseway.report.paper.sections.paytables import pay_cell, prize_cell
from houseway.report.paper.shown import COUNT_DIGITS_MAX
from houseway.report.paper.subject import Subject

CONFIDENCE = 0.95
VOLATILITY = 0.90
CLOSE = Fraction(1, 100)
BARS_MAX = 14
Z = NormalDist()


def wagers(subject: Subject) -> Section:
    words = (
        "For each wager every way it can end. Combinations are in lowest common terms: each is how many of the equally "
        "likely cases, given below the table, end so. What is won is in units of the initial wager, and what it adds "
        "to the mean is probability times win; minus their sum is the house edge."
    )
    parts = [*(_wager(subject, wager) for wager in subject.wagers), *_further(subject), *_exactly(subject)]
    return Section("wagers", "The wagers", (Words(words), Words(MEANINGS)), tuple(parts))


def _further(subject: Subject) -> list[Section]:
    """What the solver notes beside its wagers."""
    notes = subject.solution.notes
    if not notes:
        return []
    columns = (Column("about", "Figure", "name"), Column("value", "Value"), Column("name", "Name", "name"))
    rows = tuple(
        Row(
            (
                name.replace(".", ": ").replace("_", " ").capitalize(),
                Number(value, "plain", 6) if "cents" in name or "in_action" in name else Number(value, "percent", 6),
                f"`{name}`",
            ),
            key=name,
        )
        for name, value in notes.items()
    )
    return [Section("further", "Further figures", (Table("further", "Further figures of the solver", columns, rows),))]


def _exactly(subject: Subject) -> list[Section]:
    """Counts that are too long for a table of outcomes, digit by digit."""
    tables: list[Block] = []
    for wager in subject.wagers:
        cases = common_cases(wager)
        if wager.rows and len(str(cases)) > COUNT_DIGITS_MAX:
            columns = (Column("outcome", "Outcome", "name"), Column("won", "Wins"), Column("ways", "Of them", "prose"))
            named = 1 if _has_one_name(wager) else 0
            rows = tuple(
                Row(
                    (
                        subject.outcome(row.outcome),
                        Number(row.won, "units", 0),
                        in_threes(int(row.probability * cases)),
                    )[named:]
                )
                for row in wager.rows
            )
            title = f"{subject.title_of(wager.name)}: combinations, exactly"
            tables.append(Table(f"ways_{wager.name}", title, columns[named:], rows, f"Of {in_threes(cases)} cases."))
    return [Section("exactly", "Long counts", tuple(tables))] if tables else []


def in_threes(number: int) -> str:
    """Digits in groups, between which a line may break."""
    return f"{number:,}".replace(",", " ")


MEANINGS = (
    "Tie rule of the element of risk: it is the edge divided by all that is finally staked, and a tied bet counts as "
    "staked. The edge of bets that do not tie is given beside it. The volatility index is 1.645 standard deviations: "
    "nine holds in ten of n rounds lie within the index over the root of n. Rounds to a hold near theory are those "
    "after which it lies so near in 95 of 100 cases, by the normal law."
)


def table_name(wager: str) -> str:
    return f"wager_{wager}"


def measures_name(wager: str) -> str:
    return f"measures_{wager}"


def fits_rows(wager: WagerSolution) -> bool:
    """Whether edge, hits and deviation follow from the table of outcomes, to the last digit."""
    rows = wager.rows
    mean = sum((row.won * row.probability for row in rows), Fraction(0))
    square = sum((row.won**2 * row.probability for row in rows), Fraction(0))
    hit = sum((row.probability for row in rows if row.won > 0), Fraction(0))
    return bool(rows) and (-mean, hit, square - mean**2) == (wager.edge.value, wager.hit.value, wager.variance.value)


def _wager(subject: Subject, wager: WagerSolution) -> Section:
    about = next((each.about for each in subject.game.sheet.wagers if each.name == wager.name), "")
    blocks: list[Block] = [Words(worded(subject.game, subject.settings, about))] if about else []
    if wager.rows:
        blocks.append(outcome_table(subject, wager))
    blocks.append(measures_table(subject, wager))
    if wager.rows and not fits_rows(wager):
        blocks.append(Words(sampled_words(wager), "note"))
    if len({row.outcome for row in wager.rows}) > 2:
        blocks.append(_contributions(subject, wager))
    return Section(f"of_{wager.name}", subject.title_of(wager.name), tuple(blocks))


def sampled_words(wager: WagerSolution) -> str:
    if wager.variance.se is not None:
        return (
            "Rounds with split hands are sampled in this table, so the figures with a standard error follow from it "
            "within that error; the edge is exact."
        )
    return "The figures of this wager are worked out by themselves; they do not all follow from its table."


# --- the table of outcomes ---


def outcome_table(subject: Subject, wager: WagerSolution) -> Table:
    columns: tuple[Column, ...] = (
        Column("outcome", "Outcome", "name"),
        Column("ways", "Combinations"),
        Column("probability", "Probability"),
        Column("one_in", "1 in"),
        Column("pay", "Wins"),
        Column("adds", "Adds to the mean"),
    )
    if _has_one_name(wager):
        columns = columns[1:]
    rows = outcome_rows(subject, wager, columns, 7)
    return Table(
        table_name(wager.name), f"How {subject.title_of(wager.name)} ends", columns, rows, _said(subject, wager)
    )


def outcome_rows(
    subject: Subject, wager: WagerSolution, columns: Sequence[Column], digits: int, *, live: bool = True
) -> tuple[Row, ...]:
    """A row an outcome and one for all together, with what these columns are of; `live` pays follow the paytable's."""
    cases = common_cases(wager)
    paid = _paid(subject, wager) if live else [""] * len(wager.rows)
    rows = []
    for i, row in enumerate(wager.rows):
        known: dict[str, Cell] = {
            "outcome": subject.outcome(row.outcome),
            "ways": Number(row.probability * cases, "count"),
            "probability": Number(row.probability, "percent", digits),
            "one_in": Number(1 / row.probability, "one_in", formula="1/[probability]"),
            "pay": Number(row.won, "units", 0, formula=paid[i]),
            "adds": Number(row.won * row.probability, "units", 6, formula="[probability]*[pay]"),
        }
        rows.append(Row(tuple(known[column.key] for column in columns), key=f"row{i}"))
    mean = sum((row.won * row.probability for row in wager.rows), Fraction(0))
    together: dict[str, Cell] = {
        "outcome": "Together",
        "ways": Number(cases, "count"),
        "probability": Number(Fraction(1), "percent", digits, formula="SUM([probability:])"),
        "adds": Number(mean, "units", 6, formula="SUM([adds:])"),
    }
    return (*rows, Row(tuple(together.get(column.key, "") for column in columns), key="total", total=True))


def common_cases(wager: WagerSolution) -> int:
    """The least number of equally likely cases of which every outcome is a whole number."""
    return math.lcm(*(row.probability.denominator for row in wager.rows))


def _said(subject: Subject, wager: WagerSolution) -> str:
    """Below its table: of how many cases, and what of it follows a pay that is changed in the sheet."""
    cases = common_cases(wager)
    long = len(str(cases)) > COUNT_DIGITS_MAX
    words = (
        f"Equally likely cases: a number of {len(str(cases))} digits; the counts stand in full under Long counts."
        if long
        else f"Equally likely cases: {cases:,}."
    )
    if wager.name == ROUND and together_of(subject):
        return f"{words} In the workbook the edge of a round follows its wagers, and these rows stay."
    if has_several_hands(wager) and moves(subject, wager) is not None:
        return f"{words} In the workbook the edge follows a changed pay; these rows, which sum hands, stay."
    if has_several_hands(wager):
        return f"{words} Rows of several hands sum pays: what another pay does, a report with `--pay` says."
    return words


def _has_one_name(wager: WagerSolution) -> bool:
    """A round that ends in no other word than 'round': what it wins says it all."""
    return len({row.outcome for row in wager.rows}) == 1


def has_several_hands(wager: WagerSolution) -> bool:
    return any(row.outcome == SEVERAL_HANDS for row in wager.rows)


def together_of(subject: Subject) -> list[str]:
    """The wagers whose edges are that of the round; none where something else is in it too."""
    names = [name for name in subject.game.wagers if name in subject.solution.wagers]
    aside = {wager.name for wager in subject.game.sheet.wagers if wager.aside}
    mine = [name for name in names if name not in aside]
    total = sum((subject.solution.wagers[name].edge.value for name in mine), Fraction(0))
    of_round = subject.solution.wagers.get(ROUND)
    return mine if of_round is not None and total == of_round.edge.value else []


def _paid(subject: Subject, wager: WagerSolution) -> list[str]:
    """Where an ending wins what a paytable pays, or so many times that: the cell of the paytable, so many times.

    Rounds of several hands win sums of pays, which no cell says: there the edge alone follows a changed pay.
    """
    if has_several_hands(wager):
        return [""] * len(wager.rows)
    return [_linked(link) if link else "" for link in links(subject, wager)]


def _linked(link: PaidBy) -> str:
    cell = pay_cell(link.pay)
    if link.multiplier is not None:
        cell = f"({prize_cell(link.multiplier)}+{link.beside})*{cell}"
        return cell if link.units == 1 else f"{link.units}*{cell}"
    times = link.units * link.times
    return cell if times == 1 else f"{times}*{cell}"


# --- the figures that follow ---


def measures_table(subject: Subject, wager: WagerSolution) -> Table:
    columns = (Column("measure", "Measure", "name"), Column("value", "Value"), Column("meaning", "What it is", "prose"))
    edge = _edge_formula(subject, wager)
    rows = tuple(Row((name, number, meaning), key=key) for key, name, number, meaning in _measures(wager, edge))
    return Table(measures_name(wager.name), f"Figures of {subject.title_of(wager.name)}", columns, rows)


def _edge_formula(subject: Subject, wager: WagerSolution) -> str:
    """From its endings, or from what follows a pay of a hand; the edge of a round is the sum of its wagers'."""
    if wager.name == ROUND and (names := together_of(subject)):
        return "+".join(f"[{measures_name(name)}!edge.value]" for name in names)
    known = f"-[{table_name(wager.name)}!total.adds]" if fits_rows(wager) else ""
    if not has_several_hands(wager):
        return known
    follows = "".join(
        f"-{float(fall)!r}*({pay_cell(row)}-{float(row.pay)!r})" for row, fall in moves(subject, wager) or ()
    )
    return f"{known or repr(float(wager.edge.value))}{follows}" if follows else known


def _measures(wager: WagerSolution, edge_formula: str) -> Sequence[tuple[str, str, Number | str, str]]:
    live = fits_rows(wager)
    rows, own = table_name(wager.name), measures_name(wager.name)
    edge, sd = wager.edge.value, wager.measure("sd")
    tied = sum((row.probability for row in wager.rows if row.won == 0), Fraction(0))
    risk = wager.measure("element_of_risk")
    spread = Z.inv_cdf((1 + VOLATILITY) / 2)
    found: list[tuple[str, str, Number | str, str]] = [
        (
            "edge", "House edge",
            Number(edge, "percent", 6, wager.edge.se, edge_formula),
            "of the initial wager",
        ),
        (
            "return", "Return to player",
            Number(1 - edge, "percent", 6, wager.edge.se, f"1-[{own}!edge.value]"),
            "of the initial wager",
        ),
        (
            "hit", "Hit frequency",
            Number(
                wager.hit.value, "percent", 6, wager.hit.se,
                f'SUMIF([{rows}!pay:],">0",[{rows}!probability:])' if live else "",
            ),
            "how often it wins something",
        ),
        (
            "sd", "Standard deviation",
            Number(
                sd[1], "plain", 5, sd[2],
                f"SQRT(SUMPRODUCT([{rows}!probability:],[{rows}!pay:],[{rows}!pay:])-[{rows}!total.adds]^2)"
                if live else "",
            ),
            "of one round, in units",
        ),
        ("action", "In action", Number(wager.action.value, "plain", 6, wager.action.se), "units finally staked"),
        (
            "risk", "Element of risk",
            Number(risk[0] or risk[1], "percent", 4, risk[2], f"[{own}!edge.value]/[{own}!action.value]"),
            "edge of all that is staked; ties count",
        ),
    ]  # fmt: skip
    if tied and tied < 1 and wager.rows:
        number = Number(
            edge / (1 - tied), "percent", 4, wager.edge.se,
            f'[{own}!edge.value]/(1-SUMIF([{rows}!pay:],0,[{rows}!probability:]))' if live else "",
        )  # fmt: skip
        found.append(("resolved", "Edge without ties", number, "of initial wagers that win or lose"))
    found.append(
        (
            "volatility", "Volatility index",
            Number(spread * sd[1], "plain", 4, None, f"NORMSINV({(1 + VOLATILITY) / 2})*[{own}!sd.value]"),
            "90 % of holds lie within it over the root of n",
        )
    )  # fmt: skip
    if edge:
        found += _rounds(own, float(edge), sd[1])
    return found


def _rounds(own: str, edge: float, sd: float) -> list[tuple[str, str, Number | str, str]]:
    share = (1 + CONFIDENCE) / 2
    far, close = Z.inv_cdf(share), float(CLOSE)
    live = f"(NORMSINV({share})*[{own}!sd.value]/({close}{{}}))^2"
    relative, point = (far * sd / (close * abs(edge))) ** 2, (far * sd / close) ** 2
    of_edge = f"*ABS([{own}!edge.value])"
    return [
        (
            "rounds", "Rounds to 1 % of theory",
            Number(math.ceil(relative), "count", 0, None, f"ROUNDUP({live.format(of_edge)},0)"),
            "hold within a hundredth of the edge",
        ),
        (
            "point", "Rounds to one point",
            Number(math.ceil(point), "count", 0, None, f"ROUNDUP({live.format('')},0)"),
            "hold within 1 % of the amount bet",
        ),
    ]  # fmt: skip


# --- what each ending adds ---


def _contributions(subject: Subject, wager: WagerSolution) -> Chart:
    sums: dict[str, Fraction] = {}
    for row in wager.rows:
        sums[row.outcome] = sums.get(row.outcome, Fraction(0)) + row.won * row.probability
    ordered = sorted(sums.items(), key=lambda item: -item[1])
    if len(ordered) > BARS_MAX:
        kept = sorted(ordered, key=lambda item: -abs(item[1]))[: BARS_MAX - 1]
        rest = sum((value for name, value in ordered if (name, value) not in kept), Fraction(0))
        ordered = [*sorted(kept, key=lambda item: -item[1]), ("", rest)]
    title = subject.title_of(wager.name)
    return Chart(
        f"adds_{wager.name}",
        f"What each ending of {title} adds to the player's mean",
        "Dark bars are won by the player, pale ones by the house; their sum is minus the house edge.",
        Axis("Outcome"),
        Axis("units a bet", "units", 4),
        bars=tuple(Bar(float(value), subject.outcome(name) if name else "all others") for name, value in ordered),
    )
