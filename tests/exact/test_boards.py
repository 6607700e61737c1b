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
from houseway.analysis.universal.boards import every_board
from houseway.analysis.universal.boards.board_plan import board_plan, follow_board
from houseway.analysis.universal.boards.card_sets import card_sets
from houseway.analysis.universal.boards.common_board import CommonBoard, common_board
from houseway.analysis.universal.boards.every_board import EveryBoard, StoppedOnBoards
from houseway.analysis.universal.boards.first_choice import choices_digest, first_worths, keep_first, shipped_first
from houseway.analysis.universal.boards.kept_boards import best_kept, forget_best, keep_best
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

HOLDEM = find_game("ultimate_texas_holdem")
FOLDER = HOLDEM.folder
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
        for path in folder.glob("*.py"):
            text = path.read_text().replace("from houseway.games.ultimate_texas_holdem import", "from . import")
            path.write_text(text.replace("from houseway.games.ultimate_texas_holdem.play", "from .play"))
        init = (folder / "__init__.py").read_text()
        (folder / "__init__.py").write_text(init.replace('"ultimate_texas_holdem"', f'"{folder.name}"'))
        text = (folder / "play.py").read_text()
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        (folder / "play.py").write_text(text)
        return game_in(folder)

    return make


def asked_of(
    game: Game, deck: list[int] | None = None, sees: str = "", settings: dict[str, Any] | None = None
) -> tuple[Question, CommonBoard]:
    asked = question(game, game.settings(settings), deck, sees)
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
    plan = board_plan(every, every.best)
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


@pytest.mark.parametrize("blocks", [3, 20])
def test_ctrl_c_keeps_the_boards_that_are_done_and_the_same_question_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blocks: int
) -> None:
    """Stopped among the choices, and among the results; every board is gone through once."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(every_board, "BLOCK", 4)
    asked, board = asked_of(HOLDEM, TWO_NAMES)
    whole = EveryBoard(asked, board).best
    boards = len(EveryBoard(asked, board).steps.boards.cards)
    told: list[int] = []

    def stop(done: int, _: int) -> None:
        told.append(done)
        if len(told) == len(first_told) + blocks:
            raise KeyboardInterrupt

    first_told: list[int] = []  # of values and their plays, which take no time
    EveryBoard(asked, board, lambda done, _: first_told.append(done))._played  # noqa: B018
    with pytest.raises(StoppedOnBoards, match=rf"of {2 * boards} boards are done") as stopped:
        EveryBoard(asked, board, stop).best  # noqa: B018
    assert stopped.value.is_kept
    left: list[int] = []
    resumed = EveryBoard(asked, board, lambda done, _: left.append(done))
    assert sum(len(part.done) for part in resumed.done.values()) >= blocks
    again = resumed.best
    assert again.counted == whole.counted
    assert (again.acts == whole.acts).all()
    assert (again.last_acts == whole.last_acts).all()
    assert len(left) + blocks <= len(first_told) + 2 * -(-boards // 4) + 2, "what was done is not done again"


def test_a_best_play_is_kept_and_forgotten_when_it_is_asked_for_from_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    asked, board = asked_of(HOLDEM, SIX_NAMES)
    assert best_kept(asked) is None
    best = EveryBoard(asked, board).best
    keep_best(asked, best)
    found = best_kept(asked)
    assert found is not None
    assert (found.counted.times, found.counted.action) == (best.counted.times, best.counted.action)
    assert (found.acts == best.acts).all()
    assert (found.last_acts == best.last_acts).all()
    forget_best(asked)
    assert best_kept(asked) is None


def test_a_kept_play_that_is_cut_short_is_no_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    asked, board = asked_of(HOLDEM, SIX_NAMES)
    keep_best(asked, EveryBoard(asked, board).best)
    for path in tmp_path.rglob("*.npz"):
        path.write_bytes(path.read_bytes()[:-100])
    assert best_kept(asked) is None


def test_first_acts_ship_and_a_paytable_that_no_choice_looks_at_leaves_them_as_they_are() -> None:
    worth = {}
    for table in HOLDEM.options["trips_pays"].choices:
        asked, board = asked_of(HOLDEM, settings={"trips_pays": table})
        shipped = shipped_first(asked, EveryBoard(asked, board).steps)
        assert shipped is not None
        worth[table] = shipped
    assert len({str(each) for each in worth.values()}) == 1
    other, board = asked_of(HOLDEM, settings={"blind_straight": "push"})
    assert choices_digest(other) != choices_digest(asked)
    asked, board = asked_of(HOLDEM)
    hands = list(itertools.combinations(asked.deck, 2))
    best = {pair: first_worths(asked, board, dict(zip(board.own, pair, strict=True)))[0] for pair in hands}
    assert HOLDEM.acts[best[min(cards_of("Ah Kd")), max(cards_of("Ah Kd"))][0]] == "raise_four"
    edge = solve(HOLDEM, HOLDEM.settings(), "optimal").wagers["round"].edge.value
    assert sum(value for _, value in best.values()) / len(hands) == -edge


def test_boards_are_counted_where_a_walk_would_take_minutes() -> None:
    asked, board = asked_of(HOLDEM)
    assert by_boards(asked) == board
    assert str(cost_of(asked)).startswith("117 million deals, about ")
    assert "trillion deals" in str(walk_cost(asked))
    assert by_boards(question(HOLDEM, HOLDEM.settings(), SIX_NAMES)) is None
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
    seen = simulate(HOLDEM, 10_000_000, seed=5, strategy="optimal", wagers=[{"ante": 600, "blind": 600}])
    for each in seen.figures():
        if each.name in edge:
            assert abs(each.edge - float(edge[each.name])) < 4 * each.standard_error
