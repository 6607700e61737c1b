"""What house options do to the edge: rounding, caps, Envy and seats."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.analysis.effects import EACH_HAND, ROUND, SEAT, Capped, Effects
from houseway.games.words import counted, dollars, listed
from houseway.report.effects_page import ASSUMED, by_bet
from houseway.report.paper.model import Block, Column, Number, Row, Section, Table, Words
from houseway.report.paper.sections.paid import sums_paid
from houseway.report.paper.subject import Subject

ONE, TWO = "one", "two"  # players: what rows of more follow from
WHOSE = {EACH_HAND: "each hand", SEAT: "each seat"}


def effects(subject: Subject) -> Section:
    found = subject.evidence
    if found is None:
        words = f"They are not kept for these options; `{subject.command()} --full` works them out."
        return Section("effects", "Rounding, caps, Envy and seats", (Words(words, "note"),))
    blocks: list[Block] = [Words(ASSUMED)]
    if found.effects is None:
        blocks.append(Words("Nobody has worked out what rounding and caps do in this game.", "note"))
    else:
        blocks += [*_rounding(subject, found.effects), *_envy(subject, found.effects), *_caps(subject, found.effects)]
    blocks += _seats(subject)
    return Section("effects", "Rounding, caps, Envy and seats", tuple(blocks))


def _rounding(subject: Subject, found: Effects) -> list[Block]:
    blocks: list[Block] = []
    order = [wager.name for wager in subject.wagers]
    columns = (
        Column("wager", "Wager", "name"),
        Column("bet", "Bet"),
        Column("full", "Odds in full"),
        Column("house", "For the house"),
        Column("nearest", "To the nearest"),
        Column("player", "For the player"),
    )
    for grain in dict.fromkeys(each.grain_cents for each in found.rounding):
        rows = tuple(
            Row(
                (
                    subject.title_of(wager),
                    Number(bet, "dollars"),
                    _at_odds(subject, [wager], policies[0].edge - policies[0].change),
                    *(Number(each.edge, "percent", 4) for each in policies),
                )
            )
            for wager, bet, policies in sorted(by_bet(found.rounding, grain), key=lambda each: order.index(each[0]))
        )
        if rows:
            blocks.append(Table(f"rounding_{grain}", f"House edge, pays rounded to {dollars(grain)}", columns, rows))
        else:
            blocks.append(Words(f"Pays rounded to {dollars(grain)}: nothing changes at the sizes looked at."))
    if found.unchanged:
        titles = listed([subject.title_of(each) for each in found.unchanged])
        blocks.append(Words(f"No rounding touches {titles} at these sizes."))
    return blocks


def _at_odds(subject: Subject, wagers: Sequence[str], edge: Fraction) -> Number:
    """An edge of odds paid in full, which is that of a wager as it stands in the summary."""
    same = (name for name in wagers if name in subject.figures and subject.figures[name].edge.value == edge)
    name = next(same, "")
    return Number(edge, "percent", 4, formula=f"[figures!{name}.edge]" if name else "")


def _envy(subject: Subject, found: Effects) -> list[Block]:
    if not found.envy:
        return []
    least = int(subject.settings["envy_least_cents"])
    two = next((each for each in found.envy if each.players == 2), None)  # the others are multiples of it
    live, told = sums_paid(subject, "envy")
    own = live if two is not None and two.cents == told else ""
    columns = (Column("players", "Players"), Column("cents", "Cents a round"), Column("share", f"Of {dollars(least)}"))
    rows = tuple(
        Row(
            (
                Number(each.players, "count"),
                Number(each.cents, "plain", 4, formula=own if each is two else f"([players]-1)*[envy!{TWO}.cents]"),
                Number(each.cents / least, "percent", 4, formula=f"[cents]/{least}"),
            ),
            key=TWO if each is two else "",
        )
        for each in found.envy
    )
    note = f"A fixed sum, whatever the Bonus from {dollars(least)} on: it weighs less on a larger one."
    return [Table("envy", "Envy, exactly: what it adds for each player", columns, rows, note)]


def _caps(subject: Subject, found: Effects) -> list[Block]:
    if not found.caps:
        return []
    cap = found.caps[0].cap_cents
    covered = [wager for each in subject.game.sheet.caps for wager in each.covers]
    whose = "the cap in force" if subject.settings["cap_cents"] else "the least that is lawful at the highest limit"
    columns = (
        Column("bet", "Bet"),
        Column("per", "Cap on", "name"),
        Column("free", "Without"),
        Column("edge", "House edge"),
        Column("change", "Change"),
        Column("how", "Known", "name"),
    )
    rows = tuple(
        Row(
            (
                Number(each.bet_cents, "dollars"),
                WHOSE.get(each.per, f"{each.players} players together"),
                _at_odds(subject, covered, each.edge - each.change),
                Number(each.edge, "percent", 4, each.se),
                Number(each.change, "percent", 4, each.se, "[edge]-[free]"),
                _how(each),
            )
        )
        for each in found.caps
    )
    title = f"The Bonus under a cap of {dollars(cap)} ({whose})"
    return [Table("caps", title, columns, rows, "Every player bets the same.")]


def _how(each: Capped) -> str:
    if each.se is None:
        return "exact"
    assert each.per == ROUND
    return "simulated" if each.seen else "simulated; the cap was not reached"


def _seats(subject: Subject) -> list[Block]:
    found = subject.evidence
    if found is None or not found.seats:
        return []
    columns = (
        Column("players", "Players"),
        Column("edge", "Edge of a round"),
        Column("sd", "Standard deviation of the table"),
        Column("apart", "If seats were independent"),
    )
    one = found.seats[0].sd
    rows = tuple(
        Row(
            (
                Number(each.players, "count"),
                Number(each.edge, "percent", 4, each.se),
                Number(each.sd, "plain", 4),
                Number(one * each.players**0.5, "plain", 4, formula=f"[seats!{ONE}.sd]*SQRT([players])"),
            ),
            key=ONE if each is found.seats[0] else "",
        )
        for each in found.seats
    )
    note = (
        "Simulated, $10 on every spot, in units of the base bet. Seats share the dealer's cards, or the board: the "
        "edge of each stays the same, but for Envy and a shared cap, which are in it; the table swings more than so "
        "many single players would."
    )
    return [Table("seats", f"Seats: 1 to {counted(found.seats[-1].players, 'player')}", columns, rows, note)]
