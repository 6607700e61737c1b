"""What a supervisor changed at a table, in words: from what to what, for whoever sits there."""

from collections.abc import Iterator, Mapping
from typing import Any

from houseway.games.approval import in_words
from houseway.games.betting import dollars
from houseway.games.game import Game

Facts = Mapping[str, Any]  # of a table, as its server tells them

NOT_OFFERED, NOT_REQUIRED = "not offered", "up to you"
UNREMARKABLE = {NOT_OFFERED, NOT_REQUIRED}  # that a new wager need not be bet


def changes(game: Game, before: Facts, after: Facts) -> list[str]:
    """Everything that is another for a player, 'Seats: from 7 to 5'."""
    was, now = dict(_said(game, before)), dict(_said(game, after))
    names = [*was, *(name for name in now if name not in was)]
    told = ((name, was.get(name, NOT_OFFERED), now.get(name, NOT_OFFERED)) for name in names)
    return [f"{name}: from {old} to {new}" for name, old, new in told if old != new and {old, new} != UNREMARKABLE]


def _said(game: Game, facts: Facts) -> Iterator[tuple[str, str]]:
    yield "Table", facts["title"]
    for option in in_words(game, game.settings().but(**facts["options"])):
        yield option.title, option.words
    for wager in facts["wagers"]:
        yield wager["title"], _limits(wager)
        yield f"A bet on {wager['title']}", "required" if wager["required"] else NOT_REQUIRED
    yield "Buy-in", _between(*facts["buy_in"])
    yield "Seats", str(facts["seats"])
    yield "Seats a player may have", str(facts["hands_a_player"])
    yield "Time to bet", f"{facts['clocks_s']['betting']} seconds"
    yield "Time to choose", f"{facts['clocks_s']['decision']} seconds"
    yield "Hints", "given" if facts["practice"] else "not given"
    yield "Spectators", "welcome" if facts["spectators"] else "not allowed"


def _limits(wager: Facts) -> str:
    return f"{_between(wager['least_cents'], wager['most_cents'])} in steps of {dollars(wager['step_cents'])}"


def _between(least_cents: int, most_cents: int) -> str:
    """Limits with a dash: 'from $5-$100 to $10-$200' is read at once."""
    return f"{dollars(least_cents)}-{dollars(most_cents)}"
