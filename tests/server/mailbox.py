"""A real mail server for the tests."""

from __future__ import annotations

import asyncio
import email
import random
import threading
from email.message import Message
from typing import Any

from aiosmtpd.controller import Controller


class AnyPort(Controller):
    """A mail server on a free port: the library looks for it at the port that it was given."""

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


def texts_of(mail: Message) -> list[str]:
    """What the parts of a mail say: the plain text, then the page."""
    contents = [part.get_payload(decode=True) for part in mail.walk() if not part.is_multipart()]
    return [content.decode() for content in contents if isinstance(content, bytes)]


class Mailbox:
    """A mail server in this process: what it takes, and how often it refuses."""

    def __init__(self, refuses: float = 0.0) -> None:
        self.taken: list[Message] = []
        self.news = threading.Condition()
        self._dice, self._refuses = random.Random(3), refuses
        self.refused = 0
        self.unknown: dict[str, str] = {}
        """What is answered to a mail for an address that there is not."""
        self.controller = AnyPort(self, hostname="127.0.0.1", port=0)

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if address in self.unknown:
            self.refused += 1
            return self.unknown[address]
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        if self._dice.random() < self._refuses:
            self.refused += 1
            return "451 Try again later"
        with self.news:
            self.taken.append(email.message_from_bytes(envelope.content))
            self.news.notify_all()
        return "250 Taken"

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.controller.port}"

    def wait_for(self, subject: str) -> Message:
        """The first mail of a subject, once it is there."""

        def found() -> Message | None:
            return next((mail for mail in self.taken if subject in str(mail["Subject"])), None)

        with self.news:
            assert self.news.wait_for(found, timeout=60), [mail["Subject"] for mail in self.taken]
            mail = found()
            assert mail is not None
            return mail
