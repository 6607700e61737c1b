"""What a command says, read with suspicion: whatever is not plain and bounded is refused in a sentence."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from houseway.house.configuration import TableConfig
from houseway.house.draft import Command
from houseway.house.faults import sentences
from houseway.house.ledger.store import canonical
from houseway.rules.refused import Refused

ID_MAX = 100  # characters; with whose it is, it fits where the ledger keeps it
WORDS_MAX = 500
WHOLE_MAX = 10**15  # no amount and no seat is near it


def verify_plain(command: Command) -> None:
    """An id to tell repeats by, and nothing that could not be written down."""
    if not 1 <= len(command.id) <= ID_MAX or not command.id.isprintable():
        raise Refused(f"a command's id has 1 to {ID_MAX} printable characters, and is new for every command")
    try:
        canonical(command.what).encode()
    except (TypeError, ValueError, RecursionError):  # half a surrogate pair is a ValueError too
        raise Refused("the command says what cannot be written down: use plain JSON") from None


def whole(what: Mapping[str, Any], key: str, default: int) -> int:
    value = what.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused(f"{key} must be a whole number, not {value!r}")
    if abs(value) > WHOLE_MAX:
        raise Refused(f"{key} is too large a number")
    return value


def words(what: Mapping[str, Any], key: str) -> str:
    value = what.get(key, "")
    said = " ".join(value.split()) if isinstance(value, str) else ""
    if not 1 <= len(said) <= WORDS_MAX or not said.isprintable():
        raise Refused(f"give a {key} in 1 to {WORDS_MAX} letters: it goes on record")
    return said


def wagers(what: Mapping[str, Any]) -> dict[str, int]:
    bets = what.get("wagers", {})
    if not isinstance(bets, dict):
        raise Refused("wagers must be cents by name of the wager")
    return {str(name): cents for name in bets if (cents := whole(bets, name, 0))}


def names(what: Mapping[str, Any], key: str) -> list[str]:
    value = what.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Refused(f"{key} must be a list of names")
    return value


def config(what: Mapping[str, Any]) -> TableConfig:
    try:
        written = what.get("config", {})
        return TableConfig.newly(written) if isinstance(written, Mapping) else TableConfig.from_body(written)
    except ValidationError as error:
        raise Refused(sentences("config", error)[0]) from None
