"""What people call the wagers of a page, in the order of the layout; commands and JSON have names of their own."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from rich.text import Text

from houseway.analysis.follow_ons import awards, per_first_bet
from houseway.games.game import Game
from houseway.games.wager_titles import ROUND, wager_title
from houseway.games.words import listed


def in_words(game: Game, figure: str) -> str:
    """A figure that is not in a table: 'hat_trick.hit_if_independent' is 'Hat Trick, hit if independent'."""
    measure = figure.removeprefix(wager_of(figure)).removeprefix(".").replace("_", " ")
    return ", ".join(part for part in (wager_title(game, wager_of(figure)), measure) if part)


def wager_of(figure: str) -> str:
    """The wager that a figure is of: what stands before the point."""
    return figure.partition(".")[0]


def told_of_figures(game: Game, wagers: Mapping[str, Any]) -> str:
    """The same below exact figures, with what is paid without a bet of its own."""
    unit = wager_title(game, game.wagers[0])
    paid = [
        f"{wager_title(game, name)}, with no bet of its own, is in the round with {float(edge):.6%} per unit of {unit}."
        for name, edge in awards(game, wagers).items()
    ]
    return " ".join(part for part in (units_in_words(game, wagers), *paid) if part)


def units_in_words(game: Game, names: Collection[str]) -> str:
    """Per what the edges of a page are told, where it is not their own bet; '' where it always is."""
    unit = wager_title(game, game.wagers[0])
    added = [wager_title(game, name) for name in per_first_bet(game) if name in names]
    said = (
        [f"{listed(added)} {'is' if len(added) == 1 else 'are'} told per unit of {unit}, over all rounds."]
        if added
        else []
    )
    said += [f"A round is told per unit of {unit}."] if ROUND in names else []
    return " ".join(said)


def names_for_commands(game: Game, names: Iterable[str]) -> Text:
    """How each wager is written in commands and in JSON, where that is not its title."""
    others = [each for each in game.as_on_the_felt(names) if wager_title(game, each).lower() != each]
    said = listed([f"{wager_title(game, each)} is {each}" for each in others]) if others else ""
    return Text(f"In commands and JSON {said}." if said else "", "dim")
