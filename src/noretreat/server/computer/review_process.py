"""The process that reviews a game for the coach: one for each review, so that it can be stopped at any time, and of low
priority, so that no game waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncGenerator
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

from noretreat.server.computer.worker_pool import SPAWN, WorkerFailed, follow

NICE: Final = 10
READING: Final = 0.5
"""The share of a review that reading the game takes; the rest is what the computer would have done."""


class Progress(NamedTuple):
    """How far a review is, and the review as far as it has come: JSON, empty until the game is read."""

    share: float
    text: str = ""
    tried: str = ""
    """What is said of the turn that was tried in a sandbox, as JSON; empty until it is judged."""


class Before(NamedTuple):
    """The game that a sandbox was begun from, as a save file, and the number of its actions before that."""

    save: bytes
    ply: int


async def reviewed(save: bytes, before: Before | None = None) -> AsyncGenerator[Progress]:
    """Reviews a saved game, and tells of each step; the last one has the share 1. A sandbox of the game `before` is
    compared with it. Raises `WorkerFailed`. Whoever stops listening ends the process.
    """
    line, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=_serve, args=(theirs, save, before), daemon=True)
    await asyncio.to_thread(process.start)
    theirs.close()
    try:
        while True:
            if not await asyncio.to_thread(line.poll, 0.5):
                continue
            try:
                said = line.recv()
            except EOFError:
                raise WorkerFailed("the process has ended") from None
            if isinstance(said, WorkerFailed):
                raise said
            yield said
            if said.share >= 1:
                return
    finally:
        process.kill()
        line.close()


# --- in the process -------------------------------------------------------------------------------------------------
def _serve(line: Connection, save: bytes, before: Before | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=follow, args=(parent,), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    with contextlib.suppress(EOFError, OSError):
        try:
            _review(line, save, before)
        except Exception as error:
            line.send(WorkerFailed(f"{type(error).__name__}: {error}"))


def _review(line: Connection, save: bytes, before: Before | None) -> None:
    import msgspec

    from noretreat.coach.review import Reviewer
    from noretreat.coach.trying import tried
    from noretreat.storage import savegame

    def tell(share: float) -> bool:
        line.send(Progress(READING * share))
        return True

    saved = savegame.decode(save)
    reviewer = Reviewer(saved, unfinished=True, progress=tell)
    told = ""
    if before is not None:
        found = tried(savegame.decode(before.save), before.ply, saved)
        reviewer.review = msgspec.structs.replace(reviewer.review, tried=found)
        told = msgspec.json.encode(found).decode() if found is not None and found.over else ""
    text = msgspec.json.encode(reviewer.review).decode()
    count = len(reviewer.review.turning_points)
    line.send(Progress(READING, text, told))
    for done, review in enumerate(reviewer.alternatives(), 1):
        text = msgspec.json.encode(review).decode()
        if done < count:
            line.send(Progress(READING + (1 - READING) * done / count, text))
    line.send(Progress(1.0, text))
