"""A report as Markdown, as any forge shows it; charts are drawn in letters."""

from collections.abc import Iterator

from houseway.report.paper.model import Block, Chart, Document, Hand, Items, Section, Table, Words
from houseway.report.paper.shown import faces, shown
from houseway.report.paper.text_plot import text_plot

HEADING_MAX = 6


def markdown_page(document: Document) -> str:
    parts = [f"# {document.title}", document.subtitle + (f", {document.date}" if document.date else "")]
    parts += [f"> **{plain(each)}**" for each in document.warnings]
    parts.append(_rows(["", ""], ["---", "---"], [[f"**{name}**", plain(value)] for name, value in document.facts]))
    for section in document.sections:
        parts += _section(section, 2)
    return "\n\n".join(parts) + "\n"


def _section(section: Section, depth: int) -> Iterator[str]:
    yield f"{'#' * min(depth, HEADING_MAX)} {plain(section.title)}"
    for block in section.blocks:
        yield _block(block)
    for part in section.sections:
        yield from _section(part, depth + 1)


def _block(block: Block) -> str:
    if isinstance(block, Words):
        return plain(block.text) if block.kind == "plain" else f"> {plain(block.text)}"
    if isinstance(block, Items):
        return "\n".join(
            f"- *{plain(cites)}*: {plain(text)}" if cites else f"- {plain(text)}" for cites, text in block.items
        )
    if isinstance(block, Chart):
        return f"**{plain(block.title)}.** {plain(block.about)}\n\n```text\n{text_plot(block)}\n```"
    if isinstance(block, Hand):
        return f"**{plain(block.whose)}**: {faces(block.cards)}"
    return _table(block)


def _table(table: Table) -> str:
    marks = ["---:" if column.kind == "figure" else "---" for column in table.columns]
    rows = [
        [f"**{cell}**" if row.total and cell else cell for cell in (plain(shown(each)) for each in row.cells)]
        for row in table.rows
    ]
    text = f"**{plain(table.title)}**\n\n{_rows([plain(c.head) for c in table.columns], marks, rows)}"
    return f"{text}\n\n{plain(table.note)}" if table.note else text


def _rows(heads: list[str], marks: list[str], rows: list[list[str]]) -> str:
    lines = ([cell.replace("|", "\\|") for cell in line] for line in (heads, marks, *rows))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def plain(text: str) -> str:
    """Words of the data, none of whose letters mean anything; code in backticks stays code."""
    for letter in "*<[":
        text = text.replace(letter, f"\\{letter}")
    return " ".join(text.split())
