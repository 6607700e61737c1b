"""A scheduler and workers in processes of their own, as `houseway cluster start` and `join` run them."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SRC = Path(__file__).parents[2] / "src"


class Room:
    def __init__(self, folder: Path) -> None:
        self.token_file = folder / "token"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tls://127.0.0.1:{free.getsockname()[1]}"
        self.running: list[subprocess.Popen[str]] = []
        self.start_scheduler()

    def start_scheduler(self) -> None:
        port = self.address.rpartition(":")[2]
        self.scheduler = self.run("start", "--port", port)
        assert self.scheduler.stderr is not None
        while "join it with" not in self.scheduler.stderr.readline():
            assert self.scheduler.poll() is None

    def join(self, workers: int) -> None:
        self.run("join", self.address, "--workers", str(workers), "--host", "127.0.0.1")

    def run(self, *words: str) -> subprocess.Popen[str]:
        return self.process([sys.executable, "-m", "houseway", "cluster", *words, "--token-file", str(self.token_file)])

    def process(self, command: Sequence[str], src: Path = SRC) -> subprocess.Popen[str]:
        env = {**os.environ, "PYTHONPATH": str(src)}
        begun = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.running.append(begun)
        return begun

    def kill_scheduler(self) -> None:
        os.killpg(self.scheduler.pid, signal.SIGKILL)
        self.scheduler.wait()

    def close(self) -> None:
        for process in self.running:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)  # with all that it has started
            process.wait()
            assert process.stderr is not None
            process.stderr.close()
