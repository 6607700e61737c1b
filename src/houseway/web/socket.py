"""Play over a WebSocket: the client's commands in, answers and views out."""

import asyncio
import contextlib

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from houseway.house.draft import Forbidden, Stale
from houseway.house.pit import Done
from houseway.rules.refused import Refused
from houseway.web.gallery import POLICY, Watcher
from houseway.web.hall import Hall, verify_may_watch
from houseway.web.logs import log
from houseway.web.messages import HERE, LOOK, PING, id_of, read_command, read_message
from houseway.web.refusals import FAULT, STATUS, Code, Malformed, TooFast, code_of, refused_message
from houseway.web.sessions import Session
from houseway.web.whereabouts import place_at

NORMAL, TRY_AGAIN = 1000, 1013  # close codes: misuse is against the policy, who was too slow may return
CLOSING = (1012, "the house is closing")
TURNED_AWAY = 4000  # a close code of our own: with the status that the same refusal has over HTTP
REASON_BYTES = 123
GOODBYE_S = 1.0
SILENT_S = 3.0  # whoever gave a command that takes longer is told what the house is at

router = APIRouter()


@router.websocket("/api/tables/{name}/socket")
async def play(socket: WebSocket, name: str) -> None:
    hall: Hall = socket.app.state.hall
    session: Session = socket.state.session
    place = place_at(socket)
    if not hall.rates.take_both("sockets_a_minute", session.id, place):
        await _turn_away(socket, "too_fast", "you come and go too often: wait a minute")
        return
    try:
        verify_may_watch(await hall.come_to(name, session, place), session)
    except Refused as refusal:
        await _turn_away(socket, code_of(refusal), str(refusal))
        return
    if limit := hall.sockets.full(session.id, place):
        hall.floor.metrics.limited(limit)
        await _turn_away(socket, "too_fast", "there are too many connections: close one")
        return
    hall.sockets.enter(session.id, place)
    hall.seating.came(name, session.id, place)
    try:
        await socket.accept()
        await _Play(hall, socket, name, session, place).run()
    finally:
        hall.sockets.leave(session.id, place)


async def _turn_away(socket: WebSocket, code: Code, reason: str) -> None:
    """Open it and close it: a browser tells its page nothing of a socket that never was, but why one was closed."""
    await socket.accept()
    await socket.close(TURNED_AWAY + STATUS[code], as_close_reason(reason))


def as_close_reason(reason: str) -> str:
    """As much of it as the protocol carries."""
    return reason.encode()[:REASON_BYTES].decode(errors="ignore")


def _heard(doing: "asyncio.Task[Done]") -> None:
    """Whoever gave the command may have gone: then nobody hears that it was refused."""
    if not doing.cancelled():
        doing.exception()


class _Play:
    """One socket from its opening to its end."""

    def __init__(self, hall: Hall, socket: WebSocket, name: str, session: Session, place: str) -> None:
        self.hall = hall
        self.socket = socket
        self.name = name
        self.session = session
        self.watcher = Watcher(session.actor, session.endings)
        self.strikes = 0
        self.ending = (NORMAL, "")
        self.place = place

    async def run(self) -> None:
        await self.hall.floor.enter(self.name, self.watcher)
        self.hall.idle.came(self.name, self.session.id)
        reading = asyncio.create_task(self._read())
        sending = asyncio.create_task(self._send())
        try:
            await asyncio.wait((reading, sending), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hall.floor.exit(self.name, self.watcher)
            reading.cancel()
            self.watcher.outbox.close()
            with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
                await asyncio.wait_for(sending, self.hall.limits.send_within_s)
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect):
                await reading

    async def _read(self) -> None:
        while self.strikes <= self.hall.limits.strikes_max:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._hear(message.get("text") or "", len(message.get("bytes") or b""))
        self._drop("abuse")
        self.ending = (POLICY, "too many messages that are no command")
        self.watcher.outbox.close()  # when the last refusal is said

    async def _hear(self, text: str, binary_bytes: int) -> None:
        id_ = ""
        self.strikes += 1
        try:
            may = self.hall.rates.take_both("messages_a_second", self.session.id, self.place)
            if len(text.encode(errors="replace")) > self.hall.limits.message_bytes_max or binary_bytes:
                self._refuse(
                    "", "too_large", f"a message is text of at most {self.hall.limits.message_bytes_max} bytes"
                )
                return
            message = read_message(text)
            id_ = id_of(message)
            if not may:  # said to its id: whoever waits for an answer gets one
                raise TooFast("that is too fast: wait a second")
            if message.get("do") == LOOK:
                self.hall.floor.gallery.show(self.name, self.watcher)
            elif message.get("do") == HERE:
                self.hall.idle.heard(self.name, self.session.id)
            elif message.get("do") == PING:
                self.watcher.outbox.answer({"type": "pong"})
            else:
                await self._do(id_, message)
            self.strikes = 0
        except Refused as refusal:
            if not isinstance(refusal, Malformed | TooFast):
                self.strikes = 0
            self._refuse(id_, code_of(refusal), str(refusal))
            if isinstance(refusal, Stale):
                self.hall.floor.gallery.show(self.name, self.watcher)
        except Exception:
            log.fault("fault in a command", table=self.name)
            self._refuse(id_, "broken", FAULT)

    async def _do(self, id_: str, message: dict[str, object]) -> None:
        if not await self.hall.is_current(self.session):
            raise Forbidden("your session has ended: sign in again")
        command = read_command(message)
        doing = self.hall.floor.start(self.hall.do(self.name, self.session, command, self.place))
        doing.add_done_callback(_heard)
        while not (await asyncio.wait([doing], timeout=SILENT_S))[0]:
            reason = self.hall.floor.at_work_on(self.name)
            self.watcher.outbox.answer({"type": "wait", "id": id_, "reason": reason})
        done = await doing
        self.watcher.outbox.answer({"type": "done", "id": id_, "version": done.version})

    def _refuse(self, id_: str, code: Code, reason: str) -> None:
        self.hall.floor.metrics.refusals[("code", code), ("why", "message")] += 1
        self.watcher.outbox.answer(refused_message(id_, code, reason))

    async def _send(self) -> None:
        """Until there is no more to say, or it cannot be said: a reader who is too slow comes back for the newest."""
        outbox = self.watcher.outbox
        try:
            while (text := await outbox.take()) is not None:
                async with asyncio.timeout(self.hall.limits.send_within_s):
                    await self.socket.send_text(text)
            if outbox.stuck:
                raise TimeoutError
            await self.socket.close(*(CLOSING if self.hall.floor.closing else self.watcher.dismissed or self.ending))
        except TimeoutError:
            self._drop("slow")
            with contextlib.suppress(TimeoutError, WebSocketDisconnect):  # it may not hear this either
                async with asyncio.timeout(GOODBYE_S):
                    await self.socket.close(TRY_AGAIN, "too slow: come back for the newest view")
        except (WebSocketDisconnect, RuntimeError):
            return  # it is gone

    def _drop(self, why: str) -> None:
        self.hall.floor.metrics.dropped[(("why", why),)] += 1
        log.info("socket dropped", table=self.name, why=why)
