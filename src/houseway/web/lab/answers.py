"""What the lab answers: one function a kind of question. All but the first lines run in the worker.

An answer is plain JSON. Its `tables` are what a person downloads as CSV: by name, columns and rows.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from houseway.analysis import store
from houseway.analysis.design import figures_with, repriced, with_pays
from houseway.analysis.exact.shared.solution import Row, Solution, WagerSolution
from houseway.analysis.solve import advise as advice_of
from houseway.games.approval import outcome_titles
from houseway.games.game import Game, Settings
from houseway.games.wager_titles import wager_title
from houseway.report.edge_page import edge_json
from houseway.report.wager_names import told_of_figures
from houseway.rules.refused import Refused
from houseway.web.lab.ask import Ask

Answer = dict[str, Any]
Tell = Callable[[dict[str, Any]], None]
Rows = list[list[Any]]

AT_ONCE, SOLVED_NOW = "at once", "solved"


def table(columns: list[str], rows: Rows) -> dict[str, Any]:
    return {"columns": columns, "rows": rows}


# --- figures, with the maker's pays or others ---


def figures_at_once(ask: Ask) -> Answer | None:
    """The figures if they are stored, or follow from what is stored; None if they must be solved."""
    game = ask.rules_of_game()
    base = store.stored(game, ask.settings, ask.strategy)
    if base is None:
        return None
    changed = with_pays(game, ask.settings, ask.changes)
    found = repriced(game, changed, base)
    return None if found is None else _figures(game, ask, found, AT_ONCE)


def figures(ask: Ask, tell: Tell) -> Answer:
    found = figures_with(ask.rules_of_game(), ask.settings, ask.strategy, ask.changes, _progress(tell, "solving"))
    return _figures(ask.rules_of_game(), ask, found, SOLVED_NOW)


def _figures(game: Game, ask: Ask, solution: Solution, how: str) -> Answer:
    ordered = [solution.told[name] for name in game.as_on_the_felt(solution.told)]
    wagers = [_wager(game, solution.settings, wager) for wager in ordered]
    measures = [[wager.name, measure, *_exact(wager, measure)] for wager in ordered for measure in wager.measures]
    outcomes = [
        [wager.name, row.outcome, str(row.won), float(row.won), str(row.probability), float(row.probability)]
        for wager in ordered
        for row in wager.rows
    ]
    return {
        **edge_json(solution),
        "how": how,
        "units": told_of_figures(game, solution.wagers),
        "changed": [list(pay) for pay in ask.pays],
        "wagers": wagers,
        "tables": {
            "figures": table(["wager", "measure", "value", "decimal", "se"], measures),
            "outcomes": table(["wager", "outcome", "won", "won_decimal", "probability", "decimal"], outcomes),
        },
    }


def _wager(game: Game, settings: Settings, wager: WagerSolution) -> Answer:
    parts = ("value", "decimal", "se")
    figures = {measure: dict(zip(parts, _exact(wager, measure), strict=True)) for measure in wager.measures}
    figures["action"] = {"value": str(wager.action.value), "decimal": float(wager.action.value), "se": wager.action.se}
    words = outcome_titles(game, settings)
    return {
        "name": wager.name,
        "title": wager_title(game, wager.name),
        "figures": figures,
        "rows": [_row(words, row) for row in wager.rows],
    }


def _exact(wager: WagerSolution, measure: str) -> tuple[str, float, float | None]:
    value, decimal, se = wager.measure(measure)
    return f"sqrt({wager.variance.value})" if value is None else str(value), decimal, se


def _row(words: dict[str, str], row: Row) -> Answer:
    return {
        "outcome": row.outcome,
        "title": words.get(row.outcome, row.outcome.replace("_", " ")),
        "won": str(row.won),
        "won_decimal": float(row.won),
        "probability": str(row.probability),
        "decimal": float(row.probability),
    }


def _progress(tell: Tell, what: str) -> Callable[[int, int], None]:
    return lambda done, total: tell({"what": what, "done": done, "total": total})


# --- a pay that meets a target ---


def target(ask: Ask, tell: Tell) -> Answer:
    from houseway.analysis.target import find_pay

    found = find_pay(
        ask.rules_of_game(),
        ask.settings,
        ask.strategy,
        ask.wager,
        ask.row,
        Fraction(ask.edge),
        changes=ask.changes,
        grid=ask.grid,
        progress=_progress(tell, "solving"),
    )
    near = [[str(pay), float(pay), str(edge), float(edge)] for pay, edge in found.near]
    return {
        "game": ask.game,
        "wager": ask.wager,
        "code": ask.row[0],
        "outcome": ask.row[1],
        "wanted": {"value": ask.edge, "decimal": float(Fraction(ask.edge))},
        "exact": None if found.exact is None else {"value": str(found.exact), "decimal": float(found.exact)},
        "near": [
            {"pay": pay, "pay_decimal": decimal, "edge": edge, "edge_decimal": edge_decimal}
            for pay, decimal, edge, edge_decimal in near
        ],
        "solves": found.solves,
        "tables": {"target": table(["pay", "pay_decimal", "edge", "edge_decimal"], near)},
    }


# --- strategies and hands ---


def strategy(ask: Ask, tell: Tell) -> Answer:
    """A strategy as charts, or as rules where there is no chart."""
    from houseway.web.lab.strategies import strategy_answer

    game = with_pays(ask.rules_of_game(), ask.settings, ask.changes)
    return strategy_answer(game, ask.settings, ask.strategy, _progress(tell, "solving"))


def advise(ask: Ask, tell: Tell) -> Answer:  # noqa: ARG001 - one shape
    game = with_pays(ask.rules_of_game(), ask.settings, ask.changes)
    ranked = advice_of(game, ask.settings, ask.hand)
    titles = {act.name: act.title for act in game.sheet.acts}
    best = ranked[0][1]
    acts = [
        {
            "act": act,
            "title": titles.get(act, act.replace("_", " ")),
            "value": str(value),
            "decimal": float(value),
            "costs": float(best - value),
        }
        for act, value in ranked
    ]
    rows = [[each["act"], each["value"], each["decimal"], each["costs"]] for each in acts]
    return {
        "game": ask.game,
        "hand": ask.hand,
        "acts": acts,
        "tables": {"acts": table(["act", "value", "decimal", "costs"], rows)},
    }


def verdicts(ask: Ask, tell: Tell) -> Answer:  # noqa: ARG001 - one shape
    from houseway.analysis.claims import verify
    from houseway.report.verdicts_page import verdicts_json

    game = ask.rules_of_game()
    found = verdicts_json({game.slug: verify(game)})
    columns = ["claim", "about", "cites", "published", "ours", "ours_exact", "under_assumption", "verdict", "why"]
    rows = [[each[column] for column in columns] for each in found]
    return {"game": ask.game, "verdicts": found, "tables": {"verdicts": table(columns, rows)}}


# --- simulation ---


def simulate(ask: Ask, tell: Tell) -> Answer:
    from houseway.analysis.as_paid import edges_as_paid
    from houseway.analysis.convergence import watched
    from houseway.analysis.simulation import as_json, in_short
    from houseway.engine.device import opening

    game = with_pays(ask.rules_of_game(), ask.settings, ask.changes)
    if ask.device == "gpu":
        opening.open_gpu()  # where there is none, nothing is begun
    tell({"what": "solving", "done": 0, "total": 1})
    solved = solution_of(ask).wagers if _is_solved(ask) else {}
    exact = edges_as_paid(game, ask.settings, ask.strategy, solved, ask.bets)
    tell({"what": "playing", "done": 0, "total": ask.rounds, "exact": exact})
    seen: list[Answer] = []
    result = None
    for result in watched(game, ask.settings, ask.strategy, ask.bets, ask.rounds, ask.seed, on_gpu=ask.device == "gpu"):
        sight = {"rounds": result.rounds, "wagers": {found.name: in_short(found) for found in result.figures()}}
        seen.append(sight)
        tell({"what": "playing", "done": result.rounds, "total": ask.rounds, "sight": sight})
    assert result is not None
    rows = [
        [sight["rounds"], name, short["seen"], short["edge"], short["standard_error"], exact.get(name)]
        for sight in seen
        for name, short in sight["wagers"].items()
    ]
    return {
        **as_json(result),
        "exact": exact,
        "sights": seen,
        "tables": {"convergence": table(["rounds", "wager", "seen", "edge", "standard_error", "exact_edge"], rows)},
    }


def _is_solved(ask: Ask) -> bool:
    """Whether there are exact figures to converge to."""
    try:
        solution_of(ask)
    except Refused:
        return False
    return True


def solution_of(ask: Ask) -> Solution:
    return _solution(ask.game, ask.settings, ask.strategy, ask.pays)


@lru_cache(maxsize=64)
def _solution(slug: str, settings: Settings, strategy: str, pays: Any) -> Solution:
    ask = Ask(kind="figures", game=slug, settings=settings, strategy=strategy, pays=pays)
    return figures_with(ask.rules_of_game(), ask.settings, strategy, ask.changes)


# --- risk ---


def risk(ask: Ask, tell: Tell) -> Answer:
    from houseway.web.lab.risks import risk_answer

    return risk_answer(ask, tell)


# --- progressives ---


def progressive(ask: Ask, tell: Tell) -> Answer:
    from houseway.web.lab.jackpots import progressive_answer

    return progressive_answer(ask, tell)


# --- reports and cards, as files ---


def report(ask: Ask, tell: Tell) -> Answer:
    from houseway.web.lab.papers import report_answer

    return report_answer(ask, tell)


def card(ask: Ask, tell: Tell) -> Answer:
    from houseway.web.lab.papers import card_answer

    return card_answer(ask, tell)


# --- a table at which the player is ahead ---


def worst_mix(ask: Ask, tell: Tell) -> Answer:
    """For staff (`web/edge_watch.py`): no address of the lab asks it."""
    from houseway.analysis.mix_store import to_json
    from houseway.house.configuration import TableConfig
    from houseway.house.player_ahead import worst_mix_of

    table = TableConfig.from_body(ask.table)
    return to_json(worst_mix_of(table, lambda done: tell({"what": "solving", "done": done, "total": 0})))


ANSWERS: dict[str, Callable[[Ask, Tell], Answer]] = {
    "figures": figures,
    "target": target,
    "strategy": strategy,
    "advise": advise,
    "verdicts": verdicts,
    "simulate": simulate,
    "risk": risk,
    "progressive": progressive,
    "report": report,
    "card": card,
    "worst_mix": worst_mix,
}
