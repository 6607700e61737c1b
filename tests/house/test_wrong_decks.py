"""The wrong-deck fault: what lies in the machine is counted, and a table with a wrong deck stops whatever the moment.

docs/house.md: the table closes, bets go back, the reason is on record; a supervisor brings a deck and play goes on.
"""

import random
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from houseway.house import events
from houseway.house.audit.judge import Judge
from houseway.house.audit.marks import Pins, mark_of, restored
from houseway.house.audit.verify import verify_ledger
from houseway.house.draft import Command, Forbidden
from houseway.house.ledger import open_ledger
from houseway.house.ledger.chain import Tampered
from houseway.house.ledger.store import Stored
from houseway.house.pit import Pit
from houseway.house.shuffler.log import log_of
from houseway.house.shuffler.slips import slips
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from tests.house.forgery import with_body
from tests.house.table_kit import ANNA, AUDITOR, BEN, SUPERVISOR, House, at_once, least_bets, room_with, table_of

ONE_DECK = {"model": "hand"}
TABLES = {
    "one deck": table_of("dakota", shuffler=ONE_DECK),
    "two decks in turn": table_of("dakota"),
    "a shoe": table_of("lucky"),
    "continuous": table_of("lucky-continuous"),
    "packets": table_of("holdem"),
    "as recorded before machines were named": table_of("dakota", shuffler=None),
}
every_table = pytest.mark.parametrize("name", TABLES)


def before_anybody_sits(house: House) -> None:
    assert not house.table.players


def between_rounds(house: House) -> None:
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, **least_bets(house.config, all_wagers=False))
    house.play_out([ANNA, BEN], random.Random(5))


def with_bets_on_the_felt(house: House) -> None:
    between_rounds(house)
    house.bet(ANNA, **least_bets(house.config, all_wagers=False))
    house.bet(BEN, **least_bets(house.config, all_wagers=False))
    house.do(ANNA, "ready")


def after_a_void_round(house: House) -> None:
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, **least_bets(house.config, all_wagers=False))
    if house.table.playing:
        house.do(SUPERVISOR, "void", reason="a card fell")


def while_closed(house: House) -> None:
    with_bets_on_the_felt(house)
    house.do(SUPERVISOR, "close", reason="to count the cards")


MOMENTS = (before_anybody_sits, between_rounds, with_bets_on_the_felt, after_a_void_round, while_closed)
every_moment = pytest.mark.parametrize("moment", MOMENTS)

Moment = Callable[[House], None]


def worth(house: House, person: Any) -> int:
    """Chips in hand and on the felt."""
    seats = house.table.players[person.id].seats
    return house.chips(person) + sum(sum(house.table.bets.get(seat, {}).values()) for seat in seats)


@every_table
@every_moment
def test_a_missing_card_closes_the_table_returns_every_bet_and_a_new_deck_lets_it_go_on(
    name: str, moment: Moment
) -> None:
    house = House(TABLES[name])
    moment(house)
    people = [person for person in (ANNA, BEN) if person.id in house.table.players]
    owned = {person: worth(house, person) for person in people}
    cards = len(house.table.game.deck(house.table.settings))

    house.do(SUPERVISOR, "deck", missing="7h", reason="a card lies on the floor")
    if moment is while_closed:
        house.do(SUPERVISOR, "reopen")
    said = f"the shuffler stopped: {cards - 1} cards where {cards} should be: 7h missing"
    assert house.kinds()[-1] == events.FAULTED
    assert house.last(events.FAULTED)["reason"] == house.table.closed == house.view()["closed"] == said
    assert house.last(events.LOADED)["by"] == "Sam"
    assert not house.table.bets
    assert house.table.accounts["felt"] == 0
    assert {person: house.chips(person) for person in people} == owned
    with pytest.raises(Refused, match="the table is closed: the shuffler stopped"):
        house.do(ANNA, "sit" if not people else "ready")
    house.audit()

    house.do(SUPERVISOR, "reopen")
    assert house.kinds()[-2:] == [events.REOPENED, events.FAULTED], "the same cards are in it still"
    house.do(SUPERVISOR, "deck", reason="a new deck")
    assert house.last(events.LOADED)["reason"] == "a new deck"
    assert house.table.closed == said, "it is reopened when the supervisor says so"
    house.do(SUPERVISOR, "reopen")
    assert house.kinds()[-2:] == [events.REOPENED, events.SHUFFLED]
    if not people:
        house.sit(ANNA)
        people = [ANNA]
    rounds = house.table.rounds
    house.bet_and_deal(*people, **least_bets(house.config, all_wagers=False))
    house.play_out(people, random.Random(6))
    assert house.table.rounds == rounds + 1
    house.audit()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"missing": "2c As"}, "50 cards where 52 should be: 2c As missing"),
        ({"too_many": "Ks"}, "53 cards where 52 should be: Ks too many"),
        ({"missing": "2c", "too_many": "As As"}, "53 cards where 52 should be: 2c missing, As (2) too many"),
        ({"cards": "Ah Kd"}, "2 cards where 52 should be"),
    ],
)
def test_the_reason_names_the_cards(what: dict[str, Any], said: str) -> None:
    house = House(TABLES["one deck"])
    house.do(SUPERVISOR, "deck", **what, reason="counted")
    assert house.table.closed.startswith(f"the shuffler stopped: {said}")
    house.audit()


def test_cards_that_are_whole_are_a_new_deck_and_play_goes_on() -> None:
    house = House(TABLES["one deck"])
    house.sit(ANNA)
    house.bet(ANNA, **least_bets(house.config))
    house.do(SUPERVISOR, "deck", reason="every two hours")
    assert house.kinds()[-4:] == [events.BET, events.REVEALED, events.LOADED, events.SHUFFLED]
    assert not house.table.bets
    assert not house.table.closed
    house.audit()


def test_nothing_is_done_to_a_deck_that_is_dealt_from() -> None:
    for name in ("one deck", "two decks in turn"):
        house = House(TABLES[name])
        house.sit(ANNA)
        house.bet_and_deal(ANNA, **least_bets(house.config))
        with pytest.raises(Refused, match="a round is on with this deck: let it end, or void it first"):
            house.do(SUPERVISOR, "deck", missing="7h", reason="on the floor")
        house.play_out([ANNA], random.Random(1))
        house.audit()


# --- two decks in turn ---


def test_single_6__two_decks_alternate_and_each_is_counted_for_itself() -> None:
    house = House(TABLES["packets"])
    house.sit(ANNA)
    for _ in range(4):
        house.bet_and_deal(ANNA, ante=500)
        house.play_out([ANNA], random.Random(2))
    shuffles = [row.body for row in house.ledger.read("holdem") if row.kind == events.SHUFFLED]
    assert [(body["cycle"], body["deck"]) for body in shuffles] == [(1, "A"), (2, "B"), (3, "A"), (4, "B"), (5, "A")]
    log = log_of((row.kind, row.body) for row in house.ledger.read("holdem"))
    assert log.decks == {"A": 3, "B": 2}
    house.audit()


def test_single_6__the_other_deck_is_in_the_machine_while_one_is_dealt_and_stops_the_table_after_the_round() -> None:
    house = House(TABLES["packets"])
    house.sit(ANNA)
    house.bet_and_deal(ANNA, ante=500)
    house.do(SUPERVISOR, "deck", deck="B", too_many="As", reason="a card of another deck was seen")
    assert house.table.playing, "the round is dealt from deck A"
    house.play_out([ANNA], random.Random(2))
    assert house.kinds()[-3:] == [events.SETTLED, events.REVEALED, events.FAULTED]
    assert house.last(events.FAULTED)["deck"] == "B"
    assert house.table.accounts["felt"] == 0
    house.do(SUPERVISOR, "deck", deck="A", reason="deck A is looked through too")
    house.do(SUPERVISOR, "reopen")
    assert house.table.closed, "it was not deck A"
    house.do(SUPERVISOR, "deck", deck="B", reason="a new deck B")
    house.do(SUPERVISOR, "reopen")
    house.bet_and_deal(ANNA, ante=500)
    house.play_out([ANNA], random.Random(2))
    assert house.table.rounds == 2
    house.audit()


def test_single_6__a_wrong_deck_in_the_machine_stops_the_table_though_the_order_of_the_other_stands() -> None:
    house = House(TABLES["packets"])
    house.sit(ANNA)
    house.bet(ANNA, ante=500)
    promised = house.view()["shuffle"]
    house.do(SUPERVISOR, "deck", deck="b", missing="2c", reason="on the floor")
    assert house.kinds()[-3:] == [events.LOADED, events.BET, events.FAULTED]
    assert (house.table.bets, house.chips(ANNA)) == ({}, house.config.buy_in_most_cents)
    house.audit()
    house.do(SUPERVISOR, "deck", deck="B", reason="found it")
    house.do(SUPERVISOR, "reopen")
    assert house.view()["shuffle"] == promised, "deck A waits with the order it was promised in"
    house.bet_and_deal(ANNA, ante=500)
    house.play_out([ANNA], random.Random(2))
    house.audit()


def test_a_deck_the_table_does_not_have_is_refused() -> None:
    with pytest.raises(Refused, match="there is no deck 'B' at this table: name A"):
        House(TABLES["one deck"]).do(SUPERVISOR, "deck", deck="B", reason="none")


# --- who, and what may be said ---


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"missing": "7x"}, "missing: '7x' is not a card"),
        ({"missing": 7}, "missing is no list of cards"),
        ({"cards": "??"}, "turn every card over"),
        ({"cards": "Ah", "missing": "Kd"}, "not both"),
        ({"missing": "7h 7h"}, "a whole deck here has no 7h that could be missing"),
        ({"cards": "2c" * 900}, "no machine holds more than 832"),
        ({"cards": "2c" * 9000}, "cards is no list of cards"),
        ({"reason": ""}, "give a reason"),
    ],
)
def test_what_is_no_count_of_cards_is_refused_in_one_sentence(what: dict[str, Any], said: str) -> None:
    house = House(TABLES["one deck"])
    with pytest.raises(Refused, match=said):
        house.do(SUPERVISOR, "deck", **{"reason": "counted", **what})
    assert events.LOADED not in house.kinds()


@pytest.mark.parametrize("actor", [ANNA, AUDITOR])
def test_only_a_supervisor_touches_the_cards(actor: Any) -> None:
    with pytest.raises(Forbidden, match="that is for supervisor"):
        House(TABLES["one deck"]).do(actor, "deck", missing="7h", reason="mine")


def test_a_restart_finds_the_wrong_deck_still_in_the_machine() -> None:
    house = House(TABLES["two decks in turn"])
    house.do(SUPERVISOR, "deck", missing="7h", reason="on the floor")
    house.reopen()
    assert house.table.closed.endswith("7h missing")
    house.do(SUPERVISOR, "reopen")
    assert house.kinds()[-1] == events.FAULTED
    house.audit()


def test_a_new_configuration_does_not_make_a_wrong_deck_whole() -> None:
    house = House(TABLES["one deck"])
    house.do(SUPERVISOR, "deck", missing="7h", reason="on the floor")
    changed = table_of("dakota", shuffler=ONE_DECK, decision_clock_s=99)
    house.do(SUPERVISOR, "configure", config=changed.to_body(), reason="slower")
    house.do(SUPERVISOR, "reopen")
    assert house.table.closed.endswith("7h missing")
    house.audit()


def test_a_mark_beside_the_stream_knows_a_wrong_deck_that_nobody_deals_from() -> None:
    house = House(TABLES["two decks in turn"])
    house.do(SUPERVISOR, "deck", deck="B", missing="7h", reason="on the floor")
    house.do(SUPERVISOR, "configure", config=TABLES["one deck"].to_body(), reason="without the machine")
    house.do(SUPERVISOR, "reopen")
    assert not house.table.closed, "deck A is whole, and the only one now"
    assert set(house.table.trays) == {"B"}
    pins = Pins()
    for row in house.ledger.read("dakota"):
        pins.hear(row)
    table, _ = restored(house.ledger, "dakota", mark_of(house.table, pins))
    assert table == replace(house.table, answered=OrderedDict())
    house.audit()


# --- the machine's own slips, rehearsed ---


def falls(*answers: int) -> Callable[[int], int]:
    left = iter(answers)
    return lambda _: next(left)


def test_a_tray_slips_as_chance_has_it() -> None:
    assert slips(5, falls(1))((1, 2, 3)) == (1, 2, 3)
    assert slips(5, falls(0, 1, 1))((1, 2, 3)) == (1, 3)
    assert slips(5, falls(0, 1, 0))((1, 2, 3)) == (1, 2, 3, 2)


def test_a_house_that_rehearses_faults_stops_a_table_at_its_first_shuffle_and_opens_it_with_a_new_deck() -> None:
    config, ledger = TABLES["two decks in turn"], open_ledger("memory:")
    chances = falls(0, 0, 1, 1)  # the first tray lacks its first card, the second is whole
    pit = Pit(ledger, at_once(ledger), room_with(config), clock=lambda: 1_000, slip=slips(50, chances))
    pit.open_room(software="test")
    assert pit.tables["dakota"].closed == "the shuffler stopped: 51 cards where 52 should be: 2c missing"
    for do in ("deck", "reopen"):
        pit.do("dakota", SUPERVISOR, Command(do, do, what={"reason": "a new deck"}))
    assert not pit.tables["dakota"].closed
    (verdict,) = verify_ledger(ledger)
    assert verdict.fault is None, verdict.sentence


def test_a_slip_after_a_round_stops_the_table_until_the_deck_is_replaced() -> None:
    house = House(TABLES["two decks in turn"])
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    machine = house.pit.shuffler(house.table)
    machine._slip = slips(1, falls(0, 0, 1))
    house.play_out([ANNA], random.Random(3))
    assert house.kinds()[-3:] == [events.SETTLED, events.REVEALED, events.FAULTED]
    assert house.table.closed == "the shuffler stopped: 51 cards where 52 should be: 2c missing"
    machine._slip = lambda tray: tray
    house.do(SUPERVISOR, "reopen")
    assert house.table.closed, "the card is still missing"
    house.do(SUPERVISOR, "deck", reason="replaced")
    house.do(SUPERVISOR, "reopen")
    assert not house.table.closed
    house.audit()


# --- an auditor counts again ---


def heard(rows: list[Stored]) -> None:
    judge = Judge.of(rows[0].table)
    for row in rows:
        judge.hear([row])
    judge.end()


@pytest.fixture
def wrong_deck() -> list[Stored]:
    house = House(TABLES["one deck"])
    house.sit(ANNA)
    house.bet(ANNA, **least_bets(house.config))
    house.do(SUPERVISOR, "deck", missing="7h", reason="on the floor")
    rows = house.ledger.read("dakota")
    heard(rows)
    return rows


def forged(rows: list[Stored], kind: str, **parts: Any) -> list[Stored]:
    return [with_body(row, {**row.body, **parts}) if row.kind == kind else row for row in rows]


WHOLE = bytes(range(52)).hex()


@pytest.mark.parametrize(
    ("kind", "parts", "said"),
    [
        (events.FAULTED, {"reason": "the shuffler stopped: no idea"}, "its reason must be"),
        (events.FAULTED, {"tray": WHOLE}, "its tray must be"),
        (events.FAULTED, {"deck": "B"}, 'its deck must be "A"'),
        (events.LOADED, {"tray": bytes(reversed(range(51))).hex()}, "not counted in order"),
        (events.LOADED, {"deck": "B"}, "the table has no deck 'B'"),
        (events.LOADED, {"tray": "zz"}, "not in hexadecimal"),
        (events.LOADED, {"by": " "}, "its by is empty"),
    ],
)
def test_an_auditor_counts_the_cards_again(
    wrong_deck: list[Stored], kind: str, parts: dict[str, Any], said: str
) -> None:
    with pytest.raises(Tampered, match=said):
        heard(forged(wrong_deck, kind, **parts))


def test_a_machine_does_not_stop_for_a_whole_deck(wrong_deck: list[Stored]) -> None:
    both = forged(forged(wrong_deck, events.LOADED, tray=WHOLE), events.FAULTED, tray=WHOLE)
    with pytest.raises(Tampered, match="the cards of deck A were whole: the machine had no reason to stop"):
        heard(both)


def test_a_machine_with_a_wrong_deck_stops_at_once(wrong_deck: list[Stored]) -> None:
    with pytest.raises(Tampered, match="the machine had to stop here: the cards of deck A were not whole"):
        heard(wrong_deck[:-1])


def test_no_shuffle_comes_from_a_deck_that_was_not_whole(wrong_deck: list[Stored]) -> None:
    good = next(row for row in wrong_deck if row.kind == events.SHUFFLED)
    *before, fault = wrong_deck
    instead = replace(with_body(fault, {**good.body, "cycle": 2}), kind=events.SHUFFLED)
    with pytest.raises(Tampered, match="the cards of deck A were not whole, and no others were brought"):
        heard([*before, instead])


def test_the_tray_of_a_fault_gives_no_order_away() -> None:
    house = House(TABLES["one deck"])
    house.do(SUPERVISOR, "deck", cards="Ks 2c Ah", reason="counted")
    assert house.last(events.FAULTED)["tray"] == bytes(sorted(cards_of("Ks 2c Ah"))).hex()
