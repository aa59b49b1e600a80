"""The forecast of a battle (10.5 to 10.7): the result of each face of the die, and its effect on every unit.

The rules are not written a second time: the battle procedure itself carries out each result on a copy of the position.
Where a player would choose (a retreat path, which unit loses the step), the copy takes the first option (of the ways
to retreat the first to a hex with room), and the forecast says that there is a choice. No card is played (what each
would change is listed separately) and no unit advances.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from noretreat.core.actions import Action, RetreatUnit
from noretreat.core.board import BOARD, ENEMY, SIDE_INDEX, SIDES
from noretreat.core.events import CounterblowPlaced, Event, UnitEliminated, UnitFlipped, UnitRetreated, UnitShattered
from noretreat.core.kernel import advance, answer
from noretreat.core.lasting import OF_ONE_BATTLE
from noretreat.core.reasons import Reason, because, reason, say
from noretreat.core.records import Battle
from noretreat.core.sides import NO_SIDE
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNITS, Node, SideIndex, UnitIndex
from noretreat.data.facts import Side
from noretreat.data.ids import UnitId
from noretreat.explain.ahead.battle_cards import BattleCard, cards_of, modest, results_of
from noretreat.explain.knowledge.view import OddsView, odds_view
from noretreat.explain.refusals.illegal import IllegalAction
from noretreat.explain.sentences.telling import Told, tell
from noretreat.rules import combat
from noretreat.rules.battle import BattleRound
from noretreat.rules.dice import DUEL, DUEL_OR_BATTLE, DUELS, chooser_of_table
from noretreat.rules.odds import hypothetical
from noretreat.rules.results import StepLoss
from noretreat.rules.stacking import room_for

_DUELS: Final = {DUEL: "fate-duel", DUEL_OR_BATTLE: "fate-duel-or-battle"}
"""A duel needs dice of its own: its consequence is described, not carried out."""


class Fate(msgspec.Struct, frozen=True):
    """The fate of one unit; `why` is `retreat` if no retreat was open to it."""

    unit: UnitId
    side: Side
    fate: Literal["retreats", "shattered", "lost", "step"]
    why: str = ""


class Consequence(msgspec.Struct, frozen=True):
    """The consequence of one result."""

    result: str
    text: str
    """All of `said`, in English."""
    fates: tuple[Fate, ...] = ()
    choice: tuple[UnitId, ...] = ()
    """Units from which the owner chooses the one that loses the step."""
    marker: bool = False
    """A Counterblow marker is placed."""
    said: tuple[Told, ...] = ()
    """What happens to which units, a sentence for each kind of fate."""


class Chance(msgspec.Struct, frozen=True):
    """A result, and the number of die faces that give it."""

    times: int
    result: str


class Forecast(msgspec.Struct, frozen=True):
    """The odds of a battle and everything that can come of them."""

    odds: OddsView
    dice: tuple[Consequence, ...]
    """One for each face of the die; a single one if there is no roll."""
    chances: tuple[Chance, ...]
    blocked: tuple[UnitId, ...]
    """Defenders that could not retreat (RET-1)."""
    warnings: tuple[Told, ...]
    """The reasons why this battle could not be fought like this now."""
    counterattack: OddsView | None = None
    counterattack_dice: tuple[Consequence, ...] = ()
    counterattack_chances: tuple[Chance, ...] = ()
    cards: tuple[BattleCard, ...] = ()
    """Events of either side that would change the results, as far as is public (10.5 step 2)."""
    chooser: Side | None = None
    """The side that will choose between the tables of both sides (22S); `dice` are those of the usual table, ..."""
    other_dice: tuple[Consequence, ...] = ()
    """... and these, with their chances, those of the other one."""
    other_chances: tuple[Chance, ...] = ()


def forecast(state: State, attackers: tuple[UnitIndex, ...], targets: tuple[Node, ...], supports: int = 0) -> Forecast:
    """The forecast of these units attacking these hexes now (unit and node numbers), whichever side's turn it is.

    If that is the battle being fought, it is forecast as it stands, with these supports more. Raises `IllegalAction`
    for attackers of both sides, or a hex without enemy units.
    """
    if not attackers or not targets:
        raise IllegalAction(because("choose-both"))
    if now := fought(state, attackers, targets, supports):
        return _with_cards(state.copy(), now, ())
    side = state.info(attackers[0]).side
    if any(state.info(unit).side != side for unit in attackers):
        raise IllegalAction(because("one-side"))
    probe = as_attacker(state, side, targets)
    battle = hypothetical(probe, attackers, targets, supports)
    if not battle.defenders:
        raise IllegalAction(because("nobody-there"))
    return _with_cards(probe, battle, tuple(warnings(probe, battle)))


def fought(state: State, attackers: tuple[UnitIndex, ...], targets: tuple[Node, ...], supports: int) -> Battle | None:
    """The battle being fought with these supports more, if it is one of these units against these hexes and its die has
    not been rolled. A counterattack is fought otherwise than an attack of the same units would be (10.7.2).
    """
    battle = state.battle
    if battle is None or battle.die or battle.result:
        return None
    if set(battle.attackers) != set(attackers) or set(battle.targets) != set(targets):
        return None
    return msgspec.structs.replace(battle, supports=battle.supports + supports)


def of_battle(state: State, table: SideIndex = NO_SIDE) -> Forecast | None:
    """The forecast of the battle being fought, before its die is rolled; None if there is none.

    `table`: the side whose combat table is used (0 Axis, 1 Soviet); -1: the one that applies (22S).
    """
    battle = state.battle
    if battle is None or not battle.attackers or not battle.defenders:
        return None
    return _with_cards(state.copy(), battle if table < 0 else msgspec.structs.replace(battle, table=table), ())


def as_attacker(state: State, side: SideIndex, targets: tuple[Node, ...]) -> State:
    """A copy in which `side` attacks, without the markers and effects of other battles."""
    probe = state.copy()
    if state.battle is None or state.battle.targets != targets:
        probe.effects = tuple(effect for effect in state.effects if effect.expires not in OF_ONE_BATTLE)
    if side != state.phasing:
        probe.phasing = side
        probe.engaged = NO_UNITS
        probe.targets = probe.fought_targets = NO_NODES
        # Markers that this side's battles left on its own hexes apply only in the enemy's turn.
        probe.counterblows = probe.paid_counterblows = probe.result_counterblows = NO_NODES
        probe.standing_counterblows = state.result_counterblows
    return probe


def warnings(state: State, battle: Battle) -> list[Reason]:
    """The reasons why these attackers cannot fight this battle (10.1.1, 10.3)."""
    found = []
    marked = all(combat.marked(state) >> node & 1 for node in battle.targets)
    for unit in battle.attackers:
        name, place = BOARD.unit_ids[unit], state.where[unit]
        if place < 0:
            found.append(reason("warn-off-map", unit=name))
        elif not all(BOARD.adjacent[node] >> place & 1 for node in battle.targets):
            found.append(reason("warn-not-adjacent", unit=name))
        elif state.disorganized >> unit & 1 and not marked:
            found.append(reason("warn-disorganized", unit=name))
        elif state.face_of(unit).white and not marked:
            found.append(reason("warn-white", unit=name))
        if state.engaged >> unit & 1 and (state.battle is None or unit not in state.battle.attackers):
            found.append(reason("warn-has-fought", unit=name))
    return found


def _with_cards(state: State, battle: Battle, told: tuple[Reason, ...]) -> Forecast:
    """The forecast of a battle, what cards could change, and the other table where a side may choose it."""
    found = msgspec.structs.replace(_forecast(state, battle, told), cards=cards_of(state, battle))
    chooser = chooser_of_table(state, battle)
    if chooser == NO_SIDE or battle.table >= 0 or found.odds.automatic:
        return found
    usual = SIDE_INDEX[Side(found.odds.table)]
    other = _forecast(state, msgspec.structs.replace(battle, table=ENEMY[usual]), ())
    return msgspec.structs.replace(found, chooser=SIDES[chooser], other_dice=other.dice, other_chances=other.chances)


def _forecast(state: State, battle: Battle, told: tuple[Reason, ...]) -> Forecast:
    """The forecast of a battle record, with one round of counterattack."""
    results = results_of(state, battle)
    known = {result: carry_out(state, battle, result) for result in dict.fromkeys(results)}
    dice = tuple(known[result] for result in results)
    chances = tuple(Chance(results.count(result) * 6 // len(results), result) for result in known)
    back = counterattack_of(battle, state) if "CA" in results and battle.round == 0 else None
    answer_to = None if back is None else _forecast(state, back, ())
    return Forecast(
        odds=odds_view(state, battle),
        dice=dice,
        chances=tuple(sorted(chances, key=lambda chance: -chance.times)),
        blocked=tuple(fate.unit for fate in carry_out(state, battle, "DR").fates if fate.why == "retreat"),
        warnings=tuple(tell(why, state.face) for why in told),
        counterattack=answer_to.odds if answer_to else None,
        counterattack_dice=answer_to.dice if answer_to else (),
        counterattack_chances=answer_to.chances if answer_to else (),
    )


def counterattack_of(battle: Battle, state: State) -> Battle:
    """The round that a CA result allows: the same units, the roles swapped (RES-2)."""
    return Battle(
        attacker=ENEMY[battle.attacker],
        attackers=tuple(unit for unit in battle.defenders if state.where[unit] >= 0),
        defenders=battle.attackers,
        targets=tuple(sorted({state.node_of(unit) for unit in battle.attackers if state.node_of(unit) >= 0})),
        round=battle.round + 1,
        voluntary=battle.voluntary,
    )


def carry_out(state: State, battle: Battle, result: str) -> Consequence:
    """Lets the battle procedure carry out a result on a copy, and returns what happened to every unit."""
    if result in DUELS:
        return _consequence(state, result, [say(_DUELS[result])])
    probe = state.copy()
    probe.battle = msgspec.structs.replace(battle, result=result)
    probe.stack = [BattleRound(at="apply_result")]
    choice: list[str] = []
    if result != "CA":  # a counterattack is a question, and a round of its own
        _play_out(probe, choice)
    fates = tuple(_fates(state, probe, battle, probe.happened))
    marker = any(isinstance(event, CounterblowPlaced) for event in probe.happened)
    sentences = _sentences(battle, result, fates, choice, marker)
    return _consequence(state, result, sentences, fates=fates, choice=tuple(choice), marker=marker)


def _consequence(state: State, result: str, sentences: list[Reason], **what: Any) -> Consequence:
    """A consequence with its sentences told."""
    said = tuple(tell(sentence, state.face) for sentence in sentences)
    return Consequence(result, " ".join(one.words for one in said), said=said, **what)


def _play_out(probe: State, choice: list[str]) -> None:
    """Answers every question with as little as the rules allow; a retreat ends in a hex with room, if one can."""
    advance(probe)
    while probe.question is not None and probe.battle is not None:
        if isinstance(probe.question, StepLoss):
            choice += [str(msgspec.structs.asdict(action)["unit"]) for action in probe.options]
        answer(probe, modest(_sparing(probe)))


def _sparing(state: State) -> Sequence[Action]:
    """The options of the question; of the ways to retreat those to a hex with room, if there are any (8.4.3)."""
    ways = [
        action
        for action in state.options
        if isinstance(action, RetreatUnit)
        and room_for(state, BOARD.unit_index[action.unit], 1 << BOARD.node_of[action.path[-1]])
    ]
    return ways or state.options


def _fates(before: State, after: State, battle: Battle, happened: list[Event]) -> list[Fate]:
    """The fates of the units in the battle and in its target hexes; unaffected units are left out."""
    mask = sum((1 << node for node in battle.targets), NO_NODES)
    struck = [unit for unit in before.units_in(mask, ENEMY[battle.attacker]) if unit not in battle.defenders]
    found = []
    for unit in (*battle.attackers, *battle.defenders, *struck):
        name = BOARD.unit_ids[unit]
        side = SIDES[before.info(unit).side]
        own = [event for event in happened if getattr(event, "unit", None) == name]
        lost = next((event for event in own if isinstance(event, UnitEliminated)), None)
        if lost is not None:
            found.append(Fate(name, side, "lost", lost.why))
        elif any(isinstance(event, UnitShattered) for event in own):
            found.append(Fate(name, side, "shattered", "" if _went(own) else "retreat"))
        elif any(isinstance(event, UnitFlipped) for event in own):
            found.append(Fate(name, side, "step", "retreats" if _went(own) else ""))
        elif _went(own):
            found.append(Fate(name, side, "retreats"))
    return found


def _went(own: list[Event]) -> bool:
    """Has the unit retreated?"""
    return any(isinstance(event, UnitRetreated) for event in own)


def _sentences(battle: Battle, result: str, fates: tuple[Fate, ...], choice: list[str], marker: bool) -> list[Reason]:
    """The sentences for a consequence (`data/information.toml`): a question of the owner first, then each kind of fate,
    the defender's before the attacker's.
    """
    if result == "CA":
        return [say("fate-counterattack")]
    if result == "CB":
        return [say("fate-counterblow" if marker else "fate-counterblow-none")]
    found = []
    for side, chosen in ((ENEMY[battle.attacker], "defender"), (battle.attacker, "attacker")):
        units = [unit for unit in choice if BOARD.units[BOARD.unit_index[unit]].side == side]
        if units:
            found.append(say(f"fate-choice-{chosen}", units=units))
        found += _of_fates([fate for fate in fates if fate.side is SIDES[side] and fate.unit not in units])
    return found or [say("fate-none")]


_FATES: Final = {
    ("retreats", ""): "fate-retreats",
    ("shattered", ""): "fate-shattered",
    ("shattered", "retreat"): "fate-shattered-retreat",
    ("lost", "retreat"): "fate-lost-retreat",
    ("lost", ""): "fate-lost",
    ("step", ""): "fate-step",
    ("step", "retreats"): "fate-step-retreats",
}
"""(fate, cause) -> its sentence; that without a cause stands for all others."""


def _of_fates(fates: list[Fate]) -> list[Reason]:
    """A sentence for each kind of fate, with the units that meet it."""
    by_kind: dict[str, list[str]] = {}
    for fate in fates:
        code = _FATES.get((fate.fate, fate.why)) or _FATES[fate.fate, ""]
        by_kind.setdefault(code, []).append(fate.unit)
    return [say(code, units=units, n=len(units)) for code, units in by_kind.items()]


__all__ = ["Chance", "Consequence", "Fate", "Forecast", "carry_out", "forecast", "of_battle"]
