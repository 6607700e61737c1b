"""Answers as they leave the house: JSON, or one of their tables as CSV."""

import csv
import io
import re
from typing import Any

from fastapi.responses import JSONResponse, Response

from houseway.web.lab.ask import Ask
from houseway.web.refusals import Missing

NAME_MAX = 120
PLAYED = ("figures", "target", "strategy", "simulate", "risk", "progressive", "report", "card")  # what has a strategy


def file_name(ask: Ask, view: str) -> str:
    """What is in a file, said by its name: game, view, play, and the options that are not the usual ones."""
    usual = ask.rules_of_game().settings()
    parts = [ask.game, view, *([ask.strategy] if ask.kind in PLAYED else [])]
    parts += [f"{option}-{to}" for option, to in ask.settings.items() if to != usual[option]]
    parts += ["own-pays"] * bool(ask.pays)
    parts += [f"{ask.rounds}-rounds"] * bool(ask.rounds) + [f"seed-{ask.seed}"] * (ask.kind == "simulate")
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", "-".join(parts))[:NAME_MAX]


def written(answer: dict[str, Any], form: str, name: str, ask: Ask) -> Response:
    """The answer, or one of its tables; as JSON the tables are left out unless one is named."""
    tables = answer["tables"]
    as_json = {"content-disposition": f'inline; filename="{file_name(ask, name or ask.kind)}.json"'}
    if name and name not in tables:
        raise Missing(f"there is no table '{name}'; there is {', '.join(tables)}")
    if form == "json" and not name:
        rest = {key: value for key, value in answer.items() if key != "tables"}
        return JSONResponse({**rest, "downloads": list(tables)}, headers=as_json)
    name = name or next(iter(tables))
    chosen = tables[name]
    if form == "json":
        told = {"game": answer["game"], "downloads": list(tables), "table": name, **chosen}
        return JSONResponse(told, headers=as_json)
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(chosen["columns"])
    writer.writerows(chosen["rows"])
    head = {"content-disposition": f'attachment; filename="{file_name(ask, name)}.csv"'}
    return Response(page.getvalue(), media_type="text/csv; charset=utf-8", headers=head)
