"""Games of boards: proved to be two values on one board, and counted so as a walk of every deal counts them."""

import itertools
import math
import random
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.simulate import simulate
from houseway.analysis.solve import computed, solve
from houseway.analysis.universal import advice
from houseway.analysis.universal.advice import worths
from houseway.analysis.universal.alike import images_of
from houseway.analysis.universal.boards.board_plan import board_plan, follow_board
from houseway.analysis.universal.boards.card_sets import card_sets
from houseway.analysis.universal.boards.common_board import CommonBoard, common_board
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.boards.first_choice import first_worths, keep_first
from houseway.analysis.universal.cost import by_boards, cost_of, walk_cost
from houseway.analysis.universal.proof import Proof, prove
from houseway.analysis.universal.question import Question, question
from houseway.games import find_game
from houseway.games.game import Game, place_wagers
from houseway.games.outside import game_in
from houseway.rules.cards import cards_of
from houseway.rules.felt import Felt
from houseway.rules.refused import Refused
from houseway.rules.shoe import arranged_shoe

FOLDER = Path(__file__).parents[2] / "examples" / "ultimate_texas_holdem"
HOLDEM = game_in(FOLDER)
TWO_NAMES = cards_of("9h Tc Td Jc Jd Qc Qd Kc Kd")  # clubs and diamonds can be exchanged, and straights are many
SIX_NAMES = cards_of("7c 7d 7h Tc Td Th Kc Kd Kh")
OWN_VALUE = "            own = hand_value(rules, felt, seat, 0)\n"
DEALERS_VALUE = "    dealers = hand_value(rules, felt, HOUSE, DEALER)\n"
FLOP = "    for card in range(3):\n        turn(felt, HOUSE, COMMUNITY, card)\n"
ANTE = "settle(felt, rules, seat, 0, ANTE, ante_end(own, dealers))"


@pytest.fixture
def changed(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[..., Game]:
    """The game with lines of its play changed."""

    def make(*changes: tuple[str, str]) -> Game:
        folder = tmp_path / f"holdem_{abs(hash(request.node.name))}"
        shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
        text = (folder / "play.py").read_text()
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        (folder / "play.py").write_text(text)
        return game_in(folder)

    return make


def asked_of(game: Game, deck: list[int] | None = None, sees: str = "") -> tuple[Question, CommonBoard]:
    asked = question(game, game.settings(), deck, sees)
    board = common_board(asked)
    assert board is not None
    return asked, board


def is_the_walk(game: Game, deck: list[int], sees: str = "") -> None:
    """Every figure of every wager, every result with its likelihood, money in action by either tie rule."""
    asked, board = asked_of(game, deck, sees)
    ours = Proof(asked, EveryBoard(asked, board).counted, "optimal")
    walked = prove(game, game.settings(), deck=deck, sees=sees)
    theirs = {name: sorted(map(repr, wager.rows)) for name, wager in walked.wagers().items()}
    assert {name: sorted(map(repr, wager.rows)) for name, wager in ours.wagers().items()} == theirs
    for name, wager in walked.wagers().items():
        found = ours.wagers()[name]
        assert (found.edge, found.hit, found.variance, found.action) == (
            wager.edge, wager.hit, wager.variance, wager.action
        )  # fmt: skip
    assert ours.notes() == walked.notes()


@pytest.mark.parametrize("deck", [TWO_NAMES, SIX_NAMES], ids=["two names", "six names"])
def test_a_toy_deck_is_counted_as_walked(deck: list[int]) -> None:
    is_the_walk(HOLDEM, deck)


def test_who_sees_a_card_of_the_board_is_counted_as_walked() -> None:
    is_the_walk(HOLDEM, SIX_NAMES, sees="community:1")


def test_whatever_is_made_of_the_two_values_is_counted_as_walked(changed: Callable[..., Game]) -> None:
    """No order of hands is taken for granted: here the Ante hangs on the sum of both values."""
    game = changed(("NO_PAIR if category(dealers) < PAIR else", "NO_PAIR if (dealers + own) % 3 == 0 else"))
    is_the_walk(game, SIX_NAMES)


def test_of_acts_worth_the_same_the_one_with_less_money_is_taken(changed: Callable[..., Game]) -> None:
    """Who does not raise at the end stays in: where as many hands win as lose, a raise is worth nothing."""
    game = changed(("            if act == TO_FOLD:\n                fold(rules, felt, seat)\n", ""))
    is_the_walk(game, SIX_NAMES)


DEALERS_SIX = ", ".join(
    f"felt.cards[HOUSE, {hand}, {i}]"
    for hand, i in (("DEALER", 0), ("DEALER", 1), *(("COMMUNITY", i) for i in range(4)))
)
BY_SUIT = "def suited(own: int) -> int:\n    return own % 4\n\n\ndef made("


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param(
            ((ANTE, "settle(felt, rules, seat, 0, ANTE, suited(felt.cards[seat, 0, 0]))"), ("def made(", BY_SUIT)),
            id="a pay by one of one's cards",
        ),
        pytest.param(
            ((OWN_VALUE, OWN_VALUE + "            own += felt.cards[seat, 0, 0] & 3\n"),),
            id="a card that is read beside the leaf rule",
        ),
        pytest.param(
            (
                (DEALERS_VALUE, f"    dealers = six(rules.ranks, {DEALERS_SIX})\n"),
                ("category, seven\n", "category, seven, six\n"),
            ),
            id="another rule for the dealer",
        ),
        pytest.param(((FLOP, FLOP + "    turn(felt, HOUSE, DEALER, 0)\n"),), id="a dealer's card that is seen"),
        pytest.param(
            ((FLOP, FLOP + "    turn(felt, HOUSE, DEALER, 0)\n    turn(felt, HOUSE, DEALER, 1)\n"),),
            id="a dealer's hand that is seen",
        ),
        pytest.param(
            (
                ("for _ in range(5):\n", "for _ in range(6):\n"), ("CARDS_MAX = 5", "CARDS_MAX = 6"),
                (FLOP, FLOP + "    turn(felt, HOUSE, COMMUNITY, 5)\n"),
            ),
            id="a card that is seen and belongs to nobody",
        ),
    ],
)  # fmt: skip
def test_breach__a_round_that_is_more_than_two_values_is_no_game_of_boards(
    changed: Callable[..., Game], changes: tuple[tuple[str, str], ...]
) -> None:
    game = changed(*changes)
    assert common_board(question(game, game.settings())) is None


def test_nothing_merged_makes_no_board() -> None:
    assert common_board(question(HOLDEM, HOLDEM.settings(), merged=False)) is None


def test_money_in_action_that_hangs_on_the_cards_is_refused(changed: Callable[..., Game]) -> None:
    lower = "if own < dealers:\n" + " " * 16 + "take_back(felt, seat, 0, ANTE)\n" + " " * 12
    game = changed((ANTE, lower + ANTE), ("    stake_wager,\n", "    stake_wager,\n    take_back,\n"))
    asked, board = asked_of(game, SIX_NAMES)
    with pytest.raises(Refused, match="what is in action after some acts depends on the cards"):
        EveryBoard(asked, board).choices  # noqa: B018


def test_the_plan_takes_an_act_that_is_worth_most_wherever_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """On all three choices, with cards in any order; values are those of the walk."""
    monkeypatch.setattr(advice, "COMPILED_FROM", 1 << 40)
    asked, board = asked_of(HOLDEM, TWO_NAMES)
    every = EveryBoard(asked, board)
    plan = board_plan(every)
    order = random.Random(3)
    checks = {0: 2, 1: 2, 2: 5}
    for _ in range(6):
        deck = order.sample(asked.deck, len(asked.deck))
        asked_for: list[int] = []

        def decide(_: Any, felt: Felt, seat: int, hand: int, options: int) -> int:
            node = (2,) * len(asked_for)  # noqa: B023
            cards = {draw: deck[draw] for draw in asked.shape.seen[len(node)]}  # noqa: B023
            worth = dict(worths(asked, node, cards))
            act = follow_board(plan, felt, seat, hand, options)
            assert worth[act] == max(worth.values())
            asked_for.append(act)  # noqa: B023
            return checks[len(node)]

        felt = HOLDEM.felt(1)
        place_wagers(HOLDEM, felt, [asked.bets])
        HOLDEM.play(asked.rules, arranged_shoe(deck), decide, None, felt)
        assert len(asked_for) == 3


def test_what_first_acts_are_worth_is_kept_and_is_that_of_the_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(advice, "COMPILED_FROM", 1 << 40)
    asked, board = asked_of(HOLDEM, SIX_NAMES)
    keep_first(EveryBoard(asked, board))
    monkeypatch.setattr(EveryBoard, "choices", None)  # nobody counts again
    for held in ("7c 7d", "Th Tc", "Kd 7h"):
        cards = dict(zip(board.own, cards_of(held), strict=True))
        assert first_worths(asked, board, cards) == worths(asked, (), cards)


def test_boards_are_counted_where_a_walk_would_take_minutes() -> None:
    asked, board = asked_of(HOLDEM)
    assert by_boards(asked) == board
    assert str(cost_of(asked)).startswith("117 million deals, about ")
    assert "trillion deals" in str(walk_cost(asked))
    assert by_boards(question(HOLDEM, HOLDEM.settings(), SIX_NAMES)) is None
    with pytest.raises(Refused, match="out of reach of the proof from play"):
        solve(HOLDEM, HOLDEM.settings(), "basic")
    assert by_boards(question(find_game("three_card_poker"), find_game("three_card_poker").settings())) is None


def test_sets_of_cards_are_as_many_as_books_print() -> None:
    """Starting hands and flops up to suits; all of them are stood for, and each set by the names that make it so."""
    asked, _ = asked_of(HOLDEM)
    images = images_of(asked.alike.names)
    for size, differ in ((2, 169), (3, 1_755)):
        sets = card_sets(asked.deck, images.tobytes(), size)
        assert len(sets.cards) == differ
        assert sets.weights.sum() == math.comb(52, size)
        for cards in itertools.islice(itertools.combinations(range(52), size), 0, None, 97):
            place = sum(math.comb(card, i + 1) for i, card in enumerate(cards))
            renamed = sorted(images[sets.way[place], list(cards)].tolist())
            assert sets.cards[sets.number[place], :size].tolist() == renamed


@pytest.mark.slow
def test_the_full_deck_comes_out_as_published() -> None:
    """2.18497 % of the Ante, four times the Ante on 500 of 1,326 hands and never three, 0.53 % of all money bet."""
    solution = computed(HOLDEM, HOLDEM.settings(), "optimal")
    edge = {name: wager.edge.value for name, wager in solution.wagers.items()}
    assert edge["round"] == Fraction(50643648973, 2317817502000)
    assert edge["trips"] == Fraction(233985, 6689228)
    first = solution.plan.acts[:1326].tolist()
    assert (first.count(0), first.count(1), first.count(2)) == (500, 0, 826)
    risk = edge["round"] / solution.wagers["round"].action.value
    assert f"{float(risk):.4f}" == "0.0053"
    seen = simulate(HOLDEM, 10_000_000, seed=5, strategy="optimal", wagers=[{"ante": 600, "blind": 600, "trips": 600}])
    for each in seen.figures():
        if each.name in edge:
            assert abs(each.edge - float(edge[each.name])) < 4 * each.standard_error
