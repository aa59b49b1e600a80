"""What an answer to the current question costs and means: the words and prices on the buttons."""

from __future__ import annotations

from typing import Final

import msgspec

from noretreat.core.actions import (
    Action,
    ChooseHex,
    ChooseOption,
    CommitSupport,
    EntrainUnit,
    ImproveUnit,
    PlaceCounterblow,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    UnfortifyUnit,
)
from noretreat.core.board import AXIS, BOARD, SOVIET
from noretreat.core.kernel import CHANCE
from noretreat.core.reasons import Reason
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.explain.ahead.moot import moot, support_is_moot
from noretreat.explain.sentences.telling import Told, tell
from noretreat.rules import flipping, organization, placement, rail
from noretreat.rules.removal import REBUILD_PRICE

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
    asks: bool = False
    """It is played only after it was confirmed: it cannot be taken back, and a click on the table does not say so."""
    shows: bool = False
    """The other player sees its card at once, and goes on knowing it when this is taken back."""
    moot: Told | None = None
    """That an event would change nothing as things stand, or a support marker whatever comes."""


def _moot(state: State, who: SideIndex, action: Action) -> Reason | None:
    """That an event or a support marker would change nothing."""
    if isinstance(action, PlayEvent):
        return moot(state, who, action)
    return support_is_moot(state) if isinstance(action, CommitSupport) else None


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
        idle = _moot(state, who, action)
        if cost or label or idle:
            found[index] = ActionInfo(cost, label, moot=tell(idle) if idle else None)
    return found
