"""Ask why: the nearest rule that forbids an action, and what would make it possible: fact, rule, way out.

`why_not` answers None exactly for the actions in `legal_actions`, and a reason for every other action one can
think of. Each explainer walks from the general to the special and stops at the first thing that is in the way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from noretreat.rules import actions as act
from noretreat.rules import allocation, combat, extension, movement, organization, rail, retreat, simultaneous, windows
from noretreat.rules.actions import Action
from noretreat.rules.board import AXIS, BOARD, SIDES, SOVIET
from noretreat.rules.deck import can_pay
from noretreat.rules.kernel import CHANCE, Decision
from noretreat.rules.stacking import room_for
from noretreat.rules.state import BOX_NAMES, DESTROYED, RAIL, SURRENDERED, State
from noretreat.rules.supply import has_overland
from noretreat.rules.wording import PROMPTS, SIDE_NAMES, place_name, unit_name


class Reason(NamedTuple):
    """Why an action is not legal: one sentence, the rule, and the way out where there is one."""

    text: str
    rule: str = ""
    remedy: str = ""


class Found(Exception):
    """Carries the first reason that was found out of an explainer."""

    def __init__(self, text: str, rule: str = "", remedy: str = "") -> None:
        super().__init__(text)
        self.reason = Reason(text, rule, remedy)


def why_not(state: State, action: Action) -> Reason | None:
    """The reason why an action is not legal now, or None: it is."""
    if action in state.options:
        return None
    try:
        _explain(state, action)
    except Found as found:
        return found.reason
    return Reason("The rules do not allow this one; choose among what is lit.", "")


def _explain(state: State, action: Action) -> None:
    """Raises `Found` with the first thing in the way."""
    if state.ended is not None:
        raise Found("The game is over.")
    _known_names(action)
    frame = state.stack[-1]
    assert isinstance(frame, Decision)
    explainer = _EXPLAINERS.get(type(action))
    asked = {type(option) for option in state.options}
    if type(action) not in asked:
        if explainer is not None and type(action) in _PHASES and _own_phase(state, action):
            explainer(state, action)
        raise Found(_not_asked(state, frame), "4.0", "First answer what is asked.")
    if explainer is not None:
        explainer(state, action)


def _known_names(action: Action) -> None:
    """Units, hexes and cards that do not exist."""
    unit = getattr(action, "unit", None)
    if unit is not None and unit not in BOARD.unit_index:
        raise Found(f"There is no unit {unit}.")
    for name in ("to", "hex"):
        node = getattr(action, name, None)
        if node is not None and node not in BOARD.node_of:
            raise Found(f"There is no hex {node}.")
    card = getattr(action, "card", None)
    if card is not None and card not in BOARD.cards:
        raise Found(f"There is no card {card}.")


def _not_asked(state: State, frame: Decision) -> str:
    """What is asked instead."""
    who = frame.actor(state)
    if who == CHANCE:
        return "Dice or cards decide first."
    prompt = PROMPTS.get(frame.CODE, PROMPTS["choose"]).split("{")[0].rstrip(" (:")
    return f"The {SIDE_NAMES[who]} side is asked something else now: {prompt.rstrip('.')}."


_PHASES: Final[dict[type, str]] = {
    act.MoveUnit: "movement",
    act.EntrainUnit: "",
    act.DetrainUnit: "detraining",
    act.LayExtension: "",
    act.ImproveUnit: "organization",
    act.UpgradeUnit: "organization",
    act.UnfortifyUnit: "organization",
    act.PlaceUnit: "organization",
    act.ReplaceUnit: "organization",
    act.ReorganizeUnit: "organization",
    act.DeclareTarget: "combat",
    act.PlaceCounterblow: "counterblows",
    act.PlayEvent: "",
    act.Defer: "",
}
"""The phase an action belongs to; empty: it depends."""
_PHASE_WORDS: Final = {
    "movement": "Units move in the Movement Phase (8.0).",
    "detraining": "Units detrain in the Detraining Phase (9.2).",
    "organization": "That is done in the Organization Phase (7.0).",
    "combat": "Targets are declared at the start of the Combat Phase (10.1).",
    "counterblows": "Counterblows are placed after the targets have been declared (10.1.2).",
}


def _own_phase(state: State, action: Action) -> bool:
    """Is the phase of this action open? Raises the reason when another one is."""
    phase = _PHASES.get(type(action), "")
    if phase and state.phase != phase:
        raise Found(_PHASE_WORDS[phase], "4.0", f"Now it is the {state.phase} phase.")
    return True


# --- units ------------------------------------------------------------------------------------------------
def _own_unit(state: State, name: str, side: int) -> int:
    """The unit, if it is of this side."""
    unit = BOARD.unit_index[name]
    if state.info(unit).side != side:
        raise Found(f"{unit_name(name)} is not yours.")
    return unit


def _on_map(state: State, unit: int) -> int:
    """Where the unit stands."""
    node = state.where[unit]
    if node < 0:
        raise Found(f"{unit_name(BOARD.unit_ids[unit])} is not on the map: it is in {place_name(BOX_NAMES[node])}.")
    return node


def _move(state: State, action: act.MoveUnit) -> None:
    """Movement (8.0)."""
    unit = _own_unit(state, action.unit, state.phasing)
    start, goal = _on_map(state, unit), BOARD.node_of[action.to]
    name = unit_name(action.unit)
    if start == goal:
        raise Found(f"{name} is there already.")
    if not state.face_of(unit).mobile:
        raise Found(f"{name} cannot move: forts and garrisons stay where they are.", "14.1")
    if state.moved >> unit & 1 and state.mover != unit:
        raise Found(f"{name} has moved in this phase.", "8.0")
    if not movement.can_move(state, unit):
        raise Found(f"{name} may not move on turn 1; it may attack and advance.", "C-53")
    side = state.info(unit).side
    if state.occupied(1 - side) >> goal & 1:
        raise Found(f"There is an enemy in {action.to}.", "8.4", "Attack it in the Combat Phase.")
    if movement.closed_to(state, unit) >> goal & 1:
        raise Found(f"{name} may not enter {place_name(action.to)}.", "8.6")
    if not (BOARD.hexes | BOARD.areas) >> goal & 1:
        raise Found("Nothing can enter a lake.", "8.0")
    _too_far(state, unit, start, goal)


def _too_far(state: State, unit: int, start: int, goal: int) -> None:
    """A neighbour that is barred, or a hex that the points do not reach."""
    info = state.info(unit)
    zones = state.zoc(1 - info.side)
    fresh = state.mover != unit
    points = movement.allowance(state, unit) if fresh else state.mover_points
    name, there = unit_name(info.id), BOARD.id_of[goal]
    if BOARD.near.get(start, 0) >> goal & 1 and not BOARD.adjacent[start] >> goal & 1:
        raise Found(f"Water lies between {BOARD.id_of[start]} and {there}: nobody crosses this hexside.", "8.3")
    if BOARD.adjacent[start] >> goal & 1 and zones >> start & 1 and zones >> goal & 1:
        raise Found(
            f"Cannot enter {there}: from one enemy zone of control to another.",
            "8.5.3",
            "Go round, or move a friend there first.",
        )
    wider = movement.reach_with(state, unit, points + 12, fresh, state.face_of(unit).armored, info.side)
    if wider.total >> goal & 1:
        cost = movement.cost_to(goal, wider)
        raise Found(f"{name} has {points} movement points; {there} costs {cost}.", "8.1")
    raise Found(f"No way leads {name} to {there}: enemy units and zones of control bar it.", "8.5")


def _entrain(state: State, action: act.EntrainUnit) -> None:
    """Rail (9.1)."""
    if state.phase != state.rules.entrain_phase:
        raise Found(f"Units entrain in the {state.rules.entrain_phase.capitalize()} Phase.", "9.1")
    unit = _own_unit(state, action.unit, state.phasing)
    _on_map(state, unit)
    name = unit_name(action.unit)
    price = rail.entrain_price(state)
    if price is None:
        raise Found("No (more) rail moves on turns 1 and 2.", "9.1.3")
    if len(state.boxed(state.phasing, RAIL)) >= rail.RAIL_CAPACITY:
        raise Found("The rail box holds three units.", "9.1.2", "Detrain one first.")
    if not BOARD.rides_trains[unit][state.face[unit]]:
        raise Found(f"{name} is a fort: only mobile units entrain.", "9.1")
    if state.moved >> unit & 1:
        raise Found(f"{name} has moved in this phase.", "9.1")
    if state.unsupplied >> unit & 1:
        raise Found(f"{name} is unsupplied: it cannot entrain.", "9.1")
    raise Found(f"Entraining a further unit costs {price} card.", "9.1.1")


def _detrain(state: State, action: act.DetrainUnit) -> None:
    """Detraining (9.2)."""
    unit = BOARD.unit_index[action.unit]
    if state.where[unit] != RAIL:
        raise Found(f"{unit_name(action.unit)} is not in the rail box.", "9.2")
    side, goal = state.info(unit).side, 1 << BOARD.node_of[action.to]
    hexes = rail.detrain_hexes(state, side)
    if state.zoc(1 - side) & goal & ~BOARD.cities:
        raise Found(f"{action.to} lies in an enemy zone of control.", "9.2")
    if state.captured & goal:
        raise Found(f"{place_name(action.to)} was taken in this player turn.", "9.2")
    if not hexes & goal:
        raise Found(f"{action.to} is not within three hexes of a supplied city or the map edge.", "9.2")
    if not room_for(state, unit, goal):
        raise Found(f"There is no room in {action.to}.", "8.4.1")
    leaving = dict.fromkeys(unit_name(option.unit) for option in state.options if isinstance(option, act.DetrainUnit))
    if leaving:
        raise Found(f"{unit_name(action.unit)} may not leave the train now; {', '.join(leaving)} may.", "9.2")


# --- organization -----------------------------------------------------------------------------------------
def _flip(state: State, action: act.ImproveUnit | act.UpgradeUnit | act.UnfortifyUnit) -> None:
    """Improving, upgrading, (un)fortifying (7.1 to 7.5)."""
    unit = _own_unit(state, action.unit, state.phasing)
    _on_map(state, unit)
    info, name = state.info(unit), unit_name(action.unit)
    if state.flips >> unit & 1:
        raise Found(f"{name} has been turned over in this phase.", "7.0")
    if isinstance(action, act.UnfortifyUnit):
        raise Found(f"{name} cannot leave fortifications: it is none, or the card is missing.", "7.5")
    if not state.two_sided(unit) or state.face[unit] == info.strong:
        raise Found(f"{name} shows its strong side.", "7.1")
    if state.unsupplied >> unit & 1 or not has_overland(state, unit):
        raise Found(f"{name} has no overland supply path.", "7.0", "Sea and neighbours are not enough here.")
    if isinstance(action, act.UpgradeUnit):
        raise Found("No free upgrade is left for it: one a turn from turn 6, two from 13, none after 17.", "7.2")
    price = organization.improve_price(state, unit)
    if price is None:
        raise Found(f"{name} cannot be improved for cards on turn {state.turn}.", "13.5")
    raise Found(f"Improving {name} costs {_cards(price)}; you hold {state.hands[state.phasing].bit_count()}.", "7.1")


def _cards(count: int) -> str:
    """A number of cards in words."""
    return f"{count} card{'s' if count != 1 else ''}"


def _place(state: State, action: act.PlaceUnit | act.ReplaceUnit) -> None:
    """Recovering, reinforcing, replacing (7.6 to 7.9)."""
    unit = _own_unit(state, action.unit, state.phasing)
    name, goal = unit_name(action.unit), 1 << BOARD.node_of[action.to]
    if state.where[unit] >= 0:
        raise Found(f"{name} is on the map.")
    if isinstance(action, act.ReplaceUnit):
        if state.where[unit] not in (DESTROYED, SURRENDERED):
            raise Found(f"{name} is neither destroyed nor surrendered.", "7.9")
        price = organization.replace_price(state, unit)
        if price is None:
            raise Found(f"{name} cannot be replaced on turn {state.turn}.", "7.9.1")
        if not can_pay(state, state.phasing, price):
            raise Found(f"Replacing {name} costs {_cards(price)}.", "7.9")
    if goal & state.occupied(1 - state.phasing):
        raise Found(f"There is an enemy in {action.to}.", "7.6")
    if goal & state.zoc(1 - state.phasing):
        raise Found(f"{action.to} lies in an enemy zone of control.", "7.6")
    raise Found(f"{name} cannot be placed in {place_name(action.to)}.", "7.6", "Own supplied cities and edges are lit.")


def _extension(state: State, action: act.LayExtension) -> None:
    """Laying the map extension before its turn (C-54)."""
    if state.rules.map_extension_turn is None:
        raise Found("These rules have one map: there is no extension.", "13.5")
    if extension.is_laid(state):
        raise Found("The map extension lies already.", "13.5")
    raise Found("The Axis lays the map extension, in its own Movement Phase.", "13.5")


def _reorganize(state: State, action: act.ReorganizeUnit) -> None:
    """Taking a marker off for a card (7.10)."""
    unit = _own_unit(state, action.unit, state.phasing)
    if not state.disorganized >> unit & 1:
        raise Found(f"{unit_name(action.unit)} is not disorganized.", "7.10")
    raise Found("That costs a card, and you have none.", "7.10")


# --- combat -----------------------------------------------------------------------------------------------
def _target(state: State, action: act.DeclareTarget) -> None:
    """Declaring a target (10.1)."""
    node = BOARD.node_of[action.hex]
    if not state.occupied(1 - state.phasing) >> node & 1:
        raise Found(f"There is no enemy in {action.hex}.", "10.1")
    if (state.targets | combat.marked(state)) >> node & 1:
        raise Found(f"{action.hex} bears a marker already.", "10.1")
    if combat.markers_left(state, state.phasing) <= 0:
        raise Found("All your markers for this turn are used.", "10.1")
    if not BOARD.adjacent[node] & state.occupied(state.phasing):
        raise Found(f"None of your units stands next to {action.hex}.", "10.1")
    raise Found(f"Only disorganized or white units stand next to {action.hex}.", "10.1.1")


def _counterblow(state: State, action: act.PlaceCounterblow) -> None:
    """Placing a counterblow (10.1.2)."""
    side, node = 1 - state.phasing, BOARD.node_of[action.hex]
    if not state.occupied(side) >> node & 1:
        raise Found(f"None of your units is in {action.hex}.", "10.1.2")
    if state.targets >> node & 1:
        raise Found(f"{action.hex} is a target already.", "10.1.2")
    if combat.marked(state) >> node & 1:
        raise Found(f"{action.hex} bears a Counterblow already.", "10.1.2")
    if not BOARD.adjacent[node] & state.occupied(state.phasing):
        raise Found(f"No enemy stands next to {action.hex}.", "10.1.2")
    if combat.counterblow_hexes(state) >> node & 1:
        if combat.markers_left(state, side) <= 0:
            raise Found("All your markers for this turn are used.", "10.1")
        return  # the hex is fine, but something else is asked
    idle = "white" if state.rules.counterblow_excludes_disorganized == "no" else "white or disorganized"
    raise Found(f"Only {idle} units stand in {action.hex}.", "10.1.2", "Choose a hex with a unit that may attack.")


def _begin(state: State, action: act.BeginBattle | act.AddTarget) -> None:
    """Opening a battle, or taking a hex along (10.3)."""
    node = BOARD.node_of[action.hex]
    frame = state.stack[-1]
    if isinstance(frame, simultaneous.ApplyNext):
        raise Found(f"No battle of {action.hex} waits for its result.", "15.12", "Choose one of the battles on offer.")
    if isinstance(frame, allocation.FightPlanned):
        raise Found(
            f"{action.hex} is not the first hex of a battle that has been put together.",
            "10.3",
            "Choose a battle by its first hex.",
        )
    if not (state.targets | combat.marked(state)) >> node & 1:
        raise Found(f"{action.hex} is not marked for battle.", "10.1")
    if isinstance(frame, allocation.ComposeBattle):
        if node in frame.targets:
            raise Found(f"{action.hex} is part of this battle.", "10.3.2")
        raise Found(f"Not all attackers may attack {action.hex} as well: all must be adjacent to it.", "10.3.3")
    raise Found(f"Attacking {action.hex} now would leave another marked hex without an attacker.", "10.3")


def _assign(state: State, action: act.AssignAttacker) -> None:
    """Choosing an attacker (10.3)."""
    frame = state.stack[-1]
    assert isinstance(frame, allocation.ComposeBattle)
    unit = _own_unit(state, action.unit, state.phasing)
    node, name = _on_map(state, unit), unit_name(action.unit)
    if unit in frame.attackers:
        raise Found(f"{name} attacks already.", "10.3")
    if state.engaged >> unit & 1:
        raise Found(f"{name} has fought in this phase.", "10.3.4")
    if not all(BOARD.adjacent[target] >> node & 1 for target in frame.targets):
        raise Found(f"{name} is not adjacent to every target of this battle.", "10.3.3")
    if unit not in combat.able_attackers(state, frame.targets):
        raise Found(f"{name} is disorganized or white: it fights only Counterblows.", "10.1.1")
    raise Found(f"{name} is needed elsewhere: another marked hex would be left without an attacker.", "10.3")


def _advance(state: State, action: act.AdvanceUnit) -> None:
    """Advance after combat (10.8)."""
    battle = state.battle
    assert battle is not None
    unit = _own_unit(state, action.unit, battle.attacker)
    name = unit_name(action.unit)
    if unit not in battle.attackers:
        raise Found(f"{name} did not take part in this battle.", "10.8")
    if state.disorganized >> unit & 1 or state.face_of(unit).white or not state.face_of(unit).mobile:
        raise Found(f"{name} cannot advance: it is disorganized, white or immobile.", "10.8")
    if battle.advancing != unit:
        raise Found(f"{name} first enters a hex that the enemy has left.", "10.8.1")
    if battle.advanced >= retreat.advance_limit(state, unit):
        raise Found(f"{name} has advanced as far as it may.", "10.8.1")
    if BOARD.stops_advance >> state.where[unit] & 1:
        raise Found(f"The terrain of {BOARD.id_of[state.where[unit]]} ends the advance.", "10.8.1")
    raise Found(f"{name} cannot enter {action.to}.", "10.8.1")


def _retreat(state: State, action: act.RetreatUnit) -> None:
    """Retreats (10.7.5)."""
    raise Found(
        f"{unit_name(action.unit)} cannot retreat that way: two hexes away, not into enemies or their zones, not over "
        "prohibited hexsides, and toward supply where possible.",
        "10.7.5",
    )


# --- cards ------------------------------------------------------------------------------------------------
def _event(state: State, action: act.PlayEvent) -> None:
    """Playing an event (5.3)."""
    frame = state.stack[-1]
    assert isinstance(frame, Decision)
    side = frame.actor(state)
    if side not in (AXIS, SOVIET):
        raise Found("Dice or cards decide first.")
    if not state.hands[side] >> action.card & 1:
        raise Found(f"Card {action.card} is not in the hand of the {SIDES[side].capitalize()} side.", "5.3")
    window = frame.window if isinstance(frame, windows.EventWindow) else windows.Window.ANY
    reason = windows.why_not(state, side, action.card, window)
    raise Found(f"Card {action.card}: {reason or 'it is played at another moment'}.", "5.3.1")


def _defer(state: State, action: act.Defer) -> None:
    """Leaving the first word to the other side (5.0)."""
    frame = state.stack[-1]
    if isinstance(frame, windows.EventWindow):
        if frame.side != state.initiative:
            raise Found("The side with the initiative decides whose events come first.", "5.0")
        raise Found("Nothing of the other side can come first here.", "5.0", "Play an event, or pass.")


def _in_hand(state: State, action: Any) -> None:
    """Discarding or paying with a card one does not hold."""
    raise Found(f"Card {action.card} is not in that hand.", "5.0")


_EXPLAINERS: Final[dict[type, Callable[[State, Any], None]]] = {
    act.MoveUnit: _move,
    act.EntrainUnit: _entrain,
    act.DetrainUnit: _detrain,
    act.ImproveUnit: _flip,
    act.UpgradeUnit: _flip,
    act.UnfortifyUnit: _flip,
    act.PlaceUnit: _place,
    act.ReplaceUnit: _place,
    act.ReorganizeUnit: _reorganize,
    act.LayExtension: _extension,
    act.DeclareTarget: _target,
    act.PlaceCounterblow: _counterblow,
    act.BeginBattle: _begin,
    act.AddTarget: _begin,
    act.AssignAttacker: _assign,
    act.AdvanceUnit: _advance,
    act.RetreatUnit: _retreat,
    act.PlayEvent: _event,
    act.Defer: _defer,
    act.Discard: _in_hand,
    act.PayCard: _in_hand,
}
