"""Streams of every format that was ever written, one file a game: they must open for ever.

Links have a format of their own; each of their files has a link and the tables that fed it, one stream after another.

`python -m tests.house.streams` plays and stores those of the present format that are not there yet. None is ever
written again: a stored stream that no longer opens is a ledger of somebody's that no longer opens.
"""

import json
import random
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from houseway.house import dealer, events
from houseway.house.archive.sealing import Wanted, planned, seal
from houseway.house.clock import SteadyClock
from houseway.house.configuration import TableConfig
from houseway.house.draft import THE_HOUSE, Actor, Command
from houseway.house.ledger.store import Stored
from houseway.house.linked import link
from houseway.house.pit import Pit, new_id
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, arranged, at_once, least_bets, room_with, table_of

FOLDER = Path(__file__).parent / "streams"
TABLES = ("dakota-practice", "holdem", "super-fun", "triple-shot", "lucky", "dakota", "holdem-six", "lucky-practice",
          "super-fun-practice", "three-card-practice", "war-practice", "mississippi-practice",
          "let-it-ride-practice", "baccarat-practice", "holdem-royal", "ultimate-practice")  # fmt: skip
EVENTFUL = ("dakota-practice", "dakota")  # where everything else happens too
SEALED = ("holdem-six",)  # where the first round is archived
CLOCK_SET = "lucky-practice"  # where somebody sets the wall clock
PROGRESSIVE = "holdem-royal"  # a table of hold'em that carries one, where it is hit
MUST_HIT = "mystery"  # a link whose two tables feed a meter that outcomes win and one that must hit
RETIRED = "super-fun-practice"  # which is retired, and opened again


def path_of(table: str, format_: int) -> Path:
    return FOLDER / f"format-{format_}-{table}.jsonl"


def link_path(link: str, format_: int) -> Path:
    return FOLDER / f"link-{format_}-{link}.jsonl"


def stored_links() -> list[Path]:
    return sorted(FOLDER.glob("link-*.jsonl"))


def stored_streams() -> list[Path]:
    return sorted(FOLDER.glob("format-*.jsonl"))


def read_stream(path: Path) -> list[Stored]:
    return [Stored(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def write_stream(path: Path, rows: list[Stored]) -> None:
    lines = (json.dumps(asdict(row), sort_keys=True, separators=(",", ":"), ensure_ascii=False) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def played(name: str) -> list[Stored]:
    """Two rounds of two people; at some tables everything else happens too."""
    if name == PROGRESSIVE:
        return _hit()
    house = House(table_of(name), now=1_700_000_000_000_000)
    rng = random.Random(name)
    house.sit(ANNA, BEN)
    for all_wagers in (True, False):
        house.bet_and_deal(ANNA, BEN, **least_bets(house.config, all_wagers=all_wagers))
        house.now += 1_000_000
        house.play_out([ANNA, BEN], rng)
    if name in EVENTFUL:
        _all_else(house)
        _other_rules(house)
    if name in SEALED:
        _archive(house)
    if name == CLOCK_SET:
        _set_clock(house)
    if name == RETIRED:
        _retire(house)
    return house.ledger.read(name)


def _hit() -> list[Stored]:
    """A round that is void, one that hits the royal flush on the board, and its hand pays."""
    body = table_of("holdem").to_body() | {"name": PROGRESSIVE, "progressives": [{"name": "royal", "link": "corner"}]}
    config = TableConfig.from_body(body)
    chance = arranged(config, "As Ks Qs Js Ts 2h 3d 4c 5d 6h 7c 8d 9h")
    house = House(config, now=1_700_000_000_000_000, chance=chance)
    house.sit(ANNA, BEN)
    for void in (True, False):
        for person in (ANNA, BEN):
            seat = house.table.players[person.id].seats[0]
            house.do(person, "bet", seat=seat, wagers=least_bets(config), joins=["royal"])
        for person in (ANNA, BEN):
            house.do(person, "ready")
        if void:
            house.do(SUPERVISOR, "void", reason="a card was turned")
    house.play_out([ANNA, BEN], random.Random(PROGRESSIVE))
    for seat in (1, 2):
        house.do(SUPERVISOR, "hand_pay", seat=seat)
    return house.ledger.read(PROGRESSIVE)


def must_hit_tables() -> list[TableConfig]:
    jackpot = {"name": "jackpot", "title": "Jackpot", "seed_cents": 5_000, "rate": "1/3", "reserve_rate": "1/7"}
    mystery = {"name": "mystery", "title": "Mystery", "seed_cents": 1_000, "rate": "1/5", "must_hit_by_cents": 1_060}
    royal = {"outcomes": ["royal_flush"], "meter": "jackpot", "share": "100 %", "envy_cents": 500}
    terms = {"meters": [{**jackpot, "cap_cents": 5_150}, mystery], "tiers": [royal]}
    carried = {"name": "royal", "link": MUST_HIT, "hand_pay_cents": 2_000, "terms": terms}
    body = table_of("holdem").to_body() | {"progressives": [carried]}
    return [TableConfig.from_body({**body, "name": f"{MUST_HIT}-{number}"}) for number in ("one", "two")]


def linked_play() -> list[Stored]:
    """Hits by cards and by the trigger, void rounds, hand pays, a meter lowered, a restored copy: all entries."""
    configs = must_hit_tables()
    house = House(configs[0], now=1_700_000_000_000_000)
    clock = house.now
    chance = arranged(configs[0], "As Ks Qs Js Ts 2h 3d 4c 5d 6h 7c 8d 9h")

    def opened(restored: str = "") -> Pit:
        pit = Pit(house.ledger, at_once(house.ledger), room_with(*configs), clock=lambda: clock, chance=chance)
        pit.open_room(software="test", restored=restored)
        return pit

    pit = opened()

    def do(table: str, person: Actor, what: str, **said: Any) -> None:
        pit.do(table, person, Command(new_id(), what, None, said))

    for config in configs:
        for person in (ANNA, BEN):
            do(config.name, person, "sit", cents=config.buy_in_most_cents)
    for number in range(6):
        for config in configs:
            name, clock = config.name, clock + 1_000_000
            for person in (ANNA, BEN):
                seat = pit.tables[name].players[person.id].seats[0]
                do(name, person, "bet", seat=seat, wagers=least_bets(config), joins=["royal"])
            for person in (ANNA, BEN):
                do(name, person, "ready")
            if number % 2:
                do(name, SUPERVISOR, "void", reason="a card was turned")
            while (round_ := pit.tables[name].round) is not None and pit.tables[name].playing:
                assert round_.pending is not None
                do(name, ANNA if round_.owners[round_.pending.seat - 1] == ANNA.id else BEN, "act", act="keep_12")
            while pit.tables[name].dues:
                do(
                    name,
                    SUPERVISOR,
                    "hand_pay",
                    seat=pit.tables[name].players[pit.tables[name].dues[0]["player"]].seats[0],
                )
        if number == 3:
            pit = opened(restored="the ledger was restored from a copy")
    lowered = {"meter": "jackpot", "cents": 100, "reason": "malfunction", "why": "a reader counted twice"}
    pit.lower_meter(MUST_HIT, SUPERVISOR, Command(new_id(), "lower", what=lowered))
    return [
        row for name in (*(config.name for config in configs), f":link:{MUST_HIT}") for row in house.ledger.read(name)
    ]


def _all_else(house: House) -> None:
    bets = least_bets(house.config)
    house.do(THE_HOUSE, "gone", player="ben")
    house.do(THE_HOUSE, "come_back", player="ben")
    house.bet(ANNA, **bets)
    house.do(ANNA, "take_back")
    house.do(SUPERVISOR, "configure", config=table_of(house.config.name, keep_seat_s=60).to_body(), reason="shorter")
    house.bet_and_deal(ANNA, BEN, **bets)
    house.do(BEN, "leave")
    house.wait(house.config.decision_clock_s)
    house.reopen()
    house.do(SUPERVISOR, "rule", sort="exposed_card", outcome="play_on", reason="the burn card was seen")
    house.do(SUPERVISOR, "rule", sort="misdeal", outcome="void_whole", reason="a card lay with the wrong hand")
    house.do(SUPERVISOR, "correct", round=1, seat=1, player="anna", wager="dollar", cents=500, reason="paid too little")
    house.do(THE_HOUSE, "discard", reason="the ledger was restored from a copy")
    house.do(SUPERVISOR, "close", reason="a new deck")
    house.do(SUPERVISOR, "reopen")
    house.do(SUPERVISOR, "deck", missing="2c", reason="a card fell on the floor")
    house.do(SUPERVISOR, "deck", reason="a new deck")
    house.do(SUPERVISOR, "reopen")


def _other_rules(house: House) -> None:
    """As if another edition had served the table before."""
    with patch.object(dealer, "edition_of", lambda _: "0" * 16):
        house.wait(1)
    house.wait(1)


def _archive(house: House) -> None:
    plan = planned(house.ledger, house.config.name, Wanted(keep=1))
    assert plan is not None
    with TemporaryDirectory() as folder:
        seal(house.ledger, plan, Path(folder), "the operator", house.now)


def _set_clock(house: House) -> None:
    """By an hour, in the middle of a round, and back."""
    off_us = 0
    clock = SteadyClock(lambda: (house.now + off_us) * 1000, lambda: house.now * 1000)
    room = room_with(house.config)
    house.pit = Pit(house.ledger, at_once(house.ledger), room, clock=clock, chance=house.chance)
    house.pit.open_room(software="test")
    house.bet_and_deal(ANNA, BEN, **least_bets(house.config))
    for off_us in (3_600_000_000, 0):  # noqa: B007  the clock reads it
        house.wait(1)
    house.play_out([ANNA, BEN], random.Random(1))


def _retire(house: House) -> None:
    house.do(SUPERVISOR, "retire", reason="the felt is worn out")
    house.do(SUPERVISOR, "open", config=house.config.to_body(), reason="a new felt")
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    house.play_out([ANNA], random.Random(1))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in TABLES:
        path = path_of(name, events.FORMAT)
        if path.exists():
            print(f"{path.name} is there already")
        else:
            write_stream(path, played(name))
            print(f"{path.name}: {len(read_stream(path))} events")
    path = link_path(MUST_HIT, link.FORMAT)
    if path.exists():
        print(f"{path.name} is there already")
    else:
        write_stream(path, linked_play())
        print(f"{path.name}: {len(read_stream(path))} events and entries")


if __name__ == "__main__":
    main()
