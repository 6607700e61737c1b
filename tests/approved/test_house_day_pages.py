"""What an auditor and an operator read at a terminal of days on which much went wrong: voids, rulings, silence."""

import sys
from pathlib import Path

import pytest

from houseway.cli import main
from houseway.house.ledger import open_inside
from tests.approved import hold
from tests.approved.house_day import a_day

PAGES = {
    "rounds": ["audit verify", "audit recall {} --last 3", "audit rounds Anna", "audit rounds Ben --last 2"],
    "disputes": [f"audit dispute {{}} {round_}" for round_ in ("1 --format md", "3 --format md", "2 --format json")],
    "replays": ["audit replay {} 1 --all", "audit replay {} 3 --all"],
    "books": [
        "audit hold", "audit shuffler", "house report --day 1970-01-01",
        "house report --day 1970-01-01 --by wager --format md",
    ],
    "meters": ["audit meters", "audit meters corner --json", "audit dispute {} 2 --format md", "audit recall {} 2"],
}  # fmt: skip
DAYS = {
    "troubles": ("triple-shot", ("rounds", "disputes", "replays", "books")),
    "silence": ("dakota", ("rounds", "replays", "books")),
    "meters": ("holdem", ("rounds", "meters")),
}


@pytest.mark.parametrize("of", list(DAYS))
def test_pages_of_a_day(
    of: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    ledger_file = tmp_path / "house.sqlite"
    table, chosen = DAYS[of]
    a_day(of, table, open_inside(str(ledger_file))).house.ledger.close()
    for part in chosen:
        for words in (each.format(table) for each in PAGES[part]):
            print(f"$ houseway {words}")
            monkeypatch.setattr(sys, "argv", ["houseway", *words.split(), "--database", str(ledger_file)])
            with pytest.raises(SystemExit) as left:
                main()
            print(f"({left.value.code or 0})")
        told = capsys.readouterr()
        hold(f"pages.{of}.{part}.txt", f"{told.out}{told.err}".replace(str(tmp_path), ""))
