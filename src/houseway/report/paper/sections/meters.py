"""The progressives that a game may carry: tiers, meters, the wait for a jackpot, and what more players change."""

from fractions import Fraction

from houseway.games.game import in_force
from houseway.games.words import counted, dollars, listed
from houseway.progressives.chances import chances_from
from houseway.progressives.jackpot import Progressive, percent, progressives_of
from houseway.progressives.meter_figures import ProgressiveFigures, figures_from
from houseway.report.paper.model import Block, Column, Number, Row, Section, Table, Words
from houseway.report.paper.subject import Subject
from houseway.report.progressive_page import ASSUMED, WHOEVER, reserve_words, tier_pays, tier_title, wait_words
from houseway.rules.refused import Refused


def progressives(subject: Subject) -> Section | None:
    """None: the game has none under these options."""
    there = [each for each in progressives_of(subject.game) if in_force(each.when, subject.settings)]
    if not there:
        return None
    words = f"Bets that feed meters, as the house chooses to carry them; each meter shows its seed here. {ASSUMED}"
    parts = tuple(Section(f"progressive_{each.name}", each.title, tuple(_blocks(subject, each))) for each in there)
    return Section("progressives", "Progressives", (Words(words),), parts)


def _blocks(subject: Subject, progressive: Progressive) -> list[Block]:
    standing = f"For study: {progressive.study}." if progressive.study else f"Approved: {progressive.cites}."
    blocks: list[Block] = [Words(f"{progressive.about} {standing}")]
    try:
        chances = chances_from(subject.game, subject.solution, progressive)
        found = figures_from(
            subject.game,
            subject.settings,
            progressive,
            subject.solution.strategy,
            chances,
            bet_cents=_least_cents(subject, progressive.of_wager),
        )
    except Refused as refusal:
        return [*blocks, Words(f"{str(refusal)[0].upper()}{str(refusal)[1:]}.", "note")]
    blocks += [_tiers(found), _meters(found), *(Words(line) for line in [*wait_words(found), *reserve_words(found)])]
    return [*blocks, _players(found) if found.hangs_on_players else Words(WHOEVER)]


def _least_cents(subject: Subject, wager: str) -> int:
    """Of the wager that feeds it, where it has no bet of its own."""
    return next((each.least_cents for each in subject.game.sheet.wagers if each.name == wager), 0)


def _tiers(found: ProgressiveFigures) -> Table:
    columns = (
        Column("outcome", "Outcome", "name"),
        Column("pays", "Pays"),
        Column("others", "To the others", "name"),
        Column("one_in", "One bet in"),
        Column("probability", "Probability"),
        Column("now", "Pays now"),
        Column("adds", "Of the return"),
    )
    bet = Fraction(found.bet.bet_cents, 100)
    rows = [
        Row(
            (
                tier_title(found, each.tier),
                tier_pays(found, each.tier),
                _to_others(each.tier.shared, each.tier.envy_cents),
                Number(1 / each.chance, "one_in", formula="1/[probability]"),
                Number(each.chance, "percent", 6),
                Number(each.cents, "dollars"),
                Number(each.of_return, "percent", 4, formula=f"[probability]*[now]/{float(bet):g}"),
            )
        )
        for each in found.tiers
        if each.chance
    ]
    title = f"Tiers, on a bet of {dollars(found.bet.bet_cents)}"
    return Table(f"tiers_{found.progressive.name}", title, columns, tuple(rows))


def _to_others(shared: Fraction, envy_cents: int) -> str:
    told = [f"{percent(shared)} shared"] if shared else []
    told += [f"{dollars(envy_cents)} each"] if envy_cents else []
    return listed(told) if told else ""


def _meters(found: ProgressiveFigures) -> Table:
    columns = (
        Column("meter", "Meter", "name"),
        Column("seed", "Seed"),
        Column("rate", "Rate"),
        Column("reserve", "Reserve"),
        Column("limit", "Limit"),
        Column("more", "$10,000 more"),
        Column("even", "Break-even"),
        Column("average", "Average jackpot"),
    )
    rows = tuple(
        Row(
            (
                each.meter.title,
                Number(each.meter.seed_cents, "dollars"),
                percent(each.meter.rate),
                percent(each.meter.reserve_rate),
                Number(each.meter.most_cents, "dollars") if each.meter.most_cents else "",
                Number(each.per_10_000, "percent", 4) if each.per_10_000 is not None else "",
                Number(each.break_even_cents, "dollars") if each.break_even_cents is not None else "",
                Number(each.average_cents, "dollars"),
            )
        )
        for each in found.meters
    )
    return Table(f"meters_{found.progressive.name}", "Meters", columns, rows)


def _players(found: ProgressiveFigures) -> Table:
    columns = (
        Column("players", "Players"),
        Column("now", "Return at the seed"),
        Column("long", "Return in the long run"),
    )
    rows = tuple(
        Row(
            (
                Number(each.players, "count"),
                Number(each.return_now, "percent", 4),
                Number(each.return_long, "percent", 4),
            )
        )
        for each in found.by_players
    )
    title = f"Return for 1 to {counted(found.by_players[-1].players, 'player')} with the bet"
    return Table(f"players_{found.progressive.name}", title, columns, rows)
