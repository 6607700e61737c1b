"""The page of a strategy in words: its rules, how good they are, and a grid where there is one."""

import csv
from io import StringIO
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.analysis.exact.shared.guide import Grid, Guide, Rule, Section
from houseway.games.game import Game
from houseway.report.listing import Listing, figure, name, prose

BANDS = ("bold green", "green", "yellow", "bright_black")  # of a grid, the best first


def guide_page(game: Game, strategy: str, guide: Guide, asked: str = "") -> RenderableType:
    """`asked` is how else than by the strategy's name these rules are asked for."""
    parts: list[RenderableType] = [Text(f"{game.title}, {strategy} strategy", "bold")]
    for section in guide.sections:
        parts += [Text(), _rules(section), *(_grid(grid) for grid in section.grids), _worth(section)]
    rows = f"`houseway strategy {game.slug} {asked or f'--strategy {strategy}'} --csv` lists every class of hands"
    parts += [Text(), Text(rows, "dim")]
    return Group(*parts)


def _rules(section: Section) -> Listing:
    priced = any(rule.left_out is not None for rule in section.rules)
    columns = [prose(), figure("deals" if priced else "", style="dim")]
    if priced:
        columns.append(figure("left out costs", style="dim"))
    listing = Listing(section.title, columns, light=True, title_style="bold cyan")
    for rule in section.rules:
        cells = [f"- {rule.text}", f"{rule.share:.2%}" if rule.share < 1 else ""]
        listing.add(*cells, *([_left_out(rule)] if priced else []))
    if not section.rules:
        listing.add("- nothing", "")
    return listing


def _left_out(rule: Rule) -> str:
    """What leaving a rule out would cost."""
    return "" if rule.left_out is None else f"{float(rule.left_out):.4%}"


def _worth(section: Section) -> Text:
    """How good the rules are."""
    if section.right == 1:
        return Text("This is the best play itself: it costs nothing.", "green")
    return Text(
        f"In {section.right:.2%} of deals this is the best play, or as good. "
        f"Against it, it costs {section.cost:.4%} of the base bet a round.",
        "yellow",
    )


def _grid(grid: Grid) -> RenderableType:
    heads = [name(), *(figure(rank) for rank in grid.names)]
    listing = Listing(grid.title, heads, light=True, title_style="dim")
    last = max(int(cell) for row in grid.cells for cell in row)
    for rank, row in zip(grid.names, grid.cells, strict=False):
        listing.add(Text(rank, "bold"), *(_cell(cell, last) for cell in row))
    return listing


def _cell(cell: str, last: int) -> Text:
    return Text(cell, BANDS[(int(cell) - 1) * len(BANDS) // last])


def guide_json(game: Game, strategy: str, guide: Guide) -> dict[str, Any]:
    """Rules, their worth, and every class of hands."""
    return {
        "game": game.slug,
        "strategy": strategy,
        "sections": [
            {
                "title": section.title,
                "rules": [_rule_json(rule) for rule in section.rules],
                "right": section.right,
                "cost": section.cost,
                **({} if section.exact is None else {"exact_cost": str(section.exact)}),
                "grids": [{"title": grid.title, "names": grid.names, "cells": grid.cells} for grid in section.grids],
            }
            for section in guide.sections
        ],
        "classes": [dict(zip(guide.columns, row, strict=True)) for row in guide.classes()],
    }


def _rule_json(rule: Rule) -> dict[str, Any]:
    told = {"text": rule.text, "share": rule.share}
    return told if rule.left_out is None else {**told, "left_out": float(rule.left_out)}


def guide_csv(guide: Guide) -> str:
    """Every class of hands."""
    text = StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(guide.columns)
    for row in guide.classes():
        lines.writerow([f"{cell:.6f}" if isinstance(cell, float) else cell for cell in row])
    return text.getvalue()
