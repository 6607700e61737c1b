"""The solver of a game that declares none: its plan is followed, its work is stopped and taken up, its cost is said."""

from pathlib import Path

import pytest

from houseway.analysis.hints import Advisor
from houseway.analysis.solve import advise, solve, strategy_of
from houseway.analysis.universal import advice, unfinished
from houseway.analysis.universal.cost import cost_of, verify_reach
from houseway.analysis.universal.count import Counted, Stopped, count
from houseway.analysis.universal.planned import follow, planned
from houseway.analysis.universal.proof import Proof
from houseway.analysis.universal.question import question
from houseway.engine.replay import Deal, replay
from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.game import Game
from houseway.games.outside import game_in
from houseway.kit.new_game import new_game
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused

DAKOTA = find_game("dakota_stud")
THREE_CARD = find_game("three_card_poker")
TOY = cards_of("5c 6c 7c 8c 6d 9d Td")
SUITS = cards_of("6c 6d 7c 7d 8c 8d 9c 9d")  # the same deck with clubs and diamonds exchanged


@pytest.fixture(scope="module")
def high_card(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder = tmp_path_factory.mktemp("games") / "high_card_of_tests"
    new_game(folder)
    return game_in(folder)


def test_the_best_play_is_a_plan_that_wins_what_was_found(high_card: Game) -> None:
    settings = high_card.settings()
    solution = solve(high_card, settings)
    best = strategy_of(high_card, "optimal", settings)
    walked = walk(high_card, settings, high_card.deck(settings), [{"ante": 700}], best.plan, best.follow)
    assert str(solution.wagers["round"].edge.value) == "-29/221"
    assert sum(walked.mean.values()) / 700 == -solution.wagers["round"].edge.value


def test_a_plan_of_two_choices_is_followed_at_any_size_of_bet_and_by_any_name_of_the_suits() -> None:
    asked = question(DAKOTA, DAKOTA.settings(), SUITS)
    counted = count(asked)
    walked = walk(
        DAKOTA, DAKOTA.settings(), SUITS, [dict.fromkeys(DAKOTA.wagers, 300)], planned(asked, counted), follow
    )
    for name, cents in walked.mean.items():
        assert cents / 300 == -Proof(asked, counted, "").wagers()[name].edge.value


def test_advice_is_what_the_whole_round_wins(high_card: Game) -> None:
    assert [(act, str(value)) for act, value in advise(high_card, {}, "7h")] == [("raise", "-16/51"), ("fold", "-1")]
    ours = advice.advise(DAKOTA, DAKOTA.settings(), "Ah Kd 7c 7s")
    theirs = advise(DAKOTA, {}, "Ah Kd 7c 7s")  # of (2) and (3) alone; ($) and (1) are settled alike
    assert [act for act, _ in ours] == [act for act, _ in theirs]
    assert ours[0][1] == 2 * theirs[0][1]
    with pytest.raises(Refused, match="nothing that one sees at a choice of Dakota Stud: write 3 or 4"):
        advice.advise(DAKOTA, DAKOTA.settings(), "Ah Kd")


def test_hints_at_a_live_table_need_no_line_of_the_game(high_card: Game) -> None:
    now = replay(Deal(high_card, high_card.settings(), cards_of("7h 2d 3c"), [{"ante": 500}]))
    assert now.pending is not None
    hints = Advisor(high_card, high_card.settings()).rank(now, 1, 0, now.pending.options)
    assert [(hint.name, round(hint.value, 4)) for hint in hints] == [("raise", -0.3137), ("fold", -1.0)]


def test_work_that_is_stopped_is_kept_and_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    asked = question(DAKOTA, DAKOTA.settings(), TOY)
    whole = count(asked)

    def stop(done: int, total: int) -> None:  # noqa: ARG001
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(Stopped, match=r"of \d+ units are done") as stopped:
        count(asked, None, stop, threads=1)
    assert len(stopped.value.counted.done) == 3
    assert unfinished.keep("a question", stopped.value.counted)
    before = unfinished.taken_up("a question")
    assert before == stopped.value.counted
    assert before.chosen().tolist() == stopped.value.counted.chosen().tolist()
    after = count(asked, None, None, before=before)
    assert Proof(asked, after, "").wagers() == Proof(asked, whole, "").wagers()
    assert after.chosen().tolist() == whole.chosen().tolist()
    unfinished.forget("a question")
    assert unfinished.taken_up("a question") == Counted()


def test_what_it_costs_is_said_beforehand() -> None:
    assert str(cost_of(question(DAKOTA, DAKOTA.settings()))).startswith("2.2 million deals, about ")


def test_what_is_out_of_reach_is_refused_with_what_else_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.analysis.universal.cost.REACH_S", 1e-3)
    with pytest.raises(
        Refused, match=r"billion deals, about .* write a solve.py .* or take a sample .*--cluster or --device gpu"
    ):
        verify_reach(question(THREE_CARD, THREE_CARD.settings(), merged=False))
    with pytest.raises(Refused, match=r"million deals, about .*: its figures come from mathematics of its own$"):
        verify_reach(question(DAKOTA, DAKOTA.settings(), merged=False))


def test_who_sees_more_than_there_is_is_refused() -> None:
    for text in ("dealer:1", "community:3", "seats:2", "community:x"):
        with pytest.raises(Refused, match="cannot be seen"):
            question(DAKOTA, DAKOTA.settings(), sees=text)
