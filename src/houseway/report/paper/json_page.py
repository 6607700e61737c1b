"""A report as JSON: every number with its exact value, its decimal and what is shown."""

import json
from typing import Any

from houseway.report.paper.model import Block, Cell, Chart, Document, Hand, Items, Mark, Number, Section, Table, Words
from houseway.report.paper.shown import shown


def json_page(document: Document) -> str:
    return json.dumps(as_json(document), indent=1, ensure_ascii=False) + "\n"


def as_json(document: Document) -> dict[str, Any]:
    return {
        "title": document.title,
        "subtitle": document.subtitle,
        "date": document.date,
        "warnings": list(document.warnings),
        "facts": dict(document.facts),
        "sections": [_section(each) for each in document.sections],
    }


def _section(section: Section) -> dict[str, Any]:
    return {
        "name": section.name,
        "title": section.title,
        "blocks": [_block(each) for each in section.blocks],
        "sections": [_section(each) for each in section.sections],
    }


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Words):
        return {"words": block.text, "kind": block.kind}
    if isinstance(block, Items):
        return {"items": [{"cites": cites, "text": text} for cites, text in block.items]}
    if isinstance(block, Hand):
        return {"hand": block.whose, "cards": list(block.cards)}
    return _table(block) if isinstance(block, Table) else _chart(block)


def _table(table: Table) -> dict[str, Any]:
    keys = [column.key for column in table.columns]
    return {
        "table": table.name,
        "title": table.title,
        "note": table.note,
        "columns": [{"key": each.key, "head": each.head, "kind": each.kind} for each in table.columns],
        "rows": [
            {"key": row.key, "total": row.total, "cells": dict(zip(keys, map(_cell, row.cells), strict=True))}
            for row in table.rows
        ],
    }


def _cell(cell: Cell) -> Any:
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Mark):
        return {"text": cell.text, "kind": cell.kind}
    return _number(cell)


def _number(number: Number) -> dict[str, Any]:
    found: dict[str, Any] = {"value": str(number.value), "decimal": float(number.value), "shown": shown(number)}
    if number.se is not None:
        found["se"] = number.se
    if number.formula:
        found["formula"] = number.formula
    return found


def _chart(chart: Chart) -> dict[str, Any]:
    return {
        "chart": chart.name,
        "title": chart.title,
        "about": chart.about,
        "x": chart.x.label,
        "y": chart.y.label,
        "lines": [{"name": each.name, "points": each.points, "band": each.band} for each in chart.lines],
        "bars": [{"name": each.name, "span": each.span, "value": each.value} for each in chart.bars],
        "names": list(chart.x.names),
        "bands": [{"name": each.name, "reach": each.reach} for each in chart.bands],
        "rules": [{"label": each.label, "x": each.x, "y": each.y} for each in chart.rules],
    }
