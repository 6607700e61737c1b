"""`houseway house`, `rng` and `audit shoe` as a person types them."""

import io
import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from houseway.cli import main
from houseway.house.configuration import DEFAULT_ROOM, default_room, read_room
from houseway.house.shuffler import MODES, Shuffler
from houseway.rules.cards import cards_of, new_decks


class Typed:
    """What came of a command."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch
        self.out = self.err = ""

    def __call__(self, *words: object, typed: str = "") -> int:
        self.monkeypatch.setenv("COLUMNS", "160")
        self.monkeypatch.setattr(sys, "argv", ["houseway", *map(str, words)])
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            main()
            code = 0
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        self.out, self.err = self.capsys.readouterr()
        return code


@pytest.fixture
def houseway(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    return Typed(capsys, monkeypatch)


def test_the_default_room_and_a_copy_of_it_are_good(houseway: Typed, tmp_path: Path) -> None:
    copy = tmp_path / "mine.toml"
    copy.write_text(DEFAULT_ROOM.read_text())
    assert read_room(copy) == read_room(DEFAULT_ROOM)
    assert houseway("house", "check", "--strict") == 0  # who is ahead is worked out for every table: once is enough
    assert f"The default room is good: {len(default_room().tables)} tables." in houseway.out
    assert "the player is ahead" not in houseway.out
    assert "holdem-six" in houseway.out


AHEAD = """
name = "A generous room"
disputes = "Ask."
[tables.generous]
game = "super_fun_21"
options = { rounding = "player", grain_cents = 100 }
wagers.blackjack = { least_cents = 100, most_cents = 20000, step_cents = 100 }
[tables.plain]
game = "super_fun_21"
"""


def test_house_check_names_a_table_where_the_player_is_ahead_with_figures(houseway: Typed, tmp_path: Path) -> None:
    """Issue 9, point 5. Half a dollar given up for nothing: in figures, and no fault unless one is asked for."""
    file = tmp_path / "generous.toml"
    file.write_text(AHEAD)
    assert houseway("house", "check", file) == 0
    told = [line for line in houseway.out.splitlines() if line.startswith("table ")]
    ahead = "the player is ahead: best play wins 17.34 % of the bets, 17.3 cents a round, with Blackjack $1."
    assert told == [f"table generous: {ahead}"]
    assert houseway("house", "check", "--strict", file) == 1
    assert houseway("house", "check", "--strict", "--quick", file) == 0
    assert "ahead" not in houseway.out
    assert houseway("house", "check", "--worst", file) == 0
    assert "plain: the house is ahead" in houseway.out
    assert "-0.94 %" in houseway.out


def test_house_check_tells_every_fault_on_a_line(houseway: Typed, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(DEFAULT_ROOM.read_text().replace("hands_a_player = 3", "hands_a_player = 4").replace('"void', '"x'))
    file.write_text(file.read_text().replace('game = "super_fun_21"', 'game = "super"', 1))
    assert houseway("house", "check", file) == 2
    assert houseway.err.splitlines() == [
        "houseway: mine.toml: tables.super-fun.game is wrong, there is no game 'super'; did you mean super_fun_21?",
        "houseway: mine.toml: tables.lucky.hands_a_player is 4: write 3 or less",
    ]
    assert houseway("house", "check", tmp_path / "none.toml") == 2
    assert "cannot be read" in houseway.err


def test_house_sign_takes_a_table_of_ours_or_of_a_file(houseway: Typed) -> None:
    assert houseway("house", "sign", "dakota") == 0
    assert "Limits" in houseway.out
    assert "500 to 1" in houseway.out
    ours = houseway.out
    assert houseway("house", "sign", DEFAULT_ROOM, "dakota") == 0
    assert houseway.out == ours
    assert houseway("house", "sign", "dakotas") == 2
    assert (
        houseway.err == "houseway: The houseway room has no table 'dakotas'; did you mean dakota or dakota-practice?\n"
    )
    assert houseway("house", "sign", "a", "b", "c") == 2


def test_house_sign_writes_pages_to_print(houseway: Typed, tmp_path: Path) -> None:
    assert houseway("house", "sign", "dakota", "--format", "html") == 0
    assert houseway.out.startswith("<!DOCTYPE html>")
    assert "612pt 792pt" in houseway.out
    page = tmp_path / "signs" / "dakota.html"
    assert houseway("house", "sign", "dakota", "--format", "html", "--paper", "a4", "-o", page) == 0
    assert "595.28pt 841.89pt" in page.read_text()
    assert houseway("house", "sign", "dakota", "-o", tmp_path / "dakota.txt") == 0
    assert "500 to 1" in (tmp_path / "dakota.txt").read_text()
    assert houseway("house", "sign", DEFAULT_ROOM, "--all", "-o", tmp_path / "all") == 0
    assert sorted(path.stem for path in (tmp_path / "all").iterdir()) == sorted(default_room().tables)
    assert houseway("house", "sign", "--all") == 2
    assert houseway("house", "sign", DEFAULT_ROOM, "dakota", "--all", "-o", tmp_path / "none") == 2
    assert not (tmp_path / "none").exists()
    assert houseway("house", "sign") == 2


def test_rng_dump_writes_so_many_bytes_or_shuffles(houseway: Typed, tmp_path: Path) -> None:
    file = tmp_path / "bytes"
    assert houseway("rng", "dump", "--bytes", 100_001, "-o", file) == 0
    assert len(file.read_bytes()) == 100_001
    assert len(set(file.read_bytes())) == 256
    assert houseway("rng", "dump", "--shuffles", 3, "--game", "super_fun_21", "-o", file) == 0
    orders = [cards_of(line) for line in file.read_text().splitlines()]
    assert len(orders) == 3
    assert all(sorted(order) == list(range(52)) for order in orders)
    assert orders[0] != orders[1]


def test_rng_dump_refuses_what_makes_no_sense(houseway: Typed, tmp_path: Path) -> None:
    assert houseway("rng", "dump", "--bytes", 9, "--shuffles", 9) == 2
    assert "choose one" in houseway.err
    assert houseway("rng", "dump", "--bytes", 9, "-o", tmp_path / "none" / "x") == 2
    assert "cannot be written: No such file or directory" in houseway.err


def test_rng_dump_ends_with_a_whole_shuffle_when_it_is_stopped() -> None:
    """Piped on, then stopped as Ctrl-C does, and there is one line about it."""
    words = [sys.executable, "-c", "from houseway.cli import main; main()", "rng", "dump", "--shuffles", "1000000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        deadline = threading.Timer(60, running.kill)  # where nothing stops it, it would deal all its shuffles
        deadline.start()
        first = running.stdout.read(200_000)
        running.send_signal(signal.SIGINT)
        rest, said = running.stdout.read(), running.stderr.read()
        deadline.cancel()
    assert running.returncode == 130
    assert said.decode() == "houseway: stopped; what was written until now is whole\n"
    assert (first + rest).endswith(b"\n")
    for line in (first + rest).decode().splitlines():
        assert len(cards_of(line)) == 52


def test_rng_check_prints_a_verdict_for_each_test(houseway: Typed) -> None:
    assert houseway("rng", "check", "--shuffles", 2000) == 0
    assert houseway.out.count("good") == 6
    assert houseway("rng", "check", "--shuffles", 20) == 2
    assert "too few" in houseway.err


def test_rng_check_fails_when_the_generator_does(houseway: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.house.shuffler.shuffled", list)
    assert houseway("rng", "check", "--shuffles", 2000) == 1
    assert "ALARM" in houseway.out


def revealed(decks: int = 1) -> dict[str, object]:
    made = Shuffler(MODES["shoe"], new_decks(decks)).shuffle("lucky", 12, new_decks(decks))
    return {
        "table": "lucky",
        "cycle": 12,
        "order": bytes(made.order).hex(),
        "key": made.key.hex(),
        "commitment": made.commitment,
    }


def test_audit_shoe_says_that_a_revealed_shuffle_matches(houseway: Typed, tmp_path: Path) -> None:
    assert houseway("audit", "shoe", typed=json.dumps(revealed(6))) == 0
    assert houseway.out == "GOOD: shuffle 12 of table 'lucky' matches its commitment; 6 whole decks.\n"
    file = tmp_path / "shoes.json"
    file.write_text(json.dumps([revealed(), revealed()]))
    assert houseway("audit", "shoe", file) == 0
    assert houseway.out.count("one whole deck.") == 2


def test_audit_shoe_says_plainly_what_is_wrong(houseway: Typed) -> None:
    shown = revealed()
    swapped = {**shown, "order": str(shown["order"])[2:4] + str(shown["order"])[:2] + str(shown["order"])[4:]}
    assert houseway("audit", "shoe", typed=json.dumps([shown, swapped])) == 1
    good, wrong = houseway.out.splitlines()
    assert good.startswith("GOOD")
    assert wrong == (
        "WRONG: shuffle 12 of table 'lucky' does not match its commitment: order, key, table or cycle is another."
    )
    doubled = {**shown, "order": "33" * 52}
    assert houseway("audit", "shoe", typed=json.dumps(doubled)) == 1
    assert "52 cards where 52 should be" in houseway.out
    assert "As (51) too many" in houseway.out
    assert houseway("audit", "shoe", "no-such-file") == 2
    assert houseway("audit", "shoe", typed="nothing") == 2
    assert "the input is not JSON" in houseway.err
