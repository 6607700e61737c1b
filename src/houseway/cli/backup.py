"""Commands that copy a ledger away and bring it back."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import Database, default_database
from houseway.report.console import say

File = Annotated[Path, typer.Argument(metavar="FILE", help="The copy: one file, whatever the ledger is kept in.")]


def backup(file: File, database: Database = "") -> None:
    """Copy a ledger into a file, while it is served or not, and verify the copy."""
    from houseway.games.words import counted
    from houseway.house.ledger import open_inside
    from houseway.house.ledger.copies import write_backup

    with closing(open_inside(database or default_database(), read_only=True)) as source:
        done = write_backup(source, file)
    held = f"{counted(done.tables, 'table')}, {counted(done.events, 'event')}"
    say(f"{file} is whole: {held}. Keep it as secret as the ledger.")


def restore(file: File, database: Database = "") -> None:
    """Bring a copy back into an empty place: a new file, or an empty PostgreSQL database."""
    from houseway.games.words import counted
    from houseway.house.ledger import open_inside
    from houseway.house.ledger.copies import restored_into
    from houseway.house.ledger.serving import take_place
    from houseway.rules.refused import Refused

    url = database or default_database()
    with closing(open_inside(str(file), read_only=True)) as source, closing(take_place(url)) as place:
        if not place.alone:
            raise Refused("that ledger is served: stop its servers first")
        done = restored_into(url, source)
    held = f"{counted(done.tables, 'table')}, {counted(done.events, 'event')}"
    say(f"Restored: {held}. When it is served, every shoe is shuffled anew.")
