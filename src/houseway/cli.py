"""The command line: parse, call one function, print. Heavy modules are imported by the command that needs them."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway import cli_archive, cli_audit, cli_house, cli_serve
from houseway.report.console import console, say

if TYPE_CHECKING:
    from houseway.games.game import Game
    from houseway.house.lesson import Lesson

app = typer.Typer(
    help="houseway plays, proves and runs casino table games. Play money only.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(cli_archive.house, name="house")
app.add_typer(cli_house.rng, name="rng")
app.add_typer(cli_audit.audit, name="audit")
app.command()(cli_serve.serve)
app.add_typer(cli_serve.staff, name="staff")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, as `houseway games` lists it.")]
Options = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Set an option of the game; repeat for more.")
]
Seed = Annotated[int, typer.Option(help="The seed: the same seed gives the same rounds.")]
Strategy = Annotated[str, typer.Option(help="A strategy of the game.")]


def main() -> None:
    """Run a command; whatever a person asked for that cannot be done is said in one sentence."""
    from houseway.rules.refused import Refused

    try:
        app()
    except Refused as refusal:
        print(f"houseway: {refusal}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("houseway: stopped before there was anything to report", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()


@app.callback(invoke_without_command=True)
def houseway(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    folders: Annotated[
        list[Path] | None,
        typer.Option("--game", metavar="PATH", help="A folder with a game of your own, or several; repeat for more."),
    ] = None,
) -> None:
    if folders:
        from houseway.games.outside import add_folders

        add_folders(folders)
    if version:
        from houseway import __version__

        print(f"houseway {__version__}")
        raise typer.Exit


@app.command()
def games(
    everything: Annotated[bool, typer.Option("--all", help="The whole register of approved games.")] = False,
) -> None:
    """List the games, with a light for each thing that works."""
    from houseway.report.pages import games_page, register_page

    console().print(register_page() if everything else games_page())


@app.command()
def rules(game: GameName) -> None:
    """A game's rules of play, wagers, options and paytables."""
    from houseway.report.pages import rules_page

    console().print(rules_page(_find(game)))


@app.command()
def play(
    game: GameName,
    options: Options = None,
    bots: Annotated[int, typer.Option(min=0, help="Bots in other seats.")] = 0,
    hands: Annotated[int, typer.Option(min=1, help="Hands you play, where the rules allow several.")] = 1,
    balance: Annotated[float, typer.Option(min=1, help="Dollars of play money to begin with.")] = 1000,
    strategy: Strategy = "basic",
    seed: Annotated[int | None, typer.Option(help="Deal the rounds of this seed instead of shuffling.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Leave after so many rounds.")] = None,
    hints: Annotated[bool, typer.Option("--hints", help="Say what each act is worth, and what yours cost.")] = False,
) -> None:
    """Sit down at a table in the terminal."""
    from houseway.house.sitting import Sitting
    from houseway.terminal import TerminalTable

    chosen = _find(game)
    settings = chosen.settings(_options(options))
    sitting = Sitting(chosen, settings, round(balance * 100), hands, bots, strategy, seed)
    TerminalTable(sitting, console(), lesson=_lesson(chosen, settings) if hints else None).run(rounds)


@app.command()
def lobby() -> None:
    """Choose a game and sit down."""
    from houseway.games import all_games, slugs
    from houseway.games.approval import worded
    from houseway.rules.refused import Refused

    games()
    for number, each in enumerate(all_games(), 1):
        say(f"  {number}  {each.title}: {worded(each, each.settings(), each.sheet.about)}")
    while True:
        try:
            word = input("Which game? (number or name, q to leave) ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if word.lower() in ("q", "quit", ""):
            return
        try:
            play(slugs()[int(word) - 1] if word.isdigit() and 1 <= int(word) <= len(slugs()) else word)
        except Refused as refusal:
            print(f"houseway: {refusal}", file=sys.stderr)


@app.command()
def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="Where the house is, as in http://127.0.0.1:8021.")],
    table: Annotated[str, typer.Argument(metavar="[TABLE]", help="A table; by default you choose from a list.")] = "",
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "",
    rounds: Annotated[int | None, typer.Option(min=1, help="Leave after so many rounds.")] = None,
    passphrase_file: Annotated[
        Path | None, typer.Option(help="A file whose first line is the passphrase that keeps your name.")
    ] = None,
) -> None:
    """Sit down at a server's table, in the terminal."""
    from houseway.join import first_line, join

    passphrase = "" if passphrase_file is None else first_line(passphrase_file)
    join(url, table, name, console(), rounds=rounds, passphrase=passphrase)


@app.command()
def simulate(
    game: GameName,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 1_000_000,
    seed: Seed = 1,
    options: Options = None,
    strategy: Strategy = "basic",
    seats: Annotated[int, typer.Option(min=1, help="Players at the table.")] = 1,
    bet: Annotated[
        list[str] | None, typer.Option(metavar="WAGER=DOLLARS", help="Bet so much on a wager; by default $10 on each.")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; by default one a core.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result, counts included, as JSON.")] = False,
) -> None:
    """Play a game millions of times and report what each wager did."""
    from houseway.analysis import simulation
    from houseway.analysis.simulate import simulate
    from houseway.games.words import counted
    from houseway.report.pages import simulation_page

    chosen = _find(game)
    bets = _bets(chosen, bet)
    settings = _options(options)
    with _progress(rounds) as told:
        result = simulate(
            chosen,
            rounds,
            seed,
            settings=settings,
            strategy=strategy,
            wagers=[bets] * seats,
            threads=threads,
            progress=told,
        )
    if result.interrupted:
        print(f"Stopped after {result.rounds:,} of {counted(rounds, 'round')}; this is what was done.", file=sys.stderr)
    if as_json:
        print(json.dumps(simulation.as_json(result), indent=2))
    else:
        console().print(simulation_page(result))


@app.command()
def count(
    game: GameName,
    toy: Annotated[str, typer.Option(help="One of the game's toy decks; by default all.")] = "",
    cards: Annotated[str, typer.Option(help="A deck of your own, as in 'Ah Kd 7c'.")] = "",
    options: Options = None,
    strategy: Strategy = "basic",
    choices: Annotated[bool, typer.Option(help="Walk every choice as well as every card.")] = True,
) -> None:
    """Walk every deal of small decks: leaves, total probability, exact means."""
    from houseway.report.counts import counts_page

    console().print(counts_page(_find(game), toy, cards, _options(options), strategy, choices))


@app.command()
def edge(
    game: GameName,
    options: Options = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Compute from nothing, whatever is kept; what was stopped goes on.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures as JSON.")] = False,
) -> None:
    """Exact house edge, hits, standard deviation and outcomes of every wager. --set strategy=NAME chooses the play."""
    from houseway.analysis.solve import OPTIMAL, solve
    from houseway.report.figures import edge_json, edge_page
    from houseway.report.progress import work_bar

    chosen = _find(game)
    wishes = _options(options)
    strategy = wishes.pop("strategy", OPTIMAL)
    try:
        with work_bar() as told:
            solution = solve(chosen, wishes, strategy, fresh=fresh, progress=told)
    except KeyboardInterrupt as stop:
        print(f"houseway: {stop or 'stopped; nothing was long enough to be kept'}", file=sys.stderr)
        raise typer.Exit(130) from None
    if as_json:
        print(json.dumps(edge_json(solution), indent=2))
    else:
        console().print(edge_page(chosen, solution))


@app.command()
def advise(
    game: GameName,
    hand: Annotated[str, typer.Argument(help="A concrete hand, as the game writes it: 'A-7 v 6', 'Ah Kd 7c 7s'.")],
    options: Options = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the acts as JSON.")] = False,
) -> None:
    """The expected value of every legal choice for a hand, the best first."""
    from houseway.analysis.solve import advise
    from houseway.report.figures import advice_page

    chosen = _find(game)
    ranked = advise(chosen, _options(options), hand)
    if as_json:
        rows = [{"act": act, "value": str(value), "decimal": float(value)} for act, value in ranked]
        print(json.dumps(rows, indent=2))
    else:
        console().print(advice_page(chosen, hand, ranked))


@app.command()
def strategy(
    game: GameName,
    name: Annotated[str, typer.Option("--strategy", help="A strategy of the game, or optimal.")] = "optimal",
    options: Options = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the chart as CSV.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the chart as JSON.")] = False,
) -> None:
    """A strategy: a chart in colour by total, number of cards and up-card, or rules in words with what they cost."""
    from houseway.analysis.guides import guide_of
    from houseway.analysis.solve import strategy_of
    from houseway.report import guide as guides
    from houseway.report import strategy as charts

    chosen = _find(game)
    settings = chosen.settings(_options(options))
    guide = guide_of(chosen, settings, name)
    if guide is not None:
        if as_json:
            print(json.dumps(guides.guide_json(chosen, name, guide), indent=1))
        elif as_csv:
            print(guides.guide_csv(guide), end="")
        else:
            console().print(guides.guide_page(chosen, name, guide))
        return
    plan = charts.chart_of(chosen, strategy_of(chosen, name, settings).plan)
    if as_json:
        print(json.dumps(charts.strategy_json(chosen, plan), indent=2))
    elif as_csv:
        print(charts.strategy_csv(chosen, plan), end="")
    else:
        console().print(charts.strategy_page(chosen, plan))


@app.command()
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
    from houseway.report.effects import effects_json, effects_page

    chosen = _find(game)
    settings = chosen.settings(_options(options))
    found = effects_of(chosen, settings, name, players, [round(each * 100) for each in bet or []], rounds)
    if as_json:
        print(json.dumps(effects_json(chosen, settings, found), indent=2))
    else:
        console().print(effects_page(chosen, settings, found))


@app.command()
def verify(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game; by default all.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdicts as JSON.")] = False,
) -> None:
    """Hold every figure the makers published against our own: a verdict and a reason for each."""
    from houseway.analysis.claims import verify
    from houseway.games import all_games
    from houseway.report.verdicts import verdicts_json, verdicts_page

    chosen = [_find(game)] if game else all_games()
    verdicts = {each.slug: verify(each) for each in chosen}
    if as_json:
        print(json.dumps(verdicts_json(verdicts), indent=2))
    else:
        console().print(verdicts_page(verdicts))


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="NAME", help="The game's name, or a folder to be made for it.")],
) -> None:
    """Begin a game of your own: a small complete one, to be changed."""
    from houseway.kit.new_game import new_game

    for path in new_game(folder):
        say(f"  {path}")
    say(f"Check it:  houseway check {folder}")
    say(f"Play it:   houseway --game {folder} play {folder.name}")


@app.command()
def check(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or its folder.")],
) -> None:
    """Hold a game against the contract, check by check; the first thing that is missing is said in a sentence."""
    from houseway.kit.check import checked

    for words, fault in checked(game):
        say(f"{'NO ' if fault else 'yes'}  {words}")
        if fault:
            print(f"houseway: {game}: {fault}", file=sys.stderr)
            raise typer.Exit(1)


def _find(slug: str) -> "Game":
    from houseway.games import find_game

    return find_game(slug)


def _options(pairs: list[str] | None) -> dict[str, Any]:
    from houseway.rules.refused import Refused

    chosen = {}
    for pair in pairs or []:
        name, equals, setting = pair.partition("=")
        if not equals:
            raise Refused(f"--set {pair}: write it as name=choice")
        chosen[name.strip()] = setting.strip()
    return chosen


def _lesson(game: "Game", settings: Any) -> "Lesson":
    """A lesson whose hints come at once."""
    from houseway.analysis.hints import Advisor
    from houseway.house.lesson import Lesson
    from houseway.report.progress import work_bar

    advisor = Advisor(game, settings)
    with work_bar() as told:
        advisor.prepare(told)
    return Lesson(advisor)


def _bets(game: "Game", pairs: list[str] | None) -> dict[str, int]:
    from houseway.analysis.simulation import standard_wagers
    from houseway.rules.refused import Refused

    if not pairs:
        return standard_wagers(game)
    bets = {}
    for name, text in _options(pairs).items():
        try:
            bets[name] = round(float(str(text).lstrip("$")) * 100)
        except ValueError:
            raise Refused(f"--bet {name}={text}: write the amount in dollars") from None
    return bets


def _progress(rounds: int) -> Any:
    """A bar with rate and time left, on the error stream so that results can be piped; silent where nobody looks."""
    from houseway.report.progress import rounds_bar

    return rounds_bar(rounds)
