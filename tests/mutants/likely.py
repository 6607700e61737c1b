"""Which tests are likely to notice a fault, before anything is measured: those that share rare words with the function
it is in, its name and its file before all."""

import ast
import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tests.mutants.fault import Fault, read

WORD = re.compile(r"[a-z]{3,}")
OPENS = re.compile(r"(  )?[\w#].*\{$")  # a function or a method of a script
LIKELY, FILES = 12, 4  # tests, and files that must be read for them
OF_ITS_NAME, OF_ITS_FILE, OF_ITS_LINE = 6.0, 3.0, 2.0  # what a word counts, one of its text being 1


def likely(fault: Fault, root: Path, files: Iterable[str], count: int = LIKELY) -> list[str]:
    """The tests, the likeliest first."""
    script = fault.path.endswith(".js")
    near = [name for name in files if ("/browser/" in name) == script]
    tests = {test: words for name in near for test, words in tests_of(name, root).items()}
    common = Counter(word for words in tests.values() for word in words)
    weights: dict[str, float] = {}
    line = read(root, fault.path).splitlines()[fault.line - 1]
    for text, weight in (
        (_around(fault, root), 1.0),
        (line, OF_ITS_LINE),
        (fault.path, OF_ITS_FILE),
        (fault.function, OF_ITS_NAME),
    ):
        weights |= dict.fromkeys(_words(text), weight)

    def score(test: str) -> float:
        words = tests[test]
        rare = sum(weights[word] * math.log(len(tests) / common[word]) for word in words & weights.keys())
        return rare / math.sqrt(len(words) + 20)

    naming = names_module(fault, root, tests) if script else set()
    ranked = sorted(tests, key=lambda test: (test not in naming, -score(test), test))
    files_met = list(dict.fromkeys(test.partition("::")[0] for test in ranked))[:FILES]
    return [test for test in ranked if test.startswith(tuple(f"{name}::" for name in files_met))][:count]


@cache
def tests_of(name: str, root: Path) -> dict[str, frozenset[str]]:
    """The tests of a file, each with its words, those of the tables and helpers that it names, and of the file's name;
    slow ones are left out."""
    text = read(root, name)
    tree = ast.parse(text)
    beside = {}
    for node in tree.body:
        for each in _named_by(node):
            beside[each] = ast.get_source_segment(text, node) or ""
    found: dict[str, frozenset[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            own = "\n".join([*map(ast.unparse, node.decorator_list), ast.get_source_segment(text, node) or "", name])
            if "mark.slow" not in own:
                used = {each for each in re.findall(r"\w+", own) if each in beside and not each.startswith("test_")}
                words = _words(own).union(*(_words(beside[each]) for each in used))
                found[f"{name}::{node.name}"] = frozenset(words)
    return found


def names_module(fault: Fault, root: Path, tests: Iterable[str]) -> set[str]:
    """Tests that load a script, or one that imports it, by its address: themselves or by a script beside them."""
    folder, _, own_address = fault.path.partition("/static/")
    scripts = [each.relative_to(root / folder / "static") for each in (root / folder / "static").rglob("*.js")]
    imports = f'/{Path(own_address).name}"'
    around = [each for each in scripts if imports in read(root, f"{folder}/static/{each.as_posix()}")]
    addresses = [f"/{own_address}", *(f"/{each.as_posix()}" for each in around)]
    found = set()
    for test in tests:
        name, _, function = test.partition("::")
        text = read(root, name)
        own = text[text.index(f"def {function}(") :].partition("\ndef ")[0]
        beside = [each for each in (root / name).parent.glob("*.js") if each.name in own]
        told = "\n".join([own, *(each.read_text(encoding="utf-8") for each in beside)])
        if any(address in told for address in addresses):
            found.add(test)
    return found


def _named_by(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [each.id for each in node.targets if isinstance(each, ast.Name)]
    return [node.target.id] if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else []


def _around(fault: Fault, root: Path) -> str:
    """The text of the function that the fault is in; of none, the whole file."""
    text = read(root, fault.path)
    if fault.path.endswith(".js"):
        return _around_in_script(text.splitlines(), fault.line - 1)
    around = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and node.lineno <= fault.line <= (node.end_lineno or 0)
    ]
    inner = min(around, key=lambda node: (node.end_lineno or 0) - node.lineno, default=None)
    return text if inner is None else ast.get_source_segment(text, inner) or ""


def _around_in_script(lines: list[str], at: int) -> str:
    """From the nearest line above that begins at the edge, or is a method's first, to its closing bracket."""
    first = next((each for each in range(at, -1, -1) if OPENS.match(lines[each])), 0)
    edge = re.match(" *", lines[first])
    assert edge is not None
    last = next((each for each in range(at, len(lines)) if lines[each].startswith(f"{edge[0]}}}")), at)
    return "\n".join(lines[first : last + 1])


def _words(text: str) -> set[str]:
    return set(WORD.findall(re.sub(r"([a-z])([A-Z])", r"\1 \2", text).lower()))
