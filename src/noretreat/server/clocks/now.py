"""The current time, which follows the machine's clock but does not jump with it.

Clocks of games, claims, warnings and lockouts are reckoned from stored times. A machine whose clock is set would lose a
player the game; so time passes here as the processor counts it, and what the machine's clock is ahead or behind is made
up for little by little. It never runs backwards.
"""

from __future__ import annotations

import logging
import math
import sys
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

log = logging.getLogger("noretreat.server")

SMALL: Final = 1.0
"""Seconds that time may leap forward at once: a clock that is kept right by the network is corrected by less."""
SLEW: Final = 0.1
"""The part by which time passes faster or slower while the machine's clock is ahead or behind."""
TRUSTED: Final = 24 * 3600.0
"""Seconds by which what is stored may be ahead of the machine's clock at a start. More than that is a fault of before,
and the machine's clock is believed."""
TOLD: Final = 60.0
"""Seconds of a jump that is worth a line in the log."""


def ticks() -> float:
    """Seconds since some moment, as the processor counts them, those that the machine sleeps included."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    # On macOS this one counts sleep, and `time.monotonic` does not; on Windows it is the other way round.
    return time.clock_gettime(time.CLOCK_MONOTONIC) if sys.platform == "darwin" else time.monotonic()


class SteadyClock:
    """Time that follows a clock on the wall, and does not jump with it."""

    def __init__(self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = ticks) -> None:
        self._wall, self._ticks = wall, ticks
        self._at, self._tick, self._off = wall(), ticks(), 0.0
        self._lock = threading.Lock()

    def __call__(self) -> float:
        """The current time, in seconds since 1970."""
        with self._lock:
            tick, wall = self._ticks(), self._wall()
            passed = max(0.0, tick - self._tick)
            off = wall - self._at - passed
            jump = off - self._off
            correction = off if 0 < off <= SMALL else math.copysign(min(abs(off), passed * SLEW), off)
            self._at, self._tick, self._off = self._at + passed + correction, tick, off - correction
            time_now = self._at
        # Only now: each line of the log asks for the time, too.
        if abs(jump) > TOLD:
            log.warning("the clock of this machine has jumped by %+.0f s: games do not follow at once", jump)
        return time_now

    def not_before(self, stored: str) -> None:
        """Goes on from the newest time that is stored, if the machine's clock was set back while nobody was here."""
        newest = datetime.fromisoformat(stored).timestamp() if stored else 0.0
        ahead = newest - self()
        if ahead > TRUSTED:
            log.warning("what is stored is %.0f s ahead of this machine's clock, which is believed", ahead)
        elif ahead > 0:
            with self._lock:
                self._at, self._off = newest, self._off - ahead


steady: Final = SteadyClock()
"""The time of this process."""


def now() -> str:
    """The current time, in its stored form."""
    return datetime.fromtimestamp(steady(), UTC).isoformat(timespec="milliseconds")
