"""The zip of a pack: written the same every time, and read in memory, within bounds, whoever made it.

Files are stored, not deflated: the next version of a compressor would give other bytes, and nothing swells when read.
"""

import io
import re
import zipfile
from collections.abc import Mapping

from houseway.games.words import counted
from houseway.rules.refused import Refused

BYTES_MAX = 64 << 20
FILES_MAX = 100
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9]+)+")  # no folder, and no way out of one
NAME_LETTERS_MAX = 60
WHEN = (2026, 1, 1, 0, 0, 0)
MODE = 0o100644  # a plain file that everybody may read
UNIX = 3


def zipped(files: Mapping[str, bytes]) -> bytes:
    """In the order that they come in."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_STORED) as pack:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, WHEN)
            entry.create_system, entry.external_attr = UNIX, MODE << 16
            pack.writestr(entry, content)
    return held.getvalue()


def unzipped(pack: bytes) -> dict[str, bytes]:
    """Every file in it, or a refusal that names what is wrong. Nothing is written anywhere."""
    if len(pack) > BYTES_MAX:
        raise Refused(f"the pack has {len(pack):,} bytes: more than {BYTES_MAX:,} are not read")
    try:
        with zipfile.ZipFile(io.BytesIO(pack)) as held:
            entries = held.infolist()
            _verify_entries(entries, len(pack))
            return {entry.filename: held.read(entry) for entry in entries}
    except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, OverflowError) as error:
        raise Refused(f"the pack is no whole zip: {' '.join(str(error).split())[:120]}") from None


def _verify_entries(entries: list[zipfile.ZipInfo], length: int) -> None:
    if len(entries) > FILES_MAX:
        raise Refused(f"the pack has {counted(len(entries), 'file')}: more than {FILES_MAX} are not read")
    seen: set[str] = set()
    for entry in entries:
        name = entry.filename
        if not NAME.fullmatch(name) or len(name) > NAME_LETTERS_MAX:
            raise Refused(f"the pack has a file {name[:80]!r}: a name with a folder or a way out of it is not read")
        if name in seen:
            raise Refused(f"the pack has two files '{name}': which one is meant cannot be told")
        if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size:
            raise Refused(f"'{name}' is compressed in the pack, which ours never are: it is not unpacked")
        if entry.flag_bits & 1:
            raise Refused(f"'{name}' is encrypted in the pack: it is not read")
        seen.add(name)
    if sum(entry.file_size for entry in entries) > length:
        raise Refused("the files of the pack say that they are larger than the pack itself: it is not unpacked")
