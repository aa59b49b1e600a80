"""Events played in the commitment step of a battle that change strengths, columns or what a fort is worth."""

from __future__ import annotations

from typing import Final

from noretreat.cards.conditions import FROM_1943, FROM_1944, attacks, city_attacked, defends
from noretreat.cards.counterblows import FreeCounterblows, room_for_counterblow
from noretreat.core import events
from noretreat.core.board import AXIS, BOARD, ENEMY, SOVIET, bits
from noretreat.core.kernel import call
from noretreat.core.lasting import Kind, Scope
from noretreat.core.reasons import Reason, because
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNITS, CardNumber, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Phase, Sea, UnitType
from noretreat.rules.battle_record import battle_of
from noretreat.rules.choices import answer, choose_hex, choose_unit
from noretreat.rules.deck import draw
from noretreat.rules.effects import lasting, shift
from noretreat.rules.odds import armor_bonus
from noretreat.rules.windows import Window, event


# --- strengths --------------------------------------------------------------------------------------------
def _in_battle_or_before(state: State, side: SideIndex, mode: str) -> Reason | None:
    """Each alternative of Erich von Manstein has its own moment."""
    if mode == "double":
        return None if state.battle else because("doubled-in-battle")
    if state.phase != Phase.COUNTERBLOWS:
        return because("before-battles")
    return room_for_counterblow(state, side, mode)


@event(
    1,
    AXIS,
    Window.COMMIT,
    Window.COUNTERBLOW,
    modes={"double": Window.COMMIT, "counterblows": Window.COUNTERBLOW},
    requires=(_in_battle_or_before,),
)
def erich_von_manstein(state: State, side: SideIndex, mode: str) -> None:
    """Doubles the strength of an Axis unit, or places three free counterblows on Axis hexes."""
    if mode == "counterblows":
        call(state, FreeCounterblows(side, 3))
        return
    battle = battle_of(state)
    choose_unit(state, CardNumber(1), side, battle.attackers if battle.attacker == side else battle.defenders)


@answer(1, AXIS)
def lead_from_the_front(state: State, side: SideIndex, unit: UnitIndex) -> None:
    """Doubles the strength of the unit for this round."""
    lasting(state, CardNumber(1), side, Kind.DOUBLE, 0, Scope.BATTLE, 1 << unit)


@event(29, AXIS, Window.COMMIT, turn=SOVIET, requires=(defends,))
def walter_model(state: State, side: SideIndex, mode: str) -> None:
    """Doubles the strength of all Axis defenders."""
    lasting(
        state,
        CardNumber(29),
        side,
        Kind.DOUBLE,
        0,
        Scope.BATTLE,
        sum((1 << unit for unit in battle_of(state).defenders), NO_UNITS),
    )


def _from_1943(state: State, side: SideIndex, mode: str) -> Reason | None:
    """It is 1943 or later."""
    return None if state.turn >= FROM_1943 else because("not-before-1943")


@event(23, SOVIET, Window.COMMIT, requires=(_from_1943,))
def sturmoviks(state: State, side: SideIndex, mode: str) -> None:
    """Every Soviet unit is stronger by two in this battle and the next one; by four from 1944."""
    lasting(state, CardNumber(23), side, Kind.ADD_STRENGTH, 4 if state.turn >= FROM_1944 else 2, Scope.TWO_BATTLES)


# --- columns ----------------------------------------------------------------------------------------------
def _axis_attacks_or_removal(state: State, side: SideIndex, mode: str) -> Reason | None:
    """Each alternative of Luftwaffe Support has its own moment."""
    if mode == "shift":
        return attacks(state, side, mode)
    if state.phase != Phase.REMOVAL or state.battle is not None:
        return because("saved-in-removal")
    return None if _unsupplied_hexes(state, side) else because("none-unsupplied")


def _unsupplied_hexes(state: State, side: SideIndex) -> NodeMask:
    """Hexes with Unsupplied units of `side`."""
    return sum({1 << state.node_of(unit) for unit in state.on_map(side) if state.unsupplied >> unit & 1}, NO_NODES)


@event(
    6,
    AXIS,
    Window.COMMIT,
    Window.REMOVAL,
    modes={"shift": Window.COMMIT, "save": Window.REMOVAL},
    requires=(_axis_attacks_or_removal,),
)
def luftwaffe_support(state: State, side: SideIndex, mode: str) -> None:
    """One column for an Axis attack, or the Unsupplied units of one hex survive this Removal Phase."""
    if mode == "shift":
        shift(state, CardNumber(6), side, 1)
    else:
        choose_hex(state, CardNumber(6), side, bits(_unsupplied_hexes(state, side)))


@answer(6, AXIS)
def supply_from_the_air(state: State, side: SideIndex, node: Node) -> None:
    """These units are not lost; their markers are removed as usual."""
    units = sum((1 << unit for unit in state.units_at(node, side)), NO_UNITS)
    lasting(state, CardNumber(6), side, Kind.SAVED, 0, Scope.PLAYER_TURN, units)


@event(28, SOVIET, Window.COMMIT, turn=SOVIET, requires=(attacks,))
def katyushas(state: State, side: SideIndex, mode: str) -> None:
    """One column for a Soviet attack, two from 1944."""
    shift(state, CardNumber(28), side, 2 if state.turn >= FROM_1944 else 1)


@event(34, AXIS, Window.COMMIT)
def soviet_logistics_problems(state: State, side: SideIndex, mode: str) -> None:
    """For the rest of the phase all Soviet attacks lose a column."""
    lasting(state, CardNumber(34), side, Kind.SHIFT_ATTACKS_ON, -1, Scope.PHASE)


@event(3, SOVIET, Window.COMMIT)
def black_sea_fleet(state: State, side: SideIndex, mode: str) -> None:
    """For the rest of the phase battles for hexes on the Black Sea shift one column in favor of the Soviets."""
    lasting(state, CardNumber(3), side, Kind.FAVOR_HEXES, 1, Scope.PHASE, nodes=BOARD.coast[Sea.BLACK])


_INFANTRY_CLASS: Final = (
    UnitType.INFANTRY, UnitType.MECHANIZED, UnitType.SHOCK, UnitType.REGIONAL, UnitType.CADRE,
)  # fmt: skip


def _combined_arms(state: State, side: SideIndex, mode: str) -> Reason | None:
    """Armor and infantry attack together, and one of them is supplied (CRD-12)."""
    battle = battle_of(state)
    faces = [state.face_of(unit) for unit in battle.attackers]
    if not any(face.armored for face in faces) or not any(face.type in _INFANTRY_CLASS for face in faces):
        return because("combined-arms")
    supplied = any(not state.unsupplied >> unit & 1 for unit in battle.attackers)
    return None if supplied else because("no-attacker-supplied")


@event(46, SOVIET, Window.COMMIT, requires=(attacks, _combined_arms))
def konstantin_rokossovsky(state: State, side: SideIndex, mode: str) -> None:
    """One column for an attack of armor and infantry together, and a card."""
    shift(state, CardNumber(46), side, 1)
    draw(state, side, 1)


def _german_city(state: State, side: SideIndex, mode: str) -> Reason | None:
    """Some target hex is a city in Greater Germany."""
    cities = BOARD.cities & BOARD.germany & ~state.scorched
    attacked = state.battle is not None and any(cities >> node & 1 for node in state.battle.targets)
    return None if attacked else because("german-city-only")


@event(50, SOVIET, Window.COMMIT, requires=(attacks, _german_city))
def hurrah(state: State, side: SideIndex, mode: str) -> None:
    """One column against a city in Greater Germany, and a card."""
    shift(state, CardNumber(50), side, 1)
    draw(state, side, 1)


# --- armor ------------------------------------------------------------------------------------------------
@event(8, AXIS, Window.COMMIT, modes=("own_bonus", "enemy_bonus"))
def new_tank_design(state: State, side: SideIndex, mode: str) -> None:
    """For the rest of the phase Axis armor has its bonus even against armor, or Soviet armor has none."""
    lasting(
        state,
        CardNumber(8),
        side,
        Kind.ARMOR_BEATS_ARMOR if mode == "own_bonus" else Kind.NO_ARMOR_BONUS,
        0,
        Scope.PHASE,
    )


def _has_armor_bonus(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The attack has an armor bonus."""
    return None if state.battle and armor_bonus(state, state.battle) else because("no-armor-bonus")


@event(54, SOVIET, Window.COMMIT, requires=(attacks, _has_armor_bonus))
def stalin_tanks(state: State, side: SideIndex, mode: str) -> None:
    """The armor bonus is two columns."""
    lasting(state, CardNumber(54), side, Kind.ARMOR_WORTH, 2, Scope.BATTLE)


# --- forts ------------------------------------------------------------------------------------------------
def _open_forts(state: State, side: SideIndex) -> list[UnitIndex]:
    """Enemy forts in target hexes without a Counterblow marker."""
    battle = battle_of(state)
    open_hexes = [node for node in battle.targets if not battle.counterblows >> node & 1]
    units = [unit for node in open_hexes for unit in state.units_at(node, ENEMY[side])]
    return [unit for unit in units if state.face_of(unit).fort]


def _a_fort(state: State, side: SideIndex, mode: str) -> Reason | None:
    """There is a fort to bombard."""
    return None if _open_forts(state, side) else because("no-fort-attacked")


@event(33, AXIS, Window.COMMIT, requires=(attacks, _a_fort))
def siege_artillery(state: State, side: SideIndex, mode: str) -> None:
    """Forts in the target hexes fight as ordinary infantry; under the living rules they are flipped, too."""
    forts = _open_forts(state, side)
    lasting(
        state,
        CardNumber(33),
        side,
        Kind.NO_FORT,
        0,
        Scope.BATTLE,
        nodes=sum({1 << state.node_of(unit) for unit in forts}, NO_NODES),
    )
    for unit in forts:
        if state.rules.siege_artillery == "regional_face" and state.info(unit).two_sided:
            state.turn_over(unit, 0)
            state.emit(events.UnitFlipped(BOARD.unit_ids[unit], 0, "unfortify"))


@event(47, SOVIET, Window.COMMIT, turn=SOVIET, requires=(attacks,))
def heavy_artillery(state: State, side: SideIndex, mode: str) -> None:
    """Forts and Volkssturm fight as ordinary infantry; one column against a city."""
    targets = sum((1 << node for node in battle_of(state).targets), NO_NODES)
    lasting(state, CardNumber(47), side, Kind.NO_FORT, 0, Scope.BATTLE, nodes=targets)
    if city_attacked(state, side, mode) is None:
        shift(state, CardNumber(47), side, 1)
