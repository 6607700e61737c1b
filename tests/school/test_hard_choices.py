"""A player's hard choices as questions: one right answer, kinds that can be asked for again, nothing hidden told."""

from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis.hints import Advisor
from houseway.games import find_game
from houseway.rules.tape import DEAL, VERB, A, B
from houseway.school import hard_choices
from houseway.school.hard_choices import CHOICE, ask_choice, choice_of, is_choice, kind_title


@pytest.fixture(scope="module")
def advisor() -> Advisor:
    game = find_game("dakota_stud")
    return Advisor(game, game.settings())


def test_the_right_answer_is_the_best_act_and_the_options_do_not_tell_it(advisor: Advisor) -> None:
    acts = list(advisor.game.acts)
    for seed in range(10):
        choice = choice_of(advisor, seed)
        question, told = choice.question, choice.question.to_json()
        best = max(choice.values, key=lambda each: each["value"])
        assert question.right == best["act"]
        assert question.marked(best["act"])
        assert choice.lost_cents(best["act"]) == 0
        keys = [option["key"] for option in told["form"]["options"]]
        assert keys == sorted(keys, key=acts.index)
        assert all(choice.lost_cents(key) > 0 for key in keys if key != question.right)
        down = [row for row in question.tape if row[VERB] == DEAL and row[B] == 0]
        assert down
        assert all(row[A] == -1 for row in down), "a card that lies face down has no face"
        assert choice_of(advisor, seed).question == question
        because = question.because.removesuffix(" The written basic strategy errs here.")
        titles = {each.name: each.title for each in advisor.game.sheet.acts}
        worth = [f"{titles[each['act']]} is worth {each['value']:+.3f} base bets on average" for each in choice.values]
        assert because == f"{worth[0]}; {worth[1]}."


def test_a_kind_can_be_asked_for_again(advisor: Advisor) -> None:
    kinds = {choice_of(advisor, seed).question.kind for seed in range(8)}
    assert len(kinds) > 1
    wanted = min(kinds)
    seed, found = ask_choice(advisor, 0, wanted)
    assert found.question.kind == wanted
    assert choice_of(advisor, seed).question == found.question
    other_seed, other = ask_choice(advisor, 0, CHOICE, avoid=[choice_of(advisor, 0).question.id])
    assert other_seed != 0
    assert other.question.id != choice_of(advisor, 0).question.id


def test_kinds_are_said_in_words() -> None:
    game = find_game("mississippi_stud")
    assert kind_title(game, CHOICE) == "Hard choices"
    assert kind_title(game, "choice.bet_one.fold.open2.pair") == "Bet 1x or Fold, 2 community cards open, with a pair"
    assert kind_title(game, "choice.bet_one.fold.open1") == "Bet 1x or Fold, 1 community card open"
    assert kind_title(game, "choice.ways") == "How to set the hand"
    assert [is_choice(kind) for kind in (CHOICE, "choice.a.b", "pay", "choices", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def choice(id_: str, kind: str, difficulty: int = 1) -> Any:
    return SimpleNamespace(question=SimpleNamespace(id=id_, kind=kind, difficulty=difficulty))


def test_a_choice_as_hard_as_was_missed_comes_back(advisor: Advisor, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is due is of a kind and a difficulty: an easy one would leave the hard one due for good."""
    asked = [
        choice("a", "choice.x", 1),
        choice("b", "choice.y", 3),
        choice("c", "choice.x", 3),
        choice("d", "choice.x", 2),
    ]
    monkeypatch.setattr(hard_choices, "choice_of", lambda _, seed: asked[seed % 4])
    seeds = [
        ask_choice(advisor, 0, kind, (), level)[0] for kind, level in (("choice.x", 3), ("choice", 3), ("choice.x", 0))
    ]
    assert seeds == [2, 1, 0]
    assert ask_choice(advisor, 0, "choice.y", (), 1)[0] == 1, "the kind before the difficulty"


def test_where_a_kind_does_not_come_up_another_is_asked_and_if_may_be_a_fresh_one(
    advisor: Advisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = choice_of(advisor, 0)
    ids = [f"question {number % 3}" for number in range(hard_choices.TRIES)]
    asked: list[Any] = [choice(each, one.question.kind) for each in ids]
    monkeypatch.setattr(hard_choices, "choice_of", lambda _, seed: asked[seed - 40])
    for avoid, first in (((), 40), (("question 0",), 41), (("question 0", "question 1"), 42), (set(ids), 40)):
        assert ask_choice(advisor, 40, "choice.of.no.such", avoid) == (first, asked[first - 40])
