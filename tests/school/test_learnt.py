"""What a person has learnt: a fold of answers that adds up, and a year in which what is missed comes back."""

import json
import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.school.learnt import (
    CHOICES_LEAST,
    MISSED_MAX,
    WEEKS_MAX,
    AnswerCount,
    Flashcard,
    Learnt,
    Ticket,
    Topic,
    lost_cents_an_hour,
    week_of,
)
from houseway.school.schedule import DAY_US

MONDAY = 1_767_571_200_000_000  # 2026-01-05


def ticket(kind: str, seed: int = 0, difficulty: int = 2) -> Ticket:
    return Ticket(f"{kind}-{difficulty}-{seed}", "some_game", kind, difficulty, seed)


def test_a_week_begins_on_monday() -> None:
    assert week_of(MONDAY) == week_of(MONDAY + 7 * DAY_US - 1) == "2026-01-05"
    assert week_of(MONDAY - 1) == "2025-12-29"


def test_what_is_missed_waits_until_it_is_answered_rightly() -> None:
    learnt = Learnt()
    learnt.note(ticket("pay", 7), right=False, at=MONDAY)
    assert list(learnt.missed) == ["pay-2-7"]
    learnt.note(ticket("pay", 8), right=True, at=MONDAY + 1)
    assert list(learnt.missed) == ["pay-2-7"], "another one of the kind is not the one that was missed"
    learnt.note(ticket("pay", 7), right=True, at=MONDAY + 2)
    assert not learnt.missed
    assert learnt.tally(Topic("some_game", "pay")) == AnswerCount(3, 2)


def test_difficulties_come_back_apart() -> None:
    learnt = Learnt()
    learnt.note(ticket("pay", difficulty=1), right=True, at=MONDAY)
    learnt.note(ticket("pay", difficulty=3), right=False, at=MONDAY)
    topic = Topic("some_game", "pay")
    assert learnt.due(MONDAY + DAY_US) == [Flashcard(topic, 3)]
    assert learnt.due_at(topic) == MONDAY + DAY_US
    assert set(learnt.due(MONDAY + 3 * DAY_US)) == {Flashcard(topic, 1), Flashcard(topic, 3)}
    assert learnt.due(MONDAY + 3 * DAY_US)[0].difficulty == 3, "the least likely to be recalled comes first"
    assert learnt.due(MONDAY + 3 * DAY_US, [Topic("another", "pay")]) == []


def test_weak_spots_are_those_missed_most_often_lately() -> None:
    learnt = Learnt()
    for n in range(4):
        learnt.note(ticket("known", n), right=True, at=MONDAY)
        learnt.note(ticket("half", n), right=n % 2 == 0, at=MONDAY)
        learnt.note(ticket("never", n), right=False, at=MONDAY)
    learnt.note(ticket("once"), right=False, at=MONDAY)
    assert [topic.kind for topic in learnt.weak(MONDAY)] == ["never", "half"]
    assert learnt.weak(MONDAY + 60 * DAY_US) == [], "what was long ago is not held against anybody"


def test_nothing_grows_without_end() -> None:
    learnt = Learnt()
    for n in range(300):
        learnt.note(ticket("pay", n), right=False, at=MONDAY + n * 7 * DAY_US)
    assert len(learnt.missed) == MISSED_MAX
    assert len(learnt.weeks) == WEEKS_MAX
    assert next(iter(learnt.missed)) == f"pay-2-{300 - MISSED_MAX}"


Notes = list[tuple[str, int, bool, int]]
notes = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 5), st.booleans(), st.integers(0, 40)), max_size=12)


def folded(noted: Notes) -> Learnt:
    learnt = Learnt()
    for kind, seed, right, day in noted:
        learnt.note(ticket(kind, seed), right=right, at=MONDAY + day * DAY_US, lost_cents=seed)
    return learnt


@given(notes, notes)
@settings(max_examples=60, deadline=None)
def test_folds_travel_as_json_and_add_up(
    one: list[tuple[str, int, bool, int]], two: list[tuple[str, int, bool, int]]
) -> None:
    a, b = folded(one), folded(two)
    assert Learnt.from_json(json.loads(json.dumps(a.to_json()))) == a
    both, other_way = a.merged(b), b.merged(a)
    assert both.memories == other_way.memories
    assert both.weeks == other_way.weeks
    assert set(both.missed) == set(other_way.missed) == {*a.missed, *b.missed}
    sums = [each.tally() for each in (a, b, both)]
    assert sums[2] == AnswerCount(
        *(getattr(sums[0], name) + getattr(sums[1], name) for name in ("asked", "right", "lost_cents"))
    )
    assert a.merged(Learnt()) == a


def test_an_hour_needs_enough_choices() -> None:
    assert lost_cents_an_hour(CHOICES_LEAST - 1, 100) is None
    assert lost_cents_an_hour(120, 300) == 150


KNOWN, SHAKY = 30, 4  # kinds that are answered rightly, and some that are missed two times in three
A_DAY = 12  # questions


def year_of_a_learner(seed: int) -> tuple[Learnt, list[Counter[str]]]:
    """Somebody who answers what is due every day, a dozen at most, and how often each kind was asked by quarter."""
    chance = random.Random(seed)
    learnt, quarters = Learnt(), [Counter[str]() for _ in range(4)]
    new = [f"known{n}" for n in range(KNOWN)] + [f"shaky{n}" for n in range(SHAKY)]
    chance.shuffle(new)
    for day in range(364):
        at = MONDAY + day * DAY_US
        kinds = [card.topic.kind for card in learnt.due(at)][:A_DAY]
        kinds += [new.pop() for _ in range(min(len(new), 2, A_DAY - len(kinds)))]
        for kind in kinds:
            right = chance.random() < (1 / 3 if kind.startswith("shaky") else 0.97)
            learnt.note(ticket(kind, day), right=right, at=at)
            quarters[day // 91][kind] += 1
    return learnt, quarters


def test_in_a_year_what_is_missed_comes_back_and_what_is_known_does_not_crowd() -> None:
    learnt, quarters = year_of_a_learner(14)
    last = quarters[-1]
    shaky = [last[f"shaky{n}"] for n in range(SHAKY)]
    known = [last[f"known{n}"] for n in range(KNOWN)]
    assert min(shaky) >= 15, "a kind that is missed comes at least weekly"
    assert sum(known) / KNOWN <= 3, "a kind that is known comes a few times a quarter"
    assert sum(shaky) > sum(known), "four shaky kinds are asked more than thirty known ones together"
    assert sum(quarters[0].values()) > sum(last.values()), "and the days get lighter"
    assert {topic.kind for topic in learnt.weak(MONDAY + 364 * DAY_US)[:SHAKY]} == {f"shaky{n}" for n in range(SHAKY)}
