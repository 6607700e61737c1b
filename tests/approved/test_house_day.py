"""Days at tables: each event and refusal, what changes for whoever looks, and what is read of them."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from houseway.analysis.exact.shared.solution import Figure, Row, WagerSolution
from houseway.games.game import Game, Settings
from houseway.house.audit.chronicle import Chronicle
from houseway.house.audit.dispute import dispute_of
from houseway.house.audit.export import export_lines
from houseway.house.audit.hold import Figures, holds
from houseway.house.books.books import Books
from houseway.house.books.calendar import Calendar, Period
from houseway.house.books.rounds_behind import rounds_behind
from houseway.house.shuffler.log import log_of
from houseway.rules.refused import Refused
from tests.approved import hold, hold_answer
from tests.approved.house_day import DAYS, Day, a_day, without_what_varies
from tests.house.table_kit import ANNA, BEN

THE_DAY = date(1970, 1, 1)  # tables of tests open shortly after midnight
IN_ITSELF = ("options", "in_words", "paytables", "limits", "lines", "tape", "why")  # the same in every round, or long


@pytest.mark.parametrize(("of", "table"), DAYS)
def test_a_day_at_a_table(of: str, table: str) -> None:
    day = a_day(of, table)
    hold(f"day.{of}.{table}.txt", "\n".join([*day.lines, *day.verdicts()]))


@pytest.mark.parametrize(("of", "table"), [each for each in DAYS if each[1] in ("triple-shot", "holdem")])
def test_what_is_read_of_a_day(of: str, table: str) -> None:
    hold_answer(f"read.{of}.{table}.json", told(without_what_varies(dict(read(a_day(of, table))))))


def read(day: Day) -> Iterator[tuple[str, Any]]:
    ledger, table = day.house.ledger, day.house.config.name
    for number in range(1, day.house.table.rounds + 1):
        yield f"round {number}", dispute_told(day, number)
    rows = ledger.read(table)
    yield "machine", asdict(log_of([(row.kind, row.body) for row in rows]))
    yield "hold", [each.to_json() for each in holds(ledger, theory=made_up)]
    calendar, period = Calendar.of("UTC", ("06:00", "00:00")), Period(THE_DAY, THE_DAY)
    books = Books(ledger, made_up, clock=lambda: day.house.now)
    for by in (("table",), ("wager", "shift")):
        yield f"books by {', '.join(by)}", books.report(calendar, period, by).to_json()
    for player in ("", "anna"):
        found = rounds_behind(ledger, [table], calendar, period, player=player)
        yield f"rounds behind {player}", [each.to_json() for each in found]
    chronicle = Chronicle.begun(ledger, table)
    chronicle.catch_up(ledger, len(rows))
    for person in (ANNA, BEN):
        rounds = [*chronicle.played(person.id, day.house.now + 1)]
        yield f"rounds of {person.name}", [each._asdict() for each in rounds]
        yield f"bets of {person.name}", [chronicle.details(ledger, person.id, each.round) for each in rounds]
    yield "export", list(export_lines(ledger, "csv", [table]))[:40]


def made_up(game: Game, settings: Settings, strategy: str) -> Figures:  # noqa: ARG001
    """Figures that no solver is asked for: each wager has an edge and a variance of its own."""
    half = Fraction(1, 2)
    rows = (Row("win", half, Fraction(1)), Row("lose", half, Fraction(-1)))
    return {
        name: WagerSolution(
            name, Figure(Fraction(1, 20 + at)), Figure(half), Figure(Fraction(3 + at, 2)), Figure(Fraction(1)), rows
        )
        for at, name in enumerate(game.wagers)
    }


def dispute_told(day: Day, number: int) -> dict[str, Any]:
    try:
        found = dispute_of(day.house.ledger, day.house.config.name, number)
    except Refused as refusal:
        return {"refused": str(refusal)}
    return {
        **{key: part for key, part in found.recall.items() if key not in IN_ITSELF},
        **{part: [asdict(each) for each in getattr(found, part)] for part in ("checks", "deeds", "hands", "pays")},
    }


def told(part: Any) -> Any:
    """Fractions as they are written, and keys that are numbers as text."""
    match part:
        case Fraction():
            return str(part)
        case dict():
            return {str(key): told(each) for key, each in part.items()}
        case list() | tuple():
            return [told(each) for each in part]
    return part
