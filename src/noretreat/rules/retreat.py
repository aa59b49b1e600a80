"""Retreat and advance (chapters 10.7.5 to 10.8; RET-1 to RET-7, ADV-1 to ADV-6): the moves after a battle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from noretreat.core import events
from noretreat.core.actions import Action, AdvanceUnit, Done, RetreatUnit
from noretreat.core.board import AXIS, BOARD, ENEMY, bits
from noretreat.core.kernel import Decision
from noretreat.core.lasting import Kind
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Weather
from noretreat.rules import calendar, extension, losses
from noretreat.rules.battle_record import battle_of, update
from noretreat.rules.entering import enter
from noretreat.rules.movement import closed_to
from noretreat.rules.stacking import overstacked, room_for, shatter_excess
from noretreat.rules.supply import net, sources_in_reach
from noretreat.rules.waiting import hexes_waiting


# --- retreat ----------------------------------------------------------------------------------------------
def retreat_paths(state: State, unit: UnitIndex) -> list[tuple[Node, ...]]:
    """The paths this unit may retreat along (RET-3, RET-4): of those in good order the ones that lead toward supply,
    where the rule set asks for either.
    """
    paths = orderly(state, unit, possible_paths(state, unit))
    return _toward_supply(state, state.node_of(unit), paths, state.info(unit).side)


def possible_paths(state: State, unit: UnitIndex) -> list[tuple[Node, ...]]:
    """Every path that a retreat could take, whatever its direction (RET-1, RET-2, RET-5 to RET-7).

    Without one the unit is eliminated.
    """
    if state.face_of(unit).of_its_city:
        # RULING (C-124): without their walls (47S), too: eliminated, the Garrison of Berlin decides the war (12.5).
        return []  # Volkssturm and the Garrison cannot retreat (RET-6)
    info = state.info(unit)
    if info.id == "FINN" or state.where[unit] < 0:
        return []
    start = state.node_of(unit)
    allowed = retreat_mask(state, unit)
    paths: list[tuple[Node, ...]] = []
    for first in bits(BOARD.adjacent[start] & allowed):
        if BOARD.areas >> first & 1:
            paths.append((first,))  # an area completes the retreat (RET-5)
            if state.rules.area_ends_retreat:
                continue
        for second in bits(BOARD.adjacent[first] & allowed):
            if second != start and BOARD.distance(start, second) == 2:
                paths.append((first, second))
    return paths


def retreat_mask(state: State, unit: UnitIndex) -> NodeMask:
    """Nodes a retreating unit may enter: no enemies, no enemy zone without a friendly unit, no other target hex
    (ZOC-5).
    """
    side = state.info(unit).side
    allowed = (BOARD.hexes | BOARD.areas) & ~closed_to(state, unit)
    free_of_zones = any(effect.kind == Kind.RETREAT_IGNORES_ZOC and effect.side == side for effect in state.effects)
    if not free_of_zones:
        allowed &= ~(state.zoc(ENEMY[side]) & ~state.occupied(side))
    battle = state.battle
    # RULING (C-146): a unit that enters another hex that this battle attacks is no "further away from the battle".
    if battle is not None and battle.attacker != side:
        allowed &= ~sum((1 << node for node in battle.targets), NO_NODES)
    return allowed


def _toward_supply(state: State, start: Node, paths: list[tuple[Node, ...]], side: SideIndex) -> list[tuple[Node, ...]]:
    """Keeps the paths that near any source to which the unit could trace; else those toward the nearest friendly edge
    or supplied city; else those that stay level; else those that lead away least.

    Under the digital rules it is the nearest source alone, and level is as good as nearer; their first version does
    not ask for supply (RET-3, C-19).
    """
    if not paths or state.rules.retreat_filters == "none":
        return paths
    level_will_do = state.rules.retreat_filters == "digital"
    if not level_will_do:
        # RULING (C-137): any source that the unit could draw supply from, not the nearest alone.
        traced = sources_in_reach(state, start, side)
        nearing = [path for path in paths if _nears(traced, start, path[-1])]
        if nearing:
            return nearing
    sources = extension.supply_edge(state, side) | net(state, side).cities
    if not sources:
        return paths
    here = _distance_to(sources, start)
    nearer = 0 if level_will_do else -1
    losses = [max(nearer, _distance_to(sources, path[-1]) - here) for path in paths]
    least = min(losses)
    return [path for path, loss in zip(paths, losses, strict=True) if loss == least]


@lru_cache(maxsize=16384)
def _nears(sources: NodeMask, start: Node, end: Node) -> bool:
    """True if the end is nearer than the start to any of these sources."""
    return any(_apart(end, source) < _apart(start, source) for source in bits(sources))


@lru_cache(maxsize=4096)
def _distance_to(sources: NodeMask, node: Node) -> int:
    """Hexes from a node to the nearest of these sources."""
    return min(_apart(node, source) for source in bits(sources))


_apart: Final = lru_cache(maxsize=65536)(BOARD.distance)


def orderly(state: State, unit: UnitIndex, paths: list[tuple[Node, ...]]) -> list[tuple[Node, ...]]:
    """Under the digital rules: only the paths that lead neither into another battle nor toward the enemy (RET-4, C-19).

    If there are paths, but none of these, the unit is shattered instead of retreating.
    """
    if state.rules.retreat_filters != "digital":
        return paths
    side = state.info(unit).side
    in_battle = _hexes_in_battle(state, side)
    start = state.node_of(unit)

    def is_orderly(path: tuple[Node, ...]) -> bool:
        return not _toward_enemy((start, *path), side) and not any(in_battle >> node & 1 for node in path)

    return [path for path in paths if is_orderly(path)]


def _toward_enemy(path: tuple[Node, ...], side: SideIndex) -> bool:
    """True if a path, its start included, ends farther toward the enemy: east for the Axis, west for the Soviets.

    An area has no direction: a path into one never does, and a path out of one is judged from its first hex (C-122).
    """
    if BOARD.areas >> path[-1] & 1:
        return False
    begin = path[1] if BOARD.areas >> path[0] & 1 else path[0]
    forward = _eastward(path[-1]) - _eastward(begin)
    return forward > 0 if side == AXIS else forward < 0


def _eastward(node: Node) -> int:
    """The east-west position of a hex, in half hexes; larger is farther east."""
    q, r = BOARD.axial[node]
    return 2 * q + r


def _hexes_in_battle(state: State, side: SideIndex) -> NodeMask:
    """Hexes of `side` with units that still have another battle to fight this phase."""
    if side == state.phasing:
        waiting = [unit for _, attackers in state.planned for unit in attackers]
        planned = sum({1 << state.where[unit] for unit in waiting if state.where[unit] >= 0}, NO_NODES)
        return planned | hexes_waiting(state, side)
    return hexes_waiting(state, side) | state.targets | state.counterblows | state.standing_counterblows


class Retreats(Decision, frozen=True, gc=False):
    """The owner retreats the units of a hex one by one (D-74); units that cannot are eliminated (RET-1)."""

    CODE = "retreat"
    units: tuple[UnitIndex, ...]

    def actor(self, state: State) -> SideIndex:
        """The owner of the retreating units."""
        return ENEMY[battle_of(state).attacker]

    def options(self, state: State) -> Sequence[Action]:
        """Every path of every unit still to retreat; units without a path are lost in the end."""
        actions: list[Action] = []
        for unit in self._waiting(state):
            name = BOARD.unit_ids[unit]
            for path in retreat_paths(state, unit):
                actions.append(RetreatUnit(name, tuple(BOARD.id_of[node] for node in path)))
        if not actions:
            for unit in self._waiting(state):
                if possible_paths(state, unit):
                    if not _lost_on_the_way(state, unit):
                        losses.shatter(state, unit, "combat")
                else:
                    losses.eliminate(state, unit, "retreat")
        return actions

    def _waiting(self, state: State) -> list[UnitIndex]:
        done = battle_of(state).retreated
        return [unit for unit in self.units if state.where[unit] >= 0 and unit not in done]

    def choose(self, state: State, action: Action) -> None:
        """Retreats the unit, which may take cities on its way (C-69)."""
        assert isinstance(action, RetreatUnit)
        unit = BOARD.unit_index[action.unit]
        side = state.info(unit).side
        path = [BOARD.node_of[name] for name in action.path]
        state.emit(events.UnitRetreated(action.unit, (BOARD.id_of[state.node_of(unit)], *action.path)))
        enter(state, unit, path)
        update(state, retreated=(*battle_of(state).retreated, unit))
        surplus = state.rules.overstack_retreater and path[-1] in overstacked(state, side)
        if surplus and not _lost_on_the_way(state, unit):
            shatter_excess(state, unit)
        self.again(state)


def _lost_on_the_way(state: State, unit: UnitIndex) -> bool:
    """Takes a step by a DD from a unit that its retreat shatters (RES-5). Returns whether the unit is eliminated.

    A cadre would have no hex to go to (C-41).
    """
    battle = battle_of(state)
    return battle.result == "DD" and unit in battle.defenders and losses.lose_step(state, unit, "combat")


class StepBack(Decision, frozen=True, gc=False):
    """Units that an event let overstack move back a hex, as in a retreat (32S, RET-2).

    Units that cannot are left to the overstacking question.
    """

    CODE = "step_back"
    side: SideIndex
    nodes: NodeMask

    def actor(self, state: State) -> SideIndex:
        """The owner of the stack."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any unit of an overstacked hex, to an adjacent hex with room."""
        crowded = [node for node in overstacked(state, self.side) if self.nodes >> node & 1]
        return [
            action
            for node in crowded
            for unit in state.units_at(node, self.side)
            for action in _steps_back(state, unit)
        ]

    def choose(self, state: State, action: Action) -> None:
        """Moves the unit back; asks again while a hex is overstacked."""
        assert isinstance(action, RetreatUnit)
        unit, node = BOARD.unit_index[action.unit], BOARD.node_of[action.path[-1]]
        state.emit(events.UnitRetreated(action.unit, (BOARD.id_of[state.node_of(unit)], *action.path)))
        enter(state, unit, (node,))
        self.again(state)


def _steps_back(state: State, unit: UnitIndex) -> list[Action]:
    """The hexes a mobile unit can move back to, toward supply where possible (RET-2, RET-3)."""
    if not state.face_of(unit).mobile:
        return []
    start = state.node_of(unit)
    room = room_for(state, unit, BOARD.adjacent[start] & retreat_mask(state, unit))
    paths = _toward_supply(state, start, [(node,) for node in bits(room)], state.info(unit).side)
    return [RetreatUnit(BOARD.unit_ids[unit], (BOARD.id_of[path[0]],)) for path in paths]


# --- advance after combat ---------------------------------------------------------------------------------
class Advance(Decision, frozen=True, gc=False):
    """The choice of the attackers that advance into a vacated hex, and of how far (D-76)."""

    CODE = "advance"

    def actor(self, state: State) -> SideIndex:
        """The attacker of this round."""
        return battle_of(state).attacker

    def options(self, state: State) -> Sequence[Action]:
        """A first hex for each unit that has not advanced, another for the unit that is advancing, or stop (ADV-2)."""
        battle = battle_of(state)
        actions: list[Action] = []
        if battle.advancing >= 0:
            actions += _advances(battle.advancing, further_hexes(state, battle.advancing, battle.advanced))
        first = vacated_hexes(state)
        if first:
            for unit in battle.attackers:
                if unit != battle.advancing and may_advance(state, unit):
                    goals = first & BOARD.adjacent[state.node_of(unit)] & ~closed_to(state, unit)
                    actions += _advances(unit, goals)
        return [*actions, Done()] if actions else ()

    def choose(self, state: State, action: Action) -> None:
        """Advances the unit one hex and asks again (ADV-5)."""
        if not isinstance(action, AdvanceUnit):
            return
        battle = battle_of(state)
        unit, to = BOARD.unit_index[action.unit], BOARD.node_of[action.to]
        gone = battle.advanced + 1 if battle.advancing == unit else 1
        halted = battle.halted | 1 << unit
        state.emit(events.UnitAdvanced(action.unit, BOARD.id_of[state.node_of(unit)], action.to))
        enter(state, unit, (to,))
        update(state, advancing=unit, advanced=gone, halted=halted)
        self.again(state)


def _advances(unit: UnitIndex, mask: NodeMask) -> list[Action]:
    name = BOARD.unit_ids[unit]
    return [AdvanceUnit(name, BOARD.id_of[node]) for node in bits(mask)]


def vacated_hexes(state: State) -> NodeMask:
    """Target hexes the defender has left, except those that a fort or militia saved (ADV-1, ADV-6, RES-7)."""
    battle = battle_of(state)
    enemies = state.occupied(ENEMY[battle.attacker])
    return sum((1 << node for node in battle.targets), NO_NODES) & ~enemies & ~battle.barred


def may_advance(state: State, unit: UnitIndex) -> bool:
    """True if this unit may advance: a surviving attacker that is mobile, not Disorganized, not white and has not
    advanced (ADV-1).
    """
    battle = battle_of(state)
    if state.where[unit] < 0 or battle.halted >> unit & 1 or state.disorganized >> unit & 1:
        return False
    face = state.face_of(unit)
    return face.mobile and not face.white


def advance_limit(state: State, unit: UnitIndex) -> int:
    """Return the most hexes this unit may advance, terrain aside (ADV-3, ADV-4), cards in play order (EX-CARD-1)."""
    weather = calendar.weather(state)
    side = state.info(unit).side
    if state.unsupplied >> unit & 1 or weather in (Weather.MUD, Weather.LONG_WINTER):
        limit = 1
    else:
        armor = state.face_of(unit).armored and weather == Weather.CLEAR and calendar.armor_advances(state, unit)
        limit = 3 if armor else 2
    for effect in state.effects:
        if effect.kind == Kind.ADVANCE_LIMIT:
            limit = min(limit, effect.value)
        elif effect.kind == Kind.ADVANCE_MORE and effect.side == side:
            limit += effect.value
    return limit


def further_hexes(state: State, unit: UnitIndex, gone: int) -> NodeMask:
    """The hexes an advancing unit may continue to (ADV-3, ADV-4)."""
    if state.where[unit] < 0 or gone >= advance_limit(state, unit):
        return NO_NODES
    here = state.node_of(unit)
    stops = BOARD.stops_advance | state.scorched
    if stops >> here & 1:
        return NO_NODES
    return BOARD.adjacent[here] & ~closed_to(state, unit)
