"""Answers about battles: who can attack what, with what odds, what a result does, where a unit could retreat."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.ask.knowing import again
from noretreat.ask.reading import Asked, side_meant
from noretreat.ask.records import Answer
from noretreat.ask.standpoint import Standpoint, ids, reached
from noretreat.core import events
from noretreat.core.board import BOARD, ENEMY, SIDES, bits
from noretreat.core.events import Event
from noretreat.core.reasons import Reason, reason, say
from noretreat.core.types import NO_NODES, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Phase
from noretreat.data.ids import MapId, UnitId
from noretreat.explain.ahead import forecast, outlook
from noretreat.explain.refusals.idle import why_idle
from noretreat.explain.refusals.illegal import IllegalAction
from noretreat.rules import combat, retreat

_BEST = 6
"""The most targets that are named."""


def attack(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Can these units attack, or attack that: from where they stand, or after moving?"""
    if not asked.units:
        attackers(view, asked, answer)
        return
    mine = [unit for unit in asked.units if view.side_of(unit) == view.side_of(asked.units[0])]
    targets = _targets(view, asked, ENEMY[view.side_of(mine[0])])
    for unit in mine:
        _attack(view, unit, targets, answer)


def _targets(view: Standpoint, asked: Asked, side: SideIndex) -> tuple[MapId, ...]:
    """The hexes that a question would attack: places, and the hexes of units of the side attacked."""
    spots = [view.at(unit) for unit in asked.units if view.side_of(unit) == side]
    return tuple(dict.fromkeys([*filter(None, spots), *asked.places]))


def _attack(view: Standpoint, unit: UnitId, targets: Sequence[MapId], answer: Answer) -> None:
    number, side = BOARD.unit_index[unit], view.side_of(unit)
    then, moving = view.fighting(side), view.moving(side)
    answer.note(view.now(side, Phase.COMBAT))
    answer.light(targets, [unit])
    if then.where[number] < 0:
        answer.say(say("ask-attack-not", unit=unit), why_idle_off(view, unit))
        return
    here = BOARD.adjacent[then.node_of(number)] & then.occupied(ENEMY[side])
    able = _able(then, number)
    beside = NO_NODES if not able else here
    later = NO_NODES
    still = view.state.phasing != side or view.state.phase not in (Phase.COMBAT, Phase.COUNTERBLOWS)
    if able and still:
        later = BOARD.expand(reached(moving, number)) & moving.occupied(ENEMY[side]) & ~beside
    if targets:
        for place in targets:
            _attack_there(view, unit, place, beside, later, answer)
        return
    answer.light(BOARD.ids(beside | later))
    if beside:
        answer.say(say("ask-attack", unit=unit, hexes=BOARD.ids(beside)))
    else:
        answer.say(say("ask-attack-not", unit=unit), why_idle(then, unit))
    if later:
        answer.say(say("ask-attack-later", unit=unit, hexes=BOARD.ids(later)))


def why_idle_off(view: Standpoint, unit: UnitId) -> Reason:
    """The line for a unit that is not on the map."""
    box = BOARD.place_id(view.state.where[BOARD.unit_index[unit]])
    return reason("off-map", unit=unit, box=box)


def _able(state: object, unit: UnitIndex) -> bool:
    """May it attack voluntarily, as far as its own state goes?"""
    return combat.attacks_voluntarily(state, unit)  # type: ignore[arg-type]


def _attack_there(
    view: Standpoint, unit: UnitId, place: MapId, beside: NodeMask, later: NodeMask, answer: Answer
) -> None:
    node, number, side = BOARD.node_of[place], BOARD.unit_index[unit], view.side_of(unit)
    then = view.fighting(side)
    if not then.occupied(ENEMY[side]) >> node & 1:
        answer.say(reason("no-enemy", hex=place))
        return
    if beside >> node & 1:
        answer.say(say("ask-attack-there", unit=unit, hex=place))
    elif later >> node & 1:
        moving = view.moving(side)
        spots = BOARD.ids(reached(moving, number) & BOARD.adjacent[node])
        answer.light(spots)
        answer.say(say("ask-attack-there-later", unit=unit, hex=place, hexes=spots))
    else:
        why = None if _able(then, number) else reason("idle-attacker", unit=unit)
        near = bool(BOARD.adjacent[node] >> then.node_of(number) & 1)
        far = None if near else say("ask-attack-far", unit=unit, hex=place)
        answer.say(say("ask-attack-there-not", unit=unit, hex=place), why or far)
        return
    _odds(view, (number,), (node,), 0, answer, brief=True)


def attackers(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Who can attack these hexes, or the hexes of these units, and how strongly?"""
    state = view.state
    places = _places(view, asked)
    if not places and not asked.units:
        targets(view, asked, answer)
    for place in places:
        node = BOARD.node_of[place]
        owner = next((side for side in (view.side, view.enemy) if state.units_at(node, side)), None)
        if owner is None:
            answer.light([place])
            answer.say(say("ask-there-none", hex=place))
            continue
        side = ENEMY[owner]
        answer.note(view.now(side, Phase.COMBAT))
        then = view.fighting(side)
        now = combat.able_attackers(then, (node,))
        answer.light([place], ids(now))
        answer.say(
            say("ask-attackers", hex=place, units=ids(now))
            if now
            else say("ask-attackers-none", hex=place, side=SIDES[side])
        )
        moved = view.state.phasing == side and view.state.phase in (Phase.COMBAT, Phase.COUNTERBLOWS)
        best = None if moved else outlook.threat(state, SIDES[side]).hexes.get(place)
        if best is not None:
            answer.light([], best.attackers)
            answer.say(
                say(
                    "ask-attackers-best",
                    units=best.attackers, attack=best.attack, defense=best.defense, column=best.column,
                )
            )  # fmt: skip
        elif now:
            _odds(view, tuple(now), (node,), 0, answer, brief=True)
        elif not moved:
            answer.say(say("ask-attackers-far", hex=place, side=SIDES[side]))


def _places(view: Standpoint, asked: Asked) -> tuple[MapId, ...]:
    """The places that are named, or those of the units that are."""
    return asked.places or tuple(dict.fromkeys(filter(None, [view.at(unit) for unit in asked.units])))


def targets(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """What could a side attack, and with what odds at best?"""
    side = side_meant(asked, view.side)
    answer.note(view.now(side, Phase.COMBAT))
    state = view.state
    if state.phasing == side and state.phase in (Phase.COMBAT, Phase.COUNTERBLOWS):
        then = view.fighting(side)
        nodes = [node for node in bits(combat.possible_targets(then) | then.targets) if then.occupied(ENEMY[side])]
        found = {BOARD.id_of[node]: tuple(combat.able_attackers(then, (node,))) for node in nodes}
        for place, units in list(found.items())[:_BEST]:
            answer.light([place])
            if units:
                _odds(view, units, (BOARD.node_of[place],), 0, answer, brief=True)
    else:
        known = outlook.threat(state, SIDES[side]).hexes
        ranked = sorted(known.items(), key=lambda one: -one[1].attack / max(1, one[1].defense))
        for place, best in ranked[:_BEST]:
            answer.light([place])
            answer.say(
                say(
                    "ask-target", hex=place, units=best.attackers, attack=best.attack, defense=best.defense,
                    column=best.column,
                )
            )  # fmt: skip
    if not answer.hexes:
        answer.say(say("ask-targets-none", side=SIDES[side]))


def chances(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """The odds of these units against that hex, with the chances of each result."""
    state = view.state
    if not asked.units and not asked.places:
        battle = state.battle
        if battle is None or not battle.attackers:
            targets(view, asked, answer)
        else:
            _odds(view, battle.attackers, battle.targets, 0, answer)
        return
    if len(asked.units) == 1 and not asked.places:  # a target alone, or an attacker alone
        only = asked.units[0]
        if view.side_of(only) == view.side:
            attack(view, asked, answer)
        else:
            attackers(view, asked, answer)
        return
    if not asked.units:
        attackers(view, asked, answer)
        return
    side, target = _sides(view, asked)
    units = tuple(BOARD.unit_index[unit] for unit in asked.units if view.side_of(unit) == side)
    nodes = tuple(BOARD.node_of[place] for place in target)
    if not units:
        attackers(view, asked._replace(places=target), answer)
        return
    answer.note(view.now(side, Phase.COMBAT))
    _odds(view, units, nodes, int(asked.speaks_of("support")), answer)


def _sides(view: Standpoint, asked: Asked) -> tuple[SideIndex, tuple[MapId, ...]]:
    """Who attacks, and which hexes: the first named attacks, unless a place named is its own."""
    first = view.side_of(asked.units[0])
    theirs = _targets(view, asked, ENEMY[first])
    held = [place for place in asked.places if view.state.units_at(BOARD.node_of[place], first)]
    if len(theirs) == len(held) and held and len(asked.units) == 1:
        return ENEMY[first], ()
    return first, tuple(place for place in theirs if place not in held or len(theirs) == 1)


def _odds(
    view: Standpoint, units: tuple[UnitIndex, ...], nodes: tuple[Node, ...], supports: int, answer: Answer,
    *, brief: bool = False,
) -> None:  # fmt: skip
    """The odds of a battle, and unless `brief` each shift and the chances of each result."""
    try:
        found = forecast.forecast(view.state, units, nodes, supports)
    except IllegalAction as error:
        answer.say(error.reason)
        return
    told, hexes = found.odds, [BOARD.id_of[node] for node in nodes]
    answer.light(hexes, ids(list(units)))
    answer.say(
        say(
            "ask-odds", units=ids(list(units)), hexes=hexes, attack=told.attack, defense=told.defense,
            initial=told.initial, column=told.column,
        )
    )  # fmt: skip
    if brief:
        return
    for shift in told.shifts:
        answer.ruled(say("ask-shift", columns=shift.columns, why=again(shift.said)), shift.rule)
    for chance in found.chances if told.automatic is None else ():
        answer.say(say("ask-chance", n=chance.times, result=chance.result))
    if told.automatic is not None:
        answer.say(say("ask-automatic", result=told.automatic))
    answer.tell(*found.warnings)


def face(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """What happens on one face of the die, in the battle that is named or being fought?"""
    faces = [number for number in range(1, 7) if number in asked.numbers or asked.speaks_of(f"face-{number}")]
    rolled = faces[0] if faces else None
    state = view.state
    side, target = _sides(view, asked) if asked.units else (view.side, asked.places)
    units = tuple(BOARD.unit_index[unit] for unit in asked.units if view.side_of(unit) == side)
    if asked.units and not target and side != view.side:
        side, target, units = view.side, _targets(view, asked, view.enemy), ()
    nodes = tuple(BOARD.node_of[place] for place in target)
    if not nodes and state.battle is not None and state.battle.attackers:
        units, nodes = state.battle.attackers, state.battle.targets
    if nodes and not units:
        owner = next((one for one in (view.enemy, view.side) if state.units_at(nodes[0], one)), view.enemy)
        units = tuple(combat.able_attackers(view.fighting(ENEMY[owner]), nodes))
        side = ENEMY[owner]
    if rolled is None or not nodes or not units:
        chances(view, asked, answer)
        return
    answer.note(view.now(side, Phase.COMBAT))
    _odds(view, units, nodes, int(asked.speaks_of("support")), answer, brief=True)
    try:
        dice = forecast.forecast(state, units, nodes, int(asked.speaks_of("support"))).dice
    except IllegalAction:
        return
    what = dice[(rolled - 1) * len(dice) // 6]
    answer.say(say("ask-face", face=rolled, result=what.result))
    answer.tell(*what.said)


def retreats(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Where could these units retreat?"""
    for unit in asked.units:
        number, side = BOARD.unit_index[unit], view.side_of(unit)
        answer.light([], [unit])
        if view.state.where[number] < 0:
            answer.say(why_idle_off(view, unit))
            continue
        state = view.state if view.state.battle is not None else forecast.as_attacker(view.state, ENEMY[side], ())
        paths = retreat.retreat_paths(state, number)
        ends = tuple(dict.fromkeys(BOARD.id_of[path[-1]] for path in paths))
        answer.light(ends)
        if ends:
            answer.say(say("ask-retreat", unit=unit, hexes=ends), say("ask-retreat-rule"))
        else:
            answer.say(say("ask-retreat-not", unit=unit), say("ask-retreat-rule"))


def counterblows(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """Where may a side place Counterblow markers?"""
    side = side_meant(asked, view.side)
    state = view.state
    now = state if state.phasing != side else forecast.as_attacker(state, ENEMY[side], ())
    hexes = BOARD.ids(combat.counterblow_hexes(now))
    answer.light(hexes)
    answer.say(
        say("ask-counterblows", side=SIDES[side], hexes=hexes)
        if hexes
        else say("ask-counterblows-none", side=SIDES[side])
    )


def last_battle(view: Standpoint, asked: Asked, answer: Answer, happened: Sequence[Event] = ()) -> None:
    """The last battle: who fought, what shifted its column, and what came of it."""
    began = odds_set = result = die = None
    for event in happened:
        if isinstance(event, events.BattleBegan):
            began, odds_set, result, die = event, None, None, None
        elif isinstance(event, events.OddsSet):
            odds_set = event
        elif isinstance(event, events.DieRolled) and event.purpose == "combat":
            die = event
        elif isinstance(event, events.ResultFound):
            result = event
    if began is None:
        answer.say(say("ask-battle-none"))
        return
    answer.light(began.targets, began.attackers)
    answer.say(say("ask-battle", units=began.attackers, hexes=began.targets, side=began.attacker))
    if odds_set is not None:
        answer.say(
            say(
                "ask-battle-odds", attack=odds_set.attack, defense=odds_set.defense, initial=odds_set.initial,
                column=odds_set.column,
            ),
            say("ask-shifts", shifts=odds_set.shifts) if odds_set.shifts else say("ask-shifts-none"),
        )  # fmt: skip
    if result is not None:
        answer.say(
            say("ask-battle-rolled", die=die.value, result=result.result)
            if die is not None
            else say("ask-battle-result", result=result.result)
        )


def advances(view: Standpoint, asked: Asked, answer: Answer) -> None:
    """How far could these units advance after a battle?"""
    for unit in asked.units:
        number, side = BOARD.unit_index[unit], view.side_of(unit)
        then = view.fighting(side)
        face = then.face_of(number)
        answer.light([], [unit])
        answer.note(view.now(side, Phase.COMBAT))
        if then.where[number] < 0:
            answer.say(why_idle_off(view, unit))
        elif then.disorganized >> number & 1 or face.white or not face.mobile:
            answer.say(reason("cannot-advance", unit=unit))
        else:
            answer.say(say("ask-advance", unit=unit, n=retreat.advance_limit(then, number)), say("ask-advance-ends"))
