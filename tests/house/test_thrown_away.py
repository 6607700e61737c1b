"""A shuffle that was thrown away is told as such for ever: its cards are not in use, and its order is never shown."""

import pytest

from houseway.house.audit.dispute import dispute_of
from houseway.house.audit.marks import Marker
from houseway.house.audit.memory import Memory
from houseway.house.audit.recall import recall_round, recalled
from houseway.house.audit.stream import rows_of
from houseway.house.draft import THE_HOUSE
from tests.house.table_kit import ANNA, House, least_bets, table_of
from tests.house.test_aftermath import page, report

MOVED = "the ledger was moved here"


@pytest.fixture(scope="module")
def house() -> House:
    """Rounds 1 and 2 of a shuffle that is thrown away, round 3 of the next one."""
    made = House(table_of("lucky", seats=1, hands_a_player=1))
    made.sit(ANNA)
    for number in (1, 2, 3):
        if number == 3:
            made.now += 60_000_000
            made.do(THE_HOUSE, "discard", reason=MOVED)
        made.bet_and_deal(ANNA, **least_bets(made.config, all_wagers=False))
        while made.table.playing:
            made.do(ANNA, "act", act="stand")
    assert made.table.discarded == (1,)
    made.audit()
    return made


def thrown(house: House, number: int) -> dict[str, object] | None:
    found: dict[str, object] | None = recall_round(house.ledger, "lucky", number)["shuffle"]["discarded"]
    return found


def test_its_rounds_say_when_and_why(house: House) -> None:
    told = {"at": house.now, "reason": MOVED}
    assert [thrown(house, number) for number in (1, 2, 3)] == [told, told, None]
    shuffle = recall_round(house.ledger, "lucky", 1)["shuffle"]
    assert not shuffle["revealed"]
    assert "order" not in shuffle


def test_they_say_so_wherever_they_are_read_from(house: House) -> None:
    """From memory as the event came, and from a mark in the middle of the shuffle."""
    heard = Memory("lucky").catch_up(house.ledger)
    assert recalled(heard, heard.rounds[0])["shuffle"]["discarded"] == thrown(house, 1)
    memory = Memory("lucky")
    marker = Marker(memory.table)
    for row in rows_of(house.ledger, "lucky"):
        marker._round, marker._version = -100, -1000  # every round is marked
        marker.hear(row, memory.table, memory.pins)
        memory.hear(row)
    marker.keep(house.ledger, "lucky")
    assert thrown(house, 2) == thrown(house, 1) != thrown(house, 3)


def test_terminal_and_report_tell_it(house: House) -> None:
    told = page(recall_round(house.ledger, "lucky", 1))
    assert f"thrown away 1970-01-01 00:17:40.000 ({MOVED}): its order is never shown, hidden cards are ??" in told
    assert "not revealed yet" in page(recall_round(house.ledger, "lucky", 3))
    told = f"These cards were thrown away on 1970-01-01 00:17:40.000+00:00 ({MOVED}), and are never shown: a card"
    assert told in report(house)
    assert "yet" not in dispute_of(house.ledger, "lucky", 1).checks[1].said
    assert "never shown: its cards were thrown away" in dispute_of(house.ledger, "lucky", 1).checks[1].said
    assert "shown when its cards are used up" in dispute_of(house.ledger, "lucky", 3).checks[1].said
