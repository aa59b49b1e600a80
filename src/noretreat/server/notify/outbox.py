"""The outbox: sends the notices that are due, each once, by one of any number of processes.

A notice is claimed by compare-and-set, directed to the ways that its player has (a mail, each browser), sent, and
marked. Nothing is lost: one whose sender died is sent again after `LEASE`. Nothing is doubled either, except where a
sender dies after a mail was taken and before the mark is stored: no protocol can tell then. Both mails have one
Message-ID, by which mailboxes drop the second, and both messages one topic and one tag, by which browsers do.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from email.message import EmailMessage
from email.utils import parseaddr
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias
from urllib.parse import unquote, urlsplit

import msgspec

from noretreat.server.clocks.now import now
from noretreat.server.clocks.zones import zone_of
from noretreat.server.game.summary import Summary
from noretreat.server.notify import webhooks
from noretreat.server.notify.messages import (
    MailHeader,
    MessageTexts,
    body,
    confirmation_mail,
    is_hook,
    mark_of,
    notice_mail,
    push_message,
    words_of,
)
from noretreat.server.notify.web_push import Keys, Pusher, PushMessage, SubscriptionGone, new_keys
from noretreat.storage.database import StorageError
from noretreat.storage.notices import AddressRow, BrowserRow, NoticeRow, NoticeStore, after
from noretreat.storage.preferences import PreferenceStore

if TYPE_CHECKING:
    import httpx

log = logging.getLogger("noretreat.server")
LEASE: Final = 300.0
"""Seconds after which a sender's claim expires; longer than any sending takes."""
TRIES: Final = 12
LONGEST_WAIT: Final = 6 * 60
"""The longest delay between two attempts, in minutes; delays begin with one and double."""
EVERY: Final = 20.0
"""Seconds between two looks at what is due."""


class Mailer(Protocol):
    """Sends mails."""

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
            await webhooks.call(to, words_of(mail))
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


Writer: TypeAlias = Callable[[NoticeRow, MailHeader, MessageTexts], EmailMessage]
"""Makes a mail of a notice that is never grouped with others."""
WRITERS: Final[Mapping[str, Writer]] = {"confirm": confirmation_mail}
"""Mail writers by kind of notice."""


class MailSettings(msgspec.Struct, frozen=True):
    """Settings for notices: the mail server, the header of the mails, and the delay in minutes."""

    server: str
    head: MailHeader
    minutes: int


class Outbox:
    """Sends what is due. `here` says who has a page of a game open."""

    def __init__(
        self,
        store: NoticeStore,
        preferences: PreferenceStore,
        mailer: Mailer,
        head: MailHeader,
        here: Callable[[str], Sequence[str]] = lambda _: (),
        writers: Mapping[str, Writer] | None = None,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`writers`: who writes the notices that are letters of their own, by kind. `transport`: how browsers are told,
        in tests.
        """
        self._writers = WRITERS if writers is None else writers
        self._store, self._preferences, self._mailer, self._head, self._here = store, preferences, mailer, head, here
        self._transport = transport
        self._pusher: Pusher | None = None
        self._task: asyncio.Task[None] | None = None

    async def run_once(self, at: str = "") -> int:
        """Sends what is due at a time, by default now; returns how many mails and messages were taken."""
        at, begun = at or now(), time.monotonic()
        sent = 0
        for player, notices in (await self._store.due(at, after(at, seconds=-LEASE))).items():
            # A long round must not make its later claims look old.
            since = after(at, seconds=time.monotonic() - begun)
            claimed = await self._store.claim(notices, f"{since} {secrets.token_hex(8)}")
            sent += await self._deliver(player, claimed, at) if claimed else 0
        return sent

    async def _deliver(self, player: str, notices: list[NoticeRow], at: str) -> int:
        """Sends a player's notices: those with a writer singly, all others in one mail and one message a browser."""
        address = await self._store.address(player) or AddressRow(player)
        browsers = {f"push:{one.id}": one for one in await self._store.browsers(player)}
        preferences = (await self._preferences.of([player])).get(player)
        words = MessageTexts(preferences.language if preferences else "en")
        ways = [*(["mail"] if address.confirmed else []), *browsers]
        sent = 0
        for notice in notices:
            if writer := self._writers.get(notice.kind):
                mail = writer(notice, self._head, words)
                sent += await self._try([notice], self._mailing(mail, notice.mail), at)
        turns = [notice for notice in notices if notice.kind not in self._writers]
        told = [notice for notice in turns if await self._wanted(notice, ways, address, at)]
        await self._store.settle([notice for notice in turns if notice not in told])
        for way, group in (await self._by_way(told, ways)).items():
            for notice in group:
                notice.text = body(notice, words) if notice.kind != "invite" else notice.text
            if way == "mail":
                sending = self._mailing(notice_mail(group, address, self._head, words), address.mail)
            else:
                sending = self._pushing(browsers[way], push_message(group, words), mark_of(group))
            sent += await self._try(group, sending, at)
        return sent

    async def _by_way(self, told: list[NoticeRow], ways: list[str]) -> dict[str, list[NoticeRow]]:
        """Groups notices by channel; a notice for several channels becomes one for each, before anything is sent."""
        directed = [notice for notice in told if notice.mail]
        undirected = [notice for notice in told if not notice.mail]
        if undirected:
            directed += await self._store.direct(undirected, ways)
        found: dict[str, list[NoticeRow]] = {}
        for notice in directed:
            found.setdefault(notice.mail, []).append(notice)
        return found

    async def _wanted(self, notice: NoticeRow, ways: list[str], address: AddressRow, at: str) -> bool:
        """True if a notice is to be sent now; otherwise its new state is written into it."""
        muted = msgspec.json.decode(address.muted, type=list[str])
        reached = notice.mail in ways if notice.mail else bool(ways)
        if not reached or notice.game in muted or not await self._waited_for(notice):
            notice.state, notice.at = "dropped", at
        elif notice.game is not None and notice.player in self._here(notice.game):
            notice.state, notice.due = "waiting", after(at, minutes=10)
        elif (wake := awake(address, at)) > at:
            notice.state, notice.due = "waiting", wake
        else:
            return True
        return False

    async def _waited_for(self, notice: NoticeRow) -> bool:
        """True while the game waits for the player."""
        if notice.kind == "invite":
            return await self._store.invited(notice.game or "", notice.player)
        if notice.kind == "bid":
            return await self._store.bid_missing(notice.game or "", notice.player)
        found = await self._store.game_of(notice.game or "", notice.player)
        return found is not None and msgspec.json.decode(found[1], type=Summary).actor == found[0]

    def _mailing(self, mail: EmailMessage, to: str) -> Callable[[], Awaitable[None]]:
        return lambda: self._mailer.send(mail, to)

    def _pushing(self, browser: BrowserRow, said: PushMessage, topic: str) -> Callable[[], Awaitable[None]]:
        async def send() -> None:
            if self._pusher is None:
                keys = await keys_of(self._store)
                self._pusher = Pusher(keys, parseaddr(self._head.sender)[1], self._transport)
            await self._pusher.send(browser, said, topic)

        return send

    async def _try(self, notices: list[NoticeRow], send: Callable[[], Awaitable[None]], at: str) -> int:
        """Sends something and stores the outcome; returns 1 if it was taken."""
        try:
            await send()
        except SubscriptionGone:
            await self._store.forget_browser(notices[0].mail.removeprefix("push:"), notices[0].player)
            for notice in notices:
                notice.state, notice.at = "dropped", at
            await self._store.settle(notices)
            return 0
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
            NoticeRow(secrets.token_hex(12), one.player, one.game, "nudge", one.text, one.mail, at, after(at, days=7))
            for one in notices
            if one.kind in ("turn", "nudge")
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
        tidied = ""
        while True:
            try:
                await self.run_once()
                if tidied < after(now(), hours=-1):
                    tidied = now()
                    await self._store.forget(tidied)
            except StorageError as error:
                log.error("notices were not sent: %s", error)
            except Exception:
                log.exception("notices were not sent")
            await asyncio.sleep(EVERY)

    async def close(self) -> None:
        """Stops; interrupted notices are sent again after their lease."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task


async def keys_of(store: NoticeStore) -> Keys:
    """The key that this server's messages to browsers are signed with; made when it is first asked for."""
    kept = await store.kept("push", lambda: msgspec.json.encode(new_keys()).decode())
    return msgspec.json.decode(kept, type=Keys)


def awake(address: AddressRow, at: str) -> str:
    """The time from which a player may be told: now, or the end of the quiet hours."""
    local = datetime.fromisoformat(at).astimezone(zone_of(address.zone))
    begin, end = address.quiet_from, address.quiet_to
    quiet = begin <= local.hour < end if begin < end else begin != end and (local.hour >= begin or local.hour < end)
    if not quiet:
        return at
    hours = (end - local.hour) % 24
    return after(at, hours=hours, minutes=-local.minute, seconds=-local.second)
