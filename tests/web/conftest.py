"""Houses to test: most tests share one that plays in memory."""

from collections.abc import Iterator

import pytest

from tests.house.conftest import ledger, ledger_url, opened, postgres  # noqa: F401  of both kinds
from tests.web.running import Client, Server, running, small_room

PASSWORD = "a long password"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Two tables, cards that are the same every time, and staff."""
    with running(small_room("dakota", "super-fun"), seed=7) as made:
        for name, role in (("Sam", "supervisor"), ("Ada", "auditor"), ("Tea", "teacher")):
            made.hall.staff.add(name, role, PASSWORD)
        yield made


@pytest.fixture(scope="module")
def roles(server: Server) -> dict[str, Client]:
    """One of each role."""
    return {
        "guest": server.client(),
        "player": server.client("Pia"),
        "supervisor": server.client().log_in("Sam", PASSWORD),
        "auditor": server.client().log_in("Ada", PASSWORD),
        "teacher": server.client().log_in("Tea", PASSWORD),
    }
