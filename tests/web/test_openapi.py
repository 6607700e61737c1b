"""The API does what its description says, whatever is sent to it: schemathesis looks for anything else.

Requests go to a server in this process over HTTP, the same ones every time. The lab has tests of its own.
"""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from houseway.house.commands import MAY
from tests.web.conftest import PASSWORD
from tests.web.running import Client, Server, running, small_room

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
REAL = {
    "name": "dakota", "slug": "dakota_stud", "number": 1, "cycle": 1, "game": "casino_war", "day": "2026-11-10",
    "id": "0" * 16, "learner": "0" * 16,
}  # fmt: skip
SLOW = ("/strategy", "/verdicts", "/drill")  # solve for seconds where the game is a real one; asked once elsewhere
EXAMPLES = 15


def operations() -> list[tuple[str, str]]:
    """Every path and method of the description."""
    from houseway.web.addresses import Addresses
    from houseway.web.app import create_app
    from houseway.web.open_house import open_house

    house = open_house("memory:", small_room("dakota"))
    paths = create_app(house.pit, known_as=Addresses.of([])).openapi()["paths"]
    house.close()
    return [(path, method) for path, does in paths.items() for method in does if "/api/lab" not in path]


@pytest.fixture(scope="module")
def tried() -> Iterator[Server]:
    with running(small_room("dakota"), seed=1) as made:
        for name, role in (("Sam", "supervisor"), ("Ada", "auditor"), ("Tea", "teacher")):
            made.hall.staff.add(name, role, PASSWORD)
        ann = made.client("Ann")
        ann.command("dakota", "sit", cents=100_000)
        ann.command("dakota", "bet", wagers={"dollar": 500, "one": 500, "two": 500, "three": 500})
        steps: list[tuple[str, dict[str, Any]]] = [
            ("ready", {}),
            ("act", {"act": "leave_one"}),
            ("act", {"act": "leave_two"}),
        ]
        for do, what in steps:
            ann.command("dakota", do, **what)
        ann.http.get("/api/school", timeout=120).raise_for_status()  # samples every game's rounds, once
        yield made


@pytest.fixture(scope="module")
def askers(tried: Server) -> list[Client]:
    staff = [tried.client().log_in(name, PASSWORD) for name in ("Sam", "Ada", "Tea")]
    return [tried.client(), tried.client("Pia"), *staff]


@pytest.fixture(scope="module")
def schema(tried: Server) -> Any:
    return schemathesis.openapi.from_dict(tried.app.openapi())


@pytest.mark.parametrize(("path", "method"), operations())
@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_nothing_makes_the_server_err(
    tried: Server, schema: Any, askers: list[Client], path: str, method: str, mode: str
) -> None:  # fmt: skip
    operation = schema[path][method.upper()]
    kind = schemathesis.GenerationMode(mode)
    can = mode == "positive" or "{" in path or operation.body or operation.query

    whos = askers[:2] if method == "delete" else askers  # staff are still needed by the other tests
    if path.startswith(("/api/house", "/api/audit")):
        whos = askers[2:]  # test_roles.py has what the others get

    @given(
        case=operation.as_strategy(generation_mode=kind), who=st.sampled_from(whos), real=st.booleans(),
        do=st.sampled_from(sorted(MAY)),
    )  # fmt: skip
    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def try_it(case: Any, who: Client, real: bool, do: str) -> None:
        if real and not path.endswith(SLOW):
            case.path_parameters.update({name: REAL[name] for name in case.path_parameters})
            if isinstance(case.body, dict) and "do" in case.body:
                case.body["do"] = do
        headers = {"origin": tried.origin, "x-csrf": who.csrf}
        if who.cookie:
            headers["cookie"] = who.cookie
        answer = case.call(base_url=f"http://{tried.address}", headers=headers)
        case.validate_response(answer, checks=CHECKS)

    if can:
        try_it()
    assert all(table.config is not None for table in tried.house.pit.tables.values())


def test_the_description_names_every_way_to_refuse(tried: Server) -> None:
    for path, does in tried.app.openapi()["paths"].items():
        for method, about in does.items():
            assert {"400", "403", "404", "409", "413", "429", "503"} <= about["responses"].keys(), (method, path)
