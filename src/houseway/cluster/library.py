"""Whether dask.distributed is there, and how it is set up here: quiet, nothing served beside the work."""

import logging
import multiprocessing
from functools import cache
from importlib.util import find_spec
from typing import Any

from houseway.rules.refused import Refused

NEEDED = ("distributed", "cryptography")
CONFIG: dict[str, Any] = {
    "distributed.scheduler.http.routes": [],  # pages of its own that would need no token
    "distributed.worker.http.routes": [],
    "distributed.worker.daemon": True,
    "distributed.admin.tick.limit": "1h",  # a machine with much to do is nothing to warn of
    "distributed.scheduler.allowed-failures": 1000,  # workers may be killed; a unit is done again
}
FORKED = "forkserver"  # where there is one, what workers need is loaded once for all of them
PRELOADED = ["distributed", "houseway.cluster.simulating"]
LOUD = ("distributed", "distributed.scheduler", "distributed.worker", "distributed.nanny", "distributed.client")
QUIET = logging.CRITICAL  # what people should know is said by us


@cache
def load() -> Any:
    """The library, set up; refused in one sentence where it is missing."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise Refused(f"a cluster needs the library {missing[0]}: install 'houseway[cluster]'")
    import dask.config

    dask.config.set(CONFIG)
    import distributed
    from distributed.utils import get_mp_context

    if FORKED in multiprocessing.get_all_start_methods():
        dask.config.set({"distributed.worker.multiprocessing-method": FORKED})
        get_mp_context().set_forkserver_preload(PRELOADED)

    for name in LOUD:
        logging.getLogger(name).setLevel(QUIET)
    return distributed
