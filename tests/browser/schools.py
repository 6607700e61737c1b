"""The school of a page that has no server: rounds, questions and verdicts are those of the real school, drawn from one
seed. Exams are sat on a clock of ours; whatever else is asked has an answer that the visit gives."""

import json
from dataclasses import dataclass, field
from typing import Any

from houseway.games import find_game
from houseway.house.draft import Stale
from houseway.school.dealing.by_learner import DealingState
from houseway.school.dealing.dealing_lesson import DealingLesson
from houseway.school.dealing.dealt_table import DealtTable
from houseway.web.school import school_desk
from houseway.web.school.telling import told_question
from tests.browser.sittings import Answer, FeltHouse

NOW_US = 1_700_000_000_000_000  # what the page's clock says as it is opened (sittings.js)
DAY_US = 86_400_000_000


@dataclass
class Dealt:
    """The lesson or table that is under way."""

    sort: str
    game: str
    options: dict[str, str]
    seed: int
    state: dict[str, Any] | None = None
    deeds: int = 0

    def shown(self, deed: str = "") -> Answer:
        told = school_desk.dealing(self.sort, self.game, self.options, self.seed, self.state, deed, 30.0 * self.deeds)
        self.state = told["state"]
        self.deeds += bool(deed)
        return {"id": "d1", "game": self.game, "options": self.options, "deeds": self.deeds, **told["told"]}

    def due(self) -> str:
        """The deed that comes next; none of a table that is closed."""
        game = find_game(self.game)
        made = DealingLesson if self.sort == "lesson" else DealtTable
        dealt = made(game, game.settings(self.options), self.seed)
        state = DealingState.from_json(self.state) if self.state else dealt.begun()
        return "" if dealt.is_over(state) else dealt.due(state).key


@dataclass
class SchoolHouse(FeltHouse):
    """A learner's house."""

    seed: int = 5
    dealt: Dealt | None = None
    ahead: int = 0  # deeds that were done before
    asked: Answer = field(default_factory=dict)  # what waits for its answer
    ready: list[Answer] = field(default_factory=list)  # questions that were written by hand, with `marked`
    exam: Answer = field(default_factory=dict)
    answered: int = 0  # of the exam's questions, or of the challenge's
    begun: bool = False  # whether the exam was

    def ask(self, text: str) -> Any:
        if "due" in json.loads(text):
            assert self.dealt is not None
            return self.dealt.due()
        return super().ask(text)

    def request(self, method: str, path: str, body: Any) -> Answer:
        if self.answers.get(f"{method} {path}", path) is None:
            return {"status": 200, "answer": None}
        try:
            return super().request(method, path, body)
        except Stale as refusal:
            return {"status": 409, "answer": {"code": "stale", "reason": str(refusal)}}

    def does(self, what: Answer) -> list[Answer]:
        """Somebody deals on with another device, or an exam ends."""
        match what:
            case {"deals on": deed}:
                assert self.dealt is not None
                self.dealt.shown(deed or self.dealt.due())
            case {"over": over}:
                self.exam["over"] = over
            case _:
                return super().does(what)
        return []

    def known(self, method: str, path: str, body: Any) -> Any:
        found = super().known(method, path, body)
        return self.taught(method, path.partition("?")[0].split("/")[2:], body or {}) if found is None else found

    def taught(self, method: str, path: list[str], body: Answer) -> Any:
        match method, path:
            case "POST", ["school", "lesson" | "table", _, "deed"]:
                assert self.dealt is not None
                if body["seen"] != self.dealt.deeds:
                    raise Stale("you have dealt on meanwhile")
                return self.dealt.shown(body["deed"])
            case "GET", ["school", "lesson" | "table", _] if self.dealt:
                return self.dealt.shown()
            case "POST", ["school", game, "lesson" | "table" as sort]:
                if body["again"] or self.dealt is None:
                    self.dealt = Dealt(sort, game, body["options"], self.seed)
                    self.seed += 1
                    for _ in range(self.ahead):
                        self.dealt.shown(self.dealt.due())
                    self.ahead = 0
                return self.dealt.shown()
            case "POST", ["school", game, "question"]:
                return self.question(game, body["kind"] or "pay", body["options"], again=body["mine"])
            case "POST", ["school", "answer"]:
                return self.marked(body["answer"])
            case "GET", ["school", "challenge", day]:
                return self.challenge(day)
            case _, ["school", "exams", _, *rest] if self.exam and method != "DELETE":
                return self.sat(*rest)
            case "GET", ["games", slug, "rules"]:
                texts = find_game(slug).paragraphs.sections()
                return [{"id": each.id, "cites": each.cites, "text": each.text} for _, part in texts for each in part]
        return None

    def question(self, game: str, kind: str, options: dict[str, str], *, again: bool = False) -> Answer:
        if self.ready:
            self.asked = self.ready.pop(0)
            return {name: part for name, part in self.asked.items() if name != "marked"}
        self.asked = school_desk.question(game, options, kind, self.seed)
        self.seed += 1
        return told_question(self.asked, again=again)

    def marked(self, answer: Any) -> Answer:
        self.answered += 1
        found = self.asked.get("marked") or school_desk.mark(self.asked, answer)
        back = {"due_at": NOW_US + 3 * DAY_US, "interval_days": 3}
        return {"question": self.asked["id"], **found, **back}

    def challenge(self, day: str) -> Answer:
        kinds = ("pay", "who_wins")
        asked = self.question("casino_war", kinds[self.answered], {}) if self.answered < len(kinds) else None
        told = {"day": day, "game": "casino_war", "title": "Casino War", "number": len(kinds)}
        return {**told, "answered": [True, False][: self.answered], "question": asked}

    def sat(self, step: str = "") -> Answer:
        """An exam of two questions in six minutes: looked at, begun, answered, read."""
        if step == "certificate":
            return {"certificate": json.dumps(self.exam["says"]), "signature": "s1", "key": "k1"}
        if step == "sit":
            self.begun = True
        if step == "answer":
            self.answered += 1
        sitting = self.sitting() if self.who.role == "player" else None
        return (sitting or {}) if step else {**self.exam["entry"], "sitting": sitting}

    def sitting(self) -> Answer:
        entry = self.exam["entry"]
        over = self.exam.get("over") or self.answered >= entry["number"]
        asked = None
        if self.begun and not over:
            kind = entry["kinds"][self.answered % len(entry["kinds"])]
            asked = told_question(
                school_desk.question(entry["game"], entry["options"], kind, self.answered), again=False
            )
        state = "not_begun" if not self.begun else "over" if over else "on"
        until = NOW_US + 60_000_000 * entry["minutes"]
        return {
            "state": state, "begun_at": NOW_US, "deadline": until if self.begun else None, "now": NOW_US,
            "answered": self.answered, "question": asked, "commitment": "c1",
        }  # fmt: skip


def questions_of(game: str, *kinds: str) -> list[dict[str, Any]]:
    """How far somebody is with some kinds of questions: new, due, known."""
    ways = [(0, 0, False, None), (4, 3, True, NOW_US - DAY_US), (9, 9, False, NOW_US + 5 * DAY_US)]
    told = []
    for number, kind in enumerate(kinds):
        asked, right, due, at = ways[number % len(ways)]
        side = "player" if kind.startswith("choice") else "dealer"
        about = {"name": kind, "title": f"{kind} of {game}", "about": f"about {kind}", "side": side}
        told.append({**about, "asked": asked, "right": right, "due": due, "due_at": at})
    return told
