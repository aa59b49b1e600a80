"""Orders with an arrow: units go somewhere or attack something, depending on the current question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from noretreat.core import actions as act
from noretreat.core.board import BOARD
from noretreat.core.kernel import Decision
from noretreat.core.reasons import Reason, because, reason
from noretreat.core.state import State
from noretreat.core.types import UnitIndex
from noretreat.explain.ahead import plans
from noretreat.explain.refusals.why_not import why_not
from noretreat.game import apply
from noretreat.orders import names
from noretreat.orders.finder import Finder, is_all
from noretreat.orders.grammar import Name, Part
from noretreat.orders.notation import TO_PLACE
from noretreat.orders.reading import Refused
from noretreat.rules import allocation
from noretreat.rules.combat import able_attackers

_ARROWS: Final = (act.MoveUnit, act.PlaceUnit, act.ReplaceUnit, act.DetrainUnit, act.AdvanceUnit, act.RetreatUnit)
_GOES: Final[dict[str, Any]] = {
    **{word: kind for kind, word in TO_PLACE.items() if word}, "move": act.MoveUnit, "retreat": act.RetreatUnit
}  # fmt: skip


def arrow(of: Finder, part: Part) -> None:
    """Units and where they go, or what they attack, depending on the current question."""
    asked = {type(option) for option in of.state.options}
    frame = of.state.question
    goes = asked & {*TO_PLACE, act.RetreatUnit}
    if not all(part.goals) or not part.objects:
        if part.objects and not any(is_all(name) for name in part.objects):
            of.movers(part.objects, {option.unit for option in of.options(*_ARROWS)})
        raise Refused(reason("order-unfinished", word=of.text[part.start : part.end]))
    if part.verb in ("", "attack") and isinstance(frame, allocation.NextBattle | allocation.ComposeBattle):
        _battle(of, part, frame)
    elif part.verb == "attack" or (part.verb == "" and act.DeclareTarget in asked and not goes):
        _declare(of, part)
    else:
        _go(of, part)


def _go(of: Finder, part: Part) -> None:
    """Units go to a place, by way of others."""
    kinds = [_GOES[part.verb]] if part.verb else [kind for kind in _ARROWS if of.options(kind)]
    kinds = kinds or [act.MoveUnit]
    options = of.options(*kinds)
    goals = [goal[0] for goal in part.goals]
    crowd = next((goal[1] for goal in part.goals if len(goal) > 1), None)
    if crowd is not None:
        of.chip("unknown", crowd)
        raise Refused(reason("order-one-place", word=crowd.text))
    everybody = next((name for name in part.objects if is_all(name)), None)
    if everybody is not None:
        first = of.place(goals[0], {_end(option) for option in options})
        of.chips.pop()
        units = list(dict.fromkeys(option.unit for option in options if _end(option) == first))
        of.everybody(everybody, units)
    else:
        near = of.places(goals[0])
        units = of.movers(part.objects, {option.unit for option in options if near and _passes(option, near)})
    route: list[str] = []
    for index, unit in enumerate(units):
        if of.stops:
            left = " + ".join(map(names.short_unit, units[index:]))
            way = " > ".join(map(names.short_place, route))
            of.rest = f"{part.word.text} {left} > {way}{of.text[part.end :]}"
            return
        if act.RetreatUnit in kinds:
            _retreat(of, part, unit, goals)
        else:
            _walk(of, part, unit, (kinds, route))


def _walk(of: Finder, part: Part, unit: str, by: tuple[Sequence[Any], list[str]]) -> None:
    """One unit along a route; the first unit that takes it resolves the names on it."""
    kinds, route = by
    for step, (goal,) in enumerate(part.goals):
        mine = [option for option in of.options(*kinds) if option.unit == unit]
        if len(route) <= step:
            route.append(of.place(goal, {option.to for option in mine}))
        kind = type(mine[0]) if mine else kinds[0]
        if kind is act.AdvanceUnit:
            for place in _advance_by(of, unit, goal, route[step]):
                of.take(act.AdvanceUnit(unit, place))
        of.take(kind(unit, route[step]))


_FARTHEST: Final = 3
"""Hexes of the longest advance of any unit."""


def _advance_by(of: Finder, unit: str, name: Name, goal: str) -> list[str]:
    """The hexes by which a unit advances to a place farther off; none if it is the next one, or no way leads there.

    Of several ways the shortest is meant; of two of one length the player has to choose, so it is refused with both.
    """
    ways: list[tuple[list[str], State]] = [([], of.blind())]
    for _ in range(_FARTHEST):
        longer: list[tuple[list[str], State]] = []
        for way, state in ways:
            ends = [
                option.to for option in state.options if isinstance(option, act.AdvanceUnit) and option.unit == unit
            ]
            if goal in ends:
                others = [one for one, other in ways if _leads(other, unit, goal)]
                if len(others) > 1:
                    raise of.which_way(name, [[*one, goal] for one in others])
                return way
            longer += [([*way, end], apply(state, act.AdvanceUnit(unit, end))[0]) for end in ends]
        ways = longer
    return []


def _leads(state: State, unit: str, goal: str) -> bool:
    """True if the unit can advance to a place now."""
    return act.AdvanceUnit(unit, goal) in state.options


def _retreat(of: Finder, part: Part, unit: str, goals: Sequence[Name]) -> None:
    """A retreat by its whole path, or by its end if only one path leads there."""
    mine = [option for option in of.options(act.RetreatUnit) if option.unit == unit]
    near = {place for option in mine for place in option.path}
    way = tuple(of.place(goal, near) for goal in goals)
    whole = act.RetreatUnit(unit, way)
    ends = [option for option in mine if option.path[-1] == way[-1] and set(way) <= set(option.path)]
    if whole not in mine and len(ends) > 1:
        raise of.which_way(goals[-1], [option.path[len(way) - 1 :] for option in ends], of.several(part, ends))
    of.take(whole if whole in mine or not ends else ends[0])


def _battle(of: Finder, part: Part, frame: allocation.NextBattle | allocation.ComposeBattle) -> None:
    """A whole battle: these units against these hexes, and no others."""
    nodes = allocation.open_hexes(of.state)
    nodes += frame.targets if isinstance(frame, allocation.ComposeBattle) else ()
    near = {BOARD.id_of[node] for node in nodes}
    targets = [of.place(name, near) for goal in part.goals for name in goal]
    able = [BOARD.unit_ids[u] for u in able_attackers(of.state, [BOARD.node_of[hex_] for hex_ in targets])]
    everybody = next((name for name in part.objects if is_all(name)), None)
    if everybody is None:
        units = of.movers(part.objects, set(able))
        here = [BOARD.unit_ids[unit] for unit in _attackers(frame)]
        _refuse_idle(units, [*able, *here], targets)
    else:
        units = able
    plan = plans.Plan(tuple(dict.fromkeys(targets)), tuple(units))
    after, actions, problem = plans.carry_out(of.blind(), plan)
    if problem is not None:
        raise Refused(_why(problem.args["why"], targets))
    if not actions and not units:
        raise Refused(because("order-none"))
    if not actions:
        raise Refused(why_not(of.state, act.BeginBattle(targets[0])) or because("not-allowed"))
    fought, fighting = _fought(after, targets) or (targets, units)
    left = [unit for unit in units if unit not in fighting]
    if everybody is not None:
        of.everybody(everybody, [unit for unit in units if unit in fighting])
    elif left:
        raise Refused(reason("needed-elsewhere", unit=left[0]))
    of.hexes = tuple(hex_ for hex_ in fought if hex_ not in targets)
    if of.hexes:
        of.notes.append("hexes-too")
    of.played(actions, after)


def _attackers(frame: Decision) -> tuple[UnitIndex, ...]:
    """The attackers of the battle being put together."""
    return frame.attackers if isinstance(frame, allocation.ComposeBattle) else ()


def _fought(state: State, targets: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The battle for these hexes as it was put together: all its hexes and units; None once it is over."""
    nodes = {BOARD.node_of[hex_] for hex_ in targets}
    made = [*state.planned, *([(state.battle.targets, state.battle.attackers)] if state.battle else [])]
    for hexes, units in made:
        if nodes & set(hexes):
            return tuple(BOARD.id_of[node] for node in hexes), tuple(BOARD.unit_ids[unit] for unit in units)
    return None


def _refuse_idle(units: Sequence[str], able: Sequence[str], targets: Sequence[str]) -> None:
    """Refuses units that cannot attack all of some hexes."""
    for unit in units:
        if unit not in able:
            raise Refused(reason("order-no-attacker", unit=unit, hexes=tuple(targets)))


def _why(found: object, targets: Sequence[str]) -> Reason:
    """The reason why a battle cannot be composed like this, if the question itself does not say so."""
    if isinstance(found, Reason) and found.code != "other-question":
        return found
    together = len(targets) > 1
    return reason("order-not-together", hexes=tuple(targets)) if together else reason("leaves-another", hex=targets[0])


def _declare(of: Finder, part: Part) -> None:
    """Targets for these units: the targets are declared now, the units are chosen later (10.1, 10.3)."""
    near = {option.hex for option in of.options(act.DeclareTarget)}
    marked = set(BOARD.ids(of.state.targets))
    targets = [of.place(name, near | marked) for goal in part.goals for name in goal]
    able = able_attackers(of.state, [BOARD.node_of[hex_] for hex_ in targets])
    ready = [BOARD.unit_ids[unit] for unit in able]
    everybody = next((name for name in part.objects if is_all(name)), None)
    if everybody is not None:
        of.everybody(everybody, ready)
    else:
        units = of.movers(part.objects, set(ready))
        _refuse_idle(units, ready, targets)
        for unit in units:
            of.meant.setdefault(unit, []).extend(hex_ for hex_ in targets if hex_ not in of.meant.get(unit, ()))
    of.notes.append("attackers-later")
    for target in targets:
        if target not in marked and not of.stops:
            of.take(act.DeclareTarget(target))


def _passes(option: object, places: Sequence[str]) -> bool:
    """Does a move or a retreat lead to one of these places first, or through it?"""
    return any(place in places for place in getattr(option, "path", (getattr(option, "to", ""),)))


def _end(option: Any) -> str:
    """The last place of an arrow."""
    return str(option.path[-1] if isinstance(option, act.RetreatUnit) else option.to)
