"""A drill over HTTP: a hard choice, as its player sees it."""

from dataclasses import replace

from houseway.games import find_game
from tests.web.running import FREE, running, small_room


def test_a_drill_shows_what_its_player_sees_and_what_acts_are_worth() -> None:
    with running(small_room("dakota")) as server:
        ann = server.client("Ann")
        first = ann.get("/api/games/dakota_stud/drill?set=paytable=DS-01")
        game = find_game("dakota_stud")
        assert first["options"] == game.settings({"paytable": "DS-01"})
        assert first["acts"] == sorted((each["act"] for each in first["values"]), key=game.acts.index)
        values = [each["value"] for each in first["values"]]
        assert values == sorted(values, reverse=True)
        assert set(first["wagers"].values()) == {first["unit_cents"]}
        down = [row for row in first["tape"] if row[0] == 1 and row[4] == 0]
        assert down
        assert all(row[3] == -1 for row in down)
        assert ann.get(f"/api/games/dakota_stud/drill?not={first['id']}")["id"] != first["id"]
        assert ann.http.get("/api/games/chess/drill").status_code == 404
        assert ann.http.get("/api/games/dakota_stud/drill?set=paytable=99").status_code == 409


def test_drills_are_dealt_so_fast_only() -> None:
    with running(small_room("dakota"), limits=replace(FREE, drills_a_minute=2)) as server:
        ann = server.client("Ann")
        answers = [ann.http.get("/api/games/dakota_stud/drill").status_code for _ in range(3)]
        assert answers == [200, 200, 429]
