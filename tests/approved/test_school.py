"""What dealers are asked and told: a few questions of every kind with their answers, and a round dealt deed by deed."""

import json
from itertools import islice
from typing import Any

import pytest

from houseway.games import SLUGS, find_game
from houseway.school.dealing.by_learner import DealingState
from houseway.school.dealing.dealing_lesson import DealingLesson
from houseway.school.dealing.dealt_table import DealtTable
from houseway.school.drills.every_kind import ASK, questions
from tests.approved import hold
from tests.school.test_drills import KINDS

QUESTIONS = 3
SEED = 5
EVERY = 7  # of what a learner can do, this one is told


def line(told: dict[str, Any]) -> str:
    """As one line; of the tape its length and its end (playthroughs hold whole ones), of what can be done the words."""
    told["tape"] = [len(told["tape"]), *told["tape"][-1:]]
    if offered := told.pop("offered", []):
        words = [f"{each['words']} {each['amounts'] or ''}".strip() for each in offered]
        told["offered"] = [len(offered), *words[told["step"] % EVERY :: EVERY]]
        told["whole"] = offered[told["step"] % len(offered)]
    return json.dumps(told, ensure_ascii=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_questions_of_every_kind_are_asked_and_answered_as_approved(slug: str) -> None:
    game = find_game(slug)
    lines = []
    for asks in (each for each in ASK if each.KIND.name in KINDS[slug]):
        lines.append(f"# {asks.KIND.name}: {asks.KIND.title}")
        found = islice(questions(asks, game, game.settings(), SEED), QUESTIONS)
        lines += [line(each.to_json(with_answer=True)) for each in found]
    hold(f"{slug}.questions.txt", "\n".join(lines))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_lesson_and_what_goes_wrong_at_a_table_are_told_as_approved(slug: str) -> None:
    game = find_game(slug)
    lesson = DealingLesson(game, game.settings(), SEED, min(2, game.seats_max(game.settings())))
    lines, state = ["# a lesson"], DealingState()
    while not lesson.is_over(state):
        lines.append(line(lesson.to_json(state)))
        told = lesson.next_step(state, lesson.due(state))
        lines.append(json.dumps(told.to_json(), ensure_ascii=False))
        state = told.state
    lines.append(line(lesson.to_json(state)))
    table = DealtTable(game, game.settings(), SEED, lesson.seats)
    for number in range(1, 9):
        found = table.incident(DealingState(round=number))
        lines.append(f"# round {number}: {found}")
        if found:
            lines.append(line(table.to_json(DealingState(number, found.step))))
    hold(f"{slug}.dealing.txt", "\n".join(lines))
