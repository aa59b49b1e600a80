"""Setting up (chapters 3 and 15.14; SET-2, SET-4): units on the map, units to come, and what has already happened."""

from __future__ import annotations

from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SOVIET, UnitInfo
from noretreat.core.boxes import BOX_OF, CADRES, DELAYED, PENDING, RAIL, REMOVED, TRACK
from noretreat.core.rulesets import Rules, rules_of
from noretreat.core.setup import Options, Setup
from noretreat.core.state import State
from noretreat.core.types import NO_CARDS, NO_UNITS, Place
from noretreat.data.facts import Nation, Scenario
from noretreat.rules import calendar, deck, joker, losses, victory


def end_of_war(rules: Rules) -> int:
    """The turn on which a campaign ends, whatever scenario it began with (WIN-8)."""
    # RULING (C-157): chapter 12 decides whether turn 22 is the end, not the booklet.
    ends = rules.end_turn
    if "all" in ends:
        return ends["all"]
    return ends["base_map" if rules.map_extension_turn is None else "extension"]


def setup_of(facts: Scenario, options: Options) -> Setup:
    """The set-up of a game: the scenario as it is, or the rest of the war from its date (SET-1)."""
    supports = facts.supports
    switches = tuple(sorted(facts.switches.items()))
    last = end_of_war(rules_of(options.rules, switches))
    return Setup(
        scenario=facts.id,
        title=facts.title,
        first_turn=facts.start_turn,
        last_turn=last if options.campaign else min(last, facts.end_turn),
        first_side=SIDE_INDEX[facts.first_side],
        skips=facts.first_turn_skips,
        options=options,
        victory=None if options.campaign else facts.victory,
        supports=None if supports is None else (supports.blitz, supports.shock),
        free_upgrades=facts.free_upgrades,
        switches=switches,
    )


def empty_state(setup: Setup) -> State:
    """A state with an empty map, every unit still to come, and nothing on the stack."""
    state = State(setup=setup)
    state.turn, state.phasing = setup.first_turn, setup.first_side
    state.initiative = AXIS if setup.first_turn < victory.SHIFT_TURN else SOVIET
    state.weather = calendar.printed_weather()
    pile = deck.starting_pile(state.rules)
    state.draw_pile, state.soviet_pile = pile, pile if state.has_own_deck(SOVIET) else NO_CARDS
    return state


def deploy(state: State, facts: Scenario) -> None:
    """Fills an empty state with everything the scenario says about its start (SET-3 for the campaign)."""
    state.initiative = SIDE_INDEX[facts.initiative]
    state.event_vp = facts.event_vp
    state.high_tide = facts.high_tide
    state.triggers = [facts.triggers.get(name, 0) for name in calendar.TRIGGER_NAMES]
    state.axis_control = BOARD.mask(*facts.axis_control)
    state.soviet_control = BOARD.vp_hexes & ~state.axis_control
    _place_units(state, facts)
    if joker.is_played(state.rules, state.setup.options):
        state.joker = SIDE_INDEX[facts.joker or facts.initiative]
    if facts.start_turn >= victory.LAST_YEAR:
        deck.change_deck_1945(state)
    state.vp_shown = victory.victory_points(state, state.initiative)


def _place_units(state: State, facts: Scenario) -> None:
    """The units the scenario names, then all the others."""
    unsupplied = NO_UNITS
    named = set()
    for place in facts.placements:
        unit = BOARD.unit_index[place.unit]
        named.add(unit)
        state.where[unit] = BOARD.node_of[place.at] if place.at in BOARD.node_of else BOX_OF[place.at]
        state.face[unit] = place.face
        if place.due is not None:
            state.due[unit] = place.due
        if place.unsupplied:
            unsupplied |= 1 << unit
    for info in BOARD.units:
        if info.index not in named:
            state.where[info.index] = _not_named(state, info, facts)
        elif state.where[info.index] == TRACK and state.due[info.index] <= facts.start_turn:
            state.where[info.index] = _arrived(info)
    _hold_kampfgruppen_back(state, facts)
    state.mark_unsupplied(unsupplied)


def _hold_kampfgruppen_back(state: State, facts: Scenario) -> None:
    """Under the classic rules no more Kampfgruppen are ready than armies of Axis allies were lost by then (C-32)."""
    # RULING (C-139): any more, which the scenario has for the other rule sets, are still to come.
    begins = state.rules.axis_allies_become_kampfgruppen_from
    if begins is None:
        return
    ready = sum(_lost_ally(state, info) for info in BOARD.units) if facts.start_turn >= begins else 0
    kampfgruppen = [info.index for info in BOARD.units if losses.replaces_an_ally(state.rules, info)]
    ready -= sum(state.where[unit] >= 0 or state.where[unit] == RAIL for unit in kampfgruppen)
    for unit in kampfgruppen:
        if state.where[unit] in (CADRES, TRACK):
            ready -= 1
            if ready < 0:
                state.where[unit] = PENDING


def _lost_ally(state: State, info: UnitInfo) -> bool:
    """True if this army of the Axis allies has been lost for good, and not with the Rumanian oil (13.5)."""
    with_the_oil = info.nation is Nation.RUMANIAN and calendar.has_happened(state, calendar.OIL)
    return info.axis_ally and state.where[info.index] == REMOVED and not with_the_oil


def _not_named(state: State, info: UnitInfo, facts: Scenario) -> Place:
    """The box of a unit that the scenario does not place: still to come, just arrived, or out of the game."""
    entry = info.unit.entry
    if info.unit.set == "optional" or not facts.arrivals:
        return REMOVED
    if entry in calendar.TRIGGER_ENTRIES:
        due = state.triggers[calendar.TRIGGER_ENTRIES.index(entry)]
        return REMOVED if 0 < due <= facts.start_turn else PENDING
    if losses.replaces_an_ally(state.rules, info):
        return PENDING
    if not entry.isdigit() or int(entry) < facts.start_turn:
        return REMOVED
    return PENDING if int(entry) > facts.start_turn else _arrived(info)


def _arrived(info: UnitInfo) -> Place:
    """The box of a unit that may be placed from the first turn on."""
    return CADRES if info.cadre else DELAYED
