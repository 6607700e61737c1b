"""The docs under /docs: the built files by the policy of every page, and a page that says so where none were built."""

import asyncio
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from houseway.web import handbook
from houseway.web.guard import HEADERS
from houseway.web.refusals import on_http
from tests.web.running import Server

PAGE = {"accept": "text/html"}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("not of the site")
    folder = tmp_path / "html"
    (folder / "tutorials").mkdir(parents=True)
    (folder / "index.html").write_text(f"<h1>first</h1>{' ' * 2000}", "utf-8")
    (folder / "tutorials" / "player.html").write_text("<h1>player</h1>", "utf-8")
    return folder


def asked(site: Path, path: str, method: str = "GET") -> httpx.Response:
    app = FastAPI(docs_url=None)
    handbook.mount(app, site)
    app.add_exception_handler(404, on_http)

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://house", follow_redirects=True) as client:
            return await client.request(method, path, headers=PAGE)

    return asyncio.run(ask())


def test_pages_that_were_built_are_served(site: Path) -> None:
    first = asked(site, "/docs")
    assert first.url.path == "/docs/"
    assert "<h1>first</h1>" in first.text
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["content-encoding"] == "gzip"
    assert asked(site, "/docs/tutorials/player.html").text == "<h1>player</h1>"
    assert asked(site, "/docs/", "HEAD").status_code == 200


def test_a_page_that_is_not_there_is_not_said_to_be_unbuilt(site: Path) -> None:
    lost = asked(site, "/docs/nothing.html")
    assert lost.status_code == 404
    assert "make docs" not in lost.text


@pytest.mark.parametrize("path", ["/docs/../secret.txt", "/docs/%2e%2e/secret.txt", "/docs/..%2fsecret.txt"])
def test_nothing_beside_the_site_is_served(site: Path, path: str) -> None:
    assert "not of the site" not in asked(site, path).text


def test_where_none_were_built_a_page_says_how(tmp_path: Path) -> None:
    for path in ("/docs", "/docs/", "/docs/tutorials/player.html"):
        said = asked(tmp_path / "none", path)
        assert said.status_code == 404
        assert "make docs" in said.text


def test_the_house_has_them_behind_the_same_policy(server: Server) -> None:
    answer = server.client().http.get("/docs/", headers=PAGE)
    assert answer.status_code in (200, 404)  # built here or not
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]
    assert "'unsafe" not in answer.headers["content-security-policy"]
    assert "houseway" in answer.text
