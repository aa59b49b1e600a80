"""Limits on repeated attempts: passwords, mails, codes. Counted in the store, so that a site's processes count
together, and one that is started again goes on.

Litestar's limits keep their counts in a store that is read and then written: who tries from many browsers at once gets
past them. Here a token is taken in one transaction.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import Final

from noretreat.core.reasons import reason
from noretreat.server.http.errors import Problem
from noretreat.server.http.rate_limit import Rate, visitor_at
from noretreat.server.http.responses import AnyRequest
from noretreat.server.http.security import hashed
from noretreat.server.http.services import services_of
from noretreat.storage.attempts import AttemptStore

RATES: Final = {
    "address": Rate(30, 60 / 3600),  # what one visitor's address may try: passwords and letters together
    "account": Rate(10, 30 / 3600),  # passwords for one account from one visitor's address
    "owner": Rate(50, 100 / 3600),  # passwords for one account, from wherever: one stranger locks no owner out
    "link": Rate(10, 30 / 3600),  # passwords that are chosen by one link
    "secret": Rate(30, 60 / 3600),  # wrong codes and invitations from one visitor's address
    "download": Rate(3, 6 / 3600),  # copies of an account's data
    "lobby": Rate(10, 10 / 3600),  # games that anybody may join, offered from one visitor's address
    "letters": Rate(300, 600 / 3600),  # mails that a site sends to addresses nobody has confirmed yet
}
"""Attempts allowed at once, and how many come back in a second."""
_WRONG: Final = (403, 404)
"""Statuses that answer a wrong secret."""


class Attempts:
    """The attempts of all visitors of a site."""

    def __init__(self, store: AttemptStore, clock: Callable[[], float] = time.time) -> None:
        self._store, self._clock = store, clock

    async def count(self, what: str, who: str, rate: Rate | None = None) -> None:
        """Counts an attempt; raises a 429 if there were too many. `rate`: where the host chooses it."""
        rate = rate or RATES[what]
        seconds = await self._store.take(_key(what, who), rate.most, rate.refill, self._clock())
        if seconds:
            raise Problem(429, "too_many", reason("too-many", seconds=int(seconds + 0.999)))

    async def uncount(self, what: str, who: str) -> None:
        """Uncounts an attempt that was none after all."""
        await self._store.give_back(_key(what, who), RATES[what].refill)


async def counted(request: AnyRequest, what: str) -> None:
    """Counts an attempt of the visitor behind a request; raises a 429 if there were too many. A private server counts
    none.
    """
    attempts = services_of(request).find(Attempts)
    if attempts is not None:
        await attempts.count(what, visitor_at(request.client.host if request.client else ""))


def _key(what: str, who: str) -> str:
    """The stored key of a bucket; it reveals no address."""
    return hashed(f"{what} {who}")


@contextlib.asynccontextmanager
async def guarded(request: AnyRequest) -> AsyncIterator[None]:
    """Around the use of a secret: who has come with too many wrong ones has to wait. A private server counts none."""
    attempts = services_of(request).find(Attempts)
    if attempts is None:
        yield
        return
    who = visitor_at(request.client.host if request.client else "")
    await attempts.count("secret", who)
    wrong = False
    try:
        yield
    except Problem as problem:
        wrong = problem.status in _WRONG
        raise
    finally:
        if not wrong:
            await attempts.uncount("secret", who)
