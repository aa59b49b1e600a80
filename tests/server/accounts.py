"""A site with accounts for the tests, on either database, with a real mail server; and what its visitors do."""

from __future__ import annotations

import itertools
import re
from email.message import Message
from pathlib import Path
from typing import Any

import httpx
from server.mailbox import Mailbox, texts_of
from server.support import Browser, Server

SITE = "https://games.example.org"
PASSWORD = "a tank in the mud"
OTHER = "snow before Moscow"
TWIST = """
import functools
import argon2
import noretreat.server.notify.outbox as office
argon2.PasswordHasher = functools.partial(argon2.PasswordHasher, time_cost=2, memory_cost=8, parallelism=1)
import noretreat.server.measures as measures
office.EVERY, measures.FRESH = 0.25, 0.05
measures.LOOKS_ALONE = 0.5
from noretreat.cli.main import main
raise SystemExit(main())
"""
"""Passwords are hashed with little memory, so that nobody waits for them (they have tests of their own). Each look at
what is due takes a site that idles 1.5 ms of processor, for as long as the tests run.
"""
HOST = "host@example.org"
"""The address of the account that may moderate."""
_visitors = itertools.count(1)


def site_on(folder: Path, url: str, mailbox: Mailbox, *, twist: str = "", site: str = SITE, port: str = "0") -> Server:
    """A site with accounts that runs on a store."""
    mail = ("--mail", mailbox.url, "--mail-from", "games@example.org")
    proxy = ("--site", site, "--site-proxy", "127.0.0.1")
    arguments = ["serve", "--database-url", url, *proxy, *mail, "--admin", HOST]
    return Server(folder, twist + TWIST, arguments=arguments, port=port)


class Place:
    """A running site and its mail, for one test: with two people whom no other test knows."""

    def __init__(self, server: Server, url: str, mailbox: Mailbox) -> None:
        self.server, self.url, self.mailbox = server, url, mailbox
        number = next(_visitors)
        self.anna, self.boris = f"anna{number}@example.org", f"boris{number}@example.org"

    def visitor(self, cookies: httpx.Cookies | None = None) -> Browser:
        """A browser behind an address of its own."""
        browser = self.server.browser(cookies)
        number = next(_visitors)
        browser.http.headers["x-forwarded-for"] = f"203.0.{number // 250}.{number % 250 + 1}"
        return browser

    def letter(self, mail: str, number: int = 0) -> Message:
        """A mail that an address was sent, once it is there."""

        def found() -> list[Message]:
            return [one for one in self.mailbox.taken if one["To"] == mail]

        with self.mailbox.news:
            assert self.mailbox.news.wait_for(lambda: len(found()) > number, timeout=60)
            return found()[number]

    def code(self, mail: str, number: int = 0) -> str:
        """The code in a mail."""
        link = re.search(r"https?://[\w.:-]+/account/\w+#(\S+)", words(self.letter(mail, number)))
        assert link
        return link.group(1)

    def made(self, browser: Browser, mail: str, password: str = PASSWORD) -> Browser:
        """A browser that has just made an account."""
        assert post(browser, "letter", mail=mail) == (204, "")
        assert post(browser, "open", code=self.code(mail.strip().lower()), password=password) == (204, "")
        return browser


def words(mail: Message) -> str:
    """The plain text of a mail."""
    return texts_of(mail)[0]


def post(browser: Browser, call: str, **body: Any) -> tuple[int, str]:
    """What a call of accounts answers: its status, and the code of the reason if it is refused."""
    answer = browser.http.post(f"/api/account/{call}", json=body)
    return answer.status_code, "" if answer.status_code < 300 else answer.json()["error"]["why"]["code"]


def mail_of(browser: Browser) -> str:
    """The address of the account that a browser is signed in to."""
    return str(browser.http.get("/api/account").json()["mail"])


def cookie_of(browser: Browser) -> str:
    """What the browser's cookie holds."""
    found = [one.value for one in browser.http.cookies.jar]
    return found[0] or "" if found else ""


def with_cookie(place: Place, browser: Browser, value: str) -> Browser:
    """Another browser with the same cookie of another value."""
    (name,) = {one.name for one in browser.http.cookies.jar}
    other = place.visitor()
    other.http.cookies.set(name, value, domain="127.0.0.1", path="/")
    return other
