"""The files in deploy/, tried: a round through nginx and through Caddy, the unit, the container's commands."""

import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner
from websockets.sync.client import connect

from houseway.cli import app
from tests.attacks.test_in_public import Serving
from tests.web.running import Seat, bets_of, play_round

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "house.example"
WAIT_S = 60


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def serving() -> Iterator[Serving]:
    made = Serving("--origin", f"https://{NAME}", "--trusted-proxy", "127.0.0.1")
    yield made
    made.end()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tls")
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    made += ["-keyout", "privkey.pem", "-out", "fullchain.pem", "-subj", f"/CN={NAME}", "-days", "2"]
    made += ["-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run(made, cwd=folder, check=True, capture_output=True)
    return folder


def nginx_command(folder: Path, certificate: Path, serving: Serving, https: int, http: int) -> list[str]:
    site = (DEPLOY / "nginx.conf").read_text()
    for written, here in (
        ("listen 443 ssl", f"listen 127.0.0.1:{https} ssl"),
        ("listen 80", f"listen 127.0.0.1:{http}"),
        (f"/etc/letsencrypt/live/{NAME}", str(certificate)),
        ("127.0.0.1:8021", f"127.0.0.1:{serving.port}"),
    ):
        assert written in site
        site = site.replace(written, here)
    (folder / "site.conf").write_text(site)
    kept = " ".join(
        f"{each}_temp_path {folder}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ {kept} access_log off; include {folder}/site.conf; }}\n"
    )
    return ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


def caddy_command(folder: Path, certificate: Path, serving: Serving, https: int, http: int) -> list[str]:
    site = (DEPLOY / "Caddyfile").read_text()
    tls = f"tls {certificate}/fullchain.pem {certificate}/privkey.pem"
    site = site.replace(f"\n{NAME} {{", f"\n{NAME} {{\n\tbind 127.0.0.1\n\t{tls}").replace(":8021", f":{serving.port}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\thttps_port {https}\n\thttp_port {http}\n}}\n{site}")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


COMMANDS = {"nginx": nginx_command, "caddy": caddy_command}


class Proxied:
    """A browser in front of the proxy; it knows the house by its name only."""

    def __init__(self, certificate: Path, https: int, http: int) -> None:
        self.http_port, self.https_port = http, https
        self.trust = ssl.create_default_context(cafile=str(certificate / "fullchain.pem"))
        self.cookie = ""

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> httpx.Response:
        headers = {"host": NAME, "origin": f"https://{NAME}", "cookie": self.cookie, **headers}
        with httpx.Client(verify=self.trust, timeout=WAIT_S) as client:
            request = client.build_request(
                method, f"https://127.0.0.1:{self.https_port}{path}", json=body, headers=headers
            )
            request.extensions["sni_hostname"] = NAME
            return client.send(request)

    def sign_in(self, name: str, **headers: str) -> httpx.Response:
        answer = self.ask("POST", "/api/session", {"name": name}, **headers)
        if answer.status_code == 200:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer

    def at(self, table: str) -> Seat:
        url, to = f"wss://{NAME}/api/tables/{table}/socket", ("127.0.0.1", self.https_port)
        tls: Any = {
            "ssl": self.trust,
            "server_hostname": NAME,
            "proxy": None,
            "address": to,
            "origin": f"https://{NAME}",
        }
        opened = connect(url, additional_headers={"cookie": self.cookie}, **tls)
        return Seat(opened.__enter__())


@contextmanager
def running(command: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + WAIT_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert process.poll() is None, process.communicate(timeout=WAIT_S)[0].decode()
                assert time.monotonic() < deadline
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.communicate(timeout=WAIT_S)


@pytest.fixture(params=["nginx", "caddy"])
def browser(request: pytest.FixtureRequest, serving: Serving, certificate: Path, tmp_path: Path) -> Iterator[Proxied]:
    missing = f"{request.param} is not installed: deploy/ was NOT tried with it"
    if shutil.which(request.param) is None:
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    https, http = free_port(), free_port()
    with running(COMMANDS[request.param](tmp_path, certificate, serving, https, http), https):
        yield Proxied(certificate, https, http)


def test_a_round_is_played_through_the_proxy(browser: Proxied) -> None:
    """As the shipped files set it up, all but the ports and the certificate."""
    answer = browser.sign_in(f"Ann {browser.https_port}")
    assert answer.status_code == 200, answer.text
    assert "; secure" in answer.headers["set-cookie"].lower()
    assert answer.headers["strict-transport-security"]
    seat = browser.at("dakota")
    assert seat.do("sit", cents=100_000)["type"] == "done"
    play_round(seat, bets_of(browser.ask("GET", "/api/tables/dakota").json()["facts"]), lambda acts: acts[0])
    assert seat.view["you"]["name"] == f"Ann {browser.https_port}"
    assert seat.do("leave")["type"] == "done"
    seat.close()
    assert browser.ask("GET", "/metrics").status_code == 404
    plain = httpx.get(f"http://127.0.0.1:{browser.http_port}/table/dakota", headers={"host": NAME}, timeout=WAIT_S)
    assert plain.status_code in (301, 308)
    assert plain.headers["location"].startswith(f"https://{NAME}")


def test_a_client_behind_the_proxy_cannot_say_that_it_comes_from_elsewhere(browser: Proxied) -> None:
    forged = [browser.sign_in("Eve", **{"x-forwarded-for": f"192.0.2.{n}"}).status_code for n in range(70)]
    assert 429 in forged


def test_another_name_is_not_answered_behind_the_proxy(browser: Proxied) -> None:
    """nginx gives what it does not know to its first site, Caddy an empty answer: either way it is not the room."""
    answer = browser.ask("GET", "/api/room", host="evil.example")
    assert answer.status_code != 200 or not answer.content


# --- the unit and the container ---


def unit() -> str:
    return (DEPLOY / "houseway.service").read_text()


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        missing = "systemd-analyze is not installed: the unit was NOT checked"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    path = tmp_path / "houseway.service"
    path.write_text(unit().replace("/opt/houseway/bin/houseway", sys.executable))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(path)], capture_output=True, text=True, timeout=WAIT_S, check=False
    )
    ours = [line for line in done.stderr.splitlines() if "houseway.service" in line]
    assert (done.returncode, ours) == (0, [])


def test_what_the_unit_starts_opens_a_public_house(tmp_path: Path) -> None:
    (command,) = re.findall(r"^ExecStart=/opt/houseway/bin/houseway serve (.*)$", unit(), re.MULTILINE)
    folders = re.findall(r"^StateDirectory=(.*)$", unit(), re.MULTILINE)[0].split()
    for folder in folders:  # as systemd makes them
        (tmp_path / folder).mkdir(mode=0o700)
    words = shlex.split(command.replace("%S", str(tmp_path)).replace("--port 8021", ""))
    serving = Serving(*words)
    try:
        assert serving.ask("GET", "/health").status_code == 200
        assert "; secure" in serving.sign_in(f"https://{NAME}").headers["set-cookie"].lower()
        assert (tmp_path / "houseway" / "house.sqlite").exists()
        assert (tmp_path / "houseway-mark" / "house.mark").exists()
    finally:
        serving.end()


def test_the_container_copies_what_is_there_and_starts_what_there_is() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    for copied in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.MULTILINE):
        for name in copied.split():
            assert (DEPLOY.parent / name).exists(), name
    (entry,) = re.findall(r"^ENTRYPOINT (\[.*\])$", text, re.MULTILINE)
    options = re.findall(r'"(--[a-z-]+)"', entry)
    known = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "300", "TERM": "dumb"}).output
    assert {option for option in (*options, "--origin", "--trusted-proxy") if option not in known} == set()
