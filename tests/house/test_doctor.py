"""`houseway house doctor`: every check says what is good, or what is wrong and what to do, and changes nothing."""

import os
import shutil
from collections import namedtuple
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.house import checkup
from houseway.house.checkup import Finding, examined
from houseway.house.ledger import open_ledger
from tests.house.batches import write

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger as it should be."""
    tmp_path.chmod(0o700)
    file = tmp_path / "house.sqlite"
    ledger = open_ledger(str(file))
    write(ledger, "a", ["1"])
    ledger.close()
    file.chmod(0o600)
    return file


def found(path: Path, what: str, **given: object) -> Finding:
    return next(each for each in examined(str(path), **given) if each.what == what)  # type: ignore[arg-type]


def test_a_house_that_stands_well(path: Path) -> None:
    before = path.read_bytes()
    states = {each.what: each.state for each in examined(str(path))}
    assert states.keys() >= {"folder", "disk", "sync", "rights", "ledger", "clock"}
    assert "wrong" not in states.values()
    assert path.read_bytes() == before


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_ledger_that_others_may_read(path: Path, mode: int) -> None:
    path.chmod(mode)
    finding = found(path, "rights")
    assert finding.state == "wrong"
    assert "chmod 600" in finding.sentence


def test_a_log_beside_it_that_others_may_read(path: Path) -> None:
    beside = path.with_name(path.name + "-wal")
    beside.touch(0o644)
    beside.chmod(0o644)
    assert "house.sqlite-wal" in found(path, "rights").sentence


def test_a_folder_that_others_may_write_to(path: Path) -> None:
    path.parent.chmod(0o777)
    assert found(path, "folder").state == "wrong"
    path.parent.chmod(0o700)


def test_a_folder_that_is_not_there_and_a_ledger_that_is_not(tmp_path: Path) -> None:
    assert found(tmp_path / "none" / "x.db", "folder").state == "wrong"
    finding = found(tmp_path / "x.db", "ledger")
    assert (finding.state, "houseway serve" in finding.sentence) == ("look", True)
    assert not (tmp_path / "x.db").exists()


@pytest.mark.parametrize(
    ("free", "state", "sentence"),
    [
        (checkup.FREE_LEAST - 1, "wrong", "free some now, a table closes when nothing can be written"),
        (checkup.FREE_LEAST, "look", "a backup beside it needs as much again"),
        (checkup.FREE_WANTED - 1, "look", "a backup beside it needs as much again"),
        (checkup.FREE_WANTED, "good", ""),
        (107_911_053_312, "good", ""),
    ],
)
def test_a_disk_that_is_nearly_full(
    path: Path, free: int, state: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, free))
    assert found(path, "disk").state == state
    assert found(path, "disk").sentence.endswith(sentence)


def test_a_disk_is_told_in_gigabytes_and_a_backup_beside_it_needs_twice_the_ledger(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = 26_521_554_944  # 24.7 GB: a hole that takes no room
    os.truncate(path, size)
    for free, state in ((2 * size - 1, "look"), (2 * size, "good")):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: Usage(0, 0, free))
        finding = next(checkup._disk(path))
        assert (finding.what, finding.state) == ("disk", state)
        assert finding.sentence.startswith("49.4 GB free beside a ledger of 24.70 GB")


def test_a_disk_that_is_slow_to_sync(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "SYNC_SLOW_MS", -1.0)
    assert found(path, "sync").state == "look"

    def fails(_: int) -> None:
        raise OSError

    monkeypatch.setattr(os, "fsync", fails)
    assert found(path, "sync").state == "wrong"


def test_a_clock_that_is_behind_the_ledger_or_before_this_software(path: Path) -> None:
    at = open_ledger(str(path)).read("a")[0].at / 1_000_000
    assert found(path, "clock", now=lambda: max(at, 1_800_000_000.0) + 60).state == "good"
    assert "before this software" in found(path, "clock", now=lambda: 0.0).sentence
    ledger = open_ledger(str(path))
    from houseway.house.ledger.store import Batch, Happened

    ledger.append([Batch("b", 0, 4_000_000_000 * 1_000_000, "1", (Happened("said", {}),))])
    ledger.close()
    behind = found(path, "clock", now=lambda: 1_900_000_000.0)
    assert behind == Finding(
        "wrong", "clock",
        "it says 2030-03-17 17:46:40 UTC, 2,100,000,000 s before the last event of the ledger: set it, by NTP",
    )  # fmt: skip


def test_what_is_no_ledger(path: Path) -> None:
    path.write_text("x" * 5000)
    assert found(path, "ledger").state == "wrong"


# --- the command ---


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["house", "doctor", *words])
    return done.exit_code, done.output


def test_a_line_each_and_an_exit_code(path: Path) -> None:
    code, said = run("--database", str(path))
    assert code == 0, said
    lines = said.splitlines()
    assert all(line.startswith(("GOOD ", "LOOK ", "WRONG", "houseway:")) for line in lines)
    assert {line.split()[1].rstrip(":") for line in lines} >= {"rights", "clock", "disk", "versions", "TLS", "files"}
    path.chmod(0o644)
    code, said = run("--database", str(path))
    assert (code, "1 wrong" in said) == (1, True)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--origin", "http://house.example"), "can be read on its way"),
        (("--origin", "https://house.example"), "--trusted-proxy"),
        (("--origin", "https://a.example", "--origin", "http://b.example"), "WRONG  addresses"),
        (("--host", "0.0.0.0"), "--origin"),
        (("--house", "none.toml"), "WRONG  house file"),
    ],
)
def test_addresses_tls_and_the_house_file(path: Path, words: tuple[str, ...], expected: str) -> None:
    assert expected in run("--database", str(path), *words)[1]
