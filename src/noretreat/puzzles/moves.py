"""What moves have reached: the kinds of puzzle that are judged by the position at the end of a Movement Phase."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from noretreat.core.actions import Done, Pass
from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX, SIDES, units_of
from noretreat.core.kernel import answer
from noretreat.core.reasons import Argument
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, SideIndex
from noretreat.data.facts import Phase
from noretreat.explain.ahead import outlook
from noretreat.explain.ahead.forecast import carry_out
from noretreat.explain.sentences.telling import tell
from noretreat.puzzles.attacks import FACES, faces_emptying, sets_of
from noretreat.puzzles.records import Kind, Puzzle, PuzzleLine, Task
from noretreat.puzzles.telling import line
from noretreat.rules import combat, odds, supply
from noretreat.rules.movement import closed_to
from noretreat.rules.odds import column_name
from noretreat.rules.retreat import retreat_mask, retreat_paths
from noretreat.rules.stacking import overstacked


class Found(NamedTuple):
    """What a position is worth for a task, and why."""

    worth: float
    lines: tuple[PuzzleLine, ...]


def appraise(puzzle: Puzzle, now: State) -> Found:
    """What the moves so far are worth, if the Movement Phase ended now."""
    side = SIDE_INDEX[puzzle.side]
    crowded = overstacked(now, side)
    if crowded:
        hexes = BOARD.ids(sum((1 << node for node in crowded), NO_NODES))
        return Found(0, (line(now, "overstacked", hexes, places=hexes),))
    after = at_the_end(now, side)
    if after is None:
        return Found(0, ())
    return judged(puzzle.kind, after, side, puzzle.task)


def judged(kind: Kind, after: State, side: SideIndex, task: Task) -> Found:
    """What a position at the end of a Movement Phase is worth for a task."""
    return _JUDGES[kind](after, side, task)


def at_the_end(state: State, side: SideIndex) -> State | None:
    """The position when the Movement Phase ends now; None if the solver has something else to answer first."""
    after = state
    if not is_moving(state, side):
        return state
    after = state.copy()
    while is_moving(after, side):
        ways = [action for action in after.options if isinstance(action, Done | Pass)]
        if not ways or after.question is None:
            return None
        answer(after, ways[0])
    return after


def is_moving(state: State, side: SideIndex) -> bool:
    """True while the solver's Movement Phase goes on."""
    return state.ended is None and state.phase == Phase.MOVEMENT and state.phasing == side


# --- supply -----------------------------------------------------------------------------------------------
def checked(state: State, side: SideIndex) -> State:
    """The position if the enemy of `side` began its turn now and checked supply (6.0)."""
    probe = state.copy()
    supply.check_supply(probe, ENEMY[side])
    return probe


def _cut_off(after: State, side: SideIndex, task: Task) -> Found:
    """Enemy units without a path, less own units that lose theirs."""
    probe = checked(after, side)
    marked = [BOARD.unit_ids[unit] for unit in units_of(probe.unsupplied)]
    lines, cut = [], 0
    for unit in task.units:
        if unit in marked:
            cut += 1
            lines.append(line(after, "is-cut-off", [_spot(after, unit)], [unit], unit=unit))
        else:
            lines.append(_path_of(after, unit))
    own = [
        unit for unit in marked
        if BOARD.units[BOARD.unit_index[unit]].side == side and not after.unsupplied >> BOARD.unit_index[unit] & 1
    ]  # fmt: skip
    if own:
        lines.append(line(after, "own-cut-off", [_spot(after, unit) for unit in own], own, units=own))
    late = [BOARD.unit_ids[unit] for unit in supply.cut_off(after, side) if BOARD.unit_ids[unit] not in marked]
    if late and not own:
        lines.append(line(after, "checked-first", [_spot(after, unit) for unit in late], late, units=late))
    return Found(cut - len(own), tuple(lines))


def _path_of(state: State, unit: str) -> PuzzleLine:
    """The path of supply that a unit has."""
    number = BOARD.unit_index[unit]
    if state.where[number] < 0:
        return line(state, "is-off", (), [unit], unit=unit)
    kind, path = supply.trace(state, state.node_of(number), state.info(number).side)
    way = [BOARD.id_of[node] for node in path]
    if kind == "overland" and way:
        return line(state, "path-open", [_spot(state, unit), *way], [unit], unit=unit, way=way)
    if kind == "neighbor":
        return line(state, "path-neighbor", [_spot(state, unit), *way], [unit], unit=unit, hex=way[0])
    if kind == "sea":
        return line(state, "path-sea", [_spot(state, unit)], [unit], unit=unit)
    if kind == "overland":
        return line(state, "path-source", [_spot(state, unit)], [unit], unit=unit, hex=_spot(state, unit))
    return line(state, "path-home", [_spot(state, unit)], [unit], unit=unit)


def supply_of(state: State, unit: str) -> PuzzleLine:
    """How a unit of the solver that is in supply has it: by which path to which source, by a neighbor, or by sea."""
    number = BOARD.unit_index[unit]
    hex_ = _spot(state, unit)
    kind, path = supply.trace(state, state.node_of(number), state.info(number).side)
    way = [BOARD.id_of[node] for node in path]
    if kind == "overland" and way:
        code = "supplied-path" if BOARD.cities >> path[-1] & 1 else "supplied-edge"
        return line(state, code, [hex_, *way], [unit], unit=unit, hex=hex_, way=way, source=way[-1])
    if kind == "neighbor":
        return line(state, "supplied-neighbor", [hex_, *way], [unit], unit=unit, hex=hex_, neighbor=way[0])
    if kind == "sea":
        return line(state, "supplied-sea", [hex_], [unit], unit=unit, hex=hex_)
    code = "supplied-source" if kind == "overland" else "supplied-home"
    return line(state, code, [hex_], [unit], unit=unit, hex=hex_)


def _pocket(after: State, side: SideIndex, task: Task) -> Found:
    """Own units that have a path of supply again."""
    cut = {BOARD.unit_ids[unit] for unit in supply.cut_off(after, side)}
    saved, lines = 0, []
    for unit in task.units:
        number = BOARD.unit_index[unit]
        if after.where[number] < 0:
            lines.append(line(after, "is-off", (), [unit], unit=unit))
        elif unit not in cut:
            saved += 1
            lines.append(supply_of(after, unit))
        else:
            found = outlook.cut_of(after, after.node_of(number), side)
            lines.append(
                line(after, "still-cut-off", [_spot(after, unit), *found.cut], [unit], unit=unit, places=found.cut)
                if found.cut
                else line(after, "still-far", [_spot(after, unit)], [unit], unit=unit)
            )
    return Found(saved, tuple(lines))


# --- cities -----------------------------------------------------------------------------------------------
def _hold(after: State, side: SideIndex, task: Task) -> Found:
    """Places that no enemy unit can walk into."""
    reach = outlook.walkers(after, SIDES[ENEMY[side]])
    safe, lines = 0, []
    for place in task.places:
        node = BOARD.node_of[place]
        foes = [BOARD.unit_ids[unit] for unit, mask in reach.items() if mask >> node & 1]
        if foes:
            lines.append(line(after, "walks-in", [place], foes, places=(place,), units=foes))
        else:
            safe += 1
            lines.append(line(after, "is-held", [place], places=(place,)))
    return Found(safe, tuple(lines))


def _city(after: State, side: SideIndex, task: Task) -> Found:
    """Faces of the die with which the best attack empties the hex; all six if a unit is there already."""
    (place,) = task.places
    node = BOARD.node_of[place]
    if after.control(side) >> node & 1:
        return Found(FACES, (line(after, "is-taken", [place], hex=place),))
    best, lines = 0, (line(after, "nobody-beside", [place], hex=place),)
    for battle in attacks_on(after, node):
        faces = faces_emptying(after, battle, entered=True)
        if faces >= best:
            units = [BOARD.unit_ids[unit] for unit in battle.attackers]
            column = column_name(odds.odds_of(after, battle).column)
            best = faces
            lines = (line(after, "takes", [place], units, hex=place, units=units, column=column, faces=faces),)
    return Found(best, lines)


# --- attacks ----------------------------------------------------------------------------------------------
def attacks_on(state: State, node: Node) -> list[Battle]:
    """The attacks on a hex by the phasing side's units beside it, without cards and support markers, that differ in
    what they can do: the best of each column.
    """
    able = combat.able_attackers(state, (node,))
    best: dict[int, Battle] = {}
    for attackers in sets_of(tuple(able)):
        battle = odds.hypothetical(state, attackers, (node,))
        best.setdefault(odds.odds_of(state, battle).column, battle)
    if not best:
        return []
    top = max(best)
    return [best[column] for column in sorted(best) if column >= top - 1]


def _odds(after: State, side: SideIndex, task: Task) -> Found:
    """The best column against a hex."""
    (place,) = task.places
    node = BOARD.node_of[place]
    attacks = attacks_on(after, node)
    if not after.occupied(ENEMY[side]) >> node & 1 or not attacks:
        return Found(odds.BELOW, (line(after, "nobody-beside", [place], hex=place),))
    battle = attacks[-1]
    found = odds.odds_of(after, battle)
    units = [BOARD.unit_ids[unit] for unit in battle.attackers]
    reached = line(
        after, "column", [place], units,
        hex=place, units=units, attack=found.attack, defense=found.defense,
        column=column_name(found.column), wanted=column_name(task.number),
    )  # fmt: skip
    return Found(found.column, (reached, *(_shift(after, shift, place) for shift in found.shifts)))


def _shift(state: State, shift: odds.Shift, place: str) -> PuzzleLine:
    """What shifts the column, and by how much."""
    told = tell(shift.why, state.face)
    by: dict[str, Argument] = {"n": abs(shift.columns), "columns": shift.columns}
    if shift.code == "terrain":
        found = line(state, "shift-terrain", [place], grounds=shift.why.args["grounds"], **by)
    else:
        found = line(state, "shift", [place], why=shift.why, **by)
    return msgspec.structs.replace(found, told=msgspec.structs.replace(found.told, rule=told.rule or shift.rule))


def _trap(after: State, side: SideIndex, task: Task) -> Found:
    """Defenders of a hex that have no retreat from an attack on it."""
    (place,) = task.places
    node = BOARD.node_of[place]
    attacks = attacks_on(after, node)
    if not attacks:
        return Found(0, (line(after, "nobody-beside", [place], hex=place),))
    blocked, lines = 0, []
    lost = {
        fate.unit for fate in carry_out(after, attacks[-1], "DR").fates if fate.fate == "lost" and fate.why == "retreat"
    }
    probe = after.copy()
    probe.battle = attacks[-1]
    for unit in task.units:
        if unit in lost:
            blocked += 1
            lines.append(_shut_in(probe, place, unit))
            continue
        ways = retreat_paths(probe, BOARD.unit_index[unit])
        ends = BOARD.ids(sum({1 << path[-1] for path in ways}, NO_NODES))
        lines.append(line(after, "retreat-open", [place, *ends], [unit], unit=unit, places=ends))
    return Found(blocked, tuple(lines))


def _shut_in(state: State, place: str, unit: str) -> PuzzleLine:
    """Why a unit that is being attacked has no retreat: what is barred around it, and what leads no further."""
    number = BOARD.unit_index[unit]
    near = BOARD.adjacent[BOARD.node_of[place]] & BOARD.hexes & ~closed_to(state, number)
    open_ = near & retreat_mask(state, number)
    barred, onward = BOARD.ids(near & ~open_), BOARD.ids(open_)
    if not barred:
        return line(state, "no-retreat", [place], [unit], unit=unit)
    if not onward:
        return line(state, "no-retreat-around", [place, *barred], [unit], unit=unit, places=barred)
    hexes = [place, *barred, *onward]
    return line(state, "no-retreat-onward", hexes, [unit], unit=unit, places=barred, onward=onward)


def _spot(state: State, unit: str) -> str:
    """Where a unit is."""
    return BOARD.place_id(state.where[BOARD.unit_index[unit]])


_JUDGES: Final = {
    Kind.CUT_OFF: _cut_off,
    Kind.POCKET: _pocket,
    Kind.CITY: _city,
    Kind.HOLD: _hold,
    Kind.ODDS: _odds,
    Kind.TRAP: _trap,
}
