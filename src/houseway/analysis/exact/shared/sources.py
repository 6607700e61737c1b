"""What computed a figure, as a digest: all sources that a solver reaches by its imports, read as Python reads them.

Comments, docstrings, layout, and where a file lies are no part of it. Each module counts by its content, and each
import by the content of what it names: a file can be moved, and no function exchanged for another of the same name.
"""

import ast
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec, resolve_name
from inspect import getsource
from pathlib import Path
from typing import Any, NamedTuple

from houseway.games.source_tree import tree_of

OURS = "houseway"
NOT_READ = ("ctx", "kind", "type_comment")  # fields of the tree that follow from others, or say nothing to Python


class Source(NamedTuple):
    content: str
    imports: tuple[tuple[str, str, str], ...]  # a name, what it is called here, and the module that it comes from


FOLDER = Source("(Module)", ())  # a module that says what is in a folder, and nothing more


def sources_digest(modules: Iterable[str], left_out: Collection[str] = ()) -> str:
    """Of these modules and of all that they import, in our package and in their own, but for what is left out."""
    found = reached(modules, left_out)
    lines = {f"{each.content} {_linked(each, found, left_out)}" for each in found.values() if each != FOLDER}
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()[:40]


def reached(modules: Iterable[str], left_out: Collection[str] = ()) -> dict[str, Source]:
    """These modules and all that they import, by name; what a module imports for its types alone is not followed."""
    waiting = list(modules)
    roots = {OURS, *(name.split(".")[0] for name in waiting)}
    found: dict[str, Source] = {}
    while waiting:
        name = waiting.pop()
        if name in found or name in left_out or name.split(".")[0] not in roots:
            continue
        path = _path_of(name)
        if path is not None:
            found[name] = source_of(name, path)
            for what, _, module in found[name].imports:
                waiting += [module, f"{module}.{what}"] if _is_package(module, roots) else [module]
    return found


def _is_package(module: str, roots: Collection[str]) -> bool:
    """Whether what is imported from it may be a module; to look for one in a mere module would load that."""
    path = _path_of(module) if module.split(".")[0] in roots else None
    return path is not None and path.name == "__init__.py"


def _linked(source: Source, found: dict[str, Source], left_out: Collection[str]) -> list[tuple[str, str, str]]:
    """What a module imports, in any order: each name with the content that it comes from."""
    links = []
    for name, called, module in source.imports:
        if whole := found.get(f"{module}.{name}"):
            links.append((called, "", _hashed(whole)))
        elif of := found.get(module):
            links.append((called, name, _hashed(of)))
        else:
            links.append((called, name, "" if module in left_out else module))
    return sorted(links)


def _hashed(source: Source) -> str:
    return sha256(source.content.encode()).hexdigest()


@cache
def _path_of(module: str) -> Path | None:
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        return None
    return Path(spec.origin) if spec and spec.origin and spec.origin.endswith(".py") else None


@cache
def source_of(module: str, path: Path) -> Source:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    tree = tree_of(path.read_bytes())
    return Source(content_of(tree), tuple(_imports(tree, package)))


def _imports(node: ast.AST, package: str) -> Iterator[tuple[str, str, str]]:
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.ImportFrom):
            module = resolve_name("." * each.level + (each.module or ""), package)
            yield from ((alias.name, alias.asname or alias.name, module) for alias in each.names)
        elif isinstance(each, ast.stmt) and not _is_for_types(each):
            yield from _imports(each, package)


def content_of(tree: ast.Module) -> str:
    """A tree without its imports as text, the same under every version of Python that we run on."""
    words: list[str] = []
    _write(tree, words)
    return "".join(words)


def _write(node: Any, words: list[str]) -> None:
    if isinstance(node, ast.AST):
        words.append(f"({type(node).__name__}")
        for name in node._fields:
            part = getattr(node, name, None)
            if name == "body" and isinstance(part, list):
                part = [each for each in part if not _says_nothing(each)]
            if isinstance(node, ast.JoinedStr):
                part = [each for each in node.values if not _is_empty(each)]
            if part is not None and part != [] and name not in NOT_READ:
                words.append(f" {name}=")
                _write(part, words)
        words.append(")")
    elif isinstance(node, list):
        for each in node:
            _write(each, words)
    else:
        words.append(repr(node))


def _says_nothing(node: ast.AST) -> bool:
    """Docstrings, and imports, which are read by themselves."""
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or isinstance(node, ast.ImportFrom) or _is_for_types(node)


def _is_empty(node: ast.AST) -> bool:
    """Python 3.12 writes one behind a formatted value."""
    return isinstance(node, ast.Constant) and node.value == ""


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def function_digest(function: Callable[..., Any]) -> str:
    """Of one function by itself, and of the numbers that it names."""
    named = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    numbers = sorted((name, value) for name, value in named.items() if isinstance(value, int))
    return sha256(f"{content_of(tree_of(getsource(function)))} {numbers}".encode()).hexdigest()[:40]
