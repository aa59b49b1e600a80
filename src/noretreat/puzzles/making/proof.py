"""The proof of a puzzle: its solution solves it, doing nothing does not, nor do nearly all other plans."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from noretreat import game, positions
from noretreat.core.actions import Action, RetreatUnit
from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX, SIDES
from noretreat.core.state import State
from noretreat.puzzles import book, judging
from noretreat.puzzles.making import questions
from noretreat.puzzles.making.plans import Deed, Ground
from noretreat.puzzles.moves import judged
from noretreat.puzzles.records import BY_MOVES, Kind, Puzzle
from noretreat.rules.stacking import room_for

SAMPLES: Final = 200
"""Random plans that are tried."""
MOST: Final = 0.02
"""The most of them that may solve a puzzle."""
MOST_SINGLE: Final = 2
"""The most single moves that may solve a puzzle whose solution is one move."""


MOST_RIGHT: Final = 0.34
"""The largest part of all answers that may solve a puzzle of one decision."""


def prove(puzzle: Puzzle) -> list[str]:
    """What speaks against a puzzle; nothing if it is proved."""
    try:
        start = book.position(puzzle)
        verdict = judging.judge(puzzle, puzzle.solution)
    except (positions.PositionError, game.IllegalAction) as error:
        return [f"it cannot be played: {error}"]
    problems = []
    if game.actor(start) is not SIDES[SIDE_INDEX[puzzle.side]]:
        return ["the solver has nothing to decide in its position"]
    if start.hands[ENEMY[SIDE_INDEX[puzzle.side]]]:
        problems.append("the other side holds cards")
    if not verdict.solved:
        problems.append(f"the solution is worth {verdict.worth:g}, and {puzzle.needed:g} is needed")
    elif verdict.worth != puzzle.worth:
        problems.append(f"the solution is worth {verdict.worth:g}, not {puzzle.worth:g}")
    if judging.judge(puzzle, ()).solved:
        problems.append("it is solved before anything is done")
    if problems:
        return problems
    return _too_easy_moves(puzzle, start) if puzzle.kind in BY_MOVES else _too_easy_choice(puzzle, start)


def _too_easy_choice(puzzle: Puzzle, start: State) -> list[str]:
    """Looks at all ways to answer."""
    ways = questions.choices(puzzle, start)
    wrong = [choice for choice in ways if choice.worth < puzzle.needed]
    right = len(ways) - len(wrong)
    if right > MOST_RIGHT * len(ways):
        return [f"{right} of {len(ways)} answers solve it"]
    if puzzle.kind is Kind.RETREAT and all(_ends_in_a_full_hex(start, choice.actions) for choice in wrong):
        return ["every wrong retreat ends in a hex that is full already"]
    return []


def _ends_in_a_full_hex(start: State, actions: Sequence[Action]) -> bool:
    """Does one of these retreats end where the map shows that there is no room (8.4)?"""
    for action in actions:
        if isinstance(action, RetreatUnit):
            end = 1 << BOARD.node_of[action.path[-1]]
            if not room_for(start, BOARD.unit_index[action.unit], end):
                return True
    return False


def _too_easy_moves(puzzle: Puzzle, start: State) -> list[str]:
    ground = Ground(start, SIDE_INDEX[puzzle.side])

    def solves(state: State) -> bool:
        return judged(puzzle.kind, state, ground.side, puzzle.task).worth >= puzzle.needed

    if puzzle.kind is Kind.HOLD and ground.walks_in([BOARD.node_of[place] for place in puzzle.task.places], solves):
        return ["it is enough to walk into each of the places"]
    single = singles(ground, ground.deeds, solves)
    if len(single) > (MOST_SINGLE if len(puzzle.solution) == 1 else 0):
        return [f"{len(single)} single moves solve it"]
    return []


def singles(ground: Ground, deeds: Sequence[Deed], solves: Callable[[State], bool]) -> list[Deed]:
    """The single moves that solve a task."""
    return [deed for deed in deeds if (there := ground.with_([deed])) is not None and solves(there)]


def share(
    ground: Ground, deeds: Sequence[Deed], units: int, solves: Callable[[State], bool], samples: int = SAMPLES
) -> float:
    """The share of random plans of as many units that solve a task."""
    dice = random.Random(0)
    known = sorted({deed.unit for deed in deeds})
    if len(known) < units:
        return 0.0
    solved = 0
    for _ in range(samples):
        movers = dice.sample(known, units)
        plan = [dice.choice([deed for deed in deeds if deed.unit == unit]) for unit in movers]
        there = ground.with_(plan)
        solved += there is not None and solves(there)
    return solved / samples
