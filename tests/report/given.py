"""What a sheet is given: columns of numbers that nothing in it leads to. All others are formulas."""

from collections.abc import Iterator

from houseway.report.paper.model import Document, Number, Row, Table

GIVEN = {  # tables, or how their names begin, with the columns that nothing in the sheet leads to
    "pays_": {"pay"},
    "prizes": {"amount"},
    "wager_": {"ways", "probability", "pay"},  # a pay only where no row of a paytable says it: see below
    "hands_": {"units", "often"},
    "ways_": {"won"},  # digit by digit
    "measures_": {"value"},  # the stake alone
    "further": {"value"},  # what a solver notes
    "costs": {"cost"},  # ... and says that a mistake costs
    "known": {"cases"},
    "mistakes": {"edge"},  # solved or simulated
    "hands": {"value"},  # what an act is worth
    "rounding_": {"bet", "house", "nearest", "player"},  # solved for pays in steps
    "envy": {"players", "cents"},
    "caps": {"bet", "edge"},
    "seats": {"players", "edge", "sd"},  # simulated
    "scores": {"seen", "edge", "z", "rows", "farthest"},
    "walks": {"cards", "leaves"},
    "assumptions": {"value"},
    "expected": {"bet"},
    "exposure": {"limit"},
    "quantiles": {"share", "win"},
    "suggested": {"bank"},
    "tiers_": {"probability", "now"},
    "meters_": {"seed", "limit", "more", "even", "average"},  # of the meter's own mathematics
    "players_": {"players", "now", "long"},
    "compared": {"a", "b", "hit_a", "hit_b", "sd_a", "sd_b"},  # of wagers whose endings stand nowhere beside each other
    "ends_": {"a", "b", "wins_a", "wins_b"},
}


def dead_cells(made: Document) -> Iterator[tuple[str, str, str]]:
    """Numbers that are neither given nor follow: table, row, column."""
    for table in made.tables():
        for row, key, number in numbers(table):
            is_given = key in given(table) and (not row.total or key == "ways")
            of_figures = table.name.startswith("measures_") and row.key != "action"
            if not number.formula and (not is_given or of_figures):
                yield table.name, row.key, key


def given(table: Table) -> set[str]:
    begins = (each for each in GIVEN if each.endswith("_") and table.name.startswith(each))
    return GIVEN[table.name] if table.name in GIVEN else GIVEN.get(next(begins, ""), set())


def numbers(table: Table) -> Iterator[tuple[Row, str, Number]]:
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            if isinstance(cell, Number):
                yield row, column.key, cell
