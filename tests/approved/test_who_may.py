"""Whoever asks for whatever is only read or taken off: the status of each role at each address, its parts made up."""

import re

from tests.approved import hold
from tests.web.conftest import PASSWORD
from tests.web.running import running, small_room

MADE_UP = {
    "name": "dakota", "number": "1", "cycle": "1", "id": "0" * 16, "learner": "0" * 32, "slug": "dakota_stud",
    "game": "casino_war", "day": "2024-01-01",
}  # fmt: skip
LONG = ("/api/lab/", "/api/games/", "/api/house/ahead")  # about games, and open to everybody; or long to answer
ASKED = {"rounds": "?player=nobody", "what-if": "?choice=1", "worths": "?choice=1"}


def test_every_role_at_every_address_that_is_only_read() -> None:
    with running(small_room("dakota"), seed=7) as server:
        roles = {"guest": server.client(), "player": server.client("Ann")}
        for role in ("supervisor", "auditor", "teacher"):
            server.hall.staff.add(role.title(), role, PASSWORD)
            roles[role] = server.client().log_in(role.title(), PASSWORD)
        lines = []
        for path, does in sorted(server.app.openapi()["paths"].items()):
            for method in sorted({"get", "delete"} & does.keys() if not path.startswith(LONG) else ()):
                if (method, path) == ("delete", "/api/session"):
                    continue  # the one that everybody may, and that ends what is asked here
                asked = re.sub(r"\{(\w+)\}", lambda part: MADE_UP[part[1]], path)
                asked += ASKED.get(path.rpartition("/")[2], "")
                found = {role: client.http.request(method, asked).status_code for role, client in roles.items()}
                lines.append(f"{method} {path}: " + ", ".join(f"{role} {status}" for role, status in found.items()))
    hold("who_may.txt", "\n".join(lines))
