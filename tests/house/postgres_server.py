"""A real PostgreSQL in a temporary folder, started from the installed binaries and reached by a socket of its own."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

MISSING = "PostgreSQL is not installed: the ledger on PostgreSQL was NOT tested"
SETTINGS = ("listen_addresses=''", "max_connections=60", "shared_buffers=16MB", "log_min_messages=fatal")


def binaries() -> Path | None:
    """The folder of initdb and pg_ctl; Debian keeps them off the path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return folders[-1].parent if folders else None


class PostgresServer:
    def __init__(self, binaries: Path, folder: Path) -> None:
        self._binaries = binaries
        self._folder = folder
        self._base = folder / "base"
        self._ledgers = 0
        # The server refuses to run as root, as which containers run their tests.
        self._user = "nobody" if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", self._base, "-U", "house", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(part) for part in (self._binaries / program, *arguments)]
        log = self._folder / "log"
        with log.open("ab") as out:
            done = subprocess.run(command, user=self._user, cwd=self._folder, stdout=out, stderr=out, check=False)
        assert done.returncode == 0, f"{program} failed:\n{log.read_text()[-2000:]}"

    def start(self) -> None:
        options = " ".join(f"-c {setting}" for setting in (*SETTINGS, f"unix_socket_directories={self._folder}"))
        self._run("pg_ctl", "-D", self._base, "-w", "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """`fast` ends every connection; `immediate` is a crash: the server recovers from its log at the next start."""
        self._run("pg_ctl", "-D", self._base, "-w", "-m", mode, "stop")

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://house@/{database}?host={self._folder}"

    def new_ledger(self) -> str:
        """Where nothing is yet: a schema of its own, which is made much faster than a database."""
        self._ledgers += 1
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA ledger_{self._ledgers}")
        return f"{self.url()}&options=-csearch_path%3Dledger_{self._ledgers}"


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """Started now, stopped and removed afterwards."""
    found = binaries()
    assert found is not None, MISSING
    folder = Path(tempfile.mkdtemp(prefix="houseway-pg-"))  # short: a socket's path has at most about 100 characters
    try:
        server = PostgresServer(found, folder)
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder)
