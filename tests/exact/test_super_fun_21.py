"""Super Fun 21 solved: against the walk, against simulation, against public figures."""

from fractions import Fraction

import pytest

from houseway.analysis.exact.blackjack.wager_figures import edge_of
from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.charts import read_chart
from houseway.games.super_fun_21.solve import advise, best_chart, blackjack_of, price_of_rules, solve
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from tests.exact.blackjack_walks import RECKLESS, agree
from tests.exact.triangle import UNIT, simulated

GAME = find_game("super_fun_21")
TOYS = {toy.name: toy for toy in GAME.sheet.toys}
WALKS = [  # cards, options
    ("8c 8c 8c 8c 8c Td Td Td Td Td Td Td 3d 7h", {"hands_max": 4}),
    ("Ad Ad Ad Ad Ad Td Td Td Td Td Td Td Td Td 8h", {"hands_max": 4}),
    (
        "Ad Ad Ad Ac Td Td Td Td Td Td Td Td 8h",
        {"hands_max": 3, "split_aces": "one_card", "naturals_always_win": False},
    ),
    ("2c 2c 3h 5s 5s Td Td Td 6d", {"hands_max": 1, "double": "two_cards", "surrender": "two_cards"}),
]


@pytest.mark.parametrize(("cards", "options"), WALKS)
def test_solver_and_walk_agree_to_the_fraction(cards: str, options: dict[str, int | str | bool]) -> None:
    settings = GAME.settings(options)
    blackjack = blackjack_of(GAME, settings, cards_of(cards))
    for plan in (blackjack.plan(), GAME.plan("basic", settings)):
        agree(GAME, settings, blackjack, plan, ["blackjack"])


@pytest.mark.parametrize("reading", ["hit", "three_cards", "stand"])
@pytest.mark.parametrize("cards", ["Ac Ac 2d 3d 5h 5h Ts Ts Ts Ts 9d 8d", "Ac Ac Ac 4d 6h Ts Ts Ts Ts Ts 9d"])
def test_readings_of_a_soft_21_are_walked_as_they_are_solved(cards: str, reading: str) -> None:
    settings = GAME.settings({"hands_max": 2, "soft_21": reading})
    blackjack = blackjack_of(GAME, settings, cards_of(cards))
    agree(GAME, settings, blackjack, blackjack.plan(), ["blackjack"])


DOUBLES_NATURALS = read_chart({"rows": [["soft", "21", "S S S S S S S S D D"], ["hard", "4-11", " ".join("H" * 10)]]})


def test_a_doubled_natural_that_stands_is_the_same_for_whoever_does_not_double() -> None:
    """Best play never does; a play that does is refused by the solver, and loses more in the walk."""
    deck = cards_of(TOYS["aces-and-diamonds"].cards)
    options = TOYS["aces-and-diamonds"].options
    back, stands = (GAME.settings({**options, "doubled_natural": each}) for each in ("no_double", "stands"))
    plan = GAME.plan("basic", back)
    assert solve(GAME, back, deck=deck, plan=plan).wagers == solve(GAME, stands, deck=deck, plan=plan).wagers
    with pytest.raises(Refused, match="doubles naturals that a dealer's blackjack may beat"):
        solve(GAME, stands, deck=deck, plan=DOUBLES_NATURALS)
    means = [
        walk(GAME, each, deck, [{"blackjack": UNIT}], DOUBLES_NATURALS).mean["blackjack"] for each in (back, stands)
    ]
    assert means[0] > means[1]
    best = [solve(GAME, GAME.settings({"doubled_natural": each})).wagers for each in ("no_double", "stands")]
    assert best[0] == best[1]


@pytest.mark.parametrize("name", sorted(TOYS))
def test_solver_and_walk_agree_on_the_toys(name: str) -> None:
    settings = GAME.settings(TOYS[name].options)
    blackjack = blackjack_of(GAME, settings, cards_of(TOYS[name].cards))
    agree(GAME, settings, blackjack, blackjack.plan(), ["blackjack"], TOYS[name].seats)


def test_a_reckless_plan_agrees_too() -> None:
    settings = GAME.settings({"hands_max": 2})
    blackjack = blackjack_of(GAME, settings, cards_of("7c 7c 7c Ts Ts Ts Ts 5d 5d 9d"))
    assert agree(GAME, settings, blackjack, RECKLESS, ["blackjack"]) > 0


def test_insurance_changes_nothing_about_the_blackjack_bet() -> None:
    toy = TOYS["aces-and-diamonds"]
    settings = GAME.settings(toy.options)
    deck = cards_of(toy.cards)
    plan = GAME.plan("timid", settings)
    solution = solve(GAME, settings, deck=deck, plan=plan)
    walked = walk(GAME, settings, deck, [{"blackjack": UNIT}], plan)
    assert walked.mean["blackjack"] == -solution.wagers["blackjack"].edge.value * UNIT
    offered = sum(p for (wager, _, _), p in walked.outcomes.items() if wager == "insurance")
    insurance = solution.wagers["insurance"]
    assert walked.mean["insurance"] == -insurance.edge.value * offered * UNIT / 2


@pytest.mark.parametrize(("decks", "edge", "public"), [(1, "0.936783", "0.94"), (2, "1.155976", "1.16")])
def test_best_play_comes_to_the_public_figures(decks: int, edge: str, public: str) -> None:
    blackjack = blackjack_of(GAME, GAME.settings({"decks": decks}))
    found = 100 * float(edge_of(blackjack, blackjack.plan()))
    assert (f"{found:.6f}", f"{found:.2f}") == (edge, public)


@pytest.mark.parametrize("strategy", ["optimal", "timid"])
def test_figures_and_simulation_agree(strategy: str) -> None:
    settings = GAME.settings({})
    solution = solve(GAME, settings, strategy)
    wager = solution.wagers["blackjack"]
    result = simulated(GAME, settings, solution.plan, ["blackjack"], 1_000_000, 5)
    seen = next(found for found in result.figures() if found.name == "blackjack")
    assert abs(seen.edge - float(wager.edge.value)) < 4 * seen.standard_error
    assert abs(seen.hit - float(wager.hit.value)) < 0.002
    assert abs(seen.standard_deviation**2 - float(wager.variance.value)) < 0.01
    assert abs(seen.action - float(wager.action.value)) < 0.002
    counts = {(outcome, Fraction(cents, UNIT)): n for outcome, cents, n in seen.outcomes}
    for row in wager.rows:
        expected = float(row.probability) * seen.seen
        if row.outcome != "several_hands" and expected > 5:
            assert abs(counts[row.outcome, row.won] - expected) < 4.5 * expected**0.5


def test_diamonds_are_one_natural_in_sixteen() -> None:
    rows = solve(GAME, GAME.settings({"hands_max": 1})).wagers["blackjack"].rows
    often = {row.outcome: row.probability for row in rows}
    assert often["natural"] == 15 * often["diamond_natural"]
    assert often["natural"] + often["diamond_natural"] == Fraction(64 * 2, 52 * 51)


def test_best_chart_costs_little_and_beats_the_written_one() -> None:
    settings = GAME.settings({})
    blackjack = blackjack_of(GAME, settings)
    chart = best_chart(GAME, settings)
    assert chart.edge == edge_of(blackjack, read_chart({"rows": chart.rows}))
    assert Fraction(0) < chart.cost < Fraction(3, 10_000)
    assert chart.edge <= edge_of(blackjack, GAME.plan("basic", settings))


def test_every_special_rule_has_its_price() -> None:
    prices = {(price.option, price.choice): price.more for price in price_of_rules(GAME, GAME.settings({}))}
    assert prices["double_natural", False] == 0, "nobody who plays well doubles a natural"
    free = ("double_natural", "doubled_natural", "soft_21")
    assert {prices[choice] for choice in prices if choice[0] in free} == {0}, "nor hits a soft 21"
    assert all(more > 0 for (option, _), more in prices.items() if option not in ("soft_17", *free))
    assert prices["soft_17", "stand"] < 0
    assert prices["diamonds", False] == Fraction(64 * 2, 52 * 51) / 16
    assert prices["surrender", "none"] > prices["surrender", "two_cards"]
    assert prices["hands_max", 1] > prices["hands_max", 2] > prices["hands_max", 3]


def test_advice_knows_the_special_rules() -> None:
    settings = GAME.settings({})
    assert advise(GAME, settings, "2-2-2-2-A v 5")[0] == ("hit", 1.0), "any sixth card wins at least even money"
    assert {act for act, _ in advise(GAME, settings, "T-2-4 v T doubled")} == {"stand", "surrender"}
    assert dict(advise(GAME, settings, "T-2-4 v T doubled"))["surrender"] == -1
    assert advise(GAME, settings, "A-T v 6")[0] == ("stand", 1.0625)
