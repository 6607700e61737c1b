"""A stored row that was changed, moved, swapped, taken out or added is found, and the first wrong one is named."""

import random
from collections.abc import Callable
from dataclasses import replace

import apsw
import psycopg
import pytest

from houseway.house.ledger.chain import Tampered, row_hash, verify_rows, verify_stream
from houseway.house.ledger.sqlite import IN_MEMORY, SqliteLedger
from houseway.house.ledger.store import EMPTY, Head, Ledger, LedgerFailed, Stored
from tests.house.batches import batch, write
from tests.house.postgres_server import PostgresServer

MUTATIONS = 10_000
ROWS = 12
TABLES = ("a", "b", "c")
TEXTS = ("kind", "body", "command", "before", "hash")
Place = tuple[str, int]


def filled() -> SqliteLedger:
    """Three streams, without the guards that someone who tampers would take away first."""
    ledger = SqliteLedger(IN_MEMORY)
    for table in TABLES:
        for number in range(ROWS // 2):
            ledger.append([batch(table, 2 * number, f"c-{number}", events=2)])
    ledger._writer.execute("DROP TRIGGER unchanged; DROP TRIGGER untaken; PRAGMA ignore_check_constraints = on")
    return ledger


class Tamperer:
    """Changes rows by SQL; each method answers where the first wrong row then is."""

    def __init__(self, connection: apsw.Connection, rng: random.Random) -> None:
        self.run = connection.execute
        self.rng = rng
        self.table = rng.choice(TABLES)
        self.version = rng.randint(1, ROWS)

    def field(self, column: str, table: str, version: int) -> bytes:
        query = f"SELECT CAST({column} AS BLOB) FROM events WHERE table_name = ? AND version = ?"
        found: bytes = self.run(query, (table, version)).get
        return found

    def put(self, column: str, table: str, version: int, value: bytes | int) -> None:
        cast = "?" if isinstance(value, int) else "CAST(? AS TEXT)"
        self.run(f"UPDATE events SET {column} = {cast} WHERE table_name = ? AND version = ?", (value, table, version))

    def edited(self, text: bytes) -> bytes:
        """Another text: a byte changed, put in, or taken out; not always one that can be decoded."""
        at = self.rng.randrange(len(text) + 1)
        byte = bytes([self.rng.randrange(256)])
        after = self.rng.choice([text[at:], byte + text[at:], byte + text[at + 1 :], text[at + 1 :]])
        made = text[:at] + after
        return made if made != text else self.edited(text)

    def change_a_text(self) -> Place:
        column = self.rng.choice(TEXTS)
        self.put(column, self.table, self.version, self.edited(self.field(column, self.table, self.version)))
        return self.table, self.version

    def change_the_time(self) -> Place:
        self.put(
            "at",
            self.table,
            self.version,
            int(self.field("at", self.table, self.version)) + self.rng.choice([-1, 1, 10**6]),
        )
        return self.table, self.version

    def change_the_body_and_its_hash(self) -> Place:
        """The row is right by itself; the next one, or the head, was written behind another."""
        [row] = self.run("SELECT * FROM events WHERE table_name = ? AND version = ?", (self.table, self.version))
        text = row[4].replace("100", "900")
        self.put("body", self.table, self.version, text.encode())
        table, version, at, kind, _, command, before, *_ = row
        made = row_hash(table, version, at, kind, text, command, before)
        self.put("hash", self.table, self.version, made.encode())
        return self.table, min(self.version + 1, ROWS)

    def swap_versions(self) -> Place:
        one, two = sorted(self.rng.sample(range(1, ROWS + 1), 2))
        for old, new in [(one, -1), (two, one), (-1, two)]:
            self.run("UPDATE events SET version = ? WHERE table_name = ? AND version = ?", (new, self.table, old))
        return self.table, one

    def swap_fields(self) -> Place:
        one, two = sorted(self.rng.sample(range(1, ROWS + 1), 2))
        column = self.rng.choice(["body", "hash"])  # every row's differ
        fields = [self.field(column, self.table, version) for version in (two, one)]
        for version, other in zip((one, two), fields, strict=True):
            self.put(column, self.table, version, other)
        return self.table, one

    def swap_streams_rows(self) -> Place:
        """The whole rows of two tables at one version."""
        one, two = self.rng.sample(TABLES, 2)
        for old, new in [(one, "?"), (two, one), ("?", two)]:
            self.run("UPDATE events SET table_name = ? WHERE table_name = ? AND version = ?", (new, old, self.version))
        return one, self.version

    def take_rows_out(self) -> Place:
        last = self.rng.randint(self.version, ROWS)
        query = "DELETE FROM events WHERE table_name = ? AND version BETWEEN ? AND ?"
        self.run(query, (self.table, self.version, last))
        return self.table, self.version

    def cut_the_tail(self) -> Place:
        self.run("DELETE FROM events WHERE table_name = ? AND version >= ?", (self.table, self.version))
        return self.table, self.version

    def leave_a_gap(self) -> Place:
        """The rows from one on get higher versions."""
        query = "UPDATE events SET version = version + 100 WHERE table_name = ? AND version >= ?"
        self.run(query, (self.table, self.version))
        return self.table, self.version

    def put_a_row_before_the_first(self) -> Place:
        self.run("INSERT INTO events SELECT table_name, 0, at, kind, body, command, before, hash FROM events "
                 "WHERE table_name = ? AND version = 1", (self.table,))  # fmt: skip
        return self.table, 1

    def add_a_row(self) -> Place:
        """Forged with the right hashes, but the head is not moved."""
        before = self.field("hash", self.table, ROWS).decode()
        made = row_hash(self.table, ROWS + 1, 0, "moved", "{}", "", before)
        row = (self.table, ROWS + 1, 0, "moved", "{}", "", before, made)
        self.run("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        return self.table, ROWS + 1

    def move_a_row_to_another_table(self) -> Place:
        other = self.rng.choice([name for name in (*TABLES, "d") if name != self.table])
        query = "UPDATE events SET table_name = ?, version = ? WHERE table_name = ? AND version = ?"
        self.run(query, (other, 1 if other == "d" else ROWS + 1, self.table, self.version))
        return self.table, self.version

    def rename_a_stream(self) -> Place:
        for store in ("events", "heads"):
            self.run(f"UPDATE {store} SET table_name = 'd' WHERE table_name = ?", (self.table,))
        return "d", 1

    def take_the_head(self) -> Place:
        self.run("DELETE FROM heads WHERE table_name = ?", (self.table,))
        return self.table, 1

    def change_the_heads_version(self) -> Place:
        wrong = self.rng.choice([version for version in range(ROWS + 5) if version != ROWS])
        self.run("UPDATE heads SET version = ? WHERE table_name = ?", (wrong, self.table))
        return self.table, min(wrong, ROWS) + 1

    def change_the_heads_hash(self) -> Place:
        wrong = self.edited(self.field("hash", self.table, ROWS))
        self.run("UPDATE heads SET hash = CAST(? AS TEXT) WHERE table_name = ?", (wrong, self.table))
        return self.table, ROWS


MEANS: list[Callable[[Tamperer], Place]] = [
    means for name, means in vars(Tamperer).items() if "_" in name and not name.startswith("_")
]


def named(ledger: Ledger) -> set[Place]:
    """The first wrong row of each stream that has one."""
    found: set[Place] = set()
    for table in ledger.tables():
        try:
            verify_stream(ledger, table)
        except Tampered as tampered:
            found.add((tampered.table, tampered.version))
    return found


def test_every_one_of_ten_thousand_mutations_is_named() -> None:
    ledger = filled()
    assert named(ledger) == set()
    assert len(MEANS) == 16
    for seed in range(MUTATIONS):
        means = MEANS[seed % len(MEANS)]
        ledger._writer.execute("BEGIN")
        place = means(Tamperer(ledger._writer, random.Random(seed)))
        assert place in named(ledger), f"mutation {seed}, {means.__name__}, is not named: {place}"
        ledger._writer.execute("ROLLBACK")
    assert named(ledger) == set()


def test_a_table_whose_name_is_no_text_any_more_is_told() -> None:
    ledger = filled()
    ledger._writer.execute("UPDATE events SET table_name = CAST(x'ff' AS TEXT) WHERE table_name = 'b'")
    with pytest.raises(LedgerFailed, match="no text; somebody has changed the file"):
        ledger.tables()


def test_a_row_changed_on_postgresql_is_named(postgres: PostgresServer) -> None:
    from houseway.house.ledger.postgres import PostgresLedger

    url = postgres.new_ledger()
    ledger = PostgresLedger(url)
    write(ledger, "a", ["1", "2", "3"])
    with psycopg.connect(url) as owner:
        owner.execute("ALTER TABLE events DISABLE TRIGGER unchanged")
        owner.execute("UPDATE events SET body = replace(body, '100', '900') WHERE version = 2")
    assert named(ledger) == {("a", 2)}
    with psycopg.connect(url) as owner:
        owner.execute("DELETE FROM events WHERE version >= 2")
    assert named(ledger) == {("a", 2)}
    ledger.close()


def rewritten(rows: list[Stored]) -> list[Stored]:
    """The chain computed anew behind a change, as only someone could who knows how."""
    made: list[Stored] = []
    before = EMPTY.hash
    for row in rows:
        hash_ = row_hash(row.table, row.version, row.at, row.kind, row.text, row.command, before)
        made.append(replace(row, before=before, hash=hash_))
        before = hash_
    return made


def test_a_chain_made_anew_is_found_only_by_a_hash_noted_elsewhere() -> None:
    rows = filled().read("a")
    noted = {rows[7].version: rows[7].hash}
    verify_rows("a", rows, rows[-1].place, noted)
    forged = rewritten([*rows[:4], replace(rows[4], text='{"postings":{}}'), *rows[5:]])
    verify_rows("a", forged, forged[-1].place)
    with pytest.raises(Tampered, match="version 8: this row is not the one whose hash was noted"):
        verify_rows("a", forged, forged[-1].place, noted)


def test_a_tail_cut_together_with_the_head_is_found_only_by_a_hash_noted_elsewhere() -> None:
    rows = filled().read("a")
    verify_rows("a", rows[:5], rows[4].place)
    with pytest.raises(Tampered, match="version 6: this row is missing; the stream went on to 8"):
        verify_rows("a", rows[:5], rows[4].place, {8: rows[7].hash})
    with pytest.raises(Tampered, match="version 1: this row is missing; the stream went on to 8"):
        verify_rows("a", [], EMPTY, {8: rows[7].hash})


@pytest.mark.parametrize(
    ("rows", "head", "reason"),
    [
        (slice(0, 3), 3, None),
        (slice(0, 0), 0, None),
        (slice(1, 3), 3, "version 1: this row is missing; the next one is 2"),
        (slice(0, 2), 3, "version 3: this row is missing; the stream went on to 3"),
        (slice(0, 3), 2, "version 3: the stream has 3 rows, but its head is 2"),
        (slice(0, 3), 0, "version 1: the stream has 3 rows, but its head is missing"),
        (slice(0, 12, 11), 12, "version 2: this row is missing; the next one is 12"),
        (slice(None, None, -1), 3, "version 1: this row is missing; the next one is 12"),
    ],
)
def test_the_reason_says_what_is_wrong(rows: slice, head: int, reason: str | None) -> None:
    whole = filled().read("a")
    places = [EMPTY, *(row.place for row in whole)]
    if reason is None:
        verify_rows("a", whole[rows], places[head])
    else:
        with pytest.raises(Tampered, match=reason):
            verify_rows("a", whole[rows], places[head])


def test_a_row_of_another_stream_is_named() -> None:
    ledger = filled()
    whole, other = ledger.read("a"), ledger.read("b")
    with pytest.raises(Tampered, match="version 3: this row belongs to table 'b'"):
        verify_rows("a", [*whole[:2], other[2], *whole[3:]], whole[-1].place)


def test_fields_cannot_trade_letters() -> None:
    """Each stands behind its own length: "ab" and "c" are not "a" and "bc"."""
    plain = ("t", 1, 11, "kind", "{}", "c", EMPTY.hash)
    moved = [
        ("t", 11, 1, "kind", "{}", "c", EMPTY.hash),
        ("t", 1, 11, "kin", "d{}", "c", EMPTY.hash),
        ("t", 1, 11, "kind", "{}c", "", EMPTY.hash),
        ("t1", 11, 1, "kind", "{}", "c", EMPTY.hash),
    ]
    assert len({row_hash(*fields) for fields in [plain, *moved]}) == 5


def test_a_long_stream_is_verified_in_pages_also_beside_a_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that come between the last page and the head are read too, not taken for a head that is wrong."""
    ledger = filled()
    real, heads = ledger.head, iter(range(3))

    def head(table: str) -> Head:
        if next(heads, None) is not None:
            ledger.append([batch(table, real(table).version, events=3)])
        return real(table)

    monkeypatch.setattr("houseway.house.ledger.chain.PAGE", 5)
    monkeypatch.setattr(ledger, "head", head)
    assert verify_stream(ledger, "a").version == ROWS + 3 * 3
