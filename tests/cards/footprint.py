"""What an action has left behind: every difference between two states, in words, so that a test can name them all.

The fields of the state are taken from the state itself, so a new one is compared without being named here. What
follows from them and a card can change is worked out as well: odds, movement allowances, points.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from noretreat.core.board import AXIS, BOARD, SIDES, SOVIET, bits
from noretreat.core.boxes import BOX_NAMES
from noretreat.core.declared import is_list
from noretreat.core.lasting import Effect
from noretreat.core.state import STORED, State
from noretreat.core.types import CardMask, NodeMask, UnitMask
from noretreat.rules.calendar import TRIGGER_NAMES
from noretreat.rules.movement import allowance
from noretreat.rules.odds import column_name, odds_of
from noretreat.rules.victory import victory_points

_PER_UNIT: Final = ("where", "face", "due")
_ONE_UNIT: Final = ("mover", "reserve")
_TOLD_APART: Final = ("setup", "stack", "battle")

Snapshot = dict[str, Any]
"""Name of a field -> its value; sets as frozensets of words."""


def snapshot(state: State) -> Snapshot:
    """All that both sides and the deck know of a moment, but for the question asked in it."""
    found: Snapshot = {}
    for field in STORED:
        name, value = field.name, getattr(state, field.name)
        if name in _TOLD_APART:
            continue
        if name == "weather":
            found |= {f"weather.{turn}": letter for turn, letter in enumerate(value, 1)}
        elif is_list(field):
            found.update(_listed(name, index, item) for index, item in enumerate(value))
        elif name in _ONE_UNIT:
            found[name] = BOARD.unit_ids[value] if value >= 0 else "-"
        else:
            found[name] = _IN_WORDS[field.kind](value) if field.kind in _IN_WORDS else value
    found["effects"] = frozenset(_effect(effect) for effect in state.effects)
    found["ended"] = state.ended
    found |= _battle(state) | _derived(state)
    return found


def _listed(name: str, index: int, value: Any) -> tuple[str, Any]:
    """One place of a list: of a unit, a side or a trigger."""
    if name in _PER_UNIT:
        place = (BOARD.id_of[value] if value >= 0 else BOX_NAMES[value]) if name == "where" else value
        return f"{BOARD.unit_ids[index]}.{name}", place
    if name == "triggers":
        return f"trigger.{TRIGGER_NAMES[index]}", value
    return f"{name}.{SIDES[index]}", _cards(value) if name in ("hands", "played", "shown") else value


def _battle(state: State) -> Snapshot:
    """The battle record, field by field, and its odds."""
    battle = state.battle
    if battle is None:
        return {"battle": "none"}
    found: Snapshot = {"battle": "on"}
    for name, value in msgspec.structs.asdict(battle).items():
        if name in ("attackers", "defenders", "retreated", "aside"):
            value = frozenset(BOARD.unit_ids[unit] for unit in value)
        elif name in ("counterblows", "paid", "voluntary", "barred"):
            value = _hexes(value)
        elif name == "targets":
            value = frozenset(BOARD.id_of[node] for node in value)
        elif name == "halted":
            value = _units(value)
        found[f"battle.{name}"] = value
    odds = odds_of(state, battle)
    found["battle.column"] = column_name(battle.column) if battle.die else "-"  # it counts once a die is read there
    found |= {"odds.attack": odds.attack, "odds.defense": odds.defense, "odds.column": column_name(odds.column)}
    found["odds.table"] = SIDES[odds.table]
    found["odds.shifts"] = frozenset(f"{shift.code}:{shift.columns:+}" for shift in odds.shifts)
    return found


def _derived(state: State) -> Snapshot:
    """What follows from the rest and is nowhere written down."""
    found: Snapshot = {"points": victory_points(state, state.initiative)}
    for side in (AXIS, SOVIET):
        for unit in state.on_map(side):
            found[f"{BOARD.unit_ids[unit]}.allowance"] = allowance(state, unit)
    return found


def _effect(effect: Effect) -> str:
    """A lasting effect in a few words: card, kind, value, scope, and what it names."""
    words = [f"{effect.card}{'AS'[effect.side]}", effect.kind, str(effect.value), effect.expires]
    if effect.units:
        words.append("+".join(sorted(_units(effect.units))))
    if effect.nodes:
        nodes = _hexes(effect.nodes)
        words.append("+".join(sorted(nodes)) if len(nodes) <= 4 else f"{len(nodes)}hexes")
    if effect.price:
        words.append(f"price{effect.price}")
    return "/".join(words)


def _units(mask: int) -> frozenset[str]:
    return frozenset(BOARD.unit_ids[unit] for unit in bits(mask))


def _hexes(mask: int) -> frozenset[str]:
    return frozenset(BOARD.ids(mask))


def _cards(mask: int) -> frozenset[str]:
    return frozenset(str(card) for card in bits(mask))


_IN_WORDS: Final = {NodeMask: _hexes, UnitMask: _units, CardMask: _cards}
"""How the masks of a state are told, by their declared types."""


# --- differences ------------------------------------------------------------------------------------------
def difference(before: Snapshot, after: Snapshot) -> dict[str, str]:
    """What differs: `+a -b` for sets and piles, `old > new` for everything else. Units that come or go as well."""
    found: dict[str, str] = {}
    names = before.keys() | after.keys()
    if before["battle"] != after["battle"]:  # what it was like is of no interest where it is over, or has begun
        names = {name for name in names if not name.startswith(("battle.", "odds."))}
    for name in sorted(names):
        old, new = before.get(name, "-"), after.get(name, "-")
        if old != new and not (name.endswith(".allowance") and "-" in (old, new)):  # it came or went: `where` says so
            found[name] = _change(old, new)
    return found


def _change(old: Any, new: Any) -> str:
    if isinstance(old, frozenset) and isinstance(new, frozenset):
        return " ".join(sorted(f"+{item}" for item in new - old) + sorted(f"-{item}" for item in old - new))
    if isinstance(old, tuple) and isinstance(new, tuple) and all(isinstance(item, int) for item in (*old, *new)):
        if old == new[: len(old)]:
            return _signed("+", new[len(old) :])
        return f"{_listing(old)} > {_listing(new)}"
    return f"{old if old != '' else '-'} > {new if new != '' else '-'}"


def _signed(sign: str, items: Iterable[object]) -> str:
    return " ".join(f"{sign}{item}" for item in items)


def _listing(items: tuple[int, ...]) -> str:
    return ",".join(str(item) for item in items) or "-"
