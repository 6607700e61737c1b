"""A table that is written down and read again, what is due at it, and ledgers around others: by hand."""

import inspect
from collections import OrderedDict
from fractions import Fraction
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.house.audit import duties
from houseway.house.audit.deck_events import faulted
from houseway.house.audit.duties import has_run_out, is_deal_due, is_spent, must_leave, verify_nothing_due
from houseway.house.audit.hearing import Hearing, Wrong
from houseway.house.audit.index import Index
from houseway.house.audit.people_events import bet
from houseway.house.books.hand_sum import NEAR_CENTS, HandReader
from houseway.house.ledger import key as house_key
from houseway.house.ledger.around import Around
from houseway.house.ledger.store import NAME_MAX, Batch, Happened, Ledger, WrongBatch
from houseway.house.player_ahead import cents_text, percent
from houseway.house.shuffler import dump
from houseway.house.standing import from_whole, whole
from houseway.house.table import Player, Settled, Table
from houseway.rules.cards import cards_of
from tests.house.table_kit import table_of

SECOND = 1_000_000


def standing(**changes: Any) -> Table:
    """Anna on seat 1 of a table that is open, with nothing on the felt."""
    table = Table("dakota", at=500 * SECOND)
    table.config = table_of(decision_clock_s=30, betting_clock_s=20, keep_seat_s=60, away_rounds_max=3)
    table.players, table.closed = {"anna": Player("anna", "Anna", seats=(1,))}, ""
    for name, value in changes.items():
        setattr(table, name, value)
    return table


# --- written down and read again ---


def test_rounds_that_can_be_corrected_keep_their_numbers() -> None:
    one: Settled = ("dakota_stud", {1: ("anna", ("ante",)), 3: ("ben", ("ante", "bonus"))})
    other: Settled = ("dakota_stud", {1: ("anna", ())})
    played = OrderedDict({7: one, 8: other, 9: one, 10: other})
    said = whole(standing(played=played, rounds=10))
    assert said["played"][0] == 7
    assert said["played"][2] == [0, 1, 0, 1]
    read = from_whole("dakota", said)
    assert list(read.played.items()) == list(played.items())
    assert read == standing(played=played, rounds=10)
    assert whole(read) == said


def test_a_table_without_rounds_is_read_as_one() -> None:
    said = whole(standing())
    assert said["played"] == [0, [], []]
    assert from_whole("dakota", said) == standing()


# --- what is due ---


def hearing(table: Table, waits_for: int = 1, **changes: Any) -> Hearing:
    """A round is on in which the table waits for a seat's choice; 0: for nobody's."""
    pending = SimpleNamespace(seat=waits_for) if waits_for else None
    game = SimpleNamespace(moments=[SimpleNamespace(pending=pending)])
    found = {"table": table, "under_other_rules": False, "verify_paid": lambda: None, "chosen": 0}
    return cast(Hearing, SimpleNamespace(**found | {"in_play": lambda: game} | changes))


def in_play(**changes: Any) -> Table:
    return standing(playing=True, rounds=4, round=SimpleNamespace(owners=["anna", None]), **changes)


def test_a_round_that_is_on_waits_for_a_person_who_has_time_left() -> None:
    seated = {"asked_at": 471 * SECOND}
    verify_nothing_due(hearing(in_play(**seated)))
    for wrong, table in {
        "seat 1's hand had to be played here": in_play(asked_at=470 * SECOND),
        "round 4 was over and had to be paid here, or be void": in_play(**seated),
    }.items():
        with pytest.raises(Wrong, match=f"^{wrong}$"):
            verify_nothing_due(hearing(table, 1 if "seat" in wrong else 0))
        verify_nothing_due(hearing(table, under_other_rules=True))  # nobody can say


@pytest.mark.parametrize("change", ["bot", "leaving"])
def test_nobody_waits_for_a_bot_or_for_whoever_leaves(change: str) -> None:
    table = in_play(asked_at=499 * SECOND)
    table.players["anna"] = Player(
        "anna", "Anna", seats=(1,), **cast(Any, {change: "basic" if change == "bot" else True})
    )
    with pytest.raises(Wrong, match="had to be played here"):
        verify_nothing_due(hearing(table))


def test_what_was_won_in_play_is_paid_before_the_next_choice() -> None:
    def verify_paid() -> None:
        raise Wrong("it had to be paid")

    with pytest.raises(Wrong, match="it had to be paid"):
        verify_nothing_due(hearing(in_play(asked_at=499 * SECOND), verify_paid=verify_paid))


def test_clocks_end_when_their_seconds_are_over() -> None:
    assert [has_run_out(standing(asked_at=0), at) for at in (30 * SECOND - 1, 30 * SECOND)] == [False, True]
    table = standing()
    for changes, at, leaves in (
        ({}, 10**9, False),
        ({"gone_at": SECOND}, 61 * SECOND - 1, False),
        ({"gone_at": SECOND}, 61 * SECOND, True),
        ({"sat_out": 2}, 0, False),
        ({"sat_out": 3}, 0, True),
        ({"leaving": True}, 0, True),
    ):
        player = Player("anna", "Anna", seats=(1,), **cast(Any, changes))
        assert must_leave(table, player, at) is leaves, changes


def test_a_deal_is_due_when_all_who_are_there_are_ready_or_time_is_over() -> None:
    bets = {1: {"ante": 500}}
    ben = Player("ben", "Ben", seats=(2,))
    both = {"anna": Player("anna", "Anna", seats=(1,)), "ben": ben}
    away = {**both, "ben": Player("ben", "Ben", seats=(2,), gone_at=1)}
    bot = {**both, "ben": Player("ben", "Ben", seats=(2,), bot="basic")}
    for due, changes in (
        (False, {"ready": {"anna"}}),
        (True, {"bets": bets, "ready": {"anna"}}),
        (False, {"bets": bets, "ready": {"anna"}, "players": both}),
        (True, {"bets": bets, "ready": {"anna", "ben"}, "players": both}),
        (True, {"bets": bets, "ready": {"anna"}, "players": away}),
        (True, {"bets": bets, "ready": {"anna"}, "players": bot}),
        (False, {"bets": {2: {"ante": 500}}, "ready": {"anna"}, "players": bot}),
        (False, {"bets": bets, "betting_since": 480 * SECOND + 1}),
        (True, {"bets": bets, "betting_since": 480 * SECOND}),
        (False, {"bets": bets}),
        (False, {"bets": bets, "players": {"anna": Player("anna", "Anna", seats=(1,), gone_at=1)}}),
    ):
        assert is_deal_due(standing(**changes), 500 * SECOND) is due, changes


def test_between_rounds_the_first_thing_that_is_due_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    open_, leaving = Table("new"), {"anna": Player("anna", "Anna", seats=(1,), leaving=True)}
    verify_nothing_due(hearing(open_))
    shoe = SimpleNamespace(order=[1] * 52, drawn=0, cycle=1)
    verify_nothing_due(hearing(standing(shuffle=shoe)))
    verify_nothing_due(hearing(standing(closed="a break")))
    for wrong, table in (
        ("Anna had to leave the table here", standing(shuffle=shoe, players=leaving, closed="a break")),
        ("the cards had to be shuffled here", standing()),
        ("the cards had to be shuffled here", standing(shuffle=SimpleNamespace(order=[1] * 52, drawn=13, cycle=1))),
        ("a round had to be dealt here", standing(shuffle=shoe, bets={1: {"ante": 500}}, ready={"anna"})),
    ):
        with pytest.raises(Wrong, match=f"^{wrong}$"):
            verify_nothing_due(hearing(table))
    monkeypatch.setattr(Table, "wrong_deck", lambda _: "red")
    with pytest.raises(Wrong, match=r"^the machine had to stop here: the cards of deck red were not whole$"):
        verify_nothing_due(hearing(standing(shuffle=shoe)))
    assert duties.is_spent(standing(shuffle=SimpleNamespace(order=(), drawn=13, cycle=1))) is False


def test_a_shoe_is_spent_at_its_cut_card(monkeypatch: pytest.MonkeyPatch) -> None:
    table = standing()
    mode = SimpleNamespace(cut=lambda cards, seats: cards // 4 + seats)
    monkeypatch.setattr(type(table.set_up), "shuffler_mode", lambda _: mode)
    behind = 13 + table.set_up.seats
    for drawn, spent in ((0, False), (52 - behind - 1, False), (52 - behind, True)):
        table.shuffle = cast(Any, SimpleNamespace(order=[1] * 52, drawn=drawn, cycle=1))
        assert is_spent(table) is spent


# --- a machine that stopped ---


def test_a_machine_stopped_for_the_deck_of_the_next_shuffle() -> None:
    for cycles, deck in ((3, "B"), (4, "A")):
        said = faulted(Hearing(standing(cycles=cycles)), {"reason": "counted", "deck": deck, "tray": "00"})
        assert (said["deck"], said["tray"]) == (deck, "00")


# --- money of the books ---


def test_a_cap_is_met_by_a_place_or_by_the_round() -> None:
    hands: Any = [SimpleNamespace(capped_cents=(cents, 0)) for cents in (5000, 10_000, 10_000 - NEAR_CENTS)]
    for of_round, cap, paid in ((False, 10_000, 10_000), (True, 10_000, 25_000 - NEAR_CENTS), (True, 30_000, 0)):
        sums = HandReader.__new__(HandReader)
        sums._caps, sums._cap_of_round = cast(Any, [(cap, ())]), of_round
        assert sums.capped(hands) == paid


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (Fraction(1, 3), "0.3 cents"), (Fraction(-199, 2), "-99.5 cents"), (Fraction(100), "$1.00"),
        (Fraction(-100), "-$1.00"), (Fraction(1_234_567, 2), "$6,172.84"), (Fraction(-15_005, 100), "-$1.50"),
    ],
)  # fmt: skip
def test_an_expectation_is_told_in_dollars_or_in_cents(cents: Fraction, text: str) -> None:
    assert cents_text(cents) == text


def test_a_share_next_to_nothing_is_told_with_four_digits() -> None:
    assert [percent(Fraction(n, 10**6)) for n in (123_456, 21, -21, 0)] == [
        "12.35 %", "0.0021 %", "-0.0021 %", "0.0000 %",
    ]  # fmt: skip


# --- a ledger around another ---


class Heard:
    """A ledger that notes what it is asked and answers with the name of the question."""

    address: Any = "here"
    shared: Any = "yes"

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        def asked(*given: Any) -> str:
            self.asked.append((name, *given))
            return f"{name} answered"

        return asked


def test_whatever_is_asked_of_a_ledger_around_another_is_asked_of_the_one_inside() -> None:
    """With the same words in the same order, and its answer handed on, unless there is none."""
    inside = Heard()
    around = Around(cast(Ledger, inside))
    assert [around.address, around.shared] == ["here", "yes"]
    for name, method in inspect.getmembers(Around, inspect.isfunction):
        if name == "__init__":
            continue
        names = list(inspect.signature(method).parameters)[1:]
        found = getattr(around, name)(*names)
        assert inside.asked.pop() == (name, *names)
        answers = inspect.signature(method, eval_str=True).return_annotation is not None
        assert found == (f"{name} answered" if answers else None), name
    assert around.read("t")
    assert inside.asked.pop() == ("read", "t", 0, None)


# --- what is written together ---


def batch(**changes: Any) -> Batch:
    said: dict[str, Any] = {"table": "dakota", "expected": 0, "at": 1, "command": "c", "events": (Happened("sat", {}),)}
    return Batch(**said | changes)


def test_a_batch_that_is_wrong_cannot_be_made() -> None:
    most = "t" * NAME_MAX
    for fits in ({"table": most}, {"command": most}, {"command": ""}, {"events": (Happened(most, {}),)}):
        assert batch(**cast(Any, fits)).texts == ("{}",)
    beside = batch(beside=(batch(table="link:a"), batch(table="link:b")))
    assert [each.table for each in beside.together] == ["link:a", "link:b", "dakota"]
    one_each = "what is written together goes to one stream each"
    for wrong, changes in (
        ("a batch is of a table", {"table": ""}),
        ("a command that made nothing happen is not stored", {"events": ()}),
        ("is too long", {"table": f"{most}t"}),
        ("is too long", {"command": f"{most}t"}),
        ("is too long", {"events": (Happened(f"{most}t", {}),)}),
        ("holds a zero", {"command": "a\0"}),
        (one_each, {"beside": (batch(),)}),
        (one_each, {"beside": (batch(table="link:a"), batch(table="link:a"))}),
        (one_each, {"beside": (batch(table="link:a", beside=(batch(table="link:b"),)),)}),
    ):
        with pytest.raises(WrongBatch, match=wrong):
            batch(**cast(Any, changes))


def test_a_keyring_that_has_the_new_key_is_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))  # somebody who has opened a house has a key there
    kept: dict[str, str] = {}
    ring = SimpleNamespace(
        get_password=lambda service, name: kept.get(f"{service}/{name}"),
        set_password=lambda service, name, word: kept.update({f"{service}/{name}": word}),
    )
    monkeypatch.delenv(house_key.VARIABLE, raising=False)
    monkeypatch.delenv(house_key.FILE_VARIABLE, raising=False)
    monkeypatch.setattr(house_key, "_keyring", lambda: ring)
    said: list[str] = []
    made = house_key.find_or_make_key(said.append)
    assert kept == {"houseway/house key": made.hex()}
    assert len(made) == 32
    assert house_key.find_or_make_key(said.append) == made
    assert said == ["a new key that seals the cards is in your keyring: keep a copy apart from the ledger's"]


def test_what_a_shuffler_puts_out_is_so_much_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dump, "BLOCK_BYTES", 10)
    assert [len(block) for block in islice(dump.byte_blocks(25), 9)] == [10, 10, 5]
    assert [len(block) for block in islice(dump.byte_blocks(20), 9)] == [10, 10]
    assert [len(block) for block in islice(dump.byte_blocks(None), 3)] == [10, 10, 10]
    shuffled: list[int] = []

    def shuffle(name: str, cycle: int, deck: tuple[int, ...]) -> Any:
        shuffled.append(cycle)
        assert name == "dump"
        return SimpleNamespace(order=deck[::-1])

    shuffler: Any = SimpleNamespace(shuffle=shuffle, deck=tuple(cards_of("2c 3d Ah")))
    assert list(islice(dump.order_lines(shuffler, 2), 9)) == [b"Ah 3d 2c\n"] * 2
    assert list(islice(dump.order_lines(shuffler, None), 4)) == [b"Ah 3d 2c\n"] * 4
    assert shuffled == [1, 2, 1, 2, 3, 4]


# --- what an auditor looks up, and takes down ---


def test_events_are_found_by_kind_player_and_round_the_newest_first() -> None:
    index = Index(version=10, rounds=3)
    index.head = 22
    index.kinds["bet"].extend((11, 12, 15, 19, 21))
    index.people["anna"].extend((11, 15, 16, 21, 22))
    index._ends.extend((14, 20))
    for asked, among in (
        ({}, range(11, 23)),
        ({"kind": "bet"}, (11, 12, 15, 19, 21)),
        ({"player": "anna"}, (11, 15, 16, 21, 22)),
        ({"kind": "bet", "player": "anna"}, (11, 15, 21)),
        ({"round_": 4}, range(11, 15)),
        ({"round_": 5, "player": "anna"}, (15, 16)),
        ({"round_": 6}, (21, 22)),
        ({"round_": 7}, ()),
        ({"player": "ben"}, ()),
    ):
        for before, least, limit in ((23, 0, 99), (21, 0, 99), (22, 15, 99), (23, 11, 1), (23, 12, 2)):
            found = index.find(**cast(Any, asked), before=before, least=least, limit=limit)
            assert found == [each for each in reversed(among) if least <= each < before][:limit], (asked, before)


def test_a_bet_is_taken_down_with_the_progressives_it_joins(monkeypatch: pytest.MonkeyPatch) -> None:
    table = standing()
    monkeypatch.setattr(type(table.set_up), "verify_joins", lambda _, __, joins: 100 * len(joins))
    body = {"player": "anna", "seat": 1, "wagers": {"dollar": 500, "one": 500, "two": 500, "three": 500}}
    moves = {(): 2000, ("grand",): 2100}
    for joins, cents in moves.items():
        more = {"joins": list(joins)} if joins else {}
        said = bet(Hearing(table), body | more)
        assert said == {**body, **more, "postings": {"player:anna": -cents, "felt": cents}}
