"""The chat protocol that Ollama, llama.cpp, vLLM and hosted services speak (`/chat/completions` of OpenAI), streaming.

The host has chosen the address, so it may be inside the host's network; nothing else may: no redirect is followed, and
proxies of the environment are not asked. Of an answer a line has a longest length, and all of it a largest size.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncGenerator, Iterator
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from noretreat.server.model.prompt import Message
from noretreat.server.model.settings import ModelSettings

if TYPE_CHECKING:
    import httpx

CONNECT: Final = 10.0
"""Seconds in which a connection has to be made."""
LONGEST_LINE: Final = 64 * 1024
LARGEST: Final = 1024 * 1024
"""The most bytes of an answer: each word comes in some hundred of them."""
_DONE: Final = b"[DONE]"
Failure: TypeAlias = Literal["unreachable", "slow", "busy", "cut", "long", "failed"]
log = logging.getLogger("noretreat.server")


class ModelFailed(Exception):
    """The model gives no answer, or no more of it."""

    def __init__(self, code: Failure, detail: str) -> None:
        """`detail`: for the log of the host."""
        super().__init__(detail)
        self.code: Failure = code


class _Delta(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    delta: _Delta | None = None


class _Chunk(msgspec.Struct):
    choices: list[_Choice] = []
    error: msgspec.Raw = msgspec.Raw()


class Upstream:
    """The server of the model."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._client: httpx.AsyncClient | None = None

    async def words(self, messages: tuple[Message, ...]) -> AsyncGenerator[str, None]:
        """The words of an answer as they come; raises `ModelFailed`."""
        import httpx

        try:
            async with contextlib.aclosing(self._words(messages)) as words:
                async for one in words:
                    yield one
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol) as error:
            raise ModelFailed("unreachable", repr(error)) from None
        except httpx.TimeoutException as error:
            raise ModelFailed("slow", repr(error)) from None
        except httpx.HTTPError as error:
            raise ModelFailed("cut", repr(error)) from None

    async def _words(self, messages: tuple[Message, ...]) -> AsyncGenerator[str, None]:
        settings = self._settings
        headers = {"accept": "text/event-stream", "accept-encoding": "identity", "content-type": "application/json"}
        if settings.key:
            headers["authorization"] = f"Bearer {settings.key}"
        body = msgspec.json.encode({"model": settings.model, "messages": messages, "stream": True})
        url = f"{settings.url}/chat/completions"
        async with self._opened().stream("POST", url, content=body, headers=headers) as answer:
            if answer.status_code in (429, 503):
                raise ModelFailed("busy", f"status {answer.status_code}")
            if answer.status_code != 200:
                raise ModelFailed("failed", f"status {answer.status_code}")
            kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "text/event-stream":
                raise ModelFailed("failed", f"content type {kind[:80]}")
            events = Events()
            async for part in answer.aiter_raw():
                for word in events.feed(part):
                    yield word
                if events.done:
                    return
        raise ModelFailed("cut", "the answer ended before its end")

    def _opened(self) -> httpx.AsyncClient:
        """The client, made once: it reads the certificates of all authorities."""
        if self._client is None:
            import httpx

            timeout = httpx.Timeout(self._settings.silence, connect=min(CONNECT, self._settings.silence))
            self._client = httpx.AsyncClient(trust_env=False, follow_redirects=False, timeout=timeout)
        return self._client

    async def close(self) -> None:
        """Closes its connections."""
        if self._client is not None:
            await self._client.aclose()


class Events:
    """Reads server-sent events (of which only `data` matters) and the words in them."""

    def __init__(self) -> None:
        self._rest = b""
        self._size = 0
        self.done = False
        """The answer has come to its end."""

    def feed(self, part: bytes) -> Iterator[str]:
        """The words that these bytes complete; raises `ModelFailed`."""
        self._size += len(part)
        if self._size > LARGEST:
            raise ModelFailed("long", f"more than {LARGEST} bytes")
        *lines, self._rest = (self._rest + part).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            raise ModelFailed("failed", f"a line of more than {LONGEST_LINE} bytes")
        for line in lines:
            name, _, value = line.rstrip(b"\r").partition(b":")
            if name != b"data" or self.done:
                continue
            if value.strip() == _DONE:
                self.done = True
            elif value.strip():
                yield from self._words(value)

    @staticmethod
    def _words(value: bytes) -> Iterator[str]:
        try:
            chunk = msgspec.json.decode(value, type=_Chunk)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ModelFailed("failed", f"not what the protocol says: {error}") from None
        if bytes(chunk.error) not in (b"", b"null"):
            raise ModelFailed("failed", "an error in the stream")  # its words may hold those of the question
        for choice in chunk.choices[:1]:
            if choice.delta is not None and choice.delta.content:
                yield choice.delta.content
