"""The school over HTTP: a question keeps its answer to itself, and what is missed comes back, after a restart too."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.games import all_games, find_game
from houseway.school.dealing.dealt_table import DealtTable
from houseway.school.dealing.deed import DealerDeed
from houseway.school.schedule import DAY_US
from houseway.web.regulars import OF_THE_SCHOOL
from houseway.web.school.telling import number_of
from tests.web.regular_kit import PHRASE, comes_back, keep
from tests.web.running import FREE, Client, Server, running, small_room
from tests.web.school_kit import GAME, answered, asked, due_key, right, session_of, waits, wrong


@pytest.fixture(scope="module")
def school() -> Iterator[Server]:
    with running(small_room("dakota")) as made:
        yield made


def post(client: Client, path: str, **body: Any) -> httpx.Response:
    return client.http.post(f"/api/school/{path}", json=body)


def test_a_question_says_nothing_of_its_answer(school: Server) -> None:
    """Neither what is right, nor why, nor the seed, by which anybody could draw it again."""
    ann = school.client("Ann")
    for kind in ("pay", "who_wins"):
        told = asked(ann, kind=kind)
        question = waits(school, ann, told["id"])
        assert set(told) == {
            "id", "kind", "title", "game", "options", "felt", "tape", "seat", "hand", "asks", "form",
            "again",
        }  # fmt: skip
        text = json.dumps(told)
        assert question.because not in text
        assert kind != "pay" or f" {question.right}" not in json.dumps(told["form"])
        marked = answered(ann, told["id"], right(question))
        assert (marked["right"], marked["because"]) == (True, question.because)
        assert marked["answer"] == right(question)


def test_an_answer_that_is_none_is_refused_and_the_question_waits(school: Server) -> None:
    ann = school.client("Ann")
    told = asked(ann, kind="who_wins")
    malformed: Any
    for malformed in ("no such key", 17, [1, 2], "clean", ""):
        refused = post(ann, "answer", question=told["id"], answer=malformed)
        assert (refused.status_code, refused.json()["code"]) == (409, "refused"), malformed
    for malformed in (None, {"a": 1}, 1.5, [[1]], [None]):
        assert post(ann, "answer", question=told["id"], answer=malformed).status_code == 400, malformed
    assert post(ann, "answer", question="0" * 16, answer="x").json()["reason"].startswith("this question is not asked")
    given = right(waits(school, ann, told["id"]))
    answered(ann, told["id"], given)
    again = post(ann, "answer", question=told["id"], answer=given)
    assert again.json()["reason"].startswith("this question is not asked"), "a question is answered once"


def test_nobody_answers_what_another_is_asked(school: Server) -> None:
    ann, ben = school.client("Ann"), school.client("Ben")
    told = asked(ann, kind="who_wins")
    assert post(ben, "answer", question=told["id"], answer=right(waits(school, ann, told["id"]))).status_code == 409


def test_what_was_missed_comes_back_as_ones_mistakes(school: Server) -> None:
    ann = school.client("Ann")
    assert post(ann, f"{GAME}/question", mine=True).status_code == 409
    told = asked(ann, kind="pay")
    question = waits(school, ann, told["id"])
    marked = answered(ann, told["id"], wrong(question))
    assert (marked["right"], marked["answer"], marked["interval_days"]) == (False, right(question), 1)
    again = asked(ann, mine=True)
    assert (again["id"], again["again"], again["tape"]) == (told["id"], True, told["tape"])
    answered(ann, again["id"], right(question))
    assert post(ann, f"{GAME}/question", mine=True).status_code == 409, "it is known now"


def test_kinds_that_are_new_come_in_turn_and_none_twice(school: Server) -> None:
    ann = school.client("Ann")
    ids, kinds = [], []
    for _ in range(5):
        told = asked(ann)
        ids.append(told["id"])
        kinds.append(told["kind"])
        answered(ann, told["id"], right(waits(school, ann, told["id"])))
    assert len(set(ids)) == 5
    assert len(set(kinds)) == 5, "every kind of the game, as none is due yet"


def test_a_players_choice_is_marked_with_what_acts_are_worth(school: Server) -> None:
    ann = school.client("Ann")
    told = asked(ann, side="player")
    assert "value" not in json.dumps({name: part for name, part in told.items() if name != "felt"})
    options = [option["key"] for option in told["form"]["options"]]
    marked = answered(ann, told["id"], "surrender")
    values = {each["act"]: each["value"] for each in marked["values"]}
    assert sorted(values) == sorted(options)
    best = max(values, key=lambda act: values[act])
    assert marked["answer"] == best == "go_to_war"
    assert marked["lost_cents"] == round((values[best] - values["surrender"]) * 1000)
    progress = ann.get("/api/school/progress")
    assert [(each["kind"], each["side"]) for each in progress["kinds"]] == [(told["kind"], "player")]
    assert progress["weeks"][0]["choices"] == 1
    assert asked(ann, mine=True)["kind"] == told["kind"]


def test_the_school_lists_every_game_and_how_far_one_is(school: Server) -> None:
    ann = school.client("Ann")
    told = asked(ann, kind="pay")
    answered(ann, told["id"], right(waits(school, ann, told["id"])))
    found = ann.get("/api/school")
    assert (found["kept"], found["due"]) == (False, 0)
    kinds = {kind["name"]: kind for game in found["games"] if game["slug"] == GAME for kind in game["kinds"]}
    assert (kinds["pay"]["asked"], kinds["pay"]["right"], kinds["pay"]["due"]) == (1, 1, False)
    assert set(kinds) == {"pay"}, "what was met: to find the others takes a moment"
    assert [game["slug"] for game in found["games"]] == [game.slug for game in all_games()]
    whole = ann.get(f"/api/school/games/{GAME}")
    assert [kind["asked"] for kind in whole["kinds"] if kind["name"] == "pay"] == [1]
    assert {kind["name"]: kind["side"] for kind in whole["kinds"]}["choice"] == "player"
    assert school.client().get(f"/api/school/games/{GAME}")["kinds"], "a guest may look around"
    assert school.client().http.get("/api/school/games/chess").status_code == 404


def test_what_is_due_comes_first(school: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = school.client("Ann")
    told = asked(ann, kind="settle_next")
    marked = answered(ann, told["id"], wrong(waits(school, ann, told["id"])))
    clock = school.house.pit.clock
    monkeypatch.setattr(school.house.pit, "clock", lambda: clock() + 2 * DAY_US)
    assert marked["due_at"] < school.house.pit.clock()
    assert asked(ann)["kind"] == "settle_next"


def test_the_challenge_of_a_day_is_the_same_for_everybody_and_each_question_is_answered_once(school: Server) -> None:
    ann, ben = school.client("Ann"), school.client("Ben")
    games = [game.slug for game in all_games() if game.acts]
    days = [f"2026-09-{n:02}" for n in range(1, 20)]
    day = next(day for day in days if number_of(day) % len(games) == games.index(GAME))
    first = challenge(ann, day)
    assert first["game"] == GAME
    assert first == challenge(ben, day) | {"answered": []}
    assert (first["number"], first["answered"]) == (5, [])
    act = first["question"]["form"]["options"][0]["key"]
    marked = answered(ann, first["question"]["id"], act)
    second = challenge(ann, day)
    assert second["answered"] == [marked["right"]]
    assert challenge(ben, day)["answered"] == []
    for _ in range(4):
        answered(ann, challenge(ann, day)["question"]["id"], act)
    done = challenge(ann, day)
    assert (len(done["answered"]), done["question"]) == (5, None)


def challenge(client: Client, day: str) -> dict[str, Any]:
    client.http.timeout = 120
    found: dict[str, Any] = client.get(f"/api/school/challenge/{day}")
    return found


def test_a_challenge_is_of_a_day_that_has_begun(school: Server) -> None:
    ann = school.client("Ann")
    assert ann.http.get("/api/school/challenge/2999-01-01").status_code == 404
    assert ann.http.get("/api/school/challenge/2026-02-31").status_code == 400
    assert ann.http.get("/api/school/challenge/today").status_code == 400


def test_learners_have_a_name_and_games_are_known(school: Server) -> None:
    assert school.client().http.get("/api/school/progress").status_code == 403
    ann = school.client("Ann")
    assert post(ann, "chess/question").status_code == 404
    assert post(ann, f"{GAME}/question", kind="no_such_kind").status_code == 409
    assert post(ann, f"{GAME}/question", options={"no": "such"}).status_code == 409
    assert post(ann, f"{GAME}/question", kind="Pay").status_code == 400
    assert post(ann, "ez_baccarat/question", side="player").status_code == 409, "nobody has a choice there"


def test_questions_are_asked_so_fast_only() -> None:
    with running(small_room("dakota"), limits=replace(FREE, drills_a_minute=2)) as server:
        ann = server.client("Ann")
        assert [post(ann, f"{GAME}/question", kind="pay").status_code for _ in range(3)] == [200, 200, 429]


def test_a_lesson_goes_on_where_it_was_and_says_what_was_wrong(school: Server) -> None:
    ann = school.client("Ann")
    now = post(ann, f"{GAME}/lesson").json()
    due = now["due"]["words"]
    keys = [due_key(now), "sign:0:0::0:"]
    told = [post(ann, f"lesson/{now['id']}/deed", deed=key).json() for key in keys]
    assert told[0]["told"]["right"]
    assert told[0]["told"]["words"] == due
    assert (told[1]["told"]["right"], told[1]["step"]) == (False, 1)
    seen = ann.get(f"/api/school/lesson/{now['id']}")
    assert (seen["step"], seen["errors"], seen["told"]) == (told[1]["step"], told[1]["errors"], None)
    assert post(ann, f"{GAME}/lesson").json()["id"] == now["id"]
    assert post(ann, f"{GAME}/lesson", again=True).json()["id"] != now["id"]
    assert post(ann, f"lesson/{now['id']}/deed", deed="juggle").status_code == 409
    assert ann.http.get(f"/api/school/table/{now['id']}").status_code == 404
    assert school.client("Ben").http.get(f"/api/school/lesson/{now['id']}").status_code == 404


def test_a_name_that_is_kept_has_its_record_after_a_restart_and_takes_it_along(tmp_path: Path) -> None:
    database = str(tmp_path / "ledger.db")
    with running(small_room("dakota"), database) as server:
        ann = server.client("Ann")
        first = asked(ann, kind="pay")
        answered(ann, first["id"], wrong(waits(server, ann, first["id"])))
        lesson = post(ann, f"{GAME}/lesson").json()["id"]
        keep(ann)
        waiting = asked(ann, kind="who_wins")
        ann.http.get(f"/api/school/lesson/{lesson}").raise_for_status()
        post(ann, f"lesson/{lesson}/deed", deed=due_key(ann.get(f"/api/school/lesson/{lesson}")))
        visitor = server.client("Visitor 7")
        other = asked(visitor, kind="settle_next")
        answered(visitor, other["id"], right(waits(server, visitor, other["id"])))
        visitor._remember(visitor.http.post("/api/you/return", json={"name": "Ann", "passphrase": PHRASE}))
        assert len(visitor.get("/api/school/progress")["kinds"]) == 2, "what the visit learnt came along"
    with running(small_room("dakota"), database) as server:
        ann = comes_back(server, "Ann")
        assert asked(ann, mine=True)["id"] == first["id"], "what was missed before there was a passphrase"
        assert ann.get(f"/api/school/lesson/{lesson}")["step"] == 1
        answered(ann, waiting["id"], right(waits(server, ann, waiting["id"])))
        held = ann.http.get("/api/you/export").json()["school"]
        (week,) = held["learnt"]["weeks"].values()
        assert set(week) == {f"{GAME}/{kind}" for kind in ("pay", "settle_next", "who_wins")}
        assert "waiting" not in held, "what is asked now stays sealed"
        assert set(OF_THE_SCHOOL) & set(server.house.ledger.shelves())
        ann.http.post("/api/you/forget", json={"passphrase": PHRASE})
        assert not set(OF_THE_SCHOOL) & set(server.house.ledger.shelves())


def test_a_table_that_was_closed_is_on_file(school: Server) -> None:
    """Rounds, errors and pace: for its learner, in the file of their own data, and once."""
    ann = school.client("Ann")
    shown = ann.http.post(f"/api/school/{GAME}/table", json={"options": {"decks": "6"}}).json()
    table = DealtTable(find_game(GAME), find_game(GAME).settings({"decks": "6"}), _seed(school, ann))
    state, deeds = table.begun(), 0
    while not table.is_over(state):
        deed = table.due(state)
        deed = DealerDeed("close") if deed.kind == "clear" else deed
        state = table.next_step(state, deed).state
        shown = ann.http.post(f"/api/school/table/{shown['id']}/deed", json={"deed": deed.key}).json()
        deeds += 1
    assert (shown["done"], shown["errors"], shown["shift"]) == (True, 0, "closed")
    (filed,) = ann.get("/api/school/progress")["tables"]
    assert (filed["game"], filed["options"], filed["errors"]) == (GAME, {"decks": 6}, 0)
    assert filed["rounds"] == table.rounds_done(state) > 0
    (held,) = ann.get("/api/you/export")["school"]["tables"]
    assert filed.items() <= held.items()
    again = ann.http.post(f"/api/school/table/{shown['id']}/deed", json={"deed": deed.key})
    assert again.status_code == 409
    assert len(ann.get("/api/school/progress")["tables"]) == 1


def _seed(server: Server, client: Client) -> int:
    """Of the table that somebody deals: a test may look into the house."""
    (dealt,) = json.loads(server.hall.school.dealings.read(session_of(server, client))).values()
    return int(dealt["seed"])
