"""Which test files are near a fault: those that name its function, and those whose imports lead to its file."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.mutants.fault import Fault, read

FAR = 9  # imports away: there is no way at all, or a long one
NAMED = 2  # imports that it counts for when a test file has the function's name in it


def nearest(fault: Fault, root: Path, files: Iterable[str]) -> list[str]:
    """The test files, the nearest first; browsers are slow and come last."""
    word = re.compile(rf"\b{re.escape(fault.function.rpartition('.')[2] or Path(fault.path).stem)}\b")
    away = steps_to(fault.path, root)

    def far(name: str) -> tuple[bool, int, int, str]:
        text = read(root, name)
        steps = min((away.get(path, FAR) for path in imported(name, root)), default=FAR)
        return "/browser/" in name, steps - (NAMED if word.search(text) else 0), len(text), name

    return sorted(files, key=far)


def importing(fault: Fault, root: Path, files: Iterable[str], count: int = 3) -> list[str]:
    """Test files that import the fault's own file, those that name its function first, the shortest; no browsers."""
    word = re.compile(rf"\b{re.escape(fault.function.rpartition('.')[2] or Path(fault.path).stem)}\b")
    texts = {name: read(root, name) for name in files if "/browser/" not in name and fault.path in imported(name, root)}
    return sorted(texts, key=lambda name: (not word.search(texts[name]), len(texts[name]), name))[:count]


@cache
def steps_to(path: str, root: Path) -> dict[str, int]:
    """How many imports lead from each file of ours to this one; without those from which none does."""
    found = {path: 0}
    edge = [path]
    while edge:
        edge = [name for name in importers(root) if name not in found and imported(name, root) & set(edge)]
        found |= dict.fromkeys(edge, max(found.values()) + 1)
    return found


@cache
def importers(root: Path) -> tuple[str, ...]:
    ours = [*(root / "src").rglob("*.py"), *(root / "tests").rglob("*.py")]
    return tuple(sorted(path.relative_to(root).as_posix() for path in ours))


@cache
def imported(name: str, root: Path) -> frozenset[str]:
    """The files of ours that a file imports, wherever in it."""
    return frozenset(_found(ast.parse(read(root, name)), root))


def _found(tree: ast.Module, root: Path) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from _files(node.module, root)
            for each in node.names:
                yield from _files(f"{node.module}.{each.name}", root)
        elif isinstance(node, ast.Import):
            for each in node.names:
                yield from _files(each.name, root)


def _files(module: str, root: Path) -> Iterator[str]:
    path = module.replace(".", "/")
    for name in (f"src/{path}.py", f"src/{path}/__init__.py", f"{path}.py"):
        if (root / name).is_file():
            yield name
