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
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from email.message import EmailMessage
from email.utils import parseaddr
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias
from urllib.parse import unquote, urlsplit

import msgspec

from noretreat.data.facts import Side
from noretreat.server.clocks.clock import pace_of
from noretreat.server.clocks.days_off import days_off_of
from noretreat.server.clocks.now import now
from noretreat.server.game import chance
from noretreat.server.game.events_told import TOURNAMENT, EventTold
from noretreat.server.game.turn_notice import TurnQuestion
from noretreat.server.notify import webhooks
from noretreat.server.notify.choices import URGENT, URGENT_MORE, NoticeChoices, awake, choices_of, clock_hour
from noretreat.server.notify.messages import (
    MailHeader,
    confirmation_mail,
    is_hook,
    mark_of,
    notice_mail,
    push_message,
    words_of,
)
from noretreat.server.notify.news import Table, Told, left, table_of, time_up
from noretreat.server.notify.news import told as told_of
from noretreat.server.notify.texts import MessageTexts
from noretreat.server.notify.web_push import Keys, Pusher, PushMessage, SubscriptionGone, new_keys
from noretreat.storage.database import StorageError
from noretreat.storage.games import ChanceRow
from noretreat.storage.notices import OF_TURN, AddressRow, BrowserRow, NoticeRow, NoticeStore, after
from noretreat.storage.preferences import PreferenceStore
from noretreat.storage.table_talk import CLAIMS

if TYPE_CHECKING:
    import httpx

log = logging.getLogger("noretreat.server")
LEASE: Final = 300.0
"""Seconds after which a sender's claim expires; longer than any sending takes."""
TRIES: Final = 12
LONGEST_WAIT: Final = 6 * 60
"""The longest delay between two attempts, in minutes; delays begin with one and double."""
REST_DAYS: Final = 7
"""Days for which an address gets no notices that a mail server has refused for good."""
EVERY: Final = 20.0
"""Seconds between two looks at what is due."""


class MailRefused(Exception):
    """A mail server refuses a mail for good. `mail`: the address that is to blame; empty if it is the mail itself."""

    def __init__(self, words: str, mail: str = "") -> None:
        super().__init__(words)
        self.mail = mail


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
        try:
            await self._hand_over(mail, to, start_tls=True if secret else None)
        except aiosmtplib.SMTPRecipientsRefused as error:
            refused = error.recipients[0]
            if _for_good(refused.code):
                raise MailRefused(str(refused), to if _of_the_address(refused.message, True) else "") from error
            raise
        except aiosmtplib.SMTPDataError as error:
            if _for_good(error.code):
                raise MailRefused(str(error), to if _of_the_address(error.message, False) else "") from error
            raise

    async def _hand_over(self, mail: EmailMessage, to: str, *, start_tls: bool | None) -> None:
        import aiosmtplib

        await aiosmtplib.send(
            mail.as_bytes(),
            sender=parseaddr(mail["From"])[1],
            recipients=[to],
            hostname=self._host,
            port=self._port,
            username=self._user,
            password=self._password,
            use_tls=self._tls,
            start_tls=start_tls,
            timeout=30,
        )


def _for_good(code: int) -> bool:
    return 500 <= code < 600


def _of_the_address(words: str, usual: bool) -> bool:
    """True if a refusal is about the recipient's address or mailbox (RFC 3463: X.1 and X.2), and not about us or the
    mail; `usual` where it does not say.
    """
    found = re.match(r"5\.(\d{1,3})\.\d{1,3}\b", words)
    return found[1] in ("1", "2") if found else usual


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
    """Sends what is due. `here` says who looks at a game."""

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
            try:
                sent += await self._deliver(player, claimed, at) if claimed else 0
            except StorageError:
                raise
            except Exception:  # what cannot be told to one player keeps nothing from the others
                log.exception("the notices of a player were not sent")
        return sent

    async def _deliver(self, player: str, notices: list[NoticeRow], at: str) -> int:
        """Sends a player's notices: those with a writer singly, all others in one mail and one message a browser."""
        address = await self._store.address(player) or AddressRow(player)
        browsers = {f"push:{one.id}": one for one in await self._store.browsers(player)}
        preferences = (await self._preferences.of([player])).get(player)
        words = MessageTexts(preferences.language if preferences else "en")
        mailed = address.confirmed and not await self._store.rests(address.mail, at)
        ways = [*(["mail"] if mailed else []), *browsers]
        sent = 0
        for notice in notices:
            if writer := self._writers.get(notice.kind):
                mail = writer(notice, self._head, words)
                sent += await self._try([notice], self._mailing(mail, notice.mail), at)
        about = {one.id: one for one in notices if one.kind not in self._writers}
        tables = {one.game: await self._table(one.game or "", player) for one in about.values()}
        for one in about.values():
            if one.kind == "declined" and (table := tables[one.game]) is not None:
                gone = await self._store.name_of(msgspec.json.decode(one.text or "{}", type=EventTold).by)
                tables[one.game] = table._replace(foe=gone)
        choices = choices_of(address.choices)
        wanted = _Wishes(address, choices, ways, {game for game in tables if game and player in self._here(game)})
        told = [one for one in about.values() if await self._wanted(one, wanted, tables[one.game], at)]
        await self._store.settle([one for one in about.values() if one not in told])
        for way, group in (await self._by_way(told, wanted)).items():
            ready = await self._ready(group, wanted, at) if way == "mail" else group
            if not ready:
                continue
            zone = address.zone if address.zone != "UTC" or preferences is None else preferences.zone
            asking = _asking(ready)
            said = [told_of(one, tables[one.game], words, zone, at, asks=one.id in asking) for one in ready]
            if way == "mail":
                sending = self._mailing(notice_mail(ready, said, address, self._head, words), address.mail)
            else:
                sending = self._pushing(browsers[way], push_message(ready, said, words), mark_of(ready))
            sent += await self._try(ready, sending, at, said)
        return sent

    async def _table(self, game: str, player: str) -> Table | None:
        """The game of a notice, from the seat of its player."""
        row = await self._store.table(game)
        if row is None:
            return None
        known = await self._preferences.of({player, *(seat.token for seat in row.seats)})
        return table_of(row, player, {one: days_off_of(preferences) for one, preferences in known.items()})

    async def _by_way(self, told: list[NoticeRow], wishes: _Wishes) -> dict[str, list[NoticeRow]]:
        """Groups notices by channel; a notice for several channels becomes one for each, before anything is sent."""
        directed = [notice for notice in told if notice.mail]
        undirected = [(notice, wishes.ways_of(notice)) for notice in told if not notice.mail]
        if undirected:
            directed += await self._store.direct(undirected)
        found: dict[str, list[NoticeRow]] = {}
        for notice in directed:
            found.setdefault(notice.mail, []).append(notice)
        return found

    async def _ready(self, notices: list[NoticeRow], wishes: _Wishes, at: str) -> list[NoticeRow]:
        """The notices that may be mailed now; the others wait: for the digest, or until the day has room for a mail."""
        choices = wishes.choices
        mailed = await self._store.mails_since(notices[0].player, after(at, days=-1))
        later = []
        for notice in notices:
            urgent = notice.kind in URGENT
            most = choices.most + (URGENT_MORE if urgent else 0)
            digest = (
                "" if urgent or choices.digest < 0 else clock_hour(wishes.address.zone, notice.made, choices.digest)
            )
            room = after(mailed[-most], days=1) if len(mailed) >= most else ""
            if (due := max(digest, room)) > at:
                notice.state, notice.due = "waiting", due
                later.append(notice)
        await self._store.settle(later)
        return [notice for notice in notices if notice not in later]

    async def _wanted(self, notice: NoticeRow, wishes: _Wishes, table: Table | None, at: str) -> bool:
        """True if a notice is to be sent now; otherwise its new state is written into it."""
        muted = notice.kind != "invite" and notice.game in wishes.muted
        # A tournament is told of without any of its games, and what happened there stays so.
        gone = notice.kind != TOURNAMENT and (table is None or not await self._stands(notice, table))
        if muted or not wishes.ways_of(notice) or gone:
            notice.state, notice.at = "dropped", at
        elif table is not None and (due := _due(notice, table, wishes.choices, at)) != at:
            notice.state, notice.due = ("waiting", due) if due else ("dropped", notice.due)
            notice.at = notice.at if due else at
        elif notice.game in wishes.here and not wishes.choices.always and notice.kind != "begun":
            # Who sits at the table sees what happens there; that it is the player's turn can be overlooked.
            seen = notice.kind not in (*OF_TURN, "invite", "declined")
            notice.state, notice.due = ("dropped", notice.due) if seen else ("waiting", after(at, minutes=10))
            notice.at = at if seen else notice.at
        elif (wake := awake(wishes.address, at)) > at:
            notice.state, notice.due = "waiting", wake
        else:
            return True
        return False

    async def _stands(self, notice: NoticeRow, table: Table) -> bool:
        """True while what a notice tells of is still so."""
        game, player = table.row.game, notice.player
        if notice.kind == "invite":
            return await self._store.invited(game, player)
        if notice.kind == "bid":
            return await self._store.bid_missing(game, player)
        if notice.kind == "dice":
            due = chance.due(ChanceRow(game, "", 0, await self._store.seeds_of(game)))
            return table.side is not None and Side(table.side) in due
        if notice.kind == "declined":
            return True
        if table.side is None:
            return False
        seat = next(one for one in table.row.seats if one.side == table.side)
        if notice.kind in ("turn", "nudge", "short", "reminder"):
            return seat.token == player and table.position.actor == table.side
        if notice.kind == "time":
            claimed = any(kind in CLAIMS for kind, _ in table.row.proposals)  # which has told both
            return seat.token == player and not claimed and all(one.token for one in table.row.seats)
        if notice.kind in ("offer", "claim"):
            what = msgspec.json.decode(notice.text or "{}", type=EventTold).what
            return any(kind == what and side != table.side for kind, side in table.row.proposals)
        return (seat.former if notice.kind == "replaced" else seat.token or seat.former) == player

    def _mailing(self, mail: EmailMessage, to: str) -> Callable[[], Awaitable[None]]:
        return lambda: self._mailer.send(mail, to)

    def _pushing(self, browser: BrowserRow, said: PushMessage, topic: str) -> Callable[[], Awaitable[None]]:
        async def send() -> None:
            if self._pusher is None:
                keys = await keys_of(self._store)
                self._pusher = Pusher(keys, parseaddr(self._head.sender)[1], self._transport)
            await self._pusher.send(browser, said, topic)

        return send

    async def _try(
        self, notices: list[NoticeRow], send: Callable[[], Awaitable[None]], at: str, said: Sequence[Told] = ()
    ) -> int:
        """Sends something and stores the outcome; returns 1 if it was taken. `said`: the notices in words."""
        try:
            await send()
        except SubscriptionGone:
            await self._store.forget_browser(notices[0].mail.removeprefix("push:"), notices[0].player)
            for notice in notices:
                notice.state, notice.at = "dropped", at
            await self._store.settle(notices)
            return 0
        except Exception as error:  # whatever a mail server does
            await self._put_off(notices, error, at)
            return 0
        again = []
        for notice in notices:
            notice.state, notice.at = "sent", at
            if notice.kind in ("turn", "nudge"):
                again.append(_next(notice, "nudge", notice.text, at, after(at, days=7)))
            elif notice.kind == "short":
                again.append(_next(notice, "short", _once_more(notice), at, at))
            if notice.kind in self._writers:
                notice.text = ""
        for notice, told in zip(notices, said, strict=False):
            notice.text = "\n".join(told.lines[1:]) if notice.kind in OF_TURN else ""
        await self._store.settle(notices, again)
        return 1

    async def _put_off(self, notices: list[NoticeRow], error: Exception, at: str) -> None:
        """Stores that something was not taken: it is tried again later, unless it was refused for good."""
        log.warning("a notice was not sent: %s", error)
        refused = isinstance(error, MailRefused)
        for notice in notices:
            notice.tries += 1
            notice.state = "waiting" if notice.tries < TRIES and not refused else "failed"
            notice.due, notice.at = after(at, minutes=min(2 ** (notice.tries - 1), LONGEST_WAIT)), at
        if isinstance(error, MailRefused) and error.mail:
            await self._store.rest(error.mail, after(at, days=REST_DAYS))
        await self._store.settle(notices)

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


class _Wishes:
    """What a player wants of the outbox. `here`: the games that the player looks at."""

    def __init__(self, address: AddressRow, choices: NoticeChoices, ways: Sequence[str], here: Collection[str]) -> None:
        self.address, self.choices, self.here = address, choices, here
        self.muted = frozenset(msgspec.json.decode(address.muted, type=list[str]))
        self._ways = ways

    def ways_of(self, notice: NoticeRow) -> list[str]:
        """The ways on which a notice goes: those that its kind may take, or the one that it has been given."""
        channels = self.choices.channels(notice.kind)
        ways = [way for way in self._ways if ("mail" if way == "mail" else "push") in channels]
        return [way for way in ways if not notice.mail or way == notice.mail]


def _next(notice: NoticeRow, kind: str, text: str, at: str, due: str) -> NoticeRow:
    """What follows a notice on its way."""
    return NoticeRow(secrets.token_hex(12), notice.player, notice.game, kind, text, notice.mail, at, due)


def _due(notice: NoticeRow, table: Table, choices: NoticeChoices, at: str) -> str:
    """When a notice of the clock is due: now, later, or never (empty); all others are now."""
    if notice.kind == "short":
        return _warned(notice, table, choices, at)
    return time_up(table, at) if notice.kind == "time" else at


def _asking(notices: Sequence[NoticeRow]) -> set[str]:
    """The notices, by id, that end with the question of their game: the last of each, if none is about the turn."""
    last = {one.game: one for one in notices}
    turns = {one.game for one in notices if one.kind in ("turn", "nudge")}
    return {one.id for one in last.values() if one.game not in turns}


def _stage(notice: NoticeRow) -> int:
    """How many warnings went before this one; in notices of earlier versions it was all their text."""
    if notice.text.startswith("{"):
        return msgspec.json.decode(notice.text, type=TurnQuestion).warned
    return int(notice.text) if notice.text.isdecimal() else 0


def _once_more(notice: NoticeRow) -> str:
    """The text of a warning that follows this one."""
    if not notice.text.startswith("{"):
        return str(_stage(notice) + 1)
    question = msgspec.json.decode(notice.text, type=TurnQuestion)
    return msgspec.json.encode(msgspec.structs.replace(question, warned=question.warned + 1)).decode()


def _warned(notice: NoticeRow, table: Table, choices: NoticeChoices, at: str) -> str:
    """When a warning is due: now, later, or never (empty). Time that stands still runs out for nobody."""
    found, pace = left(table, at), pace_of(table.row.pace)
    if found is None or found[0] <= 0:
        return ""
    remains, whole = found
    times = choices.warnings(whole)[_stage(notice) :]
    # Of two that are due, as after a long silence of this server, the later one counts.
    while len(times) > 1 and times[1] >= remains:
        del times[0]
        notice.text = _once_more(notice)
    if not times:
        return ""
    if pace.paused:
        return after(at, hours=1)
    still = table.off.is_off(table.off.today(at))
    return at if remains <= times[0] and not still else table.off.later(at, max(1.0, remains - times[0]))
