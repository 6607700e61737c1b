"""Every stream is verified, those of practice tables that were put away too; practice is never a sum of the room's."""

import csv
import io
import json
from collections.abc import Iterator

import pytest

from houseway.house.audit.hold import hold_csv, holds, totals
from houseway.house.audit.sums import StreamSum, Sums
from houseway.house.audit.verify import summary, verify_ledger
from houseway.house.ledger.store import STAFF_BOOK
from tests.web.conftest import PASSWORD
from tests.web.running import Client, Server, bets_of, play_round, running, small_room
from tests.web.test_practice import look, own, wait_gone


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A table of the room, one for practice, and one of Ann's own that was put away; a round was played at each."""
    with running(small_room("dakota", "dakota-practice"), seed=3) as made:
        made.hall.staff.add("Sam", "supervisor", PASSWORD)
        made.hall.staff.add("Ada", "auditor", PASSWORD)
        ann = made.client("Ann")
        for name in ("dakota", "dakota-practice", own(ann)):
            seat, facts = ann.at(name), ann.get(f"/api/tables/{name}")["facts"]
            assert seat.do("sit", cents=facts["buy_in"][1])["type"] == "done"
            play_round(seat, bets_of(facts), lambda acts: acts[0])
            assert seat.do("leave")["type"] == "done"
            seat.close()
        wait_gone(made, name, ann)
        look(made, name)
        assert name not in made.house.pit.tables
        yield made


@pytest.fixture
def ada(server: Server) -> Client:
    return server.client().log_in("Ada", PASSWORD)


def put_away(server: Server) -> str:
    (name,) = set(server.house.ledger.tables()) - set(server.house.pit.tables)
    return name


def won(server: Server, name: str) -> int:
    """By the house, from the events themselves."""
    return sum(row.body.get("postings", {}).get("house", 0) for row in server.house.ledger.read(name))


def test_streams_are_named_with_their_game_open_or_put_away(server: Server, ada: Client) -> None:
    listed = {each["table"]: each for each in ada.get("/api/audit/streams")}
    for name in ("dakota", put_away(server)):
        assert (listed[name]["game"], listed[name]["game_title"]) == ("dakota_stud", "Dakota Stud")
    assert listed[put_away(server)]["title"] == "Dakota Stud, practice"
    (away,) = verify_ledger(server.house.ledger, [put_away(server)])
    assert away.sentence.startswith(f"table {put_away(server)} (practice of Dakota Stud): ")
    assert ada.get(f"/api/audit/verify?table={put_away(server)}")[0]["game"] == "dakota_stud"


def test_what_was_put_away_and_played_on_is_counted_anew(server: Server) -> None:
    sums, name = Sums(server.house.ledger), put_away(server)
    before = sums.of(name)
    assert (before.rounds, before.accounts["house"]) == (1, won(server, name))
    assert before.version == server.house.ledger.head(name).version
    cut_short = StreamSum(name)
    for row in server.house.ledger.read(name)[:-1]:
        cut_short.hear(row)
    sums._known[name] = cut_short
    assert sums.of(name) == before


def test_every_stream_of_the_ledger_is_listed_with_its_sort(server: Server, ada: Client) -> None:
    listed = {each["table"]: (each["practice"], each["open"]) for each in ada.get("/api/audit/streams")}
    tables = {"dakota": (False, True), "dakota-practice": (True, True), put_away(server): (True, False)}
    assert listed == tables | {STAFF_BOOK: (False, True)}


def test_verifying_everything_verifies_what_was_put_away(server: Server, ada: Client) -> None:
    verdicts = {each["table"]: each for each in ada.get("/api/audit/verify")}
    assert set(verdicts) == {*server.house.ledger.tables(), STAFF_BOOK}
    assert (verdicts[STAFF_BOOK]["good"], verdicts[STAFF_BOOK]["events"]) == (True, 2)
    assert [each["table"] for each in ada.get(f"/api/audit/verify?table={STAFF_BOOK}")] == [STAFF_BOOK]
    away = verdicts[put_away(server)]
    assert (away["good"], away["practice"], away["rounds"]) == (True, True, 1)
    some = ada.get(f"/api/audit/verify?table=dakota&table={put_away(server)}")
    assert [each["table"] for each in some] == ["dakota", put_away(server)]
    assert ada.http.get("/api/audit/verify?table=nowhere").status_code == 404


def test_the_auditor_looks_into_a_stream_that_was_put_away(server: Server, ada: Client) -> None:
    name = put_away(server)
    listed = {each["table"]: each for each in ada.get(f"/api/audit/tables?table={name}")}
    assert (listed[name]["rounds"], listed[name]["practice"], listed[name]["game"]) == (1, True, "dakota_stud")
    assert name not in {each["table"] for each in ada.get("/api/audit/tables")}
    assert ada.get(f"/api/audit/tables/{name}/events")[0]["kind"] == "opened"
    assert ada.get(f"/api/audit/tables/{name}/search?kind=settled")[0]["body"]["round"] == 1
    assert ada.get(f"/api/tables/{name}/rounds/1")["round"] == 1
    assert server.client("Ben").http.get(f"/api/tables/{name}/rounds/1").status_code == 404


def test_totals_keep_practice_apart_from_the_room(server: Server, ada: Client) -> None:
    told = ada.get("/api/house/totals")
    tables = server.house.pit.tables
    assert told["room"]["won_cents"] == tables["dakota"].accounts["house"] == won(server, "dakota")
    away = won(server, put_away(server))
    assert away, "a round was played there, and somebody won it"
    assert told["practice"]["won_cents"] == tables["dakota-practice"].accounts["house"] + away
    assert (told["room"]["rounds"], told["practice"]["rounds"]) == (1, 2)
    assert (told["room"]["tables"], told["practice"]["tables"], told["put_away"]) == (1, 1, 1)
    assert {each["table"]: each["practice"] for each in ada.get("/api/house")} == {
        "dakota": False,
        "dakota-practice": True,
    }
    assert server.client("Ben").http.get("/api/house/totals").status_code == 403


def test_hold_marks_practice_in_the_api_and_in_the_file(ada: Client) -> None:
    rows = ada.get("/api/audit/hold")
    assert {row["table"]: row["practice"] for row in rows} == {"dakota": False, "dakota-practice": True}
    answer = ada.http.get("/api/audit/hold.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="houseway-hold-all.csv"'
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(line["table"], line["practice"], int(line["held_cents"])) for line in lines] == [
        (row["table"], "yes" if row["practice"] else "no", row["held_cents"]) for row in rows
    ]


def test_totals_of_the_audit_have_the_room_and_practice_never_in_one_sum(server: Server) -> None:
    rows = holds(server.house.ledger)
    found = {(each.practice, each.who): each for each in totals(rows)}
    assert set(found) == {(False, "people"), (True, "people"), (True, "bots")}
    assert found[True, "people"].tables == 2
    for (practice, who), total in found.items():
        mine = [row for row in rows if (row.practice, row.who) == (practice, who)]
        assert total.held_cents == sum(row.held_cents for row in mine)
    assert hold_csv([row.to_json() for row in rows]).count("\n") == len(rows) + 1


def test_the_sentence_counts_streams_of_each_sort(server: Server) -> None:
    verdicts = verify_ledger(server.house.ledger)
    assert summary(verdicts) == (
        "All 4 streams are good: 1 of the room, 2 for practice, and the staff book with 2 entries"
    )
    assert summary(verdicts[:1]) == "The stream is good: 0 of the room, 1 for practice"


@pytest.mark.parametrize(
    "address",
    ["/api/audit/tables/:staff/events", "/api/audit/tables/:staff/search", "/api/audit/tables?table=:staff",
     "/api/audit/hold?table=:staff", "/api/audit/hold.csv?table=:staff", "/api/tables/:staff/rounds",
     "/api/tables/:staff/rounds/1"],
)  # fmt: skip
def test_the_staff_book_asked_for_as_a_table_is_told_what_it_is(ada: Client, address: str) -> None:
    answer = ada.http.get(address)
    assert answer.status_code == 409
    assert answer.json()["reason"].startswith(":staff is the staff book, not a table")


@pytest.mark.parametrize("address", ["/table/:staff", "/round/:staff", "/round/:staff/1"])
def test_the_staff_book_has_no_felt_and_no_round(ada: Client, address: str) -> None:
    assert ada.http.get(address).status_code == 404


def test_heads_that_were_noted_must_be_led_through(ada: Client) -> None:
    dakota, *_, book = (each for each in ada.get("/api/audit/verify") if each["table"] in ("dakota", STAFF_BOOK))
    noted = [f"{each['head']['version']}:{each['head']['hash']}:{each['table']}" for each in (dakota, book)]
    named = [("table", "dakota"), ("table", STAFF_BOOK), ("table", "gone")]
    good = ada.http.get("/api/audit/verify", params=[*named[:2], *(("noted", each) for each in noted)]).json()
    assert [each["good"] for each in good] == [True, True]
    other = [each.replace(each.split(":")[1], "0" * 64) for each in [*noted, f"7:{'1' * 64}:gone"]]
    wrong = ada.http.get("/api/audit/verify", params=[*named, *(("noted", each) for each in other)]).json()
    assert [each["good"] for each in wrong] == [False, False, False]
    assert wrong[1]["fault"]["reason"] == "this row is not the one whose hash was noted"
    assert wrong[2]["fault"]["reason"] == "this row is missing; the stream went on to 7"
    assert ada.http.get("/api/audit/verify", params={"noted": "no head"}).status_code == 400


def test_the_staff_book_is_exported_by_its_name(ada: Client) -> None:
    lines = ada.http.get("/api/audit/export?table=:staff").text.splitlines()
    assert [json.loads(line)["body"]["name"] for line in lines] == ["Sam", "Ada"]
