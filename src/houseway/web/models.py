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


class LinksAnswer(BaseModel):
    links: list[Record] = Field(description="By name: meters in cents, the tables that feed them, and the last hits.")


class GameEntry(BaseModel):
    slug: str
    title: str
    maker: str
    about: str
    seats_max: int
    chooses: bool = Field(description="Whether anybody is ever asked anything; else there are no hints and no drills.")
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
    prizes: list[Record] = Field(
        description="Odds without an example, and what else is paid: a title, rows [what, pay]."
    )


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
    """A round with all that a dispute needs; `shuffle.revealed` says whether all its cards are shown,
    `shuffle.discarded` when and why they were thrown away: then they never are."""

    table: str
    round: int
    game: str
    state: Literal["on", "settled", "voided"]
    amiss: str = Field(description="What shows by the round alone that its record was changed; '' is nothing.")
    began_at: int
    ended_at: int | None
    versions: list[int]
    options: Record
    in_words: list[Record] = Field(description="Every option: its title, its setting in words, and where it stands.")
    departs: str = Field(description="In what its rules departed from the approved ones, and why; '' is nothing.")
    rulings: list[Record] = Field(
        description="What a supervisor ruled on irregularities of the round, each with the row of the tape before "
        "which it was made, and whether it voids the round."
    )
    corrections: list[Record] = Field(description="Counter-entries that put its pays right later.")
    by: str = Field(description="Who voided it; '' for a round that is not void.")
    aftermath: list[Record] = Field(
        description="What became of it behind its tape, a void or corrections: a sentence, its time, and rows that go "
        "on where the tape ends, so that chips on the felt and the net are what holds."
    )
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
    fresh: bool = Field(description="Cards behind the round's own came from a fresh order: its shoe is a secret.")
    seats: list[int] = Field(description="Of the player.")


class ShuffleAnswer(BaseModel):
    table: str
    cycle: int
    deck: str = Field("", description="A or B; '' where it was recorded before decks were named.")
    mode: str
    commitment: str
    order: str = Field(description="Two hexadecimal digits a card, in the order dealt.")
    key: str


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
