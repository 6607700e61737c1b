"""The page of `houseway house check --worst`: the worst mix of every table."""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.analysis.worst_mix import Mix, WorstMix
from houseway.house.configuration import Room, TableConfig
from houseway.house.player_ahead import bets, cents_text, percent, wagers_text
from houseway.report.listing import Listing, figure, name, prose

NEAR = 1e-9
ASSUMED = (
    "Of the mixes of bets and seats within the limits, the one at which best play wins the largest share of the first "
    "bets, and the one at which it wins most a round. Full shoe; a player knows their own cards and the up-card."
)


def worst_page(room: Room, found: Mapping[str, WorstMix]) -> RenderableType:
    parts: list[RenderableType] = [Text("Worst mixes", "bold"), Text(ASSUMED, "dim")]
    for table, worst in found.items():
        parts += [Text(), _of_table(room.tables[table], worst)]
    return Group(*parts)


def _of_table(config: TableConfig, worst: WorstMix) -> RenderableType:
    ahead = "the player is ahead" if worst.is_ahead else "the house is ahead"
    heads = [name("worst"), prose("bets of a hand"), figure("won a round"), figure("of the bets"), prose("of which")]
    listing = Listing(f"{config.name}: {ahead}", heads)
    for title, mix in (("share", worst.by_share), ("round", worst.by_round)):
        listing.add(title, bets(config, mix), cents_text(mix.cents), percent(mix.share), _of_which(config, mix))
    if worst.at_most > float(worst.by_share.share) + NEAR:
        listing.add("at most", "any", "", percent(worst.at_most), "whatever anyone plays, all seats in league")
    return listing


def _of_which(config: TableConfig, mix: Mix) -> str:
    titles = {wager.name: wager.title for wager in config.the_game.sheet.wagers}
    lines = [f"{' with '.join(titles[wager] for wager in wagers)} {cents_text(won.cents)}" for wagers, won in mix.won]
    if mix.others.cents:
        lines.append(f"others' hands {cents_text(mix.others.cents)}, betting {wagers_text(config, mix.others_bet)}")
    return "\n".join(lines)
