"""What the server answers to programs, of the streams that never change and of every game: each key and value."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.games import SLUGS, find_game
from houseway.web.lab.answers import ANSWERS, figures_at_once
from houseway.web.lab.ask import Ask
from tests.approved import KEPT, WRITES, hold, hold_answer
from tests.approved.conftest import HOUR_US, MOMENT, TABLES
from tests.web.conftest import PASSWORD
from tests.web.running import Client, Server, eventually, running, small_room

DAY = "2023-11-14"
VARIES = {"csrf", "until", "ledger_bytes", "bytes", "free_bytes", "uptime_s", "version", "software", "today"}


@pytest.fixture(scope="module")
def server(ledger_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The house an hour after the last round, when nothing more happens."""
    path = tmp_path_factory.mktemp("answers") / "house.sqlite"
    shutil.copy(ledger_file, path)
    room = small_room(*(name for name in TABLES if name in small_room().tables))
    with running(room, str(path), clock=lambda: MOMENT + HOUR_US) as house:
        house.hall.staff.add("Ada", "auditor", PASSWORD)
        yield house


@pytest.fixture(scope="module")
def auditor(server: Server) -> Client:
    return server.client().log_in("Ada", PASSWORD)


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("room", ["/api/room", "/api/games"]),
        ("table", ["/api/tables/dakota", "/api/tables/triple-shot", "/api/tables/dakota/sign"]),
        ("rounds", ["/api/tables/dakota/rounds", "/api/tables/super-fun/rounds/1", "/api/tables/holdem/shuffles/1"]),
        ("house", ["/api/house", "/api/house/totals", "/api/house/ahead"]),
        ("form", ["/api/house/form", "/api/house/pattern/triple_shot_bonus"]),
        ("audit", ["/api/audit/hold", "/api/audit/streams", "/api/audit/tables", "/api/audit/verify"]),
        ("events", ["/api/audit/tables/holdem/events?limit=12", "/api/audit/tables/dakota/search?round=2&limit=5"]),
        ("staff", ["/api/staff", "/api/staff/book"]),
    ],
)
def test_answers_about_the_house(name: str, paths: list[str], auditor: Client) -> None:
    hold_answer(f"answers.{name}.json", {path: without_what_varies(auditor.get(path)) for path in paths})


def test_the_books_as_an_answer(auditor: Client) -> None:
    """They are read in the background: asked until they are there."""
    path = f"/api/house/books?since={DAY}&until={DAY}&by=table&by=wager"
    eventually(lambda: not auditor.get(path)["working"])
    hold_answer("answers.books.json", without_what_varies(auditor.get(path)))


@pytest.mark.parametrize("slug", SLUGS)
def test_answers_about_a_game(slug: str, auditor: Client) -> None:
    about = {part: auditor.get(f"/api/games/{slug}{part}") for part in ("", "/figures")}
    hold_answer(f"answers.{slug}.json", without_what_varies(about))


def test_answers_in_lines(auditor: Client) -> None:
    hold("answers.hold.csv", auditor.http.get("/api/audit/hold.csv").text)


def test_bounds_of_everything_that_is_sent(server: Server) -> None:
    """What a body or a question may be: kinds, least, most, lengths and patterns. What is new may join them."""
    told = server.app.openapi()
    lines = [
        f"{name}.{part}: {bounds(schema)}{' required' if part in model.get('required', ()) else ''}"
        for name, model in sorted(told["components"]["schemas"].items())
        for part, schema in model.get("properties", {}).items()
    ]
    lines += [
        f"{does.upper()} {path} {each['name']}: {bounds(each['schema'])}"
        for path, ways in told["paths"].items()
        for does, way in ways.items()
        for each in way.get("parameters", [])
    ]
    kept = (KEPT / "bounds.txt").read_text(encoding="utf-8").splitlines()
    if WRITES:
        hold("bounds.txt", "\n".join(lines))
    else:
        assert [line for line in kept if line not in {each.rstrip() for each in lines}] == []


def bounds(schema: Any) -> str:
    told = {key: part for key, part in schema.items() if key not in ("title", "description", "examples")}
    return ", ".join(f"{key} {part}" for key, part in told.items())


def without_what_varies(part: Any) -> Any:
    match part:
        case dict():
            return {key: "(varies)" if key in VARIES else without_what_varies(each) for key, each in part.items()}
        case list():
            return [without_what_varies(each) for each in part]
    return part


# --- the lab, asked without its workers ---


def asked(kind: str, game: str, **more: Any) -> Ask:
    return Ask(kind=kind, game=game, settings=find_game(game).settings(), **more)


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("figures", asked("figures", "dakota_stud")),
        ("advise", asked("advise", "dakota_stud", hand="6c 6d 7c")),
        ("risk", asked("risk", "lucky_lucky", bets={"lucky_lucky": 500}, rounds=40, bankroll_cents=5000)),
        ("verdicts", asked("verdicts", "dakota_stud")),
        ("progressive", asked("progressive", "let_it_ride", shown={"jackpot": 20_000_000}, players=2, target="4/5")),
    ],
)
def test_answers_of_the_lab(name: str, ask: Ask) -> None:
    told: list[dict[str, Any]] = []
    answer = ANSWERS[ask.kind](ask, told.append)
    hold_answer(f"lab.{name}.json", {"answer": answer, "told": told[:2]})


def test_figures_that_are_kept_come_at_once() -> None:
    answer = figures_at_once(asked("figures", "super_fun_21", strategy="optimal"))
    hold_answer("lab.at_once.json", answer)
