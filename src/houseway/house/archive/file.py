"""An archive: rows of one stream, in order, in one file that says itself whether it is whole.

    houseway archive 1 <newline>
    blocks, each compressed by zlib: a line a row, [at, kind, body, command] as JSON; the body is the stored text
    the contents: one line of JSON, see `Contents`
    16 digits, a space, 64 digits <newline>: where the contents begin, and the SHA-256 of all that stands before it

Versions and hashes are not stored: rows are numbered from `first`, and each hash follows from the row and the one
before. The contents name the hash before the first row and that of the last, so whatever is changed leads elsewhere.
The same rows make the same file. Cards are sealed in it as they are in the ledger; only its owner may read it.
"""

import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from urllib.parse import quote

from houseway.house.ledger.chain import row_hash
from houseway.house.ledger.rights import PRIVATE
from houseway.house.ledger.store import Head, Stored, canonical
from houseway.rules.refused import Refused

FORMAT = 1
MAGIC = f"houseway archive {FORMAT}\n".encode()
ANY_MAGIC = b"houseway archive "
PLACE_DIGITS, HASH_DIGITS = 16, 64
END_BYTES = PLACE_DIGITS + 1 + HASH_DIGITS + 1
BLOCK_ROWS = 1000
BLOCK_BYTES_MAX = 1 << 30  # unpacked
LEVEL = 9
CHUNK = 1 << 20
SUFFIX = ".archive"


class Block(NamedTuple):
    first: int  # version of its first row
    place: int  # in the file
    size: int
    before: str  # the hash before its first row


@dataclass(frozen=True)
class Contents:
    table: str
    first: int  # version of the first row
    last: int
    before: str  # the hash before the first row
    head: str  # the hash of the last one
    blocks: tuple[Block, ...]

    def to_line(self) -> bytes:
        return (canonical(vars(self)) + "\n").encode()

    @classmethod
    def of_line(cls, line: bytes) -> "Contents":
        said = json.loads(line)
        return cls(**{**said, "blocks": tuple(Block(*each) for each in said["blocks"])})


def file_name(table: str, first: int, last: int) -> str:
    return f"{quote(table, safe='')}.{first}-{last}{SUFFIX}"


def write_archive(path: Path, table: str, before: Head, rows: Iterable[Stored]) -> Contents:
    """A file that is there only when it is whole: written under another name, synced, and then named.

    The rows have been verified by whoever gives them.
    """
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE), "wb") as file:
            contents = _write(_Summed(file), table, before, iter(rows))
            file.flush()
            os.fsync(file.fileno())
        _verify_not_another(part, path)
        part.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Refused(f"{path} cannot be written: {error.strerror}") from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return contents


def _verify_not_another(part: Path, path: Path) -> None:
    """What is there may be all that is left of another house's rounds."""
    if path.exists() and _digest(path) != _digest(part):
        raise Refused(f"{path} is there already, and is another archive: name another folder")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync_folder(folder: Path) -> None:
    held = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)


class _Summed:
    """Where bytes are written, and their place and sum are known."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.place = 0
        self.sum = hashlib.sha256()

    def write(self, chunk: bytes) -> None:
        self._file.write(chunk)
        self.sum.update(chunk)
        self.place += len(chunk)


def _write(to: _Summed, table: str, before: Head, rows: Iterator[Stored]) -> Contents:
    to.write(MAGIC)
    blocks: list[Block] = []
    last = before
    while some := list(islice(rows, BLOCK_ROWS)):
        packed = zlib.compress("".join(map(_line, some)).encode(), LEVEL)
        blocks.append(Block(some[0].version, to.place, len(packed), some[0].before))
        to.write(packed)
        last = some[-1].place
    assert blocks, "an archive has rows"
    contents = Contents(table, before.version + 1, last.version, before.hash, last.hash, tuple(blocks))
    place = to.place
    to.write(contents.to_line())
    to.write(f"{place:0{PLACE_DIGITS}d} ".encode())
    to.write(f"{to.sum.hexdigest()}\n".encode())
    return contents


def _line(row: Stored) -> str:
    return json.dumps([row.at, row.kind, row.text, row.command], separators=(",", ":"), ensure_ascii=False) + "\n"


class ArchiveFile:
    """An archive that was found whole when it was opened: every byte of it is as its own sum says."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = path.open("rb")
        except OSError as error:
            raise Refused(f"{path} cannot be read: {error.strerror}") from None
        try:
            self.digest = self._verify_bytes()
            self.contents = self._read_contents()
        except (ValueError, KeyError, TypeError) as error:
            self._file.close()
            raise Refused(f"{path} is damaged: its contents cannot be read ({error})") from None
        except BaseException:
            self._file.close()
            raise
        self._block = lru_cache(4)(self._unpacked)

    def _verify_bytes(self) -> str:
        """The sum at the end is that of all before it; answers the digest of the whole file."""
        size = os.fstat(self._file.fileno()).st_size
        start = self._file.read(len(MAGIC))
        if not start.startswith(ANY_MAGIC):
            raise Refused(f"{self.path} is no archive of houseway's")
        if start != MAGIC:
            raise Refused(f"{self.path} is damaged, or a newer houseway wrote it: this one knows archives of {FORMAT}")
        summed = hashlib.sha256(start)
        left = size - len(MAGIC) - HASH_DIGITS - 1
        while left > 0 and (chunk := self._file.read(min(CHUNK, left))):
            summed.update(chunk)
            left -= len(chunk)
        end = self._file.read()
        if end != f"{summed.hexdigest()}\n".encode():
            raise Refused(f"{self.path} is damaged: its bytes are not those that were written")
        summed.update(end)
        return summed.hexdigest()

    def _read_contents(self) -> Contents:
        size = os.fstat(self._file.fileno()).st_size
        self._file.seek(size - END_BYTES)
        place = int(self._file.read(PLACE_DIGITS))
        self._file.seek(place)
        return Contents.of_line(self._file.read(size - END_BYTES - place))

    @property
    def table(self) -> str:
        return self.contents.table

    @property
    def first(self) -> int:
        return self.contents.first

    @property
    def last(self) -> int:
        return self.contents.last

    def read(self, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Rows behind a version, as a ledger gives them."""
        found: list[Stored] = []
        for number in range(len(self.contents.blocks)):
            if self._end_of(number) <= after:
                continue
            if limit is not None and len(found) >= limit:
                break
            found += (_again(row) for row in self._block(number) if row.version > after)
        return found if limit is None else found[:limit]

    def _end_of(self, number: int) -> int:
        blocks = self.contents.blocks
        return blocks[number + 1].first - 1 if number + 1 < len(blocks) else self.last

    def _unpacked(self, number: int) -> Sequence[Stored]:
        block = self.contents.blocks[number]
        self._file.seek(block.place)
        try:
            unpacker = zlib.decompressobj()
            text = unpacker.decompress(self._file.read(block.size), BLOCK_BYTES_MAX).decode()
            return list(self._chained(_lines(text), block))
        except (zlib.error, ValueError, TypeError) as error:
            raise Refused(f"{self.path} is damaged: rows from {block.first} on cannot be read ({error})") from None

    def _chained(self, lines: Iterable[str], block: Block) -> Iterator[Stored]:
        before = block.before
        for version, line in enumerate(lines, block.first):
            at, kind, text, command = json.loads(line)
            hash_ = row_hash(self.table, version, at, kind, text, command, before)
            yield Stored(self.table, version, at, kind, text, command, before, hash_)
            before = hash_

    def verify(self) -> None:
        """Every hash, from the row before the first to the last: raises with what does not lead there."""
        at = Head(self.first - 1, self.contents.before)
        for number, block in enumerate(self.contents.blocks):
            if (block.first, block.before) != (at.version + 1, at.hash):
                raise Refused(f"{self.path} is damaged: rows from {block.first} on do not follow those before them")
            rows = self._unpacked(number)
            at = rows[-1].place if rows else at
        if at != Head(self.last, self.contents.head):
            raise Refused(f"{self.path} is damaged: its rows do not lead to the head that it names")

    def close(self) -> None:
        self._file.close()


def _lines(text: str) -> list[str]:
    """By newlines alone: other breaks may stand within a row."""
    return text.split("\n")[:-1]


def _again(row: Stored) -> Stored:
    """Whoever reads a row may say more in its body."""
    return replace(row)


def archives_at(paths: Iterable[Path]) -> list[ArchiveFile]:
    """Those that were named, and all of the folders that were."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(path.glob(f"*{SUFFIX}"))
        else:
            files.append(path)
    if not files:
        raise Refused("there is no archive there: name a file, or a folder that has some")
    opened: list[ArchiveFile] = []
    try:
        for path in files:
            opened.append(ArchiveFile(path))
    except BaseException:
        for each in opened:
            each.close()
        raise
    return opened


def contents_json(file: ArchiveFile) -> dict[str, Any]:
    said = file.contents
    return {
        "file": file.path.name,
        "table": said.table,
        "first": said.first,
        "last": said.last,
        "before": said.before,
        "head": said.head,
        "digest": file.digest,
    }
