"""Whether a player can be ahead at a table, in words that the terminal, the house view and the record share."""

from fractions import Fraction

from houseway.analysis.league import Offer
from houseway.analysis.mix_store import worst_of
from houseway.analysis.worst_mix import Mix, Progress, WorstMix
from houseway.games.betting import dollars
from houseway.games.game import Wagers
from houseway.house.configuration import TableConfig

CLOSE = 0.1  # per cent


def offer_of(table: TableConfig) -> Offer:
    """What of a table's configuration decides who is ahead."""
    return Offer(table.the_game, table.settings(), table.limits(), table.seats, table.wagers_a_hand_max)


def worst_mix_of(table: TableConfig, progress: Progress | None = None) -> WorstMix:
    return worst_of(offer_of(table), progress)


def sentence(table: TableConfig, worst: WorstMix) -> str:
    """Who is ahead, by how much, and with which bets."""
    mix = worst.by_share
    if not worst.is_ahead:
        return (
            f"the house is ahead: best play loses at least {percent(-mix.share)} of the bets, with {bets(table, mix)}"
        )
    told = in_short(table, worst)
    if mix.others.cents:
        told += f"; {cents_text(mix.others.cents)} of it for the hands of the {mix.players - 1} others"
    most = worst.by_round
    if most.bets != mix.bets:
        told += f". The most a round is {cents_text(most.cents)} ({percent(most.share)}), with {bets(table, most)}"
    return told


def in_short(table: TableConfig, worst: WorstMix) -> str:
    """Where the player is ahead: for the record."""
    mix = worst.by_share
    return (
        f"the player is ahead: best play wins {percent(mix.share)} of the bets, {cents_text(mix.cents)} a round, "
        f"with {bets(table, mix)}"
    )


def bets(table: TableConfig, mix: Mix) -> str:
    """'Ante $1, Bonus $5 and all 7 seats taken'."""
    taken = f" and all {mix.players} seats taken" if mix.players > 1 else ""
    return wagers_text(table, mix.bets) + taken


def wagers_text(table: TableConfig, wagers: Wagers) -> str:
    titles = {wager.name: wager.title for wager in table.the_game.sheet.wagers}
    return ", ".join(f"{titles[name]} {dollars(cents)}" for name, cents in wagers.items())


def percent(share: Fraction | float) -> str:
    """A share that is next to nothing is told more closely: who is ahead may hang on it."""
    hundredths = float(share) * 100
    return f"{hundredths:.{2 if abs(hundredths) >= CLOSE else 4}f} %"


def cents_text(cents: Fraction) -> str:
    """An expectation: in dollars, or in cents where it is less than one."""
    if abs(cents) < 100:
        return f"{float(cents):.1f} cents"
    return f"{'-' if cents < 0 else ''}${abs(float(cents)) / 100:,.2f}"
