"""A document in any format, as bytes. What a format needs beyond the package is an extra, and asked for by name."""

from collections.abc import Callable
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from houseway.report.paper.model import Document
from houseway.rules.refused import Refused

Paper = Literal["a4", "us-letter"]
EXTRA = "houseway[report]"
NEEDS = {"pdf": "typst", "xlsx": "xlsxwriter"}
MEDIA = {
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "md": "text/markdown; charset=utf-8",
    "json": "application/json",
}
CARD_MEDIA = {"pdf": MEDIA["pdf"], "svg": "image/svg+xml", "png": "image/png"}
FORMATS = tuple(MEDIA)
IN_TEXT = ("html", "md", "json")  # may go to the screen


def printed(document: Document, form: str, paper: Paper = "a4") -> bytes:
    """The same document gives the same bytes."""
    verify_format(form)
    if form == "pdf":
        from houseway.report.paper.pdf import pdf

        return pdf(document, paper)
    if form == "xlsx":
        from houseway.report.paper.xlsx import xlsx

        return xlsx(document)
    return _in_text(form)(document).encode()


def verify_format(form: str) -> None:
    """Refuse what is not known, and say what to install for what is."""
    if form not in FORMATS:
        raise Refused(f"a report is written as {', '.join(FORMATS)}, not as '{form}'")
    if form in NEEDS:
        verify_installed(NEEDS[form], f"a report as {form}")


def verify_installed(package: str, what: str) -> None:
    try:
        version(package)
    except PackageNotFoundError:
        raise Refused(f"{what} needs {package}: pip install '{EXTRA}'") from None


def read_date(text: str) -> str:
    """'2026-11-16', or '' for none."""
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise Refused(f"'{text}' is no date: write it as 2026-11-16") from None


def _in_text(form: str) -> Callable[[Document], str]:
    if form == "html":
        from houseway.report.paper.html_page import html_page

        return html_page
    if form == "md":
        from houseway.report.paper.markdown import markdown_page

        return markdown_page
    from houseway.report.paper.json_page import json_page

    return json_page
