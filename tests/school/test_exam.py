"""An exam: sealed before it is sat, timed by a clock that cannot be set back, and marked so that anybody can again."""

import json
from dataclasses import replace
from typing import Any

import pytest

from houseway.rules.refused import Refused
from houseway.school.exam import (
    DRAWS_MAX,
    MINUTE_US,
    Attempt,
    ExamTerms,
    certificate_of,
    commitment_to,
    had_in,
    next_ticket,
    paper_secret,
    seed_of,
    verify_marks,
)
from houseway.school.question import Choose, Question

TERMS = ExamTerms("Table test", "some_game", ("pay", "read"), number=4, minutes=10, pass_percent=75)
SECRET = bytes(range(32))
PAPER = paper_secret(SECRET, "ann")
NOON = 1_800_000_000_000_000


def draw(kind: str, seed: int, different: int = 1000) -> Question:
    """A question that its seed decides, one of so many."""
    what = seed % different
    right = str(what % 3)
    options = Choose((("0", "none"), ("1", "one"), ("2", "two")))
    return Question(kind, "some_game", {}, (), 0, 0, f"{kind} {what}?", options, right, f"it is {right}")


def sat(answers: list[str | None], paper: bytes = PAPER) -> Attempt:
    """Every answer takes a minute; None is right."""
    attempt = Attempt.begun(NOON)
    for number, answer in enumerate(answers):
        attempt = attempt.ask(next_ticket(TERMS, paper, number, had_in([attempt]), draw))
        assert attempt.open is not None
        question = draw(attempt.open.ticket.kind, attempt.open.ticket.seed)
        said = str(question.right) if answer is None else answer
        attempt = attempt.answer(said, right=question.marked(said)).heard(NOON + (number + 1) * MINUTE_US)
    return attempt


# --- sealed ---


def test_the_secret_decides_every_question_and_nothing_published_tells_it() -> None:
    one = [next_ticket(TERMS, PAPER, n, (), draw) for n in range(4)]
    assert one == [next_ticket(TERMS, PAPER, n, (), draw) for n in range(4)]
    assert [ticket.kind for ticket in one] == ["pay", "read", "pay", "read"]
    other = [next_ticket(TERMS, paper_secret(SECRET, "ben"), n, (), draw) for n in range(4)]
    assert {ticket.seed for ticket in one}.isdisjoint(ticket.seed for ticket in other), "papers differ by learner"
    commitments = {commitment_to(SECRET), commitment_to(PAPER), commitment_to(paper_secret(SECRET, "ben"))}
    assert len(commitments) == 3
    assert not any(secret.hex() in text for secret in (SECRET, PAPER) for text in commitments)


def test_a_question_comes_again_only_where_all_were_had() -> None:
    first = next_ticket(TERMS, PAPER, 0, (), draw)
    second = next_ticket(TERMS, PAPER, 0, {first.id}, draw)
    assert second.id != first.id
    assert second.seed == seed_of(PAPER, 0, 1)

    def one_of_two(kind: str, seed: int) -> Question:
        return draw(kind, seed, different=2)

    every = {draw("pay", n, different=2).id for n in range(2)}
    assert next_ticket(TERMS, PAPER, 0, every, one_of_two).seed == seed_of(PAPER, 0, DRAWS_MAX - 1)
    left = next_ticket(TERMS, PAPER, 0, {min(every)}, one_of_two)
    assert left.id == max(every)


# --- timed ---


def test_time_is_up_at_the_deadline_and_not_before() -> None:
    attempt = sat([None]).ask(next_ticket(TERMS, PAPER, 1, (), draw))
    assert attempt.open is not None
    question, deadline = attempt.open.ticket.id, NOON + 10 * MINUTE_US
    assert attempt.deadline(TERMS) == deadline
    attempt.verify_open(TERMS, question, deadline - 1)
    assert not attempt.is_over(TERMS, deadline - 1)
    assert attempt.is_over(TERMS, deadline)
    with pytest.raises(Refused, match="time is up"):
        attempt.verify_open(TERMS, question, deadline)


def test_a_clock_that_is_set_back_gives_no_more_time() -> None:
    attempt = sat([None, None])  # two minutes have gone
    set_back = NOON - 60 * MINUTE_US
    assert attempt.time(set_back) == NOON + 2 * MINUTE_US
    heard = attempt.heard(set_back)
    assert heard.time(set_back + 3 * MINUTE_US) == NOON + 5 * MINUTE_US, "it goes on from the last thing heard"
    assert heard.is_over(TERMS, set_back + 8 * MINUTE_US)
    assert not heard.is_over(TERMS, set_back + 8 * MINUTE_US - 1)
    assert heard.heard(set_back + MINUTE_US).ahead_us == heard.ahead_us, "and is not ahead any further"


def test_only_what_is_asked_now_is_answered_and_once() -> None:
    attempt = sat([None])
    with pytest.raises(Refused, match="not the question"):
        attempt.verify_open(TERMS, attempt.asked[0].ticket.id, NOON)
    asked = attempt.ask(next_ticket(TERMS, PAPER, 1, (), draw))
    with pytest.raises(Refused, match="not the question"):
        asked.verify_open(TERMS, "0" * 16, NOON)


def test_an_attempt_travels_as_json() -> None:
    attempt = sat([None, "2"]).heard(NOON - 1).ask(next_ticket(TERMS, PAPER, 2, (), draw))
    assert Attempt.from_json(json.loads(json.dumps(attempt.to_json()))) == attempt
    assert ExamTerms.from_json(json.loads(json.dumps(TERMS.__dict__))) == TERMS


# --- marked ---


def wrong(number: int) -> str:
    """An answer that is not right."""
    attempt = sat([None] * (number + 1))
    return str((int(str(attempt.asked[number].answer)) + 1) % 3)


def test_a_certificate_lists_the_errors_with_what_is_right() -> None:
    attempt = sat([None, wrong(1), None])
    attempt = attempt.ask(next_ticket(TERMS, PAPER, 3, had_in([attempt]), draw))
    says = certificate_of(TERMS, attempt, PAPER, draw)
    assert (says["right"], says["passed"], says["not_reached"]) == (2, False, 0)
    assert [error["number"] for error in says["errors"]] == [2, 4]
    assert says["errors"][0]["answered"] == wrong(1)
    assert says["errors"][0]["right"] != wrong(1)
    assert says["errors"][1]["answered"] is None
    assert certificate_of(TERMS, sat([None]), PAPER, draw)["not_reached"] == 3
    assert certificate_of(TERMS, sat([None, wrong(1), None, None]), PAPER, draw)["passed"], "3 of 4 are 75 percent"


def test_anybody_can_draw_and_mark_it_again() -> None:
    verify_marks(json.loads(json.dumps(certificate_of(TERMS, sat([None, wrong(1), None, None]), PAPER, draw))), draw)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"secret": "00" * 32}, "not the one that was committed to"),
        ({"right": 4}, "its sum is wrong"),
        ({"passed": False}, "its sum is wrong"),
        ({"answers": {"right": True}}, "question 2 was marked wrongly"),
        ({"answers": {"question": "0" * 16}}, "question 2 is another one"),
        ({"answers": {"seed": 1}}, "question 2 was not drawn by its secret"),
    ],
)
def test_a_certificate_that_says_more_than_was_known_is_found_out(change: dict[str, Any], says: str) -> None:
    told = certificate_of(TERMS, sat([None, wrong(1), None, None]), PAPER, draw)
    if "answers" in change:
        told["answers"][1] |= change["answers"]
    else:
        told |= change
    with pytest.raises(Refused, match=says):
        verify_marks(told, draw)


def test_what_was_not_answered_is_no_right_answer() -> None:
    attempt = sat([None, None, None])
    assert replace(attempt, asked=attempt.asked[:2]).right == 2
    assert not TERMS.passes(2)
