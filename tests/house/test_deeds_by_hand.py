"""Who did what when, a sentence for every kind of event; rows and people are made up here."""

from types import SimpleNamespace
from typing import Any

import pytest

from houseway.games import find_game
from houseway.house import events
from houseway.house.audit import deeds
from houseway.house.audit.causes import Cause
from houseway.house.chosen_by import BY_PLAYER, CHOSEN_BY, HOUSE_MADE
from houseway.house.irregularities import SORTS, round_concerned, ruled_words
from houseway.house.money import chips_of
from houseway.rules.cards import UNSEEN, cards_text

DAKOTA = find_game("dakota_stud")
FIRST, SECOND = DAKOTA.wagers[:2]
TITLES = {wager.name: wager.title for wager in DAKOTA.sheet.wagers}
PEOPLE = {"a": SimpleNamespace(id="a", name="Ann"), "b": SimpleNamespace(id="b", name="Ben")}
NAMES = {"a": "Ann", "b": "Ben"}
KEPT: Any = SimpleNamespace(round=SimpleNamespace(game=DAKOTA, owners=("a", "b")), players=PEOPLE)
RAISE = next(act for act in DAKOTA.sheet.acts)
BY_CLOCK = next(each for each in CHOSEN_BY if each in HOUSE_MADE)


def row(kind: str, **body: Any) -> Any:
    return SimpleNamespace(kind=kind, body=body)


TOLD: list[tuple[Any, tuple[str, str] | None]] = [
    (row(events.READY, player="a"), ("Ann", "is ready")),
    (row(events.GONE, player="a"), ("Ann", "loses the connection")),
    (row(events.CAME_BACK, player="a"), ("Ann", "is back")),
    (row(events.LEAVING, player="b"), ("Ben", "will leave after the round")),
    (row(events.LEAVING, player="z"), ("z", "will leave after the round")),
    (row(events.SAT, player="a", seats=[3]), ("Ann", "takes seat 3")),
    (row(events.SAT, player="a", seats=[1, 2]), ("Ann", "takes seats 1 and 2")),
    (row(events.BOUGHT_IN, player="a", cents=12_350), ("Ann", "buys in for $123.50")),
    (row(events.LEFT, player="b", cents=500), ("Ben", "leaves with $5")),
    (
        row(events.BET, player="a", seat=2, wagers={SECOND: 100, FIRST: 500}),
        ("Ann", f"seat 2: bets {TITLES[FIRST]} $5, {TITLES[SECOND]} $1"),
    ),
    (row(events.BET, player="a", seat=2, wagers={}), ("Ann", "seat 2: takes the bets back")),
    (row(events.SHUFFLED, cycle=7, commitment="c0"), ("The shuffler", "shuffle 7, promised by c0")),
    (row(events.DEALT, round=4, cycle=7), ("The dealer", "deals round 4 from shuffle 7")),
    (row(events.SETTLED), ("The dealer", "settles the round")),
    (row(events.RESTARTED, notice="the house opened again"), ("The house", "the house opened again")),
    (row(events.CLOSED, by="Sam", reason="late"), ("Sam", "closes the table: late")),
    (row(events.REOPENED, by="Sam", reason=""), ("Sam", "reopens the table")),
    (row(events.CONFIGURED, by="Sam"), ("Sam", "changes the table")),
    (row(events.FAULTED, reason="jam"), ("The house", "stops the shuffler: jam")),
    (row(events.LOADED, by="Sam", reason="new"), ("Sam", "loads cards: new")),
    (row(events.DISCARDED, by="", reason=""), ("The house", "throws the shuffle away")),
    (
        row(events.PAID, settled=[{"seat": 1, "wager": FIRST, "won": 700}, {"seat": 2, "wager": SECOND, "won": -50}]),
        ("The dealer", "settles before the end of the round: "
         f"seat 1, Ann: {TITLES[FIRST]} +$7; seat 2, Ben: {TITLES[SECOND]} -$0.50"),
    ),
    (
        row(events.VOIDED, by="", reason="jam", postings={chips_of("a"): 500, chips_of("b"): -120}),
        ("The house", "voids the round: jam; $5 goes back to Ann; $1.20 of what Ben won goes back"),
    ),
    (row(events.VOIDED, by="Sam", reason="jam"), ("Sam", "voids the round: jam")),
    (row(events.REVEALED, cycle=7), None),
]  # fmt: skip


@pytest.mark.parametrize(("said", "told"), TOLD, ids=[f"{at}-{said.kind}" for at, (said, _) in enumerate(TOLD)])
def test_every_kind_of_event_is_told_as_somebodys_deed(said: Any, told: tuple[str, str] | None) -> None:
    assert deeds._told(said, KEPT, NAMES, ()) == told


def test_a_choice_is_told_with_its_seat_its_hand_and_whose_it_was() -> None:
    def told(seat: int, hand: int, by: str) -> tuple[str, str] | None:
        return deeds._told(row(events.CHOSE, act=0, seat=seat, hand=hand, by=by), KEPT, NAMES, ())

    act = RAISE.name
    by_player, second, by_house = told(1, 0, BY_PLAYER), told(2, 1, BY_PLAYER), told(2, 0, BY_CLOCK)
    assert by_player is not None
    assert (by_player[0], by_player[1][:8]) == ("Ann", "seat 1: ")
    said = by_player[1][8:]
    assert said.lower().startswith(act.lower()[:3])
    assert second == ("Ben", f"seat 2, hand 2: {said}")
    assert by_house == ("The house", f"seat 2, for Ben: {said} ({CHOSEN_BY[BY_CLOCK]})")
    others = [each for each in CHOSEN_BY if each not in HOUSE_MADE and each != BY_PLAYER]
    for each in others:
        assert told(1, 0, each) == ("Ann", f"seat 1: {said} ({CHOSEN_BY[each]})")


def test_what_was_caused_by_another_is_their_deed() -> None:
    by_sam, by_house = Cause("the table is changed", "Sam"), Cause("the seat was kept long enough")
    for cause, who in ((by_sam, "Sam (supervisor)"), (by_house, "The house")):
        told = [
            (row(events.SAT, player="z", bot="basic", seats=[1, 4]), "seats z, a bot that plays basic, at seat 4"),
            (
                row(events.BET, player="a", seat=2, postings={chips_of("a"): 550}),
                f"seat 2: the bet of $5.50 goes back to Ann: {cause.why}",
            ),
            (row(events.LEFT, player="b", cents=700), f"Ben is paid $7: {cause.why}"),
            (row(events.LEAVING, player="b"), f"Ben will leave after the round: {cause.why}"),
        ]
        for said, what in told:
            assert deeds._caused(cause, said, NAMES) == (who, what)


def test_a_hand_is_named_where_all_of_it_may_be_known() -> None:
    assert deeds._on([0, 13]) == f", on {cards_text([0, 13])}"
    assert deeds._on([0, UNSEEN]) == deeds._on([]) == ""


def test_a_wager_has_its_title_and_a_name_that_is_none_stays() -> None:
    assert [deeds.wager_title(KEPT, each) for each in (FIRST, "gone")] == [TITLES[FIRST], "gone"]


@pytest.mark.parametrize(
    ("body", "number"),
    [
        ({}, 0),
        ({"round": 7}, 7),
        ({"round": 7, "outcome": "void"}, 7),
        ({"round": 7, "outcome": "return_bet"}, 8),  # of the round that follows
        ({"round": 0, "outcome": "return_bet"}, 1),
        ({"round": "7"}, 0),
        ({"reason": "late"}, 0),
    ],
)
def test_an_event_is_about_this_round_or_none(body: dict[str, Any], number: int) -> None:
    assert round_concerned(body) == number


def test_every_ruling_is_told_in_the_words_that_were_chosen_from() -> None:
    assert {(sort, outcome): ruled_words({"sort": sort, "outcome": outcome}) for sort in ("misdeal", "late_bet")
            for outcome in SORTS[sort].outcomes} == {
        ("misdeal", "void"): "Misdeal: bets still in action go back; what was settled stands",
        ("misdeal", "void_whole"): "Misdeal: the whole round is void, with what was settled in it",
        ("misdeal", "play_on"): "Misdeal: the round goes on",
        ("late_bet", "return_bet"): "Late bet: the bet goes back before the deal",
        ("late_bet", "play_on"): "Late bet: the round goes on",
    }  # fmt: skip
    assert {name: (sort.outcomes, sort.closes) for name, sort in SORTS.items()} == {
        "misdeal": (("void", "void_whole", "play_on"), False), "exposed_card": (("play_on", "void"), False),
        "card_missing": (("void_whole",), True), "card_too_many": (("void_whole",), True),
        "late_bet": (("return_bet", "play_on"), False),
    }  # fmt: skip
