"""`houseway submit`: a game's documents, figures and signed manifest in one zip, and the check of such a zip."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.arguments import Options, Pays, find, read_options, read_pays
from houseway.cli.printing import paper_of
from houseway.cli.report import tell
from houseway.report.console import say

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PASSPHRASE = "HOUSEWAY_PASSPHRASE"


def submit(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game's name, as `houseway games` lists it.")] = "",
    out: Annotated[
        Path | None, typer.Option("-o", "--out", "--output", metavar="FILE.zip", help="The pack to write.")
    ] = None,
    options: Options = None,
    pays: Pays = None,
    strategy: Annotated[str, typer.Option(help="A strategy of the game, or optimal.")] = "optimal",
    key: Annotated[Path | None, typer.Option(metavar="FILE", help="The private key to sign with.")] = None,
    unsigned: Annotated[bool, typer.Option("--unsigned", help="Sign with no key: nobody vouches for it.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Work out what is not kept for these options.")] = False,
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper of what is printed.")] = "a4",
    date: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="The date on it; by default none.")] = "",
    verify: Annotated[Path | None, typer.Option(metavar="FILE.zip", help="Check a pack, figures included.")] = None,
    public_key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The key that it must be signed with.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="With --verify: compute all anew, even for hours.")] = False,
    new_key: Annotated[Path | None, typer.Option(metavar="FILE", help="Make a private key, and FILE.pub.")] = None,
    passphrase: Annotated[bool, typer.Option("--passphrase", help="With --new-key: lock it.")] = False,
) -> None:
    """All that is handed in of a game, in one signed zip; or the check of one: 0 agrees, 1 differs, 2 unreadable."""
    from houseway.rules.refused import Refused

    if sum(bool(each) for each in (game, verify, new_key)) != 1:
        raise Refused("name a game to pack, or --verify FILE.zip, or --new-key FILE: one of them")
    if new_key:
        _make_key(new_key, lock=passphrase)
    elif verify:
        _check(verify, public_key, fresh=fresh)
    else:
        _pack(game, out, options, pays, strategy, key, paper, date, unsigned=unsigned, full=full)


def _make_key(path: Path, *, lock: bool) -> None:
    from houseway.report.submission.signing import new_key

    public, mark = new_key(path, _passphrase(twice=True) if lock else "")
    say(f"{path}: the private key; nobody else may have it, and nobody can make it again")
    say(f"{public}: the public key, for whoever checks: {mark}")


def _pack(
    slug: str,
    out: Path | None,
    options: list[str] | None,
    pays: list[str] | None,
    strategy: str,
    key_file: Path | None,
    paper: str,
    date: str,
    *,
    unsigned: bool,
    full: bool,
) -> None:
    from houseway.report.paper.press import read_date, verify_format
    from houseway.report.submission.anew import submitted
    from houseway.report.submission.assembly import assembled
    from houseway.rules.refused import Refused

    if out is None:
        raise Refused("a pack is a file: name it with --out FILE.zip")
    if unsigned == bool(key_file):
        raise Refused("sign it with --key FILE (`houseway submit --new-key FILE` makes one), or say --unsigned")
    for form in ("pdf", "xlsx"):
        verify_format(form)
    key = _key(key_file) if key_file else None
    game = find(slug)
    changes = read_pays(pays)
    subject = submitted(game, game.settings(read_options(options)), strategy, changes, full=full, tell=tell)
    found = assembled(subject, key, paper_of(paper), read_date(date), tell)
    try:
        out.write_bytes(found)
    except OSError as error:
        raise Refused(f"{out} cannot be written: {error.strerror}") from error
    signed = f"signed with {key_file}" if key else "not signed: nobody vouches for it"
    say(f"{out}: {len(found):,} bytes, {signed}")


def _key(path: Path) -> "Ed25519PrivateKey":
    from houseway.report.submission.signing import NeedsPassphrase, read_key

    try:
        return read_key(path)
    except NeedsPassphrase:
        return read_key(path, _passphrase())


def _passphrase(*, twice: bool = False) -> str:
    given = os.environ.get(PASSPHRASE)
    asked: str = given or typer.prompt("Passphrase", hide_input=True, confirmation_prompt=twice, err=True)
    return asked


def _check(path: Path, public_key: Path | None, *, fresh: bool) -> None:
    from houseway.games.words import counted
    from houseway.report.paper.press import verify_format
    from houseway.report.submission.checking import checked
    from houseway.report.submission.signing import read_public_key
    from houseway.report.submission.zipped import BYTES_MAX
    from houseway.rules.refused import Refused

    for form in ("pdf", "xlsx"):
        verify_format(form)
    expected = read_public_key(public_key) if public_key else None
    try:
        with path.open("rb") as held:
            pack = held.read(BYTES_MAX + 1)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    differs = 0
    for point in checked(pack, expected, fresh=fresh, tell=tell):
        say(f"{'NO ' if point.differs else 'yes'}  {point.text}")
        sys.stdout.flush()
        differs += point.differs
    if differs:
        say(f"{path} differs in {counted(differs, 'point')}.")
        raise typer.Exit(1)
    say(f"{path} agrees.")
