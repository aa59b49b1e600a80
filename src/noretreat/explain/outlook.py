"""The outlook over the whole map: what the enemy can reach and attack next, who will be out of supply, and by which
hex; how near each side is to winning; what the lost units would cost. All of it is worked out, nothing is decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Any, Final

from noretreat.core.board import AXIS, BOARD, SIDE_INDEX, SIDES, SOVIET, bits
from noretreat.core.boxes import BOX_NAMES, DELAYED, DESTROYED, SHATTERED, SURRENDERED, TRACK
from noretreat.core.reasons import Reason, reason
from noretreat.core.state import Derived, State
from noretreat.data.facts import Side
from noretreat.explain.forecast import as_attacker
from noretreat.explain.sentences import tell
from noretreat.rules import calendar, extension, goals, movement, odds, placement, supply, victory
from noretreat.rules.effects import OF_A_BATTLE, Kind, Scope

_PASSING: Final = (*OF_A_BATTLE, Scope.HELD, Scope.PHASE, Scope.PLAYER_TURN)
"""Scopes of effects that are over when the other side's turn comes."""
_BEFORE_COMBAT: Final = ("victory", "cards", "supply", "organization", "movement")


# --- threat -----------------------------------------------------------------------------------------------
def threat(state: State, side: str) -> dict[str, Any]:
    """What `side` could attack in its next (or present) turn: per enemy hex the best odds, and where it can go.

    Everybody else stays where he is; no trains, no arrivals, no cards, no support markers. The attackers named fit
    the stacking limits together, and no others would be stronger.
    """
    number = SIDE_INDEX[Side(side)]
    probe = _next_turn_of(state, number)
    places = _places(probe, number)
    reached = 0
    for mask in places.values():
        reached |= mask
    nodes = bits(BOARD.expand(reached) & probe.occupied(1 - number))
    hexes = {BOARD.id_of[node]: _best_attack(probe, number, node, places) for node in nodes}
    return {"hexes": hexes, "reach": list(BOARD.ids(reached))}


def _next_turn_of(state: State, side: int) -> State:
    """The position at the start of the side's next Movement Phase, if nothing else happened before it."""
    probe = as_attacker(state, side, ())
    if state.phasing == side and state.phase in _BEFORE_COMBAT:
        return probe
    if side == AXIS or state.phasing == side:
        probe.turn = min(state.turn + 1, len(state.weather))
    probe.effects = tuple(effect for effect in probe.effects if effect.expires not in _PASSING)
    probe.engaged = probe.moved = probe.disorganized = 0
    probe.targets = probe.fought_targets = probe.counterblows = probe.paid_counterblows = 0
    probe.mover = -1
    supply.check_supply(probe, side)
    return probe


def _places(state: State, side: int) -> dict[int, int]:
    """For each unit that could attack: the hexes from which it could, its own included."""
    found = {}
    for unit in state.on_map(side):
        face = state.face_of(unit)
        if face.white or not face.strength or state.disorganized >> unit & 1:
            continue
        here = 1 << state.where[unit]
        going = movement.journey_of(state, unit).total if movement.can_move(state, unit) else 0
        found[unit] = here | going & ~movement.closed_to(state, unit)
    return found


def _best_attack(state: State, side: int, node: int, places: dict[int, int]) -> dict[str, Any]:
    """The strongest attack on a hex in reach: greedy by strength over a matching with room; exact (a matroid)."""
    stands = BOARD.adjacent[node]
    able = {unit: mask & stands for unit, mask in places.items() if mask & stands}
    ranked = sorted(able, key=lambda unit: (-odds.strength_of(state, unit), unit))
    rooms = [spot for place in bits(stands) for spot in [place] * _room(state, side)]
    seats: dict[int, int] = {}
    taken = [unit for unit in ranked if _seat(unit, able, rooms, seats, set())]
    moved = state.copy()
    for index, unit in seats.items():
        moved.put(unit, rooms[index])
    battle = odds.hypothetical(moved, tuple(sorted(taken)), (node,))
    result = odds.odds_of(moved, battle)
    return {
        "column": odds.column_name(result.column),
        "attack": result.attack,
        "defence": result.defence,
        "level": 1 if result.column < _EVEN else 2 if result.column < _STRONG else 3,
        "attackers": [BOARD.unit_ids[unit] for unit in taken],
    }


_EVEN: Final = 2
"""Index of the column 1:1."""
_STRONG: Final = 5
"""Index of the column 3:1."""


def _room(state: State, side: int) -> int:
    """Units of a side that a hex holds at least (STK-1); armor that may join is left out."""
    return 2 if side == AXIS else calendar.soviet_stack_limit(state)


def _seat(unit: int, able: dict[int, int], rooms: Sequence[int], seats: dict[int, int], seen: set[int]) -> bool:
    """Finds a unit a place, moving others along if need be (an augmenting path)."""
    for index, place in enumerate(rooms):
        if index in seen or not able[unit] >> place & 1:
            continue
        seen.add(index)
        if index not in seats or _seat(seats[index], able, rooms, seats, seen):
            seats[index] = unit
            return True
    return False


# --- supply -----------------------------------------------------------------------------------------------
def supply_then(state: State) -> dict[str, list[str]]:
    """If the present phases ended now: who would be eliminated, marked, and relieved of the marker.

    `lost` are the marked units that would fail in the Removal Phase of this player turn (11), if it is still to come;
    `marked` and `relieved` those on which the next supply check would decide (6.0).
    """
    before_removal = state.phase not in ("detraining", "victory", "cards")
    probe = state.copy()
    lost: list[int] = []
    if before_removal:
        saved = next((effect.units for effect in state.effects if effect.kind == Kind.SAVED), 0)
        for side in (state.phasing, 1 - state.phasing):
            gone = [u for u in supply.cut_off(probe, side) if probe.unsupplied >> u & 1 and not saved >> u & 1]
            for unit in gone:
                probe.put(unit, DESTROYED)
            lost += gone
    supply.check_supply(probe, 1 - state.phasing if before_removal else state.phasing)
    names = BOARD.unit_ids
    return {
        "lost": [names[unit] for unit in lost],
        "marked": [names[unit] for unit in bits(probe.unsupplied)],
        "relieved": [names[unit] for unit in bits(state.unsupplied & ~probe.unsupplied) if unit not in lost],
    }


def cut_of(state: State, node: int, side: int) -> dict[str, Any]:
    """Why a hex has no supply path: the way with the fewest barred hexes, and those hexes.

    `far` is true where even without an enemy the next supplied city or edge is more than four hexes away (SUP-3).
    """
    own = supply.net(state, side)
    goal = own.cities | extension.supply_edge(state, side)
    barred = _barred(state, side)
    best: dict[int, tuple[int, int]] = {node: (0, 0)}
    came: dict[int, int] = {}
    frontier = [(0, 0, node)]
    while True:  # there is always a way to the edge of the map, through whatever bars it
        here = heappop(frontier)[2]
        if goal >> here & 1 and here != node:
            return _cut_along(came, node, here, barred)
        for there in bits(BOARD.area_neighbours.get(here, 0) & BOARD.traceable or BOARD.near.get(here, 0)):
            price = (best[here][0] + (barred >> there & 1), best[here][1] + 1)
            if there not in best or price < best[there]:
                best[there], came[there] = price, here
                heappush(frontier, (*price, there))


def _barred(state: State, side: int) -> int:
    """Nodes a trace may not enter: enemies, their zones without a friend, by some rules their cities (6.3)."""
    enemy = 1 - side
    barred = state.occupied(enemy) | state.zoc(enemy) & ~state.occupied(side)
    return barred | (state.control(enemy) & BOARD.cities if state.rules.enemy_city_blocks_supply else 0)


def _cut_along(came: dict[int, int], start: int, end: int, barred: int) -> dict[str, Any]:
    """The way found, and where it is cut."""
    way = [end]
    while came[way[-1]] != start:
        way.append(came[way[-1]])
    way.reverse()
    cut = [BOARD.id_of[node] for node in way if barred >> node & 1]
    return {"cut": cut, "way": [BOARD.id_of[node] for node in way], "far": not cut and len(way) > supply.CITY_REACH}


def hinges(state: State, node: int, side: int, path: Sequence[int]) -> list[str]:
    """The hexes of a supply path that would cut the unit off if the enemy's zone reached them."""
    found = []
    for step in path:
        probe = state.copy()
        zones = [state.zoc(AXIS), state.zoc(SOVIET)]
        zones[1 - side] |= 1 << step
        probe.derived = (
            Derived(state.occupied(AXIS), zone=zones[AXIS]),
            Derived(state.occupied(SOVIET), zone=zones[SOVIET]),
        )
        if not supply.supplied_nodes(probe, side) >> node & 1:
            found.append(BOARD.id_of[step])
    return found


# --- victory ----------------------------------------------------------------------------------------------
def roads_to_victory(state: State) -> dict[str, list[dict[str, Any]]]:
    """For each side its ways of winning: what it has, what it needs, when at the earliest, and the hexes that count."""
    return {side.value: list(_roads(state, index)) for index, side in enumerate(SIDES)}


def _roads(state: State, side: int) -> Iterator[dict[str, Any]]:
    """The ways of one side, the quickest kind first."""
    early = victory.can_end_early(state)
    conditions = state.setup.victory
    if conditions is not None:
        how = "wins" if SIDES[side] is conditions.side else "prevents"
        words = goals.in_words(conditions, state.setup.last_turn)
        yield _road("scenario", reason(f"info-road-{how}-title"), "12.0", words, None, None, state.setup.last_turn)
    if early:
        yield _by_objectives(state, side)
        mark = _by_sudden_death(state, side)
        if mark:
            yield mark
    if conditions is None:
        yield _at_the_end(state, side)


def _road(
    code: str, title: Reason, rule: str, text: Reason, have: int | None, need: int | None, turn: int | None,
    hexes: Sequence[dict[str, Any]] = (),
) -> dict[str, Any]:  # fmt: skip
    """One way of winning; `said` is title and text as codes."""
    told = {"title": tell(title), "text": tell(text)}
    return {
        "code": code, "title": tell(title).text, "rule": rule, "text": tell(text).text, "said": told,
        "have": have, "need": need, "turn": turn, "hexes": list(hexes),
    }  # fmt: skip


def _way(
    code: str, rule: str, have: int, need: int, when: int, hexes: Sequence[dict[str, Any]] = (), **args: Any
) -> dict[str, Any]:
    """A way of winning that the rules give, in their words (`data/information.toml`)."""
    kind = code.partition("-")[0]
    return _road(
        kind, reason(f"info-road-{kind}-title"), rule, reason(f"info-road-{code}", **args), have, need, when, hexes
    )


def _by_objectives(state: State, side: int) -> dict[str, Any]:
    """Enough supplied Objectives (12.1)."""
    held = victory.objectives_held(state, side)
    need = victory.objectives_needed(state, side)
    hexes = [
        {
            "hex": BOARD.id_of[node],
            "held": node in held,
            "cut": node not in held and bool(state.control(side) >> node & 1),
        }
        for node in bits(BOARD.objectives[side])
    ]
    return _way("objectives", "12.1", len(held), need, state.turn + 1, hexes, n=need)


def _by_sudden_death(state: State, side: int) -> dict[str, Any] | None:
    """More points than the next mark (12.2); only the side with the initiative counts points."""
    first = state.turn + (state.phase != "victory")
    turn = next((t for t in range(first, state.setup.last_turn + 1) if victory.threshold(t, side) is not None), None)
    if turn is None:
        return None
    mark = victory.threshold(turn, side) or 0
    code = "sudden_death" if side == state.initiative else "sudden_death-idle"
    return _way(code, "12.2", _points(state, side), mark + 1, turn, _worth(state, side), n=mark, turn=turn)


def _points(state: State, side: int) -> int:
    """The points of a side; events count for the one with the initiative only (12.7)."""
    points = victory.victory_points(state, side)
    return points if side == state.initiative else points - state.event_vp


def _worth(state: State, side: int) -> list[dict[str, Any]]:
    """The hexes that count a point now, and who holds them."""
    return [
        {"hex": BOARD.id_of[node], "held": bool(state.control(side) >> node & 1), "cut": False}
        for node in bits(victory.counted_hexes(state))
    ]


def _at_the_end(state: State, side: int) -> dict[str, Any]:
    """What decides if nothing did before: total victory and Berlin for the Soviets, time for the Axis."""
    total = state.rules.soviet_total_victory
    if side == SOVIET and state.turn < victory.LAST_YEAR and total is not None:
        turn = max(state.turn + 1, victory.SHIFT_TURN)
        return _way("total", "12.3", _points(state, side), total, turn, _worth(state, side), n=total)
    if side == SOVIET:
        node = BOARD.node_of[state.info(BOARD.unit_index["BERLIN_G"]).unit.home]
        berlin = [{"hex": BOARD.id_of[node], "held": bool(state.control(SOVIET) >> node & 1), "cut": False}]
        return _way("garrison", "12.5", 0, 1, state.turn, berlin)
    last = state.setup.last_turn
    if state.turn >= victory.LAST_YEAR:
        return _way("time", "12.5", state.turn, last, last)
    tide = state.high_tide if state.initiative == SOVIET else victory.victory_points(state, AXIS)
    need = _points(state, SOVIET) + 1
    return _way("operational", "12.4", tide, need, victory.LAST_YEAR - 1, _worth(state, AXIS))


# --- off the map ------------------------------------------------------------------------------------------
def bring_back(state: State) -> dict[str, Any]:
    """What it would cost to bring every lost unit back: per side the cards of all, and per unit its price and way."""
    sides = {}
    for side in (AXIS, SOVIET):
        units = {}
        for box in (SHATTERED, DESTROYED, SURRENDERED, TRACK, DELAYED):
            for unit in state.boxed(side, box):
                units[BOARD.unit_ids[unit]] = _price(state, unit, box)
        prices = [entry["cost"] for entry in units.values() if entry["cost"] is not None]
        never = sum(entry["cost"] is None and entry["way"] == "never" for entry in units.values())
        sides[SIDES[side].value] = {"units": units, "cards": sum(prices), "never": never}
    return sides


_WAYS: Final = {
    SHATTERED: ("recovers", "Comes back free at the next placement (7.7)."),
    DELAYED: ("arrives", "Waits for a place; free (7.8)."),
    TRACK: ("track", "Comes back by itself (10.7.1)."),
}


def _price(state: State, unit: int, box: int) -> dict[str, Any]:
    """The cards a unit costs now, and how it comes back."""
    if box in _WAYS:
        way, text = _WAYS[box]
        if box == TRACK:
            text = f"Comes back by itself on turn {state.due[unit]} (10.7.1)."
        return {"cost": 0, "way": way, "text": text}
    price = placement.replace_price(state, unit)
    if price is None:
        return {"cost": None, "way": "never", "text": "Cannot be replaced now (7.9)."}
    where = BOX_NAMES[box][4:]
    return {
        "cost": price,
        "way": "replaced",
        "text": f"{price} card{'s' if price > 1 else ''} out of the {where} box (7.9).",
    }


__all__ = ["bring_back", "cut_of", "hinges", "roads_to_victory", "supply_then", "threat"]
