"""What the API is told by staff and answers them: accounts, tables of the house, totals and the auditor's questions."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from houseway.web.models import CommandId, Record

StaffRole = Literal["supervisor", "auditor", "teacher"]


class StaffEntry(BaseModel):
    name: str
    role: StaffRole


OwnPassword = Annotated[str, Field(min_length=1, max_length=200, description="Of the supervisor who asks.")]
AccountName = Annotated[str, Field(min_length=1, max_length=24)]


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
    changed_by_page: list[str] = Field(description="In what it is not as the house file has it, from → to.")
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
    warned: str = Field("", max_length=500, description="The sentence on who is ahead that they have read.")


class StaffLink(BaseModel):
    """A link as staff see it: what players see of it, and what they do not."""

    link: str
    title: str
    tables: list[str] = Field(description="Tables of the room that feed it now.")
    hits: list[Record]
    meters: list[Record] = Field(
        description="Cents shown, overflowed, in reserve, and how much may come off for each reason (WAC 230-15-695)."
    )
    figures: Record | None = Field(
        description="What a bet gives back at these meters and in the long run, and where each breaks even; null: not "
        "known without solving."
    )
    dues: list[Record] = Field(description="Awards that wait to be paid by hand, in the order in which they are paid.")


class NewLowering(BaseModel):
    """A supervisor takes something off a meter, for a reason that the law allows (WAC 230-15-695)."""

    model_config = ConfigDict(extra="forbid")
    id: CommandId
    meter: Annotated[str, Field(max_length=100)]
    cents: Annotated[int, Field(ge=1, le=10**12)]
    reason: Annotated[str, Field(max_length=100, description="malfunction, over_cap, not_displayed or seed_recovery.")]
    why: Annotated[str, Field(min_length=1, max_length=500)]


class EdgeChange(BaseModel):
    """A wager's exact edge under best play: now, and as a change would have it; null is not known yet."""

    wager: str
    title: str
    now: float | None
    then: float | None
    now_alone: float | None = Field(description="Of a bet with nothing beside it, where that is played otherwise.")
    then_alone: float | None
    why: str = Field(description="Why there is no figure of the change.")
    in_round: bool = Field(description="Nobody bets it without the round, whose edge counts.")
    added: bool = Field(description="A choice adds it; its edge is per unit of the first bet, over all rounds.")


class EdgesAnswer(BaseModel):
    """Before caps and rounding, which no exact figure knows."""

    known: bool = Field(description="Whether all figures of the change are at hand; else ask with `work`.")
    working: bool = Field(description="They are being worked out: ask again.")
    units: str = Field(description="Per what edges are told, where it is not their own bet.")
    first: str = Field(description="The bet in whose units a round is.")
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
    places_taken: int = Field(description="Tables in the room; those for practice are not counted.")
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
    round: int = Field(default=0, description="Which it is about, 0 for none; in a search.")
    cause: str = Field(
        default="",
        description="Why a bot sits, a bet goes back or a player leaves, '' where the player wants it; in a search.",
    )
    owners: list[str] = Field(default=[], description="Whose hands were paid, by seat, '' nobody's; in a search.")
    ruled: str = Field(default="", description="What a ruling says, in words; in a search.")
    cards: list[int] = Field(default=[], description="What a choice was made on, -1 where it is hidden; in a search.")


class RoundOfTime(BaseModel):
    """A round that was dealt in a time, to be chosen from."""

    round: int
    began_at: int
    state: Literal["on", "settled", "voided"]
    ruled: bool = Field(description="Whether something was ruled on it that did not void it.")
    corrected: bool


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
    alone_cents: int = Field(description="Of these cents, those with nothing beside them.")
    held_cents: int = Field(description="By the house, as the rounds were dealt.")
    corrected_cents: int = Field(description="What pays put right later moved to the house; hold and z leave it out.")
    hold: float | None
    expected_cents: int | None
    expected_hold: float | None
    led_by: str = Field(description="Of a bet that a choice adds: the first bet, which expected cents and z are of.")
    z: float | None
    departs: list[str] = Field(description="In what the rules of its rounds departed from the approved ones, and why.")
