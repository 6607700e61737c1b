"""Sources as Python reads them, one at a time.

CPython 3.11 counts the depth of a tree for all threads together: two that make trees at once fail now and then
("AST constructor recursion depth mismatch"), and the hints of a server are worked out in several threads.
"""

import ast
from threading import Lock

_ONE_AT_A_TIME = Lock()


def tree_of(source: str | bytes) -> ast.Module:
    with _ONE_AT_A_TIME:
        return ast.parse(source)
