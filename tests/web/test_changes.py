"""A supervisor sees what a change does to the edges before it is saved; the record says from what to what, and when."""

from collections.abc import Iterator

import pytest

from houseway.analysis.solve import solve
from houseway.games import find_game
from houseway.house.changes import changes
from houseway.house.configuration import TableConfig
from tests.web.conftest import PASSWORD
from tests.web.running import Client, Server, eventually, running, small_room


@pytest.fixture
def server() -> Iterator[Server]:
    with running(small_room("lucky", "dakota"), seed=3) as made:
        made.hall.staff.add("Sam", "supervisor", PASSWORD)
        made.hall.staff.add("Ada", "auditor", PASSWORD)
        yield made


@pytest.fixture
def sam(server: Server) -> Client:
    return server.client().log_in("Sam", PASSWORD)


def changed(server: Server, name: str, **options: object) -> dict[str, object]:
    body = server.house.pit.tables[name].set_up.to_body()
    return {**body, "options": {**body["options"], **options}}


def test_edges_are_told_now_and_then(server: Server, sam: Client) -> None:
    config = changed(server, "lucky", paytable="3", surrender="none")
    told = sam.http.post("/api/house/edges", json={"config": config}).json()
    (lucky,) = [each for each in told["wagers"] if each["wager"] == "lucky_lucky"]
    assert told["known"]
    assert (round(lucky["now"], 4), round(lucky["then"], 4)) == (0.0531, 0.1257)
    solved = solve(find_game("lucky_lucky"), {"paytable": "3"}).wagers["lucky_lucky"]
    assert lucky["then"] == float(solved.edge.value)


def test_figures_that_do_not_ship_are_said_so_and_worked_out_when_asked(
    server: Server, sam: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.web.api_staff.short_figures", lambda *_: {})
    config = {"config": changed(server, "dakota")}
    told = sam.http.post("/api/house/edges", json=config).json()
    assert told == {"known": False, "working": False, "wagers": []}
    told = sam.http.post("/api/house/edges?work=true", json=config).json()
    assert told["known"]
    assert {each["wager"]: each["now"] for each in told["wagers"]}["dollar"] is None
    assert [each["then"] for each in told["wagers"] if each["wager"] == "round"] == [pytest.approx(0.016405, abs=1e-6)]


def test_figures_that_take_long_are_said_to_be_under_way_and_come_when_asked_again(
    server: Server, sam: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.web.api_staff.short_figures", lambda *_: {})
    monkeypatch.setattr("houseway.web.api_staff.ANSWER_WITHIN_S", 0.0)
    told = []

    def known() -> bool:
        told.append(sam.http.post("/api/house/edges?work=true", json={"config": changed(server, "dakota")}).json())
        return bool(told[-1]["known"])

    eventually(known)
    assert told[0] == {"known": False, "working": True, "wagers": []}
    assert not told[-1]["working"]


def test_edges_are_for_staff_and_a_wrong_configuration_is_refused(server: Server, sam: Client) -> None:
    config = {"config": changed(server, "lucky", paytable="99")}
    assert server.client("Ann").http.post("/api/house/edges", json=config).status_code == 403
    assert sam.http.post("/api/house/edges", json=config).status_code == 409


def test_a_configured_event_says_from_what_to_what(server: Server, sam: Client) -> None:
    body = changed(server, "lucky", paytable="3")
    body["wagers"] = {**body["wagers"], "blackjack": {"least_cents": 1000, "most_cents": 25_000, "step_cents": 500}}  # type: ignore[dict-item]
    answer = sam.command("lucky", "configure", config=body, reason="a quiet evening", warned=True)
    assert answer.status_code == 200, answer.text
    (event,) = server.client().log_in("Ada", PASSWORD).get("/api/audit/tables/lucky/search?kind=configured")
    assert "Blackjack, most: $400 → $250" in event["changes"]
    assert "Blackjack, least: $5 → $10" in event["changes"]
    assert any(line.startswith("Lucky Lucky paytable: ") and " → " in line for line in event["changes"]), event
    (lucky,) = [each for each in sam.get("/api/house") if each["table"] == "lucky"]
    (log,) = [each for each in lucky["incidents"] if each["kind"] == "configured"]
    assert log["changes"] == event["changes"]


def test_changes_are_in_dollars_and_words() -> None:
    before = small_room("holdem").tables["holdem"]
    body = before.to_body()
    after = TableConfig.from_body({**body, "keep_seat_s": 77, "spectators": False, "buy_in_least_cents": 25_000})
    assert set(changes(before, after)) == {
        f"Keep seat: {before.keep_seat_s} s → 77 s",
        "Spectators: on → off",
        "Buy in least: $50 → $250",
    }
    assert changes(before, before) == []


def test_events_are_found_by_their_time(server: Server) -> None:
    ada = server.client().log_in("Ada", PASSWORD)
    sam = server.client().log_in("Sam", PASSWORD)
    for command in ("close", "reopen", "close"):
        assert sam.command("dakota", command, reason="a rehearsal").status_code == 200
    rows = server.house.ledger.read("dakota")
    middle = rows[len(rows) // 2].at
    search = "/api/audit/tables/dakota/search"
    late = [row.version for row in rows if row.at >= middle][::-1]
    early = [row.version for row in rows if row.at <= middle][::-1]
    assert [each["version"] for each in ada.get(f"{search}?since={middle}")] == late
    assert [each["version"] for each in ada.get(f"{search}?until={middle}")] == early
    assert ada.get(f"{search}?since={rows[-1].at + 1}") == []
    assert ada.get(f"{search}?until={rows[0].at - 1}") == []
