"""A player who keeps a name, settings and score with a passphrase, and comes back on another browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import LedgerFailed
from houseway.web import sessions
from houseway.web.passphrases import BITS_LEAST, bits_of
from houseway.web.regulars import DAYS, MISTAKES, NAMES, REGULARS, SCORES, SETTINGS, Regulars
from tests.attacks.test_sessions import thief
from tests.house.postgres_server import PostgresServer
from tests.web.regular_kit import OTHER, PHRASE, comes_back, keep, noted, role
from tests.web.running import Client, Server, eventually, running, small_room

STORES = ["sqlite", "postgres"]


@pytest.fixture
def server() -> Iterator[Server]:
    with running(small_room("dakota"), seed=7) as made:
        yield made


def test_a_regular_is_the_same_player_in_another_browser(server: Server) -> None:
    ann = server.client("Ann")
    assert ann.get("/api/session")["kept"] is False
    seat = ann.at("dakota")
    assert seat.do("sit", cents=100_000)["type"] == "done"
    first = ann.id
    keep(ann)
    assert ann.get("/api/session")["kept"] is True
    assert ann.id == first, "seat and history stay hers"
    assert seat.is_closed(), "her line is opened again, with the new cookie"
    again = comes_back(server, "ANN")
    assert (again.id, again.get("/api/session")["name"]) == (first, "Ann")
    there = again.at("dakota")
    assert there.view["you"]["cents"] == 100_000
    there.close()


def test_one_browser_signs_out_and_the_other_stays(server: Server) -> None:
    ann = keep(server.client("Ann"))
    there = comes_back(server, "Ann")
    here_seat, there_seat = ann.at("dakota"), there.at("dakota")
    copy = server.client()
    copy.http.headers["cookie"] = ann.cookie
    assert ann.http.delete("/api/session").status_code == 200
    assert (role(ann), role(copy), role(there)) == ("guest", "guest", "player")
    assert here_seat.is_closed()
    assert there_seat.do("sit", cents=100_000)["type"] == "done"
    there_seat.close()
    assert role(comes_back(server, "Ann")) == "player"


def test_signing_out_everywhere_and_a_new_passphrase_end_the_others(server: Server) -> None:
    ann = keep(server.client("Ann"))
    there = comes_back(server, "Ann")
    assert there.http.delete("/api/session?everywhere=true").status_code == 200
    assert (role(ann), role(there)) == ("guest", "guest")
    here, there = comes_back(server, "Ann"), comes_back(server, "Ann")
    assert here.http.post("/api/you/passphrase", json={"old": OTHER, "new": OTHER}).status_code == 403
    here._remember(here.http.post("/api/you/passphrase", json={"old": PHRASE, "new": OTHER}))
    assert (role(here), role(there)) == ("player", "guest")
    assert role(comes_back(server, "Ann", OTHER)) == "player"


def test_a_supervisor_signs_a_regular_out_and_the_passphrase_stays_good(server: Server) -> None:
    server.hall.staff.add("Sam", "supervisor", "a long password")
    sam = server.client().log_in("Sam", "a long password")
    ann = keep(server.client("Ann"))
    assert sam.http.post("/api/staff/sign-out", json={"who": ann.id}).status_code == 200
    assert role(ann) == "guest"
    assert comes_back(server, "Ann").id == ann.id


def test_settings_and_score_come_along(server: Server) -> None:
    ann = server.client("Ann")
    assert ann.get("/api/you/settings") == {"settings": {}}
    refused = ann.http.put("/api/you/settings", json={"settings": {"deck": "two"}})
    assert (refused.status_code, refused.json()["reason"]) == (403, "you are not kept here: choose a passphrase first")
    keep(ann)
    noted(ann, "PUT", "/api/you/settings", settings={"deck": "two", "theme": "dark", "guide.dakota_stud": True})
    noted(ann, "PUT", "/api/you/settings", settings={"theme": "light"})
    for _ in range(2):
        noted(ann, "POST", "/api/you/score", score={"dakota_stud": {"choices": 3, "mistakes": 1, "lost_cents": 250}})
    noted(ann, "POST", "/api/you/score", score={"super_fun_21": {"drills": 2, "drills_right": 1}})
    again = comes_back(server, "Ann")
    settings = again.get("/api/you/settings")["settings"]
    assert settings == {"deck": "two", "theme": "light", "guide.dakota_stud": True}
    score = again.get("/api/you/score")["score"]
    assert [score["dakota_stud"][what] for what in ("choices", "mistakes", "lost_cents")] == [6, 2, 500]
    assert (score["super_fun_21"]["drills"], score["super_fun_21"]["drills_right"]) == (2, 1)


def mistake(round_: int, at: int) -> dict[str, object]:
    where = {"table": "dakota", "game": "dakota_stud", "round": round_, "choice": 1}
    return {"at": at, **where, "said": "Leave instead of Take back", "lost_cents": 60}


def test_mistakes_and_days_come_along_and_are_forgotten_with_their_person(server: Server) -> None:
    ann = server.client("Ann")
    keep(ann)
    one, two = mistake(3, 1_000), mistake(4, 2_000)
    counts = {"choices": 2, "mistakes": 1, "lost_cents": 60}
    for sent in ([one], [two, one]):  # one is sent again: it is the same
        noted(ann, "POST", "/api/you/score", score={}, days={"2026-11-16": counts}, mistakes=sent)
    again = comes_back(server, "Ann")
    learnt = again.get("/api/you/score")
    assert learnt["mistakes"] == [two, one]
    assert {name: learnt["days"]["2026-11-16"][name] for name in counts} == {name: 2 * n for name, n in counts.items()}
    held = again.http.get("/api/you/export").json()
    assert [each["round"] for each in held["mistakes"]] == [4, 3]
    assert held["days"]["2026-11-16"]["choices"] == 4
    unknown = ann.http.post("/api/you/score", json={"score": {}, "mistakes": [one | {"game": "none"}]})
    assert (unknown.status_code, unknown.json()["reason"]) == (400, "there is no game 'none'")
    again.http.post("/api/you/forget", json={"passphrase": PHRASE})
    assert not {DAYS, MISTAKES} & set(server.house.ledger.shelves())


def test_the_name_of_a_regular_is_nobody_elses(server: Server) -> None:
    other = server.client("Ann")  # before anybody kept it
    keep(server.client("Ann"))
    refused = server.client().http.post("/api/session", json={"name": "Аnn"})  # noqa: RUF001  a Cyrillic A
    assert refused.status_code == 400, "two scripts"
    refused = server.client().http.post("/api/session", json={"name": "ANN"})
    assert refused.status_code == 409
    assert "belongs to somebody who keeps it with a passphrase" in refused.json()["reason"]
    assert other.http.post("/api/you/keep", json={"passphrase": OTHER}).status_code == 409
    assert other.command("dakota", "sit", cents=100_000).status_code == 409, "nor at a table, with an older cookie"


def test_a_visitor_chooses_a_name_later_and_stays_who_they_are(server: Server) -> None:
    anna = server.client("Visitor 685")
    seat = anna.at("dakota")
    assert seat.do("sit", cents=100_000)["type"] == "done"
    before = thief(server, anna)
    first = anna.id
    assert anna.http.post("/api/you/name", json={"name": "the dealer"}).status_code == 400
    call(anna, "Anna")
    assert (anna.id, anna.get("/api/session")["name"], role(before)) == (first, "Anna", "guest")
    assert seat.is_closed(), "it comes again with the new cookie"
    again = anna.at("dakota")
    assert again.view["you"]["name"] == "Visitor 685", "what was played and sat down for is not written anew"
    assert again.do("leave")["type"] == "done"
    assert again.do("sit", cents=100_000)["type"] == "done"
    assert names_at(server, "dakota") == ["Anna"]
    keep(server.client("Ben"))
    refused = anna.http.post("/api/you/name", json={"name": "BEN"})
    assert (refused.status_code, "belongs to somebody" in refused.json()["reason"]) == (409, True)
    again.close()


def test_whoever_is_kept_may_choose_the_name_then(server: Server) -> None:
    visitor = server.client("Visitor 685")
    assert visitor.http.post("/api/you/keep", json={"passphrase": PHRASE, "name": "dealer"}).status_code == 400
    visitor._remember(visitor.http.post("/api/you/keep", json={"passphrase": PHRASE, "name": " Anna "}))
    assert visitor.get("/api/session")["name"] == "Anna"
    assert comes_back(server, "Anna").id == visitor.id


def test_a_regular_takes_another_name_and_the_old_one_is_free(server: Server) -> None:
    ann = keep(server.client("Ann"))
    noted(ann, "PUT", "/api/you/settings", settings={"deck": "two"})
    there = comes_back(server, "Ann")
    keep(server.client("Ben"))
    assert ann.http.post("/api/you/name", json={"name": "Ben", "passphrase": PHRASE}).status_code == 409
    call(ann, "Anna", PHRASE)
    assert role(there) == "guest", "its cookie says the old name"
    again = comes_back(server, "Anna")
    assert (again.id, again.get("/api/you/settings")["settings"]) == (ann.id, {"deck": "two"})
    next_one = keep(server.client("Ann"), OTHER)
    assert comes_back(server, "Ann", OTHER).id == next_one.id
    call(again, "ANNA", PHRASE)  # the same, written otherwise
    assert comes_back(server, "anna").get("/api/session")["name"] == "ANNA"
    assert sorted(server.house.ledger.shelf(NAMES).values()) == sorted(
        each.id for each in (again, next_one, comes_back(server, "Ben"))
    )


def call(client: Client, name: str, passphrase: str = "") -> None:
    client._remember(client.http.post("/api/you/name", json={"name": name, "passphrase": passphrase}))


def names_at(server: Server, table: str) -> list[str]:
    return [player.name for player in server.hall.floor.pit.tables[table].players.values() if not player.bot]


def test_names_that_cannot_be_read_keep_nobody_out(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> str:
        raise LedgerFailed("PostgreSQL is away")

    monkeypatch.setattr(Regulars, "_owner", away)
    assert server.client("Zoe").get("/api/session")["role"] == "player"


@pytest.mark.parametrize("store", STORES)
def test_a_regular_outlives_the_server(store: str, tmp_path: Path, postgres: PostgresServer) -> None:
    database = str(tmp_path / "house.sqlite") if store == "sqlite" else postgres.new_ledger()
    with running(small_room("dakota"), database) as server:
        ann = keep(server.client("Ann"))
        noted(ann, "PUT", "/api/you/settings", settings={"deck": "two"})
        cookie = ann.cookie
    with running(small_room("dakota"), database) as server:
        assert comes_back(server, "Ann").id == ann.id
        old = server.client()
        old.http.headers["cookie"] = cookie
        assert old.get("/api/session")["name"] == "Ann"
        assert old.get("/api/you/settings") == {"settings": {"deck": "two"}}


def test_two_servers_cannot_both_give_a_name_away(postgres: PostgresServer) -> None:
    database = postgres.new_ledger()
    one, two = open_ledger(database), open_ledger(database)
    first, second = Regulars(one), Regulars(two)
    second.verify_name_free = lambda *_: None  # type: ignore[method-assign]  # it looked before the first had written
    first.keep("a" * 16, "Ann", PHRASE, 0)
    with pytest.raises(Exception, match="belongs to somebody"):
        second.keep("b" * 16, "Änn", PHRASE, 0)
    assert second.find("b" * 16) is None
    assert first.called("ann", PHRASE, 0).id == "a" * 16
    first.forget(first.known("a" * 16))
    assert not {REGULARS, NAMES, SETTINGS, SCORES} & set(two.shelves())
    second.keep("b" * 16, "Änn", PHRASE, 0)
    one.close()
    two.close()


def test_a_regular_is_known_at_every_server_of_the_house(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(sessions, "READ_AGAIN_S", 0.1)
    database, room = postgres.new_ledger(), small_room("dakota")
    with running(room, database) as one, running(room, database) as two:
        ann = keep(one.client("Ann"))
        there = comes_back(two, "Ann")
        noted(there, "PUT", "/api/you/settings", settings={"deck": "two"})
        assert ann.get("/api/you/settings") == {"settings": {"deck": "two"}}
        assert two.client().http.post("/api/session", json={"name": "ann"}).status_code == 409
        seat = ann.at("dakota")
        assert there.http.delete("/api/session?everywhere=true").status_code == 200
        eventually(lambda: role(ann) == "guest")
        assert seat.is_closed(), "at the other server too"


@pytest.mark.parametrize(
    "easy",
    ["", "password", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "otter otter otter otter otter", "Ann Ann ann 1", "20031987",
     "abababababababababababababab", "correct horse", "Annabel Annabel Annabel"],
)  # fmt: skip
def test_an_easy_passphrase_is_refused(easy: str) -> None:
    assert bits_of(easy, "Ann") < BITS_LEAST


@pytest.mark.parametrize("good", [PHRASE, OTHER, "correct horse battery staple", "kX9#qv2LmZ8", "Größe Öl Übung Äpfel"])
def test_a_good_passphrase_is_taken(good: str) -> None:
    assert bits_of(good, "Ann") >= BITS_LEAST
