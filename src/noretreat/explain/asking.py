"""The current question, with names and progress, and what an answer costs: the words next to the buttons.

`wording` has the plain sentence of every prompt; this module has those that can say more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from noretreat.core.actions import (
    Action,
    ChooseHex,
    ChooseOption,
    Done,
    EntrainUnit,
    ImproveUnit,
    LoseStep,
    Pass,
    PlaceCounterblow,
    PlaceUnit,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    UnfortifyUnit,
)
from noretreat.core.board import AXIS, BOARD, SIDES, SOVIET, bits
from noretreat.core.boxes import DELAYED, SHATTERED
from noretreat.core.kernel import CHANCE, Decision
from noretreat.core.names import SIDE_NAMES, card_title, place_name, unit_name
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.explain.wording import prompt, prompt_arguments
from noretreat.rules import flipping, organization, placement, rail
from noretreat.rules.choices import AskForCard, ChooseForCard
from noretreat.rules.movement import MoveByEvent
from noretreat.rules.payment import CardSpent, PayCards
from noretreat.rules.purchases import Purchase
from noretreat.rules.removal import REBUILD_PRICE
from noretreat.rules.results import OfferCadre
from noretreat.rules.retreat import Retreats
from noretreat.rules.stacking import overstacked
from noretreat.rules.windows import EventWindow, PlayCard, Window, pending

SUPPORT: Final = ("Blitz", "Shock")

_PURPOSES: Final = {
    "improve": "the improvement",
    "unfortify": "leaving the fortifications",
    "replace": "the replacement",
    "reorganize": "the reorganization",
    "entrain": "the train",
    "counterblow": "the counterblow",
    "rebuild": "the rebuilding",
}
_MOMENTS: Final = {
    Window.VICTORY: "in the Victory Phase",
    Window.CARD: "in your Card Phase",
    Window.CARD_OPPONENT: "in the enemy's Card Phase",
    Window.SUPPLY_END: "after the Supply Check",
    Window.ORGANIZATION_START: "as the Organization Phase begins",
    Window.MOVE_END: "at the end of the movement",
    Window.COUNTERBLOW: "with the counterblows",
    Window.COMMIT: "in {battle}",
    Window.ROLL: "before the die is rolled in {battle}",
    Window.ROLLED: "on the die that was rolled",
    Window.RESULT: "on the result in {battle}",
    Window.AFTER_EX: "after the exchange",
    Window.REMOVAL: "in the Removal Phase",
    Window.COMBAT_END: "at the end of the Combat Phase",
    Window.PHASE_END: "before the phase ends",
}
"""When a window opens, for "Play an event ..., or pass"."""

_MODES: Final = {
    (1, AXIS, "double"): "one of your units counts twice",
    (1, AXIS, "counterblows"): "three free counterblows",
    (6, AXIS, "shift"): "one column to the right",
    (6, AXIS, "save"): "unsupplied units of one hex live on",
    (8, AXIS, "own_bonus"): "your armor bonus always works",
    (8, AXIS, "enemy_bonus"): "no armor bonus for the Soviets",
    (17, AXIS, "move"): "two more movement points for a hex",
    (17, AXIS, "advance"): "one more hex of advance",
    (40, AXIS, "cancel"): "no Soviet sudden death this time",
    (40, AXIS, "draw"): "the better of two cards",
    (8, SOVIET, "draw"): "two cards",
    (8, SOVIET, "upgrade"): "a free upgrade",
    (33, SOVIET, "joker"): "turn the Joker to your side",
    (9, SOVIET, "cancel"): "no Axis sudden death this time",
    (9, SOVIET, "draw"): "the better of two cards",
}
"""(card, side, mode) -> what that alternative of the event does."""
_OPTIONS: Final = {
    "pick_die": "Take the {}",
    "pick_duel_die": "Roll the {} die again",
    "choose_table": "Use the {} table",
}
"""Prompt code -> the words of its named alternatives."""


def sentence(state: State, frame: Decision) -> str:
    """The question on top of the stack."""
    teller = _TELLERS.get(frame.CODE)
    told = teller(state, frame) if teller else ""
    return told or prompt(frame.CODE, prompt_arguments(state, frame))


def _names(state: State, units: Any) -> str:
    return ", ".join(unit_name(BOARD.unit_ids[unit], state.face[unit]) for unit in units)


def _places(nodes: Any) -> str:
    return " and ".join(place_name(BOARD.id_of[node]) for node in nodes)


def _battle(state: State) -> str:
    return f"the battle of {_places(state.battle.targets)}" if state.battle else "this battle"


def _pay(state: State, frame: Any) -> str:
    assert isinstance(frame, PayCards)
    what = _PURPOSES.get(frame.purpose, "what was chosen")
    again = ", or take it back" if Pass() in state.options else ""
    return f"Pay {frame.count} card{'s' if frame.count != 1 else ''} for {what}{again}."


def _place(state: State, frame: Any) -> str:
    waiting = len(state.boxed(frame.side, SHATTERED)) + len(state.boxed(frame.side, DELAYED))
    if not waiting:
        return ""
    if Done() not in state.options:  # ORG-11, if the rule set leaves no choice
        able = {action.unit for action in state.options if isinstance(action, PlaceUnit)}
        back = [unit for unit in state.boxed(frame.side, SHATTERED) if BOARD.unit_ids[unit] in able]
        return f"{_names(state, back)} must come back onto the map before you go on."
    return f"Bring units onto the map ({waiting} can come in without a card), or go on."


def _compose(state: State, frame: Any) -> str:
    attackers = f": {_names(state, frame.attackers)} so far" if frame.attackers else ""
    return f"Choose the attackers of {_places(frame.targets)}{attackers}."


def _next_battle(state: State, frame: Any) -> str:
    left = len(state.options)
    return f"Choose the next battle: {left} are left." if left > 1 else ""


def _support(state: State, frame: Any) -> str:
    assert state.battle is not None
    side = state.battle.attacker
    return f"Commit a {SUPPORT[side]} marker to {_battle(state)}? You have {state.supports[side]}."


def _window(state: State, frame: Any) -> str:
    assert isinstance(frame, EventWindow)
    if frame.window is Window.REACT:
        return _answer(state)
    moment = _MOMENTS.get(frame.window, "").format(battle=_battle(state))
    return f"Play an event {moment}, or pass." if moment else ""


def _answer(state: State) -> str:
    """What the other side has just done that can be cancelled (D-24); all of it is public."""
    asked = pending(state)
    if isinstance(asked, PlayCard):
        title = card_title(SIDES[asked.side], asked.card)
        return f"{SIDE_NAMES[asked.side]} plays {asked.card}, {title}: cancel it, or let it pass?"
    if isinstance(asked, CardSpent):
        verb = "discards" if asked.purpose == "discard" else "pays with"
        title = card_title(SIDES[asked.side], asked.card)
        return f"{SIDE_NAMES[asked.side]} {verb} {asked.card}, {title}: cancel that, or let it pass?"
    assert isinstance(asked, Purchase)  # a step: nobody is asked about a hex that was paid for
    return f"The new step of {_names(state, (asked.unit,))}: cancel it, or let it pass?"


_ASKED: Final = (
    ("option", "what happens"),
    ("card", "a card"),
    ("to", "a unit and its hex"),
    ("path", "a unit and its way"),
    ("unit", "a unit"),
    ("hex", "a hex"),
)
"""What an answer to an event's question names -> its word in the question; the first match counts."""


def _event(state: State, frame: Any) -> str:
    """The question of an event: whose event it is, what to choose, how often, and whether one can stop."""
    assert isinstance(frame, AskForCard)
    if any(isinstance(action, LoseStep) for action in state.options):
        what = "which unit loses a step"
    else:
        what = next((words for name, words in _ASKED if hasattr(state.options[0], name)), "")
    if not what:
        return ""
    times = f" ({frame.left} more at most)" if frame.left > 1 else ""
    whose = "" if frame.owner == frame.side else f"{SIDE_NAMES[frame.owner]} "
    stop = "" if frame.must or not any(isinstance(a, Done) for a in state.options) else ", or stop here"
    return f"{whose}{card_title(SIDES[frame.owner], frame.card)}: choose {what}{times}{stop}."


def _event_move(state: State, frame: Any) -> str:
    assert isinstance(frame, MoveByEvent)
    up_to = "" if frame.left > frame.units.bit_count() else f", {frame.left} more at most"
    return f"Move units by the event ({frame.points} movement points each{up_to}), or stop here."


def _step_loss(state: State, frame: Any) -> str:
    return f"Choose which unit loses a step in {_battle(state)}."


def _cadre(state: State, frame: Any) -> str:
    assert isinstance(frame, OfferCadre)
    return f"Put a cadre in {place_name(BOARD.id_of[frame.node])}, where the unit was lost?"


def _exile_cadre(state: State, frame: Any) -> str:
    assert isinstance(frame, organization.ExileCadre)
    return f"{_names(state, (frame.unit,))} is put in order: send the cadre of its hex away, or pay a card?"


def _counterattack(state: State, frame: Any) -> str:
    assert state.battle is not None
    return f"Strike back at {_names(state, state.battle.attackers)}, or let it pass?"


def _mark(state: State, frame: Any) -> str:
    return f"Choose the attacking hex of {_battle(state)} that takes the Counterblow marker."


def _retreat(state: State, frame: Any) -> str:
    assert isinstance(frame, Retreats)
    assert state.battle is not None
    left = [unit for unit in frame.units if state.where[unit] >= 0 and unit not in state.battle.retreated]
    return f"Retreat {_names(state, left)}: choose an arrow." if left else ""


def _advance(state: State, frame: Any) -> str:
    assert state.battle is not None
    unit = state.battle.advancing
    return (
        f"{_names(state, (unit,))} may go on, or enough?" if unit >= 0 else f"Advance after {_battle(state)}, or stay."
    )


def _overstack(state: State, frame: Any) -> str:
    return f"Too many units in {_places(overstacked(state, frame.side))}: choose one that leaves."


def _step_back(state: State, frame: Any) -> str:
    crowded = [node for node in overstacked(state, frame.side) if frame.nodes >> node & 1]
    return f"Too many units in {_places(crowded)}: choose one that goes back a hex."


def _detrain(state: State, frame: Any) -> str:
    riding = rail.passengers(state, frame.side)
    return f"{_names(state, riding)} may leave the train, or end the phase." if riding else ""


def _choose(state: State, frame: Any) -> str:
    assert isinstance(frame, ChooseForCard)
    return f"{card_title(SIDES[frame.side], frame.card)}: choose a {frame.what}."


_TELLERS: Final[dict[str, Callable[[State, Any], str]]] = {
    "event": _event,
    "event_move": _event_move,
    "pay": _pay,
    "place": _place,
    "compose": _compose,
    "next_battle": _next_battle,
    "support": _support,
    "window": _window,
    "step_loss": _step_loss,
    "cadre": _cadre,
    "exile_cadre": _exile_cadre,
    "counterattack": _counterattack,
    "mark_counterblow": _mark,
    "retreat": _retreat,
    "advance": _advance,
    "overstack": _overstack,
    "step_back": _step_back,
    "detrain": _detrain,
    "choose": _choose,
}


# --- what an answer costs and means -----------------------------------------------------------------------
def price(state: State, action: Action) -> int:
    """The cards that an answer to the current question costs."""
    frame = state.question
    assert frame is not None
    if frame.CODE == "event":
        return 0  # what an event gives is free
    if isinstance(action, ImproveUnit):
        return flipping.improve_price(state, BOARD.unit_index[action.unit]) or 0
    if isinstance(action, UnfortifyUnit):
        return state.rules.unfortify_cost
    if isinstance(action, ReplaceUnit):
        return placement.replace_price(state, BOARD.unit_index[action.unit]) or 0
    if isinstance(action, ReorganizeUnit):
        return 0 if organization.cadres_to_exile(state, BOARD.unit_index[action.unit]) else 1
    if isinstance(action, EntrainUnit):
        return rail.entrain_price(state) or 0
    if isinstance(action, PlaceCounterblow):
        return 1 if frame.CODE == "counterblow" else 0
    if isinstance(action, ChooseHex) and frame.CODE == "rebuild":
        return REBUILD_PRICE
    return 0


class ActionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What there is to say about a legal action besides its verb."""

    cost: int = 0
    """Cards to be paid."""
    label: str = ""
    """Better words than the verb's, in English."""
    barrier: str = ""
    """Why it cannot be taken back, in English, and as the code of a reason; both empty where it can."""
    barrier_code: str = ""


def action_info(state: State) -> dict[int, ActionInfo]:
    """Cost and label of the legal actions that have either, by their index."""
    found: dict[int, ActionInfo] = {}
    question = state.question
    if question is None:
        return found
    who = question.actor(state)
    if who == CHANCE:
        return found
    for index, action in enumerate(state.options):
        label = ""
        if isinstance(action, PlayEvent) and action.mode:
            label = _MODES.get((action.card, who, action.mode), action.mode.replace("_", " "))
        if isinstance(action, ChooseOption):
            words = _OPTIONS.get(question.CODE, "{}")
            label = words.format(action.option.replace("_", " ").capitalize())
        cost = price(state, action)
        if cost or label:
            found[index] = ActionInfo(cost, label)
    return found


def hexes_of_zone(state: State, side: SideIndex) -> tuple[str, ...]:
    """The zone of control of a side, for drawing it."""
    return tuple(BOARD.id_of[node] for node in bits(state.zoc(side)))
