"""A wrong deck over the server: everyone at the table is told, chips come back, and play goes on with a new deck."""

from collections.abc import Iterator

import pytest

from houseway.house.shuffler.slips import slips
from houseway.web.open_house import open_house
from tests.web.conftest import PASSWORD
from tests.web.running import Server, running, small_room

BETS = {"ante": 500, "bonus": 500}


@pytest.fixture
def server() -> Iterator[Server]:
    with running(small_room("holdem"), seed=4) as made:
        made.hall.staff.add("Sam", "supervisor", PASSWORD)
        yield made


def test_a_player_with_bets_on_the_felt_gets_them_back_is_told_the_cards_and_plays_on(server: Server) -> None:
    config = server.house.pit.tables["holdem"].set_up
    sam = server.client().log_in("Sam", PASSWORD)
    ann = server.client("Ann").at("holdem")
    watching = server.client().at("holdem")
    ann.do("sit", cents=config.buy_in_most_cents)
    ann.do("bet", wagers=BETS)
    assert ann.view["you"]["cents"] < config.buy_in_most_cents

    answer = sam.command("holdem", "deck", missing="7h", reason="a card lies on the floor")
    assert answer.status_code == 200, answer.text
    said = "the shuffler stopped: 51 cards where 52 should be: 7h missing"
    for seat in (ann, watching):
        view = seat.until_view(lambda view: view["phase"] == "closed")
        assert view["closed"] == said
    assert ann.view["you"]["cents"] == config.buy_in_most_cents
    assert ann.do("bet", wagers=BETS)["reason"] == f"the table is closed: {said}"
    (shown,) = sam.get("/api/house")
    assert (shown["wrong_deck"], shown["shuffler"]["faults"]) == ("A", [said])

    for do in ("deck", "reopen"):
        assert sam.command("holdem", do, reason="a new deck").status_code == 200
    ann.until_view(lambda view: view["phase"] == "betting")
    ann.do("bet", wagers=BETS)
    ann.do("ready")
    assert ann.view["round"] == 1
    (shown,) = sam.get("/api/house")
    assert shown["wrong_deck"] == ""


def test_what_a_supervisor_may_set_up_is_told_with_its_source(server: Server) -> None:
    (shown,) = server.client().log_in("Sam", PASSWORD).get("/api/house")
    assert shown["shuffler_machine"].startswith("i-Deal, version 3.8.024")
    assert shown["decks"] == ["A", "B"]
    assert [(each["model"], each["least_version"]) for each in shown["shuffler_choices"]["machines"]] == [
        ("i-Deal", "3.8.024"),
        ("i-Deal Plus NXP", "1.0.114"),
    ]
    assert [each["mode"] for each in shown["shuffler_choices"]["modes"]] == ["community_first"]


def test_a_house_opened_to_rehearse_faults_has_them() -> None:
    house = open_house("memory:", small_room("holdem"), slip=slips(1))
    try:
        assert house.pit.tables["holdem"].closed.startswith("the shuffler stopped: 5")
    finally:
        house.close()
