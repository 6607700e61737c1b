"""Meters that must hit by an amount, at live tables: a hidden trigger is promised, reached by one bet, and shown."""

import hashlib
import hmac
import json
from dataclasses import replace
from typing import Any

import pytest

from houseway.house import events
from houseway.house.audit.export import export_lines
from houseway.house.audit.verify import verify_ledger
from houseway.house.configuration import TableConfig, default_room
from houseway.house.draft import Actor, Command
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import Ledger, OutOfOrder
from houseway.house.linked.accrual import accrual
from houseway.house.linked.displayed import link_view, progressives_view
from houseway.house.linked.link import Link
from houseway.house.linked.to_read import link_to_read
from houseway.house.linked.trigger import drawn
from houseway.house.pit import Pit, new_id
from houseway.house.posting import posting_sign
from houseway.progressives.jackpot import Meter
from houseway.rules.refused import Refused
from tests.house.lively import rechained
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, at_once, room_with, table_of
from tests.house.test_links import bet, faults, play_out, verify

SEED, LIMIT, GROWTH = 10_000, 10_200, 20
MYSTERY = {"name": "mystery", "title": "Mystery", "seed_cents": SEED, "rate": "20 %", "must_hit_by_cents": LIMIT}
LINK = ":link:corner"


def with_mystery(name: str = "holdem", **changes: Any) -> TableConfig:
    """A dollar a bet, of which 20 cents go on a meter that must hit within ten bets."""
    terms = {"meters": [{**MYSTERY, **changes}], "tiers": []}
    carried = {"name": "royal", "link": "corner", "hand_pay_cents": 1_000_000, "terms": terms}
    return TableConfig.from_body({**table_of("holdem").to_body(), "name": name, "progressives": [carried]})


def a_house(**changes: Any) -> House:
    house = House(with_mystery(**changes))
    house.sit(ANNA)
    return house


def link_of(pit: Pit) -> Link:
    return pit.links.catch_up("corner")


def shown(pit: Pit) -> int:
    return link_of(pit).readings["mystery"].shown_cents


def trigger(pit: Pit) -> int:
    found = link_of(pit).triggers["mystery"].cents
    assert found is not None
    return found


def play(pit: Pit, table: str, *people: Actor) -> None:
    bet(pit, table, *people)
    play_out(pit, table, *people)


def bet_up_to(pit: Pit, table: str, person: Actor) -> None:
    """Rounds until the next bet reaches the trigger."""
    while shown(pit) + GROWTH < trigger(pit):
        play(pit, table, person)


def jackpots(ledger: Ledger, table: str) -> list[dict[str, Any]]:
    return [row.body for row in ledger.read(table) if row.kind == events.JACKPOT]


def test_the_bet_that_reaches_the_trigger_wins_what_the_meter_shows_and_no_other() -> None:
    house = a_house()
    for _ in range(3):
        bet_up_to(house.pit, "holdem", ANNA)
        before, hit_at = len(jackpots(house.ledger, "holdem")), trigger(house.pit)
        showed = shown(house.pit)
        house.sit(BEN)
        play(house.pit, "holdem", ANNA, BEN)
        house.do(BEN, "leave")
        (*_, last) = jackpots(house.ledger, "holdem")
        assert len(jackpots(house.ledger, "holdem")) == before + 1
        (award,) = last["awards"]
        assert (award["seat"], award["why"], award["cents"]) == (1, "must_hit", showed + GROWTH)
        assert showed < hit_at <= award["cents"]
        assert shown(house.pit) == SEED + GROWTH, "the bet of the other seat came behind it, and is on the next one"
        assert trigger(house.pit) > shown(house.pit)
    verify(house.ledger)


def test_of_two_bets_of_a_round_the_second_wins_if_it_is_the_one_that_reaches_the_trigger() -> None:
    house = a_house()
    while not shown(house.pit) + GROWTH < trigger(house.pit) <= shown(house.pit) + 2 * GROWTH:
        play(house.pit, "holdem", ANNA)
    showed = shown(house.pit)
    house.sit(BEN)
    play(house.pit, "holdem", ANNA, BEN)
    ((award,),) = [each["awards"] for each in jackpots(house.ledger, "holdem")[-1:]]
    assert (award["seat"], award["cents"]) == (2, showed + 2 * GROWTH)
    verify(house.ledger)


def test_the_trigger_is_promised_before_the_bets_and_shown_after_the_hit_for_anybody_to_check() -> None:
    house = a_house()
    (promised,) = link_view(link_of(house.pit))["meters"]
    secret = str(trigger(house.pit))
    (seen,) = progressives_view(house.table, house.pit.links.look)
    assert "nonce" not in json.dumps(seen)
    assert secret not in json.dumps(seen)
    assert (promised["must_hit_by_cents"], promised["number"], promised["revealed"]) == (LIMIT, 1, None)
    bet_up_to(house.pit, "holdem", ANNA)
    play(house.pit, "holdem", ANNA)
    (now,) = link_view(link_of(house.pit))["meters"]
    told = now["revealed"]
    assert (told["number"], told["commitment"], str(told["trigger_cents"])) == (1, promised["commitment"], secret)
    line = {"link": "corner", "meter": "mystery", "number": 1, "trigger_cents": told["trigger_cents"]}
    text = json.dumps(line, sort_keys=True, separators=(",", ":"))
    by_hand = hmac.new(bytes.fromhex(told["key"]), text.encode(), hashlib.sha256).hexdigest()
    assert by_hand == promised["commitment"]
    assert now["number"] == 2
    assert now["commitment"] != promised["commitment"]


def test_every_cent_above_what_is_shown_is_as_likely_a_trigger() -> None:
    meter = Meter.model_validate({**MYSTERY, "must_hit_by_cents": SEED + 8})
    counts = [0] * 8
    for i in range(8_000):
        counts[drawn(meter, SEED, i.to_bytes(32)) - SEED - 1] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 29.9, "one in ten thousand is farther (7 degrees)"


def two_tables(ledger: Ledger) -> Pit:
    tables = with_mystery("one"), with_mystery("two")
    pit = Pit(ledger, at_once(ledger), room_with(*tables), clock=lambda: 1_000_000_000)
    pit.open_room(software="test")
    for table, person in (("one", ANNA), ("two", BEN)):
        pit.do(table, person, Command(new_id(), "sit", None, {"cents": 500_000}))
    return pit


def test_a_meter_that_was_reached_stands_still_until_it_is_paid_and_the_next_has_what_was_bet_meanwhile() -> None:
    ledger = open_ledger("memory:")
    pit = two_tables(ledger)
    bet_up_to(pit, "one", ANNA)
    bet(pit, "one", ANNA)
    won = shown(pit)
    for _ in range(3):
        play(pit, "two", BEN)
    assert shown(pit) == won
    what = {"meter": "mystery", "cents": 1, "reason": "malfunction", "why": "a test"}
    with pytest.raises(Refused, match="the Mystery is won: it can be lowered when that is paid"):
        pit.lower_meter("corner", SUPERVISOR, Command(new_id(), "lower", None, what))
    play_out(pit, "one", ANNA)
    assert [award["cents"] for each in jackpots(ledger, "one") for award in each["awards"]] == [won]
    assert jackpots(ledger, "two") == []
    assert shown(pit) == SEED + 3 * GROWTH
    verify(ledger)


def test_bets_written_in_the_same_instant_reach_it_in_the_order_of_the_write() -> None:
    """Neither table saw the other's bet, and each thought that it had not reached the trigger."""
    ledger = open_ledger("memory:")
    pit = two_tables(ledger)
    while not shown(pit) + GROWTH < trigger(pit) <= shown(pit) + 2 * GROWTH:
        play(pit, "one", ANNA)
    won = shown(pit) + 2 * GROWTH
    people = (("one", ANNA), ("two", BEN))
    for table, person in people:
        what = {"seat": 1, "wagers": {"ante": 500, "bonus": 500}, "joins": ["royal"]}
        pit.do(table, person, Command(new_id(), "bet", None, what))
    begun = [pit.begin(table, person, Command(new_id(), "ready")) for table, person in people]
    answers = ledger.append([each.batch for each in reversed(begun)])  # type: ignore[union-attr]
    for (table, _), intent, answer in zip(people, begun, reversed(answers), strict=True):
        assert pit.finish(table, intent, answer) is not None  # type: ignore[arg-type]
    for table, person in people:
        play_out(pit, table, person)
    assert [award["cents"] for each in jackpots(ledger, "one") for award in each["awards"]][-1:] == [won]
    assert jackpots(ledger, "two") == []
    verify(ledger)


def test_a_server_that_has_not_heard_of_the_bet_asks_before_it_settles() -> None:
    ledger = open_ledger("memory:")
    pit = two_tables(ledger)
    other = Pit(
        ledger, at_once(ledger), room_with(with_mystery("one"), with_mystery("two")), clock=lambda: 1_000_000_000
    )
    other.open_room(software="test", restarted=False)
    bet_up_to(pit, "one", ANNA)
    bet(pit, "one", ANNA)
    other.refresh("one")
    play_out(other, "one", ANNA)
    assert len(jackpots(ledger, "one")) == 1
    verify(ledger)


def test_a_void_round_wins_nothing_and_its_trigger_is_shown_and_set_anew() -> None:
    house = a_house()
    bet_up_to(house.pit, "holdem", ANNA)
    before, old = shown(house.pit), trigger(house.pit)
    bet(house.pit, "holdem", ANNA)
    house.do(SUPERVISOR, "void", reason="a card was turned")
    assert (shown(house.pit), jackpots(house.ledger, "holdem")) == (before, [])
    (now,) = link_view(link_of(house.pit))["meters"]
    assert (now["number"], now["revealed"]["trigger_cents"]) == (2, old)
    assert trigger(house.pit) > before
    verify(house.ledger)


def test_after_a_restored_backup_a_trigger_that_may_be_known_is_in_force_no_more() -> None:
    house = a_house()
    play(house.pit, "holdem", ANNA)
    old = link_of(house.pit).triggers["mystery"]
    house.pit = Pit(house.ledger, at_once(house.ledger), room_with(house.config), clock=lambda: house.now)
    house.pit.open_room(software="test", restored="a copy was brought back")
    now = link_of(house.pit).triggers["mystery"]
    assert (now.number, now.commitment == old.commitment) == (old.number + 1, False)
    assert house.ledger.read(LINK)[-1].written["why"] == "a copy was brought back"
    verify(house.ledger)


class OtherKey:
    """The same ledger with another key, as after one was lost, or for an auditor who has none."""

    def __init__(self, ledger: Ledger, rows: Any = None) -> None:
        self._ledger, self._rows = ledger, rows

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ledger, name)

    def secret(self, purpose: str) -> bytes:
        return hashlib.sha256(f"another {purpose}".encode()).digest()

    def read(self, table: str, after: int = 0, limit: int | None = None) -> Any:
        if self._rows is None or table != LINK:
            return self._ledger.read(table, after, limit)
        return [row for row in self._rows if row.version > after][:limit]

    def skim(self, table: str, after: int, upto: int, kinds: Any) -> Any:
        rows = (row for row in self.read(table, after) if row.version <= upto and row.kind in kinds)
        return [(row.version, row.at, row.kind, row.text) for row in rows]

    def head(self, table: str) -> Any:
        return self._rows[-1].place if self._rows and table == LINK else self._ledger.head(table)


def test_an_auditor_without_the_key_finds_whose_bet_reached_every_trigger_that_was_shown() -> None:
    house = a_house()
    for _ in range(2):
        bet_up_to(house.pit, "holdem", ANNA)
        play(house.pit, "holdem", ANNA)
    other: Any = OtherKey(house.ledger)
    assert [verdict.sentence for verdict in verify_ledger(other) if verdict.fault] == []
    rows = accrual(other, _utc())
    assert rows[-1].awards == 2
    assert rows[-1].shows_cents == SEED


def test_a_trigger_whose_key_was_lost_is_set_anew_before_the_next_bet_counts() -> None:
    house = a_house()
    bet_up_to(house.pit, "holdem", ANNA)
    play(house.pit, "holdem", ANNA)  # what was reached under the old key stands
    play(house.pit, "holdem", ANNA)
    before = len(jackpots(house.ledger, "holdem"))
    other: Any = OtherKey(house.ledger)
    pit = Pit(other, at_once(house.ledger), room_with(house.config), clock=lambda: house.now)
    pit.open_room(software="test")
    play(pit, "holdem", ANNA)
    assert "the last one cannot be known here" in [
        row.written["why"] for row in house.ledger.read(LINK) if row.kind == "set"
    ]
    bet_up_to(pit, "holdem", ANNA)
    play(pit, "holdem", ANNA)
    assert len(jackpots(house.ledger, "holdem")) > before
    assert [verdict.sentence for verdict in verify_ledger(other) if verdict.fault] == []


def test_an_export_has_the_link_and_withholds_what_an_open_trigger_is_drawn_with() -> None:
    house = a_house()
    bet_up_to(house.pit, "holdem", ANNA)
    play(house.pit, "holdem", ANNA)
    lines = [json.loads(line) for line in export_lines(house.ledger, "jsonl")]
    entries = [line for line in lines if line["table"] == LINK]
    assert len(entries) == house.ledger.head(LINK).version
    first, second = (line for line in entries if line["kind"] == "set")
    assert ("nonce" in first["body"], first["withheld"]) == (True, [])
    assert ("nonce" in second["body"], second["withheld"]) == (False, ["nonce"])
    assert [json.loads(line) for line in export_lines(house.ledger, "jsonl", [LINK])] == entries


def _utc() -> Any:
    from houseway.house.books.calendar import Calendar

    return Calendar.of()


def said(row: Any, **changes: Any) -> Any:
    text = json.dumps({**json.loads(row.text), **changes}, sort_keys=True, separators=(",", ":"))
    return replace(row, text=text)


@pytest.mark.parametrize(
    ("kind", "changes", "sentence"),
    [
        ("revealed", {"trigger_cents": LIMIT + 1}, "whose bet reached a trigger is not who was paid for it"),
        ("revealed", {"key": "00" * 32}, "trigger 1 of the meter 'mystery' does not match its commitment"),
        ("set", {"shows": SEED - 1}, "trigger 1 of the meter 'mystery' cannot be set here"),
        ("set", {"why": ""}, "a trigger was set without a reason"),
    ],
)
def test_a_trigger_that_was_moved_is_found(kind: str, changes: dict[str, Any], sentence: str) -> None:
    house = a_house()
    bet_up_to(house.pit, "holdem", ANNA)
    play(house.pit, "holdem", ANNA)
    rows = house.ledger.read(LINK)
    place = next(i for i, row in enumerate(rows) if row.kind == kind)
    forged: Any = OtherKey(house.ledger, rechained([*rows[:place], said(rows[place], **changes), *rows[place + 1 :]]))
    (fault,) = faults(forged)
    assert sentence in fault


def test_a_house_that_pays_the_meter_to_another_bet_is_found() -> None:
    """Rows of the table and of the link agree, and are wrong together."""
    house = a_house()
    play(house.pit, "holdem", ANNA)
    link = link_to_read(house.ledger, "corner")
    for row in house.ledger.read(LINK):
        link.learn(row)
    award = {"seat": 1, "cents": SEED, "why": "must_hit", "meter": "mystery", "tier": ""}
    body = {"table": "holdem", "round": 1, "version": 99, "awards": [award], "meters": {}, "format": 1}
    with pytest.raises(OutOfOrder, match="whose bet reached a trigger is not who was paid for it"):
        link.apply("won", body, 0)


def test_the_sign_says_by_when_it_is_won() -> None:
    posted = posting_sign(default_room(), with_mystery()).money[-1]
    assert "The Mystery is won by the bet that brings it to a hidden amount, $102 at most." in posted
