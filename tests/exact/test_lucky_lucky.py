"""Lucky Lucky and Lucky Break solved: against the walk, against simulation, against what is published."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.charts import Plan, read_chart
from houseway.games.lucky_lucky.first_hand import may_go_over, over_the_limit
from houseway.games.lucky_lucky.play import lucky_lucky_outcome
from houseway.games.lucky_lucky.solve import solve
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from tests.exact.triangle import UNIT, same_as_walk, simulated, z_scores

GAME = find_game("lucky_lucky")
TOYS = {toy.name: toy for toy in GAME.sheet.toys}
BASIC = GAME.plan("basic", GAME.settings())
BONUSES = ("lucky_lucky", "lucky_break")
RECKLESS = read_chart(
    {
        "rows": [
            ["hard", "4-19", " ".join("HHHHHHHHHH")],
            ["soft", "12-20", " ".join("HHHHHHHHHH")],
            ["pairs", "2-9", " ".join("PPPPPPPPPP")],
        ]
    }
)
DECKS: list[tuple[str, dict[str, int | str | bool]]] = [  # cards, options
    (TOYS["eight-cards"].cards, {"hands_max": 1}),
    (TOYS["eights-to-split"].cards, {"hands_max": 3}),
    ("7c 7c 7d 9c 9c 9c 5c 5c Tc Tc", {"hands_max": 1, "soft_17": "stand", "suited": "multiple"}),
    ("6c 7c 8c 8c 9d 9c Tc Tc Tc", {"hands_max": 2, "base": "3", "paytable": "2"}),
    ("Ac Ac 6c 9c Tc Tc Tc Tc Tc Tc", {"hands_max": 2, "split_aces": "play"}),
]


def bets() -> dict[str, int]:
    return dict.fromkeys(("blackjack", *BONUSES), UNIT)


@pytest.mark.parametrize(("cards", "options"), DECKS)
@pytest.mark.parametrize("strategy", ["basic", "reckless"])
def test_solver_and_walk_agree_to_the_fraction(cards: str, options: dict[str, int | str | bool], strategy: str) -> None:
    settings = GAME.settings(options)
    deck = cards_of(cards)
    plan = RECKLESS if strategy == "reckless" else GAME.plan(strategy, settings)
    solution = solve(GAME, settings, strategy, deck=deck, plan=plan)
    walked = walk(GAME, settings, deck, [bets()], plan)
    same_as_walk(walked, {name: solution.wagers[name] for name in BONUSES})


def test_reckless_play_does_cost_lucky_break_on_the_toys() -> None:
    """Otherwise the walks above would prove nothing about hands over 26."""
    for cards, options in DECKS[:2]:
        settings = GAME.settings(options)
        deck = cards_of(cards)
        basic, reckless = (
            solve(GAME, settings, deck=deck, plan=plan).wagers["lucky_break"]
            for plan in (GAME.plan("basic", settings), RECKLESS)
        )
        assert reckless.edge.value > basic.edge.value


def test_seats_beside_change_nothing() -> None:
    toy = TOYS["two-seats"]
    settings = GAME.settings(toy.options)
    deck = cards_of(toy.cards)
    plan = GAME.plan("basic", settings)
    solution = solve(GAME, settings, deck=deck, plan=plan)
    walked = walk(GAME, settings, deck, [bets(), bets()], plan)
    same_as_walk(walked, {name: solution.wagers[name] for name in BONUSES})


@pytest.mark.parametrize("strategy", ["basic", "reckless"])
@pytest.mark.parametrize(("cards", "options"), [DECKS[1], ("7c 7c 7d 9c 9c 5c Tc", DECKS[2][1])])
def test_a_community_card_has_the_edge_of_the_up_card(
    cards: str, options: dict[str, int | str | bool], strategy: str
) -> None:
    """As equal Fractions, of every wager and every outcome: walked with both, and solved."""
    deck = cards_of(cards + " Td Td")
    found = []
    for third_card in ("up_card", "community"):
        settings = GAME.settings({**options, "third_card": third_card})
        plan = RECKLESS if strategy == "reckless" else GAME.plan(strategy, settings)
        solution = solve(GAME, settings, strategy, deck=deck, plan=plan)
        walked = walk(GAME, settings, deck, [bets()], plan)
        same_as_walk(walked, {name: solution.wagers[name] for name in BONUSES})
        found.append(walked.outcomes)
    assert found[0] == found[1]


def test_a_community_card_is_simulated_as_it_is_solved() -> None:
    settings = GAME.settings({"third_card": "community", "paytable": "2"})
    solution = solve(GAME, settings, plan=BASIC)
    assert solution.wagers == solve(GAME, GAME.settings({"paytable": "2"}), plan=BASIC).wagers
    result = simulated(GAME, settings, BASIC, list(bets()), 400_000, seed=9)
    scores = z_scores(result, {name: solution.wagers[name] for name in BONUSES})
    assert max(map(abs, scores.values())) < 4, scores


GIVES_UP = read_chart({"rows": [["hard", "12-16", "Rh Rh S S S S Rh Rh Rh Rh"], ["hard", "4-11", " ".join("H" * 10)]]})


@pytest.mark.parametrize("reading", ["stays", "lost"])
@pytest.mark.parametrize("cards", ["6c 6c 7c 7d 9c 9d Tc Td Td Td", "5c 6c 7c 7d 8c 9d Tc Td Td Td Td"])
def test_a_surrender_that_loses_lucky_break_is_walked_as_it_is_solved(cards: str, reading: str) -> None:
    settings = GAME.settings({"hands_max": 1, "surrender": "late", "lucky_break_surrender": reading})
    solution = solve(GAME, settings, deck=cards_of(cards), plan=GIVES_UP)
    walked = walk(GAME, settings, cards_of(cards), [bets()], GIVES_UP)
    same_as_walk(walked, {name: solution.wagers[name] for name in BONUSES})


def test_a_surrender_that_loses_lucky_break_costs_whoever_surrenders() -> None:
    """Whole shoe, basic strategy: more for the house, as the simulator finds too; nothing where nobody surrenders."""
    stays, lost = (
        GAME.settings({"surrender": "late", "lucky_break_surrender": reading}) for reading in ("stays", "lost")
    )
    before, after = (solve(GAME, each, plan=BASIC).wagers["lucky_break"] for each in (stays, lost))
    assert after.edge.value > before.edge.value + Fraction(1, 1000)
    result = simulated(GAME, lost, BASIC, list(bets()), 600_000, seed=10)
    scores = z_scores(result, {"lucky_break": after})
    assert max(map(abs, scores.values())) < 4, scores
    mimic = GAME.plan("mimic", lost)
    assert solve(GAME, lost, plan=mimic).wagers["lucky_break"] == solve(GAME, stays, plan=mimic).wagers["lucky_break"]


@pytest.mark.parametrize("reading", ["any_hand", "every_hand"])
def test_readings_of_a_split_touch_no_play_that_cannot_reach_27(reading: str) -> None:
    """Walked and solved with splits they are the same; what hits a hard 17 is refused, but not without splits."""
    toy = TOYS["eights-to-split"]
    settings = GAME.settings({**toy.options, "lucky_break_split": reading})
    deck = cards_of(toy.cards)
    solution = solve(GAME, settings, deck=deck, plan=BASIC)
    walked = walk(GAME, settings, deck, [bets()], BASIC)
    same_as_walk(walked, {name: solution.wagers[name] for name in BONUSES})
    with pytest.raises(Refused, match="hits a hard 17"):
        solve(GAME, settings, deck=deck, plan=RECKLESS)
    one_hand = settings.but(hands_max=1)
    same_as_walk(
        walk(GAME, one_hand, deck, [bets()], RECKLESS),
        {"lucky_break": solve(GAME, one_hand, deck=deck, plan=RECKLESS).wagers["lucky_break"]},
    )


def test_readings_of_a_split_differ_in_the_walk_for_whoever_hits_a_hard_17() -> None:
    toy = TOYS["eights-to-split"]
    means = {}
    for reading in ("any_hand", "first_hand", "every_hand"):
        settings = GAME.settings({**toy.options, "lucky_break_split": reading})
        means[reading] = walk(GAME, settings, cards_of(toy.cards), [bets()], RECKLESS).mean["lucky_break"]
    assert means["any_hand"] > means["first_hand"] > means["every_hand"]


def test_all_published_edges_come_out() -> None:
    claims = [claim for claim in GAME.claims.claims if claim.measure == "edge"]
    assert len(claims) == 15 + 2
    for claim in claims:
        edge = solve(GAME, GAME.settings(claim.options), plan=BASIC).wagers[claim.wager].edge.value
        assert f"{100 * float(edge):.{claim.digits}f}%" == claim.printed
    assert solve(GAME, GAME.settings({"decks": 1}), plan=BASIC).wagers["lucky_lucky"].edge.value == Fraction(279, 5525)


def test_the_published_range_is_the_range_of_the_shoes() -> None:
    edges = [
        solve(GAME, GAME.settings({"decks": decks, "paytable": paytable}), plan=BASIC).wagers["lucky_lucky"].edge.value
        for decks, paytable in product(range(1, 9), "123")
    ]
    assert f"{float(min(edges)):.4f} {float(max(edges)):.4f}" == "0.0505 0.1272"


def test_an_endless_shoe_is_the_limit_of_many_decks() -> None:
    for name in BONUSES:
        eight, endless = (solve(GAME, GAME.settings({"decks": d}), plan=BASIC).wagers[name] for d in (8, "infinite"))
        assert 0 < eight.edge.value - endless.edge.value < Fraction(2, 1000)


SHOES = [
    ({"decks": 1}, 1),
    ({"decks": 6, "soft_17": "stand", "base": "3", "multiplier": "2", "paytable": "3"}, 2),
    ({"decks": "infinite", "base": "4", "suited": "multiple", "paytable": "2"}, 3),
]


@pytest.mark.parametrize(("options", "seed"), SHOES)
def test_solver_and_simulation_agree(options: dict[str, int | str], seed: int) -> None:
    settings = GAME.settings(options)
    solution = solve(GAME, settings, plan=BASIC)
    result = simulated(GAME, settings, BASIC, list(bets()), 1_000_000, seed)
    scores = z_scores(result, {name: solution.wagers[name] for name in BONUSES})
    assert len(scores) > 25
    assert max(map(abs, scores.values())) < 4, scores


def test_reckless_play_of_a_full_shoe_agrees_with_simulation() -> None:
    """A plan that hits hard 17 against a ten loses Lucky Break in the simulator as often as the solver says."""
    rows = [["hard", "4-17", "S S S S S S S S H S"], ["pairs", "8-9", "- - - - - - - - P -"]]
    plan = read_chart({"rows": rows})
    settings = GAME.settings({"decks": 1})
    solution = solve(GAME, settings, plan=plan)
    result = simulated(GAME, settings, plan, list(bets()), 1_000_000, seed=4)
    scores = z_scores(result, {"lucky_break": solution.wagers["lucky_break"]})
    assert max(map(abs, scores.values())) < 4, scores
    calm = solve(GAME, settings, plan=BASIC).wagers["lucky_break"]
    assert solution.wagers["lucky_break"].edge.value > calm.edge.value + Fraction(1, 1000)


def test_no_written_strategy_can_go_over_26() -> None:
    for strategy in GAME.strategies:
        assert not may_go_over(GAME.plan(strategy, GAME.settings()))
    assert may_go_over(RECKLESS)


def test_a_shortcut_for_sensible_plans_changes_nothing() -> None:
    settings = GAME.settings()
    plan: Plan = GAME.plan("basic", settings)
    hit_after = plan._replace(acts=plan.acts.copy())
    hit_after.acts[2, -1] = 0  # never asked: no doubled hand may hit
    assert may_go_over(hit_after)
    assert over_the_limit(GAME, GAME.rules(settings), hit_after, 10, [24] * 11) == {}


def test_every_table_of_lucky_break_has_its_own_edge() -> None:
    """Every base with every multiplier, both readings: the more generous table never has the greater edge."""
    edges: dict[tuple[str, str, str], Fraction] = {}
    for base, multiplier, suited in product("1234", "1234", ("base_plus_multiple", "multiple")):
        settings = GAME.settings({"base": base, "multiplier": multiplier, "suited": suited})
        edges[base, multiplier, suited] = solve(GAME, settings, plan=BASIC).wagers["lucky_break"].edge.value
    for (base, multiplier, suited), edge in edges.items():
        assert edges["1", multiplier, suited] <= edge <= edges["4", multiplier, suited]
        assert edges[base, "2", suited] <= edges[base, "1", suited]
        assert edges[base, multiplier, "base_plus_multiple"] < edges[base, multiplier, "multiple"]


def test_three_cards_count_alike_in_any_order() -> None:
    for text in ("6c 7d 8h", "7c 7d 7h", "Ac 9d Tc", "Kd 9s 2c", "6h 7h 8h"):
        assert len({lucky_lucky_outcome(*order) for order in permutations(cards_of(text))}) == 1


def test_the_blackjack_bet_is_solved_with_the_others_and_its_plan_plays_all() -> None:
    settings = GAME.settings({"decks": 1})
    solution = solve(GAME, settings)
    assert set(solution.wagers) == {"blackjack", "insurance", *BONUSES}
    bonuses = solve(GAME, settings, plan=solution.plan).wagers
    assert bonuses["lucky_break"] == solution.wagers["lucky_break"]
    assert bonuses["lucky_break"] == solve(GAME, settings, plan=BASIC).wagers["lucky_break"], "no plan goes over 26"
