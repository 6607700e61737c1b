"""The report of a disputed round as a file: made by a clerk, packed as JSON can carry it, and handed over."""

import base64
import json
import re
import zlib
from typing import Any

from fastapi.responses import Response

from houseway.house.ledger.store import Ledger
from houseway.report.paper.press import MEDIA


def packed_dispute(ledger: Ledger, table: str, number: int, form: str, zone: str, **asked: Any) -> dict[str, str]:
    """By the clerk."""
    from houseway.house.audit.dispute import dispute_of
    from houseway.report.paper.dispute_report import dispute_report, zone_of
    from houseway.report.paper.press import printed, verify_format

    verify_format(form)
    local = zone_of(zone)
    found = printed(dispute_report(dispute_of(ledger, table, number, **asked), local), form)
    name = re.sub(r"[^A-Za-z0-9_-]+", "_", table)
    packed = base64.b64encode(zlib.compress(found)).decode()
    return {"file": f"houseway-round-{name}-{number}.{form}", "packed": packed}


def handed_over(answer: bytes) -> Response:
    told = json.loads(answer)
    name: str = told["file"]
    head = {"content-disposition": f'attachment; filename="{name}"'}
    found = zlib.decompress(base64.b64decode(told["packed"]))
    return Response(found, media_type=MEDIA[name.rpartition(".")[2]], headers=head)
