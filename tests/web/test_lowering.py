"""A meter is lowered by page: by a supervisor, for a reason of the law, once however often it is asked for."""

import uuid

from houseway.house.audit.verify import verify_ledger
from tests.house.table_kit import room_with
from tests.house.test_links import SEED, with_royal
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
