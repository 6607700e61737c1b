"""What the school is told and answers. Times are microseconds since 1970 UTC, money is whole cents.

The right answer to a question is in none of these but `Marked` and `ExamResult`, which come after it was answered.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from houseway.web.models import Open, Record

KindName = Annotated[str, Field(max_length=120, pattern=r"^[a-z0-9_.]*$", description="'' is whichever is due.")]
Options = Annotated[
    dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=40)]], Field(max_length=40)
]
Given = Annotated[
    str | int | list[int | str],
    Field(description="A key; cents; places of cards, from 0; [row, fault] or 'clean': as the question's form has it."),
]  # fmt: skip
ShortId = Annotated[str, Field(pattern=r"^[0-9a-f]{8,64}$")]


class FromPage(BaseModel):
    """What a page sends: nothing that is not described."""

    model_config = ConfigDict(extra="forbid")


# --- what there is to learn ---


class KindEntry(BaseModel):
    """A kind of question of one game, and how far this person is with it."""

    name: str
    title: str
    about: str
    side: Literal["dealer", "player"] = Field(description="Whose school it belongs to.")
    asked: int
    right: int
    due: bool = Field(description="It is time to be asked again.")
    due_at: int | None = Field(description="When it comes back; null: it was never asked.")


class SchoolGame(BaseModel):
    slug: str
    title: str
    kinds: list[KindEntry] = Field(description="Among all games: those that were met.")
    missed: int = Field(description="Questions that wait under 'drill my mistakes'.")


class BegunEntry(BaseModel):
    """Something that was begun and not ended: it goes on on any device."""

    what: Literal["lesson", "table", "exam"]
    game: str
    options: Record
    exam: str = Field(description="The id of an exam, else ''.")
    title: str = Field(description="Of an exam, else ''.")
    at: int = Field(description="When something was done there last.")


class SchoolAnswer(BaseModel):
    kept: bool = Field(description="Whether what is learnt outlasts the visit: a passphrase keeps it.")
    due: int = Field(description="Kinds that are due, in all games.")
    today: str = Field(description="The day of UTC, as the challenge of the day is called by.")
    games: list[SchoolGame]
    begun: list[BegunEntry] = Field(description="The latest first.")


# --- questions ---


class NewQuestion(FromPage):
    kind: KindName = ""
    side: Literal["dealer", "player"] = Field("dealer", description="Where no kind is named: whose school.")
    difficulty: Annotated[int, Field(ge=0, le=3, description="0 is any.")] = 0
    mine: bool = Field(False, description="One that was missed, asked again.")
    options: Options = Field({}, description="Of the game, as its table has them; else the standard ones.")


class QuestionAnswer(BaseModel):
    """A question without its answer. Hidden cards on its tape are -1."""

    id: str
    kind: str
    title: str = Field(description="Of the kind.")
    game: str
    options: Record = Field(description="Those that are not the standard ones.")
    felt: Record = Field(description="What is printed on the felt, as a drill has it.")
    tape: list[list[int]]
    seat: int
    hand: int
    asks: str
    form: Record = Field(
        description="`is`: choose (options), pick (seat, hand, count, held), cents, point (rows, faults)."
    )
    again: bool = Field(description="It was missed before.")


class NewAnswer(FromPage):
    question: ShortId
    answer: Given


class Cite(BaseModel):
    id: str
    cites: str
    text: str


class Marked(BaseModel):
    """An answered question."""

    question: str
    right: bool
    answer: Given = Field(description="The right one.")
    difficulty: int = Field(description="1 easy, 2 middling, 3 hard: told now, since it hints at the answer.")
    because: str
    cites: list[Cite]
    values: list[Record] = Field(
        description="Of a player's choice: what each act is worth in base bets, the best first."
    )
    lost_cents: int = Field(description="What the choice gave up on average; 0 for a dealer's question.")
    due_at: int = Field(description="When this kind comes back.")
    interval_days: int


# --- lessons and tables: shapes of houseway.school.dealing ---


class NewLesson(FromPage):
    options: Options = Field({}, description="Of the game; else the standard ones.")
    again: bool = Field(False, description="Another round, though one is under way.")


class NewDeed(FromPage):
    deed: Annotated[str, Field(min_length=1, max_length=200, description="The key of one that is offered now.")]
    seen: Annotated[int, Field(ge=0)] | None = Field(
        None, description="`deeds` of the picture it is done on: on an old one it is refused as stale, and no error."
    )


class LessonAnswer(Open):
    """A lesson or a table dealt by the learner, as far as it has come; what can be done now is in it."""

    id: str
    game: str
    options: Record
    felt: Record
    deeds: int = Field(description="How many were done, right or wrong.")
    done: bool


# --- progress ---


class WeekEntry(BaseModel):
    """What a week came to; it begins on a Monday of UTC."""

    week: str
    asked: int
    right: int
    choices: int = Field(description="A player's choices that were judged, in drills of the school.")
    lost_cents: int = Field(description="What they gave up on average.")


class KindProgress(BaseModel):
    game: str
    kind: str
    title: str
    side: Literal["dealer", "player"]
    asked: int
    right: int
    lost_cents: int
    recall: float | None = Field(
        description="How likely one is right tomorrow, by the scheduler (for which nothing is forgotten on the day of "
        "an answer, missed or not); null: never asked."
    )
    due_at: int | None
    weeks: list[WeekEntry]


class TableResult(BaseModel):
    """A table that was dealt by the learner, from its opening to its closing."""

    game: str
    options: Record
    at: int = Field(description="When it was closed.")
    rounds: int
    errors: int
    rounds_an_hour: float = Field(description="Breaks of more than a minute are not counted.")


class ProgressAnswer(BaseModel):
    kept: bool
    tables: list[TableResult] = Field(description="Tables that were dealt to their end, the newest first.")
    kinds: list[KindProgress]
    weeks: list[WeekEntry] = Field(description="All kinds together, the oldest first.")
    weak: list[KindProgress] = Field(description="What to learn next, the weakest first.")
    lost_cents_an_hour: float | None = Field(
        description="What a player's choices give up on average in an hour of play, by those judged at practice tables "
        "in the last four weeks, sixty an hour; null: too few."
    )
    by_day: dict[str, Record] = Field(description="Choices judged at practice tables and in drills, by day of UTC.")


class ChallengeAnswer(BaseModel):
    """Some questions of a day, the same for everybody: its address is a permalink."""

    day: str
    game: str
    title: str
    number: int
    answered: list[bool] = Field(description="Whether each that was answered was right, in order.")
    question: QuestionAnswer | None = Field(description="The next; null: all are answered.")


# --- exams ---


class NewExam(FromPage):
    title: Annotated[str, Field(min_length=1, max_length=80)]
    game: Annotated[str, Field(min_length=1, max_length=40)]
    kinds: Annotated[list[Annotated[str, Field(pattern=r"^[a-z0-9_]{1,40}$")]], Field(min_length=1, max_length=20)]
    number: Annotated[
        int, Field(ge=1, le=80, description="Of questions; a certificate of them must be short enough to send.")
    ]
    minutes: Annotated[int, Field(ge=1, le=240)]
    pass_percent: Annotated[int, Field(ge=1, le=100)] = 80
    options: Options = {}


class ExamEntry(BaseModel):
    """An exam as anybody may know it: never a question of it."""

    id: str
    title: str
    game: str
    kinds: list[str]
    number: int
    minutes: int
    pass_percent: int
    options: Record
    by: str = Field(description="Who set it.")
    set_at: int
    ended: bool = Field(description="It was taken away: nobody sits it any more.")
    commitment: str = Field(description="SHA-256 over the secret that all papers are drawn by; told when it is over.")


class SatEntry(BaseModel):
    """An exam that the asker has begun; what it came to is told at the end."""

    id: str
    title: str
    game: str
    begun_at: int
    right: int | None
    passed: bool | None


class ExamSitting(BaseModel):
    """How far the asker is with an exam."""

    state: Literal["not_begun", "on", "over"]
    begun_at: int | None
    deadline: int | None = Field(description="By the house's clock.")
    now: int
    answered: int
    question: QuestionAnswer | None = Field(description="What is asked now.")
    commitment: str = Field(description="SHA-256 over the secret of the asker's paper; the certificate opens it.")


class ExamOpened(BaseModel):
    id: str
    secret: str = Field(description="What the exam was committed to, in hexadecimal digits.")


class ExamAnswer(ExamEntry):
    sitting: ExamSitting | None = Field(description="Of a player; null for staff.")
    results: list[Record] = Field(description="For staff: who sat it, when, how many were right, passed or not.")
    gone: int = Field(description="For staff: how many more began it of whom nothing is kept any more.")


class ExamResult(BaseModel):
    """What is signed, word for word, in the certificate."""

    certificate: str = Field(description="The text that was signed: JSON in one canonical form.")
    signature: str = Field(description="Ed25519 over the text, in hexadecimal digits.")
    key: str = Field(description="The house's public key: ed25519:<hexadecimal digits>.")


class CertificateVerdict(BaseModel):
    genuine: bool
    reason: str = Field(description="Why not; '' where it is.")
    says: Record | None = Field(description="What the certificate says; null where it is not genuine.")


class KeyAnswer(BaseModel):
    key: str
    pem: str


# --- classes ---


class NewClass(FromPage):
    title: Annotated[str, Field(min_length=1, max_length=80)]


class JoinClass(FromPage):
    link: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", description="What comes last in the link handed out.")]


class ClassEntry(BaseModel):
    id: str
    title: str
    by: str = Field(description="The teacher.")
    opened_at: int
    learners: int
    link: str = Field(description="The address to hand out; '' for learners.")


class LearnerEntry(BaseModel):
    id: str
    name: str
    joined_at: int
    last_at: int | None = Field(description="When they last answered.")
    asked: int
    right: int
    lost_cents: int
    due: int
    weak: list[KindProgress]
    kinds: list[KindProgress]
    weeks: list[WeekEntry]
    tables: list[TableResult] = Field(description="Tables that they dealt to their end, the newest first.")


class ClassAnswer(ClassEntry):
    of_learners: list[LearnerEntry]
