"""Decisions of the Organization Phase: flips, placements, replacements; judged by what they add to the position.

Everything that a side could buy in the phase competes for its cards: the purchase that gains most for a card comes
first, even if its moment is later in the phase.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from noretreat import game
from noretreat.ai.evaluation.assessment import Assessment, Piece, piece_of
from noretreat.ai.evaluation.card_values import price_of
from noretreat.ai.evaluation.scoring import Scorer
from noretreat.ai.evaluation.worth import style_of
from noretreat.ai.proposals import trains
from noretreat.core.actions import (
    Action,
    DetrainUnit,
    Done,
    ImproveUnit,
    PlaceUnit,
    ReorganizeUnit,
    ReplaceUnit,
    UnfortifyUnit,
    UpgradeUnit,
)
from noretreat.core.board import BOARD, SOVIET
from noretreat.core.boxes import DESTROYED, SURRENDERED
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex, UnitIndex
from noretreat.rules import flipping, placement
from noretreat.rules.payment import can_pay
from noretreat.rules.stacking import stack_is_legal

Arrival = PlaceUnit | ReplaceUnit | DetrainUnit
"""An action that puts a unit on the map."""
NEAR: Final = 3
"""The distance from which an enemy makes a fort worth building."""
FORT: Final = 0.6
"""The worth of a fort in a city that the enemy is near."""
FRESH: Final = 0.82
"""The worth of a replaced unit, as a share of its full worth: it arrives Disorganized, and far from the front."""
_ON_DISTANT_DUTY: Final = 0.6
"""The share of its gain that a flip far from every enemy keeps."""
_POINT: Final = 1.0
"""The worth of a victory point."""
_LOOKED_AT: Final = 12
"""The number of hexes scored for a unit that arrives."""


class Purchase(NamedTuple):
    """Something a side could buy in this Organization Phase."""

    gain: float
    price: int
    action: Action | None
    """The action that buys it, if its moment is now."""


# --- what the cards are spent on ---------------------------------------------------------------------------------
def _bought(state: State, side: SideIndex, offers: Sequence[Purchase]) -> Action | None:
    """The best of these purchases that can be made now, if the hand can pay for it and for everything better."""
    spent = 0
    troops = style_of(state, side).troops
    for offer in sorted(offers, key=lambda offer: -offer.gain / max(1, offer.price)):
        if not can_pay(state, side, spent + offer.price):
            continue
        cost = price_of(state, side, spent + offer.price) - (price_of(state, side, spent) if spent else 0.0)
        if troops * offer.gain <= cost:
            continue
        if offer.action is not None:
            return offer.action
        spent += offer.price
    return None


def _improvements(state: State, assessment: Assessment, actions: Sequence[Action]) -> list[Purchase]:
    """The flips to full strength that are on offer."""
    offers = []
    for action in actions:
        if isinstance(action, ImproveUnit):
            unit = BOARD.unit_index[action.unit]
            price = flipping.improve_price(state, unit) or 0
            offers.append(Purchase(_flip_gain(state, assessment, unit), price, action))
    return offers


def _replacements(state: State, side: SideIndex) -> list[Purchase]:
    """The lost units that could be replaced later in the phase."""
    offers = []
    for box in (DESTROYED, SURRENDERED):
        for unit in state.boxed(side, box):
            price = placement.replace_price(state, unit)
            if price is not None and placement.replacement_hexes(state, unit):
                offers.append(Purchase(FRESH * piece_of(state, unit).worth, price, None))
    return offers


def _markers(state: State, side: SideIndex, assessment: Assessment, actions: Sequence[Action]) -> list[Purchase]:
    """The Disorganized units that could attack at once if a card is paid, now or later in the phase."""
    open_now = {action.unit: action for action in actions if isinstance(action, ReorganizeUnit)}
    offers = []
    for piece in assessment.own:
        if state.disorganized >> piece.unit & 1:
            gain = _ready_gain(state, assessment, piece)
            if gain > 0:
                offers.append(Purchase(gain, 1, open_now.get(BOARD.unit_ids[piece.unit])))
    return offers


# --- flips -------------------------------------------------------------------------------------------------------
def flip(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Takes every free upgrade, then those improvements that bring more than anything else the cards can buy."""
    assessment = Assessment(state, side)
    upgrades = {
        a: _flip_gain(state, assessment, BOARD.unit_index[a.unit]) for a in actions if isinstance(a, UpgradeUnit)
    }
    if max(upgrades.values(), default=0.0) > 0:
        return max(upgrades, key=lambda action: upgrades[action])
    free = [a for a in actions if isinstance(a, UnfortifyUnit) and _is_idle_fort(state, assessment, a)]
    if free and not state.rules.unfortify_cost:
        return free[0]
    offers = _improvements(state, assessment, actions)
    if not offers:
        return Done()
    return _bought(state, side, [*offers, *_replacements(state, side)]) or Done()


def _is_idle_fort(state: State, assessment: Assessment, action: UnfortifyUnit) -> bool:
    """True if a fort stands where no enemy is near, so that it can march."""
    return _near(assessment, state.node_of(BOARD.unit_index[action.unit])) > 2 * NEAR


def _near(assessment: Assessment, node: Node) -> int:
    """The distance to the nearest enemy."""
    return min((BOARD.distance(node, foe.node) for foe in assessment.foes if foe.node >= 0), default=99)


def _flip_gain(state: State, assessment: Assessment, unit: UnitIndex) -> float:
    """The gain from a unit's other face: more at the front, and for a fort only in a city that the enemy is near."""
    node = state.node_of(unit)
    near = _near(assessment, node)
    if state.info(unit).regional:
        return FORT + 0.3 * assessment.hex_worth.get(node, 0.0) if BOARD.vp_hexes >> node & 1 and near <= NEAR else 0.0
    gain = _strong_worth(state, unit) - piece_of(state, unit).worth
    if state.unsupplied >> unit & 1:
        gain *= 0.3
    return gain * (1.0 if near <= 5 else _ON_DISTANT_DUTY) + 0.02 * assessment.field[node]


def _strong_worth(state: State, unit: UnitIndex) -> float:
    """The worth of the unit with its full-strength face up."""
    probe = state.copy()
    probe.turn_over(unit, state.info(unit).strong)
    return piece_of(probe, unit).worth


# --- arrivals ----------------------------------------------------------------------------------------------------
def place(state: State, side: SideIndex, actions: tuple[Action, ...], looked_at: int = _LOOKED_AT) -> Action:
    """The next arrival, in the hex that scores best out of `looked_at`."""
    options = next_arrival(state, side, actions)
    return best_hex(state, side, options, looked_at)


def next_arrival(state: State, side: SideIndex, actions: Sequence[Action]) -> Sequence[Action]:
    """The options of the unit to place next: first the units that arrive for free, then those worth their cards; a
    single one, which ends the placements, if there is none.
    """
    by_unit: dict[str, list[Action]] = {}
    for action in actions:
        if isinstance(action, PlaceUnit | ReplaceUnit):
            by_unit.setdefault(action.unit, []).append(action)
    by_unit = {name: roomy for name, options in by_unit.items() if (roomy := _with_room(state, side, options))}
    stop = Done() if Done() in actions else actions[0]
    free = [options for options in by_unit.values() if arrives_free(state, options[0])]
    if free:
        return max(free, key=lambda options: _arrival_worth(state, options[0]))
    offers = [_arrival(state, options) for options in by_unit.values()]
    offers += _markers(state, side, Assessment(state, side), ())
    chosen = _bought(state, side, offers)
    return by_unit[BOARD.unit_ids[unit_of(chosen)]] if chosen is not None else [stop]


def place_soon(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """`place` with a third of the hexes considered."""
    return place(state, side, actions, looked_at=_LOOKED_AT // 3)


def _with_room(state: State, side: SideIndex, options: Sequence[Action]) -> list[Action]:
    """The options that leave no stack too high: what is replaced comes back weak, and may be no armor then (STK-1)."""
    if not isinstance(options[0], ReplaceUnit):
        return list(options)
    unit, held = unit_of(options[0]), state.occupied(side)
    after = game.apply_trusted(state, options[0])[0]

    def fits(node: Node) -> bool:
        there = state.units_at(node, side)
        used = next((other for other in there if state.info(other).cadre), -1)
        return any(
            stack_is_legal(after, [unit, *(other for other in there if other != gone)], side) for gone in (-1, used)
        )

    nodes = {BOARD.node_of[option.to]: option for option in options if isinstance(option, ReplaceUnit)}
    return [option for node, option in nodes.items() if not held >> node & 1 or fits(node)]


def arrives_free(state: State, action: Action) -> bool:
    """True if placing this unit costs nothing, neither cards nor a point (EVT-23b)."""
    return isinstance(action, PlaceUnit) and not (
        action.unit == "GSSPz" and placement.ss_panzer_waits(state, state.phasing)
    )


def _arrival(state: State, options: Sequence[Action]) -> Purchase:
    """Bringing a unit back for cards, or for a victory point, wherever it goes."""
    worth = FRESH * _arrival_worth(state, options[0])
    if isinstance(options[0], PlaceUnit):
        return Purchase(worth - _POINT, 0, options[0])
    return Purchase(worth, placement.replace_price(state, unit_of(options[0])) or 0, options[0])


def unit_of(action: Action) -> UnitIndex:
    """The unit that an action puts on the map."""
    assert isinstance(action, Arrival)
    return BOARD.unit_index[action.unit]


def by_hex(options: Sequence[Action]) -> dict[Node, Action]:
    """The options of one arriving unit by the hexes where they put it."""
    return {BOARD.node_of[option.to]: option for option in options if isinstance(option, Arrival)}


def _arrival_worth(state: State, action: Action) -> float:
    """The worth of the unit on the map."""
    return piece_of(state, unit_of(action)).worth


def best_hex(state: State, side: SideIndex, options: Sequence[Action], looked_at: int = _LOOKED_AT) -> Action:
    """The option with the best hex for an arriving unit: of `looked_at` that look promising, the one where the
    position scores highest.
    """
    if len(options) == 1:
        return options[0]
    unit = unit_of(options[0])
    probe = state.copy()
    nodes = by_hex(options)
    probe.put(unit, next(iter(nodes)))
    assessment = Assessment(probe, side)
    scorer = Scorer(assessment)
    at = [piece.node for piece in assessment.own]
    index = next(i for i, piece in enumerate(assessment.own) if piece.unit == unit)
    ranked = sorted(nodes, key=lambda node: -_wanted(state, side, assessment, node))[:looked_at]

    def value(node: Node) -> float:
        at[index] = node
        return scorer.score(at, False) + 0.2 * assessment.field[node]

    return nodes[max(ranked, key=value)]


def _wanted(state: State, side: SideIndex, assessment: Assessment, node: Node) -> float:
    """A guess at the need for a unit in a hex: toward the front, and in cities left empty near the enemy."""
    bare = assessment.control & ~state.occupied(side) & (1 << node) and _near(assessment, node) <= 5
    return assessment.field[node] + (assessment.hex_worth.get(node, 0.0) if bare else 0.0)


# --- reorganization and trains -----------------------------------------------------------------------------------
def reorganize(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Reorganizes units that could attack at once, and puts a unit on the train where that is worth its price."""
    ready = make_ready(state, side, actions)
    return ready if isinstance(ready, ReorganizeUnit) else trains.entrain(state, side, actions) or ready


def make_ready(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Reorganizes units that could attack at once, and leaves the trains alone."""
    stop = next((action for action in actions if not isinstance(action, ReorganizeUnit)), actions[0])
    stop = Done() if Done() in actions else stop
    chosen = _bought(state, side, _markers(state, side, Assessment(state, side), actions))
    if chosen is None and stop != Done():  # a second marker for the same card costs nothing (OPT-5)
        chosen = next((action for action in actions if isinstance(action, ReorganizeUnit)), None)
    return chosen or stop


def _ready_gain(state: State, assessment: Assessment, piece: Piece) -> float:
    """The gain if a Disorganized unit may attack this turn."""
    face = state.face_of(piece.unit)
    if face.white or piece.marked or _near(assessment, piece.node) > face.move + 1:
        return 0.0
    return (0.1 if assessment.side == SOVIET else 0.12) * face.strength


def detrain(state: State, side: SideIndex, actions: tuple[Action, ...]) -> Action:
    """Detrains every unit, the strongest first, each in the hex that scores best."""
    by_unit = trains.exits(actions)
    if not by_unit:
        return Done() if Done() in actions else actions[0]
    strongest = max(by_unit, key=lambda name: state.face_of(BOARD.unit_index[name]).strength)
    return best_hex(state, side, by_unit[strongest])
