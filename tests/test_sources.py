"""A digest of sources changes with everything that computes, and with nothing else."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest

from houseway.analysis import computed_by, store
from houseway.analysis.computed_by import NOT_COMPUTING, modules_of
from houseway.analysis.design import Pay, with_pays
from houseway.analysis.exact.holdem.stamped import COMPILER, COUNTING
from houseway.analysis.exact.shared.sources import content_of, function_digest, reached, sources_digest
from houseway.analysis.universal import unfinished
from houseway.analysis.universal.question import question
from houseway.analysis.universal.seats import deals_done
from houseway.games import all_games, find_game
from houseway.games.game import Game

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)

SOLVE = """from {package}.worth import worth


def solve(cards: int) -> int:
    return 2 * worth(cards)
"""
WORTH = """from {package}.deep import least


def worth(cards):
    return max(cards, least(3))
"""
DEEP = """def least(cards):
    return cards - 1
"""
OTHER = """def least(cards):
    return cards - 2
"""
PLAIN = {"solve": SOLVE, "worth": WORTH, "deep": DEEP, "other": OTHER}
numbers = count()

Digest = Callable[[Mapping[str, str]], str]


@pytest.fixture
def digest_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Digest:
    """The digest of a small package whose modules are changed as is said."""
    monkeypatch.syspath_prepend(tmp_path)

    def made(changed: Mapping[str, str]) -> str:
        package = f"toy_sources_{next(numbers)}"
        for name, text in {"__init__": "", **PLAIN, **changed}.items():
            path = tmp_path / package / f"{name.replace('.', '/')}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text.replace("{package}", package))
        return sources_digest([f"{package}.solve"])

    return made


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"deep": f"# why\n{DEEP}"},
        {"deep": '"""What it is."""\n' + DEEP.replace(":\n", ':\n    """And what this is."""\n')},
        {"deep": "def least( cards ):\n\n    return (cards -\n        1)\n"},
        {"other": "NOTHING = 1\n"},
        {"__init__": '"""A folder."""\n'},
        {"worth": WORTH.replace("{package}.deep", "{package}.room.deep"), "room.__init__": "", "room.deep": DEEP},
        {"worth": WORTH.replace("{package}.deep", ".deep")},
        {"deep": "", "worth": WORTH.replace("{package}.deep", "{package}.low"), "low": DEEP},
    ],
    ids=["nothing", "comment", "docstring", "layout", "elsewhere", "folder", "moved", "relative", "renamed"],
)
def test_what_computes_nothing_is_no_part_of_it(digest_of: Digest, changed: dict[str, str]) -> None:
    assert digest_of(changed) == digest_of({})


def test_the_order_of_imports_is_no_part_of_it(digest_of: Digest) -> None:
    lines = ["from {package}.other import least\n", "from math import comb, gcd\n"]
    assert digest_of({"solve": "".join([*lines, SOLVE])}) == digest_of({"solve": "".join([*lines[::-1], SOLVE])})


def test_what_is_imported_for_types_alone_is_no_part_of_it(digest_of: Digest) -> None:
    aware = f"from typing import TYPE_CHECKING\n{SOLVE}"
    assert digest_of({"solve": aware}) == digest_of(
        {"solve": f"{aware}\nif TYPE_CHECKING:\n    from {{package}}.other import least\n"}
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"solve": SOLVE.replace("2 *", "3 *")},
        {"deep": DEEP.replace("1", "2")},
        {"worth": WORTH.replace("{package}.deep", "{package}.other")},
        {"solve": f"from {{package}}.other import least\n{SOLVE}"},
        {"worth": WORTH.replace("    return", "    from {package}.other import least\n    return")},
    ],
    ids=["here", "far away", "another of the same name", "one more", "inside a function"],
)
def test_what_computes_is_part_of_it(digest_of: Digest, changed: dict[str, str]) -> None:
    assert digest_of(changed) != digest_of({})


def test_another_function_of_the_same_name_is_noticed_even_where_both_are_reached(digest_of: Digest) -> None:
    both = f"from {{package}}.deep import least as first\nfrom {{package}}.other import least as other\n{SOLVE}"
    assert digest_of({"solve": both}) != digest_of(
        {"solve": both, "worth": WORTH.replace("{package}.deep", "{package}.other")}
    )


def test_a_tree_reads_the_same_under_every_version_of_python() -> None:
    text = 'from a.b import c as d\nclass X(Y):\n    z: int = f"{1:>{w}}" "s"\n    def f(self, *a): ...\n'
    assert sha256(content_of(ast.parse(text)).encode()).hexdigest()[:12] == "2d809d9bb9a9"


LEAST = 3


def at_least(cards: int) -> int:
    """Words."""
    return max(cards, LEAST)


def test_a_function_by_itself_counts_with_the_numbers_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    before = function_digest(at_least)
    monkeypatch.setattr(sys.modules[__name__], "LEAST", 4)
    assert function_digest(at_least) != before


# --- what it covers of ours ---


def computing(game: Game) -> set[str]:
    own = [game.table.__name__, f"{game.package}.plan", *modules_of(game, "solve", "answer")]
    return {name.removeprefix("houseway.") for name in reached(own, NOT_COMPUTING)}


@every_game
def test_all_that_computes_figures_is_covered_and_nothing_that_only_keeps_them(game: Game) -> None:
    found = computing(game)
    assert {"rules.cards", "rules.felt", "games.game", "engine.compiled", "engine.packed"} <= found
    assert not {"analysis.store", "analysis.solve", "analysis.claims", "analysis.ship"} & found
    assert not {name for name in found if name.endswith((".solver", ".solve_whole", ".solve_pays", ".solve_hints"))}


@pytest.mark.parametrize("slug", ["super_fun_21", "triple_shot_bonus", "lucky_lucky"])
def test_sampled_figures_hang_on_the_simulator(slug: str) -> None:
    assert {"engine.rounds", "engine.fast_table", "rules.chance"} <= computing(find_game(slug))


def test_counts_hang_on_all_of_the_counting_but_not_on_the_compiler() -> None:
    found = {name.rpartition(".")[2] for name in reached([COUNTING], COMPILER)}
    assert {"every_deal", "board", "spot_counts", "lists", "holdings", "poker", "poker_tables"} <= found
    assert not {"compiled", "packed"} & found


def test_a_digest_is_made_without_the_compiler() -> None:
    script = (
        "from houseway.analysis.computed_by import computed_by\nfrom houseway.games import all_games\n"
        "for game in all_games(): computed_by(game)\nimport sys; assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


# --- figures by words ---

SUPER = find_game("super_fun_21")


def test_shipped_figures_are_named_in_words_and_a_figure_is_a_line() -> None:
    text = store.shipped_path(SUPER).read_text()
    shipped = json.loads(text)
    assert shipped["computed_by"] == computed_by.computed_by(SUPER)
    assert {"optimal", "basic", "optimal: soft_21=stand"} <= shipped["figures"].keys()
    edge = shipped["figures"]["optimal"]["wagers"]["blackjack"]["edge"]
    assert f'"edge": {json.dumps(edge)}' in text


def test_figures_of_other_sources_or_other_pays_are_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    settings = SUPER.settings()
    assert store.stored(SUPER, settings, "optimal") is not None
    table = next(table for table in SUPER.sheet.paytables if not table.when)
    outcome, num, den = table.pays[0]
    dearer = with_pays(SUPER, settings, [Pay(table.code, outcome, Fraction(num + 1, den))])
    assert store.stored(dearer, settings, "optimal") is None
    monkeypatch.setattr(store, "computed_by", lambda _: "other sources")
    assert store.stored(SUPER, settings, "optimal") is None


IN_THREADS = """
import gc, sys, threading
from pathlib import Path
from houseway.games import source_tree

sources = [path.read_text() for path in sorted(Path(source_tree.__file__).parent.rglob("*.py"))]
sys.setswitchinterval(1e-6)
gc.set_threshold(50)
gc.callbacks.append(lambda *_: sum(range(200)))  # another thread comes in while a tree is made
failed = []

def read():
    try:
        for source in sources:
            source_tree.tree_of(source)
    except SystemError as error:
        failed.append(error)

threads = [threading.Thread(target=read) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(str(failed[0]) if failed else 0)
"""


def test_sources_are_read_in_several_threads_at_once() -> None:
    """CPython 3.11: "AST constructor recursion depth mismatch", in a server now and then."""
    done = subprocess.run([sys.executable, "-c", IN_THREADS], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def test_work_from_play_that_is_kept_hangs_on_all_that_computed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler was left out: what it had counted before a fault in it was mended would have been taken on."""
    assert "houseway.engine.compiled" in reached([computed_by.FROM_PLAY], NOT_COMPUTING)
    asked = question(find_game("dakota_stud"), find_game("dakota_stud").settings())
    before = unfinished.work_key(asked, "optimal")
    assert unfinished.work_key(asked, "optimal") == before
    assert unfinished.work_key(asked, "optimal", deals_done.__name__) != before, "of a module beside too"
    monkeypatch.setattr(unfinished, "_sources", lambda *_: "others")
    assert unfinished.work_key(asked, "optimal") != before
