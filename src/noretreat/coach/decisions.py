"""Decisions in words: what a side decided in the player turn of the other."""

from __future__ import annotations

from noretreat.core.actions import (
    Action,
    AdvanceUnit,
    ChooseHex,
    ChooseUnit,
    CommitSupport,
    Counterattack,
    Discard,
    LoseStep,
    MarkCounterblow,
    Pass,
    PayCard,
    PlaceCadre,
    PlaceCounterblow,
    PlaceUnit,
    PlayEvent,
    ReplaceUnit,
    RetreatUnit,
    ShatterUnit,
)
from noretreat.core.board import BOARD, SIDES
from noretreat.core.names import half_id
from noretreat.core.reasons import Argument
from noretreat.core.state import State

Said = tuple[str, dict[str, Argument]]
"""The code of a sentence (`info-coach-did-...` of `information.toml`), and its arguments."""


def said_of(before: State, action: Action) -> Said | None:
    """What a decision was; None for one that there is no sentence for."""
    match action:
        case PlayEvent() | PayCard() | Discard():
            assert before.question is not None
            kind = {PlayEvent: "event", PayCard: "paid", Discard: "discarded"}[type(action)]
            return kind, {"half": half_id(action.card, SIDES[before.question.actor(before)])}
        case PlaceCounterblow() | MarkCounterblow():
            return "counterblow", {"hex": action.hex}
        case RetreatUnit():
            return "retreated", {"unit": action.unit, "hex": action.path[-1]}
        case AdvanceUnit():
            return "advanced", {"unit": action.unit, "hex": action.to}
        case PlaceUnit() | ReplaceUnit():
            return "placed", {"unit": action.unit, "hex": action.to}
        case LoseStep():
            return "lost", {"unit": action.unit}
        case ShatterUnit():
            return "shattered", {"unit": action.unit}
        case ChooseUnit() | PlaceCadre():
            return "chose-unit", {"unit": action.unit}
        case ChooseHex():
            return "chose-hex", {"hex": action.hex}
        case _:
            return _in_battle(before, action)


def _in_battle(before: State, action: Action) -> Said | None:
    if before.battle is None or before.question is None:
        return None
    targets = before.battle.targets
    match action, before.question.CODE:
        case Counterattack(), _:
            return "counterattack", {"hex": BOARD.id_of[targets[0]]}
        case Pass(), "counterattack":
            return "no-counterattack", {"hex": BOARD.id_of[targets[0]]}
        case CommitSupport(), _:
            return "support", {"hex": BOARD.id_of[targets[0]]}
        case _:
            return None
