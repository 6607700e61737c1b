"""The rooms: each imports only from rooms above it; numba and heavy libraries stay where they belong."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from statistics import median

import pytest

import houseway
from houseway.games import SLUGS, all_games, find_game
from houseway.games.game import Game
from houseway.rules import blackjack

PACKAGE = Path(houseway.__file__).parent
ROOMS = (
    "rules", "games", "engine", "analysis", "progressives", "cluster", "school", "house", "report", "terminal", "web",
    "api", "kit", "cli", "adapters",
)  # fmt: skip
MODULES = sorted(PACKAGE.rglob("*.py"))
COMPUTE_NOTHING_STORED = ("solver.py", "prices.py", "solve_pays.py", "solve_whole.py", "solve_whole_envy.py")


@cache
def tree_of(path: Path) -> ast.Module:
    """Two seconds for all of them, which several tests look through."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            found.add(node.module or "")
    return frozenset(found)


def faults_of_rooms(path: Path) -> list[str]:
    """What a module imports from rooms below its own, or from none."""
    room = path.relative_to(PACKAGE).parts[0]
    if room not in ROOMS:
        return []
    below = ROOMS[ROOMS.index(room) + 1 :]
    faults = []
    for name in sorted(imports(path)):
        parts = name.split(".")
        if parts[0] == "houseway" and len(parts) > 1:
            allowed = path.name.startswith("solve") and parts[1:3] == ["analysis", "exact"]
            allowed |= path.name == "why.py" and room == "games" and parts[1:3] == ["engine", "why"]
            allowed |= path.name in COMPUTE_NOTHING_STORED and parts[1] in ("engine", "analysis")  # no figure hangs
            if not allowed and (parts[1] in below or parts[1] not in ROOMS):
                faults.append(f"{path.relative_to(PACKAGE)} imports {name}")
    return faults


def test_a_room_imports_only_from_rooms_above_it() -> None:
    assert len(MODULES) > 500
    assert [fault for path in MODULES for fault in faults_of_rooms(path)] == []


COMPILERS = {"engine/compiled.py", "engine/own_memory.py", "engine/device/cuda.py"}  # for processors, and for GPUs


def test_only_the_compilers_import_numba() -> None:
    users = [path for path in MODULES if any(name.split(".")[0] == "numba" for name in imports(path))]
    assert {path.relative_to(PACKAGE).as_posix() for path in users} == COMPILERS


def test_nothing_imports_the_compiler_for_gpus() -> None:
    """It is loaded by name, and only where a GPU is asked for."""
    assert [path for path in MODULES if "houseway.engine.device.cuda" in imports(path)] == []


CLUSTER_EXTRA = {"dask", "distributed"}


def test_only_the_cluster_imports_dask() -> None:
    users = [path for path in MODULES if CLUSTER_EXTRA & {name.split(".")[0] for name in imports(path)}]
    assert [path.relative_to(PACKAGE).as_posix() for path in users] == ["cluster/library.py"]


# The same name in two rooms, and why it may stay. Games' folders have the same files in each; commands name their own.
ALIKE = {
    "blackjack": "a family of games: its vocabulary, its mathematics, its reasons in words",
    "poker": "a family of games: its vocabulary, its reasons in words",
    "cards": "playing cards, and cards to print",
    "dealer": "the dealer's hand in the mathematics, and who deals at a live table",
    "store": "figures, and a ledger: each is the store of its room",
    "question": "what `play` asks of whoever decides, and what the school asks of a learner",
    "drills": "hard choices of a player, and a dealer's questions",
    "dealing": "how a dealer may end in the mathematics, and what a dealer does by hand",
}


def test_no_two_rooms_have_a_module_of_the_same_name() -> None:
    """Whoever opens a file by its name finds the one that is meant."""
    rooms: dict[str, set[str]] = {}
    for path in MODULES:
        *folders, name = path.relative_to(PACKAGE).with_suffix("").parts
        if name == "__init__":
            *folders, name = folders or ["", ""]
        if folders and folders[0] != "cli" and name not in SLUGS and not set(SLUGS) & set(folders):
            rooms.setdefault(name, set()).add(folders[0])
    twins = {name: homes for name, homes in rooms.items() if len(homes) > 1}
    assert twins.keys() <= ALIKE.keys(), {name: homes for name, homes in twins.items() if name not in ALIKE}


# Classes of one name, and why. Every game has its own of these, under the name that the contract gives them.
OF_EACH_GAME = {"Plan", "Rules", "OtherBets"}
OF_A_PAGE = "report/paper/model.py"  # what any written page is made of: table, row, column, section
HOMONYMS = {
    "Table": "a live one, and the contract of play.py, which lies under the digest of shipped figures",
    "Shoe": "rules/shoe.py deals cards, analysis/exact counts them; both lie under the digest of shipped figures",
    "Turns": "how a turn can end, of one hand and of Triple Shot: both lie under the digest of shipped figures",
    "Question": "what `play` asks lies under the digest of shipped figures; what the school asks has no better name",
    "Asked": "of a blackjack hand in words, and of a game's play: both lie under the digest of shipped figures",
}


def test_no_class_name_is_defined_twice() -> None:
    """A name says which thing is meant; what begins with an underscore is its own module's."""
    homes: dict[str, list[str]] = {}
    for path in MODULES:
        own = path.relative_to(PACKAGE).as_posix() == OF_A_PAGE
        for node in () if own else tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(path.relative_to(PACKAGE).as_posix())
    assert {name for name in OF_EACH_GAME if any(not home.startswith("games/") for home in homes[name])} == set()
    twice = {name: found for name, found in homes.items() if len(found) > 1 and name not in OF_EACH_GAME}
    assert twice.keys() == HOMONYMS.keys(), twice


LINES_MAX, MEDIAN_MAX = 450, 100


def test_files_are_small() -> None:
    """One job a file: the median is short, and what grows past the limit is divided; scripts and sheets too."""
    pages = [path for kind in ("*.js", "*.css", "*.html") for path in (PACKAGE / "web/static").rglob(kind)]
    lines = {path.relative_to(PACKAGE).as_posix(): path.read_text().count("\n") for path in (*MODULES, *pages)}
    assert {name: n for name, n in lines.items() if n > LINES_MAX} == {}
    assert median(lines.values()) < MEDIAN_MAX


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import houseway", {"numba", "numpy", "pydantic", "rich", "typer"}),
        ("import houseway.cli", {"numba", "numpy", "pydantic"}),
        ("from houseway.games import all_games; all_games()[0].sheet", {"numba"}),
    ],
)
def test_light_starts_load_nothing_heavy(code: str, heavy: set[str]) -> None:
    script = f"{code}\nimport sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not heavy & set(done.stdout.split())


@pytest.mark.parametrize("words", [[], ["serve"], ["staff"]], ids=" ".join)
def test_help_loads_neither_numba_nor_the_web_server(words: list[str]) -> None:
    script = (
        f"import sys; sys.argv = ['houseway', *{words}, '--help']\n"
        "from houseway.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'fastapi', 'uvicorn', 'apsw', 'argon2'}\n"
        "assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert ("remove" if words == ["staff"] else "--port" if words else "simulate") in done.stdout


every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def test_every_game_folder_is_registered() -> None:
    folders = {path.parent.name for path in (PACKAGE / "games").glob("*/play.py")}
    assert folders == set(SLUGS)
    assert [find_game(slug).slug for slug in SLUGS] == list(SLUGS)


@every_game
def test_every_game_folder_has_the_same_files(game: Game) -> None:
    names = {path.name for path in (PACKAGE / "games" / game.slug).iterdir() if path.is_file()}
    assert names >= {
        "__init__.py", "play.py", "plan.py", "rules.toml", "strategy.toml", "paragraphs.toml", "claims.toml",
    }  # fmt: skip


@every_game
def test_data_and_code_name_the_same_things(game: Game) -> None:
    assert tuple(wager.name for wager in game.sheet.wagers) == game.wagers
    assert tuple(act.name for act in game.sheet.acts) == game.acts
    assert tuple(outcome.name for outcome in game.sheet.outcomes) == game.outcomes
    assert tuple(getattr(game.table, "CALLS", ())) == game.calls
    for claim in game.claims.claims:
        game.settings({name: setting for name, setting in claim.options.items() if name != "strategy"})


@every_game
def test_named_choices_stand_in_the_order_of_their_constants(game: Game) -> None:
    """An option with named choices that the rules read has a constant a choice, NAME_CHOICE, equal to its place."""
    read_by_rules = [option for option in game.sheet.options if option.name in game.table.Rules._fields]
    lists = {prizes.name for prizes in game.sheet.prizes}
    for option in read_by_rules:
        if option.name not in lists and option.choices and isinstance(option.choices[0], str):
            for place, choice in enumerate(option.choices):
                constant = f"{option.name}_{choice}".upper().replace(" ", "_")
                module = game.table if hasattr(game.table, constant) else blackjack
                assert getattr(module, constant) == place


@every_game
def test_every_paragraph_about_play_has_a_test_named_after_it(game: Game) -> None:
    text = (Path(__file__).parent / "games" / f"test_{game.slug}.py").read_text()
    tests = re.findall(r"^def test_(\w+?)__", text, re.MULTILINE)
    wanted = {paragraph.id.replace(".", "_") for paragraph in game.paragraphs.paragraphs if paragraph.play}
    assert wanted - set(tests) == set(), "paragraphs without a test"


def test_no_sentence_has_the_name_of_a_class_in_it() -> None:
    """Renaming went through words that people read once."""
    trees = {path: tree_of(path) for path in MODULES}
    classes = {node.name for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    named = re.compile(rf"\b({'|'.join(name for name in classes if re.search('[a-z][A-Z]', name))})\b")
    answers_in_the_reference = "News of the job, each as JobAnswer."
    for path, tree in trees.items():
        apart = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
        apart |= {id(part) for node in ast.walk(tree) for part in _annotations(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in apart:
                said = node.value
                assert " " not in said or said == answers_in_the_reference or not named.search(said), (path, said)


def _annotations(node: ast.AST) -> list[ast.AST]:
    """The parts of a node that say types: some stand in quotes."""
    types = [getattr(node, name, None) for name in ("annotation", "returns")]
    return [part for each in types if isinstance(each, ast.AST) for part in ast.walk(each)]


def test_sources_become_trees_in_one_place_only_which_lets_one_thread_in() -> None:
    """CPython 3.11 fails where two threads make trees at once."""
    parsing = {path.name for path in PACKAGE.rglob("*.py") if "ast.parse(" in path.read_text()}
    assert parsing == {"source_tree.py"}
