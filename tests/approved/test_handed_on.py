"""What commands hand on to what they call, how they end when they are stopped, and pages whose figures are fakes."""

import io
import re
import sys
from collections.abc import Callable
from fractions import Fraction as F  # noqa: N817
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from houseway.analysis.exact.shared.mixes import Worth
from houseway.analysis.worst_mix import Mix, WorstMix
from houseway.cli import app, entrance
from houseway.house.configuration import default_room
from houseway.house.linked.accrual import AccrualDay
from houseway.report.accrual_page import accrual_page
from houseway.report.worst_page import worst_page
from houseway.rules.refused import Refused
from tests.approved import hold
from tests.approved.test_sentences import said

TIME = re.compile("about .*? here")  # it is of the machine


# --- what is handed on ---


class Heard:
    """Stands for a function: keeps what it was given, and does what it is told to."""

    def __init__(self, does: Callable[..., Any] = lambda *_, **__: None) -> None:
        self.does = does
        self.given: list[Any] = []

    def __call__(self, *args: Any, **named: Any) -> Any:
        self.given.append((args, named))
        return self.does(*args, **named)


def test_a_server_is_opened_as_it_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ran = Heard()
    monkeypatch.setattr("houseway.web.serve.serve", ran)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert said("serve") == "exit 0\n"
    args, named = ran.given[0]
    assert args == (default_room(), str(tmp_path / "houseway" / "house.sqlite"), "127.0.0.1", None, [])
    assert not named.pop("proxies")
    usual = {"people": 10, "log_level": "info", "log_form": "json", "faults": 0, "lost_key": False, "mark": None}
    assert named == usual
    words = ("serve --database x.sqlite --host 0.0.0.0 --port 1234 --origin https://a.example --people 3 --faults 7 "
             "--log-level error --log-format plain --lost-key --mark m")  # fmt: skip
    assert said(words) == "exit 0\n"
    args, named = ran.given[1]
    assert args[1:] == ("x.sqlite", "0.0.0.0", 1234, ["https://a.example"])
    told = {key: named[key] for key in ("people", "log_level", "log_form", "faults", "lost_key", "mark")}
    assert told == {
        "people": 3,
        "log_level": "error",
        "log_form": "plain",
        "faults": 7,
        "lost_key": True,
        "mark": Path("m"),
    }


def test_a_cluster_and_a_seat_are_taken_as_they_are_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    start, join, sat = Heard(), Heard(), Heard()
    monkeypatch.setattr("houseway.cluster.membership.start", start)
    monkeypatch.setattr("houseway.cluster.membership.join", join)
    monkeypatch.setattr("houseway.terminal.way_in.join", sat)
    secret = tmp_path / "secret"
    secret.write_text(" a long secret \nno more\n")
    of_clusters = ["cluster start", "cluster start --host h --port 1 --plain", "cluster join a:1 --workers 2 --host h"]
    of_tables = ["join http://h", f"join http://h dakota --name Ann --rounds 3 --passphrase-file {secret}"]
    for words in of_clusters + of_tables:
        assert said(words) == "exit 0\n"
    tell = start.given[0][1].pop("tell")
    assert start.given[0] == (("127.0.0.1", 8786, None), {"plain": False})
    assert start.given[1] == (("h", 1, None), {"plain": True, "tell": tell})
    assert join.given == [(("a:1", 2, None), {"host": "h", "tell": tell})]
    for args, _ in sat.given:
        assert isinstance(args[3], Console)
    assert [(args[:3], named) for args, named in sat.given] == [
        (("http://h", "", ""), {"rounds": None, "passphrase": ""}),
        (("http://h", "dakota", "Ann"), {"rounds": 3, "passphrase": "a long secret"}),
    ]
    secret.write_text("\n")
    assert (
        said(f"join http://h --passphrase-file {secret}") == f"refused: {secret} has no passphrase in its first line\n"
    )


# --- bytes, and a terminal ---


def poured(monkeypatch: pytest.MonkeyPatch, *words: str, terminal: bool) -> bytes:
    """What `rng dump` pours into the output, which is a terminal or none."""
    out = SimpleNamespace(buffer=io.BytesIO(), isatty=lambda: terminal)
    monkeypatch.setattr("houseway.cli.rng.sys", SimpleNamespace(stdout=out, stderr=sys.stderr))
    done = CliRunner().invoke(app, ["rng", "dump", *words])
    if isinstance(done.exception, Refused):
        return f"refused: {done.exception}".encode()
    assert done.exit_code == 0, done.exception
    return bytes(out.buffer.getvalue())


def test_bytes_go_anywhere_but_to_a_terminal_and_shuffles_there_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert len(poured(monkeypatch, "--bytes", "100003", terminal=False)) == 100_003
    garbled = b"refused: bytes would garble the terminal: write them to a file with -o FILE, or pipe them on"
    assert poured(monkeypatch, "--bytes", "10", terminal=True) == garbled
    assert poured(monkeypatch, terminal=True) == garbled
    for terminal in (True, False):
        lines = poured(monkeypatch, "--shuffles", "3", terminal=terminal).decode().splitlines()
        assert [len(set(line.split())) for line in lines] == [52] * 3
    six = poured(monkeypatch, "--shuffles", "1", "--game", "lucky_lucky", terminal=True).decode().split()
    assert (len(six), len(set(six))) == (312, 52)
    path = tmp_path / "bytes"
    assert poured(monkeypatch, "--bytes", "77", "-o", str(path), terminal=True) == b""
    assert len(path.read_bytes()) == 77


def test_what_is_poured_until_it_is_stopped_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    def until_stopped(_: Any) -> Any:
        yield b"ab"
        raise KeyboardInterrupt

    monkeypatch.setattr("houseway.house.shuffler.dump.byte_blocks", until_stopped)
    out, err = SimpleNamespace(buffer=io.BytesIO(), isatty=lambda: False), io.StringIO()
    monkeypatch.setattr("houseway.cli.rng.sys", SimpleNamespace(stdout=out, stderr=err))
    assert CliRunner().invoke(app, ["rng", "dump"]).exit_code == 130
    assert out.buffer.getvalue() == b"ab"
    assert err.getvalue() == "houseway: stopped; what was written until now is whole\n"


def test_a_generator_that_fails_a_test_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = Heard(lambda _: [SimpleNamespace(name="n", asks="a", found=1.0, expected=1.0, p=0.5, good=good)])
    monkeypatch.setattr("houseway.house.shuffler.statistics.examine", looked)
    shown = Heard(lambda *_: "page")
    monkeypatch.setattr("houseway.report.shuffles.findings_page", shown)
    for good in (True, False):
        assert said("rng check --shuffles 7 --game lucky_lucky") == f"page\nexit {0 if good else 1}\n"
    assert [len(args[0][0]) for args in looked.given] == [7, 7]
    assert shown.given[0][0][1:] == (7, 312)


# --- stopped ---


def stopped(*_: Any, **__: Any) -> Any:
    raise KeyboardInterrupt


def stopped_with_words(*_: Any, **__: Any) -> Any:
    raise KeyboardInterrupt("what was counted is kept")


def test_what_is_stopped_says_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = []
    for stop in (stopped, stopped_with_words):
        for name, words in (
            ("solve.solve", "edge dakota_stud"),
            ("cards_seen.cards_seen", "edge dakota_stud --sees community:1"),
            ("seats_seen.seats_seen", "edge dakota_stud --sees seats:1"),
        ):
            with monkeypatch.context() as within:
                within.setattr(f"houseway.analysis.{name}", stop)
                lines.append(TIME.sub("(time)", said(words)))
    hold("stopped.txt", "".join(lines))


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (Refused("no such thing"), 2, "houseway: no such thing\n"),
        (KeyboardInterrupt(), 130, "houseway: stopped before there was anything to report\n"),
    ],
)
def test_a_command_ends_with_one_sentence_and_its_code(
    error: BaseException, code: int, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> None:
        raise error

    monkeypatch.setattr(entrance, "app", fails)
    with pytest.raises(SystemExit) as left:
        entrance.main()
    assert left.value.code == code
    assert capsys.readouterr().err == words


def test_a_pipe_that_closes_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    err = io.StringIO()
    monkeypatch.setattr(entrance, "app", Heard(lambda: (_ for _ in ()).throw(BrokenPipeError())))
    monkeypatch.setattr(sys, "stderr", err)
    entrance.main()
    assert err.closed


def test_folders_of_games_may_stand_after_a_command() -> None:
    first = entrance.games_first
    assert first(["edge", "--game", "a", "x", "--game=b"]) == ["--game", "a", "--game=b", "edge", "x"]
    assert first(["edge", "--", "--game", "a"]) == ["edge", "--", "--game", "a"]
    assert first([]) == []
    with pytest.raises(Refused, match="--game: name the folder of a game of your own after it"):
        first(["edge", "--game"])


# --- where a player is ahead; what meters took in ---


def worth(cents: F) -> Worth:
    return Worth(cents, cents)


def a_mix(table: str, cents: F, others: F = F(0), players: int = 1, at_most: float = 0.02) -> WorstMix:
    first, second, *_ = (wager.name for wager in default_room().tables[table].the_game.sheet.wagers)
    won = (((first, second), worth(cents)), ((second,), worth(F(-1, 3))))
    share = Mix({first: 500, second: 500}, players, won, worth(others), {first: 2_500})
    most = Mix({first: 10_000}, 1, (((first,), worth(cents * 2)),), worth(F(0)), {})
    return WorstMix(share, most, at_most)


def test_the_worst_mix_of_a_table_is_told_with_its_signs() -> None:
    room = default_room()
    found = {"dakota": a_mix("dakota", F(250), F(25), 5), "triple-shot": a_mix("triple-shot", F(-10), at_most=-0.001)}
    screen = io.StringIO()
    Console(file=screen, width=150, color_system=None).print(worst_page(room, found))
    hold("worst.txt", screen.getvalue())


def test_a_room_is_looked_through_for_players_who_are_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    def of(table: Any) -> WorstMix:
        if table.name == "holdem":
            raise Refused("it takes hours")
        return a_mix(table.name, F(250) if table.name == "dakota" else F(-10))

    monkeypatch.setattr("houseway.house.player_ahead.worst_mix_of", of)
    ahead = "\n".join(f"$ {words}\n{said(words)}" for words in ("house check", "house check --strict --worst"))
    monkeypatch.setattr("houseway.house.player_ahead.worst_mix_of", lambda table: a_mix(table.name, F(-10)))
    hold("ahead.txt", ahead + "\n" + said("house check --strict"))


def test_what_is_wrong_with_a_house_file_is_said_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('name = "R"\n[tables.a]\ngame = "nosuch"\n[tables.b]\ngame = "dakota_stud"\nseats = 99\n')
    hold("faulty.txt", said(f"house check {path}").replace(str(path), "house.toml"))


def test_meters_by_day_have_each_amount_in_its_column() -> None:
    def day(link: str, meter: str, on: str, n: int) -> AccrualDay:
        return AccrualDay(link, meter, f"The {meter}", on, *(n * 100_000 + i * 1_01 for i in range(12)))

    rows = [day("b", "major", "2026-01-02", 2), day("a", "mini", "2026-01-02", 3), day("b", "major", "2026-01-01", 1)]
    screen = io.StringIO()
    Console(file=screen, width=160, color_system=None).print(accrual_page(rows))
    Console(file=screen, width=160, color_system=None).print(accrual_page([]))
    hold("accrual.txt", screen.getvalue())
