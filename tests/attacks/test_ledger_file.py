"""The ledger's file in other hands: read by other users, changed by a byte, opened by one who may only look."""

import os
import random
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.cli.arguments import default_database
from houseway.house.audit.verify import STORAGE, verify_ledger
from houseway.house.ledger import open_ledger
from houseway.house.ledger.sqlite import SqliteLedger
from houseway.house.ledger.store import LedgerFailed
from houseway.rules.refused import Refused
from houseway.web.open_house import open_house
from houseway.web.staff_accounts import Staff
from tests.house.batches import batch, write
from tests.house.conftest import postgres  # noqa: F401  a real PostgreSQL
from tests.house.postgres_server import PostgresServer
from tests.house.table_kit import ANNA, House, least_bets, table_of
from tests.web.running import small_room

FLIPS = 400


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# --- other users ---


def test_nobody_else_can_read_a_ledger_that_is_made(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        house = open_house(str(tmp_path / "house.sqlite"), small_room("dakota"))
        found = {path.name: mode(path) for path in tmp_path.iterdir()}
        house.close()
    finally:
        os.umask(before)
    assert {"house.sqlite", "house.sqlite-wal", "house.sqlite-shm", "house.sqlite-served"} <= found.keys()
    assert set(found.values()) == {0o600}


def test_the_folder_of_the_usual_ledger_is_its_owners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    default_database()
    assert mode(tmp_path / "share" / "houseway") == 0o700


def test_a_ledger_that_others_could_read_is_made_private_and_that_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite"
    said: list[str] = []
    open_ledger(str(path)).close()
    path.chmod(0o644)
    open_ledger(str(path), say=said.append).close()
    assert mode(path) == 0o600
    assert said == [f"others could read {path}: it is its owner's alone now"]
    open_ledger(str(path), say=said.append).close()
    assert len(said) == 1
    path.chmod(0o640)
    done = CliRunner().invoke(app, ["staff", "list", "--database", str(path)])
    assert "it is its owner's alone now" in done.stderr
    assert mode(path) == 0o600


# --- who may only look ---


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write anywhere: as root, be somebody who may not."""
    if os.geteuid():
        yield
        return
    os.setegid(65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


@pytest.fixture
def shown() -> Iterator[Path]:
    """A ledger in a folder that everyone may read and nobody may write."""
    folder = Path(tempfile.mkdtemp(prefix="houseway-shown-"))
    try:
        ledger = SqliteLedger(folder / "ledger.db")
        play(House(table_of("dakota"), ledger), 2)
        ledger.close()
        (folder / "ledger.db").chmod(0o444)
        folder.chmod(0o555)
        yield folder / "ledger.db"
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def play(house: House, rounds: int) -> None:
    rng = random.Random(3)
    house.sit(ANNA)
    for _ in range(rounds):
        house.bet_and_deal(ANNA, **least_bets(house.config))
        house.play_out([ANNA], rng)


def test_a_ledger_that_cannot_be_written_opens_for_audit(shown: Path, tmp_path: Path) -> None:
    audits = ["audit", "verify"], ["audit", "recall", "dakota", "1"]
    copied = shutil.copy(shown, tmp_path)
    for words in audits:  # loads what they need: whoever is nobody may have no way to the checkout
        CliRunner().invoke(app, [*words, "--database", str(copied)])
    with as_nobody():
        ledger = open_ledger(str(shown), read_only=True)
        assert [verdict.fault for verdict in verify_ledger(ledger)] == [None]
        for change in (lambda: ledger.append([batch("a", 0)]), lambda: ledger.put("a", "b", "c")):
            with pytest.raises(LedgerFailed, match="opened to be read only"):
                change()
        ledger.close()
        for words in audits:
            done = CliRunner().invoke(app, [*words, "--database", str(shown)])
            assert done.exit_code == 0, done.output
    assert sorted(path.name for path in shown.parent.iterdir()) == ["ledger.db"]


def test_a_log_that_was_left_behind_on_a_disk_that_cannot_be_written_is_refused_in_a_sentence(shown: Path) -> None:
    """What stands in the log would be missed."""
    shown.parent.chmod(0o755)
    shown.with_name("ledger.db-wal").write_bytes(b"something that was not copied into the file yet")
    shown.parent.chmod(0o555)
    with as_nobody(), pytest.raises(Refused, match="copy both to another folder"):
        open_ledger(str(shown), read_only=True)


def test_an_auditor_beside_a_server_sees_what_it_writes(tmp_path: Path) -> None:
    path = str(tmp_path / "ledger.db")
    server = open_ledger(path)
    write(server, "a", ["1"])
    auditor = open_ledger(path, read_only=True)
    assert auditor.head("a").version == 1
    rows = write(server, "a", ["2"])
    assert auditor.read("a", 1) == rows
    auditor.close()
    server.close()


def test_a_role_that_may_only_read_audits_a_ledger_on_postgresql(postgres: PostgresServer) -> None:  # noqa: F811
    url = postgres.new_ledger()
    ledger = open_ledger(url)
    play(House(table_of("dakota"), ledger), 1)
    schema = url.rpartition("%3D")[2]
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("DROP ROLE IF EXISTS looks")
        owner.execute("CREATE ROLE looks LOGIN")
        owner.execute(f"GRANT USAGE ON SCHEMA {schema} TO looks")
        owner.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO looks")
    auditor = open_ledger(url.replace("house@", "looks@"), read_only=True)
    assert [verdict.fault for verdict in verify_ledger(auditor)] == [None]
    with pytest.raises(LedgerFailed):
        auditor.append([batch("a", 0)])
    auditor.close()
    ledger.close()


# --- bytes that change ---


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with staff, sessions and rounds at two tables, closed in order."""
    path = tmp_path_factory.mktemp("ledger") / "ledger.db"
    ledger = SqliteLedger(path)
    for name in ("dakota", "lucky"):
        play(House(table_of(name), ledger), 6)
    Staff(ledger).add("Sam", "supervisor", "a long password")
    ledger.put("signing_keys", "k1", "ab" * 32)
    ledger.put_all("marks dakota", {})
    ledger.close()
    return path


def contents(path: Path) -> list[Any]:
    """Everything that the file says, read along its tables and along its indexes."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        said: list[Any] = [list(connection.execute("SELECT * FROM sqlite_schema"))]
        said += [list(connection.execute(f"SELECT * FROM {name}")) for name in sorted(tables)]
        said.append(list(connection.execute("SELECT table_name, version FROM events ORDER BY 1, 2")))
        indexed = "FROM events INDEXED BY commands WHERE command <> '' ORDER BY 1, 2"
        said.append(list(connection.execute(f"SELECT table_name, command, rowid {indexed}")))
        return said
    finally:
        connection.close()


def found_in(path: Path) -> str:
    """Where a changed file is noticed: at the start of a server, by `audit verify`, or nowhere."""
    try:
        SqliteLedger(path).close()
    except (Refused, LedgerFailed):
        return "start"
    try:
        ledger = open_ledger(str(path), read_only=True)
        try:
            verdicts = verify_ledger(ledger)
        finally:
            ledger.close()
    except (Refused, LedgerFailed):
        return "verify"
    return "verify" if any(verdict.fault for verdict in verdicts) else "nowhere"


def test_a_byte_that_is_changed_anywhere_in_the_file_is_found_or_means_nothing(file: Path, tmp_path: Path) -> None:
    assert found_in(file) == "nowhere"
    whole, said = file.read_bytes(), contents(file)
    rng = random.Random(10)
    flipped = tmp_path / "flipped.db"
    counts = {"start": 0, "verify": 0, "nowhere": 0}
    for place in rng.sample(range(len(whole)), FLIPS):
        changed = bytearray(whole)
        changed[place] ^= 1 << rng.randrange(8)
        flipped.write_bytes(changed)
        unchanged = None
        try:
            unchanged = contents(flipped) == said
        except (apsw.Error, UnicodeDecodeError):
            unchanged = False
        where = found_in(flipped)
        counts[where] += 1
        assert where != "nowhere" or unchanged, f"byte {place} was changed, and nobody saw it"
        for end in ("-wal", "-shm"):
            flipped.with_name(flipped.name + end).unlink(missing_ok=True)
    assert counts["verify"] > FLIPS // 10  # in rows of streams
    assert counts["start"] > FLIPS // 50


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE shelves SET value = replace(value, 'argon2id', 'argon2ie') WHERE shelf = 'staff'", "shelf 'staff'"),
        ("UPDATE shelves SET value = 'cd' WHERE shelf = 'signing_keys'", "shelf 'signing_keys'"),
        ("UPDATE shelves SET key = 'Ada' WHERE shelf = 'staff'", "shelf 'staff' under 'Sam'"),
        ("UPDATE meta SET value = 'x'", "format"),
        ("UPDATE meta SET key = 'fnrmat'", "format"),
        ("DROP TRIGGER unchanged", ""),
        ("CREATE INDEX mine ON events (at)", "index mine is not as it was made"),
    ],
)
def test_what_lies_beside_the_streams_is_held_against_its_sum(
    file: Path, tmp_path: Path, change: str, says: str
) -> None:
    """Past the triggers, as a disk would."""
    path = tmp_path / "changed.db"
    shutil.copy(file, path)
    connection = apsw.Connection(str(path))
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    connection.execute(change)
    connection.close()
    try:
        ledger = open_ledger(str(path), read_only=True)
        found = [verdict.sentence for verdict in verify_ledger(ledger) if verdict.table == STORAGE]
        ledger.close()
    except Refused as refusal:
        found = [str(refusal)]
    if says:
        assert says in found[0]
        with pytest.raises(Refused, match="damaged"):
            SqliteLedger(path)
    else:
        assert found == []  # a ledger of an older houseway may lack what a newer one has


def test_an_index_that_lacks_a_row_is_found_by_verify(file: Path, tmp_path: Path) -> None:
    """SQLite's quick look at the start does not hold indexes against their tables."""
    path = tmp_path / "index.db"
    shutil.copy(file, path)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA writable_schema = on")
    connection.execute("UPDATE sqlite_schema SET sql = replace(sql, '<> ''''', '= ''x''') WHERE name = 'commands'")
    connection.close()
    connection = apsw.Connection(str(path))
    connection.execute("REINDEX commands")
    connection.execute("PRAGMA writable_schema = on")
    connection.execute("UPDATE sqlite_schema SET sql = replace(sql, '= ''x''', '<> ''''') WHERE name = 'commands'")
    connection.close()
    assert found_in(path) == "verify"


def test_what_an_older_houseway_keeps_is_neither_covered_nor_wrong(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "older.db"
    shutil.copy(file, path)
    connection = apsw.Connection(str(path))
    connection.execute("INSERT OR REPLACE INTO shelves VALUES ('staff', 'Sam', 'x')")  # without its sum
    connection.close()
    assert found_in(path) == "nowhere"
