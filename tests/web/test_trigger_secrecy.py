"""Nobody can ask the server for a hidden trigger: every page and answer, for every role, before and after a hit."""

from urllib.parse import quote

import pytest

from houseway.house.linked.trigger import Trigger
from tests.house.table_kit import room_with
from tests.house.test_must_hit import LINK, with_mystery
from tests.web.conftest import PASSWORD
from tests.web.running import Client, Seat, Server, running

FAR = 90_071  # a limit so far away that a trigger is a number that stands nowhere else
NAMES = ("holdem", LINK, quote(LINK), "corner", ":link:", "%3Alink%3Acorner%00")
ASKED = {"number": "1", "file": "meters.js", "name": "corner", "table": "holdem", "form": "json", "game": "blackjack"}
SLOW = ("/api/lab", "/api/school", "/metrics/profile")  # about games, not about this house


def secrets_of(server: Server) -> tuple[Trigger, list[str]]:
    """The trigger in force, and the texts that would tell it."""
    found = server.house.pit.links.catch_up("corner").triggers["mystery"]
    nonces = [row.written["nonce"] for row in server.house.ledger.read(LINK) if row.kind == "set"]
    return found, [nonces[-1], found.key.hex(), str(found.cents)]


class Filled(dict[str, str]):
    """What stands in the braces of an address."""

    def __init__(self, name: str) -> None:
        super().__init__(ASKED)
        self.name = name

    def __missing__(self, key: str) -> str:
        return self.name


def paths(server: Server) -> list[str]:
    """Every address that can be read, with every name for what stands in braces."""
    found = set()
    for path, methods in server.client().get("/api/openapi.json")["paths"].items():
        if "get" in methods and not path.startswith(SLOW):
            for name in NAMES:
                found |= {path.replace("{name}", name), path.format_map(Filled(name))}
    asked = {f"/api/audit/{what}?table={quote(LINK)}" for what in ("export", "tables", "verify", "search")}
    return sorted(path for path in found | asked | {"/metrics", "/health", "/meters"} if "{" not in path)


def told(client: Client, path: str) -> str:
    answer = client.http.get(path)
    assert answer.status_code < 500, f"{path}: {answer.text}"
    return answer.text + str(answer.headers)


def bet(seat: Seat) -> None:
    seat.do("bet", seat=1, wagers={"ante": 500, "bonus": 500}, joins=["royal"])
    seat.do("ready")


@pytest.mark.parametrize("role", ["guest", "player", "supervisor", "auditor"])
def test_no_answer_of_the_server_tells_a_trigger_that_is_not_reached(role: str) -> None:
    with running(room_with(with_mystery(must_hit_by_cents=10_000_000 + FAR, seed_cents=10_000_000))) as server:
        server.hall.staff.add("Sam", "supervisor", PASSWORD)
        server.hall.staff.add("Ada", "auditor", PASSWORD)
        ann = server.client("Ann")
        seat = ann.at("holdem")
        seat.do("sit", cents=200_000)
        bet(seat)
        clients = {"guest": server.client, "player": lambda: ann}
        staff = {"supervisor": "Sam", "auditor": "Ada"}
        client = clients[role]() if role in clients else server.client().log_in(staff[role], PASSWORD)
        _, hidden = secrets_of(server)
        asked = paths(server)
        assert len(asked) > 60
        for path in asked:
            text = told(client, path)
            assert [each for each in hidden if each in text] == [], path
