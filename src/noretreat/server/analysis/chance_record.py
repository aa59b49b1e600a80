"""The record of a game's dice and deals: with it everybody can work them out again (docs/dice.md)."""

from __future__ import annotations

import msgspec

from noretreat import game
from noretreat.core.actions import Action, SettleSides
from noretreat.core.state import State
from noretreat.orders.notation import notation
from noretreat.server.game.bids import either
from noretreat.server.game.chance import Seed, commitment, is_sealed, seeds_of
from noretreat.server.game.log import ACTOR, lots_in
from noretreat.server.game.match import Match, decoded


class Lot(msgspec.Struct, frozen=True):
    """A die or a card dealt: what was possible, in order, and what came."""

    number: int
    ply: int
    options: list[str]
    """In the notation of actions."""
    came: str


class ChanceRecord(msgspec.Struct, frozen=True):
    """All that is needed to check the dice and deals of a game; the secret and the lots only once it is over."""

    version: int
    """2 between two people, who sealed their seeds before showing them; 1 elsewhere, and in older games."""
    game: str
    commitment: str
    """SHA-256 of the secret, in hexadecimal digits as all that follows."""
    first: int
    """The number of the first lot that follows from the secret; earlier ones came with the file the game is from."""
    seeds: list[Seed]
    secret: str | None
    lots: list[Lot] | None


def record_of(match: Match) -> ChanceRecord | None:
    """The public record of a game's dice and deals; None without a commitment, as in games of earlier versions."""
    row = match.chance
    if row is None:
        return None
    over = game.outcome(match.state) is not None
    return ChanceRecord(
        2 if is_sealed(row) else 1,
        match.id,
        commitment(row),
        row.first,
        seeds_of(row),
        row.secret if over else None,
        _lots(match, row.first) if over else None,
    )


def _options(state: State, came: Action) -> tuple[Action, ...]:
    """All possible outcomes of a lot."""
    return either(came.bids) if isinstance(came, SettleSides) else game.legal_actions(state)


def _lots(match: Match, first: int) -> list[Lot]:
    """The lots of a game from a number on, with what each could have been: replayed from the first snapshot."""
    start = min(match.snapshots)
    state = decoded(match.snapshots[start])
    found, number = [], lots_in(match.log[:start])
    for entry in match.log[start:]:
        if entry.actor == ACTOR:
            if number >= first:
                options = [notation(option) for option in _options(state, entry.action)]
                found.append(Lot(number, entry.ply, options, notation(entry.action)))
            number += 1
        state, _ = game.apply(state, entry.action)
    return found
