"""Games from outside: a folder or an installed package is a game like ours, and a broken one is a sentence."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.cli.entrance import games_first
from houseway.games import SLUGS, find_game
from houseway.games.edition import edition_of
from houseway.games.outside import FOLDERS, game_in
from houseway.kit.new_game import new_game
from houseway.rules.refused import Refused


def run(*words: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own: games are found once in each."""
    return subprocess.run(
        [sys.executable, *words],
        input=typed, capture_output=True, text=True, check=False, timeout=300, env={**os.environ, **env},
    )  # fmt: skip


def houseway(*words: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    return run("-m", "houseway", *words, typed=typed, **env)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    new_game(tmp_path / "high_card")
    return tmp_path / "high_card"


EVERYWHERE = """
from houseway import Round, all_games, find_game, simulate
from houseway.house.configuration import default_room
from houseway.report.submission.anew import submitted
from houseway.report.submission.assembly import assembled
from houseway.report.submission.checking import checked
from tests.web.running import running, small_room

assert [game.slug for game in all_games()][-1] == "high_card"
assert Round.deal("high_card", {"ante": 500}, cards="Kc 2d").act("raise").net_cents() == 1000
assert Round.deal("high_card", {"ante": 500}, cards="Kc 2d").play_on().net_cents() == 1000
assert abs(simulate("high_card", 20_000, seed=1)["ante"].edge - 0.1) < 0.1
with running(small_room("high-card")) as server:
    ann = server.client("Ann")
    assert [game["slug"] for game in ann.get("/api/games")][-1] == "high_card"
    assert len(ann.get("/api/games/high_card")["layout"]["spots"]) == 2
    assert ann.get("/api/lab/games/high_card/paytables")["strategies"] == ["optimal", "basic", "timid"]
    for page in ("/lab/high_card", "/rules/high_card"):
        assert ann.http.get(page).status_code == 200, page
    asked = {"sit": {"seat": 1, "cents": 10000}, "bet": {"seat": 1, "wagers": {"ante": 500}}, "ready": {}}
    for do, what in asked.items():
        answer = ann.command("high-card", do, **what)
        assert answer.status_code == 200, answer.text
    tables = server.house.pit.tables
    assert tables["high-card"].round.game is find_game("high_card")
    assert ann.command("high-card", "act", act="raise").status_code == 200
    assert tables["high-card"].round.is_over
game = find_game("high_card")
pack = assembled(submitted(game, game.settings(), "optimal", (), full=False, tell=lambda _: None), None)
assert [each.text for each in checked(pack) if each.differs] == []
print("everywhere")
"""


def test_a_folder_is_a_game_in_api_simulator_house_felt_lab_and_pack(folder: Path) -> None:
    done = run("-c", EVERYWHERE, **{FOLDERS: str(folder.parent)})
    assert done.stdout == "everywhere\n", done.stderr


def test_a_folder_named_by_an_option_is_a_game_of_every_command(folder: Path) -> None:
    assert "High Card" in houseway("--game", str(folder), "games").stdout
    played = houseway("--game", str(folder), "play", "high_card", "--seed", "3", "--rounds", "1", typed="5\nf\n")
    assert "1 round played, result -$5" in played.stdout, played.stderr
    solved = houseway("edge", "--game", str(folder), "--json")  # from its play: it has no solver
    assert json.loads(solved.stdout)["figures"]["round.edge"]["value"] == "-29/221", solved.stdout + solved.stderr
    assert "deals, about 1 s here" in solved.stderr
    assert "there is no game 'high_card'" in houseway("rules", "high_card").stderr


def test_the_option_may_stand_anywhere_and_then_the_game_goes_without_saying(folder: Path) -> None:
    assert games_first(["edge", "--json", "--game", "a", "--game=b"]) == ["--game", "a", "--game=b", "edge", "--json"]
    assert games_first(["new", "--", "--game", "a"]) == ["new", "--", "--game", "a"]
    new_game(folder.parent / "low_card")
    assert "which game? `houseway games` lists them" in houseway("rules").stderr
    assert "There is high_card, low_card" in houseway("rules", "--game", str(folder.parent)).stderr
    assert "name the folder of a game" in houseway("rules", "--game").stderr
    shuffled = houseway("rng", "dump", "--shuffles", "1", "--game", "lucky_lucky").stdout  # a word of its own
    assert len(shuffled.split()) == 6 * 52


def test_a_package_that_is_installed_says_so_by_an_entry_point(folder: Path) -> None:
    site = folder.parent
    info = site / "high_card-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[houseway.games]\nhigh_card = high_card:GAME\n")
    found = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    assert "High Card" in houseway("games", PYTHONPATH=found).stdout
    done = houseway("simulate", "high_card", "--rounds", "2000", PYTHONPATH=found)
    assert done.returncode == 0, done.stderr
    assert "the higher card" in done.stdout


def test_a_broken_game_is_one_sentence_and_the_rest_works(folder: Path) -> None:
    (folder / "plan.py").write_text("from .nowhere import nothing\n")
    new_game(folder.parent / "low_card")
    done = houseway("games", **{FOLDERS: os.pathsep.join([str(folder.parent), "/no/such/folder"])})
    assert done.returncode == 0
    assert "Low Card" in done.stdout
    assert "Dakota Stud" in done.stdout
    assert "High Card" not in done.stdout
    lines = done.stderr.splitlines()
    assert len(lines) == 2, done.stderr
    assert f"the game in {folder} cannot be played: ModuleNotFoundError: No module named" in lines[0]
    assert lines[1] == "houseway: the game in /no/such/folder cannot be played: there is no such folder"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("dakota_stud", "there is a 'dakota_stud' among houseway's own games and files"),
        ("sheet", "there is a 'sheet' among houseway's own games and files"),
        ("High-Card", "'High-Card' is no name for a game"),
    ],
)
def test_a_name_that_is_taken_or_is_none_is_refused(folder: Path, name: str, sentence: str) -> None:
    folder.rename(folder.parent / name)
    with pytest.raises(Refused, match=sentence):
        game_in(folder.parent / name)
    assert find_game("dakota_stud").folder.name == "dakota_stud"


def test_the_rules_of_a_game_from_outside_have_an_edition_of_their_own(folder: Path) -> None:
    """Whatever `play` imports from beside it is part of it."""
    script = (
        "import sys; from pathlib import Path; from houseway.games.outside import game_in\n"
        "from houseway.games.edition import edition_of\nprint(edition_of(game_in(Path(sys.argv[1]))))"
    )
    (folder / "leaf.py").write_text("ONE = 1\n")
    play = (folder / "play.py").read_text()
    (folder / "play.py").write_text(
        play.replace("from typing import", "from .leaf import ONE as ONE\nfrom typing import", 1)
    )
    before = run("-c", script, str(folder)).stdout
    (folder / "leaf.py").write_text("ONE = 2\n")
    after = run("-c", script, str(folder)).stdout
    assert len(before.strip()) == len(edition_of(find_game(SLUGS[0])))
    assert before != after


def test_machine_code_of_a_game_from_outside_is_made_anew_when_its_rules_change(folder: Path) -> None:
    """A raise that wins twice as much must be paid so at once, whatever was compiled before."""
    words = ("--game", str(folder), "simulate", "high_card", "--rounds", "1000", "--json")
    before = houseway(*words).stdout
    play = (folder / "play.py").read_text()
    (folder / "play.py").write_text(play.replace("return WIN if mine > theirs else LOSE", "return LOSE"))
    after = houseway(*words).stdout
    assert '"win"' in before
    assert '"win"' not in after
