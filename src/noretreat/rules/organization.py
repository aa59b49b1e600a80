"""The Organization Phase (chapter 7; ORG-1 to ORG-14): flip, place, reorganize."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from noretreat.core import events
from noretreat.core.actions import (
    Action,
    ChooseUnit,
    Done,
    ExchangeUnit,
    ImproveUnit,
    Pass,
    PlaceUnit,
    ReorganizeUnit,
    ReplaceUnit,
    UnfortifyUnit,
    UpgradeUnit,
)
from noretreat.core.board import AXIS, BOARD, SIDES, SOVIET, UnitInfo, bits
from noretreat.core.boxes import DELAYED, DESTROYED, REMOVED, SHATTERED, SURRENDERED
from noretreat.core.kernel import Decision, Procedure, call
from noretreat.core.rulesets import Rules
from noretreat.core.state import State
from noretreat.rules import calendar, extension, optional, purchases, rail, windows
from noretreat.rules.boxes import change_event_vp, send_to_track
from noretreat.rules.control import take_control
from noretreat.rules.deck import REPLACING, can_pay, charge, settle_bill
from noretreat.rules.stacking import check_stacking, room_for
from noretreat.rules.supply import has_overland, net
from noretreat.rules.windows import Window

SS_RETURNS_FROM = 23
"""From this turn the SS Panzer army may be bought back for a victory point (EVT-23b)."""


class OrganizationPhase(Procedure, frozen=True, gc=False):
    """7: A flip, B placement, C reorganization."""

    STEPS = ("start", "flip", "place", "check_stacks", "reorganize", "settle_bill")
    side: int

    def start(self, state: State) -> None:
        """The enemy may strike at the start of the phase."""
        state.flips = state.replaced = state.bill = state.bill_replacing = state.entrained = 0
        state.upgrades_left = free_upgrades(state) if self.side == SOVIET else 0
        windows.open_window(state, Window.ORGANIZATION_START, 1 - self.side)

    def flip(self, state: State) -> None:
        """Improve, upgrade, fortify (7.1 to 7.5)."""
        state.step = "flip"
        call(state, FlipUnits(self.side))

    def place(self, state: State) -> None:
        """Recover, reinforce, replace (7.6 to 7.9)."""
        state.step = "placement"
        call(state, PlaceUnits(self.side))

    def check_stacks(self, state: State) -> None:
        """Stacking holds at the end of the step (STK-3)."""
        check_stacking(state)

    def reorganize(self, state: State) -> None:
        """Take Disorganized markers off (7.10); by the computer rules units also entrain here."""
        state.step = "reorganization"
        call(state, ReorganizeUnits(self.side))

    def settle_bill(self, state: State) -> None:
        """By the computer rules everything is paid at the end of the phase (ORG-15)."""
        settle_bill(state, self.side)


def events_of_phase(state: State, side: int) -> list[Action]:
    """Events of this phase, as long as enough cards remain for the bill."""
    return windows.playable(state, side, Window.ORGANIZATION) if can_pay(state, side, 1) else []


# --- 8A flip ----------------------------------------------------------------------------------------------
def free_upgrades(state: State) -> int:
    """Free Soviet upgrades this turn (ORG-3, EVT-6): one from turn 6, two from turn 13, none after 17."""
    setup = state.setup
    if state.turn == setup.first_turn and setup.free_upgrades is not None:
        return setup.free_upgrades
    last = state.rules.free_upgrade_last_turn
    if last is not None and state.turn > last:
        return 0
    return max((count for turn, count in state.rules.free_upgrades.items() if int(turn) <= state.turn), default=0)


def is_flippable(state: State, unit: int) -> bool:
    """On the map on its weak face, not flipped this phase, with an overland path now (ORG-1).

    What was flipped in an Organization Phase does not bind an event of a later phase (ORG-7; 30A, 38S).
    """
    info = state.info(unit)
    flipped = state.phase == "organization" and state.flips >> unit & 1
    if not state.two_sided(unit) or state.face[unit] == info.strong or flipped:
        return False
    return not state.unsupplied >> unit & 1 and has_overland(state, unit)


def improve_price(state: State, unit: int) -> int | None:
    """Cards for turning a unit to its strong face (ORG-2, ORG-5); None where the rules do not allow it.

    The Axis may from turn 5 to 23 (EVT-2, EVT-5, EVT-24), the SS for one card (SPU-SSP, SPU-SSG); regionals become
    forts from turn 3 (EVT-3); a Shock army costs two (SPU-SHK).
    """
    info = state.info(unit)
    rules, turn = state.rules, state.turn
    if info.id in ("YUG1", "YUG2"):
        return _yugoslav_price(state, unit)
    if info.side == AXIS:
        first, last = rules.axis_improve_turns
        if not first <= turn <= last:
            return None
        return 1 if info.ss and rules.ss_cost_one else 2
    if info.regional:
        if turn < max(rules.fort_from, rules.paid_improve_soviet_from["forts"]):
            return None
        own = info.home == state.where[unit]
        return rules.fortify_cost["own_city" if own else "elsewhere"]
    if turn < rules.paid_improve_soviet_from["others"]:
        return None
    return 2 if info.faces[info.strong].shock else 1


def _yugoslav_price(state: State, unit: int) -> int | None:
    """Yugoslavs fortify only in the Balkans, at the prices of a Soviet fort (ORG-7, SPU-YUG)."""
    in_balkans = BOARD.balkans >> state.where[unit] & 1
    return state.rules.fortify_cost["elsewhere"] if in_balkans else None


def may_improve(state: State, unit: int) -> bool:
    """May this unit be turned to its strong face for cards now?"""
    price = improve_price(state, unit)
    if price is None or not can_pay(state, state.info(unit).side, price):
        return False
    info = state.info(unit)
    fortifies = info.side == SOVIET and info.faces[info.strong].fort
    if fortifies and not state.rules.fortify_needs_overland:
        return state.face[unit] != info.strong and not state.flips >> unit & 1
    return is_flippable(state, unit)


def may_upgrade(state: State, unit: int) -> bool:
    """May a free upgrade be spent on this unit (ORG-3)?"""
    info = state.info(unit)
    if state.upgrades_left == 0 or info.side == AXIS or not is_flippable(state, unit):
        return False
    if info.regional:
        return state.rules.free_upgrade_forts and state.turn >= state.rules.fort_from
    return info.soviet_brittle


def may_unfortify(state: State, unit: int) -> bool:
    """May this Fort be turned back to its Regional face (ORG-6)?"""
    info = state.info(unit)
    fort = info.side == SOVIET and info.two_sided and state.face_of(unit).fort
    if not fort or state.flips >> unit & 1 or not can_pay(state, SOVIET, state.rules.unfortify_cost):
        return False
    return info.regional or bool(BOARD.balkans >> state.where[unit] & 1)


class FlipUnits(Decision, frozen=True, gc=False):
    """The Flip step (D-30 to D-32)."""

    CODE = "flip"
    side: int

    def actor(self, state: State) -> int:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every flip the rules and the hand allow, this window's events, and the end of the step."""
        actions: list[Action] = []
        for unit in state.on_map(self.side):
            if not state.two_sided(unit):
                continue
            name = BOARD.unit_ids[unit]
            if may_improve(state, unit):
                actions.append(ImproveUnit(name))
            if may_upgrade(state, unit):
                actions.append(UpgradeUnit(name))
            if may_unfortify(state, unit):
                actions.append(UnfortifyUnit(name))
        actions += events_of_phase(state, self.side)
        actions.append(Done())
        return actions

    def choose(self, state: State, action: Action) -> None:
        """Pays and flips, then asks again."""
        if isinstance(action, Done):
            return
        self.again(state)
        if isinstance(action, ImproveUnit):
            unit = BOARD.unit_index[action.unit]
            price = improve_price(state, unit) or 0
            flip(state, unit, state.info(unit).strong, "improve")
            charge(state, self.side, price, "improve")
        elif isinstance(action, UpgradeUnit):
            unit = BOARD.unit_index[action.unit]
            state.upgrades_left -= 1
            flip(state, unit, state.info(unit).strong, "upgrade")
        elif isinstance(action, UnfortifyUnit):
            flip(state, BOARD.unit_index[action.unit], 0, "unfortify")
            charge(state, self.side, state.rules.unfortify_cost, "unfortify")
        else:
            windows.play(state, self.side, action)


def flip(state: State, unit: int, face: int, why: str) -> None:
    """Turns a counter over, once a phase (ORG-7); the enemy may annul any step but dismantling a fort."""
    purchases.remember(state, unit, purchases.FLIP if why == "unfortify" else purchases.STEP)
    state.flips |= 1 << unit
    state.turn_over(unit, face)
    state.emit(events.UnitFlipped(BOARD.unit_ids[unit], face, why))


# --- 8B placement -----------------------------------------------------------------------------------------
def home_cities(state: State, side: int) -> int:
    """Where any unit of `side` may be placed: its cities, by the computer rules also beside them (ORG-10)."""
    own_net = net(state, side)
    if side == AXIS and state.rules.axis_placement == "gg_or_rumania_hex_until_extension":
        return _first_edition_hexes(state)
    cities = state.control(side) & _placement_sites(state) & ~state.scorched
    country = BOARD.germany if side == AXIS else BOARD.ussr
    # Of the Axis base city, and by the computer rules of every city, an overland path is asked (C-28).
    traced = own_net.overland if side == AXIS or state.rules.placement_adjacent else own_net.held_cities
    in_zone_ok = state.rules.axis_place_in_ezoc_ok if side == AXIS else state.rules.soviet_city_in_ezoc_ok
    cities &= country & traced
    beside = _beside(state, side, cities, country)
    return (cities if in_zone_ok else cities & ~state.zoc(1 - side)) | beside


def _placement_sites(state: State) -> int:
    """Hexes in (or by some rules next to) which units may be placed: cities, by a switch oil fields too (C-38)."""
    return BOARD.cities | BOARD.oil if state.rules.oil_is_placement_site else BOARD.cities


def _first_edition_hexes(state: State) -> int:
    """Where the Axis places by the first edition (C-84): until the map extension any hex of Greater Germany or
    Rumania with an overland path; from then on own cities there, or its western edge, outside enemy zones.
    """
    zones, overland = state.zoc(SOVIET), net(state, AXIS).overland
    if not extension.is_laid(state):
        hexes = BOARD.germany & overland & ~state.scorched & ~(state.soviet_control & BOARD.cities)
        return hexes if state.rules.axis_place_in_ezoc_ok else hexes & ~zones
    cities = state.axis_control & _placement_sites(state) & ~state.scorched & overland
    return BOARD.germany & (cities | BOARD.edge[AXIS]) & ~zones


def recovery_hexes(state: State, side: int) -> int:
    """Where only recovering units may come in as well (ORG-10)."""
    own_net = net(state, side)
    zones = state.zoc(1 - side)
    cities = state.control(side) & _placement_sites(state) & ~state.scorched
    # By the computer rules an overland path is asked of every city, else of these a city's own way (C-28).
    traced = own_net.overland if state.rules.placement_adjacent else own_net.held_cities
    # The extension of the first edition takes cities in a zone from the Axis (C-84).
    barred = zones if not state.rules.recovery_in_ezoc_ok or (side == AXIS and extension.is_laid(state)) else 0
    if side == AXIS:
        cities &= traced & BOARD.ussr
        edge = extension.west_edge(state) & BOARD.germany
        return cities & ~barred | edge & ~zones | _beside(state, side, cities, BOARD.hexes)
    cities &= traced & BOARD.germany
    return cities & ~barred | _beside(state, side, cities, BOARD.hexes)


def _beside(state: State, side: int, cities: int, country: int) -> int:
    """By the computer rules a unit may also be placed next to a city: over a passable side, with an overland
    path of its own, neither among enemies nor in their zone or an enemy city (C-28). The city itself may lie in a zone.
    """
    cities_only = side == AXIS and state.rules.axis_placement == "gg_city"
    if cities_only or not state.rules.placement_adjacent:
        return 0
    beside = BOARD.expand(cities) & ~cities & country & net(state, side).overland & ~state.zoc(1 - side)
    return beside & ~state.occupied(1 - side) & ~(state.control(1 - side) & BOARD.cities)


def placement_hexes(state: State, unit: int, common: int | None = None) -> int:
    """Hexes where a unit waiting in its box may be put now, room for it included (ORG-8 to ORG-11).

    `common` saves working out the places of any unit again for each of many.
    """
    info = state.info(unit)
    side = info.side
    hexes = common_hexes(state, side) if common is None else common
    box = state.where[unit]
    if box == SHATTERED:
        hexes |= recovery_hexes(state, side)
    special = calendar.special_entry(state, unit) if box == DELAYED else None
    if special is not None:
        hexes = _trigger_hexes(state, info, special)
    if info.id == "FINN":
        hexes = 1 << BOARD.finland
    return room_for(state, unit, hexes & ~state.occupied(1 - side))


def common_hexes(state: State, side: int) -> int:
    """Where every unit of a side may be placed (ORG-10): its cities, and for the Soviets the map edge."""
    hexes = home_cities(state, side)
    if side == SOVIET:
        hexes |= BOARD.edge[SOVIET] & BOARD.ussr & ~state.zoc(AXIS)
    return hexes


def _trigger_hexes(state: State, info: UnitInfo, special: int) -> int:
    """Where a trigger's unit may arrive: empty hexes of its side with an overland path, outside EZOC (C-27)."""
    side = info.side
    if special & BOARD.balkans == special:
        return special
    # An area need not be empty: Groups E and F may share the West Balkans (EVT-OIL).
    empty = ~(state.occupied(AXIS) | state.occupied(SOVIET)) | BOARD.areas
    traced = net(state, side).overland & ~state.control(1 - side) | BOARD.areas
    return special & empty & traced & ~state.zoc(1 - side)


def cadre_hexes(state: State, side: int) -> int:
    """Hexes of own cadres with an overland path: a replacement may be built on them (CAD-5)."""
    overland = net(state, side).overland
    mask = 0
    for unit in state.on_map(side):
        if state.info(unit).cadre and overland >> state.where[unit] & 1:
            mask |= 1 << state.where[unit]
    return mask


def replacement_hexes(state: State, unit: int, common: int | None = None) -> int:
    """Where a lost unit may be put when it is replaced; the Finns never outside Finland (CAD-5, C-92)."""
    hexes = placement_hexes(state, unit, common)
    info = state.info(unit)
    return hexes if info.id == "FINN" else hexes | cadre_hexes(state, info.side)


def replace_price(state: State, unit: int) -> int | None:
    """Cards for bringing a lost unit back (ORG-8, C-26); None where the rules do not allow it (ORG-9).

    The Axis cannot before turn 5 (EVT-2, EVT-5), the Finns not while Soviets stand in Finland (SPU-FIN); a Shock army
    costs two (SPU-SHK).
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


def ss_panzer_waits(state: State, side: int) -> bool:
    """May the SS Panzer army be bought back for a victory point (EVT-23b)?"""
    unit = BOARD.unit_index["GSSPz"]
    return side == AXIS and state.turn >= SS_RETURNS_FROM and state.where[unit] == REMOVED and state.due[unit] == 0


class PlaceUnits(Decision, frozen=True, gc=False):
    """The Placement step (D-34 to D-36)."""

    CODE = "place"
    side: int

    def actor(self, state: State) -> int:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every placement; the step may end once no shattered unit could still recover (ORG-11)."""
        side = self.side
        actions: list[Action] = []
        common = common_hexes(state, side)
        for unit in state.boxed(side, SHATTERED):
            actions += _places(PlaceUnit, unit, placement_hexes(state, unit, common))
        must_recover = bool(actions) and state.rules.recovery_compulsory
        for unit in state.boxed(side, DELAYED):
            actions += _places(PlaceUnit, unit, placement_hexes(state, unit, common))
        if ss_panzer_waits(state, side):
            unit = BOARD.unit_index["GSSPz"]
            actions += _places(PlaceUnit, unit, room_for(state, unit, home_cities(state, AXIS)))
        for unit in (*state.boxed(side, DESTROYED), *state.boxed(side, SURRENDERED)):
            price = replace_price(state, unit)
            if price is not None and can_pay(state, side, price):
                actions += _places(ReplaceUnit, unit, replacement_hexes(state, unit, common))
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


@lru_cache(maxsize=16384)
def _places(verb: type[PlaceUnit] | type[ReplaceUnit], unit: int, mask: int) -> tuple[Action, ...]:
    """The actions that put a unit on each hex of a mask."""
    name = BOARD.unit_ids[unit]
    return tuple(verb(name, BOARD.id_of[node]) for node in bits(mask))


def _place_free(state: State, unit: int, node: int) -> None:
    """Recovers a shattered unit, which comes Disorganized, or brings a reinforcement in (ORG-8)."""
    box = state.where[unit]
    why = {SHATTERED: "recover", REMOVED: "reserve"}.get(box, "reinforce")
    if box == REMOVED:
        state.turn_over(unit, 0)
        state.due[unit] = state.turn  # bought back once only
        change_event_vp(state, SOVIET, 1, "ss_return")
    put_on_map(state, unit, node, why)
    if box == SHATTERED:
        state.disorganized |= 1 << unit


def replace(state: State, unit: int, node: int) -> None:
    """Puts a replaced unit on its weak face on the map, Disorganized, building on a cadre if there (CAD-5)."""
    info = state.info(unit)
    side = info.side
    cadres = [other for other in state.units_at(node, side) if state.info(other).cadre]
    on_cadre = bool(cadres) and node not in _ordinary(state, unit)
    purchases.remember(state, unit, purchases.STEP, cadres[0] if on_cadre else -1)
    if not info.soviet_brittle or calendar.two_step_soviets(state):
        state.turn_over(unit, info.weak if state.two_sided(unit) else 0)
    organized = False
    if on_cadre:
        send_to_track(state, cadres[0])
        organized = state.rules.cadre_rebuild_organized
    put_on_map(state, unit, node, "replace")
    if state.phase == "organization" and _exiles_cadres(state.rules):
        state.replaced |= 1 << unit
    if not organized:
        state.disorganized |= 1 << unit


def _ordinary(state: State, unit: int) -> set[int]:
    """Nodes where the unit could be placed without using up a cadre."""
    return set(bits(placement_hexes(state, unit)))


def put_on_map(state: State, unit: int, node: int, why: str) -> None:
    """A unit enters the map from a box."""
    state.put(unit, node)
    state.emit(events.UnitPlaced(BOARD.unit_ids[unit], BOARD.id_of[node], why))
    take_control(state, node, state.info(unit).side)
    if state.phase == state.rules.entrain_phase == "organization":
        state.moved |= 1 << unit  # it does not board a train in the same phase (C-60); movement begins afresh


def lose_roomless_yugoslavs(state: State, side: int) -> None:
    """Yugoslavs for whom there is no room when they arrive are eliminated at once (C-100)."""
    for unit_id in ("YUG1", "YUG2"):
        unit = BOARD.unit_index[unit_id]
        if side == SOVIET and state.where[unit] == DELAYED and not placement_hexes(state, unit):
            state.put(unit, DESTROYED)
            state.emit(events.UnitEliminated(unit_id, "box:delayed", "destroyed", "no_room"))


# --- 8C reorganization ------------------------------------------------------------------------------------
class ReorganizeUnits(Decision, frozen=True, gc=False):
    """The Reorganization step: a card for each marker taken off, or the cadre of its hex (ORG-13, D-38)."""

    CODE = "reorganize"
    side: int

    def actor(self, state: State) -> int:
        """The phasing side."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Disorganized units on the map, or enough."""
        paid = can_pay(state, self.side, 1)
        actions: list[Action] = [
            ReorganizeUnit(BOARD.unit_ids[unit])
            for unit in state.on_map(self.side)
            if state.disorganized >> unit & 1 and (paid or cadres_to_exile(state, unit))
        ]
        if state.rules.entrain_phase == "organization":
            actions += rail.entrain_actions(state)
        actions += events_of_phase(state, self.side)
        actions.append(Done())
        return actions

    def choose(self, state: State, action: Action) -> None:
        """Pays, takes the marker off, asks again."""
        if isinstance(action, Done):
            return
        self.again(state)
        if isinstance(action, ReorganizeUnit):
            unit = BOARD.unit_index[action.unit]
            if cadres_to_exile(state, unit):
                call(state, ExileCadre(self.side, unit))
            else:
                reorganize_for_a_card(state, unit)
        elif not rail.carry_out(state, action):
            windows.play(state, self.side, action)


def cadres_to_exile(state: State, unit: int) -> list[int]:
    """The cadres in the hex of a unit replaced in this phase: by the computer rules one of them may leave the map
    instead of a card (ORG-13, C-32).
    """
    if not (_exiles_cadres(state.rules) and (state.replaced & state.disorganized) >> unit & 1):
        return []
    return [other for other in state.units_at(state.where[unit], state.info(unit).side) if state.info(other).cadre]


def _exiles_cadres(rules: Rules) -> bool:
    """Is a cadre exiled for the turns printed on it when a unit is rebuilt on it in good order (C-32)?"""
    return rules.cadre_rebuild_organized and rules.cadre_return == "printed_turns"


def reorganize_for_a_card(state: State, unit: int) -> None:
    """The marker comes off, and a card is to be paid (ORG-13)."""
    side = state.info(unit).side
    if state.setup.options.faster_reorganization:
        call(state, SecondMarker(side, len(state.discarded(side))))
    purchases.remember(state, unit, purchases.MARKER)
    take_marker_off(state, BOARD.unit_ids[unit])
    charge(state, side, 1, "reorganize")


class ExileCadre(Decision, frozen=True, gc=False):
    """A unit just replaced shares its hex with a cadre: the cadre leaves the map, or a card is paid (ORG-13, D-38)."""

    CODE = "exile_cadre"
    side: int
    unit: int

    def actor(self, state: State) -> int:
        """The owner."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """The cadres of the hex, or a card while there is one to pay."""
        cadres = [ChooseUnit(BOARD.unit_ids[other]) for other in cadres_to_exile(state, self.unit)]
        return [*cadres, Pass()] if can_pay(state, self.side, 1) else cadres

    def choose(self, state: State, action: Action) -> None:
        """The unit is in order either way."""
        if not isinstance(action, ChooseUnit):
            reorganize_for_a_card(state, self.unit)
            return
        send_to_track(state, BOARD.unit_index[action.unit])
        take_marker_off(state, BOARD.unit_ids[self.unit])


def take_marker_off(state: State, unit: str) -> None:
    """The unit is organised again."""
    state.disorganized &= ~(1 << BOARD.unit_index[unit])
    state.emit(events.UnitReorganized(unit))


class SecondMarker(Decision, frozen=True, gc=False):
    """Option: a card whose own half bears the symbol of the initiative takes a second marker off (OPT-5)."""

    CODE = "reorganize"
    side: int
    before: int = 0
    """Discards before the payment: the Joker adds none, and bears no symbol."""

    def actor(self, state: State) -> int:
        """Who paid."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Another disorganized unit, or none; nothing for a card without the symbol."""
        if len(state.discarded(self.side)) <= self.before:
            return ()
        card = BOARD.cards[state.discarded(self.side)[-1]]
        half = card.soviet if self.side else card.axis
        units = [unit for unit in state.on_map(self.side) if state.disorganized >> unit & 1]
        if half.initiative is not SIDES[state.initiative] or not units:
            return ()
        return [Pass(), *(ReorganizeUnit(BOARD.unit_ids[unit]) for unit in units)]

    def choose(self, state: State, action: Action) -> None:
        """Takes the second marker off for the same card."""
        if isinstance(action, ReorganizeUnit):
            take_marker_off(state, action.unit)


# --- steps that an event gives ----------------------------------------------------------------------------
def free_steps(state: State, side: int) -> list[Action]:
    """Replacements and improvements without a price, whatever the turn (03A, 30A, 38S): a lost unit comes back
    where 8B allows it, or a reduced one is turned over.
    """
    actions: list[Action] = []
    common = common_hexes(state, side)
    for unit in (*state.boxed(side, DESTROYED), *state.boxed(side, SURRENDERED)):
        actions += _places(ReplaceUnit, unit, replacement_hexes(state, unit, common))
    return [*actions, *(ImproveUnit(BOARD.unit_ids[unit]) for unit in state.on_map(side) if _may_turn(state, unit))]


def free_upgrades_for(state: State) -> list[Action]:
    """Soviet units that an event may upgrade, after turn 17 as well (08S)."""
    return [
        UpgradeUnit(BOARD.unit_ids[unit])
        for unit in state.on_map(SOVIET)
        if _may_turn(state, unit) and (state.info(unit).soviet_brittle or state.rules.free_upgrade_forts)
    ]


def _may_turn(state: State, unit: int) -> bool:
    """May an event turn this unit to its strong face? Forts and Yugoslavs keep their own conditions."""
    info = state.info(unit)
    if info.regional and state.turn < state.rules.fort_from:
        return False
    if info.id in ("YUG1", "YUG2") and not BOARD.balkans >> state.where[unit] & 1:
        return False
    return is_flippable(state, unit)


def take_free_step(state: State, side: int, action: Action) -> None:
    """Carries one of them out."""
    if isinstance(action, ReplaceUnit):
        replace(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
    else:
        assert isinstance(action, ImproveUnit | UpgradeUnit)
        unit = BOARD.unit_index[action.unit]
        why = "improve" if isinstance(action, ImproveUnit) else "upgrade"
        flip(state, unit, state.info(unit).strong, why)


def placements(unit: int, mask: int) -> tuple[Action, ...]:
    """The actions that put a unit on each hex of a mask."""
    return _places(PlaceUnit, unit, mask)
