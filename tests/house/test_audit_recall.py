"""Rounds recalled and replayed with all that a dispute needs; events exported; hold against theory."""

import csv
import io
import json
import random
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from houseway.analysis.exact.shared.solution import Figure, WagerSolution
from houseway.engine.playthrough import show
from houseway.games.act_names import act_named
from houseway.house import events
from houseway.house.audit.export import Between, export_lines, shown_rows
from houseway.house.audit.hold import BOTS, PEOPLE, from_store, holds, is_alone, theory_of, totals
from houseway.house.audit.memory import Memory
from houseway.house.audit.recall import recall_round, recall_rounds, recalled
from houseway.house.audit.steps import steps_of
from houseway.house.ledger.chain import row_hash
from houseway.house.ledger.store import canonical
from houseway.house.money import BREAKAGE, HOUSE
from houseway.house.shuffler import verify_commitment
from houseway.report.audit_pages import hold_page, recall_page
from houseway.report.tape_lines import told_steps
from houseway.rules.refused import Refused
from tests.house.lively import lively_house, rows_of
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, arranged, least_bets, table_of

TABLES = ("dakota-practice", "holdem-practice", "super-fun", "triple-shot", "lucky")


# --- recall ---


@pytest.mark.parametrize("name", TABLES)
def test_chips_before_and_after_differ_by_what_was_won_and_bought(name: str) -> None:
    found = recall_rounds(lively_house(name, rounds=8).ledger, name, 8)
    assert [recall["round"] for recall in found] == [8, 7, 6, 5, 4, 3, 2, 1]
    for recall in found:
        won = {player["player"]: 0 for player in recall["players"]}
        for seat in recall["seats"]:
            won[seat["player"]] += sum(seat["won"].values())
        for player in recall["players"]:
            change = player["cents_after"] - player["cents_before"] - player["cents_bought"]
            assert change == won[player["player"]], (recall["round"], player)


def test_a_round_has_all_that_a_dispute_needs() -> None:
    config = table_of("dakota")
    house = House(config, chance=arranged(config, "Ah Ad As 2c 3d 5h 7s Kc Kd"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(config))
    house.now += 1_500_000
    house.do(ANNA, "act", act="leave_one")
    house.wait(config.decision_clock_s)
    recall = recall_round(house.ledger, "dakota", 1)
    assert (recall["table"], recall["round"]) == ("dakota", 1)
    assert (recall["game"], recall["state"]) == ("dakota_stud", "settled")
    assert recall["software"] == "test"
    assert recall["ended_at"] - recall["began_at"] == 1_500_000 + config.decision_clock_s * 1_000_000
    assert recall["options"]["paytable"] == config.options["paytable"]
    assert [table["code"] for table in recall["paytables"]] == [config.options["paytable"], "forfeit"]
    assert {"outcome", "title", "pays"} == set(recall["paytables"][0]["pays"][0])
    (anna,) = recall["players"]
    assert (anna["name"], anna["seats"], anna["cents_before"]) == ("Anna", [1], config.buy_in_most_cents)
    assert [(made["act"], made["by"], made["name"]) for made in recall["choices"]] == [
        ("leave_one", "player", "Anna"), ("leave_two", "clock", "Anna"),
    ]  # fmt: skip
    assert recall["choices"][0]["at"] - recall["began_at"] == 1_500_000
    cards = {hand["who"]: hand["cards"] for hand in recall["hands"]}
    assert sorted(cards["seat 1"]) == ["Ad", "Ah", "As"]
    (seat,) = recall["seats"]
    assert set(seat["wagers"]) == set(seat["won"]) == {"dollar", "one", "two", "three"}
    order = bytes.fromhex(recall["shuffle"]["order"])
    key = bytes.fromhex(recall["shuffle"]["key"])
    verify_commitment("dakota", 1, order, key, recall["shuffle"]["commitment"])
    json.dumps(recall)


def test_while_a_shuffle_is_not_revealed_only_what_everyone_saw_is_shown() -> None:
    """Ben's cards are his own; the dealer's hole card is nobody's; the rest of the shoe is unknown."""
    stud = House(table_of("dakota"))
    stud.sit(ANNA, BEN)
    stud.bet_and_deal(ANNA, BEN, **least_bets(stud.config))
    recall = recall_round(stud.ledger, "dakota", 1)
    assert recall["state"] == "on"
    assert {card for hand in recall["hands"] for card in hand["cards"]} == {"??"}
    assert recall["shuffle"].keys().isdisjoint({"order", "key"})
    assert not recall["shuffle"]["packets"], "how many cards came is told when the round is over"
    assert (recall["ended_at"], recall["players"][0]["cents_after"]) == (None, None)

    config = table_of("lucky")
    shoe = House(config, chance=arranged(config, "Tc 7d 9h 8s"))
    shoe.sit(ANNA)
    shoe.bet_and_deal(ANNA, blackjack=500)
    hands = {hand["who"]: hand["cards"] for hand in recall_round(shoe.ledger, "lucky", 1)["hands"]}
    assert hands["dealer"].count("??") == 1
    shoe.do(ANNA, "act", act="stand")
    recall = recall_round(shoe.ledger, "lucky", 1)
    assert recall["state"] == "settled"
    assert not recall["shuffle"]["revealed"]
    assert "order" not in recall["shuffle"]
    assert "??" not in str(recall["hands"])


def test_a_hand_that_lay_no_more_when_the_round_ended_is_recalled_with_its_cards() -> None:
    """A bust is disputed by its cards, which the dealer took."""
    config = table_of("super-fun")
    house = House(config, chance=arranged(config, "6d 5c Jh 8s Kh"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    house.do(ANNA, "act", act="hit")
    recall = recall_round(house.ledger, "super-fun", 1)
    cards = {hand["who"]: hand["cards"] for hand in recall["hands"]}
    assert cards["seat 1, discarded"] == ["6d", "Jh", "Kh"]
    assert set(cards) == {"dealer", "seat 1, discarded"}
    page = io.StringIO()
    Console(file=page, width=80).print(recall_page(recall))
    assert "seat 1, discarded: 6d Jh Kh" in page.getvalue()


def test_a_void_round_says_why_and_gives_the_chips_back() -> None:
    house = House(table_of("super-fun"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    if house.table.playing:
        house.do(SUPERVISOR, "void", reason="a card was exposed")
    recall = recall_round(house.ledger, "super-fun", 1)
    assert (recall["state"], recall["reason"]) == ("voided", "a card was exposed")
    assert recall["players"][0]["cents_after"] == recall["players"][0]["cents_before"]


def test_a_round_forgotten_by_the_memory_is_read_again_from_the_stream() -> None:
    house = lively_house("triple-shot", rounds=6)
    short, long = Memory("triple-shot", kept=2).catch_up(house.ledger), Memory("triple-shot").catch_up(house.ledger)
    for number in range(1, 7):
        ours, whole = (recalled(each, each.find(number, house.ledger)) for each in (short, long))
        assert ours == whole
        assert ours["round"] == number
    with pytest.raises(Refused, match="has had 6 rounds; there is no round 7"):
        recall_round(house.ledger, "triple-shot", 7)
    with pytest.raises(Refused, match="no table 'nix'"):
        recall_rounds(house.ledger, "nix")


def test_a_memory_that_catches_up_says_the_same_as_one_that_reads_all() -> None:
    rows = rows_of(lively_house("lucky", rounds=5))
    memory = Memory("lucky")
    for row in rows:
        memory.catch_up([row])
    assert recall_rounds(rows, "lucky", 3) == [recalled(memory, kept) for kept in list(memory.rounds)[:-4:-1]]


# --- replay ---


@pytest.mark.parametrize("name", TABLES)
def test_the_steps_of_a_round_are_its_tape_with_every_choice_and_the_chips(name: str) -> None:
    for recall in recall_rounds(lively_house(name, rounds=5).ledger, name, 5):
        if recall["state"] != "settled":
            continue
        steps = steps_of(recall)
        tape = np.array(recall["tape"])
        game = table_of(name).the_game
        assert [line for step in steps for line in step.lines] == show(game, tape).splitlines() == recall["lines"]
        assert (steps[0].title, steps[-1].chips) == ("The deal", {})
        told = [line for _, lines in told_steps(recall) for line in lines]
        assert len(told) == len(tape), "a line for each row"
        assert not any(re.search(r"\d\+\d", line) or len(line) > 100 for line in told), "cards, not places"
        assert re.search(r"[a-z]_[a-z]|\b(stake|offer|settle)\b", " ".join(told)) is None, "names and verbs of the tape"
        for wager in (wager.title for wager in game.sheet.wagers if wager.name in recall["seats"][0]["wagers"]):
            assert any(line.startswith(f"Seat 1: {wager} $") for line in told)
        named = [step.title for step in steps[1:] if step.title != "The pays"]
        assert len(named) == len(recall["choices"])
        for title, made in zip(named, recall["choices"], strict=True):
            act = next(act for act in game.sheet.acts if act.name == made["act"])
            assert act_named(act, made["cards"]) in title
            assert re.search(r"\d\+\d", title) is None, "cards, not places"
            assert made["name"] in title
        opening = {seat: sum(wagers.values()) for seat, wagers in steps[0].chips.items()}
        assert set(opening) <= {str(seat["seat"]) for seat in recall["seats"]}


# --- export ---


def lines(house: House, form: str = "jsonl", **limits: Any) -> list[str]:
    tables = limits.pop("tables", ())
    return list(export_lines(house.ledger, form, tables, Between(**limits)))


def test_an_export_is_the_stream_and_its_hashes_can_be_checked() -> None:
    house = lively_house("dakota", rounds=3)
    exported = [json.loads(line) for line in lines(house)]
    rows = rows_of(house)
    assert [(each["version"], each["hash"]) for each in exported] == [(row.version, row.hash) for row in rows]
    for each in exported:
        if not each["withheld"]:
            text = canonical(each["body"])
            parts = (each["table"], each["version"], each["at"], each["kind"], text, each["command"], each["before"])
            assert row_hash(*parts) == each["hash"]
    sheet = list(csv.DictReader(io.StringIO("".join(lines(house, "csv")))))
    assert [json.loads(row["body"]) for row in sheet] == [each["body"] for each in exported]
    assert [row["hash"] for row in sheet] == [row.hash for row in rows]


def test_the_cards_of_a_shuffle_not_yet_revealed_stay_in_the_ledger() -> None:
    house = lively_house("lucky", rounds=2)
    shuffled = [each for each in map(json.loads, lines(house)) if each["kind"] == events.SHUFFLED]
    *before, last = shuffled
    assert last["withheld"] == ["key", "order"]
    assert last["body"].keys() == {"cycle", "deck", "mode", "commitment", "format"}
    assert all({"order", "key"} <= each["body"].keys() for each in before)
    secret = house.last(events.SHUFFLED)
    assert secret["key"] not in "".join(lines(house) + lines(house, "csv"))


def test_versions_choose_a_part_and_what_was_revealed_later_is_shown() -> None:
    house = lively_house("dakota", rounds=4)
    rows = rows_of(house)
    place = next(row.version for row in rows if row.kind == events.SHUFFLED)
    (shown,) = shown_rows(house.ledger, "dakota", place - 1, place)
    assert (shown.row.version, shown.withheld) == (place, ())
    assert "order" in shown.body
    part = [json.loads(line)["version"] for line in lines(house, after=5, until=9)]
    assert part == [6, 7, 8, 9]
    with pytest.raises(Refused, match="no format 'xml'"):
        lines(house, "xml")
    with pytest.raises(Refused, match="no table 'nix'"):
        lines(house, tables=["nix"])


# --- hold ---


@pytest.mark.parametrize("name", TABLES)
def test_what_the_wagers_held_is_what_the_house_has(name: str) -> None:
    house = lively_house(name, rounds=10)
    rows = holds(house.ledger, [name])
    accounts = house.table.accounts
    assert sum(row.held_cents + row.corrected_cents for row in rows) == accounts[HOUSE] + accounts[BREAKAGE]
    bots = {player.id for player in house.table.players.values() if player.bot}
    assert {row.who for row in rows} == ({PEOPLE, BOTS} if bots else {PEOPLE})
    settled = {row.version for row in rows_of(house) if row.kind == events.SETTLED}
    required = next(wager.name for wager in house.config.the_game.sheet.wagers if wager.required)
    people = next(row for row in rows if (row.who, row.wager) == (PEOPLE, required))
    assert len(settled) <= people.rounds <= 3 * len(settled)


def test_expected_hold_and_z_follow_from_edge_and_variance() -> None:
    def theory(*_: Any) -> dict[str, WagerSolution]:
        figure = Figure(Fraction(0))
        return {"blackjack": WagerSolution("blackjack", Figure(Fraction(1, 50)), figure, Figure(Fraction(4)), figure)}

    house = House(table_of("super-fun"))
    house.sit(ANNA)
    for _ in range(4):
        house.bet_and_deal(ANNA, blackjack=500)
        house.play_out([ANNA], random.Random(7))
    row = next(row for row in holds(house.ledger, theory=theory) if row.wager == "blackjack")
    assert (row.rounds, row.bet_cents, row.alone_cents) == (4, 2000, 2000)
    assert row.expected_cents == pytest.approx(40)
    assert row.expected_hold == pytest.approx(0.02)
    assert row.z == pytest.approx((row.held_cents - 40) / (4 * 4 * 500**2) ** 0.5)
    assert row.hold == row.held_cents / 2000
    (unknown,) = [row for row in holds(house.ledger, theory=lambda *_: {}) if row.wager == "blackjack"]
    assert (unknown.expected_hold, unknown.z, unknown.hold) == (None, None, row.hold)


def test_a_correction_moves_money_but_neither_hold_nor_z() -> None:
    """$500 put right on a bet of $5 is no luck of 21 standard deviations."""
    house = House(table_of("super-fun"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    house.play_out([ANNA], random.Random(7))
    before = next(row for row in holds(house.ledger) if row.wager == "blackjack")
    what: dict[str, Any] = {"round": 1, "seat": 1, "player": "anna", "wager": "blackjack", "reason": "misread"}
    house.do(SUPERVISOR, "correct", cents=50_000, **what)
    after = next(row for row in holds(house.ledger) if row.wager == "blackjack")
    assert after.z is not None
    assert (after.held_cents, after.hold, after.z) == (before.held_cents, before.hold, before.z)
    assert (before.corrected_cents, after.corrected_cents) == (0, -50_000)
    assert [total.corrected_cents for total in totals([after])] == [-50_000]
    assert after.to_json()["corrected_cents"] == -50_000
    console = Console(width=80, color_system=None)
    with console.capture() as told:
        console.print(hold_page([after]))
    assert told.get().count("-$500") == 3, "of the wager, of the table, of the room"


def test_bots_that_play_their_strategy_hold_what_theory_says() -> None:
    """Three bots for 120 rounds beside a person who plays as they do."""
    house = House(table_of("dakota-practice", bots=[{"strategy": "basic", "seats": [5, 6, 7]}]))
    house.sit(ANNA)
    for _ in range(120):
        if house.chips(ANNA) < 5000:
            house.do(ANNA, "buy_in", cents=house.config.buy_in_most_cents)
        house.bet_and_deal(ANNA, **least_bets(house.config))
        house.play_out([ANNA], random.Random(1))

    def basic(game: Any, settings: Any, strategy: str) -> Any:
        from houseway.analysis.solve import solve

        return solve(game, settings, strategy).wagers

    rows = [row for row in holds(house.ledger, theory=basic) if row.who == BOTS]
    assert {row.wager for row in rows} == {"dollar", "one", "two", "three"}
    for row in rows:
        assert row.rounds == 360
        assert row.z is not None
        assert abs(row.z) < 4, row


def test_insurance_is_held_against_the_chips_that_went_on_it() -> None:
    config = table_of("super-fun")
    house = House(config, chance=arranged(config, "9c Ad 9h 7s 2c 3c 4c"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=1000)
    assert "insure" in house.view(ANNA)["pending"]["acts"]
    house.do(ANNA, "act", act="insure")
    house.play_out([ANNA], random.Random(1))
    insurance = next(row for row in holds(house.ledger) if row.wager == "insurance")
    assert (insurance.rounds, insurance.bet_cents, insurance.held_cents) == (1, 500, 500)


def test_a_wager_beside_nothing_has_its_own_theory_and_a_toke_that_of_its_wager() -> None:
    def solution(name: str) -> WagerSolution:
        none = Figure(Fraction(0))
        return WagerSolution(name, none, none, none, none)

    theory = {name: solution(name) for name in ("ante", "ante_alone", "lucky_lucky")}
    assert not is_alone("ante", {"ante": 5, "bonus": 5})
    assert is_alone("ante", {"ante": 5, "bonus": 0})
    assert theory_of(theory, "ante", alone=False) is theory["ante"]
    assert theory_of(theory, "ante", alone=True) is theory["ante_alone"]
    assert theory_of(theory, "lucky_lucky_toke", alone=False) is theory["lucky_lucky"]
    assert theory_of(theory, "envy", alone=False) is None


def test_a_house_that_caps_and_rounds_is_held_against_figures_without() -> None:
    """The tables of the default room differ from stored figures only by their caps."""
    asked: list[dict[str, Any]] = []

    def theory(game: Any, settings: Any, strategy: str) -> Any:
        asked.append(dict(settings))
        return from_store(game, settings, strategy)

    house = lively_house("holdem", rounds=2)
    assert house.config.options["cap_cents"]
    holds(house.ledger, theory=theory)
    assert [settings["cap_cents"] for settings in asked] == [0]
