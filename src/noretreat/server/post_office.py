"""The post office: sends the notices that are due, each once, by one of any number of processes.

A notice is claimed by compare-and-set, sent, and marked. Nothing is lost: one whose sender died is sent again after
`LEASE`. Nothing is doubled either, except where a sender dies after the mail server has taken a mail and before the
mark is stored: no protocol can tell then. Both mails have one Message-ID, by which mailboxes drop the second.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from html import escape
from typing import Final, Protocol, TypeAlias
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

import msgspec

from noretreat.server import hooks
from noretreat.server.match import Summary
from noretreat.server.wishes import now
from noretreat.storage.database import NoticeRow, StorageError
from noretreat.storage.notices import AddressRow, NoticeStore, after

log = logging.getLogger("noretreat.server")
LEASE: Final = 300.0
"""Seconds after which a claim whose sender was not heard of is void; longer than any sending takes."""
TRIES: Final = 12
LONGEST_WAIT: Final = 6 * 60
"""Minutes between two tries at most: they begin with one and double."""
_UNFOLDED: Final = SMTP.clone(max_line_length=500)
"""Some mailboxes read no link that is folded over two lines."""
EVERY: Final = 20.0
"""Seconds between two looks at what is due."""


class Mailer(Protocol):
    """What hands a mail over to the world."""

    async def send(self, mail: EmailMessage, to: str) -> None:
        """Sends a mail to an address; raises if it was not taken."""
        ...


class Smtp:
    """A mail server by its address: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise ValueError("a mail server is smtp://[user:password@]host[:port], or smtps://...")
        self._host, self._tls = parts.hostname, parts.scheme == "smtps"
        self._port = parts.port or (465 if self._tls else 25)
        self._user = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password) if parts.password else None

    async def send(self, mail: EmailMessage, to: str) -> None:
        """Sends a mail, a password over TLS alone; what goes to a webhook is posted there."""
        import aiosmtplib

        if is_hook(to):
            await hooks.call(to, words_of(mail))
            return
        secret = self._password is not None and not self._tls
        await aiosmtplib.send(
            mail.as_bytes(),
            sender=parseaddr(mail["From"])[1],
            recipients=[to],
            hostname=self._host,
            port=self._port,
            username=self._user,
            password=self._password,
            use_tls=self._tls,
            start_tls=True if secret else None,
            timeout=30,
        )


class Letterhead(msgspec.Struct, frozen=True):
    """Who writes the mails, and where their links lead."""

    sender: str
    url: str
    """Of the site, without a slash at its end."""


Writer: TypeAlias = Callable[[NoticeRow, Letterhead], EmailMessage]
"""Makes a mail of a notice that is a letter of its own."""


class MailSettings(msgspec.Struct, frozen=True):
    """How a server tells its players: its mail server, what stands on the mails, and after how many minutes."""

    server: str
    head: Letterhead
    minutes: int


class PostOffice:
    """Sends what is due. `here` says who has a page of a game open."""

    def __init__(
        self,
        store: NoticeStore,
        mailer: Mailer,
        head: Letterhead,
        here: Callable[[str], Sequence[str]] = lambda _: (),
        writers: Mapping[str, Writer] | None = None,
    ) -> None:
        """`writers`: who writes the notices that are letters of their own, by kind."""
        self._store, self._mailer, self._head, self._here = store, mailer, head, here
        self._writers = WRITERS if writers is None else writers
        self._task: asyncio.Task[None] | None = None

    async def run_once(self, at: str = "") -> int:
        """Sends what is due at a time, by default now; returns how many mails were taken by the mail server."""
        at, begun = at or now(), time.monotonic()
        sent = 0
        for player, notices in (await self._store.due(at, after(at, seconds=-LEASE))).items():
            # A long round must not make its later claims look old.
            since = after(at, seconds=time.monotonic() - begun)
            claimed = await self._store.claim(notices, f"{since} {secrets.token_hex(8)}")
            sent += await self._deliver(player, claimed, at) if claimed else 0
        return sent

    async def _deliver(self, player: str, notices: list[NoticeRow], at: str) -> int:
        """Sends what a player is to be told: letters each, all else in one mail."""
        address = await self._store.address(player)
        letters = [notice for notice in notices if notice.kind in self._writers]
        turns = [notice for notice in notices if notice.kind not in self._writers]
        sent = 0
        for notice in letters:
            sent += await self._try([notice], self._writers[notice.kind](notice, self._head), notice.mail, at)
        told = [notice for notice in turns if await self._wanted(notice, address, at)]
        await self._store.settle([notice for notice in turns if notice not in told])
        if told and address is not None:
            sent += await self._try(told, letter(told, address, self._head), address.mail, at)
        return sent

    async def _wanted(self, notice: NoticeRow, address: AddressRow | None, at: str) -> bool:
        """Whether a notice is sent now; otherwise it is dropped or put off."""
        muted = msgspec.json.decode(address.muted, type=list[str]) if address else []
        if address is None or not address.confirmed or notice.game in muted or not await self._waited_for(notice):
            notice.state, notice.at = "dropped", at
        elif notice.game is not None and notice.player in self._here(notice.game):
            notice.state, notice.due = "waiting", after(at, minutes=10)
        elif (wake := awake(address, at)) > at:
            notice.state, notice.due = "waiting", wake
        else:
            return True
        return False

    async def _waited_for(self, notice: NoticeRow) -> bool:
        """Whether the game still waits for the player."""
        found = await self._store.game_of(notice.game or "", notice.player)
        return found is not None and msgspec.json.decode(found[1], type=Summary).actor == found[0]

    async def _try(self, notices: list[NoticeRow], mail: EmailMessage, to: str, at: str) -> int:
        """Sends a mail and stores what came of it; returns 1 if it was taken."""
        try:
            await self._mailer.send(mail, to)
        except Exception as error:  # whatever a mail server does
            log.warning("a notice was not sent: %s", error)
            for notice in notices:
                notice.tries += 1
                notice.state = "waiting" if notice.tries < TRIES else "failed"
                notice.due, notice.at = after(at, minutes=min(2 ** (notice.tries - 1), LONGEST_WAIT)), at
            await self._store.settle(notices)
            return 0
        for notice in notices:
            notice.state, notice.at = "sent", at
            if notice.kind in self._writers:
                notice.text = ""
        again = [
            NoticeRow(secrets.token_hex(12), one.player, one.game, "nudge", one.text, "", at, after(at, days=7))
            for one in notices
            if one.kind not in self._writers
        ]
        await self._store.settle(notices, again)
        return 1

    # --- by itself -------------------------------------------------------------------------------------------
    def start(self, known: Awaitable[None] | None = None) -> None:
        """Sends what comes due, until `close`; once it is `known` who is there."""
        self._task = asyncio.create_task(self._run(known), name="post office")

    async def _run(self, known: Awaitable[None] | None) -> None:
        if known is not None:
            await known
        while True:
            try:
                await self.run_once()
            except StorageError as error:
                log.error("notices were not sent: %s", error)
            except Exception:
                log.exception("notices were not sent")
            await asyncio.sleep(EVERY)

    async def close(self) -> None:
        """Stops; what was being sent is sent again after its lease."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task


def awake(address: AddressRow, at: str) -> str:
    """The time from which a player may be told: now, or the end of the quiet hours."""
    local = datetime.fromisoformat(at).astimezone(ZoneInfo(address.zone))
    begin, end = address.quiet_from, address.quiet_to
    quiet = begin <= local.hour < end if begin < end else begin != end and (local.hour >= begin or local.hour < end)
    if not quiet:
        return at
    hours = (end - local.hour) % 24
    return after(at, hours=hours, minutes=-local.minute, seconds=-local.second)


# --- letters ----------------------------------------------------------------------------------------------------
def letter(notices: Sequence[NoticeRow], address: AddressRow, head: Letterhead) -> EmailMessage:
    """The mail that tells a player of one game or several that wait."""
    many = len(notices) > 1
    subject = f"{len(notices)} games wait for you" if many else "It is your turn"
    if not many and notices[0].kind == "nudge":
        subject = "Your game still waits for you"
    off = f"{head.url}/notices/off/{address.off}"
    lines = [(one.text, f"{head.url}/g/{one.game}") for one in notices]
    mail = begun(notices, address.mail, subject, head)
    mail["List-Unsubscribe"] = f"<{off}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    plain = "\n\n".join(f"{text}\n{link}" for text, link in lines)
    mail.set_content(f"{subject}.\n\n{plain}\n\nNo more of these mails: {off}\n")
    rows = "".join(f'<p>{escape(text)}<br><a href="{escape(link)}">To the game</a></p>' for text, link in lines)
    ending = f'<p><a href="{escape(off)}">No more of these mails</a></p>'
    mail.add_alternative(f"<h1>{escape(subject)}</h1>{rows}{ending}", subtype="html")
    return mail


def confirmation(notice: NoticeRow, head: Letterhead) -> EmailMessage:
    """The mail that asks whether an address is the player's."""
    link = f"{head.url}/notices/confirm/{notice.text}"
    subject = "Confirm your address"
    mail = begun([notice], notice.mail, subject, head)
    why = "Somebody, you we hope, wants to be told at this address when it is their turn in No Retreat!"
    mail.set_content(f"{why}\n\nTo confirm: {link}\n\nIf it was not you, do nothing: no other mail will come.\n")
    mail.add_alternative(
        f'<p>{escape(why)}</p><p><a href="{escape(link)}">Confirm this address</a></p>'
        "<p>If it was not you, do nothing: no other mail will come.</p>",
        subtype="html",
    )
    return mail


def is_hook(address: str) -> bool:
    """Whether an address is that of a webhook."""
    return address.startswith("https:")


def words_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    plain = mail.get_body(("plain",))
    return "" if plain is None else str(plain.get_content())


def begun(notices: Sequence[NoticeRow], to: str, subject: str, head: Letterhead) -> EmailMessage:
    """An empty mail; one that is sent again has the same Message-ID."""
    mail = EmailMessage(_UNFOLDED)
    mail["Subject"], mail["From"] = f"No Retreat!: {subject}", head.sender
    if not is_hook(to):
        mail["To"] = to
    names = " ".join(sorted(f"{one.id} {one.kind}" for one in notices))
    host = head.sender.rpartition("@")[2].strip("<> ") or "localhost"
    mail["Message-ID"] = f"<{hashlib.sha256(names.encode()).hexdigest()[:32]}@{host}>"
    mail["Date"] = format_datetime(datetime.fromisoformat(min(one.due for one in notices)))
    mail["Auto-Submitted"] = "auto-generated"
    return mail


WRITERS: Final[Mapping[str, Writer]] = {"confirm": confirmation}
"""Who writes which kind of notice."""
