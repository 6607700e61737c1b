"""Issue 10, 3: `houseway house backup | restore`, while the house is served, on SQLite and on PostgreSQL."""

import shutil
from pathlib import Path

import apsw
import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.house import events
from houseway.house.audit.verify import verify_ledger
from houseway.house.ledger import open_inside, open_ledger
from houseway.house.ledger.copies import write_backup
from houseway.rules.refused import Refused
from tests.attacks.test_restored_backup import SHOE, deal, do, kinds, opened, order_of, sit
from tests.house.conftest import ledger_url, postgres  # noqa: F401  a ledger of each kind
from tests.house.table_kit import ANNA


def run(*words: str) -> str:
    done = CliRunner().invoke(app, words)
    if done.exception:
        raise done.exception
    return done.output


def heads(url: str) -> dict[str, object]:
    ledger = open_ledger(url, read_only=True)
    try:
        return {name: ledger.head(name) for name in ledger.tables()}
    finally:
        ledger.close()


def test_a_copy_made_while_the_house_is_served_comes_back_whole_in_a_file_and_in_a_database(
    ledger_url: str,  # noqa: F811
    postgres: object,  # noqa: F811
    tmp_path: Path,
) -> None:
    mark, copy = tmp_path / "house.mark", tmp_path / "copy.sqlite"
    with opened(ledger_url, mark) as (house, _):
        house.ledger.put("staff", "Sam", "a hash")
        sit(house)
        assert "is whole: 2 tables" in run("house", "backup", str(copy), "--database", ledger_url)
        assert copy.stat().st_mode & 0o077 == 0
        known, at_copy = order_of(house), heads(ledger_url)
        deal(house)
        do(house, ANNA, "leave")
        assert heads(ledger_url) != at_copy
    for url in (str(tmp_path / "back.sqlite"), postgres.new_ledger()):  # type: ignore[attr-defined]
        assert "every shoe is shuffled anew" in run("house", "restore", str(copy), "--database", url)
        assert heads(url) == at_copy
        with opened(url, mark) as (house, said):
            assert len(said) == 1
            assert house.ledger.get("staff", "Sam") == "a hash"
            assert events.DISCARDED in kinds(house)
            assert order_of(house) != known
            assert [verdict.fault for verdict in verify_ledger(house.ledger)] == [None, None]


def test_a_copy_is_one_file_and_stays_one_when_it_is_read(tmp_path: Path) -> None:
    """Once a log lay beside it, a copy without the log was an older one."""
    away = tmp_path / "away"
    away.mkdir()
    with opened(str(tmp_path / "house.sqlite"), tmp_path / "house.mark") as (house, _):
        sit(house)
        write_backup(house.ledger, away / "copy.sqlite")
    assert [file.name for file in away.iterdir()] == ["copy.sqlite"]
    copy = open_ledger(str(away / "copy.sqlite"), read_only=True)
    assert [verdict.fault for verdict in verify_ledger(copy)] == [None, None]
    assert [file.name for file in away.iterdir()] == ["copy.sqlite"], "while it is read"
    copy.close()
    run("house", "restore", str(away / "copy.sqlite"), "--database", str(tmp_path / "back.sqlite"))
    assert [file.name for file in away.iterdir()] == ["copy.sqlite"], "restored from, too"
    assert not list(tmp_path.glob("back.sqlite-[ws][ah]*"))
    with opened(str(away / "copy.sqlite"), tmp_path / "copy.mark") as (house, _):
        assert apsw.Connection(str(away / "copy.sqlite")).pragma("journal_mode") == "wal", "who serves it has a log"


def test_nothing_is_written_over_and_nothing_is_restored_under_a_server(tmp_path: Path) -> None:
    file, copy = str(tmp_path / "house.sqlite"), str(tmp_path / "copy.sqlite")
    with opened(file, tmp_path / "house.mark") as (house, _):
        sit(house)
        run("house", "backup", copy, "--database", file)
        with pytest.raises(Refused, match="there already"):
            run("house", "backup", copy, "--database", file)
        with pytest.raises(Refused, match="served already"):
            run("house", "restore", copy, "--database", file)
    with pytest.raises(Refused, match="there already"):
        run("house", "restore", copy, "--database", file)


def test_a_changed_ledger_makes_no_copy(tmp_path: Path) -> None:
    file = tmp_path / "house.sqlite"
    with opened(str(file), tmp_path / "house.mark") as (house, _):
        sit(house)
    forged = tmp_path / "forged.sqlite"
    shutil.copy(file, forged)
    there = apsw.Connection(str(forged))
    guard = there.execute("SELECT sql FROM sqlite_schema WHERE name = 'unchanged'").get
    there.execute("DROP TRIGGER unchanged")
    there.execute(
        "UPDATE events SET body = replace(body, 'Anna', 'Anne') WHERE table_name = ? AND kind = 'sat'", (SHOE,)
    )
    there.execute(guard)
    there.close()
    source = open_inside(str(forged), read_only=True)
    with pytest.raises(Refused, match="is not what was written"):
        write_backup(source, tmp_path / "copy.sqlite")
    source.close()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("copy")]
