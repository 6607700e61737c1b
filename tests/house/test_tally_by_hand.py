"""What the books say of a stream that does not add up, every sentence with its numbers; and a link of one's own."""

from typing import Any

import numpy as np
import pytest

from houseway.games import find_game
from houseway.house import events
from houseway.house.books.calendar import QUARTER
from houseway.house.books.tally import FAULTS_MAX, TableTally
from houseway.house.ledger.store import canonical
from houseway.house.linked.practice_link import PracticeLink
from houseway.house.money import BREAKAGE, CAGE, FELT, HOUSE, TOKES, chips_of
from houseway.progressives.jackpot import adjusted, find_progressive
from houseway.rules.tape import COLUMNS
from tests.house.table_kit import table_of

ANN = chips_of("ann")
SEATS = 7


def dealt(number: int, **wagers: int) -> tuple[str, dict[str, Any]]:
    empty: list[Any] = [{}] * (SEATS - 1)
    owners = ["ann", *[""] * (SEATS - 1)]
    return events.DEALT, {"round": number, "cycle": 1, "owners": owners, "wagers": [wagers, *empty]}


def settled(number: int, won: dict[str, int], postings: dict[str, int]) -> tuple[str, dict[str, Any]]:
    return events.SETTLED, {"round": number, "drawn": 9, "tape": "", "won": {"1": won}, "postings": postings}


def tally_of(*rows: tuple[str, dict[str, Any]]) -> TableTally:
    tally = TableTally("dakota")
    tally.configure(table_of("dakota"))
    tally.hear((version, version, kind, canonical(body)) for version, (kind, body) in enumerate(rows, 1))
    tally.add_up()
    return tally


LOST = {FELT: -500, HOUSE: 500}
WON = {FELT: -500, HOUSE: -1000, ANN: 1500}


@pytest.mark.parametrize(
    ("won", "postings", "said"),
    [
        ({"dollar": -500}, LOST, []),
        ({"dollar": 1000}, WON, []),
        ({"dollar": 1000}, {FELT: -500, HOUSE: -998, BREAKAGE: -2, ANN: 1500}, []),
        (
            {"dollar": 990}, WON,
            ["round 1: by its results the house has -990 cents, by its account -1000",
             "round 1: 510 cents were put up, 500 came off the felt"],
        ),
        (
            {"dollar": 1000}, {**WON, ANN: 1507, HOUSE: -1000},
            ["its postings are 7 cents from zero", "round 1: 507 cents were put up, 500 came off the felt"],
        ),
        (
            {"dollar": -500}, {FELT: -500, HOUSE: 500, BREAKAGE: 3},
            ["its postings are 3 cents from zero",
             "round 1: by its results the house has 500 cents, by its account 503"],
        ),
    ],
)  # fmt: skip
def test_a_round_is_held_against_its_accounts(won: dict[str, int], postings: dict[str, int], said: list[str]) -> None:
    tally = tally_of(dealt(1, dollar=500), settled(1, won, postings))
    assert tally.faults == [f"table dakota, event 2, {each}" for each in said]
    (cell,) = tally.tables.values()
    assert (cell.rounds, cell.voids, tally.rounds) == (1, 0, 1)


def test_a_round_that_does_not_follow_the_one_before_is_said() -> None:
    lost = [settled(at, {"dollar": -500}, LOST) for at in (1, 3)]
    tally = tally_of(dealt(1, dollar=500), lost[0], dealt(3, dollar=500), lost[1])
    assert tally.faults == ["table dakota, event 3, round 3 follows round 1"]


def test_of_faults_the_first_twenty_are_told() -> None:
    rows = [row for at in range(30) for row in (dealt(2 * at + 2), settled(at, {}, {}))]
    assert len(tally_of(*rows).faults) == FAULTS_MAX == 20


def test_chips_that_come_and_go_and_pays_that_are_put_right() -> None:
    def correction(cents: int, postings: dict[str, int]) -> tuple[str, dict[str, Any]]:
        return events.CORRECTED, {"player": "ann", "wager": "dollar", "cents": cents, "postings": postings}

    sat = {"player": "bot-3", "name": "Bot 3", "bot": "basic"}
    tally = tally_of(
        (events.SAT, {**sat, "player": "ann", "name": "Ann", "bot": ""}),
        (events.SAT, sat),
        (events.BOUGHT_IN, {"player": "ann", "postings": {CAGE: -20_000, ANN: 20_000}}),
        (events.BOUGHT_IN, {"player": "ann", "postings": {CAGE: -500, ANN: 505}}),
        (events.LEFT, {"player": "ann", "postings": {CAGE: 700, ANN: -700}}),
        (events.RULED, {"round": 1}),
        correction(250, {HOUSE: -250, ANN: 250}),
        correction(-100, {HOUSE: 90, ANN: -90}),
        correction(70, {HOUSE: -70, TOKES: 70}),
        correction(30, {HOUSE: -30, CAGE: 30}),
    )
    assert tally.faults == [
        "table dakota, event 4, its postings are 5 cents from zero",
        "table dakota, event 8, a correction of -100 cents moves 90 of the house's",
    ]
    assert (tally.names, tally.bots) == ({"ann": "Ann", "bot-3": "Bot 3"}, {"bot-3": "basic"})
    (cell,), (table,) = tally.players.values(), tally.tables.values()
    assert (cell.drop, cell.out, cell.corrected) == (20_500, 730, {"dollar": -250})
    assert (table.rulings, table.corrections, table.tokes) == (1, 4, 70)


def test_what_comes_in_another_quarter_of_an_hour_is_counted_there() -> None:
    tally = TableTally("dakota")
    tally.configure(table_of("dakota"))
    bought = canonical({"player": "ann", "postings": {CAGE: -100, ANN: 100}})
    tally.hear((at + 1, at * QUARTER // 2, events.BOUGHT_IN, bought) for at in range(5))
    assert {slot: cell.drop for (slot, _, _), cell in tally.players.items()} == {0: 200, 1: 200, 2: 100}


# --- a link of one's own ---


def own_link(limit: int) -> PracticeLink:
    """A dollar a bet, of which 20 cents go on a meter that begins at $100 and must hit by the limit."""
    holdem = find_game("fast_action_holdem")
    meter = {"name": "m", "title": "M", "seed_cents": 10_000, "rate": "20 %", "must_hit_by_cents": limit}
    return PracticeLink(
        holdem, holdem.settings(), adjusted(find_progressive(holdem, "royal"), {"meters": [meter], "tiers": []})
    )


def test_a_trigger_that_a_void_round_had_reached_is_shown_and_another_is_set() -> None:
    link = own_link(10_001)
    assert link.link.last_number("m") == 1
    assert link.feed(1, {3: 100}) == 100
    assert link.link.reached_by("practice", 1) == {"m": 3}
    assert link.view()["seats"] == [3]
    assert link.give_back(1) == 100
    assert (link.fed, link.link.reached_by("practice", 1), link.link.last_number("m")) == ({}, {}, 2)
    assert link.link.shown_triggers["m"]["number"] == 1
    assert link.give_back(1) == 0, "nothing of it is left"


def test_a_trigger_that_is_reached_pays_whoever_reached_it() -> None:
    link = own_link(10_001)
    link.feed(1, {2: 100})
    (award,) = link.pay(1, np.zeros((0, COLUMNS), dtype=np.int64), ("ann", "ben"))
    assert (award.seat, award.meter, award.why) == (2, "m", "must_hit")
    assert award.cents >= 10_001
    assert (link.link.last_number("m"), link.link.shown_triggers["m"]["number"]) == (2, 1)


def test_a_trigger_far_away_is_not_reached_by_one_bet() -> None:
    link = own_link(1_000_000_000)
    link.feed(1, {2: 100})
    assert link.link.readings["m"].shown_cents == 10_020
    assert link.give_back(1) == 100
    assert (link.link.readings["m"].shown_cents, link.link.last_number("m")) == (10_000, 1)
    assert link.feed(2, {}) == 0
