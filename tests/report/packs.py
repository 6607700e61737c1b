"""A pack that tests share, made once, and ways to tamper with it."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.analysis.solve import OPTIMAL
from houseway.games import find_game
from houseway.report.paper.subject import Subject
from houseway.report.submission.anew import submitted
from houseway.report.submission.assembly import assembled
from houseway.report.submission.manifest import MANIFEST, PUBLIC_KEY, SIGNATURE
from houseway.report.submission.signing import mark_of, public_pem
from houseway.report.submission.zipped import unzipped, zipped

GAME = "dakota_stud"  # the quickest
KEY, STRANGER = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2))
Files = dict[str, bytes]


@cache
def subject() -> Subject:
    game = find_game(GAME)
    return submitted(game, game.settings(), OPTIMAL, (), full=False, tell=lambda _: None)


@cache
def pack() -> bytes:
    return assembled(subject(), KEY)


def tampered(change: Callable[[Files], object], sign: Ed25519PrivateKey | None = None) -> bytes:
    """The pack with its files changed; a forger who has a key writes all digests anew and signs."""
    files = unzipped(pack())
    change(files)
    if sign:

        def redigested(manifest: dict[str, Any]) -> None:
            for name in manifest["files"]:
                manifest["files"][name] = {"bytes": len(files[name]), "sha256": sha256(files[name]).hexdigest()}
            manifest["signed_by"] = mark_of(sign.public_key())

        rewritten(redigested)(files)
        files[SIGNATURE], files[PUBLIC_KEY] = sign.sign(files[MANIFEST]), public_pem(sign.public_key())
    return zipped(files)


def rewritten(change: Callable[[dict[str, Any]], object], name: str = MANIFEST) -> Callable[[Files], None]:
    """A change of one of the JSON files."""

    def made(files: Files) -> None:
        found = json.loads(files[name])
        change(found)
        files[name] = (json.dumps(found, indent=1, ensure_ascii=False) + "\n").encode()

    return made
