"""The editable paytable of the lab, for every game: at another pay the best play is found anew."""

from fractions import Fraction
from typing import Any

import pytest

from houseway.games import SLUGS
from tests.web import test_lab
from tests.web.running import Client
from tests.web.test_lab import ann, known, server

__all__ = ["ann", "server"]  # the fixtures

# A row, what it pays instead, and whether that is played otherwise. The bets it touches hang on a choice.
EDITS = {
    "fast_action_holdem": ("4/three_of_a_kind/4", True),
    "dakota_stud": ("DS-01/flush/13:2", True),
    "super_fun_21": ("SF21/surrender/-1:4", True),
    "triple_shot_bonus": ("Blackjack/six_cards/4", True),
    "lucky_lucky": ("house/push/-1", True),
    "three_card_poker": ("no queen, Play/no_queen/1", True),
    "casino_war": ("bet/surrendered/0", True),
    "mississippi_stud": ("straight 4/jacks_or_better/2", True),
    "let_it_ride": ("royal 1000/two_pair/4", True),
    "ez_baccarat": ("Player/win/19:20", False),  # nobody is asked anything
    "ultimate_texas_holdem": ("Blind, straight 1 to 1/win/1", True),
}


def likely(found: Any) -> dict[tuple[str, str], Fraction]:
    """How likely each outcome of each wager is."""
    return {
        (wager["name"], row["outcome"]): Fraction(row["probability"])
        for wager in found["wagers"]
        for row in wager["rows"]
    }


def test_every_game_has_an_edit() -> None:
    assert set(EDITS) == set(SLUGS)


# All hands on all boards are half a minute of two cores.
LONG = {"ultimate_texas_holdem": pytest.mark.slow}


@pytest.mark.parametrize("slug", [pytest.param(slug, marks=LONG.get(slug, ())) for slug in SLUGS])
def test_an_edited_pay_is_solved_anew(slug: str, ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_lab, "PATIENCE_S", 600)
    pay, is_played_otherwise = EDITS[slug]
    before, after = known(ann, f"{slug}/figures"), known(ann, f"{slug}/figures", pay=pay)
    assert after["changed"][0][:2] == pay.split("/")[:2]
    moved = {name for name in before["figures"] if before["figures"][name] != after["figures"].get(name)}
    assert any(name.endswith(".edge") for name in moved)
    assert (likely(before) != likely(after)) == is_played_otherwise
