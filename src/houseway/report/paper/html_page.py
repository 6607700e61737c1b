"""A report as one HTML file that works by itself: no script, nothing from elsewhere."""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from houseway.report.paper.hand_drawing import hand_svg
from houseway.report.paper.model import Block, Cell, Chart, Column, Document, Hand, Items, Mark, Section, Table, Words
from houseway.report.paper.shown import shown
from houseway.report.paper.svg import svg

CSS = Path(__file__).with_name("html_page.css")
CODE = re.compile(r"`([^`]+)`")
HEADING_MAX = 6


def html_page(document: Document) -> str:
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in document.facts)
    links = "".join(f'<li><a href="#{each.name}">{escape(each.title)}</a></li>' for each in document.sections)
    body = "\n".join(part for section in document.sections for part in _section(section, 2))
    warned = "".join(f'<p class="departs">{inline(each)}</p>' for each in document.warnings)
    dated = f", {escape(document.date)}" if document.date else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(document.title)}: {escape(document.subtitle)}</title>\n"
        f"<style>\n{CSS.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(document.title)}</h1><p>{escape(document.subtitle)}{dated}</p>{warned}<dl>{facts}</dl></header>\n"
        f'<nav aria-label="Contents"><ol>{links}</ol></nav>\n<main>\n{body}\n</main>\n</body>\n</html>\n'
    )


def _section(section: Section, depth: int) -> Iterator[str]:
    level = min(depth, HEADING_MAX)
    yield f'<h{level} id="{section.name}">{escape(section.title)}</h{level}>'
    for block in section.blocks:
        yield _block(block)
    for part in section.sections:
        yield from _section(part, depth + 1)


def _block(block: Block) -> str:
    if isinstance(block, Words):
        kind = "" if block.kind == "plain" else f' class="{block.kind}"'
        return f"<p{kind}>{inline(block.text)}</p>"
    if isinstance(block, Items):
        items = (f"<cite>{escape(cites)}</cite>: " * bool(cites) + inline(text) for cites, text in block.items)
        return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"
    if isinstance(block, Chart):
        caption = f"<figcaption>{escape(block.title)}<span>{escape(block.about)}</span></figcaption>"
        return f"<figure>{caption}{svg(block)}</figure>"
    if isinstance(block, Hand):
        return f'<figure class="hand"><figcaption>{escape(block.whose)}</figcaption>{hand_svg(block)}</figure>'
    return _table(block)


def _table(table: Table) -> str:
    heads = "".join(f'<th scope="col" class="{each.kind}">{escape(each.head)}</th>' for each in table.columns)
    rows = "".join(
        f"<tr{' class=total' * row.total}>"
        + "".join(
            _cell(column, cell, first=i == 0)
            for i, (column, cell) in enumerate(zip(table.columns, row.cells, strict=True))
        )
        + "</tr>\n"
        for row in table.rows
    )
    under = f'<p class="under">{inline(table.note)}</p>' if table.note else ""
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(table.title)}">'
        f'<table id="table-{table.name}"><caption>{escape(table.title)}</caption>'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>{under}"
    )


def _cell(column: Column, cell: Cell, *, first: bool) -> str:
    text = inline(shown(cell))
    if isinstance(cell, Mark):
        return f'<td class="mark-{cell.kind} {"chart-cell" * (len(cell.text) < 4)}">{text}</td>'
    tag = 'th scope="row"' if first else "td"
    return f'<{tag} class="{column.kind}">{text}</{tag.split()[0]}>'


def inline(text: str) -> str:
    return CODE.sub(r"<code>\1</code>", escape(text))
