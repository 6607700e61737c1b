"""What-if paytables: the figures that follow from changed pays are those of a game that has them."""

import json
from fractions import Fraction
from typing import Any

import pytest

from houseway.analysis.convergence import exact_edges, marks, watched
from houseway.analysis.design import Pay, WhatIf, pays_in_force, repriced, solved_anew, strategy_for, with_pays
from houseway.analysis.exact.shared.solution import Row, Solution, from_rows
from houseway.analysis.simulate import simulate
from houseway.analysis.solve import computed, solve
from houseway.analysis.store import shipped_path
from houseway.analysis.target import find_pay
from houseway.analysis.universal.proof import prove
from houseway.games import all_games, find_game
from houseway.games.fast_action_holdem.solve import counts_of
from houseway.games.fast_action_holdem.solve_acts import Bets, Hands, best_plan
from houseway.games.fast_action_holdem.solve_pays import _ante, _bonus, are_known, solve_with_pays
from houseway.games.game import Game, Settings
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from tests.exact.every_deal import best_mean

ONE_DECK = {"decks": 1, "hands_max": 1}  # nothing is sampled, and quickly solved


def of(slug: str, **options: Any) -> tuple[Game, Settings]:
    game = find_game(slug)
    return game, game.settings(options)


def same_figures(mine: Solution, other: Solution, *wagers: str) -> None:
    for name in wagers:
        assert mine.wagers[name].edge == other.wagers[name].edge, name
        assert mine.wagers[name].hit == other.wagers[name].hit, name
        assert mine.wagers[name].variance == other.wagers[name].variance, name
        assert set(mine.wagers[name].rows) == set(other.wagers[name].rows), name


@pytest.mark.parametrize(
    ("wager", "pay"),
    [
        ("lucky_lucky", Pay("Lucky Lucky 1", "total_20", Fraction(3))),
        ("lucky_lucky", Pay("Lucky Lucky 1", "sevens", Fraction(77, 2))),
        ("lucky_break", Pay("Lucky Break base 1", "bust_24", Fraction(5, 2))),
        ("lucky_break", Pay("multiplier", "bust_22_suited_3", Fraction(40))),
        ("insurance", Pay("insurance", "win", Fraction(9, 4))),
    ],
)
def test_a_side_bet_at_other_pays_is_the_solution_of_the_game_that_pays_them(wager: str, pay: Pay) -> None:
    game, settings = of("lucky_lucky", **ONE_DECK)
    base = computed(game, settings, "basic")
    changed = with_pays(game, settings, [pay])
    at_once = repriced(game, changed, base)
    assert at_once is not None
    assert at_once.wagers[wager].edge != base.wagers[wager].edge
    same_figures(at_once, computed(changed, settings, "basic"), wager, "blackjack")


def test_a_side_bet_at_other_pays_leaves_the_round_as_it_is() -> None:
    game, settings = of("casino_war")
    changed = with_pays(game, settings, [Pay("tie", "tied", Fraction(11))])
    base = solve(game, settings)
    at_once = repriced(game, changed, base)
    assert at_once is not None
    assert at_once.wagers["tie"].edge != base.wagers["tie"].edge
    same_figures(at_once, solved_anew(changed, settings, "optimal"), "bet", "war", "tie", "round")


@pytest.mark.parametrize(
    ("slug", "strategy", "pay"),
    [
        ("three_card_poker", "basic", Pay("Ante Bonus 5-4-1", "straight", Fraction(50))),
        ("casino_war", "timid", Pay("bet", "surrendered", Fraction(-1, 4))),
    ],
)
def test_a_round_with_bets_that_choices_add_is_solved_anew_also_for_a_written_strategy(
    slug: str, strategy: str, pay: Pay
) -> None:
    game, settings = of(slug)
    assert repriced(game, with_pays(game, settings, [pay]), solve(game, settings, strategy)) is None


def test_the_price_of_a_natural_typed_in_is_that_of_the_option() -> None:
    game, settings = of("lucky_lucky", **ONE_DECK)
    changed = with_pays(game, settings, [Pay("3 to 2", "natural", Fraction(6, 5))])
    assert repriced(game, changed, computed(game, settings, "optimal")) is None, "the best play looks at this pay"
    option = computed(game, game.settings({**ONE_DECK, "natural": "6 to 5"}), "optimal")
    same_figures(solved_anew(changed, settings, "optimal"), option, "blackjack", "lucky_break")


def test_a_hat_trick_of_six_is_the_option_of_six() -> None:
    game, settings = of("triple_shot_bonus")
    base = solve(game, settings)
    changed = with_pays(game, settings, [Pay("Hat Trick 9 to 1", "win", Fraction(6))])
    found = repriced(game, changed, base)
    assert found is not None
    assert found.wagers["hat_trick"].edge.value == base.notes["hat_trick.edge at 6 to 1"]
    assert found.wagers["war"] == base.wagers["war"]
    assert "round.edge" not in found.notes, "a note that speaks of pays is not carried over"


def test_dakota_stud_is_played_otherwise_at_other_pays() -> None:
    game, settings = of("dakota_stud")
    base = computed(game, settings, "optimal")
    changed = with_pays(game, settings, [Pay("DS-01", "sixes_or_better", Fraction(0))])
    assert repriced(game, changed, base) is None
    found = solved_anew(changed, settings, "optimal")
    assert (found.plan.second != base.plan.second).any()
    *_, seen = watched(changed, settings, "optimal", dict.fromkeys(game.wagers, 1000), 300_000, seed=5)
    exact = exact_edges(changed, found.wagers, dict.fromkeys(game.wagers, 1000))
    for figures in seen.figures():
        assert abs(figures.edge - exact[figures.name]) < 4 * figures.standard_error, figures.name


def test_a_written_strategy_is_repriced_wager_by_wager() -> None:
    game, settings = of("dakota_stud")
    base = computed(game, settings, "timid")
    changed = with_pays(game, settings, [Pay("DS-01", "flush", Fraction(13, 2))])
    found = repriced(game, changed, base)
    assert found is not None
    same_figures(found, computed(changed, settings, "timid"), "dollar", "one", "two", "three")
    assert "round" not in found.wagers, "a sum over bets has no pays of its own"


def test_holdem_at_the_pays_of_another_column_is_that_column() -> None:
    game, settings = of("fast_action_holdem")
    changed = with_pays(game, settings, [Pay("4", "flush", Fraction(3))])
    column = computed(game, game.settings({"paytable": "5"}), "optimal")
    same_figures(
        solved_anew(changed, settings, "optimal"), column, "ante", "bonus", "round", "ante_alone", "bonus_alone"
    )


def test_holdem_edges_hand_by_hand_are_those_of_whole_rounds() -> None:
    game, settings = of("fast_action_holdem")
    hands, bets = Hands(counts_of(game, settings)), Bets(game.rules(settings), 1000, 1000)
    acts = best_plan(hands, bets).with_bonus[hands.numbers]
    assert are_known(hands, acts)
    found = computed(game, settings, "optimal").wagers
    for name, means in (("ante", _ante(hands, acts, bets)), ("bonus", _bonus(hands, acts, bets))):
        assert means == (-found[name].edge.value, found[name].action.value)


def test_holdem_splits_that_no_printed_paytable_is_worth_are_still_exact_in_the_mean() -> None:
    game, settings = of("fast_action_holdem")
    changed = with_pays(game, settings, [Pay("4", "flush", Fraction(8))])
    found = solve_with_pays(changed, settings, "optimal")
    assert found.wagers["bonus"].edge.se is None
    assert found.wagers["bonus"].hit.se is not None
    assert found.wagers["ante_alone"].edge == computed(game, settings, "optimal").wagers["ante_alone"].edge
    *_, seen = watched(changed, settings, "optimal", {"ante": 1000, "bonus": 1000}, 300_000, seed=9)
    for figures in seen.figures():
        exact = float(found.wagers[figures.name].edge.value)
        assert abs(figures.edge - exact) < 4 * figures.standard_error, figures.name
    assert strategy_for(changed, "timid", settings).plan is not None


def test_only_tables_in_force_change_and_the_game_itself_does_not() -> None:
    game, settings = of("triple_shot_bonus")
    changed = with_pays(game, settings, [Pay("TSB-01", "flush", Fraction(7))])
    assert isinstance(changed, WhatIf)
    assert pays_in_force(changed, settings)["TSB-01", "flush"] == 7
    assert pays_in_force(game, settings)["TSB-01", "flush"] == 5
    other = game.settings({"paytable": "TSB-02"})
    assert pays_in_force(changed, other) == pays_in_force(game, other)
    assert with_pays(game, settings, [Pay("TSB-01", "flush", Fraction(5))]) is game


@pytest.mark.parametrize(
    ("pay", "said"),
    [
        (Pay("TSB-02", "flush", Fraction(7)), "no paytable 'TSB-02' of Triple Shot Bonus is in force"),
        (Pay("TSB-01", "five_of_a_kind", Fraction(7)), "has no row 'five_of_a_kind'"),
        (Pay("TSB-01", "flush", Fraction(-2)), "loses at most itself"),
        (Pay("TSB-01", "flush", Fraction(10**7)), "at most a million"),
        (Pay("TSB-01", "flush", Fraction(1, 10**7)), "over at most 1,000,000"),
    ],
)
def test_a_pay_that_cannot_be_is_refused_with_the_reason(pay: Pay, said: str) -> None:
    game, settings = of("triple_shot_bonus")
    with pytest.raises(Refused, match=said):
        with_pays(game, settings, [pay])


def test_multipliers_are_whole_numbers() -> None:
    game, settings = of("lucky_lucky")
    with pytest.raises(Refused, match="whole number"):
        with_pays(game, settings, [Pay("multiplier", "bust_22_suited_3", Fraction(5, 2))])


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_asides_are_wagers_without_choices(game: Game) -> None:
    """The base bet of a game is what its play is for; it is never a side bet unless another bet is played for."""
    played_for = [wager.name for wager in game.sheet.wagers if wager.placed and not wager.aside]
    assert played_for, "the play of a game is for some wager"
    assert all(wager.aside for wager in game.sheet.wagers if wager.toke)


# --- targets ---


def test_a_target_on_a_straight_line_is_met_exactly() -> None:
    game, settings = of("lucky_lucky", **ONE_DECK)
    wanted = Fraction(1, 25)
    found = find_pay(game, settings, "basic", "lucky_lucky", ("Lucky Lucky 1", "total_20"), wanted)
    assert found.exact is not None
    assert found.solves == 0
    changed = with_pays(game, settings, [Pay("Lucky Lucky 1", "total_20", found.exact)])
    assert computed(changed, settings, "basic").wagers["lucky_lucky"].edge.value == wanted
    (low, at_low), (high, at_high) = found.near
    assert high - low == 1
    assert at_low > wanted > at_high


def test_a_target_beside_a_play_that_follows_is_between_neighbours() -> None:
    game, settings = of("dakota_stud")
    found = find_pay(game, settings, "optimal", "round", ("DS-01", "flush"), Fraction(0), grid=2)
    (low, at_low), (high, at_high) = found.near
    assert high - low == Fraction(1, 2)
    assert at_low > 0 > at_high
    for odds, edge in found.near:
        changed = with_pays(game, settings, [Pay("DS-01", "flush", odds)])
        assert solved_anew(changed, settings, "optimal").wagers["round"].edge.value == edge


@pytest.mark.parametrize(("edge", "said"), [(Fraction(9, 10), "would be lower"), (Fraction(-(10**6)), "so low")])
def test_a_target_out_of_reach_is_refused(edge: Fraction, said: str) -> None:
    game, settings = of("lucky_lucky", **ONE_DECK)
    with pytest.raises(Refused, match=said):
        find_pay(game, settings, "basic", "lucky_lucky", ("Lucky Lucky 1", "suited_21"), edge)


def test_a_pay_that_does_not_touch_the_wager_is_refused() -> None:
    game, settings = of("lucky_lucky", **ONE_DECK)
    with pytest.raises(Refused, match="does not move"):
        find_pay(game, settings, "basic", "lucky_break", ("Lucky Lucky 1", "sevens"), Fraction(1, 25))


# --- a simulation that is watched ---


def test_what_is_watched_is_the_simulation_of_the_same_seed() -> None:
    game, settings = of("dakota_stud")
    bets = dict.fromkeys(game.wagers, 1000)
    sights = list(watched(game, settings, "basic", bets, 50_000, seed=3))
    whole = simulate(game, 50_000, 3, strategy="basic", wagers=[bets])
    assert sights[-1].counts == whole.counts
    assert [sight.rounds for sight in sights] == marks(50_000)
    assert sights[0].rounds == 1000


def test_holdem_without_a_bonus_converges_to_the_ante_alone() -> None:
    game, settings = of("fast_action_holdem")
    found = computed(game, settings, "optimal")
    edges = exact_edges(game, found.wagers, {"ante": 500})
    assert edges["ante"] == edges["round"] == float(found.wagers["ante_alone"].edge.value)


@pytest.mark.parametrize(
    ("slug", "cards", "pay"),
    [
        ("three_card_poker", "Qc Qd Kh 2c 3c Jd", Pay("even money", "lose", Fraction(0))),
        ("let_it_ride", "8c 9c Tc Jc Td 9d", Pay("royal 1000", "lose", Fraction(0))),
        ("mississippi_stud", "6c 7c 7d Jc Jd", Pay("straight 4", "two_pair", Fraction(-1))),
    ],
    ids=lambda each: each if isinstance(each, str) and "_" in each else "",
)
def test_a_game_that_is_proved_from_play_is_played_otherwise_at_other_pays(slug: str, cards: str, pay: Pay) -> None:
    """Solved anew, against every order of a small deck; another play has other money in action."""
    game, settings = of(slug)
    changed, deck = with_pays(game, settings, [pay]), cards_of(cards)
    before, after = (prove(each, settings, deck=deck) for each in (game, changed))
    asked = after.asked
    bets = {name: asked.bets[name] for name in asked.bets if not asked.aside[game.wagers.index(name)]}
    mean = best_mean(changed, settings, deck, len(asked.shape.places), bets)
    assert -after.wagers()["round"].edge.value == mean / asked.unit_cents
    assert after.wagers()["round"].action != before.wagers()["round"].action


def test_casino_war_is_given_up_where_that_pays() -> None:
    """Whoever is paid for a tie wins as often as the dealer, and all ties: 23 of 311 other cards."""
    game, settings = of("casino_war")
    round_ = solved_anew(with_pays(game, settings, [Pay("bet", "surrendered", Fraction(1))]), settings, "optimal")
    assert round_.wagers["round"].edge.value == Fraction(-23, 311)
    assert round_.wagers["round"].action.value == 1


@pytest.mark.parametrize(
    ("slug", "wager", "pay"),
    [
        ("ez_baccarat", "dragon_7", Pay("Dragon 7", "dragon", Fraction(45))),
        ("three_card_poker", "pair_plus", Pay("Pair Plus 40-30-6-4-1", "flush", Fraction(5))),
        ("let_it_ride", "three_card_bonus", Pay("3 Card Bonus 40-30-6-3-1", "flush", Fraction(5))),
        ("ultimate_texas_holdem", "trips", Pay("Trips 50-40-30-8-7-4-3", "flush", Fraction(8))),
    ],
)
def test_a_side_bet_at_other_pays_has_its_figures_at_once(slug: str, wager: str, pay: Pay) -> None:
    """So much more for each flush: no choice looks at it, and every other figure stays."""
    game, settings = of(slug)
    shipped = json.loads(shipped_path(game).read_text())["figures"]["optimal"]
    rows = tuple(Row(name, Fraction(won), Fraction(often)) for name, won, often in shipped["wagers"][wager]["rows"])
    base = Solution(slug, settings, "optimal", {wager: from_rows(wager, rows)})
    at_once = repriced(game, with_pays(game, settings, [pay]), base)
    assert at_once is not None
    paid = next(row for row in rows if row.outcome == pay.outcome)
    more = (pay.odds - paid.won) * paid.probability
    assert at_once.wagers[wager].edge.value == base.wagers[wager].edge.value - more
