"""The figures of a wager, each as a formula of its table of outcomes, of its hands, or of the wagers of its round."""

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist

from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.analysis.simulation import ROUND
from houseway.report.paper.model import Column, Number, Row, Table
from houseway.report.paper.subject import Subject

CONFIDENCE = 0.95
VOLATILITY = 0.90
CLOSE = Fraction(1, 100)
Z = NormalDist()
TIE_RULE = (
    "Tie rule of the element of risk: it is the edge divided by all that is finally staked; a tied bet counts as "
    "staked, and of choices that are worth the same the one with less money in action is taken."
)
MEANINGS = (
    f"{TIE_RULE} The edge of bets that do not tie is given beside it. The volatility index is 1.645 standard "
    "deviations: nine holds in ten of n rounds lie within the index over the root of n. Rounds to a hold near theory "
    "are those after which it lies so near in 95 of 100 cases, by the normal law."
)

Measure = tuple[str, str, Number | str, str]  # key, name, value, what it is


def table_name(wager: str) -> str:
    return f"wager_{wager}"


def hands_name(wager: str) -> str:
    return f"hands_{wager}"


def measures_name(wager: str) -> str:
    return f"measures_{wager}"


def is_staked(wager: WagerSolution) -> bool:
    """Whether anything is bet on it, or it is paid beside a bet."""
    return wager.action.value > 0


def measures_table(subject: Subject, wager: WagerSolution) -> Table:
    columns = (Column("measure", "Measure", "name"), Column("value", "Value"), Column("meaning", "What it is", "prose"))
    rows = tuple(Row((name, number, meaning), key=key) for key, name, number, meaning in _measures(subject, wager))
    return Table(measures_name(wager.name), f"Figures of {subject.title_of(wager.name)}", columns, rows)


# --- formulas, '' where a figure does not follow from the tables ---


def together_of(subject: Subject) -> list[str]:
    """The figures that add up to those of the round; none where something else is in it too."""
    of_round = subject.figures.get(ROUND)
    names = [name for name in subject.game.wagers if name in subject.figures]
    aside = {wager.name for wager in subject.game.sheet.wagers if wager.aside}
    for mine in ([name for name in names if name not in aside], names):
        total = sum((subject.figures[name].edge.value for name in mine), Fraction(0))
        if of_round is not None and total == of_round.edge.value:
            return mine
    return []


def edge_formula(subject: Subject, wager: WagerSolution) -> str:
    if wager.name == ROUND and (names := together_of(subject)):
        return "+".join(f"[{measures_name(name)}!edge.value]" for name in names)
    if wager.hands:
        return f"-[{hands_name(wager.name)}!total.adds]"
    return f"-[{table_name(wager.name)}!total.adds]" if wager.rows and _mean(wager) == -wager.edge.value else ""


def hit_formula(subject: Subject, wager: WagerSolution) -> str:
    """By what is won; of a round in which a bet may win while others lose more, by the names of its endings."""
    rows, hit = table_name(wager.name), wager.hit.value
    if not wager.rows:
        return ""
    if sum((row.probability for row in wager.rows if row.won > 0), Fraction(0)) == hit:
        return f'SUMIF([{rows}!pay:],">0",[{rows}!probability:])'
    for name in dict.fromkeys(row.outcome for row in wager.rows):
        likely = sum((row.probability for row in wager.rows if row.outcome == name), Fraction(0))
        if hit in (likely, 1 - likely):
            told = subject.outcome(name) if likely == hit else f"<>{subject.outcome(name)}"
            return f'SUMIF([{rows}!outcome:],"{told}",[{rows}!probability:])'
    return ""


def sd_formula(wager: WagerSolution, edge_cell: str) -> str:
    """About the mean of its rows; about the exact one where rounds are sampled or hands tell it."""
    rows = table_name(wager.name)
    square = sum((row.won**2 * row.probability for row in wager.rows), Fraction(0))
    if not wager.rows or square - wager.edge.value**2 != wager.variance.value:
        return ""
    mean = f"[{rows}!total.adds]" if _mean(wager) == -wager.edge.value and not wager.hands else edge_cell
    return f"SQRT(SUMPRODUCT([{rows}!probability:],[{rows}!pay:],[{rows}!pay:])-{mean}^2)"


def _mean(wager: WagerSolution) -> Fraction:
    return sum((row.won * row.probability for row in wager.rows), Fraction(0))


# --- the table ---


def _measures(subject: Subject, wager: WagerSolution) -> Sequence[Measure]:
    own = measures_name(wager.name)
    edge, hit, sd = wager.edge, wager.hit, wager.measure("sd")
    of_bet = "of the initial wager" if is_staked(wager) else "of the first bet of its round"
    live_edge = edge_formula(subject, wager)
    live_hit, live_sd = hit_formula(subject, wager), sd_formula(wager, f"[{own}!edge.value]")
    index = Z.inv_cdf((1 + VOLATILITY) / 2)
    live_index = f"NORMSINV({(1 + VOLATILITY) / 2})*[{own}!sd.value]"
    found: list[Measure] = [
        ("edge", "House edge", Number(edge.value, "percent", 6, edge.se, live_edge), of_bet),
        ("return", "Return to player", Number(1 - edge.value, "percent", 6, edge.se, f"1-[{own}!edge.value]"), of_bet),
        ("hit", "Hit frequency", Number(hit.value, "percent", 6, hit.se, live_hit), "how often it wins something"),
        ("sd", "Standard deviation", Number(sd[1], "plain", 5, sd[2], live_sd), "of one round, in units"),
        *_of_stake(wager),
        (
            "volatility", "Volatility index", Number(index * sd[1], "plain", 4, None, live_index),
            "90 % of holds lie within it over the root of n",
        ),
    ]  # fmt: skip
    if not is_staked(wager):
        found = [each for each in found if each[0] != "return"]
    return [*found, *_rounds(own, float(edge.value), sd[1])] if edge.value else found


def _of_stake(wager: WagerSolution) -> list[Measure]:
    """What is divided by stakes: nothing of what is paid beside a bet."""
    if not is_staked(wager):
        return []
    own, rows = measures_name(wager.name), table_name(wager.name)
    risk = wager.measure("element_of_risk")
    found: list[Measure] = [
        ("action", "In action", Number(wager.action.value, "plain", 6, wager.action.se), "units finally staked"),
        (
            "risk", "Element of risk",
            Number(risk[0] or risk[1], "percent", 4, risk[2], f"[{own}!edge.value]/[{own}!action.value]"),
            "edge of all that is staked; ties count, and of equal choices the lesser bet is made",
        ),
    ]  # fmt: skip
    tied = sum((row.probability for row in wager.rows if row.won == 0), Fraction(0))
    if 0 < tied < 1:
        number = Number(
            wager.edge.value / (1 - tied), "percent", 4, wager.edge.se,
            f"[{own}!edge.value]/(1-SUMIF([{rows}!pay:],0,[{rows}!probability:]))",
        )  # fmt: skip
        found.append(("resolved", "Edge without ties", number, "of initial wagers that win or lose"))
    return found


def _rounds(own: str, edge: float, sd: float) -> list[Measure]:
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
