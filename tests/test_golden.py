"""Playthroughs as text: each file says how a round was set up and what its tape must read.

`HOUSEWAY_GOLDEN=write pytest tests/test_golden.py` writes the tapes anew; read the difference before you keep it.
"""

import os
from pathlib import Path

import pytest

from houseway.games import all_games
from houseway.games.game import Game
from tests.kit import Round, play

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*/*.txt"))
LINE = "---\n"


def set_up(path: Path) -> tuple[str, Round]:
    """The head of a file, and the round it describes. Lines: options, seat N, players, cards, choices; # for people."""
    head, _, _ = path.read_text(encoding="utf-8").partition(LINE)
    options: dict[str, int | str | bool] = {}
    seats: list[dict[str, int]] = []
    players: list[int] | None = None
    cards = choices = ""
    for line in head.splitlines():
        key, _, rest = line.partition(":")
        if line.startswith("#") or not line.strip():
            continue
        if key == "options":
            options = {name: str(setting) for name, setting in (pair.split("=") for pair in rest.split())}
        elif key.startswith("seat"):
            seats.append({name: int(cents) for name, cents in (pair.split("=") for pair in rest.split())})
        elif key == "players":
            players = [int(word) for word in rest.split()]
        elif key == "cards":
            cards += " " + rest
        elif key == "choices":
            choices += " " + rest
        else:
            raise AssertionError(f"{path.name}: '{line}' is not understood")
    return head, play(path.parent.name, cards, seats, choices, players, **options)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_playthrough(path: Path) -> None:
    head, round_ = set_up(path)
    assert round_.over, f"{path.name}: the round waits for {round_.replay.pending}"
    if os.environ.get("HOUSEWAY_GOLDEN") == "write":
        path.write_text(head + LINE + round_.text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == head + LINE + round_.text


def seen(game: Game) -> tuple[set[str], set[tuple[str, str]], set[tuple[str, str]]]:
    """The acts, the (wager, outcome) pairs and the (option, choice) pairs that a game's playthroughs show."""
    acts: set[str] = set()
    outcomes: set[tuple[str, str]] = set()
    options: set[tuple[str, str]] = set()
    for path in FILES:
        if path.parent.name == game.slug:
            _, round_ = set_up(path)
            for seat in range(1, len(round_.deal.wagers) + 1):
                acts.update(round_.chosen(seat))
                for wager in game.wagers:
                    outcomes.update((wager, outcome) for outcome, _ in round_.settled(wager, seat))
            options.update((name, str(setting)) for name, setting in round_.deal.settings.items())
    return acts, outcomes, options


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_playthroughs_are_complete(game: Game) -> None:
    """Every act, every row of every paytable and every choice of every option is in at least one playthrough."""
    acts, outcomes, options = seen(game)
    pays = {(w, row[0]) for table in game.sheet.paytables for w in table.wagers for row in table.pays}
    choices = {(name, str(c)) for name, option in game.options.items() for c in option.choices}
    assert set(game.acts) - acts == set()
    assert pays - outcomes == set()
    assert choices - options == set()
