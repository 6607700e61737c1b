"""The lab's answers as the OpenAPI description has them."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Answered(BaseModel):
    """What was asked for; what else is in it depends on the question."""

    model_config = ConfigDict(extra="allow")

    game: str
    downloads: list[str]  # the tables that can be had as CSV


class ReportAnswer(BaseModel):
    """A report or a card that is ready: ask for it with `download`."""

    game: str
    file: str
    bytes: int


class JobAnswer(BaseModel):
    """A question that is being worked on."""

    id: str
    kind: str
    game: str
    state: str  # waiting, running, done, refused, stopped
    reason: str
    what: str  # what is going on
    done: int
    total: int
    exact: dict[str, float]  # of a simulation: the edges it converges to


class PayRow(BaseModel):
    outcome: str
    title: str
    pay: str  # the maker's, in units for one: 3/2
    now: str


class PaytableEntry(BaseModel):
    kind: str  # pays, or prizes: fixed sums and multipliers
    code: str
    wagers: list[str]
    cites: str
    rows: list[PayRow]


class PaytablesAnswer(BaseModel):
    game: str
    options: dict[str, Any]
    study: str = Field(description="In what these rules depart from the approved ones; '' is nothing.")
    strategies: list[str]
    devices: list[str] = Field(description="What may simulate here.")
    hands: list[str] = Field(description="Such as one asks advice for.")
    changed: list[list[str]]
    tables: list[PaytableEntry]
