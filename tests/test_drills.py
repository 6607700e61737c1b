"""Drills deal hard choices only, and show of them what a player sees."""

from functools import cache

import pytest

from houseway.analysis.drills import BASIC, CLOSE, EVEN, Drill, find_drill
from houseway.analysis.hints import Advisor
from houseway.engine.replay import Deal, replay
from houseway.games import find_game
from houseway.rules.cards import UNSEEN
from houseway.rules.choice import acts_in
from houseway.rules.refused import Refused
from houseway.rules.tape import DEAL, FACE_DOWN, OFFER, SETTLE, VERB, A, B
from tests.kit import ASKING

SEEDS = range(4)
ALL_ALIKE = ("casino_war",)  # one choice, with every card on the table, and none of its ties is close


@cache
def advisor(slug: str) -> Advisor:
    return Advisor(find_game(slug), find_game(slug).settings())


@cache
def drills(slug: str) -> list[Drill]:
    found: list[Drill] = []
    for seed in SEEDS:
        found.append(find_drill(advisor(slug), seed, [drill.id for drill in found]))
    return found


@pytest.mark.parametrize("slug", ASKING)
def test_a_choice_is_hard_where_acts_are_close_or_the_basic_strategy_errs(slug: str) -> None:
    for drill in drills(slug):
        best, second, *_ = (hint.value for hint in drill.ranked)
        assert best - second > EVEN, "not a tie"
        assert best - second < CLOSE * len(drill.wagers) or drill.basic_errs or slug in ALL_ALIKE
        assert [hint.value for hint in drill.ranked] == sorted((hint.value for hint in drill.ranked), reverse=True)


@pytest.mark.parametrize("slug", ASKING)
def test_the_tape_ends_with_the_offer_of_the_acts_that_are_ranked(slug: str) -> None:
    for drill in drills(slug):
        last = drill.tape[-1]
        assert last[VERB] == OFFER
        assert acts_in(int(last[A])) == sorted(hint.act for hint in drill.ranked)


@pytest.mark.parametrize("slug", ASKING)
def test_no_hidden_card_leaves(slug: str) -> None:
    for drill in drills(slug):
        down = [row for row in drill.tape if row[VERB] == DEAL and row[B] == FACE_DOWN]
        assert all(row[A] == UNSEEN for row in down)
        assert down or slug in ALL_ALIKE, "every game hides something while it asks"


@pytest.mark.parametrize("slug", ASKING)
def test_no_choice_comes_twice(slug: str) -> None:
    assert len({drill.id for drill in drills(slug)}) == len(SEEDS)
    first = drills(slug)[0]
    assert find_drill(advisor(slug), 0).id == first.id, "a seed deals the same"
    assert find_drill(advisor(slug), 0, [first.id]).id != first.id


def test_where_nobody_has_a_choice_there_is_nothing_to_drill() -> None:
    with pytest.raises(Refused, match="nobody has a choice in EZ Baccarat: there is nothing to drill"):
        find_drill(advisor("ez_baccarat"), 0)


def test_the_bonus_of_holdem_is_bet_in_some_and_not_in_others() -> None:
    bets = {tuple(sorted(drill.wagers)) for drill in drills("fast_action_holdem")}
    assert bets == {("ante",), ("ante", "bonus")}


def test_what_basic_strategy_misses_is_said() -> None:
    """Found by playing the written strategy itself on the same cards."""
    game = find_game("fast_action_holdem")
    told = [drill for drill in drills(game.slug) if drill.basic_errs]
    assert told, "some of the first choices are such"
    for drill in told:
        rows = [row for row in drill.tape if row[VERB] == DEAL and row[A] != UNSEEN]
        own = [int(row[A]) for row in rows]
        rest = [card for card in range(52) if card not in own]
        deal = Deal(game, advisor(game.slug).settings, [*rest[:5], *own, *rest[5:]], [drill.wagers], [1])
        now = replay(deal)
        assert now.pending is not None
        plan = game.plan(BASIC, advisor(game.slug).settings)
        act = int(game.follow(plan, now.felt, 1, 0, now.pending.options))
        assert act != drill.ranked[0].act
        assert not (now.tape[:, VERB] == SETTLE).any()
