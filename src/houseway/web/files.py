"""The files of the browser, as they lie in one folder: each read and compressed once, sent in one piece.

Fifty small modules make a page, so a file costs a look into a table, not a walk past every route, a thread and a
compression. What changes on the disk is read anew; which files there are is known when the process begins. A sheet that
imports others comes with them in their places: one file a sheet to read here, one request there.
"""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, NoMatchFound
from starlette.types import Receive, Scope, Send

ASKED_ANEW = "no-cache"  # kept by the browser, but asked for each time: after an update no old file meets a new one
COMPRESSED_FROM_BYTES = 1_000
READ = ("GET", "HEAD")
IMPORT = re.compile(r'^@import url\("([\w/.-]+)"\);\n', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Content:
    plain: bytes
    squeezed: bytes | None
    tag: str


class _File:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self._seen: tuple[tuple[int, int], ...] = ()
        self._content: _Content | None = None

    def content(self) -> _Content:
        seen = tuple((found.st_mtime_ns, found.st_size) for found in (part.stat() for part in self._parts()))
        if self._content is None or seen != self._seen:
            plain = self._whole()
            squeezed = gzip.compress(plain, mtime=0) if len(plain) >= COMPRESSED_FROM_BYTES else None
            self._content = _Content(plain, squeezed, f'"{hashlib.sha256(plain).hexdigest()[:32]}"')
            self._seen = seen
        return self._content

    def _parts(self) -> list[Path]:
        """The file, and what it imports."""
        if self.path.suffix != ".css":
            return [self.path]
        return [self.path, *(self.path.parent / name for name in IMPORT.findall(self.path.read_text("utf-8")))]

    def _whole(self) -> bytes:
        if self.path.suffix != ".css":
            return self.path.read_bytes()
        text = self.path.read_text("utf-8")
        return IMPORT.sub(lambda found: (self.path.parent / found[1]).read_text("utf-8"), text).encode()

    def answer(self, headers: Headers, *, only_said: bool) -> Response:
        try:
            content = self.content()
        except OSError:
            raise HTTPException(404) from None
        said = {"cache-control": ASKED_ANEW, "etag": content.tag, "vary": "Accept-Encoding"}
        if content.tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=said)
        body = content.plain
        if content.squeezed is not None and "gzip" in headers.get("accept-encoding", ""):
            body = content.squeezed
            said["content-encoding"] = "gzip"
        said["content-length"] = str(len(body))
        return Response(b"" if only_said else body, headers=said, media_type=self.kind)


class Files(BaseRoute):
    """A route that knows every file of a folder by its address."""

    def __init__(self, folder: Path) -> None:
        self.files = _files_in(folder)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] == "http" and scope["path"] in self.files:
            return (Match.FULL if scope["method"] in READ else Match.PARTIAL), {}
        return Match.NONE, {}

    def url_path_for(self, name: str, /, **path_params: object) -> object:  # type: ignore[override]
        raise NoMatchFound(name, dict(path_params))

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in READ:
            raise HTTPException(405, headers={"allow": ", ".join(READ)})
        file = self.files[scope["path"]]
        await file.answer(Headers(scope=scope), only_said=scope["method"] == "HEAD")(scope, receive, send)


@cache
def _files_in(folder: Path) -> dict[str, _File]:
    """One table for all houses of a process: what was compressed once is not compressed again."""
    return {f"/{path.relative_to(folder).as_posix()}": _File(path) for path in folder.rglob("*") if path.is_file()}
