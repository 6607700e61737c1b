"""Strangers at a regular's name: guessing, listing names, planting cookies, flooding the shelf, deleting another."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.house.money import chips_of
from houseway.web import passphrases, regulars
from houseway.web.lapses import let_leave
from houseway.web.limits import HouseLimits
from tests.attacks.test_seats_and_tables import later
from tests.attacks.test_sessions import at, thief
from tests.web.regular_kit import OTHER, PHRASE, comes_back, keep, noted, role, try_to_come_back
from tests.web.running import FREE, Server, running, small_room


@pytest.fixture
def server() -> Iterator[Server]:
    with running(small_room("dakota"), seed=7) as made:
        yield made


def test_a_stranger_who_guesses_does_not_lock_a_regular_out() -> None:
    with running(small_room("dakota"), limits=replace(FREE, logins_a_minute=3, logins_a_minute_an_address=6)) as server:
        keep(server.client("Ann"))
        stranger, ann = at(server, "127.0.0.2"), at(server, "127.0.0.3")
        tries = [try_to_come_back(stranger, name, "a guess").status_code for name in ("Ann", "ann", "ANN", "Änn")]
        assert tries == [403] * 3 + [429], "one name, however it is written"
        assert try_to_come_back(ann, "Ann").status_code == 200
        assert [try_to_come_back(stranger, f"Ben {n}", "a guess").status_code for n in range(3)] == [403, 403, 429]


def test_an_unknown_name_sounds_and_costs_the_same(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(server.client("Ann"))
    verified: list[str] = []
    hasher = server.hall.regulars._hashes._hasher
    real = type(hasher).verify

    def verify(self: Any, kept: str, word: str) -> bool:
        verified.append(kept.rsplit("$", 2)[0])  # kind and cost, without salt and hash
        done: bool = real(self, kept, word)
        return done

    monkeypatch.setattr(type(hasher), "verify", verify)
    answers = [try_to_come_back(server.client().http, name, "a guess") for name in ("Ann", "Nobody")]
    assert [each.status_code for each in answers] == [403, 403]
    assert answers[0].content == answers[1].content
    assert json.loads(answers[0].content)["reason"] == "name or passphrase is wrong"
    assert len(verified) == 2
    assert verified[0] == verified[1], "one hash each, of the same cost"


def test_a_cookie_from_before_is_not_the_one_that_is_good(server: Server) -> None:
    """Whoever stole or planted a cookie before its player was kept has nothing from it afterwards."""
    ann = server.client("Ann")
    stolen = thief(server, ann)
    before = ann.cookie
    keep(ann)
    assert ann.cookie != before
    assert role(stolen) == "guest"
    assert stolen.command("dakota", "sit").status_code == 403
    planted = server.client("Eve")
    assert try_to_come_back(planted.http, "Ann").status_code == 200
    assert "houseway" in planted.cookie
    assert role(planted) == "player"
    assert planted.get("/api/session")["id"] == ann.id


def test_another_site_keeps_returns_and_forgets_nobody(server: Server) -> None:
    ann = keep(server.client("Ann"))
    asked = {
        "/api/you/keep": ("POST", {"passphrase": OTHER}),
        "/api/you/return": ("POST", {"name": "Ann", "passphrase": PHRASE}),
        "/api/you/passphrase": ("POST", {"old": PHRASE, "new": OTHER}),
        "/api/you/name": ("POST", {"name": "Eve", "passphrase": PHRASE}),
        "/api/you/settings": ("PUT", {"settings": {"deck": "two"}}),
        "/api/you/forget": ("POST", {"passphrase": PHRASE}),
        "/api/you/score": ("POST", {"score": {"dakota_stud": {"choices": 1}}}),
    }
    for path, (method, body) in asked.items():
        elsewhere = ann.http.request(method, path, json=body, headers={"origin": "https://evil.example"})
        assert elsewhere.status_code == 403, path
        if path != "/api/you/return":  # begins a session: there is nothing to protect yet
            assert ann.http.request(method, path, json=body, headers={"x-csrf": "no"}).status_code == 403, path
    assert ann.get("/api/you/settings") == {"settings": {}}


def test_whoever_finds_an_open_browser_takes_neither_name_nor_passphrase(server: Server) -> None:
    """The owner must find their way back: under the name and with the passphrase that they know."""
    ann = keep(server.client("Ann"))
    found = thief(server, ann)
    for said in ({"name": "Eve"}, {"name": "Eve", "passphrase": OTHER}):
        assert found.http.post("/api/you/name", json=said).status_code == 403
    assert found.http.post("/api/you/passphrase", json={"old": OTHER, "new": OTHER}).status_code == 403
    assert found.http.post("/api/you/keep", json={"passphrase": OTHER, "name": "Eve"}).status_code == 409
    assert comes_back(server, "Ann").id == ann.id


def test_whoever_finds_an_open_browser_cannot_delete_its_owner(server: Server) -> None:
    """Without the passphrase it takes seven days, is told on every page, and ends where the passphrase is said."""
    ann = keep(server.client("Ann"))
    known, now = server.hall.regulars, server.hall.floor.pit.clock()
    due = now + regulars.LEAVES_AFTER_US + regulars.DAY_US
    found = thief(server, ann)
    for said, status in (({}, 403), ({"passphrase": OTHER}, 403), ({"name": "Ben"}, 409), ({"name": "ann"}, 200)):
        assert found.http.post("/api/you/forget", json=said).status_code == status, said
    when = ann.get("/api/you/settings")["forgotten_at"]
    assert now + regulars.LEAVES_AFTER_US <= when < due
    assert found.http.post("/api/you/forget", json={"name": "Ann"}).status_code == 200
    assert ann.get("/api/you/settings")["forgotten_at"] == when, "asking again changes nothing"
    assert let_leave(known, when - 1, ()) == []
    assert ann.http.delete("/api/you/forget").status_code == 200, "stopped in a browser of hers"
    assert let_leave(known, due, ()) == []

    found.http.post("/api/you/forget", json={"name": "Ann"})
    assert try_to_come_back(server.client().http, "Ann", OTHER).status_code == 403
    assert let_leave(known, due, {chips_of(ann.id)}) == [], "whoever has chips at a table stays"
    again = comes_back(server, "Ann")
    assert let_leave(known, due, ()) == [], "the passphrase is not lost"
    assert "forgotten_at" not in again.get("/api/you/settings")


def test_whoever_lost_the_passphrase_is_forgotten_after_a_time_everywhere(server: Server) -> None:
    ann = keep(server.client("Ann"))
    seat = ann.at("dakota")
    assert ann.http.post("/api/you/forget", json={"name": "Ann"}).json()["name"] == "Ann"
    asked = server.hall.floor.pit.clock() - regulars.LEAVES_AFTER_US
    server.house.ledger.put(regulars.LEAVING, ann.id, str(asked))
    later(server, server.hall.lapses.look)
    assert role(ann) == "guest"
    assert seat.is_closed()
    assert {regulars.REGULARS, regulars.NAMES, regulars.LEAVING, regulars.VISITS} & set(
        server.house.ledger.shelves()
    ) == set()
    keep(server.client("Ann"), OTHER)


@pytest.mark.parametrize("typed", ["Amber  otter walks under nine Bridges", " AMBER OTTER WALKS UNDER NINE BRIDGES\t"])
def test_words_are_forgiven_capitals_and_spaces_and_a_guess_costs_no_less(server: Server, typed: str) -> None:
    ann = keep(server.client("Ann"), typed)
    for said in (PHRASE, typed, PHRASE.upper()):
        assert comes_back(server, "Ann", said).id == ann.id
    assert try_to_come_back(server.client().http, "Ann", PHRASE.replace(" ", "")).status_code == 403
    assert passphrases.plain("kX9#qv2LmZ8 Q q") == "kX9#qv2LmZ8 Q q", "no words"
    hashes = passphrases.Hashes()
    before = hashes._hasher.hash("Amber Otter Walks Under Nine")  # as it was typed, in the days when that was kept
    assert hashes.is_of(before, "Amber Otter Walks Under Nine")
    assert not hashes.is_of(before, "amber otter walks under nine")
    assert not hashes.is_of("", "of nobody")


def test_a_crash_in_the_middle_of_a_renaming_loses_no_name(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = keep(server.client("Ann"))
    known = server.hall.regulars
    with monkeypatch.context() as crash:
        crash.setattr(type(known), "_put", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            known.rename(ann.id, "Anna", PHRASE)
    assert comes_back(server, "Ann").id == ann.id
    assert known.rename(ann.id, "Anna", PHRASE)[0].name == "Anna"
    known.forget(known.known(ann.id))
    assert server.house.ledger.shelf(regulars.NAMES) == {}


def test_whoever_is_forgotten_twice_takes_no_name_from_the_next_one(server: Server) -> None:
    """Two requests were let in before either was done; the name went to somebody else between them."""
    ann = keep(server.client("Ann"))
    known = server.hall.regulars
    before = known.known(ann.id)
    known.forget(before)
    next_one = keep(server.client("Ann"), OTHER)
    known.forget(before)
    assert comes_back(server, "Ann", OTHER).id == next_one.id
    assert server.client().http.post("/api/session", json={"name": "Ann"}).status_code == 409


def test_a_shelf_cannot_be_flooded(server: Server) -> None:
    ann = keep(server.client("Ann"))

    def put(settings: object) -> int:
        return ann.http.put("/api/you/settings", json={"settings": settings}).status_code

    assert put({f"k{n}": "x" for n in range(61)}) == 400
    assert put({"k": "x" * 41}) == 400
    assert put({"k": ["x"]}) == 400
    assert put({"k": 2**60}) == 400
    assert put({"K" * 10: "x"}) == 400
    assert put({"k": "\u0000"}) == 400
    assert put({f"k{n}": "x" * 40 for n in range(60)}) == 200
    assert put({"one": "more"}) == 409
    kept = server.house.ledger.get(regulars.SETTINGS, ann.id) or ""
    assert len(kept) < 4_000
    for score in ({"no game": {"choices": 1}}, {"dakota_stud": {"choices": -1}}, {"dakota_stud": {"wins": 1}}):
        assert ann.http.post("/api/you/score", json={"score": score}).status_code == 400
    most = {"choices": 10**12}
    for _ in range(2):
        noted(ann, "POST", "/api/you/score", score={"dakota_stud": most})
    assert ann.get("/api/you/score")["score"]["dakota_stud"]["choices"] == 10**12


def test_one_address_keeps_few_names_a_day_and_still_plays() -> None:
    """Each of its sessions may keep one: without a limit a morning is enough for every name there is."""
    with running(small_room("dakota"), limits=replace(FREE, names_a_day_an_address=2)) as server:
        names = [server.client(f"Ann the {n}th") for n in range(5)]
        easy = names[0].http.post("/api/you/keep", json={"passphrase": "easy"})
        assert easy.status_code == 409, "nothing was kept, so nothing is counted"
        tries = [client.http.post("/api/you/keep", json={"passphrase": PHRASE}) for client in names]
        assert [each.status_code for each in tries] == [200, 200, 429, 429, 429]
        assert (
            tries[-1].json()["reason"].startswith("one address keeps only so many names a day, and yours has kept them")
        )
        assert "names_a_day_an_address" in server.client().http.get("/metrics").text
        assert role(names[-1]) == "player"
        elsewhere = at(server, "127.0.0.4")
        elsewhere.headers["x-csrf"] = elsewhere.post("/api/session", json={"name": "Ben"}).json()["csrf"]
        assert elsewhere.post("/api/you/keep", json={"passphrase": PHRASE}).status_code == 200


def test_notes_have_a_rate() -> None:
    with running(small_room("dakota"), limits=replace(FREE, notes_a_minute=3)) as server:
        ann = keep(server.client("Ann"))
        tries = [ann.http.put("/api/you/settings", json={"settings": {"deck": "two"}}).status_code for _ in range(3)]
        assert tries == [200, 200, 429]


def test_many_passphrases_at_once_take_little_memory() -> None:
    """Argon2 takes 64 MB a try: tries wait for each other."""
    with running(small_room("dakota"), limits=HouseLimits()) as server:
        assert server.hall.hashing._value * 64 <= 128


def test_a_passphrase_is_nowhere_in_the_ledger(tmp_path: Path) -> None:
    database = tmp_path / "house.sqlite"
    with running(small_room("dakota"), str(database)) as server:
        keep(server.client("Ann"))
        comes_back(server, "Ann")
    text = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert b"$argon2id$" in text
    assert PHRASE.encode() not in text


def test_what_everyone_tries_first_is_too_easy() -> None:
    for word in ("12345678901234567890", "qwertyuiop", "iloveyou", "dragon monkey", "letmein2024!", "Ann1990"):
        assert passphrases.bits_of(word, "Ann") < passphrases.BITS_LEAST, word
