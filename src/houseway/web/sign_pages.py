"""A table's posting sign as a page to print: without a script, its style beside it, as the door's policy has it."""

from html import escape
from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, Response

from houseway.house.posting import Sign, posting_sign
from houseway.report.sign_sheet import sign_html, sign_style
from houseway.report.type_size import PAPERS
from houseway.web.api_room import TableName, TheHall, Who
from houseway.web.hall import verify_not_anothers
from houseway.web.whereabouts import place_at

router = APIRouter(prefix="/sign", include_in_schema=False)
PaperName = Annotated[Literal["letter", "a4"], Query()]
NEVER_KEPT = {"cache-control": "no-store"}  # a supervisor may change the table, and its sign with it


async def the_sign(name: TableName, hall: TheHall, who: Who, request: Request) -> Sign:
    table = await hall.come_to(name, who, place_at(request))
    verify_not_anothers(table, who)
    return posting_sign(hall.floor.pit.room, table.set_up)


TheSign = Annotated[Sign, Depends(the_sign)]


@router.get("/{name}")
def page(name: TableName, sign: TheSign, paper: PaperName = "letter") -> HTMLResponse:
    here = f"/sign/{quote(name)}"
    style = f"{here}/style.css?paper={paper}"
    return HTMLResponse(sign_html(sign, PAPERS[paper], style=style, tools=_tools(name, here)), headers=NEVER_KEPT)


@router.get("/{name}/style.css")
def style(sign: TheSign, paper: PaperName = "letter") -> Response:
    return Response(sign_style(sign, PAPERS[paper]), media_type="text/css", headers=NEVER_KEPT)


def _tools(name: str, here: str) -> str:
    papers = "".join(f'<a href="{here}?paper={paper.name}">{escape(paper.title)}</a>' for paper in PAPERS.values())
    return (
        f'<nav class="tools" aria-label="About this sign"><a href="/">Lobby</a><a href="/table/{quote(name)}">'
        f"To the table</a>{papers}<span>Print it on both sides of one sheet.</span></nav>"
    )
