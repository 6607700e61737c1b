"""Classes: a teacher's, with a link that lets learners in. Who is in one is written on the learner's own row alone."""

import json
import secrets
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused
from houseway.web.refusals import Missing
from houseway.web.regulars import ENROLLED, Regular, Regulars

CLASSES = "school_classes"
CLASSES_MAX = 50  # of one teacher
LEARNERS_MAX = 200  # of one class
ENROLLED_MAX = 10  # classes of one learner
CALLED = "/school/join/"  # and the link's digits: the page that joins


@dataclass(frozen=True)
class SchoolClass:
    id: str
    title: str
    by: str  # the teacher's name on the staff
    opened_at: int
    link: str

    def to_json(self, learners: int, *, with_link: bool) -> dict[str, Any]:
        link = f"{CALLED}{self.link}" if with_link else ""
        return {**asdict(self), "link": link, "learners": learners}


class ClassBook:
    """Reads and writes the ledger: call it in a thread."""

    def __init__(self, ledger: Ledger, regulars: Regulars) -> None:
        self._ledger = ledger
        self._regulars = regulars
        self._turn = threading.Lock()

    def open(self, title: str, by: str, at: int) -> SchoolClass:
        with self._turn:
            if len([each for each in self.all() if each.by == by]) >= CLASSES_MAX:
                raise Refused(f"a teacher has at most {CLASSES_MAX} classes: close one first")
            opened = SchoolClass(secrets.token_hex(8), title, by, at, secrets.token_hex(16))
            self._ledger.put(CLASSES, opened.id, json.dumps(asdict(opened)))
        return opened

    def all(self) -> list[SchoolClass]:
        """The newest first."""
        found = [SchoolClass(**json.loads(text)) for text in self._ledger.shelf(CLASSES).values()]
        return sorted(found, key=lambda each: -each.opened_at)

    def find(self, id_: str) -> SchoolClass:
        text = self._ledger.get(CLASSES, id_)
        if text is None:
            raise Missing(f"there is no class '{id_}'")
        return SchoolClass(**json.loads(text))

    def close(self, class_: SchoolClass) -> None:
        """Its learners keep what they learnt."""
        with self._turn:
            learners = [regular.id for regular, _ in self.learners(class_)]
            self._ledger.remove(CLASSES, class_.id)
            for learner in learners:
                self._leave(class_.id, learner)

    # --- who is in it ---

    def enrolled(self, learner: str) -> dict[str, int]:
        """Since when, by class."""
        found: dict[str, int] = json.loads(self._regulars.beside(ENROLLED, learner) or "{}")
        return found

    def learners(self, class_: SchoolClass) -> Iterator[tuple[Regular, int]]:
        """Everyone who is kept here and joined, and when."""
        for learner, text in self._ledger.shelf(ENROLLED).items():
            joined_at = json.loads(text).get(class_.id)
            regular = self._regulars.find(learner) if joined_at is not None else None
            if regular is not None:
                yield regular, joined_at

    def counts(self) -> dict[str, int]:
        """Learners by class."""
        return Counter(id_ for text in self._ledger.shelf(ENROLLED).values() for id_ in json.loads(text))

    def join(self, link: str, learner: str, at: int) -> SchoolClass:
        """A link is as good as nobody can guess it; asked again it is the same."""
        with self._turn:
            found = next((each for each in self.all() if secrets.compare_digest(each.link, link)), None)
            if found is None:
                raise Missing("this link opens no class: ask your teacher for a new one")
            mine = self.enrolled(learner)
            if found.id not in mine:
                self._verify_room(found, mine)
                self._regulars.keep_beside(ENROLLED, learner, json.dumps({**mine, found.id: at}))
        return found

    def _verify_room(self, class_: SchoolClass, mine: dict[str, int]) -> None:
        if self.counts().get(class_.id, 0) >= LEARNERS_MAX:
            raise Refused(f"a class has at most {LEARNERS_MAX} learners: ask your teacher for another")
        if len(mine) >= ENROLLED_MAX:
            raise Refused(f"one is in at most {ENROLLED_MAX} classes: leave one first")

    def leave(self, class_: str, learner: str) -> None:
        with self._turn:
            self._leave(class_, learner)

    def _leave(self, class_: str, learner: str) -> None:
        mine = self.enrolled(learner)
        if class_ not in mine:
            raise Missing("they are not in this class")
        left = {each: at for each, at in mine.items() if each != class_}
        self._regulars.keep_beside(ENROLLED, learner, json.dumps(left))
