"""Checks one scenario file against the map and the counters (SET-2).

Supply needs the rules and is checked by the command `noretreat check-data`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from noretreat.data.check_tools import Grid, Source, twice
from noretreat.data.facts import (
    RETIRED_SWITCHES,
    Goal,
    Phase,
    Placement,
    Region,
    Scenario,
    Side,
    Unit,
    UnitType,
    Victory,
)
from noretreat.data.load import load_ruleset, misnamed
from noretreat.data.toml_lines import Path as Entry

BOXES: Final = (
    "box:rail", "box:shattered", "box:destroyed", "box:surrendered", "box:cadres", "box:track", "box:delayed",
    "box:pending", "box:removed",
)  # fmt: skip
PHASES: Final = (Phase.CARDS, Phase.SUPPLY, Phase.ORGANIZATION, Phase.MOVEMENT, Phase.COMBAT)
TRIGGERS: Final = ("greater_germany", "oil", "warsaw")
LAST_TURN: Final = 28
SHIFT_TURN: Final = 12
"""The turn on which the initiative passes to the Soviets."""
RETURN_TURN: Final = 23
LEAVES: Final = {"ITA8": 15, "G2Pz": 16, "GSSPz": 18, "BERLIN_G": 28}
"""Counters that the calendar removes; SS Panzer may return in 1945."""
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def check_scenario(source: Source, scenario: Scenario, grid: Grid | None, units: Mapping[str, Unit] | None) -> None:
    """Everything that is wrong with a scenario, each with its line."""
    if why := misnamed(scenario.id, source.path):
        source.complain(("id",), why)
    for key, reason in _frame_problems(scenario):
        source.complain(key, reason)
    if grid:
        _check_control(source, scenario, grid)
    if grid and units is not None:
        _check_placements(source, scenario, grid, units)
    if scenario.victory:
        for key, reason in _victory_problems(scenario.victory, scenario, grid, units):
            source.complain(("victory", *key), reason)


def unknown(word: str, name: str, known: Iterable[str]) -> str:
    """The message about an unknown name, with the nearest known one."""
    near = get_close_matches(name, list(known), 1, 0.6)
    return f"{word} {name} unknown" + (f"; did you mean {near[0]}?" if near else "")


# --- the frame -------------------------------------------------------------------------------------------
def _frame_problems(scenario: Scenario) -> Iterator[tuple[Entry, str]]:
    """Turns, initiative, points, hands, phases, triggers and switches."""
    start, end = scenario.start_turn, scenario.end_turn
    if not 1 <= start <= end <= LAST_TURN:
        yield ("start_turn",), f"turns {start} to {end} are not within 1 to 28"
    if end < LAST_TURN and scenario.victory is None:
        yield ("end_turn",), f"a scenario that ends on turn {end} needs victory conditions of its own"
    if start != SHIFT_TURN and (scenario.initiative is Side.SOVIET) != (start > SHIFT_TURN):
        owner = "Soviets have" if start > SHIFT_TURN else "Axis has"
        yield ("initiative",), f"on turn {start} the {owner} the initiative"
    if not -6 <= scenario.event_vp <= 6:
        yield ("event_vp",), f"{scenario.event_vp} event victory points are outside -6 to 6"
    for key, hand in (("axis_hand", scenario.axis_hand), ("soviet_hand", scenario.soviet_hand)):
        if not 0 <= hand.discard <= hand.draw <= 10:
            yield (key,), f"nobody can draw {hand.draw} cards and discard {hand.discard} of them"
    for number, phase in enumerate(scenario.first_turn_skips):
        if phase not in PHASES:
            yield (
                ("first_turn_skips", number),
                f"the phase {phase.value!r} cannot be skipped; these can: {', '.join(PHASES)}",
            )
    yield from _history_problems(scenario)
    yield from _switch_problems(scenario)


def _history_problems(scenario: Scenario) -> Iterator[tuple[Entry, str]]:
    """Yield the problems of what happened before the first turn, and of what is special about it."""
    start = scenario.start_turn
    for name, turn in scenario.triggers.items():
        if name not in TRIGGERS:
            yield ("triggers", name), f"{name!r} is no trigger; known are {', '.join(TRIGGERS)}"
        if not 1 <= turn <= start + 1:
            yield ("triggers", name), f"{name} cannot have happened on turn {turn}, for play begins on turn {start}"
    supports, upgrades = scenario.supports, scenario.free_upgrades
    if supports and not (0 <= supports.blitz <= 5 and 0 <= supports.shock <= 5):
        yield ("supports",), f"{supports.blitz} Blitz and {supports.shock} Shock are not possible"
    if upgrades is not None and not 0 <= upgrades <= 5:
        yield ("free_upgrades",), f"{upgrades} free upgrades are not possible"


def _switch_problems(scenario: Scenario) -> Iterator[tuple[Entry, str]]:
    """Only switches of the rule sets can be changed, and only those with a plain value."""
    known = load_ruleset("deluxe").switches
    for name, value in scenario.switches.items():
        if name in RETIRED_SWITCHES:
            yield ("switches", name), f"the switch {name!r} is gone: {RETIRED_SWITCHES[name]}; take the line out"
        elif name not in known:
            yield ("switches", name), unknown("switch", name, known)
        elif known[name] is not None and type(known[name]) is not type(value):
            yield ("switches", name), f"the switch {name!r} has another kind of value in the rule sets"


# --- control ---------------------------------------------------------------------------------------------
def _check_control(source: Source, scenario: Scenario, grid: Grid) -> None:
    """Only cities, oil fields and Finland can be controlled; none is missing if both sides are listed."""
    lists = {"axis_control": scenario.axis_control, "soviet_control": scenario.soviet_control}
    for key, names in lists.items():
        for number, name in twice(names):
            source.complain((key, number), f"{name} is listed twice")
        for number, name in enumerate(names):
            if name not in grid.vp_hexes and name != "FINLAND":
                source.complain((key, number), f"{name} is neither a city nor an oil field, nobody controls it")
    axis, soviet = (set(names) for names in lists.values())
    for number, name in enumerate(scenario.soviet_control):
        if name in axis:
            source.complain(("soviet_control", number), f"{grid.called(name)} is held by both sides")
    if soviet:
        for name in sorted(grid.vp_hexes - axis - soviet):
            source.complain(("soviet_control",), f"{grid.called(name)} is held by nobody")


def _holder(scenario: Scenario, name: str) -> Side:
    """The side that controls a city or an oil field."""
    return Side.AXIS if name in scenario.axis_control else Side.SOVIET


# --- placements -----------------------------------------------------------------------------------------
def _check_placements(source: Source, scenario: Scenario, grid: Grid, units: Mapping[str, Unit]) -> None:
    """Checks each placement, then the stacks and what they imply about the war."""
    for number, name in twice(placement.unit for placement in scenario.placements):
        source.complain(("placements", number), f"unit {name} is placed twice")
    stacks: dict[str, list[tuple[int, Unit]]] = {}
    for number, placement in enumerate(scenario.placements):
        unit = units.get(placement.unit)
        if unit is None:
            source.complain(("placements", number), unknown("unit", placement.unit, units))
            continue
        for reason in _placement_problems(placement, unit, scenario, grid):
            source.complain(("placements", number), reason)
        if placement.at not in BOXES and unit.front.type not in (UnitType.RESERVE, UnitType.MARKER):
            stacks.setdefault(placement.at, []).append((number, unit))
    for name, stack in stacks.items():
        _check_stack(source, grid.called(name), stack, scenario)
    _check_triggers(source, scenario, grid, stacks)


def _placement_problems(placement: Placement, unit: Unit, scenario: Scenario, grid: Grid) -> Iterator[str]:
    """Yield the problems of one line of a set-up."""
    at, start = placement.at, scenario.start_turn
    if at not in grid.by_id and at not in grid.areas and at not in BOXES:
        yield f"unit {unit.id} stands in {at}, but there is no such hex, area or box"
    if placement.face not in (0, 1) or (placement.face == 1 and unit.back is None):
        yield f"unit {unit.id} has no face {placement.face}"
    if (placement.due is not None) != (at == "box:track"):
        yield f"unit {unit.id}: a turn to come back on belongs to box:track, and to no other place"
    if placement.due is not None and not start <= placement.due <= LAST_TURN:
        yield f"unit {unit.id} cannot come back on turn {placement.due}"
    if placement.unsupplied and at in BOXES:
        yield f"unit {unit.id} is not on the map, so it cannot be unsupplied"
    if unit.id == "FINN" and at not in ("FINLAND", *BOXES):
        yield "the Finnish army never leaves Finland"
    if (at == "box:cadres") and unit.front.type is not UnitType.CADRE:
        yield f"unit {unit.id} is no cadre, it cannot wait in box:cadres"
    if at in grid.vp_hexes and _holder(scenario, at) is not unit.side:
        yield f"unit {unit.id} stands in {grid.called(at)}, which the other side holds"
    left = LEAVES.get(unit.id, LAST_TURN + 1)
    back = unit.id == "GSSPz" and start >= RETURN_TURN
    if start >= left and not back and at != "box:removed":
        yield f"unit {unit.id} left the war on turn {left}; put it into box:removed"


def _check_stack(source: Source, place: str, stack: list[tuple[int, Unit]], scenario: Scenario) -> None:
    """Stacking: two Axis units, one Soviet unit (two from turn 23), never both sides."""
    first = stack[0][1].side
    limit = 2 if first is Side.AXIS or scenario.start_turn >= RETURN_TURN else 1
    for number, unit in stack:
        if unit.side is not first:
            source.complain(("placements", number), f"unit {unit.id} shares {place} with the enemy")
    friends = [number for number, unit in stack if unit.side is first]
    if len(friends) > limit:
        excess = len(friends) - limit
        many = NUMBERS[excess] if excess < len(NUMBERS) else str(excess)
        most = f"at most {limit} {first.capitalize()} unit{'s' if limit > 1 else ''} may stack there"
        text = f"{many} unit{'s' if excess > 1 else ''} too many in {place}: {most}"
        source.complain(("placements", friends[limit]), text)


def _check_triggers(source: Source, scenario: Scenario, grid: Grid, stacks: dict[str, list[tuple[int, Unit]]]) -> None:
    """Check that whatever the Soviets have already done is listed; otherwise its consequences would come late."""
    for name, stack in stacks.items():
        inside = name in grid.by_id and grid.by_id[name].region is Region.GREATER_GERMANY
        invader = next((number for number, unit in stack if unit.side is Side.SOVIET), None)
        if inside and invader is not None and "greater_germany" not in scenario.triggers:
            reason = f"the Soviets are in Greater Germany ({grid.called(name)}): {_since('greater_germany', scenario)}"
            source.complain(("placements", invader), reason)
            break
    for name, trigger in (("0816", "oil"), ("0906", "warsaw")):
        if name in grid.vp_hexes and _holder(scenario, name) is Side.SOVIET and trigger not in scenario.triggers:
            reason = f"the Soviets hold {grid.called(name)}, which axis_control does not name: put it there, or "
            source.complain(("axis_control",), reason + _since(trigger, scenario))


def _since(trigger: str, scenario: Scenario) -> str:
    """Return the advice on how to date something the Soviets did before the first turn."""
    return f"say since which turn: triggers = {{{trigger} = N}}, at most {scenario.start_turn + 1}"


# --- victory ---------------------------------------------------------------------------------------------
def _victory_problems(
    victory: Victory, scenario: Scenario, grid: Grid | None, units: Mapping[str, Unit] | None
) -> Iterator[tuple[Entry, str]]:
    """Yield the problems of the goals."""
    if not victory.any_of:
        yield ("any_of",), "nobody can win without a goal"
    for number, goal in enumerate(victory.any_of):
        for reason in _goal_problems(goal, victory.side, scenario):
            yield ("any_of", number), reason
        for name in goal.hexes:
            if grid and name not in grid.vp_hexes:
                yield ("any_of", number), f"{name} is neither a city nor an oil field, nobody controls it"
        for name in goal.lost:
            if units is not None and name not in units:
                yield ("any_of", number), unknown("unit", name, units)


def _goal_problems(goal: Goal, side: Side, scenario: Scenario) -> Iterator[str]:
    """Yield the problems of one goal."""
    if goal == Goal():
        yield "a goal must name something: points, held, objectives, hexes, lost or high_tide"
    scores = Side.SOVIET if scenario.end_turn >= SHIFT_TURN else Side.AXIS
    if (goal.points is not None or goal.high_tide) and side is not scores:
        yield f"on turn {scenario.end_turn} only the {scores.capitalize()} side counts victory points"
    for word, count, most in (("points", goal.points, 41), ("cities and oil fields", goal.held, 34)):
        if count is not None and not 1 <= count <= most:
            yield f"{count} {word} are out of reach, or nothing at all"
    most = 5 if side is Side.AXIS else 4
    if goal.objectives is not None and not 1 <= goal.objectives <= most:
        yield f"the {side.capitalize()} side has {most} Objectives, not {goal.objectives}"
