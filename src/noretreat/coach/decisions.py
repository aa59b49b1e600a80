"""Decisions in words: what a side decided in a player turn, moves apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from noretreat.core.actions import (
    Action,
    AdvanceUnit,
    BeginBattle,
    ChooseHex,
    ChooseUnit,
    CommitSupport,
    Counterattack,
    DetrainUnit,
    Discard,
    Done,
    EntrainUnit,
    ImproveUnit,
    LoseStep,
    MarkCounterblow,
    Pass,
    PayCard,
    PlaceCadre,
    PlaceCounterblow,
    PlaceUnit,
    PlayEvent,
    ReorganizeUnit,
    ReplaceUnit,
    RetreatUnit,
    ShatterUnit,
    UpgradeUnit,
)
from noretreat.core.board import BOARD, SIDES
from noretreat.core.events import BattleBegan, Event
from noretreat.core.names import half_id
from noretreat.core.reasons import Argument
from noretreat.core.state import State

Said = tuple[str, dict[str, Argument]]
"""The code of a sentence (`info-coach-did-...` of `information.toml`), and its arguments."""


_OF_A_UNIT: Final[dict[type[Action], str]] = {
    ImproveUnit: "improved", UpgradeUnit: "improved", ReorganizeUnit: "reorganized", EntrainUnit: "entrained",
    LoseStep: "lost", ShatterUnit: "shattered", ChooseUnit: "chose-unit", PlaceCadre: "chose-unit",
}  # fmt: skip


def said_of(before: State, action: Action, events: Iterable[Event] = ()) -> Said | None:
    """What a decision was, and led to at once; None for one that there is no sentence for."""
    for event in events:
        if isinstance(event, BattleBegan) and not event.counterattack:
            # Where the next battle begins by itself, what that changes is no doing of the answer before it.
            began = isinstance(action, BeginBattle | Done)
            return ("attacked", {"hex": event.targets[0], "units": event.attackers}) if began else None
    return _plainly(before, action)


def _plainly(before: State, action: Action) -> Said | None:
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
        case DetrainUnit():
            return "detrained", {"unit": action.unit, "hex": action.to}
        case (
            ImproveUnit() | UpgradeUnit() | ReorganizeUnit() | EntrainUnit()
            | LoseStep() | ShatterUnit() | ChooseUnit() | PlaceCadre()
        ):  # fmt: skip
            return _OF_A_UNIT[type(action)], {"unit": action.unit}
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
        case Done(), "advance":
            return "no-advance", {"hex": BOARD.id_of[targets[0]]}
        case CommitSupport(), _:
            return "support", {"hex": BOARD.id_of[targets[0]]}
        case _:
            return None
