"""Set pages with typst: a template reads its data, so that no letter of it is taken for markup.

Fonts are those that typst brings, so that the same data gives the same bytes on any machine.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import typst

STANDARDS = ("a-2a", "ua-1")  # archival, and tagged for readers
Pages = Literal["pdf", "svg", "png"]


def typeset(
    template: Path, data: Mapping[str, Any], form: Pages, *, standards: Sequence[str] = (), ppi: float | None = None
) -> list[bytes]:
    """One file for a PDF, one a page for pictures."""
    return _compiled(template.read_bytes(), {"document": json.dumps(data, ensure_ascii=False)}, form, standards, ppi)


def as_png(svg: bytes, ppi: float) -> bytes:
    """A picture of a drawing."""
    page = b'#set page(width: auto, height: auto, margin: 0pt)\n#image(bytes(sys.inputs.drawing), format: "svg")'
    [found] = _compiled(page, {"drawing": svg.decode()}, "png", (), ppi)
    return found


def _compiled(
    source: bytes, inputs: dict[str, str], form: Pages, standards: Sequence[str], ppi: float | None
) -> list[bytes]:
    found, warnings = typst.compile_with_warnings(
        source,
        format=form,
        font_paths=typst.Fonts(include_system_fonts=False),
        sys_inputs=inputs,
        pdf_standards=list(standards),  # type: ignore[arg-type]
        timestamp=0,
        ppi=ppi,
    )
    assert not warnings, [warning.message for warning in warnings]
    return found if isinstance(found, list) else [found]
