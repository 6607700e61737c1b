"""Batches for tests of the ledger."""

from houseway.house.ledger.store import Answer, Batch, Conflict, Happened, Ledger, Stored

AT = 1_700_000_000_000_000


def batch(table: str, expected: int, command: str = "", events: int = 1) -> Batch:
    """Events that move a dollar each; every one names its command and place, so that a part of a batch is noticed."""
    happened = (
        Happened("moved", {"of": command, "part": part, "parts": events, "postings": {"cage": -100, "player:ann": 100}})
        for part in range(events)
    )
    return Batch(table, expected, AT + expected, command, tuple(happened))


def stored(answer: Answer) -> list[Stored]:
    assert not isinstance(answer, Conflict), answer
    return answer


def write(ledger: Ledger, table: str, commands: list[str]) -> list[Stored]:
    """One batch a command behind the stream's end, each in a transaction of its own."""
    return [row for command in commands for row in stored(write_one(ledger, table, command))]


def write_one(ledger: Ledger, table: str, command: str, events: int = 1) -> Answer:
    [answer] = ledger.append([batch(table, ledger.head(table).version, command, events)])
    return answer
