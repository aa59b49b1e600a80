"""The mistakes in a file of puzzles that only the rules can find."""

from __future__ import annotations

from collections import Counter

from noretreat import game
from noretreat.core.board import BOARD, SIDE_INDEX, SIDES
from noretreat.data.check_tools import Source
from noretreat.data.load import ruleset_ids, scenario_ids
from noretreat.positions import PositionError
from noretreat.puzzles import book, judging
from noretreat.puzzles.records import Puzzle

LEVELS = range(1, 6)


def check_puzzles(source: Source) -> None:
    """Checks each puzzle of a file: what it names, its position, that the solution solves it, and nothing does not."""
    file = source.read(book.PuzzleFile)
    if file is None:
        return
    ids = Counter(puzzle.id for puzzle in file.puzzles)
    for number, puzzle in enumerate(file.puzzles):
        where = ("puzzles", number)
        if ids[puzzle.id] > 1:
            source.complain((*where, "id"), f"another puzzle has the id {puzzle.id!r}, too")
        for field, reason in [*_named(puzzle), *_played(puzzle)]:
            source.complain((*where, field), f"puzzle {puzzle.id}: {reason}")


def _named(puzzle: Puzzle) -> list[tuple[str, str]]:
    """The names that there are not, each with its field."""
    problems = [("task", f"there is no unit {unit!r}") for unit in puzzle.task.units if unit not in BOARD.unit_index]
    problems += [("task", f"there is no hex {place}") for place in puzzle.task.places if place not in BOARD.node_of]
    problems += [("task", f"there is no card {card}") for card in puzzle.task.cards if card not in BOARD.cards]
    if puzzle.scenario not in (*scenario_ids(), "position"):
        problems.append(("scenario", f"there is no scenario {puzzle.scenario!r}"))
    if puzzle.rules not in ruleset_ids():
        problems.append(("rules", f"there is no rule set {puzzle.rules!r}"))
    if puzzle.level not in LEVELS:
        problems.append(("level", f"the level is 1 to 5, not {puzzle.level}"))
    return problems


def _played(puzzle: Puzzle) -> list[tuple[str, str]]:
    """What is wrong with the position and the solution."""
    if _named(puzzle):
        return []
    try:
        start = book.position(puzzle)
    except PositionError as error:
        return [("position", str(error))]
    except game.IllegalAction as error:
        return [("opening", f"an action is not legal: {error}")]
    problems = []
    side = SIDES[SIDE_INDEX[puzzle.side]]
    if game.actor(start) is not side:
        return [("position", f"the {side} side has nothing to decide there")]
    if start.turn != puzzle.turn:
        problems.append(("turn", f"the turn is {start.turn} in the position"))
    if start.setup.options.rules != puzzle.rules:
        problems.append(("rules", f"the rule set is {start.setup.options.rules!r} in the position"))
    if start.hands[1 - SIDE_INDEX[puzzle.side]]:
        problems.append(("position", "the other side must not hold cards"))
    try:
        verdict = judging.judge(puzzle, puzzle.solution)
    except game.IllegalAction as error:
        return [*problems, ("solution", f"an action is not legal: {error}")]
    if not verdict.solved:
        problems.append(("solution", f"it is worth {verdict.worth:g}, and {puzzle.needed:g} is needed"))
    elif verdict.worth != puzzle.worth:
        problems.append(("worth", f"the solution is worth {verdict.worth:g}"))
    if judging.judge(puzzle, ()).solved:
        problems.append(("needed", "the puzzle is solved before anything is done"))
    return problems
