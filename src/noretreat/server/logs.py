"""The log of a site as lines of JSON, each with the request that it is about, the process and the host.

No line holds a secret: requests are named by their pattern, because invitations and the links of mails are part of
their paths. The same trouble is told once a second at most, with the number of times that it was left out.
"""

from __future__ import annotations

import logging
import socket
import time
from contextvars import ContextVar
from typing import Final

import msgspec

from noretreat.server.clocks.now import now

access: Final = logging.getLogger("noretreat.access")
REQUEST: Final[ContextVar[str]] = ContextVar("noretreat_request", default="")
"""The id of the request that is being answered."""
PAUSE: Final = 1.0
"""Seconds in which the same trouble is told once."""
MOST_TROUBLES: Final = 200
"""Troubles that are remembered; beyond, all are forgotten."""


class JsonFormatter(logging.Formatter):
    """A log as JSON lines: when, how bad, by whom and where, what, and what a request was."""

    def __init__(self) -> None:
        super().__init__()
        self._host = socket.gethostname()

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        said: dict[str, object] = {
            "at": now(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "host": self._host,
            "process": record.process,
            "text": record.getMessage(),
            **getattr(record, "said", {}),
        }
        if request := REQUEST.get():
            said["request"] = request
        if left_out := getattr(record, "left_out", 0):
            said["left_out"] = left_out
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


class Sparing(logging.Filter):
    """Lets the same trouble through once a second: without its database a busy site has thousands of them."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """False for a line that says what was said within the last second."""
        if record.levelno < logging.WARNING:
            return True
        at = time.monotonic()
        trouble = (record.name, str(record.msg), *_place(record))
        since, left_out = self._told.get(trouble, (at - PAUSE, 0))
        if at - since < PAUSE:
            self._told[trouble] = since, left_out + 1
            return False
        if len(self._told) >= MOST_TROUBLES:
            self._told.clear()
        self._told[trouble] = at, 0
        record.left_out = left_out
        return True


def _place(record: logging.LogRecord) -> tuple[object, ...]:
    """What an exception is, and the line that raised it; nothing for a record without one."""
    if not record.exc_info or record.exc_info[2] is None:
        return ()
    last = record.exc_info[2]
    while last.tb_next is not None:
        last = last.tb_next
    return record.exc_info[0], last.tb_frame.f_code.co_filename, last.tb_lineno


def log_as_lines(*, requests: bool) -> None:
    """Has this process write its log as JSON lines; with every request, if `requests`."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    handler.addFilter(Sparing())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    access.setLevel(logging.INFO if requests else logging.WARNING)
