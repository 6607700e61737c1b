"""Staff accounts: supervisors and auditors, with argon2 hashes of their passwords on the ledger's shelf."""

import hashlib
import json
import secrets
import time
from collections.abc import Callable
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houseway.games.words import listed
from houseway.house.clock import Clock
from houseway.house.draft import AUDITOR, SUPERVISOR, TEACHER
from houseway.house.ledger.store import Ledger
from houseway.house.names import skeleton
from houseway.house.staff_book import CHANGED, MADE, REMOVED, SIGNED_OUT, Roles, StaffBook
from houseway.rules.refused import Refused

SHELF = "staff"
ROLES = (SUPERVISOR, AUDITOR, TEACHER)
NAME_MAX = 24
PASSWORD_LEAST, PASSWORD_MOST = 10, 200
NO_ACCOUNT = ""  # what is left on the shelf of one that was removed
TERMINAL = "the command line"
LAST = "{} is the only supervisor: make another first"
NOBODY = "there is nobody called '{}' on the staff; `houseway staff list` lists them"


class Staff:
    """Every change goes into the staff book first, with who made it."""

    def __init__(self, ledger: Ledger, clock: Clock = lambda: time.time_ns() // 1000) -> None:
        self.ledger = ledger
        self.book = StaffBook(ledger)
        self._clock = clock
        self._hasher = PasswordHasher()

    def add(self, name: str, role: str, password: str, by: str = TERMINAL) -> None:
        """A new account, or a new password and role for one."""
        if self._kept(name):
            self.change(name, role=role, password=password, by=by)
        else:
            self.make(name, role, password, by=by)

    def make(self, name: str, role: str, password: str, by: str) -> None:
        """A new account."""
        _verify_role(role)
        if not 1 <= len(name) <= NAME_MAX or not name.isprintable() or name != name.strip():
            raise Refused(f"a name has 1 to {NAME_MAX} letters")
        _verify_password(password)

        def settle(roles: Roles) -> tuple[str, tuple[str, ...]]:
            there = [each for each, has in self._all(roles).items() if has]
            if name in there:
                raise Refused(f"{name} is on the staff already: change that account, or choose another name")
            like = next((each for each in there if skeleton(each) == skeleton(name)), "")
            if like:
                raise Refused(f"'{like}' is on the staff, and '{name}' looks the same: choose another name")
            return role, ()

        account = {"role": role, "hash": self._hasher.hash(password)}
        self._write(MADE, name, by, settle)
        self.ledger.put(SHELF, name, json.dumps(account))

    def change(self, name: str, *, by: str, role: str = "", password: str = "", keep_one: bool = False) -> None:
        """Another password, another role, or both; every session of the account ends."""
        kept = self._known(name)
        if role:
            _verify_role(role)
        if password:
            _verify_password(password)
        changed = (("password",) if password else ()) + (("role",) if role and role != kept["role"] else ())
        if not changed:
            raise Refused("nothing is changed: give a new password or another role")

        def settle(roles: Roles) -> tuple[str, tuple[str, ...]]:
            if keep_one and role not in ("", SUPERVISOR):
                _verify_not_last(name, self._all(roles))
            return role or kept["role"], changed

        new = {"role": role or kept["role"], "hash": self._hasher.hash(password) if password else kept["hash"]}
        self._write(CHANGED, name, by, settle)
        self.ledger.put(SHELF, name, json.dumps({**new, "revoked": secrets.token_hex(8)}))

    def remove(self, name: str, by: str = TERMINAL, *, keep_one: bool = False) -> None:
        """The account ends, and every session of it."""
        role = self._known(name)["role"]

        def settle(roles: Roles) -> tuple[str, tuple[str, ...]]:
            if keep_one:
                _verify_not_last(name, self._all(roles))
            return role, ()

        self._write(REMOVED, name, by, settle)
        self.ledger.put(SHELF, name, NO_ACCOUNT)

    def revoke(self, name: str, by: str = TERMINAL) -> None:
        """Every session of the account ends; the password stays. The mark of the account is another from now on."""
        kept = self._known(name)
        self._write(SIGNED_OUT, name, by, lambda _: (kept["role"], ()))
        self.ledger.put(SHELF, name, json.dumps({**kept, "revoked": secrets.token_hex(8)}))

    def _write(self, did: str, name: str, by: str, settle: Callable[[Roles], tuple[str, tuple[str, ...]]]) -> None:
        self.book.write(did, name, by, self._clock(), settle)

    def _all(self, booked: Roles) -> dict[str, str]:
        """Everyone's role; what the book says counts, for its last entry may not be on the shelf yet."""
        return {**self.roles(), **booked}

    def _kept(self, name: str) -> str | None:
        return self.ledger.get(SHELF, name) if "\0" not in name else None

    def _known(self, name: str) -> dict[str, str]:
        kept = self._kept(name)
        if not kept:
            raise Refused(NOBODY.format(name))
        account: dict[str, str] = json.loads(kept)
        return account

    def roles(self) -> dict[str, str]:
        """Everyone's role, by name."""
        return {name: json.loads(kept)["role"] for name, kept in self.ledger.shelf(SHELF).items() if kept}

    def role_of(self, name: str, password: str) -> str | None:
        """The role of whoever knows this password; the time it takes does not tell whether the name exists."""
        kept = self._kept(name)
        account: dict[str, str] = json.loads(kept) if kept else {"hash": self._decoy}
        try:
            self._hasher.verify(account["hash"], password)
        except (VerificationError, InvalidHashError):
            return None
        return account.get("role")

    def mark(self, name: str, role: str) -> str:
        """Changes with the account: with its password, its role, and when it is removed."""
        kept = self.ledger.get(SHELF, name)
        if not kept or json.loads(kept)["role"] != role:
            return ""
        return hashlib.sha256(kept.encode()).hexdigest()[:16]

    @cached_property
    def _decoy(self) -> str:
        return self._hasher.hash("of nobody")


def _verify_role(role: str) -> None:
    if role not in ROLES:
        raise Refused(f"there is no role '{role}': choose {listed(ROLES, 'or')}")


def _verify_password(password: str) -> None:
    if not PASSWORD_LEAST <= len(password) <= PASSWORD_MOST:
        raise Refused(f"a password has {PASSWORD_LEAST} to {PASSWORD_MOST} letters")


def _verify_not_last(name: str, roles: Roles) -> None:
    """A house that has staff keeps somebody who can make more."""
    if [each for each, role in roles.items() if role == SUPERVISOR] == [name]:
        raise Refused(LAST.format(name))
