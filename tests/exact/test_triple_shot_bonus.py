"""War, Poker and the Hat Trick of Triple Shot Bonus solved: against the walk, simulation and what is published."""

from decimal import Decimal
from fractions import Fraction
from functools import cache

import pytest

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.simulate import simulate
from houseway.analysis.solve import solve as analysis_solve
from houseway.engine.walk import Walked, walk
from houseway.games import find_game
from houseway.games.charts import read_chart
from houseway.games.triple_shot_bonus.rank_plan import RankPlan, follow_by_ranks
from houseway.games.triple_shot_bonus.solve import solve, solve_with_hat_trick
from houseway.games.triple_shot_bonus.solve_hat_trick import RankPlay
from houseway.games.triple_shot_bonus.solve_together import Deals
from houseway.rules.cards import cards_of, new_decks
from houseway.rules.refused import Refused
from tests.exact.triangle import UNIT, same_as_walk, simulated, z_scores

GAME = find_game("triple_shot_bonus")
TOYS = {toy.name: toy for toy in GAME.sheet.toys}
SOLVED = ("war", "poker", "hat_trick")
BETS = ("war", "blackjack", "poker", "hat_trick")
HITTER = read_chart({"rows": [["hard", "4-18", " ".join("HHHHHHHHHH")], ["soft", "12-21", " ".join("HHHHHHHHHH")]]})
DECKS = [
    (TOYS["aces-and-tens"].cards, {}),
    (TOYS["small-cards"].cards, TOYS["small-cards"].options),
    (TOYS["high-cards"].cards, {"hat_trick": "6 to 1"}),
    ("Ac Ac Ac 6c 9d 9d 9d 9d 9d 9d 9d 9d 9d", {"soft_17": "stand"}),
    ("6h 7h 8h 9h Th Th Th Th Th Th", {"paytable": "TSB-02"}),
]


def bets() -> dict[str, int]:
    return dict.fromkeys(BETS, UNIT)


@cache
def solved(strategy: str, soft_17: str) -> Solution:
    return solve(GAME, GAME.settings({"soft_17": soft_17}), strategy)


@pytest.mark.parametrize(("cards", "options"), DECKS)
@pytest.mark.parametrize("strategy", ["hitter", "basic"])
def test_solver_and_walk_agree_to_the_fraction(cards: str, options: dict[str, str], strategy: str) -> None:
    settings = GAME.settings({**options, "insurance": False})
    deck = cards_of(cards)
    plan = HITTER if strategy == "hitter" else GAME.plan(strategy, settings)
    solution = solve(GAME, settings, strategy, deck=deck, plan=plan)
    walked = walk(GAME, settings, deck, [bets()], plan)
    same_as_walk(walked, {name: solution.wagers[name] for name in SOLVED})


def test_seats_beside_change_nothing() -> None:
    toy = TOYS["two-seats"]
    settings = GAME.settings(toy.options)
    deck = cards_of(toy.cards)
    plan = GAME.plan("basic", settings)
    solution = solve(GAME, settings, deck=deck, plan=plan)
    walked = walk(GAME, settings, deck, [bets(), bets()], plan)
    same_as_walk(walked, {name: solution.wagers[name] for name in SOLVED})


@pytest.mark.parametrize("paytable", ["TSB-01", "TSB-02"])
def test_war_and_poker_come_out_as_published(paytable: str) -> None:
    deals = Deals(GAME, GAME.rules(GAME.settings({"paytable": paytable})), new_decks(1))
    solved_poker = deals.poker()
    poker = {row.outcome: row for row in solved_poker.rows}
    assert deals.war().edge.value == Fraction(1, 34)
    code = paytable.lower().replace("-", "_")
    seen = 0
    for claim in GAME.claims.claims:
        if claim.id.startswith(f"poker.{code}."):
            outcome = claim.id.split(".")[2]
            if claim.measure == "probability" and outcome in poker:
                value = poker[outcome].probability
            elif claim.measure == "contribution":
                value = poker[outcome].probability * (poker[outcome].won + 1)
            elif claim.measure == "return":
                value = 1 - solved_poker.edge.value
            elif claim.measure == "edge":
                value = solved_poker.edge.value
            else:
                value = solved_poker.hit.value
            if claim.id.endswith("jacks_or_better.probability"):
                value -= Fraction(1, 10**8)  # printed one less in the last digit, so that the column adds up
            assert f"{100 * float(value):.{claim.digits}f}%" == claim.printed, claim.id
            seen += 1
    assert seen == 22
    assert sum(row.probability for row in poker.values()) == 1
    assert poker["royal_flush"].probability == Fraction(188, 20_358_520)


@pytest.mark.parametrize(("strategy", "soft_17"), [("optimal", "hit"), ("published", "stand")])
def test_solver_and_simulation_agree(strategy: str, soft_17: str) -> None:
    solution = solved(strategy, soft_17)
    result = simulated(GAME, solution.settings, solution.plan, list(BETS), 1_000_000, seed=77)
    scores = z_scores(result, {name: solution.wagers[name] for name in SOLVED})
    assert len(scores) > 15
    assert max(map(abs, scores.values())) < 4, scores


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
def test_the_published_hat_trick_is_the_product_of_three_chances(soft_17: str) -> None:
    """Every factor is right; what is wrong is to multiply them."""
    notes = solved("optimal", soft_17).notes
    printed = {claim.id: claim.printed for claim in GAME.claims.claims}
    here = f"{soft_17}_soft_17"
    for name, note in (
        (f"hat_trick.{here}.war", "war.not_lost"),
        (f"hat_trick.{here}.blackjack", "blackjack.not_lost"),
        (f"hat_trick.{here}.poker", "poker.not_lost"),
        (f"hat_trick.{here}.hit", "hat_trick.hit_if_independent"),
        (f"hat_trick.{here}.edge", "hat_trick.edge_of_printed_factors at 9 to 1"),
        (f"blackjack.{here}.split_win", "blackjack.split_win"),
        (f"blackjack.{here}.tie", "blackjack.tie"),
        (f"blackjack.{here}.overall", "blackjack.not_lost"),
        (f"round.tsb_01.{here}.edge", "round.edge"),
    ):
        assert f"{100 * float(notes[note]):.4f}" == printed[name].rstrip("%"), name
    win = Decimal(printed[f"blackjack.{here}.win"])
    assert 0 < win - Decimal(float(100 * notes["blackjack.win"])) < Decimal("0.0001"), "one too many in the last digit"


def test_the_hat_trick_is_won_far_more_often_than_published() -> None:
    cases = [("optimal", "hit"), ("optimal", "stand"), ("published", "stand")]
    hits = {case: solved(*case).wagers["hat_trick"].hit.value for case in cases}
    assert {key: f"{100 * float(hit):.4f}" for key, hit in hits.items()} == {
        ("optimal", "hit"): "12.5146",
        ("optimal", "stand"): "12.5196",
        ("published", "stand"): "12.5317",
    }
    hit, notes = hits["optimal", "hit"], solved("optimal", "hit").notes
    assert notes["hat_trick.edge at 9 to 1"] == 1 - 10 * hit < Fraction(-25, 100)  # the player is ahead by a quarter
    assert notes["hat_trick.edge at 6 to 1"] == 1 - 7 * hit > Fraction(12, 100)


@cache
def full_deck() -> RankPlay:
    return RankPlay.of(Deals(GAME, GAME.rules(GAME.settings()), new_decks(1)))


def test_two_ways_to_count_a_plan_give_the_same_fractions() -> None:
    """By sets of points, and by sets of ranks; Blackjack's edge also by the engine of all blackjack games."""
    solution = solved("optimal", "hit")
    play = full_deck()
    earned = play.earns(play.by_points(solution.plan))
    assert earned.hat_trick == solution.wagers["hat_trick"].hit.value
    assert -earned.blackjack == solution.wagers["blackjack"].edge.value


def test_the_best_play_for_both_bets() -> None:
    """It gives up at Blackjack less than it wins on the Hat Trick, and without a Hat Trick it is the best play."""
    play = full_deck()
    alone = play.earns(play.best(Fraction(0)))
    assert -alone.blackjack == solved("optimal", "hit").wagers["blackjack"].edge.value
    both = play.earns(play.best(Fraction(1)))
    assert both.blackjack < alone.blackjack
    assert both.hat_trick > alone.hat_trick
    assert both.blackjack + 10 * both.hat_trick > alone.blackjack + 10 * alone.hat_trick


@pytest.mark.parametrize(("cards", "options"), [DECKS[1], DECKS[2], DECKS[4]])
def test_best_play_for_both_bets_agrees_with_the_walk(cards: str, options: dict[str, str]) -> None:
    settings = GAME.settings({**options, "insurance": False})
    deck = cards_of(cards)
    solution = solve_with_hat_trick(GAME, settings, Fraction(3), deck)
    walked = walk(GAME, settings, deck, [bets()], solution.plan, decide=follow_by_ranks)
    same_as_walk(walked, solution.wagers)
    assert solution.notes["blackjack.edge"] == -walked.mean["blackjack"] / UNIT
    other = walk(GAME, settings, deck, [bets()], GAME.plan("basic", settings))
    assert both(other) <= both(walked)


def both(walked: Walked) -> Fraction:
    return walked.mean["blackjack"] + 3 * walked.mean["hat_trick"]


def test_best_play_for_both_bets_agrees_with_simulation() -> None:
    settings = GAME.settings()
    solution = solve_with_hat_trick(GAME, settings, Fraction(1))
    assert isinstance(solution.plan, RankPlan)
    result = simulated(GAME, settings, solution.plan, list(BETS), 1_000_000, seed=5, decide=follow_by_ranks)
    scores = z_scores(result, solution.wagers)
    seen = {found.name: found for found in result.figures()}["blackjack"]
    scores["blackjack"] = (seen.edge - float(solution.notes["blackjack.edge"])) / seen.standard_error
    assert max(map(abs, scores.values())) < 4, scores


def test_the_play_for_both_bets_is_a_strategy_by_name() -> None:
    """Half a bet on the Hat Trick: `edge` and `simulate` know it as with_hat_trick:1/2."""
    named = analysis_solve(GAME, {}, "with_hat_trick:1/2")
    assert named.notes["ratio"] == Fraction(1, 2)
    assert named.notes["hat_trick.hit"] > solved("optimal", "hit").wagers["hat_trick"].hit.value
    result = simulate(GAME, 300_000, seed=3, strategy="with_hat_trick:1/2", wagers=[bets()])
    scores = z_scores(result, named.wagers)
    assert max(map(abs, scores.values())) < 4, scores
    for wrong in ("with_hat_trick:-1", "with_hat_trick:x", "with_hat_tricks"):
        with pytest.raises(Refused):
            analysis_solve(GAME, {}, wrong)


def test_a_rule_that_is_switched_moves_play_and_solution_together() -> None:
    deck = cards_of("Ac 6c 4d 4d 9d 9d 9d 9d 9d 9d 9d 9d")
    kept = []
    for soft_17 in ("hit", "stand"):
        settings = GAME.settings({"insurance": False, "soft_17": soft_17})
        plan = GAME.plan("timid", settings)
        solution = solve(GAME, settings, deck=deck, plan=plan)
        same_as_walk(walk(GAME, settings, deck, [bets()], plan), {name: solution.wagers[name] for name in SOLVED})
        kept.append(solution.notes["blackjack.not_lost"])
    assert kept[0] != kept[1]
