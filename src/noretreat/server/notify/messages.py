"""The texts of notices in the reader's language: mails, the pages behind their links, and push messages."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from html import escape
from typing import Final

import msgspec

from noretreat.data.load import load_letters, load_tongue
from noretreat.explain.sentences.tongue import Tongue
from noretreat.server.game.turn_notice import TurnQuestion
from noretreat.server.notify.web_push import PushMessage
from noretreat.storage.notices import AddressRow, NoticeRow

LANGUAGES: Final = ("en", "de", "fr", "pl", "ru")
_WEIGHT: Final = re.compile(r"q=([01](?:\.\d{0,3})?)", re.ASCII | re.IGNORECASE)
_UNFOLDED: Final = SMTP.clone(max_line_length=500)
"""Some mailboxes read no link that is folded over two lines."""


class MailHeader(msgspec.Struct, frozen=True):
    """The sender of the mails, and the site that their links lead to."""

    sender: str
    url: str
    """Of the site, without a slash at its end."""


class MessageTexts:
    """The texts of mails and messages in a language; English for an unknown one."""

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"
        self._texts = load_letters()[self.language]

    def __call__(self, key: str, **args: object) -> str:
        """A text with its placeholders filled."""
        return Tongue(self.language, self._texts).say(key, args)

    def asked(self, text: str) -> str:
        """The question in a notice's text; texts of earlier versions, and names, are returned as they are."""
        if not text.startswith("{"):
            return text
        asking = msgspec.json.decode(text, type=TurnQuestion)
        if self.language == "en":
            return asking.text
        tongue = Tongue(self.language, load_tongue(self.language), asking.backs)
        try:
            return " ".join(tongue.say(f"prompt.{name}", asking.args) for name in asking.said)
        except KeyError:  # a question that this version has no more
            return asking.text


def preferred(accepted: str) -> str:
    """The supported language that a browser prefers (`Accept-Language`, RFC 9110, 12.5.4); else English."""
    wanted: list[tuple[float, str]] = []
    for one in accepted.split(","):
        tag, _, weight = one.partition(";")
        found = _WEIGHT.fullmatch(weight.strip()) if weight else None
        language = tag.strip().lower().partition("-")[0]
        if language in LANGUAGES and (found or not weight):
            wanted.append((float(found[1]) if found else 1.0, language))
    # Of two that are liked as well, the first.
    best, language = max(wanted, key=lambda pair: pair[0], default=(0.0, "en"))
    return language if best > 0 else "en"


def headline(notices: Sequence[NoticeRow], words: MessageTexts) -> str:
    """The subject of one or more notices."""
    if len(notices) > 1:
        return words("many", n=len(notices))
    (notice,) = notices
    if notice.kind == "invite":
        return words("invite", name=notice.text)
    return words(notice.kind if notice.kind in ("nudge", "bid") else "turn")


def body(notice: NoticeRow, words: MessageTexts) -> str:
    """The text of a notice about its game."""
    if notice.kind == "bid":
        return words("bid_body")
    return words("invite_body", name=notice.text) if notice.kind == "invite" else words.asked(notice.text)


def link(notice: NoticeRow, head: MailHeader) -> str:
    """The link of a notice: an invitation by name is answered in the lobby."""
    return f"{head.url}/" if notice.kind == "invite" else f"{head.url}/g/{notice.game}"


def notice_mail(
    notices: Sequence[NoticeRow], address: AddressRow, head: MailHeader, words: MessageTexts
) -> EmailMessage:
    """The mail about one or more games that wait for a player."""
    subject = headline(notices, words)
    off = f"{head.url}/notices/off/{address.off}"
    lines = [(body(one, words), link(one, head)) for one in notices]
    mail = begun(notices, address.mail, subject, head)
    mail["List-Unsubscribe"] = f"<{off}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    plain = "\n\n".join(f"{text}\n{to}" for text, to in lines)
    mail.set_content(f"{subject}.\n\n{plain}\n\n{words('off')}: {off}\n")
    go = escape(words("go"))
    rows = "".join(f'<p>{escape(text)}<br><a href="{escape(to)}">{go}</a></p>' for text, to in lines)
    ending = f'<p><a href="{escape(off)}">{escape(words("off"))}</a></p>'
    return with_page(mail, words, f"<h1>{escape(subject)}</h1>{rows}{ending}")


def confirmation_mail(notice: NoticeRow, head: MailHeader, words: MessageTexts) -> EmailMessage:
    """The mail that confirms a player's address."""
    to = f"{head.url}/notices/confirm/{notice.text}"
    mail = begun([notice], notice.mail, words("confirm"), head)
    why, no = words("confirm_why"), words("confirm_not")
    mail.set_content(f"{why}\n\n{words('confirm_go')}: {to}\n\n{no}\n")
    button = f'<p><a href="{escape(to)}">{escape(words("confirm_go"))}</a></p>'
    return with_page(mail, words, f"<p>{escape(why)}</p>{button}<p>{escape(no)}</p>")


def push_message(notices: Sequence[NoticeRow], words: MessageTexts) -> PushMessage:
    """The push message about one or more waiting games; a click leads to the game, or to the list."""
    first = notices[0]
    alone = len(notices) == 1 and first.kind != "invite"
    text = "\n".join(body(one, words) for one in notices)
    title = f"No Retreat!: {headline(notices, words)}"
    where = f"/g/{first.game}" if alone else "/"
    return PushMessage(title, text, where, str(first.game) if alone else "games", words.language)


def is_hook(address: str) -> bool:
    """True for the address of a webhook."""
    return address.startswith("https:")


def words_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    plain = mail.get_body(("plain",))
    return "" if plain is None else str(plain.get_content())


def mark_of(notices: Sequence[NoticeRow]) -> str:
    """An id for these notices that stays the same however often they are sent."""
    names = " ".join(sorted(f"{one.id} {one.kind}" for one in notices))
    return hashlib.sha256(names.encode()).hexdigest()[:32]


def begun(notices: Sequence[NoticeRow], to: str, subject: str, head: MailHeader) -> EmailMessage:
    """An empty mail; one that is sent again has the same Message-ID."""
    mail = EmailMessage(_UNFOLDED)
    mail["Subject"], mail["From"] = f"No Retreat!: {subject}", head.sender
    if not is_hook(to):
        mail["To"] = to
    host = head.sender.rpartition("@")[2].strip("<> ") or "localhost"
    mail["Message-ID"] = f"<{mark_of(notices)}@{host}>"
    mail["Date"] = format_datetime(datetime.fromisoformat(min(one.due for one in notices)))
    mail["Auto-Submitted"] = "auto-generated"
    return mail


def with_page(mail: EmailMessage, words: MessageTexts, rows: str) -> EmailMessage:
    """Adds an HTML version to a mail with plain text; `rows` is HTML."""
    mail.add_alternative(f'<html lang="{words.language}"><body>{rows}</body></html>', subtype="html")
    return mail
