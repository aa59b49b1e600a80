"""Passwords: which ones are taken, and their hashes (Argon2id by argon2-cffi, as RFC 9106 has it for little memory)."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Final

from noretreat.core.reasons import reason
from noretreat.server.limits import Desk
from noretreat.server.problems import Problem

SHORTEST: Final = 12
LONGEST: Final = 128
FEWEST_SIGNS: Final = 5
"""Different characters in a password: fewer are a pattern that is tried first."""


def check(password: str, mail: str) -> None:
    """Raises a 400 for a password that is easily found: short, monotonous, or the address itself."""
    said = _plain(password)
    own = mail.casefold() in said.casefold() or said.casefold() in mail.casefold()
    if not SHORTEST <= len(said) <= LONGEST or len(set(said)) < FEWEST_SIGNS or own:
        raise Problem(400, "bad_password", reason("bad-password", least=SHORTEST, most=LONGEST))


class Passwords:
    """Hashes passwords and compares them, one at a time and beside the event loop."""

    def __init__(self) -> None:
        from argon2 import PasswordHasher

        self._hasher = PasswordHasher()
        self._desk = Desk()
        self._nobody = self._hasher.hash(secrets.token_hex(16))

    async def hashed(self, password: str) -> str:
        """What is stored of a password."""
        return await self._desk.do(lambda: self._hasher.hash(_plain(password)))

    async def fits(self, password: str, stored: str) -> bool:
        """Whether it is the password of which this was stored. Nothing stored fits none, and takes as long."""
        return await self._desk.do(lambda: self._compare(password[: LONGEST * 2], stored or self._nobody)) and bool(
            stored
        )

    def is_old(self, stored: str) -> bool:
        """Whether a password would be hashed otherwise today."""
        return bool(self._hasher.check_needs_rehash(stored))

    def _compare(self, password: str, stored: str) -> bool:
        from argon2.exceptions import VerificationError

        try:
            return bool(self._hasher.verify(stored, _plain(password)))
        except VerificationError:
            return False


def _plain(password: str) -> str:
    """The same password from every keyboard."""
    return unicodedata.normalize("NFKC", password)
