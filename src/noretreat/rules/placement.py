"""Placing units (chapters 7.6 to 7.9 and 14.9.4; ORG-8 to ORG-12): recoveries, reinforcements, replacements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from noretreat.core import events
from noretreat.core.actions import (
    Action,
    Done,
    ExchangeUnit,
    PlaceUnit,
    ReplaceUnit,
)
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET, UnitInfo, bits
from noretreat.core.boxes import DELAYED, DESTROYED, REMOVED, SHATTERED, SURRENDERED
from noretreat.core.kernel import Decision
from noretreat.core.rulesets import Rules
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNIT, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.rules import calendar, extension, losses, optional, purchases, windows
from noretreat.rules.control import cities_of
from noretreat.rules.entering import enter
from noretreat.rules.losses import change_event_vp, send_to_track
from noretreat.rules.payment import REPLACING, can_pay, charge, events_of_phase
from noretreat.rules.stacking import room_for
from noretreat.rules.supply import net

SS_RETURNS_FROM = 23
"""From this turn the SS Panzer army may return for a victory point (EVT-23b)."""


def home_cities(state: State, side: SideIndex) -> NodeMask:
    """The hexes open to any unit of `side`: its cities, and under the digital rules also the hexes next to them
    (ORG-10).
    """
    own_net = net(state, side)
    if side == AXIS and state.rules.axis_placement == "gg_or_rumania_hex_until_extension":
        return _first_edition_hexes(state)
    cities = state.control(side) & _placement_sites(state) & ~state.scorched
    country = BOARD.germany if side == AXIS else BOARD.ussr
    # The Axis base city, and under the digital rules every city, needs an overland path (C-28).
    traced = own_net.overland if side == AXIS or state.rules.placement_adjacent else own_net.held_cities
    in_zone_ok = state.rules.axis_place_in_ezoc_ok if side == AXIS else state.rules.soviet_city_in_ezoc_ok
    cities &= country & traced
    beside = _beside(state, side, cities, country)
    return (cities if in_zone_ok else cities & ~state.zoc(ENEMY[side])) | beside


def _placement_sites(state: State) -> NodeMask:
    """Hexes in which (or under some rules next to which) units may be placed: cities, and by a switch oil fields
    (C-38).
    """
    return BOARD.cities | BOARD.oil if state.rules.oil_is_placement_site else BOARD.cities


def _first_edition_hexes(state: State) -> NodeMask:
    """The hexes open to Axis units under the classic rules (C-84): before the map extension any hex of Greater Germany
    or Rumania with an overland path; after it the Axis cities there and its western edge, outside enemy zones.
    """
    zones, overland = state.zoc(SOVIET), net(state, AXIS).overland
    if not extension.is_laid(state):
        hexes = BOARD.germany & overland & ~cities_of(state, SOVIET)
        return hexes if state.rules.axis_place_in_ezoc_ok else hexes & ~zones
    cities = state.axis_control & _placement_sites(state) & ~state.scorched & overland
    return BOARD.germany & (cities | BOARD.edge[AXIS]) & ~zones


def recovery_hexes(state: State, side: SideIndex) -> NodeMask:
    """Additional hexes for recovering units (ORG-10)."""
    own_net = net(state, side)
    zones = state.zoc(ENEMY[side])
    cities = state.control(side) & _placement_sites(state) & ~state.scorched
    # Under the digital rules every city needs an overland path, elsewhere only a path of its own (C-28).
    traced = own_net.overland if state.rules.placement_adjacent else own_net.held_cities
    # With the classic extension the Axis cannot use cities in enemy zones (C-84).
    barred = zones if not state.rules.recovery_in_ezoc_ok or (side == AXIS and extension.is_laid(state)) else NO_NODES
    if side == AXIS:
        cities &= traced & BOARD.ussr
        edge = extension.west_edge(state) & BOARD.germany
        return cities & ~barred | edge & ~zones | _beside(state, side, cities, BOARD.hexes)
    cities &= traced & BOARD.germany
    return cities & ~barred | _beside(state, side, cities, BOARD.hexes)


def _beside(state: State, side: SideIndex, cities: NodeMask, country: NodeMask) -> NodeMask:
    """The hexes next to a city where a unit may be placed under the digital rules: across a passable hexside, with an
    overland path of their own, without enemy units, not in their zone, not an enemy city (C-28). The city itself may be
    in a zone.
    """
    cities_only = side == AXIS and state.rules.axis_placement == "gg_city"
    if cities_only or not state.rules.placement_adjacent:
        return NO_NODES
    # RULING (C-142): an enemy oil field is no enemy city.
    beside = BOARD.expand(cities) & ~cities & country & net(state, side).overland & ~state.zoc(ENEMY[side])
    return beside & ~state.occupied(ENEMY[side]) & ~cities_of(state, ENEMY[side])


def placement_hexes(state: State, unit: UnitIndex, common: NodeMask | None = None) -> NodeMask:
    """Hexes with room where a unit waiting in its box may be placed now (ORG-8 to ORG-11).

    Pass `common` (from `common_hexes`) to save work for many units.
    """
    info = state.info(unit)
    side = info.side
    hexes = common_hexes(state, side) if common is None else common
    box = state.where[unit]
    if box == SHATTERED:
        hexes |= recovery_hexes(state, side)
    # RULING (C-155): a trigger's places are for the first arrival; Yugoslavs return where other Soviet units do.
    special = calendar.special_entry(state, unit) if box == DELAYED else None
    if special is not None:
        hexes = _trigger_hexes(state, info, special)
    elif box == DELAYED and info.german_fort and not state.rules.placement_adjacent:
        # RULING (C-140): they appear "in any city" (13.5); the digital rules know no place but "cities or adjacent".
        hexes &= BOARD.cities
    if info.id == "FINN":
        hexes = 1 << BOARD.finland
    return room_for(state, unit, hexes & ~state.occupied(ENEMY[side]))


def common_hexes(state: State, side: SideIndex) -> NodeMask:
    """The hexes open to every unit of a side (ORG-10): its cities, and for the Soviets the map edge."""
    hexes = home_cities(state, side)
    if side == SOVIET:
        # RULING (C-142): any edge hex, the Caucasus oil that the Axis controls included.
        hexes |= BOARD.edge[SOVIET] & BOARD.ussr & ~state.zoc(AXIS)
    return hexes


def _trigger_hexes(state: State, info: UnitInfo, special: NodeMask) -> NodeMask:
    """The hexes open to a trigger's unit: empty hexes of its side with an overland path, outside EZOC (C-27); for
    Soviet ones also a city in EZOC where others may be placed in it (C-28).
    """
    side = info.side
    if special & BOARD.balkans == special:
        return special
    # An area need not be empty: Groups E and F may share the West Balkans (EVT-OIL).
    empty = ~(state.occupied(AXIS) | state.occupied(SOVIET)) | BOARD.areas
    hostile = state.control(ENEMY[side]) & ~state.scorched
    traced = net(state, side).overland & ~hostile | BOARD.areas
    arrivals = traced & ~state.zoc(ENEMY[side])
    if side == SOVIET and state.rules.soviet_city_in_ezoc_ok:
        arrivals |= net(state, side).held_cities & state.control(side) & BOARD.cities
    return special & empty & arrivals


def cadre_hexes(state: State, side: SideIndex) -> NodeMask:
    """Hexes of friendly cadres with an overland path: a replacement may be built on them (CAD-5)."""
    overland = net(state, side).overland
    mask = NO_NODES
    for unit in state.on_map(side):
        if state.info(unit).cadre and overland >> state.where[unit] & 1:
            mask |= 1 << state.where[unit]
    return mask


def replacement_hexes(state: State, unit: UnitIndex, common: NodeMask | None = None) -> NodeMask:
    """The hexes open to a lost unit as a replacement; for Finns only Finland (CAD-5, C-92)."""
    hexes = placement_hexes(state, unit, common)
    info = state.info(unit)
    return hexes if info.id == "FINN" else hexes | cadre_hexes(state, info.side)


def replace_price(state: State, unit: UnitIndex) -> int | None:
    """The cards it costs to replace a lost unit (ORG-8, C-26); None if the rules do not allow it (ORG-9).

    The Axis cannot before turn 5 (EVT-2, EVT-5), the Finns cannot while Soviet units are in Finland (SPU-FIN); a Shock
    army costs two cards (SPU-SHK).
    """
    info = state.info(unit)
    if info.side == AXIS:
        first, last = state.rules.axis_replace_turns
        if state.turn < first or (last is not None and state.turn > last):
            return None
        if info.id == "FINN" and state.occupied(SOVIET) >> BOARD.finland & 1:
            return None
    red = info.faces[state.face[unit]].shock and not calendar.two_step_soviets(state)
    return 2 if state.where[unit] == SURRENDERED or red else 1


def ss_panzer_waits(state: State, side: SideIndex) -> bool:
    """True if the SS Panzer army can return for a victory point (EVT-23b)."""
    unit = BOARD.unit_index["GSSPz"]
    return side == AXIS and state.turn >= SS_RETURNS_FROM and state.where[unit] == REMOVED and state.due[unit] == 0


class PlaceUnits(Decision, frozen=True, gc=False):
    """The choice of units and hexes in the placement segment (D-34 to D-36)."""

    CODE = "place"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every placement; Done once no shattered unit could still recover (ORG-11)."""
        side = self.side
        actions: list[Action] = []
        common = common_hexes(state, side)
        for unit in state.boxed(side, SHATTERED):
            actions += placements(unit, placement_hexes(state, unit, common))
        must_recover = bool(actions) and state.rules.recovery_compulsory
        for unit in state.boxed(side, DELAYED):
            actions += placements(unit, placement_hexes(state, unit, common))
        if ss_panzer_waits(state, side):
            unit = BOARD.unit_index["GSSPz"]
            actions += placements(unit, room_for(state, unit, home_cities(state, AXIS)))
        for unit in (*state.boxed(side, DESTROYED), *state.boxed(side, SURRENDERED)):
            price = replace_price(state, unit)
            if price is not None and can_pay(state, side, price):
                actions += placements(unit, replacement_hexes(state, unit, common), ReplaceUnit)
        actions += optional.exchange_actions(state, side)
        actions += events_of_phase(state, side)
        if not must_recover:
            actions.append(Done())
        return actions

    def choose(self, state: State, action: Action) -> None:
        """Places a unit, and asks again."""
        if isinstance(action, Done):
            lose_roomless_yugoslavs(state, self.side)
            return
        self.again(state)
        if isinstance(action, PlaceUnit):
            _place_free(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
        elif isinstance(action, ReplaceUnit):
            unit, node = BOARD.unit_index[action.unit], BOARD.node_of[action.to]
            price = replace_price(state, unit) or 0
            replace(state, unit, node)
            charge(state, self.side, price, REPLACING)
        elif isinstance(action, ExchangeUnit):
            optional.exchange(state, BOARD.unit_index[action.unit])
        else:
            windows.play(state, self.side, action)


def placements(
    unit: UnitIndex, mask: NodeMask, verb: type[PlaceUnit] | type[ReplaceUnit] = PlaceUnit
) -> list[PlaceUnit | ReplaceUnit]:
    """The actions that put a unit on each hex of a mask."""
    row = _placing(unit, verb)
    return [row[node] for node in bits(mask)]


@cache
def _placing(unit: UnitIndex, verb: type[PlaceUnit] | type[ReplaceUnit]) -> tuple[PlaceUnit | ReplaceUnit, ...]:
    """The actions that put a unit on each node, by number; numbers between nodes lead nowhere."""
    name = BOARD.unit_ids[unit]
    return tuple(verb(name, BOARD.id_of.get(node, "")) for node in map(Node, range(BOARD.nodes.bit_length())))


def _place_free(state: State, unit: UnitIndex, node: Node) -> None:
    """Recovers a shattered unit, Disorganized, or places a reinforcement (ORG-8)."""
    box = state.where[unit]
    why = {SHATTERED: "recover", REMOVED: "reserve"}.get(box, "reinforce")
    if box == REMOVED:
        state.turn_over(unit, 0)
        state.due[unit] = state.turn  # it returns only once
        change_event_vp(state, SOVIET, 1, "ss_return")
    put_on_map(state, unit, node, why)
    if box == SHATTERED:
        state.disorganized |= 1 << unit


def replace(state: State, unit: UnitIndex, node: Node) -> None:
    """Places a replaced unit, reduced and Disorganized, using up a cadre if needed (CAD-5)."""
    info = state.info(unit)
    side = info.side
    cadres = [other for other in state.units_at(node, side) if state.info(other).cadre]
    on_cadre = bool(cadres) and node not in _ordinary(state, unit)
    purchases.remember(state, unit, purchases.STEP, cadres[0] if on_cadre else NO_UNIT, node)
    if not info.soviet_brittle or calendar.two_step_soviets(state):
        state.turn_over(unit, info.weak if state.two_sided(unit) else 0)
    organized = False
    if on_cadre:
        send_to_track(state, cadres[0])
        organized = state.rules.cadre_rebuild_organized
    put_on_map(state, unit, node, "replace")
    if state.phase == Phase.ORGANIZATION and exiles_cadres(state.rules):
        state.replaced |= 1 << unit
    if not organized:
        state.disorganized |= 1 << unit


def _ordinary(state: State, unit: UnitIndex) -> set[Node]:
    """Nodes where the unit can be placed without using up a cadre."""
    return set(bits(placement_hexes(state, unit)))


def put_on_map(state: State, unit: UnitIndex, node: Node, why: str) -> None:
    """Puts a unit on the map from a box."""
    state.emit(events.UnitPlaced(BOARD.unit_ids[unit], BOARD.id_of[node], why))
    enter(state, unit, (node,))
    if state.phase == state.rules.entrain_phase == Phase.ORGANIZATION:
        state.moved |= 1 << unit  # it cannot entrain in the same phase (C-60); the Movement Phase starts afresh


def garrison_the_reich(state: State) -> None:
    """January 1945: as the Axis Placement step opens, the Berlin Garrison and the Volkssturm that wait with the
    reinforcements appear in their cities, if these are still Axis; otherwise they are lost (EVT-23).
    """
    # RULING (C-123): they appear on the cities named on them, so that an enemy zone does not keep them out (7.6).
    for unit in state.boxed(AXIS, DELAYED):
        info = state.info(unit)
        if not state.face_of(unit).of_its_city:
            continue
        lost = state.soviet_control >> info.home & 1 or state.occupied(SOVIET) >> info.home & 1
        if lost:
            losses.withdraw(state, unit, "calendar")
        else:
            put_on_map(state, unit, info.home, "reinforce")


def lose_roomless_yugoslavs(state: State, side: SideIndex) -> None:
    """Eliminates Yugoslavs that have no room when they arrive (C-100)."""
    for unit_id in ("YUG1", "YUG2"):
        unit = BOARD.unit_index[unit_id]
        if side == SOVIET and state.where[unit] == DELAYED and not placement_hexes(state, unit):
            state.put(unit, DESTROYED)
            state.emit(events.UnitEliminated(unit_id, "box:delayed", "destroyed", "no_room"))


def exiles_cadres(rules: Rules) -> bool:
    """True if a cadre is exiled, for the turns printed on it, when a unit is built on it (C-32)."""
    return rules.cadre_rebuild_organized and rules.cadre_return == "printed_turns"
