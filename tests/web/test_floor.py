"""The floor: clocks, absence, hints, a ledger that fails, and closing time."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from houseway.analysis.hints import Advisor
from houseway.games.game import Game, Settings
from houseway.house.ledger.store import LedgerFailed
from houseway.web.practice_hints import PracticeHints
from tests.web.running import Seat, Server, bets_of, eventually, running, small_room

DAKOTA = {"dollar": 500, "one": 500, "two": 500, "three": 500}


@pytest.fixture
def quick() -> Iterator[Server]:
    """A table where everything takes a second."""
    with running(
        small_room("dakota", betting_clock_s=1, decision_clock_s=1, keep_seat_s=1), seed=5
    ) as made:  # fmt: skip
        yield made


def test_a_silent_player_is_dealt_to_and_played_for_by_the_clocks(quick: Server) -> None:
    seat = quick.client("Ann").at("dakota")
    seat.do("sit", cents=100_000)
    seat.do("bet", wagers=DAKOTA)
    seat.until_view(lambda view: view["phase"] == "playing")
    seat.until_view(lambda view: view["round"] == 1 and view["phase"] == "betting")
    choices = quick.client().get("/api/tables/dakota/rounds/1")["choices"]
    assert [each["by"] for each in choices] == ["clock"] * 2
    seat.close()


def test_a_table_that_waits_for_people_has_no_clock_running(quick: Server) -> None:
    floor = quick.hall.floor
    assert not floor._alarms
    seat = quick.client("Ann").at("dakota")
    seat.do("sit", cents=100_000)
    assert not floor._alarms
    seat.do("bet", wagers=DAKOTA)
    assert floor._alarms
    seat.do("take_back")
    assert not floor._alarms
    ticks = floor.metrics.events
    time.sleep(0.2)
    assert floor.metrics.events == ticks
    seat.close()


def test_a_seat_is_kept_for_a_while_and_then_given_up(quick: Server) -> None:
    watcher = quick.client().at("dakota")
    ann = quick.client("Ann").at("dakota")
    ann.do("sit", seat=1, cents=100_000)
    ann.close()
    watcher.until_view(lambda view: bool(view["seats"][0].get("gone")))
    watcher.until_view(lambda view: view["seats"][0]["player"] is None)
    table = quick.house.pit.tables["dakota"]
    assert sum(table.accounts.values()) == 0
    assert not table.accounts["felt"]
    watcher.close()


def test_a_player_without_a_socket_is_there_while_they_are_heard_of(quick: Server) -> None:
    cid = quick.client("Cid")
    cid.command("dakota", "sit", seat=2, cents=100_000)
    table = quick.house.pit.tables
    assert not table["dakota"].players[cid.id].gone_at
    eventually(lambda: bool(cid.id in table["dakota"].players and table["dakota"].players[cid.id].gone_at))
    cid.command("dakota", "bet", wagers=DAKOTA)
    assert not table["dakota"].players[cid.id].gone_at
    eventually(lambda: cid.id not in table["dakota"].players)


def test_hints_go_to_the_player_whose_choice_it_is_and_to_nobody_else() -> None:
    with running(small_room("dakota-practice"), seed=2) as server:
        ann, ben = (server.client(name).at("dakota-practice") for name in ("Ann", "Ben"))
        watcher = server.client().at("dakota-practice")
        bets = bets_of(server.client().get("/api/tables/dakota-practice")["facts"])
        for seat in (ann, ben):
            seat.do("sit", cents=100_000)
        steps: list[tuple[str, dict[str, Any]]] = [("bet", {"wagers": bets}), ("ready", {})]
        for do, what in steps:
            for seat in (ann, ben):
                seat.do(do, **what)
        ann.until_view(lambda view: view["phase"] == "playing")
        turn, other = (ann, ben) if ann.view["pending"]["you"] else (ben, ann)
        hints = turn.until(lambda heard: heard["type"] == "hints")
        assert hints["version"] == turn.view["version"]
        assert {each["act"] for each in hints["acts"]} == set(turn.view["pending"]["acts"])
        values = [each["value"] for each in hints["acts"]]
        assert values == sorted(values, reverse=True)
        assert hints["covers"]["wagers"] == ["one"]
        assert [bet["wager"] for bet in hints["covers"]["rest"]] == ["dollar", "two", "three"]
        assert hints["acts"][0]["whole_cents"] == max(each["whole_cents"] for each in hints["acts"])
        turn.look()
        assert turn.until(lambda heard: heard["type"] == "hints") == hints  # said again to whoever looks again
        for seat in (other, watcher):
            seat.look()
            assert not any('"hints"' in text for text in seat.heard)
        for seat in (ann, ben, watcher):
            seat.close()


class FullDisk:
    """A ledger whose disk is full from some moment on."""

    def __init__(self, ledger: Any) -> None:
        self._ledger = ledger
        self.full = False

    def append(self, batches: Any) -> Any:
        if self.full:
            raise LedgerFailed("the disk is full; free some space")
        return self._ledger.append(batches)

    def recover(self) -> None:
        if self.full:
            raise LedgerFailed("the disk is full; free some space")


def test_a_ledger_that_fails_closes_the_table_and_says_so_to_everyone(caplog: pytest.LogCaptureFixture) -> None:
    with running(small_room("dakota"), seed=5) as server:
        disk = FullDisk(server.house.ledger)
        server.house.writer._ledger = disk  # type: ignore[assignment]
        ann, watcher = server.client("Ann").at("dakota"), server.client().at("dakota")
        ann.do("sit", seat=1, cents=100_000)
        ben = server.client("Ben").at("dakota")
        ben.do("sit", seat=2, cents=100_000)
        before = server.house.ledger.head("dakota")
        disk.full = True
        answer = ann.do("bet", wagers=DAKOTA)
        assert answer["code"] == "broken"
        assert "the ledger cannot be written" in answer["reason"]  # what failed, and where, is for the log
        for seat in (ann, watcher):
            view = seat.until_view(lambda view: view["phase"] == "closed")
            assert view["closed"] == answer["reason"]
        assert ann.view["you"]["cents"] == 100_000
        assert server.house.ledger.head("dakota") == before
        health = server.client().http.get("/health")
        assert health.status_code == 503
        assert health.json()["ledger"] == answer["reason"]
        assert "houseway_ledger_failures_total 1" in server.client().http.get("/metrics").text
        assert ann.do("ready")["code"] == "broken"
        facts = [record.facts for record in caplog.records if record.getMessage() == "ledger failed"]  # type: ignore[attr-defined]
        assert facts == [{"table": "dakota", "reason": "the disk is full; free some space"}]

        ben.close()
        eventually(lambda: bool(server.hall.floor.mending.missed))
        disk.full = False
        for seat in (ann, watcher):  # and it opens again by itself
            seat.until_view(lambda view: view["phase"] == "betting")
        watcher.until_view(lambda view: bool(view["seats"][1].get("gone")))  # who went meanwhile is missed now
        assert ann.do("bet", wagers=DAKOTA)["type"] == "done"
        assert server.client().http.get("/health").status_code == 200
        ann.close()
        watcher.close()


def test_closing_time_is_told_and_what_was_done_stays_done() -> None:
    with running(small_room("dakota"), seed=5) as server:
        ann = server.client("Ann").at("dakota")
        ann.do("sit", cents=100_000)
        server.close_doors()
        assert ann.until(lambda heard: heard["type"] == "closing")["reason"].startswith("the house is closing")
        with pytest.raises(ConnectionClosed, match="1012"):
            ann.until(lambda _: False)
        answer = server.client().http.get("/health")
        assert (answer.status_code, answer.json()["ok"]) == (503, False)
        eventually(lambda: not server.hall.sockets.total)
    assert bool(server.house.pit.tables["dakota"].players)


def test_metrics_count_what_happened(quick: Server) -> None:
    seat: Seat = quick.client("Ann").at("dakota")
    seat.do("sit", cents=100_000)
    seat.do("sit", seat=99)
    seat.do("close", reason="no")
    seat.do("made_up_by_me")
    text = quick.client().http.get("/metrics").text
    assert 'houseway_commands_total{do="sit",outcome="done"} 1' in text
    assert 'houseway_commands_total{do="sit",outcome="refused"} 1' in text
    assert 'houseway_commands_total{do="close",outcome="forbidden"} 1' in text
    assert 'houseway_commands_total{do="unknown",outcome="refused"} 1' in text
    assert "houseway_command_seconds_count 4" in text
    assert "houseway_sockets 1" in text
    assert "houseway_seated 1" in text
    assert 'houseway_tables{phase="betting"} 1' in text
    assert "made_up_by_me" not in text
    assert "Ann" not in text
    seat.close()


def test_who_waits_for_values_is_told_for_how_long_they_wait_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not since when the house has been at work: it begins when somebody sits down."""
    asked = PracticeHints._advisor

    def of_old(hints: PracticeHints, game: Game, settings: Settings) -> Advisor:
        advisor = asked(hints, game, settings)
        hints._begun = dict.fromkeys(hints._begun, time.monotonic() - 10_000)
        return advisor

    monkeypatch.setattr(PracticeHints, "_advisor", of_old)
    monkeypatch.setattr(Advisor, "ready", lambda _: False)
    with running(small_room("dakota-practice", bots=()), seed=3) as server:
        seat = server.client("Ann").at("dakota-practice")
        seat.do("sit", cents=100_000)
        seat.do("bet", wagers=DAKOTA)
        seat.do("ready")
        while not (told := [text for text in seat.heard if '"working"' in text]):
            seat.next()
        assert json.loads(told[0])["so_far"] < 5_000
        seat.close()
