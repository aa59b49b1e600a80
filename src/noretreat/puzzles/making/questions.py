"""Puzzles of a single decision: retreats, Counterblows and cards, out of the Combat Phases of games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Final, NamedTuple

import msgspec

from noretreat import game, positions
from noretreat.ai.evaluation.worth import unit_worth
from noretreat.ai.referee.fate import Fate
from noretreat.ai.search.habits import Habitual
from noretreat.core.actions import Action, DeclareTarget, Done, PlaceCounterblow, PlayEvent, RetreatUnit, Rolled
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDE_INDEX, SIDES, SOVIET, bits, cards_in
from noretreat.core.state import State
from noretreat.core.types import CardMask, Node, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.game import Chance
from noretreat.puzzles import decisions
from noretreat.puzzles.attacks import FACES, best_attack
from noretreat.puzzles.making.sources import Source
from noretreat.puzzles.records import Kind, Puzzle, Task
from noretreat.rules import combat, odds, supply, victory
from noretreat.rules.retreat import retreat_paths
from noretreat.rules.stacking import room_for

FIGHTING: Final = (Phase.COMBAT, Phase.COUNTERBLOWS)
LONGEST: Final = 40
"""The most actions from the position to the question."""
MOST_RIGHT: Final = 0.34
"""The largest part of all retreats that may be right."""
CARDS: Final = 3
"""The least events to choose among."""


class Asked(NamedTuple):
    """A position as text, the actions that lead to a question, and the state in which it is asked."""

    text: str
    opening: tuple[Action, ...]
    state: State


class Choice(NamedTuple):
    """A way to answer, and what it is worth."""

    actions: tuple[Action, ...]
    worth: float


def decided(text: str, source: Source, kinds: Collection[Kind]) -> Iterator[tuple[Puzzle, float]]:
    """The puzzles that a Combat Phase offers, unnamed, with the share of the answers that solve them."""
    if not kinds or Kind.COUNTERBLOW in kinds:
        yield from _counterblows(text, source)
    if not kinds or Kind.CARD in kinds:
        for side in (AXIS, SOVIET):
            yield from _cards(text, source, side)
    if not kinds or Kind.RETREAT in kinds:
        yield from _retreats(text, source)


Chooser = Callable[[State], Action | None]
"""What is done in a position; None: what habit or chance does."""


def _until(text: str, code: str, sides: Collection[SideIndex], chosen: Chooser = lambda _: None) -> Iterator[Asked]:
    """The questions of a kind to these sides in a Combat Phase that both play by habit, but for what is `chosen`."""
    state, habits, fate = positions.position(text), (Habitual(AXIS), Habitual(SOVIET)), Fate(0)
    opening: list[Action] = []
    turn = (state.turn, state.phasing)
    while state.ended is None and state.phase in FIGHTING and (state.turn, state.phasing) == turn:
        question, who = state.question, game.actor(state)
        if question is None or who is None or len(opening) > LONGEST:
            return
        if code == question.CODE and question.actor(state) in sides:
            yield Asked(text, tuple(opening), state)
        action = chosen(state)
        if action is None:
            action = fate.choose(state) if isinstance(who, Chance) else habits[SIDE_INDEX[who]].choose(state)
        opening.append(action)
        state, _ = game.apply_trusted(state, action)


def _puzzle(kind: Kind, asked: Asked, side: SideIndex, task: Task, source: Source, choice: Choice) -> Puzzle:
    return Puzzle(
        id="",
        kind=kind,
        side=SIDES[side],
        scenario=source.scenario,
        rules=asked.state.setup.options.rules,
        turn=asked.state.turn,
        level=1,
        rating=1500,
        task=task,
        position=asked.text,
        solution=choice.actions,
        worth=choice.worth,
        needed=choice.worth,
        opening=asked.opening,
        origin=source.origin,
    )


def choices(puzzle: Puzzle, start: State) -> list[Choice]:
    """All ways to answer the questions of a puzzle, and what each is worth in the end."""
    found: list[Choice] = []

    def follow(state: State, taken: tuple[Action, ...]) -> None:
        if taken and (not decisions.is_deciding(puzzle, start, state) or puzzle.kind is not Kind.RETREAT):
            found.append(Choice(taken, decisions.appraise(puzzle, start, state).worth))
            return
        for action in game.legal_actions(state):
            follow(game.apply_trusted(state, action)[0], (*taken, action))

    follow(start, ())
    return found


# --- retreats ---------------------------------------------------------------------------------------------
def _retreats(text: str, source: Source) -> Iterator[tuple[Puzzle, float]]:
    """Retreats of which some end badly, though the map does not show it at once: after an attack on one hex alone."""
    start = positions.position(text)
    for first in game.legal_actions(start):
        if not isinstance(first, DeclareTarget) or not _tempts(start, BOARD.node_of[first.hex]):
            continue
        for face in range(1, FACES + 1):
            asked = next(_until(text, "retreat", (ENEMY[start.phasing],), partial(_attacking, first, face)), None)
            if asked is None or asked.state.battle is None or asked.state.battle.targets != (BOARD.node_of[first.hex],):
                continue
            found = _retreat(asked, ENEMY[start.phasing], source)
            if found is not None:
                yield found
                break


def _tempts(state: State, node: Node) -> bool:
    """Can the one unit of a hex retreat into supply, and also to where there is room and no supply?"""
    side = ENEMY[state.phasing]
    able, units = combat.able_attackers(state, (node,)), state.units_at(node, side)
    if not able or len(units) != 1:
        return False
    probe = state.copy()
    probe.battle = odds.hypothetical(state, tuple(able), (node,))
    ends = {path[-1] for path in retreat_paths(probe, units[0])}
    supplied = {_supplied_in(state, units[0], end) for end in ends if room_for(state, units[0], 1 << end)}
    return supplied == {True, False}


def _supplied_in(state: State, unit: UnitIndex, end: Node) -> bool:
    """Is this unit in supply, once it is in this hex?"""
    after = state.copy()
    after.put(unit, end)
    return unit not in supply.cut_off(after, state.info(unit).side)


def _attacking(first: DeclareTarget, face: int, state: State) -> Action | None:
    """Declares this target and no other, and rolls this face."""
    options = game.legal_actions(state)
    return next((action for action in (first, Rolled(face)) if action in options), None) or (
        Done() if state.question is not None and state.question.CODE == "declare" and Done() in options else None
    )


def _retreat(asked: Asked, side: SideIndex, source: Source) -> tuple[Puzzle, float] | None:
    """The puzzle of a retreat, with the share of the answers that solve it; None if it is too easy or has none."""
    state = asked.state
    units = sorted({action.unit for action in game.legal_actions(state) if isinstance(action, RetreatUnit)})
    if not units:
        return None
    puzzle = _puzzle(Kind.RETREAT, asked, side, Task(units=tuple(units)), source, Choice((), 0))
    ways = choices(puzzle, state)
    best = max(ways, key=lambda choice: choice.worth)
    right = sum(choice.worth == best.worth for choice in ways) / len(ways)
    if best.worth != len(units) or right > MOST_RIGHT:
        return None
    return msgspec.structs.replace(puzzle, solution=best.actions, worth=best.worth, needed=best.worth), right


# --- counterblows -----------------------------------------------------------------------------------------
def _counterblows(text: str, source: Source) -> Iterator[tuple[Puzzle, float]]:
    """Attacks that a single marker spoils."""
    side = ENEMY[source.state.phasing]
    free = [card for card in BOARD.cards if not source.state.hands[ENEMY[side]] >> card & 1]
    held = cards_in(source.state.hands[side]) or free[:1]
    text = f"{text}\nhand {SIDES[side]} {held[0]}"
    asked = next(_until(text, "counterblow", (side,)), None)
    if asked is None:
        return
    state = asked.state
    marks = [action for action in game.legal_actions(state) if isinstance(action, PlaceCounterblow)]
    targets = sorted(bits(state.targets), key=lambda node: -_weight(state, node, side))
    for node in targets if len(marks) >= 3 else ():
        place = BOARD.id_of[node]
        before = best_attack(state, node)
        if before is None or before[0] < 3:
            continue
        puzzle = _puzzle(Kind.COUNTERBLOW, asked, side, Task(places=(place,)), source, Choice((), 0))
        ways = choices(puzzle, state)
        best = max(ways, key=lambda choice: choice.worth)
        right = sum(choice.worth == best.worth for choice in ways)
        if best.worth >= 2 - before[0] and right == 1:
            task = Task(places=(place,), number=int(-best.worth))
            yield (
                msgspec.structs.replace(
                    puzzle, task=task, solution=best.actions, worth=best.worth, needed=best.worth
                ),
                right / len(ways),
            )  # fmt: skip
            return


def _weight(state: State, node: Node, side: SideIndex) -> float:
    units = sum(unit_worth(state, unit) for unit in state.units_at(node, side))
    return units + 2 * (victory.counted_hexes(state) >> node & 1)


# --- cards ------------------------------------------------------------------------------------------------
def _cards(text: str, source: Source, side: SideIndex) -> Iterator[tuple[Puzzle, float]]:
    """Battles in which one card does more than the others."""
    hand: CardMask = source.state.hands[side]
    if hand.bit_count() < CARDS:
        return
    text = f"{text}\nhand {SIDES[side]} {' '.join(map(str, cards_in(hand)))}"
    last = None
    for asked in _until(text, "window", (side,)):
        state = asked.state
        if state.battle is None or state.battle.round or state.battle.targets == last:
            continue
        plays = [action for action in game.legal_actions(state) if isinstance(action, PlayEvent)]
        if len({play.card for play in plays}) < CARDS:
            continue
        last = state.battle.targets
        places = tuple(BOARD.id_of[node] for node in state.battle.targets)
        puzzle = _puzzle(Kind.CARD, asked, side, Task(places=places), source, Choice((), 0))
        before = decisions.appraise(puzzle, state, state).worth
        ways = [choice for choice in choices(puzzle, state) if isinstance(choice.actions[0], PlayEvent)]
        best = max(ways, key=lambda choice: choice.worth)
        cards = {play.card for play, worth in _first(ways) if worth == best.worth}
        if best.worth > before and best.worth.is_integer() and len(cards) == 1:
            (card,) = cards
            faces = int(abs(best.worth))
            task = Task(places=places, cards=(card,), number=faces)
            yield (
                msgspec.structs.replace(
                    puzzle, task=task, solution=best.actions, worth=best.worth, needed=best.worth
                ),
                1 / (len(plays) + 1),
            )  # fmt: skip
            return


def _first(ways: Collection[Choice]) -> list[tuple[PlayEvent, float]]:
    return [(way.actions[0], way.worth) for way in ways if isinstance(way.actions[0], PlayEvent)]
