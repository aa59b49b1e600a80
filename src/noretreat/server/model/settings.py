"""The settings of the host's language model."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import msgspec

SECONDS: Final = 90
"""Seconds that an answer may take in all."""
SILENCE: Final = 60
"""Seconds without a word after which nothing more is expected: a local model is loaded first."""
QUOTA: Final = 20
"""Questions that one visitor may ask in an hour."""
LONGEST_NAME: Final = 200
"""The most characters of a model's name."""


class ModelSettings(msgspec.Struct, frozen=True):
    """Where the model is, and how much may be asked of it."""

    url: str
    """The beginning of its addresses, `http://127.0.0.1:11434/v1`, without a slash at its end."""
    model: str
    key: str = ""
    """Sent as a bearer token; empty for a model that wants none."""
    seconds: float = SECONDS
    quota: int = QUOTA
    silence: float = SILENCE

    @property
    def host(self) -> str:
        """What readers are told of where their words go."""
        return urlsplit(self.url).netloc


def address_of(text: str) -> str:
    """The address of a model's server without a slash at its end; raises `ValueError` with what is wrong.

    The host chooses it, so it may be inside the host's own network.
    """
    parts = urlsplit(text)
    parts.port  # noqa: B018  (it is read to see whether it is one)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("it begins with https:// or http://")
    if parts.username is not None:
        raise ValueError("a key belongs in NORETREAT_ASK_KEY")
    if parts.query or parts.fragment or not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError("it is an address such as http://127.0.0.1:11434/v1")
    return text.rstrip("/").removesuffix("/chat/completions")
