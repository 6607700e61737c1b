"""A house somewhere else: its API over HTTP, and a line to one table that mends itself."""

import contextlib
import json
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlsplit

from houseway.rules.refused import Refused

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

Message = dict[str, Any]

ANSWER_WITHIN_S = 20.0
TURNED_AWAY = 4000  # close codes from here on: the house would not have us
AGAIN_S = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)  # between tries to get the line back; the last goes on


class NoAnswer(Refused):
    """The house does not answer."""


class RemoteHouse:
    """The house at an address, as the browser's is: `http://127.0.0.1:8021`, also with a table behind it."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused(f"{address} is no address of a house: write it as http://127.0.0.1:8021")
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.socket_origin = self.origin.replace("http", "ws", 1)
        words = [unquote(word) for word in parts.path.split("/") if word]
        self.table = words[1] if len(words) == 2 and words[0] == "table" else ""
        self.cookie = ""
        self.id = ""

    def get(self, path: str) -> Any:
        return self._ask(urllib.request.Request(self.origin + path))

    def facts(self, table: str) -> Message:
        """What does not change while a table's configuration stands."""
        facts: Message = self.get(f"/api/tables/{quote(table, safe='')}")["facts"]
        return facts

    def enter(self, name: str, passphrase: str = "") -> None:
        """Become a player with a name; with a passphrase the one who keeps it."""
        path, said = ("/api/you/return", {"passphrase": passphrase}) if passphrase else ("/api/session", {})
        body = json.dumps({"name": name, **said}).encode()
        request = urllib.request.Request(self.origin + path, body, {"content-type": "application/json"})
        self.id = self._ask(request)["id"]

    def _ask(self, request: urllib.request.Request) -> Any:
        request.add_header("origin", self.origin)
        if self.cookie:
            request.add_header("cookie", self.cookie)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_WITHIN_S) as answer:
                for given in answer.headers.get_all("set-cookie", []):
                    self.cookie = "; ".join(f"{name}={each.value}" for name, each in SimpleCookie(given).items())
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise Refused(_reason(error)) from None
        except (OSError, ValueError) as error:
            raise NoAnswer(
                f"no house answers at {self.origin} ({getattr(error, 'reason', error)}): is it open?"
            ) from None

    def open_socket(self, table: str) -> "ClientConnection":
        from websockets.exceptions import InvalidHandshake, InvalidStatus
        from websockets.sync.client import connect
        from websockets.typing import Origin

        url = f"{self.socket_origin}/api/tables/{quote(table, safe='')}/socket"
        cookie = {"cookie": self.cookie} if self.cookie else {}
        try:
            opened = connect(url, origin=Origin(self.origin), additional_headers=cookie, open_timeout=ANSWER_WITHIN_S)
            return opened.__enter__()  # the line closes it
        except InvalidStatus as error:
            raise Refused(_told(bytes(error.response.body or b""), f"the house refused ({error})")) from None
        except (OSError, InvalidHandshake) as error:
            raise NoAnswer(f"the table cannot be reached ({error})") from None


def _reason(error: urllib.error.HTTPError) -> str:
    return _told(error.read(), f"the house answered {error.code} {error.reason}")


def _told(body: bytes, otherwise: str) -> str:
    """What the house said in its refusal, where it said something."""
    try:
        return str(json.loads(body)["reason"])
    except (ValueError, KeyError, TypeError):
        return otherwise


class TableLine:
    """A socket at a table, read in a thread: only the newest view counts. It comes back by itself when it is lost."""

    def __init__(self, open_socket: Callable[[], Any], told: Callable[[str], None]) -> None:
        self._open = open_socket
        self._told = told  # words for the player: the line is lost or back, the house is at work or closes
        self._heard = threading.Condition()
        self._answers: dict[str, Message] = {}
        self._until = 0.0  # so long a command waits for its answer
        self._at_work = ""  # what the house said that it is doing meanwhile
        self._over = ""  # why there is no line any more
        self._socket = open_socket()
        self.view: Message = {}
        self.hints: Message = {}
        self.warned = False  # whether our seat is about to be given up because we did nothing
        self.ahead = 0.0  # seconds the house's clock is ahead of ours
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self.wait(lambda: bool(self.view))

    def wait(self, until: Callable[[], bool], timeout: float | None = None) -> bool:
        """Wait for something to be heard that makes it true; False when the time is over."""
        end = None if timeout is None else time.monotonic() + timeout
        with self._heard:
            while not until():
                if self._over:
                    raise NoAnswer(self._over)
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    return False
                self._heard.wait(min(left, 1.0) if left is not None else 1.0)  # awake for Ctrl-C
            return True

    def do(self, do: str, seen: int | None = None, **what: Any) -> int:
        """Give a command; the table's version after it, or `Refused`. Said again, with its id, if the line breaks."""
        command = {"id": uuid.uuid4().hex, "do": do, "seen": seen, "what": what}
        answer = self._answered(command)
        if answer["type"] == "refused":
            raise Refused(answer["reason"])
        self.wait(lambda: self.view["version"] >= answer["version"], ANSWER_WITHIN_S)
        return int(answer["version"])

    def _answered(self, command: Message) -> Message:
        self._until, self._at_work = time.monotonic() + ANSWER_WITHIN_S, ""
        while time.monotonic() < self._until:
            answer = self._said(command)
            if answer is not None:
                return answer
        raise NoAnswer("the house does not answer: look whether it was done when it is back")

    def _said(self, command: Message) -> Message | None:
        """The answer to a command, or None if the line broke meanwhile. A house that is at work on it has time anew."""
        socket = self._socket
        with contextlib.suppress(OSError, EOFError, _closed()):
            socket.send(json.dumps(command))
        while (left := self._until - time.monotonic()) > 0:
            if self.wait(lambda: command["id"] in self._answers or self._socket is not socket, left):
                break
        with self._heard:
            return self._answers.pop(command["id"], None)

    def _read(self) -> None:
        while not self._over:
            try:
                message = json.loads(self._socket.recv())
            except (OSError, EOFError, _closed()) as error:
                if why := _turned_away(error):
                    self._end(why)
                else:
                    self._come_back()
                continue
            with self._heard:
                self._hear(message)
                self._heard.notify_all()

    def _hear(self, message: Message) -> None:
        kind = message["type"]
        if kind == "view":
            self.view = message["view"]
            self.ahead = message["now"] / 1_000_000 - time.time()
        elif kind == "meters" and "progressives" in self.view:
            now = {key: message[key] for key in ("meters", "hits")}
            ticked = [each | now if each["link"] == message["link"] else each for each in self.view["progressives"]]
            self.view = {**self.view, "progressives": ticked}
        elif kind == "hints":
            self.hints = message
        elif kind == "idle":
            self._hear_idle(message)
        elif kind == "refused" and not message["id"]:
            self._told(message["reason"])
        elif kind in ("done", "refused"):
            self._answers[message["id"]] = message
        elif kind in ("wait", "closing"):
            self._until = time.monotonic() + ANSWER_WITHIN_S
            if message["reason"] != self._at_work:
                self._told(message["reason"])
            self._at_work = message["reason"]

    def _hear_idle(self, message: Message) -> None:
        self.warned = bool(message["until"])
        if self.warned:
            left = round((message["until"] - message["now"]) / 1_000_000)
            self._told(f"{message['reason']}: your seat is given up in {left} s. Play on, or type here to stay.")

    def here(self) -> None:
        """Say that somebody is there: the seat is kept."""
        self.warned = False
        with contextlib.suppress(OSError, EOFError, _closed()):
            self._socket.send(json.dumps({"do": "here"}))

    def _come_back(self) -> None:
        if self._over:
            return
        self._told("The connection is lost; trying again ...")
        tries = 0
        while not self._over:
            time.sleep(AGAIN_S[min(tries, len(AGAIN_S) - 1)])
            tries += 1
            try:
                fresh = self._open()
            except NoAnswer:
                continue
            except Refused as refusal:
                self._end(str(refusal))
                return
            with self._heard:
                self._socket = fresh
                self._heard.notify_all()
            self._told("The connection is back.")
            return

    def _end(self, why: str) -> None:
        with self._heard:
            self._over = why
            self._heard.notify_all()

    def seconds_until(self, moment: int) -> float:
        """From now to a moment of the house's clock."""
        return moment / 1_000_000 - self.ahead - time.time()

    def close(self) -> None:
        self._end("you have left")
        with contextlib.suppress(OSError, EOFError, _closed()):
            self._socket.close()
        self._thread.join(ANSWER_WITHIN_S)


def _turned_away(error: Exception) -> str:
    """The house's reason, where it was the house that would not have us."""
    close = getattr(error, "rcvd", None)
    return close.reason if close is not None and close.code >= TURNED_AWAY else ""


def _closed() -> type[Exception]:
    from websockets.exceptions import ConnectionClosed

    return ConnectionClosed
