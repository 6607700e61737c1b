"""For all tests: what this machine could not test is said at the end, one line a reason."""

import os
import signal
import tempfile

import pytest

os.environ["HOUSEWAY_KEY"] = "5e" * 32  # so that no test makes a key in somebody's own folder
_state = tempfile.TemporaryDirectory(prefix="houseway-state-")
os.environ["XDG_STATE_HOME"] = _state.name  # nor a mark
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it, and its children do


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for reason in sorted({report.longrepr[2] for report in terminalreporter.stats.get("skipped", [])}):
        terminalreporter.write_line(reason, yellow=True)
