"""For all tests: what this machine could not test is said at the end, one line a reason."""

import os

import pytest

os.environ["HOUSEWAY_KEY"] = "5e" * 32  # so that no test makes a key in somebody's own folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for reason in sorted({report.longrepr[2] for report in terminalreporter.stats.get("skipped", [])}):
        terminalreporter.write_line(reason, yellow=True)
