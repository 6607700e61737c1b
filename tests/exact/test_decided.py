"""Decisions that seeing changes: by every order of small decks, the count of boards, and Dakota's own mathematics."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from houseway.analysis.cards_seen import cost_of_cards
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.seats_seen import SeatsSeen
from houseway.analysis.universal import seeing, solving
from houseway.analysis.universal.asked import Asked
from houseway.analysis.universal.boards.common_board import common_board
from houseway.analysis.universal.count import count
from houseway.analysis.universal.kinds.seen_ahead import SeeingShoe
from houseway.analysis.universal.kinds.shoe_question import shoe_question
from houseway.analysis.universal.kinds.whole_shoe import prove_by_kinds
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.seats.decided import Blind, decided_with
from houseway.analysis.universal.seats.face_up import without
from houseway.analysis.universal.seats.gained import FaceUp
from houseway.analysis.universal.seats.on_boards import BoardSight, SightStudy
from houseway.analysis.universal.seeing import Seeing
from houseway.analysis.universal.shape import Shape
from houseway.engine.replay import Deal, replay
from houseway.engine.view import view
from houseway.games import find_game
from houseway.games.dakota_stud.play import end_by, outcome_of
from houseway.games.dakota_stud.solve import FIRST, OPTIMAL, SECOND, Ends, ends_for, final, plan_of
from houseway.games.game import Game, Settings
from houseway.report.seats_page import seats_words
from houseway.rules.cards import cards_of
from houseway.rules.choice import acts_in
from houseway.rules.combos import index_3, index_4
from houseway.rules.felt import UNSETTLED
from houseway.rules.poker import five
from houseway.rules.refused import Refused
from tests.exact.toy_shoe import toy_game
from tests.typed import typed

DAKOTA, HOLDEM, WAR = find_game("dakota_stud"), find_game("ultimate_texas_holdem"), find_game("casino_war")
Found = tuple[Fraction, list[tuple[Fraction, Counter[tuple[int, int]]]]]
Sight = Callable[[int, tuple[int, ...]], bytes]  # what is known of an order of the deck after some acts


class EveryOrder:
    """Rounds of one seat on every order of a deck: nothing merged, nothing compiled."""

    def __init__(self, game: Game, asked: Asked, drawn: int, more: Sequence[int]) -> None:
        self.asked = asked
        self.orders = sorted(set(permutations(asked.deck, drawn)))
        self.deals = [Deal(game, game.settings(), order, [self.asked.bets]) for order in self.orders]
        self.more = more
        self.been: dict[tuple[int, tuple[int, ...]], tuple[int, int, bytes, int]] = {}
        self.everybody = range(len(self.deals))

    def at(self, number: int, acts: tuple[int, ...]) -> tuple[int, int, bytes, int]:
        """What is offered, what the player sees; or, at the end, what is won and what was in action."""
        if (number, acts) not in self.been:
            now = replay(self.deals[number], list(acts))
            if now.pending is None:
                self.been[number, acts] = 0, int(now.felt.net[1].sum()), b"", int(now.felt.action[1].sum())
            else:
                self.been[number, acts] = now.pending.options, 0, view(now.tape, [0, 1], 1).tobytes(), 0
        return self.been[number, acts]

    def blind(self, number: int, acts: tuple[int, ...]) -> bytes:
        return self.at(number, acts)[2]

    def seeing(self, number: int, acts: tuple[int, ...]) -> bytes:
        return self.blind(number, acts) + bytes(self.orders[number][draw] for draw in self.more)

    def best(
        self, some: Sequence[int], acts: tuple[int, ...], sight: Sight, taken: dict[tuple[int, ...], dict[bytes, int]]
    ) -> tuple[int, int]:
        """Cents won, and less those in action, by the best play from here on; what it takes is noted."""
        alike: dict[bytes, list[int]] = {}
        won = money = 0
        for number in some:
            options, net, _, action = self.at(number, acts)
            if options:
                alike.setdefault(sight(number, acts), []).append(number)
            else:
                won, money = won + net, money - action
        for known, those in alike.items():
            worths = {act: self.best(those, (*acts, act), sight, taken) for act in acts_in(self.at(those[0], acts)[0])}
            act = max(worths, key=lambda act: worths[act])
            taken.setdefault(acts, {})[known] = act
            won, money = won + worths[act][0], money + worths[act][1]
        return won, money

    def decisions(self, choices: int) -> Found:
        """What seeing adds, and at each choice its worth and what it changes, for who came there unseeing."""
        unseeing: dict[tuple[int, ...], dict[bytes, int]] = {}
        blind, _ = self.best(self.everybody, (), self.blind, unseeing)
        seeing, _ = self.best(self.everybody, (), self.seeing, {})
        ways: dict[tuple[int, ...], list[int]] = {(): [number for number in self.everybody if self.at(number, ())[0]]}
        cents, found = len(self.deals) * self.asked.unit_cents, []
        for _ in range(choices):
            worth, changed = 0, Counter[tuple[int, int]]()
            after: dict[tuple[int, ...], list[int]] = {}
            for acts, some in ways.items():
                alike: dict[bytes, list[int]] = {}
                for number in some:
                    alike.setdefault(self.seeing(number, acts), []).append(number)
                    act = unseeing[acts][self.blind(number, acts)]
                    if self.at(number, (*acts, act))[0]:
                        after.setdefault((*acts, act), []).append(number)
                for those in alike.values():
                    act = unseeing[acts][self.blind(those[0], acts)]
                    offered = acts_in(self.at(those[0], acts)[0])
                    worths = {each: self.best(those, (*acts, each), self.seeing, {})[0] for each in offered}
                    better = max(worths, key=lambda each: worths[each])
                    worth += worths[better] - worths[act]
                    if worths[better] > worths[act]:
                        changed[act, better] += len(those)
            found.append((Fraction(worth, cents), changed))
            ways = after
        return Fraction(seeing - blind, cents), found


def told(game: Game, found: FaceUp, deals: int) -> Found:
    act = {name: number for number, name in enumerate(game.acts)}
    return found.gain, [
        (
            each.worth,
            Counter({(act[a], act[b]): int(share * deals) for (a, b), share in each.changed.items()}),
        )
        for each in found.decisions
    ]


def walked(game: Game, deck: Sequence[int], sees: str) -> FaceUp:
    asked, wider = (question(game, game.settings(), deck, each) for each in ("", sees))
    return Seeing(asked, wider).found(None)[1]


@pytest.mark.parametrize(
    ("slug", "deck", "more", "sees", "changed"),
    [
        ("dakota_stud", "4h 4s 5d 6d 8c 8h", [3], "community:1", 1),  # seen with one's own cards, and none of them
        ("dakota_stud", "4h 4s 5d 6d 8c 8h", [3, 4], "community:2", 2),
        ("let_it_ride", "4s 5c 5d Qc Qs Kc", [3, 4], "community:2", 2),
    ],
)
def test_decisions_that_change_are_those_of_every_order_of_the_deck(
    slug: str, deck: str, more: list[int], sees: str, changed: int
) -> None:
    game = find_game(slug)
    every = EveryOrder(game, question(game, game.settings(), cards_of(deck)), 5, more)
    gain, decisions = every.decisions(2)
    assert told(game, walked(game, every.asked.deck, sees), len(every.deals)) == (gain, decisions)
    assert gain == sum(worth for worth, _ in decisions) > 0
    assert sum(bool(acts) for _, acts in decisions) == changed


@pytest.mark.parametrize(
    ("deck", "sees", "changed"),
    [("2c 2c 3c 3c 3c 4c 4c", "dealer:2", 1), ("2c 2c 2c 3c 9c 9c Tc", "dealer:1, dealer:2", 1)],
)
def test_who_sees_a_card_of_a_shoe_that_is_still_to_come_decides_as_every_order_says(
    deck: str, sees: str, changed: int
) -> None:
    asked = shoe_question(WAR, WAR.settings(), cards_of(deck))
    every = EveryOrder(WAR, asked, 7, [6])
    gain, decisions = every.decisions(1)
    _, found, base = SeeingShoe(asked, sees).found(None)
    assert told(WAR, found, len(every.deals)) == (gain, decisions)
    assert (found.cards, sum(bool(acts) for _, acts in decisions)) == (1, changed)
    assert base == prove_by_kinds(WAR, WAR.settings(), deck=asked.deck).wagers()["round"].edge.value


def test_who_sees_a_card_that_lies_face_down_decides_at_every_choice_as_every_order_says(tmp_path: Path) -> None:
    game = toy_game(tmp_path / "toy")
    asked = shoe_question(game, game.settings(), cards_of("2c 4c 4c 8c 8c Tc Tc"))
    every = EveryOrder(game, asked, 7, [3])
    gain, decisions = every.decisions(2)
    _, found, _ = SeeingShoe(asked, "dealer:2").found(None)
    assert told(game, found, len(every.deals)) == (gain, decisions)
    assert sum(bool(acts) for _, acts in decisions) == 2


def test_on_a_game_of_boards_the_walk_and_the_count_of_boards_say_the_same() -> None:
    deck = cards_of("7c 7d 7h Tc Td Th Kc Kd Kh")
    asked = question(HOLDEM, HOLDEM.settings(), deck)
    board = common_board(asked)
    assert board is not None
    (counted,) = SightStudy(asked, board, 0, 0, exact_s=1e9).found([BoardSight(hidden=1)])
    found = walked(HOLDEM, deck, "dealer:1")
    assert found.gain == counted.gain > 0
    for one, other in zip(found.decisions, counted.decisions, strict=True):
        assert (one.worth, one.changed) == (other.worth, other.changed)
    assert sum(bool(each.changed) for each in found.decisions) > 1


def test_where_boards_are_counted_a_card_of_the_board_seen_gains_what_the_walk_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def small(game: Game, settings: Settings, deck: object = None, sees: str = "") -> Question:  # noqa: ARG001
        return question(game, settings, cards_of("7c 7d 7h Tc Td Th Kc Kd Kh"), sees)

    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    asked, wider = (small(HOLDEM, HOLDEM.settings(), sees=sees) for sees in ("", "community:1"))
    _, found, base = Seeing(asked, wider).found(None)
    monkeypatch.setattr("houseway.analysis.universal.cost.MINUTES_S", -1)
    monkeypatch.setattr(solving, "question", small)
    solution, counted, base_counted = Seeing(asked, wider).found(None)
    assert (counted.gain, base_counted, counted.community) == (found.gain, base, 1)
    assert solution.wagers["round"].edge.value == base - found.gain
    assert found.decisions
    assert not counted.decisions


def test_with_cards_of_another_seat_gone_the_second_choice_is_told_too() -> None:
    """Dakota's own mathematics says what is left in unseeing, and what each act is worth with cards gone."""
    deck = cards_of("4h 4s 5d 6d 8c 8h Jc Js Qd Ah")
    settings = DAKOTA.settings()
    asked = question(DAKOTA, settings, deck)
    blind = Blind(asked, count(asked))
    ends = ends_for(DAKOTA, settings, list(deck))
    plan = plan_of(ends, OPTIMAL, settings)
    changed = 0
    for own, gone in (((0, 1, 5), (4, 6, 8)), ((2, 3, 4), (0, 1, 9)), ((6, 8, 9), (2, 3, 7)), ((1, 4, 6), (2, 5, 9))):
        mine, others = [deck[i] for i in own], [deck[i] for i in gone]
        left = [card for card in deck if card not in mine + others]
        found = decided_with(blind, without(asked, others), mine)
        won = [Fraction(0), Fraction(0)]
        moved = [Counter[tuple[int, int]](), Counter[tuple[int, int]]()]
        pairs = list(permutations(left, 2))
        for choice, acts, alike in ((0, FIRST, [pairs]), (1, SECOND, [[p for p in pairs if p[0] == c] for c in left])):
            for some in alike:
                held = [*mine, some[0][0]][: 3 + choice]
                leaves = (plan.second if choice else plan.first)[(index_4 if choice else index_3)(*held)]
                worths = [worth_of_acts(ends, acts[mark], mine, some) for mark in (0, 1)]
                won[choice] += max(worths) - worths[leaves]
                if worths[1 - leaves] > worths[leaves]:
                    moved[choice][acts[leaves], acts[1 - leaves]] += len(some)
        assert [Fraction(each, found.deals * asked.unit_cents) for each in found.won] == [w / len(pairs) for w in won]
        assert [{k: Fraction(n, found.deals) for k, n in each.items()} for each in found.changed] == [
            {k: Fraction(n, len(pairs)) for k, n in each.items()} for each in moved
        ]
        changed += sum(map(len, moved))
    assert changed > 1


def worth_of_acts(ends: Ends, act: int, own: Sequence[int], pairs: Sequence[tuple[int, int]]) -> Fraction:
    """Units that the bets that hang on a choice win after an act, over these community cards."""
    won = Fraction(0)
    for pair in pairs:
        a, b, c, d, e = (*own, *pair)
        outcome = outcome_of(ends.rules, five(ends.rules.ranks, a, b, c, d, e))
        both = FIRST if act in FIRST else SECOND
        hang = [w for w in range(len(DAKOTA.wagers)) if any(end_by(each, w) != UNSETTLED for each in both)]
        won += sum((pay_of(ends.rules, w, final(w, (act,), outcome)) for w in hang), Fraction(0))
    return won


def test_what_seeing_cards_costs_is_said_beforehand_and_what_is_out_of_reach_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert cost_of_cards(DAKOTA, {}, "community:1").startswith("2.2 million deals, about ")
    monkeypatch.setattr("houseway.analysis.universal.cost.REACH_S", 1e-3)
    with pytest.raises(Refused, match=r"out of reach .* 2\.2 million deals, .*: its figures come from mathematics"):
        cost_of_cards(DAKOTA, {}, "community:1")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("casino_war", "--sees", "dealer:3"), "'dealer:3' cannot be seen: there are only 2 such cards"),
        (("casino_war", "--sees", "dealer"), "'dealer' cannot be seen: write dealer:1"),
        (("super_fun_21", "--sees", "nonsense"), "'nonsense' cannot be seen: write dealer:1, .* or seats:3 alone"),
        (("triple_shot_bonus", "--sees", "seats:0"), "write seats:1 to see the cards of one other seat"),
        (("dakota_stud", "--sees", "seats:²"), "write seats:1 to see the cards of one other seat"),
        (("dakota_stud", "--sees", "community:²"), "'community:²' cannot be seen: write dealer:1"),
        (
            ("ez_baccarat", "--sees", "dealer:1"),
            "nobody has a choice in EZ Baccarat: what a player sees does not matter",
        ),
        (
            ("triple_shot_bonus", "--sees", "dealer:2"),
            "cannot be counted .*; what there is: the cards of other seats .*, or the edge of who sees none",
        ),
        (("dakota_stud", "--sees", "community:1", "--set", "strategy=basic"), "leave strategy out"),
    ],
)
def test_what_cannot_be_seen_is_refused_in_a_sentence(words: tuple[str, ...], said: str) -> None:
    done = typed("edge", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(said, done.stderr)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "sees", "processor"),  # measured, docs/universal.md
    [
        ("three_card_poker", "dealer:1", 6.6),
        ("dakota_stud", "community:1", 2.6),
        ("dakota_stud", "community:2", 14.9),
        ("mississippi_stud", "community:1", 3.0),
        ("mississippi_stud", "community:3", 10.6),
    ],
)
def test_what_seeing_cards_takes_is_said_about_right(
    game: str, sees: str, processor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    found = find_game(game)
    assert processor / 2 < seeing.seeing(found, found.settings(), sees).cost.seconds < processor * 2


def test_what_everybody_sees_is_no_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = question(DAKOTA, DAKOTA.settings())
    with pytest.raises(Refused, match="is seen by everybody in Dakota Stud"):
        _ = Seeing(asked, question(DAKOTA, DAKOTA.settings(), sees="")).more
    monkeypatch.setattr(Shape, "choices", 0)
    with pytest.raises(Refused, match="nobody has a choice in Dakota Stud"):
        _ = Seeing(asked, asked).more


def test_where_choices_are_too_many_to_write_down_the_gain_is_told_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = cards_of("4h 4s 5d 6d 8c 8h")
    whole = walked(DAKOTA, deck, "community:2")
    monkeypatch.setattr(seeing, "PLAN_MAX", 3)
    alone = walked(DAKOTA, deck, "community:2")
    assert (alone.gain, alone.decisions, alone.changed) == (whole.gain, (), {})
    seen = SeatsSeen(0, 2, Fraction(1, 20), alone.gain, 0.0, True, alone.deals, 0, {}, (), 2)
    assert (
        seats_words(DAKOTA, [seen])[-1] == "Which decisions change is not told here: there are too many to write down."
    )
