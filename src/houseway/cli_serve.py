"""Commands of the server: serve a house, and its staff."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli_house import house
from houseway.report.console import say

if TYPE_CHECKING:
    from houseway.web.staff import Staff

staff = typer.Typer(help="Supervisors and auditors of a house.", no_args_is_help=True)

Database = Annotated[
    str,
    typer.Option(metavar="URL", help="The ledger: a file or postgresql://...; by default a file in your own folder."),
]
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
    from houseway.rules.refused import Refused

    if log_level not in ("debug", "info", "warning", "error"):
        raise Refused(f"--log-level {log_level}: choose debug, info, warning or error")
    if log_format not in ("json", "plain"):
        raise Refused(f"--log-format {log_format}: choose json or plain")
    room = read_room(house) if house else default_room()
    _web_is_there()
    from houseway.web.addresses import read_origin, read_proxies
    from houseway.web.serve import serve as run

    origins = [read_origin(each) for each in origin or []]
    proxies = read_proxies(trusted_proxy or [])
    run(
        room, database or default_database(), host, port, origins,
        proxies=proxies, people=people, log_level=log_level, log_form=log_format, faults=faults,
        lost_key=lost_key, mark=mark,
    )  # fmt: skip


@house.command()
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
    _web_is_there()
    from houseway.games.words import counted
    from houseway.web.addresses import read_origin, read_proxies
    from houseway.web.doctor import examined_server

    origins, proxies = [read_origin(each) for each in origin or []], read_proxies(trusted_proxy or [])
    states: list[str] = []
    for finding in examined_server(database or default_database(), file, host, port, origins, proxies):
        say(finding)
        states.append(finding.state)
    told = ", ".join(f"{states.count(state)} {word}" for state, word in (("wrong", "wrong"), ("look", "to look at")))
    say(f"houseway: {counted(len(states), 'thing')} looked at: {told}")
    if "wrong" in states:
        raise typer.Exit(1)


def default_database() -> str:
    """A file in the user's own folder, made if it is not there."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(home) / "houseway"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return str(folder / "house.sqlite")


@staff.command()
def add(
    name: Annotated[str, typer.Argument(help="The name to log in with.")],
    role: Annotated[str, typer.Option(help="supervisor or auditor.")],
    database: Database = "",
) -> None:
    """A new account, or a new password for one; asks for the password."""
    with _Accounts(database) as accounts:
        password = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
        accounts.add(name.strip(), role, password)
    print(f"{name.strip()} is {'an auditor' if role == 'auditor' else 'a supervisor'} now.")


@staff.command()
def remove(name: Annotated[str, typer.Argument(help="Whose account ends.")], database: Database = "") -> None:
    """End an account, and every session of it."""
    with _Accounts(database) as accounts:
        accounts.remove(name)
    print(f"{name} is not on the staff any more.")


@staff.command()
def revoke(
    name: Annotated[str, typer.Argument(help="Who is logged out everywhere.")] = "",
    everybody: Annotated[bool, typer.Option("--everybody", help="All staff and all players.")] = False,
    database: Database = "",
) -> None:
    """Log somebody out everywhere; the account and its password stay. Running servers follow within seconds."""
    from houseway.rules.refused import Refused

    if bool(name) == everybody:
        raise Refused("name somebody of the staff, or --everybody")
    with _Accounts(database) as accounts:
        from houseway.web.sessions import Sessions

        if everybody:
            Sessions(accounts.ledger).end_all()
        else:
            accounts.revoke(name)
    print("Nobody is signed in any more." if everybody else f"{name} is logged out everywhere.")


@staff.command("list")
def list_(database: Database = "") -> None:
    """Everyone and their role."""
    with _Accounts(database) as accounts:
        for name, role in accounts.roles().items():
            print(f"{name}  {role}")


@staff.command()
def book(database: Database = "") -> None:
    """Every change of an account: when, what, whose, and who made it."""
    from datetime import UTC, datetime

    with _Accounts(database) as accounts:
        for entry in accounts.book.entries():
            when = datetime.fromtimestamp(entry.at / 1e6, UTC).strftime("%Y-%m-%d %H:%M:%S")
            did = entry.did.removeprefix("account_").replace("_", " ")
            changed = f" ({' and '.join(entry.changed)})" if entry.changed else ""
            say(f"{when}  {did}{changed}: {entry.name}, {entry.role}, by {entry.by}")


class _Accounts:
    """The staff of a ledger, for one command; the server may be running."""

    def __init__(self, database: str) -> None:
        self._database = database or default_database()

    def __enter__(self) -> "Staff":
        _web_is_there()
        from houseway.house.ledger import open_ledger
        from houseway.web.staff import Staff

        self._ledger = open_ledger(self._database, say=_say)
        return Staff(self._ledger)

    def __exit__(self, *_: object) -> None:
        self._ledger.close()


def _say(sentence: str) -> None:
    typer.echo(f"houseway: {sentence}", err=True)


def _web_is_there() -> None:
    from importlib.util import find_spec

    from houseway.rules.refused import Refused

    if not all(find_spec(name) for name in ("fastapi", "uvicorn", "websockets", "argon2", "apsw")):
        raise Refused("the server is not installed: pip install 'houseway[web]'")
