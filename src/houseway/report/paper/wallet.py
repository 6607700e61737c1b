"""What stands on a strategy card: how to play under the options in force, in blocks that a template sets on faces."""

from collections.abc import Mapping
from typing import Any

from houseway.games.approval import in_words
from houseway.report.paper.best_play import best_play
from houseway.report.paper.evidence import Hand
from houseway.report.paper.sections.measures import is_staked
from houseway.report.paper.shown import figure
from houseway.report.paper.subject import Subject
from houseway.report.paper.wallet_chart import WalletChart, always_after_a_split, wallet_charts
from houseway.report.strategy import LETTERS

ACTS = {letter: act for act, letter in LETTERS.items()}
BANDS = 4  # of a grid: so many depths of colour
SECOND = "A second letter is for where the first is not allowed."
STAR = "A star: it depends on the cards, and most such hands are played so."
NO_FELT = "#14624a"

Block = dict[str, Any]


def wallet_data(subject: Subject) -> dict[str, Any]:
    """The card as data for its template."""
    play = best_play(subject)
    charts = wallet_charts(play.chart)
    if charts:
        blocks = [_chart(each) for each in charts]
        if act := always_after_a_split(play.chart):
            blocks.append(_words("After a split", f"always {ACTS[act[0]]}."))
        blocks.append(_words("How to read it", _reading(charts)))
    elif play.guide:
        blocks = _guide(play.guide)
    else:
        blocks = [_hands(subject, play.hands)]
    return {
        **head(subject),
        "subtitle": f"{subject.solution.strategy} play",
        "columns": 2 if charts else 1,
        "legend": _legend(charts),
        "blocks": [*blocks, *(_words(title, text) for title, text in _small_print(subject))],
    }


def head(subject: Subject) -> dict[str, Any]:
    """What every card of a game has."""
    layout = subject.game.sheet.layout
    return {"title": subject.game.title, "felt": layout.felt if layout else NO_FELT}


def terms(subject: Subject) -> str:
    """Under what options and pays it is true: what is not standard, or that all is."""
    usual = subject.game.settings()
    told = [
        f"{each.title}: {each.words}"
        for each in in_words(subject.game, subject.settings)
        if subject.settings[each.name] != usual[each.name]
    ]
    told += subject.changes_said()
    return "; ".join(told) or "standard options"


def _small_print(subject: Subject) -> list[tuple[str, str]]:
    wagers = [wager for wager in subject.wagers if is_staked(wager)]
    edges = [f"{subject.title_of(wager.name)} {figure(wager.edge.value, 'percent', 2)}" for wager in wagers]
    return [
        (f"House edge, {subject.solution.strategy} play", f"{', '.join(edges)} of the bet."),
        ("Good for", f"{terms(subject)}; {' · '.join(table.code for table in subject.paytables)}. Play money only."),
    ]


# --- charts ---


def _chart(chart: WalletChart) -> Block:
    rows = [
        {
            "hands": row.hands_said,
            "cards": row.cards_said,
            "cells": [(cell, ACTS[cell[0]] if cell else "") for cell in row.cells],
        }
        for row in chart.rows
    ]
    return {"is": "chart", "title": chart.title, "rows": rows}


def _letters(charts: list[WalletChart]) -> set[str]:
    return {letter for chart in charts for row in chart.rows for cell in row.cells for letter in cell}


def _legend(charts: list[WalletChart]) -> list[tuple[str, str]]:
    found = _letters(charts)
    return [(letter, act) for letter, act in ACTS.items() if letter in found]


def _reading(charts: list[WalletChart]) -> str:
    words = ["Columns are the dealer's up-card; T is any card of ten."]
    cells = {cell for chart in charts for row in chart.rows for cell in row.cells}
    if any(row.cards_said for chart in charts for row in chart.rows):
        words.append("A small number is how many cards the hand has.")
    if any(len(cell.rstrip("*")) > 1 for cell in cells):
        words.append(SECOND)
    if "" in cells:
        words.append("An empty cell does not come up.")
    if "*" in _letters(charts):
        words.append(STAR)
    return " ".join(words)


# --- words ---


def _words(title: str, text: str) -> Block:
    return {"is": "words", "title": title, "text": text}


def _guide(guide: Mapping[str, Any]) -> list[Block]:
    blocks: list[Block] = []
    grids: list[Block] = []
    for each in guide["sections"]:
        rules = [rule["text"] for rule in each["rules"]] or ["nothing"]
        blocks.append(
            {"is": "rules", "title": each["title"], "items": rules, "worth": _worth(each["right"], each["cost"])}
        )
        grids += [_grid(each["title"], grid) for grid in each["grids"]]
    return [*blocks, *grids]


def _worth(right: float, cost: float) -> str:
    if right == 1:
        return "This is the best play itself."
    return (
        f"The best play in {figure(right, 'percent', 2)} of deals; costs {figure(cost, 'percent', 4)} of a bet a round."
    )


def _grid(section: str, grid: Mapping[str, Any]) -> Block:
    last = max(int(cell) for row in grid["cells"] for cell in row)
    cells = [[(cell, (int(cell) - 1) * BANDS // last + 1) for cell in row] for row in grid["cells"]]
    return {"is": "grid", "title": section, "about": grid["title"], "names": grid["names"], "cells": cells}


def _hands(subject: Subject, hands: list[Hand]) -> Block:
    """Where there is no rule in words: what is best with the hands that the game names."""
    titles = {act.name: act.title for act in subject.game.sheet.acts}
    rows = [
        (each.hand, titles.get(act, act.replace("_", " ")), figure(value, "units", 4))
        for each in hands
        for act, value in each.acts[:1]
    ]
    about = "This game is played hand by hand. Worth is the mean result, in base bets."
    return {"is": "hands", "title": "Some hands and their best play", "about": about, "rows": rows}
