"""A person's past at a table agrees with its accounts to the cent, whatever happened there."""

import random
from pathlib import Path

import pytest

from houseway.house.audit.chronicle import Chronicle, Past
from houseway.house.audit.memory import Memory
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import Ledger, Stored
from houseway.house.money import CAGE, chips_of
from houseway.house.purse import STACK_CENTS, Purse
from houseway.house.table import Table
from tests.house.archive_kit import pruned
from tests.house.lively import PEOPLE, Lively, lively_house
from tests.house.table_kit import ANNA, SUPERVISOR

TABLES = ("dakota", "super-fun", "holdem")
ALL = 10**18


def chronicle_of(ledger: Ledger, name: str) -> Chronicle:
    made = Chronicle.begun(ledger, name)
    made.catch_up(ledger, ALL)
    return made


def settled_in(past: Past) -> int:
    return -sum(move.cents for move in past.moves) + sum(past.nets)


@pytest.mark.parametrize("name", TABLES)
def test_moves_and_rounds_come_to_the_accounts_of_the_table(name: str) -> None:
    house = lively_house(name, rounds=12, seed=5)
    lively = Lively(house, random.Random(3))
    lively.between()
    lively.bet(ANNA)  # bets lie on the felt when we look
    table, chronicle = house.table, chronicle_of(house.ledger, name)
    assert set(chronicle.people) == {person.id for person in PEOPLE}
    for player, past in chronicle.people.items():
        assert past.chips == table.accounts.get(chips_of(player), 0)
        on_felt = sum(sum(table.bets.get(seat, {}).values()) for seat in _seats(table, player))
        assert past.cents == past.chips + on_felt == settled_in(past)
    moved = sum(move.cents for past in chronicle.people.values() for move in past.moves)
    bots = -sum(row.body["cents"] for row in house.ledger.read(name) if _is_bots(row.kind, row.body))
    assert moved + bots == table.accounts[CAGE]


def _seats(table: Table, player: str) -> tuple[int, ...]:
    return table.players[player].seats if player in table.players else ()


def _is_bots(kind: str, body: dict[str, object]) -> bool:
    assert not (kind == "left" and str(body["player"]).startswith("bot-"))
    return kind == "bought_in" and str(body["player"]).startswith("bot-")


@pytest.mark.parametrize("name", TABLES)
def test_every_round_of_a_person_is_there_once_with_its_result(name: str) -> None:
    house = lively_house(name, rounds=12, seed=6)
    chronicle = chronicle_of(house.ledger, name)
    memory = Memory(name, kept=1000).catch_up(house.ledger)
    for player in chronicle.people:
        theirs = [each for each in memory.rounds if player in each.round.owners]
        played = list(chronicle.played(player, ALL))[::-1]
        assert [each.round for each in played] == [each.round.number for each in theirs]
        for mine, kept in zip(played, theirs, strict=True):
            assert mine.net_cents == kept.after[player] - kept.before[player] - kept.bought[player]
            assert (mine.void, mine.at) == (kept.state == "voided", kept.rows[-1].at)
            details = chronicle.details(house.ledger, player, mine.round)
            assert mine.bet_cents == put_up(kept.rows, player)
            assert sum(sum(each["wagers"].values()) for each in details.values()) <= mine.bet_cents
            assert {seat: each["won"] for seat, each in details.items() if each["won"]} == {
                seat: won
                for seat, won in kept.rows[-1].body["won"].items()
                if kept.round.owners[int(seat) - 1] == player
            }


def put_up(rows: list[Stored], player: str) -> int:
    """What a person bet before the cards, and what the choices put up after them."""
    dealt = next(row for row in rows if row.kind == "dealt")
    own = [each for each, owner in zip(dealt.body["wagers"], dealt.body["owners"], strict=True) if owner == player]
    later = [min(row.body.get("postings", {}).get(chips_of(player), 0), 0) for row in rows if row.kind == "chose"]
    return int(sum(sum(each.values()) for each in own) - sum(later))


def test_it_goes_on_from_where_it_was() -> None:
    house = lively_house("dakota", rounds=6, seed=7)
    whole, by_steps = chronicle_of(house.ledger, "dakota"), Chronicle.begun(house.ledger, "dakota")
    while by_steps.catch_up(house.ledger, 7):
        pass
    assert {player: list(past.nets) for player, past in by_steps.people.items()} == {
        player: list(past.nets) for player, past in whole.people.items()
    }


def test_a_correction_belongs_to_its_round_and_who_has_left_is_paid_at_the_cage() -> None:
    house = lively_house("dakota", rounds=2, seed=8)
    before = chronicle_of(house.ledger, "dakota").people[ANNA.id]
    body = next(row.body for row in house.ledger.read("dakota") if row.kind == "settled")
    number, seat = body["round"], next(
        seat for seat in body["won"] if _owner(house.ledger, body["round"], seat) == ANNA.id
    )  # fmt: skip
    wager = next(iter(body["won"][seat]))
    what = {"round": number, "seat": int(seat), "player": ANNA.id, "wager": wager, "cents": 700, "reason": "misread"}
    house.do(SUPERVISOR, "correct", **what)
    after = chronicle_of(house.ledger, "dakota").people[ANNA.id]
    assert sum(after.nets) == sum(before.nets) + 700
    assert after.moves[-1].cents == 700
    assert settled_in(after) == after.cents == 0


def _owner(ledger: Ledger, number: int, seat: str) -> str:
    dealt = next(row.body for row in ledger.read("dakota") if row.kind == "dealt" and row.body["round"] == number)
    return str(dealt["owners"][int(seat) - 1])


def test_behind_an_archive_it_begins_with_the_chips_that_lay_there(tmp_path: Path) -> None:
    ledger = open_ledger(f"sqlite:///{tmp_path}/ledger.db")
    house = lively_house("dakota", rounds=10, seed=9, ledger=ledger)
    lively = Lively(house, random.Random(1))
    for _ in range(6):
        lively.round()
    pruned(ledger, "dakota", tmp_path, keep=3)
    chronicle = chronicle_of(ledger, "dakota")
    assert chronicle.archived
    table = house.pit.load("dakota")
    for player, past in chronicle.people.items():
        assert past.chips == table.accounts.get(chips_of(player), 0)
        assert settled_in(past) == past.cents
    ledger.close()


# --- the purse ---


def test_a_purse_is_a_stack_less_what_was_bought_and_more_what_was_taken_away() -> None:
    purse = Purse.after([-50_000, 30_000, -20_000, 90_000])
    assert (purse.cents, purse.stacks) == (STACK_CENTS + 50_000, 1)
    assert (purse.bought_cents, purse.taken_cents) == (70_000, 120_000)


def test_who_buys_in_for_more_than_is_left_is_handed_fresh_stacks() -> None:
    purse = Purse.after([-STACK_CENTS])
    assert (purse.cents, purse.stacks) == (0, 1)
    purse = Purse.after([-STACK_CENTS, -1])
    assert (purse.cents, purse.stacks) == (STACK_CENTS - 1, 2)
    purse = Purse.after([-3 * STACK_CENTS - 5, 10])
    assert (purse.cents, purse.stacks) == (STACK_CENTS + 5, 4)
