"""A file that does not open: which of its folder, the file itself or the right to it is missing, in a sentence."""

from pathlib import Path

from houseway.rules.refused import Refused


def cannot_open(path: str, *, made: bool) -> Refused:
    """Why SQLite did not open a ledger. `made`: whoever opened it would have made it."""
    file = Path(path)
    if not file.parent.is_dir():
        return Refused(f"there is no folder {file.parent} for the ledger {file.name}: make it, or name another")
    if file.is_dir():
        return Refused(f"{path} is a folder: name the file of a ledger in it")
    if not made and not file.exists():
        return Refused(f"there is no ledger {path}: `houseway serve` makes one, or name another with --database")
    return Refused(f"{path} cannot be {'made or ' * made}opened: this user has no right to it")
