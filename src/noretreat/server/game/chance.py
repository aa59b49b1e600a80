"""Chance in a game: the dice and deals follow from a secret that is committed before the first of them (docs/dice.md).

Each die and each card dealt is a *lot*, and lots are numbered through the game. The server picks a secret and shows its
hash at once, the *commitment*; each player's browser adds a seed of its own. A lot follows from the secret, its number
and the seeds given by then. Once the game is over the secret is shown, and everybody can work out every lot again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from noretreat.core.actions import Action
from noretreat.data.facts import Side
from noretreat.server.game.log import LogEntry, lots_in
from noretreat.storage.games import ChanceRow

SECRET_BYTES: Final = 32
_OTHER: Final = {Side.AXIS: Side.SOVIET, Side.SOVIET: Side.AXIS}


class Seed(msgspec.Struct, frozen=True):
    """A player's contribution to the randomness."""

    side: Side
    seed: str
    since: int
    """The number of the first lot that it has a part in."""


def new_chance(match_id: str, entries: Iterable[LogEntry] = ()) -> ChanceRow:
    """A fresh secret for a game in which these entries have been played."""
    return ChanceRow(match_id, secrets.token_hex(SECRET_BYTES), lots_in(entries), "[]")


def seeds_of(row: ChanceRow) -> list[Seed]:
    """The seeds given so far, in the order in which they were."""
    return msgspec.json.decode(row.seeds, type=list[Seed])


def commitment(row: ChanceRow) -> str:
    """The hash of the secret: it gives nothing away, and another secret would not fit it."""
    return hashlib.sha256(bytes.fromhex(row.secret)).hexdigest()


def index(row: ChanceRow, number: int, count: int) -> int:
    """Which of `count` outcomes the lot of this number is.

    HMAC-SHA256 of the number and the seeds, read as a number modulo `count`; the remainder favours none of them by
    more than one part in 2**240.
    """
    words = [str(number), *(each.seed for each in seeds_of(row) if each.since <= number)]
    digest = hmac.digest(bytes.fromhex(row.secret), " ".join(words).encode(), "sha256")
    return int.from_bytes(digest, "big") % count


def outcome_of(row: ChanceRow, number: int, options: Sequence[Action]) -> Action:
    """The outcome of a lot by its number."""
    return options[index(row, number, len(options))]


def with_seed(row: ChanceRow, sides: Iterable[Side], seed: str, entries: Iterable[LogEntry]) -> ChanceRow:
    """The row with a seed for those of the sides that have given none; it counts from the next lot on."""
    given, since = seeds_of(row), lots_in(entries)
    known = {each.side for each in given}
    given += [Seed(side, seed, since) for side in sides if side not in known]
    return msgspec.structs.replace(row, seeds=msgspec.json.encode(given).decode())


def with_sides_swapped(row: ChanceRow) -> ChanceRow:
    """The row for the same players after they have changed seats."""
    given = [msgspec.structs.replace(each, side=_OTHER[each.side]) for each in seeds_of(row)]
    return msgspec.structs.replace(row, seeds=msgspec.json.encode(given).decode())
