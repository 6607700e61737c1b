"""Worst mixes kept between runs, each under the digest of everything it depends on; and as plain JSON."""

import hashlib
import json
from fractions import Fraction
from functools import cache
from inspect import getsource
from typing import Any

from houseway.analysis import league, store, worst_mix
from houseway.analysis.exact.mixes import Worth
from houseway.analysis.exact.places import kept
from houseway.analysis.league import Offer
from houseway.analysis.worst_mix import Mix, Progress, WorstMix


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
    asked = repr(("worst mix", _way_of_looking(), limits, offer.seats, offer.wagers_a_hand_max))
    return store.digest(offer.game, offer.settings, asked)


@cache
def _way_of_looking() -> str:
    sources = (getsource(module) for module in (worst_mix, league))
    return hashlib.sha256("".join(sources).encode()).hexdigest()


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
