"""Files of the browser: what lies in the folder and nothing else, by every way a browser may ask for it."""

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from houseway.web.files import COMPRESSED_FROM_BYTES, Files

LONG = "/* a style */\n" * COMPRESSED_FROM_BYTES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "inner" / "js").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("outside")
    (tmp_path / "inner" / "long.css").write_text(LONG)
    (tmp_path / "inner" / "js" / "short.js").write_text("let chips = 5;")
    return tmp_path / "inner"


class Asking:
    """Asks a house that serves nothing but a folder."""

    def __init__(self, folder: Path) -> None:
        self.app = FastAPI()
        self.app.router.routes.append(Files(folder))

    def ask(self, method: str, address: str, **headers: str) -> tuple[httpx.Response, bytes]:
        """The answer, and what went over the wire."""

        async def asked() -> tuple[httpx.Response, bytes]:
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            line = httpx.ASGITransport(self.app)
            async with (
                httpx.AsyncClient(transport=line, base_url="http://house") as client,
                client.stream(method, address, headers=sent) as answer,
            ):
                return answer, b"".join([part async for part in answer.aiter_raw()])

        return asyncio.run(asked())


@pytest.fixture
def browser(folder: Path) -> Asking:
    return Asking(folder)


def test_a_sheet_comes_with_those_that_it_imports(browser: Asking, folder: Path) -> None:
    (folder / "part.css").write_text(".chip { color: red; }\n")
    (folder / "long.css").write_text(f'{LONG}@import url("part.css");\n.felt {{}}\n')
    first, sent = browser.ask("GET", "/long.css", accept_encoding="identity")
    assert sent.decode() == f"{LONG}.chip {{ color: red; }}\n.felt {{}}\n"
    (folder / "part.css").write_text(".chip { color: blue; }\n")
    _, sent = browser.ask("GET", "/long.css", accept_encoding="identity", if_none_match=first.headers["etag"])
    assert b"blue" in sent, "a part that changes on the disk is read anew"


def test_a_file_comes_compressed_to_who_can_read_it_so_and_plain_to_others(browser: Asking) -> None:
    squeezed, sent = browser.ask("GET", "/long.css", accept_encoding="br, gzip")
    assert gzip.decompress(sent) == LONG.encode()
    assert int(squeezed.headers["content-length"]) == len(sent) < len(LONG)
    plain, sent = browser.ask("GET", "/long.css", accept_encoding="identity")
    assert sent == LONG.encode()
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == squeezed.headers["vary"] == "Accept-Encoding"
    assert plain.headers["content-type"].startswith("text/css")
    short, sent = browser.ask("GET", "/js/short.js", accept_encoding="gzip")
    assert (sent, "content-encoding" in short.headers) == (b"let chips = 5;", False)
    assert short.headers["content-type"].startswith("text/javascript")


def test_head_says_the_length_and_sends_nothing(browser: Asking) -> None:
    said, sent = browser.ask("HEAD", "/js/short.js")
    assert (said.status_code, sent, said.headers["content-length"]) == (200, b"", "14")


def test_what_a_browser_has_is_not_sent_again_until_it_changes(browser: Asking, folder: Path) -> None:
    tag = browser.ask("GET", "/js/short.js")[0].headers["etag"]
    same, sent = browser.ask("GET", "/js/short.js", if_none_match=f'"other", {tag}')
    assert (same.status_code, sent, same.headers["etag"]) == (304, b"", tag)
    (folder / "js" / "short.js").write_text("let chips = 500;")
    changed, sent = browser.ask("GET", "/js/short.js", if_none_match=tag)
    assert (changed.status_code, sent) == (200, b"let chips = 500;")
    (folder / "js" / "short.js").unlink()
    assert browser.ask("GET", "/js/short.js")[0].status_code == 404


@pytest.mark.parametrize(
    "address",
    ["/secret.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/js/../../secret.txt", "/js", "/js/", "/x/long.css"],
)
def test_nothing_else_is_there(browser: Asking, address: str) -> None:
    assert browser.ask("GET", address)[0].status_code == 404


def test_a_file_is_read_and_not_written(browser: Asking) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert browser.ask(method, "/long.css")[0].status_code == 405
