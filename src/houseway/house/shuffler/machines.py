"""What stands at a table: a machine by model and version, or the dealer's hands, as the game was approved with it.

A source names models and the least version of some; for any other the house says on what approval it relies ("a WSGC
approved model, manufactured by a WSGC licensed manufacturer"). By hand the house's own procedures hold.
"""

import re
from collections.abc import Mapping
from typing import Any, Protocol

from houseway.games.game import Game, Settings
from houseway.games.shufflers import Machine, machines_in_force, shufflers_of
from houseway.house.faults import FoundFault
from houseway.house.shuffler.modes import CONTINUOUS, deliveries
from houseway.rules.refused import Refused

HAND = "hand"  # WAC 230-15-465
APPROVED = "approved"  # a machine the house has not named yet
UNRECORDED = "the machine is not on record"

_VERSION = re.compile(r"\d+(\.\d+)*")


class Setup(Protocol):
    """What a table's configuration says of its shuffler."""

    @property
    def model(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def approval(self) -> str: ...
    @property
    def mode(self) -> str: ...
    @property
    def alternating(self) -> bool: ...


def filled_setup(game: Game, settings: Settings, written: Mapping[str, Any]) -> dict[str, Any]:
    """A shuffler with everything that follows from the game: its usual mode, the machine its source names first."""
    setup = dict(written)
    usual = _usual(game, settings)
    mode = setup.setdefault("mode", usual)
    model = setup.setdefault("model", _default_model(game, settings, str(mode)))
    named = find_machine(game, settings, str(model))
    if named is not None:
        setup["model"] = named.model
    setup.setdefault("version", named.least_version if named else "")
    turns = any(each.mode == mode and each.alternating for each in deliveries(game, settings))
    setup.setdefault("alternating", turns and model != HAND)
    return setup


def _usual(game: Game, settings: Settings) -> str:
    try:
        return deliveries(game, settings)[0].mode
    except Refused as refusal:
        raise FoundFault("options", f"cannot be: {refusal}") from None


def _default_model(game: Game, settings: Settings, mode: str) -> str:
    named = machines_in_force(game, settings)
    default = shufflers_of(game).default or (named[0].model if named else HAND)
    return APPROVED if default == HAND and mode == CONTINUOUS else default


def find_machine(game: Game, settings: Settings, model: str) -> Machine | None:
    """A machine that the source names; 'ideal' is the i-Deal."""
    there = machines_in_force(game, settings)
    return next((machine for machine in there if _plain(machine.model) == _plain(model)), None)


def _plain(model: str) -> str:
    return "".join(letter for letter in model.lower() if letter.isalnum())


def verify_machine(game: Game, settings: Settings, setup: Setup) -> None:
    """Raise `Wrong` for a machine that this game is not approved with, or that cannot do what it is set to."""
    machine = find_machine(game, settings, setup.model)
    if machine is not None:
        _verify_version(machine, setup.version)
    elif setup.model not in _unnamed(game, settings) and not setup.approval.strip():
        raise FoundFault(
            "model",
            f"is {setup.model!r}, which the source of {game.title} does not name: write {_choices(game, settings)}, or "
            "add approval = '...' with the approval of the state that the house relies on",
        )
    if setup.model == HAND and setup.mode == CONTINUOUS:
        raise FoundFault("model", f"is {HAND!r}, but cards that are shuffled continuously need a machine: name it")
    if setup.alternating and not _may_alternate(game, settings, setup):
        raise FoundFault(
            "alternating",
            f"is true: two decks take turns only where a machine shuffles one while the other is dealt as "
            f"{game.title} has it: write false",
        )


def _unnamed(game: Game, settings: Settings) -> tuple[str, ...]:
    """Hands, and where the source names no machine, one that the state has approved."""
    return (HAND,) if machines_in_force(game, settings) else (HAND, APPROVED)


def _may_alternate(game: Game, settings: Settings, setup: Setup) -> bool:
    described = any(each.mode == setup.mode and each.alternating for each in deliveries(game, settings))
    return described and setup.model != HAND


def _verify_version(machine: Machine, version: str) -> None:
    if not machine.least_version and not version:
        return
    if not _VERSION.fullmatch(version):
        shown = machine.least_version or "1.0"
        raise FoundFault("version", f"is {version!r}: write it as the machine shows it, as in {shown!r}")
    if machine.least_version and numbers(version) < numbers(machine.least_version):
        raise FoundFault(
            "version",
            f"is {version!r}: {machine.model} is approved from {machine.least_version} on ({machine.cites}), "
            "write that or a later one",
        )


def numbers(version: str) -> tuple[int, ...]:
    """3.8.024 is before 3.8.100, and 3.8 is 3.8.0."""
    parts = [int(part) for part in version.split(".")]
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)


def _choices(game: Game, settings: Settings) -> str:
    named = [
        f"{machine.model!r}" + (f" ({machine.least_version} or later)" if machine.least_version else "")
        for machine in machines_in_force(game, settings)
    ]
    return ", ".join([*named, f"{HAND!r}"])


def machine_words(setup: Setup | None) -> str:
    """What shuffles, in words for a sign or a log."""
    if setup is None:
        return UNRECORDED
    if setup.model == HAND:
        return "shuffled by hand, by the procedures of the house (WAC 230-15-465)"
    named = "a shuffler of an approved model from a licensed maker" if setup.model == APPROVED else setup.model
    version = f", version {setup.version}" if setup.version else ""
    approval = f" ({setup.approval})" if setup.approval else ""
    turns = "; two decks take turns, one shuffled while the other is dealt" if setup.alternating else ""
    return f"{named}{version}{approval}{turns}"
