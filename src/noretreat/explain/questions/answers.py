"""Price and wording of each answer to the current question, as the buttons show them."""

from __future__ import annotations

from typing import Final

import msgspec

from noretreat.core.actions import (
    Action,
    ChooseCard,
    ChooseHex,
    ChooseOption,
    CommitSupport,
    DetrainUnit,
    EntrainUnit,
    ImproveUnit,
    MoveUnit,
    PlaceCounterblow,
    PlaceUnit,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    UnfortifyUnit,
)
from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX, SIDES
from noretreat.core.kernel import CHANCE
from noretreat.core.names import SIDE_NAMES, half_id
from noretreat.core.reasons import Reason
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.data.facts import Side
from noretreat.explain.ahead.fates import fates
from noretreat.explain.ahead.moot import moot, support_is_moot
from noretreat.explain.ahead.ways import ways_alike
from noretreat.explain.sentences.telling import Told, label, tell
from noretreat.rules import flipping, organization, placement, rail
from noretreat.rules.removal import REBUILD_PRICE
from noretreat.rules.windows import REGISTRY, uppermost

_VALUED: Final = ("pick_die", "pick_duel_die", "choose_table")
"""Questions whose named answers, a number or a side, are told by one text with a hole."""


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
        return rail.entrain_price(state)
    if isinstance(action, PlaceCounterblow):
        return 1 if frame.CODE == "counterblow" else 0
    if isinstance(action, ChooseHex) and frame.CODE == "rebuild":
        return REBUILD_PRICE
    return 0


class ActionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Details of a legal action besides its verb."""

    cost: int = 0
    """Cards to be paid."""
    label: str = ""
    """Better words than the verb's, in English."""
    label_code: str = ""
    """The same as a code of `data/labels.toml`; what fills its hole is the action's option."""
    barrier: str = ""
    """The reason why it cannot be taken back, in English and as a code; both empty if it can."""
    barrier_code: str = ""
    asks: bool = False
    """It is played only after it was confirmed: it loses more than need be, or cannot be taken back and does not look
    so."""
    shows: bool = False
    """The other player sees its card at once, and goes on knowing it when this is taken back."""
    owner: Side | None = None
    """The side that holds the card that it names, where that is the other one: its half has the title."""
    moot: Told | None = None
    """The reason why an event would change nothing as things stand, or a support marker whatever comes."""
    alike: bool = False
    """A way that comes to the same as an earlier one to the same hex: nobody has to choose between them."""
    fate: tuple[Told, ...] = ()
    """What becomes of the unit that it names, and of the hex it leaves."""


def _moot(state: State, who: SideIndex, action: Action) -> Reason | None:
    """The reason why an event or a support marker would change nothing; None if it could."""
    if isinstance(action, PlayEvent):
        return moot(state, who, action)
    return support_is_moot(state) if isinstance(action, CommitSupport) else None


def _label_code(state: State, code: str, who: SideIndex, action: Action) -> str:
    """The code of better words for an answer than those of its verb; empty if it needs none."""
    if isinstance(action, PlayEvent) and action.mode:
        event = REGISTRY[who, action.card]
        if action.mode not in event.modes:  # it repeats the event of the top discard, with its alternatives
            event = uppermost(state, who) or event
        return f"{half_id(event.card, SIDES[who])}-{action.mode}"
    if not isinstance(action, ChooseOption):
        return ""
    return code if code in _VALUED else action.option


def owner_of(state: State, who: SideIndex, action: Action) -> Side | None:
    """The other side, if it holds the card that an answer names."""
    theirs = isinstance(action, ChooseCard) and state.hands[ENEMY[who]] >> action.card & 1
    return SIDES[ENEMY[who]] if theirs else None


def _label(code: str, action: Action) -> str:
    """The words of a code in English, with the action's option in their hole."""
    option = action.option if isinstance(action, ChooseOption) else ""
    return label(code, value=SIDE_NAMES[SIDE_INDEX[Side(option)]] if option in SIDE_INDEX else option)


_PLAIN: Final = frozenset((MoveUnit, DetrainUnit, PlaceUnit))
"""Answers of which there are many, and of which nothing is to be said but their verb and the fate of the unit."""


def action_info(state: State) -> dict[int, ActionInfo]:
    """What is to be said of the legal actions, by their index: cost, label, fate."""
    found: dict[int, ActionInfo] = {}
    question = state.question
    if question is None:
        return found
    who = question.actor(state)
    if who == CHANCE:
        return found
    for index, action in enumerate(state.options):
        if type(action) in _PLAIN:
            continue
        words = _label_code(state, question.CODE, who, action)
        cost = price(state, action)
        idle = _moot(state, who, action)
        owner = owner_of(state, who, action)
        if cost or words or idle or owner:
            text = _label(words, action) if words else ""
            found[index] = ActionInfo(cost, text, words, moot=tell(idle) if idle else None, owner=owner)
    for index, fate in fates(state).items():
        plain = found.get(index, ActionInfo())
        found[index] = msgspec.structs.replace(plain, fate=fate.said, asks=fate.grave)
    for index in ways_alike(state):
        found[index] = msgspec.structs.replace(found.get(index, ActionInfo()), alike=True)
    return found
