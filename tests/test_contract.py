"""The contract of a game: one value a strategy, parts that are declared, and no game known to what games share."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import houseway
from houseway.analysis import convergence
from houseway.analysis.claims import OPEN, verify
from houseway.analysis.computed_by import modules_of
from houseway.analysis.solve import TakesMinutes, has_own_mathematics, solver_of, strategy_of
from houseway.analysis.solver import Solver
from houseway.engine import counting_table
from houseway.games import all_games, find_game
from houseway.games.game import Game
from houseway.rules.choice import Decide
from houseway.rules.refused import Refused

PACKAGE = Path(houseway.__file__).parent
TRIPLE = find_game("triple_shot_bonus")
WITH_HAT_TRICK = "with_hat_trick"
every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def shared_sources() -> list[Path]:
    """What games share: everything outside their folders."""
    own = {PACKAGE / "games" / game.slug for game in all_games()}
    found = [path for kind in ("*.py", "*.js") for path in sorted(PACKAGE.rglob(kind))]
    return [path for path in found if path.parent not in own]


def words_in_code(path: Path) -> Iterator[str]:
    """Every name and string of a source; comments and docstrings are for people and may give examples."""
    if path.suffix == ".js":
        yield re.sub(r"//.*|/\*.*?\*/", "", path.read_text(), flags=re.DOTALL if "/*" in path.read_text() else 0)
        return
    tree = ast.parse(path.read_text())
    docs = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_no_shared_code_knows_a_game_by_its_name() -> None:
    registry = PACKAGE / "games" / "__init__.py"
    slug = re.compile(r"\b(" + "|".join(game.slug for game in all_games()) + r")\b")
    found = [path for path in shared_sources() if path != registry and any(map(slug.search, words_in_code(path)))]
    assert found == []


def test_nobody_guesses_what_a_solver_has() -> None:
    """Parts are declared on `Solver`; a name that is looked for in a module or in an object is a guess."""
    for path in (PACKAGE / "analysis").glob("*.py"):
        calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        guesses = [call.lineno for call in calls if isinstance(call.func, ast.Name) and call.func.id == "hasattr"]
        defaults = [
            call.lineno
            for call in calls
            if isinstance(call.func, ast.Name) and call.func.id == "getattr" and len(call.args) == 3
        ]
        assert guesses + defaults == [], path.name


def test_only_the_lookup_of_the_solver_imports_by_name() -> None:
    """Whoever wants a part of a game asks its `Solver`; a module found by a made-up name is a guess too."""
    by_name = {
        path.relative_to(PACKAGE).as_posix()
        for room in ("analysis", "house", "report")
        for path in (PACKAGE / room).rglob("*.py")
        if "import_module" in path.read_text() or "find_spec" in path.read_text()
    }
    assert by_name == {
        "analysis/solve.py",
        "analysis/exact/shared/sources.py",  # reads what others import by name
        "analysis/exact/shared/places.py",  # the package of counts, which need not be there
        "report/submission/contents.py",  # where the files lie whose digests a pack names
    }


def test_no_branch_reads_the_words_of_a_refusal() -> None:
    """Whoever treats one refusal otherwise than others catches its own kind."""
    for path in PACKAGE.rglob("*.py"):
        for handler in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ExceptHandler)):
            for node in ast.walk(handler):
                if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
                    read = ast.unparse(node.comparators[0])
                    assert read != f"str({handler.name})", f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("game", [*filter(has_own_mathematics, all_games())], ids=lambda game: game.slug)
def test_a_solver_only_declares(game: Game) -> None:
    """It stands outside the digest of the figures, so nothing may be computed in it but what the digest can read."""
    body = ast.parse((game.folder / "solver.py").read_text()).body
    assert modules_of(game, "solve", "answer") <= {f"{game.package}.{name}" for name in ("solve", "answers")}
    assert {type(node) for node in body} == {ast.Expr, ast.ImportFrom, ast.Assign}
    assert isinstance(solver_of(game), Solver)


@every_game
def test_what_the_sheet_says_of_the_solver_is_so(game: Game) -> None:
    """Strategies that can be chosen can be solved for, and hands that are shown as examples can be asked about."""
    for hand in game.sheet.hands:
        assert solver_of(game).advise(game, game.settings(), hand)
    assert game.sheet.solved[0] == "optimal"
    assert not set(game.sheet.solved) & set(game.strategies)


def test_a_plan_of_another_kind_comes_with_what_follows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulation that is watched played it by `follow`, which does not know such a plan."""
    found = strategy_of(TRIPLE, WITH_HAT_TRICK, TRIPLE.settings())
    assert found.follow is not TRIPLE.follow
    assert type(found.plan).__name__ == "RankPlan"
    compiled_for: list[Decide] = []

    def compiled_count(_: object, follow: Decide, *, without: bool) -> Callable[..., None]:
        assert not without
        compiled_for.append(follow)
        return lambda *_: None

    monkeypatch.setattr(convergence, "strategy_for", lambda *_: found)
    monkeypatch.setattr(counting_table, "compiled_count", compiled_count)
    bets = dict.fromkeys(("war", "blackjack", "poker", "hat_trick"), 1000)
    *_, last = convergence.watched(TRIPLE, TRIPLE.settings(), WITH_HAT_TRICK, bets, 1000)
    assert compiled_for == [found.follow]
    assert last.strategy == WITH_HAT_TRICK


def test_a_strategy_that_nobody_knows_is_refused_with_the_nearest() -> None:
    with pytest.raises(Refused, match="no strategy 'basics'; did you mean basic"):
        strategy_of(TRIPLE, "basics", TRIPLE.settings())


def test_a_figure_that_takes_minutes_leaves_its_claim_open_by_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise TakesMinutes("in other words than before")

    monkeypatch.setattr("houseway.analysis.claims.judge", refuse)
    verdicts = verify(find_game("dakota_stud"))
    assert {each.verdict for each in verdicts} == {OPEN}
    assert verdicts[0].why == "in other words than before"
