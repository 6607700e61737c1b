"""Tables that a supervisor opens and retires by page: on record, audited, and the same after a restart."""

import random
from dataclasses import replace
from typing import Any

import pytest

from houseway.house import events
from houseway.house.archive.sealing import Wanted, planned, seal
from houseway.house.audit.recall import recall_round
from houseway.house.audit.verify import summary, verify_ledger
from houseway.house.draft import Command, Forbidden
from houseway.house.ledger.chain import Tampered
from houseway.house.pit import Pit, new_id
from houseway.rules.refused import Refused
from tests.house.forgery import with_body
from tests.house.lively import Rows, rechained
from tests.house.table_kit import ANNA, AUDITOR, BEN, SUPERVISOR, House, at_once, least_bets, room_with, table_of

DAKOTA = table_of("dakota")
NEW = {**DAKOTA.to_body(), "name": "corner", "title": "Dakota in the corner", "seats": 3}


@pytest.fixture
def house() -> House:
    return House(DAKOTA)


def opens(house: House, name: str = "corner", **changes: Any) -> int:
    what = {"config": {**NEW, "name": name, **changes}, "reason": "a busy evening"}
    return house.pit.open_table(name, SUPERVISOR, Command(new_id(), "open", what=what)).version


def deal(house: House, *people: Any) -> None:
    house.bet_and_deal(*people, **least_bets(DAKOTA))
    house.play_out(people, random.Random(5))


def kinds(house: House, name: str) -> list[str]:
    return [row.kind for row in house.ledger.read(name)]


def good(house: House) -> None:
    assert [verdict.sentence for verdict in verify_ledger(house.ledger) if verdict.fault] == []


# --- opening ---


def test_a_table_opened_by_page_is_on_record_and_there_after_a_restart(house: House) -> None:
    opens(house)
    opened = house.ledger.read("corner")[0]
    assert (opened.kind, opened.body["by"], opened.body["reason"]) == (events.OPENED, "Sam", "a busy evening")
    house.reopen()
    assert house.pit.tables["corner"].set_up.title == "Dakota in the corner"
    assert {table.name for table in house.pit.in_room()} == {"dakota", "corner"}
    house.pit.do("corner", ANNA, Command(new_id(), "sit", what={"cents": DAKOTA.buy_in_most_cents}))
    good(house)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"name": "dakota"}, "there is a table 'dakota' already"),
        ({"name": "Corner"}, "small letters, digits and hyphens"),
        ({"name": f"alone-{'a' * 16}-{'b' * 8}"}, "a player's own practice table"),
        ({"game": "poker"}, "there is no game 'poker'"),
        ({"seats": 30}, "write 7 or less"),
        ({"departs": "for fun"}, "departs from the approved rules in nothing"),
        ({"wagers": {"dollar": {"least_cents": 500, "most_cents": 50_000, "step_cents": 100}}}, "WAC 230-15-140"),
    ],
)
def test_what_the_house_file_may_not_have_no_page_may_open(house: House, changes: dict[str, Any], says: str) -> None:
    name = changes.get("name", "corner")
    with pytest.raises(Refused, match=says):
        opens(house, **{"name": name, **changes})
    assert set(house.ledger.tables()) == {"dakota"}
    assert set(house.pit.tables) == {"dakota"}


def test_no_page_opens_more_tables_than_the_room_may_have(house: House) -> None:
    house.pit.room = house.pit.room.model_copy(update={"tables_max": 2})
    opens(house)
    with pytest.raises(Refused, match="may have 2 tables"):
        opens(house, "third")
    opens(house, "to-learn", practice=True)  # which nobody counts
    house.pit.do("corner", SUPERVISOR, Command(new_id(), "retire", what={"reason": "a quiet one"}))
    opens(house, "third")


@pytest.mark.parametrize("actor", [ANNA, AUDITOR])
@pytest.mark.parametrize("do", ["open", "retire"])
def test_only_a_supervisor_opens_and_retires(house: House, actor: Any, do: str) -> None:
    with pytest.raises(Forbidden):
        house.do(actor, do, reason="why not", config=NEW)


# --- retiring ---


def test_a_retired_table_sends_everybody_away_with_their_chips_and_shows_its_cards(house: House) -> None:
    house.sit(ANNA, BEN)
    deal(house, ANNA, BEN)
    house.bet(ANNA, **least_bets(DAKOTA))
    chips = house.chips(ANNA) + sum(least_bets(DAKOTA).values())
    house.do(SUPERVISOR, "retire", reason="the felt is worn out")
    assert kinds(house, "dakota")[-5:] == [
        events.BET, events.LEFT, events.LEFT, events.REVEALED, events.RETIRED,
    ]  # fmt: skip
    left = [row.body for row in house.ledger.read("dakota") if row.kind == events.LEFT]
    assert left[0]["cents"] == chips
    assert not house.table.players
    assert not house.table.accounts["felt"]
    assert house.table.is_shown(house.table.cycles)
    assert house.pit.in_room() == []
    assert recall_round(house.ledger, "dakota", 1)["state"] == "settled"
    good(house)


def test_nothing_happens_at_a_retired_table_but_a_correction(house: House) -> None:
    house.sit(ANNA)
    deal(house, ANNA)
    house.do(SUPERVISOR, "retire", reason="worn out")
    before = house.ledger.head("dakota")
    for actor, do in ((ANNA, "sit"), (SUPERVISOR, "reopen"), (SUPERVISOR, "add_bot"), (SUPERVISOR, "deck"),
                      (SUPERVISOR, "configure"), (SUPERVISOR, "retire"), (SUPERVISOR, "close")):  # fmt: skip
        with pytest.raises(Refused, match="the table was retired: worn out"):
            house.do(actor, do, reason="again", config=DAKOTA.to_body(), cents=100_000)
    house.wait(1000)
    assert house.ledger.head("dakota") == before
    house.do(SUPERVISOR, "correct", round=1, seat=1, player="anna", wager="dollar", cents=500, reason="paid too little")
    good(house)


def test_a_table_is_not_retired_in_a_round(house: House) -> None:
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(DAKOTA))
    with pytest.raises(Refused, match="a round is on"):
        house.do(SUPERVISOR, "retire", reason="now")
    assert house.table.playing


def test_a_retired_table_stays_so_though_the_file_names_it_until_it_is_opened_again(house: House) -> None:
    house.do(SUPERVISOR, "retire", reason="worn out")
    house.reopen()
    assert house.table.retired
    opens(house, "dakota", seats=5)
    assert (house.table.set_up.seats, house.table.retired, house.table.closed) == (5, False, "")
    assert house.last(events.OPENED_AGAIN)["by"] == "Sam"
    house.reopen()
    assert not house.table.retired
    house.sit(ANNA)
    deal(house, ANNA)
    good(house)


def test_another_server_hears_of_tables_that_come_and_go(house: House) -> None:
    other = Pit(house.ledger, at_once(house.ledger), room_with(DAKOTA), clock=lambda: house.now)
    other.open_room()
    house.do(SUPERVISOR, "retire", reason="worn out")
    assert other.refresh("dakota").retired
    with pytest.raises(Refused, match="the table was retired"):
        other.do("dakota", ANNA, Command(new_id(), "sit"))


def test_a_stream_with_a_retirement_in_it_is_archived_and_goes_on(house: House, tmp_path: Any) -> None:
    house.sit(ANNA)
    deal(house, ANNA)
    house.do(SUPERVISOR, "retire", reason="worn out")
    opens(house, "dakota")
    house.sit(ANNA)
    deal(house, ANNA)
    plan = planned(house.ledger, "dakota", Wanted(keep=1))
    assert plan is not None
    assert house.ledger.read("dakota")[plan.last - 1].kind in (events.OPENED_AGAIN, events.REVEALED)
    seal(house.ledger, plan, tmp_path, "the operator", house.now)
    good(house)


# --- a forger ---


@pytest.mark.parametrize("what", ["players", "cards", "again", "sits", "nobody"])
def test_a_retirement_that_could_not_have_been_is_found(house: House, what: str) -> None:
    house.sit(ANNA)
    house.do(SUPERVISOR, "retire", reason="worn out")
    rows = house.ledger.read("dakota")
    if what == "players":
        rows = [row for row in rows if row.kind != events.LEFT]
    elif what == "cards":
        rows = [row for row in rows if row.kind != events.REVEALED]
    elif what == "nobody":
        rows[-1] = with_body(rows[-1], {**rows[-1].body, "by": ""})
    else:
        more = rows[-1] if what == "again" else next(row for row in rows if row.kind == events.SAT)
        rows = [*rows, replace(more, command="another", at=rows[-1].at)]
    (verdict,) = verify_ledger(Rows(rechained(rows)))
    assert isinstance(verdict.fault, Tampered)


def test_a_retired_table_is_told_as_retired(house: House) -> None:
    opens(house)
    house.do(SUPERVISOR, "retire", reason="worn out")
    verdicts = verify_ledger(house.ledger)
    assert [(each.table, each.to_json()["retired"]) for each in verdicts] == [("corner", False), ("dakota", True)]
    assert verdicts[1].sentence.startswith("table dakota (retired): ")
    assert summary(verdicts) == "All 2 streams are good: 2 of the room (1 of them retired), 0 for practice"


def test_a_table_that_was_not_retired_cannot_have_been_opened_again(house: House) -> None:
    house.do(SUPERVISOR, "retire", reason="worn out")
    opens(house, "dakota")
    rows = [row for row in house.ledger.read("dakota") if row.kind != events.RETIRED]
    (verdict,) = verify_ledger(Rows(rechained(rows)))
    assert verdict.fault is not None
