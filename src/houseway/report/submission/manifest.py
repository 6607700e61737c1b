"""The manifest of a pack: what it is of, what made it, and the digest of every file; this is what is signed."""

import json
import platform
import zlib
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import version
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from houseway import __version__
from houseway.analysis.computed_by import computed_by, rules_digest
from houseway.analysis.store import digest
from houseway.games.edition import edition_of
from houseway.games.sheet import Setting
from houseway.report.paper.evidence import evidence_key
from houseway.report.paper.press import Paper, read_date
from houseway.report.paper.subject import Subject
from houseway.report.submission.par_sheet import command
from houseway.rules.refused import Refused

MANIFEST, SIGNATURE, PUBLIC_KEY = "manifest.json", "manifest.sig", "public-key.pem"
ABOUT_ITSELF = (MANIFEST, SIGNATURE, PUBLIC_KEY)
UNSIGNED = "unsigned"
MANIFEST_BYTES_MAX = 1 << 20
PACKAGES = ("numpy", "numba", "typst", "xlsxwriter")

Line = Annotated[str, Field(max_length=400, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]  # nothing that a terminal obeys


class PackedFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    bytes: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Manifest(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    submission: Literal[1] = 1
    game: Line
    title: Line
    maker: Line
    options: dict[Line, Setting]
    pays: tuple[Line, ...]  # that are not the maker's
    strategy: Line
    paper: Paper
    date: Annotated[str, Field(pattern=r"^(\d{4}-\d\d-\d\d)?$")]
    evidence: Line  # its digest; '': none is in the report
    command: Line
    digests: dict[Line, Line]
    versions: dict[Line, Line]
    signed_by: Line
    files: dict[Line, PackedFile]


def manifest_of(
    subject: Subject, files: Mapping[str, bytes], *, paper: Paper = "a4", date: str = "", signed_by: str = UNSIGNED
) -> Manifest:
    game, solution = subject.game, subject.solution
    return Manifest(
        game=game.slug,
        title=game.title,
        maker=game.sheet.maker,
        options=dict(subject.settings),
        pays=tuple(f"{pay.code}/{pay.outcome}/{pay.odds}" for pay in subject.changed),
        strategy=solution.strategy,
        paper=paper,
        date=date,
        evidence=evidence_key(game, solution) if subject.evidence else "",
        command=command(subject),
        digests={
            "edition of the rules": edition_of(game),
            "rules in force": rules_digest(game, solution.settings),
            "sources of the figures": computed_by(game),
            "figures": digest(game, solution.settings, solution.strategy),
        },
        versions=versions(),
        signed_by=signed_by,
        files={
            name: PackedFile(bytes=len(content), sha256=sha256(content).hexdigest()) for name, content in files.items()
        },
    )


def versions() -> dict[str, str]:
    """What the bytes of a document hang on."""
    made_by = {"houseway": __version__, "Python": platform.python_version()}
    return made_by | {name: version(name) for name in PACKAGES} | {"zlib": zlib.ZLIB_RUNTIME_VERSION}


def written_manifest(manifest: Manifest) -> bytes:
    return (json.dumps(manifest.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n").encode()


def read_manifest(files: Mapping[str, bytes]) -> Manifest:
    if MANIFEST not in files:
        raise Refused(f"the zip has no {MANIFEST}: it is no pack of `houseway submit`")
    if len(files[MANIFEST]) > MANIFEST_BYTES_MAX:
        raise Refused(f"{MANIFEST} has {len(files[MANIFEST]):,} bytes: more than {MANIFEST_BYTES_MAX:,} are not read")
    try:
        found = Manifest.model_validate_json(files[MANIFEST])
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))[:80]
        raise Refused(f"{MANIFEST} cannot be read{f': {where}' if where else ''}: {first['msg'][:120]}") from None
    read_date(found.date)  # refuses what no calendar has
    return found
