"""Boards with three and four own cards: proved to be two values, and counted as a walk of every deal counts."""

import random
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.universal import advice
from houseway.analysis.universal.advice import worths
from houseway.analysis.universal.alike import images_of
from houseway.analysis.universal.boards import every_board, every_lot, first_choice
from houseway.analysis.universal.boards.board_plan import board_plan, follow_board
from houseway.analysis.universal.boards.board_values import lay_board, new_hands, new_values, value_with
from houseway.analysis.universal.boards.by_plan.planned_boards import PlannedBoards
from houseway.analysis.universal.boards.card_sets import card_sets
from houseway.analysis.universal.boards.common_board import CommonBoard, common_board
from houseway.analysis.universal.boards.every_board import EveryBoard, StoppedOnBoards, ValuesAndPlays
from houseway.analysis.universal.boards.every_lot import counted_by_lots, lots_of, sets_that_differ
from houseway.analysis.universal.boards.first_choice import first_worths, keep_first
from houseway.analysis.universal.boards.hidden_hands import count_free, group_up, hidden_hands, new_fits
from houseway.analysis.universal.boards.own_hands import Lot
from houseway.analysis.universal.boards.value_plays import Stretches, new_stretches
from houseway.analysis.universal.cost import cost_of, verify_boards_reach
from houseway.analysis.universal.count import Counted, count
from houseway.analysis.universal.proof import Proof
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.seats.face_up import cost_of_sight
from houseway.analysis.universal.worded.on_boards import board_guide
from houseway.engine.swapped import swapped
from houseway.games import find_game
from houseway.games.contract import Strategy
from houseway.games.game import Game, place_wagers
from houseway.games.outside import game_in
from houseway.games.ultimate_texas_holdem.play import CHECK, RAISE_FOUR, RAISE_ONE, RAISE_TWO, TO_FOLD
from houseway.rules.cards import cards_of, rank
from houseway.rules.choice import bit
from houseway.rules.felt import COMMUNITY, HOUSE, Felt, clear
from houseway.rules.refused import Refused
from houseway.rules.shoe import arranged_shoe

HOLDEM = find_game("ultimate_texas_holdem")
NINE = cards_of("7c 7d 7h Tc Td Th Kc Kd Kh")
TEN = cards_of("7c 7d 7h Tc Td Th Kc Kd Kh As")
MANY = cards_of("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac")
OWN_VALUE = "            own = hand_value(rules, felt, seat, 0)\n"
DEALERS_VALUE = "    dealers = hand_value(rules, felt, HOUSE, DEALER)\n"

TWO_OF_OWN = """def two_of_own(ranks: Ranks, a: int, b: int, c: int, x: int, y: int, z: int) -> int:
    best = 0
    own = (a, b, c)
    for i in range(3):
        for k in range(i):
            value = five(ranks, own[i], own[k], x, y, z)
            if value > best:
                best = value
    return best


"""
TWO_OF_FOUR = """def two_of_four(ranks: Ranks, a: int, b: int, c: int, d: int, x: int, y: int, z: int) -> int:
    own = (a, b, c, d)
    best = 0
    for i in range(4):
        for k in range(i):
            best = max(best, five(ranks, own[i], own[k], x, y, z))
    return best


"""
FIRST_TWO = """def first_two(ranks: Ranks, a: int, b: int, c: int, x: int, y: int, z: int) -> int:
    return max(five(ranks, a, b, x, y, z), five(ranks, a, c, x, y, z))


"""


FIRST_OF_BOARD = """def first_turned(ranks: Ranks, a: int, b: int, c: int, x: int, y: int, z: int) -> int:
    return max(five(ranks, a, b, c, x, y), five(ranks, a, b, c, x, z))


"""


def leaf(rule: str, own: int, board: int) -> str:
    cards = [*(f"own[{i}]" for i in range(own)), *(f"board[{i}]" for i in range(board))]
    return f"{rule}(rules.ranks, {', '.join(cards)})"


Make = Callable[..., Game]


@pytest.fixture
def made(tmp_path: Path, request: pytest.FixtureRequest) -> Make:
    """Hold'em with other numbers of cards, a part of the board at a time; and with lines of its play changed."""

    def make(held: int, parts: tuple[int, int], value: str, rule: str = "", *changes: tuple[str, str]) -> Game:
        folder = tmp_path / f"hands_{abs(hash(request.node.name))}"
        shutil.copytree(HOLDEM.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for path in folder.glob("*.py"):
            text = path.read_text().replace("from houseway.games.ultimate_texas_holdem import", "from . import")
            path.write_text(text.replace("from houseway.games.ultimate_texas_holdem.play", "from .play"))
        init = (folder / "__init__.py").read_text()
        (folder / "__init__.py").write_text(init.replace('"ultimate_texas_holdem"', f'"{folder.name}"'))
        text = (folder / "play.py").read_text()
        flop, later = parts
        turned = "    for card in range({}, {}):\n        turn(felt, HOUSE, COMMUNITY, card)\n"
        last = "    turn(felt, HOUSE, COMMUNITY, 3)\n    turn(felt, HOUSE, COMMUNITY, 4)\n"
        seven = next(line.strip() for line in text.splitlines() if "return seven(" in line)
        for old, new in (
            ("for _ in range(2):", f"for _ in range({held}):"),
            ("for _ in range(5):", f"for _ in range({flop + later}):"),
            (turned.format(0, 3).replace("0, ", ""), turned.format(0, flop)),
            (last, turned.format(flop, flop + later)),
            (seven, f"return {value}"),
            ("category, seven\n", "category, five, six, seven\n"),
            ("def against(", f"{rule}def against("),
            *changes,
        ):
            assert old in text, old
            text = text.replace(old, new)
        (folder / "play.py").write_text(text)
        return game_in(folder)

    return make


def asked_of(game: Game, deck: list[int] | None = None) -> tuple[Question, CommonBoard]:
    asked = question(game, game.settings(), deck)
    board = common_board(asked)
    assert board is not None
    return asked, board


GAMES = [
    pytest.param(3, (1, 1), leaf("five", 3, 2), "", NINE, id="three own cards, two of the board"),
    pytest.param(3, (1, 2), leaf("two_of_own", 3, 3), TWO_OF_OWN, NINE, id="exactly two of three own cards"),
    pytest.param(4, (0, 1), leaf("five", 4, 1), "", TEN, id="four own cards, one of the board"),
]  # fmt: skip


@pytest.mark.parametrize(("held", "parts", "value", "rule", "deck"), GAMES)
def test_a_toy_deck_is_counted_as_walked(
    made: Make, held: int, parts: tuple[int, int], value: str, rule: str, deck: list[int]
) -> None:
    """Every figure of every wager, every result with its likelihood, money in action by either tie rule."""
    asked, board = asked_of(made(held, parts, value, rule), deck)
    assert (board.held, board.size) == (held, sum(parts))
    ours = Proof(asked, EveryBoard(asked, board).counted, "optimal")
    walked = Proof(asked, count(asked, None), "optimal")
    theirs = walked.wagers()
    for name, wager in ours.wagers().items():
        assert sorted(map(repr, wager.rows)) == sorted(map(repr, theirs[name].rows))
        assert (wager.edge, wager.hit, wager.variance, wager.action) == (
            theirs[name].edge, theirs[name].hit, theirs[name].variance, theirs[name].action
        )  # fmt: skip
    assert ours.notes() == walked.notes()


def test_where_the_first_choice_sees_a_card_of_the_board_its_acts_are_worth_what_the_walk_says(
    made: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(advice, "COMPILED_FROM", 1 << 40)
    sooner = ("    # play.3:", "    turn(felt, HOUSE, COMMUNITY, 0)\n\n    # play.3:"), ("range(0, 2):", "range(1, 2):")
    asked, board = asked_of(made(3, (2, 1), leaf("six", 3, 3), "", *sooner), NINE)
    assert board.seen == (1, 2, 3)
    every = EveryBoard(asked, board)
    assert keep_first(every) == {}
    assert every.counted.times == count(asked, None).times
    cards = dict(zip(sorted(asked.shape.seen[0]), cards_of("7c Td Kh 7d"), strict=True))
    walked = worths(asked, (), cards)
    monkeypatch.setattr(advice, "by_boards", common_board)
    assert worths(asked, (), cards) == walked


def test_of_own_cards_in_lots_comes_out_what_comes_out_of_all_at_once(
    made: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in the third lot and gone on with; lots that are done are not counted again."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(every_board, "BLOCK", 4)
    asked, board = asked_of(made(3, (1, 1), leaf("five", 3, 2)), NINE)
    whole = EveryBoard(asked, board).counted
    assert lots_of(asked, board) == 1
    monkeypatch.setattr(every_lot, "ROOM", 4_000)
    assert lots_of(asked, board) > 3
    seen: list[tuple[int, int]] = []
    begun: list[Lot] = []

    def new(lot: Lot, made: ValuesAndPlays | None) -> EveryBoard:
        begun.append(lot)
        return EveryBoard(asked, board, progress, lot=lot, made=made)

    def progress(done: int, of: int) -> None:
        seen.append((done, of))
        if len(begun) == 3 and not stopped:
            stopped.append(True)
            raise KeyboardInterrupt

    stopped: list[bool] = []
    with pytest.raises(StoppedOnBoards) as told:
        counted_by_lots(asked, board, new, keep_first)
    assert told.value.is_kept
    counted = counted_by_lots(asked, board, new, keep_first)
    assert (counted.times, counted.action) == (whole.times, whole.action)
    assert (counted.value, counted.money, counted.most) == (whole.value, whole.money, whole.most)
    assert seen[-1][0] == seen[-1][1]
    monkeypatch.setattr(EveryBoard, "choices", None)  # what first acts are worth is kept lot by lot
    monkeypatch.setattr(advice, "COMPILED_FROM", 1 << 40)
    for held in ("7c 7d 7h", "Th Kc Td"):
        cards = dict(zip(board.own, cards_of(held), strict=True))
        assert first_worths(asked, board, cards) == worths(asked, (), cards)


def test_room_is_reckoned_as_it_is_taken(made: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of two threads, and acts before the full board and on it."""
    monkeypatch.setattr(every_lot, "ROOM", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    asked, board = asked_of(made(3, (1, 2), leaf("two_of_own", 3, 3), TWO_OF_OWN), NINE)
    steps = EveryBoard(asked, board).steps
    taken = 2 * 8 * steps.cells + steps.acts + prod(steps.last_acts)
    assert abs(lots_of(asked, board) - taken) <= len(steps.boards.cards)


def test_of_too_many_hands_the_family_of_one_is_enough_for_its_first_acts(
    made: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(advice, "COMPILED_FROM", 1 << 40)
    monkeypatch.setattr(every_lot, "ROOM", 4_000)
    asked, board = asked_of(made(3, (1, 2), leaf("two_of_own", 3, 3), TWO_OF_OWN), NINE)
    hands: list[int] = []

    def keeping(every: EveryBoard) -> first_choice.Worths:
        hands.append(len(every.steps.hands.cards))
        return keep_first(every)

    monkeypatch.setattr(first_choice, "keep_first", keeping)
    cards = dict(zip(board.own, cards_of("7c Td Kh"), strict=True))
    for _ in range(2):
        assert first_worths(asked, board, cards) == worths(asked, (), cards)
    assert hands == [6], "counted once, with the hands that other names of the suits make of it"


def test_the_plan_takes_an_act_that_is_worth_most_wherever_it_is_asked(
    made: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On all three choices, with cards in any order; values are those of the walk."""
    monkeypatch.setattr(advice, "COMPILED_FROM", 1 << 40)
    asked, board = asked_of(made(3, (1, 1), leaf("five", 3, 2)), NINE)
    every = EveryBoard(asked, board)
    plan = board_plan(every, every.best)
    order = random.Random(3)
    for _ in range(5):
        deck = order.sample(asked.deck, len(asked.deck))
        taken: list[int] = []

        def decide(_: Any, felt: Felt, seat: int, hand: int, options: int) -> int:
            node = (CHECK,) * len(taken)  # noqa: B023
            cards = {draw: deck[draw] for draw in asked.shape.seen[len(node)]}  # noqa: B023
            worth = dict(worths(asked, node, cards))
            act = follow_board(plan, felt, seat, hand, options)
            assert worth[act] == max(worth.values())
            taken.append(act)  # noqa: B023
            return CHECK if options & bit(CHECK) else TO_FOLD

        felt = asked.game.felt(1)
        place_wagers(asked.game, felt, [asked.bets])
        asked.game.play(asked.rules, arranged_shoe(deck), decide, None, felt)
        assert len(taken) == 3


# --- hands that one's own leaves ---


def toy_value(rules: Any, held: Sequence[int], board: Sequence[int]) -> int:  # noqa: ARG001
    return int(sum(int(card) * int(card) for card in held) % 11)


def any_stretches(values: int, luck: random.Random) -> Stretches:
    made = new_stretches()
    for value in range(values):
        edges = [0, *sorted(luck.sample(range(1, values), 3)), values]
        made.many[value] = len(edges) - 1
        made.begin[value, : len(edges)] = edges
    return made


@pytest.mark.parametrize("held", [2, 3, 4])
def test_hidden_hands_of_every_stretch_are_those_that_hold_none_of_ones_own_cards(held: int) -> None:
    board = MANY[3:8]
    room = comb(len(MANY) - len(board), held)
    hands, values, fits = new_hands(room, held), new_values(), new_fits(room, held)
    swapped(lay_board, {value_with: toy_value})(None, MANY, board, len(board), held, hands, values)
    left = [card for card in MANY if card not in board]
    every = list(combinations(left, held))
    assert sorted(map(tuple, hands.cards[: hands.many[0]].tolist())) == every
    stretches = any_stretches(int(values.many[0]), random.Random(held))
    groups = group_up(hands, fits, stretches, int(values.many[0]))
    whole = comb(len(left) - held, held)
    count_free(hands, fits, groups, held, whole)
    number = {tuple(cards): int(hands.value[i]) for i, cards in enumerate(hands.cards[: len(every)].tolist())}
    for i, cards in enumerate(hands.cards[: len(every)].tolist()):
        beside = [number[other] for other in every if not set(other) & set(cards)]
        begin = stretches.begin[hands.value[i], :5].tolist()
        wanted = [sum(low <= value < high for value in beside) for low, high in pairwise(begin)]
        found = [hidden_hands(fits, i, stretch) for stretch in range(int(fits.many[fits.group[i]]))]
        assert [each for each in found if each] == [each for each in wanted if each]
        assert sum(found) == whole


# --- strategies that are written down ---


class Nothing(tuple[()]):
    """A plan without anything in it."""

    _fields = ()


def by_high_cards(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    own, board = felt.cards[seat, hand], felt.cards[HOUSE, COMMUNITY]
    points = rank(own[0]) + rank(own[1]) + rank(own[2])
    if options & bit(RAISE_FOUR):
        return RAISE_FOUR if points >= 27 else CHECK
    if options & bit(RAISE_TWO):
        for i in range(3):
            if rank(own[i]) == rank(board[0]):
                return RAISE_TWO
        return CHECK
    return RAISE_ONE if points + rank(board[0]) + rank(board[1]) > 36 else TO_FOLD


def by_the_first_two(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    own = felt.cards[seat, hand]
    if options & bit(RAISE_FOUR):
        return RAISE_FOUR if rank(own[0]) == rank(own[1]) else CHECK
    return CHECK if options & bit(CHECK) else TO_FOLD


def dealt_out(asked: Question, strategy: Strategy) -> Counter[tuple[int, int, int]]:
    """Every deal of three own cards, three hidden ones and two of the board, played out."""
    found: Counter[tuple[int, int, int]] = Counter()
    game, felt = asked.game, asked.game.felt(1)
    for own in combinations(asked.deck, 3):
        left = [card for card in asked.deck if card not in own]
        for hidden in combinations(left, 3):
            rest = [card for card in left if card not in hidden]
            for first in rest:
                for last in rest:
                    if first != last:
                        clear(felt)
                        place_wagers(game, felt, [asked.bets])
                        deal = [*own, *hidden, first, last]
                        game.play(asked.rules, arranged_shoe(deal), strategy.follow, strategy.plan, felt)
                        for wager in range(len(game.wagers)):
                            found[wager, int(felt.outcome[1, wager]) + 1, int(felt.net[1, wager])] += 1
    return found


def test_a_strategy_with_three_own_cards_is_counted_as_every_deal_is_played(
    made: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All hands at once, and in lots."""
    asked, board = asked_of(made(3, (1, 1), leaf("five", 3, 2)), NINE)
    strategy = Strategy("tried", Nothing(), by_high_cards)
    every = dealt_out(asked, strategy)

    def new(lot: Lot, made: ValuesAndPlays | None) -> EveryBoard:
        return PlannedBoards(asked, board, strategy, lot=lot, made=made)

    def is_every(counted: Counted) -> bool:
        return {key: n for key, n in counted.times.items() if key[0] < len(asked.game.wagers)} == every

    assert is_every(PlannedBoards(asked, board, strategy).counted)
    monkeypatch.setattr(every_lot, "ROOM", 10_000)
    assert lots_of(asked, board) > 1
    assert is_every(counted_by_lots(asked, board, new))


def test_breach__a_strategy_that_cares_for_the_order_of_three_own_cards_is_refused(made: Make) -> None:
    asked, board = asked_of(made(3, (1, 1), leaf("five", 3, 2)), NINE)
    with pytest.raises(Refused, match="not shown to do the same in whatever order one's own cards lie"):
        PlannedBoards(asked, board, Strategy("tried", Nothing(), by_the_first_two))


# --- what is no game of boards ---


MIXED = "two_of_own(rules.ranks, board[0], board[1], board[2], own[0], own[1], own[2])"


@pytest.mark.parametrize(
    ("rule", "value", "changes"),
    [
        pytest.param(FIRST_TWO, leaf("first_two", 3, 3), (), id="a value that hangs on the order of own cards"),
        pytest.param(FIRST_OF_BOARD, leaf("first_turned", 3, 3), (), id="a value that hangs on the order of the board"),
        pytest.param(
            TWO_OF_OWN, leaf("two_of_own", 3, 3),
            (("    turn(felt, HOUSE, COMMUNITY, card)\n", "    turn(felt, HOUSE, COMMUNITY, card)\n"
              "    turn(felt, HOUSE, DEALER, 0)\n"),),
            id="a dealer's card that is seen",
        ),
        pytest.param(
            TWO_OF_OWN, leaf("two_of_own", 3, 3),
            ((DEALERS_VALUE, "    dealers = mixed_value(rules, felt, HOUSE, DEALER)\n"),
             ("def against(", "def mixed_value(rules: Rules, felt: Felt, seat: int, hand: int) -> int:\n"
              "    own, board = felt.cards[seat, hand], felt.cards[HOUSE, COMMUNITY]\n"
              f"    return {MIXED}\n\n\ndef against(")),
            id="hand and board in each other's places for the dealer",
        ),
        pytest.param(
            "", leaf("six", 3, 3),
            ((OWN_VALUE, OWN_VALUE + "            own += felt.cards[seat, 0, 2] & 3\n"),),
            id="a card that is read beside the leaf rule",
        ),
    ],
)  # fmt: skip
def test_breach__a_round_that_is_more_than_two_values_is_no_game_of_boards(
    made: Make, rule: str, value: str, changes: tuple[tuple[str, str], ...]
) -> None:
    game = made(3, (1, 2), value, rule, *changes)
    assert common_board(question(game, game.settings())) is None


def test_hand_and_board_need_be_alike_each_in_itself_alone(made: Make) -> None:
    """Exactly two of four own cards: a card of the board is none of one's own."""
    _, board = asked_of(made(4, (2, 1), leaf("two_of_four", 4, 3), TWO_OF_FOUR))
    assert (board.held, board.size, board.own_at) == (4, 3, (0, 1, 2, 3))


def test_where_all_cards_are_alike_the_dealers_may_be_given_in_another_order(made: Make) -> None:
    in_another = (
        "def dealers_value(rules: Rules, felt: Felt) -> int:\n"
        "    own, board = felt.cards[HOUSE, DEALER], felt.cards[HOUSE, COMMUNITY]\n"
        "    return six(rules.ranks, own[0], board[0], board[1], board[2], own[1], own[2])\n\n\ndef against("
    )
    changes = (DEALERS_VALUE, "    dealers = dealers_value(rules, felt)\n"), ("def against(", in_another)
    _, board = asked_of(made(3, (1, 2), leaf("six", 3, 3), "", *changes))
    assert board.held == 3


# --- the whole deck ---


BEST_OF_EIGHT = """def best_of_eight(ranks: Ranks, a: int, b: int, c: int, v: int, w: int, x: int, y: int, z: int):
    one, other = seven(ranks, a, b, v, w, x, y, z), seven(ranks, a, c, v, w, x, y, z)
    return max(one, other, seven(ranks, b, c, v, w, x, y, z))


"""


def test_what_boards_of_the_whole_deck_cost_is_said_and_what_takes_days_is_refused(
    made: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    asked, board = asked_of(made(3, (3, 2), leaf("best_of_eight", 3, 5), BEST_OF_EIGHT))
    assert str(cost_of(asked)).startswith("1.8 billion deals, about ")
    verify_boards_reach(asked, board)
    assert lots_of(asked, board) > 1
    four = replace(board, own=(*board.own, 99), hidden=(*board.hidden, 99))
    with pytest.raises(Refused, match=r"is out of reach on boards, with 19 billion deals, about \d+ (hours|days) here"):
        verify_boards_reach(asked, four)


TWO_OF_FOUR_OF_FIVE = """def two_of_four(
    ranks: Ranks, a: int, b: int, c: int, d: int, v: int, w: int, x: int, y: int, z: int
) -> int:
    own, board = (a, b, c, d), (v, w, x, y, z)
    best = 0
    for i in range(4):
        for k in range(i):
            for m in range(5):
                for n in range(m):
                    for o in range(n):
                        best = max(best, five(ranks, own[i], own[k], board[m], board[n], board[o]))
    return best


"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("held", "value", "rule", "cards"),
    [
        pytest.param(3, leaf("best_of_eight", 3, 5), BEST_OF_EIGHT, "Ah Kh Td", id="two of three"),
        pytest.param(4, leaf("two_of_four", 4, 5), TWO_OF_FOUR_OF_FIVE, "Ah Kh Td Tc", id="exactly two of four"),
    ],
)
def test_first_acts_with_a_board_of_five_are_worth_what_a_walk_of_millions_of_deals_says(
    made: Make, held: int, value: str, rule: str, cards: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the twenty cards from the ten up; all at once, and by the hand's family alone."""
    asked, board = asked_of(made(held, (3, 2), value, rule), list(range(32, 52)))
    given = dict(zip(board.own, cards_of(cards), strict=True))
    monkeypatch.setattr(advice, "by_boards", lambda _: None)
    walked = worths(asked, (), given)
    for room in (every_lot.ROOM, 1_000_000):
        monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / f"kept with {room}"))
        monkeypatch.setattr(every_lot, "ROOM", room)
        assert first_worths(asked, board, given) == walked


def test_who_sees_more_and_rules_in_words_are_of_two_own_cards(made: Make) -> None:
    game = made(3, (3, 2), leaf("best_of_eight", 3, 5), BEST_OF_EIGHT)
    with pytest.raises(Refused, match=r"has 3 own cards, and what is seen of hidden hands .* for two alone"):
        cost_of_sight(game, game.settings(), 1)
    with pytest.raises(Refused, match="has 3 own cards, and rules in words are found on boards for two alone"):
        board_guide(game, game.settings(), None, Fraction(1, 100))


def test_sets_are_reckoned_as_they_are_listed() -> None:
    for deck in (NINE, TEN):
        asked = question(HOLDEM, HOLDEM.settings(), deck)
        images = images_of(asked.alike.names)
        for size in range(1, 5):
            listed = len(card_sets(asked.deck, images.tobytes(), size).cards)
            assert sets_that_differ(asked.deck, images.tolist(), size) == listed
    whole = images_of(question(HOLDEM, HOLDEM.settings()).alike.names).tolist()
    assert [sets_that_differ(range(52), whole, size) for size in (2, 3, 5)] == [169, 1_755, 134_459]
