"""Events that bring another battle, and those of the end of the Combat Phase."""

from __future__ import annotations

from collections.abc import Sequence

from noretreat.cards.conditions import attacks
from noretreat.core import events
from noretreat.core.actions import Action, DeclareTarget, DetrainUnit
from noretreat.core.board import BOARD, ENEMY, SOVIET, bits
from noretreat.core.boxes import DESTROYED, SHATTERED, SURRENDERED
from noretreat.core.kernel import Decision, Procedure, call, run_after
from noretreat.core.lasting import Kind, Scope
from noretreat.core.reasons import Reason, because
from noretreat.core.records import Battle
from noretreat.core.state import State
from noretreat.core.types import CardNumber, Node, NodeMask, SideIndex, UnitIndex, UnitMask
from noretreat.rules import battle, battle_record, effects, obligations
from noretreat.rules.allocation import ComposeBattle, FightPlanned
from noretreat.rules.battle import BattleRound, strikers
from noretreat.rules.battle_record import battle_of
from noretreat.rules.choices import answer, choose_unit
from noretreat.rules.combat import able_attackers
from noretreat.rules.deck import DrawCards
from noretreat.rules.effects import lasting
from noretreat.rules.placement import put_on_map
from noretreat.rules.rail import detrain_hexes, stations_of
from noretreat.rules.simultaneous import FightTogether
from noretreat.rules.waiting import allocates_first
from noretreat.rules.windows import Window, event


# --- a stack attacked one by one --------------------------------------------------------------------------
def _a_stack_of_two(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A single hex is attacked, and two units defend it."""
    found = state.battle
    stacked = found is not None and len(found.targets) == 1 and len(found.defenders) == 2
    return None if stacked else because("two-in-a-hex")


@event(17, SOVIET, Window.COMMIT, turn=SOVIET, requires=(attacks, _a_stack_of_two))
def infiltration_tactics(state: State, side: SideIndex, mode: str) -> None:
    """The two units are attacked one after the other; the Soviets choose the first."""
    choose_unit(state, CardNumber(17), side, battle_of(state).defenders)


@answer(17, SOVIET)
def attack_first(state: State, side: SideIndex, unit: UnitIndex) -> None:
    """Leaves the other unit out until the battle against this one is over."""
    now = battle_of(state)
    (other,) = (defender for defender in now.defenders if defender != unit)
    second = SecondHalf(
        attackers=now.attackers,
        first=unit,
        second=other,
        node=now.targets[0],
        counterblows=now.counterblows,
        paid=now.paid,
        voluntary=now.voluntary,
        supports=now.supports,
        round=now.round,
    )
    run_after(state, BattleRound, second)
    lasting(state, CardNumber(17), side, Kind.SECOND_HALF, 0, Scope.BATTLE)
    battle_record.update(state, defenders=(unit,), aside=(other,))


class SecondHalf(Procedure, frozen=True, gc=False):
    """The battle against the other unit of a split stack, with the support and the cards of the first one."""

    STAGES = ("fight",)
    attackers: tuple[UnitIndex, ...]
    first: UnitIndex
    second: UnitIndex
    node: Node
    counterblows: NodeMask
    paid: NodeMask
    voluntary: NodeMask
    supports: int
    round: int

    def fight(self, state: State) -> None:
        """Makes the attackers still next to the hex attack again (BAT-8); after all simultaneous results (C-83)."""
        if state.together:
            run_after(state, FightTogether, self)
            return
        effects.take_up(state)
        near = BOARD.adjacent[self.node]
        able = [unit for unit in self.attackers if state.where[unit] >= 0 and near >> state.where[unit] & 1]
        if not able or state.where[self.second] != self.node:
            effects.expire(state, Scope.BATTLE)
            return
        state.battle = Battle(
            attacker=SOVIET,
            attackers=tuple(able),
            defenders=(self.second,),
            targets=(self.node,),
            counterblows=self.counterblows,
            paid=self.paid,
            round=self.round,
            voluntary=self.voluntary,
            supports=self.supports,
            aside=(self.first,),
            repeated=True,
        )
        call(state, BattleRound())


# --- a second battle after an exchange --------------------------------------------------------------------
def _both_sides_stand(state: State, side: SideIndex, mode: str) -> Reason | None:
    """The exchange has left units on both sides."""
    found = battle_of(state)
    able = any(state.where[unit] >= 0 for unit in found.attackers) and bool(strikers(state, found))
    return None if able else because("nobody-fights-on")


@event(51, SOVIET, Window.AFTER_EX, requires=(attacks, _both_sides_stand))
def one_last_push(state: State, side: SideIndex, mode: str) -> None:
    """The survivors fight again at once; then the Soviets draw a card."""
    run_after(state, BattleRound, DrawCards(side, 1))
    battle.fight_again(state)


# --- the end of the phase ---------------------------------------------------------------------------------
def _second_wave(state: State) -> UnitMask:
    """Units that may not attack in a new wave: those that have fought and are Unsupplied."""
    return state.engaged & state.unsupplied


def _new_targets(state: State) -> list[Node]:
    """Enemy hexes that a new wave could attack."""
    probe = state.copy()
    probe.engaged = _second_wave(state)
    return [node for node in bits(state.occupied(ENEMY[state.phasing])) if able_attackers(probe, (node,))]


def _a_new_target(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A unit could attack something."""
    return None if _new_targets(state) else because("nobody-attacks-again")


@event(29, SOVIET, Window.COMBAT_END, turn=SOVIET, requires=(_a_new_target,))
def wave_assault(state: State, side: SideIndex, mode: str) -> None:
    """One more attack, which supplied units that have already fought may join."""
    targets = _new_targets(state)
    state.engaged = _second_wave(state)
    call(state, NewAttack(side, tuple(targets)))


class NewAttack(Decision, frozen=True, gc=False):
    """The choice of the target of an attack made after all others, which needs no marker."""

    CODE = "new_attack"
    side: SideIndex
    targets: tuple[Node, ...]

    def actor(self, state: State) -> SideIndex:
        """The side that played the event."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every hex that a unit could attack."""
        return [DeclareTarget(BOARD.id_of[node]) for node in self.targets]

    def choose(self, state: State, action: Action) -> None:
        """Starts putting the battle together; it is fought at once."""
        assert isinstance(action, DeclareTarget)
        node = BOARD.node_of[action.hex]
        state.targets |= 1 << node
        obligations.note(state, obligations.DECLARED, 1)
        state.emit(events.TargetDeclared(action.hex))
        if allocates_first(state):
            call(state, FightPlanned(self.side))
        call(state, ComposeBattle(self.side, (node,)))


_OFF_THE_MAP = (SHATTERED, DESTROYED, SURRENDERED)


def _a_unit_and_a_place(state: State, side: SideIndex, mode: str) -> Reason | None:
    """A lost unit could return by rail."""
    return None if _returns(state, side) else because("nobody-returns")


def _returns(state: State, side: SideIndex) -> list[Action]:
    """Every shattered, destroyed or surrendered unit to every hex where it could detrain."""
    waiting = [unit for box in _OFF_THE_MAP for unit in state.boxed(side, box)]
    if not waiting:
        return []
    hexes = detrain_hexes(state, side)
    return [
        DetrainUnit(BOARD.unit_ids[unit], BOARD.id_of[node])
        for unit in waiting
        for node in bits(stations_of(state, unit, hexes))
    ]


@event(15, SOVIET, Window.COMBAT_END, requires=(_a_unit_and_a_place,))
def strategic_reserves(state: State, side: SideIndex, mode: str) -> None:
    """A shattered, destroyed or surrendered unit detrains directly onto the map, keeping its face."""
    call(state, ReturnByRail(side))


class ReturnByRail(Decision, frozen=True, gc=False):
    """The choice of the unit that an event brings back from its box, and of the hex, one where it could detrain."""

    CODE = "from_box"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The side that played the event."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Every unit of the boxes to every hex with room."""
        return _returns(state, self.side)

    def choose(self, state: State, action: Action) -> None:
        """Places it."""
        assert isinstance(action, DetrainUnit)
        put_on_map(state, BOARD.unit_index[action.unit], BOARD.node_of[action.to], "event")
