"""The motives behind an action: its aim, the odds that speak for it, and the risks.

Made from the position and the action alone, the same way for every player; a player that knows more of its own reasons
says them itself (`ai/search/move_gains.py`). Nothing here looks at a hand: a card is named only by what shows
it. What an action is for is told as far as the position shows it; a plan of several moves does not show.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from noretreat.core.actions import (
    Action,
    AddTarget,
    AdvanceUnit,
    AssignAttacker,
    BeginBattle,
    CommitSupport,
    Counterattack,
    DeclareTarget,
    DetrainUnit,
    Discard,
    Done,
    EntrainUnit,
    ImproveUnit,
    LoseStep,
    MarkCounterblow,
    MarkReserve,
    MoveUnit,
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
    UnfortifyUnit,
    UpgradeUnit,
)
from noretreat.core.board import BOARD, ENEMY, SIDES, bits
from noretreat.core.boxes import SHATTERED
from noretreat.core.kernel import answer
from noretreat.core.names import half_id
from noretreat.core.reasons import Reason, say
from noretreat.core.state import State
from noretreat.core.types import NO_NODE, NO_NODES, NO_UNIT, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.explain.ahead.forecast import Forecast, forecast, of_battle
from noretreat.explain.ahead.outlook import Attack, threat
from noretreat.rules import combat, supply
from noretreat.rules.allocation import ComposeBattle

HARMLESS: Final = 1
"""The level of a threat that is not worth a word (`outlook.Attack.level`)."""
GOOD: Final = ("DR", "DS", "DD")
"""Results that drive the defender away."""
NAMED: Final = 3
"""The most hexes that one sentence names."""
FAR: Final = 8
"""A city this far away, or farther, is not yet one to march to."""
ON_MAP: Final = (MoveUnit, AdvanceUnit, DetrainUnit, PlaceUnit, ReplaceUnit)
"""Actions that put a unit into a hex."""
SHRUG: Final = "motive-nothing-better"
"""The answer if nothing shows why one choice was preferred to another."""


class Motive(NamedTuple):
    """The aims, the odds and the risks of an action, each as sentences, the weightiest first."""

    wanted: tuple[Reason, ...] = ()
    odds: tuple[Reason, ...] = ()
    feared: tuple[Reason, ...] = ()


def motive_of(state: State, side: SideIndex, action: Action) -> Motive:
    """The likely motive of `side` for this answer. The position is left as it is."""
    after = state.copy()
    answer(after, action)
    wanted = tuple(_wanted(state, after, side, action)) or tuple(_at_least(state, after, side, action))
    return Motive(wanted, tuple(_odds(state, after, action)), tuple(_feared(state, after, side, action)))


# --- what is wanted ----------------------------------------------------------------------------------------------
def _wanted(state: State, after: State, side: SideIndex, action: Action) -> Iterator[Reason]:
    """The sentences for what the action achieves, or makes possible."""
    taken = after.control(side) & ~state.control(side)
    if taken:
        yield say("motive-take", hexes=BOARD.ids(taken))
    yield from _cut_off(state, after, ENEMY[side], "motive-cut-off")
    yield from _cut_off(after, state, side, "motive-supply")
    match action:
        case MoveUnit():
            yield from _of_a_move(state, after, side, BOARD.unit_index[action.unit], BOARD.node_of[action.to])
        case AdvanceUnit() | DetrainUnit() | PlaceUnit() | ReplaceUnit():
            yield from _guarded(state, side, BOARD.node_of[action.to])
        case DeclareTarget() | BeginBattle():
            yield from _of_an_attack(state, side, BOARD.node_of[action.hex])
        case PlaceCounterblow():
            yield say("motive-force", hex=action.hex)
        case _:
            return


def _cut_off(before: State, after: State, side: SideIndex, code: str) -> Iterator[Reason]:
    """The units of a side that can trace no supply afterwards, but could before."""
    new = set(supply.cut_off(after, side)) - set(supply.cut_off(before, side))
    there = [BOARD.unit_ids[unit] for unit in sorted(new) if before.where[unit] >= 0 and after.where[unit] >= 0]
    if there:
        yield say(code, units=there)


def _of_a_move(state: State, after: State, side: SideIndex, unit: UnitIndex, node: Node) -> Iterator[Reason]:
    """The purpose of a unit in its new hex: to attack from there, to guard a city, to be out of reach."""
    faced = _faced(state, after, side, unit, node)
    if faced:
        yield say("motive-face", units=_units_in(after, ENEMY[side], faced))
    yield from _guarded(state, side, node)
    danger, then = (_danger(one, side, place) for one, place in ((state, state.node_of(unit)), (after, node)))
    if danger is not None and danger.level > HARMLESS and (then is None or then.level < danger.level):
        yield say("motive-escape", hex=BOARD.id_of[state.node_of(unit)], column=danger.column)


def _faced(state: State, after: State, side: SideIndex, unit: UnitIndex, node: Node) -> NodeMask:
    """The enemy hexes that a unit can attack from its new hex in this turn, and could not before: those against which
    the odds can be even at least.
    """
    beside = BOARD.adjacent[node] & ~BOARD.adjacent[state.node_of(unit)] & after.occupied(ENEMY[side])
    in_time = state.phase == Phase.MOVEMENT and side == state.phasing
    if not beside or not in_time or not combat.attacks_voluntarily(after, unit):
        return NO_NODES
    odds = threat(after, SIDES[side]).hexes
    good = {name: one for name, one in odds.items() if beside & _mask(name) and one.level > HARMLESS}
    best = sorted(good, key=lambda name: -good[name].level)[:NAMED]
    return sum(map(_mask, best), NO_NODES)


def _guarded(state: State, side: SideIndex, node: Node) -> Iterator[Reason]:
    """A city of its own side to which the unit comes."""
    if BOARD.vp_hexes & state.control(side) & 1 << node:
        yield say("motive-guard", hex=BOARD.id_of[node])


def _danger(state: State, side: SideIndex, node: Node) -> Attack | None:
    """The strongest attack that the enemy could make on a hex; None where he cannot reach it, or for a box."""
    return threat(state, SIDES[ENEMY[side]]).hexes.get(BOARD.id_of[node]) if node >= 0 else None


def _of_an_attack(state: State, side: SideIndex, node: Node) -> Iterator[Reason]:
    """Whom an attack strikes, and what a breakthrough there would open; or that there is no way round it (CPR-2)."""
    if combat.marked(state) >> node & 1:
        yield say("motive-must", hex=BOARD.id_of[node])
    else:
        yield say("motive-attack", units=_units_in(state, ENEMY[side], 1 << node), hex=BOARD.id_of[node])
    yield from _opened(state, side, node)


def _opened(state: State, side: SideIndex, node: Node) -> Iterator[Reason]:
    """The enemy units that would be cut off if the defenders of a hex were gone and a unit had advanced into it."""
    beside = [unit for unit in state.on_map(side) if BOARD.adjacent[node] >> state.where[unit] & 1]
    spear = max(beside, key=lambda unit: (state.face_of(unit).mobile, state.face_of(unit).strength), default=NO_UNIT)
    if spear < 0:
        return
    through = state.copy()
    for unit in state.units_at(node, ENEMY[side]):
        through.put(unit, SHATTERED)
    through.put(spear, node)
    yield from _cut_off(state, through, ENEMY[side], "motive-opens")


def _units_in(state: State, side: SideIndex, nodes: NodeMask) -> list[str]:
    """The names of a side's units in some hexes."""
    return [BOARD.unit_ids[unit] for unit in state.units_in(nodes, side)]


def _mask(name: str) -> NodeMask:
    return 1 << BOARD.node_of[name]


# --- where nothing else shows --------------------------------------------------------------------------------------
OF_A_UNIT: Final[dict[type[Action], str]] = {
    AssignAttacker: "motive-join",
    ImproveUnit: "motive-strengthen",
    UpgradeUnit: "motive-strengthen",
    ReorganizeUnit: "motive-reorganize",
    UnfortifyUnit: "motive-march",
    EntrainUnit: "motive-entrain",
    MarkReserve: "motive-entrain",
    LoseStep: "motive-lose-step",
    ShatterUnit: "motive-crowded",
    PlaceCadre: "motive-cadre",
}
"""Kind of action with a unit -> the code of its purpose."""
PLAIN: Final[dict[type[Action], str]] = {
    Discard: "motive-spare-card",
    PayCard: "motive-spare-card",
    CommitSupport: "motive-support",
    Counterattack: "motive-strike-back",
}
"""Kind of action that names no place -> the code of its purpose."""
NO_MORE: Final = {
    "declare": "motive-no-more-attacks",
    "move": "motive-stay",
    "advance": "motive-stay-put",
    "compose": "motive-enough",
    "window": "motive-keep-event",
    "flip": "motive-keep-cards",
    "place": "motive-keep-cards",
    "reorganize": "motive-keep-cards",
    "counterblow": "motive-keep-cards",
    "support": "motive-keep-support",
    "counterattack": "motive-lie-low",
}
"""`CODE` of a question -> the code of the reason for stopping there."""


def _at_least(state: State, after: State, side: SideIndex, action: Action) -> Iterator[Reason]:
    """A sentence for an action that achieves nothing by itself."""
    question = state.question.CODE if state.question else ""
    if question == "red_events":
        yield say("motive-red")
    elif len(state.options) == 1:
        yield say("motive-no-choice")
    elif type(action) in OF_A_UNIT:
        yield say(OF_A_UNIT[type(action)], unit=places_of(action)[0])
    elif type(action) in PLAIN:
        yield say(PLAIN[type(action)])
    elif isinstance(action, Done | Pass):
        yield say(NO_MORE.get(question, SHRUG))
    else:
        yield from _of_a_place(state, after, side, action)


def _of_a_place(state: State, after: State, side: SideIndex, action: Action) -> Iterator[Reason]:
    """A sentence for an action that names a hex or a card and achieves nothing by itself."""
    match action:
        case PlaceUnit() | ReplaceUnit() | DetrainUnit():
            yield say("motive-bring", unit=action.unit, hex=action.to)
        case MoveUnit() | AdvanceUnit():
            goal = _on_the_way(state, side, state.node_of(BOARD.unit_index[action.unit]), BOARD.node_of[action.to])
            yield say("motive-toward", hex=BOARD.id_of[goal]) if goal >= 0 else say(SHRUG)
        case RetreatUnit():
            yield say("motive-back", hex=action.path[-1])
        case AddTarget():
            yield say("motive-add-target", hex=action.hex)
        case MarkCounterblow():
            yield say("motive-force", hex=action.hex)
        case PlayEvent():
            yield say("motive-event", event=half_id(action.card, SIDES[side]))
        case _:
            yield say(SHRUG)


def _on_the_way(state: State, side: SideIndex, frm: Node, to: Node) -> Node:
    """The nearest enemy city or oil field that a unit comes closer to; `NO_NODE` for none within sight."""
    goals = [
        (BOARD.distance(to, node), node)
        for node in bits(BOARD.vp_hexes & state.control(ENEMY[side]))
        if frm >= 0 and BOARD.distance(to, node) < BOARD.distance(frm, node)
    ]
    distance, node = min(goals, default=(FAR, NO_NODE))
    return node if distance < FAR else NO_NODE


# --- the odds ------------------------------------------------------------------------------------------------------
def _odds(state: State, after: State, action: Action) -> Iterator[Reason]:
    """The odds of the battle that is meant, as the units stand now."""
    match action:
        case DeclareTarget() | PlaceCounterblow():
            node = BOARD.node_of[action.hex]
            able = combat.able_attackers(after, (node,))
            if able:
                yield _told("motive-odds-most", forecast(after, tuple(able), (node,)))
        case BeginBattle():
            node = BOARD.node_of[action.hex]
            for targets, attackers in state.planned:
                if node in targets:
                    yield _told("motive-odds", forecast(state, attackers, targets))
        case AssignAttacker():
            frame = state.question
            if isinstance(frame, ComposeBattle):
                attackers = (*frame.attackers, BOARD.unit_index[action.unit])
                yield _told("motive-odds-then", forecast(state, attackers, frame.targets))
        case CommitSupport() | Counterattack() | Pass():
            yield from _odds_of_the_battle(state, after, action)
        case _:
            return


def _odds_of_the_battle(state: State, after: State, action: Action) -> Iterator[Reason]:
    """The odds with a support marker or a counterattack, played or passed up."""
    instead = next((one for one in state.options if isinstance(one, CommitSupport | Counterattack)), None)
    if instead is None:
        return
    then = after if action == instead else state.copy()
    if action != instead:
        answer(then, instead)
    before, seen = of_battle(state), of_battle(then)
    if seen is None:
        return
    if isinstance(instead, Counterattack):
        yield _told("motive-odds" if action == instead else "motive-odds-back", seen)
    elif before is not None:
        code = "motive-odds-instead" if action == instead else "motive-odds-with"
        yield _told(code, seen, before=before.odds.column)


def _told(code: str, seen: Forecast, **more: str) -> Reason:
    """The odds, and how many faces of the die drive the defender off."""
    good = sum(chance.times for chance in seen.chances if chance.result in GOOD)
    return say(code, column=seen.odds.column, times=good, **more)


# --- what is feared --------------------------------------------------------------------------------------------------
def _feared(state: State, after: State, side: SideIndex, action: Action) -> Iterator[Reason]:
    """The strongest answer to a move, and units of one's own that it leaves without supply."""
    moving = isinstance(action, MoveUnit)
    yield from _cut_off(state, after, side, "motive-own-cut-off-yet" if moving else "motive-own-cut-off")
    if isinstance(action, ON_MAP):
        danger = _danger(after, side, BOARD.node_of[action.to])
        if danger is not None and danger.level > HARMLESS:
            before = _danger(state, side, state.node_of(BOARD.unit_index[action.unit])) if moving else None
            still = before is not None and before.level >= danger.level
            yield say("motive-danger-still" if still else "motive-danger", hex=action.to, column=danger.column)
    elif isinstance(action, Done | Pass) and state.phase == Phase.MOVEMENT:
        attacks = threat(state, SIDES[ENEMY[side]]).hexes
        worst = sorted((name for name, one in attacks.items() if one.level > HARMLESS), key=lambda n: -attacks[n].level)
        for name in worst[:NAMED]:
            units = _units_in(state, side, _mask(name))
            yield say("motive-danger-of", units=units, hex=name, column=attacks[name].column)


def places_of(action: Action) -> tuple[str, ...]:
    """The hexes and units that an action names, if any: the places to look at."""
    fields = [getattr(action, name, None) for name in ("unit", "hex", "to")]
    if isinstance(action, RetreatUnit):
        fields.append(action.path[-1])
    return tuple(name for name in fields if name)
