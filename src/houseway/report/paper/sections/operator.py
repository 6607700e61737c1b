"""A page for operators: expected win by bets and hours, the risk of a night, limits and caps."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.analysis.effects import lawful_cap
from houseway.analysis.simulation import ROUND
from houseway.games.betting import limits_of, required_wagers
from houseway.games.words import dollars, listed
from houseway.report.paper.evidence import BET_CENTS, HOURS, PLAYERS, ROUNDS_AN_HOUR, Night
from houseway.report.paper.model import (
    Axis,
    Bar,
    Block,
    Chart,
    Column,
    Line,
    Number,
    Row,
    Rule,
    Section,
    Table,
    Words,
)
from houseway.report.paper.sections.measures import table_name
from houseway.report.paper.sections.method import BAND_Z
from houseway.report.paper.sections.paytables import paytable_name
from houseway.report.paper.subject import Subject

BETS = (500, 1000, 2500, 10_000)  # cents on every spot
BANKS = (500_000, 1_000_000, 2_500_000, 5_000_000)  # cents at risk in a night
HOLD_ROUNDS = tuple(round(100 * 10 ** (step / 8)) for step in range(33))


def operator(subject: Subject) -> Section:
    titles = listed([subject.title_of(name) for name in subject.bet_on])
    full = min(PLAYERS, subject.game.seats_max(subject.settings))
    words = (
        f"Every player bets the same on {titles}, and plays by the {subject.solution.strategy} strategy. Real players "
        "play worse and bet otherwise, so a real table wins more. Change the assumptions in the sheet and the rest "
        "follows."
    )
    blocks: list[Block] = [Words(words), _assumptions(full), _expected(subject, full), *_hold(subject)]
    night = subject.evidence.night if subject.evidence else None
    parts = [Section("limits", "Limits and caps", tuple(_limits(subject, night)))]
    if night is not None:
        parts.insert(0, Section("night", "The risk of a night", tuple(_night(night))))
    else:
        note = f"The risk of a night is not kept for these options; `{subject.command()} --full` works it out."
        blocks.append(Words(note, "note"))
    return Section("operator", "For operators", tuple(blocks), tuple(parts))


def _assumptions(full: int) -> Table:
    columns = (Column("what", "Assumed", "name"), Column("value", "Value"))
    rows = (
        Row(("Rounds an hour", Number(ROUNDS_AN_HOUR, "count")), key="rounds"),
        Row(("Hours a night", Number(HOURS, "count")), key="hours"),
        Row(("Players at a full table", Number(full, "count")), key="players"),
    )
    return Table("assumptions", "Assumptions", columns, rows)


def _expected(subject: Subject, full: int) -> Table:
    columns = (
        Column("spots", "Bets", "name"),
        Column("bet", "On each spot"),
        Column("round", "Won of a player a round"),
        Column("hour", "... an hour"),
        Column("table", "Full table an hour"),
        Column("night", "... a night"),
    )
    required = set(required_wagers(subject.game, subject.settings))
    needed = [name for name in subject.bet_on if name in required]
    groups = {"required": needed, "every spot": subject.bet_on} if needed != subject.bet_on else {"all": needed}
    rows = [
        _won(subject, spots if i == 0 else "", names, bet, full)
        for spots, names in groups.items()
        if names
        for i, bet in enumerate(BETS)
    ]
    return Table("expected", "Expected win of the house, in dollars", columns, tuple(rows))


def _won(subject: Subject, spots: str, names: Sequence[str], bet: int, full: int) -> Row:
    """The bet and all that follows from it."""
    figures = subject.together(names)
    a_round = Fraction(bet, 100) * sum((subject.solution.wagers[name].edge.value for name in figures), Fraction(0))
    hour = a_round * ROUNDS_AN_HOUR
    live = "+".join(f"[figures!{name}.edge]" for name in figures)
    return Row(
        (
            spots,
            Number(bet, "dollars"),
            Number(a_round, "plain", 4, formula=f"[bet]*({live})"),
            Number(hour, "plain", 2, formula="[round]*[assumptions!rounds.value]"),
            Number(full * hour, "plain", 2, formula="[hour]*[assumptions!players.value]"),
            Number(full * HOURS * hour, "plain", 2, formula="[table]*[assumptions!hours.value]"),
        )
    )


def _hold(subject: Subject) -> list[Block]:
    """The band that a hold must come to lie in."""
    name = next(iter(subject.together(subject.chosen_for) or subject.bet_on), None)
    if name is None:
        return []
    wager = subject.solution.wagers[name]
    of_round = name == ROUND
    edge, sd = float(wager.edge.value), wager.measure("sd")[1]
    band = tuple((float(n), edge - BAND_Z * sd / n**0.5, edge + BAND_Z * sd / n**0.5) for n in HOLD_ROUNDS)
    chart = Chart(
        "hold",
        f"Hold of {'a round' if of_round else subject.title_of(name)} by chance",
        "The band in which 95 of 100 holds lie after so many rounds; it narrows with the root of their number.",
        Axis("rounds", "count", log=True),
        Axis("hold, of the base bet" if of_round else "hold, of the amount bet", "percent", 0),
        lines=(Line("edge", tuple((n, edge) for n, _, _ in band), band, "95 % of holds"),),
    )
    return [chart]


def _night(night: Night) -> list[Block]:
    won = "wins" if night.mean_cents > 0 else "loses"
    mean, spread = (dollars(round(abs(cents) / 100) * 100) for cents in (night.mean_cents, night.sd_cents))
    words = (
        f"{night.players} players with {dollars(BET_CENTS)} on every spot, {night.rounds} rounds: the house {won} "
        f"{mean} on average, with a standard deviation of {spread}. In {night.behind:.1%} of nights it does not win. "
        "Simulated rounds of the whole table, added up; other bets scale with their size."
    )
    columns = (Column("share", "Share of nights"), Column("win", "The house wins at most"))
    rows = tuple(Row((Number(share, "percent", 0), Number(cents, "dollars"))) for share, cents in night.quantiles)
    chart = Chart(
        "night",
        "What the house wins in a night",
        "How likely each result of a night is; pale bars are nights in which the house loses, and the first and the "
        "last bar have all beyond them.",
        Axis("win, in dollars", "plain"),
        Axis("share of nights", "percent", 1),
        bars=tuple(Bar(share, span=(low / 100, high / 100)) for low, high, share in night.bins),
        rules=(Rule("mean", x=night.mean_cents / 100),),
    )
    return [Words(words), chart, Table("quantiles", "Nights", columns, rows)]


def _limits(subject: Subject, night: Night | None) -> list[Block]:
    blocks: list[Block] = [_exposure(subject)]
    if subject.game.sheet.caps:
        cap = lawful_cap(subject.game, subject.settings)
        blocks.append(
            Words(f"The least cap that the law allows where every wager has its highest limit is {dollars(cap)}.")
        )
    if night is not None and (worst := night.quantiles[0][1]) < 0:
        columns = (Column("bank", "At risk in a night"), Column("bet", "Highest bet on each spot"))
        rows = tuple(
            Row(
                (
                    Number(bank, "dollars"),
                    Number(
                        bank * BET_CENTS // -worst // 100 * 100, "dollars", formula=f"INT([bank]*{BET_CENTS}/{-worst})"
                    ),
                )
            )
            for bank in BANKS
        )
        note = "With everyone at this limit, 99 of 100 nights cost the house no more than that."
        blocks.append(Table("suggested", "Suggested limits", columns, rows, note))
    return blocks


def _exposure(subject: Subject) -> Table:
    columns = (
        Column("wager", "Wager", "name"),
        Column("limit", "Highest limit"),
        Column("most", "Highest pay, to one"),
        Column("pays", "Largest pay"),
    )
    rows = []
    for wager in subject.game.sheet.wagers:
        most = _highest_pay(subject, wager.name)
        if wager.placed and wager.name in subject.solution.wagers and most is not None:
            limit = limits_of(wager).most_cents
            highest = Number(most, "plain", 2, formula=_highest_formula(subject, wager.name))
            pays = Number(limit * most, "dollars", formula="[limit]*[most]")
            rows.append(Row((wager.title, Number(limit, "dollars"), highest, pays)))
    return Table("exposure", "Largest single pays", columns, (*rows, *_round_exposure(subject)))


def _round_exposure(subject: Subject) -> list[Row]:
    """What one player's round may win on all bets that stand or fall together, those made in play included."""
    most = _highest_pay(subject, ROUND)
    bets = [wager for wager in subject.game.sheet.wagers if wager.name in subject.chosen_for]
    if most is None or most <= 0 or not bets:
        return []
    limit = min(limits_of(wager).most_cents for wager in bets)
    sides = len(subject.bet_on) > len(subject.chosen_for)
    title = "A round without side bets" if sides else "A round, all bets together"
    pays = Number(limit * most, "dollars", formula="[limit]*[most]")
    highest = Number(most, "plain", 2, formula=_highest_formula(subject, ROUND))
    return [Row((title, Number(limit, "dollars"), highest, pays))]


def _highest_pay(subject: Subject, wager: str) -> Fraction | None:
    """What a unit may win, by its rows; where the solver counts none under these pays, by its paytables."""
    if wager in subject.solution.wagers and (rows := subject.solution.wagers[wager].rows):
        return max(row.won for row in rows)
    tables = [table for table in subject.paytables if wager in table.wagers]
    return max((Fraction(num, den) for table in tables for _, num, den in table.pays), default=None)


def _highest_formula(subject: Subject, wager: str) -> str:
    """The same of the cells that say it."""
    if subject.solution.wagers[wager].rows:
        return f"MAX([{table_name(wager)}!pay:])"
    codes = [paytable_name(table.code) for table in subject.paytables if wager in table.wagers]
    return f"MAX({','.join(f'[{code}!pay:]' for code in codes)})" if codes else ""
