"""A table's posting sign as a page to print, its style beside it, as the door's policy has it.

On a screen a table with progressives has what their meters show above the sheet; that alone needs a script.
"""

from html import escape
from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, Response

from houseway.games.words import dollars
from houseway.house.linked.displayed import View, progressives_view
from houseway.house.posting import Sign, posting_sign
from houseway.report.sign_sheet import sign_html, sign_style
from houseway.report.type_size import PAPERS
from houseway.web.api_room import TableName, TheHall, Who
from houseway.web.hall import verify_not_anothers
from houseway.web.whereabouts import place_at

router = APIRouter(prefix="/sign", include_in_schema=False)
PaperName = Annotated[Literal["letter", "a4"], Query()]
TICKING = '<script type="module" src="/js/sign_meters.js"></script>'
NEVER_KEPT = {"cache-control": "no-store"}  # a supervisor may change the table, and its sign with it


async def the_sign(name: TableName, hall: TheHall, who: Who, request: Request) -> Sign:
    table = await hall.come_to(name, who, place_at(request))
    verify_not_anothers(table, who)
    return posting_sign(hall.floor.pit.room, table.set_up)


TheSign = Annotated[Sign, Depends(the_sign)]


@router.get("/{name}")
def page(name: TableName, sign: TheSign, hall: TheHall, paper: PaperName = "letter") -> HTMLResponse:
    pit = hall.floor.pit
    meters = "".join(_meters(each) for each in progressives_view(pit.table(name), pit.links.look))
    here = f"/sign/{quote(name)}"
    style = f"{here}/style.css?paper={paper}"
    return HTMLResponse(
        sign_html(sign, PAPERS[paper], style=style, tools=_tools(name, here) + meters), headers=NEVER_KEPT
    )


@router.get("/{name}/style.css")
def style(sign: TheSign, paper: PaperName = "letter") -> Response:
    return Response(sign_style(sign, PAPERS[paper]), media_type="text/css", headers=NEVER_KEPT)


def _meters(progressive: View) -> str:
    """What the meters show now; a printed sign has none of it."""
    shown = ", ".join(
        f'{escape(meter["title"])} <strong data-meter="{progressive["link"]} {meter["name"]}">'
        f"{dollars(meter['cents'])}</strong>"
        for meter in progressive["meters"]
    )
    title = escape(progressive["title"])
    return f'<section class="tools" aria-label="{title} now"><p>{title} now: {shown}</p></section>{TICKING}'


def _tools(name: str, here: str) -> str:
    papers = "".join(f'<a href="{here}?paper={paper.name}">{escape(paper.title)}</a>' for paper in PAPERS.values())
    return (
        f'<nav class="tools" aria-label="About this sign"><a href="/">Lobby</a><a href="/table/{quote(name)}">'
        f"To the table</a>{papers}<span>Print it on both sides of one sheet.</span></nav>"
    )
