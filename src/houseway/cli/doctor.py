"""The command that looks at what a house stands on."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import Database, default_database, verify_web_installed
from houseway.cli.serve import DEFAULT_PORT
from houseway.report.console import say


def doctor(
    database: Database = "",
    file: Annotated[Path | None, typer.Option("--house", metavar="FILE", help="The house file you serve.")] = None,
    host: Annotated[str, typer.Option(help="As you give it to `serve`.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="As you give it to `serve`.")] = DEFAULT_PORT,
    origin: Annotated[list[str] | None, typer.Option(metavar="URL", help="As you give it to `serve`.")] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS", help="As you give it to `serve`.")
    ] = None,
) -> None:
    """Look at what a house stands on: rights, disk, clock, ledger, versions, TLS; a line each. 1 if any is wrong."""
    verify_web_installed()
    from houseway.games.words import counted
    from houseway.web.addresses import read_origin, read_proxies
    from houseway.web.server_checkup import examined_server

    origins, proxies = [read_origin(each) for each in origin or []], read_proxies(trusted_proxy or [])
    states: list[str] = []
    for finding in examined_server(database or default_database(), file, host, port, origins, proxies):
        say(finding)
        states.append(finding.state)
    told = ", ".join(f"{states.count(state)} {word}" for state, word in (("wrong", "wrong"), ("look", "to look at")))
    say(f"houseway: {counted(len(states), 'thing')} looked at: {told}")
    if "wrong" in states:
        raise typer.Exit(1)
