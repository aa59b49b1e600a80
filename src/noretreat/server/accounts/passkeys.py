"""Passkeys: signing in by a device that knows its owner, checked by py_webauthn. A password stays, for other browsers.

Each challenge is random, kept as a hash, good for `MINUTES` and once. Signing in needs no address: the device knows the
account, so nothing is asked that could tell who has one.
"""

from __future__ import annotations

from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from noretreat.server.accounts.messages import account_notice
from noretreat.server.accounts.routes import Text, accounts_of, caller_of
from noretreat.server.accounts.service import Accounts, Caller
from noretreat.server.clocks.now import now
from noretreat.server.http.base_path import base_of
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.responses import AnyRequest, as_json
from noretreat.server.http.security import cookies_for, hashed
from noretreat.server.http.services import service
from noretreat.server.http.text_fields import clean
from noretreat.storage.accounts import CodeRow
from noretreat.storage.notices import after
from noretreat.storage.passkeys import PasskeyRow, PasskeyStore

MINUTES: Final = 5
MOST: Final = 10
"""Passkeys of an account."""
LONGEST_NAME: Final = 40
LONGEST_ANSWER: Final = 20_000
"""The most characters in a device's answer."""


class PasskeyOptions(msgspec.Struct, frozen=True):
    """WebAuthn options for the device, as JSON."""

    options: str


class PasskeyMade(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Body of a new passkey: what the device answered, as JSON, and what its owner calls it."""

    answer: Annotated[str, msgspec.Meta(max_length=LONGEST_ANSWER)]
    name: Text = ""


class PasskeyWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a request for a new passkey: the password."""

    password: Text


class PasskeyShown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a sign-in: what the device answered, as JSON."""

    answer: Annotated[str, msgspec.Meta(max_length=LONGEST_ANSWER)]


class PasskeyRemoved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a removal."""

    id: Text


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of one's own account."""

    id: str
    name: str
    made: str
    used: str
    """Time of its last use; empty if it was never used."""


class Passkeys:
    """The passkeys of a site, which browsers know by its origin."""

    def __init__(self, accounts: Accounts, store: PasskeyStore, site: str) -> None:
        self._accounts, self._store = accounts, store
        self._origin = site.removesuffix(base_of(site)).lower()
        self._name = urlsplit(site).hostname or ""

    # --- one's own -------------------------------------------------------------------------------------------
    async def mine(self, caller: Caller) -> list[Passkey]:
        """The passkeys of this browser's account."""
        account = await self._accounts.mine(caller)
        if account is None:
            raise Problem(403, "not_yours", "not-signed-in")
        return [Passkey(one.id, one.name, one.made, one.used) for one in await self._store.of(account.id)]

    async def prepare(self, caller: Caller, password: str) -> PasskeyOptions:
        """Registration options for a new passkey; requires the password."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        account = await self._accounts.proven(caller, password)
        known = await self._store.of(account.id)
        if len(known) >= MOST:
            raise Problem(409, "too_many", "passkeys-full")
        options = generate_registration_options(
            rp_id=self._name,
            rp_name="No Retreat!",
            user_id=account.id.encode(),
            user_name=account.mail,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in known],
        )
        await self._keep(options.challenge, account.id)
        return PasskeyOptions(options_to_json(options))

    async def add(self, caller: Caller, answer: str, name: str) -> list[Passkey]:
        """Stores the passkey that a device has made."""
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url, parse_registration_credential_json

        account = await self._accounts.mine(caller)
        if account is None:
            raise Problem(403, "not_yours", "not-signed-in")
        try:
            credential = parse_registration_credential_json(answer)
            challenge = _challenge_in(credential.response.client_data_json)
            if not await self._store.answered(_kept(challenge), account.id, now()):
                raise Problem(403, "passkey", "no-passkey")
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self._name,
                expected_origin=self._origin,
                require_user_verification=True,
            )
        except _wrong() as error:
            raise Problem(403, "passkey", "no-passkey") from error
        said = clean(name)[:LONGEST_NAME]
        key = bytes_to_base64url(made.credential_public_key)
        row = PasskeyRow(bytes_to_base64url(made.credential_id), account.id, key, made.sign_count, said, now())
        if not await self._store.add(row, account_notice("passkey", caller.language, account.mail, now())):
            raise Problem(409, "passkey", "no-passkey")
        await self._accounts.note(account, "passkey-added", said)
        return await self.mine(caller)

    async def remove(self, caller: Caller, passkey: str) -> list[Passkey]:
        """Removes a passkey of this browser's account."""
        account = await self._accounts.mine(caller)
        if account is None:
            raise Problem(403, "not_yours", "not-signed-in")
        notice = account_notice("passkey_gone", caller.language, account.mail, now())
        if await self._store.remove(account.id, passkey, notice):
            await self._accounts.note(account, "passkey-removed")
        return await self.mine(caller)

    # --- signing in ------------------------------------------------------------------------------------------
    async def ask(self, caller: Caller) -> PasskeyOptions:
        """Options for signing in with any passkey of this site."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        await self._accounts.attempts.count("address", caller.address)
        options = generate_authentication_options(
            rp_id=self._name, user_verification=UserVerificationRequirement.REQUIRED
        )
        await self._keep(options.challenge, None)
        return PasskeyOptions(options_to_json(options))

    async def enter(self, caller: Caller, answer: str) -> str:
        """Signs in with a device's answer; returns the value of the cookie."""
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_authentication_credential_json

        try:
            credential = parse_authentication_credential_json(answer)
            challenge = _challenge_in(credential.response.client_data_json)
            passkey = await self._store.by_id(bytes_to_base64url(credential.raw_id))
            if not await self._store.answered(_kept(challenge), None, now()) or passkey is None:
                raise Problem(403, "passkey", "no-passkey")
            shown = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self._name,
                expected_origin=self._origin,
                credential_public_key=base64url_to_bytes(passkey.key),
                credential_current_sign_count=passkey.count,
                require_user_verification=True,
            )
        except _wrong() as error:
            raise Problem(403, "passkey", "no-passkey") from error
        account = await self._accounts.by_id(passkey.account)
        if account is None or not await self._store.use(passkey, shown.new_sign_count, now()):
            raise Problem(403, "passkey", "no-passkey")
        return await self._accounts.enter(caller, account)

    async def _keep(self, challenge: bytes, account: str | None) -> None:
        at = now()
        await self._store.challenge(CodeRow(_kept(challenge), "passkey", account, "", at, after(at, minutes=MINUTES)))


def _kept(challenge: bytes) -> str:
    """The stored form of a challenge."""
    return hashed(f"passkey {challenge.hex()}")


def _challenge_in(client_data: bytes) -> bytes:
    """The challenge that a device claims to answer, unverified."""
    from webauthn.helpers import parse_client_data_json

    return parse_client_data_json(client_data).challenge


def _wrong() -> tuple[type[Exception], ...]:
    """The refusal of a malformed or wrong answer, also of one that is nested too deep to be read."""
    from webauthn.helpers.exceptions import WebAuthnException

    return WebAuthnException, ValueError, KeyError, TypeError, RecursionError


# --- addresses --------------------------------------------------------------------------------------------------
def _passkeys(request: AnyRequest) -> Passkeys:
    accounts_of(request)
    return service(request, Passkeys)


@get("/api/account/passkeys", responses=REFUSALS)
async def list_passkeys(request: AnyRequest) -> Response[list[Passkey]]:
    """The passkeys of this account."""
    return as_json(await _passkeys(request).mine(caller_of(request)))


@post("/api/account/passkeys/prepare", status_code=200, responses=REFUSALS)
async def prepare_passkey(request: AnyRequest, data: JSONBody[PasskeyWanted]) -> Response[PasskeyOptions]:
    """Registration options for a new passkey."""
    return as_json(await _passkeys(request).prepare(caller_of(request), data.password))


@post("/api/account/passkeys", status_code=200, responses=REFUSALS)
async def add_passkey(request: AnyRequest, data: JSONBody[PasskeyMade]) -> Response[list[Passkey]]:
    """Adds the passkey that a device has made."""
    return as_json(await _passkeys(request).add(caller_of(request), data.answer, data.name))


@post("/api/account/passkeys/remove", status_code=200, responses=REFUSALS)
async def remove_passkey(request: AnyRequest, data: JSONBody[PasskeyRemoved]) -> Response[list[Passkey]]:
    """Removes a passkey."""
    return as_json(await _passkeys(request).remove(caller_of(request), data.id))


@post("/api/account/passkeys/ask", status_code=200, responses=REFUSALS)
async def ask_passkey(request: AnyRequest) -> Response[PasskeyOptions]:
    """Options for signing in with a passkey."""
    return as_json(await _passkeys(request).ask(caller_of(request)))


@post("/api/account/passkeys/sign-in", status_code=204, responses=REFUSALS)
async def sign_in_by_passkey(request: AnyRequest, data: JSONBody[PasskeyShown]) -> Response[None]:
    """Signs this browser in by a passkey; the games that were begun in it come along."""
    cookie: Any = await _passkeys(request).enter(caller_of(request), data.answer)
    return Response(None, status_code=204, cookies=cookies_for(request, cookie))


HANDLED: Final = [
    list_passkeys, prepare_passkey, add_passkey, remove_passkey, ask_passkey, sign_in_by_passkey,
]  # fmt: skip
