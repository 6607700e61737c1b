"""The operator's books over HTTP: the engine's figures, charts and files, progress while a long ledger is read."""

import asyncio
import csv
import io
import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from pypdf import PdfReader

from houseway.house import events
from houseway.house.books.books import Books
from houseway.house.books.calendar import Calendar, month
from houseway.house.books.kept_tallies import KeptTallies
from houseway.house.ledger import open_ledger
from houseway.rules.refused import Refused
from houseway.web import api_books, bookkeeping
from houseway.web.bookkeeping import Bookkeeper, ReadAloud
from houseway.web.desk.questions import Questions
from houseway.web.upkeep import EVERY_S, FIRST_S, Upkeep
from tests.house.lively import lively_house
from tests.web.conftest import PASSWORD
from tests.web.running import Client, Server, play_rounds, running, small_room

BOOKS = "/api/house/books"


@pytest.fixture(scope="module")
def played() -> Iterator[Server]:
    with running(small_room("dakota", "lucky"), seed=7) as made:
        made.hall.staff.add("Sam", "supervisor", PASSWORD)
        rng = random.Random(4)
        for name in ("dakota", "lucky"):
            seat, _ = play_rounds(made.client("Ann"), name, 5, rng)
            seat.close()
        yield made


@pytest.fixture(scope="module")
def sam(played: Server) -> Client:
    return played.client().log_in("Sam", PASSWORD)


def told_by_the_engine(server: Server, first: str, *by: str) -> dict[str, Any]:
    report = Books(server.house.ledger).report(Calendar.of(), month(first[:7]), by)
    told: dict[str, Any] = json.loads(json.dumps(report.to_json()))
    return told


def test_the_figures_are_those_of_the_engine(played: Server, sam: Client) -> None:
    answer = sam.get(f"{BOOKS}?by=table&by=wager")
    assert not answer["working"]
    books = answer["books"]
    ours = told_by_the_engine(played, books["first"], "table", "wager")
    assert {name: books[name] for name in ours} == ours
    assert {row["table"] for row in books["rows"]} == {"dakota", "lucky"}
    assert books["first"].endswith("-01"), "this month, where nothing is asked for"
    assert {column["name"] for column in books["columns"]} <= books["rows"][0].keys()
    one = sam.get(f"{BOOKS}?table=lucky")["books"]
    assert [row["table"] for row in one["rows"]] == ["lucky"]


def test_files_have_the_same_figures(sam: Client) -> None:
    rows = sam.get(BOOKS)["books"]["rows"]
    sheet = sam.http.get(f"{BOOKS}/file?format=csv")
    assert sheet.headers["content-type"] == "text/csv; charset=utf-8"
    read = list(csv.DictReader(io.StringIO(sheet.text)))
    assert [int(row["win_cents"]) for row in read] == [row["win_cents"] for row in rows]
    assert sam.http.get(f"{BOOKS}/file?format=xlsx").content[:2] == b"PK"
    pdf = sam.http.get(f"{BOOKS}/file?format=pdf")
    assert pdf.content == sam.http.get(f"{BOOKS}/file?format=pdf").content, "the same bytes every time"
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf.content)).pages).split())
    for row in rows:
        cents = row["bets_cents"]
        assert f"${cents // 100:,}" in text
        assert row["meaning"] in text


def test_rounds_behind_a_figure_are_those_that_moved_it_most(played: Server, sam: Client) -> None:
    held: Counter[int] = Counter()
    for row in played.house.ledger.read("lucky"):
        if row.kind == events.SETTLED:
            held[row.body["round"]] -= sum(won.get("blackjack", 0) for won in row.body["won"].values())
    found = sam.get(f"{BOOKS}/rounds?table=lucky&wager=blackjack")
    assert {each["round"]: each["held_cents"] for each in found} == {n: cents for n, cents in held.items() if cents}
    assert [abs(each["held_cents"]) for each in found] == sorted((abs(c) for c in held.values() if c), reverse=True)
    assert {each["table_title"] for each in found} == {"Lucky Lucky Blackjack, six-deck shoe"}
    assert sam.get(f"{BOOKS}/rounds?table=lucky&player=nobody") == []


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        ("since=2020-01-01&until=2020-01-02", 200, "No round was dealt from 2020-01-01 to 2020-01-02."),
        ("since=2020-01-02&until=2020-01-01", 409, "the period runs backwards: 2020-01-02 is after 2020-01-01"),
        ("since=2999-01-01&until=2999-01-02", 409, "2999-01-01 has not come yet"),
        ("since=soon", 409, '"from soon: write a day as in 2026-01-31"'),
        ("by=shift", 409, "the house has no shifts"),
        ("by=weather", 400, "'table', 'game', 'wager'"),
        ("table=nix", 404, "there is no table 'nix'"),
    ],
)
def test_what_cannot_be_told_is_a_sentence(sam: Client, asked: str, code: int, said: str) -> None:
    answer = sam.http.get(f"{BOOKS}?{asked}")
    assert answer.status_code == code
    assert said in answer.text


def test_books_that_do_not_balance_are_told_to_nobody(sam: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Books.report
    monkeypatch.setattr(Books, "report", lambda *asked: replace(honest(*asked), faults=("table lucky is 5 cents off",)))
    for path in (BOOKS, f"{BOOKS}/file?format=csv", f"{BOOKS}/file?format=pdf"):
        answer = sam.http.get(path)
        assert answer.status_code == 409
        assert "do not agree with the double entry of the ledger: table lucky is 5 cents off" in answer.text


def test_what_is_over_is_worked_out_once_and_what_goes_on_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = open_ledger("memory:")
    house = lively_house("dakota", rounds=2, ledger=ledger)
    worked: list[Any] = []
    honest = Books.report

    def counted(*asked: Any) -> Any:
        worked.append(asked)
        return honest(*asked)

    monkeypatch.setattr(Books, "report", counted)
    keeper = Bookkeeper(ledger, lambda *_: None)
    when = {"since": "1970-01-01", "until": "1970-01-01", "zone": "UTC", "shifts": [], "day_begins": "00:00"}
    for now, times in ((house.now, 2), (3 * 86_400_000_000, 1)):
        worked.clear()
        monkeypatch.setattr(Books, "now", lambda _, now=now: now)
        first, again = (keeper.books(by=["table"], tables=[], **when) for _ in range(2))
        assert first == again
        assert len(worked) == times
    keeper.books(by=["day"], tables=[], **when)
    assert len(worked) == 2, "told by something else"


def test_a_long_ledger_says_how_far_it_is_read(sam: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_books, "ANSWER_WITHIN_S", 0.0)
    waits = sam.get(f"{BOOKS}?by=month")
    assert (waits["working"], waits["books"]) == (True, None)
    monkeypatch.undo()
    assert not sam.get(f"{BOOKS}?by=month")["working"], "whoever asks again has the answer"

    monkeypatch.setattr(bookkeeping, "TOLD_EVERY", 10)
    ledger = open_ledger("memory:")
    lively_house("dakota", rounds=4, ledger=ledger)
    heard: list[tuple[int, int]] = []
    aloud: Any = ReadAloud(ledger, lambda done, total: heard.append((done, total)))
    Books(aloud).report(Calendar.of(), month("1970-01"))
    head = ledger.head("dakota").version
    assert heard[-1] == (head, head)
    told = len(heard)
    Books(aloud).report(Calendar.of(), month("1970-01"))
    assert len(heard) == told, "nothing is read twice aloud"


def test_the_books_are_kept_up_while_the_house_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for them later reads nothing that was read then."""
    monkeypatch.setattr(bookkeeping, "kept", lambda: tmp_path / "figures")
    monkeypatch.setattr(bookkeeping, "KeptTallies", partial(KeptTallies, many=0))
    with closing(open_ledger(str(tmp_path / "house.sqlite"))) as ledger:
        lively_house("dakota", rounds=2, ledger=ledger)
        assert json.loads(Questions(ledger).answer("books_kept_up", {})) == 2
        kept = KeptTallies(tmp_path / "books").find(ledger, "dakota")
        assert kept is not None
        assert kept.version == ledger.head("dakota").version


def test_a_house_with_a_ledger_on_disk_keeps_its_books_up_when_it_opens_and_again_and_again() -> None:
    asked: list[str] = []

    async def keeps(address: str, first_s: float = 0.0, every_s: float = 0.0, times: int = 3) -> int:
        enough = asyncio.Event()

        async def ask(kind: str, place: str) -> None:
            asked.append(f"{kind} for {place}")
            if len(asked) >= times:
                enough.set()
            raise Refused("others are being answered")  # an hour without it is no harm

        floor = SimpleNamespace(closing=False, start=asyncio.ensure_future)
        desk, ledger = SimpleNamespace(ask=ask), SimpleNamespace(address=address)
        Upkeep(cast(Any, floor), cast(Any, desk), cast(Any, ledger), first_s, every_s).begin()
        with suppress(TimeoutError):
            await asyncio.wait_for(enough.wait(), 5.0 if address else 0.01)
        floor.closing = True
        return len(asked)

    assert asyncio.run(keeps("")) == 0, "nothing is kept of a house in memory"
    assert FIRST_S < EVERY_S
    assert asyncio.run(keeps("house.sqlite", every_s=EVERY_S, times=1)) == 1, "once when it opens"
    asked.clear()
    assert asyncio.run(keeps("house.sqlite")) >= 3
    assert set(asked) == {"books_kept_up for the house"}
