"""What the world of failures has of links: tables that feed one, what staff may change of them, and what must hold."""

import random
from functools import cache
from typing import Any

from houseway.house import events
from houseway.house.configuration import TableConfig
from houseway.house.ledger.store import Ledger, Stored, link_stream, links_of, unsealed
from houseway.house.linked.link import LOWERED, REVEALED, Link
from houseway.house.linked.to_read import told_in
from houseway.house.linked.trigger import PURPOSE
from tests.house.person import Wish
from tests.house.table_kit import table_of

LINKED = ("royal-one", "royal-two")
CORNER, ATTIC = "corner", "attic"
MANY_CENTS = 40  # that somebody takes off a meter
Numbers = dict[tuple[str, str], int]  # of the trigger in force, by link and meter


@cache
def linked_config(name: str, policy: str) -> TableConfig:
    if name not in LINKED:
        return table_of(name, on_restart=policy)
    easy = {
        "outcomes": ["three_of_a_kind", "straight", "flush", "full_house", "straight_flush"],
        "meter": "jackpot",
        "share": "100 %",
    }
    other = {"outcomes": ["lose"], "meter": "jackpot", "share": "10 %", "envy_cents": 500}
    meter = {"name": "jackpot", "title": "Jackpot", "seed_cents": 5_000, "rate": "1/3", "reserve_rate": "1/7"}
    mystery = {"name": "mystery", "title": "Mystery", "seed_cents": 1_000, "rate": "1/5", "must_hit_by_cents": 1_060}
    terms = {"meters": [{**meter, "cap_cents": 5_150}, mystery], "tiers": [easy, other], "together": "in_turn"}
    carried = {"name": "royal", "link": CORNER, "hand_pay_cents": 450, "terms": terms}
    body = table_of("holdem", on_restart=policy).to_body()
    return TableConfig.from_body({**body, "name": name, "progressives": [carried]})


def another_link(config: TableConfig, rng: random.Random) -> Wish:
    """A changed configuration: no progressive, another link, another limit of hand pays, and terms that are refused."""
    body = config.to_body()
    (carried,) = body["progressives"]
    jackpot, mystery = carried["terms"]["meters"]
    changes: list[list[dict[str, Any]]] = [
        [],
        [{**carried, "link": ATTIC}],
        [{**carried, "hand_pay_cents": rng.choice([100, 100_000])}],
        [{**carried, "terms": {**carried["terms"], "meters": [{**jackpot, "cap_cents": 5_001}, mystery]}}],
        *[[carried]] * 3,
    ]
    return "configure", {"config": {**body, "progressives": rng.choice(changes)}, "reason": "another link"}


def lowering(rng: random.Random) -> dict[str, Any]:
    """A supervisor takes something off a meter, or tries to."""
    reason = rng.choice(["malfunction", "over_cap", "not_displayed", "seed_recovery"])
    meter = rng.choice(["jackpot", "mystery"])
    return {"meter": meter, "cents": rng.randrange(1, MANY_CENTS), "reason": reason, "why": "it was tried"}


def link_of(name: str, rows: list[Stored]) -> Link:
    """The link read anew, with its money counted after every entry."""
    told = told_in(row.written for row in rows if row.kind == REVEALED)
    link = Link(name, secret=unsealed(PURPOSE), told=told)
    for row in rows:
        link.learn(row)
        assert sum(link.accounts.values()) == 0
    return link


def triggers_in_force(ledger: Ledger) -> Numbers:
    """By link and meter; of a copy that comes back they may be known."""
    links = [link_of(name, ledger.read(link_stream(name))) for name in links_of(ledger)]
    return {(link.name, meter): found.number for link in links for meter, found in link.triggers.items()}


def verify_set_anew(before: Numbers, ledger: Ledger) -> int:
    """No trigger that may be known is in force; how many there were."""
    now = triggers_in_force(ledger)
    assert all(now[key] > number for key, number in before.items()), f"{before} came back, and now {now} are in force"
    return len(before)


def worth(ledger: Ledger, tables: list[str]) -> dict[str, int]:
    """What a history had of links: how often a table was moved, and a meter lowered."""
    links = [
        [carried["link"] for carried in row.body["config"].get("progressives", ())]
        for name in tables
        for row in ledger.read(name)
        if row.kind in events.SETS_UP
    ]
    lowered = [row for name in links_of(ledger) for row in ledger.read(link_stream(name)) if row.kind == LOWERED]
    return {"off the link": links.count([]), "on another link": links.count([ATTIC]), "lowered": len(lowered)}
