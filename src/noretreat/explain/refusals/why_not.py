"""Reasons for refusals: the nearest rule that forbids an action, and what would make it legal (fact, rule, remedy).

The sentences are in `data/refusals.toml`; this module finds their codes.

`why_not` returns None exactly for the actions in `legal_actions`, and a reason for any other action. Each explainer
goes from the general to the special and stops at the first obstacle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from noretreat.core import actions as act
from noretreat.core.actions import Action
from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET
from noretreat.core.boxes import BOX_NAMES, DESTROYED, RAIL, SURRENDERED
from noretreat.core.kernel import CHANCE, Decision
from noretreat.core.reasons import Argument, Reason, because, reason
from noretreat.core.state import State, require_state
from noretreat.core.types import Node, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.explain.refusals.illegal import IllegalAction
from noretreat.rules import (
    allocation,
    combat,
    extension,
    flipping,
    movement,
    placement,
    rail,
    retreat,
    simultaneous,
    windows,
)
from noretreat.rules.payment import can_pay
from noretreat.rules.stacking import room_for
from noretreat.rules.supply import has_overland


class Found(Exception):
    """Carries the first reason found out of an explainer."""

    def __init__(self, code: str, **args: Argument) -> None:
        super().__init__(code)
        self.reason = reason(code, **args)


def require_legal(state: State, action: Action) -> None:
    """Raises `IllegalAction` with the reason, unless the action is legal; `TypeError` for what is no action."""
    if action not in state.options:
        raise IllegalAction(why_not(state, action) or because("not-allowed"))


def why_not(state: State, action: Action) -> Reason | None:
    """The reason why an action is not legal now; None if it is. Raises `TypeError` for what is no action at all."""
    require_state(state)
    if action in state.options:
        return None
    require_action(action)
    try:
        _explain(state, action)
    except Found as found:
        return found.reason
    return because("not-allowed")


def require_action(action: object) -> None:
    """Raises `TypeError`, in plain words, for what is no action, or one with an argument of the wrong type."""
    kind = type(action).__name__
    if isinstance(action, type) and issubclass(action, act.Base):
        raise TypeError(f"{action.__name__} is a kind of action; an action is made from it: {_called(action)}")
    if not isinstance(action, act.Base):
        raise TypeError(f"{action!r} is no action: write one of noretreat.actions, such as MoveUnit('G4Pz', '1205')")
    try:
        same = act.from_json(act.to_json(action))  # type: ignore[arg-type]  # of an unknown subclass nothing is known
    except (ValueError, TypeError) as error:
        raise TypeError(f"{kind}: {str(error).removeprefix(f'{kind}: ')}: {action!r}") from None
    if same != action:
        raise TypeError(f"{kind}: a list in an action is a tuple: write {same!r}")


def _called(kind: type[act.Base]) -> str:
    """Kind of action -> its wording in a refusal."""
    return f"{kind.__name__}({', '.join(kind.__struct_fields__)})"


def _explain(state: State, action: Action) -> None:
    """Raises `Found` with the first obstacle."""
    if state.ended is not None:
        raise Found("game-over")
    _known_names(action)
    frame = state.question
    assert frame is not None
    explainer = _EXPLAINERS.get(type(action))
    asked = {type(option) for option in state.options}
    if type(action) not in asked:
        if explainer is not None and type(action) in _PHASES and _own_phase(state, action):
            explainer(state, action)
        raise _not_asked(state, frame)
    if explainer is not None:
        explainer(state, action)


def _known_names(action: Action) -> None:
    """Refuses units, hexes and cards that do not exist."""
    unit = getattr(action, "unit", None)
    if unit is not None and unit not in BOARD.unit_index:
        raise Found("no-unit", name=unit)
    for name in ("to", "hex"):
        node = getattr(action, name, None)
        if node is not None and node not in BOARD.node_of:
            raise Found("no-hex", name=node)
    card = getattr(action, "card", None)
    if card is not None and card not in BOARD.cards:
        raise Found("no-card", card=card)


def _not_asked(state: State, frame: Decision) -> Found:
    """Refuses an action while another question is open."""
    who = frame.actor(state)
    return Found("chance-first") if who == CHANCE else Found("other-question", side=SIDES[who])


_PHASES: Final[dict[type, Phase | None]] = {
    act.MoveUnit: Phase.MOVEMENT,
    act.EntrainUnit: None,
    act.DetrainUnit: Phase.DETRAINING,
    act.LayExtension: None,
    act.ImproveUnit: Phase.ORGANIZATION,
    act.UpgradeUnit: Phase.ORGANIZATION,
    act.UnfortifyUnit: Phase.ORGANIZATION,
    act.PlaceUnit: Phase.ORGANIZATION,
    act.ReplaceUnit: Phase.ORGANIZATION,
    act.ReorganizeUnit: Phase.ORGANIZATION,
    act.DeclareTarget: Phase.COMBAT,
    act.PlaceCounterblow: Phase.COUNTERBLOWS,
    act.PlayEvent: None,
    act.Defer: None,
}
"""The phase an action belongs to; None if it depends."""


def _own_phase(state: State, action: Action) -> bool:
    """Raises the reason if another phase than that of the action is open."""
    phase = _PHASES.get(type(action))
    if phase and state.phase != phase:
        raise Found(f"{phase}-only", phase=state.phase)
    return True


# --- units ------------------------------------------------------------------------------------------------
def _own_unit(state: State, name: str, side: SideIndex) -> UnitIndex:
    """The unit, if it is of this side."""
    unit = BOARD.unit_index[name]
    if state.info(unit).side != side:
        raise Found("not-yours", unit=name)
    return unit


def _on_map(state: State, unit: UnitIndex) -> Node:
    """The node of the unit; raises the reason if it is not on the map."""
    place = state.where[unit]
    if place < 0:
        raise Found("off-map", unit=BOARD.unit_ids[unit], box=BOX_NAMES[place])
    return Node(place)


def _move(state: State, action: act.MoveUnit) -> None:
    """Movement (8.0)."""
    unit = _own_unit(state, action.unit, state.phasing)
    start, goal = _on_map(state, unit), BOARD.node_of[action.to]
    name = action.unit
    if start == goal:
        raise Found("there-already", unit=name)
    if not state.face_of(unit).mobile:
        raise Found("immobile", unit=name)
    if state.moved >> unit & 1 and state.mover != unit:
        raise Found("has-moved", unit=name)
    if not movement.can_move(state, unit):
        raise Found("first-turn", unit=name)
    side = state.info(unit).side
    if state.occupied(ENEMY[side]) >> goal & 1:
        raise Found("enemy-there", hex=action.to)
    if movement.closed_to(state, unit) >> goal & 1:
        raise Found("closed", unit=name, hex=action.to)
    if not (BOARD.hexes | BOARD.areas) >> goal & 1:
        raise Found("lake")
    _too_far(state, unit, start, goal)


def _too_far(state: State, unit: UnitIndex, start: Node, goal: Node) -> None:
    """A neighboring hex that is closed, or a hex beyond the movement points."""
    info = state.info(unit)
    zones = state.zoc(ENEMY[info.side])
    fresh = state.mover != unit
    points = movement.points_left(state, unit)
    there = BOARD.id_of[goal]
    if BOARD.near.get(start, 0) >> goal & 1 and not BOARD.adjacent[start] >> goal & 1:
        raise Found("water-between", frm=BOARD.id_of[start], hex=there)
    if BOARD.adjacent[start] >> goal & 1 and zones >> start & 1 and zones >> goal & 1:
        raise Found("zone-to-zone", hex=there)
    wider = movement.journey_with(state, unit, points + 12, fresh)
    if wider.total >> goal & 1:
        raise Found("too-far", unit=info.id, points=points, hex=there, cost=wider.cost(goal))
    raise Found("barred", unit=info.id, hex=there)


def _entrain(state: State, action: act.EntrainUnit) -> None:
    """Rail (9.1)."""
    if state.phase != state.rules.entrain_phase:
        raise Found(f"entrain-{state.rules.entrain_phase}")
    unit = _own_unit(state, action.unit, state.phasing)
    _on_map(state, unit)
    name = action.unit
    if not rail.is_open(state):
        raise Found("no-paid-rail-yet" if state.entrained else "no-rail-yet")
    if not rail.has_room(state, state.phasing):
        raise Found("rail-full")
    if not BOARD.rides_trains[unit][state.face[unit]]:
        raise Found("fort-on-rails", unit=name)
    if state.moved >> unit & 1:
        raise Found("moved-before-rails", unit=name)
    if state.unsupplied >> unit & 1:
        raise Found("unsupplied-on-rails", unit=name)
    raise Found("train-costs", n=rail.entrain_price(state))


def _detrain(state: State, action: act.DetrainUnit) -> None:
    """Detraining (9.2)."""
    unit = BOARD.unit_index[action.unit]
    if state.where[unit] != RAIL:
        raise Found("not-on-train", unit=action.unit)
    side, goal = state.info(unit).side, 1 << BOARD.node_of[action.to]
    hexes = rail.detrain_hexes(state, side)
    if movement.closed_to(state, unit) & goal & BOARD.areas:
        raise Found("closed", unit=action.unit, hex=action.to)
    if state.zoc(ENEMY[side]) & goal & ~BOARD.cities:
        raise Found("detrain-zone", hex=action.to)
    if rail.just_taken(state) & goal:
        raise Found("just-taken", hex=action.to)
    if not hexes & goal:
        raise Found("detrain-far", hex=action.to)
    if not room_for(state, unit, goal):
        raise Found("no-room", hex=action.to)
    leaving = dict.fromkeys(option.unit for option in state.options if isinstance(option, act.DetrainUnit))
    if leaving:
        raise Found("others-leave", unit=action.unit, units=tuple(leaving))


# --- organization -----------------------------------------------------------------------------------------
def _flip(state: State, action: act.ImproveUnit | act.UpgradeUnit | act.UnfortifyUnit) -> None:
    """Improving, upgrading, (un)fortifying (7.1 to 7.5)."""
    unit = _own_unit(state, action.unit, state.phasing)
    _on_map(state, unit)
    info, name = state.info(unit), action.unit
    if state.flips >> unit & 1:
        raise Found("turned-over", unit=name)
    if isinstance(action, act.UnfortifyUnit):
        raise Found("no-unfortify", unit=name)
    if not state.two_sided(unit) or state.face[unit] == info.strong:
        raise Found("strong-already", unit=name)
    if state.unsupplied >> unit & 1 or not has_overland(state, unit):
        raise Found("no-overland", unit=name)
    if isinstance(action, act.UpgradeUnit):
        raise Found("no-upgrade-left")
    price = flipping.improve_price(state, unit)
    if price is None:
        raise Found("not-for-cards", unit=name, turn=state.turn)
    raise Found("improve-costs", unit=name, n=price, held=state.hands[state.phasing].bit_count())


def _place(state: State, action: act.PlaceUnit | act.ReplaceUnit) -> None:
    """Recovering, reinforcing, replacing (7.6 to 7.9)."""
    unit = _own_unit(state, action.unit, state.phasing)
    name, goal = action.unit, 1 << BOARD.node_of[action.to]
    if state.where[unit] >= 0:
        raise Found("on-map", unit=name)
    if isinstance(action, act.ReplaceUnit):
        if state.where[unit] not in (DESTROYED, SURRENDERED):
            raise Found("not-lost", unit=name)
        price = placement.replace_price(state, unit)
        if price is None:
            raise Found("not-replaced-now", unit=name, turn=state.turn)
        if not can_pay(state, state.phasing, price):
            raise Found("replace-costs", unit=name, n=price)
    if goal & state.occupied(ENEMY[state.phasing]):
        raise Found("place-enemy", hex=action.to)
    if goal & state.zoc(ENEMY[state.phasing]):
        raise Found("place-zone", hex=action.to)
    raise Found("place-elsewhere", unit=name, hex=action.to)


def _extension(state: State, action: act.LayExtension) -> None:
    """Laying the map extension early (C-54)."""
    if state.rules.map_extension_turn is None:
        raise Found("one-map")
    if extension.is_laid(state):
        raise Found("extension-lies")
    raise Found("extension-when")


def _reorganize(state: State, action: act.ReorganizeUnit) -> None:
    """Reorganizing for a card (7.10)."""
    unit = _own_unit(state, action.unit, state.phasing)
    if not state.disorganized >> unit & 1:
        raise Found("in-order", unit=action.unit)
    raise Found("order-costs")


# --- combat -----------------------------------------------------------------------------------------------
def _target(state: State, action: act.DeclareTarget) -> None:
    """Declaring a target (10.1)."""
    node = BOARD.node_of[action.hex]
    if not state.occupied(ENEMY[state.phasing]) >> node & 1:
        raise Found("no-enemy", hex=action.hex)
    if (state.targets | combat.marked(state)) >> node & 1:
        raise Found("marked-already", hex=action.hex)
    if combat.markers_left(state, state.phasing) <= 0:
        raise Found("markers-used")
    if not BOARD.adjacent[node] & state.occupied(state.phasing):
        raise Found("nobody-near", hex=action.hex)
    raise Found("idle-near", hex=action.hex)


def _counterblow(state: State, action: act.PlaceCounterblow) -> None:
    """Placing a counterblow (10.1.2)."""
    side, node = ENEMY[state.phasing], BOARD.node_of[action.hex]
    if not state.occupied(side) >> node & 1:
        raise Found("none-of-yours", hex=action.hex)
    if state.targets >> node & 1:
        raise Found("target-already", hex=action.hex)
    if combat.marked(state) >> node & 1:
        raise Found("counterblow-already", hex=action.hex)
    if not BOARD.adjacent[node] & state.occupied(state.phasing):
        raise Found("no-enemy-near", hex=action.hex)
    if combat.counterblow_hexes(state) >> node & 1:
        if combat.markers_left(state, side) <= 0:
            raise Found("markers-used")
        return  # the hex is fine, but another question is open
    some = state.rules.counterblow_excludes_disorganized != "no"
    raise Found("idle-only" if some else "white-only", hex=action.hex)


def _begin(state: State, action: act.BeginBattle | act.AddTarget) -> None:
    """Starting a battle, or adding a hex to it (10.3)."""
    node = BOARD.node_of[action.hex]
    frame = state.question
    if isinstance(frame, simultaneous.ApplyNext):
        raise Found("no-result-waits", hex=action.hex)
    if isinstance(frame, allocation.FightPlanned):
        raise Found("not-first-hex", hex=action.hex)
    if not (state.targets | combat.marked(state)) >> node & 1:
        raise Found("not-marked", hex=action.hex)
    if isinstance(frame, allocation.ComposeBattle):
        if node in frame.targets:
            raise Found("in-this-battle", hex=action.hex)
        if node not in allocation.joinable(state, frame.targets, frame.attackers):
            raise Found("not-all-adjacent", hex=action.hex)
    raise Found("leaves-another", hex=action.hex)


def _assign(state: State, action: act.AssignAttacker) -> None:
    """Choosing an attacker (10.3)."""
    frame = state.question
    assert isinstance(frame, allocation.ComposeBattle)
    unit = _own_unit(state, action.unit, state.phasing)
    node, name = _on_map(state, unit), action.unit
    if unit in frame.attackers:
        raise Found("attacks-already", unit=name)
    if state.engaged >> unit & 1:
        raise Found("has-fought", unit=name)
    if not all(BOARD.adjacent[target] >> node & 1 for target in frame.targets):
        raise Found("not-adjacent", unit=name)
    if unit not in combat.able_attackers(state, frame.targets):
        raise Found("idle-attacker", unit=name)
    raise Found("needed-elsewhere", unit=name)


def _advance(state: State, action: act.AdvanceUnit) -> None:
    """Advance after combat (10.8)."""
    battle = state.battle
    assert battle is not None
    unit = _own_unit(state, action.unit, battle.attacker)
    name = action.unit
    if unit not in battle.attackers:
        raise Found("took-no-part", unit=name)
    if state.disorganized >> unit & 1 or state.face_of(unit).white or not state.face_of(unit).mobile:
        raise Found("cannot-advance", unit=name)
    if battle.advancing != unit:
        raise Found("first-into-left", unit=name)
    if battle.advanced >= retreat.advance_limit(state, unit):
        raise Found("advanced-enough", unit=name)
    if BOARD.stops_advance >> state.where[unit] & 1:
        raise Found("terrain-ends", hex=BOARD.id_of[state.node_of(unit)])
    here = state.node_of(unit)
    if not BOARD.adjacent[here] >> BOARD.node_of[action.to] & 1:
        raise Found("advance-not-beside", unit=name, at=BOARD.id_of[here], hex=action.to)
    raise Found("advance-not-there", unit=name, hex=action.to)


def _retreat(state: State, action: act.RetreatUnit) -> None:
    """Retreats (10.7.5): each rule set asks for something else."""
    codes = {"digital": "retreat-not-orderly", "none": "retreat-no-way"}
    raise Found(codes.get(state.rules.retreat_filters, "retreat-not-there"), unit=action.unit)


# --- cards ------------------------------------------------------------------------------------------------
def _event(state: State, action: act.PlayEvent) -> None:
    """Playing an event (5.3)."""
    frame = state.question
    assert frame is not None
    side = frame.actor(state)
    if side not in (AXIS, SOVIET):
        raise Found("chance-first")
    if not state.hands[side] >> action.card & 1:
        raise Found("not-in-hand", card=action.card, side=SIDES[side])
    why = windows.refused(state, side, action.card, windows.window_of(state)) or because("another-moment")
    raise Found("card-waits", card=action.card, why=why)


def _defer(state: State, action: act.Defer) -> None:
    """Letting the other side play first (4.3)."""
    frame = state.question
    if isinstance(frame, windows.EventWindow):
        if frame.side != state.initiative:
            raise Found("initiative-orders")
        raise Found("nothing-first")


def _in_hand(state: State, action: act.Discard | act.PayCard) -> None:
    """Discarding or paying with a card that is not in the hand, or whose red event waits."""
    frame = state.question
    side = CHANCE if frame is None else frame.actor(state)
    if side != CHANCE and windows.waiting_cards(state, side) >> action.card & 1:
        raise Found("red-kept", card=action.card)
    raise Found("not-held", card=action.card)


def _shatter(state: State, action: Any) -> None:
    """Choosing as surplus a unit that is bound to its city (C-123)."""
    unit = BOARD.unit_index[action.unit]
    if state.where[unit] >= 0 and state.face_of(unit).of_its_city:
        raise Found("stays-in-city", unit=action.unit)


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
    act.ShatterUnit: _shatter,
}
