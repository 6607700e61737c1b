"""Approved or a study: where the settings of a table depart from the rules that were approved.

The letters have the games played under the rules that the maker handed in, and warn that modifications may affect the
approval (`register.toml` has their conditions). What departs is data beside each game: settings that are a study, and
settings that are approved each but that no page of the source has together.
"""

from functools import lru_cache
from typing import NamedTuple

from houseway.games.game import Game, Settings, in_force
from houseway.games.words import odds_text


class Said(NamedTuple):
    """A setting in the words of a card room, and by what it stands: a place in the source, or a study."""

    name: str
    title: str
    words: str
    cites: str
    study: str


def in_words(game: Game, settings: Settings) -> tuple[Said, ...]:
    """Every option with its setting, as people read them."""
    said = []
    for name, option in game.options.items():
        standing = option.standing(settings[name])
        said.append(Said(name, option.title, option.words(settings[name]), standing.cites, standing.study))
    return tuple(said)


def worded(game: Game, settings: Settings, text: str) -> str:
    """A text with its {options} in words, and {pays[wager][outcome]} as odds: 'Blackjack pays 3 to 2'."""
    if "{" not in text:
        return text
    said: dict[str, object] = {name: option.words(settings[name]) for name, option in game.options.items()}
    if "{pays[" in text:
        said["pays"] = _odds_in_words(game, settings)
    return text.format(**said)


def _odds_in_words(game: Game, settings: Settings) -> dict[str, dict[str, str]]:
    pays = game.pays(settings).tolist()
    return {
        wager: {outcome: odds_text(*pays[w][o]) for o, outcome in enumerate(game.outcomes)}
        for w, wager in enumerate(game.wagers)
    }


def outcome_titles(game: Game, settings: Settings) -> dict[str, str]:
    """How wagers can end, in words that are true under these settings."""
    return {each.name: worded(game, settings, each.worded or each.title) for each in game.sheet.outcomes}


class Departure(NamedTuple):
    """One way in which a table departs from the approved rules."""

    words: str  # what is dealt here: 'Surrender: none'
    why: str  # why that is not what was approved

    def __str__(self) -> str:
        return f"{self.words} ({self.why})"


@lru_cache(maxsize=1024)  # asked for every view of a table
def departures(game: Game, settings: Settings) -> tuple[Departure, ...]:
    """Everything in which these settings depart from the approved rules, the order of the options."""
    said = {each.name: each for each in in_words(game, settings)}
    told = {name: f"{each.title}: {each.words}" for name, each in said.items()}
    studies = [Departure(told[name], each.study) for name, each in said.items() if each.study]
    together = [
        Departure(" with ".join(told[name] for name in departure.when), departure.because)
        for departure in game.sheet.departures
        if in_force(departure.when, settings)
    ]
    return (*studies, *together)


def departing(game: Game, settings: Settings, reason: str) -> str:
    """What is said of a table that departs, wherever people read of it; '' of one that does not."""
    found = departures(game, settings)
    if not found:
        return ""
    told = f" ({reason})" if reason else " (no reason on record)"
    return f"Departs from the approved rules: {'; '.join(each.words for each in found)}{told}"


def studied(game: Game, settings: Settings) -> str:
    """What is said of figures and of play at home under such settings; '' where the rules are the approved ones."""
    found = departures(game, settings)
    return f"For study: departs from the approved rules in {'; '.join(map(str, found))}" if found else ""
