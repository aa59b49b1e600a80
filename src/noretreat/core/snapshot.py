"""A state as plain data for JSON, and back (docs/save-format.md)."""

from __future__ import annotations

from typing import Any, Final, Union

import msgspec

from noretreat.core.board import BOARD
from noretreat.core.kernel import FRAMES, advance
from noretreat.core.records import Battle, Effect, Outcome, Waiting
from noretreat.core.rulesets import rules_of
from noretreat.core.setup import Setup, stored_options
from noretreat.core.state import _LISTS, _PLAIN, _TUPLES, State


def dump(state: State) -> dict[str, Any]:
    """The whole state as plain data for JSON; unit and node numbers are replaced by their ids where they index."""
    data: dict[str, Any] = {"setup": msgspec.to_builtins(state.setup)}
    for name in _PLAIN:
        data[name] = getattr(state, name)
    for name in _LISTS:
        data[name] = list(getattr(state, name))
    data["units"] = list(BOARD.unit_ids)
    for name in _TUPLES:
        data[name] = msgspec.to_builtins(getattr(state, name))
    data["battle"] = msgspec.to_builtins(state.battle)
    data["ended"] = msgspec.to_builtins(state.ended)
    data["stack"] = [msgspec.to_builtins(frame) for frame in state.stack]
    return _stringify_masks(data)


_MASKS: Final = (
    "axis_control", "soviet_control", "captured", "scorched", "works", "targets", "fought", "counterblows",
    "paid_counterblows", "standing", "results", "unsupplied", "disorganized", "moved", "engaged", "flips", "replaced",
    "entrained", "draw_pile", "soviet_pile",
)  # fmt: skip


_BATTLE_MASKS: Final = ("counterblows", "paid", "voluntary", "halted", "barred")


def _read_effects(effects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Effects with their masks as numbers again."""
    return [{**one, "units": int(one["units"], 16), "nodes": int(one["nodes"], 16)} for one in effects]


def _read_battle(battle: dict[str, Any]) -> dict[str, Any]:
    """A battle with its masks as numbers again."""
    return {**battle, **{name: int(battle[name], 16) for name in _BATTLE_MASKS}}


def _stringify_masks(data: dict[str, Any]) -> dict[str, Any]:
    """Writes wide masks as hexadecimal text: JSON readers elsewhere keep only 53 bits of a number."""
    for name in _MASKS:
        data[name] = f"{data[name]:x}"
    for name in ("hands", "played"):
        data[name] = [f"{mask:x}" for mask in data[name]]
    waiting = data["waiting"]
    for battle in (data["battle"], *(one["battle"] for one in waiting)):
        for name in _BATTLE_MASKS if battle else ():
            battle[name] = f"{battle[name]:x}"
    for effect in (*data["effects"], *(effect for one in waiting for effect in one["effects"])):
        effect["units"], effect["nodes"] = f"{effect['units']:x}", f"{effect['nodes']:x}"
    data["stack"] = [
        {name: f"0x{value:x}" if isinstance(value, int) and value > 2**31 else value for name, value in frame.items()}
        for frame in data["stack"]
    ]
    return data


_SINCE_VERSION_1: Final[dict[str, Any]] = {
    "joker": -1, "bill_replacing": 0, "waiting": [], "together": 0, "extension_laid": False,
    "replaced": "0",
}  # fmt: skip
"""Fields that came after the first release, with the value an older snapshot is read with: saves load for ever."""


def load(data: dict[str, Any]) -> State:
    """The state that `dump` wrote; raises `ValueError` (or a msgspec error) when the data does not fit."""
    if data.get("units") != list(BOARD.unit_ids):
        raise ValueError("the snapshot was made with other counters than this version has")
    data = {**_SINCE_VERSION_1, **data}
    state: State = object.__new__(State)
    setup = data["setup"]
    state.setup = msgspec.convert({**setup, "options": stored_options(setup["options"])}, Setup)
    state.rules = rules_of(state.setup.options.rules, state.setup.switches)
    for name in _PLAIN:
        value = data[name]
        setattr(state, name, int(value, 16) if name in _MASKS else value)
    for name in _LISTS:
        values = data[name]
        setattr(state, name, [int(value, 16) for value in values] if name in ("hands", "played") else list(values))
    state.discards = tuple(data["discards"])
    state.soviet_discards = tuple(data["soviet_discards"])
    state.table = tuple(data["table"])
    state.planned = tuple((tuple(targets), tuple(units)) for targets, units in data["planned"])
    state.effects = msgspec.convert(_read_effects(data["effects"]), tuple[Effect, ...])
    battle = data["battle"]
    state.battle = msgspec.convert(_read_battle(battle) if battle else None, Battle | None)
    waiting = [
        {**one, "battle": _read_battle(one["battle"]), "effects": _read_effects(one["effects"])}
        for one in data["waiting"]
    ]
    state.waiting = msgspec.convert(waiting, tuple[Waiting, ...])
    state.ended = msgspec.convert(data["ended"], Outcome | None)
    frames = [
        {
            name: int(value, 16) if isinstance(value, str) and value.startswith("0x") else value
            for name, value in frame.items()
        }
        for frame in data["stack"]
    ]
    state.stack = msgspec.convert(frames, list[Union[tuple(FRAMES.values())]])  # type: ignore[misc]  # noqa: UP007
    state.options = ()
    state.happened = []
    state._held, state._zones, state._riders, state.stacks = None, (None, None), (None, None), [None, None]
    advance(state)  # a snapshot does not keep the legal actions: the decision on top works them out again
    state.happened = []
    return state
