"""What an auditor and an operator read of streams that were stored once and never change."""

import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app, main
from tests.approved import hold
from tests.approved.test_specimen import parts

DAY = "2023-11-14"


@pytest.mark.parametrize(
    ("name", "pages"),
    [
        ("verify.txt", ["audit verify"]),
        ("recall.txt", ["audit recall dakota", "audit recall triple-shot 1", "audit recall holdem --last 1 --json"]),
        ("replay.txt", ["audit replay lucky-practice 1 --all", "audit replay super-fun 2 --all"]),
        ("hold.txt", ["audit hold", "audit hold --csv", "audit hold dakota --json"]),
        ("shuffler.txt", ["audit shuffler", "audit shuffler holdem --json"]),
        ("dispute.md", ["audit dispute dakota 1 --format md", "audit dispute super-fun 1 --format md"]),
        ("dispute.json", ["audit dispute triple-shot 2 --format json"]),
        ("export.txt", ["audit export super-fun", "audit export triple-shot --format csv"]),
        ("books.txt", [f"house report --day {DAY}", f"house report --day {DAY} --by game,wager --charts"]),
        ("books.md", [f"house report --day {DAY} --format md"]),
        ("books.json", ["house report --week 2023-W46 --zone America/Los_Angeles --format json"]),
        ("books.csv", ["house report --month 2023-11 --by table,wager,shift --shifts 06:00,14:00,22:00 --format csv"]),
        ("staff.txt", ["staff book"]),
    ],
)
def test_a_page_of_the_ledger(
    name: str,
    pages: list[str],
    ledger_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    for words in pages:
        print(f"$ houseway {words}")
        monkeypatch.setattr(sys, "argv", ["houseway", *words.split(), "--database", str(ledger_file)])
        with pytest.raises(SystemExit) as left:
            main()
        assert not left.value.code, words
    told = capsys.readouterr()
    assert told.err == ""
    hold(name, told.out.replace(str(ledger_file.parent), ""))


def test_the_books_as_a_workbook(ledger_file: Path, tmp_path: Path) -> None:
    """As it is written: every cell with its format and formula, widths and what is frozen."""
    path = tmp_path / "books.xlsx"
    words = ["house", "report", "--day", DAY, "--by", "table,wager", "-o", str(path), "--database", str(ledger_file)]
    assert CliRunner().invoke(app, words).output == f"{path}\n"
    hold("books.xlsx.txt", parts(path.read_bytes()))


def test_the_books_as_a_page_for_a_browser(ledger_file: Path) -> None:
    words = ["house", "report", "--week", "2023-W46", "--format", "html", "--database", str(ledger_file)]
    told = CliRunner().invoke(app, words).output
    hold("books.html", re.sub("(?s)<style>.*?</style>", "", told).replace("><", ">\n<"))
