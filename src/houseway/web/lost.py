"""Pages for what is not there, in the site's own look and with the right status; programs get JSON."""

from collections.abc import Sequence
from html import escape
from string import Template
from typing import NamedTuple

from fastapi import Request
from fastapi.responses import HTMLResponse

PROGRAMS = ("/api/", "/health", "/metrics")  # addresses that no person types
NEVER_KEPT = "no-store"  # it may be there tomorrow
PAGE = Template("""<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
  <title>$title · houseway</title>
  <link rel="icon" href="/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/theme.css">
  <link rel="stylesheet" href="/table.css">
  <script type="module" src="/js/dressed.js"></script>
</head>
<body>
  <header class="bar lobby-bar"><a class="brand" href="/">houseway</a>
    <nav aria-label="houseway"><a class="link" href="/">Lobby</a><a class="link" href="/lab">Lab</a></nav></header>
  <main class="page lost-page">
    <p class="quiet">$status</p>
    <h1>$title</h1>
    <p>$said</p>
    <p class="doors">$doors</p>
  </main>
</body>
</html>
""")


class WayOut(NamedTuple):
    """Where somebody who is lost may go."""

    title: str
    address: str


TO_THE_LOBBY = WayOut("To the lobby", "/")


ROOMS = {
    "/audit": "To the audit",
    "/house": "To the house",
    "/books": "To the books",
    "/lab": "To the lab",
    "/you": "To your page",
}


def doors_near(path: str) -> list[WayOut]:
    """The room whose address begins like this one, then the lobby."""
    rooms = [WayOut(title, address) for address, title in ROOMS.items() if path.startswith(f"{address}/")]
    return [*rooms, TO_THE_LOBBY]


def wants_page(request: Request) -> bool:
    """Whether a person asks, with a browser."""
    asks = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    return asks and not request.url.path.startswith(PROGRAMS)


def lost_page(status: int, title: str, said: str, doors: Sequence[WayOut] = (TO_THE_LOBBY,)) -> HTMLResponse:
    links = "".join(
        f'<a class="button{" primary" if number == 0 else ""}" href="{escape(door.address)}">{escape(door.title)}</a>'
        for number, door in enumerate(doors)
    )
    page = PAGE.substitute(status=status, title=escape(title), said=escape(said), doors=links)
    return HTMLResponse(page, status, headers={"cache-control": NEVER_KEPT})


def as_sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}{'' if reason.endswith(('.', '!', '?')) else '.'}"
