"""Any game can carry two progressives, with terms that a house writes whole: none of ours need be in its folder."""

import random
from typing import Any

import pytest

from houseway.house.configuration import TableConfig, default_room
from houseway.house.offer import verify_offer
from houseway.progressives.jackpot import outcomes_of
from tests.house.table_kit import ANNA, House, least_bets, one_of_each_game
from tests.house.test_links import verify

ROUNDS = 12
NAMES = ("first", "second")


def terms(name: str, wager: str, outcome: str) -> dict[str, Any]:
    main = {"name": "main", "title": "Main", "seed_cents": 5_000, "rate": "1/3", "reserve_rate": "10 %"}
    mystery = {"name": "mystery", "title": "Mystery", "seed_cents": 1_000, "rate": "5 %", "must_hit_by_cents": 1_020}
    tier = {"outcomes": [outcome], "meter": "main", "share": "100 %", "envy_cents": 100}
    words = {"name": name, "title": name.title(), "about": "A dollar.", "study": "ours"}
    return {**words, "wager": wager, "bet_cents": 100, "meters": [main, mystery], "tiers": [tier]}


def carrying(table: TableConfig) -> tuple[TableConfig, str]:
    """One for the first outcome of a wager and one for its last; and that wager."""
    placed = [wager.name for wager in table.the_game.sheet.wagers if wager.placed and not wager.toke]
    wager = next(name for name in placed if name in table.wagers and len(outcomes_of(table.the_game, name)) > 1)
    ends = outcomes_of(table.the_game, wager)
    carried = [
        {"name": name, "link": f"of-{name}", "terms": terms(name, wager, outcome)}
        for name, outcome in zip(NAMES, (ends[0], ends[-1]), strict=True)
    ]
    body = table.to_body() | {"practice": False, "bots": [], "progressives": carried}
    return TableConfig.from_body(body), wager


@pytest.mark.parametrize("name", one_of_each_game())
def test_a_table_of_any_game_carries_two_that_the_house_wrote(name: str) -> None:
    table, wager = carrying(default_room().tables[name])
    verify_offer(table)
    house, rng = House(table), random.Random(1)
    house.sit(ANNA)
    bets = {wager: table.wagers[wager].least_cents} | least_bets(table)
    for _ in range(ROUNDS):
        house.do(ANNA, "bet", seat=1, wagers=bets, joins=list(NAMES))
        house.do(ANNA, "ready")
        while house.table.playing:
            assert house.table.round is not None
            acts = house.table.round.acts_within(house.chips(ANNA))
            house.do(ANNA, "act", act=table.the_game.acts[rng.choice(acts)])
    links = [house.pit.links.catch_up(f"of-{each}") for each in NAMES]
    assert [link.readings["main"].bets_cents for link in links] == [100 * ROUNDS] * 2
    assert min(link.readings["mystery"].wins for link in links) > 0
    assert sum(link.readings["main"].wins for link in links) > 0
    assert len(verify(house.ledger)) == 3
