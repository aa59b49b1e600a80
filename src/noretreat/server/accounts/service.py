"""Accounts: creating them, signing in and out, changing password and address.

Only its owner learns whether an address has an account: a mail goes out either way, and a wrong password takes as long
as an unknown address. An account is opened only by following the link in such a mail, so nobody can prepare one for
somebody else's address.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Final

import msgspec

from noretreat.server.accounts.messages import HOURS, account_notice
from noretreat.server.accounts.passwords import Passwords
from noretreat.server.accounts.sessions import Sessions, name_of, new_session
from noretreat.server.clocks.now import now
from noretreat.server.http.attempts import Attempts
from noretreat.server.http.errors import Problem
from noretreat.server.http.security import Visitor, hashed, new_token
from noretreat.server.players.notice_settings import is_mail
from noretreat.server.players.players import Players
from noretreat.storage.accounts import AccountRow, AccountStore, CodeRow
from noretreat.storage.measures import MeasureStore, event_of
from noretreat.storage.notices import after
from noretreat.storage.players import PlayerRow, PlayerStore

MOST_LOCKED: Final = 1_000
"""Locked sign-ins that a process remembers."""
LETTERS_AN_HOUR: Final = 5
"""The most mails that one address gets in an hour, whoever asks for them."""


class Caller(msgspec.Struct, frozen=True):
    """The browser behind a request: its signed-in visitor or guest token; its user agent, address and language."""

    visitor: Visitor | None
    token: str
    program: str
    address: str
    language: str = "en"
    """One of our five, in which the mails that this browser asks for are written."""

    @property
    def guest_token(self) -> str:
        """The token of a guest, who plays without an account; empty if there is none."""
        return "" if self.visitor is not None else self.token


class Accounts:
    """The accounts of this site."""

    def __init__(
        self,
        store: AccountStore,
        player_store: PlayerStore,
        players: Players,
        attempts: Attempts,
        measures: MeasureStore,
    ) -> None:
        self._store, self._player_store, self._players, self.attempts = store, player_store, players, attempts
        self._measures = measures
        self._locked: OrderedDict[str, str] = OrderedDict()
        """The accounts that were noted as locked for a visitor, and until when that is not noted again."""
        self.sessions = Sessions(store)
        self._passwords = Passwords()

    # --- getting in ------------------------------------------------------------------------------------------
    async def write_to(self, caller: Caller, mail: str) -> None:
        """Sends a link to an address, for making an account or setting the password of the existing one."""
        mail = _mail(mail)
        await self.attempts.count("address", caller.address)
        known = await self._store.by_mail(mail)
        await self._send_code(caller, "open", "known" if known else "new", mail, None)

    async def owner_of(self, code: str) -> tuple[str, bool]:
        """The address that a link was sent to, and whether it has an account."""
        found = await self._store.code(hashed(code), "open", now())
        if found is None:
            raise Problem(404, "not_found", "link-lapsed")
        return found.mail, await self._store.by_mail(found.mail) is not None

    async def open(self, caller: Caller, code: str, password: str, *, notices: bool = False) -> str:
        """Makes the account of the address that a link was sent to, or sets its password, and signs in; returns what
        the cookie is to hold. What a guest had in this browser moves to the account. `notices`: to the address of a new
        account go the mails about its games, in the place of any other.
        """
        mail, _ = await self.owner_of(code)
        await self.attempts.count("link", code)
        await self._passwords.check(password, mail)
        known = await self._store.by_mail(mail)
        if known is not None:
            await self._check_apart(caller, known)
        token, at = caller.guest_token or new_token(), now()
        stored = await self._passwords.hashed(password)
        wanted = AccountRow(secrets.token_hex(12), hashed(token), token, "", stored, at)
        cookie, session = new_session(caller.program)
        before = await self._store.sessions(known.id) if known else []
        told = secrets.token_urlsafe(24) if notices else ""
        account = await self._store.open(
            hashed(code), at, wanted, session, account_notice("password", caller.language, mail, at), told
        )
        if account is None:
            raise Problem(404, "not_found", "link-lapsed")
        self.sessions.forget([*(one.id for one in before), account.player])
        if known is None:
            await self._measures.inherit(account.mail, account.player)
        else:
            await self.note(account, "password", "link")
        await self._leave(caller)
        await self._bring(caller, account)
        return cookie

    async def sign_in(self, caller: Caller, mail: str, password: str) -> str:
        """Signs a browser in; returns its cookie's value. What a guest had in this browser moves to the account."""
        mail = mail.strip().lower()
        await self.attempts.count("address", caller.address)
        await self._count_password(caller, mail)
        account = await self._store.by_mail(mail)
        fits = await self._passwords.fits(password, account.password if account else "")
        if account is None or not fits:
            raise Problem(403, "wrong_password", "wrong-sign-in")
        if self._passwords.is_old(account.password):
            await self._store.rehash(account.id, await self._passwords.hashed(password))
        return await self.enter(caller, account)

    async def enter(self, caller: Caller, account: AccountRow) -> str:
        """Begins a session for an authenticated account; returns the value of the cookie."""
        await self._check_apart(caller, account)
        cookie, session = new_session(caller.program, account.id)
        await self._store.begin(session)
        await self._leave(caller)
        await self._bring(caller, account)
        return cookie

    async def sign_out(self, caller: Caller) -> None:
        """Ends the session of this browser."""
        await self._leave(caller)

    # --- one's own -------------------------------------------------------------------------------------------
    async def mine(self, caller: Caller) -> AccountRow | None:
        """The account that this browser is signed in to."""
        return await self._store.by_id(caller.visitor.account) if caller.visitor and caller.visitor.account else None

    async def by_id(self, account: str) -> AccountRow | None:
        """An account by its id."""
        return await self._store.by_id(account)

    async def proven(self, caller: Caller, password: str) -> AccountRow:
        """The account of this browser, if the password typed again is right; raises a 403 otherwise."""
        account = await self.mine(caller)
        if account is None:
            raise Problem(403, "not_yours", "not-signed-in")
        await self._count_password(caller, account.mail)
        if not await self._passwords.fits(password, account.password):
            raise Problem(403, "wrong_password", "wrong-password")
        return account

    async def change_password(self, caller: Caller, password: str, wanted: str) -> None:
        """Changes the password; signs out every other browser."""
        account = await self.proven(caller, password)
        await self._passwords.check(wanted, account.mail)
        assert caller.visitor is not None
        told = account_notice("password", caller.language, account.mail, now())
        stored = await self._passwords.hashed(wanted)
        self.sessions.forget(await self._store.set_password(account.id, stored, caller.visitor.session, told))
        await self.note(account, "password")

    async def change_mail(self, caller: Caller, password: str, mail: str) -> None:
        """Sends a confirmation link to the account's new address."""
        mail = _mail(mail)
        account = await self.proven(caller, password)
        await self.attempts.count("address", caller.address)
        await self._send_code(caller, "mail", "mail", mail, account.id)

    async def confirm_mail(self, caller: Caller, code: str) -> None:
        """Gives an account the address that a code was sent to."""
        told = account_notice("address", caller.language, "", now())
        changed = await self._store.change_mail(hashed(code), now(), told)
        if changed is None:
            raise Problem(404, "not_found", "link-lapsed")
        account = await self._store.by_id(changed)
        if account is not None:
            await self.note(account, "address")

    async def end_session(self, caller: Caller, name: str) -> None:
        """Signs out the browser with this name; with an empty name, all but this browser."""
        if caller.visitor is None or not caller.visitor.account:
            raise Problem(403, "not_yours", "not-signed-in")
        account = caller.visitor.account
        if not name:
            await self.sessions.end(account, but=caller.visitor.session)
            return
        for session in await self.sessions.of(account):
            if name_of(session) == name:
                await self.sessions.end(account, only=session.id)
                return
        raise Problem(404, "not_found", "no-session")

    # --- plumbing --------------------------------------------------------------------------------------------
    async def note(self, account: AccountRow, act: str, about: str = "") -> None:
        """Writes a line about an account into the log of security events."""
        await self._measures.note(event_of(now(), "player", act, account.player, about))

    async def _count_password(self, caller: Caller, mail: str) -> None:
        """Counts a password that is tried for an account; the log is told of one that is locked, once an hour."""
        try:
            await self.attempts.count("account", f"{mail} {caller.address}")
            await self.attempts.count("owner", mail)
        except Problem:
            key, at = hashed(f"{mail} {caller.address}"), now()
            if self._locked.get(key, "") <= at:
                self._locked[key] = after(at, hours=1)
                while len(self._locked) > MOST_LOCKED:
                    self._locked.popitem(last=False)
                account = await self._store.by_mail(mail)
                if account is not None:
                    await self.note(account, "sign-in-locked", f"tried from {caller.address}")
            raise

    async def _send_code(self, caller: Caller, kind: str, topic: str, mail: str, account: str | None) -> None:
        at = now()
        if await self._store.sent(mail, after(at, hours=-1)) >= LETTERS_AN_HOUR:
            raise Problem(429, "too_many", "letters-too-often")
        await self.attempts.count("letters", "")
        code = secrets.token_urlsafe(24)
        row = CodeRow(hashed(code), kind, account, mail, at, after(at, hours=HOURS))
        await self._store.send(row, account_notice(topic, caller.language, mail, at, code))

    async def _check_apart(self, caller: Caller, account: AccountRow) -> None:
        """Raises if this browser's guest plays against the account: the two cannot become one."""
        player = hashed(caller.guest_token)
        if player and player != account.player and await self._players.play_each_other(player, account.player):
            raise Problem(409, "own", "account-both-sides")

    async def _bring(self, caller: Caller, account: AccountRow) -> None:
        """Gives the account what a guest had in this browser; also the guest's name, if it has none of its own."""
        player = hashed(caller.guest_token)
        if not player or player == account.player:
            return
        known = await self._player_store.players([player, account.player])
        mine, theirs = known.get(account.player) or PlayerRow(account.player), known.get(player) or PlayerRow(player)
        if not mine.name:
            mine = msgspec.structs.replace(mine, name=theirs.name, color=mine.color or theirs.color)
        await self._players.move(player, mine)

    async def _leave(self, caller: Caller) -> None:
        """Ends the session that this browser had."""
        if caller.visitor is not None and caller.visitor.session:
            await self.sessions.end(caller.visitor.account, only=caller.visitor.session)


def _mail(text: str) -> str:
    """An address in its stored form; raises a 400 for an invalid one."""
    mail = text.strip().lower()
    if not is_mail(mail):
        raise Problem(400, "bad_request", "no-mail-address")
    return mail
