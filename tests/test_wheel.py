"""What people install is the whole package: the built wheel, on its own, away from this checkout."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from houseway.games import SLUGS

ROOT = Path(__file__).parent.parent
MB = 1_000_000
TEN_LINES = """
import houseway
from houseway import Round, all_games
bets = {"dollar": 500, "one": 500, "two": 500, "three": 500}
won = Round.deal("dakota_stud", bets, cards="As Ks Qs Js Ts").act("leave_one", "leave_two").net_cents()
print(houseway.__file__, len(all_games()), won, sep="\\n")
"""


def built(project: Path, folder: Path) -> Path:
    """The wheel of a project."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=project, check=True, capture_output=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    return wheel


def unpacked(wheel: Path) -> Path:
    """Its contents where pip would put them."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(wheel.parent / "site")
    return wheel.parent / "site"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    return unpacked(wheel)


def run(installed: Path, *words: str, beside: str = "") -> subprocess.CompletedProcess[str]:
    """In a folder of its own, with the libraries of this environment but without its houseway."""
    path = os.pathsep.join([str(installed), *filter(None, [beside]), sysconfig.get_path("purelib")])
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")} | {"PYTHONPATH": path}
    command = [sys.executable, "-S", "-P", *words]  # -S: no .pth file leads back to the checkout
    return subprocess.run(command, cwd=installed, env=env, capture_output=True, text=True, check=False, timeout=120)


def test_the_wheel_runs_away_from_the_checkout(installed: Path) -> None:
    done = run(installed, "-c", TEN_LINES)
    assert done.returncode == 0, done.stderr
    where, games, won = done.stdout.splitlines()
    assert Path(where).is_relative_to(installed)
    assert (int(games), int(won)) == (len(SLUGS), 1_000_000)
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


# --- the counts of Fast Action Hold'em ---

ADVICE = ("-m", "houseway", "advise", "fast_action_holdem", "As Kd 7h 2c")


def test_the_wheel_is_small(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        assert not [name for name in packed.namelist() if name.endswith(".npz")]
        site = sum(each.compress_size for each in packed.infolist() if "/handbook_site/" in each.filename)
    assert wheel.stat().st_size - site < 3 * MB, "without the docs site, which is there where it was built"
    assert wheel.stat().st_size < 6 * MB


def test_without_the_counts_the_figures_that_ship_are_there_and_what_needs_them_says_so(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    edge = run(installed, "-m", "houseway", "edge", "fast_action_holdem", "--json")
    assert '"game": "fast_action_holdem"' in edge.stdout, edge.stderr
    for words in (ADVICE, ("-m", "houseway", "edge", "fast_action_holdem", "--set", "cap_cents=12300")):
        refused = run(installed, *words)
        assert refused.returncode != 0
        assert "Fast Action Hold'em" in refused.stderr
        assert "`pip install houseway[counts]`" in refused.stderr
        assert "Traceback" not in refused.stderr


def test_with_the_package_of_counts_beside_it_everything_is_there(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    counts = unpacked(built(ROOT / "counts", tmp_path))
    advice = run(installed, *ADVICE, beside=str(counts))
    assert advice.returncode == 0, advice.stderr
    (metadata,) = counts.glob("*.dist-info/METADATA")
    assert "Name: houseway-counts" in metadata.read_text("utf-8")
    (own,) = installed.glob("*.dist-info/METADATA")
    assert "Requires-Dist: houseway-counts>=0.1; extra == 'counts'" in own.read_text("utf-8")
