"""Files that a clerk makes: packed as JSON can carry them, and handed over as they are."""

import base64
import json
import zlib

from fastapi.responses import Response

from houseway.report.paper.press import MEDIA

KINDS = {**MEDIA, "csv": "text/csv; charset=utf-8"}  # by how a name ends


def parcel(name: str, found: bytes) -> dict[str, str]:
    """By the clerk."""
    return {"file": name, "packed": base64.b64encode(zlib.compress(found)).decode()}


def handed_over(answer: bytes) -> Response:
    told = json.loads(answer)
    name: str = told["file"]
    head = {"content-disposition": f'attachment; filename="{name}"'}
    found = zlib.decompress(base64.b64decode(told["packed"]))
    return Response(found, media_type=KINDS[name.rpartition(".")[2]], headers=head)
