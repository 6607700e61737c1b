"""Exams as the house keeps them: what was set lies on a shelf of the school's, what somebody sat on one of their own.

An exam's secret is not on the shelf: half of it is, and the other half comes from the house's key.
"""

import json
import secrets
import threading
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from houseway.house.draft import Forbidden
from houseway.house.ledger.store import Ledger
from houseway.report.diploma import Diploma
from houseway.report.submission.signing import mark_of, public_pem
from houseway.rules.refused import Refused
from houseway.school.exam import Attempt, ExamTerms, commitment_to, paper_secret
from houseway.web.refusals import Missing
from houseway.web.regulars import SAT, Regulars

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

EXAMS, KEYS = "school_exams", "school_keys"
EXAMS_MAX = 500
SIGNING = "certificates"


@dataclass(frozen=True)
class Exam:
    id: str
    terms: ExamTerms
    by: str
    set_at: int
    half: str  # of the secret

    def to_json(self) -> dict[str, Any]:
        """As anybody may know it."""
        return {"id": self.id, **asdict(self.terms), "by": self.by, "set_at": self.set_at}


@dataclass(frozen=True)
class Sat:
    """One person's sitting of one exam."""

    attempt: Attempt
    diploma: Diploma | None = None

    def to_json(self) -> dict[str, Any]:
        return {"attempt": self.attempt.to_json(), "diploma": self.diploma.to_json() if self.diploma else None}

    def shown(self) -> dict[str, Any]:
        """For the person's own file: what was answered, and the certificate once there is one."""
        answered = [given.answer for given in self.attempt.asked]
        told = {"begun_at": self.attempt.begun_at, "answered": answered}
        return told | {"certificate": self.diploma.to_json() if self.diploma else None}

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> "Sat":
        return cls(Attempt.from_json(told["attempt"]), Diploma(**told["diploma"]) if told["diploma"] else None)


class Exams:
    """Reads and writes the ledger: call it in a thread."""

    def __init__(self, ledger: Ledger, regulars: Regulars) -> None:
        self._ledger = ledger
        self._regulars = regulars
        self.turn = threading.RLock()  # held from reading a sitting to writing it

    # --- what is set ---

    def set(self, terms: ExamTerms, by: str, at: int) -> Exam:
        if len(self._ledger.shelf(EXAMS)) >= EXAMS_MAX:
            raise Refused(f"a house has at most {EXAMS_MAX} exams: take old ones away first")
        exam = Exam(secrets.token_hex(8), terms, by, at, secrets.token_hex(32))
        self._ledger.put(EXAMS, exam.id, json.dumps(asdict(exam)))
        return exam

    def all(self) -> list[Exam]:
        """The newest first."""
        found = [_exam(text) for text in self._ledger.shelf(EXAMS).values()]
        return sorted(found, key=lambda exam: -exam.set_at)

    def find(self, id_: str) -> Exam:
        text = self._ledger.get(EXAMS, id_)
        if text is None:
            raise Missing(f"there is no exam '{id_}'")
        return _exam(text)

    def take_away(self, exam: Exam) -> str:
        """Nobody sits it any more; what it was committed to, in hexadecimal digits."""
        self._ledger.remove(EXAMS, exam.id)
        return self._secret(exam).hex()

    def commitment(self, exam: Exam) -> str:
        return commitment_to(self._secret(exam))

    def paper(self, exam: Exam, learner: str) -> bytes:
        return paper_secret(self._secret(exam), learner)

    def _secret(self, exam: Exam) -> bytes:
        return self._ledger.secret(f"exam {exam.half}")

    # --- who sat it ---

    def sat_by(self, learner: str) -> dict[str, Sat]:
        """By exam."""
        told = json.loads(self._regulars.beside(SAT, learner) or "{}")
        return {exam: Sat.from_json(each) for exam, each in told.items()}

    def write(self, learner: str, exam: str, sat: Sat) -> None:
        """Whoever writes has held `turn` since they read."""
        every = {**self.sat_by(learner), exam: sat}
        self._regulars.keep_beside(SAT, learner, json.dumps({name: each.to_json() for name, each in every.items()}))

    def sittings(self, exam: Exam) -> Iterator[tuple[str, str, Sat]]:
        """Id, name and sitting of everyone who sat it and is still kept here."""
        for learner in self._ledger.shelf(SAT):
            regular, sat = self._regulars.find(learner), self.sat_by(learner).get(exam.id)
            if regular is not None and sat is not None:
                yield learner, regular.name, sat

    def verify_sat(self, exam: str, learner: str) -> Sat:
        sat = self.sat_by(learner).get(exam)
        if sat is None:
            raise Forbidden("this exam was not begun: begin it first")
        return sat

    # --- certificates ---

    def sign(self, says: dict[str, Any]) -> Diploma:
        return Diploma.signed(says, self._key())

    def verify(self, diploma: Diploma) -> dict[str, Any]:
        return diploma.verify(mark_of(self._key().public_key()))

    def public(self) -> dict[str, str]:
        key = self._key().public_key()
        return {"key": mark_of(key), "pem": public_pem(key).decode()}

    def _key(self) -> "Ed25519PrivateKey":
        """Made when it is first needed; half of it is on the shelf, the other comes from the house's key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        if self._ledger.get(KEYS, SIGNING) is None:
            self._ledger.put_new(KEYS, SIGNING, secrets.token_hex(32))
        half = self._ledger.get(KEYS, SIGNING)
        return Ed25519PrivateKey.from_private_bytes(self._ledger.secret(f"certificates {half}"))


def _exam(text: str) -> Exam:
    told = json.loads(text)
    return Exam(**{**told, "terms": ExamTerms.from_json(told["terms"])})
