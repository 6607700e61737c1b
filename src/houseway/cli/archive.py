"""Commands that move the older rounds of a ledger into archives: seal, prune, verify, list."""

import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.arguments import Database, Tables, default_database
from houseway.report.console import say

if TYPE_CHECKING:
    from houseway.house.cut import Piece
    from houseway.house.ledger.store import Ledger

archive = typer.Typer(
    help="Older rounds in files of their own: seal them into one, prune them from the ledger, verify, list.",
    no_args_is_help=True,
)

KEEP = 1000
DAY_US = 86_400_000_000


@archive.command()
def seal(
    tables: Tables = None,
    to: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the archives go, a file each.")] = Path("archives"),
    keep: Annotated[
        int, typer.Option(min=1, metavar="ROUNDS", help="How many of the last rounds stay at least.")
    ] = KEEP,
    before: Annotated[str, typer.Option(metavar="DATE", help="Only what happened before this day (UTC).")] = "",
    ended: Annotated[
        bool,
        typer.Option(
            "--ended",
            help="Only tables that are over for a day: closed ones, and people's own. One round stays.",
        ),
    ] = False,
    mark: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The server's mark, if you give `serve` another than the usual.")
    ] = None,
    database: Database = "",
) -> None:
    """Write older rounds into archives, read those again from disk, and say so in the streams.

    Nothing leaves the ledger yet: see `prune`. The house may be open. Every round is verified on the way; a table with
    a wrong event is not archived.
    """
    from time import time_ns

    from houseway.house.archive.sealing import Wanted, is_over, planned
    from houseway.house.archive.sealing import seal as seal_table
    from houseway.house.audit.stream import chosen_tables
    from houseway.house.ledger.mark import Mark, default_mark
    from houseway.report.progress import work_bar
    from houseway.rules.refused import Refused

    url = database or default_database()
    limit = _day(before)
    with _ledger(url) as ledger, _stopping("what was sealed so far is sealed, and nothing has left the ledger"):
        Mark(mark or default_mark(url)).verify_not_put_back(ledger)
        now = time_ns() // 1000
        wanted = Wanted(1 if ended else keep, min(limit, now - DAY_US) if ended else limit)
        try:
            to.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise Refused(f"{to} cannot be made: {error.strerror}") from None
        done = 0
        for name in chosen_tables(ledger, tables or ()):
            if ended and not is_over(ledger, name, wanted.before):
                continue
            plan = planned(ledger, name, wanted)
            if plan is None:
                if tables:
                    say(f"table {name}: nothing more to archive; at least {wanted.keep:,} of the last rounds stay")
                continue
            with work_bar() as told:
                piece = seal_table(ledger, plan, to, "the operator", now, told)
            say(f"table {name}: {piece.words}, verified from disk, sha256 {piece.digest}")
            done += 1
    kept = f"`houseway house archive prune --from {to}` takes their rows out of the ledger."
    say(f"{done} {'archive' if done == 1 else 'archives'} sealed. {kept if done else ''}".strip())


@archive.command()
def prune(
    tables: Tables = None,
    source: Annotated[Path, typer.Option("--from", metavar="FOLDER", help="Where the archives are.")] = Path(
        "archives"
    ),
    database: Database = "",
) -> None:
    """Take rows out of the ledger that an archive holds, after it was verified from disk once more.

    The house may be open. Stopped at any moment nothing is lost; the same command goes on.
    """
    from houseway.house.archive.pruning import prune as prune_table
    from houseway.house.audit.stream import chosen_tables
    from houseway.report.progress import work_bar

    def find(piece: "Piece") -> Path:
        return source / piece.file

    with _ledger(database or default_database()) as ledger, _stopping("nothing is lost; the same command goes on"):
        done = 0
        for name in chosen_tables(ledger, tables or ()):
            with work_bar() as told:
                pruned = prune_table(ledger, name, find, told)
            if pruned:
                done += 1
                say(f"table {name}: {pruned.rows:,} events have left the ledger; {pruned.cut.words}")
            elif tables:
                say(f"table {name}: nothing is sealed that is still in the ledger")
    say(f"{done} {'table' if done == 1 else 'tables'} pruned.")


@archive.command()
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Archives, or folders of them.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check archives by themselves: every byte, and every hash from the first row to the last.

    `houseway audit verify --archive` holds them against a ledger and deals their rounds again.
    """
    from houseway.house.archive.file import archives_at, contents_json
    from houseway.report.progress import work_bar

    found = archives_at(files)
    with work_bar() as told:
        for done, file in enumerate(found, 1):
            with closing(file):
                file.verify()
            told(done, len(found))
    if as_json:
        print(json.dumps([contents_json(file) for file in found], indent=2))
        return
    for file in found:
        said = file.contents
        say(f"good   {file.path}: table {said.table}, events {said.first:,} to {said.last:,}, head {said.head}")
        say(f"       sha256 {file.digest}")


@archive.command("list")
def list_(
    tables: Tables = None,
    database: Database = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """What is archived of each table, in which file, and whether its rows have left the ledger."""
    from houseway.house.archive.sealing import newest_cut
    from houseway.house.audit.stream import chosen_tables

    said = []
    with _ledger(database or default_database(), read_only=True) as ledger:
        for name in chosen_tables(ledger, tables or ()):
            cut = newest_cut(ledger, name)
            first = ledger.read(name, 0, 1)[0].version
            for piece in cut.pieces if cut else ():
                said.append({"table": name, **piece.to_json(), "pruned": piece.last < first})
                if not as_json:
                    state = "pruned" if piece.last < first else "sealed, still in the ledger"
                    say(f"table {name}: {piece.words}: {state}, sha256 {piece.digest}")
    if as_json:
        print(json.dumps(said, indent=2))
    elif not said:
        say("Nothing is archived.")


def _day(text: str) -> int:
    from datetime import UTC, datetime

    from houseway.house.archive.sealing import FAR
    from houseway.rules.refused import Refused

    if not text:
        return FAR
    try:
        return int(datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()) * 1_000_000
    except ValueError:
        raise Refused(f"--before {text}: write a day as in 2026-01-31") from None


@contextmanager
def _ledger(url: str, *, read_only: bool = False) -> "Iterator[Ledger]":
    """A ledger that is there; a key is used where there is one, and none is made. What fails is said in a sentence."""
    from houseway.house.ledger import open_inside
    from houseway.house.ledger.key import find_key
    from houseway.house.ledger.seal import Seal
    from houseway.house.ledger.sealed import SealedLedger
    from houseway.house.ledger.store import LedgerFailed
    from houseway.rules.refused import Refused

    try:
        if not read_only:
            open_inside(url, read_only=True).close()
        key = find_key()
        with closing(SealedLedger.to_read(open_inside(url, read_only), Seal(key) if key else None)) as ledger:
            yield ledger
    except LedgerFailed as failed:
        raise Refused(str(failed)) from failed


@contextmanager
def _stopping(then: str) -> Iterator[None]:
    """Ctrl-C ends the work between two steps."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"houseway: stopped: {then}", file=sys.stderr)
        raise typer.Exit(130) from None
