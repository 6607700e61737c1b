"""Issue 10, 3: whoever forges what an archived part came to is found by the archive, or by a head noted elsewhere."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.house import events
from houseway.house.archive.file import ArchiveFile, write_archive
from houseway.house.audit.verify import verify_table
from houseway.house.cut import SHELF
from houseway.house.ledger.chain import row_hash
from houseway.house.ledger.sqlite import IN_MEMORY, SqliteLedger
from houseway.house.ledger.store import EMPTY, Head, Stored, canonical
from houseway.rules.refused import Refused
from tests.house.archive_kit import joined, pruned
from tests.house.lively import lively_house, rechained

NAME = "dakota-practice"
Change = Callable[[dict[str, Any]], object]


def rewritten(rows: list[Stored], version: int, change: Change) -> list[Stored]:
    """The rows of a forger who changes one body and computes every later hash anew."""
    made: list[Stored] = []
    before = rows[0].before
    for row in rows:
        text = row.text
        if row.version == version:
            body = copy.deepcopy(json.loads(text))
            change(body)
            text = canonical(body)
        hashed = row_hash(row.table, row.version, row.at, row.kind, text, row.command, before)
        made.append(Stored(row.table, row.version, row.at, row.kind, text, row.command, before, hashed))
        before = hashed
    return made


def ledger_of(rows: list[Stored], cut: int) -> SqliteLedger:
    ledger = SqliteLedger(IN_MEMORY)
    ledger.begin(NAME, Head(rows[0].version - 1, rows[0].before))
    for row in rows:
        values = (row.table, row.version, row.at, row.kind, row.text, row.command, row.before, row.hash)
        ledger._writer.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
    ledger._writer.execute("UPDATE heads SET version = ?, hash = ?", rows[-1].place)
    ledger.put(SHELF, NAME, str(cut))
    return ledger


class Scene:
    """A pruned ledger, its archive, and what a forger may do to it."""

    def __init__(self, folder: Path) -> None:
        self.house = lively_house(NAME, 10, seed=3)
        self.all = self.house.ledger.read(NAME)
        self.folder = folder
        self.piece = pruned(self.house.ledger, NAME, folder)
        self.rows = self.house.ledger.read(NAME)
        self.cut = self.piece.cut

    def forged(self, change: Change) -> SqliteLedger:
        return ledger_of(rewritten(self.rows, self.cut, change), self.cut)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("archive"))


def more_chips(body: dict[str, Any]) -> None:
    """For somebody who sits there: the cage pays for it, so the accounts still sum to zero."""
    accounts = body["state"]["table"]["accounts"]
    someone = next(name for name in accounts if name.startswith("player:"))
    accounts[someone] += 100_000
    accounts["cage"] -= 100_000


def less_in_the_bank(body: dict[str, Any]) -> None:
    """What nobody's later chips tell of: the house has less, the cage more."""
    body["state"]["table"]["accounts"]["house"] -= 100_000
    body["state"]["table"]["accounts"]["cage"] += 100_000


def more_for_the_house(body: dict[str, Any]) -> None:
    body["state"]["hold"]["counted"][0][-1] += 5


def other_tray(body: dict[str, Any]) -> None:
    body["state"]["table"]["cycles"] += 1


def nobody_was_corrected(body: dict[str, Any]) -> None:
    body["state"]["table"]["played"][2][0] = -1


def one_more_key(body: dict[str, Any]) -> None:
    body["state"]["table"]["edition"] = "0" * 16


def another_place(body: dict[str, Any]) -> None:
    body["last"] -= 1


def another_head(body: dict[str, Any]) -> None:
    body["head"] = "1" * 64


def fewer_rounds(body: dict[str, Any]) -> None:
    body["rounds"][1] -= 1


STATES = (more_chips, less_in_the_bank, more_for_the_house, other_tray, nobody_was_corrected, one_more_key)
OTHERS = (another_place, another_head, fewer_rounds)


@pytest.mark.parametrize("change", [*STATES, *OTHERS])
def test_a_forged_cut_is_found_when_the_archive_is_given(scene: Scene, change: Change) -> None:
    ledger = scene.forged(change)
    verdict = verify_table(joined(ledger, scene.folder), NAME)
    assert verdict.fault is not None
    assert verdict.fault.version == scene.cut
    assert "archived rows come to" in verdict.fault.reason or change in OTHERS


def test_without_the_archive_a_head_noted_elsewhere_finds_it(scene: Scene) -> None:
    """And without either nothing does: docs/security.md says so."""
    ledger = scene.forged(less_in_the_bank)
    head = scene.rows[-1].place
    assert verify_table(ledger, NAME).fault is None
    noted = verify_table(ledger, NAME, {head.version: head.hash}).fault
    assert noted is not None


@pytest.mark.parametrize("change", [another_place, another_head])
def test_a_cut_that_does_not_fit_the_rows_behind_it_is_found_without_the_archive(scene: Scene, change: Change) -> None:
    verdict = verify_table(scene.forged(change), NAME)
    assert verdict.fault is not None


def test_a_forged_archive_is_refused_and_one_with_its_digest_forged_too_does_not_lead_to_the_ledger(
    scene: Scene, tmp_path: Path
) -> None:
    """The forger tells another story from the first row on, with a whole file, and makes the cut name it."""
    place = next(i for i, row in enumerate(scene.all) if row.kind == events.SAT and not row.body["bot"])
    story = [
        replace(row, text=row.text.replace('"Anna"', '"Anne"')) if i == place else row
        for i, row in enumerate(scene.all[: scene.piece.last])
    ]
    story = rechained(story)
    write_archive(tmp_path / scene.piece.file, NAME, EMPTY, story)
    with pytest.raises(Refused, match="is not the archive that was sealed"):
        joined(scene.house.ledger, tmp_path)
    digest = ArchiveFile(tmp_path / scene.piece.file).digest
    ledger = scene.forged(lambda body: body.update(digest=digest, head=story[-1].hash))
    verdict = verify_table(joined(ledger, tmp_path), NAME)
    assert verdict.fault is not None
    assert verdict.fault.version == scene.piece.last + 1


def test_a_pointer_that_leads_elsewhere_or_is_gone_is_found(scene: Scene) -> None:
    for to in ("1", str(scene.cut - 1), str(10**9), "x", "-1"):
        ledger = ledger_of(scene.rows, scene.cut)
        ledger.put(SHELF, NAME, to)
        assert verify_table(ledger, NAME).fault is not None
    ledger.remove(SHELF, NAME)
    fault = verify_table(ledger, NAME).fault
    assert fault is not None
    assert fault.reason.startswith("this row is missing")


def test_more_rows_taken_out_than_the_cut_says_are_missed(scene: Scene) -> None:
    ledger = ledger_of(scene.rows, scene.cut)
    ledger.take_out(NAME, scene.piece.last + 3, 100)
    fault = verify_table(ledger, NAME).fault
    assert fault is not None
    assert "missing" in fault.reason


def test_no_cut_can_be_claimed_where_cards_were_still_to_be_shown(scene: Scene) -> None:
    """In a whole stream: a place inside of a round, though everything else be said right."""
    rows = lively_house(NAME, 10, seed=3).ledger.read(NAME)
    inside = next(row for row in rows if row.kind == events.DEALT)
    body = json.loads(next(row for row in scene.rows if row.version == scene.cut).text)
    body |= {"last": inside.version, "head": inside.hash}
    last = rows[-1]
    text = canonical(body)
    hashed = row_hash(NAME, last.version + 1, last.at, events.ARCHIVED, text, ":archive", last.hash)
    more = Stored(NAME, last.version + 1, last.at, events.ARCHIVED, text, ":archive", last.hash, hashed)
    ledger = ledger_of([*rows, more], more.version)
    ledger.remove(SHELF, NAME)
    fault = verify_table(ledger, NAME).fault
    assert fault is not None
    assert fault.version == more.version
    assert "is no place to cut" in fault.reason
