"""Chance in a game: the dice and deals follow from a secret that is committed before the first of them (docs/dice.md).

Each die and each card dealt is a *lot*, and lots are numbered through the game. The server picks a secret and shows its
hash at once, the *commitment*; each player's browser adds a seed of its own. A lot follows from the secret, its number
and the seeds. Once the game is over the secret is shown, and everybody can work out every lot again.

Between two people nobody may choose a seed with knowledge of the other one: each browser first hands in the hash of its
seed, the *seal*, shows the seed only once both seals are in, and no lot is drawn before both seeds are known. Where one
person plays, as in games of earlier versions, a seed counts from the next lot on.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from noretreat.core.actions import Action
from noretreat.data.facts import Side
from noretreat.server.game.log import LogEntry, lots_in
from noretreat.storage.games import ChanceRow

SECRET_BYTES: Final = 32
_OTHER: Final = {Side.AXIS: Side.SOVIET, Side.SOVIET: Side.AXIS}

PartState: TypeAlias = Literal["missing", "sealed", "shown", "given_up"]
"""How far a player's part in the dice has come."""


class Seed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's contribution to the randomness."""

    side: Side
    seed: str
    """Empty while it is only sealed, or where it never came."""
    since: int
    """The number of the first lot that it has a part in."""
    seal: str = ""
    """The SHA-256 of the seed, handed in before any seed was shown; empty where seeds are not sealed."""
    given_up: bool = False
    """The game goes on without it: its dice are not proven against the other player."""


class _SealedSeeds(msgspec.Struct, frozen=True):
    """The stored form of sealed seeds. Those that are not are a plain list."""

    sealed: list[Seed]


class ChanceRefusal(ValueError):
    """A part in the dice that is not taken; the message is the code of the reason."""


def new_chance(match_id: str, entries: Iterable[LogEntry] = (), *, sealed: bool = False) -> ChanceRow:
    """A fresh secret for a game in which these entries have been played; `sealed`: two people play it."""
    seeds = msgspec.json.encode(_SealedSeeds([])).decode() if sealed else "[]"
    return ChanceRow(match_id, secrets.token_hex(SECRET_BYTES), lots_in(entries), seeds)


def is_sealed(row: ChanceRow) -> bool:
    """True if the seeds of a game are sealed before they are shown."""
    return row.seeds.startswith("{")


def seeds_of(row: ChanceRow) -> list[Seed]:
    """The players' parts so far, in the order in which they count: as they were given, or by their seals. The order of
    the seals is settled before any seed is known, so nobody can choose it.
    """
    if is_sealed(row):
        found = msgspec.json.decode(row.seeds, type=_SealedSeeds).sealed
        return sorted(found, key=lambda each: each.seal)
    return msgspec.json.decode(row.seeds, type=list[Seed])


def parts_of(row: ChanceRow) -> dict[Side, PartState]:
    """How far the parts of both sides have come; empty where seeds are not sealed."""
    if not is_sealed(row):
        return {}
    states: dict[Side, PartState] = dict.fromkeys(Side, "missing")
    for each in seeds_of(row):
        states[each.side] = "given_up" if each.given_up else "shown" if each.seed else "sealed"
    return states


def due(row: ChanceRow) -> list[Side]:
    """The sides whose browsers have something to do for the dice now: to seal a seed, or to show it."""
    parts = parts_of(row)
    both = "missing" not in parts.values()
    return [side for side, state in parts.items() if state == "missing" or (state == "sealed" and both)]


def ready(row: ChanceRow) -> bool:
    """True if lots can be drawn: no seed is waited for."""
    return all(state in {"shown", "given_up"} for state in parts_of(row).values())


def commitment(row: ChanceRow) -> str:
    """The hash of the secret: it gives nothing away, and another secret would not fit it."""
    return seal_of(row.secret)


def seal_of(seed: str) -> str:
    """The SHA-256 of random bytes; all in hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def index(row: ChanceRow, number: int, count: int) -> int:
    """Which of `count` outcomes the lot of this number is.

    HMAC-SHA256 of the number and the seeds, read as a number modulo `count`; the remainder favors none of them by
    more than one part in 2**240.
    """
    words = [str(number), *(each.seed for each in seeds_of(row) if each.seed and each.since <= number)]
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
    return _kept(row, given)


def with_seal(row: ChanceRow, side: Side, seal: str) -> ChanceRow:
    """The row with a side's sealed seed; raises `ChanceRefusal` if it has handed in another one, or copies the other's.

    Once is enough: who could seal another seed could choose it when the other side has shown its own.
    """
    given = seeds_of(row)
    mine = next((each for each in given if each.side is side), None)
    if mine is not None:
        if mine.seal != seal:
            raise ChanceRefusal("seed-sealed")
        return row
    if any(each.seal == seal for each in given):
        raise ChanceRefusal("seed-sealed")
    return _kept(row, [*given, Seed(side, "", row.first, seal)])


def with_seed_shown(row: ChanceRow, side: Side, seed: str) -> ChanceRow:
    """The row with the seed that a side has sealed; raises `ChanceRefusal` while the other one is not sealed, and if it
    does not fit.
    """
    given = seeds_of(row)
    mine = next((each for each in given if each.side is side and not each.given_up), None)
    if mine is None or mine.seal != seal_of(seed):
        raise ChanceRefusal("seed-unfit")
    if parts_of(row)[_OTHER[side]] == "missing":
        raise ChanceRefusal("seed-early")
    return _kept(row, [msgspec.structs.replace(each, seed=seed) if each is mine else each for each in given])


def without(row: ChanceRow, side: Side) -> ChanceRow:
    """The row of a game that goes on without the seed of a side, which has not been shown."""
    given = [each for each in seeds_of(row) if each.side is not side]
    mine = next((each for each in seeds_of(row) if each.side is side), Seed(side, "", row.first))
    if mine.seed:
        raise ChanceRefusal("seed-shown")
    return _kept(row, [*given, msgspec.structs.replace(mine, given_up=True)])


def with_sides_swapped(row: ChanceRow) -> ChanceRow:
    """The row for the same players after they have changed seats."""
    given = [msgspec.structs.replace(each, side=_OTHER[each.side]) for each in seeds_of(row)]
    return _kept(row, given)


def _kept(row: ChanceRow, given: list[Seed]) -> ChanceRow:
    """The row with these seeds, in its own stored form."""
    stored = _SealedSeeds(given) if is_sealed(row) else given
    return msgspec.structs.replace(row, seeds=msgspec.json.encode(stored).decode())
