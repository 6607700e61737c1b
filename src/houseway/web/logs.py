"""Structured logs: one line of JSON an entry, on the error stream. Never a card, a key, a cookie or a password."""

import json
import logging
import time
from typing import Any

LOGGER = logging.getLogger("houseway")


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


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        line.update(getattr(record, "facts", {}))
        if record.exc_info:
            line["trace"] = _places(record.exc_info[2])
            line["kind"] = record.exc_info[0].__name__ if record.exc_info[0] else ""
        return json.dumps(line, default=str)


def _places(trace: Any) -> list[str]:
    """Where it happened, without the values: they may be cards."""
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename.rpartition('houseway/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return found


def write_logs(level: str = "info") -> None:
    """From now on, to the error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("houseway", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
    LOGGER.setLevel(level.upper())
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
