"""The command that opens the house."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import Database, default_database, verify_web_installed

DEFAULT_PORT = 8021


def serve(
    house: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A house file; by default the room we ship.")
    ] = None,
    database: Database = "",
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 is the whole network.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help=f"By default {DEFAULT_PORT}, or a free one if it is taken.")
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL", help="An address under which browsers know the house, https behind a proxy; repeat for more."
        ),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Believe this proxy, or network, who its clients are; repeat for more."),
    ] = None,
    people: Annotated[
        int, typer.Option(min=1, max=1000, help="How many people may share an address; its limits follow.")
    ] = 10,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
    faults: Annotated[
        int, typer.Option(min=0, metavar="N", help="Rehearse: one shuffle in N finds a card missing or too many.")
    ] = 0,
    log_format: Annotated[str, typer.Option(help="json (a line an entry) or plain.")] = "json",
    lost_key: Annotated[
        bool, typer.Option("--lost-key", help="The key of sealed cards is lost: throw open shoes away, with a new key.")
    ] = False,
    mark: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to note what was served, so that a restored ledger is known as one."),
    ] = None,
) -> None:
    """Open the house: tables in the browser, and for every program that speaks its API."""
    from houseway.house.configuration import default_room, read_room
    from houseway.house.ledger.store import LedgerFailed
    from houseway.rules.refused import Refused

    if log_level not in ("debug", "info", "warning", "error"):
        raise Refused(f"--log-level {log_level}: choose debug, info, warning or error")
    if log_format not in ("json", "plain"):
        raise Refused(f"--log-format {log_format}: choose json or plain")
    room = read_room(house) if house else default_room()
    verify_web_installed()
    from houseway.web.addresses import read_origin, read_proxies
    from houseway.web.serve import serve as run

    origins = [read_origin(each) for each in origin or []]
    proxies = read_proxies(trusted_proxy or [])
    try:
        run(
            room, database or default_database(), host, port, origins,
            proxies=proxies, people=people, log_level=log_level, log_form=log_format, faults=faults,
            lost_key=lost_key, mark=mark,
        )  # fmt: skip
    except LedgerFailed as failed:
        raise Refused(str(failed)) from failed
