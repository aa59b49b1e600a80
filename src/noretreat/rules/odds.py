"""Odds and shifts (chapters 10.4 to 10.6 and 14.3 to 14.7; BAT-1 to BAT-4, SHF-1 to SHF-13): strengths, column, shifts.

`shifts` is the computation *and* the explanation: each entry says how many columns, why, and by which rule. Positive
columns favor the attacker.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from noretreat.core.board import AXIS, BOARD, ENEMY, SIDES, SOVIET, FaceInfo
from noretreat.core.lasting import OF_A_BATTLE, Effect, Kind
from noretreat.core.names import half_id
from noretreat.core.reasons import Reason, because, say
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, Node, NodeMask, SideIndex, UnitIndex
from noretreat.data.facts import Nation, Terrain, Weather
from noretreat.rules import calendar, optional
from noretreat.rules.effects import in_force

BELOW: Final = -1
"""Column index of odds below 1:3."""
TOP: Final = 8
"""Column index of 6:1."""
_RATIOS: Final = ((1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1))


class Shift(NamedTuple):
    """One column shift: how far, a code for the log, the rule, and why, to be said in any language."""

    columns: int
    code: str
    rule: str
    why: Reason


class Odds(NamedTuple):
    """The odds of one battle round."""

    attack: int
    defense: int
    initial: int
    """Column index, or BELOW."""
    shifts: tuple[Shift, ...]
    column: int
    """After all shifts; BELOW means an automatic counterattack (BAT-4)."""
    table: SideIndex
    """Whose combat table is read: 0 Axis, 1 Soviet."""


def initial_column(attack: int, defense: int) -> int:
    """The highest column that attack : defense reaches (BAT-3); 6:1 at most, BELOW if under 1:3."""
    if defense <= 0:
        return TOP
    column = BELOW
    for index, (a, d) in enumerate(_RATIOS):
        if attack * d >= defense * a:
            column = index
    return column


def column_name(column: int) -> str:
    """'3:1' and the like; '<1:3' below the table."""
    return "<1:3" if column < 0 else BOARD.columns[min(column, TOP)]


def defenders_of(state: State, targets: NodeMask, side: SideIndex, paid: NodeMask) -> tuple[UnitIndex, ...]:
    """The units that defend these hexes: all except white-strength units in a paid Counterblow (CPR-7).

    Under the classic rules Disorganized units stay out as well (C-50). The Rezervy have no strength, but stay to take a
    step loss (OPT-8).
    """
    idle = state.disorganized if state.rules.counterblow_excludes_disorganized == "hex_test_and_strength" else 0
    return tuple(
        unit
        for unit in state.units_in(targets, side)
        if not (paid >> state.where[unit] & 1 and (_adds_no_strength(state.face_of(unit)) or idle >> unit & 1))
    )


def _adds_no_strength(face: FaceInfo) -> bool:
    """True if a unit with this face stays out of a paid Counterblow because of its white strength (CPR-7)."""
    return face.white and face.strength > 0


def strength_of(state: State, unit: UnitIndex, battle: Battle | None = None) -> int:
    """The strength a unit adds to its side of a battle round, events included (BAT-1)."""
    # RULING (C-141): where no card may be played in a counterattack, those of the battle do not count in it either.
    discarded = battle is not None and battle.round > 0 and not state.rules.ca_cards
    strength = state.face_of(unit).strength
    for effect in state.effects:
        if discarded and effect.expires in OF_A_BATTLE:
            continue
        if effect.kind == Kind.DOUBLE and effect.units >> unit & 1:
            strength *= 2
        elif effect.kind == Kind.ADD_STRENGTH and effect.side == state.info(unit).side:
            strength += effect.value
    return strength + optional.local_strength(state, unit)


def odds_of(state: State, battle: Battle) -> Odds:
    """The odds of a battle as it stands, with the reason for every shift."""
    attack = sum(strength_of(state, unit, battle) for unit in battle.attackers)
    defense = sum(strength_of(state, unit, battle) for unit in battle.defenders)
    initial = initial_column(attack, defense)
    shifts = tuple(all_shifts(state, battle))
    if initial == BELOW and state.rules.below_1_3 == "immediate_ca":
        column = BELOW
    else:
        column = max(BELOW, min(TOP, initial + sum(shift.columns for shift in shifts)))
    return Odds(attack, defense, initial, shifts, column, table_of(state, battle))


def table_of(state: State, battle: Battle) -> SideIndex:
    """The side whose table the attacker uses (BAT-5, C-2), unless an event chose one."""
    if battle.table >= 0:
        return battle.table
    if battle.attacker == AXIS and state.rules.axis_winter_crt == "soviet" and calendar.in_snow(state):
        return SOVIET
    return battle.attacker


def all_shifts(state: State, battle: Battle) -> list[Shift]:
    """Every shift that applies, in the order of the rulebook."""
    found = []
    for rule in (
        _terrain,
        _support,
        armor_bonus,
        _shock,
        _ss_grenadier,
        _unsupplied,
        _winter,
    ):
        shift = rule(state, battle)
        if shift is not None and shift.columns:
            found.append(shift)
    found += _event_shifts(state, battle)
    return found


def standing_shifts(
    state: State, attacker: SideIndex, target: Node, defenders: tuple[UnitIndex, ...], counterblows: NodeMask = NO_NODES
) -> list[Shift]:
    """The shifts of an attack on one hex that apply to any attackers, for a battle yet to come: it has none.

    The computer players plan with these. A shift that asks about the attackers is not here; they know it by themselves
    (`ai/evaluation/assaults.py`).
    """
    battle = Battle(attacker, (), defenders, (target,), counterblows=counterblows & 1 << target)
    if any(effect.expires in OF_A_BATTLE for effect in state.effects):
        state = state.copy()
        state.effects = tuple(effect for effect in state.effects if effect.expires not in OF_A_BATTLE)
    return all_shifts(state, battle)


# --- terrain (SHF-1 to SHF-4) -----------------------------------------------------------------------------
def _terrain(state: State, battle: Battle) -> Shift | None:
    """The best terrain for the defender among the target hexes without a Counterblow marker (C-15)."""
    if battle.round > 0:
        return None
    best: Shift | None = None
    for node in battle.targets:
        if not battle.counterblows >> node & 1:
            shift = terrain_shift(state, node, battle.attackers)
            if best is None or shift.columns < best.columns:
                best = shift
    return best


def ground_of(state: State, node: Node, attackers: tuple[UnitIndex, ...]) -> list[tuple[str, int]]:
    """Return the shifts of one hex in the defender's favor, part by part: terrain, river, Objective ring, Defensive
    Works (10.6.1).
    """
    terrain = Terrain.MARSH if state.scorched >> node & 1 else BOARD.terrain[node]
    shift = BOARD.terrain_row[terrain].shift
    parts = [(terrain.value, -shift)] if shift else []
    if attackers and not calendar.in_snow(state) and _all_cross_river(state, node, attackers):
        parts.append(("river", -1))
    if BOARD.ringed >> node & 1:
        parts.append(("objective", -1))
    if state.works >> node & 1:
        parts.append(("works", -1))
    return parts


def terrain_shift(state: State, node: Node, attackers: tuple[UnitIndex, ...]) -> Shift:
    """The shift for the terrain of one hex, all parts added up (10.6.1).

    The best terrain of all target hexes is chosen by the caller (SHF-3, SHF-4, SHF-13).
    """
    parts = ground_of(state, node, attackers)
    return Shift(sum(columns for _, columns in parts), "terrain", "10.6.1", say("shift-terrain", grounds=parts))


def _all_cross_river(state: State, node: Node, attackers: tuple[UnitIndex, ...]) -> bool:
    """True if all attackers still on the map attack this hex across a river (SHF-2)."""
    river = BOARD.river.get(node, 0)
    places = [state.where[unit] for unit in attackers if state.where[unit] >= 0]
    crossing = bool(river and places) and all(river >> place & 1 for place in places)
    return crossing and in_force(state, Kind.NO_RIVER) is None


# --- support, armor, special units (SHF-5 to SHF-10) ------------------------------------------------------
def _support(state: State, battle: Battle) -> Shift | None:
    """A committed Blitz or Shock marker (10.6.2, SHF-5)."""
    if not battle.supports:
        return None
    worth = 1
    if battle.attacker == SOVIET:
        if state.rules.first_snow_shock_shift == 2 and calendar.first_snow_turn(state) == state.turn:
            worth = 2
        if any(effect.kind == Kind.SHOCK_WORTH for effect in state.effects):
            worth = 2
    return Shift(worth * battle.supports, "support", "10.6.2", say("shift-support", side=SIDES[battle.attacker]))


def armor_bonus(state: State, battle: Battle) -> Shift | None:
    """The armor bonus, once: SS Panzer always, other armor in open terrain in Clear or Snow (SHF-6, SHF-7).

    Clear does not limit it (WEA-1), Mud forbids it (WEA-2); there is none against armor or mechanized infantry
    (SPU-ARM, SPU-MEC).
    """
    side = battle.attacker
    if any(effect.kind == Kind.NO_ARMOR_BONUS and effect.side != side for effect in state.effects):
        return None
    supplied = [unit for unit in battle.attackers if not state.unsupplied >> unit & 1]
    if any(state.face_of(unit).ss_armor and not calendar.armor_crippled(state, unit) for unit in supplied):
        return Shift(1, "ss_armor", "14.5", because("info-shift-ss_armor"))
    if calendar.weather(state) not in (Weather.CLEAR, Weather.SNOW):
        return None
    if not any(state.face_of(unit).armored and not calendar.armor_crippled(state, unit) for unit in supplied):
        return None
    unfit = BOARD.no_armor_bonus | state.scorched
    if state.rules.area_armor_bonus:
        unfit &= ~BOARD.areas
    if any(unfit >> node & 1 for node in battle.targets):
        return None
    worth = max((e.value for e in state.effects if e.kind == Kind.ARMOR_WORTH and e.side == side), default=1)
    if not any(state.face_of(unit).protected for unit in battle.defenders):
        return Shift(worth, "armor", "10.6.3", because("info-shift-armor"))
    if any(effect.kind == Kind.ARMOR_BEATS_ARMOR and effect.side == side for effect in state.effects):
        return Shift(worth, "armor_beats_armor", "10.6.3", because("info-shift-armor_beats_armor"))
    return None


def _shock(state: State, battle: Battle) -> Shift | None:
    """One column for each Soviet Shock army attacking (SHF-8, SPU-SHK)."""
    count = sum(state.face_of(unit).shock for unit in battle.attackers)
    return Shift(count, "shock_army", "14.7", because("info-shift-shock_army"))


def _ss_grenadier(state: State, battle: Battle) -> Shift | None:
    """The SS Panzergrenadier defends one column better (SHF-9, SPU-SSG)."""
    if any(state.face_of(unit).ss_grenadier for unit in battle.defenders):
        return Shift(-1, "ss_grenadier", "14.6", because("info-shift-ss_grenadier"))
    return None


def _unsupplied(state: State, battle: Battle) -> Shift | None:
    """Two columns against unsupplied defenders, if every target hex has one (SHF-10)."""
    marked = {state.where[unit] for unit in battle.defenders if state.unsupplied >> unit & 1}
    if marked and all(node in marked for node in battle.targets):
        return Shift(2, "unsupplied", "6.5", because("info-shift-unsupplied"))
    return None


def _winter(state: State, battle: Battle) -> Shift | None:
    """The winter shift against Axis attacks (SHF-11, C-3)."""
    if battle.attacker != AXIS or not calendar.in_snow(state):
        return None
    if state.rules.winter_shift_scope != "all_axis_attacks":
        only_finns = battle.attackers and all(state.info(unit).nation is Nation.FINNISH for unit in battle.attackers)
        if only_finns or not any(BOARD.ussr >> node & 1 for node in battle.targets):
            return None
    shifts = state.rules.winter_shift
    columns = shifts["turn5" if state.turn == 5 else calendar.weather(state)]
    return Shift(-columns, "winter", "13.1", because("info-shift-winter"))


def _event_shifts(state: State, battle: Battle) -> list[Shift]:
    """Shifts from the cards played, in play order (SHF-12): each effect says when it applies."""
    return [
        Shift(columns, f"card{effect.card}", "10.5", say("shift-card", event=half_id(effect.card, SIDES[effect.side])))
        for effect in state.effects
        if (columns := _columns_of(effect, battle))
    ]


def _columns_of(effect: Effect, battle: Battle) -> int:
    """The columns that one effect shifts a battle, 0 if it does not apply."""
    attacks = battle.attacker == effect.side
    if effect.kind == Kind.SHIFT or effect.kind == (Kind.SHIFT_ATTACKS_BY if attacks else Kind.SHIFT_ATTACKS_ON):
        return effect.value
    if effect.kind == Kind.FAVOR_HEXES and any(effect.nodes >> node & 1 for node in battle.targets):
        return effect.value if attacks else -effect.value
    return 0


# --- the result of each die -------------------------------------------------------------------------------
def result_at(table: SideIndex, column: int, die: int) -> str:
    """The printed result; below the table it is always CA (BAT-4)."""
    return "CA" if column < 0 else BOARD.crt[table][die - 1][min(column, TOP)]


def balanced_die(state: State, attacker: SideIndex, die: int) -> int:
    """A combat die with the attacker's balancing modifier, kept between 1 and 6 (BAL-1)."""
    return max(1, min(6, die + state.setup.options.die_modifiers[attacker]))


def results_row(state: State, attacker: SideIndex, odds: Odds) -> tuple[str, ...]:
    """The results of the six die faces."""
    return tuple(result_at(odds.table, odds.column, balanced_die(state, attacker, die)) for die in range(1, 7))


def hypothetical(state: State, attackers: tuple[UnitIndex, ...], targets: tuple[Node, ...], support: int = 0) -> Battle:
    """A battle record for a forecast: these units against all enemy units in these hexes."""
    side = state.info(attackers[0]).side if attackers else state.phasing
    mask = sum((1 << node for node in targets), NO_NODES)
    paid = mask & state.paid_counterblows
    defenders = defenders_of(state, mask, ENEMY[side], paid)
    marked = state.counterblows | state.standing_counterblows
    return Battle(
        side,
        attackers,
        defenders,
        targets,
        counterblows=mask & marked,
        paid=paid,
        supports=support,
    )
