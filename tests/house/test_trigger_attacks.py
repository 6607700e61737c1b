"""Hidden triggers as somebody attacks them who wants to know one, to have another, or to keep what it owes."""

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from houseway.house.audit.verify import verify_ledger
from houseway.house.books.calendar import Calendar
from houseway.house.configuration import TableConfig
from houseway.house.draft import Command
from houseway.house.ledger import open_inside, open_ledger
from houseway.house.ledger.store import Batch, Ledger, unsealed
from houseway.house.linked.accrual import accrual
from houseway.house.linked.drafts import LinkDraft
from houseway.house.linked.trigger import PURPOSE, set_trigger
from houseway.house.offer import verify_offer
from houseway.house.pit import Pit, new_id
from houseway.progressives.jackpot import Meter
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, at_once, room_with, table_of
from tests.house.test_links import bet, faults, play_out, verify
from tests.house.test_must_hit import (
    GROWTH,
    LIMIT,
    LINK,
    MYSTERY,
    SEED,
    OtherKey,
    a_house,
    bet_up_to,
    jackpots,
    link_of,
    play,
    shown,
    two_tables,
    with_mystery,
)

SECOND = 1_000_000


def kinds(ledger: Ledger) -> list[str]:
    return [row.kind for row in ledger.read(LINK)]


# --- clocks ---


def test_what_a_server_writes_whose_clock_is_behind_is_not_earlier_than_what_it_has_seen() -> None:
    """An auditor takes a trigger that is earlier than the entry before it for one that was put in later."""
    house = a_house()
    link = link_of(house.pit)
    draft = LinkDraft.on(link)
    draft.set_triggers(link.at - 5 * SECOND, "it may be known")
    assert draft.batch(link.at - 5 * SECOND, "late").at == link.at
    house.ledger.append([draft.batch(link.at - 5 * SECOND, "late")])
    assert kinds(house.ledger)[-2:] == ["revealed", "set"]
    verify(house.ledger)


# --- a trigger that is drawn again ---


def test_a_trigger_that_may_be_known_is_set_anew_though_another_server_writes_at_that_moment() -> None:
    house = a_house()
    play(house.pit, "holdem", ANNA)
    old = link_of(house.pit).triggers["mystery"]
    other = Pit(house.ledger, at_once(house.ledger), room_with(house.config), clock=lambda: house.now)
    other.open_room(software="test", restarted=False)
    late: list[Batch] = []

    def somebody_was_faster(batch: Batch) -> Any:
        if batch.table == LINK and not late:
            late.append(batch)
            what = {"meter": "mystery", "cents": 1, "reason": "malfunction", "why": "a test"}
            other.lower_meter("corner", SUPERVISOR, Command(new_id(), "lower", None, what))
        return at_once(house.ledger)(batch)

    pit = Pit(house.ledger, somebody_was_faster, room_with(house.config), clock=lambda: house.now)
    pit.open_room(software="test", restored="a copy was brought back")
    now = link_of(pit).triggers["mystery"]
    assert (late != [], now.number) == (True, old.number + 1)
    verify(house.ledger)


def test_after_a_restored_backup_whose_key_is_lost_the_audit_still_holds() -> None:
    house = a_house()
    play(house.pit, "holdem", ANNA)
    old = link_of(house.pit).triggers["mystery"].number
    other: Any = OtherKey(house.ledger)
    pit = Pit(other, at_once(house.ledger), room_with(house.config), clock=lambda: house.now)
    pit.open_room(software="test", restored="a copy was brought back")
    assert link_of(pit).triggers["mystery"].number == old + 1
    play(pit, "holdem", ANNA)
    assert faults(other) == []
    verify(house.ledger)  # with the key that was lost, should it be found


def at_its_limit(ledger: Ledger) -> Pit:
    """A bet at one table has reached the trigger and is not paid; others have bet on, to far over the limit."""
    pit = two_tables(ledger)
    bet_up_to(pit, "one", ANNA)
    bet(pit, "one", ANNA)
    for _ in range((LIMIT - shown(pit)) // GROWTH + 3):
        play(pit, "two", BEN)
    return pit


def test_a_key_that_is_lost_while_a_trigger_is_reached_sticks_no_table() -> None:
    ledger = open_ledger("memory:")
    at_its_limit(ledger)
    other: Any = OtherKey(ledger)
    tables = with_mystery("one"), with_mystery("two")
    pit = Pit(other, at_once(ledger), room_with(*tables), clock=lambda: 1_000_000_000)
    pit.open_room(software="test")
    assert shown(pit) == LIMIT
    pit.do("one", SUPERVISOR, Command(new_id(), "void", None, {"reason": "its cards cannot be read"}))
    play(pit, "two", BEN)
    bet_up_to(pit, "two", BEN)
    play(pit, "two", BEN)
    assert jackpots(ledger, "two") != []
    assert faults(other) == []


def test_a_key_that_is_found_again_reads_what_was_written_without_it() -> None:
    ledger = open_ledger("memory:")
    at_its_limit(ledger)
    other: Any = OtherKey(ledger)
    tables = with_mystery("one"), with_mystery("two")
    pit = Pit(other, at_once(ledger), room_with(*tables), clock=lambda: 1_000_000_000)
    pit.open_room(software="test")
    pit.do("one", SUPERVISOR, Command(new_id(), "void", None, {"reason": "its cards cannot be read"}))
    play(pit, "two", BEN)
    found = Pit(ledger, at_once(ledger), room_with(*tables), clock=lambda: 1_000_000_000)
    found.open_room(software="test")
    play(found, "two", BEN)
    verify(ledger)


# --- what a house could try ---


def test_a_house_that_draws_again_although_it_knew_the_trigger_is_found() -> None:
    """As if its key had been lost: but the next trigger is drawn with the same one."""
    house = a_house()
    play(house.pit, "holdem", ANNA)
    draft = LinkDraft.on(link_of(house.pit))
    known = draft.link.triggers.pop("mystery")
    draft.link.triggers["mystery"] = replace(known, cents=None)
    draft.set_triggers(house.now)
    at_once(house.ledger)(draft.batch(house.now, "cheat"))
    (fault,) = faults(house.ledger)
    assert f"trigger {known.number} was known, and another was set without showing it" in fault


def test_a_house_that_settles_the_round_and_keeps_the_meter_is_found_though_nobody_bets_there_again() -> None:
    house = a_house()
    bet_up_to(house.pit, "holdem", ANNA)
    bet(house.pit, "holdem", ANNA)
    with patch("houseway.house.linked.feeding._reached", lambda *_: {}):
        play_out(house.pit, "holdem", ANNA)
    assert jackpots(house.ledger, "holdem") == []
    (fault,) = faults(house.ledger)
    assert "table holdem had reached the trigger of 'mystery' in round" in fault
    assert "and was not paid for it" in fault


def test_triggers_that_were_never_shown_are_told_to_the_auditor() -> None:
    house = a_house()
    play(house.pit, "holdem", ANNA)
    assert "never shown" not in verify(house.ledger)[-1]
    other: Any = OtherKey(house.ledger)
    pit = Pit(other, at_once(house.ledger), room_with(house.config), clock=lambda: house.now)
    pit.open_room(software="test")
    play(pit, "holdem", ANNA)
    sentence = verify_ledger(other)[-1].sentence
    assert "1 trigger of Mystery was never shown: its key was lost" in sentence


# --- what a player could count ---


@pytest.mark.parametrize(
    ("rate", "said"), [("1.5 %", r"\$1 move .* by 3/2 of a cent"), ("0.2 %", "by 1/5 of a cent"), ("1/3", "by 100/3")]
)
def test_a_meter_that_must_hit_is_offered_where_every_bet_moves_it_by_whole_cents(rate: str, said: str) -> None:
    """Otherwise only some bets would move it, and whoever counts them would make no others."""
    table = with_mystery(rate=rate)  # one that is on record can still be played
    with pytest.raises(ValueError, match=f"{said}.* and every bet must move a meter that must hit by whole cents"):
        verify_offer(table)
    verify_offer(with_mystery(rate="3 %"))
    verify_offer(with_mystery(reserve_rate="1/3"))  # which nobody sees


def test_of_a_share_of_a_wager_every_step_of_it_moves_the_meter_by_whole_cents() -> None:
    def of_wager(rate: str) -> TableConfig:
        terms = {"meters": [MYSTERY | {"rate": rate}], "tiers": [], "bet_cents": 0, "of_wager": "bonus"}
        carried = {"name": "royal", "link": "corner", "terms": terms}
        return TableConfig.from_body({**table_of("holdem").to_body(), "progressives": [carried]})

    verify_offer(of_wager("1 %"))
    with pytest.raises(ValueError, match="every bet must move a meter that must hit by whole cents"):
        verify_offer(of_wager("0.3 %"))


# --- an auditor without the key, while the house plays ---


class HitMeanwhile(OtherKey):
    """Read by somebody without the key: once its triggers were looked up, the next is reached before its rows are."""

    def __init__(self, house: House) -> None:
        super().__init__(house.ledger)
        self._house, self._looked = house, False

    def skim(self, table: str, after: int, upto: int, kinds: Any) -> Any:
        found = super().skim(table, after, upto, kinds)
        if table == LINK and not self._looked:
            self._looked = True
            bet_up_to(self._house.pit, "holdem", ANNA)
            play(self._house.pit, "holdem", ANNA)
        return found


def test_a_hit_while_somebody_without_the_key_verifies_is_no_false_alarm() -> None:
    house = a_house()
    meanwhile: Any = HitMeanwhile(house)
    assert faults(meanwhile) == []
    assert jackpots(house.ledger, "holdem") != []


def test_a_hit_while_somebody_without_the_key_reads_the_accrual_is_in_it() -> None:
    house = a_house()
    meanwhile: Any = HitMeanwhile(house)
    assert accrual(meanwhile, Calendar.of())[-1].awards == 1


# --- the file ---


def test_whoever_has_a_sealed_ledger_and_not_its_key_cannot_draw_the_trigger(tmp_path: Path) -> None:
    ledger = open_ledger(str(tmp_path / "house.db"))
    pit = two_tables(ledger)
    found = link_of(pit).triggers["mystery"]
    ledger.close()
    inside = open_inside(str(tmp_path / "house.db"), read_only=True)  # as it lies there, and in every backup
    text = "\n".join(row.text for name in inside.heads() for row in inside.read(name))
    nonce = next(row.written["nonce"] for row in inside.read(LINK) if row.kind == "set")
    inside.close()
    assert found.key.hex() not in text
    meter = Meter.model_validate(MYSTERY)
    without = set_trigger("corner", meter, 1, SEED, unsealed(PURPOSE), bytes.fromhex(nonce))
    assert without.commitment != found.commitment
