"""Players: a name and a color for each browser, and a recovery code that brings its seats to another one.

A player is known by the token in the browser's cookie; the store has its hash. The recovery code opens the token, which
is stored beside the code's hash under a pad that only the code makes: with the store alone nobody can take a seat.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from typing import Final

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from noretreat.server.game.open_games import OpenGames
from noretreat.server.game.player_card import Color
from noretreat.server.http.attempts import guarded
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import cookies_for, hashed, new_token, token_for, token_of, visitor_of
from noretreat.server.http.services import service
from noretreat.server.http.text_fields import clean
from noretreat.storage.players import PlayerRow, PlayerStore

LONGEST_NAME: Final = 24
"""Characters of a player's name: it stands in the header of the table."""
_CODE_BYTES: Final = 20


class Me(msgspec.Struct, frozen=True):
    """A browser's own player."""

    name: str
    color: Color
    recovery: bool
    """A recovery code is in force."""


class CookieKept(msgspec.Struct, frozen=True):
    """Tells whether the request came with the cookie; a browser that twice sends none does not keep cookies."""

    kept: bool


class NameAndColor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Body of a change of name or color."""

    name: str
    color: Color = ""


class RecoveryCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code: sent once, when it is made, and again by the browser that uses it."""

    code: str


class Players:
    """The players of this server."""

    def __init__(self, store: PlayerStore, tables: OpenGames) -> None:
        self._store, self._tables = store, tables

    async def me(self, token: str) -> Me:
        """The player in this browser."""
        return _me(await self._player(token)) if token else Me("", "", recovery=False)

    async def change(self, token: str, profile: NameAndColor) -> Me:
        """Gives the player in this browser another name and color."""
        name = clean(profile.name)
        player = await self._store.change(hashed(token), name=name[:LONGEST_NAME], color=profile.color)
        self._tables.announce_people(await self._store.sides_of(player.id))
        return _me(player)

    async def make_code(self, token: str) -> RecoveryCode:
        """A new recovery code; one that was made before is void."""
        raw = secrets.token_bytes(_CODE_BYTES)
        sealed = _under_pad(raw, token.encode()).hex()
        await self._store.change(hashed(token), recovery=_hash_of(raw), sealed=sealed)
        letters = base64.b32encode(raw).decode()
        return RecoveryCode("-".join(letters[i : i + 4] for i in range(0, len(letters), 4)))

    async def revoke(self, token: str) -> Me:
        """Voids the recovery code."""
        if not token:
            return Me("", "", recovery=False)
        return _me(await self._store.change(hashed(token), recovery="", sealed=""))

    async def recover(self, token: str, code: str) -> str:
        """The token of the player whose code it is, for this browser to keep; the seats that it had come along.

        Raises a 404 for a code that is not in force, and a 409 if one player would have both sides of a game.
        """
        raw = _raw(code)
        player = await self._store.by_recovery(_hash_of(raw)) if raw else None
        if player is None:
            raise Problem(404, "not_found", "no-such-code")
        found = _under_pad(raw, bytes.fromhex(player.sealed)).decode()
        if token and token != found:
            if await self.play_each_other(hashed(token), player.id):
                raise Problem(409, "own", "code-both-sides")
            await self.move(hashed(token), player)
        return found

    async def play_each_other(self, one: str, other: str) -> bool:
        """True if two players have a game together: they cannot be merged."""
        return bool((await self._store.sides_of(one)).keys() & (await self._store.sides_of(other)).keys())

    async def sign_out_others(self, token: str) -> str:
        """A new token for this browser, with all that the player has; every other browser loses its seats, and the
        recovery code is void.
        """
        fresh = new_token()
        before = await self._player(token)
        await self.move(
            before.id, PlayerRow(hashed(fresh), before.name, before.color, page=before.page, shown=before.shown)
        )
        return fresh

    async def move(self, before: str, player: PlayerRow) -> None:
        """Gives all that `before` has to another player."""
        changed = {*await self._store.sides_of(before), *await self._store.games_made_by(before)}
        async with self._tables.closed(changed):
            await self._store.move(before, player)
        self._tables.announce_people(changed)

    async def _player(self, token: str) -> PlayerRow:
        known = await self._store.players([hashed(token)])
        return known.get(hashed(token)) or PlayerRow(hashed(token))


def _me(player: PlayerRow) -> Me:
    return Me(player.name, msgspec.convert(player.color, Color), bool(player.recovery))


def _raw(code: str) -> bytes:
    """The bytes of a code as a person types it; empty for what cannot be one."""
    letters = "".join(sign for sign in code.upper() if sign.isalnum())
    letters = letters.replace("0", "O").replace("1", "I").replace("8", "B")
    try:
        raw = base64.b32decode(letters)
    except ValueError:
        return b""
    return raw if len(raw) == _CODE_BYTES else b""


def _hash_of(raw: bytes) -> str:
    return hashlib.sha256(b"recovery" + raw).hexdigest()


def _under_pad(raw: bytes, text: bytes) -> bytes:
    """Encrypts or decrypts a token with the pad of a code. Each code is random and seals one token."""
    pad = hmac.new(raw, b"seal", hashlib.sha512).digest()
    assert len(text) <= len(pad)
    return bytes(one ^ other for one, other in zip(text, pad, strict=False))


# --- addresses --------------------------------------------------------------------------------------------------
@get("/api/me", responses=REFUSALS)
async def show_me(request: AnyRequest) -> Response[Me]:
    """The player in this browser."""
    return as_json(await service(request, Players).me(token_of(request)))


@post("/api/me", status_code=200, responses=REFUSALS)
async def change_me(request: AnyRequest, data: JSONBody[NameAndColor]) -> Response[Me]:
    """Changes the name and the color of the player in this browser."""
    token = token_for(request)
    return as_json(await service(request, Players).change(token, data), cookies=cookies_for(request, token))


@post("/api/cookie", status_code=200, responses=REFUSALS)
async def try_cookie(request: AnyRequest) -> Response[CookieKept]:
    """Gives a browser its cookie, before a game is made that only this cookie would know again."""
    token = token_for(request)
    return as_json(CookieKept(bool(token_of(request))), cookies=cookies_for(request, token))


def _refuse_account(request: AnyRequest) -> None:
    """Raises for somebody who plays with an account: its sessions are another matter (`server/accounts`)."""
    if visitor_of(request) is not None:
        raise Problem(409, "not_now", "account-instead")


@post("/api/me/recovery", responses=REFUSALS)
async def make_code(request: AnyRequest) -> Response[RecoveryCode]:
    """Makes a recovery code; it cannot be shown again."""
    _refuse_account(request)
    token = token_for(request)
    return as_json(await service(request, Players).make_code(token), status=201, cookies=cookies_for(request, token))


@post("/api/me/recovery/revoke", status_code=200, responses=REFUSALS)
async def revoke_code(request: AnyRequest) -> Response[Me]:
    """Voids the recovery code."""
    return as_json(await service(request, Players).revoke(token_of(request)))


@post("/api/me/recovery/use", status_code=200, responses=REFUSALS)
async def use_code(request: AnyRequest, data: JSONBody[RecoveryCode]) -> Response[Me]:
    """Brings the seats of the player whose code it is to this browser."""
    _refuse_account(request)
    async with guarded(request):
        token = await service(request, Players).recover(token_of(request), data.code)
    return as_json(await service(request, Players).me(token), cookies=cookies_for(request, token))


@post("/api/me/sign-out-others", status_code=200, responses=REFUSALS)
async def sign_out_others(request: AnyRequest) -> Response[Me]:
    """Leaves the seats of the player to this browser alone."""
    _refuse_account(request)
    token = token_of(request)
    if not token:
        raise Problem(403, "not_yours", "no-player")
    fresh = await service(request, Players).sign_out_others(token)
    return as_json(await service(request, Players).me(fresh), cookies=cookies_for(request, fresh))


HANDLED: Final = [show_me, change_me, try_cookie, make_code, revoke_code, use_code, sign_out_others]
