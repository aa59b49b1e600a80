"""The mails of accounts: links that are used once, and what was changed. The page of a link asks before it acts.

They are in the language of the browser that asked, since an address may have no player yet.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from email.message import EmailMessage
from html import escape
from typing import Final

from noretreat.data.languages import LANGUAGES
from noretreat.server.notify.messages import MailHeader, about_the_site, begun, with_page
from noretreat.server.notify.outbox import WRITERS, Writer
from noretreat.server.notify.texts import MessageTexts
from noretreat.storage.notices import NoticeRow

HOURS: Final = 2
"""Lifetime of a link in a mail."""

_PAGES: Final = {"new": "open", "known": "open", "mail": "mail"}
"""The page that a link leads to."""


def account_notice(topic: str, language: str, mail: str, at: str, code: str = "") -> NoticeRow:
    """A notice to be mailed at once, in a language: with a code, or about a change to the account."""
    name = secrets.token_hex(12)
    kind = "account" if code else "account-told"
    return NoticeRow(name, f"letter {name}", None, kind, f"{topic} {language} {code}".strip(), mail, at, at)


def with_link(notice: NoticeRow, head: MailHeader, _: MessageTexts) -> EmailMessage:
    """The mail with a single-use link."""
    topic, words, code = _read(notice)
    deed, lines = words(f"account_{topic}_go"), (words("account_hours", n=HOURS), words("account_not"))
    # What stands behind the # reaches no server and no log.
    link = f"{head.url}/account/{_PAGES[topic]}#{code}"
    why, ending = words(f"account_{topic}_why"), " ".join(lines)
    mail = begun([notice], notice.mail, about_the_site(words(f"account_{topic}")), head)
    mail.set_content(f"{why}\n\n{deed}: {link}\n\n{ending}\n")
    button = f'<p><a href="{escape(link)}">{escape(deed)}</a></p>'
    return with_page(mail, words, f"<p>{escape(why)}</p>{button}<p>{escape(ending)}</p>")


def told(notice: NoticeRow, head: MailHeader, _: MessageTexts) -> EmailMessage:
    """The mail that reports a change."""
    topic, words, _code = _read(notice)
    what, way = words(f"account_{topic}_what"), f"{words('account_back')}: {head.url}/account"
    mail = begun([notice], notice.mail, about_the_site(words(f"account_{topic}")), head)
    mail.set_content(f"{what}\n\n{way}\n")
    return with_page(mail, words, f"<p>{escape(what)}</p><p>{escape(way)}</p>")


def _read(notice: NoticeRow) -> tuple[str, MessageTexts, str]:
    """The topic, texts and code of an account notice; notices of earlier versions name no language."""
    topic, *more = notice.text.split()
    spoken = more.pop(0) if more and more[0] in LANGUAGES else "en"
    return topic, MessageTexts(spoken), more[0] if more else ""


WRITERS_WITH_ACCOUNTS: Final[Mapping[str, Writer]] = {**WRITERS, "account": with_link, "account-told": told}
"""Mail writers by kind of notice, including those for accounts."""
