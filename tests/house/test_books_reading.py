"""Tables that other processes read for the books, and what becomes of those when somebody stops the report."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

READERS = 2


def test_nobody_who_stops_a_report_waits_for_the_tables_that_are_being_read(tmp_path: Path) -> None:
    tables = [f"table-{n}" for n in range(READERS)]
    command = [sys.executable, "-m", "tests.house.slow_books", f"{tmp_path}", *tables]
    report = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
    try:
        while len([*tmp_path.iterdir()]) < READERS:
            assert report.poll() is None
            time.sleep(0.1)
        os.killpg(report.pid, signal.SIGINT)  # as a terminal does, to readers too
        _, said = report.communicate(timeout=60)
    finally:
        report.kill()
    assert said.count(b"Traceback") == 1, "readers go without a word"
    readers = [int(each.suffix[1:]) for each in tmp_path.iterdir()]
    assert len(readers) == READERS
    for reader in readers:
        with pytest.raises(ProcessLookupError):
            os.kill(reader, 0)
