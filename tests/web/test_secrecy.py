"""Nobody can learn a hidden card from the server: every game is run twice, with what a viewer does not see permuted,
and the bytes that reach that viewer are the same until the cards are shown.

The commitment to a shuffle depends on its order and on a random key, and so do the hashes that chain the ledger's rows
from then on: here both worlds have the same bytes for them. That they tell nothing without the key is SHA-256's part.
"""

import json
import logging
import random
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.games import SLUGS
from houseway.games.edition import edition_of
from houseway.house.commands import decide
from houseway.house.configuration import TableConfig, default_room
from houseway.house.draft import Actor, Command
from houseway.house.pit import Pit
from houseway.house.shuffler import Shuffled, Shuffler
from houseway.house.table import Table
from houseway.house.table_view import table_view
from houseway.rules.refused import Refused
from houseway.web import floor as floor_module
from houseway.web.logs import LOGGER, JsonLines
from tests.house.table_kit import least_bets, one_of_each_game
from tests.kit import ASKING
from tests.web.hidden_cards import COMMITMENT, after, dealt, hidden_places, permuted, random_acts, seats_of
from tests.web.running import Client, Seat, Server, running, small_room

ROUNDS_A_GAME = 10_000 // len(ASKING)
PEOPLE = tuple(Actor(name.lower(), name, "player") for name in ("Ann", "Ben", "Cleo"))
TABLES = one_of_each_game()


def config_of(slug: str, **options: Any) -> TableConfig:
    room = default_room()
    body = next(table for table in room.tables.values() if table.game == slug).to_body()
    return TableConfig.from_body({**body, "options": {**body["options"], **options}})


def table_with(config: TableConfig) -> Table:
    table = Table(config.name)
    opening = {"config": config.to_body(), "software": "", "edition": edition_of(config.the_game)}
    table.apply("opened", opening, 1_000_000)
    seats_of(table, PEOPLE)
    return table


def shown_to(table: Table, viewer: str, shuffler: Any = None) -> bytes:
    """Everything that one viewer gets at this moment: the view, and with a shuffler what they hear when they try."""
    said = [json.dumps(table_view(table, viewer))]
    if shuffler is not None and viewer:
        actor = next(person for person in PEOPLE if person.id == viewer)
        steps: list[tuple[str, dict[str, Any]]] = [
            ("act", {"act": "peek"}),
            ("act", {"hand": 9}),
            ("bet", {}),
            ("ready", {}),
            ("sit", {}),
        ]
        for do, what in steps:
            try:
                decide(table, actor, Command("x", do, None, what), table.at, shuffler)
            except Refused as refusal:
                said.append(f"{type(refusal).__name__}: {refusal}")
    return "\n".join(said).encode()


def test_all_games_are_here() -> None:
    assert {default_room().tables[name].game for name in TABLES} == set(SLUGS)


FACE_DOWN_CASES = [("triple_shot_bonus", {"poker_cards": "face_down"})]


@pytest.mark.parametrize(("slug", "options"), [*((slug, {}) for slug in ASKING), *FACE_DOWN_CASES])
def test_a_view_is_the_same_whatever_the_hidden_cards_are(slug: str, options: dict[str, Any]) -> None:
    rng = random.Random(f"{slug} {options}")
    config = config_of(slug, **options)
    table = table_with(config)
    deck = config.the_game.deck(config.settings())
    wagers = [least_bets(config) for _ in PEOPLE]
    owners = [person.id for person in PEOPLE]
    shuffler = lambda _: Shuffler(config.shuffler_mode(), deck)  # noqa: E731
    compared = moved = differed = 0
    while compared < (200 if options else ROUNDS_A_GAME):
        order = rng.sample(deck, min(len(deck), 60))
        first = dealt(table, order, wagers, owners)
        assert first.round is not None
        acts = random_acts(first.round, rng, most=rng.randrange(4))
        first = after(first, acts)
        assert first.round is not None
        if first.round.pending is None:
            continue  # it was over sooner: everything that may be shown has been
        compared += 1
        viewer = rng.choice(["", *owners])
        other_order = permuted(first.round, viewer, rng)
        second = after(dealt(table, other_order, wagers, owners), acts)
        tries = shuffler if compared % 20 == 0 else None
        assert shown_to(first, viewer, tries) == shown_to(second, viewer, tries), (slug, compared, viewer)
        moved += sum(a != b for a, b in zip(order, other_order, strict=True))
        if compared % 20 == 0:  # ... while somebody else, who sees what was permuted, does see it
            differed += any(shown_to(first, other) != shown_to(second, other) for other in owners)
    assert moved > 10 * compared
    if slug in ("dakota_stud", "fast_action_holdem"):  # cards of one's own
        assert differed > compared / 40  # asked of one in twenty


def test_hidden_places_are_what_the_rules_hide() -> None:
    """Dakota Stud: before the first choice a player sees three cards of their own, a spectator none."""
    config = config_of("dakota_stud")
    order = list(range(52))
    made = dealt(table_with(config), order, [least_bets(config)] * 3, [person.id for person in PEOPLE])
    assert made.round is not None
    assert len(hidden_places(made.round, "")) == 52
    assert len(hidden_places(made.round, "ann")) == 49


# --- through the server: sockets, HTTP, refusals, logs and metrics ---


class Arranged(Shuffler):
    """A machine with its orders laid in."""

    def __init__(self, made: Shuffler, orders: Sequence[Sequence[int]]) -> None:
        super().__init__(made.mode, made.deck)
        self.orders = orders

    def shuffle(self, table: str, cycle: int, tray: Sequence[int]) -> Shuffled:  # noqa: ARG002
        order = tuple(self.orders[min(cycle, len(self.orders)) - 1])
        return Shuffled(order, bytes(32), COMMITMENT, cycle)


def arranged_pit(orders: dict[str, list[list[int]]]) -> type[Pit]:
    class ArrangedPit(Pit):
        def shuffler(self, table: Table) -> Shuffler:
            return Arranged(super().shuffler(table), orders[table.name])

    return ArrangedPit


class Lines(logging.Handler):
    """What the log says, without the time."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(JsonLines())

    def emit(self, record: logging.LogRecord) -> None:
        record.created = record.msecs = 0
        self.lines.append(self.format(record))


@contextmanager
def logged() -> Iterator[Lines]:
    lines, before = Lines(), LOGGER.level
    LOGGER.addHandler(lines)
    LOGGER.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        LOGGER.removeHandler(lines)
        LOGGER.setLevel(before)


class World:
    """A server with arranged cards, two players and a spectator at one table; everything that reaches Ben and the
    spectator is kept."""

    def __init__(self, server: Server, name: str) -> None:
        self.server, self.name = server, name
        self.ann, self.ben = (self._player(actor) for actor in PEOPLE[:2])
        self.guest = server.client()
        self.seats = [self.ann.at(name), self.ben.at(name), self.guest.at(name)]
        self.kept: list[str] = []
        self.ids = 0

    def _player(self, actor: Actor) -> Client:
        session = self.server.hall.sessions.begin(actor.id, actor.name, "player")
        client = self.server.client()
        client.http.cookies.set("houseway", session.token)
        client.http.headers["x-csrf"] = self.server.hall.sessions.csrf(session)
        return client

    def do(self, who: int, do: str, **what: Any) -> None:
        self.ids += 1
        seat = self.seats[who]
        answer = seat.do(do, id=f"command-{self.ids}", **what)
        if who == 0:
            assert answer["type"] == "done", answer
        else:
            self.kept.append(json.dumps(answer))
        self.look()

    def look(self) -> None:
        for seat in self.seats[1:]:
            seat.look()
            self.kept.append(seat.heard[-1])

    def try_what_is_not_allowed(self) -> None:
        for who in (1, 2):
            steps: list[tuple[str, dict[str, Any]]] = [
                ("act", {"act": "peek"}),
                ("bet", {}),
                ("close", {"reason": "?"}),
                ("peek", {}),
            ]
            for do, what in steps:
                self.do(who, do, **what)
        for client in (self.ben, self.guest):
            for path in ("", "/rounds", "/shuffles/1", "/sign"):
                text = client.http.get(f"/api/tables/{self.name}{path}").text
                self.kept.append(re.sub('"hash":"[0-9a-f]{64}"', '"hash":"-"', text))
            report = client.http.get(f"/api/tables/{self.name}/rounds/1/report?format=md").text
            assert report.startswith("# Round 1") == (client is self.ben)
            self.kept.append(re.sub("[0-9a-f]{32} [0-9a-f]{32}", "-", report))
            self.kept.append(client.http.get("/api/room").text)
            lines = re.sub(r"(?m)^(houseway_connections\S*) \d+$", r"\1 -", client.http.get("/metrics").text)
            self.kept.append(lines)  # but for connections, which a client keeps for as long as it likes
            self.kept.append(client.http.get("/health").text)

    def pending_seat(self) -> int | None:
        view = self.seats[1].view
        return view["pending"]["seat"] if view["pending"] else None


def play(world: World, acts: Sequence[str] | None, rng: random.Random, bets: dict[str, int]) -> list[str]:
    """A round up to a moment before its end: what was chosen; with acts given, the same again."""
    for who in (0, 1):
        world.do(who, "sit", seat=who + 1, cents=world.server.house.pit.tables[world.name].set_up.buy_in_most_cents)
    steps: list[tuple[str, dict[str, Any]]] = [("bet", {"wagers": bets}), ("ready", {})]
    for do, what in steps:
        for who in (0, 1):
            world.do(who, do, **what)
    made: list[str] = []
    most = rng.randrange(3) if acts is None else len(acts)
    world.try_what_is_not_allowed()
    while len(made) < most and (seat := world.pending_seat()) is not None:
        asked: Seat = world.seats[seat - 1]
        asked.look()
        act = rng.choice(asked.view["pending"]["acts"]) if acts is None else acts[len(made)]
        world.do(seat - 1, "act", act=act)
        made.append(act)
    world.try_what_is_not_allowed()
    return made


def one_world(
    name: str, orders: dict[str, list[list[int]]], acts: Sequence[str] | None, seed: int
) -> tuple[list[str], list[str], Table]:
    """What reached the others, what was chosen, and the table at the end."""
    config = default_room().tables[name]
    with (
        logged() as log,
        running(small_room(name), pit=arranged_pit(orders), clock=lambda: 1_000_000_000) as server,
    ):
        world = World(server, name)
        made = play(world, acts, random.Random(seed), least_bets(config))
        table = server.house.pit.tables[name]
        for seat in world.seats:
            seat.close()
        told = [line for line in log.lines if '"event": "command"' in line]
        return [*world.kept, *told], made, table


@pytest.mark.parametrize("name", [name for name in TABLES if default_room().tables[name].the_game.acts])
def test_what_the_server_says_is_the_same_whatever_the_hidden_cards_are(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floor_module, "time", SimpleNamespace(perf_counter=lambda: 0.0, monotonic=time.monotonic))
    rng = random.Random(name)
    config = default_room().tables[name]
    deck = config.the_game.deck(config.settings())
    compared = 0
    for seed in range(80):  # some games seldom ask
        if compared == 2:
            return
        order, next_order = rng.sample(deck, len(deck)), rng.sample(deck, len(deck))
        kept, acts, table = one_world(name, {name: [order, next_order]}, None, seed)
        if table.round is None or not table.playing:
            continue  # it ended: the cards are shown
        other = permuted(table.round, "ben", rng)
        assert other != order
        again, _, _ = one_world(name, {name: [other, next_order]}, acts, seed)
        assert again == kept, first_difference(kept, again)
        compared += 1
    raise AssertionError("rounds were over before they could be compared: choose other seeds")


def first_difference(a: list[str], b: list[str]) -> str:
    for one, two in zip(a, b, strict=True):
        if one != two:
            at = next((i for i, (x, y) in enumerate(zip(one, two, strict=False)) if x != y), 0)
            return f"...{one[max(0, at - 150) : at + 60]}\n...{two[max(0, at - 150) : at + 60]}"
    return ""
