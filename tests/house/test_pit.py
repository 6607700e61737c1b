"""The pit: repeats, conflicts with other processes, broken ledgers, and what a command may not say."""

from concurrent.futures import Future
from typing import Any

import pytest

from houseway.house import events, table
from houseway.house.draft import THE_HOUSE, Command, Stale
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import Answer, Batch, Conflict, Ledger, LedgerFailed
from houseway.house.pit import Broken, Pit, new_id
from houseway.rules.refused import Refused
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, at_once, least_bets, room_with, table_of

DAKOTA = table_of("dakota")
BETS = least_bets(DAKOTA)


@pytest.fixture
def house() -> House:
    return House(DAKOTA)


def pit_on(ledger: Ledger, **more: Any) -> Pit:
    """One more server process on the same ledger."""
    return Pit(ledger, more.pop("submit", at_once(ledger)), room_with(DAKOTA), **more)


def do(pit: Pit, actor: Any, what: str, seen: int | None = None, id: str = "", **said: Any) -> int:
    return pit.do("dakota", actor, Command(id or new_id(), what, seen, said)).version


# --- ids and repeats ---


@pytest.mark.parametrize("id", ["", "x" * 101, "a\0b", "a\nb", "\ud800"])
def test_an_id_that_cannot_be_kept_is_refused(house: House, id: str) -> None:
    before = house.ledger.head("dakota")
    with pytest.raises(Refused, match="a command's id has 1 to 100 printable characters"):
        house.pit.do("dakota", ANNA, Command(id, "sit"))
    assert house.ledger.head("dakota") == before


@pytest.mark.parametrize("said", ["\ud800", float("nan"), b"bytes"])
def test_what_cannot_be_written_down_is_refused(house: House, said: object) -> None:
    with pytest.raises(Refused, match="what cannot be written down"):
        house.do(SUPERVISOR, "close", reason="x", more=said)


def test_nobody_is_answered_for_somebody_elses_command(house: House) -> None:
    house.sit(ANNA, BEN)
    annas = house.do(ANNA, "bet", id="same", seat=1, wagers=BETS)
    bens = house.do(BEN, "bet", id="same", seat=2, wagers=BETS)
    assert not bens.repeated
    assert bens.version > annas.version
    assert set(house.table.bets) == {1, 2}


def test_an_old_repeat_is_not_done_twice_though_its_answer_is_forgotten(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "ANSWERED_MAX", 3)
    house.sit(ANNA)
    first = house.do(ANNA, "buy_in", id="old", cents=20_000)
    for _ in range(3):
        house.do(ANNA, "buy_in", cents=20_000)
    assert len(house.table.answered) == 3
    assert "anna:old" not in house.table.answered
    chips = house.chips(ANNA)
    again = house.do(ANNA, "buy_in", id="old", cents=20_000)
    assert (again.version, again.repeated) == (first.version, True)
    assert house.chips(ANNA) == chips
    assert len(house.pit.load("dakota").answered) == 3


def test_a_repeat_gets_its_answer_from_a_table_that_is_broken_since(house: House) -> None:
    first = house.do(ANNA, "sit", id="a")
    house.ledger.close()
    with pytest.raises(Broken):
        house.do(BEN, "sit")
    assert house.do(ANNA, "sit", id="a").version == first.version


def test_players_are_told_that_a_table_is_broken_and_not_where_its_file_lies() -> None:
    def submit(batch: Batch) -> "Future[Answer]":  # noqa: ARG001
        future: Future[Answer] = Future()
        future.set_exception(LedgerFailed("the ledger /srv/secret.db failed: the disk is full"))
        return future

    house = House(DAKOTA)
    good, house.pit.submit = house.pit.submit, submit
    with pytest.raises(Broken) as told:
        house.do(ANNA, "sit")
    house.pit.submit = good  # nobody knows what the disk holds: the table stays closed
    with pytest.raises(Broken):
        house.do(BEN, "sit")
    assert str(told.value) == "the table is closed: the ledger cannot be written; nothing already answered is lost"
    assert "secret.db" in str(told.value.__cause__)


# --- several processes ---


def test_a_process_that_lost_a_race_reads_on_and_decides_again() -> None:
    ledger = open_ledger("memory:")
    one, two = pit_on(ledger), pit_on(ledger)
    one.open_room()
    two.open_room()
    do(one, ANNA, "sit", seat=3)
    with pytest.raises(Refused, match="seat 3 is not free"):
        do(two, BEN, "sit", seat=3)
    do(two, BEN, "sit")
    assert one.refresh("dakota") == two.tables["dakota"]
    assert [player.seats for player in one.tables["dakota"].players.values()] == [(3,), (1,)]


def test_a_command_that_another_process_did_gets_the_same_answer() -> None:
    ledger = open_ledger("memory:")
    one, two = pit_on(ledger), pit_on(ledger)
    one.open_room()
    two.open_room()
    assert do(one, ANNA, "sit", id="a") == do(two, ANNA, "sit", id="a")
    assert [event.kind for event in ledger.read("dakota")].count(events.SAT) == 1


def test_what_another_process_showed_has_happened() -> None:
    ledger = open_ledger("memory:")
    one, two = pit_on(ledger), pit_on(ledger)
    one.open_room()
    two.open_room()
    seen = do(one, ANNA, "sit")
    assert two.tables["dakota"].version < seen
    do(two, ANNA, "buy_in", seen=seen, cents=DAKOTA.buy_in_most_cents)
    with pytest.raises(Refused, match="has not happened yet"):
        do(two, ANNA, "buy_in", seen=seen + 1000, cents=DAKOTA.buy_in_most_cents)
    with pytest.raises(Stale):
        do(one, ANNA, "buy_in", seen=seen, cents=DAKOTA.buy_in_most_cents)


def test_two_servers_may_open_a_room_at_the_same_moment() -> None:
    ledger = open_ledger("memory:")
    one = pit_on(ledger)

    def late(batch: Batch) -> "Future[Answer]":
        if not one.tables:
            one.open_room()  # between the deciding and the writing of the other
        answer: Future[Answer] = at_once(ledger)(batch)
        return answer

    two = pit_on(ledger, submit=late)
    two.open_room()
    assert two.tables["dakota"] == one.tables["dakota"]
    assert [event.kind for event in ledger.read("dakota")].count(events.OPENED) == 1


def test_a_table_that_others_always_write_first_is_busy(house: House) -> None:
    def never(batch: Batch) -> "Future[Answer]":
        future: Future[Answer] = Future()
        future.set_result(Conflict(batch.table, batch.expected, repeated=False))
        return future

    house.pit.submit = never
    with pytest.raises(Refused, match="too busy"):
        house.do(ANNA, "sit")


# --- the room and the clock ---


def test_no_configuration_goes_over_the_maximum_of_the_room() -> None:
    ledger = open_ledger("memory:")
    room = room_with(DAKOTA).model_copy(update={"single_wager_max_cents": 10_000})
    pit = Pit(ledger, at_once(ledger), room)
    pit.open_room()
    high = table_of(
        "dakota", wagers={"dollar": {"least_cents": 500, "most_cents": 20_000, "step_cents": 100}}
    ).to_body()
    with pytest.raises(Refused, match=r"wagers.dollar.most_cents is \$200, over the room's maximum"):
        do(pit, SUPERVISOR, "configure", config=high, reason="more")
    assert pit.tables["dakota"].config == DAKOTA


def test_time_that_goes_backwards_stands_still_at_the_table(house: House) -> None:
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **BETS)
    late = house.table.at
    house.now -= 3600 * 1_000_000
    house.do(THE_HOUSE, "tick")
    house.do(ANNA, "act", act="leave_one")
    assert house.table.at == late
    times = [event.at for event in house.ledger.read("dakota")]
    assert times == sorted(times)
    house.now = late
    house.wait(DAKOTA.decision_clock_s)
    assert house.last(events.CHOSE)["by"] == "clock"


def test_a_table_that_nobody_has_is_refused(house: House) -> None:
    with pytest.raises(Refused, match="there is no table 'roulette'"):
        house.pit.do("roulette", ANNA, Command("a", "sit"))


def test_of_a_table_that_is_let_go_nothing_is_kept(house: House) -> None:
    house.sit(ANNA)
    house.do(ANNA, "bet", seat=1, wagers=BETS)
    house.do(ANNA, "ready")
    kept = {name: value for name, value in vars(house.pit).items() if isinstance(value, dict)}
    assert {name for name, value in kept.items() if "dakota" in value} >= {"tables", "_shufflers", "_clock_off"}
    house.pit.forget("dakota")
    assert [name for name, value in kept.items() if "dakota" in value] == []
