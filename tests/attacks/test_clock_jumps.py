"""Issue 10, 3: deadlines go by a steady clock, and a wall clock that jumps is named and never written."""

import logging

import pytest

from houseway.house.clock import HouseTime, SteadyClock
from houseway.house.draft import THE_HOUSE
from houseway.house.due import due_at
from houseway.house.pit import Pit
from tests.house.table_kit import ANNA, House, at_once, least_bets, room_with, table_of

SECOND = 1_000_000
YEAR_S = 365 * 86_400


class Machine:
    """Its wall clock can be set; the other cannot."""

    def __init__(self) -> None:
        self.wall_s, self.steady_s = 1_700_000_000, 500

    def passes(self, seconds: int) -> None:
        self.wall_s += seconds
        self.steady_s += seconds

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall_s * 10**9, lambda: self.steady_s * 10**9)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def house_by(clock: SteadyClock) -> House:
    house = House(table_of("dakota"), now=1_700_000_000 * SECOND)
    house.pit = Pit(house.ledger, at_once(house.ledger), room_with(house.config), clock=clock, chance=house.chance)
    house.pit.open_room(software="test")
    return house


@pytest.mark.parametrize("jump_s", [YEAR_S, -YEAR_S, 3600, -3600])
def test_a_jump_is_named_once_and_not_written(machine: Machine, jump_s: int, caplog: pytest.LogCaptureFixture) -> None:
    house = house_by(machine.clock())
    house.sit(ANNA)
    before = house.table.at
    machine.wall_s += jump_s
    with caplog.at_level(logging.WARNING):
        machine.passes(1)
        house.bet(ANNA, **least_bets(house.config))
        house.do(ANNA, "take_back")
    assert house.table.at == before + SECOND
    assert house.pit.clock.jumps == 1
    assert [record for record in caplog.records if f"jumped by {jump_s} s" in record.getMessage()]
    assert len(caplog.records) == 1
    house.audit()


def test_a_decision_runs_out_by_the_steady_clock_whatever_the_wall_says(machine: Machine) -> None:
    house = house_by(machine.clock())
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    assert house.table.playing
    version = house.table.version
    machine.wall_s += YEAR_S  # it does not take anybody's time away
    house.do(THE_HOUSE, "tick")
    assert house.table.version == version
    machine.wall_s -= 2 * YEAR_S  # nor gives more of it
    machine.passes(house.config.decision_clock_s)
    house.do(THE_HOUSE, "tick")
    assert house.table.version > version
    house.audit()


def test_a_stream_that_is_a_year_ahead_goes_on_from_its_last_event(machine: Machine) -> None:
    """It was written while the clock was wrong: its deadlines must not wait for a year."""
    machine.wall_s += YEAR_S
    house = house_by(machine.clock())
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    machine.wall_s -= YEAR_S
    house.pit = Pit(
        house.ledger, at_once(house.ledger), room_with(house.config), clock=machine.clock(), chance=house.chance
    )
    house.pit.open_room(software="test", restarted=False)
    due, version = due_at(house.table), house.table.version
    assert due is not None
    assert due - house.pit.clock() == house.config.decision_clock_s * SECOND
    machine.passes(house.config.decision_clock_s)
    house.do(THE_HOUSE, "tick")
    assert house.table.version > version
    house.audit()


def test_time_follows_what_others_wrote_and_never_goes_back() -> None:
    time = HouseTime(lambda: 100)
    time.not_before(90)
    assert time() == 100
    time.not_before(140)
    assert (time(), time.ahead_us) == (140, 40)


def test_a_clock_that_is_kept_right_is_no_jump(machine: Machine, caplog: pytest.LogCaptureFixture) -> None:
    clock = machine.clock()
    machine.wall_s += 1
    assert clock() == (machine.wall_s - 1) * SECOND
    assert clock.jumps == 0
    assert not caplog.records
