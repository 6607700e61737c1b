"""A ledger of every kind, for the tests that must pass on each."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import Ledger
from tests.house.postgres_server import MISSING, PostgresServer, binaries, postgres_server

Open = Callable[[], Ledger]
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One server for all tests of this run. Where it is missing, a person is told; our own checks fail."""
    if binaries() is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with postgres_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def ledger_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty ledger may be made that several may open."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/ledger.db"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_ledger()


@pytest.fixture
def opened(ledger_url: str) -> Iterator[Open]:
    """Opens the same ledger once more, as another server process would."""
    ledgers: list[Ledger] = []

    def one_more() -> Ledger:
        ledgers.append(open_ledger(ledger_url))
        return ledgers[-1]

    yield one_more
    for ledger in ledgers:
        ledger.close()


@pytest.fixture
def ledger(opened: Open) -> Ledger:
    return opened()


@pytest.fixture
def quick_folder() -> Iterator[Path]:
    """In memory where the system has such a place: for tests in which no real power is cut."""
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as made:
        yield Path(made)
