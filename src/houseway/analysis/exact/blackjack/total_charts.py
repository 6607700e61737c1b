"""The best chart by total and number of cards, as a player could carry it.

Hands of one number of cards and one total, hard or soft, must act alike, whole or after a split; pairs are split or
not; doubled hands go by total and number of cards too. choosing.py finds the best acts for such classes; here they are
made and written as rows of games/charts.py.
"""

from collections.abc import Sequence

import numpy as np

from houseway.analysis.exact.blackjack.choices import Chosen, Classes
from houseway.analysis.exact.blackjack.turns import HANDS
from houseway.games.charts import COLUMNS, DOUBLED, HARD, PAIRS, SOFT, card_points
from houseway.rules.blackjack import BEST, DOUBLE, HIT, SPLIT, STAND, SURRENDER
from houseway.rules.compositions import POINTS, compositions

CELL = {HIT: "H", STAND: "S", DOUBLE: "D", SURRENDER: "R", SPLIT: "P"}
NO_SAY = "-"

Row = list[str | int]


def total_classes() -> Classes:
    """Hands by number of cards, total and whether it is soft."""
    book = compositions()
    family = ((book.cards.astype(np.int64) * (BEST + 1) + book.total) * 2 + book.soft).astype(np.int64)
    doubled = (book.cards.astype(np.int64) * (BEST + 1) + book.total).astype(np.int64)
    assert family.max() < 2 * HANDS
    return Classes(family, family, doubled)


def chart_rows(chosen: dict[int, Chosen], cards_max: int) -> list[Row]:
    """Rows of a chart for hands of up to so many cards. Those of two cards count for longer hands that say nothing."""
    rows: list[Row] = []
    for kind in (HARD, SOFT):
        base = _lines(chosen, kind, 2)
        rows += _joined(kind, base, "")
        for cards in range(3, cards_max + 1):
            lines = _lines(chosen, kind, cards)
            rows += _joined(kind, {total: line for total, line in lines.items() if base.get(total) != line}, cards)
    rows += _pairs(chosen)
    base = _lines(chosen, DOUBLED, 3)
    rows += _joined(DOUBLED, base, "")
    for cards in range(4, cards_max + 2):
        lines = _lines(chosen, DOUBLED, cards)
        rows += _joined(DOUBLED, {total: line for total, line in lines.items() if base.get(total) != line}, cards)
    return rows


def _lines(chosen: dict[int, Chosen], kind: str, cards: int) -> dict[int, str]:
    """By total, the cells of a kind of hands with so many cards."""
    book, classes = compositions(), total_classes()
    lines: dict[int, str] = {}
    for hand in np.flatnonzero((book.cards == cards) & ((kind == DOUBLED) | (book.soft == (kind == SOFT)))):
        total = int(book.total[hand])
        if total not in lines:
            cells = []
            for column in COLUMNS:
                found = chosen.get(card_points(column))
                acts = None if found is None else found.doubled if kind == DOUBLED else found.acts
                family = classes.doubled[hand] if kind == DOUBLED else classes.whole[hand]
                cells.append(CELL[STAND if acts is None else int(acts[family])])
            lines[total] = " ".join(f"{cell:2}" for cell in cells).rstrip()
    return lines


def _joined(kind: str, lines: dict[int, str], cards: int | str) -> list[Row]:
    """One row for neighbours that are alike."""
    rows: list[Row] = []
    totals = sorted(lines)
    while totals:
        run = [totals.pop(0)]
        while totals and totals[0] == run[-1] + 1 and lines[totals[0]] == lines[run[0]]:
            run.append(totals.pop(0))
        span = str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"
        rows.append([kind, span, lines[run[0]], *([cards] if cards else [])])
    return rows


def _pairs(chosen: dict[int, Chosen]) -> list[Row]:
    rows: list[Row] = []
    for pair in range(1, POINTS):
        cells = []
        for column in COLUMNS:
            found = chosen.get(card_points(column))
            cells.append(CELL[SPLIT] if found is not None and found.split[pair] else NO_SAY)
        if CELL[SPLIT] in cells:
            name = next(column for column in COLUMNS if card_points(column) == pair)
            rows.append([PAIRS, name, " ".join(f"{cell:2}" for cell in cells).rstrip()])
    return rows


def written(rows: Sequence[Row]) -> str:
    """Rows as they are written in strategy.toml."""
    return "\n".join(f"    {row!r},".replace("'", '"') for row in rows)
