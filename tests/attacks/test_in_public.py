"""A house on the open network: plain http, foreign names, forged forwarding, planted cookies."""

import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from houseway.rules.refused import Refused
from houseway.web.addresses import Addresses, own_origins, read_origin, read_proxies
from houseway.web.serve import advised
from tests.web.running import NO_TLS, heard

PUBLIC = "https://house.example"
WAIT_S = 60


class Serving:
    """`houseway serve` as an operator starts it, with what it said until it was open."""

    def __init__(self, *options: str) -> None:
        command = (sys.executable, "-m", "houseway", "serve", "--database", "memory:", "--port", "0", *options)
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        found, said = heard(self.process, r'"port": (\d+)')
        self.said = "".join(said)
        self.port = int(found.group(1))
        rest = self.process.stderr or ()  # read on, or a server that has much to say waits for its reader
        threading.Thread(target=lambda: deque(rest, maxlen=0), daemon=True).start()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        url = f"http://127.0.0.1:{self.port}{path}"
        return httpx.request(method, url, json=body, headers=headers, timeout=WAIT_S, verify=NO_TLS)

    def sign_in(self, origin: str, **headers: str) -> httpx.Response:
        headers = {"host": origin.partition("://")[2], "origin": origin, **headers}
        return self.ask("POST", "/api/session", {"name": "Ann"}, **headers)

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(WAIT_S)


@pytest.fixture(scope="module")
def public() -> Iterator[Serving]:
    serving = Serving("--origin", PUBLIC, "--trusted-proxy", "127.0.0.1")
    yield serving
    serving.end()


def test_a_public_house_gives_its_cookie_to_tls_only_and_says_so_to_browsers(public: Serving) -> None:
    answer = public.sign_in(PUBLIC)
    assert answer.status_code == 200, answer.text
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith("__host-houseway=")  # nobody who has a sibling of our name can plant one
    assert "; secure" in cookie
    assert "domain=" not in cookie
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize("origin", ["http://house.example", "http://localhost:{port}", "http://127.0.0.1:{port}"])
def test_a_page_that_came_by_plain_http_changes_nothing_in_a_public_house(public: Serving, origin: str) -> None:
    own = origin.format(port=public.port)
    answer = public.sign_in(own, host=f"127.0.0.1:{public.port}")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert "set-cookie" not in answer.headers


FOREIGN_HOSTS = ["evil.example", "house.example.evil.example", "house.example.", "house.example:8443", "xhouse.example"]


@pytest.mark.parametrize("host", [*FOREIGN_HOSTS, ""])
def test_a_name_that_is_not_ours_is_not_answered_under(public: Serving, host: str) -> None:
    """A browser that was led here by another's name server (DNS rebinding) reads nothing, not even what is public."""
    for path in ("/", "/api/room", "/api/session", "/health", "/metrics", "/table.css"):
        answer = public.ask("GET", path, host=host)
        assert (answer.status_code, answer.json()["code"]) == (421, "misdirected"), path
    url, to = f"ws://{host or 'nobody'}/api/tables/dakota/socket", ("127.0.0.1", public.port)
    with pytest.raises(InvalidStatus) as refused:
        connect(url, address=to, origin=Origin(PUBLIC), proxy=None).__enter__()
    assert refused.value.response.status_code == 421


@pytest.mark.parametrize("host", ["house.example", "HOUSE.example", "house.example:443", "127.0.0.1:{port}"])
def test_our_own_names_are_answered_under(public: Serving, host: str) -> None:
    assert public.ask("GET", "/health", host=host.format(port=public.port)).status_code == 200


def asked_until_limited(serving: Serving, forwarded: str) -> list[int]:
    """New players, each with a client's address of its own, as long as anyone may."""
    return [
        serving.sign_in(serving_origin(serving), **{"x-forwarded-for": forwarded.format(number)}).status_code
        for number in range(150)  # far more than a slow machine lets in by time
    ]


def serving_origin(serving: Serving) -> str:
    return PUBLIC if "house.example" in serving.said else f"http://localhost:{serving.port}"


def test_a_trusted_proxy_tells_clients_apart(public: Serving) -> None:
    assert set(asked_until_limited(public, "192.0.2.{}")) == {200}
    assert 429 in asked_until_limited(public, "198.51.100.7")


def test_a_client_cannot_name_an_address_in_front_of_the_one_its_proxy_saw(public: Serving) -> None:
    assert 429 in asked_until_limited(public, "203.0.113.{}, 198.51.100.9")


@pytest.mark.parametrize("options", [(), ("--origin", PUBLIC, "--trusted-proxy", "192.0.2.1")])
def test_forwarding_is_believed_of_the_trusted_proxy_only(options: tuple[str, ...]) -> None:
    serving = Serving(*options)
    try:
        assert 429 in asked_until_limited(serving, "192.0.2.{}")
    finally:
        serving.end()


# --- what an operator may name ---


def test_tls_and_plain_http_do_not_go_together() -> None:
    with pytest.raises(Refused, match=r"--origin http://lan:8021 does not go with https"):
        Addresses.of([PUBLIC, "http://lan:8021"])


def test_a_house_at_home_is_as_it_was() -> None:
    own = own_origins("127.0.0.1", 8021)
    home = Addresses.of([], own)
    assert (home.origins, home.secure) == (tuple(own), False)
    assert home.hosts == {"localhost:8021", "127.0.0.1:8021"}
    assert Addresses.of(["http://lan"], own).hosts == {"lan", "lan:80", *home.hosts}
    assert not Addresses.of([]).secure


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://House.example/", PUBLIC),
        ("https://house.example:443", PUBLIC),
        ("http://lan:80", "http://lan"),
        ("https://house.example:8443", "https://house.example:8443"),
        ("http://[::1]:8021", "http://[::1]:8021"),
    ],
)
def test_an_origin_is_read_as_a_browser_writes_it(text: str, origin: str) -> None:
    assert read_origin(text) == origin


@pytest.mark.parametrize(
    "text", ["house.example", "ftp://a", "https://a/b", "https://u@a", "https://", "https://a:x", "*"]
)
def test_what_is_no_origin_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"write it as https://house\.example"):
        read_origin(text)


@pytest.mark.parametrize("text", ["*", "0.0.0.0/0", "::/0", "proxy.example", ""])
def test_nobody_is_trusted_by_mistake(text: str) -> None:
    with pytest.raises(Refused, match="--trusted-proxy"):
        read_proxies([text])
    assert read_proxies(["10.0.0.0/8", "::1"]) == ["10.0.0.0/8", "::1"]


def test_an_operator_is_told_what_is_missing() -> None:
    own = own_origins("0.0.0.0", 8021)
    assert advised(Addresses.of([], own_origins("127.0.0.1", 8021)), "127.0.0.1", 8021, []) == []
    assert "--origin http://NAME:8021" in advised(Addresses.of([], own), "0.0.0.0", 8021, [])[0]
    assert "TLS" in advised(Addresses.of(["http://lan:8021"], own), "0.0.0.0", 8021, [])[0]
    assert len(advised(Addresses.of([PUBLIC], own), "0.0.0.0", 8021, [])) == 2
    assert advised(Addresses.of([PUBLIC], own), "127.0.0.1", 8021, ["127.0.0.1"]) == []
