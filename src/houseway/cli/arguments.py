"""What commands share: how games, options, bets and ledgers are named, and how such words are read."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from houseway.analysis.design import Pay
    from houseway.games.game import Game


def the_game_of_your_own() -> str:
    """The game that is meant where none is named: the one whose folder was given with --game."""
    from houseway.games.outside import folders_named
    from houseway.rules.refused import Refused

    names = [folder.resolve().name for folder in folders_named()]
    if not names:
        raise Refused("which game? `houseway games` lists them")
    if len(names) > 1:
        raise Refused(f"which of the games of your own? There is {', '.join(names)}")
    return names[0]


GameFirst = Annotated[str, typer.Argument(metavar="GAME", help="A game's name, as `houseway games` lists it.")]
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's name, as `houseway games` lists it; by default the one of --game PATH.",
        default_factory=the_game_of_your_own,
        show_default=False,
    ),
]
Options = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Set an option of the game; repeat for more.")
]
Pays = Annotated[
    list[str] | None, typer.Option("--pay", metavar="CODE/OUTCOME/ODDS", help="Change a pay; repeat for more.")
]
Strategy = Annotated[str, typer.Option(help="A strategy of the game.")]
Tables = Annotated[list[str] | None, typer.Argument(metavar="[TABLE]...", help="Tables; by default all.")]
Database = Annotated[
    str,
    typer.Option(metavar="URL", help="The ledger: a file or postgresql://...; by default a file in your own folder."),
]
TokenFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The token of the cluster; by default the one that `cluster start` made."),
]


def find(slug: str) -> "Game":
    from houseway.games import find_game

    return find_game(slug)


def read_options(pairs: list[str] | None, option: str = "--set", what: str = "choice") -> dict[str, Any]:
    from houseway.rules.refused import Refused

    chosen = {}
    for pair in pairs or []:
        name, equals, setting = pair.partition("=")
        if not equals:
            raise Refused(f"{option} {pair}: write it as name={what}")
        chosen[name.strip()] = setting.strip()
    return chosen


def read_pays(texts: list[str] | None) -> "list[Pay]":
    from houseway.analysis.pay_words import read_pay

    return [read_pay(text) for text in texts or []]


def read_bets(game: "Game", pairs: list[str] | None) -> dict[str, int]:
    from houseway.analysis.simulation import standard_wagers
    from houseway.rules.refused import Refused

    if not pairs:
        return standard_wagers(game)
    bets = {}
    for name, text in read_options(pairs, "--bet", "dollars").items():
        try:
            bets[name] = round(float(str(text).lstrip("$")) * 100)
        except ValueError:
            raise Refused(f"--bet {name}={text}: write the amount in dollars") from None
    return bets


def default_database() -> str:
    """A file in the user's own folder, made if it is not there."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(home) / "houseway"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return str(folder / "house.sqlite")


def verify_web_installed() -> None:
    from importlib.util import find_spec

    from houseway.rules.refused import Refused

    if not all(find_spec(name) for name in ("fastapi", "uvicorn", "websockets", "argon2", "apsw")):
        raise Refused("the server is not installed: pip install 'houseway[web]'")
