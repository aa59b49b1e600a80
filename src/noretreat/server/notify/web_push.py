"""Web push: notices that a player's browser shows, also while no page is open (RFC 8030, 8291 and 8292).

The message is encrypted for the browser, so that its maker's push service reads nothing; it is signed with a key that
this server has made at first and keeps in its store.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Final

import msgspec

from noretreat.server.notify import webhooks
from noretreat.storage.notices import BrowserRow

if TYPE_CHECKING:
    import httpx

KEPT_FOR: Final = 3 * 24 * 3600
"""Seconds that a push service keeps a message for a browser that is off."""
_POINT: Final = 65
"""Bytes of a browser's key, a point of the curve P-256, ..."""
_AUTH: Final = 16
"""... and of the secret that it shares with us."""
_GONE: Final = (404, 410)


class SubscriptionGone(Exception):
    """A browser's push subscription has ended."""


class Keys(msgspec.Struct, frozen=True):
    """The key that all messages of a server are signed with, in PEM, and its public half as a browser wants it."""

    private: str
    public: str
    shown: str


class PushMessage(msgspec.Struct, frozen=True):
    """A message for the service worker to show, and its link; a newer one with the same `tag` replaces it."""

    title: str
    body: str
    url: str
    tag: str
    lang: str


def new_keys() -> Keys:
    """Makes the key of a server."""
    from webpush.vapid import VAPID

    private, public, shown = VAPID.generate_keys()
    return Keys(private.decode(), public.decode(), shown)


def is_sound(endpoint: str, key: str, auth: str) -> bool:
    """Validates a push subscription: a public address and well-formed keys."""
    try:
        webhooks.parsed(endpoint)
        return len(_decoded(key)) == _POINT and _decoded(key)[0] == 4 and len(_decoded(auth)) == _AUTH
    except (webhooks.HookRefused, ValueError):
        return False


def _decoded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


class Pusher:
    """Sends messages to browsers. `contact` is the mail address of whoever runs the server."""

    def __init__(self, keys: Keys, contact: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.keys, self._contact, self._transport = keys, contact, transport

    async def send(self, browser: BrowserRow, message: PushMessage, topic: str) -> None:
        """Sends a message to a browser; of several with one `topic` the push service keeps the last.

        Raises `SubscriptionGone` if the browser takes none any more, and `HookRefused` if the message was not taken.
        """
        from webpush import WebPush, WebPushSubscription

        maker = WebPush(self.keys.private.encode(), self.keys.public.encode(), self._contact, ttl=KEPT_FOR)
        keys = {"p256dh": browser.key, "auth": browser.auth}
        subscription = WebPushSubscription.model_validate({"endpoint": browser.endpoint, "keys": keys})
        made = maker.get(msgspec.json.encode(message), subscription)
        headers = {**made.headers, "topic": topic, "urgency": "normal", "content-type": "application/octet-stream"}
        status = await webhooks.post(browser.endpoint, made.encrypted, headers, self._transport)
        if status in _GONE:
            raise SubscriptionGone(f"status {status}")
        if not 200 <= status < 300:
            raise webhooks.HookRefused(f"status {status}")
