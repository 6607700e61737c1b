"""What one more unit of a pay does to an edge, held against the game solved at that pay."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.analysis.design import Pay, figures_with
from houseway.analysis.exact.shared.solution import HandRow, Row, from_rows, with_hands
from houseway.games import find_game
from houseway.report.paper.game_report import game_report
from houseway.report.paper.pay_links import every_fall, moves
from houseway.report.paper.sections.measures import together_of
from houseway.report.paper.subject import Subject, subject_of
from tests.report.papers import subject

F = Fraction
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


SF21, BLACKJACK = "super_fun_21", "triple_shot_bonus"
HELD = [  # a strategy that is written down plays on as it did, whatever is paid
    (BLACKJACK, ["blackjack"], "basic", [("Blackjack", "natural", F(6, 5)), ("Blackjack", "push", F(1))]),
    (
        SF21,
        ["blackjack"],
        "basic",
        [
            ("SF21", "five_card_21", F(3)),
            ("SF21 diamonds", "diamond_natural", F(4)),
            ("SF21", "rescue", F(-1, 4)),
            ("SF21", "win", F(6, 5)),
        ],
    ),
    ("lucky_lucky", ["blackjack"], "basic", [("3 to 2", "natural", F(2)), ("house", "surrender", F(-1, 4))]),
    (
        "three_card_poker",
        ["ante", "play", "ante_bonus", "round"],
        "blind",
        [
            ("Ante Bonus 5-4-1", "straight", F(2)),
            ("Ante Bonus 5-4-1", "straight_flush", F(7)),
            ("even money", "tie", F(1, 2)),
        ],
    ),
    (
        "fast_action_holdem",
        ["ante", "bonus", "round"],
        "basic",
        [("4", "full_house", F(9)), ("4", "flush", F(6)), ("Ante", "win", F(2))],
    ),
]


@pytest.mark.parametrize(("slug", "names", "strategy", "rows"), HELD)
def test_with_the_strategy_held_a_pay_moves_the_edge_as_the_game_solved_at_it_says(
    slug: str, names: list[str], strategy: str, rows: list[tuple[str, str, F]]
) -> None:
    """Pushes, losses and what is paid beside a bet too."""
    of = subject_of(find_game(slug), strategy=strategy)
    pays = [Pay(*row) for row in rows]
    changed = replace(of, solution=figures_with(of.game, of.settings, strategy, pays))
    paid = {(pay.code, pay.outcome): pay.odds for pay in pays}
    for name in names:
        told = of.figures[name].edge.value
        for bet in together_of(of) if name == "round" else [name]:
            for row, fall in every_fall(of, of.figures[bet]).items():
                if (key := (row.code, row.outcome)) in paid:
                    told -= fall * (paid[key] - row.pay)
        assert told == changed.figures[name].edge.value != of.figures[name].edge.value, name


def test_hands_that_end_alike_are_one_row_and_stand_only_where_they_add_up_to_the_edge() -> None:
    wager = from_rows("bet", [Row("several_hands", F(3), F(1, 4)), Row("lose", F(-1), F(3, 4))], F(5, 4))
    ends = [HandRow("lose", 1, F(-1), F(3, 4)), HandRow("win", 1, F(1), F(1, 8)), HandRow("win", 2, F(1), F(1, 4)),
            HandRow("win", 1, F(1), F(1, 8)), HandRow("push", 1, F(0), F(0))]  # fmt: skip
    assert with_hands(wager, ends).hands == (
        HandRow("win", 2, F(1), F(1, 4)), HandRow("win", 1, F(1), F(1, 4)), HandRow("lose", 1, F(-1), F(3, 4))
    )  # fmt: skip
    assert with_hands(wager, ends[1:]).hands == (), "paid otherwise together: no hand by itself says what a pay moves"


@pytest.mark.parametrize("name", ["ante", "ante_alone", "bonus", "bonus_alone"])
def test_hands_that_are_split_are_counted_each(name: str) -> None:
    of = subject("fast_action_holdem")
    wager = of.solution.wagers[name]
    lost = sum(hand.often for hand in wager.hands if hand.outcome == "lose")
    pays = {row.outcome: row.pay for row, _ in moves(of, wager) or ()}
    won = sum(pays[outcome] * fall for outcome, fall in falls(of, name).items())
    assert won - lost == -wager.edge.value
    assert sum(hand.often for hand in wager.hands) == wager.action.value > 1


def test_what_is_not_known_is_left_out_and_said() -> None:
    """Under a cap two hands are paid together: no single hand says what a pay moves."""
    of = subject("fast_action_holdem")
    wagers = {name: replace(wager, hands=()) for name, wager in of.solution.wagers.items()}
    capped = replace(of, solution=replace(of.solution, wagers=wagers))
    assert moves(capped, capped.solution.wagers["bonus"]) is None
    design = next(each for each in game_report(capped).sections if each.name == "design")
    assert any("Ante and Bonus are left out" in getattr(block, "text", "") for block in design.blocks)
    assert not any(getattr(block, "name", "") == "moves_bonus" for block in design.blocks)


def test_a_report_of_changed_pays_goes_on_from_them() -> None:
    of = subject_of(find_game("lucky_lucky"), None, [Pay("Lucky Break base 1", "bust_25", Fraction(4))])
    again = subject_of(find_game("lucky_lucky"), None, [Pay("Lucky Break base 1", "bust_25", Fraction(5))])
    edges = [each.solution.wagers["lucky_break"].edge.value for each in (of, again)]
    assert edges[0] - edges[1] == falls(of, "lucky_break")["bust_25"]
