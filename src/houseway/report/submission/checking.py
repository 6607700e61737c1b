"""Check a pack: its signature, the digest of every file, its figures computed anew, its documents built anew."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from houseway.analysis.pay_words import read_pay
from houseway.analysis.solve import verify_strategy
from houseway.games import find_game
from houseway.report.paper.subject import Subject, Tell
from houseway.report.submission.anew import recomputed
from houseway.report.submission.contents import FIGURES, contents
from houseway.report.submission.leaves import clipped, unlike
from houseway.report.submission.manifest import (
    ABOUT_ITSELF,
    MANIFEST,
    PUBLIC_KEY,
    SIGNATURE,
    UNSIGNED,
    Manifest,
    manifest_of,
    read_manifest,
    written_manifest,
)
from houseway.report.submission.signing import is_signed_by, mark_of, public_key, public_pem
from houseway.report.submission.zipped import unzipped, zipped
from houseway.rules.refused import Refused

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SAID_MAX = 8  # differences of one kind that are told one by one


class Point(NamedTuple):
    differs: bool
    text: str


def checked(
    pack: bytes,
    expected: "Ed25519PublicKey | None" = None,
    *,
    fresh: bool = False,
    tell: Tell = lambda _: None,
) -> Iterator[Point]:
    """What is found, as it is found. What cannot be read at all, or not computed here, is refused."""
    files = unzipped(pack)
    manifest = read_manifest(files)
    yield from _signature(files, manifest, expected)
    faults = [*_bundle(files, manifest, pack)]
    yield from faults or [Point(False, f"All {len(manifest.files)} files are as the manifest says.")]
    subject, how = _subject(manifest, fresh=fresh, tell=tell)
    here = contents(subject, manifest.paper, manifest.date, tell)
    yield Point(False, how)
    yield from _facts(manifest, subject, here)
    yield from _documents(files, manifest, here)


# --- the pack itself ---


def _signature(files: Mapping[str, bytes], manifest: Manifest, expected: "Ed25519PublicKey | None") -> Iterator[Point]:
    if manifest.signed_by == UNSIGNED:
        asked = " but a signature was expected" if expected else ""
        yield Point(bool(expected), f"The pack is not signed{asked}: nobody vouches for it.")
        return
    missing = [name for name in (SIGNATURE, PUBLIC_KEY) if name not in files]
    if missing:
        yield Point(True, f"The manifest says that it is signed, and {' and '.join(missing)} is missing.")
        return
    try:
        key = public_key(files[PUBLIC_KEY], PUBLIC_KEY)
    except Refused as refusal:
        yield Point(True, f"The signature cannot be checked: {refusal}.")
        return
    if files[PUBLIC_KEY] != public_pem(key):
        yield Point(True, f"{PUBLIC_KEY} has more in it than the key.")
    mark = mark_of(key)
    if mark != manifest.signed_by:
        yield Point(True, f"{PUBLIC_KEY} is not the key that the manifest names: {mark}, not {manifest.signed_by}.")
    elif not is_signed_by(key, files[SIGNATURE], files[MANIFEST]):
        yield Point(True, "The signature does not fit the manifest: it was changed after it was signed.")
    elif expected is None:
        yield Point(False, f"Signed with {mark}; the key is from the pack itself: compare it with the one you know.")
    elif mark != mark_of(expected):
        yield Point(True, f"Signed with another key than the expected one: {mark}, not {mark_of(expected)}.")
    else:
        yield Point(False, f"Signed with the expected key, {mark}.")


def _bundle(files: Mapping[str, bytes], manifest: Manifest, pack: bytes) -> Iterator[Point]:
    for name in manifest.files:
        if name not in files:
            yield Point(True, f"{clipped(name)} is in the manifest and not in the pack.")
    for name in files:
        if name not in (*manifest.files, *ABOUT_ITSELF):
            yield Point(True, f"{name} is in the pack and not in the manifest.")
    if manifest.signed_by == UNSIGNED and (more := [name for name in (SIGNATURE, PUBLIC_KEY) if name in files]):
        yield Point(True, f"The manifest says that it is not signed, and there is {' and '.join(more)}.")
    if zipped(files) != pack:
        yield Point(True, "The zip is not as ours are: bytes, times or rights in it belong to none of its files.")
    if files[MANIFEST] != written_manifest(manifest):
        yield Point(True, f"{MANIFEST} is not written as ours are: it may say a thing twice, or hold what is not read.")
    for name, content in files.items():
        if name in manifest.files and _is_other(manifest, name, content):
            yield Point(True, f"{name} was changed after the manifest was written.")


def _is_other(manifest: Manifest, name: str, content: bytes) -> bool:
    said = manifest.files[name]
    return len(content) != said.bytes or sha256(content).hexdigest() != said.sha256


# --- what it says, computed and built here ---


def _subject(manifest: Manifest, *, fresh: bool, tell: Tell) -> tuple[Subject, str]:
    try:
        game = find_game(manifest.game)
    except Refused as refusal:
        raise Refused(f"the pack cannot be computed anew: {refusal}; name its folder with --game PATH") from None
    try:
        settings = game.settings(manifest.options)
        verify_strategy(game, manifest.strategy)
        pays = [read_pay(text) for text in manifest.pays]
        return recomputed(
            game, settings, manifest.strategy, pays, evidence=bool(manifest.evidence), fresh=fresh, tell=tell
        )
    except Refused as refusal:
        raise Refused(f"the pack cannot be computed anew here: {refusal}") from None


def _facts(manifest: Manifest, subject: Subject, here: Mapping[str, bytes]) -> Iterator[Point]:
    """The manifest against one made here: versions and digests first."""
    ours = manifest_of(subject, here, paper=manifest.paper, date=manifest.date, signed_by=manifest.signed_by)
    said = manifest.model_dump(mode="json", exclude={"files"})
    found = [*unlike(said, ours.model_dump(mode="json", exclude={"files"}))]
    for path, packed, made in found[:SAID_MAX]:
        about = path.replace("/", " ")
        yield Point(True, f"The manifest has another {about}: {packed}; here it is {made}.")
    if len(found) > SAID_MAX:
        yield Point(True, f"The manifest differs in {len(found) - SAID_MAX} more points.")


def _documents(files: Mapping[str, bytes], manifest: Manifest, here: Mapping[str, bytes]) -> Iterator[Point]:
    alike = 0
    for name, made in here.items():
        if name not in files:
            if name not in manifest.files:  # else it was said already
                yield Point(True, f"{name} belongs to the pack and is not in it.")
        elif files[name] == made:
            alike += 1
        else:
            yield from _unlike(name, files[name], made)
    for name in manifest.files:
        if name not in here:
            yield Point(True, f"{clipped(name)} is no file of such a pack: nothing is built here under that name.")
    if FIGURES in files and files[FIGURES] == here[FIGURES]:
        yield Point(False, "Every figure is the same here.")
    yield Point(False, f"{alike} of {len(here)} files are the same, to the byte, when they are built here.")


def _unlike(name: str, packed: bytes, made: bytes) -> Iterator[Point]:
    """A file that is another here; of data what differs in it."""
    if not name.endswith(".json"):
        yield Point(True, f"{name} is another when it is built here.")
        return
    found = [*unlike(packed, made)]
    for path, theirs, ours in found[:SAID_MAX]:
        about = "The figure" if name == FIGURES else f"{name},"
        yield Point(True, f"{about} {path}: the pack says {theirs}, computed here it is {ours}.")
    if len(found) > SAID_MAX:
        yield Point(True, f"{name} differs in {len(found) - SAID_MAX} more places.")
    if not found:
        yield Point(True, f"{name} says the same as the one that is built here, and is written otherwise.")
