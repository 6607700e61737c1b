"""The lab over HTTP. Every question is an address: asked again it gives the same answer.

What is known is answered at once (200). What must be worked out is begun, and the answer names its job (202): follow it
at `/api/lab/jobs/{id}/events` or ask again. Everything here is read; nothing at the tables can change.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response

from houseway.analysis.design import pays_in_force, with_pays
from houseway.engine.device.opening import may_have_gpu
from houseway.games.approval import outcome_titles, studied
from houseway.games.game import Game, Settings, in_force
from houseway.web.lab import ask as asks
from houseway.web.lab import jobs, papers
from houseway.web.lab.answers import figures_at_once
from houseway.web.lab.ask import Ask
from houseway.web.lab.downloads import written
from houseway.web.lab.jackpots import read_return, read_shown
from houseway.web.lab.jobs import answer_or_job, found_or_job
from houseway.web.lab.models import Answered, JobAnswer, PaytablesAnswer, ReportAnswer
from houseway.web.refusals import RESPONSES

router = APIRouter(prefix="/api/lab", tags=["lab"], responses=RESPONSES)
router.include_router(jobs.router)

Slug = Annotated[str, Path(max_length=40)]
Sets = Annotated[list[str] | None, Query(alias="set", max_length=40, description="An option as KEY=VALUE; repeat.")]
StrategyName = Annotated[str, Query(max_length=40)]
PaySets = Annotated[
    list[str] | None, Query(alias="pay", max_length=80, description="A changed pay as CODE/OUTCOME/ODDS; repeat.")
]
BetSets = Annotated[list[str] | None, Query(alias="bet", max_length=12, description="WAGER=CENTS; repeat.")]
Format = Annotated[Literal["json", "csv"], Query(description="CSV is one table of the answer.")]
TableName = Annotated[str, Query(max_length=40, description="Which table, where there are several.")]
Seed = Annotated[int, Query(ge=0, lt=1 << 53)]
WORKS: dict[int | str, dict[str, Any]] = {202: {"model": JobAnswer, "description": "Being worked out."}}


@dataclass(frozen=True)
class GameAsked:
    """A game under options and pays of one's own."""

    slug: Slug
    sets: Sets = None
    pays: PaySets = None

    async def ask(self, kind: str, strategy: str = "optimal", bets: list[str] | None = None, **more: Any) -> Ask:
        return await run_in_threadpool(self._read, kind, strategy, bets, more)

    def _read(self, kind: str, strategy: str, bets: list[str] | None, more: dict[str, Any]) -> Ask:
        game = asks.find(self.slug)
        settings = asks.read_settings(game, self.sets or [])
        return Ask(
            kind=kind,
            game=self.slug,
            settings=settings,
            strategy=asks.read_strategy(game, strategy),
            pays=asks.read_pays(game, settings, self.pays or []),
            bets={} if bets is None else asks.read_bets(game, settings, bets),
            **more,
        )


@dataclass(frozen=True)
class AnswerShape:
    """As what an answer comes."""

    form: Annotated[Format, Query(alias="format")] = "json"
    table: TableName = ""


Of = Annotated[GameAsked, Depends()]
As = Annotated[AnswerShape, Depends()]


@router.get("/games/{slug}/paytables", response_model=PaytablesAnswer)
def paytables(slug: Slug, sets: Sets = None, pays: PaySets = None) -> dict[str, Any]:
    """The paytables in force under these options, with changed pays in their places."""
    game = asks.find(slug)
    settings = asks.read_settings(game, sets or [])
    changes = asks.read_pays(game, settings, pays or [])
    ask = Ask(kind="figures", game=slug, settings=settings, pays=changes)
    return {
        "game": slug,
        "options": settings,
        "study": studied(game, settings),
        "strategies": asks.strategies_of(game),
        "devices": ["cpu", "gpu"] if may_have_gpu() else ["cpu"],
        "hands": list(game.sheet.hands),
        "changed": [list(change) for change in changes],
        "tables": _tables(game, with_pays(game, settings, ask.changes), settings),
    }


def _tables(game: Game, changed: Game, settings: Settings) -> list[dict[str, Any]]:
    before, after = pays_in_force(game, settings), pays_in_force(changed, settings)
    titles = outcome_titles(game, settings)

    def entry(kind: str, code: str, wagers: Sequence[str], cites: str) -> dict[str, Any]:
        rows = [
            {"outcome": outcome, "title": titles[outcome], "pay": str(before[at, outcome]), "now": str(odds)}
            for (at, outcome), odds in after.items()
            if at == code
        ]
        return {"kind": kind, "code": code, "wagers": list(wagers), "cites": cites, "rows": rows}

    paytables = [each for each in game.sheet.paytables if in_force(each.when, settings)]
    prizes = [each for each in game.sheet.prizes if in_force(each.when, settings)]
    return [
        *(entry("pays", each.code, each.wagers, each.cites) for each in paytables),
        *(entry("prizes", each.name, (), each.cites) for each in prizes),
    ]


@router.get("/games/{slug}/figures", response_model=Answered, responses=WORKS)
async def figures(request: Request, of: Of, shape: As, strategy: StrategyName = "optimal") -> Response:
    """Exact figures of every wager, as `houseway edge --json` has them, and how each can end."""
    ask = await of.ask("figures", strategy)
    at_once = await run_in_threadpool(figures_at_once, ask)
    if at_once:
        return written(at_once, shape.form, shape.table, ask)
    return answer_or_job(request, ask, shape.form, shape.table)


@router.get("/games/{slug}/target", response_model=Answered, responses=WORKS)
async def target(
    request: Request,
    of: Of,
    shape: As,
    wager: Annotated[str, Query(max_length=40)],
    row: Annotated[str, Query(max_length=100, description="The pay to look for, as CODE/OUTCOME.")],
    edge: Annotated[str, Query(max_length=20, description="The edge to meet: 0.05 or 5%.")],
    strategy: StrategyName = "optimal",
    grid: Annotated[int, Query(ge=1, le=100, description="2 looks at halves as well, 10 at tenths.")] = 1,
) -> Response:
    """The pay at which a wager has a given edge."""
    looked_for, wanted = asks.read_row(row), asks.read_edge(edge)
    ask = await of.ask("target", strategy, wager=wager, row=looked_for, edge=wanted, grid=grid)
    return answer_or_job(request, ask, shape.form, shape.table)


@router.get("/games/{slug}/strategy", response_model=Answered, responses=WORKS)
async def strategy(request: Request, of: Of, shape: As, strategy: StrategyName = "optimal") -> Response:
    """A strategy: charts by total and number of cards, or rules in words."""
    return answer_or_job(request, await of.ask("strategy", strategy), shape.form, shape.table)


@router.get("/games/{slug}/advise", response_model=Answered, responses=WORKS)
async def advise(
    request: Request, of: Of, shape: As, hand: Annotated[str, Query(min_length=1, max_length=60)]
) -> Response:
    """The expected value of every legal choice for a hand, the best first."""
    return answer_or_job(request, await of.ask("advise", hand=hand), shape.form, shape.table)


@router.get("/games/{slug}/verdicts", response_model=Answered, responses=WORKS)
async def verdicts(request: Request, slug: Slug, shape: As) -> Response:
    """What the maker published against what we compute, with a verdict and a reason for each."""
    return answer_or_job(request, await GameAsked(slug).ask("verdicts"), shape.form, shape.table)


@router.get("/games/{slug}/simulate", response_model=Answered, responses=WORKS)
async def simulate(
    request: Request,
    of: Of,
    shape: As,
    strategy: StrategyName = "basic",
    bets: BetSets = None,
    rounds: Annotated[int, Query(ge=1, le=asks.GPU_ROUNDS_MAX)] = 1_000_000,
    seed: Seed = 1,
    device: Annotated[Literal["cpu", "gpu"], Query(description="What plays; a seed has the same counts.")] = "cpu",
) -> Response:
    """Play so many rounds; the job tells what was seen as it goes on."""
    rounds = asks.read_rounds(rounds, device)
    ask = await of.ask("simulate", strategy, bets or [], rounds=rounds, seed=seed, device=device)
    return answer_or_job(request, ask, shape.form, shape.table)


@router.get("/games/{slug}/risk", response_model=Answered, responses=WORKS)
async def risk(
    request: Request,
    of: Of,
    shape: As,
    strategy: StrategyName = "optimal",
    bets: BetSets = None,
    rounds: Annotated[int, Query(ge=1, le=100_000)] = 300,
    bankroll: Annotated[int, Query(ge=1, le=10**9, description="In cents.")] = 50_000,
) -> Response:
    """How the result of a session is distributed, and the chance of ruin."""
    ask = await of.ask("risk", strategy, bets or [], rounds=rounds, bankroll_cents=bankroll)
    return answer_or_job(request, ask, shape.form, shape.table)


@router.get("/games/{slug}/progressive", response_model=Answered, responses=WORKS)
async def progressive(
    request: Request,
    of: Of,
    shape: As,
    strategy: StrategyName = "optimal",
    name: Annotated[str, Query(max_length=40, description="Which of the game's; by default the first.")] = "",
    meters: Annotated[list[str] | None, Query(alias="meter", max_length=4, description="METER=CENTS; repeat.")] = None,
    players: Annotated[int, Query(ge=1, le=20)] = 1,
    target: Annotated[str, Query(max_length=20, description="Design for this return: 80%.")] = "",
    sd: Annotated[float, Query(ge=0, le=1e6, description="... and this deviation of a bet, in bets.")] = 0,
    seed_part: Annotated[str, Query(max_length=20, description="The seed, of the average jackpot.")] = "50%",
) -> Response:
    """A bet that feeds meters: its return at what they show and in the long run, waits, reserve, chasing, a design."""
    designed: dict[str, Any] = (
        {"target": read_return(target), "sd": sd, "seed_part": read_return(seed_part)} if target else {}
    )
    shown = read_shown(meters or [])
    ask = await of.ask("progressive", strategy, progressive=name, shown=shown, players=players, **designed)
    return answer_or_job(request, ask, shape.form, shape.table)


@router.get(
    "/games/{slug}/report",
    response_model=ReportAnswer,
    responses={**WORKS, 200: {"model": ReportAnswer, "description": "It is ready; or, with `download`, the file."}},
)
async def report(
    request: Request,
    of: Of,
    strategy: StrategyName = "optimal",
    form: Annotated[Literal["pdf", "html", "xlsx", "md", "json"], Query(alias="format")] = "pdf",
    paper: Annotated[Literal["a4", "letter"], Query(description="Of a PDF.")] = "a4",
    download: Annotated[bool, Query(description="The file itself.")] = False,
) -> Response:
    """The whole analysis as a document, as `houseway report` writes it."""
    return await _file_or_job(request, await of.ask("report", strategy, form=form, paper=paper), download=download)


@router.get(
    "/games/{slug}/card",
    response_model=ReportAnswer,
    responses={**WORKS, 200: {"model": ReportAnswer, "description": "It is ready; or, with `download`, the file."}},
)
async def card(
    request: Request,
    of: Of,
    strategy: StrategyName = "optimal",
    which: Annotated[Literal["strategy", "paytable", "layout"], Query(description="What to print.")] = "strategy",
    form: Annotated[Literal["pdf", "svg", "png"], Query(alias="format")] = "pdf",
    download: Annotated[bool, Query(description="The file itself.")] = False,
) -> Response:
    """To print: a strategy card for the wallet, paytable cards, or the layout, as `houseway card` writes them."""
    return await _file_or_job(request, await of.ask("card", strategy, form=form, card=which), download=download)


async def _file_or_job(request: Request, ask: Ask, *, download: bool) -> Response:
    found = found_or_job(request, ask)
    if isinstance(found, Response):
        return found
    if download:
        return await run_in_threadpool(papers.download, found)
    return JSONResponse({name: found[name] for name in ReportAnswer.model_fields})
