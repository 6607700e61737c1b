"""A whole pack: contents, manifest and signature in one zip."""

from typing import TYPE_CHECKING

from houseway.report.paper.press import Paper
from houseway.report.paper.subject import Subject, Tell
from houseway.report.submission.contents import contents
from houseway.report.submission.manifest import (
    MANIFEST,
    PUBLIC_KEY,
    SIGNATURE,
    UNSIGNED,
    manifest_of,
    written_manifest,
)
from houseway.report.submission.signing import mark_of, public_pem
from houseway.report.submission.zipped import zipped

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def assembled(
    subject: Subject,
    key: "Ed25519PrivateKey | None",
    paper: Paper = "a4",
    date: str = "",
    tell: Tell = lambda _: None,
) -> bytes:
    """The same subject and key give the same bytes; without a key nobody vouches for it, and the manifest says so."""
    files = contents(subject, paper, date, tell)
    signed_by = mark_of(key.public_key()) if key else UNSIGNED
    manifest = written_manifest(manifest_of(subject, files, paper=paper, date=date, signed_by=signed_by))
    signature = {SIGNATURE: key.sign(manifest), PUBLIC_KEY: public_pem(key.public_key())} if key else {}
    return zipped({MANIFEST: manifest, **signature, **files})
