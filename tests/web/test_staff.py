"""Staff accounts and the house file at the server's start."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.house.configuration import Room
from houseway.house.draft import SUPERVISOR, Actor, Command
from houseway.house.ledger import open_ledger
from houseway.house.pit import new_id
from houseway.rules.refused import Refused
from houseway.web.filed import changed_by_page
from houseway.web.open_house import open_house
from houseway.web.staff_accounts import SHELF, Staff
from tests.typed import typed
from tests.web.running import running, small_room

PASSWORD = "a long password"


def run(*words: str, lines: str = "") -> str:
    done = CliRunner().invoke(app, list(words), input=lines)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("words", [("list",), ("book",), ("remove", "Sam"), ("revoke", "Sam")])
def test_a_mistyped_ledger_is_not_made_by_who_looks_for_its_staff(tmp_path: Path, words: tuple[str, ...]) -> None:
    missing = tmp_path / "hose.db"
    done = typed("staff", *words, "--database", str(missing))
    assert done.returncode == 2
    assert done.stderr.startswith(f"houseway: there is no ledger {missing}")
    assert not missing.exists()


def test_staff_are_added_listed_and_removed(tmp_path: Path) -> None:
    database = ("--database", str(tmp_path / "house.sqlite"))
    twice = f"{PASSWORD}\n{PASSWORD}\n"
    assert run("staff", "add", "Sam", "--role", "supervisor", *database, lines=twice).endswith(
        "Sam is a supervisor now.\n"
    )
    assert run("staff", "add", "Ada", "--role", "auditor", *database, lines=twice).endswith("Ada is an auditor now.\n")
    assert run("staff", "list", *database) == "Ada  auditor\nSam  supervisor\n"
    assert run("staff", "remove", "Sam", *database) == "Sam is not on the staff any more.\n"
    assert run("staff", "list", *database) == "Ada  auditor\n"


def test_a_password_is_kept_as_an_argon2_hash_only(tmp_path: Path) -> None:
    ledger = open_ledger(str(tmp_path / "house.sqlite"))
    Staff(ledger).add("Sam", "supervisor", PASSWORD)
    kept = ledger.get(SHELF, "Sam")
    assert kept is not None
    assert "$argon2id$" in kept
    assert PASSWORD not in kept
    ledger.close()
    for file in tmp_path.iterdir():
        assert PASSWORD.encode() not in file.read_bytes()


def test_only_the_right_password_opens() -> None:
    ledger = open_ledger("memory:")
    staff = Staff(ledger)
    staff.add("Sam", "supervisor", PASSWORD)
    assert staff.role_of("Sam", PASSWORD) == "supervisor"
    for name, password in (("Sam", "wrong"), ("Sam", ""), ("sam", PASSWORD), ("", ""), ("Sam\0", PASSWORD)):
        assert staff.role_of(name, password) is None
    staff.remove("Sam")
    assert staff.role_of("Sam", PASSWORD) is None
    ledger.close()


@pytest.mark.parametrize(
    ("name", "role", "password", "says"),
    [
        ("Sam", "owner", PASSWORD, "no role 'owner'"),
        ("Sam", "player", PASSWORD, "no role 'player'"),
        ("", "auditor", PASSWORD, "1 to 24 letters"),
        ("S\n", "auditor", PASSWORD, "1 to 24 letters"),
        ("Sam", "auditor", "short", "10 to 200 letters"),
    ],
)
def test_an_account_that_cannot_be_is_refused(name: str, role: str, password: str, says: str) -> None:
    ledger = open_ledger("memory:")
    with pytest.raises(Refused, match=says):
        Staff(ledger).add(name, role, password)
    ledger.close()


def test_a_session_outlives_the_server(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    with running(small_room("dakota"), database) as server:
        cookie = server.client("Ann").cookie
    with running(small_room("dakota"), database) as server:
        client = server.client()
        client.http.headers["cookie"] = cookie
        assert client.get("/api/session")["name"] == "Ann"
    with running(small_room("dakota"), str(tmp_path / "another.sqlite")) as server:  # has a key of its own
        client = server.client()
        client.http.headers["cookie"] = cookie
        assert client.get("/api/session")["role"] == "guest"


def test_a_changed_house_file_is_an_event_at_the_next_start(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    said: list[str] = []
    open_house(database, small_room("dakota", "super-fun"), say=said.append).close()
    assert said == []
    house = open_house(database, small_room("dakota", seats=3), say=said.append)
    assert house.pit.tables["dakota"].set_up.seats == 3
    last = [row for row in house.ledger.read("dakota") if row.kind == "configured"]
    reason = "as the house file has it at the start"
    assert [(row.body["by"], row.body["reason"]) for row in last] == [("the house file", reason)]
    assert sorted(said) == [
        "table 'dakota' has the configuration that the house file has now",
        "table 'super-fun' is in the ledger but not in the house file: it is served as it was",
    ]
    house.close()


SAM = Actor("sam", "Sam", SUPERVISOR)


class Restarts:
    """A house that is opened again and again on one ledger, and what it says at each start."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.said: list[str] = []

    def seats(self, room: Room, by_page: int = 0) -> int:
        """As the table has them after a start; a supervisor changes them then, if a number is given."""
        self.said.clear()
        house = open_house(self.database, room, say=self.said.append)
        try:
            found = house.pit.tables["dakota"].set_up
            if by_page:
                what = {"config": found.to_body() | {"seats": by_page}, "reason": "a quiet night"}
                house.pit.do("dakota", SAM, Command(new_id(), "configure", what=what))
                assert changed_by_page(room, house.pit.tables["dakota"]) == [f"Seats: {found.seats} → {by_page}"]
            return found.seats
        finally:
            house.close()


def test_a_change_by_page_outlives_restarts_until_the_file_says_something_else_of_the_table(tmp_path: Path) -> None:
    house, filed = Restarts(str(tmp_path / "house.sqlite")), small_room("dakota", "super-fun", seats=5)
    assert house.seats(filed, by_page=4) == 5
    for _ in range(2):
        assert house.seats(filed) == 4
        assert house.said == [
            "table 'dakota' stays as it was changed by page, and is not as the house file has it (Seats: 5 → 4): "
            "to go back, change it by page, or its entry in the file"
        ]
    other = filed.model_copy(update={"tables": filed.tables | small_room("super-fun", seats=2).tables})
    assert house.seats(other) == 4, "another table's entry is another table's"
    assert house.seats(small_room("dakota", "super-fun", seats=3)) == 3
    assert "table 'dakota' has the configuration that the house file has now" in house.said


def test_a_file_that_came_to_say_the_same_as_a_page_holds_when_it_is_changed_back(tmp_path: Path) -> None:
    house, five, four = Restarts(str(tmp_path / "house.sqlite")), *(small_room("dakota", seats=n) for n in (5, 4))
    house.seats(five, by_page=4)
    assert (house.seats(four), house.said) == (4, [])
    assert house.seats(five) == 5


def test_a_change_by_page_that_the_room_does_not_allow_any_more_gives_way_to_the_file(tmp_path: Path) -> None:
    house, filed = Restarts(str(tmp_path / "house.sqlite")), small_room("dakota", seats=5)
    house.seats(filed)
    opened = open_house(house.database, filed)
    config = opened.pit.tables["dakota"].set_up.to_body()
    most = max(limits["most_cents"] for limits in config["wagers"].values())
    dearer = {name: limits | {"most_cents": most + 500} for name, limits in config["wagers"].items()}
    what = {"config": config | {"wagers": dearer, "seats": 4}, "reason": "a busy night"}
    opened.pit.do("dakota", SAM, Command(new_id(), "configure", what=what))
    opened.close()
    assert house.seats(filed) == 4
    assert house.seats(filed.model_copy(update={"single_wager_max_cents": most})) == 5
    (line,) = house.said
    assert line.startswith("table 'dakota' has the configuration that the house file has now; what a page had changed")


def test_a_file_that_could_not_be_followed_is_tried_again_at_the_next_start(tmp_path: Path) -> None:
    house = Restarts(str(tmp_path / "house.sqlite"))
    opened = open_house(house.database, small_room("dakota", seats=5))
    opened.pit.do("dakota", Actor("ann", "Ann", "player"), Command(new_id(), "sit", what={"seat": 5, "cents": 100_000}))
    opened.close()
    fewer = small_room("dakota", seats=3)
    for _ in range(2):
        assert house.seats(fewer) == 5
        assert len(house.said) == 1
        assert house.said[0].startswith("table 'dakota' stays as it was, though the house file has it otherwise")


def test_a_house_whose_ledger_misses_a_row_is_not_opened_and_says_which(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    open_house(database, small_room("dakota")).close()
    with closing(apsw.Connection(database)) as ledger:
        ledger.execute("DROP TRIGGER untaken; DELETE FROM events WHERE table_name = 'dakota' AND version = 1")
    with pytest.raises(Refused, match=r"table dakota, event 1: this row is missing; the next one is 2.*from a copy"):
        open_house(database, small_room("dakota"))


def test_the_server_and_staff_need_the_web_extra_and_say_so() -> None:
    script = (
        "import sys, importlib.util as u\n"
        "find = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'uvicorn' else find(name, *rest)\n"
        "sys.argv = ['houseway', 'serve', '--database', 'memory:']\n"
        "from houseway.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "houseway: the server is not installed: pip install 'houseway[web]'\n")
