"""Strategy charts: blackjack plans as grids by total, soft total and pair, for hands of so many cards."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Group, RenderableType
from rich.text import Text

from houseway.games.charts import AFTER_DOUBLE, AFTER_SPLIT, COLUMNS, NONE, WHOLE, Plan, card_points
from houseway.games.game import Game, Settings
from houseway.report.hand_lengths import choice_cards_max
from houseway.report.listing import Listing, name
from houseway.rules.blackjack import DOUBLE, HIT, SPLIT
from houseway.rules.compositions import BUSTED, EMPTY, compositions
from houseway.rules.refused import Refused

LETTERS = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}
STYLES = {"H": "red", "S": "yellow", "D": "cyan", "P": "green", "R": "magenta"}
LEGEND = (
    "H hit, S stand, D double, P split, R surrender; * depends on the cards, see `houseway advise`; "
    "empty: no such hand comes up"
)
KINDS = ("hard", "soft", "pair")
SITUATIONS = {WHOLE: "whole hands", AFTER_SPLIT: "hands after a split", AFTER_DOUBLE: "hands that were doubled"}


@dataclass(frozen=True)
class ChartRow:
    """One row of a chart."""

    situation: int
    kind: str  # hard, soft or pair
    cards: int
    hand: str
    cells: tuple[str, ...]  # one an up-card; * where hands of one total are played differently; '' where none comes up


def chart_of(game: Game, plan: Any) -> Plan:
    """A plan that can be drawn as a chart, or a refusal that says what to ask instead."""
    if not isinstance(plan, Plan):
        raise Refused(f"{game.title} is played hand by hand and has no chart; ask `houseway advise {game.slug} HAND`")
    return plan


def chart_lines(game: Game, plan: Plan, settings: Settings) -> list[ChartRow]:
    """The plan by total and number of cards; rows of more cards only where they differ from those of fewer.

    A cell is empty where nobody comes to such a hand who follows the plan.
    """
    lines: list[ChartRow] = []
    book = compositions()
    reached = reached_hands(plan, choice_cards_max(game, settings))
    for situation in _situations(plan, reached):
        for kind in KINDS if situation != AFTER_DOUBLE else KINDS[:2]:
            rows: dict[str, list[ChartRow]] = {}
            for cards in range(2, int(book.cards.max()) + 1):
                for hand, numbers in _hands(kind, cards).items():
                    cells = tuple(_cell(game, plan, situation, numbers, up, reached) for up in COLUMNS)
                    if any(cells):
                        _add(rows.setdefault(hand, []), ChartRow(situation, kind, cards, hand, cells))
            lines += [row for found in rows.values() for row in found]
    return sorted(lines, key=lambda line: (line.situation, KINDS.index(line.kind), _order(line.hand), line.cards))


def _add(rows: list[ChartRow], row: ChartRow) -> None:
    """A row of more cards: told by the one before it where no cell says otherwise."""
    if rows and (both := together(rows[-1].cells, row.cells)) is not None:
        rows[-1] = replace(rows[-1], cells=both)
    else:
        rows.append(row)


def together(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...] | None:
    """The cells of two rows in one, where they nowhere say different things; an empty cell says nothing."""
    if any(a and b and a != b for a, b in zip(one, other, strict=True)):
        return None
    return tuple(a or b for a, b in zip(one, other, strict=True))


def reached_hands(plan: Plan, cards_max: int) -> NDArray[np.bool_]:
    """[situation, hand, up-card's points] whether somebody who follows the plan can come to choose with such a hand.

    One of more cards than `cards_max` is over; what is doubled is over too, or may still be rescued.
    """
    book = compositions()
    reached = np.zeros(plan.acts.shape[:3], dtype=np.bool_)
    reached[WHOLE, book.cards == 2] = True
    hits, doubles, splits = ((plan.acts == act).any(axis=3) for act in (HIT, DOUBLE, SPLIT))
    for situation in (WHOLE, AFTER_SPLIT):
        for number in np.flatnonzero(
            (book.cards >= 2) & (book.cards <= cards_max)
        ).tolist():  # after what it comes from
            ups = reached[situation, number]
            if ups.any():
                drawn = _one_more(number)
                reached[situation, drawn] |= ups & hits[situation, number]
                reached[AFTER_DOUBLE, drawn] |= ups & doubles[situation, number]
                if situation == WHOLE and splits[WHOLE, number].any():
                    alone = int(book.tree[EMPTY, int(book.held[number].argmax())])
                    reached[AFTER_SPLIT, _one_more(alone)] |= ups & splits[WHOLE, number]
    reached[:AFTER_DOUBLE, book.cards > cards_max] = False
    return reached


def _one_more(number: int) -> list[int]:
    """A hand with any card more that does not bust it."""
    return [child for child in compositions().tree[number].tolist() if child != BUSTED]


def _order(hand: str) -> int:
    return card_points(hand.split("-")[0]) if "-" in hand else int(hand)


def _situations(plan: Plan, reached: NDArray[np.bool_]) -> list[int]:
    """Those a chart must tell apart: after a split where it differs, after a double where it says something."""
    found = [WHOLE]
    split = reached[AFTER_SPLIT]
    if not np.array_equal(plan.acts[WHOLE][split], plan.acts[AFTER_SPLIT][split]):
        found.append(AFTER_SPLIT)
    if (plan.acts[AFTER_DOUBLE] != NONE).any():
        found.append(AFTER_DOUBLE)
    return found


def _hands(kind: str, cards: int) -> dict[str, list[int]]:
    book = compositions()
    if kind == "pair":
        if cards != 2:
            return {}
        points = {word: card_points(word) for word in COLUMNS}
        return {f"{word}-{word}": [int(book.tree[book.tree[EMPTY, p], p])] for word, p in points.items()}
    found: dict[str, list[int]] = {}
    fits = (book.cards == cards) & (book.soft == (kind == "soft")) & ~((cards == 2) & (book.held.max(axis=1) == 2))
    for number in np.flatnonzero(fits):
        found.setdefault(str(book.total[number]), []).append(int(number))
    return dict(sorted(found.items(), key=lambda item: int(item[0])))


def _cell(game: Game, plan: Plan, situation: int, numbers: list[int], up: str, reached: NDArray[np.bool_]) -> str:
    """The first choice of most hands, then what to do where it is not allowed; * if they are not all alike."""
    held = [number for number in numbers if reached[situation, number, card_points(up)]]
    words: Counter[str] = Counter()
    for first, second in plan.acts[situation, held, card_points(up), :2].tolist():
        words["".join(LETTERS[game.acts[act]] for act in (first, second) if act != NONE)] += 1
    if not words:
        return ""
    most, _ = words.most_common(1)[0]
    return most + ("*" if len(words) > 1 else "")


def strategy_page(game: Game, plan: Plan, settings: Settings) -> RenderableType:
    """Grids in colour; a second letter says what to do where the first act is not allowed."""
    parts: list[RenderableType] = []
    lines = chart_lines(game, plan, settings)
    for situation, title in SITUATIONS.items():
        mine = [line for line in lines if line.situation == situation]
        if mine:
            listing = Listing(f"{game.title}, {title}", [name(head) for head in ("hand", "cards", *COLUMNS)], keys=2)
            for line in mine:
                cells = [Text(cell, style=STYLES.get(cell[:1], "")) for cell in line.cells]
                listing.add(f"{line.kind} {line.hand}", f"{line.cards}+" if line.kind != "pair" else "2", *cells)
            parts.append(listing)
    parts.append(Text(LEGEND))
    return Group(*parts)


def strategy_json(game: Game, plan: Plan, settings: Settings) -> list[dict[str, Any]]:
    return [
        {
            "situation": SITUATIONS[line.situation],
            "kind": line.kind,
            "hand": line.hand,
            "cards_from": line.cards,
            "cells": dict(zip(COLUMNS, line.cells, strict=True)),
        }
        for line in chart_lines(game, plan, settings)
    ]


def strategy_csv(game: Game, plan: Plan, settings: Settings) -> str:
    rows = [",".join(("situation", "kind", "hand", "cards_from", *COLUMNS))]
    for line in chart_lines(game, plan, settings):
        rows.append(",".join((SITUATIONS[line.situation], line.kind, line.hand, str(line.cards), *line.cells)))
    return "\n".join(rows) + "\n"
