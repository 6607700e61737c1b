"""What the books keep of hands that share a round, against every two hands and every first hand counted one by one."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

from houseway.house import events
from houseway.house.audit.hold import cached_theory, from_store
from houseway.house.books.books import Books
from houseway.house.books.calendar import Calendar
from houseway.house.books.cells import PlayerCell, TableCell
from houseway.house.books.gathered import Gathering
from houseway.house.books.hand_sum import HandReader
from houseway.house.books.quarter import Quarter
from houseway.house.books.tally import TableTally
from tests.house.lively import lively_house, rows_of
from tests.house.table_kit import House, table_of


def dealt_and_ended(house: House) -> Iterator[tuple[bool, list[dict[str, int]], dict[str, dict[str, int]]]]:
    """Of every round whether it was void, the bets of each place and what was won."""
    placed: list[dict[str, int]] = []
    for row in rows_of(house):
        if row.kind == events.DEALT:
            placed = row.written["wagers"]
        elif row.kind in (events.SETTLED, events.VOIDED):
            yield row.kind == events.VOIDED, placed, row.written["won"]


def test_products_of_bets_of_different_hands_are_those_of_every_two_hands() -> None:
    house = lively_house("dakota", 12)
    found: Counter[str] = Counter()
    for cell in Books(house.ledger).tally("dakota").tables.values():
        found.update(cell.across[False])
    counted: Counter[str] = Counter()
    for void, placed, won in dealt_and_ended(house):
        hands = [
            {name: cents for name, cents in bets.items() if not void or name in won[f"{seat}"]}
            for seat, bets in enumerate(placed, 1)
            if bets and (not void or f"{seat}" in won)
        ]
        for one, other in permutations(hands, 2):
            for (a, first), (b, second) in product(one.items(), other.items()):
                if a <= b:
                    counted[f"{a}|{b}"] += first * second
    assert found == counted
    assert len(found) == 10


def test_hands_of_one_player_and_of_bots_are_multiplied_with_their_own() -> None:
    table = TableCell()
    players: dict[tuple[int, int, str], PlayerCell] = {}
    quarter = Quarter(7, 0, HandReader(table_of("dakota")), table)
    bets = '"dollar":100},{"dollar":200},{},{"dollar":300},{"dollar":500'
    for _ in range(2):
        quarter.add_round('a","a","","bot-x","bot-y', bets, {}, {}, False)
    quarter.add_up(players)
    twice_both = {"a": 2 * 2 * 100 * 200, "bot-x": 0, "bot-y": 0}
    assert {player: sum(cell.across.values()) for (_, _, player), cell in players.items()} == twice_both
    assert [sum(table.across[bots].values()) for bots in (False, True)] == [2 * 2 * 100 * 200, 2 * 2 * 300 * 500]


def test_a_person_is_held_against_all_hands_of_a_round_together_and_a_bot_is_nobody() -> None:
    tally = TableTally("dakota")
    tally.configure(table_of("dakota"))
    quarter = Quarter(7, 0, HandReader(table_of("dakota")), TableCell())
    quarter.add_round(
        'a","a","b","","bot-x', '"dollar":100},{"dollar":100},{"dollar":100},{},{"dollar":100', {}, {}, False
    )
    quarter.add_up(tally.players)
    found = Gathering([tally], Calendar.of("UTC"), range(10), cached_theory(from_store)).by_player()
    assert found.keys() == {"a", "b"}
    assert found["a"].cents == 2 * found["b"].cents
    assert found["a"].variance == 4 * found["b"].variance, "hands of a round are taken to win and lose together"


def test_a_wager_ends_as_on_the_first_hand_of_the_round_that_had_it() -> None:
    house = lively_house("lucky", 25)
    found: Counter[tuple[str, int, int]] = Counter()
    for cell in Books(house.ledger).tally("lucky").tables.values():
        found.update(cell.endings)
    counted: Counter[tuple[str, int, int]] = Counter()
    late = 0
    for void, placed, won in dealt_and_ended(house):
        seen: set[str] = set()
        for seat, bets in enumerate(placed, 1):
            fresh = [] if void else [name for name in bets if name not in seen]
            counted.update((name, bets[name], won.get(f"{seat}", {}).get(name, 0)) for name in fresh)
            late += bool(seen and fresh)
            seen.update(bets)
    assert found == counted
    assert late, "some hand had a wager that the first had not"
