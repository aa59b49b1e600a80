"""A state as plain data for JSON, and back (docs/save-format.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from noretreat.core.board import BOARD, SIDE_INDEX, SIDES
from noretreat.core.declared import StoredField, is_list
from noretreat.core.kernel import FRAMES, advance
from noretreat.core.lasting import Kind
from noretreat.core.records import Outcome
from noretreat.core.setup import Setup, stored_options
from noretreat.core.state import STORED, State, require_state
from noretreat.core.types import HEXADECIMAL

_APART: Final = ("setup", "stack")
"""Fields that are written and read separately."""


def _is_mask(kind: Any) -> bool:
    """True for the type of an int that is written as text."""
    if isinstance(kind, NewType):
        return _is_mask(kind.__supertype__)
    return get_origin(kind) is Annotated and HEXADECIMAL in kind.__metadata__


def _is_plain(kind: Any) -> bool:
    """True for the type of a number or a word, whatever name of its own it has."""
    if isinstance(kind, NewType):
        return _is_plain(kind.__supertype__)
    return isinstance(kind, type) and issubclass(kind, int | str)


def _in_groups() -> tuple[list[StoredField], list[StoredField], list[StoredField]]:
    """The stored fields as a snapshot has them: numbers and words, lists, records."""
    fields = [field for field in STORED if field.name not in _APART]
    numbers = [field for field in fields if _is_plain(field.kind) or _is_mask(field.kind)]
    lists = [field for field in fields if is_list(field)]
    return numbers, lists, [field for field in fields if field not in numbers and field not in lists]


_WORDS, _LISTS, _RECORDS = _in_groups()


Snapshot: TypeAlias = dict[str, Any]
"""A state as plain data. Its shape follows from the fields that `State` declares, which no type can say."""


def dump(state: State) -> Snapshot:
    """The whole state as plain data for JSON; the ids of the units say what unit numbers mean."""
    require_state(state)
    return {
        "setup": msgspec.to_builtins(state.setup),
        **_written(state, _WORDS),
        **_written(state, _LISTS),
        "units": list(BOARD.unit_ids),
        **_written(state, _RECORDS),
        "stack": [_frame_written(frame) for frame in state.stack],
    }


def load(data: Snapshot) -> State:
    """The state that `dump` wrote; raises `ValueError` when the data does not fit."""
    if not {"setup", "units", "stack"} <= set(data or ()):
        raise ValueError("this is no snapshot: dump(state) makes one (a save file is read by savegame.load)")
    if data.get("units") != list(BOARD.unit_ids):
        raise ValueError("the snapshot was made with other counters than this version has")
    try:
        return _loaded(data)
    except (LookupError, TypeError, AttributeError, msgspec.MsgspecError) as error:
        raise ValueError(f"the snapshot does not fit: {type(error).__name__}: {error}") from error


def _loaded(data: Snapshot) -> State:
    """The state of a snapshot; raises whatever does not fit."""
    setup = data["setup"]
    state = State(setup=msgspec.convert({**setup, "options": stored_options(setup["options"])}, Setup))
    for field in (*_WORDS, *_LISTS, *_RECORDS):
        if field.name == "ended" and field.key in data:
            state.ended = _outcome_read(data[field.key])
        elif field.key in data:
            setattr(state, field.name, _read(_each_effect(field.name, data[field.key], _effect_read), field.kind))
        elif not field.later:
            raise ValueError(f"the snapshot lacks {field.key}")
    state.stack = [_frame_read(frame) for frame in data["stack"]]
    advance(state)  # a snapshot does not hold the legal actions: the decision on top works them out
    state.happened = []
    return state


def _written(state: State, fields: Iterable[StoredField]) -> dict[str, Any]:
    """These fields of a state, by their names in a snapshot."""
    written = {field.key: _writer(field)(getattr(state, field.name)) for field in fields}
    if "ended" in written:
        written["ended"] = _outcome_written(state.ended)
    return written


@cache
def _writer(field: StoredField) -> Callable[[Any], Any]:
    """What makes plain data of the value of a field."""
    if _is_mask(field.kind):
        return _hexadecimal
    if not _holds_masks(field.kind) and field.name not in _WITH_EFFECTS:
        return msgspec.to_builtins

    def write(value: Any) -> Any:
        data = _each_mask(field.kind, msgspec.to_builtins(value), _hexadecimal)
        return _each_effect(field.name, data, _effect_written)

    return write


def _outcome_written(ended: Outcome | None) -> dict[str, Any] | None:
    """The end of a game as snapshots have always had it: the winner by its index."""
    if ended is None:
        return None
    return {"winner": None if ended.winner is None else SIDE_INDEX[ended.winner], "reason": ended.reason}


def _outcome_read(data: dict[str, Any] | None) -> Outcome | None:
    """The end of a game that `_outcome_written` wrote."""
    if data is None:
        return None
    ended = msgspec.convert(data, _WrittenOutcome)
    return Outcome(None if ended.winner is None else SIDES[ended.winner], ended.reason)


class _WrittenOutcome(msgspec.Struct):
    """The end of a game in a snapshot."""

    winner: Literal[0, 1] | None
    reason: str


_WAITS: Final = "held_"


def _effect_written(effect: dict[str, Any]) -> dict[str, Any]:
    """An effect as snapshots have always had it: one that waits is told by a prefix of its kind, "held_shift"."""
    waits = effect["waits"]
    kind = f"{_WAITS}{waits}" if waits else effect["kind"]
    return {**{name: value for name, value in effect.items() if name != "waits"}, "kind": kind}


def _effect_read(effect: dict[str, Any]) -> dict[str, Any]:
    """The effect that `_effect_written` wrote."""
    kind: str = effect["kind"]
    waits = kind.startswith(_WAITS)
    return {**effect, "kind": Kind.WAITING, "waits": kind.removeprefix(_WAITS)} if waits else effect


_WITH_EFFECTS: Final = frozenset(("effects", "waiting"))


def _each_effect(field: str, data: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """Plain data of a field, with every effect in it changed."""
    if field == "effects":
        return [change(effect) for effect in data]
    if field == "waiting":
        return [{**battle, "effects": _each_effect("effects", battle["effects"], change)} for battle in data]
    return data


def _read(data: Any, kind: Any) -> Any:
    """The value of a declared type that `_written` wrote."""
    return msgspec.convert(_each_mask(kind, data, _from_hexadecimal), kind)


def _hexadecimal(mask: int) -> str:
    return f"{mask:x}"


def _from_hexadecimal(text: str) -> int:
    return int(text, 16)


def _each_mask(kind: Any, data: Any, change: Callable[[Any], Any]) -> Any:
    """Plain data of a declared type, with every mask in it changed: numbers to text, or text to numbers."""
    if data is None or not _holds_masks(kind):
        return data
    if _is_mask(kind):
        return change(data)
    if get_origin(kind) in (list, tuple):
        return [_each_mask(get_args(kind)[0], item, change) for item in data]
    if get_origin(kind) in (Union, UnionType):
        return _each_mask(get_args(kind)[0], data, change)
    fields = _fields_of(kind)
    return {name: _each_mask(fields.get(name), value, change) for name, value in data.items()}


@cache
def _holds_masks(kind: Any) -> bool:
    """True if this type contains a mask. Unions and sequences are judged by their first type, as they have only one."""
    if _is_mask(kind):
        return True
    if get_origin(kind) is not None:
        return _holds_masks(get_args(kind)[0])
    return any(map(_holds_masks, _fields_of(kind).values()))


@cache
def _fields_of(kind: Any) -> dict[str, Any]:
    """The declared types of a record's fields; none of anything else."""
    is_record = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return get_type_hints(kind, include_extras=True) if is_record else {}


def _frame_written(frame: Any) -> dict[str, Any]:
    """A frame as data; masks too wide for a JSON number become text."""
    return {
        name: f"0x{value:x}" if isinstance(value, int) and value > 2**31 else value
        for name, value in msgspec.to_builtins(frame).items()
    }


_RENAMED: Final = {"OpenWindow": "EndPhase"}
"""Frames of earlier versions, and what they are called now: what they kept besides is not needed any more."""


def _frame_read(data: dict[str, Any]) -> Any:
    """The frame that `_frame_written` wrote."""
    data = {**data, "frame": _RENAMED.get(data["frame"], data["frame"])}
    plain = {
        name: int(value, 16) if isinstance(value, str) and value.startswith("0x") else value
        for name, value in data.items()
    }
    return msgspec.convert(plain, Union[tuple(FRAMES.values())])  # noqa: UP007  (the classes are known only now)
