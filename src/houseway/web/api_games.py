"""The games: rules, figures, verdicts and strategies, as the commands of the same names print them."""

from dataclasses import asdict
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from houseway.analysis import store
from houseway.analysis.at_hand import at_hand
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.solve import OPTIMAL
from houseway.engine.examples import shown_examples
from houseway.games import all_games, find_game, slugs
from houseway.games.approval import worded
from houseway.games.game import Game, Settings
from houseway.games.primer import primer_of
from houseway.games.prints import felt_prints, odds_without, printed_prizes
from houseway.report.edge_page import edge_json
from houseway.rules.refused import Refused
from houseway.rules.tape import FACES, SAID, VERBS
from houseway.web.hall import hall_of
from houseway.web.models import FiguresAnswer, GameAnswer, GameEntry, ParagraphEntry, PrimerAnswer, VerdictEntry
from houseway.web.refusals import RESPONSES, Missing
from houseway.web.whereabouts import place_at

router = APIRouter(prefix="/api/games", tags=["games"], responses=RESPONSES)
Slug = Annotated[str, Path(max_length=40)]
Sets = Annotated[list[str] | None, Query(alias="set", max_length=40, description="KEY=VALUE; repeat for more.")]
StrategyName = Annotated[str, Query(max_length=40)]


@router.get("", response_model=list[GameEntry])
def games() -> list[dict[str, Any]]:
    """Every game with its layout, for a picture of the felt, and the figures at hand, under its standard options."""
    return [
        {
            "slug": game.slug,
            "title": game.title,
            "maker": game.sheet.maker,
            "about": worded(game, game.settings(), game.sheet.about),
            "seats_max": game.sheet.seats_max,
            "chooses": bool(game.acts),
            **game.sheet.model_dump(mode="json", include={"wagers"}),
            "layout": _layout(game),
            "figures": short_figures(game, game.settings()),
        }
        for game in all_games()
    ]


def short_figures(game: Game, settings: Settings, *beside: Settings) -> dict[str, Any]:
    """Edge and standard deviation by wager, as far as they are at hand; nothing is solved for a list."""
    return _short_figures(game.slug, settings, *beside)


@lru_cache(256)
def _short_figures(slug: str, settings: Settings, *beside: Settings) -> dict[str, Any]:
    game = find_game(slug)
    known = at_hand(game, settings, beside=beside)
    return {
        name: {measure: known[name].measure(measure)[1] for measure in ("edge", "sd", "hit")}
        for name in game.as_on_the_felt(known)
    }


def look_again() -> None:
    """Something was solved: what was not at hand may be so now."""
    _short_figures.cache_clear()


@router.get("/{slug}", response_model=GameAnswer)
def game(slug: Slug) -> dict[str, Any]:
    """All that is needed to draw the felt and to read a tape. Options in a text ({third_card}) are said in words."""
    found = known_game(slug)
    sheet = found.sheet.model_dump(mode="json", exclude={"toys", "source", "options", "layout", "solved", "hands"})
    return {
        "slug": slug,
        **sheet,
        "layout": _layout(found),
        "options": [option.model_dump(mode="json") for option in found.options.values()],
        "strategies": list(found.strategies),
        "verbs": list(VERBS),
        "said": list(SAID),
        "faces": list(FACES),
    }


def _layout(game: Game) -> dict[str, Any] | None:
    """The felt of a game under its standard options; what a table prints on it is among the table's facts."""
    if game.sheet.layout is None:
        return None
    layout = game.sheet.layout.model_dump(mode="json", exclude={"prints", "payouts", "prizes"})
    return {**layout, "motto": felt_prints(game, game.settings()).motto}


@router.get("/{slug}/rules", response_model=list[ParagraphEntry])
def rules(slug: Slug) -> list[dict[str, Any]]:
    """The source retold, each text with the paragraph it retells: rules of play, then what is not play."""
    return [
        {**paragraph.model_dump(exclude={"topic"}), "section": section}
        for section, paragraphs in known_game(slug).paragraphs.sections()
        for paragraph in paragraphs
    ]


@router.get("/{slug}/primer", response_model=PrimerAnswer)
def primer(slug: Slug, sets: Sets = None) -> dict[str, Any]:
    """The rules for players: steps, examples of what pays under these options, and prizes beside the odds."""
    found = known_game(slug)
    chosen = chosen_options(sets)
    settings = found.settings(chosen)
    primer = primer_of(found)
    odds = odds_without(found, settings, [each.wager for each in primer.examples])
    return {
        "options": settings,
        "steps": [step.model_dump() for step in primer.steps],
        "examples": [asdict(each) for each in shown_examples(found, tuple(sorted(chosen.items())))],
        "prizes": [asdict(each) for each in (*odds, *printed_prizes(found, settings))],
    }


@router.get("/{slug}/figures", response_model=FiguresAnswer)
def figures(slug: Slug, sets: Sets = None, strategy: StrategyName = OPTIMAL) -> dict[str, Any]:
    """Exact figures that are at hand, as `houseway edge --json` has them, and how each wager can end."""
    found = known_game(slug)
    known = store.stored(found, found.settings(chosen_options(sets)), strategy)
    if known is None:
        raise Missing("these figures are not at hand: the lab works them out")
    return {**edge_json(known), "outcomes": _outcomes(known)}


def _outcomes(solution: Solution) -> dict[str, list[dict[str, Any]]]:
    return {
        name: [
            {
                "outcome": row.outcome,
                "won": str(row.won),
                "won_decimal": float(row.won),
                "probability": str(row.probability),
                "decimal": float(row.probability),
            }
            for row in wager.rows
        ]
        for name, wager in solution.told.items()
    }


@router.get("/{slug}/verdicts", response_model=list[VerdictEntry])
async def verdicts(slug: Slug, request: Request) -> Response:
    """Published figures against ours."""
    known_game(slug)
    return await hall_of(request).desks.study.answer("verdicts", place_at(request), game=slug)


@router.get("/{slug}/strategy")
async def strategy(slug: Slug, request: Request, sets: Sets = None, strategy: StrategyName = OPTIMAL) -> Response:
    """A strategy as `houseway strategy --json` has it."""
    settings = dict(known_game(slug).settings(chosen_options(sets)))
    study = hall_of(request).desks.study
    return await study.answer("strategy", place_at(request), game=slug, settings=settings, name=strategy)


def known_game(slug: str) -> Game:
    if slug not in slugs():
        raise Missing(f"there is no game '{slug}'; there is {', '.join(slugs())}")
    return find_game(slug)


def chosen_options(pairs: list[str] | None) -> dict[str, Any]:
    chosen = {}
    for pair in pairs or []:
        name, equals, setting = pair.partition("=")
        if not equals:
            raise Refused(f"set={pair[:40]}: write it as name=choice")
        chosen[name.strip()] = setting.strip()
    return chosen
