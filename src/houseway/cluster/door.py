"""The door to a cluster: workers started here for one piece of work (`local:4`), or the scheduler at an address."""

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from houseway.cluster import token
from houseway.cluster.library import QUIET, load
from houseway.rules.refused import Refused

LOCAL = re.compile(r"local:([1-9][0-9]{0,3})")
ADDRESS = re.compile(r"(?:(tls|tcp)://)?([^\s/:]+|\[[0-9a-fA-F:]+\]):([0-9]{1,5})")
PORT = 8786
KNOCK_S = 30
NOWHERE = "127.0.0.1:0"  # dask serves pages; here they are empty, and nobody else sees them

Open = Callable[[], Any]  # a client of the scheduler, anew


@contextmanager
def cluster_at(where: str, token_file: Path | None = None) -> Iterator[Open]:
    """Yields what opens a connection to the cluster: once, and again when it was lost."""
    dask = load()
    if local := LOCAL.fullmatch(where):
        with local_workers(dask, int(local[1])) as cluster:
            yield lambda: dask.Client(cluster)
        return
    address = read_address(where)
    security = security_for(address, token_file)

    def opened() -> Any:
        try:
            return dask.Client(address, security=security, timeout=KNOCK_S, set_as_default=False)
        except (OSError, ValueError) as error:
            raise Refused(f"no scheduler answers at {address}{_why(address, error)}") from error

    yield opened


@contextmanager
def local_workers(dask: Any, many: int) -> Iterator[Any]:
    """Workers on this machine that end with the work. Nobody else on it can speak to them."""
    from houseway.cluster.certificates import security_of

    security = security_of(secrets.token_bytes(token.BYTES))
    with dask.LocalCluster(
        n_workers=many, threads_per_worker=1, processes=True, host="127.0.0.1", protocol="tls://", security=security,
        dashboard_address=NOWHERE, memory_limit=0, silence_logs=QUIET,
    ) as cluster:  # fmt: skip
        yield cluster


def read_address(where: str) -> str:
    """An address in full; TLS unless it says otherwise."""
    read = ADDRESS.fullmatch(where)
    if read is None or not 0 < int(read[3]) < 1 << 16:
        raise Refused(f"'{where}' is no cluster: write local:4 for workers on this machine, or HOST:{PORT}")
    return f"{read[1] or 'tls'}://{read[2]}:{read[3]}"


def security_for(address: str, token_file: Path | None) -> Any:
    """How to speak to a scheduler: by our token, or by the certificates that dask's own configuration names."""
    dask = load()
    if address.startswith("tcp://"):
        return None
    secret = token.found(token_file)
    if secret is not None:
        from houseway.cluster.certificates import security_of

        return security_of(secret)
    own = dask.Security()
    if not own.tls_ca_file:
        raise Refused(f"{address} needs a token: name its file with --token-file, or put it in {token.VARIABLE}")
    return own


def _why(address: str, error: Exception) -> str:
    said = " ".join(str(error).split())
    if "certificate" in said.lower() or "ssl" in said.lower():
        return ", or it has another token"
    return "" if address.startswith("tls") else "; one that speaks TLS has an address with tls://"
