"""What the API is told by a player and answers of one: sessions, settings, score, and their own past."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from houseway.web.models import Record


class SessionAnswer(BaseModel):
    id: str = Field(description="Public; '' for a guest.")
    name: str
    role: Literal["guest", "player", "supervisor", "auditor", "teacher"]
    csrf: str = Field(description="Goes with every change as the header X-CSRF.")
    kept: bool = Field(False, description="A player who comes back with a passphrase.")
    kept_days: int = Field(description="A name that is kept is free again after so many days without a visit.")


class NewSession(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(min_length=1, max_length=24)]


class Login(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(min_length=1, max_length=24)]
    password: Annotated[str, Field(min_length=1, max_length=200)]


Passphrase = Annotated[str, Field(min_length=1, max_length=200)]


class KeepMe(BaseModel):
    """A player who wants to come back on any browser."""

    model_config = ConfigDict(extra="forbid")
    passphrase: Passphrase
    name: Annotated[str, Field(max_length=24, description="To be kept; '' is the one until now.")] = ""


class NewName(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(min_length=1, max_length=24)]
    passphrase: Annotated[str, Field(max_length=200, description="Of a regular; '' for anybody else.")] = ""


class ComeBack(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(min_length=1, max_length=24)]
    passphrase: Passphrase


class NewPassphrase(BaseModel):
    model_config = ConfigDict(extra="forbid")
    old: Passphrase
    new: Passphrase


class ForgetMe(BaseModel):
    model_config = ConfigDict(extra="forbid")
    passphrase: Annotated[str, Field(max_length=200, description="Of a regular; '' for anybody else.")] = ""
    name: Annotated[str, Field(max_length=24, description="Of a regular who lost it: forgotten in seven days.")] = ""


SettingName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_.-]{0,39}$")]
SettingValue = (
    Annotated[bool, Field(strict=True)]
    | Annotated[int, Field(strict=True, ge=-(2**53), le=2**53)]
    | Annotated[str, Field(strict=True, max_length=40, pattern=r"^[ -~]*$")]
)


class SettingsNote(BaseModel):
    """What a person prefers, and small things that pages remember."""

    model_config = ConfigDict(extra="forbid")
    settings: Annotated[dict[SettingName, SettingValue], Field(max_length=60)]


class SettingsAnswer(SettingsNote):
    forgotten_at: int | None = Field(None, description="When a regular is forgotten who asked without a passphrase.")


Count = Annotated[int, Field(strict=True, ge=0, le=10**12)]


class ScoreCounts(BaseModel):
    """Choices that were judged at practice tables, and in drills."""

    model_config = ConfigDict(extra="forbid")
    choices: Count = 0
    mistakes: Count = 0
    lost_cents: Count = 0
    drills: Count = 0
    drills_right: Count = 0


class OwnMistake(BaseModel):
    """A choice that was not the best: where it was made, and what it cost on average."""

    model_config = ConfigDict(extra="forbid")
    at: Annotated[int, Field(strict=True, ge=0, le=10**18, description="Microseconds since 1970.")]
    table: Annotated[str, Field(max_length=64, pattern=r"^[a-z0-9_-]+$")]
    game: Annotated[str, Field(max_length=40)]
    round: Annotated[int, Field(strict=True, ge=1, le=10**9)]
    choice: Annotated[int, Field(strict=True, ge=1, le=1000, description="Of the round, from 1.")]
    said: Annotated[str, Field(max_length=120, description="What was chosen, and what was best.")]
    lost_cents: Count


Day = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]


class ScoreNote(BaseModel):
    """By game and by day; what is sent is added. A mistake that is sent again is the same one."""

    model_config = ConfigDict(extra="forbid")
    score: Annotated[dict[Annotated[str, Field(max_length=40)], ScoreCounts], Field(max_length=20)]
    days: Annotated[dict[Day, ScoreCounts], Field(max_length=400)] = Field({}, description="Days of UTC.")
    mistakes: Annotated[list[OwnMistake], Field(max_length=100)] = Field([], description="The last first.")


class SumOf(BaseModel):
    """What rounds came to, of a game or a day."""

    of: str
    practice: bool
    rounds: int
    bet_cents: int
    net_cents: int


class ChipsAtTable(BaseModel):
    """Chips on a table, with bets that are not settled."""

    table: str
    title: str
    game: str
    practice: bool
    cents: int


class SummaryAnswer(BaseModel):
    """A player's own past. The purse is of the room's tables; practice is apart."""

    purse_cents: int = Field(
        description="A stack of the house's, less what was bought in for, more what was taken away."
    )
    stacks: int = Field(description="So many were handed out, the first one included.")
    stack_cents: int
    bought_cents: int
    taken_cents: int
    rounds: int
    on_tables: list[ChipsAtTable]
    by_game: list[SumOf]
    by_day: list[SumOf] = Field(description="Days of UTC, the last first.")
    archived: bool = Field(description="Older rounds of a table lie in an archive and are not counted.")


class OwnRound(BaseModel):
    table: str
    title: str
    game: str
    practice: bool
    round: int
    at: int
    bet_cents: int = Field(description="All chips that were put up, before the cards and by choices.")
    net_cents: int
    void: bool
    corrected_cents: int = Field(description="Of the net: what a supervisor put right later.")
    fed_cents: int = Field(description="Of the bet: what went on progressives.")
    jackpot_cents: int = Field(description="Won of progressives, also what waits to be paid by hand.")


class OwnRoundInFull(OwnRound):
    seats: dict[str, Record] = Field(description="By seat: wagers, and what each won or lost.")


class OwnExport(BaseModel):
    summary: SummaryAnswer
    cage: list[Record] = Field(description="Chips to a table (negative) and back.")
    rounds: list[OwnRoundInFull]
    rounds_left_out: int = Field(description="Older ones, where there are very many.")


class Profile(BaseModel):
    id: str = Field(description="Random; rounds in the ledger are under it.")
    name: str
    kept_at: int | None = Field(description="When a passphrase was chosen first; null for who has none.")


class ExportAnswer(BaseModel):
    """Everything that the house holds about a player."""

    profile: Profile
    settings: Record
    score: Record
    days: Record = Field(description="What choices came to by day.")
    mistakes: list[Record]
    school: Record = Field(description="What was learnt, lessons under way, exams that were sat, and classes.")
    play: OwnExport
