"""Staff accounts: supervisors and auditors, with argon2 hashes of their passwords on the ledger's shelf."""

import hashlib
import json
import secrets
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houseway.house.draft import AUDITOR, SUPERVISOR
from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused

SHELF = "staff"
ROLES = (SUPERVISOR, AUDITOR)
NAME_MAX = 24
PASSWORD_LEAST, PASSWORD_MOST = 10, 200
REMOVED = ""
NOBODY = "there is nobody called '{}' on the staff; `houseway staff list` lists them"


class Staff:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._hasher = PasswordHasher()

    def add(self, name: str, role: str, password: str) -> None:
        """A new account, or a new password for one."""
        if role not in ROLES:
            raise Refused(f"there is no role '{role}': choose {' or '.join(ROLES)}")
        if not 1 <= len(name) <= NAME_MAX or not name.isprintable() or name != name.strip():
            raise Refused(f"a name has 1 to {NAME_MAX} letters")
        if not PASSWORD_LEAST <= len(password) <= PASSWORD_MOST:
            raise Refused(f"a password has {PASSWORD_LEAST} to {PASSWORD_MOST} letters")
        self.ledger.put(SHELF, name, json.dumps({"role": role, "hash": self._hasher.hash(password)}))

    def remove(self, name: str) -> None:
        """The account ends, and every session of it."""
        if not self.ledger.get(SHELF, name):
            raise Refused(NOBODY.format(name))
        self.ledger.put(SHELF, name, REMOVED)

    def revoke(self, name: str) -> None:
        """Every session of the account ends; the password stays. The mark of the account is another from now on."""
        kept = self.ledger.get(SHELF, name) if "\0" not in name else None
        if not kept:
            raise Refused(NOBODY.format(name))
        self.ledger.put(SHELF, name, json.dumps({**json.loads(kept), "revoked": secrets.token_hex(8)}))

    def roles(self) -> dict[str, str]:
        """Everyone's role, by name."""
        return {name: json.loads(kept)["role"] for name, kept in self.ledger.shelf(SHELF).items() if kept}

    def role_of(self, name: str, password: str) -> str | None:
        """The role of whoever knows this password; the time it takes does not tell whether the name exists."""
        kept = self.ledger.get(SHELF, name) if "\0" not in name else None
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
