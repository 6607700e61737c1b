"""Structured logs: an entry a line, JSON or plain, on the error stream. Never a card, a key, a cookie or a password."""

import json
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any

LOGGER = logging.getLogger("houseway")
A_MINUTE, A_MINUTE_BAD = 300, 5  # entries alike that are written; of warnings and worse


class Log:
    """What happened and its facts: `log.info("table closed", table="dakota")`."""

    def debug(self, event: str, **facts: Any) -> None:
        LOGGER.debug(event, extra={"facts": facts})

    def info(self, event: str, **facts: Any) -> None:
        LOGGER.info(event, extra={"facts": facts})

    def warning(self, event: str, **facts: Any) -> None:
        LOGGER.warning(event, extra={"facts": facts})

    def error(self, event: str, **facts: Any) -> None:
        LOGGER.error(event, extra={"facts": facts})

    def fault(self, event: str, **facts: Any) -> None:
        """A mistake of ours, with where it happened."""
        LOGGER.exception(event, extra={"facts": facts})


log = Log()


class RepeatsCounted(logging.Filter):
    """What is said again and again is written a few times a minute and counted: a flood must not fill the disk.

    Alike are entries of one event, table, kind of error and place in our code. The next one that is written says how
    many were not.
    """

    PERIOD_S = 60.0
    KEPT_MAX = 1_000  # kinds of entries

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: OrderedDict[tuple[Any, ...], list[float]] = OrderedDict()  # since when, written, left out
        self.counts: Counter[tuple[str, str]] = Counter()  # by level and event, written or not

    def filter(self, record: logging.LogRecord) -> bool:
        event = in_short(record)
        self.counts[record.levelname.lower(), event if record.name == LOGGER.name else record.name] += 1
        facts = getattr(record, "facts", {})
        kind, _, trace = record.exc_info or (None, None, None)
        key = (record.levelno, event, facts.get("table"), kind, *_places(trace)[-1:])
        now = self._clock()
        since, written, left_out = self._seen.pop(key, [now, 0, 0])
        if now - since >= self.PERIOD_S:
            since, written = now, 0
        write = written < (A_MINUTE_BAD if record.levelno >= logging.WARNING else A_MINUTE)
        if write and left_out:
            record.facts = {**facts, "not_written": int(left_out)}
        self._seen[key] = [since, written + write, 0 if write else left_out + 1]
        if len(self._seen) > self.KEPT_MAX:
            self._seen.popitem(last=False)
        return write


folded = RepeatsCounted()


def in_short(record: logging.LogRecord) -> str:
    """What happened. Of what libraries say only the first line: the rest may hold anybody's values."""
    return record.getMessage().partition("\n")[0][:200]


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {"at": _at(record), "level": record.levelname.lower(), "event": in_short(record)}
        return json.dumps({**line, **_facts(record)}, default=str)


class PlainLines(logging.Formatter):
    """For people: when, how bad, what, and its facts."""

    def format(self, record: logging.LogRecord) -> str:
        facts = " ".join(f"{name}={fact}" for name, fact in _facts(record).items())
        return f"{_at(record)} {record.levelname.lower():7} {in_short(record)}  {facts}".rstrip()


FORMS: dict[str, type[logging.Formatter]] = {"json": JsonLines, "plain": PlainLines}


def _at(record: logging.LogRecord) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    facts: dict[str, Any] = dict(getattr(record, "facts", {}))
    if record.exc_info:
        facts["trace"] = _places(record.exc_info[2])
        facts["kind"] = record.exc_info[0].__name__ if record.exc_info[0] else ""
    return facts


def _places(trace: Any) -> list[str]:
    """Where it happened, without the values: they may be cards."""
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename.rpartition('houseway/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return found


def write_logs(level: str = "info", form: str = "json") -> None:
    """From now on, to the error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(FORMS[form]())
    handler.addFilter(folded)
    for name in (LOGGER.name, "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    LOGGER.setLevel(level.upper())
