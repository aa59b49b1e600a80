"""The answer of the host's model as it comes, is checked, and is shown: line by line, for so long and no longer."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from noretreat.server.model.books import Book
from noretreat.server.model.checking import MOST, Checker, Piece
from noretreat.server.model.prompt import Prompt
from noretreat.server.model.settings import ModelSettings
from noretreat.server.model.upstream import Failure, ModelFailed, Upstream

AT_ONCE: Final = 4
"""Answers that a process waits for at a time, ..."""
EACH: Final = 2
"""... and those of one visitor among them."""
BEAT: Final = 10.0
"""Seconds between two signs of life: a proxy ends a connection on which nothing comes."""
log = logging.getLogger("noretreat.server")

Ending: TypeAlias = Literal["", "whole", "none", "unchecked"] | Failure


class Source(msgspec.Struct, frozen=True):
    """A passage that the model was given, and what it is cited by."""

    key: str
    book: Book
    id: str


class ModelLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the answer: first what the model was given, then sentences, at last how it ended."""

    sources: tuple[Source, ...] = ()
    facts: int = 0
    """The lines of the engine's answer that it was given, cited as F1, F2, ..."""
    withheld: bool = False
    """It was told nothing of the position: the players have agreed on no help."""
    begins: Literal["sentence", "paragraph", "item"] = "sentence"
    """What the sentence begins: itself, a paragraph, an item of a list."""
    text: str = ""
    """A sentence, as plain text."""
    cites: tuple[str, ...] = ()
    left_out: bool = False
    """Something of the answer is not shown here: it cites nothing, or what was not given."""
    end: Ending = ""


class Answers:
    """The answers that this process waits for."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._upstream = Upstream(settings)
        self._running: Counter[str] = Counter()
        self._asking: set[asyncio.Task[None]] = set()

    def is_full(self, visitor: str) -> bool:
        """True while nothing more can be asked, by anybody or by this visitor."""
        return self._running.total() >= AT_ONCE or self._running[visitor] >= EACH

    async def answer(self, prompt: Prompt, visitor: str, *, withheld: bool) -> AsyncIterator[bytes]:
        """Asks, and gives the lines of the answer as they come; empty lines are signs of life."""
        if self.is_full(visitor):  # others were quicker
            yield _line(ModelLine(end="busy"))
            return
        self._running[visitor] += 1
        lines: asyncio.Queue[ModelLine] = asyncio.Queue(100)
        asking = asyncio.create_task(self._asked(prompt, lines), name="model")
        self._asking.add(asking)
        asking.add_done_callback(self._asking.discard)
        sources = tuple(Source(key, one.book, one.id) for key, one in prompt.passages.items())
        try:
            yield _line(ModelLine(sources, len(prompt.sources) - len(sources), withheld))
            while True:
                try:
                    line = await asyncio.wait_for(lines.get(), BEAT)
                except TimeoutError:
                    yield b"\n"
                    continue
                yield _line(line)
                if line.end:
                    return
        finally:  # also when the reader has gone: then the model is told to stop, by the end of its connection
            self._running[visitor] -= 1
            self._running += Counter()
            # Not waited for here: whoever cancels this again and again would cut off its tidying up as well.
            asking.cancel()

    async def _asked(self, prompt: Prompt, lines: asyncio.Queue[ModelLine]) -> None:
        """Asks the model, and puts down what may be shown of its answer, and how it ended."""
        end: Ending
        reading = _Reading(Checker(prompt.sources, prompt.language))
        try:
            async with asyncio.timeout(self._settings.seconds):
                async with contextlib.aclosing(self._upstream.words(prompt.messages)) as words:
                    async for word in words:
                        for line in reading.lines(reading.checker.feed(word)):
                            await lines.put(line)
                        if reading.checker.size > MOST:
                            raise ModelFailed("long", f"more than {MOST} characters")
            for line in reading.lines(reading.checker.end(), last=True):
                await lines.put(line)
            end = "whole" if reading.checker.shown else "none" if reading.checker.found_nothing else "unchecked"
        except TimeoutError:
            end = "slow"
            log.warning("the model at %s took more than %d seconds", self._settings.host, self._settings.seconds)
        except ModelFailed as failed:
            end = failed.code
            log.warning("the model at %s: %s (%s)", self._settings.host, failed, failed.code)
        except Exception:
            end = "failed"
            log.exception("the model at %s could not be asked", self._settings.host)
        await lines.put(ModelLine(end=end))

    async def close(self) -> None:
        """Closes the connections to the model."""
        asking = list(self._asking)
        for one in asking:
            one.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await self._upstream.close()


class _Reading:
    """What may be shown of an answer; sentences that are left out side by side are one gap, and so is none at all."""

    def __init__(self, checker: Checker) -> None:
        self.checker = checker
        self._gap = False

    def lines(self, pieces: Iterator[Piece], *, last: bool = False) -> Iterator[ModelLine]:
        """Lines for pieces of an answer; `last`: those with which it ends."""
        for piece in pieces:
            if piece.kind == "left_out":
                self._gap = True
                continue
            if self._gap:
                self._gap = False
                yield ModelLine(left_out=True)
            yield ModelLine(begins=piece.kind, text=piece.text, cites=piece.cites)
        if last and self._gap and self.checker.shown:
            yield ModelLine(left_out=True)


def _line(line: ModelLine) -> bytes:
    return msgspec.json.encode(line) + b"\n"
