"""Answers about movement: who can go where, and why not; who can come; room, trains, distances."""

from __future__ import annotations

from noretreat.ask.reading import Asked, side_meant
from noretreat.ask.records import Answer
from noretreat.ask.standpoint import Standpoint, ids, reached
from noretreat.core.actions import EntrainUnit, MoveUnit
from noretreat.core.board import BOARD, ENEMY, SIDES, bits
from noretreat.core.reasons import Reason, reason, say
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, NodeMask, UnitIndex
from noretreat.data.facts import Phase
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.refusals.why_not import why_not
from noretreat.rules import movement, rail, stacking, supply
from noretreat.rules.control import take_control


def reach(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Can these units reach a place, and by which way?"""
    for unit in asked.units:
        side = view.side_of(unit)
        then = view.moving(side)
        answer.note(view.now(side, Phase.MOVEMENT))
        for place in asked.places[-1:]:
            _reach(then, unit, place, answer)


def _reach(state: State, unit: UnitId, place: MapId, answer: Answer) -> None:
    """Can this unit reach that place?"""
    number, node = BOARD.unit_index[unit], BOARD.node_of[place]
    answer.light([place], [unit])
    why = why_not(state, MoveUnit(unit, place))
    if why is None:
        journey = movement.journey_of(state, number)
        path = tuple(BOARD.id_of[step] for step in journey.path(node))
        answer.light(path)
        answer.say(
            say("ask-reach", unit=unit, hex=place, cost=journey.cost(node), points=journey.points, path=path),
            say("ask-detour") if len(path) > _STEP and BOARD.adjacent[node] >> state.node_of(number) & 1 else None,
            say("ask-stops") if journey.is_halted(node) else None,
            say("ask-full", hex=place) if not stacking.room_for(state, number, NodeMask(1 << node)) else None,
            _dry(state, number, node),
        )
        return
    answer.say(say("ask-reach-not", unit=unit, hex=place), why)
    if state.where[number] < 0:
        return
    beside = reached(state, number) & BOARD.adjacent[node]
    if beside:
        answer.light(BOARD.ids(beside))
        answer.say(say("ask-beside", unit=unit, hex=place, hexes=BOARD.ids(beside)))


_STEP = 2
"""Hexes of a path of one step, the first included."""


def _dry(state: State, unit: UnitIndex, node: Node) -> Reason | None:
    """A line for a unit that would be out of supply in a hex."""
    return (
        say("becomes-unsupplied", unit=BOARD.unit_ids[unit], hex=BOARD.id_of[node])
        if not supplied_at(state, unit, node)
        else None
    )


def supplied_at(state: State, unit: UnitIndex, node: Node) -> bool:
    """Would a unit be in supply there, if it stood there now and nothing else changed?"""
    there = state.copy()
    there.put(unit, node)
    take_control(there, node, state.info(unit).side)
    return unit not in supply.cut_off(there, state.info(unit).side)


def reach_of(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """How far can these units go?"""
    if asked.places:
        reach(view, asked._replace(units=asked.units[:1]), answer)
        return
    for unit in asked.units:
        number, side = BOARD.unit_index[unit], view.side_of(unit)
        then = view.moving(side)
        answer.note(view.now(side, Phase.MOVEMENT))
        answer.light([], [unit])
        mask = reached(then, number) if then.where[number] >= 0 else NO_NODES
        if not mask:
            answer.say(say("ask-range-none", unit=unit), _why_stuck(then, unit))
            continue
        answer.light(BOARD.ids(mask))
        points = movement.points_left(then, number)
        cities = BOARD.ids(mask & BOARD.vp_hexes)
        answer.say(
            say("ask-range", unit=unit, n=mask.bit_count(), points=points),
            say("ask-range-cities", hexes=cities) if cities else None,
        )


def _why_stuck(state: State, unit: UnitId) -> Reason | None:
    """Why a unit cannot move anywhere."""
    number = BOARD.unit_index[unit]
    if state.where[number] < 0:
        return why_not(state, MoveUnit(unit, BOARD.id_of[next(iter(BOARD.id_of))]))
    near = BOARD.adjacent[state.node_of(number)] & ~state.occupied(ENEMY[state.info(number).side])
    found = why_not(state, MoveUnit(unit, BOARD.id_of[bits(near)[0]])) if near else None
    return found or reason("hemmed-in", unit=unit)


def stuck(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Why can these units not move, or not there?"""
    if asked.places:
        target = asked.places[-1]
        for unit in asked.units:
            reach(view, asked._replace(units=(unit,), places=(target,)), answer)
    else:
        reach_of(view, asked, answer)


def reachers(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Which units can come to a place?"""
    side = side_meant(asked, view.side)
    then = view.moving(side)
    answer.note(view.now(side, Phase.MOVEMENT))
    for place in asked.places[-1:]:
        node = BOARD.node_of[place]
        near = BOARD.adjacent[node]
        going = {unit: reached(then, unit) for unit in then.on_map(side)}
        into = [unit for unit, mask in going.items() if mask >> node & 1]
        beside = [unit for unit, mask in going.items() if (mask | 1 << then.where[unit]) & near]
        answer.light([place], ids(into or beside))
        answer.say(
            say("ask-comers", units=ids(into), hex=place)
            if into
            else say("ask-comers-none", side=SIDES[side], hex=place),
            say("ask-comers-beside", units=ids(beside), hex=place) if beside else None,
        )


def trains(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """May these units go by rail; or which of one's own may?"""
    named = asked.units
    if not named:
        then = view.moving(view.side).copy()
        offered = [action for action in rail.entrain_actions(then) if isinstance(action, EntrainUnit)]
        if offered:
            answer.note(view.now(view.side, Phase.MOVEMENT))
            answer.light([], [action.unit for action in offered])
            answer.say(say("ask-rail-units", units=[action.unit for action in offered], n=rail.entrain_price(then)))
            return
        named = tuple(ids(list(then.on_map(view.side)[:1])))
    for unit in named:
        side = view.side_of(unit)
        then = view.moving(side)
        then = then if then is not view.state else then.copy()
        then.options = (*then.options, *rail.entrain_actions(then))
        answer.note(view.now(side, Phase.MOVEMENT))
        answer.light([], [unit])
        why = why_not(then, EntrainUnit(unit))
        answer.say(say("ask-rail", unit=unit, n=rail.entrain_price(then)) if why is None else why)
        stations = rail.detrain_hexes(then, side)
        if asked.places and why is None:
            place = asked.places[-1]
            there = stations >> BOARD.node_of[place] & 1
            answer.light([place])
            answer.say(say("ask-station" if there else "ask-station-not", hex=place))


def room(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Is there room in a hex for one unit more?"""
    state = view.state
    places = asked.places[-1:] or tuple(filter(None, [view.at(unit) for unit in asked.units[-1:]]))
    for place in places:
        node = BOARD.node_of[place]
        owners = [side for side in (view.side, view.enemy) if state.units_at(node, side)]
        side = owners[0] if owners else view.side
        guest = next((BOARD.unit_index[one] for one in asked.units if view.at(one) != place), None)
        side = view.side_of(BOARD.unit_ids[guest]) if guest is not None else side
        there = list(state.units_at(node, side))
        answer.light([place], ids(there))
        if guest is None:
            guest = next((unit for unit in BOARD.of_side[side] if not _special(state, unit)), BOARD.of_side[side][0])
        fits = bool(stacking.room_for(state, guest, NodeMask(1 << node)))
        rule = stacking.stacking_rule(state, side)
        answer.say(
            say("ask-room" if fits else "ask-room-not", hex=place),
            say("ask-limit-one" if rule == "one" else "ask-limit-two" if rule == "two" else "ask-limit-armor"),
            say("ask-there", hex=place, units=ids(there)) if there else say("ask-there-none", hex=place),
        )
        if not places:
            return


def _special(state: State, unit: UnitIndex) -> bool:
    """A fort, armor or marker, for which another limit may hold."""
    face = state.face_of(unit)
    return face.armored or face.fort or not face.mobile or not stacking.counts_for_stacking(unit)


def distance(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """How many hexes lie between two places?"""
    spots = [*filter(None, [view.at(unit) for unit in asked.units]), *asked.places]
    if len(spots) >= 2:
        here, there = spots[0], spots[-1]
        answer.light([here, there])
        n = BOARD.distance(BOARD.node_of[here], BOARD.node_of[there])
        answer.say(say("ask-distance", hex=here, to=there, n=n))
