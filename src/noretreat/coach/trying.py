"""A turn played again: what a player has tried in a sandbox, against what was played in the game it was begun from."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat import game
from noretreat.coach.records import Alternative, Tried
from noretreat.coach.turning import GAMES, Marches, Turns, chances, compared, plan_of
from noretreat.core.actions import Action
from noretreat.core.board import SIDES
from noretreat.core.state import State
from noretreat.data.facts import Phase
from noretreat.storage import savegame
from noretreat.storage.savegame import SavedGame


def tried(origin: SavedGame, ply: int, sandbox: SavedGame, games: int = GAMES) -> Tried | None:
    """How a Movement Phase was played in a sandbox that was begun after `ply` actions of a game, against how it was
    played there; None where it was not begun in one, or the game did not go on.

    The two, and the plan of the computer, are played on by habit to the next turn of that side, with the same dice.
    """
    done = savegame.replay(origin)
    if ply < done.start or ply >= done.ply:
        return None
    before = savegame.replay(origin, ply).state
    if before.phase is not Phase.MOVEMENT:
        return None
    turn, side = before.turn, SIDES[before.phasing]
    played = _marches(before, [entry.action for entry, _ in done.entries[ply - done.start :]])
    own = _marches(savegame.replay(sandbox, 0).state, [entry.action for entry in sandbox.entries])
    found = Tried(ply, turn, side, own.over, own.deeds())
    if played.after is None or own.after is None or not own.over:
        return found
    there = chances(played.after, side, games)
    deeds, plan = plan_of(before)
    computer = None
    if set(deeds) != set(played.deeds()):
        computer = Alternative(deeds, *compared(chances(plan, side, games), there), games)
    gain, low, high = compared(chances(own.after, side, games), there)
    return Tried(ply, turn, side, True, own.deeds(), gain, low, high, games, computer)


def _marches(state: State, actions: Sequence[Action]) -> Marches:
    """The Movement Phase that a position is in, played on by these actions."""
    key = state.turn, SIDES[state.phasing]
    watch = Turns()
    for action in actions:
        if state.phase is not Phase.MOVEMENT or (state.turn, SIDES[state.phasing]) != key or state.ended is not None:
            break
        after, events = game.apply(state, action)
        watch.watch((state, action, after, events))
        state = after
    return watch.of[key]
