"""The lab over HTTP: its figures are those of the commands, and its work is bounded."""

import asyncio
import csv
import io
import json
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from houseway.analysis.design import Pay, solved_anew, with_pays
from houseway.analysis.pay_words import read_odds
from houseway.analysis.simulate import simulate
from houseway.cli import app
from houseway.games import SLUGS, find_game
from houseway.rules.refused import Refused
from houseway.web.floor import Busy
from houseway.web.lab.ask import Ask, read_edge
from houseway.web.lab.bench import DONE, FAILED, STOPPED, BenchLimits, LabBench
from houseway.web.lab.downloads import file_name
from houseway.web.refusals import TooFast
from tests.web.running import Client, Server, running, small_room

PATIENCE_S = 90


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(small_room("dakota")) as house:
        house.app.state.bench = LabBench(BenchLimits(left_s=0.2))
        yield house


@pytest.fixture
def ann(server: Server) -> Client:
    return server.client("Ann")


def asked(client: Client, path: str, **query: Any) -> httpx.Response:
    """Ask until there is an answer, as anyone without a browser does."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        found = client.http.get(f"/api/lab/games/{path}", params=query)
        if found.status_code != 202:
            return found
        time.sleep(0.1)
    raise AssertionError(f"{path} was not answered")


def known(client: Client, path: str, **query: Any) -> Any:
    found = asked(client, path, **query)
    assert found.status_code == 200, found.text
    return found.json()


# --- figures ---


@pytest.mark.parametrize("slug", SLUGS)
def test_figures_are_those_of_the_command(ann: Client, slug: str) -> None:
    printed = CliRunner().invoke(app, ["edge", slug, "--json"])
    assert printed.exit_code == 0
    edge = json.loads(printed.stdout)
    found = known(ann, f"{slug}/figures")
    assert {key: found[key] for key in edge} == edge


def test_options_and_strategy_are_those_of_the_command(ann: Client) -> None:
    wishes = ["--set", "lowest_pair=9", "--set", "strategy=timid"]
    edge = json.loads(CliRunner().invoke(app, ["edge", "dakota_stud", *wishes, "--json"]).stdout)
    found = known(ann, "dakota_stud/figures", set="lowest_pair=9", strategy="timid")
    assert found["figures"] == edge["figures"]


def test_a_changed_pay_moves_the_edge_to_that_of_a_game_that_pays_it(ann: Client) -> None:
    game = find_game("dakota_stud")
    settings = game.settings({})
    exact = solved_anew(with_pays(game, settings, [Pay("DS-01", "flush", Fraction(13, 2))]), settings, "optimal")
    before, after = (known(ann, "dakota_stud/figures", pay=pay) for pay in ([], ["DS-01/flush/13:2"]))
    assert after["figures"]["round.edge"]["value"] == str(exact.wagers["round"].edge.value)
    assert before["figures"]["round.edge"]["decimal"] > after["figures"]["round.edge"]["decimal"]
    assert after["changed"] == [["DS-01", "flush", "13/2"]]


def test_paytables_show_the_makers_pays_and_the_changed_ones(ann: Client) -> None:
    found = known(ann, "triple_shot_bonus/paytables", set="paytable=TSB-02", pay="TSB-02/flush/6")
    codes = [table["code"] for table in found["tables"]]
    assert "TSB-02" in codes
    assert "TSB-01" not in codes
    rows = {row["outcome"]: row for row in found["tables"][codes.index("TSB-02")]["rows"]}
    assert (rows["flush"]["pay"], rows["flush"]["now"]) == ("5", "6")
    assert rows["two_pair"]["pay"] == "3/2"
    assert found["strategies"][0] == "optimal"


def test_a_target_is_found(ann: Client) -> None:
    found = known(ann, "dakota_stud/target", wager="round", row="DS-01/full_house", edge="2%")
    (low, high) = found["near"]
    assert low["edge_decimal"] >= 0.02 >= high["edge_decimal"]
    assert Fraction(high["pay"]) - Fraction(low["pay"]) == 1


# --- the rest of the questions ---


def test_a_simulation_is_that_of_the_command_and_is_seen_to_converge(ann: Client) -> None:
    found = known(ann, "dakota_stud/simulate", rounds=20_000, seed=7, strategy="basic")
    game = find_game("dakota_stud")
    whole = simulate(game, 20_000, 7, strategy="basic")
    assert {f.name: f.edge for f in whole.figures()} == {name: f["edge"] for name, f in found["figures"].items()}
    assert [sight["rounds"] for sight in found["sights"]][:1] == [1000]
    assert found["sights"][-1]["rounds"] == 20_000
    for name, edge in found["exact"].items():
        figures = found["figures"][name]
        assert abs(figures["edge"] - edge) < 4.5 * figures["standard_error"]


def test_a_simulation_converges_to_the_edge_of_its_bets_as_the_table_pays_them(ann: Client) -> None:
    """War at $7, paid in steps of $5 for the house: a win is $5, half a bet lost is $5 too."""
    asked = {
        "rounds": 20_000,
        "set": ["grain_cents=500", "rounding=house"],
        "bet": ["war=700", "blackjack=700", "poker=700"],
    }
    exact = known(ann, "triple_shot_bonus/simulate", **asked)["exact"]
    assert exact["war"] == pytest.approx((8 * 7 + 1 * 5 - 8 * 5) / (17 * 7))  # of 17: 8 lose, 1 ties, 8 win
    in_full = known(ann, "triple_shot_bonus/simulate", **{**asked, "set": []})["exact"]
    assert in_full["war"] == pytest.approx(0.0294, abs=1e-4)


def test_under_a_cap_no_exact_edge_is_told_of_what_it_covers(ann: Client) -> None:
    asked = {"rounds": 1000, "strategy": "basic", "bet": ["ante=500", "bonus=500"], "set": ["cap_cents=10000"]}
    exact = known(ann, "fast_action_holdem/simulate", **asked)["exact"]
    assert set(exact) == {"ante"}


def test_risk_says_how_it_is_known(ann: Client) -> None:
    found = known(ann, "dakota_stud/risk", rounds=100, bankroll=20_000)
    assert found["round"]["known"] == "exact"
    assert found["ruin"]["se"] is None
    assert sum(share for _, _, share in found["session"]["bins"]) == pytest.approx(1)
    assert found["session"]["ahead"] + found["session"]["even"] + found["session"]["behind"] == pytest.approx(1)
    assert found["session"]["mean_cents"] == pytest.approx(100 * found["round"]["mean_cents"])
    war = known(ann, "casino_war/risk", rounds=300, bankroll=100_000, bet=["bet=1000", "tie=1000"])
    assert war["round"]["known"] == "simulated"
    lost = 0.02877133762259283 + 58 / 311  # published: 2.88 % and 18.65 %
    assert war["session"]["mean_cents"] == pytest.approx(-300_000 * lost, rel=1e-9), "the mean is exact all the same"


def test_a_progressive_is_answered_as_the_command_does(ann: Client) -> None:
    found = known(ann, "let_it_ride/progressive", meter="jackpot=30000000", players=3, target="80%", sd=100)
    said = CliRunner().invoke(app, ["progressive", "let_it_ride", "--meter", "300000", "--players", "3", "--json"])
    told = json.loads(said.stdout)
    assert {name: found[name] for name in told} == told
    assert [each["name"] for each in found["progressives"]] == ["five_card", "royal_link"]
    assert abs(found["proposal"]["long_run_return"]["decimal"] - 0.8) < 0.0001
    returns = dict(map(tuple, found["returns"]))
    assert min(returns.values()) < 1 < max(returns.values()), "the break-even is in sight"
    assert known(ann, "let_it_ride/progressive", name="royal_link")["progressive"]["name"] == "royal_link"
    far = known(ann, "let_it_ride/progressive", target="80%", sd=9000)
    assert "and not by 9000" in far["proposal"]["refused"]
    assert known(ann, "casino_war/progressive")["progressives"] == []
    rows = asked(ann, "let_it_ride/progressive", format="csv", table="tiers").text.splitlines()
    assert rows[1].startswith("royal_flush,1/649740,")


def test_hands_strategies_and_verdicts_are_answered(ann: Client) -> None:
    advice = known(ann, "dakota_stud/advise", hand="Ah Kd 7c")
    assert [act["act"] for act in advice["acts"]] == ["take_back_one", "leave_one"]
    assert advice["acts"][0]["costs"] == 0
    guide = known(ann, "dakota_stud/strategy")
    assert guide["form"] == "guide"
    assert guide["sections"][0]["rules"]
    verdicts = known(ann, "dakota_stud/verdicts")["verdicts"]
    assert {each["verdict"] for each in verdicts} == {"reproduced", "reproduced under the published assumption"}
    chart = known(ann, "lucky_lucky/strategy", strategy="basic")
    cells = {(line["situation"], line["kind"], line["hand"]): line["cells"] for line in chart["lines"]}
    assert cells["whole hands", "hard", "16"]["T"].startswith(("H", "R"))


def test_a_report_is_that_of_the_command(ann: Client) -> None:
    wishes = {"set": "lowest_pair=9", "pay": "DS-01/royal_flush/600", "format": "md"}
    ready = known(ann, "dakota_stud/report", **wishes)
    found = asked(ann, "dakota_stud/report", download="true", **wishes)
    name = "dakota_stud-report-optimal-lowest_pair-9-own-pays.md"
    assert found.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert ready == {"game": "dakota_stud", "file": name, "bytes": len(found.content)}
    words = ["report", "dakota_stud", "--set", wishes["set"], "--pay", wishes["pay"], "--format", "md"]
    assert found.text == CliRunner().invoke(app, words).stdout
    paper = asked(ann, "dakota_stud/report", download="true", paper="letter")
    assert paper.headers["content-type"] == "application/pdf"
    assert paper.content.startswith(b"%PDF-1.7")


def test_a_card_is_that_of_the_command(ann: Client, tmp_path: Path) -> None:
    wishes = {"set": "lowest_pair=9", "which": "paytable", "format": "svg"}
    found = asked(ann, "dakota_stud/card", download="true", **wishes)
    name = "dakota_stud-paytable-card-optimal-lowest_pair-9.svg"
    assert found.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert found.headers["content-type"] == "image/svg+xml"
    words = ["card", "dakota_stud", "paytable", "--set", wishes["set"], "--out", str(tmp_path / name)]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert found.content == (tmp_path / name).read_bytes()


def test_a_file_says_by_its_name_what_is_in_it(ann: Client) -> None:
    def named(**query: Any) -> str:
        return asked(ann, "lucky_lucky/figures", **query).headers["content-disposition"]

    assert named(format="csv") == 'attachment; filename="lucky_lucky-figures-optimal.csv"'
    assert named(format="csv", table="outcomes", set="paytable=2") == (
        'attachment; filename="lucky_lucky-outcomes-optimal-paytable-2.csv"'
    )
    assert named(strategy="basic") == 'inline; filename="lucky_lucky-figures-basic.json"'
    ask = Ask(kind="simulate", game="lucky_lucky", settings=find_game("lucky_lucky").settings({"natural": "6 to 5"}))
    ask = ask.model_copy(update={"strategy": "basic", "rounds": 1000, "pays": (("a", "b", "1"),)})
    assert file_name(ask, "convergence") == ("lucky_lucky-convergence-basic-natural-6-to-5-own-pays-1000-rounds-seed-1")


def test_every_answer_can_be_had_as_csv(ann: Client) -> None:
    found = known(ann, "dakota_stud/figures")
    assert found["downloads"] == ["figures", "outcomes"]
    page = asked(ann, "dakota_stud/figures", format="csv")
    rows = list(csv.DictReader(io.StringIO(page.text)))
    assert page.headers["content-type"].startswith("text/csv")
    edges = {row["wager"]: row["value"] for row in rows if row["measure"] == "edge"}
    assert edges == {wager["name"]: wager["figures"]["edge"]["value"] for wager in found["wagers"]}
    outcomes = list(csv.DictReader(io.StringIO(asked(ann, "dakota_stud/figures", format="csv", table="outcomes").text)))
    assert sum(Fraction(row["probability"]) for row in outcomes if row["wager"] == "dollar") == 1
    assert asked(ann, "dakota_stud/figures", format="csv", table="nonsense").status_code == 404


# --- refusals ---


@pytest.mark.parametrize(
    ("path", "query", "status", "said"),
    [
        ("roulette/figures", {}, 404, "there is no game"),
        ("dakota_stud/figures", {"set": "decks=2"}, 409, "has no option 'decks'"),
        ("dakota_stud/figures", {"set": "x"}, 409, "name=choice"),
        ("dakota_stud/figures", {"strategy": "wild"}, 409, "has no strategy 'wild'"),
        ("dakota_stud/figures", {"pay": "DS-01/flush/1e9"}, 409, "are no odds"),
        ("dakota_stud/figures", {"pay": "DS-01/flush/3:0"}, 409, "are no odds"),
        ("dakota_stud/figures", {"pay": "flush"}, 409, "code/outcome/odds"),
        ("dakota_stud/target", {"wager": "round", "row": "DS-01/flush", "edge": "lots"}, 409, "is no edge"),
        ("dakota_stud/target", {"wager": "nobody", "row": "DS-01/flush", "edge": "0"}, 409, "no figure for a wager"),
        ("dakota_stud/risk", {"bankroll": "100"}, 409, "bring more"),
        ("dakota_stud/risk", {"bet": "dollar=500"}, 409, "must be bet to play"),
        ("dakota_stud/simulate", {"rounds": "100000000000"}, 400, "write 50000000000 or less"),
        ("dakota_stud/simulate", {"rounds": "50000001"}, 409, "50,000,001 rounds are too many for a processor"),
        ("dakota_stud/simulate", {"device": "tpu"}, 400, "device"),
        ("dakota_stud/advise", {"hand": "2x"}, 409, "2x"),
        ("let_it_ride/progressive", {"meter": "jackpot"}, 409, "write it as meter=cents"),
        ("let_it_ride/progressive", {"target": "all of it"}, 409, "is no rate"),
        ("let_it_ride/progressive", {"players": "8"}, 409, "7 seats, and 8 players do not fit"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(
    ann: Client, path: str, query: dict[str, str], status: int, said: str
) -> None:
    found = asked(ann, path, **query)
    assert (found.status_code, said in found.json()["reason"]) == (status, True), found.text


def test_another_site_may_not_give_the_lab_work(server: Server) -> None:
    eve = server.client("Eve", **{"sec-fetch-site": "cross-site"})
    found = eve.http.get("/api/lab/games/dakota_stud/risk", params={"rounds": 77})
    assert found.status_code == 403


def test_odds_and_edges_are_read_as_people_write_them() -> None:
    assert {read_odds(text) for text in ("3:2", "3/2", "3 to 2", "1.5", " 1.5 ")} == {Fraction(3, 2)}
    assert read_edge("5%") == read_edge("0.05") == "1/20"
    for wrong in ("", "a", "1:", ":2", "1e5", "99999999"):
        with pytest.raises(Refused):
            read_odds(wrong)
    with pytest.raises(Refused, match="whole bet"):
        read_edge("5")


# --- jobs ---


def test_to_close_the_stream_is_to_stop_the_work(server: Server, ann: Client) -> None:
    begun = ann.http.get("/api/lab/games/dakota_stud/simulate", params={"rounds": 50_000_000, "strategy": "basic"})
    assert begun.status_code == 202
    job = server.app.state.bench.find(begun.json()["id"])  # to ask after it would be to want it
    with ann.http.stream("GET", f"/api/lab/jobs/{job.ask.id}/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data:") and json.loads(line[5:])["after"] > 3:
                break
    until = time.monotonic() + PATIENCE_S
    while not job.is_finished and time.monotonic() < until:
        time.sleep(0.05)
    assert job.state == STOPPED
    assert 0 < ann.get(f"/api/lab/jobs/{job.ask.id}")["done"] < 50_000_000


def ask(seed: int = 1, rounds: int = 50_000_000) -> Ask:
    game = find_game("dakota_stud")
    bets = dict.fromkeys(game.wagers, 1000)
    settings = game.settings()
    return Ask(
        kind="simulate", game=game.slug, settings=settings, strategy="basic", bets=bets, rounds=rounds, seed=seed
    )


def test_work_that_takes_too_long_is_stopped_and_the_next_goes_on() -> None:
    async def play() -> None:
        bench = LabBench(BenchLimits(time_s=1.0))
        try:
            long = bench.begin(ask(), "Ann")
            async for _ in bench.watch(long, 60):
                pass
            assert long.state == FAILED
            assert "took longer than 1 s" in long.reason
            assert bench.begin(ask(), "Ann") is long, "asked again at once it is not tried again"
            bench.limits = BenchLimits()
            short = bench.begin(ask(rounds=2000), "Ann")
            async for _ in bench.watch(short, 60):
                pass
            assert short.state == DONE
        finally:
            await bench.close()

    asyncio.run(play())


def test_one_person_and_everyone_together_can_only_ask_so_much() -> None:
    async def play() -> None:
        bench = LabBench(BenchLimits(own_max=2, waiting_max=2))
        try:
            own = [bench.begin(ask(seed), "Ann") for seed in (1, 2)]
            for job in own:
                job.watchers += 1
            with pytest.raises(TooFast, match="2 of your questions"):
                bench.begin(ask(3), "Ann")
            own[0].watchers = 0
            third = bench.begin(ask(3), "Ann")
            assert third.whose == "Ann", "one that nobody watches makes room"
            third.watchers += 1
            with pytest.raises(Busy, match="as much to do"):
                bench.begin(ask(4), "Bob")
            assert bench.begin(ask(2), "Cem") is own[1], "the same question is worked on once"
        finally:
            await bench.close()
        assert {job.state for job in bench.jobs.values()} == {STOPPED}

    asyncio.run(play())


def test_a_worker_that_dies_costs_one_answer() -> None:
    async def play() -> None:
        bench = LabBench()
        try:
            job = bench.begin(ask(), "Ann")
            async for each in bench.watch(job, 60):
                if each.sights and bench._worker is not None:
                    bench._worker.running.kill()
            assert job.state == FAILED
            after = bench.begin(ask(2, rounds=2000), "Ann")
            async for _ in bench.watch(after, 60):
                pass
            assert after.state == DONE
        finally:
            await bench.close()

    asyncio.run(play())


def test_the_worker_ends_with_the_house() -> None:
    with running(small_room("dakota")) as house:
        known(house.client("Ann"), "dakota_stud/simulate", rounds=1000, strategy="basic")
        worker = house.app.state.bench._worker.running
        assert worker.returncode is None
    assert worker.returncode is not None
