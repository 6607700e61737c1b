"""Casino War from its play alone: six decks as counts of ranks, against hand counts, walks, orders and simulation."""

from fractions import Fraction
from itertools import product

import pytest

from houseway.analysis.solve import advise, solve, solver_of, strategy_of
from houseway.analysis.universal.kinds import shoe_question as asking
from houseway.analysis.universal.kinds import whole_shoe
from houseway.analysis.universal.kinds.faces import faces_of
from houseway.analysis.universal.kinds.shoe_question import shoe_question
from houseway.analysis.universal.kinds.whole_shoe import cost_of, prove_by_kinds
from houseway.engine.walk import walk
from houseway.games.casino_war import GAME as WAR
from houseway.games.casino_war.plan import Plan
from houseway.games.casino_war.play import GO_TO_WAR, SURRENDER
from houseway.games.contract import Strategy
from houseway.games.sheet import Toy
from houseway.rules.cards import ACE, CLUBS, cards_of, rank, suit
from houseway.rules.felt import Felt
from houseway.rules.refused import Refused
from tests.exact.test_universal_decks import is_right
from tests.exact.triangle import same_as_walk

RANKS = 13
SHOE = cards_of("2c 2c 7d 7d 7h Jc")  # two decks of a kind
SEVENS = cards_of("7c 7c 7d 9c 9d 9d")


def test_ranks_are_the_kinds_of_casino_war_and_its_burnt_cards_need_no_face() -> None:
    faces = shoe_question(WAR, WAR.settings()).faces
    assert faces.kind == tuple(rank(card) for card in range(52))
    assert faces.read == frozenset({(1, 0, 0), (1, 0, 1), (0, 0, 0), (0, 0, 1)})


@pytest.mark.parametrize(
    ("options", "strategy", "edge"),
    [
        ({}, "optimal", "142853/4965115"),
        ({"bonus": True}, "optimal", "23138/993023"),
        ({}, "basic", "142853/4965115"),
        ({}, "timid", "23/622"),
    ],
)
def test_six_decks_of_casino_war_come_out_as_counted_by_hand(
    options: dict[str, bool], strategy: str, edge: str
) -> None:
    """Ties: 23 of 311. A war is fought with what two cards of a rank have left, and burnt cards change nothing."""
    chosen = None if strategy == "optimal" else WAR.written(strategy, WAR.settings(options))
    proof = prove_by_kinds(WAR, WAR.settings(options), chosen)
    assert str(proof.wagers()["round"].edge.value) == edge
    assert str(proof.wagers()["tie"].edge.value) == "58/311"
    assert proof.counted.walked < 5_000


@pytest.mark.parametrize("decks", [1, 2, 4, 8])
@pytest.mark.parametrize("bonus", [False, True])
def test_other_shoes_come_out_as_counted_by_hand(decks: int, *, bonus: bool) -> None:
    """All two ranks of a war against what a tie has left of the shoe; surrender is never better."""
    each, cards = 4 * decks, 52 * decks
    left = [each - 2] + [each] * (RANKS - 1)  # of the rank that tied, and of the others
    war = Fraction(0)
    for one, other in product(range(RANKS), repeat=2):
        ways = left[one] * (left[other] - (one == other))
        won = (2 if bonus else 1) if one == other else Fraction(1 - 2, 2)  # each of two ranks is the player's as often
        war += ways * won / Fraction((cards - 2) * (cards - 3))
    assert war > Fraction(-1, 2)
    tie = Fraction(each - 1, cards - 1)
    found = prove_by_kinds(WAR, WAR.settings({"decks": decks, "bonus": bonus})).wagers()
    assert found["round"].edge.value == -tie * war
    assert found["tie"].edge.value == 1 - 11 * tie


@pytest.mark.parametrize("toy", WAR.sheet.toys[:2], ids=lambda toy: toy.name)
def test_by_kinds_is_every_card_by_itself_and_every_order_of_the_shoe(toy: Toy) -> None:
    settings = WAR.settings(toy.options)
    deck = cards_of(toy.cards)[:7]
    merged, plain = (prove_by_kinds(WAR, settings, deck=deck, merged=merged) for merged in (True, False))
    assert merged.wagers() == plain.wagers()
    assert merged.counted.walked < plain.counted.walked
    is_right(merged, 7)


def with_clubs(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    return SURRENDER if suit(felt.cards[seat, hand, 0]) != CLUBS and plan.fights[ACE] else GO_TO_WAR


def test_a_strategy_that_looks_at_a_suit_tells_that_suit_apart() -> None:
    settings = WAR.settings()
    strategy = Strategy("clubs", WAR.plan("basic", settings), with_clubs)
    faces = faces_of(WAR.rules(settings), WAR.play, strategy)
    assert faces.kinds == 52
    deck = cards_of("2c 2d 2c 2h 9c 9d 9h")
    walked = walk(WAR, settings, deck, [{"bet": 1000, "tie": 1000}], strategy.plan, with_clubs)
    solved = prove_by_kinds(WAR, settings, strategy, deck=deck).wagers()
    same_as_walk(walked, {name: solved[name] for name in ("bet", "tie")})
    assert walked.mean["war"] / 1000 == -solved["war"].edge.value


def test_compiled_and_interpreted_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = prove_by_kinds(WAR, WAR.settings())
    monkeypatch.setattr(whole_shoe, "INTERPRETED_MAX", 0)
    fast = prove_by_kinds(WAR, WAR.settings())
    assert fast.wagers() == plain.wagers()
    assert fast.stands == plain.stands


def test_more_cards_than_the_probes_found_begin_the_walk_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "PROBES", 1)
    proof = prove_by_kinds(WAR, WAR.settings({"decks": 1}))
    assert proof.asked.probed.faced == 2
    assert not proof.asked.probed.chooses
    monkeypatch.undo()
    assert proof.wagers() == prove_by_kinds(WAR, WAR.settings({"decks": 1})).wagers()


def test_the_best_play_is_a_plan_that_wins_what_was_found_at_any_size_of_bet() -> None:
    settings = WAR.settings()
    deck = cards_of("2c 2d 5h 5s 9c 9d 9d")
    best = strategy_of(WAR, "optimal", settings)
    walked = walk(WAR, settings, deck, [{"bet": 300, "tie": 100}], best.plan, best.follow)
    war = prove_by_kinds(WAR, settings, WAR.written("basic", settings), deck=deck).wagers()
    for name, cents in (("bet", 300), ("war", 300), ("tie", 100)):
        assert walked.mean[name] / cents == -war[name].edge.value


def test_advice_is_told_by_kinds() -> None:
    assert advise(WAR, {}, "8c 8d") == advise(WAR, {}, "8h 8h")
    assert [act for act, _ in advise(WAR, {}, "Ac Ad")] == ["go_to_war", "surrender"]
    with pytest.raises(Refused, match="nothing that one sees at a choice of Casino War: write 2 cards"):
        advise(WAR, {}, "8c 9d")


def test_what_it_costs_is_said_beforehand() -> None:
    cost = solver_of(WAR).cost
    assert cost is not None
    assert cost(WAR, WAR.settings()).endswith("deals, about 1 s here")
    assert 0.5 < cost_of(shoe_question(WAR, WAR.settings())).plays / 4_719 < 4


def test_figures_are_kept_under_the_sources_of_this_proof() -> None:
    assert solve(WAR).wagers["round"].edge.value == prove_by_kinds(WAR, WAR.settings()).wagers()["round"].edge.value
