"""A server that speaks the chat protocol over real sockets, well or badly: the question that it is asked says how."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

GOOD: Final = "Two units fit into a hex [KEY]. Fronts count as well [KEY]."
"""An answer as it should be: KEY stands for the first passage that is given."""


def said(text: str, **more: Any) -> bytes:
    """A piece of an answer, as the protocol has it."""
    chunk = {
        "id": "x",
        "object": "chat.completion.chunk",
        "choices": [{"index": 0, "delta": {"content": text}, **more}],
    }
    return f"data: {json.dumps(chunk)}\n\n".encode()


def words(text: str) -> Iterator[bytes]:
    """An answer, some letters at a time."""
    yield b": a comment keeps the line open\n\n"
    yield said("", finish_reason=None)
    for at in range(0, len(text), 7):
        yield said(text[at : at + 7])
    yield b'data: {"choices": [], "usage": {"total_tokens": 5}}\r\n\r\n'
    yield b"data: [DONE]\n\n"


class ModelHost:
    """The server, in threads of its own. Its `prompts` are what it was sent; `left` counts the readers that went."""

    def __init__(self) -> None:
        self.prompts: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.news = threading.Condition()
        self.left = 0
        self.over = threading.Event()
        """Ends all that hangs."""
        self.inward = False
        """Whether the address has been asked for to which a redirect leads."""
        host = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                host.inward = True
                self.send_error(404)

            def do_POST(self) -> None:
                if self.path != "/v1/chat/completions":
                    host.inward = True
                    return self.send_error(404)
                body = self.rfile.read(int(self.headers["content-length"]))
                with host.news:
                    host.prompts.append(json.loads(body))
                    host.keys.append(self.headers["authorization"])
                    host.news.notify_all()
                return host.behave(self, host.prompts[-1])

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()

    def behave(self, to: BaseHTTPRequestHandler, sent: dict[str, Any]) -> None:
        """Answers: the question says how, as far as it begins with a word that stands here."""
        how, _, rest = question_of(sent).partition(": ")
        first = re.search(r"^\[(\S+)\]", sent["messages"][-1]["content"], re.MULTILINE)
        key = first[1] if first else "?"
        good = GOOD.replace("KEY", key)
        acts: dict[str, Callable[[], None]] = {
            "hang": lambda: self._hang(to),
            "hang later": lambda: self._stream(to, said(f"Two units fit into a hex [{key}]. And"), hang=True),
            "endless": lambda: self._stream(to, *[said(f"All is well [{key}]. ") for _ in range(5_000)]),
            "long line": lambda: self._stream(to, b"data: " + b"x" * 200_000),
            "cut": lambda: self._stream(to, said(f"{good} And th")),
            "status": lambda: self._status(to, int(rest[:3])),
            "json": lambda: self._stream(to, said(good), b"data: {nonsense\n\n"),
            "error": lambda: self._stream(to, b'data: {"error": {"message": "no"}}\n\n'),
            "utf8": lambda: self._stream(to, b'data: {"choices": [{"delta": {"content": "\xff\xfe"}}]}\n\n'),
            "type": lambda: self._stream(to, *words(good), kind="text/html"),
            "redirect": lambda: self._redirect(to),
            "say": lambda: self._stream(to, *words(rest.replace("KEY", key))),
        }
        acts.get(how, lambda: self._stream(to, *words(good)))()

    def wait_for(self, what: Callable[[], bool]) -> bool:
        """Waits until something holds."""
        with self.news:
            return self.news.wait_for(what, timeout=120)

    def _head(self, to: BaseHTTPRequestHandler, kind: str) -> None:
        to.send_response(200)
        to.send_header("content-type", kind)
        to.send_header("connection", "close")
        to.end_headers()
        to.close_connection = True

    def _stream(
        self, to: BaseHTTPRequestHandler, *parts: bytes, kind: str = "text/event-stream", hang: bool = False
    ) -> None:
        try:
            self._head(to, kind)
            for part in parts:
                to.wfile.write(part)
                to.wfile.flush()
        except OSError:
            self._gone()
        if hang:
            self._hang(to)

    def _hang(self, to: BaseHTTPRequestHandler) -> None:
        """Says nothing until the reader goes."""
        to.close_connection = True
        to.connection.settimeout(0.2)
        while not self.over.is_set():
            try:
                if to.connection.recv(1) == b"":
                    return self._gone()
            except TimeoutError:
                continue
            except OSError:
                return self._gone()
        return None

    def _gone(self) -> None:
        with self.news:
            self.left += 1
            self.news.notify_all()

    def _status(self, to: BaseHTTPRequestHandler, status: int) -> None:
        to.send_response(status)
        to.send_header("content-length", "0")
        to.end_headers()

    def _redirect(self, to: BaseHTTPRequestHandler) -> None:
        to.send_response(307)
        to.send_header("location", f"http://127.0.0.1:{self._server.server_port}/inward")
        to.send_header("content-length", "0")
        to.end_headers()


def question_of(sent: dict[str, Any]) -> str:
    """The question within what was sent."""
    question: str = json.loads(sent["messages"][-1]["content"].rpartition("QUESTION\n")[2])
    return question
