"""The door: origins, tokens, sizes, rates and the headers on every answer."""

import asyncio
import base64
import json
import re
from dataclasses import replace

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from houseway.web.addresses import Addresses
from houseway.web.app import create_app
from houseway.web.limits import Buckets
from houseway.web.open_house import open_house
from tests.web.conftest import PASSWORD
from tests.web.running import FREE, Client, Server, TurnedAway, bets_of, eventually, play_round, running, small_room


def foreign_origins(own: str) -> dict[str, list[str]]:
    port = own.rpartition(":")[2]
    return {
        "missing": [],
        "null": ["null"],
        "empty": [""],
        "foreign": ["https://evil.example"],
        "another port": ["http://localhost:1"],
        "no port": ["http://localhost"],
        "another scheme": [own.replace("http:", "https:")],
        "a longer name": [f"{own}.evil.example"],
        "a longer port": [f"{own}0"],
        "a path": [f"{own}/"],
        "capitals": [own.upper()],
        "a user": [own.replace("//", "//localhost@")],
        "a subdomain": [f"http://evil.localhost:{port}"],
        "two, the first ours": [own, "https://evil.example"],
        "two, the second ours": ["https://evil.example", own],
        "a list": [f"{own}, https://evil.example"],
    }


KINDS = tuple(foreign_origins("http://localhost:8021"))


@pytest.mark.parametrize("kind", KINDS)
def test_no_socket_from_another_origin(server: Server, roles: dict[str, Client], kind: str) -> None:
    headers = [("Cookie", roles["player"].cookie)]
    headers += [("Origin", each) for each in foreign_origins(server.origin)[kind]]
    url = f"ws://{server.address}/api/tables/dakota/socket"
    with pytest.raises(InvalidStatus) as refused, connect(url, additional_headers=headers):
        pass
    if kind.startswith("two"):  # the protocol itself has none of it
        assert refused.value.response.status_code == 400
    else:
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body or b"{}")["code"] == "forbidden"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/session"),
        ("POST", "/api/staff/login"),
        ("DELETE", "/api/session"),
        ("POST", "/api/tables/dakota/commands"),
        ("PUT", "/api/anything"),
    ],
)
def test_no_change_from_another_origin(
    server: Server, roles: dict[str, Client], kind: str, method: str, path: str
) -> None:
    sam = roles["supervisor"]
    headers = [("origin", each) for each in foreign_origins(server.origin)[kind]]
    headers += [("x-csrf", sam.csrf), ("cookie", sam.cookie), ("content-type", "application/json")]
    body = {"id": "a", "do": "close", "what": {"reason": "foreign"}, "name": "Sam", "password": PASSWORD}
    request = sam.http.build_request(method, path, content=json.dumps(body))
    request.headers = request.headers.__class__(
        [("host", server.address), *headers, ("content-length", str(len(json.dumps(body))))]
    )
    before = server.house.ledger.head("dakota")
    answer = sam.http.send(request)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert "set-cookie" not in answer.headers
    assert server.house.ledger.head("dakota") == before


def test_every_address_the_server_tells_is_an_origin_of_its_own(server: Server) -> None:
    port = server.address.rpartition(":")[2]
    for own in (f"http://localhost:{port}", f"http://127.0.0.1:{port}"):
        client = Client(server.address, own, "Own")
        client.at("dakota").close()


# --- CSRF ---


@pytest.mark.parametrize("token", ["", "wrong", "another's", "the cookie"])
def test_a_change_needs_the_token_of_its_session(server: Server, token: str) -> None:
    ann, ben = server.client("Ann"), server.client("Ben")
    ann.http.headers["x-csrf"] = {"another's": ben.csrf, "the cookie": ann.cookie}.get(token, token)
    before = server.house.ledger.head("dakota")
    answer = ann.command("dakota", "sit")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert ann.http.delete("/api/session").status_code == 403
    assert server.house.ledger.head("dakota") == before
    ann.http.headers["x-csrf"] = ann.csrf
    assert ann.http.delete("/api/session").status_code == 200


def test_a_guest_has_nothing_to_change(server: Server) -> None:
    answer = server.client().command("dakota", "sit")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


# --- cookies ---


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server: Server) -> None:
    made = server.client().http.post("/api/session", json={"name": "Cid"}).headers["set-cookie"].lower()
    assert "httponly" in made
    assert "samesite=strict" in made
    assert "path=/" in made
    assert "secure" not in made  # this house is not served by https


def test_an_https_house_gives_its_cookie_to_https_only() -> None:
    house = open_house("memory:", small_room("dakota"))
    own = "https://house.example"

    async def arrive() -> httpx.Response:
        app = httpx.ASGITransport(create_app(house.pit, known_as=Addresses.of([own])))
        async with httpx.AsyncClient(transport=app, base_url=own, headers={"origin": own}) as client:
            return await client.post("/api/session", json={"name": "Cid"})

    answer = asyncio.run(arrive())
    assert "secure" in answer.headers["set-cookie"].lower()
    assert answer.headers["strict-transport-security"]
    house.close()


def test_a_forged_cookie_is_nobodys(server: Server) -> None:
    pia = server.client("Pia")
    (token,) = pia.http.cookies.values()
    key, claims, signature = token.split(".")
    told = json.loads(base64.urlsafe_b64decode(claims + "=="))

    def claiming(**changes: object) -> str:
        return base64.urlsafe_b64encode(json.dumps({**told, **changes}).encode()).decode().rstrip("=")

    forged = [
        f"{key}.{claiming(role='supervisor')}.{signature}",
        f"{key}.{claiming(id='somebody')}.{signature}",
        f"{key}.{claims}.{'0' * 64}",
        f"{key}.{claims}.",
        f"nokey.{claims}.{signature}",
        f"{claims}.{signature}",
        "...",
        "",
        "x" * 3000,
    ]
    for each in forged:
        client = server.client()
        client.http.headers["cookie"] = f"houseway={each}"
        assert client.get("/api/session")["role"] == "guest", each


def test_a_session_ends_after_its_lifetime(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from houseway.web import sessions

    monkeypatch.setattr(sessions, "LIFETIME_S", {"player": -1})
    old = server.client("Old")
    assert old.get("/api/session")["role"] == "guest"


# --- sizes and rates ---


def test_a_request_that_is_too_large_is_refused(roles: dict[str, Client]) -> None:
    pia = roles["player"]
    body = json.dumps({"id": "a", "do": "sit", "what": {"x": "y" * 70_000}})
    announced = pia.http.post("/api/tables/dakota/commands", content=body)
    in_pieces = pia.http.post(
        "/api/tables/dakota/commands", content=(body[i : i + 5000].encode() for i in range(0, len(body), 5000))
    )
    for answer in (announced, in_pieces):
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_too_many_requests_are_refused_and_then_answered_again() -> None:
    limits = replace(FREE, requests_a_second=20.0, requests_at_once=5)
    with running(small_room("dakota"), limits=limits) as server:
        client = server.client()
        codes = [client.http.get("/api/session").status_code for _ in range(12)]
        assert codes[:5] == [200] * 5
        assert 429 in codes
        eventually(lambda: client.http.get("/api/session").status_code != 429)


def test_passwords_cannot_be_tried_one_after_the_other() -> None:
    with running(small_room("dakota"), limits=replace(FREE, logins_a_minute=3)) as server:
        server.hall.staff.add("Sam", "supervisor", PASSWORD)
        client = server.client()
        tried = [client.http.post("/api/staff/login", json={"name": "Sam", "password": f"wrong {i}"}) for i in range(3)]
        assert [each.status_code for each in tried] == [403] * 3
        answer = client.http.post("/api/staff/login", json={"name": "Sam", "password": PASSWORD})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")


def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(server: Server) -> None:
    client = server.client()
    answers = [
        client.http.post("/api/staff/login", json={"name": name, "password": "wrong password"})
        for name in ("Sam", "Nobody")
    ]
    assert answers[0].text == answers[1].text
    assert answers[0].status_code == 403


def test_a_bucket_fills_again() -> None:
    now = 0.0
    bucket = Buckets(2.0, 3, clock=lambda: now)
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]
    assert bucket.take("b")
    now = 0.5
    assert [bucket.take("a") for _ in range(2)] == [True, False]
    now = 100.0
    assert [bucket.take("a") for _ in range(4)] == [True, True, True, False]


def test_sockets_are_counted() -> None:
    limits = replace(FREE, sockets_a_session=2, sockets_an_address=4, sockets_in_all=100)
    with running(small_room("dakota"), limits=limits) as server:
        ann, ben = server.client("Ann"), server.client("Ben")
        first = [ann.at("dakota") for _ in range(2)]
        with pytest.raises(TurnedAway, match="4429 there are too many connections"):
            ann.at("dakota")
        others = [ben.at("dakota") for _ in range(2)]
        with pytest.raises(TurnedAway, match="4429 there are too many connections"):
            server.client("Cid").at("dakota")
        for seat in (*first, *others):
            seat.close()
        eventually(lambda: not server.hall.sockets.total)
        ann.at("dakota").close()


# --- headers ---

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


@pytest.mark.parametrize("path", ["/", "/api/room", "/api/tables/none", "/health", "/js/none.js", "/api/audit/verify"])
def test_every_answer_carries_the_headers(server: Server, path: str) -> None:
    headers = server.client().http.get(path).headers
    told = {name: headers.get(name) for name in HEADERS}
    assert told == HEADERS
    assert ("cache-control" in headers) == (path.startswith("/api/") or path == "/")
    assert "server" not in headers


def test_a_page_names_every_module_it_needs_so_that_all_come_at_once(server: Server) -> None:
    ann = server.client("Ann")
    seat, facts = ann.at("dakota"), ann.get("/api/tables/dakota")["facts"]
    assert seat.do("sit", cents=facts["buy_in"][1])["type"] == "done"
    play_round(seat, bets_of(facts), lambda acts: acts[0])
    seat.do("leave")
    guest = server.client().http
    for address in ("/", "/table/dakota", f"/round/dakota/{seat.view['round']}", "/rules/dakota_stud"):
        told = guest.get(address).headers["link"]
        named = set(re.findall(r"</(js/[a-z_]+\.js)>; rel=modulepreload", told))
        for name in named:
            text = guest.get(f"/{name}").text
            assert {f"js/{each}" for each in re.findall(r'from "\./([a-z_]+\.js)"', text)} <= named, (address, name)


def test_files_are_compressed_and_asked_for_anew(server: Server) -> None:
    guest = server.client().http
    style = guest.get("/table.css", headers={"accept-encoding": "gzip"})
    assert style.headers["content-encoding"] == "gzip"
    assert style.headers["cache-control"] == "no-cache"
    again = guest.get("/table.css", headers={"if-none-match": style.headers["etag"]})
    assert again.status_code == 304
    assert "content-encoding" not in guest.get("/api/games", headers={"accept-encoding": "gzip"}).headers
