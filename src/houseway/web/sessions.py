"""Who is asking: a signed cookie says it, so that any process of the house can tell, before and after a restart.

A token is `key.claims.signature`: the name of a signing key on the ledger's shelf, the claims in base64, and
HMAC-SHA256 over both. A player's id is public (everyone at the table sees it); the cookie is not. Sessions grow old by
the house's own time: a wall clock that is set ends none and prolongs none, and after a restart it is not earlier than
the last event.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from houseway.house.clock import Clock, SteadyClock
from houseway.house.draft import AUDITOR, GUEST, PLAYER, SUPERVISOR, TEACHER, Actor
from houseway.house.ledger.store import Ledger, LedgerFailed
from houseway.web.logs import log
from houseway.web.staff_accounts import Staff

COOKIE = "houseway"
STAFF_ROLES = (SUPERVISOR, AUDITOR)
ACCOUNT_ROLES = (*STAFF_ROLES, TEACHER)  # who logs in with a password
LIFETIME_S = {PLAYER: 30 * 86_400, **dict.fromkeys(ACCOUNT_ROLES, 8 * 3_600)}
READ_AGAIN_S = 5.0  # how long a process may take to hear that another ended a session
FORGOTTEN_AT_ONCE = 1000
KEYS, ENDED, ENDED_PLAYERS, MARKS = "signing_keys", "ended_sessions", "ended_players", "marks"


def cookie_name(secure: bool) -> str:
    """Under the prefix a browser takes the cookie only by TLS and for this host alone: no sibling can plant one."""
    return f"__Host-{COOKIE}" if secure else COOKIE


@dataclass(frozen=True)
class Session:
    id: str
    name: str
    role: str
    until: int = 0  # seconds since 1970, by the house's own time
    mark: str = (
        ""  # of the account as it was at login, staff's or a regular's; a changed or removed one ends the session
    )
    browser: str = ""  # tells one session of a person from another
    token: str = ""

    @property
    def actor(self) -> Actor:
        return Actor(self.id, self.name, self.role)

    @property
    def is_kept(self) -> bool:
        """Whether this is a regular, who comes back with a passphrase; others are their cookie."""
        return self.role == PLAYER and bool(self.mark)

    @property
    def endings(self) -> frozenset[str]:
        """What ends it: all sessions of this id (and mark) are ended, or this one alone."""
        if self.role != PLAYER:
            return frozenset((self.id,))
        return frozenset((_everywhere(self.id, self.mark), self.own_ending))

    @property
    def own_ending(self) -> str:
        """Of this one alone."""
        return _digest(self.token)


NOBODY = Session("", "", GUEST)


class Sessions:
    """Players' are told by what is at hand, so that a ledger that is away keeps nobody out; staff's by the ledger."""

    def __init__(self, ledger: Ledger, clock: Clock | None = None) -> None:
        self._ledger = ledger
        self._clock = clock or SteadyClock()
        self._staff = Staff(ledger)
        if not ledger.shelf(KEYS):
            ledger.put(KEYS, secrets.token_hex(4), secrets.token_hex(32))
        self._ended: frozenset[str] = frozenset()  # endings of players' sessions
        self._ended_mark: str | None = None
        self.when_ended: list[Callable[[str], None]] = []  # told each ending
        self._forget_old()
        self._read()
        self._read_again_at = 0.0
        self._reading: asyncio.Task[None] | None = None

    def _now_s(self) -> int:
        return self._clock() // 1_000_000

    # --- beginning and ending ---

    def begin(self, id_: str, name: str, role: str, mark: str = "") -> Session:
        session = Session(id_, name, role, self._now_s() + LIFETIME_S[role], mark, secrets.token_hex(4))
        return replace(session, token=self._signed(session))

    def begin_player(self, name: str) -> Session:
        return self.begin(secrets.token_hex(8), name, PLAYER)

    def end(self, session: Session) -> None:
        """It ends for whoever has its cookie; a regular's other sessions go on."""
        if session.is_kept:
            self._end(session.own_ending)
        elif session.role == PLAYER:
            self.end_player(session.id)
        elif session.role in ACCOUNT_ROLES:
            self._ledger.put(ENDED, _digest(session.token), str(session.until))

    def renamed(self, session: Session, name: str) -> Session:
        """A session of the same player under another name; the one until now is over."""
        self._end(session.own_ending)
        return self.begin(session.id, name, session.role, session.mark)

    def end_player(self, id_: str, mark: str = "") -> str:
        """Whoever has this id is nobody from now on; of a regular, whoever came in under this mark."""
        return self._end(_everywhere(id_, mark))

    def _end(self, ending: str) -> str:
        self._ledger.put(ENDED_PLAYERS, ending, str(self._now_s() + LIFETIME_S[PLAYER]))
        self._ledger.put(MARKS, ENDED_PLAYERS, secrets.token_hex(8))
        self._ended |= {ending}
        return ending

    def end_all(self) -> None:
        """Everybody's: no cookie that was signed until now is good."""
        before = self._ledger.shelf(KEYS)
        self._ledger.put(KEYS, secrets.token_hex(4), secrets.token_hex(32))
        for old in before:
            self._ledger.remove(KEYS, old)
        self._read()

    def _forget_old(self) -> None:
        """What would have ended by itself since need not be kept."""
        for shelf in (ENDED, ENDED_PLAYERS):
            old = [key for key, until in self._ledger.shelf(shelf).items() if int(until) < self._now_s()]
            for key in old[:FORGOTTEN_AT_ONCE]:
                self._ledger.remove(shelf, key)

    # --- who it is ---

    async def of(self, token: str) -> Session:
        """The session of a cookie; whatever is not ours, old or ended is nobody's."""
        if not token:
            return NOBODY
        await self._keep_up(token.partition(".")[0])
        session = self._claimed(token)
        if session.until < self._now_s() or session.endings & self._ended:
            return NOBODY
        if session.role in ACCOUNT_ROLES and not await asyncio.to_thread(self._still_staff, session):
            return NOBODY
        return session

    async def _keep_up(self, key: str) -> None:
        """Hear what other processes made or ended; only a key that is not known yet is waited for."""
        if time.monotonic() < self._read_again_at:
            return
        self._read_again_at = time.monotonic() + READ_AGAIN_S
        self._reading = asyncio.create_task(self._hear())
        if key not in self._keys:
            await self._reading

    async def _hear(self) -> None:
        before = self._ended
        try:
            await asyncio.to_thread(self._read)
        except LedgerFailed as failure:
            log.warning("cannot read the sessions", reason=str(failure))
        for ending in self._ended - before:
            for told in self.when_ended:
                told(ending)

    def _read(self) -> None:
        self._keys = self._ledger.shelf(KEYS)
        mark = self._ledger.get(MARKS, ENDED_PLAYERS)
        if mark != self._ended_mark:
            self._ended, self._ended_mark = frozenset(self._ledger.shelf(ENDED_PLAYERS)), mark

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
        key = session.token.partition(".")[0]
        if key not in self._keys:
            return ""
        return hmac.new(self._signing(key), b"csrf " + session.token.encode(), hashlib.sha256).hexdigest()

    def _still_staff(self, session: Session) -> bool:
        ended = self._ledger.get(ENDED, _digest(session.token))
        return ended is None and self._staff.mark(session.name, session.role) == session.mark

    def _signed(self, session: Session) -> str:
        claims = {name: part for name, part in asdict(session).items() if name != "token"}
        text = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")  # a cookie has no =
        key = min(self._keys)
        return f"{key}.{text}.{self._signature(key, text)}"

    def _signature(self, key: str, claims: str) -> str:
        return hmac.new(self._signing(key), f"{key}.{claims}".encode(), hashlib.sha256).hexdigest()

    def _signing(self, key: str) -> bytes:
        """What lies on the shelf is a half: the other comes from the house's key, which is not beside it."""
        return self._ledger.secret(f"cookies {self._keys[key]}")


def _everywhere(id_: str, mark: str) -> str:
    return f"{id_} {mark}" if mark else id_


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
