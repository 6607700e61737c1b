"""What a server stands on: versions it runs with, files it may open, addresses it is known by, its staff."""

import resource
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from houseway import __version__
from houseway.games.words import counted
from houseway.house.checkup import Finding, examined, good, look, wrong
from houseway.house.configuration import Faulty, read_room
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import LedgerFailed
from houseway.rules.refused import Refused
from houseway.web.addresses import LOOPBACK, Addresses, own_origins
from houseway.web.doorman import FILES_FOR_US, files_max
from houseway.web.staff_accounts import Staff

PACKAGES = ("fastapi", "uvicorn", "websockets", "apsw", "argon2-cffi", "numpy", "numba", "pydantic")
SQLITE_LEAST = (3, 46, 0)  # before it, a write-ahead log could lose what was committed
PYTHON_LEAST = (3, 11)
FILES_WANTED = 1024
MEMORY_LEAST_MB = 512


def examined_server(
    database: str, house: Path | None, host: str, port: int, origins: Sequence[str], proxies: Sequence[str]
) -> Iterator[Finding]:
    """Every finding, the ledger's first."""
    yield from examined(database)
    yield from _versions(database)
    yield from _house_file(house)
    yield from _addresses(host, port, origins, proxies)
    yield from _files()
    yield from _memory()
    yield from _staff(database)


def _versions(database: str) -> Iterator[Finding]:
    import apsw

    python = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < PYTHON_LEAST:
        yield wrong("python", f"it is {python}: houseway needs 3.11 or newer")
    missing = [name for name in PACKAGES if not _version(name)]
    if missing:
        yield wrong("packages", f"{', '.join(missing)} not installed: pip install 'houseway[web]'")
    sqlite = apsw.sqlite_lib_version()
    if tuple(int(part) for part in sqlite.split(".")[:3]) < SQLITE_LEAST:
        yield wrong("sqlite", f"it is {sqlite}, which can lose what was committed: pip install --upgrade apsw")
    if database.startswith("postgres") and not _version("psycopg"):
        yield wrong("packages", "psycopg is not installed: pip install 'houseway[postgres]'")
    named = ", ".join(f"{name} {_version(name)}" for name in PACKAGES[:3])
    yield good("versions", f"houseway {__version__}, Python {python}, SQLite {sqlite}, {named}")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _house_file(house: Path | None) -> Iterator[Finding]:
    if house is None:
        yield good("house file", "none is named: the room that ships is served")
        return
    try:
        room = read_room(house)
    except Faulty as faulty:
        yield wrong("house file", f"{faulty.faults[0]} (`houseway house check {house}` says everything)")
    except Refused as refusal:
        yield wrong("house file", f"{refusal}")
    else:
        yield good("house file", f"{house.name} sets up {counted(len(room.tables), 'table')}")


def _addresses(host: str, port: int, origins: Sequence[str], proxies: Sequence[str]) -> Iterator[Finding]:
    """TLS, origins and who is believed, as `serve` with the same options would have them."""
    from houseway.web.serve import advised

    try:
        known_as = Addresses.of(origins, own_origins(host, port))
    except Refused as refusal:
        yield wrong("addresses", f"{refusal}")
        return
    advice = advised(known_as, host, port, proxies)
    for sentence in advice:
        yield look("addresses", sentence)
    if known_as.secure:
        yield good("TLS", f"{known_as.first}: the cookie goes by TLS only, and browsers are told to come by it")
    elif host in LOOPBACK and not origins:
        yield good("TLS", "only this machine reaches the server, so none is needed")
    elif not advice:
        yield look("TLS", f"{known_as.first} is plain http: docs/public.md says how to have TLS before it")


def _files() -> Iterator[Finding]:
    most = files_max()
    room = most - FILES_FOR_US
    if most < FILES_WANTED:
        yield look("files", f"{most} may be open, so {room} connections: raise it (ulimit -n, LimitNOFILE=)")
    else:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        yield good("files", f"{most} of {'any' if hard < 0 else hard} may be open, so {room} connections at most")


def _memory() -> Iterator[Finding]:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        free_mb = next(int(line.split()[1]) // 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return
    if free_mb < MEMORY_LEAST_MB:
        yield look("memory", f"{free_mb} MB are free: a house with its clerks wants {MEMORY_LEAST_MB}")
    else:
        yield good("memory", f"{free_mb:,} MB are free")


def _staff(database: str) -> Iterator[Finding]:
    try:
        ledger = open_ledger(database, read_only=True)
    except (Refused, LedgerFailed):
        return  # said already
    try:
        roles = Staff(ledger).roles()
    except LedgerFailed:
        return
    finally:
        ledger.close()
    if "supervisor" not in roles.values():
        yield look("staff", "there is no supervisor: `houseway staff add NAME --role supervisor` makes one")
    else:
        yield good("staff", f"{len(roles)} accounts")
