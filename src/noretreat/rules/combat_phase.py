"""The Combat Phase (chapter 10): its parts in order.

Declaring is in `combat.py`, putting battles together in `allocation.py`, a battle round in `battle.py`.
"""

from __future__ import annotations

from noretreat.core.board import AXIS, ENEMY, SOVIET
from noretreat.core.kernel import Procedure, call
from noretreat.core.lasting import Scope
from noretreat.core.state import State
from noretreat.core.types import NO_NODES, NO_UNITS, Segment, SideIndex
from noretreat.data.facts import Phase
from noretreat.rules import effects, obligations, windows
from noretreat.rules.allocation import FightPlanned, NextBattle
from noretreat.rules.combat import DeclareTargets, PlaceCounterblows, lapse_counterblows
from noretreat.rules.simultaneous import FightTogether
from noretreat.rules.waiting import allocates_first, is_chosen
from noretreat.rules.windows import Window


class CombatPhase(Procedure, frozen=True, gc=False):
    """Declare, place counterblows, fight battle after battle, end."""

    STAGES = ("lapse", "declare", "counterblow_events", "counterblow", "allocate", "fight", "events", "close")
    side: SideIndex

    def lapse(self, state: State) -> None:
        """Removes standing counterblows whose units have left (C-62)."""
        state.engaged = NO_UNITS
        lapse_counterblows(state)

    def declare(self, state: State) -> None:
        """Voluntary attacks (10.1.1)."""
        state.segment = Segment.TARGETS
        call(state, DeclareTargets(self.side))

    def counterblow_events(self, state: State) -> None:
        """Events of the counterblow step."""
        state.phase, state.segment = Phase.COUNTERBLOWS, Segment.NONE
        windows.open_window(state, Window.COUNTERBLOW, ENEMY[self.side])

    def counterblow(self, state: State) -> None:
        """Paid counterblows (10.1.2)."""
        call(state, PlaceCounterblows(ENEMY[self.side]))

    def allocate(self, state: State) -> None:
        """Under the digital rules all battles are put together before the first one is fought (CPR-5)."""
        state.phase, state.segment = Phase.COMBAT, Segment.BATTLES
        state.planned = ()
        if allocates_first(state):
            call(state, NextBattle(self.side))

    def fight(self, state: State) -> None:
        """Battles, in the order the phasing side chooses (10.2, BAT-7)."""
        if is_chosen(state):
            call(state, FightTogether(self.side))
        else:
            call(state, FightPlanned(self.side) if state.rules.allocation_upfront else NextBattle(self.side))

    def events(self, state: State) -> None:
        """Events at the end of the phase."""
        windows.open_window(state, Window.COMBAT_END, AXIS, SOVIET)

    def close(self, state: State) -> None:
        """Removes Targets and answered counterblows; markers of CB results rolled this phase stay (REM-2)."""
        obligations.settle(state)
        state.targets = state.fought_targets = NO_NODES
        state.counterblows = state.paid_counterblows = state.standing_counterblows = NO_NODES
        state.battle = None
        effects.expire(state, Scope.BATTLE, Scope.TWO_BATTLES, Scope.LAST_BATTLE, Scope.PHASE)
