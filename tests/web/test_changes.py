"""A supervisor sees what a change does to the edges before it is saved; the record says from what to what, and when."""

from collections.abc import Iterator

import pytest

from houseway.analysis.solve import solve
from houseway.games import find_game
from houseway.house.changes import changes
from houseway.house.configuration import TableConfig, default_room
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
    assert lucky["then"] == float(solved.edge.value) == lucky["then_alone"]


def test_edges_say_which_bets_nobody_makes_without_the_round_and_per_what_they_are_told(sam: Client) -> None:
    parts = {}
    for name in ("mississippi-practice", "let-it-ride-practice", "holdem"):
        config = default_room().tables[name].to_body()
        told = sam.http.post("/api/house/edges", json={"config": config}).json()
        parts[name] = [each["wager"] for each in told["wagers"] if each["in_round"]]
        if name.startswith("mississippi"):
            assert [each["wager"] for each in told["wagers"] if each["added"]] == ["third", "fourth", "fifth"]
            assert told["first"] == "ante"
            assert told["units"].startswith("3rd Street, 4th Street and 5th Street are told per unit of Ante")
    assert parts == {
        "mississippi-practice": ["ante", "third", "fourth", "fifth"],
        "let-it-ride-practice": ["one", "two", "three"],
        "holdem": [],  # an Ante is bet without the Bonus
    }


def test_a_bonus_paytable_does_not_move_the_edge_of_an_ante_alone(sam: Client) -> None:
    config = default_room().tables["holdem"].to_body()
    config["options"]["paytable"] = "5"
    told = sam.http.post("/api/house/edges", json={"config": config}).json()
    ante = next(each for each in told["wagers"] if each["wager"] == "ante")
    solved = solve(find_game("fast_action_holdem"), {"paytable": "4"}).wagers
    assert ante["then_alone"] == float(solved["ante_alone"].edge.value)
    assert ante["then_alone"] < ante["then"]


def test_a_changed_paytable_is_repriced_at_once_and_what_it_does_not_touch_stays_as_it_is(
    server: Server, sam: Client
) -> None:
    """No solution of the six-deck shoe with late surrender and paytable 2 or base 3 ships."""
    told = sam.http.post("/api/house/edges", json={"config": changed(server, "lucky", paytable="2", base="3")}).json()
    assert told["known"], told
    assert not any(each["why"] for each in told["wagers"])
    edges = {each["wager"]: (each["now"], each["then"]) for each in told["wagers"]}
    assert {name for name, (now, then) in edges.items() if now != then} == {"lucky_lucky", "lucky_break"}
    solved = solve(find_game("lucky_lucky"), {"paytable": "2"}).wagers["lucky_lucky"]
    assert edges["lucky_lucky"][1] == float(solved.edge.value)


def test_what_must_be_solved_says_on_what_it_hangs_and_what_is_gone_that_it_is_not_offered(
    server: Server, sam: Client
) -> None:
    told = sam.http.post("/api/house/edges", json={"config": changed(server, "lucky", soft_17="stand")}).json()
    assert not told["known"]
    why = {each["wager"]: each["why"] for each in told["wagers"]}
    assert why["blackjack"] == "it hangs on Dealer with a soft 17, so it has to be solved anew"
    assert why["lucky_lucky"] == "" == why["insurance"]
    told = sam.http.post("/api/house/edges", json={"config": changed(server, "lucky", insurance=False)}).json()
    assert told["known"]
    assert {each["wager"]: each["why"] for each in told["wagers"] if each["why"]} == {
        "insurance": "it is not offered under these options"
    }


def test_figures_that_do_not_ship_are_said_so_and_worked_out_when_asked(
    server: Server, sam: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.web.api_staff.short_figures", lambda *_: {})
    config = {"config": changed(server, "dakota")}
    told = sam.http.post("/api/house/edges", json=config).json()
    assert (told["known"], told["working"]) == (False, False)
    assert {each["why"] for each in told["wagers"]} == {"the options of this table have not been solved yet"}
    assert all(each["then"] is None for each in told["wagers"])
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
    assert (told[0]["known"], told[0]["working"]) == (False, True)
    assert not told[-1]["working"]


def test_edges_are_for_staff_and_a_wrong_configuration_is_refused(server: Server, sam: Client) -> None:
    config = {"config": changed(server, "lucky", paytable="99")}
    assert server.client("Ann").http.post("/api/house/edges", json=config).status_code == 403
    assert sam.http.post("/api/house/edges", json=config).status_code == 409


def test_a_configured_event_says_from_what_to_what(server: Server, sam: Client) -> None:
    body = changed(server, "lucky", paytable="3")
    body["wagers"] = {**body["wagers"], "blackjack": {"least_cents": 1000, "most_cents": 25_000, "step_cents": 500}}  # type: ignore[dict-item]
    answer = sam.command("lucky", "configure", config=body, reason="a quiet evening")
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
