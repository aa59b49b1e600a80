"""Results of a battle (chapters 10.7, 14.9.2 and 14.11; RES-1 to RES-8, STP-1, CAD-3): exchanges, losses, markers."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.core import events
from noretreat.core.actions import (
    Action,
    LoseStep,
    MarkCounterblow,
    Pass,
    PlaceCadre,
)
from noretreat.core.board import BOARD, ENEMY, SIDES, bits
from noretreat.core.boxes import CADRES
from noretreat.core.kernel import Decision, Procedure, call
from noretreat.core.lasting import Kind
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import Node, SideIndex, UnitIndex
from noretreat.rules import losses
from noretreat.rules.battle_record import battle_of, update
from noretreat.rules.calendar import target_limit
from noretreat.rules.dice import DUEL, duel_losers
from noretreat.rules.entering import enter
from noretreat.rules.retreat import Retreats

RETREATING = ("DR", "DS", "DD")


def apply_result(state: State) -> None:
    """Applies the result (RES-1), except a counterattack, which is another round (`battle.py`)."""
    battle = battle_of(state)
    result = battle.result
    if result == "CB":
        call(state, PlaceResultMarker())
    elif result == "EX":
        exchange(state)
    elif result == DUEL:
        for side in duel_losers(battle):
            call(state, StepLoss(side, attacking=side == battle.attacker, by_event=True))
    elif result in RETREATING:
        defeat(state)


def exchange(state: State) -> None:
    """Each side loses one step (RES-4)."""
    battle = battle_of(state)
    call(state, StepLoss(battle.attacker, attacking=True))
    call(state, StepLoss(ENEMY[battle.attacker]))


def defeat(state: State) -> None:
    """DR, DS, DD, hex by hex, as forts and Volkssturm change them (RES-5, RES-7, RES-8, SPU-VOL, RES-6)."""
    battle = battle_of(state)
    losing_once = False
    for node in battle.targets:
        units = state.units_at(node, ENEMY[battle.attacker])
        touched = tuple(unit for unit in units if unit not in battle.aside)
        engaged = tuple(unit for unit in units if unit in battle.defenders)
        plain = _fights_plainly(state, node)
        forts = any(state.face_of(unit).fort for unit in units) and not plain
        militia = [unit for unit in units if state.face_of(unit).volkssturm and not plain]
        if battle.result == "DR" and (forts or militia):
            update(state, barred=battle_of(state).barred | 1 << node)
            for unit in militia:
                losses.eliminate(state, unit, "combat")
        elif forts:
            losing_once |= _defeat_fort(state, battle, touched, engaged)
            if battle.result != "DD":
                update(state, barred=battle_of(state).barred | 1 << node)
        else:
            call(state, AfterRetreat(engaged))
            call(state, Retreats(touched))
    if losing_once:
        call(state, StepLoss(battle.attacker, attacking=True))


def _defeat_fort(state: State, battle: Battle, units: tuple[UnitIndex, ...], engaged: tuple[UnitIndex, ...]) -> bool:
    """Applies DS as an exchange and DD as a step from each side to a hex with a fort. Returns whether the attacker
    loses a step (RES-7).
    """
    if battle.result == "DS":
        call(state, StepLoss(ENEMY[battle.attacker], among=engaged or units))
        return True
    call(state, LoseSteps(engaged))
    return False


def _fights_plainly(state: State, node: Node) -> bool:
    """True if an event makes forts and Volkssturm in this hex fight like ordinary units in this battle (33A, 47S)."""
    return any(effect.kind == Kind.NO_FORT and effect.nodes >> node & 1 for effect in state.effects)


class AfterRetreat(Procedure, frozen=True, gc=False):
    """The fate of the engaged units that retreated: shattered, or a step lost each (RES-5)."""

    STAGES = ("strike",)
    units: tuple[UnitIndex, ...]

    def strike(self, state: State) -> None:
        """Shatters the units or takes steps, where the retreat ended."""
        battle = battle_of(state)
        survivors = tuple(unit for unit in self.units if state.where[unit] >= 0)
        if battle.result == "DS":
            for unit in survivors:
                losses.shatter(state, unit, "combat")
        elif battle.result == "DD":
            call(state, LoseSteps(survivors))


class LoseSteps(Procedure, frozen=True, gc=False):
    """Each of these units loses a step; its owner may put a cadre in its place (DD)."""

    STAGES = ("next_unit",)
    units: tuple[UnitIndex, ...]

    def next_unit(self, state: State) -> None:
        """One unit at a time."""
        if not self.units:
            return
        call(state, LoseSteps(self.units[1:]))
        take_step(state, self.units[0])


def take_step(state: State, unit: UnitIndex) -> None:
    """A combat loss of one step, with the cadre that may replace the unit (STP-1, CAD-3)."""
    node = state.node_of(unit)
    info = state.info(unit)
    eligible = not info.cadre
    if state.rules.cadre_eligible == "two_step_with_strength":
        eligible = eligible and state.two_sided(unit) and state.face_of(unit).strength > 0
    if losses.lose_step(state, unit, "combat") and eligible and state.ended is None:
        call(state, OfferCadre(info.side, node))


class StepLoss(Decision, frozen=True, gc=False):
    """The choice of the unit that loses the step (D-72, STP-1)."""

    CODE = "step_loss"
    side: SideIndex
    attacking: bool = False
    among: tuple[UnitIndex, ...] = ()
    by_event: bool = False
    """The loss is not from an EX or DD, so no cadre takes the place of the unit (CAD-3)."""

    def actor(self, state: State) -> SideIndex:
        """The owner of the losers."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """The participating units that may take the loss, special units first if they must."""
        battle = battle_of(state)
        units = self.among or (battle.attackers if self.side == battle.attacker else battle.defenders)
        alive = [unit for unit in units if state.where[unit] >= 0]
        return [LoseStep(BOARD.unit_ids[unit]) for unit in self._obliged(state, alive) or alive]

    def _obliged(self, state: State, units: list[UnitIndex]) -> list[UnitIndex]:
        """Units that must take this loss (STP-1): SS Panzer and Shock attacking, SS Grenadier, digital German forts.

        SPU-SSP, SPU-SHK, SPU-SSG and SPU-GFT in this order.
        """
        faces = {unit: state.face_of(unit) for unit in units}
        forts = [unit for unit in units if state.info(unit).german_fort]
        if forts and state.rules.german_fort_first_loss:
            # RULING (C-151): the Berlin Garrison is one of them, and elsewhere no more obliged than others.
            return forts
        with_ss_armor = any(face.ss_armor for face in faces.values())
        return [
            unit
            for unit, face in faces.items()
            if (self.attacking and (face.ss_armor or face.shock))
            or (face.ss_grenadier and not (self.attacking and with_ss_armor))
        ]

    def choose(self, state: State, action: Action) -> None:
        """Takes the step from the unit."""
        assert isinstance(action, LoseStep)
        unit = BOARD.unit_index[action.unit]
        if self.by_event:
            losses.lose_step(state, unit, "combat")
        else:
            take_step(state, unit)


class OfferCadre(Decision, frozen=True, gc=False):
    """The choice whether a cadre takes the place of a unit just lost (CAD-3, STP-3, D-73)."""

    CODE = "cadre"
    side: SideIndex
    node: Node

    def actor(self, state: State) -> SideIndex:
        """The owner."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Any available cadre, or none."""
        cadres = state.boxed(self.side, CADRES)
        return [Pass(), *(PlaceCadre(BOARD.unit_ids[unit]) for unit in cadres)] if cadres else ()

    def choose(self, state: State, action: Action) -> None:
        """Places it."""
        if isinstance(action, PlaceCadre):
            state.emit(events.UnitPlaced(action.unit, BOARD.id_of[self.node], "cadre"))
            enter(state, BOARD.unit_index[action.unit], (self.node,))


class PlaceResultMarker(Decision, frozen=True, gc=False):
    """The choice of the phasing hex in the battle that gets a Counterblow marker from a CB (RES-3, D-71)."""

    CODE = "mark_counterblow"

    def actor(self, state: State) -> SideIndex:
        """The phasing side, whichever side rolled."""
        return state.phasing

    def options(self, state: State) -> Sequence[Action]:
        """The phasing hexes in the battle that have no marker, if one is available."""
        battle = battle_of(state)
        units = battle.attackers if battle.attacker == state.phasing else battle.defenders
        nodes = sorted({state.node_of(unit) for unit in units if state.where[unit] >= 0})
        free = [node for node in nodes if not state.result_counterblows >> node & 1]
        if not self._has_marker(state, battle):
            return ()
        return [MarkCounterblow(BOARD.id_of[node]) for node in free]

    def _has_marker(self, state: State, battle: Battle) -> bool:
        """True if the Target marker of this battle can be flipped; otherwise a free marker is needed (C-9)."""
        if not state.rules.marker_pool_shared or battle.voluntary & state.fought_targets:
            return True
        used = (state.targets | state.fought_targets).bit_count() + state.result_counterblows.bit_count()
        return used < target_limit(state, state.phasing)

    def choose(self, state: State, action: Action) -> None:
        """Places the marker, which stays through this side's Removal Phase."""
        assert isinstance(action, MarkCounterblow)
        state.result_counterblows |= 1 << BOARD.node_of[action.hex]
        reused = battle_of(state).voluntary & state.fought_targets
        if reused:
            state.fought_targets &= ~(1 << bits(reused)[0])
        state.emit(events.CounterblowPlaced(SIDES[state.phasing], action.hex, "result"))
