"""Commands as a person types them, in this process: to start Python anew for each would take longer than they do."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from houseway.cli import main


def typed(*words: str, answers: str = "", columns: int = 160) -> subprocess.CompletedProcess[str]:
    """What came of a command; `answers` are the lines that it is given to read."""
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    with (
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "argv", ["houseway", *words]),
        patch.object(sys, "stdin", io.StringIO(answers)),
        patch.dict(os.environ, {"COLUMNS": str(columns), "TERM": "dumb"}),
    ):
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code
    return subprocess.CompletedProcess(list(words), int(str(code or 0)), out.getvalue(), err.getvalue())
