"""Sandboxes: games to try things out. One browser plays both sides, from any position.

A sandbox of a game in progress must reveal nothing that its maker does not know: the hidden cards are dealt anew, from
all the cards that could be there.
"""

from __future__ import annotations

import random

from noretreat import game
from noretreat.core.board import SIDE_INDEX, SIDES, SOVIET, bits
from noretreat.core.hidden import deal_anew
from noretreat.core.reasons import reason
from noretreat.core.snapshot import dump, load
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.data.load import DataError
from noretreat.positions import PositionError, position, write_position
from noretreat.rules.deck import KeepOne
from noretreat.server.match import Match
from noretreat.server.origin import origin_of
from noretreat.server.problems import Problem, wrong


def hidden_from(match: Match, viewer: Side | None, owned: list[Side]) -> list[Side]:
    """The sides whose hands `viewer` must not see: none if the game is over or a sandbox of this browser."""
    own_sandbox = origin_of(match.row.scenario) is not None and len(owned) == len(SIDES)
    if game.outcome(match.state) is not None or own_sandbox:
        return []
    return [side for side in SIDES if side is not viewer]


def fork(state: State, hidden: list[Side], rng: random.Random) -> State:
    """The state to play on from: as it was, but with new hidden hands of the same sizes.

    The new cards do not depend on the old ones: they are dealt from all cards that nobody else has seen.
    """
    new = state.copy()
    if not hidden:
        return new
    drawn = {depth: _drawn(state, frame) for depth, frame in enumerate(state.stack) if isinstance(frame, KeepOne)}
    sides = [SIDE_INDEX[side] for side in hidden]
    for together in [[side] for side in sides] if new.has_own_deck(SOVIET) else [sides]:
        deal_anew(new, together, rng)
    for depth, count in drawn.items():
        frame = new.stack[depth]
        if isinstance(frame, KeepOne) and frame.side in sides:
            # A choice among cards just drawn remembers the hand before the draw: it gets one that fits the new hand.
            hand = list(bits(new.hands[frame.side]))
            new.stack[depth] = KeepOne(frame.side, sum(1 << card for card in rng.sample(hand, len(hand) - count)))
    # The options of the true hand must not be copied: they are worked out again.
    return load(dump(new))


def _drawn(state: State, frame: KeepOne) -> int:
    """How many cards of the hand are new since the choice among them was set up."""
    return (state.hands[frame.side] & ~frame.before).bit_count()


def position_text(state: State, hidden: list[Side]) -> str:
    """A position as text, with a comment line for each hand that must not be seen."""
    if not hidden:
        return write_position(state)
    blank = state.copy()
    notes = []
    for side in hidden:
        index = SIDE_INDEX[side]
        notes.append(f"# hand {side.value}: {blank.hands[index].bit_count()} cards, not known")
        blank.hands[index] = 0
    return "\n".join([write_position(blank), *notes])


def checked(text: str) -> State:
    """The state of a typed position; raises `Problem` with the line and what is wrong with it."""
    try:
        return position(text)
    except PositionError as error:
        raise Problem(400, "bad_request", error.told) from None
    except (ValueError, DataError) as error:
        raise Problem(400, "bad_request", wrong(error)) from None
    except (AssertionError, KeyError, IndexError, TypeError, RuntimeError) as error:
        raise Problem(400, "bad_request", reason("cannot-set-up", detail=str(error))) from None
