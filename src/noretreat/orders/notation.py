"""An action written as an order: the words that `read` takes for exactly this action when it is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from noretreat.core import actions as act
from noretreat.core.actions import Action
from noretreat.orders.names import short_place, short_unit

BARE: Final[dict[type, str]] = {
    act.Done: "done",
    act.Pass: "pass",
    act.Defer: "defer",
    act.Resign: "resign",
    act.LayExtension: "lay extension",
    act.CommitSupport: "support",
    act.Counterattack: "counterattack",
}
"""Verbs that take no object."""
OF_UNIT: Final[dict[type, str]] = {
    act.ChooseUnit: "choose",
    act.ImproveUnit: "improve",
    act.UpgradeUnit: "upgrade",
    act.UnfortifyUnit: "unfortify",
    act.ExchangeUnit: "exchange",
    act.ReorganizeUnit: "reorganize",
    act.EntrainUnit: "entrain",
    act.MarkReserve: "reserve",
    act.ShatterUnit: "shatter",
    act.AssignAttacker: "add",
    act.LoseStep: "lose",
    act.PlaceCadre: "cadre",
}
OF_HEX: Final[dict[type, str]] = {
    act.ChooseHex: "choose",
    act.DeclareTarget: "attack",
    act.PlaceCounterblow: "counterblow",
    act.MarkCounterblow: "mark",
    act.BeginBattle: "battle",
    act.AddTarget: "also",
}
OF_CARD: Final[dict[type, str]] = {
    act.Discard: "discard",
    act.PayCard: "pay",
    act.ChooseCard: "choose card",
    act.Dealt: "deal",
}
TO_PLACE: Final[dict[type, str]] = {
    act.MoveUnit: "",
    act.PlaceUnit: "place",
    act.ReplaceUnit: "replace",
    act.DetrainUnit: "detrain",
    act.AdvanceUnit: "advance",
}
"""A unit and its place, with an arrow between them; without a word the arrow is a move."""


def notation(action: Action) -> str:
    """The order that means this action: `17 A > 1107`, `play 8 as draw`, `done`; `TypeError` for what is no action."""
    writer = _WRITERS.get(type(action))
    if writer is None and type(action) not in BARE:
        raise TypeError(f"{action!r:.60} is no action: legal_actions(state) has some")
    return writer(action) if writer else BARE[type(action)]


def _unit(action: Any) -> str:
    return f"{OF_UNIT[type(action)]} {short_unit(action.unit)}"


def _hex(action: Any) -> str:
    return f"{OF_HEX[type(action)]} {short_place(action.hex)}"


def _card(action: Any) -> str:
    return f"{OF_CARD[type(action)]} {action.card}"


def _to(action: Any) -> str:
    return f"{TO_PLACE[type(action)]} {short_unit(action.unit)} > {short_place(action.to)}".strip()


def _retreat(action: act.RetreatUnit) -> str:
    return " > ".join([f"retreat {short_unit(action.unit)}", *map(short_place, action.path)])


def _play(action: act.PlayEvent) -> str:
    return f"play {action.card}" + (f" as {spoken(action.mode)}" if action.mode else "")


def spoken(word: str) -> str:
    """A code of the rules as typed: "own_bonus" is "own-bonus"."""
    return word.replace("_", "-")


_WRITERS: Final[dict[type, Callable[[Any], str]]] = {
    **dict.fromkeys(OF_UNIT, _unit),
    **dict.fromkeys(OF_HEX, _hex),
    **dict.fromkeys(OF_CARD, _card),
    **dict.fromkeys(TO_PLACE, _to),
    act.RetreatUnit: _retreat,
    act.Conclude: lambda action: "conclude",
    act.SettleSides: lambda action: f"host plays {action.host.value}",
    act.PlayEvent: _play,
    act.ChooseOption: lambda action: f"choose {spoken(action.option)}",
    act.Rolled: lambda action: f"die {action.value}",
}
