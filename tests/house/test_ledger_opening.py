"""Which ledger an address means, what is refused and how, and that ledgers of every earlier format open."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import apsw
import psycopg
import pytest

from houseway.house.ledger import open_ledger
from houseway.house.ledger.chain import verify_stream
from houseway.house.ledger.serving import take_place
from houseway.house.ledger.store import FORMAT, Ledger
from houseway.rules.refused import Refused
from tests.house.batches import write
from tests.house.conftest import Open
from tests.house.postgres_server import PostgresServer

HERE = Path(__file__).parent
HEADS_OF_FORMAT_1 = {
    "dakota 1": (5, "e480a02296d8c109925f0822bd591d68bc87991557daefaeb662c50059d8237e"),
    "glück ♠": (2, "8fe0357872d15b3f7e9198761e87c7c4fd42ebbc7b964da94454001ad8d08397"),
}


@pytest.mark.parametrize("prefix", ["", "sqlite:///"])
def test_a_path_is_a_file(tmp_path: Path, prefix: str) -> None:
    path = tmp_path / "with a space.db"
    ledger = open_ledger(f"{prefix}{path}")
    write(ledger, "a", ["1"])
    ledger.close()
    assert path.exists()


@pytest.mark.parametrize("url", ["", "mysql://house/ledger", "http://house"])
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(Refused, match="is no ledger: write a file's path"):
        open_ledger(url)


def test_a_ledger_that_does_not_open_is_refused_with_what_is_missing(tmp_path: Path) -> None:
    inside = str(tmp_path / "none" / "ledger.db")
    no_folder = f"there is no folder {tmp_path}/none for the ledger ledger.db: make it, or name another"
    no_file = f"there is no ledger {tmp_path}/ledger.db: `houseway serve` makes one, or name another with --database"
    a_folder = f"{tmp_path} is a folder: name the file of a ledger in it"
    missing: list[tuple[Callable[[], object], str]] = [
        (lambda: open_ledger(inside), no_folder),
        (lambda: open_ledger(inside, read_only=True), no_folder),
        (lambda: take_place(inside), no_folder),
        (lambda: open_ledger(str(tmp_path)), a_folder),
        (lambda: open_ledger(str(tmp_path / "ledger.db"), read_only=True), no_file),
    ]
    for opened, sentence in missing:
        with pytest.raises(Refused) as refusal:
            opened()
        assert str(refusal.value) == sentence
    assert list(tmp_path.iterdir()) == []


def test_who_only_reads_makes_no_ledger(tmp_path: Path, postgres: PostgresServer) -> None:
    with pytest.raises(Refused, match="there is no ledger"):
        open_ledger(str(tmp_path / "ledger.db"), read_only=True)
    assert not (tmp_path / "ledger.db").exists()
    with pytest.raises(Refused, match="there is no ledger in this database"):
        open_ledger(postgres.new_ledger(), read_only=True)


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 200)
    with pytest.raises(Refused, match="is not a ledger"):
        open_ledger(str(path))
    assert path.read_text() == "Dear Ann, " * 200


def test_someone_elses_database_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "songs.db"
    apsw.Connection(str(path)).execute("CREATE TABLE songs (name)")
    before = path.read_bytes()
    with pytest.raises(Refused, match="is a database, but not a ledger"):
        open_ledger(str(path))
    assert path.read_bytes() == before


def run_sql(url: str, script: str) -> None:
    """Past the ledger, as someone with the database's own tools."""
    if url.startswith("sqlite"):
        connection = apsw.Connection(url.removeprefix("sqlite:///"))
        connection.execute(script)
        connection.close()
    else:
        with psycopg.connect(url) as server:
            server.execute(script)


def test_a_ledger_of_a_newer_houseway_is_refused(ledger_url: str) -> None:
    open_ledger(ledger_url).close()
    run_sql(ledger_url, f"UPDATE meta SET value = '{FORMAT + 1}'")
    with pytest.raises(Refused, match=f"format {FORMAT + 1}; this houseway knows up to {FORMAT}: install a newer one"):
        open_ledger(ledger_url)


@pytest.mark.parametrize("change", ["UPDATE events SET at = 0", "DELETE FROM events"])
def test_rows_are_not_changed_by_mistake(ledger: Ledger, ledger_url: str, change: str) -> None:
    rows = write(ledger, "a", ["1", "2"])
    with pytest.raises((apsw.Error, psycopg.Error), match="a ledger is only added to"):
        run_sql(ledger_url, change)
    assert ledger.read("a") == rows


def test_a_ledger_of_format_1_opens_and_goes_on(ledger_url: str, opened: Open) -> None:
    """The script is what the first houseway wrote; it is never made anew."""
    kind = "sqlite" if ledger_url.startswith("sqlite") else "postgres"
    run_sql(ledger_url, (HERE / f"ledger_format_1_{kind}.sql").read_text())
    ledger = opened()
    assert {table: verify_stream(ledger, table) for table in ledger.tables()} == HEADS_OF_FORMAT_1
    first, second, *_ = ledger.read("dakota 1")
    assert (first.version, first.at, first.kind, first.command) == (1, 1_700_000_000_000_000, "opened", "")
    assert json.loads(second.text) == {"player": "zoë", "postings": {"cage": -10000, "player:zoë": 10000}}
    assert ledger.shelf("keys") == {"server": "not a real key"}
    write(ledger, "dakota 1", ["new"])
    assert verify_stream(ledger, "dakota 1").version == 6


def test_both_stores_chain_alike(tmp_path: Path, postgres: PostgresServer) -> None:
    """So that a ledger can be moved from one to the other, row by row."""
    on_file, on_server = open_ledger(str(tmp_path / "x.db")), open_ledger(postgres.new_ledger())
    assert write(on_file, "a", ["1", "2", "3"]) == write(on_server, "a", ["1", "2", "3"])


def test_a_refusal_gives_no_password_away() -> None:
    with pytest.raises(Refused) as refused:
        open_ledger("postgresql://house:hunter2@127.0.0.1:1/ledger")
    assert re.match("PostgreSQL cannot be reached: ", str(refused.value))
    assert "hunter2" not in str(refused.value)
