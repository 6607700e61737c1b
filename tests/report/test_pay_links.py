"""What one more unit of a pay does to an edge, held against the game solved at that pay."""

from fractions import Fraction

import pytest

from houseway.analysis.design import Pay, figures_with
from houseway.games import find_game
from houseway.report.paper.pay_links import moves
from houseway.report.paper.subject import Subject, subject_of
from tests.report.papers import document, subject

ASIDE = [
    ("lucky_lucky", "lucky_break"),  # multiples of five pays
    ("lucky_lucky", "lucky_lucky"),
    ("three_card_poker", "six_card_bonus"),
    ("let_it_ride", "three_card_bonus"),  # with a pay of its own for the mini royal
    ("triple_shot_bonus", "poker"),
]


def falls(of: Subject, wager: str) -> dict[str, Fraction]:
    found = moves(of, of.solution.wagers[wager])
    assert found is not None
    return {row.outcome: fall for row, fall in found}


@pytest.mark.parametrize(("slug", "wager"), ASIDE)
def test_the_edge_falls_by_what_the_game_solved_at_one_more_says(slug: str, wager: str) -> None:
    of = subject(slug)
    found = moves(of, of.solution.wagers[wager])
    assert found
    for row, fall in found:
        changed = figures_with(find_game(slug), of.settings, "optimal", [Pay(row.code, row.outcome, row.pay + 1)])
        assert changed.wagers[wager].edge.value == of.solution.wagers[wager].edge.value - fall, row


def test_three_antes_on_a_street_move_it_three_times_and_together_they_are_the_round() -> None:
    of = subject("mississippi_stud")
    streets = ("ante", "third", "fourth", "fifth")
    top = max(of.solution.wagers["round"].rows, key=lambda row: row.won)
    assert top.won == 4000  # an Ante, one on 3rd Street and three on each of the others, at 500 to 1
    assert sum(falls(of, name)["royal_flush"] for name in streets) == top.probability * top.won / 500


def test_hands_that_are_split_are_counted_each() -> None:
    of = subject("fast_action_holdem")
    assert of.evidence is not None
    lost = Fraction(dict(of.evidence.settled["bonus"])["-1"])
    pays = {row.outcome: row.pay for row, _ in moves(of, of.solution.wagers["bonus"]) or ()}
    won = sum(pays[outcome] * fall for outcome, fall in falls(of, "bonus").items())
    assert won - lost == -of.solution.wagers["bonus"].edge.value


def test_what_is_not_known_is_left_out_and_said() -> None:
    """Two endings of the bet pay the same, and its rounds of several hands are sums."""
    of = subject("triple_shot_bonus")
    assert moves(of, of.solution.wagers["blackjack"]) is None
    design = next(each for each in document("triple_shot_bonus").sections if each.name == "design")
    assert any("Blackjack is left out" in getattr(block, "text", "") for block in design.blocks)
    assert not any(getattr(block, "name", "") == "moves_blackjack" for block in design.blocks)


def test_a_report_of_changed_pays_goes_on_from_them() -> None:
    of = subject_of(find_game("lucky_lucky"), None, [Pay("Lucky Break base 1", "bust_25", Fraction(4))])
    again = subject_of(find_game("lucky_lucky"), None, [Pay("Lucky Break base 1", "bust_25", Fraction(5))])
    edges = [each.solution.wagers["lucky_break"].edge.value for each in (of, again)]
    assert edges[0] - edges[1] == falls(of, "lucky_break")["bust_25"]
