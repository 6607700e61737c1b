"""The report of a disputed round: pays by their odds, who did what, failed checks at its head, no card too many."""

import io
import json
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pypdf import PdfReader

from houseway.house import events
from houseway.house.audit.dispute import GOOD, OPEN, WRONG, Dispute, dispute_of, verify_for_round
from houseway.house.audit.its_shuffle import ItsShuffle
from houseway.house.audit.judge import Judge
from houseway.house.audit.verify import verify_ledger
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import Ledger, Stored, canonical
from houseway.report.paper.dispute_report import dispute_report, zone_of
from houseway.report.paper.json_page import as_json
from houseway.report.paper.press import FORMATS, printed
from houseway.rules.refused import Refused
from tests.house.lively import Rows, lively_house, rechained, rows_of
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, arranged, least_bets, table_of

UTC = ZoneInfo("UTC")
TABLES = ("dakota-practice", "holdem-practice", "super-fun", "triple-shot", "lucky")


def written(dispute: Dispute) -> str:
    return json.dumps(as_json(dispute_report(dispute, UTC)), ensure_ascii=False)


@pytest.mark.parametrize("name", TABLES)
def test_pays_add_up_to_what_the_ledger_says_was_won(name: str) -> None:
    house = lively_house(name, rounds=4)
    for number in range(1, 5):
        found = dispute_of(house.ledger, name, number)
        if found.recall["state"] != "settled":
            continue
        assert [check.standing for check in found.checks] == [GOOD] * 4
        won = {seat["seat"]: sum(seat["won"].values()) for seat in found.recall["seats"]}
        assert {seat: sum(pay.won_cents for pay in found.pays if pay.seat == seat) for seat in won} == won
        for pay in found.pays:
            assert pay.won_cents == pay.by_odds_cents or pay.note, pay


def test_a_pay_says_its_odds_its_rounding_and_who_chose_when() -> None:
    """A blackjack at 3 to 2 on $5 is $7.50; in steps of a dollar, for the house, $7."""
    config = table_of("lucky", options={**table_of("lucky").options, "rounding": "house", "grain_cents": 100})
    house = House(config, chance=arranged(config, "Ah 7d Kh 9s"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    found = dispute_of(house.ledger, "lucky", 1)
    (pay,) = (each for each in found.pays if each.stake_cents == 500)
    assert (pay.odds, int(pay.by_odds_cents), pay.won_cents) == ("3 to 2", 750, 700)
    assert pay.note == "rounded down, for the house in steps of $1"
    assert [(deed.who, deed.what) for deed in found.deeds][-3:] == [
        ("Anna", "is ready"),
        ("The dealer", "deals round 1 from shuffle 1"),
        ("The dealer", "settles the round"),
    ]


def test_caps_prizes_and_corrections_are_told_beside_the_pay() -> None:
    """Ben's royal flush is due $2,500 and capped at $500; Anna has Envy for it, and $3 that were put right later."""
    options = {**table_of("holdem").options, "cap_cents": 50_000, "cap_per": "hand"}
    limits = {name: {"least_cents": 500, "most_cents": 500, "step_cents": 100} for name in ("ante", "bonus")}
    config = table_of("holdem", seats=2, options=options, wagers=limits)
    cards = "Th Jh Qh 2c 3d  4c 4d 5s 6s  Ah Kh 2s 3c  9c 9d 7s 7c"  # community, Anna, Ben, dealer
    house = House(config, chance=arranged(config, cards))
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, ante=500, bonus=500)
    while house.table.playing:
        house.do(ANNA if house.view()["pending"]["player"] == "anna" else BEN, "act", act="keep_12")
    house.do(SUPERVISOR, "correct", round=1, seat=1, player="anna", wager="ante", cents=300, reason="paid too little")
    found = dispute_of(house.ledger, "holdem", 1)
    told = {(pay.name, pay.wager): (pay.odds, pay.won_cents, pay.note) for pay in found.pays}
    assert told["Ben", "Bonus"] == ("500 to 1", 50_000, "the cap in force: by the odds $2,500 in all")
    assert told["Anna", "Envy"] == ("a prize", 25_000, "a prize of a fixed sum")
    assert found.deeds[-1].what == "corrects seat 1, Ante, by +$3: paid too little"
    assert [deed.what for deed in found.deeds if "Keep" in deed.what] == [
        "seat 1: Keep 4c 4d, on 4c 4d 5s 6s", "seat 2: Keep Ah Kh, on Ah Kh 2s 3c",
    ]  # fmt: skip
    assert {hand.whose: hand.cards for hand in found.hands}["Seat 1, Anna: given up"] == ("5s", "6s")


def test_rulings_and_voids_name_who_and_why() -> None:
    config = table_of("lucky", seats=2, hands_a_player=1)
    house = House(config, chance=arranged(config, "7c 7d 7h 2c 5s Td Ts"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=1000, lucky_lucky=100)
    house.do(SUPERVISOR, "rule", sort="misdeal", outcome="void", reason="a card fell")
    found = dispute_of(house.ledger, "lucky", 1)
    assert [deed.who for deed in found.deeds][-2:] == ["Sam (supervisor)", "Sam"]
    assert "a card fell" in found.deeds[-2].what
    assert [check.standing for check in found.checks] == [GOOD, GOOD, OPEN, GOOD]
    text = written(found)
    assert "what was settled before stands" in text
    assert "Misdeal" in text


@pytest.mark.parametrize("viewer", ["", "anna"])
def test_a_round_that_is_on_shows_no_card_that_its_reader_may_not_know(viewer: str) -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, **least_bets(house.config))
    house.do(ANNA, "act", act="leave_one")
    found = dispute_of(house.ledger, "dakota", 1, viewer=viewer, whole=not viewer)
    assert [", on " in deed.what for deed in found.deeds if "Leave" in deed.what] == [viewer == "anna"]
    seen = {hand.whose: set(hand.cards) for hand in found.hands}
    assert seen["Seat 2, Ben"] == seen["Community"] == {"??"}
    assert ("??" in seen["Seat 1, Anna"]) == (viewer == "")
    secret = house.last(events.SHUFFLED)
    for form in ("json", "html", "md"):
        text = printed(dispute_report(found, UTC), form).decode().replace(" ", "")
        assert secret["order"][:32] not in text
        assert secret["key"][:32] not in text
        assert secret["commitment"][:32] in text


def test_nobody_has_the_report_of_anothers_round() -> None:
    house = lively_house("dakota", rounds=2)
    with pytest.raises(Refused, match="round 1 was not yours"):
        dispute_of(house.ledger, "dakota", 1, viewer="stranger", whole=False)
    with pytest.raises(Refused, match="there is no round 9"):
        dispute_of(house.ledger, "dakota", 9)


class Changed:
    """A ledger with one row that is not as it was written."""

    def __init__(self, ledger: Ledger, version: int, **body: Any) -> None:
        self._ledger, self._version, self._body = ledger, version, body

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Any]:
        rows = self._ledger.read(table, after, limit) if limit is not None else self._ledger.read(table, after)
        return [
            replace(row, text=canonical({**row.body, **self._body})) if row.version == self._version else row
            for row in rows
        ]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ledger, name)


@pytest.mark.parametrize("whole", [True, False])
def test_a_ledger_that_fails_verification_is_told_at_the_head(whole: bool) -> None:
    house = lively_house("dakota", rounds=3)
    settled = next(row for row in rows_of(house) if row.kind == events.SETTLED and row.body["round"] == 2)
    forged: Any = Changed(house.ledger, settled.version, tape="0" * 64)
    found = dispute_of(forged, "dakota", 2, whole=whole)
    document = dispute_report(found, UTC)
    assert found.checks[0].standing == WRONG
    assert any("from the same cards and choices another round" in each for each in document.warnings)
    for form in FORMATS:
        assert printed(document, form), form
    first = PdfReader(io.BytesIO(printed(document, "pdf"))).pages[0].extract_text()
    assert f"event {settled.version}" in " ".join(first.split())
    assert "its hash does not fit it" in " ".join(first.split())


def test_a_report_deals_the_shuffle_of_its_round_again_and_says_what_it_would_if_all_were_dealt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = lively_house("lucky", rounds=24)
    table = house.table
    dealt: list[int] = []
    hear = Judge.hear

    def counted(judge: Judge, rows: Sequence[Stored]) -> None:
        dealt.extend(row.body["round"] for row in rows if row.kind == events.DEALT)
        hear(judge, rows)

    monkeypatch.setattr(Judge, "hear", counted)
    cycles = {row.body["round"]: row.body["cycle"] for row in rows_of(house) if row.kind == events.DEALT}
    numbers = [1, table.rounds // 2, table.rounds]
    assert len({cycles[number] for number in numbers}) == 3, "rounds of several shuffles"
    quick = []
    for number in numbers:
        dealt.clear()
        quick.append(written(dispute_of(house.ledger, "lucky", number)))
        assert dealt == [each for each in cycles if cycles[each] == cycles[number] and each <= number]
    monkeypatch.setattr(ItsShuffle, "has", lambda *_: True)
    assert quick == [written(dispute_of(house.ledger, "lucky", number)) for number in numbers]
    assert dealt[-table.rounds :] == list(cycles)


def test_a_forger_of_an_earlier_round_of_the_shuffle_is_told_and_one_of_another_shuffle_by_verify() -> None:
    house = lively_house("lucky", rounds=24)
    rows = rows_of(house)
    cycles = {row.body["round"]: row.body["cycle"] for row in rows if row.kind == events.DEALT}
    number = house.table.rounds
    with_it = next(each for each in cycles if cycles[each] == cycles[number] and each < number)
    settled = {row.body["round"]: at for at, row in enumerate(rows) if row.kind == events.SETTLED}
    for forged in (with_it, min(settled)):
        place = settled[forged]
        other = replace(rows[place], text=canonical({**rows[place].written, "tape": "0" * 64}))
        ledger = Rows(rechained([*rows[:place], other, *rows[place + 1 :]]))
        for_the_round, (whole,) = verify_for_round(ledger, "lucky", number), verify_ledger(ledger)
        assert whole.fault is not None
        assert whole.fault.version == place + 1
        assert str(for_the_round.fault) == str(whole.fault if forged == with_it else None)


def test_the_same_bytes_in_another_zone_of_the_machine_and_after_more_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = open_ledger("memory:")
    lively_house("dakota", rounds=2, ledger=ledger)
    before = printed(dispute_report(dispute_of(ledger, "dakota", 1), zone_of("Europe/Vienna")), "pdf")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        lively_house("dakota", rounds=1, ledger=ledger)
        again = printed(dispute_report(dispute_of(ledger, "dakota", 1), zone_of("Europe/Vienna")), "pdf")
    finally:
        monkeypatch.undo()
        time.tzset()
        assert os.environ.get("TZ") != "Asia/Tokyo"
    assert before == again
    with pytest.raises(Refused, match="no time zone 'Nowhere/Land'"):
        zone_of("Nowhere/Land")
