"""Answers about supply: whether and how, what would cut it, who is cut off, whom one move would cut off."""

from __future__ import annotations

from collections.abc import Iterator

from noretreat.ask.moving import supplied_at
from noretreat.ask.reading import Asked, side_meant
from noretreat.ask.records import Answer
from noretreat.ask.standpoint import Standpoint, ids, reached
from noretreat.core.board import BOARD, ENEMY, SIDES, bits
from noretreat.core.boxes import DESTROYED
from noretreat.core.reasons import Reason, say
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.ahead import outlook
from noretreat.explain.questions import queries
from noretreat.rules import supply, victory
from noretreat.rules.control import take_control

_MOST = 5
"""The most ways to cut somebody off that are told."""


def supplied(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Are these units, or this place, in supply; how, and what would cut it?"""
    state = view.state
    if asked.units and asked.places and asked.places[-1] != view.at(asked.units[0]):
        for unit in asked.units:
            _there(view, unit, asked.places[-1], answer)
        return
    for unit in asked.units:
        _unit(view, unit, answer)
    for place in asked.places if not asked.units else ():
        node = BOARD.node_of[place]
        there = [unit for side in (view.side, view.enemy) for unit in state.units_at(node, side)]
        for one in there:
            _unit(view, BOARD.unit_ids[one], answer)
        side = next((state.info(one).side for one in there), None)
        if side is None:
            side = next((who for who in (view.side, view.enemy) if state.control(who) >> node & 1), view.side)
            fine = supply.hex_is_supplied(state, node, side)
            answer.light([place])
            answer.say(say("ask-hex-supplied" if fine else "ask-hex-cut", hex=place, side=SIDES[side]))
            if not fine:
                _barred(state, place, side, answer)


def _unit(view: Standpoint, unit: UnitId, answer: Answer) -> None:
    """The supply of a unit where it stands."""
    state = view.state
    found = queries.supply_of(state, unit)
    answer.light(found.path, [unit])
    answer.light([view.at(unit)] if view.at(unit) else [])
    answer.say(say("ask-supplied" if found.supplied else "ask-cut", unit=unit))
    answer.ruled(Reason(found.said.code, found.said.args), "6.1" if found.how in ("overland", "none") else "6.2")
    if found.path and found.how == "overland":
        answer.say(say("ask-supply-path", path=found.path))
    if found.supplied and found.how in ("overland", "sea", "neighbor"):
        answer.light(found.hinges or ())
        answer.say(say("ask-hinges", hexes=found.hinges) if found.hinges else say("ask-hinges-none"))
    if not found.supplied:
        _way(found.cut or (), found.way or (), bool(found.far), answer)
    if state.unsupplied >> BOARD.unit_index[unit] & 1:
        answer.ruled(say("unsupplied"), "6.5")


def _barred(state: State, place: MapId, side: SideIndex, answer: Answer) -> None:
    why = outlook.cut_of(state, BOARD.node_of[place], side)
    _way(why.cut, why.way, why.far, answer)


def _way(cut: tuple[MapId, ...], way: tuple[MapId, ...], far: bool, answer: Answer) -> None:
    """Why there is no path."""
    answer.light(way)
    answer.say(say("ask-too-far") if far else say("ask-barred", hexes=cut) if cut else None)


def _there(view: Standpoint, unit: UnitId, place: MapId, answer: Answer) -> None:
    """Would a unit be in supply in another hex?"""
    number, node = BOARD.unit_index[unit], BOARD.node_of[place]
    answer.light([place], [unit])
    if view.state.occupied(ENEMY[view.side_of(unit)]) >> node & 1:
        answer.say(say("ask-reach-not", unit=unit, hex=place))
        return
    fine = supplied_at(view.state, number, node)
    answer.say(say("ask-would-be-supplied" if fine else "becomes-unsupplied", unit=unit, hex=place))
    if not fine:
        there = view.state.copy()
        there.put(number, node)
        take_control(there, node, view.side_of(unit))
        _barred(there, place, view.side_of(unit), answer)


def out(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Which units are out of supply, and which will be?"""
    side = side_meant(asked, view.side)
    state = view.state
    for place in asked.places[-1:]:  # what if we went there?
        movers = [unit for unit in state.on_map(side) if reached(view.moving(side), unit) >> BOARD.node_of[place] & 1]
        for unit in movers[:_MOST]:
            _there(view, BOARD.unit_ids[unit], place, answer)
        if movers:
            return
        answer.light([place])
        answer.say(say("ask-comers-none", side=SIDES[side], hex=place))
    cut = supply.cut_off(state, side)
    then = outlook.supply_then(state)
    own = {BOARD.unit_ids[unit] for unit in BOARD.of_side[side]}
    lost, marked = ([unit for unit in group if unit in own] for group in (then.lost, then.marked))
    answer.light([BOARD.id_of[state.node_of(unit)] for unit in cut], [*ids(cut), *lost, *marked])
    answer.say(
        say("ask-out", side=SIDES[side], units=ids(cut)) if cut else say("ask-out-none", side=SIDES[side]),
        say("ask-out-lost", units=lost) if lost else None,
        say("ask-out-marked", units=marked) if marked else None,
    )


def encircled(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Whom could one move of a single unit put out of supply?"""
    victims = side_meant(asked, view.enemy)
    if asked.speaks_of("me-passive"):
        victims = view.side
    named = {BOARD.unit_index[unit] for unit in asked.units}
    if asked.units:
        victims = view.side_of(asked.units[0])
    mover = ENEMY[victims]
    answer.note(view.now(mover, Phase.MOVEMENT))
    told: set[frozenset[UnitIndex]] = set()
    for unit, place, cut in sorted(_cuts(view, mover), key=lambda one: -len(one[2])):
        if (named and not named & cut) or any(cut <= other for other in told):
            continue
        told.add(cut)
        answer.light([place, *(BOARD.id_of[view.state.node_of(one)] for one in cut)], [BOARD.unit_ids[unit]])
        answer.say(say("ask-encircle", unit=BOARD.unit_ids[unit], hex=place, units=ids(sorted(cut))))
        if len(told) == _MOST:
            break
    if not told:
        answer.say(say("ask-encircle-none", side=SIDES[victims]))
    answer.say(say("ask-encircle-one"))


def _cuts(view: Standpoint, mover: SideIndex) -> Iterator[tuple[UnitIndex, MapId, frozenset[UnitIndex]]]:
    """Each move of one unit that puts enemy units out of supply, with those units."""
    then = view.moving(mover)
    victims = ENEMY[mover]
    before = frozenset(supply.cut_off(then, victims))
    worth = NO_NODES
    for unit in then.on_map(victims):
        if unit not in before and not supply.always_supplied(then, unit):
            node = then.node_of(unit)
            for step in outlook.hinges(then, node, victims, supply.trace(then, node, victims)[1]):
                worth |= 1 << BOARD.node_of[step]
    near = BOARD.expand(worth)
    for unit in then.on_map(mover):
        for node in bits(NodeMask(reached(then, unit) & near)):
            there = then.copy()
            there.put(unit, node)
            take_control(there, node, mover)
            cut = frozenset(supply.cut_off(there, victims)) - before
            if cut:
                yield unit, BOARD.id_of[node], cut


def loss(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """What changes if a place falls to the other side?"""
    state = view.state
    for place in asked.places[-1:]:
        node = BOARD.node_of[place]
        side = next((one for one in (view.side, view.enemy) if state.control(one) >> node & 1), None)
        side = side if side is not None else side_meant(asked, view.side)
        enemy = ENEMY[side]
        fallen = state.copy()
        for unit in state.units_at(node, side):
            fallen.put(unit, DESTROYED)
        take_control(fallen, node, enemy)
        before = set(supply.cut_off(state, side))
        cut = [unit for unit in supply.cut_off(fallen, side) if unit not in before]
        answer.light([place, *(BOARD.id_of[state.node_of(unit)] for unit in cut)], ids(cut))
        answer.say(say("ask-loss", hex=place, side=SIDES[side]))
        for one in (side, enemy):
            was, now = (victory.victory_points(at, one) for at in (state, fallen))
            if one == state.initiative and was != now:
                answer.say(say("ask-loss-points", side=SIDES[one], was=was, now=now))
        for one in (side, enemy):
            had, has = (len(victory.objectives_held(at, one)) for at in (state, fallen))
            if had != has:
                need = victory.objectives_needed(fallen, one)
                answer.say(say("ask-loss-objectives", side=SIDES[one], was=had, now=has, need=need))
        answer.say(say("ask-loss-cut", units=ids(cut)) if cut else say("ask-loss-cut-none", side=SIDES[side]))
        if supply.source_hexes(state) >> node & 1 and state.control(side) >> node & 1:
            answer.say(say("ask-loss-source", hex=place))
