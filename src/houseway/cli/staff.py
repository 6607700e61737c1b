"""Commands for the accounts of supervisors, auditors and teachers."""

from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.arguments import Database, default_database, verify_web_installed
from houseway.report.console import say

if TYPE_CHECKING:
    from houseway.web.staff_accounts import Staff

staff = typer.Typer(help="Supervisors, auditors and teachers of a house.", no_args_is_help=True)


@staff.command()
def add(
    name: Annotated[str, typer.Argument(help="The name to log in with.")],
    role: Annotated[str, typer.Option(help="supervisor, auditor or teacher.")],
    database: Database = "",
) -> None:
    """A new account, or a new password for one; asks for the password."""
    with _Accounts(database, new=True) as accounts:
        password = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
        accounts.add(name.strip(), role, password)
    print(f"{name.strip()} is {'an' if role == 'auditor' else 'a'} {role} now.")


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
    """The staff of a ledger, for one command; the server may be running. `new`: a house may begin with its staff."""

    def __init__(self, database: str, *, new: bool = False) -> None:
        self._database = database or default_database()
        self._new = new

    def __enter__(self) -> "Staff":
        verify_web_installed()
        from houseway.house.ledger import open_ledger
        from houseway.web.staff_accounts import Staff

        if not self._new:
            open_ledger(self._database, read_only=True).close()  # a mistyped name makes no ledger
        self._ledger = open_ledger(self._database, say=_say)
        return Staff(self._ledger)

    def __exit__(self, *_: object) -> None:
        self._ledger.close()


def _say(sentence: str) -> None:
    typer.echo(f"houseway: {sentence}", err=True)
