"""The hidden trigger of a meter that must hit: drawn and promised before the first bet on it, shown once reached.

A `set` has a nonce from the operating system, which is shown to nobody before the trigger is, and a commitment, which
everyone may see. The key follows from the nonce and the ledger's secret (of a sealed ledger nobody has it but the
house), the trigger from the key, and the commitment from both: HMAC-SHA256, keyed with the key, of one line of text:

    {"link":"corner","meter":"mystery","number":3,"trigger_cents":48712}

So the house cannot find another trigger that fits, and whoever has the key can draw it again.
"""

import hashlib
import hmac
from dataclasses import dataclass, field

from houseway.house.ledger.store import OutOfOrder, canonical
from houseway.progressives.growth import Reading, new_trigger
from houseway.progressives.jackpot import Meter
from houseway.rules.refused import Refused

NONCE, NONCE_BYTES = "nonce", 32
PURPOSE = "triggers"  # of the ledger's secret
DRAW_BITS = 256


@dataclass(frozen=True)
class Trigger:
    """One that was set. Where the key is another's, nobody here knows its cents until it is shown."""

    number: int
    shows: int  # cents on the meter when it was set: it lies above them
    commitment: str
    cents: int | None = field(repr=False)
    key: bytes = field(repr=False, default=b"")


@dataclass(frozen=True)
class Reached:
    """Whose bet has reached the trigger of a meter: they win what it shows when their round is over."""

    table: str
    round: int
    seat: int


def key_of(secret: bytes, link: str, meter: str, number: int, nonce: bytes) -> bytes:
    return _mac(secret, canonical({"link": link, "meter": meter, "nonce": nonce.hex(), "number": number}))


def drawn(meter: Meter, shows: int, key: bytes) -> int:
    """The trigger that a key draws: any cent above what the meter shows up to its limit, as likely."""
    return new_trigger(meter, Reading(shown_cents=shows), lambda n: _below(n, key))


def commitment_of(link: str, meter: str, number: int, trigger_cents: int, key: bytes) -> str:
    line = {"link": link, "meter": meter, "number": number, "trigger_cents": trigger_cents}
    return _mac(key, canonical(line)).hex()


def verify_trigger(link: str, meter: Meter, found: Trigger, trigger_cents: int, key: bytes) -> None:
    """Raise with the reason if what is shown is not what was promised, or not what its key draws."""
    if not hmac.compare_digest(commitment_of(link, meter.name, found.number, trigger_cents, key), found.commitment):
        raise OutOfOrder(f"trigger {found.number} of the meter '{meter.name}' does not match its commitment")
    if drawn(meter, found.shows, key) != trigger_cents:
        raise OutOfOrder(f"trigger {found.number} of the meter '{meter.name}' is not what its key draws")


def set_trigger(link: str, meter: Meter, number: int, shows: int, secret: bytes, nonce: bytes) -> Trigger:
    """As a server that has the ledger's secret makes it, and finds it again."""
    if shows >= meter.must_hit_by_cents:
        raise Refused(f"the meter '{meter.name}' shows all that it may: no trigger lies above")
    key = key_of(secret, link, meter.name, number, nonce)
    cents = drawn(meter, shows, key)
    return Trigger(number, shows, commitment_of(link, meter.name, number, cents, key), cents, key)


def _below(n: int, key: bytes) -> int:
    """A fair whole number from 0 to n - 1: what would favour the smaller ones is drawn again."""
    fair = (1 << DRAW_BITS) // n * n
    place = 0
    while (found := int.from_bytes(_mac(key, f"draw {place}"))) >= fair:
        place += 1
    return found % n


def _mac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode(), hashlib.sha256).digest()
