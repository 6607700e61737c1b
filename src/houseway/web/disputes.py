"""The report of a disputed round as a file, made by a clerk."""

import re
from typing import Any

from houseway.house.ledger.store import Ledger
from houseway.web.parcels import parcel


def packed_dispute(ledger: Ledger, table: str, number: int, form: str, zone: str, **asked: Any) -> dict[str, str]:
    from houseway.house.audit.dispute import dispute_of
    from houseway.report.paper.dispute_report import dispute_report, zone_of
    from houseway.report.paper.press import printed, verify_format

    verify_format(form)
    local = zone_of(zone)
    found = printed(dispute_report(dispute_of(ledger, table, number, **asked), local), form)
    name = re.sub(r"[^A-Za-z0-9_-]+", "_", table)
    return parcel(f"houseway-round-{name}-{number}.{form}", found)
