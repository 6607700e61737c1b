"""Exams as the house keeps them: what was set lies on a shelf of the school's, what somebody sat on one of their own.

An exam's secret is not on the shelf: half of it is, and the other half comes from the house's key.
"""

import json
import secrets
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from houseway.house.draft import Forbidden
from houseway.house.ledger.store import Ledger
from houseway.report.diploma import Diploma
from houseway.report.submission.signing import mark_of, public_pem
from houseway.rules.refused import Refused
from houseway.school.exam import Attempt, ExamTerms, commitment_to, paper_secret
from houseway.school.learnt import Ticket
from houseway.web.refusals import Missing
from houseway.web.regulars import SAT, Regulars

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

EXAMS, ENDED, BEGUN, KEYS = "school_exams", "school_exams_ended", "school_exams_begun", "school_keys"
EXAMS_MAX, EXAMS_EACH = 500, 100  # that are set: of a house, and of one who sets them
SIGNING = "certificates"


@dataclass(frozen=True)
class Exam:
    id: str
    terms: ExamTerms
    by: str
    set_at: int
    half: str  # of the secret
    ended: bool = False  # taken away: nobody sits it any more

    def is_over(self, attempt: Attempt, clock: int) -> bool:
        return self.ended or attempt.is_over(self.terms, clock)

    def to_json(self) -> dict[str, Any]:
        """As anybody may know it."""
        return {"id": self.id, **asdict(self.terms), "by": self.by, "set_at": self.set_at, "ended": self.ended}


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
        with self.turn:
            set_ = self.all()
            if len(set_) >= EXAMS_MAX:
                raise Refused(f"a house has at most {EXAMS_MAX} exams: take old ones away first")
            if sum(each.by == by for each in set_) >= EXAMS_EACH:
                raise Refused(f"one sets at most {EXAMS_EACH} exams: take old ones away first")
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

    def find_sat(self, id_: str, learner: str) -> Exam:
        """One that is set, or one that was taken away after somebody had begun it."""
        text = self._ledger.get(ENDED, id_)
        return _exam(text) if text and (not learner or id_ in self.sat_by(learner)) else self.find(id_)

    def take_away(self, exam: Exam) -> str:
        """Nobody sits it any more; what it was committed to, in hexadecimal digits. Certificates stay."""
        with self.turn:
            if any(self.sittings(exam)):
                self._ledger.put(ENDED, exam.id, json.dumps(asdict(replace(exam, ended=True))))
            else:
                self._ledger.remove(BEGUN, exam.id)
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

    def begin(self, learner: str, exam: Exam, first: Ticket, at: int) -> None:
        """Once. That somebody began it is counted beside the exam, without saying who: whoever is deleted afterwards
        and comes again under another id has not sat it unseen."""
        with self.turn:
            if exam.id not in self.sat_by(learner):
                self.write(learner, exam.id, Sat(Attempt.begun(at).ask(first)))
                self._ledger.put(BEGUN, exam.id, str(self.begun(exam) + 1))

    def begun(self, exam: Exam) -> int:
        """By how many."""
        return int(self._ledger.get(BEGUN, exam.id) or 0)

    def change(self, learner: str, exam: str, change: Callable[[Sat], Sat]) -> Sat:
        """One at a time: nothing that was heard meanwhile is lost."""
        with self.turn:
            sat = change(self.verify_sat(exam, learner))
            self.write(learner, exam, sat)
        return sat

    def write(self, learner: str, exam: str, sat: Sat) -> None:
        """Whoever writes has held `turn` since they read."""
        every = {**self.sat_by(learner), exam: sat}
        self._regulars.keep_beside(SAT, learner, json.dumps({name: each.to_json() for name, each in every.items()}))

    def sittings(self, exam: Exam) -> Iterator[tuple[str, str, Sat]]:
        """Id, name and sitting of everyone who sat it and is still kept here."""
        for learner, text in self._ledger.shelf(SAT).items():
            told = json.loads(text).get(exam.id)
            regular = self._regulars.find(learner) if told else None
            if regular is not None:
                yield learner, regular.name, Sat.from_json(told)

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
