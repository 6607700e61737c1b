"""The exact blackjack engine, on house blackjack and the blackjack of Triple Shot Bonus."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from houseway.analysis.exact.blackjack.dealer import Dealing, dealer_tree, new_ends, shares_of
from houseway.analysis.exact.blackjack.plans import Blackjack
from houseway.analysis.exact.blackjack.splits import GONE, ROWS, rows, ways_to_split
from houseway.analysis.exact.blackjack.turns import card_of_points, hand_of, new_book
from houseway.analysis.exact.blackjack.wager_figures import edge_of, means_of, wager_of
from houseway.analysis.exact.shared import residues
from houseway.engine.packed import packed
from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.charts import WHOLE, Plan
from houseway.games.game import Settings
from houseway.games.lucky_lucky import solve_blackjack as house
from houseway.games.triple_shot_bonus import solve_blackjack as triple
from houseway.rules.blackjack import DOUBLE, HIT, SPLIT, STAND
from houseway.rules.cards import cards_of
from houseway.rules.compositions import compositions
from houseway.rules.refused import Refused
from tests.exact.blackjack_walks import RECKLESS, agree
from tests.exact.triangle import UNIT, same_as_walk, simulated

HOUSE = find_game("lucky_lucky")
TRIPLE = find_game("triple_shot_bonus")
THREE_BETS = ("war", "blackjack", "poker")
ONE_DECK: dict[str, int | str | bool] = {"decks": 1, "soft_17": "stand", "surrender": "late"}


def one_deck() -> Blackjack:
    return house.blackjack_of(HOUSE, HOUSE.settings(ONE_DECK))


# --- The parts ---


def test_remainders_multiply_and_are_put_together_again() -> None:
    rng = random.Random(1)
    for prime in residues.primes(3):
        for _ in range(2000):
            a, b = rng.randrange(prime), rng.randrange(prime)
            assert residues.times(a, b, prime, 1 / prime) == a * b % prime
            small = rng.randrange(-200, 400)
            assert (residues.scaled(a, small, prime, 1 / prime) - a * small) % prime == 0
    bound = 10**60
    moduli = residues.primes_for(bound)
    value = rng.randrange(bound)
    assert residues.rebuilt([value % p for p in moduli], moduli, bound) == value
    with pytest.raises(AssertionError, match="check"):
        residues.rebuilt([*[value % p for p in moduli[:-1]], 1], moduli, bound)


def test_ways_to_split_are_those_worked_out_by_hand() -> None:
    ways = ways_to_split()
    assert (ways.without[2].tolist(), ways.paired[2].tolist()) == ([2, 0, 0, 0, 0], [2, 0, 0, 0, 0])
    assert (ways.without[3].tolist(), ways.paired[3].tolist()) == ([2, 4, -2, 0, 0], [0, 5, -2, 0, 0])


@pytest.mark.parametrize("limit", [2, 3, 4])
def test_ways_to_split_count_every_hand(limit: int) -> None:
    """With a value of one a hand, the formula is the expected number of hands: here against every order of a pile."""
    size, pairs = 9, 3
    ways = ways_to_split()

    def chance(q: int) -> Fraction:
        return Fraction(comb(pairs, q), comb(size, q))

    formula = Fraction(0)
    for q in range(GONE):
        if chance(q):
            plain = Fraction(size - pairs, size - q)
            formula += chance(q) * (int(ways.without[limit, q]) * plain + int(ways.paired[limit, q]) * (1 - plain))

    def hands(open_hands: int, total: int, plain: int, paired: int) -> Fraction:
        if open_hands == 0:
            return Fraction(total)
        left = plain + paired
        expected = Fraction(plain, left) * hands(open_hands - 1, total, plain - 1, paired) if plain else Fraction(0)
        if paired:
            more = (open_hands + 1, total + 1) if total < limit else (open_hands - 1, total)
            expected += Fraction(paired, left) * hands(*more, plain, paired - 1)
        return expected

    assert formula == hands(2, 2, size - pairs, pairs)


def test_dealer_chances_are_those_of_a_plain_recursion() -> None:
    """Rows at random, hands and cards beyond them, in floating point and modulo a prime."""
    blackjack = one_deck()
    book, table = compositions(), rows()
    rng = random.Random(2)
    prime = residues.primes(1)[0]
    up = 10
    wanted = np.array(rng.sample(blackjack._rows_against(up).tolist(), 12), dtype=np.int64)
    found = {}
    for exact in (False, True):
        ends = new_ends(ROWS, exact=exact)
        shares = shares_of(blackjack.turns, prime if exact else 0)
        tree = dealer_tree(up, blackjack.leaves.soft_17)
        Dealing(exact=exact).run(
            packed(blackjack.turns), packed(new_book()), packed(table), tree, up, wanted, len(wanted), shares, ends,
            prime if exact else 1,
        )  # fmt: skip
        found[exact] = ends
    for row in wanted:
        left = [int(n) for n in blackjack.turns.counts - book.held[table.hand[row]]]
        left[table.kind[row]] -= int(table.more[row])
        left[up] -= 1
        plain = dealer_ends(left, [up])
        assert np.allclose([float(chance) for chance in plain], found[False][row])
        for chance, remainder in zip(plain, found[True][row], strict=True):
            assert (chance.numerator - int(remainder) * chance.denominator) % prime == 0


def dealer_ends(left: list[int], held: list[int]) -> list[Fraction]:
    """How a dealer who stands on soft 17 ends without a blackjack, in the plainest way."""
    ends = [Fraction(0)] * 6
    hard = sum(held)
    total = hard + 10 if 1 in held and hard <= 11 else hard
    if len(held) > 1 and total >= 17:
        if len(held) > 2 or total != 21:
            ends[min(total, 22) - 17] = Fraction(1)
        return ends
    for card in range(1, 11):
        if left[card]:
            share = Fraction(left[card], sum(left))
            left[card] -= 1
            ends = [a + share * b for a, b in zip(ends, dealer_ends(left, [*held, card]), strict=True)]
            left[card] += 1
    return ends


# --- Walk = solve ---

WALKS: list[tuple[str, dict[str, int | str | bool], bool]] = [  # cards, options, whether pairs are split
    ("8c 8c 8c 8c 8c 8c Ts Ts Ts Ts Ts Ts Ts 3d 3d", {"surrender": "late"}, True),
    (
        "Ac Ac Ac Ac Ac Ts Ts Ts Ts Ts Ts Ts Ts 6d 6d",
        {"resplit_aces": True, "split_aces": "play", "soft_17": "stand"},
        True,
    ),
    ("Ac Ac Ac Ac Ac Ts Ts Ts Ts Ts Ts Ts Ts Ts Ts 6d", {"resplit_aces": True}, True),
    ("9c 9c 9c 9c 9c Ts Ts Ts Ts Ts Ts Ts Ts 2d 2d", {"hands_max": 3, "double_after_split": False}, True),
    ("5c 5c 6c Ah 9d 9d Td Td", {"hands_max": 1, "double": "10_to_11", "natural": "6 to 5"}, False),
]


@pytest.mark.parametrize(("cards", "options", "splits"), WALKS)
def test_house_blackjack_solver_and_walk_agree_to_the_fraction(
    cards: str, options: dict[str, int | str | bool], splits: bool
) -> None:
    settings = HOUSE.settings(options)
    blackjack = house.blackjack_of(HOUSE, settings, cards_of(cards))
    for plan in (blackjack.plan(), HOUSE.plan("basic", settings)):
        assert (agree(HOUSE, settings, blackjack, plan, ["blackjack"]) > 0) == splits


def test_a_reckless_plan_agrees_too() -> None:
    settings = HOUSE.settings({"hands_max": 3, "surrender": "late"})
    blackjack = house.blackjack_of(HOUSE, settings, cards_of("7c 7c 7c 7c Ts Ts Ts Ts Ts 9d 9d 9d"))
    assert agree(HOUSE, settings, blackjack, RECKLESS, ["blackjack"]) > 0


@pytest.mark.parametrize("name", [toy.name for toy in HOUSE.sheet.toys])
def test_house_blackjack_agrees_on_the_toys(name: str) -> None:
    toy = next(toy for toy in HOUSE.sheet.toys if toy.name == name)
    settings = HOUSE.settings(toy.options)
    blackjack = house.blackjack_of(HOUSE, settings, cards_of(toy.cards))
    agree(HOUSE, settings, blackjack, HOUSE.plan("mimic", settings), ["blackjack"], toy.seats)


@pytest.mark.parametrize("name", [toy.name for toy in TRIPLE.sheet.toys])
def test_triple_shot_agrees_on_the_toys_splits_and_all(name: str) -> None:
    """Split aces get one card each, so that every row of the wager is exact."""
    toy = next(toy for toy in TRIPLE.sheet.toys if toy.name == name)
    settings = TRIPLE.settings(toy.options)
    deck = cards_of(toy.cards)
    for strategy in ("optimal", "published"):
        wager, plan = triple.solve_blackjack(TRIPLE, settings, strategy, deck)
        walked = walk(TRIPLE, settings, deck, [dict.fromkeys(THREE_BETS, UNIT)] * toy.seats, plan)
        assert wager.edge.value == -walked.mean["blackjack"] / UNIT / toy.seats
        if toy.seats == 1:
            same_as_walk(walked, {"blackjack": wager})


# --- The best plan ---


def test_no_single_change_of_act_improves_the_best_plan() -> None:
    """Also not after a split, where one act serves several pairs."""
    settings = HOUSE.settings({"hands_max": 4, "soft_17": "stand"})
    deck = cards_of("2c 2c 2c 3c 3c 6c 6c 8c 8c 8c Ts Ts Ts Ts Ts Ts Ac Ac")
    blackjack = house.blackjack_of(HOUSE, settings, deck)
    plan = blackjack.plan()
    best = edge_of(blackjack, plan)
    rng = random.Random(3)
    tried = 0
    while tried < 60:
        situation, up = rng.randrange(2), rng.choice([1, 2, 3, 6, 8, 10])
        hand = rng.choice(np.flatnonzero((compositions().cards <= 4) & (compositions().cards >= 2)).tolist())
        acts = plan.acts.copy()
        acts[situation, hand, up] = [rng.choice([HIT, STAND, DOUBLE, SPLIT]), HIT, STAND, STAND]
        other = edge_of(blackjack, plan._replace(acts=acts))
        assert other >= best - Fraction(1, 10**12)
        tried += other != best or rng.random() < 0.3


def test_best_play_beats_every_strategy_that_is_written_down() -> None:
    for game, solver in ((HOUSE, house), (TRIPLE, triple)):
        settings = game.settings({})
        blackjack = solver.blackjack_of(game, settings)
        best = edge_of(blackjack, blackjack.plan())
        assert all(best < edge_of(blackjack, game.plan(name, settings)) for name in game.strategies)


@pytest.mark.parametrize(
    ("option", "choice", "better"),
    [
        ("soft_17", "hit", False),
        ("double", "10_to_11", False),
        ("double_after_split", False, False),
        ("hands_max", 1, False),
        ("split_aces", "play", True),
        ("resplit_aces", True, True),
        ("surrender", "none", False),
        ("natural", "6 to 5", False),
    ],
)
def test_a_rule_that_is_switched_changes_play_and_solution_together(option: str, choice: str, better: bool) -> None:
    before, after = HOUSE.settings(ONE_DECK), HOUSE.settings({**ONE_DECK, option: choice})
    edges = []
    for settings in (before, after):
        blackjack = house.blackjack_of(HOUSE, settings)
        plan = blackjack.plan()
        edges.append(edge_of(blackjack, plan))
        assert abs(z_of(settings, plan, edges[-1], 500_000)) < 4
    assert (edges[1] < edges[0]) == better


def z_of(settings: Settings, plan: Plan, edge: Fraction, rounds: int) -> float:
    result = simulated(HOUSE, settings, plan, ["blackjack"], rounds, 7)
    seen = next(found for found in result.figures() if found.name == "blackjack")
    return (seen.edge - float(edge)) / seen.standard_error


# --- Solve ~ simulate ---


@pytest.mark.parametrize("options", [{}, ONE_DECK, {"decks": "infinite", "resplit_aces": True, "hands_max": 3}])
def test_house_blackjack_figures_and_simulation_agree(options: dict[str, int | str | bool]) -> None:
    settings = HOUSE.settings(options)
    wager, plan = house.solve_blackjack(HOUSE, settings)
    result = simulated(HOUSE, settings, plan, ["blackjack"], 1_000_000, 5)
    seen = next(found for found in result.figures() if found.name == "blackjack")
    assert abs(seen.edge - float(wager.edge.value)) < 4 * seen.standard_error
    assert abs(seen.action - float(wager.action.value)) < 0.002
    assert abs(seen.hit - float(wager.hit.value)) < 0.002
    assert abs(seen.standard_deviation**2 - float(wager.variance.value)) < 0.01
    assert wager.variance.se is not None
    assert wager.variance.se < 0.002
    assert wager.edge.se is None
    assert sum(row.probability for row in wager.rows) == 1
    counts = {(outcome, Fraction(cents, UNIT)): n for outcome, cents, n in seen.outcomes}
    for row in wager.rows:
        expected = float(row.probability) * seen.seen
        if row.outcome != "several_hands":
            assert abs(counts[row.outcome, row.won] - expected) < 4 * expected**0.5


# --- Published and public figures ---


@pytest.mark.parametrize(
    ("soft_17", "strategy", "edge"),
    [
        ("hit", "optimal", "0.271532"), ("stand", "optimal", "0.083228"),
        ("hit", "published", "0.306587"), ("stand", "published", "0.122023"),
        ("hit", "basic", "0.288680"), ("stand", "basic", "0.103816"),
    ],
)  # fmt: skip
def test_edges_of_triple_shot(soft_17: str, strategy: str, edge: str) -> None:
    """The two published edges are those of the best play; the printed table, played as printed, gives away more."""
    wager, _ = triple.solve_blackjack(TRIPLE, TRIPLE.settings({"soft_17": soft_17}), strategy)
    assert f"{100 * float(wager.edge.value):.6f}" == edge
    claim = next(c for c in TRIPLE.claims.claims if c.id == f"blackjack.{soft_17}_soft_17.edge")
    rounded = round(wager.edge.value, 2 + claim.digits)
    assert (rounded == Fraction(claim.value)) == (strategy == "optimal")


@pytest.mark.parametrize("soft_17", ["hit", "stand"])
def test_win_and_tie_table_of_triple_shot(soft_17: str) -> None:
    """Ties, split hands and the sum come out as printed; wins are one in the last digit lower (43.3715 and 43.4189)."""
    wager, _ = triple.solve_blackjack(TRIPLE, TRIPLE.settings({"soft_17": soft_17}))
    parts = {
        "split_win": [row for row in wager.rows if row.outcome == "several_hands" and row.won >= 0],
        "win": [row for row in wager.rows if row.outcome != "several_hands" and row.won > 0],
        "tie": [row for row in wager.rows if row.outcome == "push"],
    }
    ours = {name: sum((row.probability for row in part), Fraction(0)) for name, part in parts.items()}
    ours["overall"] = sum(ours.values(), Fraction(0))
    for name, value in ours.items():
        claim = next(c for c in TRIPLE.claims.claims if c.id == f"blackjack.{soft_17}_soft_17.{name}")
        off = Fraction(claim.value) - round(value, 2 + claim.digits)
        assert off == (Fraction(1, 10**6) if name == "win" else 0), name


# Wizard of Odds, Blackjack Appendix 9 (wizardofodds.com/games/blackjack/appendix/9/): expected return of the game with
# up to four hands, aces not split again and one card to each. Its player may also look at how many hands were split,
# so that its returns are a little higher.
APPENDIX_9 = [
    (1, "stand", True, 0.001839), (1, "stand", False, 0.000423),
    (1, "hit", True, -0.000072), (1, "hit", False, -0.001513),
    (2, "hit", True, -0.003797), (2, "hit", False, -0.005252),
    (5, "stand", False, -0.005225),
]  # fmt: skip


@pytest.mark.parametrize(("decks", "soft_17", "after_split", "published"), APPENDIX_9)
def test_plain_games_come_close_to_the_public_figures(
    decks: int, soft_17: str, after_split: bool, published: float
) -> None:
    settings = HOUSE.settings({"decks": decks, "soft_17": soft_17, "double_after_split": after_split})
    blackjack = house.blackjack_of(HOUSE, settings)
    won = -float(edge_of(blackjack, blackjack.plan()))
    assert -6e-7 < published - won < 1.2e-5


@pytest.mark.parametrize(
    ("text", "stand", "hit", "double"),  # the same page, one deck, dealer stands on soft 17
    [
        ("2-A v A", -0.661732, -0.067808, -0.593281),
        ("5-4 v A", -0.654533, -0.070215, -0.395771),
        ("6-5 v A", -0.634013, 0.172946, 0.240259),
        ("7-2 v A", -0.645559, -0.082785, -0.402057),
    ],
)
def test_single_hands_equal_the_public_figures(text: str, stand: float, hit: float, double: float) -> None:
    settings = HOUSE.settings({"decks": 1, "soft_17": "stand"})
    advice = dict(house.advise(HOUSE, settings, text))
    assert [round(float(advice[act]), 6) for act in ("stand", "hit", "double")] == [stand, hit, double]


def test_resplits_equal_those_of_the_best_public_analyzer() -> None:
    """Eric Farmer's strategy calculator 6.3 on a shoe of 19 cards (blackjackinfo.com, thread 22710, page 5).

    2-2 against a 7, four hands, doubling after splits, hands after the split played like whole ones: -76.210220335 %.
    """
    shoe = {2: 4, 3: 4, 4: 2, 7: 2, 10: 7}
    deck = [card_of_points(kind) for kind, count in shoe.items() for _ in range(count)]
    settings = HOUSE.settings({"soft_17": "stand", "hands_max": 4})
    blackjack = house.blackjack_of(HOUSE, settings, deck)
    plan, pair = blackjack.plan(), hand_of([2, 2])
    worth = blackjack.best[7].worth[0, pair]
    assert np.allclose(worth[[STAND, HIT, DOUBLE]], [-0.61639194139, -0.13266733267, -1.23278388278], atol=1e-11)
    acts = plan.acts.copy()
    acts[1] = acts[WHOLE]
    won = []
    for splits in (False, True):
        acts[:, pair, 7] = [SPLIT, HIT, -1, -1] if splits else [HIT, -1, -1, -1]
        won.append(-edge_of(blackjack, plan._replace(acts=acts.copy())))
    dealt = Fraction(4 * 3 * 2, 19 * 18 * 17)
    assert round(float((won[1] - won[0]) / dealt) + worth[HIT], 11) == -0.76210220335


# --- Advice, insurance ---


def test_advice_ranks_legal_acts() -> None:
    settings = HOUSE.settings(ONE_DECK)
    assert house.advise(HOUSE, settings, "T-6 vs T")[0] == ("surrender", -0.5)
    assert dict(house.advise(HOUSE, settings, "10 6 v K")) == dict(house.advise(HOUSE, settings, "J-6 v Q"))
    assert {act for act, _ in house.advise(HOUSE, settings, "8-8 v 6")} == {
        "hit",
        "stand",
        "double",
        "split",
        "surrender",
    }
    assert {act for act, _ in house.advise(HOUSE, settings, "8-3 v 6 split")} == {"hit", "stand", "double"}
    assert {act for act, _ in triple.advise(TRIPLE, TRIPLE.settings(), "A-2-2-2-4 v 9")} == {"hit", "stand"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A-7", "is not a blackjack hand"),
        ("A-1 v 6", "'1' in 'A-1 v 6' is no card"),
        ("T-6-9 v 6", "over 21"),
        ("8 v 6", "too few cards"),
        ("8-3 v 6 maybe", "means nothing"),
        ("2-2-2-2 v 2", "does not hold"),
    ],
)
def test_text_that_is_no_hand_is_refused_in_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        house.advise(HOUSE, HOUSE.settings(ONE_DECK), text)


def test_insurance_is_a_bet_of_its_own() -> None:
    wager = house.solve_insurance(HOUSE, HOUSE.settings({"decks": 1}))
    assert wager.edge.value == Fraction(1, 17)
    assert house.solve_insurance(HOUSE, HOUSE.settings({"decks": "infinite"})).edge.value == Fraction(1, 13)


def test_figures_without_a_split_have_no_sampled_part() -> None:
    settings = HOUSE.settings({**ONE_DECK, "hands_max": 1})
    blackjack = house.blackjack_of(HOUSE, settings)
    wager = wager_of(HOUSE, settings, blackjack, blackjack.plan())
    assert (wager.edge.se, wager.hit.se, wager.variance.se) == (None, None, None)
    assert wager.action.value == means_of(blackjack, blackjack.endings(blackjack.plan())).staked
