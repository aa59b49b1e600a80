"""Hints from the computer's choice, and the reasons behind a line of the log."""

from __future__ import annotations

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


def hint_of(state: State, ply: int, side: Side, action: Action) -> Hint:
    """The hint to answer the current question with an action."""
    motive = _weighed(state, side, action)
    return Hint(ply, places_of(action), action, explained(motive, state))


def explained(motive: Motive, state: State) -> Explanation:
    """A motive in words, with the units named by the faces that they show."""
    wanted, odds, feared = ([tell(reason, state.face) for reason in part] for part in motive)
    return Explanation(wanted, odds, feared)


def why(match: Match, past: PastPositions, ply: int, owned: list[Side]) -> Explanation:
    """Why the side that took a step of the log did so. Only the computer, and one's own side, is asked while a game
    runs. Raises a `Problem` for a step of chance, of another player, or that there was not.
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
    return explained(told(before, side, entry.action), before)


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
