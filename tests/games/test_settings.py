"""Settings are one value: they never change, and what is computed can be kept under them."""

import copy
import json
import pickle
from collections.abc import Callable

import pytest

from houseway.engine.replay import rules_of
from houseway.games import all_games, find_game
from houseway.games.settings import Settings

LUCKY = find_game("lucky_lucky")


def test_settings_that_are_the_same_are_one_key_in_whatever_order_they_were_said() -> None:
    settings = LUCKY.settings({"decks": 8})
    turned = Settings(reversed(settings.items()))
    assert (turned, hash(turned)) == (settings, hash(settings))
    assert {settings: "kept"}[turned] == "kept"
    assert rules_of(LUCKY, turned) is rules_of(LUCKY, settings)
    assert settings not in {LUCKY.settings(): "other"}


@pytest.mark.parametrize("change", [
    lambda settings: settings.update(decks=1),
    lambda settings: settings.__setitem__("decks", 1),
    lambda settings: settings.__delitem__("decks"),
    lambda settings: settings.__ior__({"decks": 1}),
    lambda settings: settings.setdefault("decks", 1),
    lambda settings: settings.pop("decks"),
    lambda settings: settings.popitem(),
    lambda settings: settings.clear(),
])  # fmt: skip
def test_settings_never_change(change: Callable[[Settings], object]) -> None:
    settings = LUCKY.settings({"decks": 8})
    with pytest.raises(TypeError, match="settings never change"):
        change(settings)
    assert settings == LUCKY.settings({"decks": 8})


def test_others_are_made_from_them() -> None:
    settings = LUCKY.settings()
    other = settings.but(decks=8, surrender="late")
    assert other == LUCKY.settings({"decks": 8, "surrender": "late"})
    assert isinstance(other, Settings)
    assert settings == LUCKY.settings()


def test_settings_are_written_and_copied_as_they_are() -> None:
    for game in all_games():
        settings = game.settings()
        assert json.loads(json.dumps(settings)) == settings
        for twin in (copy.copy(settings), copy.deepcopy(settings), pickle.loads(pickle.dumps(settings))):
            assert (type(twin), twin) == (Settings, settings)
