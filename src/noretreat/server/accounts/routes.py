"""The calls of accounts: addresses and cookies."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from noretreat.server.accounts.export_and_delete import AccountData, DeletionPreview
from noretreat.server.accounts.service import Accounts, Caller
from noretreat.server.accounts.sessions import name_of
from noretreat.server.http.attempts import guarded
from noretreat.server.http.errors import REFUSALS, Problem
from noretreat.server.http.rate_limit import visitor_at
from noretreat.server.http.responses import AnyRequest, AnyResponse, as_json
from noretreat.server.http.security import cookies_for, token_of, visitor_of
from noretreat.server.http.services import service, services_of
from noretreat.server.notify.messages import preferred

ZIP: Final = "application/zip"
Text = Annotated[str, msgspec.Meta(max_length=1000)]


class Admins(msgspec.Struct, frozen=True):
    """The mail addresses of the accounts that may moderate."""

    mails: frozenset[str]


class Account(msgspec.Struct, frozen=True):
    """The account that a browser is signed in to, as shown to it."""

    offered: bool
    """This server has accounts."""
    mail: str
    """Empty if nobody is signed in."""
    made: str
    host: bool
    """It is one of those that may moderate."""


class LinkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a request for a link: the address to send it to."""

    mail: Text


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a request about a link: the code at its end."""

    code: Text


class LinkOwner(msgspec.Struct, frozen=True):
    """The address that a link was sent to."""

    mail: str
    known: bool
    """There is an account: the link sets its password."""


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Body of the use of a link: the code, and the new password."""

    code: Text
    password: Text
    notices: bool = False
    """Mails about the games of a new account go to its address."""


class SigningIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a sign-in."""

    mail: Text
    password: Text


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a change of password: the current one and the new one."""

    password: Text
    wanted: Text


class NewMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a change of address."""

    password: Text
    mail: Text


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a request that needs the password."""

    password: Text


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Body of a sign-out of other browsers: the id of one, or empty for all."""

    id: Text = ""


class Session(msgspec.Struct, frozen=True):
    """A browser that is signed in."""

    id: str
    made: str
    seen: str
    """Time of its last use, to the hour."""
    program: str
    """The browser's name for itself (its user agent)."""
    here: bool
    """The session of this request."""


def accounts_of(request: AnyRequest) -> Accounts:
    """The accounts of this server; raises a 404 if it has none."""
    found = services_of(request).find(Accounts)
    if found is None:
        raise Problem(404, "not_found", "no-accounts")
    return found


def caller_of(request: AnyRequest) -> Caller:
    """The caller behind a request."""
    program, client = request.headers.get("user-agent", ""), request.client
    language = preferred(request.headers.get("accept-language", ""))
    return Caller(visitor_of(request), token_of(request), program, visitor_at(client.host) if client else "", language)


def _nothing(request: AnyRequest, cookie: str) -> AnyResponse:
    """A response that only sets the cookie."""
    return Response(None, status_code=204, cookies=cookies_for(request, cookie))


@get("/api/account", responses=REFUSALS)
async def show_account(request: AnyRequest) -> Response[Account]:
    """The account that this browser is signed in to."""
    accounts = services_of(request).find(Accounts)
    found = await accounts.mine(caller_of(request)) if accounts else None
    if found is None:
        return as_json(Account(accounts is not None, "", "", host=False))
    admins = services_of(request).find(Admins)
    return as_json(Account(True, found.mail, found.made, host=admins is not None and found.mail in admins.mails))


@post("/api/account/letter", status_code=204, responses=REFUSALS)
async def write_letter(request: AnyRequest, data: JSONBody[LinkRequest]) -> None:
    """Sends a link to an address, whether it has an account or not: to make one, or to choose another password."""
    await accounts_of(request).write_to(caller_of(request), data.mail)


@post("/api/account/link", status_code=200, responses=REFUSALS)
async def show_link(request: AnyRequest, data: JSONBody[Link]) -> Response[LinkOwner]:
    """Shows the address that a link was sent to, without using it up."""
    async with guarded(request):
        return as_json(LinkOwner(*await accounts_of(request).owner_of(data.code)))


@post("/api/account/open", status_code=204, responses=REFUSALS)
async def open_account(request: AnyRequest, data: JSONBody[Opening]) -> Response[None]:
    """Makes an account, or sets its password, by a link; this browser is signed in, all others are signed out."""
    async with guarded(request):
        accounts, caller = accounts_of(request), caller_of(request)
        return _nothing(request, await accounts.open(caller, data.code, data.password, notices=data.notices))


@post("/api/account/sign-in", status_code=204, responses=REFUSALS)
async def sign_in(request: AnyRequest, data: JSONBody[SigningIn]) -> Response[None]:
    """Signs this browser in; the games that were begun in it come along."""
    return _nothing(request, await accounts_of(request).sign_in(caller_of(request), data.mail, data.password))


@post("/api/account/sign-out", status_code=204, responses=REFUSALS)
async def sign_out(request: AnyRequest) -> Response[None]:
    """Signs this browser out."""
    caller = caller_of(request)
    accounts = accounts_of(request)
    if caller.visitor is None:
        raise Problem(403, "not_yours", "not-signed-in")
    await accounts.sign_out(caller)
    return _nothing(request, "")


@post("/api/account/password", status_code=204, responses=REFUSALS)
async def change_password(request: AnyRequest, data: JSONBody[NewPassword]) -> None:
    """Changes the password; every other browser is signed out."""
    await accounts_of(request).change_password(caller_of(request), data.password, data.wanted)


@post("/api/account/mail", status_code=204, responses=REFUSALS)
async def change_mail(request: AnyRequest, data: JSONBody[NewMail]) -> None:
    """Sends a confirmation link to the account's new address."""
    await accounts_of(request).change_mail(caller_of(request), data.password, data.mail)


@post("/api/account/mail/confirm", status_code=204, responses=REFUSALS)
async def confirm_mail(request: AnyRequest, data: JSONBody[Link]) -> None:
    """Gives an account the address that a link was sent to."""
    async with guarded(request):
        await accounts_of(request).confirm_mail(caller_of(request), data.code)


@get("/api/account/sessions", responses=REFUSALS)
async def list_sessions(request: AnyRequest) -> Response[list[Session]]:
    """The browsers that are signed in to this account."""
    accounts, caller = accounts_of(request), caller_of(request)
    if caller.visitor is None or not caller.visitor.account:
        raise Problem(403, "not_yours", "not-signed-in")
    found = await accounts.sessions.of(caller.visitor.account)
    here = caller.visitor.session
    return as_json([Session(name_of(one), one.made, one.seen, one.program, one.id == here) for one in found])


@post("/api/account/sessions/end", status_code=204, responses=REFUSALS)
async def end_session(request: AnyRequest, data: JSONBody[Ending]) -> None:
    """Signs out one other browser, or all others."""
    await accounts_of(request).end_session(caller_of(request), data.id)


@get("/api/account/data", media_type=ZIP, responses=REFUSALS)
async def download(request: AnyRequest) -> Response[bytes]:
    """All data of this account, as a zip."""
    content = await _departures(request).download(caller_of(request))
    headers = {"content-disposition": 'attachment; filename="noretreat-account.zip"'}
    return Response(content, media_type=ZIP, headers=headers)


@get("/api/account/leaving", responses=REFUSALS)
async def show_leaving(request: AnyRequest) -> Response[DeletionPreview]:
    """Counts the games that deleting this account would affect."""
    return as_json(await _departures(request).before(caller_of(request)))


@post("/api/account/delete", status_code=204, responses=REFUSALS)
async def delete_account(request: AnyRequest, data: JSONBody[Proof]) -> Response[None]:
    """Deletes this account with all personal data."""
    await _departures(request).delete(caller_of(request), data.password)
    return _nothing(request, "")


def _departures(request: AnyRequest) -> AccountData:
    accounts_of(request)
    return service(request, AccountData)


HANDLED: Final = [
    show_account, write_letter, show_link, open_account, sign_in, sign_out, change_password, change_mail, confirm_mail,
    list_sessions, end_session, download, show_leaving, delete_account,
]  # fmt: skip
