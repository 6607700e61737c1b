"""What a person has learnt: answers folded by kind of question and by week, when each kind comes back, and what was
missed and waits to be asked again.

A fold is plain JSON, and two folds of one person (a visit, then a name that is kept) add up to one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Self

from houseway.school.schedule import DAY_US, Grade, Retained, first

MISSED_MAX = 100  # the oldest go
WEEKS_MAX = 53
WEAK_MAX = 5
WEAK_LEAST = 3  # answers, before a kind is called weak
CHOICES_AN_HOUR = 60  # of a player at a table: one a minute, some fifty rounds
CHOICES_LEAST = 30  # judged, before they say anything of an hour


class Topic(NamedTuple):
    """A kind of question of one game."""

    game: str
    kind: str

    @property
    def key(self) -> str:
        return f"{self.game}/{self.kind}"

    @classmethod
    def from_key(cls, key: str) -> "Topic":
        return cls(*key.split("/"))


class Flashcard(NamedTuple):
    """What the scheduler asks for: a topic at one difficulty."""

    topic: Topic
    difficulty: int

    @property
    def key(self) -> str:
        return f"{self.topic.key}/{self.difficulty}"

    @classmethod
    def from_key(cls, key: str) -> "Flashcard":
        topic, _, difficulty = key.rpartition("/")
        return cls(Topic.from_key(topic), int(difficulty))


@dataclass
class AnswerCount:
    asked: int = 0
    right: int = 0
    lost_cents: int = 0  # on average, by a player's choices

    def add(self, other: "AnswerCount") -> None:
        self.asked += other.asked
        self.right += other.right
        self.lost_cents += other.lost_cents


@dataclass(frozen=True)
class Ticket:
    """Enough to ask the same question again: nothing else of it is kept."""

    id: str
    game: str
    kind: str
    difficulty: int
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)  # that are not the standard ones

    @property
    def card(self) -> Flashcard:
        return Flashcard(Topic(self.game, self.kind), self.difficulty)


@dataclass
class Learnt:
    memories: dict[Flashcard, Retained] = field(default_factory=dict)
    weeks: dict[str, dict[Topic, AnswerCount]] = field(default_factory=dict)  # by the Monday they begin on, UTC
    missed: dict[str, Ticket] = field(default_factory=dict)  # by the question's id, the oldest first
    last_at: int = 0  # microseconds since 1970; 0: nothing was answered yet

    # --- an answer ---

    def note(self, asked: Ticket, *, right: bool, at: int, lost_cents: int = 0) -> Retained:
        """One more answer; what the scheduler makes of it."""
        grade = Grade.GOOD if right else Grade.AGAIN
        before = self.memories.get(asked.card)
        memory = self.memories[asked.card] = before.answered(grade, at) if before else first(grade, at)
        week = self.weeks.setdefault(week_of(at), {})
        week.setdefault(asked.card.topic, AnswerCount()).add(AnswerCount(1, int(right), lost_cents))
        self.missed.pop(asked.id, None)
        if not right:
            self.missed[asked.id] = asked
        self.last_at = at
        self._trim()
        return memory

    def _trim(self) -> None:
        self.weeks = dict(sorted(self.weeks.items())[-WEEKS_MAX:])
        self.missed = dict(list(self.missed.items())[-MISSED_MAX:])

    # --- what comes back ---

    def due(self, at: int, of: Iterable[Topic] | None = None) -> list[Flashcard]:
        """What it is time to ask, the least likely to be recalled first."""
        wanted = None if of is None else set(of)
        found = [
            card
            for card, memory in self.memories.items()
            if (memory.due_at <= at or memory.is_ahead(at)) and (wanted is None or card.topic in wanted)
        ]
        return sorted(found, key=lambda card: (self.memories[card].recall(at), card))

    def next_of(self, topics: Sequence[Topic], at: int) -> tuple[Topic, int]:
        """What to ask now, and how hard, 0 being any: what is due, else what is new, else what is recalled least."""
        if due := self.due(at, topics):
            return due[0].topic, due[0].difficulty
        new = next((topic for topic in topics if not self.memories_of(topic)), None)
        return new or min(topics, key=lambda topic: self.recall(topic, at) or 0.0), 0

    def memories_of(self, topic: Topic) -> list[Retained]:
        return [memory for card, memory in self.memories.items() if card.topic == topic]

    def due_at(self, topic: Topic) -> int | None:
        """When it comes back first; None: it was never asked."""
        return min((memory.due_at for memory in self.memories_of(topic)), default=None)

    def recall(self, topic: Topic, at: int) -> float | None:
        """How likely the next answer is right, at the difficulty where that is least."""
        return min((memory.recall(at) for memory in self.memories_of(topic)), default=None)

    # --- what it came to ---

    def topics(self) -> list[Topic]:
        return sorted({topic for week in self.weeks.values() for topic in week})

    def tally(self, topic: Topic | None = None, weeks: Iterable[str] | None = None) -> AnswerCount:
        """Of a topic, or of all; in some weeks, or in all that are kept."""
        found = AnswerCount()
        for week in self.weeks if weeks is None else weeks:
            for each, tally in self.weeks.get(week, {}).items():
                if topic in (None, each):
                    found.add(tally)
        return found

    def by_week(self, topic: Topic | None = None) -> list[tuple[str, AnswerCount]]:
        """The oldest first; weeks in which nothing was answered are left out."""
        sums = [(week, self.tally(topic, [week])) for week in sorted(self.weeks)]
        return [(week, tally) for week, tally in sums if tally.asked]

    def weak(self, at: int) -> list[Topic]:
        """What to learn next: the topics whose answers of the last weeks were wrong most often, then those nearest to
        be forgotten."""
        lately = [week_of(at - weeks * 7 * DAY_US) for weeks in range(4)]
        tallies = {topic: self.tally(topic, lately) for topic in self.topics()}
        wrong = {
            topic: 1 - tally.right / tally.asked
            for topic, tally in tallies.items()
            if tally.asked >= WEAK_LEAST and tally.right < tally.asked
        }
        return sorted(wrong, key=lambda topic: (-wrong[topic], self.recall(topic, at) or 0.0, topic))[:WEAK_MAX]

    # --- as data ---

    def to_json(self) -> dict[str, Any]:
        return {
            "memories": {card.key: memory.to_json() for card, memory in self.memories.items()},
            "weeks": {
                week: {topic.key: asdict(tally) for topic, tally in tallies.items()}
                for week, tallies in self.weeks.items()
            },
            "missed": [asdict(asked) for asked in self.missed.values()],
            "last_at": self.last_at,
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        return cls(
            {Flashcard.from_key(key): Retained(**memory) for key, memory in told.get("memories", {}).items()},
            {
                week: {Topic.from_key(key): AnswerCount(**tally) for key, tally in tallies.items()}
                for week, tallies in told.get("weeks", {}).items()
            },
            {asked["id"]: Ticket(**asked) for asked in told.get("missed", [])},
            told.get("last_at", 0),
        )

    def merged(self, other: "Learnt") -> "Learnt":
        """Both as one: counts add up, and of each memory the later one holds."""
        both = Learnt(dict(self.memories), {}, {**self.missed, **other.missed}, max(self.last_at, other.last_at))
        for card, memory in other.memories.items():
            both.memories[card] = max(both.memories.get(card, memory), memory, key=_when)
        for weeks in (self.weeks, other.weeks):
            for week, tallies in weeks.items():
                for topic, tally in tallies.items():
                    both.weeks.setdefault(week, {}).setdefault(topic, AnswerCount()).add(tally)
        both._trim()
        return both


def _when(memory: Retained) -> tuple[int, float, float]:
    return memory.at, memory.stability, memory.difficulty


def week_of(at: int) -> str:
    """The Monday of UTC that a moment's week begins on."""
    day = datetime.fromtimestamp(at // 1_000_000, UTC).date()
    return (day - timedelta(days=day.weekday())).isoformat()


def lost_cents_an_hour(choices: int, lost_cents: int) -> float | None:
    """What a player gives up in an hour of such choices; None: too few were judged."""
    return lost_cents / choices * CHOICES_AN_HOUR if choices >= CHOICES_LEAST else None
