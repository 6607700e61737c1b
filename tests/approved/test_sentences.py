"""What commands say when they cannot: the sentences of the room, each against the words that call for it; and the
progressives of every game."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import all_games
from houseway.progressives.jackpot import progressives_of
from houseway.rules.refused import Refused
from tests.approved import hold

TODAY = 1_795_003_200_000_000  # 18 November 2026, noon: a period without an end goes on to this day
PLAIN = {"COLUMNS": "120", "TERM": "dumb"}


def said(words: str | list[str], typed: str = "") -> str:
    """What comes of a command: what it prints on both streams, and how it ends."""
    asked = words.split() if isinstance(words, str) else words
    done = CliRunner().invoke(app, asked, input=typed, env=PLAIN)
    if isinstance(done.exception, Refused):
        return f"{done.output}refused: {done.exception}\n"
    assert done.exception is None or isinstance(done.exception, SystemExit), (words, done.exception)
    return f"{done.output}exit {done.exit_code}\n"


def held(name: str, commands: list[str], *hidden: Path) -> None:
    told = "\n".join(f"$ {words}\n{said(words)}" for words in commands)
    for path in hidden:
        told = told.replace(str(path), "...")
    hold(name, told)


REFUSED = """
rng dump --bytes 5 --shuffles 3
rng dump --shuffles 3 -o /no/such/folder/file
rng check --shuffles 100 --game nosuchgame
progressive casino_war --name nosuch
progressive dakota_stud
progressive let_it_ride --name nosuch
progressive let_it_ride --meter ten
progressive let_it_ride --meter nosuch=10
progressive let_it_ride --meter 1e999
progressive let_it_ride --target lots
progressive let_it_ride --target 80% --seed-part much
progressive let_it_ride --link nosuch
progressive let_it_ride --link casino_war
simulate dakota_stud --until 0.01% --rounds 5
simulate dakota_stud --until lots
simulate dakota_stud --cluster local:2 --threads 2
simulate dakota_stud --cluster local:2 --device gpu
simulate dakota_stud --journal j
simulate dakota_stud --resume
simulate dakota_stud --cluster local:2 --resume
simulate dakota_stud --bet nosuch=5
simulate dakota_stud --bet dollar
simulate dakota_stud --bet dollar=five
simulate dakota_stud --seats 99
simulate dakota_stud --strategy nosuch
simulate nosuch
count dakota_stud --toy nosuch
count dakota_stud --cards XX
count dakota_stud --cards 2c3c4c5c6c7c8c9cTcJcQcKcAc2d3d4d5d
edge dakota_stud --cluster local:2
edge dakota_stud --cluster local:2 --fresh --sees dealer:1
edge dakota_stud --cluster local:2 --fresh
edge dakota_stud --sees nobody:3
edge dakota_stud --set decks
edge dakota_stud --set nosuch=5
edge dakota_stud --set strategy=nosuch
edge
verify nosuch
advise dakota_stud cards
advise dakota_stud 6c
strategy dakota_stud --strategy nosuch
effects dakota_stud --players 99
rules nosuch
play dakota_stud --bots 99
play dakota_stud --hands 9
play let_it_ride --progressive nosuch
play casino_war --progressive nosuch
school dakota_stud nosuch
school dakota_stud --kind nosuch
report nosuch
report dakota_stud --format docx
report dakota_stud --format pdf
report dakota_stud --format md --paper a5
report dakota_stud --format md --date today
report dakota_stud --format md --out /no/such/file.md
report --all
report dakota_stud --all
report --all --format md
card dakota_stud menu
card dakota_stud layout --scale 3
card dakota_stud layout --format gif
house check /no/such/house.toml
house sign
house sign a b c
house sign nosuch
house sign --all
house sign /no/such/house.toml dakota
house report --every day
house report --into folder
house report --every day --into folder --day 2023-11-14
house report --paper a5
house report -o books.docx
house report --zone Nowhere/None
house report --shifts 25:00
house report --day-begins 99
house report --house /no/such/house.toml
certificate /no/such/file
submit
submit dakota_stud --verify pack.zip
submit dakota_stud
submit dakota_stud --out pack.zip
submit dakota_stud --out pack.zip --unsigned --key key
submit dakota_stud --out pack.zip --key /no/such/key
submit --verify /no/such/pack.zip
submit --verify /no/such/pack.zip --public-key /no/such/key
staff revoke
staff revoke Sam --everybody
audit shoe /no/such/file
serve --log-level loud
serve --log-format xml
serve --house /no/such/house.toml
check nosuch
new my_game
new my_game
new my-game!
join http://
join ftp://house
join http://127.0.0.1:1
join http://127.0.0.1:1 dakota --passphrase-file /no/such/file
--game
--game /no/such/folder games
""".strip().splitlines()


def test_what_commands_refuse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    held("refused.txt", REFUSED, tmp_path)


OF_A_LEDGER = """
audit verify nosuch
audit verify dakota --json
audit verify --noted /no/such/file
audit recall nosuch
audit recall dakota 99
audit recall dakota 1 --since 2023-11-14
audit recall dakota --since 2023-11-15
audit recall dakota --since yesterday
audit recall dakota --since 2023-11-14 --until 2023-11-14T22:14 --last 1
audit rounds Anna
audit rounds Anna --last 1 --json
audit rounds Anna --since 2023-11-15
audit rounds Nobody
audit replay dakota 2
audit replay dakota 99
audit dispute dakota 99
audit dispute dakota 1 --zone Nowhere
audit dispute dakota 1 --format pdf
audit dispute dakota 1 --format docx
audit dispute dakota 1 --format md --zone Europe/Vienna
audit export nosuch
audit export dakota --format xml
audit export dakota --after 60
audit export dakota --after 3 --until 5 --format csv
audit export dakota --since 2023-11-15
audit hold nosuch
audit hold dakota
audit shuffler nosuch
audit meters
audit meters nosuch
audit meters --json
audit meters --zone Nowhere
house report --day 2023-11-14 --week 2023-W46
house report --day yesterday
house report --week 46
house report --month November
house report --since 2023-11-14 --until 2023-11-13
house report --since 2023-11-14
house report --until 2023-11-14
house report --day 2023-11-14 --by colour
house report --day 2023-11-14 nosuch
house report --day 2023-11-14 dakota --verify --day-begins 06:00
house report --day 2023-11-14 --format xlsx
house report --day 2023-11-14 --format pdf
house report --day 2023-11-14 --by table --charts dakota
house archive list
house archive list --json
house archive seal --before yesterday
house archive prune nosuch
house archive prune dakota
staff list
staff remove Nobody
staff revoke Nobody
""".strip().splitlines()


def test_what_is_said_of_a_ledger(ledger_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("houseway.house.books.books.time", SimpleNamespace(time_ns=lambda: TODAY * 1000))
    copy = tmp_path / "house.sqlite"
    shutil.copy(ledger_file, copy)
    held("of_a_ledger.txt", [f"{words} --database {copy}" for words in OF_A_LEDGER], tmp_path)


def test_no_ledger_is_made_of_a_mistyped_name(tmp_path: Path) -> None:
    gone = tmp_path / "gone.sqlite"
    words = ["audit verify", "audit hold", "staff list", "staff remove Sam", "house archive list", "house report",
             "house archive prune", f"house backup {tmp_path}/copy", f"house restore {tmp_path}/nothing"]  # fmt: skip
    held("no_ledger.txt", [f"{each} --database {gone}" for each in words], tmp_path)


# --- every progressive of every game ---


def test_figures_of_every_progressive() -> None:
    """At its seeds, at a meter high above them, and with several players; as a page and for programs."""
    told = []
    for game in all_games():
        for each in progressives_of(game):
            words = f"progressive {game.slug} --name {each.name}"
            told += [f"$ {more}\n{said(more)}" for more in (words, f"{words} --players 4 --bets 777 --meter 123456.78",
                                                           f"{words} --json --bet 25")]  # fmt: skip
    hold("progressives.txt", "\n".join(told))
