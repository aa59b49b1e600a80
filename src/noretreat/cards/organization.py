"""Events of the supply check and the Organization Phase: steps, units from the boxes, forts, payments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from noretreat.cards.conditions import FROM_1944, since
from noretreat.core.actions import Action, ChooseHex, ChooseUnit, LoseStep, PlaceUnit, ReplaceUnit
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET, bits
from noretreat.core.boxes import CADRES, DESTROYED, RAIL, REMOVED, SHATTERED, SURRENDERED
from noretreat.core.events import UnitAvailable, WorksBuilt
from noretreat.core.lasting import Kind, Scope
from noretreat.core.reasons import Reason, because
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, CardNumber, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.rules import flipping, losses, organization, placement, rail
from noretreat.rules.choices import answer, ask, choose_unit, lose_a_step, offer
from noretreat.rules.control import cities_of
from noretreat.rules.deck import draw
from noretreat.rules.effects import lasting
from noretreat.rules.losses import change_event_vp
from noretreat.rules.payment import PAYS_MORE
from noretreat.rules.stacking import room_for
from noretreat.rules.supply import net
from noretreat.rules.windows import Window, event


def _cut_off(state: State, side: SideIndex) -> list[UnitIndex]:
    """Units of `side` with an Unsupplied marker."""
    return [unit for unit in state.on_map(side) if state.unsupplied >> unit & 1]


def _a_kettle(state: State, side: SideIndex, mode: str) -> Reason | None:
    """Some enemy unit has an Unsupplied marker."""
    return None if _cut_off(state, ENEMY[side]) else because("no-enemy-unsupplied")


@event(18, AXIS, Window.SUPPLY_END, requires=(_a_kettle,))
def kesselschlacht(state: State, side: SideIndex, mode: str) -> None:
    """One unsupplied Soviet unit surrenders at once."""
    choose_unit(state, CardNumber(18), side, _cut_off(state, ENEMY[side]))


@answer(18, AXIS)
def surrender(state: State, side: SideIndex, unit: UnitIndex) -> None:
    """It goes to the Surrendered box and costs its side a point; a cadre goes to the turn track."""
    losses.surrender(state, unit, "event")


def _axis_on_map(state: State, side: SideIndex, mode: str) -> Reason | None:
    """There is an enemy unit to raid."""
    return None if state.on_map(ENEMY[side]) else because("no-enemy-on-map")


@event(5, SOVIET, Window.ORGANIZATION_START, turn=AXIS, requires=(_axis_on_map,))
def cavalry_raid(state: State, side: SideIndex, mode: str) -> None:
    """One Axis unit becomes unsupplied."""
    choose_unit(state, CardNumber(5), side, state.on_map(ENEMY[side]))


@answer(5, SOVIET)
def cut_its_supply(state: State, side: SideIndex, unit: UnitIndex) -> None:
    """Marks the unit Unsupplied until the next check."""
    state.mark_unsupplied(state.unsupplied | 1 << unit)


# --- free steps -------------------------------------------------------------------------------------------
def _free_steps(state: State, side: SideIndex, chosen: int) -> Sequence[Action]:
    """Replacements and improvements."""
    return organization.free_steps(state, side)


def _a_step(state: State, side: SideIndex, mode: str) -> Reason | None:
    """Something can be replaced or improved."""
    return None if organization.free_steps(state, side) else because("no-step-now")


offer(3, AXIS, _free_steps)(organization.take_free_step)
offer(30, AXIS, _free_steps)(organization.take_free_step)
offer(38, SOVIET, _free_steps)(organization.take_free_step)


@event(3, AXIS, Window.ORGANIZATION, turn=AXIS, requires=(_a_step,))
def troop_transfer(state: State, side: SideIndex, mode: str) -> None:
    """One replacement or improvement, whatever it costs, even in the first turns."""
    ask(state, CardNumber(3), side, must=True)


@event(30, AXIS, Window.ANY_CARD)
def last_reserves(state: State, side: SideIndex, mode: str) -> None:
    """Up to two replacements or improvements, for a victory point."""
    change_event_vp(state, side, -1, "30-axis")
    ask(state, CardNumber(30), side, times=2)


@event(38, SOVIET, Window.ANY, turn=SOVIET)
def industrial_surge(state: State, side: SideIndex, mode: str) -> None:
    """Two cards, and a replacement or improvement."""
    ask(state, CardNumber(38), side)
    draw(state, side, 2)


def _upgrades(state: State, side: SideIndex, chosen: int) -> Sequence[Action]:
    """Units that may be upgraded."""
    return flipping.free_upgrades_for(state)


offer(8, SOVIET, _upgrades)(organization.take_free_step)


def _can_upgrade(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The upgrade needs a unit."""
    if mode == "draw" or flipping.free_upgrades_for(state):
        return None
    return because("no-upgrade-now")


@event(8, SOVIET, Window.ORGANIZATION, turn=SOVIET, modes=("draw", "upgrade"), requires=(since(6), _can_upgrade))
def allied_lend_lease(state: State, side: SideIndex, mode: str) -> None:
    """Two cards, or an upgrade."""
    if mode == "draw":
        draw(state, side, 2)
    else:
        ask(state, CardNumber(8), side, must=True)


# --- units from the boxes ---------------------------------------------------------------------------------
def _conscript_hexes(state: State) -> NodeMask:
    """The Soviet cities, and the hexes next to one outside enemy zones, with an overland path (01S).

    If Soviet units cannot be placed in a city in an enemy zone, conscripts cannot either (C-28).
    """
    cities = cities_of(state, SOVIET)
    beside = BOARD.expand(cities) & BOARD.hexes & ~state.zoc(AXIS) & ~cities_of(state, AXIS)
    if not state.rules.soviet_city_in_ezoc_ok:
        cities &= ~state.zoc(AXIS)
    return (cities | beside) & net(state, SOVIET).overland & ~state.occupied(AXIS)


def _conscription(state: State) -> Iterator[tuple[UnitIndex, NodeMask]]:
    """Each lost Soviet unit, and the hexes in which it may return."""
    lost = (*state.boxed(SOVIET, DESTROYED), *state.boxed(SOVIET, SURRENDERED))
    hexes = _conscript_hexes(state) if lost else NO_NODES
    return ((unit, room_for(state, unit, hexes)) for unit in lost)


def _conscripts(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Lost units and where they may return."""
    return [
        ReplaceUnit(BOARD.unit_ids[unit], BOARD.id_of[node])
        for unit, hexes in _conscription(state)
        for node in bits(hexes)
    ]


offer(1, SOVIET, _conscripts)(organization.take_free_step)


def _some_conscripts(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A unit can return."""
    return None if any(hexes for _, hexes in _conscription(state)) else because("no-lost-placed")


@event(1, SOVIET, Window.PHASE_END, requires=(_some_conscripts,))
def new_conscripts(state: State, side: SideIndex, mode: str) -> None:
    """A lost unit returns in or next to a city."""
    ask(state, CardNumber(1), side, must=True)


def _recruits(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Units of three boxes that can entrain, while the rail box has room (C-65)."""
    if not rail.has_room(state, side):
        return []
    boxed = [unit for box in (SHATTERED, DESTROYED, SURRENDERED) for unit in state.boxed(side, box)]
    return [ChooseUnit(BOARD.unit_ids[unit]) for unit in boxed if BOARD.rides_trains[unit][state.face[unit]]]


def _some_recruits(state: State, side: SideIndex, mode: str) -> Reason | None:
    """There is such a unit, and room for it."""
    if not rail.has_room(state, side):
        return because("rail-box-full")
    return None if _recruits(state, side, 0) else because("nobody-to-send")


@event(2, SOVIET, Window.ANY, requires=(_some_recruits,))
def manpower_reserves(state: State, side: SideIndex, mode: str) -> None:
    """Up to two units go to the rail box."""
    ask(state, CardNumber(2), side, times=2)


@offer(2, SOVIET, _recruits)
def send_by_rail(state: State, side: SideIndex, action: Action) -> None:
    """Moves the unit to the rail box, keeping its face."""
    assert isinstance(action, ChooseUnit)
    state.put(BOARD.unit_index[action.unit], RAIL)
    state.emit(UnitAvailable(action.unit, "rail"))


def _kampfgruppen(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Available cadres, and the hexes where they could detrain."""
    hexes = rail.detrain_hexes(state, side)
    units = state.boxed(side, CADRES)
    return [action for unit in units for action in placement.placements(unit, rail.stations_of(state, unit, hexes))]


def _some_kampfgruppe(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A cadre is available and can be placed."""
    return None if _kampfgruppen(state, side, 0) else because("no-kampfgruppe")


@event(25, AXIS, Window.ORGANIZATION, turn=AXIS, requires=(_some_kampfgruppe,))
def ersatz_units(state: State, side: SideIndex, mode: str) -> None:
    """Up to two Kampfgruppen are placed on the map."""
    ask(state, CardNumber(25), side, times=2)


@offer(25, AXIS, _kampfgruppen)
def place(state: State, side: SideIndex, action: Action) -> None:
    """Places the unit."""
    assert isinstance(action, PlaceUnit)
    placement.put_on_map(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to], "event")


def _returning(state: State, side: SideIndex, kind: str, hexes: NodeMask) -> list[Action]:
    """Eliminated German counters of this type, each to every German city that still has room.

    RULING: the Finns, whose counter is a fort too, fight only for Finland; once eliminated they stay out.
    """
    cities = cities_of(state, side) & BOARD.germany & ~state.occupied(ENEMY[side]) & hexes
    infos = [BOARD.units[unit] for unit in state.boxed(side, REMOVED)]
    units = [info.index for info in infos if info.faces[0].type.value == kind and info.german]
    return [action for unit in units for action in placement.placements(unit, room_for(state, unit, cities))]


def _forts(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Forts that were eliminated, in German cities (48A)."""
    return _returning(state, side, "fort", BOARD.hexes)


def _volkssturm(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Volkssturm that was eliminated, in German cities outside enemy zones (49A)."""
    return _returning(state, side, "volkssturm", ~state.zoc(ENEMY[side]))


offer(48, AXIS, _forts)(place)
offer(49, AXIS, _volkssturm)(place)


def _a_fort(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A fort can return."""
    return None if _forts(state, side, 0) else because("no-fort-back")


def _a_levy(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A Volkssturm unit can return."""
    return None if _volkssturm(state, side, 0) else because("no-volkssturm-back")


@event(48, AXIS, Window.ORGANIZATION, turn=AXIS, requires=(_a_fort,))
def festung_deutschland(state: State, side: SideIndex, mode: str) -> None:
    """A fort returns, for a victory point."""
    change_event_vp(state, side, -1, "48-axis")
    ask(state, CardNumber(48), side, must=True)


@event(49, AXIS, Window.ORGANIZATION, turn=AXIS, requires=(_a_levy,))
def volkssturm_levies(state: State, side: SideIndex, mode: str) -> None:
    """Up to two Volkssturm units return."""
    ask(state, CardNumber(49), side, times=2)


# --- losses -----------------------------------------------------------------------------------------------
def _axis_units(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Any unit of the side that must lose a step."""
    return [LoseStep(BOARD.unit_ids[unit]) for unit in state.on_map(side)]


offer(6, SOVIET, _axis_units)(lose_a_step)


@event(6, SOVIET, Window.ORGANIZATION, turn=SOVIET, requires=(_axis_on_map,))
def partisans(state: State, side: SideIndex, mode: str) -> None:
    """An Axis unit loses a step."""
    ask(state, CardNumber(6), side, who=ENEMY[side], must=True)


def _supplied_units(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Units without an Unsupplied marker, except cadres; each can be chosen once."""
    return [
        LoseStep(BOARD.unit_ids[unit])
        for unit in state.on_map(side)
        if not (state.unsupplied | chosen) >> unit & 1 and not state.info(unit).cadre
    ]


offer(35, AXIS, _supplied_units)(lose_a_step)


def _supplied_enemy(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A unit can lose a step."""
    return None if _supplied_units(state, ENEMY[side], 0) else because("no-enemy-supplied")


@event(35, AXIS, Window.ORGANIZATION, turn=AXIS, requires=(since(FROM_1944, 1944), _supplied_enemy))
def soviet_manpower_crisis(state: State, side: SideIndex, mode: str) -> None:
    """Two Soviet units lose a step each."""
    ask(state, CardNumber(35), side, who=ENEMY[side], times=2, must=True)


# --- works ------------------------------------------------------------------------------------------------
def _diggers(state: State, side: SideIndex, chosen: int) -> list[Action]:
    """Hexes with a unit that can build Works."""
    return [ChooseHex(BOARD.id_of[node]) for node in bits(state.occupied(side) & BOARD.hexes)]


def _marker_free(state: State, side: SideIndex, mode: str) -> Reason | None:
    """There is one marker only."""
    if state.works:
        return because("works-in-use")
    return None if _diggers(state, side, 0) else because("nobody-on-map")


@event(41, AXIS, Window.ORGANIZATION, turn=AXIS, requires=(_marker_free,))
def defensive_works(state: State, side: SideIndex, mode: str) -> None:
    """A hex with an Axis unit gets Defensive Works, until a Soviet unit enters it."""
    ask(state, CardNumber(41), side, must=True)


@offer(41, AXIS, _diggers)
def dig_in(state: State, side: SideIndex, action: Action) -> None:
    """Places the marker."""
    assert isinstance(action, ChooseHex)
    state.works |= 1 << BOARD.node_of[action.hex]
    state.emit(WorksBuilt(action.hex))


# --- payments: asked with the purpose of the payment as mode ----------------------------------------------
def _for_a_replacement(state: State, side: SideIndex, purpose: str) -> Reason | None:
    """Only replacements."""
    return None if purpose == "replace" else because("replacement-only")


@event(12, AXIS, Window.PAYMENT, turn=AXIS, requires=(_for_a_replacement,))
def fedor_von_bock(state: State, side: SideIndex, mode: str) -> None:
    """Discarded for a replacement, it brings another card."""
    draw(state, side, 1)


def _organizing(state: State, side: SideIndex, purpose: str) -> Reason | None:
    """Only in the side's own Organization Phase."""
    return None if state.phase == Phase.ORGANIZATION else because("own-organization")


VOLKSGRENADIERS: Final = CardNumber(53)
PAYS_MORE[AXIS, VOLKSGRENADIERS] = 1


@event(VOLKSGRENADIERS, AXIS, Window.PAYMENT, turn=AXIS, requires=(_organizing,))
def volksgrenadiers(state: State, side: SideIndex, mode: str) -> None:
    """It pays for two cards: what is left counts toward the next price of the phase."""
    lasting(state, VOLKSGRENADIERS, side, Kind.CREDIT, 1, Scope.PHASE)
