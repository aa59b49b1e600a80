"""The sentences of puzzles: tasks, reasons and hints, as data that any language can say (`data/information.toml`)."""

from __future__ import annotations

from collections.abc import Iterable

from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX
from noretreat.core.reasons import Argument, say
from noretreat.core.state import State
from noretreat.data.facts import Weather
from noretreat.explain.ahead import outlook
from noretreat.explain.sentences.telling import Told, tell
from noretreat.puzzles import rolls
from noretreat.puzzles.attacks import FACES, best_attack
from noretreat.puzzles.records import Kind, Puzzle, PuzzleLine
from noretreat.rules import calendar
from noretreat.rules.movement import weather_limit
from noretreat.rules.odds import BELOW, column_name


def task_of(puzzle: Puzzle, state: State) -> Told:
    """The sentence of the task; `state` is the position of the puzzle, whose faces name the units."""
    task = puzzle.task
    args: dict[str, Argument] = {}
    if task.units:
        args["units"] = task.units
    if task.places:
        args["places"] = task.places
    if puzzle.kind in (Kind.ODDS, Kind.COUNTERBLOW):
        args["column"] = column_name(task.number)
    if puzzle.kind is Kind.COUNTERBLOW:
        attack = best_attack(state, BOARD.node_of[task.places[0]])
        args["now"] = column_name(BELOW if attack is None else attack[0])
    elif puzzle.kind in (Kind.CITY, Kind.CARD):
        args["faces"] = task.number
    if puzzle.kind is Kind.CARD:
        found = rolls.ahead(state, state)
        args["now"] = int(found.faces) if found is not None else 0
    code = _code(puzzle, state)
    weather = _weather_that_matters(puzzle, state)
    if weather is not None:
        code, args["turn"], args["weather"] = f"{code}-weather", weather[0], weather[1].value
    return tell(say(f"puzzle-task-{code}", **args), state.face)


def _weather_that_matters(puzzle: Puzzle, state: State) -> tuple[int, Weather] | None:
    """The turn and the weather of the enemy's next moves, if that limits them, or is not that of the solver's (8.1)."""
    if puzzle.kind is not Kind.HOLD:
        return None
    after = outlook.next_turn_of(state, ENEMY[SIDE_INDEX[puzzle.side]])
    then = calendar.weather(after)
    return None if then is calendar.weather(state) and weather_limit(after) is None else (after.turn, then)


def _code(puzzle: Puzzle, state: State) -> str:
    """Which sentence a task has: its kind, and where "six of six" or "at most none" would be said otherwise."""
    number = puzzle.task.number
    if puzzle.kind is Kind.CARD and state.battle is not None:
        if state.battle.attacker == SIDE_INDEX[puzzle.side]:
            return "card-attack" if number < FACES else "card-all"
        return "card-defense" if number else "card-none"
    if puzzle.kind is Kind.CITY and number == FACES:
        return "city-all"
    if puzzle.kind is Kind.COUNTERBLOW and number < BELOW:
        return "counterblow-none"
    return code_of(puzzle.kind)


def code_of(kind: Kind) -> str:
    """A kind as codes of sentences have it."""
    return kind.value.replace("_", "-")


def line(
    state: State, code: str, hexes: Iterable[str] = (), units: Iterable[str] = (), /, **args: Argument
) -> PuzzleLine:
    """A line with what it lights."""
    return PuzzleLine(tell(say(f"puzzle-{code}", **args), state.face), tuple(hexes), tuple(units))
