"""The command of progressives: exact figures at a meter, meters simulated, a design for a wanted return."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.arguments import GameName, Options, find, read_options
from houseway.report.console import console

if TYPE_CHECKING:
    from fractions import Fraction

    from houseway.games.game import Game, Settings
    from houseway.progressives.jackpot import Progressive


def progressive(
    game: GameName,
    name: Annotated[str, typer.Option("--name", help="One of the game's progressives; by default its first.")] = "",
    options: Options = None,
    strategy: Annotated[str, typer.Option("--strategy", help="A strategy of the game, or optimal.")] = "optimal",
    meter: Annotated[
        list[str] | None,
        typer.Option("--meter", metavar="[NAME=]DOLLARS", help="What a meter shows; by default its seed."),
    ] = None,
    players: Annotated[int, typer.Option(min=1, help="Players at the table who have the bet.")] = 1,
    bet: Annotated[
        float, typer.Option(min=0, metavar="DOLLARS", help="The wager that feeds it, where it has no bet of its own.")
    ] = 0,
    bets: Annotated[
        int, typer.Option(min=1, help="Bets after which the reserve is told, or that are simulated.")
    ] = 100_000,
    seed: Annotated[int | None, typer.Option(min=0, help="Simulate that many bets with this seed.")] = None,
    link: Annotated[
        list[str] | None, typer.Option("--link", metavar="GAME", help="Whether that game may feed the same meters.")
    ] = None,
    target: Annotated[
        str,
        typer.Option("--target", metavar="RETURN", help="Design: seed, rate and sums for this return, such as 80%."),
    ] = "",
    sd: Annotated[float | None, typer.Option("--sd", min=0, help="Design: how far a bet may vary, in bets.")] = None,
    seed_part: Annotated[
        str, typer.Option("--seed-part", metavar="PART", help="Design: the seed, of the average jackpot.")
    ] = "50%",
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as JSON.")] = False,
) -> None:
    """A game's progressive: return at a meter and in the long run, break-even, waits, reserve, chasing, design."""
    from houseway.report import progressive_page as pages

    chosen = find(game)
    settings = chosen.settings(read_options(options))
    found = _find(chosen, name, settings)
    for other in link or []:
        _verify_link(chosen, settings, found, other, strategy)
    cents = round(bet * 100)
    if target:
        from houseway.progressives.proposal import propose
        from houseway.progressives.written import as_toml

        made = propose(_bet(chosen, settings, found, strategy, cents), _rate(target), sd=sd, seed_part=_rate(seed_part))
        _print(pages.proposal_json(made), pages.proposal_page(made), as_json=as_json)
        if not as_json:
            print(as_toml(made.bet.progressive), end="")
    elif seed is not None:
        from houseway.progressives.course import run_course

        wagered = _bet(chosen, settings, found, strategy, cents, players)
        course = run_course(wagered, bets, seed)
        _print(pages.course_json(course, found.tiers), pages.course_page(wagered, course), as_json=as_json)
    else:
        from houseway.progressives.meter_figures import figures_of

        figures = figures_of(
            chosen, settings, found, strategy, shown=_shown(found, meter), players=players, bet_cents=cents, bets=bets
        )
        _print(pages.progressive_json(figures), pages.progressive_page(figures), as_json=as_json)


def _print(words: dict[str, Any], page: Any, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(words, indent=2))
    else:
        console().print(page)


def _find(game: "Game", name: str, settings: "Settings") -> "Progressive":
    from houseway.progressives.jackpot import find_progressive, progressives_of, verify_in_force
    from houseway.rules.refused import Refused

    if name:
        return find_progressive(game, name, settings)
    there = progressives_of(game)
    if not there:
        raise Refused(f"{game.title} has no progressive: write one in its folder (progressives.toml)")
    verify_in_force(game, there[0], settings)
    return there[0]


def _bet(game: "Game", settings: "Settings", found: "Progressive", strategy: str, cents: int, players: int = 1) -> Any:
    from houseway.progressives.chances import chances_of
    from houseway.progressives.worth import bet_on

    return bet_on(found, chances_of(game, settings, found, strategy), bet_cents=cents, players=players)


def _verify_link(game: "Game", settings: "Settings", found: "Progressive", other: str, strategy: str) -> None:
    from houseway.progressives.jackpot import find_progressive
    from houseway.progressives.links import Linked, verify_link
    from houseway.report.console import say

    beside = find(other)
    theirs = find_progressive(beside, found.name, beside.settings())
    verify_link([Linked(game, settings, found, strategy), Linked(beside, beside.settings(), theirs, strategy)])
    say(f"{game.title} and {beside.title} may feed the same meters: the same hands win, as likely in both")


def _shown(found: "Progressive", pairs: list[str] | None) -> dict[str, int]:
    """'jackpot=12500', or '12500' for the first meter."""
    from houseway.rules.refused import Refused

    shown: dict[str, int] = {}
    for pair in pairs or []:
        name, equals, amount = pair.rpartition("=")
        try:
            shown[name if equals else found.meters[0].name] = round(
                float(amount.strip().lstrip("$").replace(",", "")) * 100
            )
        except (ValueError, OverflowError):
            raise Refused(f"--meter {pair}: write the amount in dollars") from None
    return shown


def _rate(text: str) -> "Fraction":
    from houseway.progressives.jackpot import read_rate
    from houseway.rules.refused import Refused

    try:
        return read_rate(text)
    except ValueError as wrong:
        raise Refused(str(wrong)) from None
