"""The operator's books against other counts of the same events: tapes dealt again, and the table's own accounts."""

from collections import Counter
from typing import Any

import pytest

from houseway.house import events
from houseway.house.audit.memory import SETTLED, Memory, dealt_again
from houseway.house.books.books import Books, Report
from houseway.house.books.calendar import Calendar, day, days
from houseway.house.books.rows import BookRow
from houseway.house.money import BREAKAGE, CAGE, HOUSE, TOKES
from tests.house.lively import lively_house
from tests.house.table_kit import House

UTC = Calendar.of()
THAT_DAY = day("1970-01-01")
GAMES = ("dakota", "holdem-six", "super-fun", "triple-shot", "lucky", "dakota-practice")


def report_of(house: House, *by: str, calendar: Calendar = UTC) -> Report:
    return Books(house.ledger).report(calendar, THAT_DAY, by)


def recount(house: House) -> dict[str, Any]:
    """From the cards: every round dealt again and its tape read, void ones by what the ledger says was paid."""
    memory = Memory(house.config.name, kept=10_000).catch_up(house.ledger)
    found: Counter[str] = Counter()
    bets: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for kept in memory.rounds:
        again = dealt_again(kept)
        names = again.game.wagers
        if kept.state == SETTLED:
            found["rounds"] += 1
            found["hands"] += sum(map(bool, kept.round.owners))
            for (_, wager), cents in again.net().items():
                held[names[wager]] -= cents
            placed = {(seat, name) for seat, own in enumerate(kept.round.wagers, 1) for name in own}
            for (seat, wager), cents in again.action().items():
                found["handle"] += cents
                if cents and (seat, names[wager]) not in placed:
                    bets[names[wager]] += cents
            for own in kept.round.wagers:
                bets.update(own)
        else:
            found["voids"] += 1
            paid = [row.body["settled"] for row in kept.rows if row.kind == events.PAID]
            stands = [] if kept.rows[-1].body["whole"] else [each for all_ in paid for each in all_]
            for each in stands:
                held[each["wager"]] -= each["won"]
                found["handle"] += each["stake"]
            found["hands"] += len({each["seat"] for each in stands})
            for seat, wager in {(each["seat"], each["wager"]) for each in stands}:
                bets[wager] += kept.round.wagers[seat - 1].get(wager, 0)
    return {**found, "bets": bets, "held": held}


def told_as_recounted(house: House) -> None:
    seen, accounts = recount(house), house.table.accounts
    report = report_of(house)
    assert not report.faults
    row = summed(report)
    assert (row.rounds, row.voids, row.hands) == (seen["rounds"], seen.get("voids", 0), seen["hands"])
    assert row.handle_cents == seen["handle"]
    assert row.win_cents == sum(seen["held"].values()) == accounts[HOUSE] + accounts[BREAKAGE]
    assert row.out_cents - row.drop_cents == accounts[CAGE]
    assert row.tokes_cents == accounts[TOKES]
    bets: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for each in report_of(house, "wager").rows:
        bets[each.wager] += each.bets_cents
        held[each.wager] += each.win_cents
    assert bets == seen["bets"]
    assert held == seen["held"]


def summed(report: Report) -> BookRow:
    """All books together: the accounts of a table do not know of books."""
    whole = BookRow("all")
    for row in report.totals:
        for name, told in vars(row).items():
            if type(told) is int:
                setattr(whole, name, getattr(whole, name) + told)
    return whole


@pytest.mark.parametrize("name", GAMES)
def test_every_total_agrees_with_the_tapes_and_the_accounts(name: str) -> None:
    told_as_recounted(lively_house(name, 14, seed=3))


def test_rows_of_shifts_days_and_wagers_add_up_to_the_whole() -> None:
    house = lively_house("lucky", 25)
    calendar = Calendar.of("America/Los_Angeles", ["06:00", "16:15", "22:00"], "06:00")
    period = days("1969-12-30", "1970-01-02")
    books = Books(house.ledger)
    (whole,) = books.report(calendar, period, ()).rows
    for by in (("shift",), ("day", "shift"), ("week", "table"), ("month", "game"), ("wager", "shift", "day")):
        rows = books.report(calendar, period, by).rows
        for name in ("bets_cents", "win_cents"):
            assert sum(getattr(row, name) for row in rows) == getattr(whole, name)
        if "wager" not in by:
            assert sum(row.handle_cents for row in rows) == whole.handle_cents
            assert sum(row.dealing_us for row in rows) == whole.dealing_us
