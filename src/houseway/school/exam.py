"""An exam: sealed, seeded and timed. What it asks follows from a secret that is committed to before anybody sits it.

Each learner's paper has a secret of its own, derived from the exam's, so a certificate can open the one without telling
anything of the others. Questions are drawn one at a time, when they are asked; none comes twice to the same person as
long as there are others. Time is the house's, and goes on from the last thing that was heard where its clock was set
back. Nothing is marked aloud before the end.
"""

import hashlib
import hmac
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from houseway.rules.refused import Refused
from houseway.school.learnt import Ticket
from houseway.school.question import Question

MINUTE_US = 60_000_000
DRAWS_MAX = 60  # before a question may come again
SEED_BITS = 52
FORMAT = 1
NOT_ANSWERED = "not answered"
OTHER_VERSION = "A question of another version of the school, which this one cannot ask again."

Draw = Callable[[str, int], Question]  # of a kind, by a seed


@dataclass(frozen=True)
class ExamTerms:
    """What a supervisor sets."""

    title: str
    game: str
    kinds: tuple[str, ...]
    number: int  # of questions
    minutes: int
    pass_percent: int
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        return cls(**{**told, "kinds": tuple(told["kinds"])})

    def kind(self, number: int) -> str:
        """Of a question, the first being 0: all kinds in turn."""
        return self.kinds[number % len(self.kinds)]

    def passes(self, right: int) -> bool:
        return right * 100 >= self.pass_percent * self.number


@dataclass(frozen=True)
class PaperAnswer:
    """A question that was asked, and what became of it."""

    ticket: Ticket
    answer: Any = None
    right: bool | None = None  # None: not answered


@dataclass(frozen=True)
class Attempt:
    """One learner at one exam, as it is kept."""

    begun_at: int
    last_at: int  # by the house's clock, with what it is ahead
    asked: tuple[PaperAnswer, ...] = ()
    ahead_us: int = 0  # of the clock, since it was set back

    @classmethod
    def begun(cls, at: int) -> Self:
        return cls(at, at)

    def time(self, clock: int) -> int:
        """It never goes back."""
        return max(clock + self.ahead_us, self.last_at)

    def heard(self, clock: int) -> "Attempt":
        """Something was heard: time goes on from here, whatever the clock says next."""
        at = self.time(clock)
        return replace(self, last_at=at, ahead_us=at - clock)

    def deadline(self, terms: ExamTerms) -> int:
        return self.begun_at + terms.minutes * MINUTE_US

    @property
    def open(self) -> PaperAnswer | None:
        """The question that waits for its answer."""
        return self.asked[-1] if self.asked and self.asked[-1].right is None else None

    @property
    def answered(self) -> int:
        return len(self.asked) - (self.open is not None)

    @property
    def right(self) -> int:
        return sum(given.right is True for given in self.asked)

    def is_over(self, terms: ExamTerms, clock: int) -> bool:
        return self.answered >= terms.number or self.time(clock) >= self.deadline(terms)

    def without_open(self) -> "Attempt":
        """The question that waits is asked no more: the house has other software than when it was drawn."""
        return replace(self, asked=self.asked[: self.answered])

    def ask(self, ticket: Ticket) -> "Attempt":
        assert self.open is None
        return replace(self, asked=(*self.asked, PaperAnswer(ticket)))

    def verify_open(self, terms: ExamTerms, question: str, clock: int) -> PaperAnswer:
        """What is answered; not behind time, and never twice."""
        if self.time(clock) >= self.deadline(terms):
            raise Refused("time is up: what was answered until now counts")
        if self.open is None or self.open.ticket.id != question:
            raise Refused("that is not the question that is asked now")
        return self.open

    def answer(self, answer: Any, *, right: bool) -> "Attempt":
        assert self.open is not None
        return replace(self, asked=(*self.asked[:-1], replace(self.open, answer=answer, right=right)))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        asked = tuple(PaperAnswer(Ticket(**each["ticket"]), each["answer"], each["right"]) for each in told["asked"])
        return cls(told["begun_at"], told["last_at"], asked, told["ahead_us"])


# --- what is asked ---


def commitment_to(secret: bytes) -> str:
    """What is published before: nobody finds the secret by it, and no other secret fits it."""
    return hashlib.sha256(b"houseway exam " + secret).hexdigest()


def paper_secret(exam_secret: bytes, learner: str) -> bytes:
    return hmac.digest(exam_secret, f"paper of {learner}".encode(), "sha256")


def seed_of(paper: bytes, number: int, draw: int) -> int:
    drawn = hmac.digest(paper, f"question {number} draw {draw}".encode(), "sha256")
    return int.from_bytes(drawn[:8]) >> (64 - SEED_BITS)


def next_ticket(terms: ExamTerms, paper: bytes, number: int, had: Collection[str], draw: Draw) -> Ticket:
    """The first question of its draws that this person has not had; where they have had all, the last."""
    kind = terms.kind(number)
    for drawn in range(DRAWS_MAX):
        seed = seed_of(paper, number, drawn)
        question = draw(kind, seed)
        if question.id not in had:
            break
    return Ticket(question.id, terms.game, kind, question.difficulty, seed, dict(terms.options))


# --- what it came to ---


def certificate_of(terms: ExamTerms, attempt: Attempt, paper: bytes, draw: Draw) -> dict[str, Any]:
    """What is signed: the result, every answer, and each error with what would have been right and why."""
    answers, errors = [], []
    for number, given in enumerate(attempt.asked, 1):
        ticket = given.ticket
        answers.append(
            {
                "kind": ticket.kind,
                "seed": ticket.seed,
                "question": ticket.id,
                "answer": given.answer,
                "right": given.right is True,
            }
        )
        if given.right is not True:
            errors.append({"number": number, **_error(draw(ticket.kind, ticket.seed), given)})
    return {
        "format": FORMAT,
        **asdict(terms),
        "begun_at": attempt.begun_at,
        "ended_at": min(attempt.last_at, attempt.deadline(terms)),
        "commitment": commitment_to(paper),
        "secret": paper.hex(),
        "right": attempt.right,
        "passed": terms.passes(attempt.right),
        "answers": answers,
        "errors": errors,
        "not_reached": terms.number - len(attempt.asked),
    }


def _error(question: Question, given: PaperAnswer) -> dict[str, Any]:
    """What was answered and what is right, as they were given and in words."""
    answer = given.answer
    if question.id != given.ticket.id:  # the house has other software than when it was asked
        words = {"answered_words": str(answer), "right_words": "", "asks": OTHER_VERSION, "because": ""}
        return {"answered": answer, "right": None, "kind": given.ticket.kind, "cites": [], **words}
    told = question.to_json(with_answer=True)
    about = {name: told[name] for name in ("kind", "asks", "right", "because", "cites")}
    answered = NOT_ANSWERED if answer is None else question.in_words(answer)
    return {"answered": answer, "answered_words": answered, "right_words": question.in_words(question.right), **about}


def verify_marks(says: Mapping[str, Any], draw: Draw) -> None:
    """Draw and mark everything again: what a certificate says follows from its secret, its answers and the rules."""
    paper = bytes.fromhex(says["secret"])
    if says["commitment"] != commitment_to(paper):
        raise Refused("its secret is not the one that was committed to")
    terms = ExamTerms.from_json({name: says[name] for name in ExamTerms.__dataclass_fields__})
    asked = []
    for number, answer in enumerate(says["answers"]):
        _verify_drawn(paper, number, answer["seed"])
        question = draw(answer["kind"], answer["seed"])
        if question.id != answer["question"] or answer["kind"] != terms.kind(number):
            raise Refused(f"question {number + 1} is another one by the rules of this version")
        is_right = answer["answer"] is not None and question.marked(answer["answer"])
        if is_right != answer["right"]:
            raise Refused(f"question {number + 1} was marked wrongly")
        ticket = Ticket(question.id, terms.game, answer["kind"], question.difficulty, answer["seed"])
        asked.append(PaperAnswer(ticket, answer["answer"], None if answer["answer"] is None else is_right))
    again = certificate_of(terms, Attempt(says["begun_at"], says["ended_at"], tuple(asked)), paper, draw)
    if any(says[name] != again[name] for name in ("right", "passed", "not_reached")) or len(asked) > terms.number:
        raise Refused("its sum is wrong")
    if len(says["errors"]) != len(again["errors"]) or not all(map(_is_part, says["errors"], again["errors"])):
        raise Refused("its errors are not those of its answers")


def _is_part(told: Mapping[str, Any], whole: Mapping[str, Any]) -> bool:
    """An older certificate tells less of an error; what it tells must be so."""
    return "number" in told and all(whole.get(name, ...) == said for name, said in told.items())


def _verify_drawn(paper: bytes, number: int, seed: int) -> None:
    if seed not in (seed_of(paper, number, draw) for draw in range(DRAWS_MAX)):
        raise Refused(f"question {number + 1} was not drawn by its secret")


def had_in(attempts: Sequence[Attempt]) -> set[str]:
    """Questions that a person was asked before."""
    return {given.ticket.id for attempt in attempts for given in attempt.asked}
