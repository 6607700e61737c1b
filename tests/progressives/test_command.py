"""`houseway progressive`: what it prints, in words and as JSON."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.rules.refused import Refused


def said(*words: str) -> str:
    done = CliRunner().invoke(app, ["progressive", *words], env={"COLUMNS": "160"}, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def as_json(*words: str) -> Any:
    return json.loads(said(*words, "--json"))


def test_the_published_figures_are_on_the_page() -> None:
    page = said("let_it_ride", "--meter", "$263,205.26")
    assert "$263,205.26" in page
    assert "2.9242%" in page
    assert "100.0000%" in page


def test_json_has_the_figures_as_fractions() -> None:
    found = as_json("let_it_ride", "--meter", "jackpot=300000")
    meter = found["meters"][0]
    assert meter["break_even_cents"]["value"] == "500090000/19"
    assert meter["wait"]["mean_bets"]["value"] == "649740"
    assert found["shown_cents"] == {"jackpot": 30_000_000}
    assert found["return"]["decimal"] > 1 > found["long_run_return"]["decimal"]
    assert [each["players"] for each in found["by_players"]] == list(range(1, 8))


def test_envy_raises_the_return_by_players() -> None:
    returns = [each["return"]["decimal"] for each in as_json("fast_action_holdem")["by_players"]]
    assert returns == sorted(set(returns))
    assert as_json("fast_action_holdem", "--players", "3")["return"]["decimal"] == returns[2]


def test_meters_are_simulated_for_a_seed() -> None:
    words = ("fast_action_holdem", "--bets", "50000", "--seed", "4")
    found = as_json(*words)
    assert found == as_json(*words)
    assert found["meters"]["jackpot"]["bets_cents"] == 5_000_000
    assert "50,000 bets of seed 4" in said(*words)


def test_a_design_is_printed_as_a_page_that_can_be_kept() -> None:
    page = said("let_it_ride", "--target", "85%", "--sd", "200")
    assert "[[progressives]]" in page
    assert 'share = "10 %"' in page
    assert abs(as_json("let_it_ride", "--target", "85%", "--sd", "200")["long_run_return"]["decimal"] - 0.85) < 0.0001


def test_a_link_is_asked_for() -> None:
    assert "may feed the same meters" in said("let_it_ride", "--name", "royal_link", "--link", "mississippi_stud")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["casino_war"], "Casino War has no progressive"),
        (["let_it_ride", "--name", "five"], "did you mean five_card"),
        (["let_it_ride", "--meter", "much"], "write the amount in dollars"),
        (["let_it_ride", "--meter", "joker=5"], "no meter 'joker'"),
        (["fast_action_holdem", "--meter", "50001"], "at most \\$50,000, not \\$50,001"),
        (["fast_action_holdem", "--players", "8"], "7 seats, and 8 players do not fit"),
        (["fast_action_holdem", "--target", "lots"], "'lots' is no rate"),
        (["fast_action_holdem", "--set", "decks=6"], "is for decks=1"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(words: list[str], why: str) -> None:
    with pytest.raises(Refused, match=why):
        said(*words)
