"""Warned before it is too late: what a side stands to lose as the position is, when, and what would save it.

Made for the eyes of one side: the ways out look at its own hand, and at nothing else that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from noretreat.core.board import AXIS, BOARD, ENEMY, SIDE_INDEX, SIDES, SOVIET, bits
from noretreat.core.boxes import SURRENDERED
from noretreat.core.kernel import Decision
from noretreat.core.reasons import Reason, say
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, SideIndex, UnitIndex
from noretreat.data.facts import Phase, Side
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.ahead import outlook, rescue
from noretreat.explain.ahead.crowds import crowds
from noretreat.explain.sentences.telling import Told, tell
from noretreat.rules import losses, supply, victory
from noretreat.rules.control import take_control
from noretreat.rules.sequence import turn_is_over

_OWN_PHASES: Final = (
    Phase.ORGANIZATION,
    Phase.MOVEMENT,
    Phase.COMBAT,
    Phase.COUNTERBLOWS,
    Phase.REMOVAL,
    Phase.DETRAINING,
)
"""Phases of a player turn in which it makes sense to look at what the enemy does next."""
_NAMED: Final = 3
"""Units that a sentence about a city names."""


class Danger(msgspec.Struct, frozen=True):
    """Something that a side should know before it goes on."""

    kind: Literal["lost", "marked", "risk", "crowded", "city", "goal"]
    """Lost in the Removal Phase of this player turn; to be marked by the next supply check; marked, but supplied at
    present; too many in a hex, now
    or later; a place that the enemy can walk into; what the Victory Phase finds."""
    grave: bool
    """The side loses something unless it acts now."""
    said: Told
    units: tuple[UnitId, ...]
    hexes: tuple[MapId, ...]
    ways: tuple[Told, ...]
    """The ways out."""


def dangers(state: State, side: Side) -> tuple[Danger, ...]:
    """The threats to a side, the gravest first; empty once the game is over."""
    if state.ended is not None:
        return ()
    number = SIDE_INDEX[side]
    found = [
        *_of_supply(state, number),
        *_of_stacking(state, number),
        *open_cities(state, number),
        *_open_roads(state, number),
        *_of_victory(state, number),
    ]
    return tuple(sorted(found, key=lambda danger: not danger.grave))


def added(before: Sequence[Danger], after: Sequence[Danger]) -> tuple[Danger, ...]:
    """The dangers to something that was in no danger of that kind before."""
    known = {(danger.kind, thing) for danger in before for thing in (*danger.units, *danger.hexes, "")}
    return tuple(
        danger
        for danger in after
        if any((danger.kind, thing) not in known for thing in danger.units or danger.hexes or ("",))
    )


def _danger(
    state: State,
    kind: Literal["lost", "marked", "risk", "crowded", "city", "goal"],
    why: Reason,
    *,
    grave: bool,
    units: Sequence[str] = (),
    hexes: Sequence[str] = (),
    ways: Sequence[Reason] = (),
) -> Danger:
    """A danger in words and as codes."""
    told = tuple(tell(way, state.face) for way in ways)
    return Danger(kind, grave, tell(why, state.face), tuple(units), tuple(hexes), told)


# --- supply -----------------------------------------------------------------------------------------------
def _of_supply(state: State, side: SideIndex) -> Iterator[Danger]:
    """Units that the Removal Phase to come would take, that the next supply check would mark, and that bear a marker
    but are supplied at present.
    """
    then = outlook.supply_then(state)
    lost, marked = _own(state, then.lost, side), _own(state, then.marked, side)
    by_fate: dict[str, list[UnitIndex]] = {}
    for unit in lost:
        by_fate.setdefault(_fate(state, unit), []).append(unit)
    for fate, units in by_fate.items():
        why = say(f"danger-{fate}", units=_ids(units), side=SIDES[state.phasing], turn=state.turn)
        yield _of_units(state, "lost", why, units, rescue.ways(state, side, units), grave=True)
    checker = outlook.next_to_check(state)
    if marked and _turn_of(state, checker) <= state.setup.last_turn:
        why = say("danger-marked", units=_ids(marked), side=SIDES[checker], turn=_turn_of(state, checker))
        coming = checker != side
        ways = rescue.ways(state, side, marked, coming=True) if coming else ()
        yield _of_units(state, "marked", why, marked, ways, grave=coming)
    if outlook.removal_is_to_come(state):
        waiting = [unit for unit in state.on_map(side) if state.unsupplied >> unit & 1 and unit not in lost]
        risky = [unit for unit in waiting if supply.is_supplied(state, unit)]
        if risky:
            why = say("danger-risk", units=_ids(risky), side=SIDES[state.phasing], turn=state.turn)
            yield _of_units(state, "risk", why, risky, (), grave=False)


def _of_units(
    state: State,
    kind: Literal["lost", "marked", "risk"],
    why: Reason,
    units: list[UnitIndex],
    ways: Sequence[Reason],
    *,
    grave: bool,
) -> Danger:
    """A danger to units, at the places where they stand."""
    hexes = dict.fromkeys(BOARD.id_of[state.node_of(unit)] for unit in units)
    return _danger(state, kind, why, grave=grave, units=_ids(units), hexes=tuple(hexes), ways=ways)


def _own(state: State, names: Sequence[str], side: SideIndex) -> list[UnitIndex]:
    """The numbers of those of the units that are of a side."""
    numbers = (BOARD.unit_index[name] for name in names)
    return [unit for unit in numbers if state.info(unit).side == side]


def _ids(units: Sequence[UnitIndex]) -> tuple[str, ...]:
    return tuple(BOARD.unit_ids[unit] for unit in units)


def _fate(state: State, unit: UnitIndex) -> str:
    """`surrender` for a unit that costs its side a point, else `lost`: seen by eliminating it on a copy."""
    probe = state.copy()
    losses.eliminate(probe, unit, "supply")
    return "surrender" if probe.where[unit] == SURRENDERED else "lost"


def _turn_of(state: State, side: SideIndex) -> int:
    """The game turn of the next player turn of a side, or of the one that is going on."""
    later = side == AXIS and (state.phasing == SOVIET or state.phase == Phase.VICTORY)
    begun = state.phase == Phase.VICTORY and state.rules.victory_phases_per_turn == 1
    return state.turn + (later and not begun and side != state.phasing)


# --- stacking ---------------------------------------------------------------------------------------------
def _of_stacking(state: State, side: SideIndex) -> Iterator[Danger]:
    """Hexes that hold too many units, or will."""
    for crowd in crowds(state, side):
        yield _danger(state, "crowded", crowd.said, grave=crowd.grave, hexes=crowd.hexes)


# --- cities -----------------------------------------------------------------------------------------------
def open_cities(state: State, side: SideIndex) -> Iterator[Danger]:
    """The side's cities and oil fields without a unit that the enemy can walk into in its next player turn."""
    if state.phasing != side or state.phase not in _OWN_PHASES:
        return
    if _turn_of(state, ENEMY[side]) > state.setup.last_turn:
        return  # the game is over before the enemy can move
    empty = state.control(side) & BOARD.vp_hexes & ~state.occupied(side)
    walkers = outlook.walkers(state, SIDES[ENEMY[side]])
    for node in bits(empty):
        able = [unit for unit, mask in walkers.items() if mask >> node & 1]
        if not able:
            continue
        fallen = state.copy()
        take_control(fallen, node, ENEMY[side])
        before = set(supply.cut_off(state, side))
        cut = [unit for unit in supply.cut_off(fallen, side) if unit not in before]
        code = "danger-city-cuts" if cut else "danger-city"
        named = _ids(able[:_NAMED])
        why = say(code, hex=BOARD.id_of[node], units=named, n=len(able), cut=_ids(cut))
        yield _danger(state, "city", why, grave=False, units=named, hexes=(BOARD.id_of[node],))


# --- victory ----------------------------------------------------------------------------------------------
def _of_victory(state: State, side: SideIndex) -> Iterator[Danger]:
    """The outcome of the next victory checks: a mark is missed, or the game is over (12.2 to 12.6).

    On the last turn its end is always told: nobody gets another turn to reach a goal.
    """
    probe = state.copy()
    phase = _next_victory_phase(probe)
    if phase is not None:
        mark, tested = victory.mark_tested(probe), probe.initiative
        points = victory.victory_points(probe, tested)
        _run(probe, phase)
        if mark is not None and points <= mark:
            why = say("danger-mark", side=SIDES[tested], turn=probe.turn, mark=mark, n=points)
            yield _danger(state, "goal", why, grave=False)
    in_the_phase = phase is not None and probe.ended is not None
    if probe.ended is None and _is_last_turn(state):
        turn_is_over(probe)
    ended = probe.ended
    if ended is not None:
        ends = "draw" if ended.winner is None else ended.reason
        if ends == "objectives" and not in_the_phase:
            ends = "objectives-last"
        who = ended.winner or SIDES[side]
        yield _danger(
            state,
            "goal",
            say(f"danger-ends-{ends}", side=who, turn=probe.turn),
            grave=ended.winner is SIDES[ENEMY[side]],
        )


def _open_roads(state: State, side: SideIndex) -> Iterator[Danger]:
    """Objectives without which the side would not win as things stand, and which one move of the enemy's last player
    turn could put out of supply: only in supply do they count (12.1, 12.6).
    """
    to_come = state.turn == state.setup.last_turn == _turn_of(state, ENEMY[side])
    if state.phasing != side or state.phase not in _OWN_PHASES or not to_come or not _wins(state, side):
        return
    walkers = outlook.walkers(state, SIDES[ENEMY[side]])
    for node in victory.objectives_held(state, side):
        way = outlook.cut_of(state, node, side).way
        near = BOARD.expand(sum((1 << BOARD.node_of[step] for step in way), NO_NODES))
        for unit, to in ((unit, to) for unit, mask in walkers.items() for to in bits(mask & near)):
            after = state.copy()
            after.put(unit, to)
            if not supply.hex_is_supplied(after, node, side) and not _wins(after, side):
                why = say("danger-goal-cut", hex=BOARD.id_of[node], unit=BOARD.unit_ids[unit], to=BOARD.id_of[to])
                yield _danger(state, "goal", why, grave=False, units=_ids([unit]), hexes=(BOARD.id_of[node],))
                break


def _wins(state: State, side: SideIndex) -> bool:
    """True if the side wins once this turn, the last one, is over as things stand."""
    probe = state.copy()
    turn_is_over(probe)
    return probe.ended is not None and probe.ended.winner is SIDES[side]


def _next_victory_phase(probe: State) -> victory.VictoryPhase | None:
    """The Victory Phase that is tested next, with the probe moved on to it; None where the Soviet player turn comes
    before it, and where the game ends before it.
    """
    if probe.phase == Phase.VICTORY:
        return _phase_on_the_stack(probe)
    if probe.phasing == AXIS:
        if probe.rules.victory_phases_per_turn == 1:
            return None
        probe.phasing = SOVIET
        return victory.VictoryPhase(SOVIET)
    turn_is_over(probe)
    if probe.ended is not None:
        return None  # told for the turn that ends, not for one that never comes
    probe.turn, probe.phasing = probe.turn + 1, AXIS
    both = probe.rules.victory_phases_per_turn == 1
    return victory.VictoryPhase(victory.BOTH if both else AXIS)


def _phase_on_the_stack(state: State) -> victory.VictoryPhase:
    """The Victory Phase that is going on, as far as it is still to come."""
    found = (frame for frame in reversed(state.stack) if isinstance(frame, victory.VictoryPhase))
    return next(found, victory.VictoryPhase(at="second_test"))


def after_the_victory_phase(state: State) -> State:
    """The position once the Victory Phase is over that is going on, if nobody plays an event in it."""
    probe = state.copy()
    _run(probe, _phase_on_the_stack(state))
    return probe


def _is_last_turn(state: State) -> bool:
    """True if the game ends with this turn at the latest (12.6)."""
    return state.turn >= state.setup.last_turn


def _run(state: State, phase: victory.VictoryPhase) -> None:
    """Runs a Victory Phase in which nobody plays an event."""
    state.stack = [phase]
    while state.stack and state.ended is None:
        top = state.stack[-1]
        if isinstance(top, Decision):
            state.stack.pop()
        else:
            top.proceed(state)
