"""Hints from the computer's choice, and the reasons behind a line of the log."""

from __future__ import annotations

from typing import Final

import msgspec

from noretreat import game
from noretreat.ai.search.move_gains import gains_of
from noretreat.core.actions import Action, MoveUnit
from noretreat.core.board import SIDE_INDEX
from noretreat.core.reasons import reason, say
from noretreat.core.state import State
from noretreat.data.facts import Side
from noretreat.explain.ahead.motives import SHRUG, Motive, motive_of, places_of
from noretreat.explain.sentences.telling import Told, tell
from noretreat.server.game.match import Match
from noretreat.server.game.past import PastPositions
from noretreat.server.http.errors import Problem

EMPTY: Final = frozenset(say(code).code for code in (SHRUG, "motive-plan"))
"""Sentences that say only that nothing can be said: nobody is offered them."""
ECHOES: Final = frozenset(
    say(f"motive-{name}").code
    for name in ("add-target", "attack", "back", "bring", "entrain", "event", "join", "strengthen")
)
"""Sentences that say what the line of the log says already."""
MOST_STEPS: Final = 60
"""The most steps that are explained at a time."""


class Explanation(msgspec.Struct, frozen=True):
    """The reasons for an action: its aims, the odds, and the dangers seen."""

    wanted: list[Told]
    odds: list[Told]
    feared: list[Told]


class Hint(msgspec.Struct, frozen=True):
    """The computer's advice to a player; the page reveals as much of it as the player asks for."""

    ply: int
    places: tuple[str, ...]
    """The hexes and units concerned."""
    action: Action
    why: Explanation


class Explained(msgspec.Struct, frozen=True):
    """A step of the log, and why it was taken."""

    ply: int
    why: Explanation


def hint_of(state: State, ply: int, side: Side, action: Action) -> Hint:
    """The hint to answer the current question with an action."""
    motive = _weighed(state, side, action)
    return Hint(ply, places_of(action), action, explained(motive, state))


def explained(motive: Motive, state: State, *, beyond: frozenset[str] = EMPTY) -> Explanation:
    """A motive in words, with the units named by the faces that they show; without the sentences of `beyond`."""
    wanted, odds, feared = ([tell(one, state.face) for one in part if one.code not in beyond] for part in motive)
    return Explanation(wanted, odds, feared)


def reasons(match: Match, past: PastPositions, first: int, last: int, owned: list[Side]) -> list[Explained]:
    """Of the steps from `first` to `last`, or the first of them, those of which there is more to say than the log says,
    and what.
    """
    found: list[Explained] = []
    for ply in range(first, min(last, match.ply, first + MOST_STEPS - 1) + 1):
        try:
            why_it = why(match, past, ply, owned)
        except Problem:
            continue
        if why_it.wanted or why_it.odds or why_it.feared:
            found.append(Explained(ply, why_it))
    return found


def why(match: Match, past: PastPositions, ply: int, owned: list[Side]) -> Explanation:
    """Why the side that took a step of the log did so, beyond what the log says. Only the computer, and one's own side,
    is asked while a game runs. Raises a `Problem` for a step of chance, of another player, or that there was not.
    """
    if ply > match.ply:
        raise Problem(400, "bad_query", reason("step-range", first=1, last=match.ply))
    entry = match.log[ply - 1]
    if entry.actor not in SIDE_INDEX:
        raise Problem(400, "bad_query", "no-reasons")
    side = Side(entry.actor)
    if game.outcome(match.state) is None and side not in owned and not match.is_computer(side):
        raise Problem(403, "not_yours", "why-not-yours")
    before = past.at(match, ply - 1)
    if entry.action not in before.options:
        raise Problem(400, "bad_query", "no-reasons")
    told = _weighed if match.is_computer(side) else _plain
    return explained(told(before, side, entry.action), before, beyond=EMPTY | ECHOES)


def _plain(state: State, side: Side, action: Action) -> Motive:
    """The possible reasons for an action."""
    return motive_of(state, SIDE_INDEX[side], action)


def _weighed(state: State, side: Side, action: Action) -> Motive:
    """Adds the computer's valuation; a move that gains nothing by itself is part of a plan."""
    motive, gains = _plain(state, side, action), gains_of(state, SIDE_INDEX[side], action)
    if motive.wanted != (say(SHRUG),):
        return motive._replace(wanted=(*motive.wanted, *gains))
    if isinstance(action, MoveUnit):
        return motive._replace(wanted=gains or (say("motive-plan"),))
    return motive
