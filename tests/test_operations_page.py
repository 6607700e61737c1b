"""docs/operations.md tells every limit with the number that is in force."""

import re
from dataclasses import fields
from pathlib import Path

from houseway.web.limits import HouseLimits

PAGE = (Path(__file__).parent.parent / "docs" / "operations.md").read_text(encoding="utf-8")


def test_every_limit_is_told_with_its_number() -> None:
    told: dict[str, float] = {}
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 5 and cells[1].startswith("`"):
            names = re.findall(r"`([a-z_]+)`", cells[1])
            numbers = [float(number) for number in re.findall(r"\d+", cells[2])]
            told |= dict(zip(names, numbers, strict=False))
    told["strikes_max"] = float(re.findall(r"`strikes_max` \((\d+)\)", PAGE)[0])
    assert told == {each.name: float(each.default) for each in fields(HouseLimits)}  # type: ignore[arg-type]
