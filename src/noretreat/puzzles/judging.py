"""Judging a play: solved or not, what it is worth and why, hints, and why a play does not do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from noretreat import game
from noretreat.core.actions import Action, MoveUnit
from noretreat.core.board import SIDE_INDEX
from noretreat.core.state import State
from noretreat.puzzles import moves
from noretreat.puzzles.book import position
from noretreat.puzzles.moves import Found
from noretreat.puzzles.records import BY_MOVES, Line, Puzzle, Verdict
from noretreat.puzzles.telling import code_of, line


def judge(puzzle: Puzzle, actions: Iterable[Action]) -> Verdict:
    """How a play stands, given all actions since the position of the puzzle.

    It is solved as soon as it is worth what is needed, whatever way led there, and done when its phase is over.
    """
    return verdict(puzzle, played(puzzle, actions))


def verdict(puzzle: Puzzle, now: State) -> Verdict:
    """How a play stands that has led to this position."""
    found = _found(puzzle, now)
    solved = found.worth >= puzzle.needed
    return Verdict(solved or not _goes_on(puzzle, now), solved, found.worth, puzzle.needed, found.lines)


def played(puzzle: Puzzle, actions: Iterable[Action]) -> State:
    """The position after these actions, but no further than to the end of the task."""
    state = position(puzzle)
    for action in actions:
        if not _goes_on(puzzle, state):
            break
        state, _ = game.apply(state, action)
    return state


def _goes_on(puzzle: Puzzle, now: State) -> bool:
    """True while the solver can still do something for the task."""
    return moves.is_moving(now, SIDE_INDEX[puzzle.side])


def _found(puzzle: Puzzle, now: State) -> Found:
    assert puzzle.kind in BY_MOVES
    return moves.appraise(puzzle, now)


def hints(puzzle: Puzzle) -> tuple[Line, Line, Line]:
    """First where, then who, then why, with the rule."""
    state = position(puzzle)
    hexes, units = _deeds(puzzle.solution)
    return (
        line(state, "hint-where", hexes, places=hexes),
        line(state, "hint-who", (), units, units=units),
        line(state, f"why-{code_of(puzzle.kind)}", hexes, units),
    )


def why_not(puzzle: Puzzle, actions: Sequence[Action]) -> tuple[Line, ...]:
    """Why a play does not do: what the enemy still has, or what is lacking. Nothing if it does."""
    found = judge(puzzle, actions)
    return () if found.solved else found.reasons


def _deeds(solution: Sequence[Action]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The hexes and units of a solution."""
    hexes: dict[str, None] = {}
    units: dict[str, None] = {}
    last = {action.unit: action.to for action in solution if isinstance(action, MoveUnit)}
    for unit, to in last.items():
        units[unit], hexes[to] = None, None
    return tuple(hexes), tuple(units)
