"""Who is asking: a signed cookie says it, so that any process of the house can tell, before and after a restart.

A token is `key.claims.signature`: the name of a signing key on the ledger's shelf, the claims in base64, and
HMAC-SHA256 over both. A player's id is public (everyone at the table sees it); the cookie is not.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import secrets
import time
from dataclasses import asdict, dataclass, replace

from houseway.house.draft import AUDITOR, GUEST, PLAYER, SUPERVISOR, Actor
from houseway.house.ledger.store import Ledger
from houseway.web.staff import Staff

COOKIE = "houseway"
STAFF_ROLES = (SUPERVISOR, AUDITOR)
LIFETIME_S = {PLAYER: 30 * 86_400, SUPERVISOR: 8 * 3_600, AUDITOR: 8 * 3_600}
READ_AGAIN_S = 5.0  # made-up keys do not send us to the ledger more often
KEYS, ENDED = "signing_keys", "ended_sessions"


def cookie_name(secure: bool) -> str:
    """Under the prefix a browser takes the cookie only by TLS and for this host alone: no sibling can plant one."""
    return f"__Host-{COOKIE}" if secure else COOKIE


@dataclass(frozen=True)
class Session:
    id: str
    name: str
    role: str
    until: int = 0  # seconds since 1970
    mark: str = ""  # of the staff account as it was at login; a changed or removed one ends the session
    token: str = ""

    @property
    def actor(self) -> Actor:
        return Actor(self.id, self.name, self.role)


NOBODY = Session("", "", GUEST)


class Sessions:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._staff = Staff(ledger)
        self._keys = ledger.shelf(KEYS)
        if not self._keys:
            ledger.put(KEYS, secrets.token_hex(4), secrets.token_hex(32))
            self._keys = ledger.shelf(KEYS)
        self._signs_with = min(self._keys)
        self._read_again_at = 0.0

    def begin(self, id_: str, name: str, role: str, mark: str = "") -> Session:
        session = Session(id_, name, role, int(time.time()) + LIFETIME_S[role], mark)
        return replace(session, token=self._signed(session))

    def begin_player(self, name: str) -> Session:
        return self.begin(secrets.token_hex(8), name, PLAYER)

    def end(self, session: Session) -> None:
        """A staff session ends everywhere at once; a player's cookie is merely taken back."""
        if session.role in STAFF_ROLES:
            self._ledger.put(ENDED, hashlib.sha256(session.token.encode()).hexdigest(), str(session.until))

    async def of(self, token: str) -> Session:
        """The session of a cookie; whatever is not ours, old or ended is nobody's."""
        session = self._claimed(token)
        if session.until < time.time():
            return NOBODY
        if session.role in STAFF_ROLES and not await asyncio.to_thread(self._still_staff, session):
            return NOBODY
        return session

    def _claimed(self, token: str) -> Session:
        """What the cookie says, if we signed it."""
        try:
            key, claims, signature = token.split(".")
            if not hmac.compare_digest(signature, self._signature(key, claims)):
                return NOBODY
            return Session(**json.loads(base64.urlsafe_b64decode(claims + "==")), token=token)
        except (ValueError, KeyError, TypeError):
            return NOBODY

    def csrf(self, session: Session) -> str:
        """What a page of ours sends with every change; another site cannot read it."""
        if not session.token:
            return ""
        key = bytes.fromhex(self._keys[session.token.partition(".")[0]])
        return hmac.new(key, b"csrf " + session.token.encode(), hashlib.sha256).hexdigest()

    def _still_staff(self, session: Session) -> bool:
        ended = self._ledger.get(ENDED, hashlib.sha256(session.token.encode()).hexdigest())
        return ended is None and self._staff.mark(session.name, session.role) == session.mark

    def _signed(self, session: Session) -> str:
        claims = {name: part for name, part in asdict(session).items() if name != "token"}
        text = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")  # a cookie has no =
        return f"{self._signs_with}.{text}.{self._signature(self._signs_with, text)}"

    def _signature(self, key: str, claims: str) -> str:
        if key not in self._keys and time.monotonic() > self._read_again_at:
            self._keys = self._ledger.shelf(KEYS)  # another process may have made one when we did
            self._read_again_at = time.monotonic() + READ_AGAIN_S
        return hmac.new(bytes.fromhex(self._keys[key]), f"{key}.{claims}".encode(), hashlib.sha256).hexdigest()
