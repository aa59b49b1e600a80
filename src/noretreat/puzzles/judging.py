"""Judging a play: solved or not, what it is worth and why, hints, and why a play does not do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from noretreat import game
from noretreat.core.actions import Action, MoveUnit, PlaceCounterblow, RetreatUnit
from noretreat.core.board import BOARD, SIDE_INDEX
from noretreat.core.names import half_id
from noretreat.core.state import State
from noretreat.core.types import CardNumber
from noretreat.puzzles import decisions, moves
from noretreat.puzzles.book import position
from noretreat.puzzles.moves import Found
from noretreat.puzzles.records import BY_MOVES, Kind, Puzzle, PuzzleLine, Verdict
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
    if puzzle.kind in BY_MOVES:
        return moves.is_moving(now, SIDE_INDEX[puzzle.side])
    return decisions.is_deciding(puzzle, position(puzzle), now)


def _found(puzzle: Puzzle, now: State) -> Found:
    if puzzle.kind in BY_MOVES:
        return moves.appraise(puzzle, now)
    return decisions.appraise(puzzle, position(puzzle), now)


def hints(puzzle: Puzzle) -> tuple[PuzzleLine, PuzzleLine, PuzzleLine]:
    """First where, then who, then why, with the rule."""
    state = position(puzzle)
    hexes, units = _deeds(puzzle)
    why = line(state, f"why-{code_of(puzzle.kind)}", hexes, units)
    if puzzle.kind is Kind.COUNTERBLOW:
        side = SIDE_INDEX[puzzle.side]
        spots = [BOARD.node_of[place] for place in hexes]
        own = tuple(BOARD.unit_ids[unit] for spot in spots for unit in state.units_at(spot, side))
        drawn = tuple(BOARD.unit_ids[unit] for unit in decisions.drawn_off(state, puzzle.task.places[0], spots))
        return (
            line(state, "hint-draw-off", (), drawn, units=drawn),
            line(state, "hint-mark", hexes, own, units=own),
            why,
        )
    where = line(state, "hint-where", hexes, places=hexes)
    if puzzle.kind is Kind.CARD:
        halves = [half_id(CardNumber(card), puzzle.side) for card in puzzle.task.cards]
        return where, line(state, "hint-card", halves=halves), why
    return where, line(state, "hint-who", (), units, units=units), why


def why_not(puzzle: Puzzle, actions: Sequence[Action]) -> tuple[PuzzleLine, ...]:
    """Why a play does not do: what the enemy still has, or what is lacking. Nothing if it does."""
    found = judge(puzzle, actions)
    return () if found.solved else found.reasons


def _deeds(puzzle: Puzzle) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The hexes and units of a solution."""
    hexes: dict[str, None] = dict.fromkeys(puzzle.task.places if puzzle.kind is Kind.CARD else ())
    units: dict[str, None] = {}
    last: dict[str, str] = {}
    for action in puzzle.solution:
        if isinstance(action, MoveUnit):
            last[action.unit] = action.to
        elif isinstance(action, RetreatUnit):
            last[action.unit] = action.path[-1]
        elif isinstance(action, PlaceCounterblow):
            hexes[action.hex] = None
    for unit, to in last.items():
        units[unit], hexes[to] = None, None
    return tuple(hexes), tuple(units)
