"""What the API tells of the past and of the games: rounds, shuffles once revealed, the sign, figures, the audit."""

import json
import random
from collections.abc import Iterator
from itertools import groupby

import pytest

from houseway.analysis import store
from houseway.analysis.solve import OPTIMAL
from houseway.games import SLUGS, find_game
from houseway.house.shuffler import verify_commitment
from houseway.report.edge_page import edge_json
from tests.web.conftest import PASSWORD
from tests.web.running import Client, Server, play_rounds, running, small_room


@pytest.fixture(scope="module")
def played() -> Iterator[Server]:
    """Three rounds at a table that shuffles for every round, and at one with a shoe; a fourth is on."""
    with running(small_room("dakota", "lucky"), seed=21) as made:
        made.hall.staff.add("Ada", "auditor", PASSWORD)
        made.hall.staff.add("Sam", "supervisor", PASSWORD)
        rng = random.Random(4)
        for name in ("dakota", "lucky"):
            seat, bets = play_rounds(made.client("Ann"), name, 3, rng)
            if name == "dakota":
                seat.do("bet", wagers=bets)
                seat.do("ready")
                assert seat.view["phase"] == "playing"
        yield made


@pytest.fixture(scope="module")
def guest(played: Server) -> Client:
    return played.client()


def test_a_shuffle_is_shown_when_its_cards_are_used_up_and_fits_its_commitment(guest: Client) -> None:
    view = guest.get("/api/tables/dakota")["view"]
    assert view["shuffle"]["cycle"] == 4
    for cycle in (1, 2, 3):
        shown = guest.get(f"/api/tables/dakota/shuffles/{cycle}")
        order = bytes.fromhex(shown["order"])
        assert sorted(order) == list(range(52))
        verify_commitment("dakota", cycle, order, bytes.fromhex(shown["key"]), shown["commitment"])


def test_a_persons_rounds_are_found_at_every_table_and_by_their_time(played: Server) -> None:
    ada = played.client().log_in("Ada", PASSWORD)
    tables = ada.get("/api/audit/tables")
    people = {each["player"] for table in tables for each in table["people"]}
    rounds = [each for player in people for each in ada.get(f"/api/audit/rounds?player={player}")]
    assert sorted((each["table"], each["round"]) for each in rounds) == [
        (name, number) for name in ("dakota", "lucky") for number in (1, 2, 3)
    ]
    one = max(rounds, key=lambda each: each["at"])
    (player,) = [each for each in people if one in ada.get(f"/api/audit/rounds?player={each}")]
    assert ada.get(f"/api/audit/rounds?player={player}&since={one['at']}&until={one['at']}") == [one]
    assert ada.get(f"/api/audit/rounds?player={player}&since={one['at'] + 1}") == []
    assert played.client().http.get(f"/api/audit/rounds?player={player}").status_code == 403


def test_an_auditor_who_asks_for_a_round_that_is_none_finds_the_audit_beside_the_table(played: Server) -> None:
    pages = {
        who: client.http.get("/round/lucky/9", headers={"accept": "text/html"})
        for who, client in (("guest", played.client()), ("auditor", played.client().log_in("Ada", PASSWORD)))
    }
    assert {page.status_code for page in pages.values()} == {404}
    assert [who for who, page in pages.items() if "/audit?table=lucky&amp;view=rounds" in page.text] == ["auditor"]


@pytest.mark.parametrize(("table", "cycle"), [("dakota", 4), ("dakota", 5), ("lucky", 1)])
def test_a_shuffle_that_is_still_dealt_from_is_not_shown(guest: Client, table: str, cycle: int) -> None:
    answer = guest.http.get(f"/api/tables/{table}/shuffles/{cycle}")
    assert (answer.status_code, answer.json()["code"]) == (404, "missing")


def test_a_round_shows_all_its_cards_once_its_shuffle_is_revealed(guest: Client) -> None:
    rounds = guest.get("/api/tables/dakota/rounds?limit=4")
    assert [each["state"] for each in rounds] == ["on", "settled", "settled", "settled"]
    assert [each["shuffle"]["revealed"] for each in rounds] == [False, True, True, True]
    hands = [" ".join(card for hand in each["hands"] for card in hand["cards"]) for each in rounds]
    assert ["??" in each for each in hands] == [True, False, False, False]
    assert "order" not in rounds[0]["shuffle"]
    assert guest.get("/api/tables/dakota/rounds/2") == rounds[2]
    settled = guest.get("/api/tables/lucky/rounds?limit=1")[0]
    assert settled["state"] == "settled"
    assert not settled["shuffle"]["revealed"]  # the shoe goes on
    assert "order" not in json.dumps(settled["shuffle"])


def test_the_auditor_reads_every_event_but_no_secret_of_a_live_shuffle(played: Server) -> None:
    ada = played.client().log_in("Ada", PASSWORD)
    head = played.house.ledger.head("dakota")
    rows = ada.get("/api/audit/tables/dakota/events?limit=1000")
    assert [row["version"] for row in rows] == list(range(1, head.version + 1))
    assert rows[-1]["hash"] == head.hash
    withheld = {row["body"]["cycle"]: row["withheld"] for row in rows if row["kind"] == "shuffled"}
    assert withheld == {1: [], 2: [], 3: [], 4: ["key", "order"]}
    live = played.house.pit.tables["dakota"].shuffle
    assert live is not None
    told = json.dumps(rows) + ada.http.get("/api/audit/export").text + ada.http.get("/api/audit/export?format=csv").text
    assert bytes(live.order).hex() not in told
    assert live.key not in told
    paged = ada.get(f"/api/audit/tables/dakota/events?after={head.version - 2}&limit=2")
    assert paged == rows[-2:]


def test_the_auditor_verifies_the_ledger_and_its_hold(played: Server) -> None:
    ada = played.client().log_in("Ada", PASSWORD)
    verdicts = ada.get("/api/audit/verify")
    assert [(each["table"], each["good"], each["rounds"]) for each in verdicts] == [
        ("dakota", True, 4),
        ("lucky", True, 3),
        (":staff", True, 0),
    ]
    assert ada.get("/api/audit/verify?table=lucky") == verdicts[1:2]
    hold = ada.get("/api/audit/hold?table=dakota")
    assert {row["wager"] for row in hold} == {"dollar", "one", "two", "three"}
    assert all(row["rounds"] == 3 for row in hold)


def test_the_supervisor_sees_the_house(played: Server) -> None:
    tables = {each["table"]: each for each in played.client().log_in("Sam", PASSWORD).get("/api/house")}
    dakota = tables["dakota"]
    assert (dakota["phase"], dakota["rounds"], dakota["shuffler"]["rounds"]) == ("playing", 4, 3)
    assert dakota["accounts"]["felt"] == 2000
    assert sum(dakota["accounts"].values()) == 0
    assert dakota["paytables"][0]["code"] == "DS-01"
    live = played.house.pit.tables["dakota"].shuffle
    assert live is not None
    assert bytes(live.order).hex() not in json.dumps(tables)


def test_the_sign_is_posted(guest: Client) -> None:
    sign = guest.get("/api/tables/dakota/sign")
    assert sign["play_money"] == "Play money only."
    assert sign["odds"][0]["rows"][0] == ["Royal flush", 500, 1]
    assert guest.get("/api/room")["play_money"] is True


# --- games ---


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_tells_all_that_a_browser_needs(guest: Client, slug: str) -> None:
    game, told = find_game(slug), guest.get(f"/api/games/{slug}")
    assert tuple(wager["name"] for wager in told["wagers"]) == game.wagers
    assert tuple(act["name"] for act in told["acts"]) == game.acts
    assert tuple(outcome["name"] for outcome in told["outcomes"]) == game.outcomes
    assert {option["name"] for option in told["options"]} == set(game.options)
    assert told["verbs"][8] == "settle"


@pytest.mark.parametrize("slug", SLUGS)
def test_all_paragraphs_are_told_play_first_and_each_section_whole(guest: Client, slug: str) -> None:
    paragraphs = find_game(slug).paragraphs.paragraphs
    told = guest.get(f"/api/games/{slug}/rules")
    assert {each["id"] for each in told} == {paragraph.id for paragraph in paragraphs}
    play_first = sorted((paragraph.play for paragraph in paragraphs), reverse=True)
    assert [each["section"] == "Rules of play" for each in told] == play_first
    runs = [section for section, _ in groupby(each["section"] for each in told)]
    assert len(runs) == len(set(runs)) >= 2


@pytest.mark.parametrize("slug", SLUGS)
def test_figures_are_those_of_the_command(guest: Client, slug: str) -> None:
    game = find_game(slug)
    stored = store.stored(game, game.settings({}), OPTIMAL)
    assert stored is not None, "run `make figures`"
    told = guest.get(f"/api/games/{slug}/figures")
    outcomes = told.pop("outcomes")
    assert told == json.loads(json.dumps(edge_json(stored)))
    for name, wager in stored.wagers.items():
        assert [row["probability"] for row in outcomes[name]] == [str(row.probability) for row in wager.rows]
    listed = {each["slug"]: each for each in guest.get("/api/games")}[slug]
    assert set(listed["figures"]) == set(stored.wagers)


def test_long_work_is_not_begun_for_a_guest(guest: Client) -> None:
    answer = guest.http.get("/api/games/super_fun_21/figures?set=rounding=nearest&set=grain_cents=77")
    assert (answer.status_code, answer.json()["code"]) == (404, "missing")
    assert guest.http.get("/api/games/super_fun_21/figures?set=nonsense").status_code == 409
    assert guest.http.get("/api/games/none").status_code == 404


def test_a_strategy_is_that_of_the_command(guest: Client) -> None:
    chart = guest.get("/api/games/super_fun_21/strategy?strategy=basic")
    assert {"kind", "hand", "cells"} <= chart[0].keys()
    assert guest.http.get("/api/games/super_fun_21/strategy?strategy=none").status_code == 409


@pytest.mark.parametrize("path", ["/", "/table/dakota", "/round/dakota/1", "/house", "/audit", "/lab"])
def test_pages_are_served(guest: Client, path: str) -> None:
    answer = guest.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert guest.http.head(path).status_code == 200


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/js/../../app.py", "/%2e%2e/app.py", "/js//etc/passwd"])
def test_nothing_outside_the_folder_of_pages_is_served(guest: Client, path: str) -> None:
    assert guest.http.get(path).status_code == 404


# --- the report of a round ---


def test_staff_have_the_report_of_any_round_and_players_their_own() -> None:
    """A round is on: Ann's report has her own cards, the staff's has none of a hand; others have no report at all."""
    with running(small_room("dakota"), seed=21) as server:
        for name, role in (("Ada", "auditor"), ("Sam", "supervisor")):
            server.hall.staff.add(name, role, PASSWORD)
        ann = server.client("Ann")
        seat, bets = play_rounds(ann, "dakota", 1, random.Random(4))
        seat.do("bet", wagers=bets)
        seat.do("ready")
        asked = "/api/tables/dakota/rounds/{}/report?format={}&zone=Europe/Vienna"
        hidden = {}
        for client in (ann, server.client().log_in("Ada", PASSWORD), server.client().log_in("Sam", PASSWORD)):
            pdf = client.http.get(asked.format(1, "pdf"))
            assert (pdf.status_code, pdf.content[:5]) == (200, b"%PDF-"), pdf.text
            assert pdf.headers["content-disposition"] == 'attachment; filename="houseway-round-dakota-1.pdf"'
            told = client.http.get(asked.format(2, "json")).json()
            hands = [block for section in told["sections"] for block in section["blocks"] if "hand" in block]
            hidden[client.get("/api/session")["role"]] = {each["hand"]: "??" in each["cards"] for each in hands}
        everything = {"Community": True, "Seat 1, Ann": True}
        assert hidden == {
            "player": {**everything, "Seat 1, Ann": False},
            "auditor": everything,
            "supervisor": everything,
        }
        for other in (server.client(), server.client("Ben")):
            assert other.http.get(asked.format(1, "pdf")).status_code == 403
        assert client.http.get(asked.format(1, "pdf") + "x").status_code == 409, "no such zone"
        assert ann.http.get(asked.format(9, "pdf")).json()["reason"] == (
            "table dakota has had 2 rounds; there is no round 9"
        )
        seat.close()
