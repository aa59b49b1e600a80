"""Notice settings: addresses, quiet hours, push subscriptions, notices sent, and the links in the mails."""

from __future__ import annotations

import re
import secrets
from html import escape
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody

from noretreat.data.languages import Code
from noretreat.server.clocks.now import now
from noretreat.server.clocks.zones import is_zone
from noretreat.server.http.attempts import Attempts
from noretreat.server.http.base_path import based
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.rate_limit import visitor_at
from noretreat.server.http.responses import AnyRequest, AnyResponse, as_json
from noretreat.server.http.security import hashed, token_of
from noretreat.server.http.services import service
from noretreat.server.notify.choices import USUAL, Channel, NoticeChoices, choices_of, kept
from noretreat.server.notify.messages import is_hook
from noretreat.server.notify.outbox import keys_of
from noretreat.server.notify.texts import MessageTexts
from noretreat.server.notify.web_push import is_sound
from noretreat.server.notify.webhooks import LONGEST, HookRefused, parsed
from noretreat.storage.notices import AddressRow, BrowserRow, NoticeRow, NoticeStore, after
from noretreat.storage.preferences import PreferenceRow, PreferenceStore

MINUTES: Final = 30
"""Default delay before a notice is sent, in minutes."""
CONFIRMATIONS: Final = 3
"""The most mails in a day that ask a player, or the owner of an address, to confirm it."""
LONGEST_MAIL: Final = 254
MOST_BROWSERS: Final = 10
"""Browsers of a player that are told; the one that was added first makes room."""
_MAIL: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
Way: TypeAlias = Literal["mail", "push", "hook"]
"""The channel of a notice: mailbox, browser or webhook."""
Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]


class SentNotice(msgspec.Struct, frozen=True):
    """A notice that was sent, or could not be (`failed`)."""

    at: str
    game: str | None
    kind: str
    text: str
    way: Way
    failed: bool


class Notices(msgspec.Struct, frozen=True):
    """A player's notices and notice settings."""

    offered: bool
    """This server sends notices."""
    mail: str
    confirmed: bool
    account: str
    """The confirmed address of the player's account, which needs no other confirmation; empty without one."""
    choices: NoticeChoices
    """What is told by which channel, with every topic."""
    quiet_from: int
    quiet_to: int
    zone: str
    muted: list[str]
    minutes: int
    """Delay before a notice is sent, in minutes."""
    push: str
    """The public key with which browsers are told; empty where none are."""
    browsers: list[str]
    """The player's browsers that are told: of each the hash of its address."""
    sent: list[SentNotice]


class NewNoticeSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a change: the address, empty for none, and the hours in which nothing is sent (none if equal)."""

    mail: str
    quiet_from: Hour = 0
    quiet_to: Hour = 0
    zone: str = "UTC"
    language: Code = "en"
    again: bool = False
    """Sends another mail that asks for the confirmation; the link of the one before is void."""


class PushSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a push subscription: a browser's address at its push service, and its keys (RFC 8291)."""

    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    key: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=50)]
    language: Code = "en"


class PushUnsubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of the end of a push subscription: the hash of its address."""

    browser: Annotated[str, msgspec.Meta(max_length=100)]


class MutedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a change: whether a game is muted."""

    game: str
    muted: bool


class NoticeService:
    """The notices of this server's players. `minutes` is None where no mail server is known; `attempts` is None where
    nobody's are counted.
    """

    def __init__(
        self, store: NoticeStore, preferences: PreferenceStore, minutes: int | None, attempts: Attempts | None = None
    ) -> None:
        self._store, self._preferences, self._minutes, self._attempts = store, preferences, minutes, attempts

    async def show(self, token: str) -> Notices:
        """The notices and notice settings of this browser's player."""
        address = await self._store.address(hashed(token)) if token else None
        address = address or AddressRow("")
        player, offered = hashed(token), self._minutes is not None
        sent = await self._store.sent_to(player) if player else []
        browsers = await self._store.browsers(player) if player else []
        return Notices(
            offered=offered,
            mail=address.mail,
            confirmed=address.confirmed,
            account=await self._store.account_mail(player) if player else "",
            choices=_all_topics(choices_of(address.choices)),
            quiet_from=address.quiet_from,
            quiet_to=address.quiet_to,
            zone=address.zone,
            muted=msgspec.json.decode(address.muted, type=list[str]),
            minutes=self._minutes or MINUTES,
            push=(await keys_of(self._store)).shown if offered else "",
            browsers=[browser.id for browser in browsers],
            sent=[_sent(one, address) for one in sent],
        )

    async def change(self, token: str, wanted: NewNoticeSettings, visitor: str = "") -> Notices:
        """Sets where the player is told, and when not; a new address is asked first whether it wants to be, but for
        that of the account, which is confirmed. To save again what is not confirmed yet sends nothing. `visitor`: whose
        attempts are counted, as with letters about accounts: another cookie makes nobody another visitor.
        """
        mail = wanted.mail.strip()
        if self._minutes is None or not token:
            raise Problem(409, "not_now", "no-notices")
        if mail and not _is_address(mail):
            raise Problem(400, "bad_request", "no-mail-address")
        if not is_zone(wanted.zone):
            raise Problem(400, "bad_request", "no-such-zone")
        address = await self._mine(token)
        notices = []
        own = bool(mail) and mail.lower() == await self._store.account_mail(address.player)
        if mail != address.mail or (mail and not address.confirmed and (own or wanted.again or not address.code)):
            code, at = secrets.token_urlsafe(24), now()
            if mail != address.mail:
                address.off = secrets.token_urlsafe(24)
            address.mail, address.confirmed, address.code = mail, own, hashed(code) if mail and not own else ""
            if mail and not own:
                if await self._store.confirmations(address.player, mail, after(at, days=-1)) >= CONFIRMATIONS:
                    raise Problem(429, "too_many", "confirmed-too-often")
                if self._attempts is not None:
                    await self._attempts.count("address", visitor)
                    await self._attempts.count("letters", "")
                notices = [NoticeRow(secrets.token_hex(12), address.player, None, "confirm", code, mail, at, at)]
        address.quiet_from, address.quiet_to, address.zone = wanted.quiet_from, wanted.quiet_to, wanted.zone
        await self._speak(address.player, wanted.language)
        await self._store.put_address(address, *notices)
        return await self.show(token)

    async def tell(self, token: str, told: PushSubscription) -> Notices:
        """Has a browser show the player's notices."""
        if self._minutes is None or not token:
            raise Problem(409, "not_now", "no-notices")
        if not is_sound(told.endpoint, told.key, told.auth):
            raise Problem(400, "bad_request", "no-browser-address")
        await self._speak(hashed(token), told.language)
        browser = BrowserRow(hashed(told.endpoint), hashed(token), told.endpoint, told.key, told.auth, now())
        await self._store.put_browser(browser, MOST_BROWSERS)
        return await self.show(token)

    async def untell(self, token: str, browser: str) -> Notices:
        """Has a browser of the player show no more notices."""
        await self._store.forget_browser(browser, hashed(token))
        return await self.show(token)

    async def _speak(self, player: str, language: str) -> None:
        """Notes in which language a player reads."""
        preferences = (await self._preferences.of([player])).get(player) or PreferenceRow(player)
        if preferences.language != language:
            await self._preferences.put(msgspec.structs.replace(preferences, language=language))

    async def words_for(self, player: str) -> MessageTexts:
        """The texts of notices in a player's language."""
        preferences = (await self._preferences.of([player])).get(player)
        return MessageTexts(preferences.language if preferences else "en")

    async def mute(self, token: str, change: MutedGame) -> Notices:
        """Mutes or unmutes a game for the player in this browser."""
        if not token:
            raise Problem(403, "not_yours", "no-player")
        address = await self._mine(token)
        if change.muted and not (change.game.isalnum() and await self._store.plays(change.game, hashed(token))):
            raise Problem(404, "not_found", "no-game")
        muted = [name for name in msgspec.json.decode(address.muted, type=list[str]) if name != change.game]
        address.muted = msgspec.json.encode([*muted, change.game][-500:] if change.muted else muted).decode()
        await self._store.put_address(address)
        return await self.show(token)

    async def came(self, game_id: str, player: str) -> None:
        """Notes that a player has come to a table: no notice is needed, only a reminder if nothing happens."""
        if self._minutes is not None and player:
            address = await self._store.address(player)
            if address is None or not choices_of(address.choices).always:
                await self._store.came(game_id, player, after(now(), days=7), now())

    async def choose(self, token: str, choices: NoticeChoices) -> Notices:
        """Sets what the player is told of, by which channel, how often and when."""
        if self._minutes is None or not token:
            raise Problem(409, "not_now", "no-notices")
        address = await self._mine(token)
        changed: dict[str, list[Channel]] = {
            topic: list(dict.fromkeys(choices.topics[topic])) for topic in USUAL if topic in choices.topics
        }
        address.choices = kept(msgspec.structs.replace(choices, topics=changed))
        await self._store.put_address(address)
        await self._store.look_again(now(), player=address.player)
        return await self.show(token)

    async def owner(self, verb: str, key: str) -> MessageTexts:
        """The texts of notices for the recipient of a link in a mail."""
        found = await (self._store.by_code(hashed(key)) if verb == "confirm" else self._store.by_off(key))
        return await self.words_for(found.player if found else "")

    async def confirm(self, code: str) -> None:
        """Confirms the address that a code was sent to; raises a 404 for one that is not in force."""
        address = await self._store.by_code(hashed(code))
        if address is None:
            raise Problem(404, "not_found", "no-such-code")
        address.confirmed, address.code = True, ""
        await self._store.put_address(address)

    async def end(self, key: str) -> None:
        """Ends the notices to an address; raises a 404 for an unknown link."""
        address = await self._store.by_off(key)
        if address is None:
            raise Problem(404, "not_found", "no-such-code")
        address.mail, address.confirmed, address.code = "", False, ""
        await self._store.put_address(address)

    async def _mine(self, token: str) -> AddressRow:
        return await self._store.address(hashed(token)) or AddressRow(hashed(token))


def _all_topics(choices: NoticeChoices) -> NoticeChoices:
    return msgspec.structs.replace(choices, topics={topic: choices.channels(topic) for topic in USUAL})


def is_mail(text: str) -> bool:
    """True for a mail address and nothing else."""
    return len(text) <= LONGEST_MAIL and _MAIL.fullmatch(text) is not None


def _sent(notice: NoticeRow, address: AddressRow) -> SentNotice:
    """A notice in the list of those that were sent."""
    asked = notice.kind == "confirm"  # its text is a secret while it is not used
    to = notice.mail if asked else address.mail
    way: Way = "push" if notice.mail.startswith("push:") else "hook" if is_hook(to) else "mail"
    return SentNotice(notice.at, notice.game, notice.kind, "" if asked else notice.text, way, notice.state == "failed")


def _is_address(mail: str) -> bool:
    """True for an address that notices can be sent to: a mail address or a webhook."""
    if not is_hook(mail):
        return is_mail(mail)
    try:
        parsed(mail)
    except HookRefused:
        return False
    return True


# --- addresses --------------------------------------------------------------------------------------------------
def _page(request: AnyRequest, text: str, words: MessageTexts, button: str = "") -> AnyResponse:
    """A page of a few words for one who has followed a link of a mail; opening it changes nothing."""
    form = (
        f'<form method="post"><button>{escape(button)}</button></form>'
        if button
        else f'<p><a href="{escape(based(request, "/"))}">No Retreat!</a></p>'
    )
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>No Retreat!</title>'
    page = f'<!doctype html><html lang="{words.language}">{head}<p>{escape(text)}</p>{form}</html>'
    return Response(page.encode(), media_type=MediaType.HTML)


@get("/api/notices", responses=REFUSALS)
async def show_notices(request: AnyRequest) -> Response[Notices]:
    """The notices and notice settings of this browser's player."""
    return as_json(await service(request, NoticeService).show(token_of(request)))


@post("/api/notices", status_code=200, responses=REFUSALS)
async def change_notices(request: AnyRequest, data: JSONBody[NewNoticeSettings]) -> Response[Notices]:
    """Sets where the player in this browser is told of a turn, and when not."""
    visitor = visitor_at(request.client.host if request.client else "")
    return as_json(await service(request, NoticeService).change(token_of(request), data, visitor))


@post("/api/notices/choices", status_code=200, responses=REFUSALS)
async def choose_notices(request: AnyRequest, data: JSONBody[NoticeChoices]) -> Response[Notices]:
    """Sets what the player in this browser is told of, by which channel, how often and when."""
    return as_json(await service(request, NoticeService).choose(token_of(request), data))


@post("/api/notices/muted", status_code=200, responses=REFUSALS)
async def mute_game(request: AnyRequest, data: JSONBody[MutedGame]) -> Response[Notices]:
    """Mutes or unmutes a game."""
    return as_json(await service(request, NoticeService).mute(token_of(request), data))


@post("/api/notices/browsers", status_code=200, responses=REFUSALS)
async def tell_browser(request: AnyRequest, data: JSONBody[PushSubscription]) -> Response[Notices]:
    """Has a browser show the player's notices, also while no page is open."""
    return as_json(await service(request, NoticeService).tell(token_of(request), data))


@post("/api/notices/browsers/forget", status_code=200, responses=REFUSALS)
async def forget_browser(request: AnyRequest, data: JSONBody[PushUnsubscription]) -> Response[Notices]:
    """Has a browser show no more of them."""
    return as_json(await service(request, NoticeService).untell(token_of(request), data.browser))


def _keyed(key: str) -> str:
    """The key of a link, without what stood behind the link in a sentence."""
    return re.sub(r"[^\w-]+$", "", key, flags=re.ASCII)


@get("/notices/{verb:str}/{key:str}", include_in_schema=False)
async def ask_link(request: AnyRequest, verb: FromPath[str], key: FromPath[str]) -> Response[Any]:
    """The page behind a link of a mail: programs that open every link must change nothing."""
    words = await service(request, NoticeService).owner(verb, _keyed(key))
    return _page(request, words("page"), words, words("confirm_go" if verb == "confirm" else "off"))


@post("/notices/{verb:str}/{key:str}", status_code=200, include_in_schema=False)
async def follow_link(request: AnyRequest, verb: FromPath[str], key: FromPath[str]) -> Response[Any]:
    """Follows a link in a mail, also as the one-click unsubscribe of a mail program (RFC 8058)."""
    key = _keyed(key)
    words = await service(request, NoticeService).owner(verb, key)
    if verb == "confirm":
        await service(request, NoticeService).confirm(key)
        return _page(request, words("confirmed"), words)
    await service(request, NoticeService).end(key)
    return _page(request, words("ended"), words)


HANDLED: Final = [
    show_notices, change_notices, choose_notices, mute_game, tell_browser, forget_browser, ask_link, follow_link,
]  # fmt: skip
