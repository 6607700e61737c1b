"""What the API answers, as its description has it. Money is whole cents, times are microseconds since 1970 UTC."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from houseway.web.refusals import Code

Record = dict[str, Any]


class Open(BaseModel):
    """More may be there than is described: the records of games and tables grow."""

    model_config = ConfigDict(extra="allow")


class TableEntry(Open):
    table: str
    title: str
    game: str
    seats: int
    practice: bool
    departs: str = Field(description="In what the table departs from the approved rules, and why; '' is nothing.")
    phase: Literal["betting", "playing", "closed"]
    closed: str = Field(description="Why nobody can play; '' is open.")
    figures: dict[str, Record] = Field(description="By wager under the table's options, where they are stored.")


class RoomAnswer(BaseModel):
    name: str
    play_money: Literal[True]
    software: str
    disputes: str
    house_rules: list[str]
    tables: list[TableEntry]


class GameEntry(BaseModel):
    slug: str
    title: str
    maker: str
    about: str
    seats_max: int
    wagers: list[Record]
    layout: Record | None
    figures: dict[str, Record] = Field(description="By main wager: edge and standard deviation, where they are stored.")


class GameAnswer(Open):
    slug: str
    title: str
    maker: str
    about: str
    seats_max: int
    wagers: list[Record]
    acts: list[Record]
    outcomes: list[Record]
    options: list[Record]
    paytables: list[Record]
    prizes: list[Record]
    verbs: list[str] = Field(description="What a row of the tape says, by its first number.")
    said: list[str] = Field(description="What the dealer announces, by its number in a row with the verb 'say'.")
    faces: list[str]


class ParagraphEntry(BaseModel):
    id: str
    cites: str
    text: str
    play: bool
    section: str  # the heading it stands under; sections come one after another


class PrimerAnswer(BaseModel):
    """How a round goes, and rounds that show what pays, as the rules play them under these options."""

    options: Record
    steps: list[Record] = Field(description="A text, and `by`: the ids of the paragraphs it stands on.")
    examples: list[Record] = Field(description="A wager's outcome with its pay, why, and by hand [card, it counts].")
    prizes: list[Record] = Field(description="What is paid beside the odds: a title, and rows [what, how much].")


class FiguresAnswer(BaseModel):
    game: str
    options: Record
    study: str = Field(description="In what these rules depart from the approved ones; '' is nothing.")
    figures: dict[str, Record]
    notes: dict[str, Record]
    outcomes: dict[str, list[Record]] = Field(description="By wager: how it can end, what that wins, how likely it is.")


class VerdictEntry(BaseModel):
    game: str
    claim: str
    about: str
    cites: str
    published: str
    ours: str
    ours_exact: str
    under_assumption: str
    verdict: str
    why: str


class DrillAnswer(BaseModel):
    """A hard choice. Hidden cards are -1 on its tape; values are in units of the base bet, the best first."""

    id: str
    game: str
    options: Record
    felt: Record
    wagers: dict[str, int]
    unit_cents: int = Field(description="The base bet.")
    seat: int
    hand: int
    acts: list[str]
    values: list[Record]
    basic_errs: bool = Field(description="The written basic strategy chooses something worse here.")
    tape: list[list[int]]


class TableAnswer(BaseModel):
    facts: Record
    view: Record = Field(description="What the asker may see: hidden cards are -1.")
    now: int


class SignAnswer(Open):
    room: str
    table: str
    title: str
    billing: list[str]
    play_money: str
    departs: str
    limits: list[Record]
    odds: list[Record]
    prizes: list[Record]
    front: list[str] = Field(description="The rules a player needs at a glance.")
    cap: str
    rounding: str
    rules: list[Record]
    disputes: str


class RoundAnswer(Open):
    """A round with all that a dispute needs; `shuffle.revealed` says whether all its cards are shown."""

    table: str
    round: int
    game: str
    state: Literal["on", "settled", "voided"]
    began_at: int
    ended_at: int | None
    versions: list[int]
    options: Record
    in_words: list[Record] = Field(description="Every option: its title, its setting in words, and where it stands.")
    departs: str = Field(description="In what its rules departed from the approved ones, and why; '' is nothing.")
    rulings: list[Record] = Field(description="What a supervisor ruled on irregularities of the round.")
    corrections: list[Record] = Field(description="Counter-entries that put its pays right later.")
    paytables: list[Record]
    shuffle: Record
    players: list[Record]
    seats: list[Record]
    hands: list[Record]
    choices: list[Record]
    tape: list[list[int]]
    why: list[Record] = Field(description="For every row of the tape that settles a wager: why it ended so, in words.")


class ChoiceWorth(BaseModel):
    """A choice that was made. Values are in units of the base bet, of the bets that hang on it, the best first."""

    choice: int = Field(description="From 1, among all choices of the round.")
    row: int = Field(description="The row of the tape that chooses.")
    seat: int
    hand: int
    act: str
    values: list[Record] = Field(description="With `whole_cents`, what the whole round then wins on average.")
    covers: Record | None = Field(description="The bets that the values are of, and those of the whole round.")
    unit_cents: int


class WhatIfAnswer(BaseModel):
    """A round played on in private from one of its choices: nothing of it is written anywhere."""

    tape: list[list[int]] = Field(description="As the player of the choice would have seen it.")
    why: list[Record]
    pending: Record | None = Field(description="What is asked next; null: it is over.")
    fresh: bool = Field(description="Cards behind the round's own came from a fresh order: its shoe is still in use.")
    seats: list[int] = Field(description="Of the player.")


class ShuffleAnswer(BaseModel):
    table: str
    cycle: int
    deck: str = Field("", description="A or B; '' where it was recorded before decks were named.")
    mode: str
    commitment: str
    order: str = Field(description="Two hexadecimal digits a card, in the order dealt.")
    key: str


class SessionAnswer(BaseModel):
    id: str = Field(description="Public; '' for a guest.")
    name: str
    role: Literal["guest", "player", "supervisor", "auditor"]
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


Count = Annotated[int, Field(strict=True, ge=0, le=10**12)]


class ScoreCounts(BaseModel):
    """Choices that were judged at practice tables, and in drills."""

    model_config = ConfigDict(extra="forbid")
    choices: Count = 0
    mistakes: Count = 0
    lost_cents: Count = 0
    drills: Count = 0
    drills_right: Count = 0


class ScoreNote(BaseModel):
    """By game; what is sent is added."""

    model_config = ConfigDict(extra="forbid")
    score: Annotated[dict[Annotated[str, Field(max_length=40)], ScoreCounts], Field(max_length=20)]


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
    bet_cents: int = Field(description="Before the cards.")
    net_cents: int
    void: bool


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
    play: OwnExport


class StaffEntry(BaseModel):
    name: str
    role: Literal["supervisor", "auditor"]


OwnPassword = Annotated[str, Field(min_length=1, max_length=200, description="Of the supervisor who asks.")]
AccountName = Annotated[str, Field(min_length=1, max_length=24)]
StaffRole = Literal["supervisor", "auditor"]


class NewAccount(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: AccountName
    role: StaffRole
    password: Annotated[str, Field(min_length=1, max_length=200)]
    own_password: OwnPassword


class ChangedAccount(BaseModel):
    """What is left out stays."""

    model_config = ConfigDict(extra="forbid")
    name: AccountName
    role: StaffRole | None = None
    password: Annotated[str | None, Field(max_length=200)] = None
    own_password: OwnPassword


class EndedAccount(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: AccountName
    own_password: OwnPassword


class BookEntry(BaseModel):
    """A change of an account, in the staff book."""

    version: int
    at: int
    did: str
    name: str
    role: StaffRole
    by: str
    changed: list[str] = Field(description="Of an account that was changed: password, role.")


class SignOut(BaseModel):
    model_config = ConfigDict(extra="forbid")
    who: Annotated[str, Field(min_length=1, max_length=64, description="A player's id, or staff:NAME.")]


class NewPractice(BaseModel):
    model_config = ConfigDict(extra="forbid")
    game: Annotated[str, Field(min_length=1, max_length=40)]


class PracticeAnswer(BaseModel):
    table: str = Field(description="The name of one's own table.")


CommandId = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,64}$", description="New for every command; a repeat gets the same answer.")
]


class NewCommand(BaseModel):
    """A command as a socket takes it; see `houseway.house.commands`."""

    model_config = ConfigDict(extra="forbid")
    id: CommandId
    do: Annotated[str, Field(min_length=1, max_length=40)]
    seen: Annotated[int | None, Field(ge=0, le=10**15, description="The version of the table it is given on.")] = None
    what: Record = Field(default_factory=dict)


class DoneAnswer(BaseModel):
    type: Literal["done"]
    id: str
    version: int
    view: Record


class RefusedAnswer(BaseModel):
    """A refused command; a stale one comes with the fresh view."""

    code: Code
    reason: str
    view: Record | None = None


class LiveAnswer(BaseModel):
    live: bool
    software: str


class HealthAnswer(BaseModel):
    ok: bool
    software: str
    ledger: str = Field(description="'writable', or why not.")
    closing: bool
    tables: int
    sockets: int


class HouseTable(BaseModel):
    """A table as its supervisor sees it."""

    table: str
    practice: bool = Field(description="Play for practice is apart from what the room wins.")
    phase: Literal["betting", "playing", "closed"]
    closed: str
    retired: bool = Field(description="Not in the room any more; its stream and its rounds stay.")
    notice: str
    version: int
    rounds: int
    cycles: int
    config: Record
    in_words: list[Record] = Field(description="Every option: its title, its setting in words, and where it stands.")
    departs: str = Field(description="In what the table departs from the approved rules, and why; '' is nothing.")
    paytables: list[Record]
    accounts: dict[str, int] = Field(description="Cents by account; 'house' is what the table has won.")
    players: list[Record]
    shuffler: Record = Field(description="The machine's log: cycles, packets, cards, faults, what changed when.")
    shuffler_mode: str
    shuffler_machine: str = Field(description="Model and version, or by hand, in words.")
    shuffler_choices: Record = Field(description="Machines the source names, and modes, under the options in force.")
    decks: list[str] = Field(description="A, or A and B where two decks take turns.")
    irregularities: Record = Field(description="What may be ruled: sorts with their outcomes, and outcomes in words.")
    wrong_deck: str = Field(description="The deck that is known not to be whole; '' is none.")
    cards_left: int | None = Field(description="Of the shuffle that is dealt from.")
    incidents: list[Record] = Field(description="Openings, changes, void rounds, faults; the newest first.")
    head: Record = Field(description="The last event in the ledger: version and hash.")


class AheadAnswer(BaseModel):
    """Whether a player who plays best is ahead at a table."""

    table: str
    state: Literal["known", "working", "unknown"]
    is_ahead: bool
    text: str = Field(description="Who is ahead, by how much, and with which bets; or why that is not known.")
    mixes: Record | None = Field(description="The worst mix by share of the bets, by dollars a round, and a bound.")


class NewConfig(BaseModel):
    """A configuration that a supervisor thinks about."""

    config: Record


class Pattern(BaseModel):
    """What a new table of a game begins with."""

    config: Record
    shuffler_choices: Record = Field(description="Machines the source names, and modes, under these options.")


class NewTable(BaseModel):
    """A table that a supervisor opens."""

    model_config = ConfigDict(extra="forbid")
    id: CommandId
    config: Record
    reason: Annotated[str, Field(min_length=1, max_length=500)]
    warned: bool = Field(False, description="They have read that a player is ahead there.")


class EdgeChange(BaseModel):
    """A wager's exact edge under best play: now, and as a change would have it; null is not known yet."""

    wager: str
    title: str
    now: float | None
    then: float | None
    why: str = Field(description="Why there is no figure of the change.")


class EdgesAnswer(BaseModel):
    """Before caps and rounding, which no exact figure knows."""

    known: bool = Field(description="Whether all figures of the change are at hand; else ask with `work`.")
    working: bool = Field(description="They are being worked out: ask again.")
    wagers: list[EdgeChange]


class Stream(BaseModel):
    """A stream of the ledger."""

    table: str
    title: str
    game: str
    game_title: str = Field(description="What people call the game; its name in the ledger where it is not here.")
    practice: bool
    open: bool = Field(description="Whether the table is in the room now; a practice table of one's own is put away.")
    retired: bool


class TotalsOf(BaseModel):
    """What tables hold and have won, as their accounts stand."""

    tables: int
    rounds: int
    felt_cents: int
    won_cents: int


class HouseTotals(BaseModel):
    """The room and practice are never one sum."""

    room: TotalsOf
    practice: TotalsOf
    put_away: int = Field(
        description="Streams of tables that are not open now; their rounds and money are in the sums."
    )
    places_taken: int = Field(description="Tables in the room, practice tables of the house among them.")
    places_most: int = Field(description="How many the room may have (`tables_max`).")


class AuditTable(BaseModel):
    """A table's stream, as its auditor finds things in it."""

    table: str
    practice: bool
    retired: bool
    title: str
    game: str
    rounds: int
    head: Record
    kinds: dict[str, int] = Field(description="How many events there are of each kind.")
    people: list[Record] = Field(description="Everyone who ever sat there.")


class EventEntry(BaseModel):
    table: str
    version: int
    at: int
    kind: str
    body: Record
    command: str
    before: str
    hash: str
    withheld: list[str] = Field(description="Parts of the body that may not be shown yet; the hash covers them.")
    changes: list[str] = Field(default=[], description="What a configuration changed, from what to what, in a search.")


class StreamVerdict(BaseModel):
    table: str
    good: bool
    game: str
    absent: str = Field(description="A game that is not here: rounds were not dealt again, chain and money are good.")
    practice: bool
    retired: bool
    events: int
    rounds: int
    head: Record
    fault: Record | None
    departs: list[Record] = Field(description="Configurations that depart from the approved rules, by their event.")
    archived: list[Record] = Field(description="What lies in archives, which were not looked at: rounds, file, head.")


class HoldEntry(BaseModel):
    table: str
    practice: bool
    game: str
    who: str
    wager: str
    rounds: int
    bet_cents: int
    held_cents: int
    hold: float | None
    expected_cents: int | None
    expected_hold: float | None
    z: float | None
    departs: list[str] = Field(description="In what the rules of its rounds departed from the approved ones, and why.")
