"""Worst mixes kept between runs, each under the digest of everything it depends on; and as plain JSON."""

import json
from fractions import Fraction
from functools import cache
from typing import Any

from houseway.analysis import worst_mix
from houseway.analysis.computed_by import computed_by, hashed, rules_digest, solver_digest
from houseway.analysis.exact.shared.mixes import Worth
from houseway.analysis.exact.shared.places import kept
from houseway.analysis.exact.shared.sources import sources_digest
from houseway.analysis.league import Offer
from houseway.analysis.worst_mix import Mix, Progress, WorstMix
from houseway.games.game import Game


def worst_of(offer: Offer, progress: Progress | None = None) -> WorstMix:
    """The worst mix, from what is kept or worked out now."""
    path = kept() / f"{digest(offer)}.json"
    if path.exists():
        return from_json(json.loads(path.read_text()))
    found = worst_mix.worst_mix(offer, progress)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(to_json(found)))
    except OSError:
        pass  # a folder that cannot be written is no reason to fail
    return found


def digest(offer: Offer) -> str:
    """What an answer depends on: whatever figures do, the limits and seats, and how the mix is looked for."""
    limits = sorted((name, *vars(each).values()) for name, each in offer.limits.items())
    asked = (sorted(offer.settings.items()), limits, offer.seats, offer.wagers_a_hand_max)
    return hashed("worst mix", _way_of_looking(offer.game), rules_digest(offer.game, offer.settings), asked)


@cache
def _way_of_looking(game: Game) -> str:
    """The figures' own sources, those of the wagers that hang together, and those of the search."""
    return computed_by(game) + solver_digest(game, "mixes") + sources_digest([worst_mix.__name__])


def to_json(found: WorstMix) -> dict[str, Any]:
    mixes = {name: _mix_json(getattr(found, name)) for name in ("by_share", "by_round")}
    return {**mixes, "at_most": found.at_most}


def _mix_json(mix: Mix) -> dict[str, Any]:
    return {
        "bets": dict(mix.bets),
        "players": mix.players,
        "won": [[list(wagers), _worth_json(worth)] for wagers, worth in mix.won],
        "others": _worth_json(mix.others),
        "others_bet": dict(mix.others_bet),
    }


def _worth_json(worth: Worth) -> list[str]:
    return [str(worth.cents), str(worth.at_most)]


def from_json(found: dict[str, Any]) -> WorstMix:
    return WorstMix(_read_mix(found["by_share"]), _read_mix(found["by_round"]), found["at_most"])


def _read_mix(found: dict[str, Any]) -> Mix:
    won = tuple((tuple(wagers), _read_worth(worth)) for wagers, worth in found["won"])
    return Mix(found["bets"], found["players"], won, _read_worth(found["others"]), found["others_bet"])


def _read_worth(found: list[str]) -> Worth:
    return Worth(*(Fraction(part) for part in found))
