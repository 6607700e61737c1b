"""Chance worked out a second time: what a key draws below a limit, and how shuffles follow each other."""

import hmac
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from houseway.games import find_game
from houseway.house import changes
from houseway.house.linked import trigger
from houseway.house.shuffler.statistics import carried_over


@pytest.mark.parametrize("n", [1, 2, 7, 50_000, 2**255 + 1])
def test_a_key_draws_the_first_of_its_numbers_that_favours_none(n: int) -> None:
    for key in (bytes([each]) * 32 for each in range(12)):
        place, fair = 0, 2**256 - 2**256 % n
        while True:
            found = int.from_bytes(hmac.new(key, f"draw {place}".encode(), sha256).digest())
            if found < fair:
                break
            place += 1
        assert trigger._below(n, key) == found % n
    assert n < 2**255 or fair < 2**256 - 2**254, "with so large a limit some are drawn again"


def test_moves_are_from_each_shuffle_to_the_next_and_not_from_the_first() -> None:
    orders = np.random.default_rng(3).permuted(np.tile(np.arange(5), (40, 1)), axis=1)
    counts = np.zeros((5, 5))
    for before, after in zip(orders[:-1].tolist(), orders[1:].tolist(), strict=True):
        for place, card in enumerate(before):
            counts[place, after.index(card)] += 1
    found = carried_over(orders)
    assert found.found == pytest.approx(((counts - 39 / 5) ** 2).sum() * 4 / 39)
    assert found.expected == 16


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("wagers.dakota_bet_.least_cents", "dakota_bet_, least"),
        ("wagers.{first}.most_cents", "{title}, most"),
        ("options.{option}", "{words}"),
        ("decide_s", "Decide"),
        ("limits.of_all.each_cents", "Limits, of all, each"),
    ],
)
def test_a_change_is_named_by_what_stands_on_the_felt(key: str, name: str) -> None:
    game = find_game("dakota_stud")
    wager, option = game.sheet.wagers[0], next(iter(game.options))
    config: Any = SimpleNamespace(the_game=game)
    asked = key.format(first=wager.name, option=option)
    assert changes._name(config, asked) == name.format(title=wager.title, words=game.options[option].title)
