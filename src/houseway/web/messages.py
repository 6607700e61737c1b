"""What a client may say, read with suspicion: bounded, plain, and nothing that could surprise the rules."""

import json
import re
from typing import Any, NoReturn

from houseway.house.draft import Command
from houseway.web.refusals import Malformed

ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
DIGITS_MAX = 15  # of a whole number; no amount and no version is near it
# Said by whoever wants the newest view, to know that the line is alive, or to keep a seat without a bet or an act.
LOOK, PING, HERE = "look", "ping", "here"
IDLE = "idle"  # said by the house: a seat is given up at a moment, or (0) is kept after all


def read_message(text: str) -> dict[str, Any]:
    """A JSON object, or a refusal that says what it is instead."""
    try:
        message = json.loads(text, parse_int=_whole, parse_constant=_constant)
        text.encode()
        json.dumps(message, ensure_ascii=False).encode()  # half a surrogate pair cannot be stored
    except UnicodeError:
        raise Malformed("the message holds letters that are none") from None
    except (ValueError, RecursionError):
        raise Malformed("the message is not JSON") from None
    if not isinstance(message, dict):
        raise Malformed("a message is an object with id, do, seen and what")
    return message


def id_of(message: Any) -> str:
    """The id to answer to, as far as there is one."""
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str) and ID.fullmatch(found) else ""


def read_command(message: dict[str, Any]) -> Command:
    """The command in a message."""
    unknown = message.keys() - {"id", "do", "seen", "what"}
    if unknown:
        raise Malformed(f"a message has no '{min(unknown)[:40]}': it has id, do, seen and what")
    if not id_of(message):
        raise Malformed("id must be 1 to 64 letters, digits or any of _ . : -, new for every command")
    do, seen, what = message.get("do"), message.get("seen"), message.get("what", {})
    if not isinstance(do, str) or not 1 <= len(do) <= 40:
        raise Malformed("do must name a command")
    if seen is not None and (isinstance(seen, bool) or not isinstance(seen, int) or seen < 0):
        raise Malformed("seen must be the version of the table that you saw")
    if not isinstance(what, dict):
        raise Malformed("what must be an object")
    return Command(message["id"], do, seen, what)


def _whole(digits: str) -> int:
    if len(digits) > DIGITS_MAX:
        raise ValueError
    return int(digits)


def _constant(name: str) -> NoReturn:
    raise ValueError(name)
