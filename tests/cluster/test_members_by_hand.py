"""What starts a scheduler and joins it, by hand: with a dask of wood, and no process."""

import asyncio
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.cluster import badge as badges
from houseway.cluster import membership, token
from houseway.cluster.badge import Badge
from houseway.games import find_game
from houseway.rules.refused import Refused

GAME = find_game("dakota_stud")
OURS = Badge("1", "abc", "inside")


def test_a_scheduler_says_where_it_is_and_who_may_join(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="without the extra [cluster] there are no certificates")
    from houseway.cluster import certificates

    asked: list[dict[str, Any]] = []
    closed: list[bool] = []

    class Scheduler:
        address = "tls://10.0.0.1:8786"

        def __init__(self, **more: Any) -> None:
            asked.append(more)

        def __await__(self) -> Any:
            async def itself() -> "Scheduler":
                return self

            return itself().__await__()

        async def finished(self) -> None: ...

        async def close(self) -> None:
            closed.append(True)

    monkeypatch.setattr(membership, "load", lambda: SimpleNamespace(Scheduler=Scheduler))
    monkeypatch.setattr(certificates, "security_of", lambda secret: f"sealed by {len(secret)}")
    monkeypatch.setattr(token, "default_path", lambda: tmp_path / "own" / "token")
    told: list[str] = []
    membership.start("0.0.0.0", 8786, None, plain=False, tell=told.append)
    membership.start("0.0.0.0", 8787, tmp_path / "other", plain=False, tell=told.append)
    membership.start("0.0.0.0", 8788, None, plain=True, tell=told.append)
    may = "whoever has it may run code on every machine of the cluster"
    at, joined = "scheduler at tls://10.0.0.1:8786", "join it with: houseway cluster join tls://10.0.0.1:8786"
    assert told == [
        at, f"its token lies in {tmp_path / 'own' / 'token'}: {may}", joined,
        at, f"its token lies in {tmp_path / 'other'}: {may}", joined,
        at, "without TLS or token: whoever reaches the port may run code on every machine of the cluster", joined,
    ]  # fmt: skip
    same = {"host": "0.0.0.0", "dashboard_address": "127.0.0.1:0", "dashboard": False}
    assert asked == [
        {**same, "port": 8786, "protocol": "tls://", "security": "sealed by 32"},
        {**same, "port": 8787, "protocol": "tls://", "security": "sealed by 32"},
        {**same, "port": 8788, "protocol": "tcp://", "security": None},
    ]
    assert closed == [True] * 3


@pytest.mark.parametrize("cause", [OSError("in  use"), None])
def test_a_scheduler_that_cannot_be_started(cause: Exception | None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scheduler(**_: Any) -> None:
        raise RuntimeError("it\nfailed") from cause

    monkeypatch.setattr(membership, "load", lambda: SimpleNamespace(Scheduler=scheduler))
    with pytest.raises(Refused) as refused:
        membership.start("here", 7, None, plain=True, tell=list[str]().append)
    assert str(refused.value) == f"no scheduler can be started at here:7: {'in use' if cause else 'it failed'}"


class Hall:
    """Where workers come to: who greeted it, which nannies were begun and how they ended."""

    def __init__(self, theirs: Any) -> None:
        self.theirs = theirs
        self.asked: list[Any] = []
        self.ends = 0
        hall = self

        class Client:
            def __init__(self, address: str, **more: Any) -> None:
                hall.asked.append(("client", address, more))

            async def __aenter__(self) -> "Client":
                if isinstance(hall.theirs, OSError):
                    raise hall.theirs
                return self

            async def __aexit__(self, *_: object) -> None: ...

            async def run_on_scheduler(self, call: Any) -> Any:
                assert call is badges.sources
                if hall.theirs is None:
                    raise ImportError("there is no houseway")
                return hall.theirs

        class Nanny:
            def __init__(self, address: str, **more: Any) -> None:
                hall.asked.append(("nanny", address, more))

            async def __aenter__(self) -> "Nanny":
                return self

            async def __aexit__(self, *_: object) -> None: ...

            async def finished(self) -> None:
                hall.ends += 1
                if hall.ends == 2:
                    raise OSError("the scheduler went away")

        self.Client, self.Nanny = Client, Nanny


def joined(hall: Hall, monkeypatch: pytest.MonkeyPatch, workers: int | None) -> list[str]:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) >= 5:
            raise asyncio.CancelledError

    monkeypatch.setattr(membership, "load", lambda: hall)
    monkeypatch.setattr(membership, "security_for", lambda address, path: (address, path))
    monkeypatch.setattr(asyncio, "sleep", sleep)
    told: list[str] = []
    membership.join("a:1", workers, Path("t"), host="me", tell=told.append)
    assert slept[:5] == [1.0] * 5
    return told


def test_a_worker_comes_back_whenever_it_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(badges.sources())
    assert joined(hall, monkeypatch, 1) == ["1 worker for tls://a:1"]
    security = ("tls://a:1", Path("t"))
    assert hall.asked[0] == ("client", "tls://a:1", {"security": security, "timeout": 30, "asynchronous": True})
    assert hall.asked[1:] == [
        (
            "nanny", "tls://a:1",
            {
                "nthreads": 1, "security": security, "host": "me", "memory_limit": 0, "death_timeout": 30,
                "dashboard_address": "127.0.0.1:0", "silence_logs": 50,
            },
        )
    ] * 5  # fmt: skip


@pytest.mark.parametrize(("cores", "told"), [(3, "3 workers for tls://a:1"), (None, "1 worker for tls://a:1")])
def test_as_many_workers_as_cores(cores: int | None, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert joined(Hall(None), monkeypatch, None) == [told]  # a scheduler without a houseway may be used


@pytest.mark.parametrize("theirs", ["others", OSError("gone")])
def test_whom_a_worker_does_not_join(theirs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "load", lambda: Hall(theirs))
    monkeypatch.setattr(membership, "security_for", lambda *_: None)
    with pytest.raises(Refused) as refused:
        membership.join("a:1", 1, None, host=None, tell=list[str]().append)
    assert str(refused.value) == (
        f"the scheduler at tls://a:1 has a houseway of other sources (others; these are {badges.sources()})"
        if theirs == "others"
        else "no scheduler answers at tls://a:1, or it has another token"
    )
