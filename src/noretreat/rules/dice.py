"""The dice of a battle round (chapter 10.5): the combat die, two dice to pick from, duels, the choice of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from noretreat.core import events
from noretreat.core.actions import Action, ChooseOption, Rolled
from noretreat.core.board import AXIS, SIDES, SOVIET
from noretreat.core.kernel import CHANCE, Decision, Procedure, call, restart_at
from noretreat.core.lasting import Kind
from noretreat.core.records import Battle
from noretreat.core.sides import NO_SIDE
from noretreat.core.state import State
from noretreat.core.types import SideIndex
from noretreat.rules import effects, windows
from noretreat.rules.battle_record import battle_of, update
from noretreat.rules.windows import EventWindow, Window

DUEL: Final = "duel"
"""Result of a battle that an event replaces by one die for each side: the lower die loses a step, on a tie both do."""
DUEL_OR_BATTLE: Final = "duel_or_battle"
"""The same, but on a tie the battle is fought, on the Axis table."""
DUELS: Final = (DUEL, DUEL_OR_BATTLE)
_FACES: Final = tuple(Rolled(value) for value in range(1, 7))


class CombatDie(Decision, frozen=True, gc=False):
    """The combat die (10.5 step 5)."""

    def actor(self, state: State) -> SideIndex:
        """Chance."""
        return CHANCE

    def options(self, state: State) -> Sequence[Action]:
        """Six faces."""
        return _FACES

    def choose(self, state: State, action: Action) -> None:
        """Records the die."""
        assert isinstance(action, Rolled)
        update(state, die=action.value)
        state.emit(events.DieRolled(action.value, "combat"))


class ThrowDie(Decision, frozen=True, gc=False):
    """A roll or reroll of the die at index `place` of `Battle.dice`."""

    place: int
    purpose: str

    def actor(self, state: State) -> SideIndex:
        """Chance."""
        return CHANCE

    def options(self, state: State) -> Sequence[Action]:
        """Six faces."""
        return _FACES

    def choose(self, state: State, action: Action) -> None:
        """Records the die."""
        assert isinstance(action, Rolled)
        dice = battle_of(state).dice
        update(state, dice=(*dice[: self.place], action.value, *dice[self.place + 1 :]))
        state.emit(events.DieRolled(action.value, self.purpose))


def throw_for_battle(state: State) -> None:
    """Rolls the combat die, or two dice to choose from if an event grants it (21A)."""
    picking = effects.in_force(state, Kind.TWO_DICE)
    if picking is None:
        call(state, CombatDie())
        return
    call(state, PickDie(picking.side))
    call(state, ThrowDie(1, "combat"))
    call(state, ThrowDie(0, "combat"))


class PickDie(Decision, frozen=True, gc=False):
    """The choice between the two dice rolled; a reroll rolls only one."""

    CODE = "pick_die"
    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The side that played the event."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """The values rolled."""
        return [ChooseOption(str(value)) for value in sorted(set(battle_of(state).dice))]

    def choose(self, state: State, action: Action) -> None:
        """Makes it the combat die."""
        assert isinstance(action, ChooseOption)
        update(state, die=int(action.option), dice=())
        effects.drop_effects(state, Kind.TWO_DICE)


# --- duels ------------------------------------------------------------------------------------------------
class Duel(Procedure, frozen=True, gc=False):
    """Each side rolls a die instead of fighting (16S, 38A); the loss is taken when results are applied."""

    STAGES = ("axis_die", "soviet_die", "offer_reroll", "settle")

    def axis_die(self, state: State) -> None:
        """The Axis die."""
        call(state, ThrowDie(AXIS, SIDES[AXIS].value))

    def soviet_die(self, state: State) -> None:
        """The Soviet die."""
        call(state, ThrowDie(SOVIET, SIDES[SOVIET].value))

    def offer_reroll(self, state: State) -> None:
        """Cards that reroll a die of the duel."""
        windows.open_window(state, Window.ROLL, AXIS, SOVIET)

    def settle(self, state: State) -> None:
        """Fights the battle after all on a tie, if the event says so; only its dice can settle it then."""
        battle = battle_of(state)
        if battle.forced == DUEL_OR_BATTLE and battle.dice[AXIS] == battle.dice[SOVIET]:
            effects.drop_effects(state, *effects.FORCING.values())
            update(state, forced="", dice=(), table=AXIS)
            if battle.column >= 0:
                throw_for_battle(state)


def duel_losers(battle: Battle) -> tuple[SideIndex, ...]:
    """The sides whose die is not the higher one."""
    axis, soviet = battle.dice
    return tuple(side for side, behind in ((AXIS, axis <= soviet), (SOVIET, soviet <= axis)) if behind)


def reroll_duel(state: State) -> bool:
    """Rerolls one die of a duel, if one is being fought; its window opens again."""
    if not any(isinstance(frame, Duel) for frame in state.stack):
        return False
    restart_at(state, Duel, "offer_reroll", EventWindow)
    call(state, PickDuelDie(windows.being_carried_out(state)))
    return True


class _NamesASide(Decision, frozen=True, gc=False):
    """The player of an event names one of the sides."""

    side: SideIndex

    def actor(self, state: State) -> SideIndex:
        """The side that played the event."""
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        """Either side."""
        return [ChooseOption(side.value) for side in SIDES]


class PickDuelDie(_NamesASide, frozen=True, gc=False):
    """The choice of the duel's die to reroll."""

    CODE = "pick_duel_die"

    def choose(self, state: State, action: Action) -> None:
        """Rerolls it."""
        assert isinstance(action, ChooseOption)
        side = AXIS if action.option == SIDES[AXIS].value else SOVIET
        call(state, ThrowDie(side, action.option))


# --- tables -----------------------------------------------------------------------------------------------
class ChooseTable(_NamesASide, frozen=True, gc=False):
    """The choice, by the player of an event, of the combat table for this round (22S)."""

    CODE = "choose_table"

    def choose(self, state: State, action: Action) -> None:
        """Uses it for this round."""
        assert isinstance(action, ChooseOption)
        update(state, table=AXIS if action.option == SIDES[AXIS].value else SOVIET)


def offer_table(state: State) -> None:
    """Asks for the table if an event covers one of the target hexes and no table is chosen yet."""
    battle = battle_of(state)
    chooser = chooser_of_table(state, battle)
    if chooser != NO_SIDE and battle.table < 0:
        call(state, ChooseTable(chooser))


def chooser_of_table(state: State, battle: Battle) -> SideIndex:
    """The side that an event lets choose the table of a battle (22S); -1 for none."""
    targets = sum(1 << node for node in battle.targets)
    covering = [effect for effect in state.effects if effect.kind == Kind.CHOOSE_TABLE and effect.nodes & targets]
    return covering[-1].side if covering else NO_SIDE
