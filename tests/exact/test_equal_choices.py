"""The tie rule of the element of risk: of choices that are worth the same the one with less money in action is taken.

Where every outcome pays nought all choices are. tests/games/test_mississippi_stud.py has a game proved from its play.
"""

from fractions import Fraction

import pytest

from houseway.analysis.design import Pay, figures_with, pays_in_force
from houseway.analysis.exact.blackjack.choices import TRIED
from houseway.analysis.exact.blackjack.choosing import act_of
from houseway.games import find_game
from houseway.games.fast_action_holdem.play import ACTS
from houseway.games.fast_action_holdem.solve_acts import bets_made
from houseway.rules.blackjack import DOUBLE, HIT, STAND, SURRENDER

LEAST = {  # in action, of each bet that a choice can raise or take back
    "triple_shot_bonus": {"blackjack": 1},
    "super_fun_21": {"blackjack": 1},
    "lucky_lucky": {"blackjack": 1},
    "fast_action_holdem": {"ante": 1, "bonus": 1, "ante_alone": 1, "bonus_alone": 1},
    "dakota_stud": {"one": 0, "two": 0},
}


@pytest.mark.parametrize("slug", LEAST)
def test_where_all_choices_are_worth_the_same_the_least_is_in_action(slug: str) -> None:
    game = find_game(slug)
    settings = game.settings()
    nothing = [Pay(*row, Fraction(0)) for row in pays_in_force(game, settings)]
    found = figures_with(game, settings, "optimal", nothing)
    for name, least in LEAST[slug].items():
        assert found.wagers[name].edge.value == 0
        assert found.wagers[name].action.value == least, name


def test_acts_of_blackjack_are_tried_by_the_money_that_they_put_in_action() -> None:
    assert [act_of(i) for i in range(TRIED)] == [STAND, HIT, SURRENDER, DOUBLE]


def test_of_holdem_an_act_has_a_bet_more_for_each_that_is_split() -> None:
    made = {name: bets_made(act) for act, name in enumerate(ACTS)}
    assert {name: count for name, count in made.items() if name.startswith("keep")} == dict.fromkeys(ACTS[:6], 2)
    assert made["split_ante_12_34_bonus_12"] == made["split_bonus_12_34_ante_12"] == 3
    assert made["split_both_12_34"] == 4
