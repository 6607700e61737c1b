"""What people call a wager: its title on the felt."""

from houseway.games.game import Game

ROUND = "round"
ALONE = "_alone"  # a bet without those beside it


def wager_title(game: Game, name: str) -> str:
    """'Ante', 'Ante alone', 'A round'."""
    titles = {wager.name: wager.title for wager in game.sheet.wagers} | {ROUND: "A round"}
    if name.endswith(ALONE) and (of := name.removesuffix(ALONE)) in titles:
        return f"{titles[of]} alone"
    return titles.get(name, name.replace("_", " ").capitalize())
