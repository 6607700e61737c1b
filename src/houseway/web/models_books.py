"""What the API says of the operator's books."""

from pydantic import BaseModel, Field

from houseway.web.models import Record


class BooksAnswer(BaseModel):
    """The books of a period; or, while a long ledger is read, how far that is."""

    working: bool = Field(description="The figures are on their way: ask the same again.")
    done: int = Field(0, description="Events that were read, while it works.")
    total: int = 0
    books: Record | None = Field(
        None,
        description="by, first, last, zone, rows, totals, alerts, notes, missing, columns (what each figure is), "
        "charts (SVG). Amounts are in cents, shares of 1; null where a row has no such figure.",
    )


class RoundOfBooks(BaseModel):
    table: str
    table_title: str = Field(description="What its sign says.")
    round: int
    at: int = Field(description="When it ended, in microseconds since 1970.")
    held_cents: int = Field(description="By the house, of the wager and the player that were asked for.")
