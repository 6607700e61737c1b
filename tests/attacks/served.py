"""`houseway serve` as a process of its own, with as few files as an attacked machine gives it."""

import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

WITHIN_S = 60.0


@dataclass
class Served:
    process: "subprocess.Popen[bytes]"
    log: Path
    port: int

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def origin(self) -> str:
        return f"http://localhost:{self.port}"

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")


@contextmanager
def served(folder: Path, *options: str, files: int = 1024) -> Iterator[Served]:
    log = folder / "served.log"
    command = [sys.executable, "-m", "houseway", "serve", "--port", "0", "--database", str(folder / "house.sqlite")]

    def few_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    with log.open("wb") as out:
        process = subprocess.Popen([*command, *options], stderr=out, preexec_fn=few_files, env=os.environ)
    try:
        yield Served(process, log, _port(process, log))
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def _port(process: "subprocess.Popen[bytes]", log: Path) -> int:
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline:
        if found := re.search(r"http://localhost:(\d+)", log.read_text()):
            return int(found[1])
        assert process.poll() is None, log.read_text()
        time.sleep(0.05)
    raise AssertionError("the server did not start")
