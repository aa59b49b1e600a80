"""The mails of accounts: links that are used once, and what was changed. Links lead to a page that asks first."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from email.message import EmailMessage
from html import escape
from typing import Final

from noretreat.server.letters import Letterhead, Words, begun
from noretreat.server.post_office import WRITERS, Writer
from noretreat.storage.database import NoticeRow

HOURS: Final = 2
"""How long a link of a mail is good for."""

_NOT_YOU: Final = "If it was not you, do nothing: the link alone changes nothing, and runs out by itself."
_LINKS: Final = {
    "new": (
        "Your account",
        "Somebody, you we hope, wants to play No Retreat! with an account at this address. There is none yet.",
        "Make the account",
        "open",
    ),
    "known": (
        "Your account",
        "Somebody, you we hope, wants to get into your account. If you know your password, just sign in.",
        "Choose a new password",
        "open",
    ),
    "mail": (
        "Your new address",
        "Somebody, you we hope, wants to use this address for an account in No Retreat!",
        "Use this address",
        "mail",
    ),
}
"""Subject, why, what the link does, and the page that it leads to."""
_TOLD: Final = {
    "password": ("Your password was changed", "The password of your account was changed."),
    "address": (
        "Your address was changed",
        "Your account has another mail address now; this one gets no more mail.",
    ),
    "passkey": ("A passkey was added", "A passkey was added to your account: whoever has it can sign in."),
    "deleted": ("Your account was deleted", "Your account and your data were deleted."),
}


def letter_of(topic: str, mail: str, at: str, code: str = "") -> NoticeRow:
    """A letter that waits to be sent at once: with a code, or about what has changed."""
    name = secrets.token_hex(12)
    kind = "account" if code else "account-told"
    return NoticeRow(name, f"letter {name}", None, kind, f"{topic} {code}".strip(), mail, at, at)


def with_link(notice: NoticeRow, head: Letterhead, words: Words) -> EmailMessage:
    """The mail with a link that is used once."""
    topic, _, code = notice.text.partition(" ")
    subject, why, deed, page = _LINKS[topic]
    # What stands behind the # reaches no server and no log.
    link = f"{head.url}/account/{page}#{code}"
    hours = f"The link is good for {HOURS} hours, and once."
    mail = begun([notice], notice.mail, subject, head)
    mail.set_content(f"{why}\n\n{deed}: {link}\n\n{hours} {_NOT_YOU}\n")
    button = f'<p><a href="{escape(link)}">{escape(deed)}</a></p>'
    mail.add_alternative(f"<p>{escape(why)}</p>{button}<p>{escape(hours)} {escape(_NOT_YOU)}</p>", subtype="html")
    return mail


def told(notice: NoticeRow, head: Letterhead, words: Words) -> EmailMessage:
    """The mail that says what was changed."""
    subject, what = _TOLD[notice.text]
    way = f"If it was not you, take your account back: {head.url}/account"
    mail = begun([notice], notice.mail, subject, head)
    mail.set_content(f"{what}\n\n{way}\n")
    mail.add_alternative(f"<p>{escape(what)}</p><p>{escape(way)}</p>", subtype="html")
    return mail


LETTERS: Final[Mapping[str, Writer]] = {**WRITERS, "account": with_link, "account-told": told}
"""Who writes which kind of notice, where there are accounts."""
