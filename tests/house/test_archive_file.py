"""The file of an archive: deterministic, its owner's alone, and no byte of it can change unnoticed."""

import json
import random
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from houseway.house.archive import file as archive_file
from houseway.house.archive.file import MAGIC, ArchiveFile, archives_at, contents_json, file_name, write_archive
from houseway.house.ledger.store import EMPTY, Stored
from houseway.rules.refused import Refused
from tests.house.lively import lively_house, rows_of


@cache
def rows() -> tuple[Stored, ...]:
    return tuple(rows_of(lively_house("holdem", 6, seed=2)))


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_file, "BLOCK_ROWS", 20)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / file_name("holdem", 1, len(rows()))
    write_archive(path, "holdem", EMPTY, rows())
    return path


def test_the_same_rows_make_the_same_file_which_is_its_owners_alone(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.archive"
    write_archive(other, "holdem", EMPTY, rows())
    assert other.read_bytes() == path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([path.name, other.name])


def test_it_reads_as_the_ledger_did_from_anywhere(path: Path) -> None:
    file = ArchiveFile(path)
    assert len(file.contents.blocks) > 3
    assert file.read() == list(rows())
    for after, limit in ((-5, 3), (0, 1), (19, 2), (20, 45), (len(rows()) - 1, 9), (len(rows()), 9), (7, None)):
        wanted = [row for row in rows() if row.version > after]
        assert file.read(after, limit) == (wanted if limit is None else wanted[:limit])
    file.verify()
    assert contents_json(file) == {
        "file": path.name, "table": rows()[0].table, "first": 1, "last": rows()[-1].version,
        "before": file.contents.before, "head": rows()[-1].hash, "digest": file.digest,
    }  # fmt: skip


def test_it_is_written_as_the_page_says(path: Path) -> None:
    raw = path.read_bytes()
    place = int(raw[-82:-66])
    contents = json.loads(raw[place:-82])
    (first, at, size, before), *_ = contents["blocks"]
    lines = zlib.decompress(raw[at : at + size]).decode().split("\n")
    row = rows()[0]
    assert raw.startswith(b"houseway archive 1\n")
    assert (first, at, before) == (1, len(MAGIC), "0" * 64)
    assert json.loads(lines[0]) == [row.at, row.kind, row.text, row.command]
    assert (contents["table"], contents["first"], contents["last"]) == ("holdem", 1, len(rows()))


def test_any_byte_that_changes_is_found(path: Path, tmp_path: Path) -> None:
    good, changed = path.read_bytes(), tmp_path / "changed.archive"
    rng = random.Random(5)
    places = {*range(20), *range(len(good) - 90, len(good)), *(rng.randrange(len(good)) for _ in range(150))}
    for place in places:
        changed.write_bytes(good[:place] + bytes([good[place] ^ (1 << rng.randrange(8))]) + good[place + 1 :])
        with pytest.raises(Refused, match=r"damaged|no archive"):
            ArchiveFile(changed)


@pytest.mark.parametrize("left", [0, 5, 30, 500, -1, -66, -83])
def test_one_that_is_cut_short_or_has_more_is_found(path: Path, left: int, tmp_path: Path) -> None:
    good, changed = path.read_bytes(), tmp_path / "changed.archive"
    for raw in (good[:left], good + b"\n", b""):
        changed.write_bytes(raw)
        with pytest.raises(Refused, match=r"damaged|no archive"):
            ArchiveFile(changed)


def test_a_forger_who_sums_it_anew_is_found_by_the_chain(tmp_path: Path) -> None:
    """Rows changed, left out or moved, the sum and the places right."""
    forged = list(rows())
    for change in (
        lambda each: each[:30] + each[31:],
        lambda each: [*each[:30], Stored(**{**vars_of(each[30]), "at": each[30].at + 1}), *each[31:]],
        lambda each: [*each[:30], each[31], each[30], *each[32:]],
    ):
        other = tmp_path / "forged.archive"
        made = write_archive(other, "holdem", EMPTY, change(forged))
        assert made.table == "holdem"
        file = ArchiveFile(other)
        with pytest.raises(Refused, match=r"do not follow|do not lead"):
            file.verify()
        other.unlink()


def vars_of(row: Stored) -> dict[str, Any]:
    return {name: part for name, part in vars(row).items() if name != "body"}


def test_writing_that_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    def broken() -> object:
        yield from rows()[:50]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_archive(tmp_path / "a.archive", "holdem", EMPTY, broken())  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "a.archive.part").write_bytes(b"left by one that was killed")
    write_archive(tmp_path / "a.archive", "holdem", EMPTY, rows())
    assert [each.name for each in tmp_path.iterdir()] == ["a.archive"]
    with pytest.raises(Refused, match="cannot be written"):
        write_archive(tmp_path / "none" / "a.archive", "holdem", EMPTY, rows())


def test_another_archive_of_the_same_name_is_not_written_over(path: Path, tmp_path: Path) -> None:
    good = path.read_bytes()
    other = [Stored(**{**vars_of(row), "at": row.at + 1}) for row in rows()]
    with pytest.raises(Refused, match="is another archive: name another folder"):
        write_archive(path, "holdem", EMPTY, other)
    write_archive(path, "holdem", EMPTY, rows())
    assert path.read_bytes() == good
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_what_is_no_archive_is_said(tmp_path: Path, path: Path) -> None:
    with pytest.raises(Refused, match="cannot be read"):
        ArchiveFile(tmp_path / "none.archive")
    other = tmp_path / "page.archive"
    other.write_text("<html>", encoding="utf-8")
    with pytest.raises(Refused, match="is no archive of houseway's"):
        ArchiveFile(other)
    other.write_bytes(path.read_bytes().replace(MAGIC, b"houseway archive 2\n"))
    with pytest.raises(Refused, match="a newer houseway"):
        ArchiveFile(other)
    (tmp_path / "empty").mkdir()
    with pytest.raises(Refused, match="there is no archive there"):
        archives_at([tmp_path / "empty"])


def test_names_of_tables_are_safe_in_a_folder() -> None:
    assert file_name("../x y", 1, 2) == "..%2Fx%20y.1-2.archive"
