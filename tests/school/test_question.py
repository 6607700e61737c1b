"""A question as data: how each form is answered, what is refused, and what a page is told before the answer."""

import json
from typing import Any

import pytest

from houseway.rules.cards import cards_text
from houseway.rules.refused import Refused
from houseway.school.question import Cents, Choose, Form, Pick, PointOut, Question

CHOOSE = Choose((("paid", "it is paid"), ("taken", "it is taken")))
PICK = Pick(0, 0, 2, 4)
POINT = PointOut((3, 5, 9), 12, (("wrong_pay", "a wrong amount"), ("left_up", "left up")))


def asked(form: Form, right: Any, **other: Any) -> Question:
    fields = {
        "kind": "k", "game": "g", "options": {"decks": 2}, "tape": ((1, 2, 0, 51, 1, 0),), "seat": 1, "hand": 0,
        "asks": "What?", "form": form, "right": right, "because": "So it is.", "cites": ("d.1",),
    }  # fmt: skip
    return Question(**fields | other)


@pytest.mark.parametrize(
    ("form", "right", "wrong"),
    [
        (CHOOSE, "paid", ["taken"]),
        (PICK, (0, 3), [[0, 1], [1, 3], (2, 3)]),
        (Cents(), 750, [0, 749, 751, 75000]),
        (POINT, (5, "left_up"), ["clean", [5, "wrong_pay"], [4, "left_up"], [9, "left_up"]]),
        (POINT, "clean", [[3, "wrong_pay"]]),
    ],
    ids=["choose", "pick", "cents", "fault", "clean"],
)
def test_only_the_right_answer_is_right(form: Form, right: Any, wrong: list[Any]) -> None:
    question = asked(form, right)
    assert question.marked(json.loads(json.dumps(right)))
    assert not any(question.marked(answer) for answer in wrong)


def test_cards_may_be_picked_in_any_order_and_a_fault_pointed_at_in_any_row_of_its_going() -> None:
    assert asked(PICK, (0, 3)).marked([3, 0])
    question = asked(POINT, (5, "left_up"))
    assert [question.marked([row, "left_up"]) for row in range(3, 12)] == [False] * 2 + [True] * 4 + [False] * 3


@pytest.mark.parametrize(
    ("form", "answers"),
    [
        (CHOOSE, [None, 1, "PAID", "", ["paid"], {"key": "paid"}, "x" * 10_000, True]),
        (PICK, [None, 3, "0,3", [0], [0, 0], [0, 1, 2], [0, 4], [-1, 0], [0, 1.0], [0, True], [[0], 1], {}]),
        (Cents(), [None, "750", 7.5, -1, True, [750], 10**13, float("nan")]),
        (POINT, [None, 5, [5], [5, "left_up", 1], [2, "left_up"], [12, "left_up"], ["5", "left_up"], [5, "x"],
                 [True, "left_up"], [5, None], [5, ["left_up"]], "dirty", {}]),
    ],
    ids=["choose", "pick", "cents", "point"],
)  # fmt: skip
def test_what_is_no_answer_is_refused_in_one_short_sentence(form: Form, answers: list[object]) -> None:
    for answer in answers:
        with pytest.raises(Refused) as refusal:
            form.read(answer)
        assert 20 < len(str(refusal.value)) < 200
        assert "\n" not in str(refusal.value)


def test_before_the_answer_a_page_is_told_neither_what_is_right_nor_why() -> None:
    question = asked(POINT, (5, "left_up"))
    told, after = question.to_json(), question.to_json(with_answer=True)
    assert not {"right", "because", "cites"} & told.keys()
    assert {name: after[name] for name in told} == told
    assert (after["right"], after["because"], after["cites"]) == ([5, "left_up"], "So it is.", ["d.1"])
    assert json.loads(json.dumps(after)) == after
    assert told["form"]["is"] == "point"
    assert (told["form"]["rows"], told["form"]["until"]) == ([3, 5, 9], 12)


def test_the_same_question_has_the_same_id_and_another_has_another() -> None:
    one = asked(CHOOSE, "paid")
    assert one.id == asked(CHOOSE, "paid").id
    others = [
        asked(CHOOSE, "paid", kind="l"), asked(CHOOSE, "paid", game="h"), asked(CHOOSE, "paid", options={}),
        asked(CHOOSE, "paid", tape=()), asked(CHOOSE, "paid", seat=2), asked(CHOOSE, "paid", hand=1),
        asked(CHOOSE, "paid", asks="Why?"), asked(Choose((("paid", "yes"),)), "paid"),
    ]  # fmt: skip
    assert len({one.id, *(each.id for each in others)}) == 1 + len(others)


def test_the_id_tells_nothing_of_the_answer() -> None:
    assert asked(CHOOSE, "paid").id == asked(CHOOSE, "taken").id


def test_a_question_whose_own_answer_is_malformed_is_our_own_bug() -> None:
    with pytest.raises(AssertionError):
        asked(PICK, (3, 0))


def test_answers_are_read_in_words() -> None:
    """As a certificate has them: cards, dollars, and the step that was stopped at."""
    assert Choose((("a", "it is paid"), ("b", "it is taken"))).in_words("b", ()) == "it is taken"
    assert Cents().in_words(750, ()) == "$7.50"
    dealt = tuple((1, 0, 0, card, 1, 0) for card in (51, 48, 0))
    assert Pick(0, 0, 2, 3).in_words([2, 0], dealt) == cards_text([51, 0])
    form = PointOut((2, 5), 7, (("left_up", "a bet is left"),))
    assert form.in_words([6, "left_up"], ()) == "a bet is left, at step 2"
    assert form.in_words("clean", ()) == "the round is clean"
