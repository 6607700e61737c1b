"""The page of `houseway edge`: exact figures of every wager, and how each can end."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.analysis.exact.shared.solution import MEASURES, Solution, WagerSolution
from houseway.games import find_game
from houseway.games.approval import outcome_titles, studied
from houseway.games.game import Game
from houseway.games.wager_titles import wager_title
from houseway.report.listing import Listing, ListingsAlike, figure, name
from houseway.report.wager_names import in_words, names_for_commands, told_of_figures, wager_of

RARE = 1e-6  # seven decimals of a percent would leave less than three digits
SHORT = 24  # a fraction longer than this is told in decimals only


def edge_json(solution: Solution) -> dict[str, Any]:
    """Figures by `<wager>.<measure>`; an edge is positive when the house is ahead."""
    figures: dict[str, Any] = {}
    for wager in solution.told.values():
        for measure in wager.measures:
            value, decimal, se = wager.measure(measure)
            exact = f"sqrt({wager.variance.value})" if value is None else str(value)
            figures[f"{wager.name}.{measure}"] = {"value": exact, "decimal": decimal, "se": se}
    for about, note in solution.notes.items():  # of the whole round, where no table of outcomes stands behind it
        if about.partition(".")[2] in MEASURES and about not in figures:
            figures[about] = {"value": str(note), "decimal": float(note), "se": None}
    options = {**solution.settings, "strategy": solution.strategy}
    notes = {about: {"value": str(note), "decimal": float(note)} for about, note in solution.notes.items()}
    study = studied(find_game(solution.slug), solution.settings)
    return {"game": solution.slug, "options": options, "study": study, "figures": figures, "notes": notes}


def edge_page(game: Game, solution: Solution) -> RenderableType:
    strategy, *seeing = solution.strategy.split(", ", 1)
    title = f"{', '.join([game.title, f'{strategy} strategy', *seeing])}: exact figures"
    heads = ("house edge", "hits", "st. dev.", "in action", "element of risk", "edge as a fraction")
    listing = Listing(title, [name("wager"), *(figure(head) for head in heads)])
    known = solution.told
    ordered = [known[each] for each in game.as_on_the_felt(known)]
    for wager in ordered:
        listing.add(*_cells(game, wager))
    parts: list[RenderableType] = [listing]
    if units := told_of_figures(game, solution.wagers):
        parts.append(Text(units))
    if study := studied(game, solution.settings):
        parts.append(Text(study, "yellow"))
    words = outcome_titles(game, solution.settings)
    parts.append(ListingsAlike([_outcomes(game, words, wager) for wager in ordered if wager.rows]))
    wagers = game.as_on_the_felt(dict.fromkeys(wager_of(about) for about in solution.notes))
    notes = sorted(solution.notes, key=lambda about: wagers.index(wager_of(about)))
    parts += [Text(f"{in_words(game, about)}: {_note(about, solution.notes[about])}") for about in notes]
    return Group(*parts, names_for_commands(game, known))


def _cells(game: Game, wager: WagerSolution) -> list[str]:
    edge = str(wager.edge.value)
    sd = wager.measure("sd")
    staked = wager.action.value > 0
    return [
        wager_title(game, wager.name),
        with_error(percent(wager.edge.value), wager.edge.se),
        with_error(percent(wager.hit.value), wager.hit.se),
        f"{sd[1]:.5f}" + (f" ± {sd[2]:.5f}" if sd[2] else ""),
        f"{float(wager.action.value):.6f}" if staked else "",
        f"{wager.measure('element_of_risk')[1]:.4%}" if staked else "",
        edge if len(edge) <= SHORT else "",
    ]


def _note(about: str, note: Fraction) -> str:
    return f"{float(note):.6f}" if "cents" in about or "in_action" in about else percent(note)


def percent(value: Fraction) -> str:
    return f"{float(value):.6%}"


def with_error(text: str, se: float | None) -> str:
    return text if se is None else f"{text} ± {se:.4%}"


def _outcomes(game: Game, words: Mapping[str, str], wager: WagerSolution) -> Listing:
    figures = (figure(head) for head in ("wins", "probability", "1 in", "to the mean", "exact probability"))
    listing = Listing(wager_title(game, wager.name), [name("outcome"), *figures])
    for row in wager.rows:
        exact = str(row.probability)
        listing.add(
            words.get(row.outcome, row.outcome.replace("_", " ")),
            f"{float(row.won):+g}",
            _chance(float(row.probability)),
            f"{float(1 / row.probability):,.1f}",
            f"{float(row.won * row.probability):+.6f}",
            exact if len(exact) <= SHORT else "",
        )
    return listing


def _chance(probability: float) -> str:
    """What is rare keeps its digits."""
    return f"{probability:.7%}" if probability >= RARE else f"{100 * probability:.4g}%"


def advice_page(game: Game, hand: str, ranked: list[tuple[str, Any]]) -> RenderableType:
    """Legal acts for a hand, the best first, and what each costs against it."""
    titles = {act.name: act.title for act in game.sheet.acts}
    listing = Listing(f"{game.title}: {hand}", [name("act"), figure("expected value"), figure("costs")])
    best = ranked[0][1]
    for act, value in ranked:
        listing.add(titles.get(act, act), f"{float(value):+.6f}", f"{float(best - value):.6f}")
    return listing
