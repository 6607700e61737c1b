"""Irregularities: a supervisor's rulings with named outcomes, and settled rounds put right by counter-entries."""

import json
from dataclasses import replace
from typing import Any

import pytest

from houseway.house import events
from houseway.house.audit.hold import holds
from houseway.house.audit.recall import recall_round
from houseway.house.audit.verify import verify_table
from houseway.house.irregularities import SORTS
from houseway.house.ledger.store import canonical
from houseway.house.money import CAGE, HOUSE, TOKES
from houseway.rules.refused import Refused
from houseway.rules.tape import CHOOSE, VERB
from tests.house.lively import Rows, rechained, rows_of
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, arranged, least_bets, table_of

SEVENS = "7c 7d 7h 2c 5s Td Ts"  # 7-7-7 with the dealer's seven: Lucky Lucky is paid before play


@pytest.fixture
def lucky() -> House:
    config = table_of("lucky", seats=2, hands_a_player=1)
    house = House(config, chance=arranged(config, SEVENS))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=1000, lucky_lucky=100, lucky_lucky_toke=100)
    assert house.last(events.PAID)["settled"][0]["won"] == 5000
    return house


def before(house: House) -> int:
    return house.config.buy_in_most_cents


def rule(house: House, sort: str, outcome: str, **more: Any) -> None:
    house.do(SUPERVISOR, "rule", sort=sort, outcome=outcome, reason="seen by all", **more)


def test_lucky_7__a_void_gives_back_bets_in_action_and_leaves_what_was_paid(lucky: House) -> None:
    rule(lucky, "misdeal", "void")
    assert lucky.chips(ANNA) == before(lucky) - 100 + 5000, "the main bet is back, Lucky Lucky stands, the toke is gone"
    assert lucky.table.accounts[TOKES] == 5100
    assert lucky.last(events.VOIDED)["won"] == {"1": {"lucky_lucky": 5000, "lucky_lucky_toke": 5000}}
    assert lucky.table.accounts["felt"] == 0
    assert lucky.view(ANNA)["notice"] == (
        "Round 1 is void. Misdeal: bets still in action go back; what was settled stands (seen by all). "
        "Your $10 is back; Lucky Lucky and Lucky Lucky for the dealers were settled before."
    )
    lucky.audit()


def test_a_fault_of_the_deck_voids_the_whole_round_with_what_was_settled(lucky: House) -> None:
    rule(lucky, "card_missing", "void_whole")
    assert lucky.chips(ANNA) == before(lucky)
    assert (lucky.table.accounts[TOKES], lucky.table.accounts[HOUSE], lucky.table.accounts["felt"]) == (0, 0, 0)
    assert lucky.last(events.VOIDED)["won"] == {}
    assert lucky.table.closed == "the deck is counted: bring a whole one, then reopen the table"
    assert lucky.kinds()[-3:] == [events.RULED, events.VOIDED, events.CLOSED], "no card of that deck is dealt again"
    assert lucky.view(ANNA)["notice"].endswith("(seen by all). $39 of what you won went back to the house.")
    lucky.audit()


def test_an_exposed_card_may_be_played_on_and_is_on_record(lucky: House) -> None:
    rule(lucky, "exposed_card", "play_on")
    assert lucky.table.playing
    assert lucky.table.notice == "Exposed card: the round goes on (seen by all)"
    lucky.do(ANNA, "act", act="stand")
    recall = recall_round(lucky.ledger, "lucky", 1)
    told = {"sort": "Exposed card", "outcome": "the round goes on", "reason": "seen by all", "by": "Sam"}
    (choice,) = [i for i, row in enumerate(recall["tape"]) if row[VERB] == CHOOSE]
    assert recall["rulings"] == [told | {"seat": 0, "at": lucky.now, "row": choice, "voids": False}]
    lucky.audit()


def test_a_late_bet_goes_back_before_the_deal_and_not_after_it() -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA, BEN)
    house.bet(ANNA, **least_bets(house.config))
    rule(house, "late_bet", "return_bet", seat=1)
    assert house.chips(ANNA) == before(house)
    with pytest.raises(Refused, match="no bet lies at seat 1"):
        rule(house, "late_bet", "return_bet", seat=1)
    house.bet_and_deal(ANNA, BEN, **least_bets(house.config))
    with pytest.raises(Refused, match="the round is dealt"):
        rule(house, "late_bet", "return_bet", seat=1)
    rule(house, "late_bet", "play_on")
    house.audit()


def test_only_what_the_procedure_names_can_be_ruled_and_only_on_a_round(lucky: House) -> None:
    for sort, found in SORTS.items():
        for outcome in {"play_on", "void", "void_whole", "return_bet", "hang"} - set(found.outcomes):
            with pytest.raises(Refused, match=f"cannot be ruled '{outcome}'"):
                rule(lucky, sort, outcome)
    with pytest.raises(Refused, match="no irregularity 'misdeel'; did you mean misdeal"):
        rule(lucky, "misdeel", "void")
    with pytest.raises(Refused, match="give a reason"):
        lucky.do(SUPERVISOR, "rule", sort="misdeal", outcome="void", reason=" ")
    with pytest.raises(Refused, match="a player may not rule"):
        lucky.do(ANNA, "rule", sort="misdeal", outcome="void", reason="I lost")
    lucky.do(ANNA, "act", act="stand")
    with pytest.raises(Refused, match="no round is on"):
        rule(lucky, "misdeal", "void")


# --- a settled round is put right by a counter-entry ---


def correct(house: House, cents: int, player: str = "anna", wager: str = "blackjack", number: int = 1) -> None:
    what: dict[str, Any] = {"round": number, "seat": 1, "player": player, "wager": wager, "cents": cents}
    house.do(SUPERVISOR, "correct", reason="paid 1 to 1 instead of 3 to 2", **what)


def test_a_wrong_pay_is_put_right_by_an_entry_that_refers_to_the_round_and_changes_nothing_of_it(lucky: House) -> None:
    lucky.do(ANNA, "act", act="stand")
    rows, chips, house_has = lucky.ledger.read("lucky"), lucky.chips(ANNA), lucky.table.accounts[HOUSE]
    correct(lucky, 500)
    assert lucky.ledger.read("lucky")[: len(rows)] == rows
    assert lucky.chips(ANNA) == chips + 500
    assert lucky.view()["notice"] == "Round 1 was corrected: Paid 1 to 1 instead of 3 to 2."
    assert lucky.view(ANNA)["notice"] == f"{lucky.view()['notice']} $5 goes to you."
    assert (lucky.view(ANNA)["notice_stands"], lucky.view(ANNA)["corrected"]) == (True, {"1": 500})
    assert lucky.table.accounts[HOUSE] == house_has - 500
    (told,) = recall_round(lucky.ledger, "lucky", 1)["corrections"]
    assert (told["cents"], told["wager"], told["by"]) == (500, "blackjack", "Sam")
    held = sum(row.held_cents + row.corrected_cents for row in holds(lucky.ledger, ["lucky"]))
    assert held == lucky.table.accounts[HOUSE] + lucky.table.accounts["breakage"]
    lucky.audit()


def test_of_several_things_the_void_and_the_newest_stand_a_line_each(lucky: House) -> None:
    lucky.do(ANNA, "act", act="stand")
    correct(lucky, 500)
    correct(lucky, 200)
    assert lucky.view(ANNA)["notice"] == "Round 1 was corrected: Paid 1 to 1 instead of 3 to 2. $2 goes to you."
    lucky.bet_and_deal(ANNA, blackjack=1000)
    rule(lucky, "misdeal", "void")
    correct(lucky, 700)
    void, newest = lucky.view(ANNA)["notice"].split("\n")
    assert void.startswith("Round 2 is void. Misdeal: ")
    assert newest == "Round 1 was corrected: Paid 1 to 1 instead of 3 to 2. $7 goes to you."
    lucky.bet(ANNA, blackjack=1000)
    rule(lucky, "late_bet", "return_bet", seat=1)
    assert lucky.view(ANNA)["notice"].split("\n") == [
        void,
        "Late bet: the bet goes back before the deal (seen by all).",
    ]


def test_a_correction_takes_no_more_than_the_player_has_and_nothing_from_who_has_left(lucky: House) -> None:
    lucky.do(ANNA, "act", act="stand")
    with pytest.raises(Refused, match="no more can be taken back"):
        correct(lucky, -lucky.chips(ANNA) - 1)
    correct(lucky, -500)
    assert lucky.view(ANNA)["notice"].endswith(" $5 of yours goes back to the house.")
    correct(lucky, 100, wager="lucky_lucky_toke")
    assert lucky.view(ANNA)["corrected"] == {"1": -500}, "a toke is the dealers'"
    assert lucky.table.accounts[TOKES] == 5200
    lucky.do(ANNA, "leave")
    with pytest.raises(Refused, match="has left the table"):
        correct(lucky, -500)
    cage = lucky.table.accounts[CAGE]
    correct(lucky, 700)
    assert lucky.table.accounts[CAGE] == cage + 700, "paid at the cage"
    wrongs: list[dict[str, Any]] = [{"number": 2}, {"number": 0}, {"wager": "poker"}, {"player": ""}]
    for wrong in wrongs:
        with pytest.raises(Refused):
            correct(lucky, 100, **wrong)
    with pytest.raises(Refused, match="a correction is 1 cent to"):
        correct(lucky, 0)
    with pytest.raises(Refused, match="the dealers have"):
        correct(lucky, -6000, wager="lucky_lucky_toke")
    with pytest.raises(Refused, match="a correction is 1 cent to"):
        correct(lucky, 10**12)
    lucky.audit()


def test_the_round_that_is_on_cannot_be_corrected(lucky: House) -> None:
    with pytest.raises(Refused, match="round 1 is not over here"):
        correct(lucky, 500)


def test_a_correction_is_of_a_wager_that_the_round_settled_for_that_player(lucky: House) -> None:
    lucky.do(ANNA, "act", act="stand")
    lucky.do(BEN, "sit", cents=lucky.config.buy_in_most_cents)
    wrongs: list[dict[str, Any]] = [
        {"player": "ghost"},
        {"player": "ben"},
        {"wager": "insurance"},
        {"wager": "lucky_break"},
    ]
    for wrong in wrongs:
        with pytest.raises(Refused, match="round 1 settled no"):
            correct(lucky, 100, **wrong)


def test_chips_are_not_taken_back_while_a_round_is_on_so_that_it_can_still_be_void(lucky: House) -> None:
    lucky.do(ANNA, "act", act="stand")
    lucky.bet_and_deal(ANNA, blackjack=1000, lucky_lucky=100)
    with pytest.raises(Refused, match="taken back when it is over"):
        correct(lucky, -500)
    correct(lucky, 500)
    rule(lucky, "card_missing", "void_whole")
    lucky.audit()


def test_a_correction_of_a_wager_that_was_not_settled_is_named_by_the_auditor(lucky: House) -> None:
    lucky.do(ANNA, "act", act="stand")
    correct(lucky, 500)
    rows = rows_of(lucky)
    body = json.loads(rows[-1].text)
    for key, forged in (("player", "ben"), ("wager", "insurance"), ("seat", 2), ("round", 2)):
        other = rechained([*rows[:-1], replace(rows[-1], text=canonical({**body, key: forged}))])
        assert verify_table(Rows(other, other[-1].place), "lucky").fault is not None, key
