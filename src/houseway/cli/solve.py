"""Commands of exact figures: edges, advice, strategies, what options do, and what the makers published."""

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from houseway.cli.arguments import GameFirst, GameName, Options, TokenFile, find, read_options
from houseway.report.console import complain, console

if TYPE_CHECKING:
    from houseway.analysis.exact.shared.solution import Solution
    from houseway.analysis.from_play import FromPlay
    from houseway.analysis.solver import Progress
    from houseway.games.game import Game


def edge(
    game: GameName,
    options: Options = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Compute from nothing, whatever is kept; what was stopped goes on.")
    ] = False,
    sees: Annotated[
        str,
        typer.Option("--sees", help="What the player sees beside what is shown: 'dealer:1', 'community:2', 'seats:3'."),
    ] = "",
    cluster: Annotated[
        str, typer.Option(metavar="CLUSTER", help="With --fresh: count on local:4, or at the address of a scheduler.")
    ] = "",
    token_file: TokenFile = None,
    device: Annotated[
        str,
        typer.Option(help="With --fresh: cpu or gpu, where deals are counted; the counts are the same."),
    ] = "cpu",
    from_play: Annotated[
        bool,
        typer.Option("--from-play", help="Prove from the rules of play alone what can be, beside the figures kept."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as JSON.")] = False,
) -> None:
    """Exact house edge, hits, standard deviation and outcomes of every wager. --set strategy=NAME chooses the play."""
    from houseway.analysis.solve import OPTIMAL, computed, cost_of
    from houseway.games.words import said_again
    from houseway.report.edge_page import edge_json, edge_page
    from houseway.report.from_play_page import refused_json, refused_lines
    from houseway.report.progress import work_bar
    from houseway.rules.refused import Refused

    chosen = find(game)
    wishes = read_options(options)
    strategy = wishes.pop("strategy", OPTIMAL)
    if cluster and (sees or not fresh):
        raise Refused("--cluster is for counting anew: it goes with --fresh, and not with --sees")
    if device not in ("cpu", "gpu"):
        raise Refused(f"there is no device '{said_again(device)}' to count on; there is cpu, gpu")
    on_gpu = device == "gpu"
    if on_gpu and (cluster or sees or not fresh):
        raise Refused("--device gpu is for counting anew: it goes with --fresh, and with neither --sees nor --cluster")
    if from_play:
        if sees or fresh or cluster:
            raise Refused("--from-play is a proof of its own: it goes with none of --fresh, --sees and --cluster")
        _edge_from_play(chosen, wishes, strategy, as_json=as_json)
        return
    if sees:
        if strategy != OPTIMAL:
            raise Refused("--sees is of the best play with what is seen: leave strategy out")
        _edge_by_sight(chosen, wishes, sees, as_json=as_json)
        return
    found = None
    try:
        with work_bar() as told:
            if cost := cost_of(chosen, wishes, strategy, fresh=fresh):
                complain(cost)
            if cluster:
                _count_on_cluster(cluster, token_file, chosen, wishes, told)
                solution = computed(chosen, chosen.settings(wishes), strategy)
            else:
                solution, found = _solved(chosen, wishes, strategy, told, fresh=fresh, on_gpu=on_gpu)
    except KeyboardInterrupt as stop:
        _stopped(stop)
    if as_json:
        print(json.dumps(edge_json(solution) | (refused_json(found) if found else {}), indent=2))
    else:
        console().print(edge_page(chosen, solution), *(refused_lines(found) if found else ()), sep="\n")


def _stopped(stop: KeyboardInterrupt) -> NoReturn:
    complain(str(stop) or "stopped; nothing was long enough to be kept")
    raise typer.Exit(130) from None


def _solved(
    game: "Game", wishes: dict[str, Any], strategy: str, told: "Progress", *, fresh: bool, on_gpu: bool
) -> "tuple[Solution, FromPlay | None]":
    """All figures of a game; where its whole round is out of reach, of the wagers on which no choice bears."""
    from houseway.analysis.from_play import edge_from_play
    from houseway.analysis.solve import TakesMinutes, has_own_mathematics, solve
    from houseway.rules.refused import Refused

    try:
        return solve(game, wishes, strategy, fresh=fresh, on_gpu=on_gpu, progress=told), None
    except TakesMinutes:
        raise
    except Refused as refused:
        if on_gpu or has_own_mathematics(game):
            raise
        return edge_from_play(game, wishes, refused, complain, told)


def _edge_from_play(game: "Game", wishes: dict[str, Any], strategy: str, *, as_json: bool) -> None:
    """What can be proved from the rules of play alone, beside what is kept; what is done stays after Ctrl-C."""
    from houseway.analysis.from_play import begin_from_play, prove_from_play
    from houseway.report.from_play_page import from_play_json, from_play_page
    from houseway.report.progress import work_bar

    found = begin_from_play(game, wishes, strategy)
    stopped = ""
    try:
        with work_bar() as told:
            prove_from_play(found, complain, told)
    except KeyboardInterrupt as stop:
        stopped = str(stop) or f"stopped: {found.done}"
    if as_json:
        print(json.dumps(from_play_json(found), indent=2))
    else:
        console().print(from_play_page(found))
    if stopped:
        complain(stopped)
        raise typer.Exit(130)
    if found.differs:
        raise typer.Exit(1)


def _count_on_cluster(
    where: str, token_file: Path | None, game: "Game", wishes: dict[str, Any], told: "Progress"
) -> None:
    """The counts behind the figures, made anew by a cluster."""
    from houseway.analysis.solve import solver_of
    from houseway.cluster.recounting import count_on
    from houseway.rules.refused import Refused

    in_units = solver_of(game).in_units
    if in_units is None:
        raise Refused(f"{game.title} is not counted in units: --cluster is for games that are")
    units = in_units(game, game.settings(wishes), told)
    count_on(where, token_file, units, complain)
    units.keep()


def _edge_by_sight(game: "Game", wishes: dict[str, Any], sees: str, *, as_json: bool) -> None:
    """For who sees more: what that adds, which decisions change, and all figures where they are known."""
    from houseway.analysis.cards_seen import cards_seen, cost_of_cards
    from houseway.analysis.seats_seen import (
        cost_of_dealer,
        cost_of_seats,
        dealer_seen,
        seats_in,
        seats_seen,
        verify_sight,
    )
    from houseway.report.edge_page import edge_json, edge_page
    from houseway.report.progress import work_bar
    from houseway.report.seats_page import seats_json, seats_page

    seats, solution = seats_in(sees), None
    if not seats:
        verify_sight(sees)
    on_boards = "" if seats else cost_of_dealer(game, wishes, sees)
    cost = on_boards or (cost_of_seats(game, wishes, seats) if seats else cost_of_cards(game, wishes, sees))
    if cost:
        complain(cost)
    try:
        with work_bar() as told:
            if seats:
                found = seats_seen(game, wishes, seats, told)
            elif on_boards:
                found = dealer_seen(game, wishes, sees, told)
            else:
                solution, alone = cards_seen(game, wishes, sees, told)
                found = [alone]
    except KeyboardInterrupt as stop:
        _stopped(stop)
    if as_json:
        seen = seats_json(game, found)
        print(json.dumps({**edge_json(solution), "seen": seen} if solution else seen, indent=2))
    else:
        pages = [edge_page(game, solution)] if solution else []
        console().print(*pages, seats_page(game, found), sep="\n")


def advise(
    game: GameFirst,
    hand: Annotated[str, typer.Argument(help="A concrete hand, as the game writes it: 'A-7 v 6', 'Ah Kd 7c 7s'.")],
    options: Options = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the acts as JSON.")] = False,
) -> None:
    """The expected value of every legal choice for a hand, the best first."""
    from houseway.analysis.solve import advise
    from houseway.report.edge_page import advice_page

    chosen = find(game)
    ranked = advise(chosen, read_options(options), hand)
    if as_json:
        rows = [{"act": act, "value": str(value), "decimal": float(value)} for act, value in ranked]
        print(json.dumps(rows, indent=2))
    else:
        console().print(advice_page(chosen, hand, ranked))


def strategy(
    game: GameName,
    name: Annotated[str, typer.Option("--strategy", help="A strategy of the game, or optimal.")] = "optimal",
    options: Options = None,
    within: Annotated[
        float, typer.Option(min=0, metavar="PERCENT", help="What rules in words may cost a choice, of the base bet.")
    ] = 0.01,
    from_play: Annotated[
        bool, typer.Option("--from-play", help="Find the best play in words from the rules of play alone.")
    ] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the chart as CSV.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the chart as JSON.")] = False,
) -> None:
    """A strategy: a chart in colour by total, number of cards and up-card, or rules in words with what they cost."""
    from houseway.analysis.guides import cost_of_guide, guide_from_play, guide_of
    from houseway.analysis.solve import OPTIMAL, strategy_of
    from houseway.report import guide_page as guides
    from houseway.report import strategy as charts
    from houseway.report.progress import work_bar
    from houseway.rules.refused import Refused

    chosen = find(game)
    settings = chosen.settings(read_options(options))
    given_up = Fraction(str(within)) / 100
    if from_play and name != OPTIMAL:
        raise Refused("--from-play finds rules for the best play alone: leave --strategy out")
    if not from_play and (cost := cost_of_guide(chosen, settings, name)):
        complain(cost)
    with work_bar() as told:
        guide = (
            guide_from_play(chosen, settings, complain, told, given_up)
            if from_play
            else guide_of(chosen, settings, name, told, given_up)
        )
    if guide is not None:
        if as_json:
            print(json.dumps(guides.guide_json(chosen, name, guide), indent=1))
        elif as_csv:
            print(guides.guide_csv(guide), end="")
        else:
            console().print(guides.guide_page(chosen, name, guide, "--from-play" if from_play else ""))
        return
    plan = charts.chart_of(chosen, strategy_of(chosen, name, settings).plan)
    if as_json:
        print(json.dumps(charts.strategy_json(chosen, plan, settings), indent=2))
    elif as_csv:
        print(charts.strategy_csv(chosen, plan, settings), end="")
    else:
        console().print(charts.strategy_page(chosen, plan, settings))


def effects(
    game: GameName,
    options: Options = None,
    name: Annotated[str, typer.Option("--strategy", help="A strategy of the game, or optimal.")] = "optimal",
    players: Annotated[int | None, typer.Option(min=1, help="Players at the table; by default six.")] = None,
    bet: Annotated[list[float] | None, typer.Option(metavar="DOLLARS", help="A size of bet; repeat for more.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to simulate where players share a cap.")] = 1_000_000,
    as_json: Annotated[bool, typer.Option("--json", help="Print the effects as JSON.")] = False,
) -> None:
    """What house options do to the edge: rounding by size of bet, Envy by number of players, a cap on the Bonus."""
    from houseway.analysis.effects import effects_of
    from houseway.report.effects_page import effects_json, effects_page

    chosen = find(game)
    settings = chosen.settings(read_options(options))
    found = effects_of(chosen, settings, name, players, [round(each * 100) for each in bet or []], rounds)
    if as_json:
        print(json.dumps(effects_json(chosen, settings, found), indent=2))
    else:
        console().print(effects_page(chosen, settings, found))


def verify(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game; by default all.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdicts as JSON.")] = False,
) -> None:
    """Hold every figure the makers published against our own: a verdict and a reason for each."""
    from houseway.analysis.claims import verify
    from houseway.games import all_games
    from houseway.report.verdicts_page import verdicts_json, verdicts_page

    chosen = [find(game)] if game else all_games()
    verdicts = {each.slug: verify(each) for each in chosen}
    if as_json:
        print(json.dumps(verdicts_json(verdicts), indent=2))
    else:
        console().print(verdicts_page(verdicts))
