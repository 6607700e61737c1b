"""Money of a link by page: a supervisor lowers a meter, once, for a reason of the law; who waits for an award stays."""

import uuid

from houseway.house.audit.verify import verify_ledger
from tests.house.table_kit import arranged, room_with
from tests.house.test_links import BOARD, LOW, SEED, with_royal
from tests.web.conftest import PASSWORD
from tests.web.running import running


def test_a_supervisor_lowers_a_meter_once_and_everyone_sees_it() -> None:
    with running(room_with(with_royal())) as server:
        server.hall.staff.add("Sam", "supervisor", PASSWORD)
        server.hall.staff.add("Ada", "auditor", PASSWORD)
        body = {
            "id": uuid.uuid4().hex,
            "meter": "jackpot",
            "cents": 500,
            "reason": "malfunction",
            "why": "counted twice",
        }
        path = "/api/house/links/corner/lower"
        assert server.client().log_in("Ada", PASSWORD).http.post(path, json=body).status_code == 403
        sam = server.client().log_in("Sam", PASSWORD)
        assert sam.http.post("/api/house/links/attic/lower", json=body).status_code == 404
        wrong = sam.http.post(path, json={**body, "reason": "too_high"})
        assert (wrong.status_code, "WAC 230-15-695" in wrong.text) == (409, True)
        for _ in range(2):
            assert sam.http.post(path, json=body).json()["meters"][0]["cents"] == SEED - 500
        (link,) = server.client().get("/api/links")["links"]
        assert (link["tables"], link["meters"][0]["cents"]) == (["holdem"], SEED - 500)
        assert [verdict.sentence for verdict in verify_ledger(server.house.ledger) if verdict.fault] == []


def test_nobody_is_forgotten_whom_an_award_waits_for() -> None:
    config = with_royal(keep_seat_s=3600)
    with running(room_with(config), chance=arranged(config, f"{BOARD} {LOW}")) as server:
        server.hall.staff.add("Sam", "supervisor", PASSWORD)
        ann, sam = server.client("Ann"), server.client().log_in("Sam", PASSWORD)
        seat = ann.at("holdem")
        seat.do("sit", cents=20_000)
        seat.do("bet", seat=1, wagers={"ante": 500, "bonus": 500}, joins=["royal"])
        seat.do("ready")
        seat.do("act", act="keep_12")
        refused = ann.http.post("/api/you/forget", json={})
        said = "$2,500.35 waits to be paid to you by hand at table holdem: let it be paid first"
        assert (refused.status_code, refused.json()["reason"]) == (409, said)
        assert sam.command("holdem", "hand_pay", seat=1).status_code == 200
        assert ann.http.post("/api/you/forget", json={}).status_code == 200
