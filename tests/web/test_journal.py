"""What staff ask of the past, answered from notes kept as the stream grows: the same as reading it all."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, RenderableType

import houseway
from houseway.house import events
from houseway.house.audit.hold import holds
from houseway.house.audit.machine_logs import logs
from houseway.house.audit.recall import recall_round
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import Stored
from houseway.report.audit_pages import recall_page
from houseway.rules.cards import UNSEEN, card_text
from houseway.web.desk.questions import Questions
from houseway.web.journal import Journal
from tests.house.streams import path_of, read_stream
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, table_of
from tests.house.test_formats import store_again
from tests.web.conftest import PASSWORD
from tests.web.running import Client, Server, bets_of, play_round, running, small_room

TABLES = ("dakota", "lucky")


@pytest.fixture(scope="module")
def played() -> Iterator[Server]:
    """Two people at two tables; notes are taken before, in between and after. A void round, and one that is on."""
    with running(small_room(*TABLES), seed=8) as made:
        for name, role in (("Sam", "supervisor"), ("Ada", "auditor")):
            made.hall.staff.add(name, role, PASSWORD)
        sam = made.client().log_in("Sam", PASSWORD)
        rng = random.Random(2)
        for name in TABLES:
            sam.get("/api/house")
            for player, rounds in (("Ann", 3), ("Ben", 2)):
                client = made.client(player)
                facts = client.get(f"/api/tables/{name}")["facts"]
                seat = client.at(name)
                seat.do("sit", cents=facts["buy_in"][1])
                for _ in range(rounds):
                    play_round(seat, bets_of(facts), rng.choice)
                if player == "Ann":
                    seat.do("leave")
                    sam.get("/api/audit/hold")
            seat.do("bet", wagers=bets_of(facts))
            seat.do("ready")
            if name == "dakota":
                assert sam.command(name, "void", reason="a card fell").status_code == 200
                seat.do("bet", wagers=bets_of(facts))
                seat.do("ready")
        yield made


@pytest.fixture(scope="module")
def ada(played: Server) -> Client:
    return played.client().log_in("Ada", PASSWORD)


def stream(played: Server, table: str = "dakota") -> list[Stored]:
    return played.house.ledger.read(table)


def search(ada: Client, query: str = "", table: str = "dakota") -> list[int]:
    return [row["version"] for row in ada.get(f"/api/audit/tables/{table}/search?limit=1000&{query}")]


@pytest.mark.parametrize("table", TABLES)
def test_log_hold_and_head_are_those_of_the_whole_stream(played: Server, ada: Client, table: str) -> None:
    shown = {each["table"]: each for each in ada.get("/api/house")}[table]
    rows = stream(played, table)
    log = asdict(logs(played.house.ledger, [table])[table])
    assert shown["shuffler"] == json.loads(json.dumps(log))
    assert log["rounds"] == 5
    assert shown["head"] == {"version": rows[-1].version, "hash": rows[-1].hash}
    assert ada.get(f"/api/audit/hold?table={table}") == [row.to_json() for row in holds(played.house.ledger, [table])]


def test_what_befell_a_table_is_told_with_who_and_why(ada: Client) -> None:
    dakota = next(each for each in ada.get("/api/house") if each["table"] == "dakota")
    assert [(each["kind"], each["by"], each["reason"], each["round"]) for each in dakota["incidents"]] == [
        ("voided", "Sam", "a card fell", 6),
        ("opened", "", "", None),
    ]


def test_rulings_and_corrections_say_what_was_done_for_whom() -> None:
    house = House(table_of("lucky", seats=2, hands_a_player=1))
    house.sit(ANNA)
    for cents in (250, -100):
        house.bet_and_deal(ANNA, blackjack=1000)
        if house.table.playing:
            house.do(SUPERVISOR, "rule", sort="exposed_card", outcome="play_on", reason="seen")
        house.play_out([ANNA], random.Random(1))
        what: dict[str, Any] = {
            "round": house.table.rounds,
            "seat": 1,
            "player": "anna",
            "wager": "blackjack",
            "cents": cents,
        }
        house.do(SUPERVISOR, "correct", reason="paid wrongly", **what)
    house.bet(ANNA, blackjack=1000)
    house.do(SUPERVISOR, "rule", sort="late_bet", outcome="return_bet", seat=1, reason="too late")
    told = [each["what"] for each in Journal(house.ledger).house("lucky")["incidents"]]
    assert told == [
        "Late bet: the bet goes back before the deal, seat 1",
        "Blackjack, $1 from Anna, seat 1",
        "Exposed card: the round goes on",
        "Blackjack, $2.50 to Anna, seat 1",
        "Exposed card: the round goes on",
        "",
    ]


def test_events_of_a_kind_are_found_the_newest_first(played: Server, ada: Client) -> None:
    rows = stream(played)
    assert search(ada) == [row.version for row in rows][::-1]
    for kind in {row.kind for row in rows}:
        assert search(ada, f"kind={kind}") == [row.version for row in rows if row.kind == kind][::-1]
    assert search(ada, "kind=nonsense") == []
    contents = next(each for each in ada.get("/api/audit/tables") if each["table"] == "dakota")
    assert sum(contents["kinds"].values()) == len(rows)


def test_a_round_has_everything_since_the_one_before(played: Server, ada: Client) -> None:
    rows = stream(played)
    found = [search(ada, f"round={number}")[::-1] for number in range(1, 8)]
    assert [version for each in found for version in each] == [row.version for row in rows]
    kinds = [[rows[version - 1].kind for version in each] for each in found]
    assert kinds[1][:2] == ["shuffled", "bet"]
    assert kinds[1][-2:] == ["settled", "revealed"]
    assert "voided" in kinds[5]
    assert kinds[6][-1] == "dealt"
    assert search(ada, "round=8") == search(ada, "round=1000000") == []


@pytest.mark.parametrize("asked", ["search", "rounds"])
def test_a_question_that_cannot_be_answered_is_refused_in_words(ada: Client, asked: str) -> None:
    def said(query: str) -> str:
        return str(ada.http.get(f"/api/audit/tables/dakota/{asked}?{query}").json()["reason"])

    assert said("since=5&until=4") == "the time runs backwards: it begins after it ends"
    assert said("since=foo") == "since is 'foo': write a whole number"
    assert said("limit=0") == "limit is '0': write 1 or more"


def test_events_of_a_player_are_all_that_are_about_them(played: Server, ada: Client) -> None:
    """Their own, those that move their chips, and those of rounds they are in; nothing that is another's alone."""
    rows = stream(played)
    contents = next(each for each in ada.get("/api/audit/tables") if each["table"] == "dakota")
    ids = {each["name"]: each["player"] for each in contents["people"]}
    ann, ben = search(ada, f"player={ids['Ann']}"), search(ada, f"player={ids['Ben']}")
    assert not set(ann) & set(ben)  # they never played together
    of_nobody = {row.version for row in rows} - {*ann, *ben}
    assert {rows[version - 1].kind for version in of_nobody} == {"opened", "shuffled", "revealed"}
    chosen = [row.version for row in rows if row.kind == "chose" and row.version in ben]
    assert search(ada, f"player={ids['Ben']}&kind=chose") == chosen[::-1]
    assert search(ada, f"player={ids['Ben']}&round=1") == []


def test_pages_join_without_gap_or_overlap(ada: Client) -> None:
    found, before = [], 10**15
    while page := ada.get(f"/api/audit/tables/dakota/search?kind=bet&limit=2&before={before}"):
        found += [row["version"] for row in page]
        before = page[-1]["version"]
    assert found == search(ada, "kind=bet")
    assert len(found) > 4


def test_search_withholds_the_secrets_of_the_shuffle_that_is_dealt_from(played: Server, ada: Client) -> None:
    for table in TABLES:
        newest, *older = ada.get(f"/api/audit/tables/{table}/search?kind=shuffled")
        assert newest["withheld"] == ["key", "order"]
        assert "order" not in newest["body"]
        assert all("order" in row["body"] for row in older)
        now = played.house.pit.tables[table].shuffle
        assert now is not None
        assert newest["body"]["cycle"] == now.cycle


def test_the_form_knows_every_key_of_a_configuration(played: Server, ada: Client) -> None:
    schema = ada.get("/api/house/form")
    said_where_there_are_any = {"departs", "progressives"}
    body = played.house.pit.tables["dakota"].set_up.to_body()
    assert schema["properties"].keys() == body.keys() | said_where_there_are_any


def test_a_wall_clock_that_was_set_is_among_the_incidents() -> None:
    ledger = open_ledger("memory:")
    store_again(ledger, read_stream(path_of("lucky-practice", 2)))
    incidents = Journal(ledger).house("lucky-practice")["incidents"]
    assert [each["reason"] for each in incidents if each["kind"] == events.CLOCK_SET] == [
        "it is right again by the house's own time",
        "it is 3,600 s ahead of the house's own time, which is kept",
    ]


def test_a_choice_that_names_cards_has_them_once_everyone_may_know_them() -> None:
    """Two at Fast Action Hold'em: while Ben chooses, Anna's cards are her own; when the round is over they are told."""
    config = table_of("holdem", bots=())
    house = House(config)
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, ante=500)
    questions = Questions(house.ledger)
    asked = {"table": "holdem", "player": "", "round_": 0, "before": 10**15, "limit": 50}

    def found() -> list[dict[str, Any]]:
        return [row for row in json.loads(questions.answer("search", {"kind_": "chose", **asked})) if row["cards"]]

    house.do(ANNA, "act", act="keep_12")
    (hers,) = found()
    assert set(hers["cards"]) == {UNSEEN}
    told = recall_round(house.ledger, "holdem", 1)
    assert "Anna: Keep 1+2" in plain(recall_page(told)), "places are known, cards are not"
    house.do(BEN, "act", act="keep_34")
    his, hers = found()
    assert len({*his["cards"], *hers["cards"]}) == 8
    assert UNSEEN not in {*his["cards"], *hers["cards"]}
    told = recall_round(house.ledger, "holdem", 1)
    faces = [card_text(card) for card in hers["cards"][:2]]
    assert hers["cards"][:2] == told["choices"][0]["cards"][:2]
    kept = next(hand["cards"] for hand in told["hands"] if hand["seat"] == 1)
    assert kept == faces, "what she kept is what is named"
    assert "Anna: Keep 1+2" not in plain(recall_page(told))


def plain(page: RenderableType) -> str:
    console = Console(width=120, color_system=None)
    with console.capture() as captured:
        console.print(page)
    return captured.get()


def test_every_kind_of_event_has_a_sentence_on_the_auditors_page() -> None:
    """A correction stood there without a word."""
    script = Path(houseway.__file__).parent / "web" / "static" / "audit" / "event_words.js"
    told = script.read_text(encoding="utf-8").partition("const SENTENCES = {")[2].partition("\n};")[0]
    assert sorted(re.findall(r"^  (\w+): \(", told, re.MULTILINE)) == sorted(events.KINDS)
