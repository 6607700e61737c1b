"""What `houseway cluster start` and `houseway cluster join` run: a scheduler, and workers that come back to it."""

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from houseway.cluster import token
from houseway.cluster.door import KNOCK_S, NOWHERE, read_address, security_for
from houseway.cluster.library import QUIET, load
from houseway.rules.refused import Refused

AGAIN_S = 1.0  # between two tries to find a scheduler that went away

Tell = Callable[[str], None]


def start(host: str, port: int, token_file: Path | None, *, plain: bool, tell: Tell) -> None:
    """Run a scheduler until somebody ends it."""
    load()
    path = token_file or token.default_path()
    secret = None if plain else token.made(path)
    asyncio.run(_schedule(host, port, secret, path, tell))


async def _schedule(host: str, port: int, secret: bytes | None, path: Path, tell: Tell) -> None:
    dask = load()
    security = None
    if secret is not None:
        from houseway.cluster.certificates import security_of

        security = security_of(secret)
    protocol = "tls" if security else "tcp"
    try:
        scheduler = await dask.Scheduler(
            host=host, port=port, protocol=f"{protocol}://", security=security, dashboard_address=NOWHERE,
            dashboard=False,
        )  # fmt: skip
    except (OSError, RuntimeError) as error:
        why = error.__cause__ or error
        raise Refused(f"no scheduler can be started at {host}:{port}: {' '.join(str(why).split())}") from error
    tell(f"scheduler at {scheduler.address}")
    if security:
        tell(f"its token lies in {path}: whoever has it may run code on every machine of the cluster")
    else:
        tell("without TLS or token: whoever reaches the port may run code on every machine of the cluster")
    tell(f"join it with: houseway cluster join {scheduler.address}")
    await _until_ended(scheduler.finished())
    await scheduler.close()


def join(where: str, workers: int | None, token_file: Path | None, *, host: str | None, tell: Tell) -> None:
    """Run workers for a scheduler until somebody ends them; one that is started again finds them again."""
    load()
    address = read_address(where)
    asyncio.run(_work(address, workers or os.cpu_count() or 1, security_for(address, token_file), host, tell))


async def _work(address: str, many: int, security: Any, host: str | None, tell: Tell) -> None:
    await _greet(address, security)
    tell(f"{many} {'worker' if many == 1 else 'workers'} for {address}")
    hands = [asyncio.create_task(_hand(address, security, host)) for _ in range(many)]
    await _until_ended(asyncio.gather(*hands))


async def _greet(address: str, security: Any) -> None:
    """Is anybody there, and is it the same houseway? A scheduler without one is somebody else's, and may be used."""
    from houseway.cluster.badge import sources

    try:
        async with load().Client(address, security=security, timeout=KNOCK_S, asynchronous=True) as client:
            theirs = sources()
            with suppress(Exception):  # it cannot say
                theirs = await client.run_on_scheduler(sources)
    except OSError as error:
        raise Refused(f"no scheduler answers at {address}, or it has another token") from error
    if theirs != sources():
        raise Refused(f"the scheduler at {address} has a houseway of other sources ({theirs}; these are {sources()})")


async def _hand(address: str, security: Any, host: str | None) -> None:
    """One worker in a process of its own, begun again whenever it ended."""
    dask = load()
    while True:
        with suppress(OSError, RuntimeError):
            async with dask.Nanny(
                address, nthreads=1, security=security, host=host, memory_limit=0, death_timeout=KNOCK_S,
                dashboard_address=NOWHERE, silence_logs=QUIET,
            ) as nanny:  # fmt: skip
                await nanny.finished()
        await asyncio.sleep(AGAIN_S)


async def _until_ended(work: Any) -> None:
    """Until the work ends, or somebody presses Ctrl-C or ends this process."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # not on this system
            loop.add_signal_handler(each, ended.set)
    waits = [asyncio.ensure_future(work), asyncio.create_task(ended.wait())]
    _, pending = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for each in pending:
        each.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
