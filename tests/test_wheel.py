"""What people install is the whole package: the built wheel, on its own, away from this checkout."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEN_LINES = """
import houseway
from houseway import Round, all_games
bets = {"dollar": 500, "one": 500, "two": 500, "three": 500}
won = Round.deal("dakota_stud", bets, cards="As Ks Qs Js Ts").act("leave_one", "leave_two").net_cents()
print(houseway.__file__, len(all_games()), won, sep="\\n")
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's contents where pip would put them."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def run(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """In a folder of its own, with the libraries of this environment but without its houseway."""
    path = os.pathsep.join([str(installed), sysconfig.get_path("purelib")])
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")} | {"PYTHONPATH": path}
    command = [sys.executable, "-S", "-P", *words]  # -S: no .pth file leads back to the checkout
    return subprocess.run(command, cwd=installed, env=env, capture_output=True, text=True, check=False, timeout=120)


def test_the_wheel_runs_away_from_the_checkout(installed: Path) -> None:
    done = run(installed, "-c", TEN_LINES)
    assert done.returncode == 0, done.stderr
    where, games, won = done.stdout.splitlines()
    assert Path(where).is_relative_to(installed)
    assert (int(games), int(won)) == (5, 1_000_000)
    told = run(installed, "-m", "houseway", "edge", "dakota_stud", "--json")
    assert '"game": "dakota_stud"' in told.stdout, told.stderr


def test_the_wheel_has_every_file_that_is_tracked_beside_the_code(installed: Path) -> None:
    """Data, pages, figures, kept editions and the mark of typed code; and nothing of the checkout besides."""
    listed = subprocess.run(["git", "ls-files", "src/houseway"], cwd=ROOT, capture_output=True, text=True, check=False)
    tracked = {path.removeprefix("src/") for path in listed.stdout.split()}
    if not tracked:
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("this checkout has no git: which files belong to the wheel was not tested")
    packed = {str(path.relative_to(installed)) for path in (installed / "houseway").rglob("*") if path.is_file()}
    packed = {path for path in packed if "__pycache__" not in path}
    assert tracked <= packed
    assert "houseway/py.typed" in packed
    built = (ROOT / "docs" / "_build" / "html" / "index.html").exists()
    assert ("houseway/web/handbook_site/index.html" in packed) == built
    others = {path.name for path in installed.iterdir()}
    assert others == {"houseway", *(name for name in others if name.endswith(".dist-info"))}
    (metadata,) = installed.glob("*.dist-info/METADATA")
    assert "License-Expression: MIT" in metadata.read_text("utf-8")
    assert list(installed.glob("*.dist-info/licenses/LICENSE"))
