"""A strategy for the browser: grids of acts by total and number of cards, or rules in words."""

from collections.abc import Callable
from typing import Any

from houseway.analysis.design import strategy_for
from houseway.analysis.exact.shared.guide import Guide
from houseway.analysis.guides import guide_of
from houseway.games.charts import COLUMNS, Plan
from houseway.games.game import Game, Settings
from houseway.report.guide_page import guide_json
from houseway.report.strategy import LETTERS, SITUATIONS, strategy_json

Progress = Callable[[int, int], None]


def strategy_answer(game: Game, settings: Settings, strategy: str, progress: Progress) -> dict[str, Any]:
    progress(0, 2)
    guide = guide_of(game, settings, strategy, progress)
    if guide is not None:
        return guide_answer(game, strategy, guide)
    plan = strategy_for(game, strategy, settings).plan
    progress(1, 2)
    told = {"game": game.slug, "strategy": strategy}
    if not isinstance(plan, Plan):
        return {**told, "form": "hands", "tables": {}}  # neither rules nor a chart: hands are looked up one by one
    return {**told, **chart_answer(game, plan, settings)}


def guide_answer(game: Game, strategy: str, guide: Guide) -> dict[str, Any]:
    """Rules in words; every class of hands is in the table only, since there are thousands."""
    answer = guide_json(game, strategy, guide)
    classes = answer.pop("classes")
    rows = [list(each.values()) for each in classes]
    return {**answer, "form": "guide", "tables": {"classes": {"columns": list(guide.columns), "rows": rows}}}


def chart_answer(game: Game, plan: Plan, settings: Settings) -> dict[str, Any]:
    lines = strategy_json(game, plan, settings)
    rows = [
        [line["situation"], line["kind"], line["hand"], line["cards_from"], *line["cells"].values()] for line in lines
    ]
    titles = {act.name: act.title for act in game.sheet.acts}
    return {
        "form": "charts",
        "up_cards": list(COLUMNS),
        "situations": list(SITUATIONS.values()),
        "letters": {letter: titles[name] for name, letter in LETTERS.items() if name in titles},
        "lines": lines,
        "tables": {
            "chart": {"columns": ["situation", "kind", "hand", "cards_from", *COLUMNS], "rows": rows},
        },
    }
