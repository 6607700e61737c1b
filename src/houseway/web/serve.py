"""Run the server until somebody stops it; then close the house in order."""

import asyncio
import contextlib
import errno
import signal
import socket as sockets
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from houseway.games.words import counted
from houseway.house.configuration import Room
from houseway.house.shuffler.slips import no_slip, slips
from houseway.rules.refused import Refused
from houseway.web.addresses import EVERYWHERE, LOOPBACK, Addresses, own_origins
from houseway.web.app import create_app
from houseway.web.doorman import ACCEPTED_AT_ONCE, Door, SocketDoor
from houseway.web.hall import Hall
from houseway.web.limits import CROWD, HouseLimits
from houseway.web.logs import log, write_logs
from houseway.web.open_house import House, open_house

UNREAD_MS = 60_000
GRACE_S = 10  # for requests that are being answered when the house closes


def serve(
    room: Room,
    database: str,
    host: str,
    port: int | None,
    origins: Sequence[str] = (),
    *,
    proxies: Sequence[str] = (),
    people: int = CROWD,
    log_level: str = "info",
    log_form: str = "json",
    default_port: int = 8021,
    faults: int = 0,
    lost_key: bool = False,
    mark: Path | None = None,
) -> None:
    """Serve a room. Without a port the usual one is taken, or a free one if it is in use."""
    Addresses.of(origins)  # what cannot be is refused before anything is opened
    limits = HouseLimits().crowded(people)
    listening = _listen(host, port, default_port)
    try:
        slip = slips(faults) if faults else no_slip
        house = open_house(database, room, slip=slip, say=say, lost_key=lost_key, mark=mark)
    except BaseException:
        listening.close()
        raise
    write_logs(log_level, log_form)
    try:
        done = _run(house, listening, host, origins, proxies, limits)
    finally:
        house.close()
    say(f"the house is closed: {done}; everything that was answered is in the ledger")


def _run(
    house: House,
    listening: sockets.socket,
    host: str,
    origins: Sequence[str],
    proxies: Sequence[str],
    limits: HouseLimits,
) -> str:
    """Until it is stopped; what it did, in words."""
    port = listening.getsockname()[1]
    known_as = Addresses.of(origins, own_origins(host, port))
    app = create_app(house.pit, known_as=known_as, limits=limits, proxies=proxies)
    server = _Server(configured(app, limits, proxies))
    tables = counted(len(house.pit.in_room()), "table")
    say(f"{house.pit.room.name}: {tables} for play money at {known_as.first}  (Ctrl-C closes the house)")
    for advice in advised(known_as, host, port, proxies):
        say(advice)
    if not app.state.hall.staff.roles():
        say("no staff yet: `houseway staff add NAME --role supervisor` (and the same --database) makes some")
    if house.pit.slip is not no_slip:
        say("faults are rehearsed: now and then a shuffler counts a wrong deck and its table stops")
    log.info("open", tables=tables, port=port)
    server.run(sockets=[listening])
    return server.done()


def advised(known_as: Addresses, host: str, port: int, proxies: Sequence[str]) -> list[str]:
    """What an operator who means to be reached from elsewhere should know, a sentence each."""
    named = [each for each in known_as.origins if each not in own_origins(host, port)]
    found = []
    if host in EVERYWHERE and not named:
        found.append(f"browsers on other machines are let in by --origin http://NAME:{port}, as they know this one")
    if named and not known_as.secure:
        found.append(f"what goes to {named[0]} can be read on its way: docs/public.md says how to have TLS before it")
    if known_as.secure and not proxies:
        found.append("all come from the proxy's address, and share its limits, until --trusted-proxy names that one")
    if known_as.secure and host not in LOOPBACK and not proxies:
        found.append(f"listening at {host} lets others past the proxy: leave out --host where it is on this machine")
    return found


def configured(app: FastAPI, limits: HouseLimits, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """How uvicorn is run: what it says of itself is little, and messages are bounded before we see them.

    What a request says of where it was forwarded from counts if a trusted proxy brings it.
    """
    return uvicorn.Config(
        app,
        http=Door,
        ws=SocketDoor,
        backlog=ACCEPTED_AT_ONCE,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=limits.frame_bytes_max,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=GRACE_S,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
    )


class _Server(uvicorn.Server):
    """Tells everyone at the tables before it hangs up."""

    told = finished = given_up = 0

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal closes the house; it is not sent on, or the process would be gone before the ledger is closed."""
        before = {sig: signal.signal(sig, self.handle_exit) for sig in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)

    def handle_exit(self, sig: int, frame: object) -> None:
        if not self.should_exit:
            say(f"closing the house ({signal.Signals(sig).name}) ...")
        super().handle_exit(sig, frame)  # type: ignore[arg-type]

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """No new commands; those that were begun are finished and answered; everyone is told; then we hang up."""
        hall: Hall = self.config.app.state.hall  # type: ignore[union-attr]
        self.finished, self.given_up = hall.floor.under_way, sum(desk.waiting for desk in hall.desks.all)
        hall.floor.stop()
        await hall.desks.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE_S):
                await hall.floor.finish_commands()
        await asyncio.sleep(0.05)  # those who gave a command are answered before they are told
        self.told = hall.floor.close()
        for _ in range(20):  # a moment to hear it
            if not hall.floor.gallery.sockets:
                break
            await asyncio.sleep(0.05)
        log.info("closing", sockets_told=self.told, commands_finished=self.finished, questions_given_up=self.given_up)
        await super().shutdown(sockets)

    def done(self) -> str:
        """What closing was, in words."""
        events = self.config.app.state.hall.floor.metrics.events  # type: ignore[union-attr]
        return (
            f"connections told: {self.told}, commands under way that were finished: {self.finished}, "
            f"questions given up: {self.given_up}, events written: {events}"
        )


def _listen(host: str, port: int | None, default_port: int) -> sockets.socket:
    """Take the port before anything else is opened, so that a second server stops at once."""
    if port is not None:
        return bound(host, port)
    try:
        return bound(host, default_port)
    except Refused:
        say(f"port {default_port} is taken: another is used")
        return bound(host, 0)


def bound(host: str, port: int) -> sockets.socket:
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    made = sockets.socket(family, sockets.SOCK_STREAM, sockets.IPPROTO_TCP)  # named, or asyncio leaves Nagle's delay on
    made.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    if hasattr(sockets, "TCP_USER_TIMEOUT"):  # whoever stops reading for good does not keep a connection
        made.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_USER_TIMEOUT, UNREAD_MS)
    try:
        made.bind((host, port))
        made.listen(1024)
    except OSError as error:
        made.close()
        if error.errno == errno.EADDRINUSE:
            raise Refused(f"port {port} is taken: choose another with --port") from None
        raise Refused(f"cannot listen at {host}:{port}: {error.strerror}") from None
    return made


def say(sentence: str) -> None:
    print(f"houseway: {sentence}", file=sys.stderr, flush=True)
