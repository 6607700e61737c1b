"""A player's hard choices as questions: one right answer, kinds that can be asked for again, nothing hidden told."""

import pytest

from houseway.analysis.hints import Advisor
from houseway.games import find_game
from houseway.rules.tape import DEAL, VERB, A, B
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
