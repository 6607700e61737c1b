"""What the lab says while it works: words, and how much of how much is done."""

from typing import Any

import pytest

from houseway.games import find_game
from houseway.web.lab.answers import ANSWERS
from houseway.web.lab.ask import Ask

DAKOTA = find_game("dakota_stud")
BETS = dict.fromkeys(("dollar", "one", "two", "three"), 1000)


def told_by(kind: str, **more: Any) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    ask = Ask(kind=kind, game=DAKOTA.slug, settings=DAKOTA.settings(), bets=BETS, **more)
    ANSWERS[kind](ask, told.append)
    return told


@pytest.mark.parametrize(
    ("kind", "more", "words"),
    [
        ("risk", {"rounds": 2, "bankroll_cents": 100_000}, ["solving", "adding up rounds", "following bankrolls"]),
        ("card", {"card": "layout", "form": "svg"}, ["working out the figures", "drawing"]),
        ("report", {"form": "md"}, ["working out the figures", "writing"]),
    ],
)
def test_every_step_says_what_it_is_and_how_much_of_how_much_is_done(
    kind: str, more: dict[str, Any], words: list[str]
) -> None:
    told = told_by(kind, **more)
    assert list(dict.fromkeys(each["what"] for each in told)) == words
    for each in told:
        assert each.keys() == {"what", "done", "total"}
        assert 0 <= each["done"] <= each["total"]
    first = next(each for each in told if each["what"] == words[0])
    assert (first["done"], first["total"]) == (0, 1 if kind == "risk" else 2)
    if kind != "risk":
        assert (told[-1]["done"], told[-1]["total"]) == (1, 2)
