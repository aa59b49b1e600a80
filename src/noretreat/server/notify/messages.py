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

from noretreat.data.languages import LANGUAGES
from noretreat.server.notify.news import Told
from noretreat.server.notify.texts import MessageTexts
from noretreat.server.notify.web_push import PushMessage
from noretreat.storage.notices import AddressRow, NoticeRow

_WEIGHT: Final = re.compile(r"q=([01](?:\.\d{0,3})?)", re.ASCII | re.IGNORECASE)
_UNFOLDED: Final = SMTP.clone(max_line_length=500)
"""Some mailboxes read no link that is folded over two lines."""
NAMED: Final = 3
"""Games that the subject of a digest names, and things that it says of one game."""
PRESSING: Final = frozenset({"claim", "short", "time", "turn", "nudge", "bid", "dice"})
"""Kinds of notices that a subject says first."""
LONGEST_PUSH: Final = 900
"""Characters of a push message: encrypted, it must fit into 4 kB (RFC 8030)."""


class MailHeader(msgspec.Struct, frozen=True):
    """The sender of the mails, and the site that their links lead to."""

    sender: str
    url: str
    """Of the site, without a slash at its end."""


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


def headline(said: Sequence[Told], notices: Sequence[NoticeRow], words: MessageTexts) -> str:
    """The subject of one or more notices: of several it names the games. A phone shows some forty characters of it:
    they say what is wanted, and in which game.
    """
    if len(said) == 1:
        return said[0].subject
    games = list(dict.fromkeys(one.game for one in said))
    if len(games) == 1:
        pressing = {one.id for one in notices if one.kind in PRESSING}
        ordered = sorted(zip(notices, said, strict=True), key=lambda pair: pair[0].id not in pressing)
        first, *more = {one.headline: one for _, one in ordered}.values()
        also = words.semicolon.join([first.subject, *(one.headline for one in more[: NAMED - 1])])
        return also + (f"{words.semicolon}…" if len(more) >= NAMED else "")
    turns = all(one.kind in ("turn", "nudge", "bid", "dice", "short") for one in notices)
    names = words.semicolon.join([*games[:NAMED], *(["…"] if len(games) > NAMED else [])])
    return f"{words('many' if turns else 'news', n=len(games))}{words.colon}{names}"


def notice_mail(
    notices: Sequence[NoticeRow], said: Sequence[Told], address: AddressRow, head: MailHeader, words: MessageTexts
) -> EmailMessage:
    """The mail about one or more games; `said`: the notices in words."""
    subject = headline(said, notices, words)
    off = f"{head.url}/notices/off/{address.off}"
    mail = begun(notices, address.mail, subject, head)
    mail["List-Unsubscribe"] = f"<{off}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    plain = "\n\n".join("\n".join([f"{one.headline}.", *one.lines, f"{head.url}{one.path}"]) for one in said)
    mail.set_content(f"{plain}\n\n{words('off')}{words.colon}{off}\n{words('choose')}{words.colon}{head.url}/\n")
    rows = "".join(
        f"<h2>{escape(one.headline)}</h2>{''.join(f'<p>{escape(line)}</p>' for line in one.lines)}"
        f'<p><a href="{escape(head.url + one.path)}">{escape(words(_way(one)))}</a></p>'
        for one in said
    )
    ending = f'<p><a href="{escape(off)}">{escape(words("off"))}</a></p>'
    return with_page(mail, words, f"{rows}{ending}")


def _way(told: Told) -> str:
    """The key of the words of the way to what a notice is about."""
    return "go_tournament" if told.path.startswith("/t/") else "go"


def confirmation_mail(notice: NoticeRow, head: MailHeader, words: MessageTexts) -> EmailMessage:
    """The mail that confirms a player's address."""
    to = f"{head.url}/notices/confirm/{notice.text}"
    mail = begun([notice], notice.mail, about_the_site(words("confirm")), head)
    why, no = words("confirm_why"), words("confirm_not")
    mail.set_content(f"{why}\n\n{words('confirm_go')}{words.colon}{to}\n\n{no}\n")
    button = f'<p><a href="{escape(to)}">{escape(words("confirm_go"))}</a></p>'
    return with_page(mail, words, f"<p>{escape(why)}</p>{button}<p>{escape(no)}</p>")


def push_message(notices: Sequence[NoticeRow], said: Sequence[Told], words: MessageTexts) -> PushMessage:
    """The push message about one or more games; a click leads to the game, or to the list."""
    paths = {one.path for one in said}
    (path,) = paths if len(paths) == 1 else {"/"}
    if path == "/":
        text = "\n".join(one.subject for one in said) if len(said) > 1 else "\n".join(said[0].lines)
    else:
        text = "\n".join(line for one in said for line in ([one.headline] if len(said) > 1 else []) + list(one.lines))
    title = headline(said, notices, words)
    tag = "games" if path == "/" else str(notices[0].game or path)
    return PushMessage(title, text[:LONGEST_PUSH], path, tag, words.language)


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


def about_the_site(subject: str) -> str:
    """A subject that names no game: it says where it comes from."""
    return f"No Retreat!: {subject}"


def begun(notices: Sequence[NoticeRow], to: str, subject: str, head: MailHeader) -> EmailMessage:
    """An empty mail; one that is sent again has the same Message-ID."""
    mail = EmailMessage(_UNFOLDED)
    mail["Subject"], mail["From"] = subject, head.sender
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
