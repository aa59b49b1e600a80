"""Ways to save units that are cut off: moves, battles and cards in hand, each found by trying it on a copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from noretreat.core.actions import Action, AdvanceUnit, DetrainUnit, EntrainUnit, MoveUnit, Pass, PlayEvent, RetreatUnit
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET, bits
from noretreat.core.boxes import DESTROYED
from noretreat.core.kernel import CHANCE, Decision, Frame, answer
from noretreat.core.reasons import Reason, say
from noretreat.core.state import Derived, State
from noretreat.core.types import NO_CARDS, NO_NODES, NO_UNITS, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.rules import effects, movement, supply, windows
from noretreat.rules.choices import AskForCard, ChooseForCard
from noretreat.rules.control import take_control
from noretreat.rules.movement import MoveUnits
from noretreat.rules.windows import EventWindow, Window

MOST: Final = 3
"""Ways of one sort that are named; more would hide the rest."""
_BRANCHES: Final = 60
"""Choices of an event that are tried."""
_BEFORE_MOVING: Final = (Phase.CARDS, Phase.SUPPLY, Phase.ORGANIZATION)


def ways(state: State, side: SideIndex, units: list[UnitIndex], *, coming: bool = False) -> tuple[Reason, ...]:
    """The ways in which `side` can have these units of its own, cut off now, supplied or spared when it counts.

    Looks at the hand of `side`, so it is for its eyes only. `coming`: they bear no marker yet, and are lost in the
    Removal Phase of the enemy. Says so where there is nothing, if the side could act.
    """
    acts = _can_act(state, side)
    moves = [*_by_moves(state, side, units, _goals(state, side))] if acts else []
    fights = [*_by_battle(state, side, units)] if state.phasing == side and _may_fight(state) else []
    cards = [*_by_cards(state, side, units, coming=coming)]
    if acts and not moves:
        cards += _by_events_now(state, side, units)
    found = (*moves, *cards, *fights)
    return found or ((say("danger-way-none"),) if acts else ())


def spared(state: State, units: Iterable[UnitIndex]) -> list[UnitIndex]:
    """The units, of these of one side, that would survive a Removal Phase held now."""
    saved = effects.spared(state)
    return [unit for unit in units if saved >> unit & 1 or supply.is_supplied(state, unit)]


def _can_act(state: State, side: SideIndex) -> bool:
    """True if the side is asked, or has still to move in this player turn."""
    question = state.question
    asked = question is not None and question.actor(state) == side
    return asked or (state.phasing == side and state.phase in _BEFORE_MOVING)


def _may_fight(state: State) -> bool:
    """True if battles of this player turn are still to come."""
    return state.phase in (*_BEFORE_MOVING, Phase.MOVEMENT, Phase.COMBAT, Phase.COUNTERBLOWS)


# --- moves ------------------------------------------------------------------------------------------------
def _goals(state: State, side: SideIndex) -> dict[UnitIndex, NodeMask]:
    """The hexes to which each unit could be sent now, as a mask: by an answer to the question, or by a move to come."""
    found: dict[UnitIndex, NodeMask] = {}
    if state.phasing == side and state.phase in (*_BEFORE_MOVING, Phase.MOVEMENT):
        for unit in state.on_map(side):
            if movement.can_move(state, unit):
                found[unit] = movement.journey_of(state, unit).total
    question = state.question
    if question is None or question.actor(state) != side:
        return found
    for action in state.options:
        if isinstance(action, MoveUnit | DetrainUnit | AdvanceUnit):
            goal = action.to
        elif isinstance(action, RetreatUnit):
            goal = action.path[-1]
        else:
            continue
        unit = BOARD.unit_index[action.unit]
        found[unit] = found.get(unit, NO_NODES) | 1 << BOARD.node_of[goal]
    return found


def _by_moves(
    state: State, side: SideIndex, units: list[UnitIndex], goals: dict[UnitIndex, NodeMask]
) -> Iterator[Reason]:
    """Steps of the units themselves into supply, units that would open a path for them, and the train."""
    for unit in units:
        start = state.node_of(unit)
        steps = [node for node in bits(goals.get(unit, NO_NODES)) if spared(_moved(state, unit, node), [unit])]
        nearest = sorted(steps, key=lambda node: BOARD.distance(start, node) if node in BOARD.axial else 0)[:MOST]
        if nearest:
            yield say("danger-way-step", unit=BOARD.unit_ids[unit], hexes=tuple(BOARD.id_of[node] for node in nearest))
    for unit, node, freed in _openers(state, side, units, goals)[:MOST]:
        names = tuple(BOARD.unit_ids[one] for one in freed)
        yield say("danger-way-open", unit=BOARD.unit_ids[unit], hex=BOARD.id_of[node], units=names)
    riders = [action.unit for action in state.options if isinstance(action, EntrainUnit)]
    for name in riders:
        if BOARD.unit_index[name] in units:
            yield say("danger-way-train", unit=name)


def _openers(
    state: State, side: SideIndex, units: list[UnitIndex], goals: dict[UnitIndex, NodeMask]
) -> list[tuple[UnitIndex, Node, list[UnitIndex]]]:
    """Other units and hexes they could go to that open a path: (unit, hex, units saved), those that save most first.

    Each hex is tried once with anybody in it; only where that helps, each unit that can get there.
    """
    everywhere = NO_NODES
    for mask in goals.values():
        everywhere |= mask
    helpful = [node for node in bits(everywhere) if spared(_with_friend(state, side, node), units)]
    found: dict[Node, tuple[UnitIndex, Node, list[UnitIndex]]] = {}
    for node in helpful:
        for unit, mask in goals.items():
            if not mask >> node & 1 or unit in units or node in found:
                continue
            freed = spared(_moved(state, unit, node), units)
            if freed:
                found[node] = (unit, node, freed)
    return sorted(found.values(), key=lambda one: -len(one[2]))


def _moved(state: State, unit: UnitIndex, node: Node) -> State:
    """The position with the unit in another hex, which it takes."""
    there = state.copy()
    there.put(unit, node)
    take_control(there, node, state.info(unit).side)
    return there


def _with_friend(state: State, side: SideIndex, node: Node) -> State:
    """The position with one more unit of the side in a hex, as far as supply asks for it."""
    there = state.copy()
    enemy = ENEMY[side]
    masks = [Derived(state.occupied(one), zone=state.zoc(one)) for one in (AXIS, SOVIET)]
    masks[side] = Derived(state.occupied(side) | 1 << node, zone=state.zoc(side))
    masks[enemy] = Derived(state.occupied(enemy), zone=state.zoc(enemy))
    there.derived = (masks[0], masks[1])
    take_control(there, node, side)
    return there


# --- battles ----------------------------------------------------------------------------------------------
def _by_battle(state: State, side: SideIndex, units: list[UnitIndex]) -> Iterator[Reason]:
    """Enemy hexes next to the side's units that would open a path if nobody were left in them."""
    enemy = ENEMY[side]
    beside = NO_NODES
    for node in bits(state.occupied(side)):
        beside |= BOARD.adjacent.get(node, NO_NODES)
    found = []
    for node in bits(beside & state.occupied(enemy)):
        cleared = state.copy()
        for unit in state.units_at(node, enemy):
            cleared.put(unit, DESTROYED)
        if spared(cleared, units):
            found.append(BOARD.id_of[node])
    if found:
        yield say("danger-way-battle", hexes=tuple(found[:MOST]))


# --- cards ------------------------------------------------------------------------------------------------
def _by_cards(state: State, side: SideIndex, units: list[UnitIndex], *, coming: bool) -> Iterator[Reason]:
    """Events of the hand that save some of the units in the Removal Phase."""
    then = state.copy()
    then.phase, then.battle = Phase.REMOVAL, None
    if coming:
        then.phasing, then.played = ENEMY[side], [NO_CARDS, NO_CARDS]
        then.mark_unsupplied(sum((1 << unit for unit in units), NO_UNITS))
    for action in windows.playable(then, side, Window.REMOVAL):
        after = then.copy()
        after.stack = []
        assert isinstance(action, PlayEvent)
        windows.play(after, side, action)
        yield from _card(side, action, units, [_alive(end, units) for end in endings(after, side)])


def _by_events_now(state: State, side: SideIndex, units: list[UnitIndex]) -> Iterator[Reason]:
    """Events that may be played in the Movement Phase and let one of the units walk into supply."""
    if not isinstance(state.question, MoveUnits):
        return
    for action in state.options:
        if not isinstance(action, PlayEvent):
            continue
        after = state.copy()
        answer(after, action)
        ends = [(end, _goals(end, side)) for end in endings(after, side)]
        yield from _card(side, action, units, [_walking(end, units, goals) for end, goals in ends])


def _walking(state: State, units: list[UnitIndex], goals: dict[UnitIndex, NodeMask]) -> list[UnitIndex]:
    """The units that can go to a hex where they are supplied."""
    steps = {unit: (_moved(state, unit, node) for node in bits(goals.get(unit, NO_NODES))) for unit in units}
    return [unit for unit in units if any(spared(there, [unit]) for there in steps[unit])]


def _card(side: SideIndex, action: PlayEvent, units: list[UnitIndex], saved: list[list[UnitIndex]]) -> Iterator[Reason]:
    """Yields a sentence if the event saves all of these units, or some, whichever its player chooses.

    `saved`: the units saved by each choice.
    """
    any_of = [unit for unit in units if any(unit in some for some in saved)]
    if any_of:
        code = "danger-way-card" if any(len(some) == len(any_of) for some in saved) else "danger-way-card-some"
        names = tuple(BOARD.unit_ids[unit] for unit in any_of)
        yield say(code, card=f"{action.card}-{SIDES[side]}", units=names)


def _alive(state: State, units: list[UnitIndex]) -> list[UnitIndex]:
    """The units that are on the map and would be spared."""
    return [unit for unit in spared(state, units) if state.where[unit] >= 0]


def endings(state: State, side: SideIndex) -> Iterator[State]:
    """The positions after an event, one for each of its player's choices; none where chance decides."""
    return (end for end in every_ending(state, side) if end is not None)


def every_ending(state: State, side: SideIndex, below: Sequence[Frame] = ()) -> Iterator[State | None]:
    """The positions after an event, one for each of its player's choices; None where chance decides, and at the end
    if there are too many choices to try them all.

    The other side does nothing about it. What the event was played over, the frames `below`, is not run.
    """
    resting = {id(frame) for frame in below}
    open_states, tried = [state], 0
    while open_states and tried < _BRANCHES:
        here = open_states.pop()
        tried += 1
        while here.stack and not isinstance(frame := here.stack[-1], Decision) and id(frame) not in resting:
            frame.proceed(here)
        if not here.stack or here.ended or id(here.stack[-1]) in resting:
            yield here
            continue
        question = here.stack[-1]
        assert isinstance(question, Decision)
        options = question.options(here)
        if not options:
            here.stack.pop()
            open_states.append(here)
        elif question.actor(here) == CHANCE:
            yield None
        elif isinstance(question, AskForCard | ChooseForCard) and question.actor(here) == side:
            open_states += [_chosen(here, option) for option in options]
        elif isinstance(question, EventWindow) and question.actor(here) != side:
            open_states.append(_chosen(here, Pass()))
        else:
            here.options = tuple(options)
            yield here
    if open_states:
        yield None


def _chosen(state: State, action: Action) -> State:
    """The position after an answer, before anything that follows from it."""
    after = state.copy()
    question = after.stack.pop()
    assert isinstance(question, Decision)
    question.choose(after, action)
    return after
