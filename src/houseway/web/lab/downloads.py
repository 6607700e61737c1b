"""Answers as they leave the house: JSON, or one of their tables as CSV."""

import csv
import io
from typing import Any

from fastapi.responses import JSONResponse, Response

from houseway.web.refusals import Missing


def written(answer: dict[str, Any], form: str, name: str) -> Response:
    """The answer, or one of its tables; as JSON the tables are left out unless one is named."""
    tables = answer["tables"]
    if name and name not in tables:
        raise Missing(f"there is no table '{name}'; there is {', '.join(tables)}")
    if form == "json" and not name:
        rest = {key: value for key, value in answer.items() if key != "tables"}
        return JSONResponse({**rest, "downloads": list(tables)})
    name = name or next(iter(tables))
    chosen = tables[name]
    if form == "json":
        return JSONResponse({"game": answer["game"], "downloads": list(tables), "table": name, **chosen})
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(chosen["columns"])
    writer.writerows(chosen["rows"])
    head = {"content-disposition": f'attachment; filename="{answer["game"]}-{name}.csv"'}
    return Response(page.getvalue(), media_type="text/csv; charset=utf-8", headers=head)
