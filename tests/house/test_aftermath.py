"""What became of a round that was void or corrected stands in its record: recall, replay, report, events, one's own."""

import json
import re
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from houseway.engine.scene import scene
from houseway.games.words import dollars
from houseway.house import events
from houseway.house.audit.chronicle import Chronicle
from houseway.house.audit.dispute import dispute_of
from houseway.house.audit.marks import EVERY_ROUNDS, table_before
from houseway.house.audit.memory import Memory
from houseway.house.audit.recall import recall_round, recalled
from houseway.house.audit.steps import steps_of
from houseway.house.money import net_cents
from houseway.report.audit_pages import recall_page, when
from houseway.report.paper.dispute_report import dispute_report, zone_of
from houseway.report.paper.press import printed
from houseway.web.desk.questions import Questions
from houseway.web.journal import Journal
from houseway.web.past_rounds import Archive
from tests.house.table_kit import ANNA, SUPERVISOR, House, arranged, least_bets, table_of

SEVENS = "7c 7d 7h 2c 5s Td Ts"  # 7-7-7 with the dealer's seven: Lucky Lucky is paid before play


@pytest.fixture
def lucky() -> House:
    config = table_of("lucky", seats=2, hands_a_player=1)
    house = House(config, chance=arranged(config, SEVENS))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=1000, lucky_lucky=100, lucky_lucky_toke=100)
    return house


def at_the_end(recall: dict[str, Any], house: House) -> tuple[dict[Any, int], int]:
    """Chips on the felt when all is told, and what the round brought Anna."""
    rows = recall["tape"] + [row for each in recall["aftermath"] for row in each["rows"]]
    tape = np.array(rows, dtype=np.int64)
    return scene(tape).stakes, net_cents(house.table.game, tape, [1])


def changed(recall: dict[str, Any]) -> int:
    (anna,) = recall["players"]
    return int(anna["cents_after"] - anna["cents_before"] - anna["cents_bought"] + anna["cents_corrected"])


def page(recall: dict[str, Any]) -> str:
    console = Console(width=200, color_system=None)
    with console.capture() as captured:
        console.print(recall_page(recall))
    return captured.get()


def report(house: House, number: int = 1) -> str:
    document = dispute_report(dispute_of(house.ledger, house.config.name, number), zone_of("UTC"))
    return printed(document, "md").decode()


def test_a_round_that_was_voided_ends_on_an_empty_felt_with_who_and_why(lucky: House) -> None:
    lucky.do(SUPERVISOR, "void", reason="a card fell")
    recall = recall_round(lucky.ledger, "lucky", 1)
    (last,) = recall["aftermath"]
    assert last["said"] == (
        "Round 1 is void, by Sam: A card fell. $10 went back to Anna. "
        "What was settled before stands: Lucky Lucky and Lucky Lucky for the dealers."
    )
    assert (recall["by"], last["at"]) == ("Sam", recall["ended_at"])
    assert at_the_end(recall, lucky) == ({}, changed(recall)) == ({}, 4900)
    (seat,) = recall["seats"]
    assert (seat["back"], seat["undone"]) == ({"blackjack": 1000}, {})
    assert "void, by Sam (a card fell)" in page(recall)
    assert "went back" in page(recall)
    assert last["said"] in report(lucky)
    deeds = [deed.what for deed in dispute_of(lucky.ledger, "lucky", 1).deeds]
    assert deeds[-2:] == [
        "settles before the end of the round: seat 1, Anna: Lucky Lucky +$50; "
        "seat 1, Anna: Lucky Lucky for the dealers +$50",
        "voids the round: a card fell; $10 goes back to Anna",
    ]


def test_what_was_settled_in_a_round_that_is_void_whole_is_undone(lucky: House) -> None:
    lucky.do(SUPERVISOR, "rule", sort="card_missing", outcome="void_whole", reason="the ace is gone")
    recall = recall_round(lucky.ledger, "lucky", 1)
    assert recall["aftermath"][-1]["said"].endswith(
        "(the ace is gone). $39 of what Anna won went back to the house. "
        "What was settled before is undone: Lucky Lucky and Lucky Lucky for the dealers."
    )
    assert at_the_end(recall, lucky) == ({}, changed(recall)) == ({}, 0)
    (seat,) = recall["seats"]
    assert (seat["back"], seat["undone"]) == (
        {"blackjack": 1000}, {"lucky_lucky": 5000, "lucky_lucky_toke": 5000},
    )  # fmt: skip
    assert page(recall).count("undone") == 3, "beside either bet, and in words"


def test_a_correction_is_the_last_step_of_its_round(lucky: House) -> None:
    lucky.do(ANNA, "act", act="stand")
    before = recall_round(lucky.ledger, "lucky", 1)
    assert (before["aftermath"], before["players"][0]["cents_corrected"]) == ([], 0)
    what: dict[str, Any] = {"round": 1, "seat": 1, "player": "anna", "reason": "paid 1 to 1"}
    lucky.do(SUPERVISOR, "correct", wager="blackjack", cents=1250, **what)
    lucky.do(SUPERVISOR, "correct", wager="lucky_lucky_toke", cents=300, **what)
    recall = recall_round(lucky.ledger, "lucky", 1)
    assert [each["said"] for each in recall["aftermath"]] == [
        "Seat 1, Anna: Blackjack was corrected by +$12.50, by Sam: Paid 1 to 1.",
        "Seat 1, Anna: Lucky Lucky for the dealers was corrected by +$3, by Sam: Paid 1 to 1.",
    ]
    assert recall["players"][0]["cents_corrected"] == 1250, "the dealers' are not hers"
    assert at_the_end(recall, lucky) == ({}, changed(recall)) == ({}, changed(before) + 1250)
    told = page(recall)
    assert "settled, corrected" in told
    assert "Anna, Blackjack +$12.50 (paid 1 to 1), by Sam" in told
    paper = report(lucky)
    assert "corrected by +$12.50 since" in paper
    won = before["seats"][0]["won"]["blackjack"]
    assert f"corrected +$12.50: {dollars(won + 1250)}" in told
    pays = {pay.wager: (pay.won_cents, pay.corrected_cents) for pay in dispute_of(lucky.ledger, "lucky", 1).pays}
    assert pays == {"Blackjack": (won, 1250), "Lucky Lucky": (5000, 0), "Lucky Lucky for the dealers": (5000, 300)}
    assert re.search(r"Blackjack .*\| 12\.5\d* \| ", paper.replace("$", "")), "beside its result"
    assert "| In all |" in paper
    assert "settled, corrected" in report(lucky)


def test_all_that_was_bet_is_told_with_what_was_put_up_and_taken_back_in_play() -> None:
    config = table_of("super-fun")
    house = House(config, chance=arranged(config, "6c Td 5h 9s Tc"))  # eleven against a ten
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    house.do(ANNA, "act", act="double")
    while house.table.playing:
        house.do(ANNA, "act", act="stand")
    recall = recall_round(house.ledger, "super-fun", 1)
    (seat,) = recall["seats"]
    assert (seat["wagers"], seat["raised"], seat["taken"]) == ({"blackjack": 500}, {"blackjack": 500}, {})
    assert "$5 + $5" in page(recall)
    stud = House(table_of("dakota"))
    stud.sit(ANNA)
    stud.bet_and_deal(ANNA, **least_bets(stud.config))
    stud.do(ANNA, "act", act="take_back_one")
    stud.do(ANNA, "act", act="leave_two")
    (seat,) = recall_round(stud.ledger, "dakota", 1)["seats"]
    assert (seat["raised"], seat["taken"]) == ({}, {"one": 500})


def test_a_correction_of_a_split_wager_stands_once_on_its_last_hand() -> None:
    config = table_of("super-fun")
    house = House(config, chance=arranged(config, "8c Td 8h 9s Tc 9c"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    house.do(ANNA, "act", act="split")
    while house.table.playing:
        house.do(ANNA, "act", act="stand")
    what: dict[str, Any] = {"round": 1, "seat": 1, "player": "anna", "wager": "blackjack", "reason": "misread"}
    house.do(SUPERVISOR, "correct", cents=300, **what)
    pays = dispute_of(house.ledger, "super-fun", 1).pays
    assert len(pays) == 2
    assert [pay.corrected_cents for pay in pays] == [0, 300]


def test_the_steps_of_a_replay_go_on_to_what_became_of_the_round(lucky: House) -> None:
    lucky.do(SUPERVISOR, "void", reason="a card fell")
    last = steps_of(recall_round(lucky.ledger, "lucky", 1))[-1]
    assert last.title.startswith("Round 1 is void, by Sam: A card fell.")
    assert (last.chips, last.at) == ({}, lucky.now)


def test_a_ruling_is_a_step_where_it_was_made() -> None:
    """Between the first choice and the second; the rows of the tape stay where they were."""
    house = House(table_of("dakota"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    house.do(ANNA, "act", act="leave_one")
    house.now += 1_000_000
    house.do(SUPERVISOR, "rule", sort="exposed_card", outcome="play_on", reason="seen by all")
    made = house.now
    said = "Exposed card: the round goes on (seen by all), ruled by Sam"
    assert steps_of(recall_round(house.ledger, "dakota", 1))[-1].title == said, "the round waits there"
    house.now += 1_000_000
    house.do(ANNA, "act", act="leave_two")
    recall = recall_round(house.ledger, "dakota", 1)
    steps = steps_of(recall)
    titles = [step.title.split(" (")[0].split(": ")[0] for step in steps]
    assert titles == ["The deal", "Seat 1, Anna", "Exposed card", "Seat 1, Anna", "The pays"]
    assert (steps[2].title, steps[2].at, steps[2].lines) == (said, made, ())
    assert steps[2].chips == steps[1].chips != {}
    assert [line for step in steps for line in step.lines] == recall["lines"]
    assert "round 1: settled, ruled\n" in page(recall).replace(" \n", "\n")
    assert f"Ruled {when(made)}: {said.replace(', ruled', ',')}" in page(recall)
    told = report(house)
    assert "1, settled, ruled |" in told
    assert f"| {said} |" in told, "a row of section 6"


def test_a_ruling_that_voids_is_told_by_the_void_alone(lucky: House) -> None:
    lucky.do(SUPERVISOR, "rule", sort="misdeal", outcome="void", reason="seen by all")
    recall = recall_round(lucky.ledger, "lucky", 1)
    assert [step.title.startswith(("Misdeal", "Round 1 is void")) for step in steps_of(recall)][-2:] == [False, True]
    assert "ruled" not in page(recall).splitlines()[0]
    (listed,) = Journal(lucky.ledger).rounds("lucky", 0, lucky.now, 10)
    assert (listed["state"], listed["ruled"]) == ("voided", False)


def test_a_ruling_on_a_bet_before_the_deal_is_of_the_round_that_follows() -> None:
    """Also where the round is found by a mark, which stands between the ruling and the deal."""
    house = House(table_of("dakota"))
    house.sit(ANNA)
    for _ in range(EVERY_ROUNDS):
        house.bet_and_deal(ANNA, **least_bets(house.config))
        house.do(SUPERVISOR, "void", reason="for the test")
    house.bet(ANNA, **least_bets(house.config))
    house.do(SUPERVISOR, "rule", sort="late_bet", outcome="return_bet", seat=1, reason="the dealer had called")
    house.bet_and_deal(ANNA, **least_bets(house.config))
    house.do(SUPERVISOR, "void", reason="for the test")
    number = house.table.rounds
    told = {
        "sort": "Late bet", "outcome": "the bet goes back before the deal", "reason": "the dealer had called",
        "by": "Sam", "seat": 1, "at": house.now, "row": 0, "voids": False,
    }  # fmt: skip
    archive = Archive(house.ledger)
    assert archive.round("dakota", number)["rulings"] == [told]
    assert archive.round("dakota", number - 1)["rulings"] == []
    before, deal, *_ = steps_of(archive.round("dakota", number))
    assert (before.title[:17], before.chips, deal.title) == ("Seat 1. Late bet:", {}, "The deal")
    ruled_on = [each["round"] for each in Journal(house.ledger).rounds("dakota", 0, house.now, 200) if each["ruled"]]
    assert ruled_on == [number]
    house.bet_and_deal(ANNA, **least_bets(house.config))
    memory = Memory("dakota", kept=1).catch_up(house.ledger)
    assert table_before(house.ledger, "dakota", number)[0].rounds == number - 1, "read again from the mark"
    assert recalled(memory, memory.find(number, house.ledger))["rulings"] == [told]
    assert "Seat 1. Late bet: the bet goes back" in page(archive.round("dakota", number))
    (ruled,) = found(Journal(house.ledger), "dakota", number, kind="ruled")
    assert ruled["outcome"] == "return_bet"
    (incident,) = [each for each in Journal(house.ledger).house("dakota")["incidents"] if each["kind"] == events.RULED]
    assert incident["round"] == number


def test_a_late_bet_that_goes_back_is_the_supervisors_deed_not_the_players() -> None:
    house = House(table_of("lucky", seats=2, hands_a_player=1))
    house.sit(ANNA)
    house.bet(ANNA, blackjack=500)
    house.do(SUPERVISOR, "rule", sort="late_bet", outcome="return_bet", seat=1, reason="too late")
    house.bet(ANNA, blackjack=1000)
    house.do(ANNA, "take_back", seat=1)
    house.bet_and_deal(ANNA, blackjack=1000)
    told = [(deed.who, deed.what) for deed in dispute_of(house.ledger, "lucky", 1).deeds if " back" in deed.what]
    assert told[1:] == [
        ("Sam (supervisor)", "seat 1: the bet of $5 goes back to Anna: ruled"),
        ("Anna", "seat 1: takes the bets back"),
    ]
    asked = {"table": "lucky", "kind_": events.BET, "player": "", "round_": 0, "before": 10**15, "limit": 10}
    rows = json.loads(Questions(house.ledger).answer("search", asked))
    assert [row["cause"] for row in rows if not row["body"]["wagers"]] == ["", "ruled by Sam"], "the newest first"


def found(journal: Journal, table: str, number: int, kind: str = "") -> list[dict[str, Any]]:
    asked = {"kind": kind, "player": "", "round_": number, "before": 10**15, "limit": 1000}
    return [row.row.body | {"kind": row.row.kind} for row, _ in journal.search(table, **asked)]  # type: ignore[arg-type]


def test_the_events_of_a_round_are_those_that_name_it() -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA)
    for _ in range(3):
        house.bet_and_deal(ANNA, **least_bets(house.config))
        while house.table.playing:
            house.do(ANNA, "act", act=house.view(ANNA)["pending"]["acts"][0])
    wager = next(iter(house.last(events.SETTLED)["won"]["1"]))
    for number in (1, 3):
        what: dict[str, Any] = {"seat": 1, "player": "anna", "wager": wager, "cents": 100, "reason": "misread"}
        house.do(SUPERVISOR, "correct", round=number, **what)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    journal = Journal(house.ledger)
    for number in range(1, 5):
        of_round = found(journal, "dakota", number)
        assert {body["round"] for body in of_round if "round" in body} == {number}
        assert sum(body["kind"] == events.CORRECTED for body in of_round) == (number in (1, 3))
    every = [body for number in range(1, 5) for body in found(journal, "dakota", number)]
    assert len(every) == len(house.ledger.read("dakota")), "each event is of one round"
    assert found(journal, "dakota", 1)[0]["kind"] == events.CORRECTED, "the newest first"
    assert len(found(journal, "dakota", 1, kind=events.CORRECTED)) == 1


def test_the_rounds_of_a_time_say_what_became_of_them() -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA)
    for _ in range(4):
        house.now += 1_000_000
        house.bet_and_deal(ANNA, **least_bets(house.config))
        if house.table.rounds == 2:
            house.do(SUPERVISOR, "void", reason="a card fell")
        if house.table.rounds == 3:
            house.do(SUPERVISOR, "rule", sort="exposed_card", outcome="play_on", reason="seen by all")
        while house.table.playing and house.table.rounds < 4:
            house.do(ANNA, "act", act=house.view(ANNA)["pending"]["acts"][0])
    wager = next(iter(house.last(events.SETTLED)["won"]["1"]))
    house.do(SUPERVISOR, "correct", round=1, seat=1, player="anna", wager=wager, cents=100, reason="misread")
    rounds = Journal(house.ledger).rounds("dakota", 0, house.now, 10)
    assert [(each["round"], each["state"], each["ruled"], each["corrected"]) for each in rounds] == [
        (4, "on", False, False), (3, "settled", True, False), (2, "voided", False, False), (1, "settled", False, True),
    ]  # fmt: skip
    assert rounds[0]["began_at"] == house.now
    assert [each["round"] for each in Journal(house.ledger).rounds("dakota", 0, house.now - 1, 2)] == [3, 2]


def test_ones_own_rounds_say_what_was_corrected(lucky: House) -> None:
    lucky.do(ANNA, "act", act="stand")
    lucky.do(SUPERVISOR, "correct", round=1, seat=1, player="anna", wager="blackjack", cents=1250, reason="misread")
    lucky.do(SUPERVISOR, "correct", round=1, seat=1, player="anna", wager="blackjack", cents=-250, reason="too much")
    chronicle = Chronicle.begun(lucky.ledger, "lucky")
    chronicle.catch_up(lucky.ledger, 1000)
    (played,) = chronicle.played("anna", 10**18)
    recall = recall_round(lucky.ledger, "lucky", 1)
    assert (played.corrected_cents, played.net_cents) == (1000, changed(recall))
