"""The staff book: chained, verified, and what may be done is asked of it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.house.audit.export import export_lines
from houseway.house.audit.verify import read_noted, summary, verify_ledger
from houseway.house.ledger import open_ledger
from houseway.house.ledger.copies import copied
from houseway.house.ledger.store import STAFF_BOOK, Ledger, Stored, canonical
from houseway.house.staff_book import CHANGED, MADE, REMOVED, SIGNED_OUT, StaffBook
from houseway.rules.refused import Refused
from houseway.web.staff_accounts import SHELF, Staff
from tests.house.lively import rechained

PASSWORD = "a long password"


def test_every_change_is_in_the_book_and_no_password(ledger: Ledger) -> None:
    staff = Staff(ledger, clock=lambda: 7)
    staff.add("Sam", "supervisor", PASSWORD)
    staff.make("Ada", "auditor", PASSWORD, by="Sam")
    staff.change("Ada", by="Sam", role="supervisor", password=PASSWORD + "!")
    staff.revoke("Ada", by="Sam")
    staff.remove("Ada", by="Sam")
    told = [(each.did, each.name, each.role, each.by, each.changed, each.at) for each in staff.book.entries()]
    assert told == [
        (MADE, "Sam", "supervisor", "the command line", (), 7),
        (MADE, "Ada", "auditor", "Sam", (), 7),
        (CHANGED, "Ada", "supervisor", "Sam", ("password", "role"), 7),
        (SIGNED_OUT, "Ada", "supervisor", "Sam", (), 7),
        (REMOVED, "Ada", "supervisor", "Sam", (), 7),
    ]
    texts = "".join(row.text for row in ledger.read(STAFF_BOOK))
    assert PASSWORD not in texts
    assert "argon2" not in texts
    (verdict,) = verify_ledger(ledger)
    assert verdict.sentence == "the staff book (:staff): 5 entries are good"
    assert summary([verdict]) == "The stream is good: the staff book with 5 entries"
    assert (verdict.table, verdict.events, verdict.head) == (STAFF_BOOK, 5, ledger.head(STAFF_BOOK))
    assert ledger.tables() == []
    exported = [json.loads(line) for line in export_lines(ledger, "jsonl")]
    assert [(row["kind"], row["body"]["name"]) for row in exported] == [(did, name) for did, name, *_ in told]


def test_time_in_the_book_does_not_go_back(ledger: Ledger) -> None:
    moments = iter((9, 5))
    staff = Staff(ledger, clock=lambda: next(moments))
    staff.add("Sam", "supervisor", PASSWORD)
    staff.add("Ada", "auditor", PASSWORD)
    assert [each.at for each in staff.book.entries()] == [9, 9]


@pytest.mark.parametrize("do", ["remove", "demote"])
def test_the_last_supervisor_is_not_taken_away_by_two_servers_at_once(ledger: Ledger, do: str) -> None:
    """The other one has written its entry, and not yet ended the account."""
    staff = Staff(ledger)
    for name in ("Sam", "Tom"):
        staff.add(name, "supervisor", PASSWORD)
    StaffBook(ledger).write(REMOVED, "Sam", "Tom", 1, lambda _: ("supervisor", ()))
    assert ledger.get(SHELF, "Sam")
    takes_away = {
        "remove": lambda: staff.remove("Tom", "Sam", keep_one=True),
        "demote": lambda: staff.change("Tom", by="Sam", role="auditor", keep_one=True),
    }
    with pytest.raises(Refused, match="Tom is the only supervisor: make another first"):
        takes_away[do]()
    assert staff.roles()["Tom"] == "supervisor"


def test_an_entry_that_was_made_meanwhile_is_heard_before_ours_is_written(ledger: Ledger) -> None:
    book, asked = StaffBook(ledger), []

    def settle(roles: Any) -> tuple[str, tuple[str, ...]]:
        asked.append(dict(roles))
        if len(asked) == 1:
            StaffBook(ledger).write(MADE, "Eve", "Sam", 1, lambda _: ("auditor", ()))
        return "auditor", ()

    book.write(MADE, "Ada", "Sam", 1, settle)
    assert asked == [{}, {"Eve": "auditor"}]
    assert [each.name for each in book.entries()] == ["Eve", "Ada"]


@pytest.mark.parametrize(("name", "says"), [("Sam", "on the staff already"), ("sAm", "looks the same")])
def test_nobody_on_the_staff_looks_like_another(ledger: Ledger, name: str, says: str) -> None:
    staff = Staff(ledger)
    staff.add("Sam", "supervisor", PASSWORD)
    with pytest.raises(Refused, match=says):
        staff.make(name, "auditor", PASSWORD, by="Sam")


def test_a_copy_has_the_book(tmp_path: Path) -> None:
    source, target = open_ledger("memory:"), open_ledger(str(tmp_path / "copy.sqlite"))
    Staff(source).add("Sam", "supervisor", PASSWORD)
    copied(source, target)
    assert StaffBook(target).entries() == StaffBook(source).entries()
    target.close()


def test_a_forged_book_makes_no_copy() -> None:
    source = open_ledger("memory:")
    for name in ("Sam", "Tom"):
        Staff(source).add(name, "supervisor", PASSWORD)
    rows = source.read(STAFF_BOOK)
    rows[0] = replace(rows[0], text=rows[0].text.replace("Sam", "Tim"))
    forged: Any = Forged(source, rows)
    with pytest.raises(Refused, match="the staff book is not what was written"):
        copied(forged, open_ledger("memory:"))


class Forged:
    """A ledger with another book."""

    def __init__(self, ledger: Ledger, rows: list[Stored]) -> None:
        self._ledger, self._rows = ledger, rows

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ledger, name)

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        if table != STAFF_BOOK:
            return self._ledger.read(table, after, limit)
        return [row for row in self._rows if row.version > after][:limit]

    def head(self, table: str) -> Any:
        return self._rows[-1].place if table == STAFF_BOOK and self._rows else self._ledger.head(table)


@pytest.mark.parametrize("how", ["text", "garbled", "kind", "role", "more", "time", "gone"])
def test_a_book_that_is_not_as_it_was_written_is_named(how: str) -> None:
    ledger = open_ledger("memory:")
    for name in ("Sam", "Tom"):
        Staff(ledger).add(name, "supervisor", PASSWORD)
    rows = ledger.read(STAFF_BOOK)
    said = json.loads(rows[0].text)
    if how == "text":
        rows[0] = replace(rows[0], text=canonical({**said, "by": "nobody"}))
    elif how == "garbled":
        rows = rechained([replace(rows[0], text="{"), rows[1]])
    elif how == "time":
        rows = rechained([replace(rows[0], at=rows[1].at + 1), rows[1]])
    elif how == "kind":
        rows = rechained([replace(rows[0], kind="account_forgotten"), rows[1]])
    elif how == "role":
        rows = rechained([replace(rows[0], text=canonical({**said, "role": "owner"})), rows[1]])
    elif how == "more":
        rows = rechained([replace(rows[0], text=canonical({**said, "hash": "x"})), rows[1]])
    else:
        rows = []
    (verdict,) = verify_ledger(Forged(ledger, rows))
    assert verdict.sentence.startswith("the staff book (:staff), entry ")
    assert not verdict.to_json()["good"]


def test_an_empty_book_is_nothing_to_verify() -> None:
    assert verify_ledger(open_ledger("memory:")) == []


@pytest.mark.parametrize("how", ["longer", "cut", "rewritten", "gone"])
def test_a_book_leads_through_the_head_that_was_noted(how: str, tmp_path: Path) -> None:
    """All hashes fit, and still it is not the book that was noted, but where it only went on."""
    ledger, noted = open_ledger("memory:"), tmp_path / "heads.json"
    for name in ("Sam", "Tom"):
        Staff(ledger).add(name, "supervisor", PASSWORD)
    noted.write_text(json.dumps([verdict.to_json() for verdict in verify_ledger(ledger)]))
    if how == "longer":
        Staff(ledger).add("Ada", "auditor", PASSWORD)
    rows = ledger.read(STAFF_BOOK)
    if how == "cut":
        rows = rows[:1]
    elif how == "rewritten":
        rows = rechained([rows[0], replace(rows[1], text=rows[1].text.replace("Tom", "Tim"))])
    elif how == "gone":
        ledger, rows = open_ledger("memory:"), []
    forged: Any = Forged(ledger, rows)
    assert [each.fault for each in verify_ledger(forged) if each.fault] == []
    (verdict,) = verify_ledger(forged, noted=read_noted(noted))
    assert (verdict.fault is None) == (how == "longer")
    if how != "longer":
        assert verdict.sentence.startswith(f"the staff book (:staff), entry {1 if how == 'gone' else 2}: ")
