"""Every way onto the map against all that follows from a unit's coming: control, what is remembered, the calendar.

Chapters 12.7.1, 13.5 and 9.2 (MAP-4, EVT-GG, EVT-OIL, EVT-WAR, DET-1). A new way needs its row in `WAYS`: the last
tests of this file find the ways in the code.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from rules.combat_helpers import Table

import noretreat
from noretreat.core import boxes, events
from noretreat.core.actions import (
    Action,
    AdvanceUnit,
    DetrainUnit,
    MoveUnit,
    PlaceCadre,
    PlaceUnit,
    ReplaceUnit,
    RetreatUnit,
)
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET, bits
from noretreat.core.kernel import Decision
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import CardMask
from noretreat.data.load import ruleset_ids
from noretreat.explain.sentences.wording import LOG
from noretreat.positions import position
from noretreat.rules import calendar, optional, placement, rail, results, retreat
from noretreat.rules.choices import AskForCard
from noretreat.rules.movement import MoveByEvent, MoveUnits

Made = Callable[[State, int, int], tuple[Decision, Action]]
"""Of a state, a unit (where it stands is set up by the way) and a node: the question and its answer."""


class Way(NamedTuple):
    """A way onto a hex: where the unit is before (0: in a hex beside it), the units that can go it, how it goes."""

    event: str
    """The line of the log that tells it."""
    box: int
    units: dict[int, str]
    made: Made


ARMIES = {AXIS: "G4", SOVIET: "S_W"}
BESIDE = 0


def _to(node: int) -> str:
    return BOARD.id_of[node]


def _in_battle(state: State, unit: int, node: int, *, attacks: bool) -> None:
    """A battle in which the unit attacks the node, or is attacked where it stands."""
    side = state.info(unit).side
    attackers, defenders = ((unit,), ()) if attacks else ((), (unit,))
    target = node if attacks else state.where[unit]
    state.battle = Battle(side if attacks else ENEMY[side], attackers, defenders, (target,), result="DR")


def _move(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    state.phasing = state.info(unit).side
    return MoveUnits(), MoveUnit(BOARD.unit_ids[unit], _to(node))


def _event_move(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    return MoveByEvent(state.info(unit).side, 1 << unit, 4), MoveUnit(BOARD.unit_ids[unit], _to(node))


def _retreat(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    _in_battle(state, unit, node, attacks=False)
    return retreat.Retreats((unit,)), RetreatUnit(BOARD.unit_ids[unit], (_to(node),))


def _step_back(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    return retreat.StepBack(state.info(unit).side, 0), RetreatUnit(BOARD.unit_ids[unit], (_to(node),))


def _advance(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    _in_battle(state, unit, node, attacks=True)
    return retreat.Advance(), AdvanceUnit(BOARD.unit_ids[unit], _to(node))


def _place(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    return placement.PlaceUnits(state.info(unit).side), PlaceUnit(BOARD.unit_ids[unit], _to(node))


def _replace(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    state.hands[state.info(unit).side] = CardMask(0b1110)
    return placement.PlaceUnits(state.info(unit).side), ReplaceUnit(BOARD.unit_ids[unit], _to(node))


def _cadre(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    return results.OfferCadre(state.info(unit).side, node), PlaceCadre(BOARD.unit_ids[unit])


def _part(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    return optional.PlacePart(state.info(unit).side, unit, node), PlaceUnit(BOARD.unit_ids[unit], _to(node))


def _train(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    return rail.DetrainUnits(state.info(unit).side), DetrainUnit(BOARD.unit_ids[unit], _to(node))


def _reserve_in_the_enemy_turn(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    state.reserve = unit
    return rail.DetrainReserve(), DetrainUnit(BOARD.unit_ids[unit], _to(node))


def _reserve_before_the_moves(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    state.reserve = unit
    return MoveUnits(), DetrainUnit(BOARD.unit_ids[unit], _to(node))


def _by_rail_from_a_box(state: State, unit: int, node: int) -> tuple[Decision, Action]:
    from noretreat.cards.extra_battles import ReturnByRail

    return ReturnByRail(SOVIET), DetrainUnit(BOARD.unit_ids[unit], _to(node))


def _card(number: int, verb: type[PlaceUnit | ReplaceUnit | DetrainUnit], stage: str = "") -> Made:
    """A choice that a card gives."""

    def made(state: State, unit: int, node: int) -> tuple[Decision, Action]:
        side = state.info(unit).side
        return AskForCard(number, side, stage, side, 1, True), verb(BOARD.unit_ids[unit], _to(node))

    return made


def _only(side: int, unit: str) -> dict[int, str]:
    return {side: unit}


WAYS = {
    "move": Way("UnitMoved", BESIDE, ARMIES, _move),
    "move by an event": Way("UnitMoved", BESIDE, ARMIES, _event_move),
    "retreat": Way("UnitRetreated", BESIDE, ARMIES, _retreat),
    "step back": Way("UnitRetreated", BESIDE, ARMIES, _step_back),
    "advance": Way("UnitAdvanced", BESIDE, ARMIES, _advance),
    "recovery": Way("UnitPlaced-recover", boxes.SHATTERED, ARMIES, _place),
    "reinforcement": Way("UnitPlaced-reinforce", boxes.DELAYED, ARMIES, _place),
    "return of the SS": Way("UnitPlaced-reserve", boxes.REMOVED, _only(AXIS, "GSSPz"), _place),
    "replacement": Way("UnitPlaced-replace", boxes.DESTROYED, ARMIES, _replace),
    "replacement of a surrendered unit": Way("UnitPlaced-replace", boxes.SURRENDERED, ARMIES, _replace),
    "cadre": Way("UnitPlaced-cadre", boxes.CADRES, {AXIS: "KG1", SOVIET: "OST1"}, _cadre),
    "exchange": Way("UnitPlaced-exchange", boxes.REMOVED, {AXIS: "ABT_I1", SOVIET: "FF1"}, _part),
    "train": Way("UnitDetrained", boxes.RAIL, ARMIES, _train),
    "reserve before the moves": Way("UnitDetrained", boxes.RAIL, _only(SOVIET, "S_W"), _reserve_before_the_moves),
    "reserve in the enemy's turn": Way("UnitDetrained", boxes.RAIL, _only(SOVIET, "S_W"), _reserve_in_the_enemy_turn),
    "01S": Way("UnitPlaced-replace", boxes.DESTROYED, _only(SOVIET, "S_W"), _card(1, ReplaceUnit)),
    "03A": Way("UnitPlaced-replace", boxes.DESTROYED, _only(AXIS, "G4"), _card(3, ReplaceUnit)),
    "15S": Way("UnitPlaced", boxes.DESTROYED, _only(SOVIET, "S_W"), _by_rail_from_a_box),
    "18S": Way("UnitDetrained", boxes.RAIL, _only(SOVIET, "S_W"), _card(18, DetrainUnit, "detrain")),
    "25A": Way("UnitPlaced", boxes.CADRES, _only(AXIS, "KG1"), _card(25, PlaceUnit)),
    "30A": Way("UnitPlaced-replace", boxes.DESTROYED, _only(AXIS, "G4"), _card(30, ReplaceUnit)),
    "38S": Way("UnitPlaced-replace", boxes.DESTROYED, _only(SOVIET, "S_W"), _card(38, ReplaceUnit)),
    "48A": Way("UnitPlaced", boxes.REMOVED, _only(AXIS, "FEST1"), _card(48, PlaceUnit)),
    "49A": Way("UnitPlaced", boxes.REMOVED, _only(AXIS, "VOLKS1"), _card(49, PlaceUnit)),
}
"""How a unit can come into a hex. Which hexes it may come into is tested with its chapter; here each way leads to every
hex, since what follows from its coming is the same everywhere.
"""

NO_ARRIVALS = {
    "TakenBack": "what was bought goes back to where it was, its own hex or a box",
}
"""Lines of the log that put a unit into a hex which it has not left, as far as the rules go."""

_BORDER = BOARD.germany & BOARD.hexes & ~BOARD.vp_hexes & BOARD.expand(BOARD.ussr)
PLACES = {
    "city": BOARD.node_of["1211"],
    "border": bits(_BORDER & ~calendar.RUMANIA)[0],
    "oil": calendar.PLOESTI,
    "Warsaw": BOARD.node_of["0906"],
    "Rumania": BOARD.node_of["0716"],
    "works": BOARD.node_of["1308"],
}


def _comings() -> Iterator[tuple[str, int, int]]:
    """Way, the side that comes, the side whose player turn it is."""
    for name, way in WAYS.items():
        for side in way.units:
            for phasing in (AXIS, SOVIET):
                if name != "move" or side == phasing:
                    yield name, side, phasing


def come(name: str, node: int, rules: str, side: int, phasing: int) -> State:
    """The state after a unit has come into a hex that the enemy controlled, if anybody did, and where Works stand."""
    way = WAYS[name]
    unit = BOARD.unit_index[way.units[side]]
    far = {"G6": "0503", "S_S": "2310"}
    state = position({"turn": 7, "phase": f"movement {SIDES[phasing]}", "units": far, "rules": rules}).copy()
    bit = 1 << node & BOARD.vp_hexes
    held = [state.axis_control & ~bit, state.soviet_control & ~bit]
    held[ENEMY[side]] |= bit
    state.axis_control, state.soviet_control = held
    state.works = 1 << node
    state.triggers = [0, 0, 0]
    beside = BOARD.adjacent[node] & BOARD.hexes & ~BOARD.vp_hexes
    state.put(unit, way.box or bits(beside & ~BOARD.germany or beside)[0])
    question, action = way.made(state, unit, node)
    question.choose(state, action)
    assert state.where[unit] == node
    told = [event for event in state.happened if type(event).__name__ == way.event.split("-")[0]]
    assert told, f"no {way.event} in the log"
    return state


@pytest.mark.parametrize("rules", ruleset_ids())
@pytest.mark.parametrize(("name", "side", "phasing"), list(_comings()))
def test_12_7_1_and_13_5_whatever_brings_a_unit_into_a_hex(name: str, side: int, phasing: int, rules: str) -> None:
    """It takes the city or oil field, which is remembered; a Soviet unit pulls the triggers and tramples the Works."""
    for place in PLACES if side == SOVIET else ("city", "oil", "Warsaw"):
        node = PLACES[place]
        state = come(name, node, rules, side, phasing)
        if BOARD.vp_hexes >> node & 1:
            assert state.control(side) >> node & 1, place
            assert not state.control(ENEMY[side]) >> node & 1, place
            assert events.ControlChanged(BOARD.id_of[node], SIDES[side]) in state.happened, place
            assert state.captured >> node & 1, f"{place}: whoever took it (9.2)"
            if not state.rules.detrain_in_captured_city:
                assert not (rail.detrain_hexes(state, AXIS) | rail.detrain_hexes(state, SOVIET)) >> node & 1, place
        pulled = [0, 0, 0]
        if side == SOVIET:
            assert not state.works, place
            if BOARD.germany >> node & 1:
                pulled[calendar.GREATER_GERMANY] = 8
            if place == "oil" or (rules == "classic" and calendar.RUMANIA >> node & 1):
                pulled[calendar.OIL] = 8
            if place == "Warsaw":
                pulled[calendar.WARSAW] = 8
        assert state.triggers == pulled, place


# --- an arrival that is undone --------------------------------------------------------------------------------
@pytest.mark.parametrize("rules", ["deluxe", "living", "digital", "classic"])
@pytest.mark.parametrize("helped", [False, True])
def test_5_4_a_replacement_that_is_canceled_gives_back_what_its_coming_took(rules: str, helped: bool) -> None:
    """01S raises an army in the oil fields beside Bucharest, and 07A undoes it: as if it had never come (12.7.1, 13.5).

    C-136. Where another army has crossed the border as well, that stays so.
    """
    units = {"S_W": "box:destroyed", "S_S": "2310", "G4": "0503"} | ({"S_KAL": "0905"} if helped else {})
    facts = {"units": units, "rules": rules, "control": {"soviet": ["0717"]}, "hands": {"axis": [7], "soviet": [1]}}
    table = Table(cards=True, phase="detraining axis", **facts)
    table.state.works = 1 << calendar.PLOESTI
    table.play_event(1).do(ReplaceUnit("S_W", "0816"))
    assert table.view.control["0816"] == "soviet"
    assert table.state.triggers == [8, 8, 0]
    table.play_event(7)
    assert (table.at("S_W"), table.view.control["0816"]) == ("box:destroyed", "axis")
    assert (table.state.captured, table.state.works) == (0, 1 << calendar.PLOESTI)
    assert table.state.triggers == [8 if helped else 0, 0, 0]


# --- no way is forgotten --------------------------------------------------------------------------------------
def test_every_line_of_the_log_that_brings_a_unit_into_a_hex_is_among_the_ways() -> None:
    """A new event like `UnitPlaced`, or a new reason of it, needs its row."""
    known = {way.event for way in WAYS.values()} | NO_ARRIVALS.keys()
    kinds = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Base)]
    fields = {kind.__name__: set(kind.__struct_fields__) for kind in kinds}
    coming = {name for name, has in fields.items() if "unit" in has and has & {"to", "path", "hex"}}
    lines = {line for line in LOG if line.split("-")[0] in coming - {"TakenBack"}} | {"TakenBack"}
    assert coming <= {line.split("-")[0] for line in known}
    assert lines == known


_SOURCES = Path(noretreat.__file__).parent
_BOXES = {name for name in vars(boxes) if name.isupper()}
_PUTS = {
    "rules/entering.py": {"path[-1]"},
    "rules/losses.py": {"box"},
    "rules/calendar.py": {"box"},
    "rules/purchases.py": {"before.place", "node"},
}
"""Where `State.put` is given something else than the name of a box: only one of them is a way onto the map."""


def test_nothing_but_enter_puts_a_unit_into_a_hex() -> None:
    """`State.put` knows no rules: `entering.enter` does what follows from a unit's coming."""
    found: dict[str, set[str]] = {}
    for file in sorted([*_SOURCES.glob("rules/*.py"), *_SOURCES.glob("cards/*.py")]):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "put":
                place = ast.unparse(call.args[1])
                if place not in _BOXES:
                    found.setdefault(file.relative_to(_SOURCES).as_posix(), set()).add(place)
    assert found == _PUTS
