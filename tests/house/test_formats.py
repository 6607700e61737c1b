"""Formats of events: what was once written opens for ever, and there is a way to write something else."""

import json
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from houseway.games import SLUGS
from houseway.house import events
from houseway.house.audit.judge import RULES, Judge, in_rounds
from houseway.house.audit.verify import verify_ledger, verify_table
from houseway.house.ledger import open_ledger
from houseway.house.ledger.chain import verify_rows
from houseway.house.ledger.store import LINK, Batch, Happened, Ledger, Stored
from houseway.house.linked import link
from houseway.house.pit import Pit
from houseway.house.table import Table
from houseway.rules.refused import Refused
from tests.house.lively import Rows
from tests.house.streams import (
    MUST_HIT,
    TABLES,
    must_hit_tables,
    path_of,
    read_stream,
    stored_links,
    stored_streams,
)
from tests.house.table_kit import ANNA, BEN, House, at_once, room_with, table_of
from tests.house.test_links import bet, play_out


def verify(rows: list[Stored]) -> Table:
    """The chain, the meaning of every event, and that the table they make is whole."""
    name = rows[0].table
    verify_rows(name, rows, rows[-1].place)
    judge = Judge.of(name)
    for piece in in_rounds(rows):
        judge.hear(piece)
    judge.end()
    table = Table(name)
    for row in rows:
        table.learn(row)
    assert sum(table.accounts.values()) == 0
    return table


@pytest.mark.parametrize("path", stored_streams(), ids=lambda path: path.stem)
def test_every_stream_that_was_ever_stored_opens_and_verifies(path: Path) -> None:
    assert verify(read_stream(path)).rounds >= 2


def test_there_are_streams_of_every_game_with_every_event_in_the_present_format() -> None:
    rows = [row for path in stored_streams() for row in read_stream(path)]
    present = [row for row in rows if events.format_of(json.loads(row.text)) == events.FORMAT]
    assert {row.body["config"]["game"] for row in present if row.kind == events.OPENED} == set(SLUGS)
    assert {row.kind for row in present} == set(events.KINDS)


@pytest.mark.parametrize("path", stored_streams(), ids=lambda path: path.stem)
def test_the_auditor_folds_every_stored_cut_to_what_it_says(path: Path) -> None:
    """Where this fails, a table has a new part: see the docstring of events.py."""
    rows = read_stream(path)
    verdict = verify_table(Rows(rows), rows[0].table)
    assert verdict.fault is None, verdict.sentence
    assert verdict.other_rules == (), "an edition that dealt stored rounds is not kept: see engine/editions/pack.py"


@pytest.mark.parametrize("path", stored_links(), ids=lambda path: path.stem)
def test_every_link_that_was_ever_stored_opens_with_its_tables_verifies_and_goes_on(path: Path) -> None:
    """The triggers of a meter that must hit are found again, and whose bets reached them."""
    ledger = stored_again(path)
    assert [verdict.sentence for verdict in verify_ledger(ledger) if verdict.fault] == []
    configs = must_hit_tables()
    pit = Pit(ledger, at_once(ledger), room_with(*configs), clock=lambda: 1_800_000_000_000_000)
    pit.open_room(software="test")
    before = pit.links.look(MUST_HIT).version
    shows = {name: now.shown_cents for name, now in pit.links.look(MUST_HIT).readings.items()}
    for config in configs:
        bet(pit, config.name, ANNA, BEN)
        play_out(pit, config.name, ANNA, BEN)
    assert pit.links.look(MUST_HIT).version > before
    assert {name: now.shown_cents for name, now in pit.links.look(MUST_HIT).readings.items()} != shows
    assert [verdict.sentence for verdict in verify_ledger(ledger) if verdict.fault] == []


def test_a_stored_link_has_every_entry_of_the_present_format() -> None:
    rows = [row for path in stored_links() for row in read_stream(path) if row.table.startswith(LINK)]
    assert {row.kind for row in rows if row.written["format"] == link.FORMAT} == set(link.KINDS)
    won = [award["why"] for row in rows if row.kind == link.WON for award in row.written["awards"]]
    assert {"tier", "envy", "must_hit"} == set(won)


def stored_again(path: Path) -> Ledger:
    ledger = open_ledger("memory:")
    for _, group in groupby(read_stream(path), key=lambda row: row.table):
        store_again(ledger, list(group))
    return ledger


def test_a_stream_of_a_newer_houseway_is_refused() -> None:
    path = path_of(TABLES[0], events.FORMAT)
    first = read_stream(path)[0]
    newer = replace(first, text=first.text.replace(f'"format":{events.FORMAT},', f'"format":{events.FORMAT + 1},'))
    assert newer != first
    with pytest.raises(Refused, match="written by a newer houseway"):
        Table(newer.table).learn(newer)
    with pytest.raises(Refused, match="a newer houseway wrote it"):
        Table("dakota").apply("teleported", {}, 1)


def from_cents_to_chips(body: dict[str, Any]) -> dict[str, Any]:
    """An imagined change: what a player takes home is called chips."""
    return {**{key: part for key, part in body.items() if key != "cents"}, "chips": body["cents"]}


@pytest.fixture
def next_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that an engineer has to do for it: a number, an upgrade, and what reads and writes the body."""
    number = events.FORMAT
    monkeypatch.setattr(events, "FORMAT", number + 1)
    monkeypatch.setitem(events.UPGRADES, number, {events.LEFT: from_cents_to_chips})
    left = RULES[events.LEFT]
    monkeypatch.setitem(RULES, events.LEFT, lambda hearing, body: from_cents_to_chips(dict(left(hearing, body))))


@pytest.mark.usefixtures("next_format")
@pytest.mark.parametrize("path", stored_streams(), ids=lambda path: path.stem)
def test_old_bodies_are_read_as_if_they_were_written_today(path: Path) -> None:
    rows = read_stream(path)
    verify(rows)
    for row in rows:
        assert row.body["format"] == events.FORMAT
        assert "cents" not in row.body or row.kind != events.LEFT


@pytest.mark.usefixtures("next_format")
def test_a_table_goes_on_in_the_new_format_where_the_old_one_stopped() -> None:
    path = path_of("holdem", 1)
    ledger = open_ledger("memory:")
    store_again(ledger, read_stream(path))
    house = House(table_of("holdem"), ledger=ledger, now=1_800_000_000_000_000)
    house.do(ANNA, "buy_in", cents=5_000)
    rows = ledger.read("holdem")
    *old, bought, started = rows
    assert '"format"' not in old[-1].text
    assert [row.kind for row in (bought, started)] == [events.BOUGHT_IN, events.STARTED]
    for row in (bought, started):
        assert f'"format":{events.FORMAT}' in row.text
    verify(rows)


def store_again(ledger: Ledger, rows: list[Stored]) -> None:
    """A stream as it was stored, its texts unchanged."""
    for command, group in groupby(rows, key=lambda row: row.command):
        first, *more = group
        happened = tuple(Happened(row.kind, {}) for row in (first, *more))
        batch = Batch(first.table, first.version - 1, first.at, command, happened)
        object.__setattr__(batch, "texts", tuple(row.text for row in (first, *more)))
        ledger.append([batch])
    assert ledger.head(rows[-1].table) == rows[-1].place
