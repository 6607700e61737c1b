"""A ledger of streams that were stored once and never change."""

from pathlib import Path

import pytest

from houseway.house.ledger import open_inside
from houseway.house.staff_book import MADE, StaffBook
from tests.house.streams import path_of, read_stream
from tests.house.test_formats import store_again

TABLES = ("dakota", "dakota-practice", "holdem", "lucky-practice", "super-fun", "triple-shot")
MOMENT = 1_700_000_000_000_000  # when the first of them began: 14 November 2023


HOUR_US = 3_600_000_000


def store_all(path: Path) -> None:
    ledger = open_inside(str(path))
    for table in TABLES:
        store_again(ledger, read_stream(path_of(table, 2)))
    StaffBook(ledger).write(MADE, "Sam", "the command line", MOMENT, lambda _: ("supervisor", ()))
    ledger.close()


@pytest.fixture(scope="package")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("approved") / "house.sqlite"
    store_all(path)
    return path
