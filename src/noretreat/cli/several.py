"""Several processes that serve side by side."""

from __future__ import annotations

import signal

from uvicorn.supervisors import Multiprocess


class Deaf(Multiprocess):
    """Processes to whom Ctrl-C says nothing: a terminal sends it to all of them, and one that has not begun to serve
    would die of it, while the first one waits for its answer. That one tells the others to end.
    """

    def init_processes(self) -> None:
        """Starts them: what is ignored here is ignored by whoever is started meanwhile."""
        heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            super().init_processes()
        finally:
            signal.signal(signal.SIGINT, heard)
