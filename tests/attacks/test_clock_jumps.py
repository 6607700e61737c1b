"""Issue 10, 3: deadlines go by a steady clock, and a wall clock that jumps is named and never written."""

import asyncio
import json
import logging
from dataclasses import replace

import pytest

from houseway.house import events
from houseway.house.audit.verify import verify_table
from houseway.house.clock import HouseTime, SteadyClock
from houseway.house.draft import GUEST, PLAYER, THE_HOUSE
from houseway.house.due import due_at
from houseway.house.ledger.store import canonical
from houseway.house.pit import Pit
from houseway.web.sessions import LIFETIME_S, Sessions
from tests.house.lively import Rows, rechained, rows_of
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
    assert house.kinds().count(events.CLOCK_SET) == 1, "it is on record where something happened since"
    assert house.last(events.CLOCK_SET)["off_us"] == jump_s * SECOND
    house.audit()


def test_each_table_hears_of_a_jump_once_also_in_the_middle_of_a_round_and_of_the_way_back(machine: Machine) -> None:
    house = house_by(machine.clock())
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    machine.wall_s += YEAR_S
    house.do(ANNA, "act", act="leave_one")
    machine.wall_s -= YEAR_S
    house.do(ANNA, "act", act="leave_two")
    house.bet(ANNA, **least_bets(house.config))
    assert not house.table.playing
    heard = [row.body["off_us"] for row in house.ledger.read("dakota") if row.kind == events.CLOCK_SET]
    assert heard == [YEAR_S * SECOND, 0]
    house.audit()


def test_a_jump_that_says_no_number_is_forged(machine: Machine) -> None:
    house = house_by(machine.clock())
    machine.wall_s += 3600
    house.sit(ANNA)
    for wrong in ({"off_us": "an hour"}, {"off_us": 1, "reason": "daylight"}):
        rows = [
            replace(row, text=canonical({**json.loads(row.text), **wrong})) if row.kind == events.CLOCK_SET else row
            for row in rows_of(house)
        ]
        forged = rechained(rows)
        assert verify_table(Rows(forged, forged[-1].place), "dakota").fault is not None


def test_a_decision_runs_out_by_the_steady_clock_whatever_the_wall_says(machine: Machine) -> None:
    house = house_by(machine.clock())
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    assert house.table.playing
    version = house.table.version
    machine.wall_s += YEAR_S  # it does not take anybody's time away
    house.do(THE_HOUSE, "tick")
    assert house.kinds()[version:] == [events.CLOCK_SET]
    version = house.table.version
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


# --- sessions ---


def who(sessions: Sessions, token: str) -> str:
    return asyncio.run(sessions.of(token)).role


@pytest.mark.parametrize("jump_s", [YEAR_S, -YEAR_S])
def test_a_session_grows_old_by_the_steady_clock_whatever_the_wall_says(machine: Machine, jump_s: int) -> None:
    house = house_by(machine.clock())
    sessions = Sessions(house.ledger, house.pit.clock)
    token = sessions.begin_player("Ann").token
    machine.wall_s += jump_s
    assert who(sessions, token) == PLAYER
    assert who(sessions, sessions.begin_player("Ben").token) == PLAYER
    machine.passes(LIFETIME_S[PLAYER] + 1)
    assert who(sessions, token) == GUEST


def test_a_session_that_is_over_does_not_begin_again_with_a_restart_under_a_clock_set_back(machine: Machine) -> None:
    house = house_by(machine.clock())
    token = Sessions(house.ledger, house.pit.clock).begin_player("Ann").token
    machine.passes(LIFETIME_S[PLAYER] + 1)
    house.sit(ANNA)
    machine.wall_s -= YEAR_S
    room = room_with(house.config)
    again = Pit(house.ledger, at_once(house.ledger), room, clock=machine.clock(), chance=house.chance)
    again.open_room(software="test")
    assert who(Sessions(house.ledger, again.clock), token) == GUEST
