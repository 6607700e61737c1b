"""Trees of sources are made by one thread at a time, pytest's own too.

It rewrites modules as they are loaded, and a server of a test loads some of anyio when it is first asked, in its own
thread; CPython 3.11 fails where two threads make trees at once (`houseway.games.source_tree`).
"""

import ast
from functools import wraps
from threading import Lock
from typing import Any

_ONE_AT_A_TIME = Lock()


def let_one_thread_in() -> None:
    parse = ast.parse

    @wraps(parse)
    def parse_alone(*given: Any, **named: Any) -> Any:
        with _ONE_AT_A_TIME:
            return parse(*given, **named)

    vars(ast)["parse"] = parse_alone
